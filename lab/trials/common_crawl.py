"""The recipe of docs/common-crawl.rst on large archives: ``python -m lab.trials.common_crawl DATA``.

Saved pages are written into archives, over and over with other URLs, until these have the size asked for.
The commands must account for every page, and keep each text once.  Then datatrove with trafilatura reads a
part of them.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from glob import glob
from importlib.util import find_spec
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.reports import table
from scrapy_content_extract.corpus.storage import read_lines

from .report import conclude
from .workers import recipe

ROOT = Path(__file__).parents[2]
URL = "https://data.commoncrawl.org/"
#: The bytes of an archive, at least.
ARCHIVE = 50_000_000
#: All saved pages.
MANY = 1_000_000
#: The pages for trafilatura, which is ten times slower.
OTHERS = 400
#: What datatrove with trafilatura needs.
NEEDED = ("datatrove", "trafilatura", "lxml_html_clean", "cchardet", "magic")
PEER = """
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import JsonlWriter

if __name__ == "__main__":
    steps = [WarcReader("peer/", limit=LIMIT), Trafilatura(timeout=60), JsonlWriter("theirs/")]
    LocalPipelineExecutor(steps, logging_dir="logs/").run()
"""


def write_archives(data: Path, folder: Path, size: int) -> list[int]:
    """Write archives and the list of them; return the number of pages of each."""
    from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    paths = saved_pages(data, MANY)
    random.Random(0).shuffle(paths)
    pages, numbers = ((n, paths[n % len(paths)]) for n in count()), []
    while sum(path.stat().st_size for path in folder.glob("*.warc.gz")) < size:
        with (folder / f"{len(numbers):03}.warc.gz").open("wb") as file:
            writer, written = WARCWriter(file, gzip=True), 0
            while file.tell() < min(ARCHIVE, size):
                n, path = next(pages)
                http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
                body = BytesIO(read_page(path))
                url = f"http://{n % len(paths) % 97}.example.com/{n}"
                writer.write_record(
                    writer.create_warc_record(url, "response", payload=body, http_headers=http)
                )
                written += 1
        numbers.append(written)
    names = "".join(f"{n:03}.warc.gz\n" for n in range(len(numbers)))
    (folder / "warc.paths").write_text(names)
    subprocess.run(["gzip", "-k", "warc.paths"], cwd=folder, check=True)
    return numbers


def measured(folder: Path, command: Sequence[str]) -> tuple[float, float]:
    """Run a command; return the seconds of CPU and the megabytes of it and its processes."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (folder / "said").open("a") as said:
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{shlex.join(command)}: {(folder / 'said').read_text()[-1000:]}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def commands(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of the recipe with the paths of this run."""
    code = recipe("common_crawl.sh").replace("\\\n", " ").replace(URL, f"{folder}/")
    code = code.replace("--shard 1/1000", "")
    for line in code.splitlines():
        words = [
            word
            for given in shlex.split(line)
            for word in (sorted(glob(f"{folder}/{given}")) if "*" in given else [given])
        ]
        if words[:1] == ["content-extract"]:
            yield words[1], [sys.executable, "-m", "scrapy_content_extract", *words[1:]]
        elif words:
            subprocess.run(words, cwd=folder, check=True)


def lines_in(folder: Path, pattern: str) -> int:
    return sum(1 for path in folder.glob(pattern) for _ in read_lines(path))


def complaints_of(folder: Path, pages: int, distinct: int) -> dict[str, bool]:
    """Return what may be wrong with the files."""
    entries = [json.loads(line) for line in (folder / "parts" / ".manifest").read_text().splitlines()]
    texts = lines_in(folder, "parts/*.jsonl.zst")
    accounted = texts + sum(sum(entry["dropped"].values()) for entry in entries)
    unique = lines_in(folder, "unique.jsonl.zst")
    return {
        f"{pages - accounted:,} of {pages:,} pages are not accounted for": accounted != pages,
        f"{unique:,} texts of {distinct:,} pages were kept": not 0 < unique <= distinct,
        "more lines were written than read": lines_in(folder, "corpus/*.jsonl.gz") > unique,
    }


def of_peer(folder: Path) -> list[str]:
    """Let datatrove with trafilatura read two numbers of pages; return the row of what more of them cost."""
    (folder / "peer").mkdir()
    os.link(folder / "000.warc.gz", folder / "peer" / "000.warc.gz")
    seconds, megabytes = [], 0.0
    for some in (OTHERS // 10, OTHERS):
        (folder / "peer.py").write_text(PEER.replace("LIMIT", str(some)))
        used, megabytes = measured(folder, [sys.executable, "peer.py"])
        seconds.append(used)
        shutil.rmtree(folder / "logs")
    if not lines_in(folder, "theirs/*.jsonl.gz"):
        raise RuntimeError("datatrove wrote nothing")
    each = (seconds[1] - seconds[0]) / (OTHERS - OTHERS // 10) * 1e3
    return ["datatrove, trafilatura", f"{OTHERS:,}", f"{each:.3f}", f"{megabytes:.0f}"]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.common_crawl",
        "Run the recipe for Common Crawl.",
        "python -m lab.trials.common_crawl DATA",
    )
    add_data(parser, "saved pages")
    parser.add_argument("--megabytes", type=int, default=1000, metavar="N", help="of archives; default: 1000")
    given = parser.parse_args(argv)
    require_data(parser, given.data, "saved pages")
    data = Path(given.data)
    rows = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        numbers = write_archives(data, folder, given.megabytes * 1_000_000)
        pages, distinct = sum(numbers), len(saved_pages(data, MANY))
        for step, command in commands(folder):
            seconds, megabytes = measured(folder, command)
            rows.append([step, f"{pages:,}", f"{seconds / pages * 1e3:.3f}", f"{megabytes:.0f}"])
        complaints = complaints_of(folder, pages, distinct)
        if all(map(find_spec, NEEDED)):
            rows.append(of_peer(folder))
    print(table(["step", "pages", "CPU of a page, ms", "at most, MB"], rows))
    return conclude("common_crawl", complaints, f"{pages:,} pages in {len(numbers)} archives")


if __name__ == "__main__":
    sys.exit(main())
