"""Readers of Markdown, and what ``lab.trials.live`` says.  Trials run with ``python -m lab.trials``, as in CI."""

import gzip
import re

import pytest

from lab.trials import live, readers

pytestmark = pytest.mark.surroundings


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
