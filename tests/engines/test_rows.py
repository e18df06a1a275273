"""Rows, and the recipes of docs/engines.rst, which run here as they stand there.

``python -m lab.trials.rows`` compares the rows of all engines.
"""

from __future__ import annotations

import gzip
import json
import pickle
import re
from pathlib import Path

import pytest

from lab.trials.rows import ADDED
from scrapy_content_extract import Choice
from scrapy_content_extract.corpus import corpus_line
from scrapy_content_extract.corpus.storage import read_lines
from scrapy_content_extract.engines import COLUMNS, Rows
from scrapy_content_extract.warc import Archive
from tests.corpus.test_lines import CHINESE, PAGE, RAIN
from tests.helpers.running import ROOT, recipe, run_python
from tests.warc.test_archives import ARC, HTTP, page_of_arc, record


def page(text: str) -> bytes:
    return PAGE.format(title="The river", text=text).encode()


# --- rows ------------------------------------------------------------------------------------

DECODED = f"<meta charset=gbk><p>{CHINESE}"

#: a page and its Content-Type → the values of its row
PAGES = {
    "a page": (page(RAIN), None, {"status": "ok", "title": "The river", "language": "en", "reason": None}),
    "the header says the encoding": (
        CHINESE.encode("gb18030"), "text/html; charset=gb18030", {"text": CHINESE, "language": "zh"},
    ),
    "a text is decoded already": (DECODED, None, {"text": CHINESE, "encoding": "utf-8"}),
    "a view of bytes, as Arrow has them": (memoryview(page(RAIN)), None, {"status": "ok"}),
    "no page": (None, None, {"status": "no_response", "text": "", "digest": None}),
    "no bytes": (b"", None, {"status": "empty"}),
    "no HTML": (b"%PDF-1.7 \0\1", "text/html", {"status": "not_html", "text": "", "confidence": None}),
    "something else": (42, None, {"status": "error"}),
}  # fmt: skip


@pytest.mark.parametrize(("body", "content_type", "values"), PAGES.values(), ids=PAGES)
def test_rows_of_pages(body, content_type, values):
    row = Rows(language=True).of_page(body, "http://example.com/", content_type)
    assert list(row) == list(COLUMNS)
    assert {name: row[name] for name in values} == values
    for name, value in row.items():
        assert value is None or isinstance(value, COLUMNS[name].type), name


def test_a_page_that_an_extractor_cannot_take_has_its_row():
    row = Rows("tests.engines.test_rows.Fails").of_page(page(RAIN))
    assert (row["status"], row["reason"], row["text"]) == ("error", "KeyError: 'rain'", "")


class Fails:
    def extract(self, page):
        raise KeyError("rain")


def test_rows_of_archives(tmp_path):
    path = tmp_path / "a.warc.gz"
    http = HTTP.replace(b"200 OK", b"404 Not Found")
    pages = (record(0), record(1, http=http), record(2))
    path.write_bytes(b"".join(map(gzip.compress, pages)) + b"\0nothing")
    rows = list(Rows().of_archive(path))
    assert all(row.keys() == COLUMNS.keys() for row in rows)
    assert [(row["url"], row["status"]) for row in rows] == [
        ("http://example.com/0", "ok"), ("http://example.com/2", "ok"), (None, "error"),
    ]  # fmt: skip
    assert rows[1]["warc_record_id"] == "<urn:uuid:2>"
    assert {(row["source"], row["file_path"]) for row in rows} == {("a", str(path))}
    assert len({row["id"] for row in rows}) == 3
    assert [row["url"] for row in Rows().of_archive(path, statuses=[404])] == ["http://example.com/1", None]


def test_a_page_that_was_cut_says_so(tmp_path):
    path = tmp_path / "a.warc"
    path.write_bytes(record(0, page(RAIN)) + record(1, page(RAIN), WARC_Truncated="length"))
    assert [row["truncated"] for row in Rows().of_archive(path)] == [False, True]


def test_an_archive_that_is_not_there_has_a_row():
    (row,) = Rows().of_archive("/nowhere/a.warc.gz")
    assert row["status"] == "error"
    assert "No such file" in row["reason"]


def test_an_open_file_is_read_and_stays_open(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(record(0)) + gzip.compress(record(1)))
    with path.open("rb") as file:
        assert [page.url[-1] for page in Archive(file)] == ["0", "1"]
        assert [page.url[-1] for page in Archive(file)] == ["0", "1"], "it is read from its beginning"
        assert not file.closed


def test_rows_can_be_sent_to_other_processes():
    rows = Rows("cevc", {"alpha": 0.25}, language=True)
    rows.of_page(page(RAIN))
    assert pickle.loads(pickle.dumps(rows)) == rows


#: an extractor and its parameters → why they are refused
REFUSED = {
    "no such extractor": ("nosuch", {}, "^extractor is 'nosuch'"),
    "no such parameter": ("cevc", {"nosuch": 1}, "^params is {'nosuch': 1}"),
}


@pytest.mark.parametrize(("extractor", "params", "reason"), REFUSED.values(), ids=REFUSED)
def test_impossible_options_are_refused_at_once(extractor, params, reason):
    with pytest.raises(ValueError, match=reason):
        Rows(extractor, params)


