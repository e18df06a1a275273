"""Structures leave whole: what comes along with a choice, for each rule, with p given by hand.

A paragraph is called by its first letter.  What is expected follows from the table in :mod:`.auto.structures`.
"""

import re
from array import array

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import facts_of
from scrapy_content_extract.content.auto.case import Case
from scrapy_content_extract.content.auto.comments import comments_of
from scrapy_content_extract.content.auto.structures import LABEL_CHARS, NOTE_CHARS, with_structures
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
    found = with_structures(Case(page, facts), chosen)
    assert chosen == bytearray(name in before for name in names)  # the choice before is not changed
    return "".join(name for name, is_chosen in zip(names, found) if is_chosen)


def parametrized(cases, wrong=()):
    """Parametrize a test; of those cases that go wrong the reason is known."""
    given = [
        pytest.param(*case, marks=pytest.mark.xfail(reason=wrong[name], strict=True))
        if name in wrong
        else case
        for name, case in cases.items()
    ]
    return pytest.mark.parametrize(("html", "before", "p", "after"), given, ids=cases)


FRAMES = ("nav", "footer", "form", "aside", "dialog")

Z = f"<p>{'z' * 200}</p>"  # most of a page
LONG = "a" * (LABEL_CHARS + 1)

# page, the chosen paragraphs, p, the paragraphs that are chosen afterwards
TERMS = {
    "a meaning says little without its term": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "b", 0.0, "ab"),
    "several terms have one meaning": ("<dl><dt>a<dt>b<dd>c</dl>", "c", 0.0, "abc"),
    "a term of which the meaning is out stays out": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "d", 0.9, "cd"),
    "half of a meaning suffices": ("<dl><dt>a<dd><p>b<p>c</dl>", "c", 0.0, "ac"),
    "less does not": ("<dl><dt>a<dd><p>b<p>c<p>d</dl>", "c", 0.9, "c"),
    "groups of a term and a meaning": (
        "<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", "d", 0.0, "cd",
    ),
    "a list in a meaning": ("<dl><dt>a<dd><dl><dt>b<dd>c</dl></dl>", "c", 0.0, "abc"),
    "a term of two lines": ("<dl><dt>a<br><p>b</p><dd>c</dl>", "c", 0.0, "abc"),
    "a link in a term does not lead elsewhere": (
        "<dl><dt>a<i>b</i><a href=/>c</a><dd>d</dl>", "d", 0.0, "ad",
    ),
    "a link may be the term of a likely list": ("<dl><dt><a href=/>a</a><dd>b</dl>", "b", 0.25, "ab"),
    "of one that is unlikely it leads elsewhere": ("<dl><dt><a href=/>a</a><dd>b</dl>", "b", 0.24, "b"),
    "half of a list with links is chosen": (
        "<dl><dt><a href=/>a</a><dd>b<dt><a href=/>c</a><dd>d</dl>", "bd", 0.25, "abcd",
    ),
    "less than half is": ("<dl><dt><a href=/>a</a><dd>b<dt><a href=/>c</a><dd>d</dl>", "d", 0.9, "d"),
    "a link of 40 characters": (f"<dl><dt><a href=/>{LONG[:40]}</a><dd>{'b' * 40}</dl>", "b", 0.25, "ab"),
    "of 41 it is a headline": (f"<dl><dt><a href=/>{LONG[:41]}</a><dd>{'b' * 41}</dl>", "b", 0.9, "b"),
    "a link of two lines": ("<dl><dt><a href=/>a<br>b<p>c</p></a><dd>dddd</dl>", "d", 0.9, "d"),
    "a term of 100 characters": (f"<dl><dt>{LONG[1:]}<dd>b</dl>", "b", 0.0, "ab"),
    "a paragraph is no term": (f"<dl><dt>{LONG}<dd>b</dl>", "b", 0.9, "b"),
    "a term without a meaning": ("<dl><dt>a</dl><p>b", "b", 0.9, "b"),
    "a term before a paragraph of its own": ("<dl><dt>a</dl><dl><dd>b</dl>", "b", 0.9, "b"),
    "a meaning without text": ("<dl><dt>a<dd><img src=b></dl><p>c", "c", 0.9, "c"),
    "the author of a comment is no term": (
        f"{Z}<dl><dt>a<dd>b<div class=comments><dt>c<dd>d</div><dt>e<dd>f</dl>", "bdf", 0.9, "abdef",
    ),
    "a list of comments": (f"{Z}<dl class=comments><dt>a<dd>b</dl>", "b", 0.9, "b"),
    **{f"in {tag}": (f"{Z}<{tag}><dl><dt>a<dd>b</dl></{tag}>", "zb", 0.9, "zb") for tag in FRAMES},
    **{f"all in {tag}": (f"<{tag}><dl><dt>a<dd>b</dl></{tag}>", "b", 0.0, "ab") for tag in FRAMES},
    "nothing of it is chosen": ("<p>a<dl><dt>b<dd>c</dl>", "a", 0.9, "a"),
}  # fmt: skip


