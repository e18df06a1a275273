"""Pages without content: errors, consent walls, checks for robots, logins, shells for scripts.

Evidence is counted in *signs*: the HTTP status, the title, a heading, a sentence, and what the mark-up has, each
once.  No sign is enough, least of all a phrase of ``no_content.tsv``.  A page is without content if

* two signs or more speak for one kind: the status, the title or a heading among them, or else three; and
* little prose, and little of what a method chose, is in *other* paragraphs, those that do not speak of it: the
  fewer the signs, the less (:data:`MOST_OTHER`).

Only pages with little text are looked at, so that others cost nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from .elements import CODES, HEADINGS, table
from .model import Page, positions
from .phrases import named, names, phrases_in, plain

#: The kinds of pages without content, and what each is.
KINDS = {
    "error": "an error page",
    "consent": "a consent wall",
    "challenge": "a check for robots",
    "login": "a login page",
    "script": "a page that scripts fill",
}

#: By the number of signs, four at most: so many characters may be in other paragraphs, ...
MOST_OTHER = (-1, -1, 150, 250, 800)
#: ... in those of a shell next to none, ...
MOST_IN_SHELL = 60
#: ... and so many in prose that speaks of it, but on a consent wall, which is long.
MOST_SPEAKING = 500
#: Pages with more chosen text than this are not looked at, ...
MOST_CHARS = 1_300
#: ... nor those with more than this whose status, title and headings say nothing.
FEW_CHARS = 300
#: So many paragraphs are looked at and so many texts of each, so many headings, and links and buttons.
MOST_LINES, MOST_TEXTS, MOST_HEADINGS, MOST_BUTTONS = 60, 30, 10, 300
#: A consent wall holds at least this share of the page's text outside links.
WALL_SHARE = 0.8
#: What a script is to fill may say that it loads.
SPINNER_CHARS = 20
#: So much of the mark-up is searched.
MOST_SOURCE = 100_000

#: The HTTP statuses that speak for other kinds than "error", or for several:
#: https://www.rfc-editor.org/rfc/rfc9110#section-15
STATUSES: dict[int, Collection[str]] = {
    **dict.fromkeys((401, 407), ("login",)),
    403: ("login", "challenge"),
    429: ("challenge",),
    503: ("error", "challenge"),
}
#: What the mark-up may have, in lower case, and the kinds that it speaks for; the word comes first because
#: it is found faster.
MARKS = tuple(
    (word, re.compile(pattern), kinds)
    for word, pattern, kinds in (
        ("password", r"<input\b[^<>]{0,300}?\btype\s*=\s*[\"']?password", ("login",)),
        ("captcha", r"<(?:div|form|iframe|img|input|script)\b[^<>]{0,300}?captcha", ("challenge",)),
        ("challenge", r"<(?:div|form|iframe|script)\b[^<>]{0,300}?challenge", ("challenge",)),
        ("noindex", r"<meta\b[^<>]{0,300}?\bnoindex", ("error", "challenge", "login")),
        ("refresh", r"<meta\b[^<>]{0,300}?\bhttp-equiv\s*=\s*[\"']?refresh", ("error", "challenge")),
        ("javascript", r"<noscript\b[^<>]{0,300}>[^\0]{0,1000}?javascript", ("script",)),
    )
)

#: What separates the parts of a title.
_BREAK = re.compile(r"\s+[|–—·•:»/-]+\s+|[|｜»]|:\s")
RANKS = [CODES[tag] for tag in sorted(HEADINGS)]
IS_BUTTON = table({"a": 1, "button": 1})


class Lines(NamedTuple):
    """What is known of the paragraphs of a page."""

    #: 1 for those that a method chose
    chosen: bytearray
    chars: Sequence[int]
    #: 1 for prose
    prose: Sequence[int]
    #: paragraphs since the last heading, 0 for one
    since_heading: Sequence[int]


class Evidence(NamedTuple):
    """Why a page is without content."""

    signs: int
    #: the characters in other paragraphs, less than 0
    but: int
    kind: str

    @property
    def confidence(self) -> float:
        """How sure it is: 2/3 for two signs, 3/4 for three, and so on."""
        return self.signs / (self.signs + 1)


def evidence_of(page: Page, lines: Lines) -> Evidence | None:
    """Return why a page is without content, or None if nothing says so."""
    size = 0
    for b in positions(lines.chosen, 1):
        size += lines.chars[b]
        if size > MOST_CHARS:
            return None
    titles, headings = [plain(part) for part in _BREAK.split(page.title)], headings_of(page)
    found = phrases_in([*titles, *headings])
    by_name = [kinds_of_status(page.http_status), named(found, titles), named(found, headings)]
    if size > FEW_CHARS and not any(by_name):
        return None
    case = Case(page, lines, headings, by_name)
    return max(filter(None, map(case.evidence_for, KINDS)), default=None)


def with_status(page: Page, http_status: int | None) -> Page:
    """Return a page with the HTTP status that it came with, if that is of an error."""
    return page if http_status is None or http_status < 400 else replace(page, http_status=http_status)


def kinds_of_status(status: int | None) -> Collection[str]:
    """Return the kinds that an HTTP status speaks for."""
    return () if status is None else STATUSES.get(status, ("error",))


def headings_of(page: Page) -> list[str]:
    """Return the headings of the highest rank that have text; without any, the first text."""
    for rank in RANKS:
        if found := [text_of(page, i) for i in islice(positions(page.code, rank), MOST_HEADINGS)]:
            if any(found):
                return found
    return [plain(text) for text in islice(page.strings, 1)]


def text_of(page: Page, i: int) -> str:
    """Return the plain text that an element begins with."""
    return plain(" ".join([page.strings[k] for k in range(page.first[i], page.stop[i])[:MOST_TEXTS]]))


class Case:
    """A page that may be without content."""

    def __init__(
        self, page: Page, lines: Lines, headings: Sequence[str], by_name: Sequence[Collection[str]]
    ) -> None:
        self.page, self.lines, self.headings = page, lines, headings
        #: the kinds that the HTTP status, the title and the headings speak for
        self.by_name = by_name
        self.texts = {b: text_of_line(page, b) for b in looked_at(lines)}
        self.found = phrases_in([*self.texts.values(), *headings])
        #: per paragraph: its characters, if it may be content
        weight = zip(lines.chosen, lines.prose, lines.chars)
        self.counted = [n if is_chosen or is_prose else 0 for is_chosen, is_prose, n in weight]

    def evidence_for(self, kind: str) -> Evidence | None:
        """Return the evidence for a kind, if there is enough."""
        lines, speaking = self.lines, self.speaking(kind)
        other = sum(self.counted) - sum(self.counted[b] for b in speaking)
        said = sum(lines.chars[b] for b in speaking if lines.prose[b])
        if other > most_other(kind, len(MOST_OTHER)) or (said > MOST_SPEAKING and kind != "consent"):
            return None
        names_it = sum(kind in kinds for kinds in self.by_name)
        signs = names_it + self.says(kind, speaking)
        if kind == "script":
            signs += sum(lines.chars) - sum(lines.chars[b] for b in speaking) <= MOST_IN_SHELL
        if not signs or (kind == "consent" and not self.marks[kind]):
            return None
        signs += self.marks[kind]
        is_enough = other <= most_other(kind, signs) and (names_it or signs > 2 or kind == "script")
        return Evidence(signs, -other, kind) if is_enough else None

    def speaking(self, kind: str) -> set[int]:
        """Return the paragraphs that speak of a kind."""
        phrases = self.found[kind]
        return {b for b, text in self.texts.items() if any(phrase in text for phrase in phrases)}

    def says(self, kind: str, speaking: Collection[int]) -> bool:
        """Say whether a sentence speaks of a kind, or a heading that does not name it."""
        if kind not in self.by_name[-1] and any(p in text for text in self.headings for p in self.found[kind]):
            return True
        return any(self.lines.prose[b] and self.lines.since_heading[b] for b in speaking)

    @cached_property
    def marks(self) -> dict[str, int]:
        """How many signs of each kind are in the mark-up."""
        page, signs = self.page, dict.fromkeys(KINDS, 0)
        source = beginning(page).lower()
        for word, pattern, kinds in MARKS:
            if word in source and pattern.search(source):
                for kind in kinds:
                    signs[kind] += 1
        if self.found["consent"] and self.found["accept"] and self.is_wall():
            signs["consent"] += 2  # a button, and the box around it
        if CODES["script"] not in page.code:
            signs["script"] = 0
        elif has_mount(page):
            signs["script"] += 1
        return signs

    def is_wall(self) -> bool:
        """Say whether a button to accept stands in a box with most of the page's text."""
        page, accept = self.page, self.found["accept"]
        least = WALL_SHARE * text_in(page, 0)
        prose = [page.line_starts[b] for b, is_prose in enumerate(self.lines.prose) if is_prose]
        for i in islice(positions(page.code.translate(IS_BUTTON), 1), MOST_BUTTONS):
            text = text_of(page, i)
            if names(text, accept) or text.startswith(tuple(accept)):
                while i > 0 and not any(page.first[i] <= k < page.stop[i] for k in prose):
                    i = page.parent[i]
                if text_in(page, i) >= least:
                    return True
        return False


