"""The trials: what they complain of.  Their crawls run with ``python -m trials``."""

import os
import random

import pytest

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.extract import STATUSES
from scrapy_content_extract.content.model import Block, Extraction, Segmentation
from trials import __main__, archives, commands, fuzz, growth, hostile, kill, rooms, servers, soak, workers
from trials.answers import ANSWERS, ENGLISH, Answer, chunked, message
from trials.loop import STRETCHES, WatchedLoop
from trials.shapes import Shape
from trials.versions import row

from .test_fold import reads_html5

pytestmark = pytest.mark.surroundings


def test_each_answer_may_have_statuses_that_there_are():
    for name, answer in ANSWERS.items():
        assert set(answer.statuses.split()) <= set(STATUSES), name


def test_messages_are_as_the_standard_says():
    assert (
        message(b"abc", "A: b", content_type="") == b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nA: b\r\n\r\nabc"
    )
    assert chunked(b"ab", b"c").endswith(b"\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")


def item(name, status, text=""):
    return {"name": name, "text": text, "link_density": {"status": status}}


#: the items of two answers, and the complaints about them
ITEMS = {
    "as they should be": ([item("a", "ok", f"x {ENGLISH}"), item("b", "empty")], {}),
    "one is missing": ([item("b", "empty")], {"a": "no item instead of ok"}),
    "another status": ([item("a", "error"), item("b", "empty")], {"a": "error instead of ok"}),
    "another text": ([item("a", "ok", "Rain"), item("b", "not_html")], {"a": "another text: 'Rain'"}),
    "one too many": (
        [item("a", "ok", ENGLISH), item("b", "empty"), item("b", "empty")],
        {"b": "more than one item"},
    ),
}


@pytest.mark.parametrize(("items", "complaints"), ITEMS.values(), ids=ITEMS)
def test_complaints_of_servers(items, complaints, monkeypatch):
    monkeypatch.setattr(
        servers, "ANSWERS", {"a": Answer(None, "ok", ENGLISH), "b": Answer(None, "empty not_html")}
    )
    assert servers.wrong(items) == complaints


GOOD = {
    "responses": 5000,
    "items": 5000,
    "in feed": 5000,
    "distinct": 5000,
    "errors": 0,
    "bound": 0,
    "bytes a page": 900,
    "memory, MB": 150,
    "statuses": {"ok": 4999, "empty": 1},
}

#: what is changed, and the complaint
SOAKS = {
    "nothing": ({}, None),
    "an item is lost": ({"items": 4999}, "[5000, 4999, 5000, 5000] instead of 5000 each"),
    "a page came twice": ({"distinct": 4999}, "[5000, 5000, 5000, 4999] instead of 5000 each"),
    "a status is missing": ({"statuses": {"ok": 4999}}, "4999 items have a status"),
    "an error": ({"errors": 1}, "1 errors in the log"),
    "a binding": ({"bound": 1}, "1 items are still bound"),
    "memory": ({"bytes a page": 10_100}, "memory grows by 35 MB"),  # 10,000 × 70 % of 5,000 pages
    "nothing but errors": ({"statuses": {"error": 5000}}, "5000 items have the status error"),
    "a system that does not tell": ({"memory, MB": 0}, "memory is not known without /proc"),
    "less memory": ({"bytes a page": 9_100}, None),
}


@pytest.mark.parametrize(("changed", "complaint"), SOAKS.values(), ids=SOAKS)
def test_complaints_of_soak(changed, complaint):
    found = soak.complaints(5000, {**GOOD, **changed}, {**GOOD, "bytes a page": 100}, 32)
    assert [name for name, is_true in found.items() if is_true] == ([complaint] if complaint else [])


QUIET = {
    "status": "ok", "bytes": 1_000_000, "stretch": 0.02, "locked": 0.01, "memory": 40_000_000, "output": 0,
}  # fmt: skip