@parametrized(TERMS)
def test_terms(html, before, p, after):
    assert closed(html, before, p) == after


ABC = "<ul><li>a<li>b<li>c</ul>"
ITEMS = {
    "what is missing of a list": (ABC, "ab", 0.25, "abc"),
    "the first item as well": (ABC, "c", 0.25, "abc"),
    "it is hardly possible": (ABC, "ab", 0.24, "ab"),
    "of two that are missing the mean, by characters": (
        "<ul><li>a<li>bbb<li>c</ul>", "a", {"b": 0.125, "c": 0.625}, "abc",
    ),
    "a mean that is too low": ("<ul><li>a<li>bbb<li>c</ul>", "a", {"b": 0.125, "c": 0.5}, "a"),
    "p of what is chosen says nothing about the rest": (ABC, "ab", {"a": 1.0, "b": 1.0, "c": 0.2}, "ab"),
    "all that is chosen is links": ("<ul><li><a href=/>a</a><li>b</ul>", "a", 0.9, "a"),
    "of the chosen item a link is half": ("<ul><li>a<a href=/>b</a><li>c</ul>", "a", 0.25, "ac"),
    "of it a link is more": ("<ul><li>a<a href=/>bc</a><li>d</ul>", "a", 0.9, "a"),
    "links come along with text": ("<ul><li>a<li><a href=/>b</a></ul>", "a", 0.25, "ab"),
    "an item of 300 characters": (f"<ul><li>a<li>{'b' * 300}</ul>", "a", 0.25, "ab"),
    "a list of long items is no list of short ones": (f"<ul><li>a<li>{'b' * 301}</ul>", "a", 0.9, "a"),
    "not even of those that are short": (f"<ul><li>{'a' * 301}<li>b</ul>", "a", 0.9, "a"),
    "an item of two paragraphs": ("<ul><li>a<li><p>b<p>c</ul>", "a", 0.25, "abc"),
    "one of three is a text": ("<ul><li>a<li><p>b<p>c<p>d<li>e</ul>", "a", 0.9, "ae"),
    "the rest of an item that is chosen in part": ("<ul><li><p>a<p>b<li>c</ul>", "a", 0.25, "ac"),
    "an item with a list": ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "b", 0.25, "bcd"),
    "a list of numbers": ("<ol><li>a<li>b</ol>", "a", 0.25, "ab"),
    "a menu of HTML 2": ("<menu><li>a<li>b</menu>", "a", 0.25, "ab"),
    "empty items": ("<ul><li>a<li><li><img src=x><li>b</ul>", "a", 0.25, "ab"),
    "what is no item": ("<ul><li>a<div>b</div></ul>", "a", 0.9, "a"),
    "a header is no frame": (f"<header>{ABC}</header>", "a", 0.25, "abc"),
    "related links that are chosen in part": ("<ul class=related><li>a<li>b</ul>", "a", 0.9, "a"),
    "to share it": ("<ul id=share><li>a<li>b</ul>", "a", 0.9, "a"),
    "advertised": ("<div class=promo><ul><li>a<li>b</ul></div>", "a", 0.9, "a"),
    "called related far around it": (f"<div class=related>{'<div>' * 5}{ABC}{'</div>' * 6}", "a", 0.25, "abc"),
    "in a section of a frame": (f"{Z}<aside><section>{ABC}</section></aside>", "za", 0.9, "za"),
    "in a frame that holds half of the text": (f"<p>d</p><aside>{ABC}</aside>", "da", 0.25, "dabc"),
    "in one that holds less": (f"<p>dd</p><aside>{ABC}</aside>", "da", 0.9, "da"),
    "half of the text is what is chosen": (f"{Z}<aside>{ABC}</aside>", "a", 0.25, "abc"),
    "in a frame of a frame that holds half": (f"<aside><p>dd</p><nav>{ABC}</nav></aside>", "da", 0.9, "da"),
    "comments": (f"{Z}<div class=comments>{ABC}</div>", "a", 0.9, "a"),
    **{f"in {tag}": (f"{Z}<{tag}>{ABC}</{tag}>", "za", 0.9, "za") for tag in FRAMES},
    **{f"all in {tag}": (f"<{tag}>{ABC}</{tag}>", "a", 0.25, "abc") for tag in FRAMES},
}  # fmt: skip


