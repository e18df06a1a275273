"""Where lines end on a page whose styles and headings say otherwise than its tags."""

import pytest
from lxml.html import fromstring

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.page.breaks import BOX_CHARS
from scrapy_content_extract.content.page.rendering import render

GIVEN = pytest.mark.parametrize("given", [str, str.encode, fromstring], ids=["text", "bytes", "tree"])
LONG = "a" * (BOX_CHARS + 1)

#: Pages and their texts, as a browser shows them: https://drafts.csswg.org/css-display/#outer-role
STYLES = {
    "two spans that are blocks": (
        "<p><span style=display:block>One.</span><span style=display:block>Two.</span></p>", "One.\nTwo.",
    ),
    "a block between the words of a line": ("<p>a<b style='color:red; DISPLAY : Flex'>b</b>c</p>", "a\nb\nc"),
    "a link that is a block": ("<p>a <a href=/ style=display:table>b</a> c</p>", "a\nb\nc"),
    "the last value counts": ("<p>a<b style='display:block;display:inline'>b</b>c</p>", "abc"),
    "another property": ("<p>a<b style='my-display:block'>b</b>c</p>", "abc"),
    "a block in a heading, which is one line": ("<h1><b style=display:block>A</b><i>b</i></h1>", "A b"),
    "a picture as a block has no words": ("<p>a<img src=x style=display:block>b</p>", "ab"),
    "lines of a program that end for themselves": (
        "<pre><b style=display:flex>a</b>\n  <b style=display:flex>b\n</b>c</pre>", "a\n  b\nc",
    ),
    "lines of a program that do not": ("<pre><b style=display:block>a</b><b style=display:block>b</b></pre>", "a\nb"),
    "a box in a line": ("<div>£<div style=display:inline>5.22</div> per head</div>", "£5.22 per head"),
    "a box of its own size": ("<div>a<p style=display:inline-block>b</p>c</div>", "abc"),
    "two boxes are two words": (
        "<div><div style=display:inline>a</div><div style=display:inline>b</div></div>", "a b",
    ),
    "a line break between boxes": (
        "<div><div style=display:inline>a</div><br><div style=display:inline>b</div></div>", "a\nb",
    ),
    "a rule between boxes": (
        "<div><div style=display:inline>a</div><hr><div style=display:inline>b</div></div>", "a\nb",
    ),
    "a paragraph in a box in a line": ("<div>a<div style=display:inline><p>b</p></div>c</div>", "a\nb\nc"),
    "a box that fills lines of its own": (f"<div>a<div style=display:inline>{LONG}</div></div>", f"a\n{LONG}"),
    "items are items": ("<ul><li style=display:inline>a</li><li style=display:inline>b</li></ul>", "a\nb"),
}  # fmt: skip
#: Headings of several elements without white space between.
HEADINGS = {
    "a kicker and a headline": ("<span>Town</span><span>Rain falls</span>", "Town Rain falls"),
    "deeper elements": ("<a><b>Town</b></a><i><b>“Rain</b> falls”</i>", "Town “Rain falls”"),
    "a number and a name": ("<span>1</span><span>Rain</span>", "1 Rain"),
    "Chinese": ("<span>天气</span><span>下雨了</span>", "天气 下雨了"),
    "one word in two elements": ("<span>Rain</span><span>fall</span>", "Rainfall"),
    "its first letter": ("<span>R</span><span>AIN</span>", "RAIN"),
    "a mark behind a word": ("<span>Rain</span><a href=#r>¶</a>", "Rain¶"),
    "a bracket around an element": ("<span>Rain (</span><a>Town</a><span>)</span>", "Rain (Town)"),
    "a label before the words of the heading": ("<b>Town</b>Rain falls", "Town Rain falls"),
    "a word in the words of the heading": ("下雨<mark>天气</mark>了", "下雨天气了"),
    "a power": ("<i>10</i><sup>23</sup>", "10^23"),
}


@GIVEN
@pytest.mark.parametrize(("html", "text"), STYLES.values(), ids=STYLES)
def test_styles(html, text, given):
    page = page_of(given(f"<html><body>{html}</body></html>"))
    assert render(page, [(0, len(page.gap))]) == text


@GIVEN
@pytest.mark.parametrize(("html", "text"), HEADINGS.values(), ids=HEADINGS)
def test_headings(html, text, given):
    page = page_of(given(f"<html><body><h2>{html}</h2></body></html>"))
    assert render(page, [(0, len(page.gap))]) == text


def test_what_the_title_has_as_one_word():
    page = page_of("<title>RainFall - Courier</title><h1>Rain<b>Fall</b></h1><h2><i>Rain</i><b>Fall</b></h2>")
    assert render(page, [(0, len(page.gap))]) == "RainFall\nRainFall"


def test_lines_and_boxes_in_every_format():
    page = "<p>a<b style=display:block>b</b></p><div>£<div style=display:inline>5.22</div> each</div>"
    found = extract(page, extractor="scf", formats=["html", "markdown"])
    assert found.text == "a\nb\n£5.22 each"
    assert found.html == "<p>a<br><b>b</b></p>\n<p>£5.22 each</p>"
    assert found.markdown == "a  \n**b**\n\n£5.22 each\n"
