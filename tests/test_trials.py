"""What the trials complain of.  They run with ``python -m trials``, as ``.ci/run`` does."""

import gzip
import random
import re

import pytest

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.model import STATUSES, Block, Extraction, Segmentation
from trials import archives, commands, fuzz, growth, hostile, live, readers, servers, soak
from trials.answers import ANSWERS, ENGLISH, Answer

pytestmark = pytest.mark.surroundings


def test_each_answer_may_have_statuses_that_there_are():
    for name, answer in ANSWERS.items():
        assert set(answer.statuses.split()) <= set(STATUSES), name


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


def block(text, *ranges):
    return Block(ranges, text, "", "text", 2, len(text), 0)


def extraction(*blocks, confidence=None):
    text = "\n".join(block.text for block in blocks)
    return Extraction(tuple(r for b in blocks for r in b.ranges), blocks, text, confidence=confidence)


#: results for a page of the texts a, b and c that break a promise
BROKEN_EXTRACTIONS = {
    "a text twice": extraction(block("a", (0, 1)), block("a", (0, 1))),
    "not in order": extraction(block("b", (1, 2)), block("a", (0, 1))),
    "an empty range": extraction(block("", (1, 1))),
    "beyond the page": extraction(block("c", (2, 4))),
    "blocks of other texts": Extraction(((0, 1),), (block("a", (1, 2)),), "a"),
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


LINK = '<p><a href="http://a.test/x%20y">a</a> b</p>'
NOTE = '<p>a<sup><a href="#fn1" id="fnref1">1</a></sup></p><ol><li id="fn1">b c <a href="#fnref1">^</a></li></ol>'
FORMULA = '<p><span class="math">$a_1&lt;b&gt;$</span></p>'

#: HTML and Markdown that hold the same
EQUAL = {
    "text": ("<p>&lt;b&gt; [a](b)</p>", "\\<b> \\[a](b)"),
    "a link": (LINK, "[a](<http://a.test/x y>) b"),
    "a picture": ('<p><img src="/x?a&amp;b" alt="c"></p>', "![c](/x?a&b)"),
    "a footnote": (NOTE, "a[^1]\n\n[^1]: b c"),
    "a formula": (FORMULA, "$a_1 \\lt b>$"),
    "a task": ('<ul><li><input type="checkbox" checked disabled> a</li></ul>', "- [x] a"),
    "a table": ("<table><tr><th>a</th></tr><tr><td>b<br>c</td></tr></table>", "| a |\n| :-: |\n| b<br>c |"),
    "a program": ('<pre><code class="language-py">&lt;b&gt;</code></pre>', "```py\n<b>\n```"),
    "definitions": ("<dl><dt>a</dt><dd>b</dd></dl>", "a\n: b"),
    "a table as HTML": ('<table><tr><td colspan="2">a</td></tr></table>',) * 2,
}


@pytest.mark.parametrize(("html", "markdown"), EQUAL.values(), ids=EQUAL)
def test_markdown_that_is_no_more_alive(html, markdown):
    assert readers.faults_of(html, markdown) == []


#: HTML, Markdown that holds more, and the kind of what it holds
ALIVE = {
    "a tag": ("<p>&lt;inject&gt;</p>", "<inject>", "tag"),
    "a tag in a formula": (FORMULA, "$a_1<u>$", "tag"),
    "a tag behind a price": ("<p>$1 <code>$&lt;u&gt;</code></p>", "$1 `$<u>`", "tag"),
    "a handler": ("<p>a <b>b</b></p>", "a <b onclick=x>b</b>", "handler"),
    "a title": (LINK, '[a](<http://a.test/x y> "c") b', "attribute"),
    "an address": (LINK, "[a](http://a.test/z) b", "address"),
    "an address in brackets": ("<p>&lt;http://a.test/&gt;</p>", "<http://a.test/>", "address"),
    "a picture": ("<p>![a](/b)</p>", "![a](/b)", "address"),
    "a second link": (LINK, "[a](<http://a.test/x y>) [b](<http://a.test/x y>)", "more"),
    "a scheme": ("<p>a</p>", "[a](java&#115;cript&colon;b)", "scheme"),
    "a comment": ("<p>a</p>", "a <!-- b -->", "other"),
    "an instruction": ("<p>a</p>", "a <?b c?>", "other"),
    "a declaration": ("<p>a</p>", "<!DOCTYPE a>", "other"),
    "a definition": ("<p>[a]: b</p>", "[a]: b", "a text defines a link"),
    "a footnote that is a link": (NOTE, "a[^1]\n\n[^1]: b", "a footnote defines a link"),
    "a footnote": ("<p>[^1]: a b</p>", "[^1]: a b", "footnote"),
    "a footnote in the line": ("<p>^[a]</p>", "^[a]", "footnote"),
    "a mark": (NOTE, "a[^1][^1]\n\n[^1]: b c", "mark of a footnote"),
    "a heading": ("<p># a</p>", "# a", "block"),
    "a program": ("<p>a</p>", "    a", "block"),
    "a box to tick": ("<ul><li>[x] a</li></ul>", "- [x] a", "more"),
}


@pytest.mark.parametrize(("html", "markdown", "kind"), ALIVE.values(), ids=ALIVE)
def test_markdown_that_is_alive(html, markdown, kind):
    assert kind in {fault.kind for fault in readers.faults_of(html, markdown)}


#: HTML that is not clean, and the kind of why
UNCLEAN = {
    "<script></script>": "tag",
    "<p onclick=x>": "handler",
    "<p class=x>": "attribute",
    "<span class=x>": "class",
    "<p id=x>": "id",
    "<a href=' jAva\tscript:x'>": "scheme",
    "<img src=data:x>": "scheme",
    "<img src=mailto:x>": "scheme",
    "<!-- x -->": "other",
}


@pytest.mark.parametrize(("html", "kind"), UNCLEAN.items())
def test_html_that_is_not_clean(html, kind):
    assert kind in {fault.kind for fault in readers.faults_of_html(html)}


def test_markdown_that_says_something_else():
    for html, markdown in EQUAL.values():
        assert (readers.difference(html, markdown) == "") is (html != FORMULA)
    assert readers.difference("<p>It rained</p>", "It r*ai*ned") == ""
    assert readers.difference("<p>[a]: b</p>", "[a]: b") == "'[a]:b' became ''"
    assert readers.difference(NOTE, "a[^1]\n\n[^1]: b d") == "notes: 'bc' became 'bd'"
    assert readers.difference(FORMULA, "$a_1<b>$") == ""


def test_a_seed_makes_a_case():
    assert live.case(7) == live.case(7) != live.case(8)


def test_live_shows_the_smallest_page_of_each_kind(monkeypatch, capsys):
    """A printer of Markdown that is planted: it escapes nothing."""
    monkeypatch.delenv("CONTENT_EXTRACT_DATA", raising=False)
    monkeypatch.setattr(live, "written", lambda of, extractor: ("<p>a</p>", of.page))
    monkeypatch.setattr(live, "case", lambda seed: live.Case(f"rain {seed} <inject> rain", None, {}))
    assert live.main(["--cases", "3"]) == 1
    out = capsys.readouterr().out
    assert "no pages of a data set are read" in out
    assert re.search(
        r"tag: 3 pages \(CommonMark.*\)\n  seed 0: \w+ \(.*\)\n  page      '<\w+>' at None\n", out
    )
    assert out.endswith(
        "live: FAILED, 3 pages with 1 kinds of faults: 3 cases from seed 0, 0 pages, "
        "0 of 0 pages say something else in Markdown\n"
    )


def test_live_reads_labelled_pages(tmp_path, monkeypatch, capsys):
    """One of three pages says something else, which is more than ten of 4,422."""
    (tmp_path / "zhds/cleaned").mkdir(parents=True)
    (tmp_path / "zhds/original").mkdir()
    for name in "abcdef":
        (tmp_path / f"zhds/cleaned/{name}.txt").write_text(name)
        (tmp_path / f"zhds/original/{name}.html.gz").write_bytes(gzip.compress(f"<p>{name}".encode()))
    assert live.main([str(tmp_path), "--cases", "20", "--pages", "3"]) in (0, 1)
    assert "20 cases from seed 0, 3 pages, 0 of 3 pages say" in capsys.readouterr().out
    written = live.written
    monkeypatch.setattr(
        live, "written", lambda of, extractor: (written(of, extractor)[0], of.page[3:].replace("c", "d"))
    )
    assert live.main([str(tmp_path), "--cases", "0", "--pages", "3"]) == 1
    assert "another text: zhds c: 'c' became 'd'\n" in capsys.readouterr().out
