"""Non-content pages: errors, consent walls, checks for robots, logins, shells for scripts, redirects.

Evidence is counted in *signs*: the HTTP status, the title, a heading, a sentence, and marks in the mark-up,
each once.  One sign is not enough, least of all a phrase of ``non_content.tsv``.  A page has no content if

* two signs or more speak for one kind: the status, the title or a heading among them, or else three; and
* little prose and little chosen text are in *other* paragraphs, which do not speak of that kind: the fewer
  the signs, the less (:data:`MOST_OTHER`).

A page without chosen text and with at most 300 characters is a redirect if a meta refresh or a script leads
to another address.  Only pages with little text are tested, so other pages cost nothing.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from .. import kernels
from ..kernels.words_py import Phrases
from ..markup import CODES, HEADINGS, table
from ..model import positions, table_rows
from ..page.elements import children_of
from ..page.page import Page

#: The kinds of non-content pages, and their meanings.
KINDS = {
    "error": "an error page",
    "consent": "a consent wall",
    "challenge": "a check for robots",
    "login": "a login page",
    "script": "a page that scripts fill",
    "redirect": "a redirect by a script or meta refresh",
}

# The limits were set by hand on pages made for tests, and checked on labelled pages with content:
# docs/methods/auto-no-content.rst says how many of these are lost.

#: The most characters in other paragraphs, by the number of signs, four at most ...
MOST_OTHER = (-1, -1, 150, 250, 800)
#: ... and in the other paragraphs of a shell.
MOST_IN_SHELL = 60
#: The most characters of prose that speaks of the kind, except on a consent wall, which is long.
MOST_SPEAKING = 500
#: The most chosen characters of a page that is tested, and if its status, title and headings say nothing.
TESTED_CHARS, UNNAMED_CHARS = 1_300, 300
#: The least share of a title or heading that a phrase must be to name the page, and a single word.
NAMED_SHARE, WORD_SHARE = 0.45, 0.8
#: The most characters of such a title or heading, and of a button.
HEADING_CHARS, BUTTON_CHARS = 80, 40
#: The least share of the page's text outside links in a consent wall.
WALL_SHARE = 0.8
#: The most characters of an element that a script fills: it may say that it loads.
SPINNER_CHARS = 20

# These bound the time that a page takes:

#: The most paragraphs that are read, and the most texts and characters of each.
MOST_LINES, MOST_TEXTS, LINE_CHARS = 60, 30, 1_000
#: The most headings, parts of the title, buttons to accept, and children of the body.
MOST_HEADINGS, MOST_ACCEPT, MOST_CHILDREN = 10, 5, 300
#: The most bytes that are searched of the mark-up, of a start tag, of a notice in ``<noscript>``, and of a
#: script before it leads on.
SOURCE_BYTES, MARK_BYTES, NOTICE_BYTES, SCRIPT_BYTES = 100_000, 300, 1_000, 1_000

#: What names a page, in the order of ``Case.by_name``.
NAMED_BY = ("the HTTP status", "the title", "a heading")
#: The HTTP statuses that speak for other kinds than "error", or for several:
#: https://www.rfc-editor.org/rfc/rfc9110#section-15
STATUSES: dict[int, Collection[str]] = {
    **dict.fromkeys((401, 407), ("login",)),
    403: ("login", "challenge"),
    429: ("challenge",),
    503: ("error", "challenge"),
}
#: Words that start tags may have, the names of the tags, and the kinds that they speak for.
MARKS = (
    (b"password", (b"input",), ("login",)),
    (b"captcha", (b"div", b"form", b"iframe", b"img", b"input", b"script"), ("challenge",)),
    (b"challenge", (b"div", b"form", b"iframe", b"script"), ("challenge",)),
    (b"noindex", (b"meta",), ("error", "challenge", "login")),
    (b"refresh", (b"meta",), ("error", "challenge")),
)
#: Words that mark a number as the code of an error.
CODE_WORDS = (
    "code http status error erreur errore erro fehler fout fel hata hiba błąd chyba eroare lỗi galat "
    "ошибка помилка σφάλμα خطأ خطا خاتالىق שגיאה त्रुटि 错误 錯誤 エラー 오류"
).split()
#: The code of an error, alone or with such words: "HTTP error 404", but not "Highway 401".
_CODE = re.compile(rf"\W*(?:(?:{'|'.join(CODE_WORDS)})\W*){{0,2}}(?:40[0-9]|410|429|50[0-4])\W*")
_REPLACED = {ord("’"): "'", **{zero + n: str(n) for zero in (0x660, 0x6F0) for n in range(10)}}
_ANY_REPLACED = re.compile(f"[{''.join(map(chr, _REPLACED))}]")

#: A refresh with an address (https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh).
_REFRESH = re.compile(
    rb"""<meta\b(?=[^>]{0,300}\bhttp-equiv\s*=\s*["']?refresh\b)"""
    rb"""[^>]{0,300}?\bcontent\s*=\s*["']?\s*[\d.]{0,9}\s*[;,]\s*[^\s"'>][^>]{0,300}>""",
    re.IGNORECASE,
)
#: What leads on in a script.
_LOCATION = re.compile(rb"\blocation(?:(?:\.href)?\s*=(?!=)|\.(?:assign|replace)\()[^;<\r\n]{1,300}")
#: The separators of the parts of a title.
_BREAK = re.compile(r"\s+[|–—·•:»/-]+\s+|[|｜»]|:\s")
#: What finds the types of microdata and RDFa.
TYPES = etree.XPath("descendant-or-self::*/@itemtype | descendant-or-self::*/@typeof")
RANKS = [CODES[tag] for tag in sorted(HEADINGS)]
IS_BUTTON = table({"a": 1, "button": 1})


class Lines(NamedTuple):
    """The paragraphs of a page, a column for each fact."""

    #: 1 for chosen paragraphs
    chosen: bytearray
    chars: array[int]
    #: 1 for prose
    prose: array[int]
    #: paragraphs since the last heading, 0 for one
    since_heading: array[int]


class Evidence(NamedTuple):
    kind: str
    #: what they are
    signs: tuple[str, ...]
    #: the characters in other paragraphs, and how many there may be
    other: int
    most_other: int

    @property
    def confidence(self) -> float:
        """2/3 for two signs, 3/4 for three, and so on."""
        return len(self.signs) / (len(self.signs) + 1)


def evidence_of(page: Page, lines: Lines) -> Evidence | None:
    """Return the evidence that a page is a non-content page, or None."""
    size, counted = kernels.choice.sizes(lines.chosen, lines.prose, lines.chars)
    if size > TESTED_CHARS or counted > TESTED_CHARS + MOST_OTHER[-1]:
        return None
    case = Case(page, lines, counted)
    if size > UNNAMED_CHARS and not any(case.by_name):
        return None
    found_for = filter(None, map(case.evidence_for, KINDS))
    found = max(found_for, key=lambda found: (len(found.signs), -found.other), default=None)
    return found or (None if 1 in lines.chosen else redirect_by(page))


def redirect_by(page: Page) -> Evidence | None:
    """Return the evidence that a page without chosen text leads a browser on, or None."""
    chars = sum(page.chars)
    if chars > UNNAMED_CHARS:
        return None
    source = mark_up(page, SOURCE_BYTES)
    lower = source.lower()
    by_scripts = (found for found in _LOCATION.finditer(source) if is_in_script(lower, found.start()))
    found = _REFRESH.search(source) or next(by_scripts, None)
    if not found:
        return None
    mark = " ".join(found[0].decode("utf-8", "replace").split())
    return Evidence("redirect", (mark, "little text"), chars, UNNAMED_CHARS)


def is_in_script(source: bytes, at: int) -> bool:
    """Tell whether a script begins shortly before a place, and has not ended there."""
    start = source.rfind(b"<script", max(at - SCRIPT_BYTES, 0), at)
    return start >= 0 and source.find(b"</script", start, at) < 0


def with_status(page: Page, http_status: int | None) -> Page:
    """Return a page with its HTTP status, if it is an error."""
    if http_status is not None and not isinstance(http_status, int):
        raise ValueError(f"http_status is {http_status!r}; it is a number, such as 404, or None.")
    return page if http_status is None or http_status < 400 else replace(page, http_status=http_status)


def headings_of(page: Page) -> list[str]:
    """Return the headings of the highest rank that have text; without any, the first text."""
    for rank in RANKS:
        with_text = (i for i in positions(page.code, rank) if 0 < chars_in(page, i) <= HEADING_CHARS)
        if found := [text_of(page, i) for i in islice(with_text, MOST_HEADINGS)]:
            return found
    return [plain(page.strings[0][:HEADING_CHARS])] if page.gap else []


def chars_in(page: Page, i: int) -> int:
    return page.chars_before[page.stop[i]] - page.chars_before[page.first[i]]


def text_of(page: Page, i: int) -> str:
    """Return the beginning of an element's text."""
    return plain(beginning(page, page.first[i], page.stop[i]))


def text_of_line(page: Page, b: int) -> str:
    """Return the beginning of a paragraph's text."""
    return plain(beginning(page, page.line_starts[b], page.line_starts[b + 1])[:LINE_CHARS])


def beginning(page: Page, start: int, stop: int) -> str:
    return " ".join([page.strings[k] for k in range(start, stop)[:MOST_TEXTS]])


class Case:
    """A page that may be a non-content page."""

    def __init__(self, page: Page, lines: Lines, counted: int) -> None:
        """``counted`` are the characters of chosen paragraphs and prose."""
        self.page, self.lines, self.counted = page, lines, counted
        titles = [plain(part) for part in _BREAK.split(page.title[:LINE_CHARS])[:MOST_HEADINGS]]
        self.headings = headings_of(page)
        found = phrases_in([*titles, *self.headings])
        by_status = () if page.http_status is None else STATUSES.get(page.http_status, ("error",))
        #: the kinds that the HTTP status, the title and the headings speak for
        self.by_name: list[Collection[str]] = [by_status, named(found, titles), named(found, self.headings)]

    @cached_property
    def texts(self) -> dict[int, str]:
        """The texts of the chosen paragraphs, and of prose."""
        marks = zip(self.lines.chosen, self.lines.prose)
        counting = (b for b, (is_chosen, is_prose) in enumerate(marks) if is_chosen or is_prose)
        return {b: text_of_line(self.page, b) for b in islice(counting, MOST_LINES)}

    @cached_property
    def found(self) -> Mapping[str, Sequence[str]]:
        return phrases_in([*self.texts.values(), *self.headings])

    def evidence_for(self, kind: str) -> Evidence | None:
        """Return the evidence for a kind, if there is enough."""
        names_it = [name for name, kinds in zip(NAMED_BY, self.by_name) if kind in kinds]
        if not (names_it or self.found[kind] or kind == "script"):
            return None
        lines, speaking = self.lines, speaking_in(self.texts, self.found[kind])
        other = self.counted - sum(lines.chars[b] for b in speaking)
        prose = sum(lines.chars[b] for b in speaking if lines.prose[b])
        if other > most_other(kind, len(MOST_OTHER)) or (prose > MOST_SPEAKING and kind != "consent"):
            return None
        signs = names_it + ["a sentence"] * self.says(kind, speaking)
        if kind == "script":
            if CODES["script"] not in self.page.code:
                return None
            if other > SPINNER_CHARS and not (signs or self.asks_for_scripts):
                return None
            signs += ["little other text"] * (self.chars_without_notices() <= MOST_IN_SHELL)
        marks = self.marks(kind) if signs else []
        if not signs or (kind == "consent" and not marks):
            return None
        signs += marks
        if signs == names_it and kind not in self.by_name[0] and other > MOST_IN_SHELL:
            return None  # title and heading say the same on many pages
        most = most_other(kind, len(signs))
        is_enough = other <= most and (names_it or len(signs) > 2 or kind == "script")
        return Evidence(kind, tuple(signs), other, most) if is_enough else None

    @cached_property
    def all_texts(self) -> Mapping[int, str]:
        """The texts of all paragraphs, if the page is small."""
        n = len(self.lines.chars)
        return {b: text_of_line(self.page, b) for b in range(n)} if n <= MOST_LINES else self.texts

    @cached_property
    def found_in_all(self) -> Mapping[str, Sequence[str]]:
        return phrases_in([*self.all_texts.values(), *self.headings])

    def chars_without_notices(self) -> int:
        """Return the characters of all paragraphs that do not speak of scripts, chosen or not."""
        notices = speaking_in(self.all_texts, self.found_in_all["script"])
        return sum(self.lines.chars) - sum(self.lines.chars[b] for b in notices)

    def says(self, kind: str, speaking: Collection[int]) -> bool:
        """Tell whether a sentence speaks of a kind, or a heading that does not name it."""
        phrases = self.found[kind] if kind not in self.by_name[-1] else ()
        if any(is_in(phrase, heading) for heading in self.headings for phrase in phrases):
            return True
        return any(self.lines.prose[b] and self.lines.since_heading[b] for b in speaking)

    @cached_property
    def source(self) -> bytes:
        """The beginning of the mark-up, its letters of ASCII in lower case."""
        return mark_up(self.page, SOURCE_BYTES).lower()

    @cached_property
    def asks_for_scripts(self) -> bool:
        """Whether ``<noscript>`` says that scripts are needed."""
        at = self.source.find(b"<noscript")
        while at >= 0:
            end = self.source.find(b"</noscript", at, at + NOTICE_BYTES)
            if self.source.find(b"javascript", at, end if end >= 0 else at + NOTICE_BYTES) >= 0:
                return True
            at = self.source.find(b"<noscript", at + 1)
        return False

    def marks(self, kind: str) -> list[str]:
        """Return the signs of a kind in the mark-up."""
        if kind == "script":
            notice, mount = self.asks_for_scripts, has_mount(self.page)
            return ["a notice in <noscript>"] * notice + ["an element for scripts to fill"] * mount
        if kind == "consent":
            found = self.found_in_all
            is_wall = found["consent"] and found["accept"] and self.is_wall()
            return ["a button to accept", "the box around it"] if is_wall else []
        return [
            f"“{word.decode()}” in the mark-up"
            for word, tags, kinds in MARKS
            if kind in kinds and is_in_tag(self.source, word, tags)
        ]

    def is_wall(self) -> bool:
        """Tell whether a button to accept stands in a box with most of the page's text."""
        page, least = self.page, WALL_SHARE * text_in(self.page, 0)
        prose = [page.line_starts[b] for b in self.texts if self.lines.prose[b]]
        buttons = positions(page.code.translate(IS_BUTTON), 1)
        for i in islice(filter(self.is_accept, buttons), MOST_ACCEPT):
            while i > 0 and not any(page.first[i] <= k < page.stop[i] for k in prose):
                i = page.parent[i]
            if text_in(page, i) >= least:
                return True
        return False

    def is_accept(self, i: int) -> bool:
        text = text_of(self.page, i) if chars_in(self.page, i) <= BUTTON_CHARS else ""
        return any(is_in(phrase, text) for phrase in self.found_in_all["accept"])


def most_other(kind: str, signs: int) -> int:
    """Return the most characters in other paragraphs."""
    most = MOST_OTHER[min(signs, len(MOST_OTHER) - 1)]
    return min(most, MOST_IN_SHELL) if kind == "script" else most


def speaking_in(texts: Mapping[int, str], phrases: Collection[str]) -> set[int]:
    """Return the paragraphs with one of ``phrases``."""
    return {b for b, text in texts.items() if any(is_in(phrase, text) for phrase in phrases)}


def mark_up(page: Page, most: int | None = None) -> bytes:
    """Return the mark-up of a page, or its beginning, for a search; a tree is written out."""
    html = page.html[:most] or page.source[:most]
    return html.encode("utf-8", "replace") if isinstance(html, str) else html


def declarations(page: Page) -> bytes:
    """Return the mark-up of a page, or of a tree all that may declare types: JSON and two attributes."""
    if page.html:
        return mark_up(page)
    scripts = [node.text or "" for node in page.root.iter("script") if "json" in (node.get("type") or "")]
    types = [f'itemtype="{of_one}"' for of_one in map(str, TYPES(page.root))]  # type: ignore[arg-type]
    return "\n".join(scripts + types).encode("utf-8", "replace")


def is_in_tag(source: bytes, word: bytes, tags: tuple[bytes, ...]) -> bool:
    """Tell whether a word stands in one of some start tags.

    >>> is_in_tag(b"<p>x<meta content=x>", b"x", (b"meta",)), is_in_tag(b"<p>x", b"x", (b"p",))
    (True, False)
    """
    at = source.find(word)
    while at >= 0:
        start = source.rfind(b"<", max(at - MARK_BYTES, 0), at)
        if start >= 0 and source.startswith(tags, start + 1) and source.find(b">", start, at) < 0:
            return True
        at = source.find(word, at + 1)
    return False


def text_in(page: Page, i: int) -> int:
    """Return the characters of an element that are not in links."""
    return chars_in(page, i) - page.link_chars_in([(page.first[i], page.stop[i])])


def has_mount(page: Page) -> bool:
    """Tell whether the body has an element for a script to fill: a custom element, or an empty one."""
    for i in islice(children_of(page, page.body), MOST_CHILDREN):
        is_empty = page.first[i] == page.stop[i]
        is_div_with_id = page.code[i] == CODES["div"] and page.names.of_id[i] > 0
        if text_in(page, i) <= SPINNER_CHARS and ("-" in page.tag[i] or (is_empty and is_div_with_id)):
            return True
    return False


def plain(text: str) -> str:
    """Return a text as the phrases are written.

    >>> plain("Page  can’t be found")
    "page can't be found"
    """
    lower = text.lower()
    if not lower.isascii() and _ANY_REPLACED.search(lower):
        lower = lower.translate(_REPLACED)
    return " ".join(lower.split())


@cache
def kinds_of_phrases() -> Mapping[str, set[str]]:
    """Return the phrases of all languages, and the kinds that each speaks for."""
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for kind, _, of_language in table_rows(Path(__file__).with_name("non_content.tsv")):
        for phrase in of_language.split("|"):
            kinds[phrase].add(kind)
    return kinds


@cache
def all_phrases(backend: str) -> Phrases:
    return kernels.words.Phrases(tuple(kinds_of_phrases()))


def phrases_in(texts: Iterable[str]) -> defaultdict[str, list[str]]:
    """Return by kind the phrases that some plain texts have."""
    joined, found = "\n".join(texts), defaultdict(list)
    for phrase in all_phrases(kernels.BACKEND).found_in(joined):
        if is_in(phrase, joined):
            for kind in kinds_of_phrases()[phrase]:
                found[kind].append(phrase)
    return found


def is_in(phrase: str, text: str) -> bool:
    """Tell whether a plain text has a phrase; if that begins with a Latin letter, as a beginning of words.

    >>> is_in("sign in", "please sign in"), is_in("sign in", "design in italy")
    (True, False)
    """
    at = text.find(phrase)
    while at > 0 and phrase[0].isascii() and text[at - 1].isalpha():
        at = text.find(phrase, at + 1)
    return at >= 0


def names(text: str, found: Iterable[str]) -> bool:
    """Tell whether a title or heading is little but one of some phrases; a lone word in ASCII says little.

    >>> names("oops! page not found", ["not found"]), names("what 404 not found means", ["not found"])
    (True, False)
    >>> names("error!", ["error"]), names("error_iter", ["error"])
    (True, False)
    """
    for phrase in found if len(text) <= HEADING_CHARS else ():
        least_share = WORD_SHARE if phrase.isascii() and " " not in phrase else NAMED_SHARE
        if len(phrase) >= least_share * len(text) and is_in(phrase, text):
            return True
    return False


def is_code(text: str) -> bool:
    """Tell whether a text is the code of an error.

    >>> is_code("error 404"), is_code("404 ways to cook an egg"), is_code("peugeot 404")
    (True, False, False)
    """
    return len(text) <= HEADING_CHARS and _CODE.fullmatch(text) is not None


def named(found: Mapping[str, Collection[str]], texts: Collection[str]) -> set[str]:
    """Return the kinds that plain titles or headings name, by the phrases found in them."""
    kinds = {kind for kind, phrases in found.items() if any(names(text, phrases) for text in texts)}
    return kinds | {"error"} if any(map(is_code, texts)) else kinds
