"""Texts as a person would copy them, and what is counted of them."""

import pytest

from scrapy_content_extract import segment
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.page.blocks import (
    block_of,
    heading_above,
    lines_of,
    lowest_common,
    paragraphs,
    rows_of,
)

from .helpers.work import check_linear, copy_of

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
    "several beside each other": ("<tr><td>a<td><td><td>b", ["a\t\t\tb"]),
    "at the end nothing changes its column": ("<tr><td>a<td>b<td><td>", ["a\tb"]),
    "white space and pictures are no text": (
        "<tr><td>a<td> &nbsp;<td><img src=x><td>b", ["a\t\t\tb"],
    ),
    "one text is no row of several": ("<tr><td><td>a<tr><td>b<td>c", ["a", "b\tc"]),
    "a row in an empty row's table": ("<tr><td><td><tr><td>a<td>b", ["a\tb"]),
    "a cell of two paragraphs leaves its row as it is": ("<tr><td><td><p>a<p>b<td>c", ["a", "b", "c"]),
}  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), CELLS.values(), ids=CELLS)
def test_empty_cells(html, lines, backend):
    page = page_of(f"<table>{html}</table>")
    ranges, rows = [(0, len(page.text))], rows_of(page)
    assert list(lines_of(page, ranges, rows)) == lines
    assert [block.text for block in paragraphs(page, ranges, rows)] == lines


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


def test_the_kinds_of_bare_texts_take_linear_time():
    content = copy_of("scrapy_content_extract.content")
    blocks = copy_of("scrapy_content_extract.content.page.blocks")

    def work(page):
        blocks.paragraphs(page, [(0, len(page.text))])

    check_linear(work, lambda times: content.page_of("<body>" + "a<p>b</p><p>c</p>" * times), 200)


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
