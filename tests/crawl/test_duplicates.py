"""A crawl marks what came before, in this crawl or in an earlier one."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sqlite3
import threading
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest

from scrapy_content_extract.corpus.duplicates import Duplicates
from scrapy_content_extract.corpus.lines import normalized
from scrapy_content_extract.crawl.pipelines import ContentPipeline
from tests.helpers.crawlers import crawler_with
from tests.helpers.folders import ROOT
from tests.helpers.running import run_python
from tests.helpers.server import skip_if_not_reactorless

WORDS = random.Random(1).choices([f"word{n}" for n in range(900)], k=400)
TEXTS = {
    "original": WORDS,
    "copy": WORDS,
    "almost": [*WORDS[:-5], "but", "it", "ends", "otherwise"],
    "other": WORDS[::-1],
    "empty": [],
    "spoil": random.Random(2).choices(WORDS, k=400),
}


def crawl(folder: Path, pages: str, *settings: str) -> tuple[list[dict], str, int]:
    """Crawl pages in a process of its own; return the items, the log and the exit status."""
    given = [f"-s{setting}" for setting in settings]
    arguments = ("-a", f"pages={pages}", "-O", "items.jsonl", *given)
    done = run_python(
        "-m", "scrapy", "runspider", ROOT / "tests/helpers/duplicates_spider.py", *arguments, cwd=folder
    )
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
    assert "Undeclared items do not accept 'text' and 'link_density' and 'duplicate_of'" in log
    assert "'content_extract/duplicates/found': 5" in log
    assert "Traceback" not in log


def test_the_next_crawl_knows_them(crawls, folder):
    items, log, status = crawls[1]
    assert status == 0, log
    # a page that is crawled again is no duplicate of itself
    assert of(items) == [("almost", "original"), ("original", ""), ("other", "")]


#: settings → the fields of the original and of its copy; None: it is dropped
ASKED = {
    "a list without it": (["FIELDS=text"], {"page", "text"}, {"page", "text"}),
    "a list with it": (["FIELDS=duplicate_of"], {"page", "duplicate_of"}, {"page", "duplicate_of"}),
    "another name": (
        ['FIELDS={"duplicate_of": "same_as", "link_density": null}'],
        {"page", "text", "same_as"},
        {"page", "text", "same_as"},
    ),
    "dropped": (["ON_DUPLICATE=drop"], {"page", "text", "link_density"}, None),
    "dropped, with the field": (["ON_DUPLICATE=drop", "FIELDS=duplicate_of"], {"page", "duplicate_of"}, None),
}


@pytest.mark.parametrize(("settings", "original", "copy"), ASKED.values(), ids=ASKED)
def test_the_field_is_written_where_it_is_wanted(folder, tmp_path, settings, original, copy):
    given = [f"CONTENT_EXTRACT_{setting}" for setting in settings]
    items, log, status = crawl(
        folder, "original,copy", f"CONTENT_EXTRACT_DUPLICATES={tmp_path}/texts", *given
    )
    assert status == 0, log
    fields = {page: [set(item) for item in items if item["page"] == page] for page in ("original", "copy")}
    assert fields["original"] == [original]
    assert copy in fields["copy"] if copy else fields["copy"] == []
    assert copy or "and CONTENT_EXTRACT_ON_DUPLICATE is 'drop'" in log
    assert "WARNING: Dropped" not in log


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
    pipeline = ContentPipeline.from_crawler(crawler)
    text = " ".join(WORDS)
    database = pipeline.duplicates._texts.database
    database.execute("CREATE TRIGGER full BEFORE INSERT ON bands BEGIN SELECT RAISE(ABORT, 'full'); END")
    database.commit()
    with pytest.raises(sqlite3.Error, match="full"):
        pipeline.duplicates._first("http://a/", text)
    database.execute("DROP TRIGGER full")
    database.commit()
    assert pipeline.duplicates._first("http://b/", text) is None
    pipeline.duplicates._texts.close()


def test_closing_waits_for_a_look_up_that_was_given_up(tmp_path):
    """A pipeline of a project may give an item so much time; what comes after the end is not known."""
    skip_if_not_reactorless()
    path, text = str(tmp_path / "texts.sqlite"), " ".join(WORDS)
    crawler = crawler_with(CONTENT_EXTRACT_DUPLICATES=path)
    duplicates = ContentPipeline.from_crawler(crawler).duplicates
    has_begun = threading.Event()
    duplicates._texts.database.set_trace_callback(lambda _: has_begun.set())

    async def crawl():
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            look_up = asyncio.ensure_future(duplicates.before("http://a/", text))
            await asyncio.to_thread(has_begun.wait)  # now the look-up waits for the other connection
            look_up.cancel()
            end = asyncio.ensure_future(duplicates.close())
            await asyncio.sleep(0)
        await end
        return await duplicates.before("http://b/", text)

    assert asyncio.run(crawl()) is None
    assert crawler.stats.get_value("content_extract/duplicates/not_known") == 1
    with Duplicates(path) as known:
        assert known.add("http://c/", text) == ("http://a/", 1.0)


#: settings → what the error says
IMPOSSIBLE = {
    "a file that is not a database": ("CONTENT_EXTRACT_DUPLICATES=original.html", "not a database"),
    "nothing to compare with": ("CONTENT_EXTRACT_ON_DUPLICATE=drop", "there is no file of known texts; set"),
    "another way": ("CONTENT_EXTRACT_ON_DUPLICATE=remove", "it may be 'mark' or 'drop'."),
    "a missing folder": ("CONTENT_EXTRACT_DUPLICATES=none/texts.sqlite", "a folder that there is"),
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
    assert run_python("-c", code, cwd=tmp_path).returncode == -signal.SIGKILL
    with Duplicates(tmp_path / "texts.sqlite") as known:
        assert known.add("c", "IT RAINS.") == ("a", 1.0)
        assert known.add("d", "it snows.") is None


# --- corpora in which every text resembles all others ---------------------------------------------


VOCABULARY = [f"word{n}" for n in range(9_000)]


def words(seed: str, count: int) -> str:
    return " ".join(random.Random(seed).choices(VOCABULARY, k=count))


#: With 60 words of their own, two pages of it share two thirds of their shingles.
TEMPLATE = words("template", 240)

#: the number of a text → its key and the text
CORPORA = {
    "a template that all share": lambda n: (str(n), f"{TEMPLATE} {words(f'own {n}', 60)}"),
    "texts that share nothing": lambda n: (str(n), words(f"text {n}", 60)),
    "one text over and over": lambda n: (str(n), "It rains."),
    "one page, another text each time": lambda n: ("page", words(f"text {n}", 60)),
}


def steps_of(known: Duplicates, work) -> int:
    """Return how many times SQLite's machine takes twenty steps."""
    steps: list[int] = []
    known.database.set_progress_handler(lambda: steps.append(0), 20)
    work()
    known.database.set_progress_handler(None, 20)
    return len(steps)