@parametrized(ITEMS)
def test_items(html, before, p, after):
    assert closed(html, before, p) == after


GRID = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
HEADED = "<table><tr><th>a<th>b<tr><td>c<td>d<tr><td>e<td>f<tr><td>g<td>h</table>"
TABLES = {
    "of a grid all": (GRID, "a", 0.25, "abcd"),
    "it is hardly possible": (GRID, "a", 0.24, "a"),
    "a header that the model gives nothing": (HEADED, "cdefgh", 0.0, "abcdefgh"),
    "of less than three quarters it does not come along": (HEADED, "cdefg", 0.0, "cdefg"),
    "nor a first row without headers": (HEADED.replace("th>", "td>"), "cdefgh", 0.0, "cdefgh"),
    "the caption is in the table": (f"{GRID[:7]}<caption>e</caption>{GRID[7:]}", "a", 0.25, "eabcd"),
    "half of the rows are as wide as the widest": ("<table><tr><th>a<th>b<tr><td>c</table>", "a", 0.25, "abc"),
    "less than half are": ("<table><tr><th>a<th>b<tr><td>c<tr><td>d</table>", "a", 0.9, "a"),
    "one row is no grid": ("<table><tr><th>a<td>b</table>", "a", 0.9, "a"),
    "one column is none either": ("<table><tr><th>a<tr><td>b</table>", "a", 0.9, "a"),
    "rows without cells do not count": ("<table><tr><tr><th>a<td>b<tr><tr><td>c<td>d</table>", "a", 0.25, "abcd"),
    "a chosen grid may have long cells": (f"<table><tr><th>a<th>b<tr><td>{'c' * 500}<td>d</table>", "a", 0.25, "abcd"),
    "a table of layout": (f"<table><tr><td>{'a' * 500}<td>b<tr><td>c<td>d</table>", "a", 0.9, "a"),
    "a table around another is one": (
        f"<table><tr><td>e<td>{GRID}<tr><td>f<td>g</table>", "a", 0.25, "abcd",
    ),
    "a grid with a list in a cell": ("<table><tr><th>a<td>b<tr><th>c<td><ul><li>d<li>e</ul></table>", "a", 0.25, "abcde"),
    "a cell with two paragraphs": ("<table><tr><th>a<td>b<tr><th>c<td><p>d<p>e</table>", "a", 0.25, "abcde"),
    "comments": (f"{Z}<div class=comments>{GRID}</div>", "a", 0.9, "a"),
    **{f"in {tag}": (f"{Z}<{tag}>{GRID}</{tag}>", "za", 0.9, "za") for tag in FRAMES},
    **{f"all in {tag}": (f"<{tag}>{GRID}</{tag}>", "a", 0.25, "abcd") for tag in FRAMES},
    "called related": (f"<div class=related>{GRID}</div>", "a", 0.25, "abcd"),  # for it is no list
}  # fmt: skip