#: the columns of a page that are known → what its row has
GIVEN = {
    "an id and a source": ({"id": "mine", "source": "news"}, {"id": "mine", "source": "news"}),
    "no id: from URL and text, as in a corpus": ({}, {"id": corpus_line(RAIN, "", url="a")["id"]}),
    "when it was added": ({"added": "2020-01-01T00:00:00Z"}, {"added": "2020-01-01T00:00:00Z"}),
}


@pytest.mark.parametrize(("given", "expected"), GIVEN.values(), ids=GIVEN)
def test_known_columns(given, expected):
    row = Rows("tests.engines.test_rows.All", added=ADDED).of_page(RAIN, "a", **given)
    assert {name: row[name] for name in expected} == expected
    assert row["added"] == expected.get("added", ADDED)


class All:
    def extract(self, page):
        return Choice(page, [(0, len(page.text))])


def test_a_column_that_is_found_cannot_be_given():
    with pytest.raises(TypeError, match="title cannot be given; these can: id, source"):
        Rows().of_page(RAIN, title="mine")


def test_pages_without_text_have_ids_of_their_own():
    ids = [Rows().of_page(body)["id"] for body in (b"<p>", b"<i>", b"<p>")]
    assert ids[0] == ids[2] != ids[1]


def arc(folder, name):
    """Write an ARC, whose records have no ids: the same page twice."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(ARC + 2 * page_of_arc(page(RAIN)))
    return folder / name


def test_ids_where_an_archive_has_none(tmp_path):
    """They stay in another folder and with another extractor, and each record has its own."""
    rows = list(Rows().of_archive(arc(tmp_path / "a", "x.arc")))
    again = list(Rows("cevc").of_archive(arc(tmp_path / "b", "x.arc")))
    other = list(Rows().of_archive(arc(tmp_path / "b", "y.arc")))
    ids = [[row["id"] for row in some] for some in (rows, again, other)]
    assert ids[0] == ids[1]
    assert len({*ids[0], *ids[2]}) == 4
    assert {row["warc_record_id"] for row in rows} == {None}


# --- recipes ---------------------------------------------------------------------------------


#: recipe → what it needs, and the files that it writes
RECIPES = {
    "with_multiprocessing.py": ("json", "rows/*.jsonl"),
    "with_dask.py": ("dask.bag", "dask/*.jsonl"),
    "with_datasets.py": ("datasets", "datasets.jsonl"),
    "with_ray.py": ("ray", "ray/*.json"),
    "with_datatrove.py": ("datatrove", "datatrove/*.jsonl.gz"),
}


@pytest.mark.parametrize(("library", "written"), RECIPES.values(), ids=RECIPES)
def test_recipes(request, tmp_path, library, written):
    pytest.importorskip(library, reason=f"{library} is not installed")
    texts = write_archives(tmp_path / "crawl")
    if library == "datasets":
        run_recipe("pages_in_parquet.py", tmp_path)
    run_recipe(request.node.callspec.id, tmp_path)
    rows = [json.loads(line) for path in tmp_path.glob(written) for line in read_lines(path)]
    found = [
        (row["url"] if "url" in row else row["metadata"]["url"], row["text"].removeprefix("The river\n"))
        for row in rows
    ]
    assert sorted(found) == sorted(texts.items())


def test_pages_in_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    texts = write_archives(tmp_path / "crawl")
    run_recipe("pages_in_parquet.py", tmp_path)
    pages = [row for path in (tmp_path / "pages").iterdir() for row in parquet.read_table(path).to_pylist()]
    assert {row["url"]: (row["body"], row["content_type"]) for row in pages} == {
        url: (page(text), "text/html") for url, text in texts.items()
    }


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_an_archive_of_a_gigabyte_goes_into_parquet_within_200_megabytes(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    pages = b"".join(path.read_bytes() for path in sorted((ROOT / "tests" / "pages").rglob("*.html")))
    bodies = [pages[start : start + 250_000] for start in range(0, 1_000_000, 10_000)] + [
        5 * pages[:1_000_000]
    ]
    (tmp_path / "crawl").mkdir()
    size = n = 0
    with (tmp_path / "crawl" / "0.warc.gz").open("wb") as file:
        while size < 1 << 30:
            page = record(n, bodies[n % len(bodies)])
            file.write(gzip.compress(page, 1))
            size, n = size + len(page), n + 1
    measured = recipe("pages_in_parquet.py") + "    print(open('/proc/self/status').read())"
    done = run_python("-c", measured, cwd=tmp_path)
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", done.stdout)[1]) / 1000
    (path,) = (tmp_path / "pages").iterdir()
    assert parquet.ParquetFile(path).metadata.num_rows == n
    assert peak <= 200


def write_archives(folder: Path) -> dict[str, str]:
    """Write two archives of two pages each; return their texts by URL."""
    texts = {f"http://example.com/{n}": f"{RAIN} It is day {n}." for n in range(4)}
    pages = [record(n, page(text)) for n, text in enumerate(texts.values())]
    folder.mkdir()
    for n in range(2):
        data = b"".join(map(gzip.compress, pages[2 * n : 2 * n + 2]))
        (folder / f"{n}.warc.gz").write_bytes(data)
    return texts


def run_recipe(name: str, folder: Path, *arguments: str) -> None:
    (folder / "recipe.py").write_text(recipe(name), "utf-8")
    done = run_python("recipe.py", *arguments, cwd=folder, HF_HOME=str(folder / "cache"), HF_HUB_OFFLINE="1")
    assert done.returncode == 0, done.stderr[-2000:]