#: how a hostile page came out otherwise than QUIET, and what is wrong with that
HOSTILE = {
    "nothing": ({}, []),
    "no item": ({"status": None}, ["status None"]),
    "an error": ({"status": "error"}, ["status error"]),
    "another status": ({"status": "too_large"}, []),
    "100 ms more than without the plugin": ({"stretch": 0.12}, []),
    "the loop stands": ({"stretch": 0.13}, ["a stretch of the loop"]),
    "the lock": ({"locked": 0.07}, ["the lock held"]),
    "200 MB": ({"memory": 240_000_000}, []),
    "more memory": ({"memory": 241_000_000}, ["memory"]),
    "as much of a longer page": ({"memory": 241_000_000, "bytes": 8_040_000}, []),  # 25 × 8.04 = 201
    "an item of eight times the page": ({"output": 8_000_000}, []),
    "a longer item": ({"output": 8_000_001}, ["output"]),
    "as much of a small page": ({"output": 250_000, "bytes": 1_000}, []),
    "a page that ends the crawl": (hostile.STALLED, ["status None"]),
}


@pytest.mark.parametrize(("changed", "wrong"), HOSTILE.values(), ids=HOSTILE)
def test_wrongs_of_hostile_pages(changed, wrong):
    assert hostile.wrongs(QUIET | changed, QUIET | {"bytes": changed.get("bytes", 1_000_000)}) == wrong


#: what an extraction costs, 1 MB parsed in 10 ms
USUAL = {"bytes": 1_000_000, "before": 0.1, "after": 0.4, "parse": 0.01, "output": 2_000_000, "exit": 0}

#: how an extraction came out otherwise than USUAL, and what is wrong with that
GROWTHS = {
    "nothing": ({}, []),
    "30 % more than linear, and noise": ({"before": 0.05, "after": 0.3}, []),  # 4 × 1.3 × .05 + .05 = .31
    "with the square": ({"before": 0.025}, ["growth"]),
    "with the square, too little to tell": ({"before": 0.003, "after": 0.048}, []),
    "50 parses, and noise": ({"after": 0.54}, []),
    "more CPU": ({"after": 0.56}, ["CPU"]),
    "more than eight times the page": ({"output": 8_000_001}, ["output"]),
    "as much of a small page": ({"output": 250_000, "bytes": 1_000}, []),
    "all at once": ({"after": 6, "output": 11_000_000}, ["growth", "CPU", "output"]),
}


@pytest.mark.parametrize(("changed", "wrong"), GROWTHS.values(), ids=GROWTHS)
def test_wrongs_of_growth(changed, wrong):
    assert growth.wrongs(USUAL | changed) == wrong


def test_an_extraction_that_does_not_end_is_wrong():
    assert growth.wrongs({"name": "text", "part": "main", "exit": -24}) == ["no end: exit -24"]


def test_the_least_of_two_measurements_counts():
    again = growth.least(USUAL | {"before": 0.2}, USUAL | {"after": 0.5})
    assert (again["before"], again["after"]) == (0.1, 0.4)
    ended = {"exit": -24}
    assert growth.least(USUAL, ended) == ended


def test_shapes_are_about_as_long_as_they_should_be():
    """What stands around the pieces is no part of it, and numbers may have fewer digits than the last one."""
    lengths = {name: len(page(100_000)) - len(page(0)) for name, page in rooms.SHAPES.items()}
    assert {name: length for name, length in lengths.items() if not 60_000 <= length <= 110_000} == {}


def test_pieces_are_closed_as_often_as_they_are_opened():
    assert Shape("<b>{n}", "a", "z", "</b>").page(20) == b"a<b>0<b>1<b>2</b></b></b>z"


def block(text, *ranges):
    return Block(ranges, text, "", "text", 2, len(text), 0)


def extraction(*blocks, confidence=None):
    return Extraction(tuple(r for b in blocks for r in b.ranges), blocks, confidence)


