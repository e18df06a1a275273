"""The columns of a page, worked out by hand."""

import pytest
from lxml import etree

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.markup import BLOCK_BOUNDARY, JOINED, LINE_BREAK, SPACE
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure
from scrapy_content_extract.content.rewrite import rewritten


def page(html):
    return rewritten(measure(parse(html), html=html))


def test_columns_of_a_small_page():
    """html 0, head 1, title 2, body 3, div 4, p 5, b 6, a 7, comment 8, p 9."""
    p = page(
        "<html><head><title>T</title></head><body><div><p>one <b>two</b> three"
        "<a href='/'>four</a></p><!-- no -->five<p>six</p></div></body></html>"
    )
    assert p.tag == ["html", "head", "title", "body", "div", "p", "b", "a", "", "p"]
    assert list(p.parent) == [-1, 0, 1, 0, 3, 4, 5, 5, 4, 4]
    assert list(p.depth) == [0, 1, 2, 1, 2, 3, 4, 4, 3, 3]
    assert list(p.end) == [10, 3, 3, 10, 10, 8, 7, 8, 9, 10]
    assert p.text == ["one ", "two", " three", "four", "five", "six"]
    assert list(p.owner) == [5, 6, 5, 7, 4, 9]
    assert list(p.chars) == [3, 3, 5, 4, 4, 3]
    assert list(p.in_link) == [0, 0, 0, 1, 0, 0]
    assert list(p.first) == [0, 0, 0, 0, 0, 0, 1, 3, 4, 5]
    assert list(p.stop) == [6, 0, 0, 6, 6, 4, 2, 4, 4, 6]
    assert list(p.gap) == [BLOCK_BOUNDARY, JOINED, JOINED, JOINED, BLOCK_BOUNDARY, BLOCK_BOUNDARY]
    assert list(p.chars_before) == [0, 3, 6, 11, 15, 19, 22]
    assert list(p.link_chars_before) == [0, 0, 0, 0, 4, 4, 4]
    assert p.lines == [(0, 4), (4, 5), (5, 6)]
    assert p.title == "T"
    assert p.body == 3


GAPS = {
    "nothing between": ("<p>a<b>b</b></p>", JOINED),
    "a blank text between": ("<p><i>a</i> <b>b</b></p>", SPACE),
    "a comment is nothing": ("<p>a<!-- -->b</p>", JOINED),
    "a line break": ("<p>a<br>b</p>", LINE_BREAK),
    "white space does not weaken a line break": ("<p>a<br> <i>b</i></p>", LINE_BREAK),
    "a paragraph ends": ("<p>a</p>b", BLOCK_BOUNDARY),
    "a paragraph begins": ("<div>a<p>b</p></div>", BLOCK_BOUNDARY),
    "an empty block-level element is a boundary, too": ("<div>a<div></div>b</div>", BLOCK_BOUNDARY),
    "a ruler": ("<div>a<hr>b</div>", BLOCK_BOUNDARY),
    "an image is in the line": ("<p>a<img src=x>b</p>", JOINED),
    "what is in a script separates nothing": ("<p>a<script><div></script>b</p>", JOINED),
    "nor are the rows of a table in a template": (
        "<div>a<template><table></table></template>b</div>",
        JOINED,
    ),
}


@pytest.mark.parametrize(("html", "gap"), GAPS.values(), ids=GAPS)
def test_gap(html, gap):
    p = page(html)
    assert (len(p.text), p.gap[1]) == (2, gap)


NEVER = {
    "script": "<script>var a = 'x';</script>",
    "style": "<style>p {}</style>",
    "textarea": "<textarea>x</textarea>",
    "select": "<select><option>x</option></select>",
    "svg": "<svg><text>x</text></svg>",
    "object": "<object><p>x</p></object>",
    "iframe": "<iframe>x</iframe>",
    "noframes": "<noframes>x</noframes>",
    "template": "<template><p>x</p></template>",
    "video": "<video><p>x</p></video>",
    "a comment": "<!-- x -->",
    "a processing instruction": "<?php echo 'x' ?>",
    "a short noscript": "<noscript><p>x</p></noscript>",
}


