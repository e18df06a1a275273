"""Structures leave whole: what comes along with a choice, for each rule, with p given by hand.

A paragraph is called by its first letter.  What is expected follows from the rules in :mod:`.auto.structures`.
"""

from array import array

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import Auto, facts_of
from scrapy_content_extract.content.auto.case import Case
from scrapy_content_extract.content.auto.comments import comments_of
from scrapy_content_extract.content.auto.structures import with_structures
from tests.helpers.pages import URL


def closed(html, before, p):
    """Return the chosen paragraphs of a page afterwards; p is a number, or one for each paragraph."""
    page = page_of(html, url=URL)
    names = ["".join(list(page.strings)[start:stop]).strip(" $")[0] for start, stop in page.lines]
    facts = facts_of(page)
    facts = facts._replace(
        p=array("d", [p] * len(names) if isinstance(p, float) else [p.get(name, 0.0) for name in names]),
        comments=comments_of(page, facts),
    )
    chosen = bytearray(name in before for name in names)
    found = with_structures(Case(page, facts, asked=Auto()), chosen)
    assert chosen == bytearray(name in before for name in names)  # the choice before is not changed
    return "".join(name for name, is_chosen in zip(names, found) if is_chosen)


def parametrized(cases):
    return pytest.mark.parametrize(("html", "before", "p", "after"), cases.values(), ids=cases)


Z = f"<p>{'z' * 200}</p>"  # most of a page

ABC = "<ul><li>a<li>b<li>c</ul>"
# page, the chosen paragraphs, p, the paragraphs that are chosen afterwards
LISTS = {
    "what is missing of a list": (ABC, "ab", 0.25, "abc"),
    "the first item as well": (ABC, "c", 0.25, "abc"),
    "it is hardly possible": (ABC, "ab", 0.24, "ab"),
    "of two that are missing the mean, by characters": (
        "<ul><li>a<li>bbb<li>c</ul>", "a", {"b": 0.125, "c": 0.625}, "abc",
    ),
    "a mean that is too low": ("<ul><li>a<li>bbb<li>c</ul>", "a", {"b": 0.125, "c": 0.5}, "a"),
    "p of what is chosen says nothing about the rest": (ABC, "ab", {"a": 1.0, "b": 1.0, "c": 0.2}, "ab"),
    "links come along with text": ("<ul><li>a<li><a href=/>b</a></ul>", "a", 0.25, "ab"),
    "the rest of an item": ("<ul><li><p>a<p>b<li>c</ul>", "a", 0.25, "abc"),
    "an item with a list": ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "b", 0.25, "abcd"),
    "a list of numbers": ("<ol><li>a<li>b</ol>", "a", 0.25, "ab"),
    "a menu of HTML 2": ("<menu><li>a<li>b</menu>", "a", 0.25, "ab"),
    "empty items": ("<ul><li>a<li><li><img src=x><li>b</ul>", "a", 0.25, "ab"),
    "terms and meanings": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "b", 0.25, "abcd"),
    "a quote and who said it": ("<blockquote><p>a</p><cite>b</cite></blockquote>", "a", 0.25, "ab"),
    "an item of 300 characters": (f"<ul><li>a<li>{'b' * 300}</ul>", "a", 0.25, "ab"),
    "a list of longer items is one of texts": (f"<ul><li>a<li>{'b' * 301}</ul>", "a", 0.9, "a"),
    "comments": (f"{Z}<div class=comments>{ABC}</div>", "a", 0.9, "a"),
}  # fmt: skip


@parametrized(LISTS)
def test_lists(html, before, p, after):
    assert closed(html, before, p) == after