@parametrized(TABLES)
def test_tables(html, before, p, after):
    assert closed(html, before, p) == after


LIST, TABLE = "<ul><li>b<li>c</ul>", "<table><tr><td>b<td>c<tr><td>d<td>e</table>"
LINKS = "<ul><li><a href=/>b</a><li><a href=/>c</a></ul>"
LINKED = re.sub("<td>(.)", r"<td><a href=/>\1</a>", TABLE)
UNITS = {
    "a list at the end": (f"<p>a{LIST}", "a", 0.5, "abc"),
    "it is not likely": (f"<p>a{LIST}", "a", 0.49, "a"),
    "before another paragraph it must be as likely": (f"<p>a{LIST}<p>d", "ad", 0.49, "ad"),
    "and comes along if it is": (f"<p>a{LIST}<p>d", "ad", 0.5, "abcd"),
    "a colon announces it": (f"<p>a:{LIST}<p>d", "ad", 0.3, "abcd"),
    "not everything": (f"<p>a:{LIST}<p>d", "ad", 0.29, "ad"),
    "a colon as in Chinese": (f"<p>a：{LIST}<p>d", "ad", 0.3, "abcd"),
    "a heading announces it": (f"<h2>a</h2>{LIST}<p>d", "ad", 0.3, "abcd"),
    "a colon at the end of the text": (f"<p>a:{LIST}", "a", 0.49, "a"),
    "what comes next is out": (f"<p>a:{LIST}<p>x", "a", 0.49, "a"),
    "what comes next is in another element": (f"<div><p>a:{LIST}</div><p>d", "ad", 0.49, "ad"),
    "what comes before is in the element, deep in it": (f"<div><p>a</div>{LIST}", "a", 0.5, "abc"),
    "what comes before is in another element": (f"<p>a<div>{LIST}</div>", "a", 0.9, "a"),
    "what comes before is out": (f"<p>a<p>x{LIST}", "a", 0.9, "a"),
    "nothing comes before": (f"{LIST}<p>d", "d", 0.9, "d"),
    "a grid between paragraphs": (f"<p>a{TABLE}<p>f", "af", 0.1, "abcdef"),
    "one that is impossible": (f"<p>a{TABLE}<p>f", "af", 0.09, "af"),
    "a grid at the end": (f"<p>a{TABLE}", "a", 0.5, "abcde"),
    "one that is not likely": (f"<p>a{TABLE}", "a", 0.49, "a"),
    "cells of 300 characters": (
        f"<p>a<table><tr><th>b<th>c<tr><td>{'d' * 300}<td>e</table>", "a", 0.5, "abcde",
    ),
    "a longer one is a text": (f"<p>a<table><tr><th>b<th>c<tr><td>{'d' * 301}<td>e</table>", "a", 0.9, "a"),
    "a table of one row": ("<p>a<table><tr><th>b<td>c</table>", "a", 0.9, "a"),
    "a table of layout": (f"<p>a<table><tr><td>{'b' * 290}<td>c<tr><td>{'d' * 290}<td>e</table>", "a", 0.9, "a"),
    "a list with lists": ("<p>a<ul><li>b<ul><li>c</ul><li>d</ul>", "a", 0.5, "abcd"),
    "a list in an item": ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "ad", 0.5, "abcd"),
    "one that is not likely in an item": ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "ad", 0.49, "ad"),
    "a list of long items": (f"<p>a<ul><li>{'b' * 400}<li>c</ul>", "a", 0.5, "abc"),
    "a second list behind one that comes along": (f"<p>a{LIST}<ul><li>d</ul>", "a", 0.9, "abc"),
    "related": (f"<p>a<ul class=related>{LIST[4:]}", "a", 0.9, "a"),
    "to share it": (f"<p>a<ul class=share>{LIST[4:]}", "a", 0.9, "a"),
    "advertised": (f"<p>a<ul id=promo>{LIST[4:]}", "a", 0.9, "a"),
    "a grid of related texts": (f"<p>a<table class=related>{TABLE[7:]}<p>f", "af", 0.9, "af"),
    "called related around it": (f"<div class=related><p>a{LIST}</div>", "a", 0.9, "a"),
    "far around it": (f"<div class=related>{'<div>' * 5}<p>a{LIST}{'</div>' * 6}", "a", 0.5, "abc"),
    "comments": (f"{Z}<div class=comments><p>a{LIST}</div>", "a", 0.9, "a"),
    "links": (f"<p>a{LINKS}", "a", 0.9, "a"),
    "between two paragraphs": (f"<p>a{LINKS}<p>d", "ad", 0.9, "ad"),
    "behind a colon": (f"<p>a:{LINKS}<p>d", "ad", 0.3, "abcd"),
    "behind a colon at the end": (f"<p>a:{LINKS}", "a", 0.5, "abc"),
    "below a heading": (f"<h2>a</h2>{LINKS}", "a", 0.5, "abc"),
    "below the title": (f"<h1>a</h1>{LINKS}", "a", 0.9, "a"),
    "what is no link below the title": (f"<h1>a</h1>{LIST}", "a", 0.5, "abc"),
    "below the title nothing is announced": (f"<h1>a</h1>{LIST}<p>d", "ad", 0.49, "ad"),
    "half of it is links": ("<p>a<ul><li>b<li><a href=/>c</a></ul>", "a", 0.5, "abc"),
    "a grid of links": (f"<p>a{LINKED}<p>f", "af", 0.9, "af"),
    "a grid of links behind a colon": (f"<p>a:{LINKED}<p>f", "af", 0.1, "abcdef"),
    "a grid in a frame": (f"{Z}<footer><p>a{TABLE}</footer>", "za", 0.9, "za"),
    **{f"in {tag}": (f"{Z}<{tag}><p>a{LIST}</{tag}>", "za", 0.9, "za") for tag in FRAMES},
    **{f"all in {tag}": (f"<{tag}><p>a{LIST}</{tag}>", "a", 0.5, "abc") for tag in FRAMES},
}  # fmt: skip


