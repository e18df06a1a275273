"""A killed process costs no page: ``python -m lab.trials.workers``.

The command and the recipes of docs/engines.rst read archives with several processes, and ``kill -9`` ends
one that has an archive open.  They must end, too.  If they end with an error, they run once more; then each
page must be there once.  The command needs no second run, unless the process that started the others is
killed.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from lab.options import parser_of
from lab.speed.engines import descendants
from scrapy_content_extract.corpus.storage import read_lines

from .archives import KILLER, KILLS, made, record_of_page
from .report import conclude

ROOT = Path(__file__).parents[2]
#: The archives of each run.
ARCHIVES = 6
#: The seconds after which a run hangs.
LONGEST = 120
COMMAND = [sys.executable, "-m", "scrapy_content_extract", "warc", "-o", "out", "-j", "2"]


#: As in docs/engines.rst, but without pages in Parquet, and with a master that repeats a task.
SPARK = """
from glob import glob

from pyspark.sql import SparkSession
from scrapy_content_extract.engines.spark import extract_archives

if __name__ == "__main__":
    spark = SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", False).getOrCreate()
    extract_archives(spark, glob("crawl/*.warc.gz")).write.json("spark/")
"""


class Way(NamedTuple):
    """A way to read archives with several processes."""

    #: its file in docs/recipes, or "" for the command
    recipe: str
    #: the module that it needs
    needs: str
    #: the files that it writes
    written: str
    #: the runs that it may need
    runs: int
    #: which process is killed: a worker, or the one that started it
    is_parent: bool = False
    #: its arguments; those with any read the lines of the command
    arguments: tuple[str, ...] = ()


WAYS = {
    "the command": Way("", "fastwarc", "out/*.jsonl.gz", 1),
    "the command, its parent": Way("", "fastwarc", "out/*.jsonl.gz", 2, is_parent=True),
    "multiprocessing": Way("with_multiprocessing.py", "json", "rows/*.jsonl", 2),
    "datatrove": Way("with_datatrove.py", "datatrove", "datatrove/*.jsonl.gz", 2),
    "filters of datatrove": Way(
        "quality.py", "spacy", "good/**/*.jsonl.gz", 2, arguments=("out/", "good/", "-j", "2")
    ),
    "Dask": Way("with_dask.py", "dask.bag", "dask/*.jsonl", 2),
    "Ray": Way("with_ray.py", "ray.data", "ray/*.json", 1),
    "Spark": Way("with_spark.py", "pyspark", "spark/*.json", 1),
}


def recipe(name: str) -> str:
    """Return the code of a recipe of the docs."""
    return (ROOT / "docs" / "recipes" / name).read_text("utf-8")


def is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False


def has_input_open(pid: int) -> bool:
    """Tell whether a process has an archive open, or a file of lines."""
    try:
        return any(os.readlink(file).endswith(".gz") for file in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return False


def killed(process: subprocess.Popen[str], delay: float, is_parent: bool) -> bool:
    """Kill a process a while after it has opened its input; tell whether there was one."""
    while process.poll() is None:
        busy = next(filter(has_input_open, descendants(process.pid)), None)
        if busy is None:
            time.sleep(0.01)
            continue
        time.sleep(delay)
        with suppress(ProcessLookupError):  # it has ended by itself
            os.kill(process.pid if is_parent else busy, signal.SIGKILL)
            return True
    return False


def run(command: Sequence[str], folder: Path, kill: Callable[[subprocess.Popen[str]], object]) -> int | None:
    """Run a command while another function may kill; return its exit status, or None if it hangs."""
    of_spark = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    env = {**os.environ, **of_spark, "PYTHONPATH": str(ROOT)}
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=env, stdout=log, stderr=log, text=True, start_new_session=True
        )
        kill(process)
        try:
            return process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if command[:3] != COMMAND[:3]:  # processes of the command must end by themselves
                with suppress(ProcessLookupError):  # datatrove leaves an idle one behind
                    os.killpg(process.pid, signal.SIGKILL)


def complaints_of(name: str, folder: Path, pages: int, delay: float) -> dict[str, bool]:
    """Let one process be killed; return what may be wrong then."""
    way = WAYS[name]
    (folder / "crawl").mkdir(parents=True)
    for n in range(ARCHIVES):
        made(folder / "crawl" / f"{n}.warc.gz", pages, 0, random.Random(n), first=n * pages)
    of_archives = [*COMMAND, *(str(path) for path in sorted((folder / "crawl").iterdir()))]
    if way.arguments:
        run([*of_archives, "--language"], folder, lambda process: None)
    if way.recipe:
        code = SPARK if name == "Spark" else recipe(way.recipe)
        (folder / "recipe.py").write_text(code, "utf-8")
        command = [sys.executable, "recipe.py", *way.arguments]
    else:
        command = of_archives
    kills: list[bool] = []
    statuses = [run(command, folder, lambda process: kills.append(killed(process, delay, way.is_parent)))]
    while statuses[-1] != 0 and len(statuses) < way.runs:
        statuses.append(run(command, folder, lambda process: None))
    times = Counter(pages_in(folder, way.written))
    return {
        f"{name}: nothing was killed": kills != [True],
        f"{name}: it hangs": None in statuses,
        f"{name}: the exit statuses are {statuses}": statuses[-1] != 0,
        f"{name}: {ARCHIVES * pages - len(times)} pages lost": len(times) < ARCHIVES * pages,
        f"{name}: {times.total() - len(times)} pages doubled": times.total() > len(times),
        f"{name}: unfinished files are left": any(folder.glob("out/*.part")),
    }


def pages_in(folder: Path, written: str) -> Iterator[str]:
    """Yield the URLs of the lines in some files."""
    for path in sorted(folder.glob(written)):
        for line in read_lines(path):
            row = json.loads(line)
            yield row["url"] if "url" in row else row["metadata"]["url"]


def complaints_of_killer(folder: Path, pages: int) -> dict[str, bool]:
    """Let a page of one archive kill each process that reads it; the others must be made."""
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    (folder / "mine.py").write_text(KILLER)
    names = [f"{n}.warc.gz" for n in range(5)]
    for name in names[:4]:
        made(folder / name, pages, 0, random.Random(0))
    (folder / names[4]).write_bytes(gzip.compress(record_of_page(WARCWriter, KILLS)[1]))
    done = subprocess.run(
        [*COMMAND, *reversed(names), "--extractor", "mine.Killer"], cwd=folder, capture_output=True, text=True
    )
    there = sorted(path.name for path in (folder / "out").glob("*.gz*"))
    return {
        f"a page that kills: the exit status is {done.returncode}": done.returncode != 1,
        f"a page that kills: there are {there}": there != [f"{n}.jsonl.gz" for n in range(4)],
        f"a page that kills: it says {done.stderr[-200:]}": "archives that failed: 4.warc.gz\n"
        not in done.stderr,
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.workers", "Kill processes that read archives.", "python -m lab.trials.workers"
    )
    parser.add_argument("--pages", type=int, default=300, metavar="N", help="pages of each archive")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="kills of each way")
    parser.add_argument("--only", choices=WAYS, help="one way")
    options = parser.parse_args(argv)
    names = [name for name in WAYS if options.only in (None, name)]
    ways = {name: is_there(WAYS[name].needs) for name in names}
    complaints: dict[str, bool] = {}
    rng = random.Random(0)
    for name in (name for name, is_tried in ways.items() if is_tried):
        for _ in range(options.times):
            with TemporaryDirectory() as folder:
                complaints |= complaints_of(name, Path(folder, "a"), options.pages, rng.uniform(0, 0.2))
    with TemporaryDirectory() as folder:
        complaints |= complaints_of_killer(Path(folder), options.pages)
    tried = ", ".join(name for name, is_tried in ways.items() if is_tried)
    left_out = ", ".join(name for name, is_tried in ways.items() if not is_tried)
    summary = f"{options.times} kills each of {tried}: every page once" + (
        f"; not installed: {left_out}" if left_out else ""
    )
    return conclude("workers", complaints, summary)


if __name__ == "__main__":
    sys.exit(main())
