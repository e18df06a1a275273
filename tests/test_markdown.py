"""The main content as Markdown, and who makes which format; what is expected is worked out by hand."""

import sys
from dataclasses import replace

import lxml.html
import pytest
from markdown_it import MarkdownIt

from scrapy_content_extract import extract
from scrapy_content_extract.content import EXTRACTORS, Extraction, page_of
from scrapy_content_extract.content.analysis import Task, Wanted, analyse
from scrapy_content_extract.content.flow import Utf8
from scrapy_content_extract.content.output import formats, markdown
from scrapy_content_extract.content.output.markdown import markdown_of

from .pages import URL, whole_html


class Whole:
    """Chooses all texts of a page."""

    def extract(self, page):
        return Extraction(((0, len(page.gap)),), ())


MARKDOWN = {
    "headings and emphasis": ("<h2>a</h2><p>b <b>c</b> <em>d</em></p>", "## a\n\nb **c** *d*\n"),
    "lists": ("<ul><li>a<ol><li>b</ol><li>c</ul>", "- a\n  1. b\n- c\n"),
    "a table": ("<table><tr><th>a<th>b<tr><td>c|d<td></table>", "| a | b |\n| --- | --- |\n| c\\|d |  |\n"),
    "a program": (
        "<pre><code class=language-py>if a:\n  b</code></pre>",
        "```py\nif a:\n  b\n```\n",
    ),
    "a link and a picture": (
        "<p><a href=/x>a</a> <img src=/y alt=b> c</p>",
        "[a](http://site.example/x) ![b](http://site.example/y) c\n",
    ),
    "what would be markup": ("<p>*a* _b_ &lt;i&gt; # [c](d)</p><p># e</p>", "\\*a\\* \\_b\\_ \\<i\\> \\# \\[c\\](d)\n\n\\# e\n"),
    "nothing": ("", ""),
}  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), MARKDOWN.values(), ids=MARKDOWN)
def test_markdown(html, expected):
    assert markdown_of(whole_html(html)) == expected


# what a page may make much of: the beginning, and a piece over and over
MUCH = {
    "many cells, then rows of one": ("<table><tr>" + "<th>x" * 4_000, "<tr><td>x"),
    "rows of wide cells": ("<table><tr><th>x", "<tr><td colspan=100>x"),
    "rows of wide and high cells": ("<table><tr><th>x", "<tr><td colspan=100 rowspan=100>x"),
    "tables of many cells and rows of one": (
        "",
        "<table><tr>" + "<th>x" * 100 + "<tr><td>x" * 100 + "</table>",
    ),
    "paragraphs in quotes": ("<blockquote>" * 60, "<p>x"),
    "paragraphs in numbered lists": ("<ol start=9999><li>" * 25, "<p>x"),
    "empty lines of a program in quotes": ("<blockquote>" * 40 + "<pre>", "x\n\n\n\n\n\n"),
    "links below a long base": (f"<base href='http://h/{'x' * 2_000}/'>", "<a href=b>x</a>"),
    "what is escaped": ("<p>", "*"),
    "references": ("<p>", "&"),
}


