"""Broken records and bombs cost no other record, and no archive another: ``python -m lab.trials.archives``.

warcio writes an archive of generated pages; some of its records are broken, each in one of WAYS.
``content-extract warc`` reads it: it must write a line for each of the other records, and count the broken
ones.  The same holds for bombs and absurd lengths, with little memory; the time grows with the number of
broken records.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import resource
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from lab.options import parser_of

from .report import conclude

PAGE = (
    "<html><head><title>Page {n}</title></head><body><nav><a href='/'>Home</a> <a href='/all'>All</a></nav>"
    "<h1>Page {n}</h1><p>{text}</p><footer><a href='/legal'>Legal notice</a></footer></body></html>"
)
TEXT = "It is the story of page {n}, and it is told here in {n} words or in a few more than that."

#: The bytes that the command may have, address space and all.
MOST_MEMORY = 1_000_000_000
#: Lengths that no record has.
LENGTHS = (10**11, 2**63, 2**64)
CHUNK = 1 << 20
#: What turns a record into bytes of the file.
Pack = Callable[[bytes], bytes]


def turned(data: bytes, start: int, stop: int) -> bytes:
    """Return data with all bits of a part turned."""
    return data[:start] + bytes(byte ^ 0xFF for byte in data[start:stop]) + data[stop:]


def replaced(old: bytes, new: bytes) -> Callable[[bytes, Pack], bytes]:
    """Return what packs a record with other bytes in it."""
    return lambda record, pack: pack(re.sub(old, new, record, count=1))


#: How a record is broken: the record and what packs it → bytes of the file.
WAYS: dict[str, Callable[[bytes, Pack], bytes]] = {
    "bits turned in its middle": lambda record, pack: turned(
        pack(record), len(pack(record)) // 2, len(pack(record)) // 2 + 9
    ),
    "bits turned at its beginning": lambda record, pack: turned(pack(record), 0, 12),
    "cut off in the middle": lambda record, pack: pack(record)[: len(pack(record)) // 2],
    "something else in its place": lambda record, pack: b"<html>no archive</html>" * 20,
    "a length beyond the end": replaced(rb"Content-Length: \d+", b"Content-Length: 999999999"),
    "a length that is too small": replaced(rb"Content-Length: \d+", b"Content-Length: 100"),
    "a length that is not a number": replaced(rb"Content-Length: \d+", b"Content-Length: many"),
    "no length": replaced(rb"Content-Length: \d+\r\n", b""),
    "no type": replaced(rb"WARC-Type: \w+\r\n", b""),
    "the digest of another block": replaced(rb"(WARC-Block-Digest: sha1:)\w{4}", rb"\1AAAA"),
}


class Made(NamedTuple):
    """An archive and its records."""

    path: Path
    #: the ids of the records that are whole, with the numbers of their pages
    whole: dict[str, int]
    #: the ways in which the others are broken
    broken: list[str]


def record_of_page(writer_class: Any, n: int) -> tuple[str, bytes]:
    """Return the id and the bytes of a record, as warcio writes it."""
    from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]

    out = BytesIO()
    writer = writer_class(out, gzip=False)
    body = PAGE.format(n=n, text=" ".join([TEXT.format(n=n)] * 5)).encode()
    headers = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body)))]
    record = writer.create_warc_record(
        f"http://example.com/{n}", "response", payload=BytesIO(body),
        http_headers=StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1"),
    )  # fmt: skip
    writer.write_record(record)
    return record.rec_headers.get_header("WARC-Record-ID"), out.getvalue()


def made(path: Path, records: int, broken: int, rng: random.Random, first: int = 0) -> Made:
    """Write an archive of pages, whose numbers begin with ``first``.

    No two records that stand side by side are broken, so that they can be counted.
    """
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    pack: Pack = gzip.compress if path.suffix == ".gz" else bytes
    chosen = {first + 2 * n for n in rng.sample(range(records // 2), broken)}
    whole: dict[str, int] = {}
    ways = []
    with path.open("wb") as file:
        for n in range(first, first + records):
            record_id, record = record_of_page(WARCWriter, n)
            if n in chosen:
                ways.append(list(WAYS)[len(ways) % len(WAYS)])
                file.write(WAYS[ways[-1]](record, pack))
            else:
                whole[record_id] = n
                file.write(pack(record))
    return Made(path, whole, ways)


def complaints_of(archive: Made) -> dict[str, bool]:
    """Read an archive by the command, and return what may be wrong."""
    folder = archive.path.parent / "lines"
    done = run_warc(archive.path, "-o", folder)
    files = sorted(folder.glob("*.jsonl"))  # none if the command has failed
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    said = counts_in(done.stderr)
    for file in files:
        file.unlink()
    name = archive.path.name
    return {
        f"{name}: the command has failed": done.returncode != 0,
        f"{name}: the lines differ from the whole records": [line["id"] for line in lines]
        != list(archive.whole),
        f"{name}: a line has another text": any(
            f"page {archive.whole.get(line['id'])}, " not in line["text"] for line in lines
        ),
        f"{name}: it says {said}": said != {"page": len(archive.whole), "broken": len(archive.broken)},
    }


def run_warc(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command with an address space of MOST_MEMORY."""
    command = [sys.executable, "-m", "scrapy_content_extract", "warc", *map(str, arguments)]
    return subprocess.run(
        [*command, "--format", "jsonl"], capture_output=True, text=True, check=False, preexec_fn=limit_memory
    )


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def counts_in(errors: str) -> dict[str, int]:
    """Return how many records came out how, as the command says it."""
    counts = re.findall(r"(\d[\d,]*) (\w+)", errors.partition(": records: ")[2].partition("\n")[0])
    return {what: int(number.replace(",", "")) for number, what in counts}


