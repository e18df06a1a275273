"""Who and when, as it stands next to the title of a page.

A byline says what it is by its markup: ``rel=author``, ``<time>``, a class or id with a word like "author",
or by the word before the name, "By Ina Holm".  A date needs no mark.  Both are looked for in the texts after
the title, then in those before it; farther away stand other articles, with bylines of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from .dates import declared_date, shown_date
from .model import Page

#: How many characters after the title, and before it, are looked through.
AFTER, BEFORE = 500, 150
#: A longer paragraph is no byline.
LINE_CHARS = 200
#: An element with more text is not the name of a person, whatever it is called.
NAME_CHARS = 80
#: How many elements above a text may say what it is.
STEPS = 4

#: Words in a class or id that mark an author, and those that take it back.
AUTHOR = re.compile(
    r"(?i)(?:^|[\s_-]|[a-z](?=[A-Z]))(?:author|byline|writer|autor|auteur|autore|verfasser|skribent|zuozhe"
    r"|user-?name|poster|creator|contributor)"
)
NOT_AUTHOR = re.compile(
    r"(?i)bio|avatar|image|photo|date|time|social|related|comment|count|title|role|desc"
)

#: What stands before a name, in the languages that say it with a word of its own.
_BY = re.compile(
    r"(?i)^\W*(?:(?:written|posted|published|reviewed|words|story|text|article|report(?:ed|ing)?|door|verfasst"
    r"|geschrieben|escrito|publicado|scritto|écrit|publié|geschreven|skrevet|skriven|napisał)\W+)?"
    r"(?:(?:by|von|par|por|di|door|av|af|od|door|skribent|autor(?:e|a|es|ka)?|auteur|author|authors|автор|autors"
    r"|yazar|penulis|oleh|bởi|tác giả|από|مۇئەللىپ|ئاپتور|بقلم|كتب|الكاتب|نویسنده|מאת|द्वारा|लेखक|โดย)(?:\s*[:：]\s*|\s+)"
    r"|(?:作者|撰文|记者|記者|文|저자|글|著者|執筆)\s*[:：/／]?\s*)"
)
_END = re.compile(
    r"\s*(?:[|•·–—\n\t(\[]|\d{1,2}[./:-]\d|\d{4}|\s[-/]\s|, (?=[A-Z][a-z]{2,8}\.? \d)).*", re.DOTALL
)


class Line(NamedTuple):
    """A paragraph near the title."""

    start: int
    stop: int
    text: str


def lines_near(page: Page, element: int | None) -> list[Line]:
    """Return the short paragraphs after a heading, from near to far, and then those before it."""
    if element is None:
        return []
    before, starts = page.chars_before, page.line_starts
    title, rest = page.first[element], page.stop[element]
    last = bisect_left(before, before[rest] + AFTER)
    first = bisect_right(before, before[title] - BEFORE) - 1
    found = [
        line_of(page, n)
        for n in range(bisect_left(starts, rest), min(bisect_left(starts, last), len(starts) - 1))
    ]
    behind = range(bisect_right(starts, title) - 2, max(bisect_left(starts, max(first, 0)) - 1, -1), -1)
    found += [line_of(page, n) for n in behind]
    return [line for line in found if len(line.text) <= LINE_CHARS]


def line_of(page: Page, n: int) -> Line:
    start, stop = page.line_starts[n], page.line_starts[n + 1]
    if page.chars_in([(start, stop)]) > LINE_CHARS:
        return Line(start, stop, " " * (LINE_CHARS + 1))
    return Line(start, stop, " ".join(" ".join(page.strings[t] for t in range(start, stop)).split()))


def authors_near(page: Page, lines: list[Line]) -> Iterator[str]:
    """Yield what may be the author, the best first: by markup, then by the word before the name."""
    for line in lines:
        for t in range(line.start, line.stop):
            if (i := marked_above(page, t)) is not None:
                yield name_in(" ".join(page.strings[k] for k in range(page.first[i], page.stop[i])))
    for line in lines:
        if _BY.match(line.text):
            yield name_in(line.text)


def marked_above(page: Page, t: int) -> int | None:
    """Return the lowest element around a text whose class or id marks an author."""
    names, before, i = page.names, page.chars_before, page.owner[t]
    for _ in range(STEPS):
        if i < 0 or before[page.stop[i]] - before[page.first[i]] > NAME_CHARS:
            return None
        called = f"{names.values[names.of_class[i]] or ''} {names.values[names.of_id[i]] or ''}"
        if AUTHOR.search(called):
            return None if NOT_AUTHOR.search(called) else i
        i = page.parent[i]
    return None


def name_in(text: str) -> str:
    """Return the name that a byline holds.

    >>> name_in("By Ina Holm, 3 May 2025"), name_in("作者：王小明"), name_in("Ina Holm | 5 min read")
    ('Ina Holm', '王小明', 'Ina Holm')
    """
    text = " ".join(text.split())
    return _END.sub("", _BY.sub("", text)).strip(" ,;:.")


def dates_near(page: Page, lines: list[Line], language: str) -> Iterator[tuple[str, str]]:
    """Yield the dates near the title, with what they stand in: ``<time>``, or the text."""
    for line in lines:
        for t in range(line.start, line.stop):
            if date := time_above(page, t, language):
                yield date, "time"
        if date := shown_date(line.text, language):
            yield date, "byline"


def time_above(page: Page, t: int, language: str) -> str | None:
    """Return the date of the ``<time>`` that holds a text."""
    i = page.owner[t]
    for _ in range(2):
        if i >= 0 and page.tags[page.tag_number[i]] == "time":
            return declared_date(page.node(i).get("datetime") or "", language)
        i = page.parent[i]
    return None