@parametrized(UNITS)
def test_units(html, before, p, after):
    assert closed(html, before, p) == after


PROGRAMS = {
    "between two paragraphs": ("<p>a</p><pre>b</pre><p>c</p>", "ac", 0.0, "abc"),
    "several between two": ("<p>a</p><pre>b</pre><pre>c</pre><p>d</p>", "ad", 0.0, "abcd"),
    "with a longer text between": ("<p>a</p><pre>b</pre><p>xyz</p><p>c</p>", "ac", 0.0, "abc"),
    "longer than the text": (f"<p>a</p><pre>{'b' * 999}</pre><p>c</p>", "ac", 0.0, "abc"),
    "at the end of the element": ("<p>a</p><pre>b</pre>", "a", 0.1, "ab"),
    "and impossible": ("<p>a</p><pre>b</pre>", "a", 0.09, "a"),
    "at the end of a part of the page": ("<div><p>a</p><pre>b</pre></div><p>x", "a", 0.1, "ab"),
    "with something behind it": ("<p>a</p><pre>b</pre><p>x", "a", 0.9, "a"),
    "in a box of its own at the end": ("<p>a</p><div><pre>b</pre></div>", "a", 0.1, "ab"),
    "in a box of its own with a button": ("<p>a</p><div><pre>b</pre><i>x</i></div>", "a", 0.9, "a"),
    "several at the end": ("<p>a</p><pre>b</pre><pre>c</pre>", "a", 0.1, "abc"),
    "the last of them impossible": ("<p>a</p><pre>b</pre><pre>c</pre>", "a", {"b": 0.1}, "ab"),
    "announced by a colon": ("<p>a:</p><pre>b</pre>", "a", 0.0, "ab"),
    "by a full-width one": ("<p>a：</p><pre>b</pre>", "a", 0.0, "ab"),
    "below a heading": ("<h2>a</h2><pre>b</pre>", "a", 0.0, "ab"),
    "announced, with something behind it": ("<p>a:</p><pre>b</pre><p>x", "a", 0.0, "a"),
    "announced by what is out": ("<p>a</p><p>x:</p><pre>b</pre>", "a", 0.09, "a"),
    "before the first one": ("<pre>a</pre><p>b</p>", "b", 0.9, "b"),
    "the number of a line": ("<p>a</p><pre>1</pre><p>c</p>", "ac", 0.9, "ac"),
    "a formula between two": ("<p>a</p><div><math><mi>b</mi></math></div><p>c", "ac", 0.0, "abc"),
    "a formula at the end": ("<p>a</p><div><math><mi>b</mi></math></div>", "a", 0.1, "ab"),
    "an impossible one at the end": ("<p>a</p><div><math><mi>b</mi></math></div>", "a", 0.09, "a"),
    "a paragraph with a formula": ("<p>a</p><p>b <math><mi>c</mi></math></p><p>d", "ad", 0.0, "abd"),
    "below the container of the last paragraph": ("<div><p>a</p></div><pre>b</pre>", "a", 0.9, "a"),
    "in a box of its own below it": ("<div><p>a</p></div><div><pre>b</pre></div>", "a", 0.9, "a"),
    "announced from another container": ("<div><p>a:</p></div><pre>b</pre>", "a", 0.9, "a"),
    "behind a list": ("<ul><li><p>a</ul><pre>b</pre>", "a", 0.1, "ab"),
    "behind a quote": ("<blockquote><p>a</p></blockquote><pre>b</pre>", "a", 0.1, "ab"),
    "in comments": (  # they are no comments if the texts around them are chosen
        f"<p>a</p>{Z}<div class=comments><pre>b</pre></div><p>c", "ac", 0.0, "abc",
    ),
    **{f"in {tag}": (f"<p>a</p><{tag}><pre>b</pre></{tag}><p>c", "ac", 0.9, "ac") for tag in FRAMES},
    **{f"all in {tag}": (f"<{tag}><p>a</p><pre>b</pre><p>c</{tag}>", "ac", 0.0, "abc") for tag in FRAMES},
}  # fmt: skip