GRID = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
TABLES = {
    "all of a table": (GRID, "a", 0.25, "abcd"),
    "it is hardly possible": (GRID, "a", 0.24, "a"),
    "the caption is in the table": (f"{GRID[:7]}<caption>e</caption>{GRID[7:]}", "a", 0.25, "eabcd"),
    "long cells": (f"<table><tr><th>a<th>b<tr><td>{'c' * 90}<td>d</table>", "a", 0.25, "abcd"),
    "a table of layout": (f"<table><tr><td>{'a' * 500}<td>b<tr><td>c<td>d</table>", "a", 0.9, "a"),
    "a table around another is one, too": (
        f"<table><tr><td>e<td>{GRID}<tr><td>f<td>g</table>", "a", 0.25, "eabcdfg"
    ),
    "but not around one for the layout": (
        "<table><tr><td>eeeee<td><table><tr><td>a<td>b</table><tr><td>f<td>g</table>", "a", 0.19, "a"
    ),
    "nor with one cell in each row": (f"<table><tr><th>eeeee<tr><td>{GRID}</table>", "a", {**dict.fromkeys("bcd", 0.25)}, "abcd"),
    "a first row over all columns": (
        "<table><tr><td colspan=2>a<tr><td>b<td>c<tr><td>d<td>e</table>", "a", 0.25, "abcde"
    ),
    "rows of one cell that spans nothing are for the layout": (
        "<table><tr><td>a<tr><td>b<td>c<tr><td>d<td>e</table>", "a", 0.25, "a"
    ),
    "a list in a cell": ("<table><tr><th>a<td>b<tr><th>c<td><ul><li>d<li>e</ul></table>", "a", 0.25, "abcde"),
    "a cell with two paragraphs": ("<table><tr><th>a<td>b<tr><th>c<td><p>d<p>e</table>", "a", 0.25, "abcde"),
    "comments": (f"{Z}<div class=comments>{GRID}</div>", "a", 0.9, "a"),
}  # fmt: skip


@parametrized(TABLES)
def test_tables(html, before, p, after):
    assert closed(html, before, p) == after


# A line of one letter is a label, so lines that are none have five.
LINES = {
    "a heading between": ("<p>a<h2>b</h2><p>c", "ac", {"b": 0.0}, "abc"),
    "a heading above a heading": ("<p>a<h2>b</h2><h3>c</h3><p>d", "ad", 0.0, "abcd"),
    "a heading above nothing that is chosen": ("<p>a<h2>b</h2><p>ccccc", "a", 0.9, "a"),
    "labels of a frame: most words come again, and they are unlikely": (
        "<p>z<h2>a x y</h2><p>b<h2>c x y</h2><p>d<h2>e x y</h2><p>f", "zbdf", 0.24, "zbdf",
    ),
    "the same, but likely": (
        "<p>z<h2>a x y</h2><p>b<h2>c x y</h2><p>d<h2>e x y</h2><p>f", "zbdf", 0.25, "zabcdef",
    ),
    "the title of an entry, over its date": (f"<p>a<h2>title</h2><p>date<p>{'e' * 100}.", "ae", {"t": 0.3}, "ate"),
    "above the first": (f"<h2>title</h2><p>date<p>{'e' * 100}.", "e", {"t": 0.9}, "e"),
    "unlikely": (f"<p>a<h2>title</h2><p>date<p>{'e' * 100}.", "ae", {"t": 0.29}, "ae"),
    "over three lines": (f"<p>a<h2>title</h2><p>date<p>by me<p>more<p>{'e' * 100}.", "ae", {"t": 0.9}, "ae"),
    "over a long line": (f"<p>a<h2>title</h2><p>{'d' * 61}<p>{'e' * 100}.", "ae", {"t": 0.9}, "ae"),
    "above a text that is short": ("<p>a<h2>title</h2><p>date<p>eeeee.", "ae", {"t": 0.9}, "ae"),
    "the number of a law": ("<p>aaaaa<div><span>1.</span><div>bbbbb</div></div>", "ab", 0.25, "a1b"),
    "an unlikely one": ("<p>aaaaa<div><span>1.</span><div>bbbbb</div></div>", "ab", 0.24, "ab"),
    "in a box far from the text": ("<div><div><div>1.</div></div></div><p>bbbbb", "b", 0.9, "b"),
    "a link": ("<p>aaaaa<div><a href=/>1.</a><div>bbbbb</div></div>", "ab", 0.9, "ab"),
    "the line above the first": ("<p>aaaaa<p>bbbbb", "b", 0.2, "ab"),
    "the title": ("<div><h1>title</h1></div><p>bbbbb", "b", 0.9, "b"),
    "below the title": ("<div><h1>title</h1><p>aaaaa</div><p>bbbbb", "b", {"a": 0.2}, "ab"),
    "in another box": ("<div><p>aaaaa</div><p>bbbbb", "b", 0.9, "b"),
    "less likely": ("<p>aaaaa<p>bbbbb", "b", 0.19, "b"),
    "longer than 60 characters": (f"<p>{'a' * 61}<p>bbbbb", "b", 0.9, "b"),
    "a menu": ("<p><a href=/>aaaaa</a><p>bbbbb", "b", 0.9, "b"),
    "the label of a form": ("<p>aaaaa <select></select><p>bbbbb", "b", 0.9, "b"),
    "the line behind the last": ("<p>aaaaa<p>bbbbb", "a", 0.9, "a"),
    "an island": ("<p>aaaaa<p>bbbbb<p>ccccc", "ac", 0.25, "abc"),
    "a box of its own": ("<p>aaaaa<div><u>bbbbb</u></div><p>ccccc", "ac", 0.25, "abc"),
    "three lines": ("<p>aaaaa<p>bbbbb<p>ccccc<p>ddddd<p>eeeee", "ae", 0.25, "abcde"),
    "one of them unlikely": ("<p>aaaaa<p>bbbbb<p>ccccc<p>ddddd", "ad", {"b": 0.9, "c": 0.24}, "ad"),
    "four lines": ("<p>aaaaa<p>bbbbb<p>ccccc<p>ddddd<p>eeeee<p>fffff", "af", 0.9, "af"),
    "201 characters": (f"<p>aaaaa<p>{'b' * 201}<p>ccccc", "ac", 0.9, "ac"),
    "links": ("<p>aaaaa<p><a href=/>bbbbb</a><p>ccccc", "ac", 0.9, "ac"),
    "a caption": ("<p>aaaaa<div><img src=x><p>bbbbb</div><p>ccccc", "ac", 0.9, "ac"),
    "a button": ("<p>aaaaa<div><button></button><p>bbbbb</div><p>ccccc", "ac", 0.9, "ac"),
    "a widget": ("<p>aaaaa<x-ad><p>bbbbb</x-ad><p>ccccc", "ac", 0.9, "ac"),
    "a line in the box of its neighbour": ("<p>aaaaa<div><div><p>bbbbb</div><pre>c</pre></div>", "ac", 0.9, "ac"),
    "signatures": (
        "<p>aaaaa<p>xx yy<p>bbbbb<p>xx yy<p>ccccc<p>xx yy<p>ddddd", "abcd", 0.9, "abcd",
    ),
}  # fmt: skip


