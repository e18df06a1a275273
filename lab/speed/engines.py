"""What pages and the start cost in each engine, archives to files: ``python -m lab.speed.engines DATA``.

Each engine runs in processes of its own, once over few archives and once over more: the difference is what
pages take, the rest is the start.  See ``docs/measured/engines.rst``.
"""

from __future__ import annotations

import ctypes
import gzip
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import NamedTuple

from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.reports import say, table

ROOT = Path(__file__).parents[2]
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
    "Ray": (
        "ray",
        "import ray.data\n"
        "ray.init(num_cpus=2, include_dashboard=False)\n"
        "archives = ray.data.from_items([{'path': path} for path in paths])\n"
        "archives.flat_map(lambda row: Rows().of_archive(row['path'])).write_json(out)",
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
    from lab.quality import peers
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


class Use(NamedTuple):
    """What some work has taken."""

    #: of CPU, of all processes
    seconds: float
    #: the most of one process of Python
    megabytes: float


def use_of(work: str, archives: Archives) -> Use:
    """Return what some work and all processes that it starts take, seen every 20 ms.

    Raises CalledProcessError if it fails.
    """
    with TemporaryDirectory() as folder:
        script, errors = Path(folder, "work.py"), Path(folder, "errors")
        script.write_text(SCRIPT.replace("{work}", indent(work, "    ")), "utf-8")
        command = [sys.executable, str(script), str(Path(folder, "out")), *map(str, archives.paths)]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYSPARK_PYTHON": sys.executable}
        with errors.open("w") as stderr:
            process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=stderr)
        uses: dict[int, Use] = {}
        while process.poll() is None or has_children():
            # getrusage() lacks the workers of a parent that ignores SIGCHLD, as that of PySpark does
            uses.update((pid, use) for pid in descendants(os.getpid()) if (use := use_of_process(pid)))
            time.sleep(0.02)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command, stderr=errors.read_bytes())
    return Use(sum(use.seconds for use in uses.values()), max(use.megabytes for use in uses.values()))


def has_children() -> bool:
    """Tell whether this process has children, after taking leave of one that has ended."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and the ones that they have."""
    try:
        children = "".join(path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    except OSError:  # it has ended
        return
    for child in map(int, children.split()):
        yield child
        yield from descendants(child)


def use_of_process(pid: int) -> Use | None:
    """Return what a process has taken so far; None if it has ended.  Memory is that of Python only."""
    try:
        times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        status = Path(f"/proc/{pid}/status").read_text()
        is_python = os.path.samefile(f"/proc/{pid}/exe", sys.executable)
    except OSError:
        return None
    kilobytes = int(status.partition("VmHWM:")[2].split()[0]) if is_python and "VmHWM" in status else 0
    return Use(sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), kilobytes / 1024)


class Cost(NamedTuple):
    """What an engine takes."""

    #: seconds of CPU before the first page and after the last
    start: float
    #: seconds of CPU
    page: float
    megabytes: float


def cost_of(work: str, few: Archives, many: Archives, rounds: int) -> Cost:
    """Return what an engine takes; of CPU the least of some rounds, since others can only add to it."""
    uses = [[use_of(work, archives) for _ in range(rounds)] for archives in (few, many)]
    least = [min(use.seconds for use in some) for some in uses]
    page = (least[1] - least[0]) / (many.pages - few.pages)
    return Cost(least[0] - few.pages * page, page, max(use.megabytes for use in uses[1]))


def installed(library: str) -> bool:
    return not library or find_spec(library) is not None


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.engines",
        "Measure engines from archives to files.",
        "python -m lab.speed.engines DATA/wcxb",
    )
    add_data(parser, "saved pages")
    parser.add_argument(
        "--pages",
        type=int,
        default=400,
        metavar="N",
        help="repeated if fewer are there; default: 400",
    )
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument(
        "--engines", nargs="+", choices=WORK, default=list(WORK), help="default: all that are installed"
    )
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    saved = [read_page(file) for file in saved_pages(Path(options.data), options.pages)]
    bodies = list(islice(cycle(saved), options.pages))
    adopt_orphans()
    costs = {}
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
                costs[name] = cost_of(work, few, many, options.rounds)
                say(f"{name}: {1000 * costs[name].page:.1f} ms a page")
            except subprocess.CalledProcessError as error:
                say(f"{name} failed: {error.stderr.decode(errors='replace')[-500:]}")
    parse = costs[PARSING].page - costs[READING].page
    size = sum(map(len, bodies)) / len(bodies)
    say(f"lxml's parse: {1000 * parse:.1f} ms a page; a page has {size:,.0f} bytes")
    rows = [
        [name, f"{cost.start:.1f}", f"{cost.page / parse:.1f}", f"{cost.megabytes:.0f}"]
        for name, cost in costs.items()
    ]
    print(table(["engine", "start, s of CPU", "a page", "MB of a process"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