@parametrized(PROGRAMS)
def test_programs(html, before, p, after):
    assert closed(html, before, p) == after


def beside(heading, button, text, depth=1):
    return f"{'<div>' * depth}<h2>{heading}</h2>{'</div>' * (depth - 1)}<i>{button}</i></div><p>{text}</p>"


HEADINGS = {
    "buttons to edit": (beside("a", "x", "b") + beside("c", "x", "d"), "bd", 0.1, "abcd"),
    "impossible": (beside("a", "x", "b") + beside("c", "x", "d"), "bd", 0.09, "bd"),
    "one of two is": (beside("a", "x", "b") + beside("c", "x", "d"), "bd", {"a": 0.1}, "bd"),
    "one of three is": (
        beside("a", "x", "b") + beside("c", "x", "d") + beside("e", "x", "f"), "bdf", {"a": 0.1, "e": 0.1}, "abdef",
    ),
    "one heading with something beside it": (beside("a", "x", "b"), "b", 0.9, "b"),
    "other letters": (beside("a", "x", "b") + beside("c", "y", "d"), "bd", 0.9, "bd"),
    "40 characters beside": (beside("a", "x" * 40, "b") + beside("c", "x" * 40, "d"), "bd", 0.1, "abcd"),
    "41 are a text": (beside("a", "x" * 41, "b") + beside("c", "x" * 41, "d"), "bd", 0.9, "bd"),
    "a box in a box": (beside("a", "x", "b", 2) + beside("c", "x", "d", 2), "bd", 0.1, "abcd"),
    "in a third one": (beside("a", "x", "b", 3) + beside("c", "x", "d", 3), "bd", 0.9, "bd"),
    "the text below is out": (beside("a", "x", "y") + beside("c", "x", "d"), "d", 0.9, "d"),
    "no box": ("<a href=/></a><h2>a</h2><i>x</i><p>b</p><h2>c</h2><i>x</i><p>d", "bd", 0.9, "bd"),
}  # fmt: skip


