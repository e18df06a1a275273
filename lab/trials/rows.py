"""The same columns from every engine: ``python -m lab.trials.rows [DATA]``.

The archives go through the command, through each engine that is installed, and through a crawl that replays
them.  All must have the same values in all COLUMNS; a crawl knows neither archive nor time of its pages.
Command and crawl learn no sites, because an engine sees one page alone.
Without DATA, it takes the pages in ``tests/pages``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from lab.data.archives import make_archives
from lab.data.pages import read_page, saved_pages
from lab.options import add_data, add_shared, parser_of
from scrapy_content_extract.corpus.storage import read_lines
from scrapy_content_extract.engines import COLUMNS

from .report import conclude

ROOT = Path(__file__).parents[2]
ADDED = "2026-11-28T00:00:00Z"
#: The archives, in a folder whose name is that of a crawl.
ARCHIVES, CRAWL = 5, "CC-MAIN-2026-43"
#: The columns that a crawl cannot know.
OF_ARCHIVES = ("created", "dump", "file_path")
Row = dict[str, Any]


class Engine(NamedTuple):
    """An engine, in a process of its own."""

    #: the module that it needs
    needs: str
    #: the files that it writes
    written: str
    code: str
    #: whether it leaves out pages without text
    only_texts: bool = False
    #: the columns that it cannot know
    unknown: tuple[str, ...] = ()


#: The beginning of all programs.
HEAD = f"""
import json
import sys
from pathlib import Path
from scrapy_content_extract.engines import Rows

paths = sys.argv[1:]
added = {ADDED!r}
rows = Rows(language=True, source="web", added=added)

def write(path):
    with open(f"{{Path(path).name}}.jsonl", "w", encoding="utf-8", errors="surrogatepass") as file:
        for row in rows.of_archive(path):
            print(json.dumps(row), file=file)

if __name__ == "__main__":
"""
COMMAND = """
    import scrapy_content_extract.commands as commands
    options = ["--language", "--source", "web", "--added", added, "--no-sites"]
    sys.exit(commands.main(["warc", *paths, "-o", ".", *options, "--format", "FORMAT", "-j", "2"]))
"""
ENGINES = {
    "multiprocessing": Engine("json", "*.jsonl", """
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(write, paths))
"""),
    "warc, JSON lines": Engine("json", "*.jsonl.gz", COMMAND.replace("FORMAT", "jsonl.gz"), only_texts=True),
    "warc, Parquet": Engine("pyarrow", "*.parquet", COMMAND.replace("FORMAT", "parquet"), only_texts=True),
    "Dask": Engine("dask.bag", "*.jsonl", """
    import dask.bag
    archives = dask.bag.from_sequence(paths, partition_size=1)
    archives.map(rows.of_archive).flatten().map(json.dumps).to_textfiles("*.jsonl")
"""),
    "Ray": Engine("ray.data", "ray/*.json", """
    import ray.data
    archives = ray.data.from_items([{"path": path} for path in paths])
    archives.flat_map(lambda row: rows.of_archive(row["path"])).write_json("ray/")
"""),
    "Spark": Engine("pyspark", "spark/*.parquet", """
    from pyspark.sql import SparkSession
    from scrapy_content_extract.engines.spark import extract_archives
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False).getOrCreate()
    extract_archives(spark, paths, rows).write.parquet("spark/")
"""),
    "datatrove": Engine("datatrove", "datatrove/*.jsonl.gz", """
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.writers import JsonlWriter
    from scrapy_content_extract.engines.datatrove import ArchiveReader, ContentExtract
    folder = str(Path(paths[0]).parent)
    steps = [
        ArchiveReader(folder, default_metadata={"source": "web"}),
        ContentExtract(language=True, added=added),
        JsonlWriter("datatrove/"),
    ]
    LocalPipelineExecutor(steps, tasks=2, logging_dir="logs/").run()
