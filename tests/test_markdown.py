"""The main content as Markdown, and who makes which format; what is expected is worked out by hand."""

import sys

import lxml.html
import pytest
from markdown_it import MarkdownIt

from scrapy_content_extract import extract
from scrapy_content_extract.content import formats, markdown, page_of
from scrapy_content_extract.content.markdown import markdown_of

from .pages import whole_html

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
        with pytest.raises(ValueError, match=r"scrapy-content-extract\[markdown\]"):
            formats.check_formats(["markdown"])
        formats.check_formats(["html"])
    finally:
        markdown.converter.cache_clear()
