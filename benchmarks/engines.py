"""CPU time of a page in each engine, from archives to files: ``python -m benchmarks.engines DATA``.

Each engine runs in processes of its own, once over few archives and once over more: the difference is what
pages take, without the start.  See ``docs/measured/engines.rst``.
"""

from __future__ import annotations

import ctypes
import gzip
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import NamedTuple

from evaluation.command import add_data, parser_of, require_data

from .pages import read_page, saved_pages
from .reports import say, table

ROOT = Path(__file__).parent.parent
#: What everything is compared with: the second less the first.
READING, PARSING = "reading", "reading and lxml's parse"

#: engine → the library that it needs, and its work; ``paths`` are archives, ``out`` is a folder to come
WORK: dict[str, tuple[str, str]] = {
    READING: ("", "for path in paths:\n    for page in Archive(path): pass"),
    PARSING: (
        "",
        "for path in paths:\n    for page in Archive(path): document_fromstring(page.body or b'<p>')",
    ),
    "extract()": ("", "for path in paths:\n    for page in Archive(path): extract(page.body).text"),
    "content-extract warc": ("", "assert main(['warc', *paths, '-o', out]) == 0"),
    "content-extract warc -j 2": ("", "assert main(['warc', *paths, '-o', out, '-j', '2']) == 0"),
    "multiprocessing": ("", "os.mkdir(out)\nwith Pool(2) as pool: pool.map(write, paths, chunksize=1)"),
    "Dask": (
        "dask",
        "import dask.bag\n"
        "rows = dask.bag.from_sequence(paths, partition_size=1).map(Rows().of_archive).flatten()\n"
        "rows.map(json.dumps).to_textfiles(out + '/*.jsonl')",
    ),
    "datasets": (
        "datasets",
        "from datasets import Dataset, Features, Value\n"
        "names = {str: 'string', float: 'float64', int: 'int64', bool: 'bool'}\n"
        "types = {name: Value(names[column.type]) for name, column in COLUMNS.items()}\n"
        "made = Dataset.from_generator(rows_of, features=Features(types), gen_kwargs={'paths': paths}, "
        "cache_dir=out, num_proc=2 if len(paths) > 1 else None)\n"
        "made.to_json(out + '.jsonl', force_ascii=False)",
    ),
    "datatrove": (
        "datatrove",
        "from datatrove.executor import LocalPipelineExecutor\n"
        "from datatrove.pipeline.writers import JsonlWriter\n"
        "from scrapy_content_extract.engines.datatrove import ArchiveReader, ContentExtract\n"
        "steps = [ArchiveReader(os.path.dirname(paths[0])), ContentExtract(), JsonlWriter(out)]\n"
        "LocalPipelineExecutor(steps, tasks=2, logging_dir=out + '-log').run()",
    ),
    "Spark": (
        "pyspark",
        "from pyspark.sql import SparkSession\n"
        "from scrapy_content_extract.engines.spark import extract_archives\n"
        "spark = SparkSession.builder.master('local[2]').config('spark.ui.enabled', False).getOrCreate()\n"
        "extract_archives(spark, paths).write.parquet(out)",
    ),
    "resiliparse": ("resiliparse", "extract_all(paths, 'resiliparse')"),
    "trafilatura, fast": ("trafilatura", "extract_all(paths, 'trafilatura', fast=True)"),
    "trafilatura": ("trafilatura", "extract_all(paths, 'trafilatura')"),
}

SCRIPT = """
import json, os, sys
from multiprocessing import Pool
from lxml.html import document_fromstring
from scrapy_content_extract import extract
from scrapy_content_extract.commands import main
from scrapy_content_extract.engines import COLUMNS, Rows
from scrapy_content_extract.warc import Archive

def write(path):
    name = os.path.join(sys.argv[1], os.path.basename(path) + ".jsonl")
    with open(name, "w", encoding="utf-8") as file:
        for row in Rows().of_archive(path):
            print(json.dumps(row, ensure_ascii=False), file=file)

def rows_of(paths):
    for path in paths:
        yield from Rows().of_archive(path)

def extract_all(paths, name, **options):
    from benchmarks import peers
    run = getattr(peers, name)(**options)
    for path in paths:
        for page in Archive(path): run(page.body, page.url)

if __name__ == "__main__":
    out, *paths = sys.argv[1:]
{work}
"""


class Archives(NamedTuple):
    """A folder with archives."""

    paths: list[Path]
    pages: int


def make_archives(folder: Path, bodies: Sequence[bytes], each: int) -> Archives:
    """Write pages into archives of ``each`` pages."""
    folder.mkdir()
    paths = []
    for start in range(0, len(bodies), each):
        path = folder / f"{start:06}.warc.gz"
        with path.open("wb") as file:
            for n, body in enumerate(bodies[start : start + each], start):
                file.write(gzip.compress(record(n, body)))
        paths.append(path)
    return Archives(paths, len(bodies))


def record(n: int, body: bytes) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{n}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://site.example/{n}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def adopt_orphans() -> None:
    """Become the parent of processes whose parent has ended, so that their time is counted, too."""
    ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER, of Linux


def seconds_of(work: str, archives: Archives) -> float:
    """Return the CPU time of some work and of all processes that it starts.

    Raises CalledProcessError if it fails.
    """
    with TemporaryDirectory() as folder:
        script = Path(folder, "work.py")
        script.write_text(SCRIPT.replace("{work}", indent(work, "    ")), "utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, str(script), str(Path(folder, "out")), *map(str, archives.paths)]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYSPARK_PYTHON": sys.executable}
        subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
        while True:
            try:
                os.wait()
            except ChildProcessError:  # noqa: PERF203 - none is left
                break
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_a_page(work: str, few: Archives, many: Archives, rounds: int) -> float:
    """Return the CPU time of a page; the least of some rounds, since others can only add to it."""
    least = [min(seconds_of(work, archives) for _ in range(rounds)) for archives in (few, many)]
    return (least[1] - least[0]) / (many.pages - few.pages)


def installed(library: str) -> bool:
    return not library or find_spec(library) is not None


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "benchmarks.engines",
        "Time engines from archives to files.",
        "python -m benchmarks.engines DATA/wcxb",
    )
    add_data(parser, "saved pages")
    parser.add_argument("--pages", type=int, default=400, metavar="N", help="default: 400")
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument(
        "--engines", nargs="+", choices=WORK, default=list(WORK), help="default: all that are installed"
    )
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    bodies = [read_page(file) for file in saved_pages(Path(options.data), options.pages)]
    adopt_orphans()
    times = {}
    with TemporaryDirectory() as folder:
        each = max(len(bodies) // 8, 1)
        few = make_archives(Path(folder, "few"), bodies[: 2 * each], each)
        many = make_archives(Path(folder, "many"), bodies, each)
        for name in dict.fromkeys([READING, PARSING, *options.engines]):
            library, work = WORK[name]
            if not installed(library):
                say(f"{name}: {library} is not installed")
                continue
            try:
                times[name] = seconds_a_page(work, few, many, options.rounds)
                say(f"{name}: {1000 * times[name]:.1f} ms a page")
            except subprocess.CalledProcessError as error:
                say(f"{name} failed: {error.stderr.decode(errors='replace')[-500:]}")
    parse = times[PARSING] - times[READING]
    size = sum(map(len, bodies)) / len(bodies)
    say(f"lxml's parse: {1000 * parse:.1f} ms a page; a page has {size:,.0f} bytes")
    print(table(["engine", "CPU"], [[name, f"{seconds / parse:.1f}"] for name, seconds in times.items()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