""", only_texts=True),
    "a crawl": Engine("json", "crawl.jsonl", """
    from scrapy import Spider
    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy_content_extract.warc import Archive

    class Again(Spider):
        name = "again"
        start_urls = [page.url for path in paths for page in Archive(path)]

        def parse(self, response):
            yield {"url": response.url, "http_status": response.status, "added": added}

    options = {"format": "jsonl-corpus", "item_export_kwargs": {"source": "web", "language": True}}
    settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_REPLAY": paths,
        "CONTENT_EXTRACT_SITE_MEMORY": False,
        "CONTENT_EXTRACT_FIELDS": {"title": "title", "metadata": "metadata"},
        "FEEDS": {"crawl.jsonl": options},
        "METAREFRESH_ENABLED": False,
    }
    process = AsyncCrawlerProcess(settings)
    process.crawl(Again)
    process.start()
""", only_texts=True, unknown=OF_ARCHIVES),
}  # fmt: skip


def rows_of(name: str, paths: Sequence[Path]) -> dict[str, Row]:
    """Return the rows that an engine makes of archives, by id.

    Raises ValueError with what it says if it fails, or if two rows have one id.
    """
    engine = ENGINES[name]
    with TemporaryDirectory() as folder:
        Path(folder, "rows.py").write_text(HEAD + engine.code)
        env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
        }
        command = [sys.executable, "rows.py", *map(str, paths)]
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
        files = sorted(Path(folder).glob(engine.written))
        made = [flat(json.loads(line)) for path in files for line in read_lines(path)]
    rows = {row["id"]: row for row in made}
    if done.returncode or len(rows) != len(made):
        raise ValueError(f"{len(made)} rows, {len(rows)} ids: {done.stderr[-2000:]}")
    return rows


def is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False


def flat(line: Row) -> Row:
    """Return the columns of a line, which may be in its metadata."""
    values = {**line, **line.get("metadata", {})}
    return {name: values[name] for name in COLUMNS}


def differences(rows: dict[str, Row], others: dict[str, Row], engine: Engine) -> list[str]:
    """Return how the rows of an engine differ from the rows of the first one."""
    expected = {id: row for id, row in rows.items() if row["text"] or not engine.only_texts}
    if others.keys() != expected.keys():
        return [f"{len(others.keys() ^ expected.keys())} rows of {len(expected)} are missing, or too many"]
    differing = Counter(
        name
        for id, other in others.items()
        for name in COLUMNS
        if other[name] != (None if name in engine.unknown else expected[id][name])
    )
    return [f"{name} differs in {count} rows" for name, count in differing.items()]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.rows", "Compare the rows of all engines.", "python -m lab.trials.rows --pages 50"
    )
    add_data(parser, "saved pages; or else tests/pages")
    add_shared(parser, pages=200, seed=0)
    options = parser.parse_args(argv)
    files = saved_pages(Path(options.data or ROOT / "tests" / "pages"), options.pages, options.seed)
    bodies = [read_page(file) for file in files]
    complaints: dict[str, bool] = {}
    first: dict[str, Row] = {}
    with TemporaryDirectory() as folder:
        archives = make_archives(Path(folder, CRAWL), bodies, -(-len(bodies) // ARCHIVES))
        tried = [name for name, engine in ENGINES.items() if is_there(engine.needs)]
        for name in tried:
            try:
                rows = rows_of(name, archives)
            except ValueError as error:
                complaints[f"{name}: {error}"] = True
                continue
            first = first or rows
            complaints |= {f"{name}: {what}": True for what in differences(first, rows, ENGINES[name])}
    left_out = ", ".join(name for name in ENGINES if name not in tried)
    texts = sum(bool(row["text"]) for row in first.values())
    summary = f"{len(first):,} pages, {texts:,} with text, {len(COLUMNS)} columns: {', '.join(tried)}" + (
        f"; not installed: {left_out}" if left_out else ""
    )
    return conclude("rows", complaints | {"no pages": not first}, summary)


if __name__ == "__main__":
    sys.exit(main())