@pytest.mark.parametrize("corpus", CORPORA.values(), ids=CORPORA)
def test_a_text_costs_the_same_however_many_there_are(corpus):
    def add(start, stop):
        for n in range(start, stop):
            known.add(*corpus(n))

    with Duplicates() as known:
        add(0, 300)
        early = steps_of(known, lambda: add(300, 400))
        add(400, 1100)
        late = steps_of(known, lambda: add(1100, 1200))
    assert late <= 1.3 * early


def test_a_text_is_compared_with_so_many_others():
    """A crowd has at most CROWD + NEARER * BANDS = 48 texts; here about three of 16 bands are crowds."""
    with Duplicates() as known:
        for n in range(600):
            known.add(*CORPORA["a template that all share"](n))
        before = known._stored.cache_info()
        for n in range(600, 700):
            known.add(*CORPORA["a template that all share"](n))
        after = known._stored.cache_info()
        sizes = [n for (n,) in known.database.execute("SELECT count(*) FROM bands GROUP BY band")]
    assert max(sizes) <= 48
    assert after.hits + after.misses - before.hits - before.misses <= 100 * 3 * 48


def test_clusters_are_read_once():
    def of_clusters(count):
        with Duplicates() as known:
            for n in range(3 * count):
                known.add(str(n), f"It rains {n % count}.")
            return steps_of(known, lambda: clusters.extend(known.clusters()))

    clusters: list = []
    assert of_clusters(800) <= 4.4 * of_clusters(200)
    assert clusters[:2] == [("0", ["800", "1600"]), ("1", ["801", "1601"])]


SAME = f"{TEMPLATE} {words('same', 60)}"