@parametrized(HEADINGS)
def test_headings_beside_buttons(html, before, p, after):
    assert closed(html, before, p) == after


#: A paragraph of prose, in which a mark may stand.
PROSE = "a" * 100


def noted(mark="1", href="#n1", note="<p id=n1>b</p>", between="<p>x</p>"):
    return f"<p>{PROSE}<a href='{href}'>{mark}</a></p>{between}{note}"


NOTES = {
    "a note below": (noted(), "a", 0.25, "ab"),
    "it is hardly possible": (noted(), "a", 0.24, "a"),
    "a mark in brackets": (noted("[12]"), "a", 0.25, "ab"),
    "an asterisk": (noted("*"), "a", 0.25, "ab"),
    "a letter": (noted("b"), "a", 0.25, "ab"),
    "a word leads elsewhere": (noted("see"), "a", 0.9, "a"),
    "a number that is a year": (noted("2025"), "a", 0.9, "a"),
    "the mark is out": (noted() + "<p>c", "c", 0.9, "c"),
    "a mark in a longer link": (f"<p>{PROSE}<a href=#n1>longer <i>1</i></a></p><p id=n1>b", "a", 0.9, "a"),
    "an id without a number": (noted(href="#note", note="<p id=note>b</p>"), "a", 0.9, "a"),
    "no such id": (noted(href="#n2"), "a", 0.9, "a"),
    "on another page": (noted(href="/other#n1"), "a", 0.9, "a"),
    "on this page by its address": (noted(href=f"{URL}#n1"), "a", 0.25, "ab"),
    "on the page of the folder above": (noted(href="../#n1"), "a", 0.9, "a"),
    "on the home page": (noted(href="/#n1"), "a", 0.9, "a"),
    "on a page whose name ends this one's": (noted(href="age.html#n1"), "a", 0.9, "a"),
    "on this page by its name, which is no address": (noted(href="page.html#n1"), "a", 0.9, "a"),
    "an item": (noted(note="<ol><li id=n1>b<li id=n2>c</ol>"), "a", 0.25, "ab"),
    "an anchor in it": (noted(note="<p><a id=n1></a>b</p>"), "a", 0.25, "ab"),
    "an id that an empty element has, too": (noted(note="<p id=n1></p><p id=n1>b</p>"), "a", 0.25, "ab"),
    "above the mark": (f"<p id=n1>b</p><p>{PROSE}<a href=#n1>1</a>", "a", 0.9, "a"),
    "a mark in what is no prose, as the number of a page": (noted().replace(PROSE, "a"), "a", 0.9, "a"),
    "a mark alone": ("<p><a href=#n1>a</a></p><p id=n1>b", "a", 0.9, "a"),
    "1,500 characters": (noted(note=f"<p id=n1>{'b' * NOTE_CHARS}"), "a", 0.25, "ab"),
    "more are a chapter": (noted(note=f"<p id=n1>{'b' * (NOTE_CHARS + 1)}"), "a", 0.9, "a"),
    "one that is chosen in part": (noted(note="<div id=n1><p>b<p>c</div>"), "ac", 0.9, "ac"),
    "of two notes the mean": (
        f"<p>{PROSE}<a href=#n1>1</a><a href=#n2>2</a></p><p id=n1>b<p id=n2>c", "a", {"b": 0.5}, "abc",
    ),
    "a mean that is too low": (
        f"<p>{PROSE}<a href=#n1>1</a><a href=#n2>2</a></p><p id=n1>b<p id=n2>c", "a", {"b": 0.4}, "a",
    ),
}  # fmt: skip


