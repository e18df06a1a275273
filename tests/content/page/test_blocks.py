"""Texts as a person would copy them, and what is counted of them."""

import pytest
from lxml import html as lxml_html

from scrapy_content_extract import segment
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.page.blocks import block_of, lines_of, paragraphs, text_of
from scrapy_content_extract.content.page.elements import heading_above, lowest_common
from scrapy_content_extract.content.page.read import measure
from scrapy_content_extract.content.page.tables import MOST_TIMES, rows_of

RENDERED = {
    "white space is collapsed": ("<p> a \n\t b </p>", "a b"),
    "inline elements do not break words": ("<p>un<b>believ</b>able</p>", "unbelievable"),
    "blank texts separate words": ("<p><i>a</i> <b>b</b></p>", "a b"),
    "each paragraph is a line": ("<p>a</p><p>b</p>", "a\nb"),
    "a <br> is a new line": ("<p>a<br>b<br><br>c</p>", "a\nb\nc"),
    "no-break spaces are white space": ("<p>a\u00a0\u00a0b</p>", "a b"),
    "preformatted lines are kept": (
        "<pre>def f():\n    return 1\n\nf()</pre>",
        "def f():\n    return 1\n\nf()",
    ),
    "inline elements in preformatted text": ("<pre><b>if</b> x:\n    <i>y</i>\n</pre>", "if x:\n    y"),
}


@pytest.mark.parametrize(("html", "text"), RENDERED.values(), ids=RENDERED)
def test_render(html, text):
    page = page_of(html)
    assert block_of(page, [(0, len(page.text))]).text == text


@pytest.mark.parametrize(
    "html",
    [
        *(html for html, _ in RENDERED.values()),
        "<p>a<p>\u00ad<p>b\u00adc<br>\u00ad<br>d",
        "<p>a<p><s>b</s><p>c<br><s>d</s><br>e",
        "<pre>\n\na\n\n</pre><p>b",
        "<p>a<table><tr><th>b<th>c<tr><td>d<td>e</table>f",
        "<h2>a<br>b</h2><p>c<br>d",
    ],
)
@pytest.mark.parametrize("left_out", [0, 1, 2])
def test_the_text_is_the_lines_that_are_not_empty(html, left_out):
    page = page_of(html)
    ranges, rows = [(0, left_out), (left_out + 1, len(page.gap))], rows_of(page)
    ranges[1:] = [(start, stop) for start, stop in ranges[1:] if start < stop]
    if left_out < len(page.gap):
        assert text_of(page, ranges, rows) == "\n".join(filter(None, lines_of(page, ranges, rows)))


#: What of "one two three / four" is chosen, and the paragraphs that come of it.
CHOSEN = {
    "all of a paragraph is one block": ([(0, 3)], ["one two three"]),
    "a text left out leaves a space": ([(0, 1), (2, 3)], ["one three"]),
    "two paragraphs": ([(0, 4)], ["one two three", "four"]),
    "parts of two paragraphs": ([(2, 4)], ["three", "four"]),
    "the boundary lies in what was left out": ([(0, 1), (3, 4)], ["one", "four"]),
    "nothing": ([], []),
}


@pytest.mark.parametrize(("ranges", "texts"), CHOSEN.values(), ids=CHOSEN)
def test_paragraphs(ranges, texts):
    page = page_of("<div><p>one <b>two</b> three</p><p>four</p></div>")
    assert [block.text for block in paragraphs(page, ranges)] == texts


BLOCKS = {
    # html: (title, kind, depth, chars, link_chars)
    "a heading": ("<h2>Title</h2>", ("Title", "title", 2, 5, 0)),
    "a linked heading is a heading": ("<h2><a href=x>Title</a></h2>", ("Title", "title", 3, 5, 5)),
    "prose": ("<div><p>some prose</p></div>", ("", "text", 3, 9, 0)),
    "half of it linked is mixed": ("<p><a href=x>ab</a> cd</p>", ("", "mixed", 2, 4, 2)),
    "a quarter of it linked is prose": ("<p><a href=x>a</a> bcd</p>", ("", "text", 2, 4, 1)),
    "more than half of it linked is links": ("<p><a href=x>abc</a> cd</p>", ("", "links", 2, 5, 3)),
}


