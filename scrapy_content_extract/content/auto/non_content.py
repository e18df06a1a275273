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
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import compress, islice
from operator import or_
from typing import NamedTuple

from ..markup import CODES, HEADINGS, table
from ..model import Range, lazy, positions
from ..page.elements import chars_of, children_of, texts_of
from ..page.page import Page
from .case import ParagraphFacts, phrases_of

#: The kinds of non-content pages, and their meanings.
NO_CONTENT = {
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
#: The most chosen characters of a page that is tested, ...
TESTED_CHARS = 1_300
#: ... and if its status, title and headings say nothing: this bounds the time.
UNNAMED_CHARS = 300
#: The most characters of a redirect.
REDIRECT_CHARS = 300
#: The least share of a title or heading that a phrase must be to name the page.
NAMED_SHARE = 0.45
#: The least share of the page's text outside links in a consent wall.
WALL_SHARE = 0.8
#: The most characters of an element that a script fills: it may say that it loads.
SPINNER_CHARS = 20

# These bound the time that a page takes:

#: The most paragraphs that are read.
MOST_LINES = 60
#: The most texts that are read of an element or paragraph, ...
TEXTS_READ = 30
#: ... and characters of a paragraph or title.
CHARS_READ = 1_000
#: The most headings, and parts of the title.
MOST_HEADINGS = 10
#: The most buttons to accept.
MOST_ACCEPT = 5
#: The most bytes that are searched of the mark-up.
SOURCE_BYTES = 100_000
#: The HTTP statuses that speak for other kinds than "error", or for several:
#: https://www.rfc-editor.org/rfc/rfc9110#section-15
STATUSES: dict[int, Collection[str]] = {
    **dict.fromkeys((401, 407), ("login",)),
    403: ("login", "challenge"),
    429: ("challenge",),
    503: ("error", "challenge"),
}
#: Words that start tags may have, what finds them there, and the kinds that they speak for.
MARKS = {
    "password": (re.compile(rb"<input[^<>]{0,300}password"), ("login",)),
    "captcha": (re.compile(rb"<(?:div|form|iframe|img|input|script)[^<>]{0,300}captcha"), ("challenge",)),
    "noindex": (re.compile(rb"<meta[^<>]{0,300}noindex"), ("error", "challenge", "login")),
}
#: What finds a request for scripts in ``<noscript>``.
_ASKS_FOR_SCRIPTS = re.compile(rb"<noscript(?:(?!</noscript).){0,1000}javascript", re.DOTALL)
#: Words that mark a number as the code of an error.
CODE_WORDS = (
    "code http status error erreur errore erro fehler fout fel hata hiba błąd chyba eroare lỗi galat "
    "ошибка помилка σφάλμα خطأ خطا خاتالىق שגיאה त्रुटि 错误 錯誤 エラー 오류"
).split()
#: The code of an error, alone or with such words: "HTTP error 404", but not "Highway 401".
_CODE = re.compile(rf"\W*(?:(?:{'|'.join(CODE_WORDS)})\W*){{0,2}}(?:40[0-9]|410|429|50[0-4])\W*")
_REPLACED = {"’": "'", **{chr(zero + n): str(n) for zero in (0x660, 0x6F0) for n in range(10)}}

#: A refresh with an address (https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh).
_REFRESH = re.compile(
    rb"""<meta\b(?=[^>]{0,300}\bhttp-equiv\s*=\s*["']?refresh\b)"""
    rb"""[^>]{0,300}?\bcontent\s*=\s*["']?\s*[\d.]{0,9}\s*[;,]\s*[^\s"'>][^>]{0,300}>""",
    re.IGNORECASE,
)
#: What leads on in a script, and how many bytes after it begins at the most.
_LOCATION = re.compile(rb"\blocation(?:(?:\.href)?\s*=(?!=)|\.(?:assign|replace)\()[^;<\r\n]{1,300}")
LOCATION_BYTES = 1_000
#: The separators of the parts of a title.
_BREAK = re.compile(r"\s+[|–—·•:»/-]+\s+|[|｜»]|:\s")
RANKS = [CODES[tag] for tag in sorted(HEADINGS)]
IS_BUTTON = table({"a": 1, "button": 1})


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


def evidence_of(page: Page, chosen: bytearray, facts: ParagraphFacts) -> Evidence | None:
    """Return the evidence that a page is a non-content page, or None."""
    size = sum(compress(facts.n, chosen))
    if size > TESTED_CHARS:
        return None
    counts = bytes(map(or_, chosen, facts.prose))
    counted = sum(compress(facts.n, counts))
    if counted > TESTED_CHARS + MOST_OTHER[-1]:
        return None
    reading = Reading(page, counts, facts, counted)
    if size > UNNAMED_CHARS and not any(reading.names.values()):
        return None
    kinds = {"script"}.union(reading.phrases, *reading.names.values())
    found_for = filter(None, map(reading.evidence_for, filter(kinds.__contains__, NO_CONTENT)))
    found = max(found_for, key=lambda found: (len(found.signs), -found.other), default=None)
    return found or (None if 1 in chosen else redirect_by(page))


def redirect_by(page: Page) -> Evidence | None:
    """Return the evidence that a page without chosen text leads a browser on, or None."""
    chars = sum(page.chars)
    if chars > REDIRECT_CHARS:
        return None
    source = page.mark_up[:SOURCE_BYTES]
    found = _REFRESH.search(source)
    for location in () if found else _LOCATION.finditer(source):
        before = source[max(location.start() - LOCATION_BYTES, 0) : location.start()].lower()
        if before.rfind(b"<script") > before.rfind(b"</script"):  # at the beginning of a script
            found = location
            break
    if not found:
        return None
    mark = " ".join(found[found.lastindex or 0].decode("utf-8", "replace").split())
    return Evidence("redirect", (mark, "little text"), chars, REDIRECT_CHARS)


def with_status(page: Page, http_status: int | None) -> Page:
    """Return a page with its HTTP status, if it is an error."""
    if http_status is not None and not isinstance(http_status, int):
        raise ValueError(f"http_status is {http_status!r}; it is a number, such as 404, or None.")
    return page if http_status is None or http_status < 400 else replace(page, http_status=http_status)


def headings_of(page: Page) -> list[str]:
    """Return the headings of the highest rank that have text; without any, the first text."""
    for rank in filter(page.code.__contains__, RANKS):
        with_text = list(islice(filter(partial(chars_of, page), positions(page.code, rank)), MOST_HEADINGS))
        if with_text:
            return [plain(beginning(page, texts_of(page, i))) for i in with_text]
    return [plain(page.strings[0][:CHARS_READ])] if page.gap else []


def beginning(page: Page, texts: Range) -> str:
    return " ".join([page.strings[k] for k in range(*texts)[:TEXTS_READ]])[:CHARS_READ]


class Reading:
    """What a page says that may be a non-content page."""

    def __init__(self, page: Page, counts: bytes, facts: ParagraphFacts, counted: int) -> None:
        """``counts`` has 1 for each paragraph that is chosen or prose; ``counted`` are their characters."""
        self.page, self.counts, self.facts, self.counted = page, counts, facts, counted
        self.headings = headings_of(page)

    @lazy
    def names(self) -> dict[str, Collection[str]]:
        """What may name the page, and the kinds that it names."""
        status = self.page.http_status
        titles = [plain(part) for part in _BREAK.split(self.page.title[:CHARS_READ])[:MOST_HEADINGS]]
        phrases = phrases_in([*titles, *self.headings])
        return {
            "the HTTP status": () if status is None else STATUSES.get(status, ("error",)),
            "the title": named(phrases, titles),
            "a heading": named(phrases, self.headings),
        }

    @lazy
    def texts(self) -> dict[int, str]:
        """The texts of all paragraphs of a small page, else of the chosen ones and prose."""
        n = len(self.counts)
        lines = range(n) if n <= MOST_LINES else islice(positions(self.counts, 1), MOST_LINES)
        return {b: plain(beginning(self.page, self.page.lines[b])) for b in lines}

    @lazy
    def phrases(self) -> Mapping[str, Collection[str]]:
        """The phrases of each kind in these texts and the headings."""
        return phrases_in([*self.headings, *self.texts.values()])

    @lazy
    def source(self) -> bytes:
        """The beginning of the mark-up, its letters of ASCII in lower case."""
        return self.page.mark_up[:SOURCE_BYTES].lower()

    def evidence_for(self, kind: str) -> Evidence | None:
        named_by = [name for name, kinds in self.names.items() if kind in kinds]
        speaking = [b for b in self.speaking_of(kind) if self.counts[b]]
        other = self.counted - self.chars(speaking)
        signs = named_by + ["a sentence"] * self.has_sentence(kind, speaking)
        if kind == "script":
            return self.shell(signs, other)
        if not signs or other > MOST_OTHER[-1]:
            return None
        marks = self.marks(kind)
        signs += marks
        if kind == "consent" and not marks:
            return None
        most = MOST_OTHER[min(len(signs), len(MOST_OTHER) - 1)]
        if signs == ["the title", "a heading"]:  # they say the same on many pages
            most = MOST_IN_SHELL
        is_enough = other <= most and (named_by or len(signs) > 2)
        return Evidence(kind, tuple(signs), other, most) if is_enough else None

    def shell(self, signs: list[str], other: int) -> Evidence | None:
        """Return the evidence that scripts fill the page."""
        if other > MOST_IN_SHELL or CODES["script"] not in self.page.code:
            return None
        if sum(self.facts.n) - self.chars(self.speaking_of("script")) > MOST_IN_SHELL:
            return None
        asks = _ASKS_FOR_SCRIPTS.search(self.source) is not None
        if other > SPINNER_CHARS and not (signs or asks):
            return None
        signs.append("little other text")
        if asks:
            signs.append("a notice in <noscript>")
        if has_mount(self.page):
            signs.append("an element for scripts to fill")
        return Evidence("script", tuple(signs), other, MOST_IN_SHELL) if len(signs) > 1 else None

    def marks(self, kind: str) -> list[str]:
        if kind == "consent":
            return ["a button to accept", "the box around it"] if self.is_wall() else []
        found = (word for word, (tag, kinds) in MARKS.items() if kind in kinds and tag.search(self.source))
        return [f"“{word}” in the mark-up" for word in found]

    def chars(self, lines: Iterable[int]) -> int:
        return sum(self.facts.n[b] for b in lines)

    def speaking_of(self, kind: str) -> list[int]:
        """Return the paragraphs that have one of the phrases of a kind."""
        those = self.phrases.get(kind, ())
        return [b for b, text in self.texts.items() if has_one(those, text)]

    def has_sentence(self, kind: str, speaking: Collection[int]) -> bool:
        """Tell whether a sentence speaks of a kind, or a heading that does not name it."""
        those = () if kind in self.names["a heading"] else self.phrases.get(kind, ())
        if any(has_one(those, text) for text in self.headings):
            return True
        return any(self.facts.prose[b] and self.facts.since_heading[b] for b in speaking)

    def is_wall(self) -> bool:
        """Tell whether a button to accept stands in a box with most of the page's text."""
        page, least = self.page, WALL_SHARE * unlinked_chars(self.page, 0)
        prose = [page.line_starts[b] for b in self.texts if self.facts.prose[b]]
        buttons = positions(page.code.translate(IS_BUTTON), 1)
        words = self.phrases.get("accept", ())
        accepting = (i for i in buttons if has_one(words, plain(beginning(page, texts_of(page, i)))))
        for i in islice(accepting, MOST_ACCEPT):
            while i > 0 and not any(page.first[i] <= k < page.stop[i] for k in prose):
                i = page.parent[i]
            if unlinked_chars(page, i) >= least:
                return True
        return False


def unlinked_chars(page: Page, i: int) -> int:
    return chars_of(page, i) - page.link_chars_in([texts_of(page, i)])


def has_mount(page: Page) -> bool:
    """Tell whether the body has an element for a script to fill: a custom element, or an empty one."""
    for i in children_of(page, page.body):
        is_empty = page.first[i] == page.stop[i]
        is_div_with_id = page.code[i] == CODES["div"] and page.names.of_id[i] > 0
        if unlinked_chars(page, i) <= SPINNER_CHARS and ("-" in page.tag[i] or (is_empty and is_div_with_id)):
            return True
    return False


def plain(text: str) -> str:
    """Return a text as the phrases are written.

    >>> plain("Page  can’t be found")
    "page can't be found"
    """
    text = text.lower()
    for sign, written in () if text.isascii() else _REPLACED.items():
        text = text.replace(sign, written)
    return " ".join(text.split())


def phrases_in(texts: Iterable[str]) -> Mapping[str, Collection[str]]:
    """Return by kind the phrases that some plain texts have."""
    joined, found = "\n".join(texts), defaultdict[str, list[str]](list)
    for number in phrases_of("non_content.tsv").finder.within(joined):
        phrase, kinds = phrases_of("non_content.tsv").rows[number]
        if is_in(phrase, joined):
            for kind in kinds:
                found[kind].append(phrase)
    return found


def has_one(phrases: Iterable[str], text: str) -> bool:
    return any(is_in(phrase, text) for phrase in phrases)


def is_in(phrase: str, text: str) -> bool:
    """Tell whether a plain text has a phrase; if that begins with a Latin letter, as a beginning of words.

    >>> is_in("sign in", "please sign in"), is_in("sign in", "design in italy")
    (True, False)
    """
    at = text.find(phrase)
    while at > 0 and phrase[0].isascii() and text[at - 1].isalpha():
        at = text.find(phrase, at + 1)
    return at >= 0


def named(found: Mapping[str, Collection[str]], texts: Collection[str]) -> set[str]:
    """Return the kinds that titles or headings name: they are little but a phrase, or the code of an error.

    >>> phrases = {"error": ["not found"]}
    >>> named(phrases, ["oops! page not found"]), named(phrases, ["what 404 not found means"])
    ({'error'}, set())
    >>> named({}, ["error 404"]), named({}, ["404 ways to cook an egg"]), named({}, ["peugeot 404"])
    ({'error'}, set(), set())
    """
    kinds = {
        kind
        for kind, phrases in found.items()
        for text in texts
        for phrase in phrases
        if len(phrase) >= NAMED_SHARE * len(text) and is_in(phrase, text)
    }
    return kinds | {"error"} if any(map(_CODE.fullmatch, texts)) else kinds