#: results for a page of the texts a, b and c that break a promise
BROKEN_EXTRACTIONS = {
    "a text twice": extraction(block("a", (0, 1)), block("a", (0, 1))),
    "not in order": extraction(block("b", (1, 2)), block("a", (0, 1))),
    "an empty range": extraction(block("", (1, 1))),
    "beyond the page": extraction(block("c", (2, 4))),
    "blocks of other texts": Extraction(((0, 1),), (block("a", (1, 2)),)),
    "another text": extraction(block("x", (0, 1))),
    "more than sure": extraction(block("a", (0, 1)), confidence=1.01),
}
BROKEN_SEGMENTATIONS = {
    "no block": Segmentation(()),
    "a text in no block": Segmentation((block("a", (0, 1)), block("c", (2, 3)))),
    "a text in two blocks": Segmentation((block("ab", (0, 2)), block("bc", (1, 3)))),
    "a block without characters": Segmentation((block("abc", (0, 3)), block(""))),
    "more links than text": Segmentation((block("abc", (0, 3))._replace(link_chars=4),)),
}


@pytest.mark.parametrize("broken", BROKEN_EXTRACTIONS.values(), ids=BROKEN_EXTRACTIONS)
def test_fuzz_sees_broken_extractions(broken):
    page = page_of("<p>a<p>b<p>c")
    fuzz.check_extraction(page, extraction(block("a", (0, 1)), block("bc", (1, 3)), confidence=1))
    with pytest.raises(AssertionError):
        fuzz.check_extraction(page, broken)


@pytest.mark.parametrize("broken", BROKEN_SEGMENTATIONS.values(), ids=BROKEN_SEGMENTATIONS)
def test_fuzz_sees_broken_segmentations(broken):
    page = page_of("<p>a<p>b<p>c")
    fuzz.check_segmentation(page, Segmentation((block("a", (0, 1)), block("bc", (1, 3)))))
    with pytest.raises(AssertionError):
        fuzz.check_segmentation(page, broken)


#: two pages, and whether they have the same elements
ELEMENTS = {
    "another text": (b"<p>a", b"<p>b", True),
    "another element": (b"<p>a", b"<b>a", False),
    "another attribute": (b"<p a=1>", b"<p b=1>", False),
    "a comment less": (b"<p><!--a-->", b"<p>", False),
    "a comment before the body or in it": (b"\x01<!--a--><p>", b"<!--a--><p>", True),
    "nothing but a comment": (b"\x01<!--a-->", b"<!--a-->", True),
    "a text behind the page begins another": (b"<p></html>\x01", b"<p></html>", True),
}


@reads_html5
@pytest.mark.parametrize(("page", "other", "are_same"), ELEMENTS.values(), ids=ELEMENTS)
def test_elements_of_spoilt_pages(page, other, are_same):
    assert (fuzz.elements(page) == fuzz.elements(other)) is are_same


def test_a_seed_makes_one_case():
    assert fuzz.case(3, []) == fuzz.case(3, [])
    assert fuzz.case(3, []) != fuzz.case(4, [])


def test_pages_of_soak_are_distinct_and_the_same_in_each_run(tmp_path):
    (tmp_path / "a.html").write_bytes(b"<p>It is what it is.</p>")
    files = [tmp_path / "a.html"]
    pages = [soak.page(n, files) for n in range(30)]
    assert len(set(pages)) == 30
    assert pages == [soak.page(n, files) for n in range(30)]
    assert sum(page.startswith(b"<p>It is what it is.</p>") for page in pages) == 20


def test_memory_is_that_of_this_process():
    held = bytearray(b"x") * 50_000_000
    with_it = soak.resident()
    if not with_it:
        pytest.skip("/proc does not tell the memory of a process here")
    assert with_it > len(held)


@pytest.mark.parametrize(
    ("line", "page"), [('{"page": 7, "text": ""}', 7), ('{"page": 7, "te', None), ("", None)]
)
def test_lines_that_a_kill_has_cut(line, page):
    assert kill.page_of(line) == page