@pytest.mark.parametrize(("html", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_block(html, expected):
    (block,) = segment(html, segmenter="flat").blocks
    assert (block.title, block.kind, block.depth, block.chars, block.link_chars) == expected


LINE = "x" * 60
#: a page that is one block, and its kind; a line is 60 characters
KINDS = {
    "a control and a line": (f"<p>{LINE}<input>", "form"),
    "a control and more than a line": (f"<p>{LINE}x<input>", "text"),
    "two controls make up for two lines": (f"<p>{LINE}{LINE}<input><select></select>", "form"),
    "a hidden input is no control": ("<p>ab<input type=HIDDEN>", "text"),
    "a linked label is a link": ("<p><a href=x>Search</a><input>", "links"),
    "two rows of two cells": ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "table"),
    "an empty cell counts": ("<table><tr><td>a<td>b<tr><td>c<td></table>", "table"),
    "three cells are no table": ("<table><tr><td>a<td>b<td>c</table>", "text"),
    "cells full of prose are layout": (f"<table><tr><td>{LINE * 4}x<td>a<td>b<td>c</table>", "text"),
    "a picture and its caption": ("<img><p>Caption", "media"),
    "a picture and an article": (f"<img><p>{LINE}x", "text"),
    "a control comes before a picture": ("<img><p>Search<input>", "form"),
    "more than a quarter linked": ("<p><a href=x>ab</a>cdefg", "mixed"),
}


@pytest.mark.parametrize(("html", "kind"), KINDS.values(), ids=KINDS)
def test_kind(html, kind):
    page = page_of(html)
    assert block_of(page, [(0, len(page.text))]).kind == kind


# rows of a table of data → their lines: what a browser copies
CELLS = {
    "a value stays below its head": (
        "<tr><th>Day<th>Herons<th>Boats<th>Eels<tr><td>1<td><td>7<td>2",
        ["Day\tHerons\tBoats\tEels", "1\t\t7\t2"],
    ),
    "the corner is empty": ("<tr><th><th>A<th>B<tr><td>a<td>1<td>2", ["\tA\tB", "a\t1\t2"]),
    "several beside each other": ("<tr><th>a<td><td><td>b", ["a\t\t\tb"]),
    "at the end nothing changes its column": ("<tr><th>a<td>b<td><td>", ["a\tb"]),
    "white space and pictures are no text": (
        "<tr><th>a<td> &nbsp;<td><img src=x><td>b", ["a\t\t\tb"],
    ),
    "one text is no row of several": ("<tr><td><td>a<tr><td>b<td>c", ["a", "b\tc"]),
    "a row in an empty row's table": ("<tr><td><td><tr><td>a<td>b", ["a\tb"]),
    "a line in a cell ends at a space": ("<tr><th>a<br>b<td>c<td>d", ["a b\tc\td"]),
    "a program in a cell keeps its lines": ("<tr><th>a<td><pre>b\nc</pre><td>d", ["a\tb\nc\td"]),
    # spans, as in https://html.spec.whatwg.org/multipage/tables.html#forming-a-table
    "a head of two columns": (
        "<tr><th>Day<th colspan=2>Birds<th>Boats<tr><td>1<td>4<td>5<td>7",
        ["Day\tBirds\t\tBoats", "1\t4\t5\t7"],
    ),
    "a cell takes the rows below it": (
        "<tr><td rowspan=3>a<td>b<td>c<tr><td>d<td>e<tr><td>f<td>g<tr><td>h<td>i<td>j",
        ["a\tb\tc", "\td\te", "\tf\tg", "h\ti\tj"],
    ),
    "in the middle": ("<tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e", ["a\tb\tc", "d\t\te"]),
    "both ways": (
        "<tr><td>a<td colspan=2 rowspan=2>b<td>c<tr><td>d<td>e<tr><td>f<td>g<td>h<td>i",
        ["a\tb\t\tc", "d\t\t\te", "f\tg\th\ti"],
    ),
    "two beside each other": (
        "<tr><td rowspan=3>a<td rowspan=2>b<td>c<td>d<tr><td>e<td>f<tr><td>g<td>h<td>i",
        ["a\tb\tc\td", "\t\te\tf", "\tg\th\ti"],
    ),
    "to the end of the group": (
        "<tbody><tr><td rowspan=0>a<td>b<td>c<tr><td>d<td>e<tr><td>f<td>g<tbody><tr><td>h<td>i",
        ["a\tb\tc", "\td\te", "\tf\tg", "h\ti"],
    ),
    "no further than the group": (
        "<thead><tr><th rowspan=9>a<th>b<th>c<tbody><tr><td>d<td>e<td>f", ["a\tb\tc", "d\te\tf"]
    ),
    "a cell over one from above: both have the place": (
        "<tr><td>a<td rowspan=2>b<td>c<tr><td colspan=2>d<td>e", ["a\tb\tc", "d\t\te"]
    ),
    "what is no number is 1": ("<tr><th colspan=x>a<td rowspan=-2>b<td>c", ["a\tb\tc"]),
    "no columns are one": ("<tr><th colspan=0>a<td>b", ["a\tb"]),
    "a line over all columns has no tab": (
        "<tr><th colspan=99999>a b<tr><td>c<td>d<tr><td>e<td>f", ["a b", "c\td", "e\tf"]
    ),
    "a table in a cell has its own columns": (
        "<tr><td colspan=2>a<td><table><tr><td>b<td>c<tr><td>d<td>e</table>", ["a", "b\tc", "d\te"]
    ),
    "paragraphs of a cell are beside each other where there are three cells": (
        "<tr><th><p>a</p><p>b</p><td>c<td><ul><li>d<li>e<li>f</ul>", ["a b\tc\td e f"],
    ),
    "also if others are empty": (
        "<tr><td>a<td>b<td>c<tr><td>d<td><p>e<p>f<td><tr><td><td><p>g<p>h<td>i", ["a\tb\tc", "d\te f", "\tg h\ti"]
    ),
    "of two cells, one with a list: pros and cons": (
        "<tr><td><ul><li>a<li>b</ul><td><ul><li>c</ul>", ["a", "b", "c"]
    ),
    "a cell of four paragraphs is prose": ("<tr><td><p>a<p>b<p>c<p>d</p><td>e<td>f", [*"abcdef"]),
    "a program behind a paragraph keeps its lines": (
        "<tr><th>a<td>b<td><p>c</p><pre>d\ne</pre>", ["a\tb\tc\nd\ne"]
    ),
    "one row without a header is rather for the layout": ("<tr><td>a<td>b", ["a", "b"]),
    "so is a table around another": (
        "<tr><th>a<td>b<td><p>c</p><table><tr><th>d<td>e</table><p>f</p>", ["a", "b", "c", "d\te", "f"]
    ),
    "a place for each of a thousand columns is more than the page has": (
        "<tr><th colspan=1000>a<td>b", ["a\tb"]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), CELLS.values(), ids=CELLS)
def test_columns_of_cells(html, lines):
    html = f"<table>{html}</table>"
    for page in (page_of(html), page_of(html, attributes=True), measure(lxml_html.document_fromstring(html))):
        ranges, rows = [(0, len(page.text))], rows_of(page)
        assert list(lines_of(page, ranges, rows)) == lines
        assert [block.text for block in paragraphs(page, ranges, rows)] == lines


#: the rows of a table that grows, n of them
TABLES = {
    "each cell is wide": lambda n: "<tr><td colspan=1000>a<td>b" * n,
    "each cell is wide and high": lambda n: "<tr>" + "<td colspan=1000 rowspan=65534>a" * n,
    "many cells stand above all rows": lambda n: "<tr>" + "<td rowspan=0>a" * n + "<tr><td>b<td>c" * n,
    "ever more cells stand above": lambda n: "<tr><td rowspan=0>a<td>b" * n,
    "empty rows below many cells": lambda n: "<tr>" + "<td rowspan=0>a" * n + "<tr>" * n,
}


@pytest.mark.parametrize("rows", TABLES.values(), ids=TABLES)
def test_the_columns_of_a_table_grow_with_the_page(rows):
    html = f"<table>{rows(1000)}</table>"
    page = page_of(html)
    lines = lines_of(page, [(0, len(page.text))], rows_of(page))
    assert "".join(lines).count("\t") <= MOST_TIMES * (html.count("<td") + html.count("<tr"))


#: a page of two paragraphs with an element between them, and which paragraph it counts for
BELONGS = {
    "in the box of the first": ("<div><p>a</p><img></div><p>b</p>", ["media", "text"]),
    "in the box of the second": ("<p>a</p><div><img><p>b</p></div>", ["text", "media"]),
    "between them: with what follows": ("<p>a</p><img><p>b</p>", ["text", "media"]),
    "in the paragraph": ("<p>a<img></p><p>b</p>", ["media", "text"]),
    "after the last": ("<p>a</p><p>b</p><img>", ["text", "media"]),
    "in a box, and bare text after it": ("<div><p>a</p><img></div>b", ["media", "text"]),
    "before bare text": ("<div><p>a</p></div><img>b", ["text", "media"]),
}


@pytest.mark.parametrize(("html", "kinds"), BELONGS.values(), ids=BELONGS)
def test_an_element_without_text_counts_once(html, kinds):
    assert [block.kind for block in segment(html, segmenter="flat").blocks] == kinds


def test_a_block_of_several_paragraphs_has_the_heading_it_begins_with():
    page = page_of("<div><h2>Title <i>of it</i></h2><p>some prose</p></div>")
    block = block_of(page, [(0, len(page.text))])
    assert (block.title, block.text, block.depth) == ("Title of it", "Title of it\nsome prose", 2)


#: Which of three paragraphs of 4, 6 and 2 characters are chosen, and which blocks are main.
MAIN = {
    "nothing chosen": ([], [False, False]),
    "all of the first block": ([(0, 1)], [True, False]),
    "six of the eight characters of the second": ([(1, 2)], [False, True]),
    "two of eight are not more than half": ([(2, 3)], [False, False]),
}


@pytest.mark.parametrize(("chosen", "main"), MAIN.values(), ids=MAIN)
def test_main_is_more_than_half_of_the_characters(chosen, main):
    from scrapy_content_extract import Segmentation

    page = page_of("<p>aaaa</p><p>bbbbbb</p><p>cc</p>")
    segmentation = Segmentation((block_of(page, [(0, 1)]), block_of(page, [(1, 3)])))
    assert [block.main for block in segmentation.marked(page, chosen).blocks] == main


#: Pairs of elements that a page of html, body, p, p does not have.
NO_ELEMENTS = {"behind the page": (0, 5), "before it": (-1, 1), "both": (5, -1)}


@pytest.mark.parametrize(("i", "j"), NO_ELEMENTS.values(), ids=NO_ELEMENTS)
def test_elements_that_are_not_there(i, j):
    """Authors of methods call this; nothing outside of a column may be read."""
    with pytest.raises(IndexError, match=f"no elements {i} and {j} among 4"):
        lowest_common(page_of("<p>a<p>b"), i, j)


def test_a_heading_above_nothing():
    with pytest.raises(IndexError, match="no element 5 among 4"):
        heading_above(page_of("<p>a<p>b"), 5)