def bomb(size: int, head: bytes = b"", tail: bytes = b"") -> bytes:
    """Return gzip of many zeros, made in little memory."""
    packer = zlib.compressobj(wbits=31)
    zeros = (packer.compress(bytes(CHUNK)) for _ in range(size // CHUNK))
    return packer.compress(head) + b"".join(zeros) + packer.compress(tail) + packer.flush()


def with_body(record: bytes, body: bytes, encoding: bytes = b"", length: int | None = None) -> bytes:
    """Return a record with another body and, if it shall be wrong, another length."""
    head, _, block = record.partition(b"\r\n\r\n")
    http = block.partition(b"\r\n\r\n")[0]
    http = re.sub(
        rb"\r\nContent-Length: \d+", b"\r\nContent-Encoding: " + encoding if encoding else b"", http
    )
    head = re.sub(rb"\r\nWARC-\w+-Digest: [^\r]+", b"", head)
    stated = len(http) + 4 + len(body) if length is None else length
    head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % stated, head)
    return head + b"\r\n\r\n" + http + b"\r\n\r\n" + body + b"\r\n\r\n"


def bombs(record: bytes, size: int) -> dict[str, tuple[bytes, str]]:
    """Return bytes for an archive that has every record compressed, and how each is to be counted."""
    begun = with_body(record, b"", length=len(record) + size).removesuffix(b"\r\n\r\n")
    whole = with_body(record, b"").partition(b"\r\n\r\n")[2]
    length = size // CHUNK * CHUNK + len(whole) - 4
    exact = with_body(record, b"", length=length).removesuffix(b"\r\n\r\n")
    lengths = {f"{n:,} bytes": gzip.compress(with_body(record, b"", length=n)) for n in LENGTHS}
    return {
        **{name: (data, "broken") for name, data in lengths.items()},
        "a record": (bomb(size, exact, b"\r\n\r\n"), "too_large"),
        "a record that ends early": (bomb(size, begun), "broken"),
        "a body": (gzip.compress(with_body(record, bomb(size), b"gzip")), "too_large"),
        "a body in a body": (
            gzip.compress(with_body(record, gzip.compress(bomb(size)), b"gzip, gzip")), "too_large",
        ),
    }  # fmt: skip


def complaints_of_bombs(folder: Path, size: int, names: Sequence[str] = ()) -> dict[str, bool]:
    """Read each bomb between two whole records, in an archive and in a compressed WACZ."""
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    first, bad, last = (record_of_page(WARCWriter, n)[1] for n in range(3))
    complaints = {}
    for name, (data, count) in bombs(bad, size).items():
        if names and name not in names:
            continue
        archive = gzip.compress(first) + data + gzip.compress(last)
        path = folder / "bomb.warc.gz"
        path.write_bytes(archive)
        (folder / "bomb.wacz").write_bytes(in_wacz(archive, "archive/a.warc.gz"))
        for file in (path, folder / "bomb.wacz"):
            done = run_warc(file, "-o", folder / file.suffix)
            said = counts_in(done.stderr)
            wrong = done.returncode != 0 or said != {"page": 2, count: 1}
            complaints[f"{file.name}, {name}: {done.returncode}, {said}"] = wrong
            (folder / file.suffix / "bomb.jsonl").unlink(missing_ok=True)
    return complaints


def complaints_of_growth(folder: Path, records: int) -> dict[str, bool]:
    """Read broken records, and four times as many, and compare the CPU that they take."""
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    wrong = with_body(record_of_page(WARCWriter, 0)[1], b"", length=LENGTHS[0])
    complaints = {}
    for suffix, pack in {"warc": bytes, "warc.gz": gzip.compress, "wacz": in_wacz}.items():
        seconds = []
        for n in (1, records, 4 * records):
            path = folder / f"broken.{suffix}"
            path.write_bytes(pack(wrong * n) if suffix == "wacz" else pack(wrong) * n)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = run_warc(path, "-o", folder / "broken")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            complaints[f"{path.name}: {counts_in(done.stderr)} of {n} broken"] = counts_in(done.stderr) != {
                "broken": n
            }
        few, many = (max(second - seconds[0], 0.1) for second in seconds[1:])
        complaints[
            f"{suffix}: {few:.1f} s of CPU for {records} broken records, {many:.1f} s for four times"
        ] = many > 8 * few
    return complaints


def in_wacz(data: bytes, name: str = "archive/a.warc") -> bytes:
    """Return a WACZ that compresses its archive."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wacz:
        wacz.writestr(name, data)
    return made.getvalue()


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.archives",
        "Read archives with broken records.",
        "python -m lab.trials.archives --records 10000",
    )
    parser.add_argument("--records", type=int, default=10_000, metavar="N", help="records of each archive")
    parser.add_argument(
        "--broken", type=int, default=1, metavar="PERCENT", help="the share of broken records"
    )
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument(
        "--bomb", type=int, default=3_000_000_000, metavar="BYTES", help="how large bombs are unpacked"
    )
    options = parser.parse_args(argv)
    broken = options.records * options.broken // 100
    complaints: dict[str, bool] = {}
    with TemporaryDirectory() as folder:
        for name in ("pages.warc.gz", "pages.warc"):
            rng = random.Random(options.seed)
            complaints |= complaints_of(made(Path(folder, name), options.records, broken, rng))
        complaints |= complaints_of_bombs(Path(folder), options.bomb)
        complaints |= complaints_of_growth(Path(folder), options.records)
    summary = (
        f"each record compressed, and none: {options.records:,} records, {broken:,} broken in "
        f"{min(len(WAYS), broken)} ways, all accounted for; "
        f"{len(LENGTHS) + 4} bombs and absurd lengths within {MOST_MEMORY // 10**6:,} MB; four times the "
        f"broken records in less than eight times the CPU"
    )
    return conclude("archives", complaints, summary)


if __name__ == "__main__":
    sys.exit(main())