def test_a_count_calls_at_its_page_once():
    count, calls = kill.Count(), []
    count.at, count.then = 2, lambda: calls.append(count.served)
    for name in ("/1", "/2", "/2"):
        count.add(name)
    assert (calls, count.names) == ([2], {"/1", "/2"})


def test_a_loop_notes_its_stretches():
    """Each look at the sockets ends one: two turns of the loop are at least two."""
    before = len(STRETCHES)
    loop = WatchedLoop()
    loop.call_soon(loop.call_soon, loop.stop)
    loop.run_forever()
    loop.close()
    assert len(STRETCHES) > before
    assert min(STRETCHES) >= 0


def test_a_row_of_versions():
    report = {
        "installed_packages": ["Scrapy==2.19.0", "lxml==6.1.3"],
        "python": {"version": "3.12.1 (main)"},
        "test": [{"output": "collected\n== 5 passed, 1 skipped in 2.1s ==\n"}],
    }
    assert row("py312", report) == [
        "py312",
        "3.12.1",
        "2.19.0",
        "?",
        "?",
        "6.1.3",
        "?",
        "5 passed, 1 skipped in 2.1s",
    ]
    assert row("py313", {})[-1] == "not run"


def test_each_trial_is_a_module():
    folder = os.path.dirname(__main__.__file__)
    for name in __main__.TRIALS:
        assert os.path.exists(os.path.join(folder, f"{name}.py")), name


@pytest.mark.parametrize("name", ["pages.warc.gz", "pages.warc"])
def test_broken_records_cost_no_other_record(name, tmp_path):
    pytest.importorskip("fastwarc", reason="the extra warc is not installed")
    broken = 2 * len(archives.WAYS)
    made = archives.made(tmp_path / name, 10 * broken, broken, random.Random(0))
    assert set(made.broken) == set(archives.WAYS)
    complaints = archives.complaints_of(made)
    assert not any(complaints.values()), complaints


def test_a_bomb_costs_no_other_record(tmp_path):
    pytest.importorskip("fastwarc", reason="the extra warc is not installed")
    complaints = archives.complaints_of_bombs(tmp_path, 30_000_000, ["a record"])
    assert len(complaints) == 2
    assert not any(complaints.values()), complaints


def test_a_page_that_kills_costs_its_archive(tmp_path):
    pytest.importorskip("fastwarc", reason="the extra warc is not installed")
    complaints = workers.complaints_of_killer(tmp_path, 4)
    assert not any(complaints.values()), complaints


@pytest.mark.parametrize("name", workers.WAYS)
def test_a_killed_process_costs_no_page(name, tmp_path):
    if not workers.is_there(workers.WAYS[name].needs):
        pytest.skip(f"{workers.WAYS[name].needs} is not installed")
    complaints = workers.complaints_of(name, tmp_path / "a", 50, 0.05)
    assert not any(complaints.values()), complaints


def test_ctrl_c_at_the_start_costs_no_former_file(tmp_path):
    complaints = commands.complaints_of_moments(tmp_path, 4)
    assert not any(complaints.values()), complaints


def test_a_record_that_is_lost_is_a_complaint(tmp_path):
    pytest.importorskip("fastwarc", reason="the extra warc is not installed")
    made = archives.made(tmp_path / "pages.warc.gz", 20, 2, random.Random(0))
    complaints = archives.complaints_of(made._replace(whole={**made.whole, "<urn:uuid:lost>": 20}))
    assert [complaint for complaint, is_true in complaints.items() if is_true] == [
        "pages.warc.gz: the lines differ from the whole records",
        "pages.warc.gz: it says {'page': 18, 'broken': 2}",
    ]


def test_a_command_that_fails_is_a_complaint(tmp_path):
    made = archives.Made(tmp_path / "none.warc.gz", {}, [])
    complaints = archives.complaints_of(made)
    assert complaints["none.warc.gz: the command has failed"]
