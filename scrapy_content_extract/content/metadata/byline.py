"""Authors next to the title of a page, and the lines that may name them.

A class or id with a word like "author" marks a byline; or a word before the name, "By Ina Holm".  Names, and
dates (:mod:`.datelines`), are searched for in the texts after the title, then in the texts before it; farther
away stand other articles, with bylines of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import NamedTuple

from ..markup import CODES, HEADINGS
from ..model import Range
from ..page.blocks import ancestors
from ..page.page import Page
from .dates import month_of
from .titles import Title

#: The characters after the title, and before it, that are searched.
AFTER, BEFORE = 500, 60
#: The most characters of a byline, and of a text that are searched for a name.
LINE_CHARS = 200
#: The most characters of an element that is a name.
NAME_CHARS = 80
#: The most characters of a word between two names, such as "und".
AND = 4
#: The most words of a name.
NAME_WORDS = 8
#: The most characters of a link that is not the title of another page.
HEADLINE_CHARS = 30
HEADING_CODES = frozenset(CODES[tag] for tag in HEADINGS)
#: The most characters that are read of a class or id.
CLASS_CHARS = 1_000
#: The most elements above a text that may mark it.
STEPS = 4

#: Words in a class or id that mark an author, and words that take it back.
AUTHOR_WORDS = tuple(
    "author byline writer autor auteur autore verfasser skribent zuozhe username user-name".split()
)
AUTHOR = re.compile(rf"(?:^|[\s_-]|[a-z](?=[A-Z]))(?i:{'|'.join(AUTHOR_WORDS)})")
NOT_AUTHOR = re.compile(r"(?i)bio|avatar|image|photo|date|time|social|related|comment|count|title|role|desc")

#: The words before a name: "by" in the languages that have such a word, also after another word, as in
#: "Written by"; "author", with or without a colon.
BY = (
    r"(?:by|von|par|por|di|door|av|af|od|przez|autor(?:e|a|es|ka)?|auteur|authors?|автор|yazar|penulis|oleh|bởi"
    r"|tác giả|από|مۇئەللىپ|ئاپتور|بقلم|كتب|الكاتب|نویسنده|מאת|लेखक|โดย)(?:\s*[:：]\s*|\s+|$)"
)
_EAST_ASIAN_BY = r"(?:作者|撰文|记者|記者|文|저자|글|著者|執筆)\s*(?:[:：/／|]\s*|\s+|$)"
_WORK = (
    r"(?:written|posted|published|words|story|text|article|report(?:ed|ing)?|recipe|guide|reviewed|review)"
)
BEFORE_NAME = re.compile(rf"(?i)^\W*(?=\w)(?:(?:{_WORK}\s+)?{BY}|{_EAST_ASIAN_BY})")
#: The end of a name: a sign, a word that leads on, or a number, as in a date.
AFTER_NAME = re.compile(
    r"\s*[|•·–—»\n\t([]|\s+[-/]\s|\s+(?:on|in|at|am|le|el|il|den|op)\s"
    r"|(?:^|\s+)(?:last\s+)?(?:updated|published|posted|reviewed|edited|follow)\b|(?P<comma>,)?\s*(?:^|\s)\d",
    re.IGNORECASE,
)
#: An end of a name that has a full stop.
SHORTENED = re.compile(r"\b(?:Jr|Sr|\w|\w+\.\w+)\.$")
#: The words between the names of two people, and the signs between more names.
AND_WORD = re.compile(r",?\s+(?:and|und|et|y|e|en|och|og|&)\s+")
BETWEEN_NAMES = re.compile(rf"{AND_WORD.pattern}|,\s+")
#: The most words of a person's name that may stand next to another.
FULL_NAME_WORDS = 4


class Line(NamedTuple):
    """A paragraph near the title."""

    start: int
    stop: int
    text: str


def lines_near(page: Page, title: Title) -> list[Line]:
    """Return the short paragraphs after the title, from near to far, and then those before it.

    Another heading ends the search, unless it is right below the title, and so does a link as long as a
    headline: another article follows.
    """
    place = place_of(page, title)
    if place is None:
        return []
    before, starts = page.chars_before, page.line_starts
    first, stop = place
    below = bisect_left(starts, stop)
    found: list[Line] = []
    for n in range(below, len(starts) - 1):
        line = line_of(page, n)
        if before[line.start] - before[stop] > AFTER:
            break
        found.append(line)
        if n > below and is_headline(page, line):
            break
    for n in range(bisect_right(starts, first) - 2, -1, -1):
        line = line_of(page, n)
        if before[first] - before[line.stop] > BEFORE or is_headline(page, line):
            break
        found.append(line)
    return [line for line in found if line.text]


def place_of(page: Page, title: Title) -> Range | None:
    """Return the texts of the title: its heading, or the first text with the same words."""
    if title.element is not None:
        return page.first[title.element], page.stop[title.element]
    chars = sum(not character.isspace() for character in title.text)
    for t in (t for t, n in enumerate(page.chars) if n == chars) if chars else ():
        if " ".join(page.strings[t].split()) == title.text:
            return t, t + 1
    return None


def is_headline(page: Page, line: Line) -> bool:
    """Tell whether a paragraph is a heading, or a link as long as one."""
    if any(page.code[i] in HEADING_CODES for i in islice(ancestors(page, page.owner[line.start]), STEPS)):
        return True
    links = page.link_chars_before[line.stop] - page.link_chars_before[line.start]
    chars = page.chars_before[line.stop] - page.chars_before[line.start]
    return links > HEADLINE_CHARS and links > 0.9 * chars


def line_of(page: Page, n: int) -> Line:
    """Return a paragraph; a long one has no text."""
    start, stop = page.line_starts[n], page.line_starts[n + 1]
    if page.chars_before[stop] - page.chars_before[start] > LINE_CHARS:
        return Line(start, stop, "")
    if stop == start + 1:
        return Line(start, stop, " ".join(page.strings[start].split()))
    return Line(start, stop, " ".join(" ".join([page.strings[t] for t in range(start, stop)]).split()))


def authors_near(page: Page, lines: list[Line]) -> Iterator[str]:
    """Yield possible authors, the best first: by mark-up, then by the word before the name."""
    for i in marked_in(page, lines):
        texts = range(page.first[i], page.stop[i])
        yield "; ".join(linked_names(page, texts)) or name_in(" ".join([page.strings[t] for t in texts]))
    for line, following in zip_longest(lines, lines[1:]):
        if by := BEFORE_NAME.match(line.text):
            text = line.text[by.end() :] or (following.text if following else "")
            if is_capitalized(name := name_in(text)):
                yield name


def linked_names(page: Page, texts: range) -> list[str]:
    """Return the names of a byline in which each of several authors is a link; [] for another byline."""
    linked = [name_in(page.strings[t]) for t in texts if page.in_link[t]]
    between = [page.strings[t].strip() for t in texts if not page.in_link[t]]
    are_names = all(" " in name and is_capitalized(name) for name in linked)
    return linked if len(linked) > 1 and are_names and max(map(len, between), default=0) <= AND else []


def is_capitalized(name: str) -> bool:
    """Tell whether a text is written like a name, unlike "by using this page".

    >>> is_capitalized("Ludwig van Beethoven"), is_capitalized("using this page"), is_capitalized("王小明")
    (True, False, True)
    """
    words = name.split()
    return 0 < len(words) <= NAME_WORDS and not any(len(word) > 3 and word[0].islower() for word in words)


def marked_in(page: Page, lines: list[Line]) -> list[int]:
    """Return the elements in some paragraphs whose class or id marks an author, the innermost only."""
    (of_class, of_id, _, values, _), before = page.names, page.chars_before
    known: dict[tuple[int, int], bool] = {}
    marked: list[int] = []
    for line in lines:
        for i in elements_of(page, line):
            names = of_class[i], of_id[i]
            if names not in known:
                known[names] = marks_author(" ".join(filter(None, [values[n] for n in names])))
            if known[names] and 0 < before[page.stop[i]] - before[page.first[i]] <= NAME_CHARS:
                if marked and marked[-1] < i < page.end[marked[-1]]:
                    marked.pop()
                marked.append(i)
    return marked


def elements_of(page: Page, line: Line) -> Iterator[int]:
    """Yield the elements as short as a name that begin with a paragraph, or begin in it."""
    i = page.owner[line.start]
    limit = page.chars_before[line.start] + NAME_CHARS
    for _ in range(STEPS):
        above = page.parent[i]
        if above < 0 or page.first[above] != line.start or page.chars_before[page.stop[above]] > limit:
            break
        i = above
    yield i
    last = max([page.owner[t] for t in range(line.start, line.stop)])
    yield from range(max(i + 1, bisect_left(page.first, line.start)), last + 1)


def marks_author(names: str) -> bool:
    """Tell whether a class and an id mark an author.

    >>> marks_author("post-author"), marks_author("author-avatar"), marks_author("post")
    (True, False, False)
    """
    names = names[:CLASS_CHARS]
    lower = names.lower()  # a search for plain words first: most names have none
    if not any(word in lower for word in AUTHOR_WORDS):
        return False
    return bool(AUTHOR.search(names)) and not NOT_AUTHOR.search(names)


def name_in(text: str) -> str:
    """Return the name that a byline holds.

    >>> name_in("By Ina Holm, 3 May 2025"), name_in("Ina Holm Dec 3"), name_in("作者：王小明")
    ('Ina Holm', 'Ina Holm', '王小明')
    """
    text = " ".join(text.split())[:LINE_CHARS]
    by = BEFORE_NAME.match(text)
    text = text[by.end() if by else 0 :]
    end = AFTER_NAME.search(text)
    words = text[: end.start() if end else None].split(" ")
    if end and not end["comma"] and month_of([words[-1].strip(".,:").casefold()], ""):
        words.pop()  # the number was the day
    name = " ".join(words).strip(" ,;:-")
    return name if SHORTENED.search(name) else name.strip(" ,;:.-")


def each_name(text: str) -> list[str]:
    """Return the names in a text; it is one name unless each part is the full name of a person.

    >>> each_name("Jane Q. Public and John Smith"), each_name("Department of Health and Human Services")
    (['Jane Q. Public', 'John Smith'], ['Department of Health and Human Services'])
    """
    names = BETWEEN_NAMES.split(text) if AND_WORD.search(text) else []
    return names if names and all(map(is_full, names)) else [text]


def is_full(name: str) -> bool:
    """Tell whether a text may be first and last name: a few words, each with a capital."""
    words = name.split()
    return 1 < len(words) <= FULL_NAME_WORDS and all(word[0].isupper() for word in words)