@parametrized(NOTES)
def test_notes(html, before, p, after):
    assert closed(html, before, p) == after


LABELS = {
    "the caption of a table": ("<table><caption>a</caption><tr><td>b<td>c</table>", "bc", 0.0, "abc"),
    "of a table in a figure": (
        "<figure><table><tr><td>b<td>c</table><figcaption>d</figcaption></figure>", "bc", 0.0, "bcd",
    ),
    "of a table that is out": ("<table><caption>a</caption><tr><td>b<td>c</table><p>d", "d", 0.9, "d"),
    "who said it": ("<blockquote><p>a b</p><cite>c</cite></blockquote>", "a", 0.0, "ac"),
    "in a footer": ("<blockquote><p>a b</p><footer>c <cite>d</cite></footer></blockquote>", "a", 0.0, "ac"),
    "with a link to them": ("<blockquote><p>a b</p><cite><a href=/>c</a></cite></blockquote>", "a", 0.0, "ac"),
    "links to share a quote": (
        "<blockquote><p>a b</p><footer><a href=/>c</a></footer></blockquote>", "a", 0.9, "a",
    ),
    "half of the quote is chosen": ("<blockquote><p>a<p>b</p><cite>c</cite></blockquote>", "a", 0.0, "ac"),
    "less is": ("<blockquote><p>a<p>bb</p><cite>c</cite></blockquote>", "a", 0.9, "a"),
    "100 characters": (f"<blockquote><p>b</p><cite>{LONG[1:]}</cite></blockquote>", "b", 0.0, "ba"),
    "101 are a text": (f"<blockquote><p>b</p><cite>{LONG}</cite></blockquote>", "b", 0.9, "b"),
    "two elements between": (
        "<blockquote><p>a</p><div><div><cite>b</cite></div></div></blockquote>", "a", 0.0, "ab",
    ),
    "three between": (
        "<blockquote><p>a</p><div><div><div><cite>b</cite></div></div></div></blockquote>", "a", 0.9, "a",
    ),
    "nothing but the label": ("<blockquote><cite>a</cite></blockquote><p>b", "b", 0.9, "b"),
    "a book is no quote": ("<p>a</p><p><cite>b</cite></p><details></details>", "a", 0.9, "a"),
    "a footer of the page": ("<p>a</p><footer>b</footer><blockquote></blockquote>", "a", 0.9, "a"),
    "a question that is unfolded": ("<details><summary>a</summary><p>b</details>", "b", 0.0, "ab"),
    "in comments": (
        f"{Z}<div class=comments><blockquote><p>a</p><cite>b</cite></blockquote></div>", "a", 0.9, "a",
    ),
    **{  # what is chosen in a frame has its label there, too
        f"in {tag}": (f"{Z}<{tag}><blockquote><p>a</p><cite>b</cite></blockquote></{tag}>", "za", 0.0, "zab")
        for tag in FRAMES
    },
}  # fmt: skip


@parametrized(LABELS)
def test_labels(html, before, p, after):
    assert closed(html, before, p) == after


# --- several rules together, and none ---------------------------------------------------------

TOGETHER = {
    "no structures": ("<p>a<p>b", "b", 0.9, "b"),
    "nothing is chosen": (f"<p>a{LIST}<pre>d</pre>{TABLE}", "", 0.9, ""),
    "all is chosen": (f"<p>a{LIST}", "abc", 0.0, "abc"),
    "a caption of a grid that comes along": (
        f"<p>a<figure>{TABLE}<figcaption>f</figcaption></figure>", "abc", 0.25, "abcdef",
    ),
    "a program behind a list that comes along": (f"<p>a{LIST}<pre>d</pre>", "a", 0.5, "abcd"),
    "a note of a list that comes along": (
        f"<p>a<ul><li>b<li>c{PROSE}<a href=#n1>1</a></ul><p>x<p id=n1>d", "a", 0.5, "abcd",
    ),
}  # fmt: skip


@parametrized(TOGETHER)
def test_several_rules(html, before, p, after):
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
