"""Broken records cost no other record, and all are accounted for: ``python -m trials.archives``.

warcio writes an archive of generated pages; some of its records are broken, each in one of WAYS.
``content-extract warc`` reads it: the lines must be those of the other records, and the counts must say how
many are broken.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from evaluation.command import parser_of

from .report import conclude

PAGE = (
    "<html><head><title>Page {n}</title></head><body><nav><a href='/'>Home</a> <a href='/all'>All</a></nav>"
    "<h1>Page {n}</h1><p>{text}</p><footer><a href='/legal'>Legal notice</a></footer></body></html>"
)
TEXT = "It is the story of page {n}, and it is told here in {n} words or in a few more than that."

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
    "a length that is no number": replaced(rb"Content-Length: \d+", b"Content-Length: many"),
    "no length": replaced(rb"Content-Length: \d+\r\n", b""),
    "no type": replaced(rb"WARC-Type: \w+\r\n", b""),
    "the digest of another block": replaced(rb"(WARC-Block-Digest: sha1:)\w{4}", rb"\1AAAA"),
}


class Made(NamedTuple):
    """An archive, and what is in it."""

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


def made(path: Path, records: int, broken: int, rng: random.Random) -> Made:
    """Write an archive; no two records that stand side by side are broken, so that they can be counted."""
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    pack: Pack = gzip.compress if path.suffix == ".gz" else bytes
    chosen = {2 * n for n in rng.sample(range(records // 2), broken)}
    whole: dict[str, int] = {}
    ways = []
    with path.open("wb") as file:
        for n in range(records):
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
    command = [sys.executable, "-m", "scrapy_content_extract", "warc", str(archive.path), "-o", str(folder)]
    done = subprocess.run([*command, "--format", "jsonl"], capture_output=True, text=True, check=False)
    files = sorted(folder.glob("*.jsonl"))  # none if the command has failed
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    counts = re.findall(r"(\d[\d,]*) (\w+)", done.stderr.partition(": records: ")[2].partition("\n")[0])
    said = {what: int(number.replace(",", "")) for number, what in counts}
    for file in files:
        file.unlink()
    name = archive.path.name
    return {
        f"{name}: the command has failed": done.returncode != 0,
        f"{name}: the lines are not those of the whole records": [line["id"] for line in lines]
        != list(archive.whole),
        f"{name}: a line has another text": any(
            f"page {archive.whole.get(line['id'])}, " not in line["text"] for line in lines
        ),
        f"{name}: it says {said}": said != {"page": len(archive.whole), "broken": len(archive.broken)},
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "trials.archives", "Read archives with broken records.", "python -m trials.archives --records 10000"
    )
    parser.add_argument("--records", type=int, default=10_000, metavar="N", help="records of each archive")
    parser.add_argument("--broken", type=int, default=1, metavar="PERCENT", help="so many are broken")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    options = parser.parse_args(argv)
    broken = options.records * options.broken // 100
    complaints: dict[str, bool] = {}
    with TemporaryDirectory() as folder:
        for name in ("pages.warc.gz", "pages.warc"):
            rng = random.Random(options.seed)
            complaints |= complaints_of(made(Path(folder, name), options.records, broken, rng))
    summary = (
        f"each record compressed, and none: {options.records:,} records, {broken:,} broken in "
        f"{min(len(WAYS), broken)} ways, all accounted for"
    )
    return conclude("archives", complaints, summary)


if __name__ == "__main__":
    sys.exit(main())