@pytest.mark.parametrize("html", NEVER.values(), ids=NEVER)
def test_never_text_but_for_what_follows(html):
    assert page(f"<div>{html}after</div>").text == ["after"]


#: name: (text in noscript, text outside, whether it counts); 300 characters and 45 % are the limits
NOSCRIPT = {
    "more than 300 and more than 45 %": (301, 300, True),
    "300 are not enough": (300, 0, False),
    "45 % are not enough": (450, 550, False),
    "a bit more than 45 %": (451, 549, True),
}


@pytest.mark.parametrize(("inside", "outside", "counts"), NOSCRIPT.values(), ids=NOSCRIPT)
def test_noscript(inside, outside, counts):
    html = f"<div><noscript><p>{'n' * inside}</p></noscript><p>{'o' * outside}</p></div>"
    assert ("n" * inside in page(html).text) == counts


@pytest.mark.parametrize("read", [page_of, page], ids=["bytes", "tree"])
@pytest.mark.parametrize(("chars", "counts"), [(301, True), (300, False)])
def test_text_after_an_element_in_noscript_counts_as_well(chars, counts, read):
    found = read(f"<div><noscript>{'<br>n' * chars}</noscript><p>{'o' * 300}</p></div>")
    assert (found.chars_before[-1] == chars + 300) == counts


def test_each_noscript_is_judged_by_itself():
    html = f"<div><noscript>{'n' * 2000}</noscript><noscript>{'m' * 400}</noscript><p>{'o' * 1000}</p></div>"
    assert page(html).text == ["n" * 2000, "o" * 1000]


def test_noscript_in_noscript_is_judged_with_it():
    html = f"<div><noscript>{'n' * 200}<noscript>{'m' * 200}</noscript></noscript><p>{'o' * 300}</p></div>"
    assert page(html).text == ["n" * 200, "m" * 200, "o" * 300]


TITLES = {
    "white space is collapsed": ("<title> Rain\n today </title><p>a", "Rain today"),
    "the first of two": ("<title>Rain</title><title>Snow</title><p>a", "Rain"),
    "none": ("<p>a", ""),
    "one without text": ("<title></title><p>a", ""),
    "that of a drawing is none": ("<p>a<svg><title>Menu</title></svg>", ""),
    "nor that deep in one, beside another": ("<p>a<svg><g><svg></svg><title>Menu</title></g></svg>", ""),
    "that of the page, after drawings": (
        "<body><svg><title>Menu</title></svg><svg><title>Logo</title></svg><svg></svg><title>Rain</title>",
        "Rain",
    ),
}


@pytest.mark.parametrize(("html", "title"), TITLES.values(), ids=TITLES)
def test_title(html, title):
    assert page(html).title == title


CHARS = {
    "spaces, tabs and line breaks": ("a b\tc\nd", 4),
    "no-break and ideographic spaces": ("a\u00a0b\u3000c", 3),
    "a zero-width space is a character": ("a\u200bb", 3),
    "Chinese": ("图书馆", 3),
    "beyond the basic plane": ("\U00020000x", 2),
    "longer than a slice, without white space": ("x" * 3_000_000, 3_000_000),
    "longer than a slice, with white space": ("x y" * 1_000_000, 2_000_000),
}


@pytest.mark.parametrize(("text", "chars"), CHARS.values(), ids=CHARS)
def test_chars(text, chars):
    assert page(f"<p>{text}</p>").chars.tolist() == [chars]


def test_links():
    p = page("<a href=x>a<b>b</b></a><a name=y>c</a><a href=''>d</a>")
    assert dict(zip(p.text, p.in_link)) == {"a": True, "b": True, "c": False, "d": True}
    assert p.links_before[-1] == 3  # every <a> counts as one


def test_the_tree_is_left_as_it_is():
    tree = parse("<div>a<!-- c --><p>b<noscript>" + "x" * 400 + "</noscript></p></div>").root
    before = etree.tostring(tree)
    p = measure(tree)
    _ = p.nodes, p.title, p.preformatted
    assert etree.tostring(tree) == before