@parametrized(LINES)
def test_lines(html, before, p, after):
    assert closed(html, before, p) == after


LIST, TABLE = "<ul><li>b<li>c</ul>", "<table><tr><td>b<td>c<tr><td>d<td>e</table>"
BEHIND = {
    "a list": (f"<p>a{LIST}", "a", 0.25, "abc"),
    "it is hardly possible": (f"<p>a{LIST}", "a", 0.24, "a"),
    "before another paragraph": (f"<p>a{LIST}<p>d", "ad", 0.25, "abcd"),
    "what comes before is in the element, deep in it": (f"<div><p>a</div>{LIST}", "a", 0.25, "abc"),
    "what comes before is in another element": (f"<p>a<div>{LIST}</div>", "a", 0.9, "a"),
    "what comes before is out": (f"<p>a<p>x{LIST}", "a", 0.9, "a"),
    "right before": (f"{LIST}<p>d", "d", 0.25, "bcd"),
    "before, in another box": (f"<div><h1>a</h1>{LIST}</div><div><p>d</div>", "d", 0.25, "bcd"),
    "before, two boxes away": (f"<div><div><div>{LIST}</div></div></div><div><p>ddddd</div>", "d", 0.9, "d"),
    "half of it is links": ("<p>a<ul><li>b<li><a href=/>c</a></ul>", "a", 0.25, "abc"),
    "more of it is": ("<p>a<ul><li>b<li><a href=/>cc</a></ul>", "a", 0.9, "a"),
    "a table": (f"<p>a{TABLE}", "a", 0.25, "abcde"),
    "a table of layout": (f"<p>a<table><tr><td>{'b' * 290}<td>c<tr><td>{'d' * 290}<td>e</table>", "a", 0.9, "a"),
    "a list with lists": ("<p>a<ul><li>b<ul><li>c</ul><li>d</ul>", "a", 0.25, "abcd"),
    "a second list behind one that comes along": (f"<p>a{LIST}<ul><li>d</ul>", "a", 0.9, "abc"),
    "comments": (f"{Z}<div class=comments><p>a{LIST}</div>", "a", 0.9, "a"),
}  # fmt: skip


