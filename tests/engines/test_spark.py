"""Texts in a real Spark: from frames of pages and from archives, Parquet in and out."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="the extra spark is not installed")
import pyarrow as pa
from pyarrow import parquet
from pyspark.sql import SparkSession

from scrapy_content_extract import extract
from scrapy_content_extract.engines import COLUMNS, Rows
from scrapy_content_extract.engines.spark import extract_archives, extract_pages
from tests.corpus.test_lines import CHINESE, PAGE, RAIN, UIGHUR
from tests.helpers.running import COMMON_CRAWL, ROOT, recipe, run_python
from tests.warc.test_archives import record

#: The environment of a Spark on this machine.
LOCAL = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}

pytestmark = pytest.mark.skipif(
    not (shutil.which("java") or os.environ.get("JAVA_HOME")),
    reason="Spark needs Java, which is not installed",
)


@pytest.fixture(scope="module")
def spark():
    """A Spark of two processes, in which a task may fail three times, as in a cluster."""
    os.environ.update(LOCAL)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    builder = SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", False)
    session = (
        builder.config("spark.driver.memory", "1g")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 2)
        .getOrCreate()
    )
    yield session
    session.stop()


def page(text: str, title: str = "The river") -> bytes:
    return PAGE.format(title=title, text=text).encode()


#: url → body, Content-Type, status; some are poison
PAGES = {
    "english": (page(RAIN), "text/html", "ok"),
    "chinese": (PAGE.format(title="雨", text=CHINESE).encode("gb18030"), "text/html; charset=gbk", "ok"),
    "uighur": (page(UIGHUR), None, "ok"),
    "nothing": (None, "text/html", "no_response"),
    "no bytes": (b"", "text/html", "empty"),
    "a PDF": (b"%PDF-1.7 \0\1\2" + bytes(range(256)), "text/html", "not_html"),
    "deeper than the parser goes": (b"<div>" * 50_000 + b"It rains.", "text/html", "empty"),
    "halves of a character": (b"<p>It &#xD800;rains&#xDFFF; \xed\xa0\x80 here.", "text/html", "ok"),
    "NUL in the text": (b"<!doctype html><p>It\0 rains.", "text/html", "ok"),
}


@pytest.fixture(scope="module")
def found(spark, tmp_path_factory):
    """Pages in a Parquet file → rows out of a Parquet file, by their URL."""
    folder = tmp_path_factory.mktemp("spark")
    given = [(n, url, body, kind) for n, (url, (body, kind, _)) in enumerate(PAGES.items())]
    frame = spark.createDataFrame(given, "number long, url string, body binary, content_type string")
    frame.repartition(3).write.parquet(str(folder / "pages"))
    pages = spark.read.parquet(str(folder / "pages"))
    extract_pages(pages, Rows(language=True)).write.parquet(str(folder / "texts"))
    rows = spark.read.parquet(str(folder / "texts"))
    assert rows.columns == ["number", "content_type", *COLUMNS]
    return [row.asDict() for row in rows.collect()]


def test_every_page_has_one_row_with_its_status(found):
    assert sorted(row["url"] for row in found) == sorted(PAGES)
    assert {row["url"]: row["status"] for row in found} == {url: kind for url, (_, _, kind) in PAGES.items()}
    # other columns stay with their page
    assert all(list(PAGES)[row["number"]] == row["url"] for row in found)


def test_texts_are_those_of_extract(found):
    for row in found:
        body, content_type, _ = PAGES[row["url"]]
        text = extract(body, content_type=content_type).text if body else ""
        assert row["text"] == text, row["url"]


def test_what_is_known_of_a_page(found):
    rows = {row["url"]: row for row in found}
    known = ("title", "language", "encoding")
    assert [rows["chinese"][name] for name in known] == ["雨", "zh", "gb18030"]
    assert [rows["uighur"][name] for name in known] == ["The river", "ug", "utf-8"]
    assert rows["nothing"]["confidence"] is None
    assert {name for name, row in rows.items() if row["reason"]} == {
        "nothing", "no bytes", "a PDF", "deeper than the parser goes",
    }  # fmt: skip


def test_a_killed_worker_costs_no_page(spark, tmp_path):
    pages = [(str(n), page("This one is deadly." if n == 11 else RAIN)) for n in range(24)]
    frame = spark.createDataFrame(pages, "url string, body binary").repartition(4)
    note = tmp_path / "died"
    rows = extract_pages(frame, Rows("tests.helpers.dying.DiesOnce", {"note": str(note)})).collect()
    assert note.exists(), "no worker was killed"
    assert Counter(row.url for row in rows) == Counter(url for url, _ in pages)
    assert all(row.status == "ok" for row in rows)


def test_archives_have_a_row_for_each_page_and_each_broken_record(spark, tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(b"".join(gzip.compress(record(n)) for n in range(5)))
    (tmp_path / "b.warc.gz").write_bytes(gzip.compress(record(5)) + gzip.compress(record(6))[:-40])
    paths = [str(tmp_path / name) for name in ("a.warc.gz", "b.warc.gz", "none.warc.gz")]
    frame = extract_archives(spark, paths)
    assert frame.columns == list(COLUMNS)
    assert frame.rdd.getNumPartitions() == 3
    rows = frame.collect()
    urls = sorted(row.url for row in rows if row.status == "ok")
    assert urls == [f"http://example.com/{n}" for n in range(6)]
    errors = {Path(row.file_path).name: row.reason for row in rows if row.status == "error"}
    assert set(errors) == {"b.warc.gz", "none.warc.gz"}
    assert len(rows) == 8
    assert "No such file" in errors["none.warc.gz"]


def test_the_code_of_the_docs(spark, tmp_path):
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "0.warc.gz").write_bytes(gzip.compress(record(0)) + gzip.compress(record(1)))
    write_pages(tmp_path / "pages", {"a": RAIN, "b": UIGHUR})
    exec(re.sub(r'"(?=[a-z-]+/)', f'"{tmp_path}/', recipe("with_spark.py")), {})
    rows = {name: spark.read.parquet(str(tmp_path / name)).collect() for name in ("texts", "more-texts")}
    assert sorted(row.url for row in rows["texts"]) == ["http://example.com/0", "http://example.com/1"]
    more = {row.url: row.text.removeprefix("The river\n") for row in rows["more-texts"]}
    assert more == {"a": RAIN, "b": UIGHUR}


def write_pages(folder, texts):
    """Write pages with these texts by URL as a Parquet file."""
    folder.mkdir()
    pages = [{"body": page(text), "url": url, "content_type": None} for url, text in texts.items()]
    types = pa.schema([("body", pa.binary()), ("url", pa.string()), ("content_type", pa.string())])
    parquet.write_table(pa.Table.from_pylist(pages, types), folder / "0.parquet")


def test_known_columns_stay(spark):
    pages = [("mine", "news", "2026-01-01", 404, page(RAIN)), (None, None, None, None, page(RAIN))]
    columns = "id string, source string, created string, http_status long, body binary"
    mine, other = extract_pages(spark.createDataFrame(pages, columns).coalesce(1)).collect()
    assert (mine.id, mine.source, mine.created, mine.http_status) == ("mine", "news", "2026-01-01", 404)
    assert (other.id, other.source) == (Rows().of_page(page(RAIN))["id"], None)


#: columns of a frame → why it is refused
REFUSED = {
    "no pages": ("url string", "must be in one named body"),
    "a known column of another type": ("body binary, created date", "created is date; it must be string"),
    "a column would be there twice": ("body binary, title string", "withColumnRenamed"),
}


@pytest.mark.parametrize(("columns", "reason"), REFUSED.values(), ids=REFUSED)
def test_impossible_frames_are_refused(spark, columns, reason):
    with pytest.raises(ValueError, match=reason):
        extract_pages(spark.createDataFrame([], columns))


def test_a_list_of_archives_as_the_docs_have_it(tmp_path):
    for n in range(2):
        (tmp_path / f"{n}.warc.gz").write_bytes(gzip.compress(record(n, page(f"{RAIN} It is day {n}."))))
    (tmp_path / "warc.paths.gz").write_bytes(gzip.compress(b"0.warc.gz\n1.warc.gz\n"))
    (tmp_path / "recipe.py").write_text(
        recipe("archives_with_spark.py").replace(COMMON_CRAWL, f"{tmp_path}/")
    )
    done = run_python("recipe.py", cwd=tmp_path, **LOCAL)
    assert done.returncode == 0, done.stderr[-2000:]
    urls = [row["url"] for row in parquet.read_table(tmp_path / "texts").to_pylist()]
    assert sorted(urls) == ["http://example.com/0", "http://example.com/1"]


def test_a_job_of_cc_pyspark(tmp_path):
    """The table has the rows of Rows, and one for an archive that is not there."""
    pytest.importorskip("cc_pyspark", reason="cc-pyspark is not installed")
    for n in range(2):
        (tmp_path / f"{n}.warc.gz").write_bytes(gzip.compress(record(n, page(f"{RAIN} It is day {n}."))))
    names = [f"{n}.warc.gz" for n in range(3)]
    (tmp_path / "warc.paths.gz").write_bytes(gzip.compress("\n".join(names).encode()))
    (tmp_path / "cc_job.py").write_text(recipe("cc_job.py"), "utf-8")
    command = ["cc_job.py", "warc.paths.gz", "texts", "--input_base_url", f"file://{tmp_path}/"]
    done = run_python(*command, cwd=tmp_path, **LOCAL)
    assert done.returncode == 0, done.stderr[-2000:]
    rows = parquet.read_table(tmp_path / "spark-warehouse" / "texts").to_pylist()
    found = {Path(row["file_path"]).name: row for row in rows}
    assert sorted(found) == names
    assert "No such file" in found[names[2]].pop("reason")
    for name in names[:2]:
        rows = Rows(language=True, added=found[name]["added"])
        assert [found[name]] == list(rows.of_archive(f"file://{tmp_path}/{name}"))
