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
    "text": ("<p>&lt;b&gt; [a](b)</p>", "&lt;b> \\[a](b)"),
    "an address": ("<p>http://a.test/x www.a.test</p>", "http://a.test/x www.a.test"),
    "a link": (LINK, "[a](<http://a.test/x%20y>) b"),
    "a picture": ('<p><img src="/x?a&amp;b" alt="c"></p>', "![c](/x?a&b)"),
    "a footnote": (NOTE, "a[^1]\n\n[^1]: b c"),
    "a formula": (FORMULA, "$a_1 \\lt b>$"),
    "a task": ('<ul><li><input type="checkbox" checked disabled> a</li></ul>', "- [x] a"),
    "a table": ("<table><tr><th>a</th></tr><tr><td>b<br>c</td></tr></table>", "| a |\n| :-: |\n| b<br>c |"),
    "a program": ('<pre><code class="language-py">&lt;b&gt;</code></pre>', "```py\n<b>\n```"),
    "definitions": ("<dl><dt>a</dt><dd>b</dd></dl>", "a\n:   b"),
    "a stroke": ("<p><del>a</del></p>", "~~a~~"),
    "a table as HTML": ('<table><tr><td colspan="2">a</td></tr></table>',) * 2,
}


@pytest.mark.parametrize(("html", "text"), EQUAL.values(), ids=EQUAL)
def test_markdown_that_is_no_more_alive(html, text):
    assert readers.Readers().faults_of(html, text) == []


GITHUB = ("GitHub", "cmark-gfm", "mistune")
COMMONMARK = ("CommonMark", "cmark", "python-markdown")

#: HTML, Markdown that holds more, the kind of what it holds, and readers of it
ALIVE = {
    "a tag": ("<p>&lt;inject&gt;</p>", "<inject>", "element", COMMONMARK),
    "a tag in a formula": (FORMULA, "$a_1<u>$", "element", COMMONMARK),
    "a tag behind a price": (
        "<p>$1 <code>$&lt;u&gt;</code></p>",
        "$1 `$<u>`",
        "element",
        ["GitHub, formulas"],
    ),
    "a tag behind an address": ("<p>http://a.test/&lt;b&gt;</p>", "http://a.test/\\<b>", "element", GITHUB),
    "a sign without an escape": ("<p>&lt;inject&gt;</p>", "\\<inject>", "element", ["python-markdown"]),
    "a handler": ("<p>a <b>b</b></p>", "a <b onclick=x>b</b>", "handler", COMMONMARK),
    "a list of attributes": ("<h2>a {onx=1}</h2>", "## a {onx=1}", "handler", ["python-markdown, extra"]),
    "a title": (LINK, '[a](<http://a.test/x%20y> "c") b', "attribute", COMMONMARK),
    "an address": (LINK, "[a](http://a.test/z) b", "link", COMMONMARK),
    "an address that the text shows": ("<p>[a](/b)</p>", "[a](/b)", "link", COMMONMARK),
    "a longer address": ("<p>http://a.test/<b>x</b></p>", "http://a.test/**x**", "link", GITHUB),
    "a picture": ("<p>![a](/b)</p>", "![a](/b)", "picture", COMMONMARK),
    "a link to a picture": ('<p><img src="/b" alt="a"></p>', "[a](/b)", "link", COMMONMARK),
    "a scheme": ("<p>a</p>", "[a](java&#115;cript&colon;b)", "scheme", ["CommonMark", "cmark", "mistune"]),
    "a comment": ("<p>a</p>", "a <!-- b -->", "other", COMMONMARK),
    "an instruction": ("<p>a</p>", "a <?b c?>", "other", COMMONMARK),
    "a definition": ("<p>[a]: b</p>", "[a]: b", "text", COMMONMARK),
    "a footnote": ("<p>a[^1]</p><p>[^1]: a b</p>", "a[^1]\n\n[^1]: a b", "text", GITHUB),
    "an abbreviation": ("<p>*[a]: b</p><p>a</p>", "*[a]: b\n\na", "sign", ["python-markdown, extra"]),
    "a heading": ("<p># a</p>", "# a", "text", COMMONMARK),
    "a program": ("<p>a</p>", "    a", "structure", COMMONMARK),
    "a box to tick": ("<ul><li>[x] a</li></ul>", "- [x] a", "structure", ["cmark-gfm"]),
    "another description": ('<p><img src="/b" alt="*a*"></p>', "![*a*](/b)", "text", ["CommonMark"]),
    "an escape that is shown": ("<p>~a</p>", "\\~a", "text", ["python-markdown"]),
}