#: a page of the template's site, one that comes later → whether it is a duplicate of the former
IN_A_CROWD = {
    # three words of 300, each in five of the 296 shingles: 281 in common of 281 + 2 * 15
    "a few words changed": (SAME, SAME.replace("word1", "Word-1", 3), True),
    # 236 shingles in common of 236 + 2 * 10
    "the template and a few words, other ones": (
        f"{TEMPLATE} {words('a', 10)}", f"{TEMPLATE} {words('b', 10)}", True,
    ),
    # 236 of 236 + 2 * 60
    "the template and many words, other ones": (
        f"{TEMPLATE} {words('a', 60)}", f"{TEMPLATE} {words('b', 60)}", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("page", "later", "is_duplicate"), IN_A_CROWD.values(), ids=IN_A_CROWD)
def test_duplicates_in_a_crowd(page, later, is_duplicate):
    with Duplicates() as known:
        for n in range(500):
            known.add(str(n), f"{TEMPLATE} {words(f'own {n}', 100)}")
        assert known.add("page", page) is None
        for n in range(500, 700):
            known.add(str(n), f"{TEMPLATE} {words(f'own {n}', 100)}")
        assert (known.add("later", later) or ("",))[0] == ("page" if is_duplicate else "")


#: corpus → whether some texts were compared with only some of the texts that share a band
PARTLY = {
    "a template that all share": True,
    "texts that share nothing": False,
    "one text over and over": False,
}


@pytest.mark.parametrize(("name", "is_partly"), PARTLY.items(), ids=PARTLY)
def test_what_was_not_compared_is_counted(tmp_path, name, is_partly):
    skip_if_not_reactorless()
    crawler = crawler_with(CONTENT_EXTRACT_DUPLICATES=str(tmp_path / "texts.sqlite"))
    pipeline = ContentPipeline.from_crawler(crawler)
    for n in range(200):
        pipeline.duplicates._first(*CORPORA[name](n))
    asyncio.run(pipeline.close_spider())
    counted = crawler.stats.get_value("content_extract/duplicates/partly_compared", 0)
    assert 0 < counted < 200 if is_partly else counted == 0


#: two texts → whether one is a duplicate of the other
SPACED = {
    "Chinese and Chinese with spaces between words": (
        "昨天下午山里下了一场大雨村口的桥被冲走了没有人受伤",
        "昨天 下午 山里 下 了 一场 大雨 村口 的 桥 被 冲走 了 没有 人 受伤", True,
    ),
    "Chinese with English, spaces in other places": (
        "昨天下午 Linux 6.12 发布了新的版本增加了许多新功能",
        "昨天 下午 Linux 6.12 发布 了 新 的 版本 增加 了 许多 新 功能", True,
    ),
    "Thai with a space for another sentence": (
        "เมื่อวานนี้ฝนตกหนักมากในหมู่บ้านของเรา สะพานหน้าหมู่บ้านพัง",
        "เมื่อวานนี้ ฝนตกหนักมาก ในหมู่บ้านของเรา สะพานหน้าหมู่บ้านพัง", True,
    ),
    "English without its spaces": ("It rains in the city, again.", "Itrainsinthecity,again.", False),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other", "is_duplicate"), SPACED.values(), ids=SPACED)
def test_spaces_make_no_difference_where_they_separate_no_words(one, other, is_duplicate):
    with Duplicates() as known:
        known.add("one", one)
        assert bool(known.add("other", other)) is is_duplicate


def test_what_was_rolled_back_is_not_compared():
    """The next text gets the number of the one that is forgotten."""
    with Duplicates() as known:
        known.add("a", TEMPLATE)
        known.add("b", f"{TEMPLATE} and more")  # compared, so the first one's minima are remembered
        known.rollback()
        known.add("c", words("other", 200))
        assert known.add("d", f"{words('other', 200)} and more") == ("c", pytest.approx(0.98, abs=0.05))


#: a text → whether its form is Unicode's
MARKED = {
    "letters and marks": ("Re\u0301agir a\u0300 l’article, ① ﬁ", True),
    "ninety-nine marks": ("a" + "\u0316\u0301" * 49 + "\u0316 b", True),
    "a row of dashes": ("a\n" + "—" * 1000 + "\nb", True),
    "a thousand marks": ("a" + "\u0301\u0316" * 500, False),
}


@pytest.mark.parametrize(("text", "is_unicodes"), MARKED.values(), ids=MARKED)
def test_a_form_is_found_for_a_hundred_marks_at_a_time(text, is_unicodes):
    found = normalized(text)
    assert (found == unicodedata.normalize("NFKC", text)) is is_unicodes
    assert sorted(unicodedata.normalize("NFKD", found)) == sorted(unicodedata.normalize("NFKD", text))