@parametrized(BEHIND)
def test_what_stands_behind_something_chosen(html, before, p, after):
    assert closed(html, before, p) == after


PROGRAMS = {
    "between two paragraphs": ("<p>a</p><pre>b</pre><p>c</p>", "ac", 0.0, "abc"),
    "several between two": ("<p>a</p><pre>b</pre><pre>c</pre><p>d</p>", "ad", 0.0, "abcd"),
    "with a longer text between": ("<p>a</p><pre>b</pre><p>xyz</p><p>c</p>", "ac", 0.0, "abc"),
    "longer than the text": (f"<p>a</p><pre>{'b' * 999}</pre><p>c</p>", "ac", 0.0, "abc"),
    "at the end": ("<p>a</p><pre>b</pre>", "a", 0.1, "ab"),
    "and impossible": ("<p>a</p><pre>b</pre>", "a", 0.09, "a"),
    "the last of two impossible": ("<p>a</p><pre>b</pre><pre>c</pre>", "a", {"b": 0.1}, "ab"),
    "before the first one": ("<pre>aaaaa</pre><p>b</p>", "b", 0.19, "b"),
    "the number of a line": ("<p>a</p><pre>1</pre><p>c</p>", "ac", 0.2, "ac"),
    "a formula between two": ("<p>a</p><div><math><mi>b</mi></math></div><p>c", "ac", 0.0, "abc"),
    "a formula at the end": ("<p>a</p><div><math><mi>b</mi></math></div>", "a", 0.1, "ab"),
    "an impossible one at the end": ("<p>a</p><div><math><mi>b</mi></math></div>", "a", 0.09, "a"),
    "a paragraph with a formula": ("<p>a</p><p>b <math><mi>c</mi></math></p><p>d", "ad", 0.0, "abd"),
    "behind a list that comes along": (f"<p>a{LIST}<pre>d</pre>", "a", 0.25, "abcd"),
}  # fmt: skip


@parametrized(PROGRAMS)
def test_programs(html, before, p, after):
    assert closed(html, before, p) == after


NONE = {
    "no structures": ("<p>aaaaa<p>b<p>ccccc", "b", {"c": 0.9}, "b"),
    "nothing is chosen": (f"<p>a{LIST}<pre>d</pre>{TABLE}", "", 0.9, ""),
    "all is chosen": (f"<p>a{LIST}", "abc", 0.0, "abc"),
}


@parametrized(NONE)
def test_nothing_comes_along(html, before, p, after):
    assert closed(html, before, p) == after


SENTENCE = "The wind comes from the sea in the morning, and the boats leave the harbour before the sun is up."
WINDS = "".join(
    f"<dt><b>{wind}</b></dt><dd><p>Cold and dry.</p></dd>"
    for wind in ("Bora", "Mistral", "Sirocco", "Levant")
)
WINDS_PROSE = "".join(f"<p>{SENTENCE} {n}</p>" for n in range(3))
WINDS_PAGE = f"""<title>Winds of the coast</title><nav><a href=/>Home</a> <a href=/docs>Docs</a></nav>
<article><h1>Winds of the coast</h1>{WINDS_PROSE}<dl>{WINDS}</dl>{WINDS_PROSE}</article>
<aside><h3>More</h3><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></aside><footer>Contact us</footer>"""


def test_a_list_of_short_definitions_keeps_its_terms():
    lines = extract(WINDS_PAGE).text.split("\n")
    at = lines.index("Cold and dry.")
    assert lines[at - 1 : at + 7] == [
        "Bora", "Cold and dry.", "Mistral", "Cold and dry.", "Sirocco", "Cold and dry.", "Levant", "Cold and dry."
    ]  # fmt: skip


def test_a_hidden_term_stays_hidden():
    lines = extract(WINDS_PAGE.replace("<dt><b>Mistral", "<dt style='display:none'><b>Mistral")).text.split(
        "\n"
    )
    assert [wind for wind in ("Bora", "Mistral", "Levant") if wind in lines] == ["Bora", "Levant"]