@pytest.mark.parametrize(("html", "text", "kind", "names"), ALIVE.values(), ids=ALIVE)
def test_markdown_that_is_alive(html, text, kind, names):
    found = readers.Readers().faults_of(html, text)
    assert {fault.reader for fault in found if fault.kind == kind} >= {*names}


#: HTML that is not clean, and the kind of why
UNCLEAN = {
    "<script></script>": "element",
    "<p onclick=x>": "handler",
    "<p class=x>": "attribute",
    "<span class=x>": "attribute",
    "<p id=x>": "attribute",
    "<a href=' jAva\tscript:x'>": "scheme",
    "<img src=data:x>": "scheme",
    "<img src=mailto:x>": "scheme",
    "<!-- x -->": "other",
}


@pytest.mark.parametrize(("html", "kind"), UNCLEAN.items())
def test_html_that_is_not_clean(html, kind):
    assert kind in {fault.kind for fault in readers.faults_of_html(html)}


def test_readers_in_javascript_need_a_folder(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="the readers in JavaScript need node and npm"):
        readers.Readers(tmp_path / "file").faults_of("<p>a</p>", "a")


def test_a_seed_makes_a_case():
    assert live.case(7) == live.case(7) != live.case(8)


def test_live_shows_the_smallest_page_of_each_kind(monkeypatch, capsys):
    """A printer of Markdown that is planted: it escapes nothing."""
    monkeypatch.delenv("CONTENT_EXTRACT_DATA", raising=False)
    monkeypatch.delenv(live.NODE, raising=False)
    monkeypatch.setattr(live, "written", lambda of, extractor: ("<p>a</p>", of.page))
    monkeypatch.setattr(live, "case", lambda seed: live.Case(f"rain {seed} <inject> rain", None, {}))
    assert live.main(["--pages", "3"]) == 1
    out = capsys.readouterr().out
    assert "no pages of a data set are read" in out
    assert "no readers in JavaScript" in out
    assert re.search(r"element: 3 pages \(CommonMark.*\)\n  seed 0: \w+\n  page      '<\w+>' at None\n", out)
    assert re.search(r"\ncmark +3 +3 +0 +3 +3\n", out)
    assert out.endswith(
        "live: FAILED, alive for 11 readers: 3 cases from seed 0, "
        "0 of 0 labelled pages say something else in Markdown, 0.00 needless escapes in 1,000 of their words\n"
    )


def test_live_reads_labelled_pages(tmp_path, monkeypatch, capsys):
    """One of three pages says something else, which is more than ten of 4,422."""
    (tmp_path / "zhds/cleaned").mkdir(parents=True)
    (tmp_path / "zhds/original").mkdir()
    for name in "abcdef":
        (tmp_path / f"zhds/cleaned/{name}.txt").write_text(name)
        (tmp_path / f"zhds/original/{name}.html.gz").write_bytes(gzip.compress(f"<p>{name}".encode()))
    assert live.main([str(tmp_path), "--pages", "20", "--labelled", "3", "--examples", "0"]) in (0, 1)
    assert "20 cases from seed 0, 0 of 3 labelled pages say" in capsys.readouterr().out
    written = live.written
    monkeypatch.setattr(
        live, "written", lambda of, extractor: (written(of, extractor)[0], of.page[3:].replace("c", "d"))
    )
    assert live.main([str(tmp_path), "--pages", "0", "--labelled", "3"]) == 1
    assert "another text: zhds c: 'c' became 'd'\n" in capsys.readouterr().out