@pytest.mark.parametrize(("first", "piece"), MUCH.values(), ids=MUCH)
def test_markdown_is_no_longer_than_it_may_be(first, piece):
    size = 100_000
    page = page_of(first + piece * (size // len(piece)), url=URL)
    made, _, reason = formats.formatted(page, [(0, len(page.gap))], ("markdown",))
    assert reason == ""
    assert len(made["markdown"]) <= 4 * len(page.html)


def test_a_table_of_too_many_empty_cells_becomes_lines():
    html = '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td colspan="100">c</td></tr>\n</table>\n<p>d</p>'
    assert markdown.markdown_within(html, 1_000) == ("a b\n\nc\n\nd\n", False)
    assert markdown.markdown_within(html, 10_000)[0].startswith("| a | b |")


def test_markdown_is_cut_between_two_lines():
    assert markdown.markdown_within("<p>\N{SNOWMAN}</p><p>b</p>", 6) == ("\N{SNOWMAN}\n\n", True)


# what nothing may come of but text
CONTROLS = {
    "controls by reference": "&#1;" * 200,
    "in a paragraph": "<p>" + "It is &#2;" * 200,
    "in a program": "<pre>" + "&#8;\n" * 200,
    "in other texts of pictures": "<p>a" + "<img src=b alt='&#1;&#2;'>" * 200 + "c",
    "in addresses": "<p>" + "<a href='http://h/&#1;&#2;&#3;&#4;'>a</a>" * 200,
}


@pytest.mark.parametrize("page", CONTROLS.values(), ids=CONTROLS)
def test_no_control_character_is_written(page):
    """HTML and XML have none, and the library takes a page with many for a binary file."""
    made, _, reason = formats.formatted(
        page_of(page, url=URL), [(0, len(page_of(page).gap))], formats.FORMATS
    )
    assert reason == ""
    assert not any(ord(c) < 32 and c != "\n" for c in made["html"] + made["markdown"])


def test_a_format_that_fails_costs_itself(monkeypatch, caplog):
    def convert(html, options):
        raise RuntimeError("no")

    monkeypatch.setattr(markdown, "converter", lambda: (convert, None))
    page = "<p>It is what it is.</p>"
    extraction = extract(page, formats=["html", "markdown"])
    assert (extraction.text, extraction.html, extraction.markdown) == ("It is what it is.", page, "")
    assert "No markdown, but text, from a page: RuntimeError('no')" in caplog.text
    failed = []
    task = Task(
        Utf8(page.encode()), EXTRACTORS["auto"](), wanted=Wanted(formats=("markdown",)),
        on_failed=lambda name, error: failed.append((name, str(error))),
    )  # fmt: skip
    analysis = analyse(task)
    assert (analysis.status, analysis.text, analysis.formats["markdown"]) == ("ok", "It is what it is.", "")
    assert analysis.reason == "markdown: RuntimeError: no"
    assert failed == [("markdown", "no")]


def test_what_is_cut_is_truncated():
    page = f"<base href='http://h/{'x' * 2_000}/'>" + "<p><a href=b>It is what it is.</a></p>" * 1_000
    task = Task(Utf8(page.encode()), Whole(), wanted=Wanted(formats=("html",)))
    assert analyse(task).diagnostics["truncated"]
    assert not analyse(replace(task, wanted=Wanted())).diagnostics["truncated"]


ESCAPED = (
    "*a* _b_ `c` [d](e) ![f](g) # h > i ~j~ \\k\\ | l &amp;amp; &lt;m&gt; 1. n a_b_c 2*3*4 &lt;!-- o --&gt;"
)


@pytest.mark.parametrize(
    "before", ["", "# ", "- ", "+ ", "1. ", "1) ", "> ", "=== ", "--- ", "``` ", "| ", "    "]
)
def test_markdown_means_the_same_text(before):
    """What reads Markdown by its standard finds the text of the page in it."""
    page = f"<p>{before.replace('>', '&gt;')}{ESCAPED}</p>"
    written = markdown_of(whole_html(page))
    read = lxml.html.fromstring(MarkdownIt("commonmark").enable("table").render(written)).text_content()
    assert "".join(read.split()) == "".join("".join(page_of(page).text).split())


def test_formats_are_made_when_they_are_asked_for():
    page = "<p>It <b>is</b> what it is.</p>"
    assert extract(page).html is extract(page).markdown is None
    both = extract(page, formats=("markdown", "html"))
    assert both.html == "<p>It <b>is</b> what it is.</p>"
    assert both.markdown == "It **is** what it is.\n"
    assert both.text == extract(page).text
    assert extract("", formats=["html", "markdown"]).markdown == ""


@pytest.mark.parametrize("wrong", [["text"], "html", ["html", "pdf"]])
def test_impossible_formats(wrong):
    with pytest.raises(ValueError, match="html, markdown"):
        extract("<p>x</p>", formats=wrong)


def test_a_missing_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "html_to_markdown", None)
    markdown.converter.cache_clear()
    try:
        with pytest.raises(ValueError, match=r"\[markdown\]"):
            formats.check_formats(["markdown"])
        formats.check_formats(["html"])
    finally:
        markdown.converter.cache_clear()
