"""Items in Parquet: typed columns, real crawls, and crawls that are killed."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from datetime import datetime, timezone
from decimal import Decimal

import pyarrow as pa
import pytest
from pyarrow import parquet

from scrapy_content_extract.corpus.columns import JSON
from scrapy_content_extract.corpus.storage import schema
from scrapy_content_extract.crawl.parquet import GROUP_ROWS, ParquetItemExporter
from scrapy_content_extract.engines.pages import Input, recipe_for
from scrapy_content_extract.fields import RESULTS, TYPES
from tests.crawl.test_items import MAIN_OF_NEWS, PAGES
from tests.helpers.running import ROOT, run_python
from tests.helpers.server import serving


def written(items, **options) -> pa.Table:
    file = io.BytesIO()
    exporter = ParquetItemExporter(file, **options)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return parquet.read_table(io.BytesIO(file.getvalue()))


# --- columns ---------------------------------------------------------------------------------

NESTED = {"a": {"b": [1, "c"]}}
NOON = datetime(2026, 11, 28, 12, tzinfo=timezone.utc)

#: the values of a field → the type of its column, and its values
FIELDS = {
    "texts": (["雨", None], pa.string(), ["雨", None]),
    "whole numbers": ([1, -(2**63)], pa.int64(), [1, -(2**63)]),
    "whole numbers and others": ([1, 2.5], pa.float64(), [1.0, 2.5]),
    "true and false": ([True, None], pa.bool_(), [True, None]),
    "bytes": ([b"\xff\0"], pa.binary(), [b"\xff\0"]),
    "lists of one type, one of them empty": ([["a"], []], pa.list_(pa.string()), [["a"], []]),
    "a set and a tuple": ([{1}, (2, 3)], pa.list_(pa.int64()), [[1], [2, 3]]),
    "a time, as JSON has it": ([NOON], pa.string(), ["2026-11-28T12:00:00+00:00"]),
    "an exact number stays exact": ([Decimal("1.10")], pa.string(), ["1.10"]),
    "dicts may have any keys, so they are JSON": ([NESTED, {}], pa.string(), [json.dumps(NESTED), "{}"]),
    "a number and a text are JSON": ([1, "1 €"], pa.string(), ["1", '"1 €"']),
    "true is not a number": ([True, 1], pa.string(), ["true", "1"]),
    "a number that 64 bits do not hold": ([2**63], pa.string(), [str(2**63)]),
    "half a character in JSON is an escape": ([["a\ud800"]], pa.string(), ['["a\\ud800"]']),
    "never a value": ([None], pa.string(), [None]),
}


@pytest.mark.parametrize(("values", "kind", "expected"), FIELDS.values(), ids=FIELDS)
def test_types_of_fields(values, kind, expected):
    table = written([{"field": value} for value in values])
    assert table.schema.field("field").type == kind
    assert table["field"].to_pylist() == expected
    assert table["other"].to_pylist() == [None] * len(values)


def test_nothing_is_lost_after_the_first_row_group():
    items = [{"n": n, "text": "a"} for n in range(GROUP_ROWS)]
    late = [{"n": "many", "text": "b\ud800", "new": [1]}, {"n": None, "other": "mine"}]
    table = written([*items, *late])
    assert table.num_rows == GROUP_ROWS + 2
    *_, one, another = table.to_pylist()
    assert (one["n"], one["text"]) == (None, "b?")
    assert json.loads(one["other"]) == {"n": "many", "text": "b\ud800", "new": [1]}
    assert json.loads(another["other"]) == {"other": "mine"}


def test_an_item_may_change_after_it_was_exported():
    item = {"tags": ["rain"]}

    def reused():
        yield item
        item["tags"].append("wind")
        yield item

    assert written(reused())["tags"].to_pylist() == [["rain"], ["rain", "wind"]]


def test_row_groups_bound_the_memory():
    file = io.BytesIO()
    exporter = ParquetItemExporter(file)
    for n in range(40):
        exporter.export_item({"text": str(n % 10) * 1_000_000})
    assert len(exporter._rows) < 20
    exporter.finish_exporting()
    assert parquet.ParquetFile(io.BytesIO(file.getvalue())).num_row_groups == 3  # of 16 MB


def test_types_can_be_declared_and_fields_chosen():
    options = {"types": {"price": float, "tags": [str]}, "fields_to_export": ["price", "tags", "none"]}
    table = written([{"price": 1, "left": "out"}, {"price": "2 €"}], **options)
    assert table.schema.names == ["price", "tags", "none", "other"]
    assert table.schema.field("tags").type == pa.list_(pa.string())
    assert table["price"].to_pylist() == [1.0, None]
    assert table["other"].to_pylist() == [None, '{"price": "2 €"}']


def test_a_wrong_type_is_refused():
    with pytest.raises(ValueError, match="'float' is not the type of a column; there are str"):
        ParquetItemExporter(io.BytesIO(), types={"price": "float"})


def test_a_value_of_the_spiders_own_in_a_field_of_the_plugin():
    """A struct would drop the keys that it does not have."""
    mine = [{"text": "a", "mine": 1}]
    table = written([{"blocks": mine}], results={"blocks": TYPES["blocks"]})
    assert json.loads(table["blocks"][0].as_py()) == mine


def test_every_result_has_its_type():
    """Of pages of all kinds, each value comes back unchanged."""
    recipe = recipe_for(set(RESULTS) - {"text_language"})
    paths = sorted((ROOT / "tests" / "pages").rglob("*.html"))[::5]
    results = [recipe.result_of(Input(str(path), path.read_bytes())) for path in paths]
    items = [
        {name: RESULTS[name](result) for name in RESULTS if name != "text_language"} for result in results
    ]
    types = {name: TYPES.get(name, str) for name in items[0]}
    table = written(items, types=types)
    assert table["other"].null_count == len(items)
    for name, kind in types.items():
        values = (
            [json.loads(value) for value in table[name].to_pylist()]
            if kind == JSON
            else table[name].to_pylist()
        )
        assert values == [filled(item[name], kind) for item in items], name


def filled(value, kind):
    """Return a value with all keys of its type, as Parquet has it."""
    if isinstance(value, dict) and isinstance(kind, dict):
        return {name: filled(value.get(name), inner) for name, inner in kind.items()}
    return [filled(one, kind[0]) for one in value] if isinstance(value, list) and kind != JSON else value


# --- crawls ----------------------------------------------------------------------------------

SETTINGS = """
SPIDER_MODULES = ["spiders"]
ADDONS = {"scrapy_content_extract.Addon": 500}
FEED_EXPORTERS = {"parquet": "scrapy_content_extract.crawl.parquet.ParquetItemExporter"}
"""
SPIDER = """
import scrapy

