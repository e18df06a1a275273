"""A crawl marks what came before, in this crawl or in an earlier one."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("rensa", reason="the extra corpus is not installed")

from scrapy_content_extract.corpus.duplicates import Duplicates
from scrapy_content_extract.corpus.pipeline import DuplicatesPipeline

from .crawlers import crawler_with

pytestmark = pytest.mark.surroundings

WORDS = random.Random(1).choices([f"word{n}" for n in range(900)], k=400)
TEXTS = {
    "original": WORDS,
    "copy": WORDS,
    "almost": [*WORDS[:-5], "but", "it", "ends", "otherwise"],
    "other": WORDS[::-1],
    "empty": [],
    "spoil": random.Random(2).choices(WORDS, k=400),
}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}


def crawl(folder: Path, pages: str, *settings: str) -> tuple[list[dict], str, int]:
    """Crawl pages in a process of its own; return the items, the log and the exit status."""
    spider = Path(__file__).with_name("duplicates_spider.py")
    given = [f"-s{setting}" for setting in settings]
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "runspider", spider, "-a", f"pages={pages}", "-O", "items.jsonl", *given],
        cwd=folder, capture_output=True, text=True, check=False, env=ENVIRONMENT,
    )  # fmt: skip
    items = folder / "items.jsonl"
    lines = items.read_text("utf-8").splitlines() if items.exists() else []
    return [json.loads(line) for line in lines], done.stderr, done.returncode


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The pages, and what came of two crawls with one file."""
    folder = tmp_path_factory.mktemp("pages")
    for name, words in TEXTS.items():
        text = " ".join(words)
        (folder / f"{name}.html").write_text(f"<title>Words</title><h1>Words</h1><p>{text}</p>")
    return folder


@pytest.fixture(scope="module")
def crawls(folder):
    store = "CONTENT_EXTRACT_DUPLICATES=texts.sqlite"
    return crawl(folder, "original,copy,other,empty", store), crawl(folder, "almost,original,other", store)


def of(items: list[dict]) -> list[tuple[str, str | None]]:
    """Return the pages of items, and which they are duplicates of; items of a page have no order."""
    return sorted(
        (item["page"], (item.get("duplicate_of") or "").rpartition("/")[2].removesuffix(".html"))
        for item in items
    )


def test_items_say_what_came_before(crawls, folder):
    items, log, status = crawls[0]
    assert status == 0, log
    assert of(items) == [
        ("copy", ""), ("copy", "mine"), *[("copy", "original")] * 3, ("empty", ""), ("original", ""),
        ("other", ""),
    ]  # fmt: skip
    by_page = {item["page"]: item for item in items if "second" in item or item["page"] != "copy"}
    assert by_page["original"]["duplicate_of"] is None
    assert by_page["copy"]["duplicate_of"] == (folder / "original.html").as_uri()
    assert sum("duplicate_of" not in item for item in items) == 1, "the one without a field for it"
    assert "Undeclared items do not accept 'duplicate_of'" in log
    assert "'content_extract/duplicates/found': 4" in log
    assert "Traceback" not in log


def test_the_next_crawl_knows_them(crawls, folder):
    items, log, status = crawls[1]
    assert status == 0, log
    # a page that is crawled again is no duplicate of itself
    assert of(items) == [("almost", "original"), ("original", ""), ("other", "")]


def test_a_failing_store_costs_no_item(folder):
    items, log, status = crawl(folder, "original,spoil,copy", "CONTENT_EXTRACT_DUPLICATES=spoilt.sqlite")
    assert status == 0
    assert {("original", ""), ("spoil", ""), ("copy", "original")} <= set(of(items))
    assert "Whether" in log
    assert "is not known: no such table: bands" in log
    assert "'content_extract/duplicates/not_known': 1" in log


def test_a_text_is_known_whole_or_not_at_all(tmp_path):
    """Without its bands a text would be known, and nothing like it be found."""
    crawler = crawler_with(CONTENT_EXTRACT_DUPLICATES=str(tmp_path / "texts.sqlite"))
    pipeline = DuplicatesPipeline.from_crawler(crawler)
    text = " ".join(WORDS)
    database = pipeline.duplicates.database
    database.execute("CREATE TRIGGER full BEFORE INSERT ON bands BEGIN SELECT RAISE(ABORT, 'full'); END")
    database.commit()
    with pytest.raises(sqlite3.Error, match="full"):
        pipeline._first("http://a/", text)
    database.execute("DROP TRIGGER full")
    database.commit()
    assert pipeline._first("http://b/", text) is None
    pipeline.close_spider()


#: settings → what the error says
IMPOSSIBLE = {
    "a file that is no database": ("CONTENT_EXTRACT_DUPLICATES=original.html", "not a database"),
    "a folder that is not there": (
        "CONTENT_EXTRACT_DUPLICATES=none/texts.sqlite",
        "a folder that there is",
    ),
}


@pytest.mark.parametrize(("setting", "said"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_file_stops_the_crawl(folder, setting, said):
    (folder / "items.jsonl").unlink(missing_ok=True)
    items, log, _ = crawl(folder, "original", setting)
    assert not items
    assert said in log


def test_what_was_committed_survives_a_kill(tmp_path):
    code = (
        "import os, signal\n"
        "from scrapy_content_extract.corpus.duplicates import Duplicates\n"
        "known = Duplicates('texts.sqlite')\n"
        "known.add('a', 'It rains.')\n"
        "known.commit()\n"
        "known.add('b', 'It snows.')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=ENVIRONMENT, check=False)
    assert done.returncode == -signal.SIGKILL
    with Duplicates(tmp_path / "texts.sqlite") as known:
        assert known.add("c", "IT RAINS.") == ("a", 1.0)
        assert known.add("d", "it snows.") is None
