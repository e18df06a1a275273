"""What a notebook shows of a result."""

import pytest
from lxml import html

from scrapy_content_extract import compare, extract, segment

PAGE = (
    "<nav><a href=/>Menu</a></nav><article><h1>Rain</h1>"
    "<p>It was raining, and it is raining, as they say in the harbour &lt;script&gt;.</p></article>"
)


def shown(result):
    return html.fragment_fromstring(result._repr_html_())


def rows(result):
    return [[cell.text_content() for cell in row] for row in shown(result).iter("tr")]


def test_extraction():
    result = extract(PAGE, extractor="cevc", output="all")
    # by hand: "Rain" has 4 characters, the sentence 58 without white space
    assert rows(result) == [
        ["title", "paragraphs", "characters", "in links", "confidence"],
        ["Rain", "2", "62", "0%", "–"],
    ]
    assert [p.text for p in shown(result).iter("p")] == result.text.split("\n")


def test_segmentation():
    head, *body = rows(segment(PAGE, segmenter="flat"))
    assert head == ["block", "kind", "characters", "in links", "text"]
    assert [row[:4] for row in body] == [
        ["1", "links", "4", "100%"],
        ["2", "title", "4", "0%"],
        ["3", "text", "58", "0%"],
    ]


@pytest.mark.parametrize(
    ("page", "line"), [("", None), ("<p>a\x01b</p>", None), ("<p>It is.</p>" * 300, "… and 100 more")]
)
def test_strange_pages(page, line):
    """An empty page, characters that XML does not have, more blocks than anybody reads."""
    said = [p.text for p in shown(segment(page, segmenter="flat")).iter("p")]
    assert said == ([line] if line else [])


def test_tints_say_what_is_in_links():
    paragraph = "<p>It is what it is <a href=/>as they say, and as it was</a></p>"
    extraction = extract(paragraph * 3, extractor="cevc", output="all")
    # 12 characters outside links, 20 in them: 0.25 * 12 / 32
    (style,) = {p.get("style").partition(";")[0] for p in shown(extraction).iter("p")}
    assert style == "background: rgba(34, 160, 70, 0.09)"


def test_methods_side_by_side():
    """By hand: "Menu" has 4 of the page's 66 characters, "Rain" 4, the sentence 58."""
    head, *body = rows(compare(PAGE, "cevc", "scf"))
    assert head[2] == "text"
    assert body[0][2] == "Menu"
    assert body[2][:2] == ["100%", "100%"]
    cevc = sum(n for row, n in zip(body, (4, 4, 58)) if row[0] == "100%")
    assert head[0] == f"cevc {cevc / 66:.0%}"