class News(scrapy.Spider):
    name = "news"
    custom_settings = {}

    def __init__(self, url, items=1, **kwargs):
        super().__init__(**kwargs)
        self.start_urls, self.items = [url], int(items)

    def parse(self, response):
        for n in range(self.items):
            yield {"url": response.url, "n": n, "tags": ["rain"]}
"""


@pytest.fixture
def project(tmp_path):
    """A project whose command line knows Parquet."""
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    (tmp_path / "settings.py").write_text(SETTINGS)
    (tmp_path / "spiders.py").write_text(SPIDER)
    return tmp_path


def paths_of(*others):
    return os.pathsep.join(map(str, (*others, ROOT)))


def crawl(folder, *arguments, first=(), items=1):
    with serving(PAGES) as site:
        given = ("-a", f"url={site}/news.html", "-a", f"items={items}", *arguments)
        return run_python("-m", "scrapy", "crawl", "news", *given, cwd=folder, PYTHONPATH=paths_of(*first))


def test_scrapy_crawl_writes_parquet(project):
    done = crawl(project, "-O", "items.parquet", items=3)
    assert done.returncode == 0, done.stderr
    table = parquet.read_table(project / "items.parquet")
    assert table.schema.names == ["url", "n", "tags", "text", "blocks", "link_density", "other"]
    types = {field.name: field.type for field in table.schema}
    assert (types["n"], types["tags"], types["text"]) == (pa.int64(), pa.list_(pa.string()), pa.string())
    assert pa.types.is_struct(types["blocks"].value_type)
    assert types["link_density"].field("main_chars").type == pa.int64()
    rows = table.to_pylist()
    assert [row["n"] for row in rows] == [0, 1, 2]
    assert {row["text"] for row in rows} == {MAIN_OF_NEWS}
    assert rows[0]["link_density"]["status"] == "ok"
    assert "".join(block["text"] for block in rows[0]["blocks"] if block["main"])
    again = crawl(project, "-O", "items.parquet")
    assert (again.returncode, parquet.read_table(project / "items.parquet").num_rows) == (0, 1)


def test_a_feed_of_fields_with_names_of_ones_own_and_of_no_items(project):
    feeds = {
        "a.parquet": {"format": "parquet", "overwrite": True},
        "b.parquet.gz": {
            "format": "parquet",
            "postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"],
        },
    }
    more = f"FEEDS = {feeds!r}\nCONTENT_EXTRACT_FIELDS = {{'text': 'body', 'metadata': 'page', 'blocks': None}}\n"
    (project / "settings.py").write_text(SETTINGS + more)
    assert crawl(project).returncode == 0
    (row,) = parquet.read_table(project / "a.parquet").to_pylist()
    assert (row["body"], row["page"]["tags"]) == (MAIN_OF_NEWS, [])
    with gzip.open(project / "b.parquet.gz") as file:
        assert parquet.read_table(io.BytesIO(file.read())).to_pylist() == [row]
    (project / "b.parquet.gz").unlink()
    assert crawl(project, items=0).returncode == 0
    table = parquet.read_table(project / "a.parquet")
    assert table.num_rows == 0
    types = {field.name: field.type for field in table.schema}
    assert types["body"] == pa.string()
    assert pa.types.is_struct(types["link_density"])


def test_corpus_lines_in_parquet(project):
    feeds = {
        "lines.parquet": {"format": "parquet-corpus", "item_export_kwargs": {"source": "weather"}},
        "lines.jsonl": {"format": "jsonl-corpus"},
    }
    (project / "settings.py").write_text(f"{SETTINGS}FEEDS = {feeds!r}\n")
    done = crawl(project)
    assert done.returncode == 0, done.stderr
    table = parquet.read_table(project / "lines.parquet")
    assert table.schema == schema()
    row = table.to_pylist()[0]
    (line,) = map(json.loads, (project / "lines.jsonl").read_text("utf-8").splitlines())
    other = json.loads(row["metadata"].pop("other"))
    assert other == {"n": 0, "tags": ["rain"]}
    assert {**row["metadata"], **other} == line["metadata"]
    assert (row["id"], row["text"], row["source"]) == (line["id"], MAIN_OF_NEWS, "weather")


#: arguments, settings, whether pyarrow is missing → the message; no item may be lost silently
REFUSED = {
    "Parquet cannot be appended to": (["-o", "there.parquet"], "", False, "Use -O instead of -o"),
    "nor by a feed": ([], "FEEDS = {'there.parquet': {'format': 'parquet'}}", False, "overwrite in FEEDS"),
    "pyarrow is missing": (["-O", "new.parquet"], "", True, "parquet needs an extra: pip install"),
    "a format that is not there": (["-O", "new.parkett"], "", False, "'parquet'"),
}


@pytest.mark.parametrize(("arguments", "settings", "is_missing", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_written_is_refused_at_the_start(project, arguments, settings, is_missing, said):
    (project / "there.parquet").write_bytes(b"of the last crawl")
    (project / "settings.py").write_text(SETTINGS + settings)
    (project / "without").mkdir()
    (project / "without" / "pyarrow.py").write_text("raise ImportError('No module named pyarrow')")
    done = crawl(project, *arguments, first=[project / "without"] * is_missing)
    assert done.returncode != 0
    assert said in done.stderr
    assert "Crawled (200)" not in done.stderr
    assert (project / "there.parquet").read_bytes() == b"of the last crawl"
    assert not (project / "new.parquet").exists()


def test_other_feeds_need_no_pyarrow(project):
    (project / "without").mkdir()
    (project / "without" / "pyarrow.py").write_text("raise ImportError('No module named pyarrow')")
    done = crawl(project, "-O", "items.jsonl", first=[project / "without"])
    assert done.returncode == 0, done.stderr
    assert json.loads((project / "items.jsonl").read_text("utf-8"))["text"] == MAIN_OF_NEWS


def test_a_killed_crawl_leaves_no_file_that_a_reader_takes_for_whole(project):
    spider = SPIDER.replace("range(self.items)", "range(10**9)")
    (project / "spiders.py").write_text(spider)
    path = project / "items.parquet"
    with serving(PAGES) as site:
        command = [
            sys.executable,
            "-m",
            "scrapy",
            "crawl",
            "news",
            "-a",
            f"url={site}/news.html",
            "-O",
            path.name,
        ]
        env = {**os.environ, "PYTHONPATH": paths_of()}
        with (project / "log").open("w") as log:
            process = subprocess.Popen(
                [*command, "-s", "LOG_LEVEL=WARNING"], cwd=project, env=env, stderr=log
            )
            while process.poll() is None and not (path.exists() and path.stat().st_size > 100):
                time.sleep(0.05)  # until there is a row group
            process.send_signal(signal.SIGKILL)
            process.wait()
    assert process.returncode == -signal.SIGKILL, (project / "log").read_text()
    with pytest.raises(pa.ArrowInvalid):
        parquet.read_table(path)