def most_other(kind: str, signs: int) -> int:
    """Return how many characters may be in other paragraphs."""
    most = MOST_OTHER[min(signs, len(MOST_OTHER) - 1)]
    return min(most, MOST_IN_SHELL) if kind == "script" else most


def looked_at(lines: Lines) -> Iterator[int]:
    """Return the paragraphs to look at: all of a small page, else those that were chosen, and prose."""
    n = len(lines.chars)
    some = (b for b in range(n) if n <= MOST_LINES or lines.chosen[b] or lines.prose[b])
    return islice(some, MOST_LINES)


def text_of_line(page: Page, b: int) -> str:
    """Return the plain text that a paragraph begins with."""
    start, stop = page.line_starts[b], page.line_starts[b + 1]
    return plain(" ".join([page.strings[k] for k in range(start, min(stop, start + MOST_TEXTS))]))


def beginning(page: Page) -> str:
    """Return the beginning of the mark-up."""
    html = page.html[:MOST_SOURCE] or page.source[:MOST_SOURCE]
    return html if isinstance(html, str) else html.decode("utf-8", "replace")


def text_in(page: Page, i: int) -> int:
    """Return the characters of an element that are not in links."""
    texts = [(page.first[i], page.stop[i])]
    return page.chars_in(texts) - page.link_chars_in(texts)


def has_mount(page: Page) -> bool:
    """Say whether the body has an element for a script to fill."""
    i, end = page.body + 1, page.end[page.body]
    while i < end:
        if text_in(page, i) <= SPINNER_CHARS and is_mount(page, i):
            return True
        i = page.end[i]
    return False


def is_mount(page: Page, i: int) -> bool:
    """Say whether an element has a name of its own, or is empty and has an id."""
    is_empty = page.first[i] == page.stop[i]
    return "-" in page.tag[i] or (is_empty and page.code[i] == CODES["div"] and page.names.of_id[i] > 0)
