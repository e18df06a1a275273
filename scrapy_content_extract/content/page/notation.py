"""The texts of a page as they are written: with the marks that its mark-up stands for.

Without them ``10<sup>3</sup>`` is 103, another number.  In ``text`` and blocks

* an exponent has a ``^`` and an index a ``_`` before it: ``10^3``, ``H_2O``, ``x^(n+1)``;
* what is struck out is left out;
* a quotation has quotation marks.

:data:`POWERS` and :data:`INDEXES` tell exponents and indexes from marks of footnotes (``word<sup>2</sup>``),
ordinals (``2<sup>nd</sup>``) and signs (``<sup>TM</sup>``), which stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress
from typing import Any, NamedTuple

from ..columns.render_py import Texts
from ..markup.elements import CODES, JOINED, SPACE
from ..model import places

#: A :class:`.page.Page`, which imports this module.
Page = Any

SCRIPTS = {"sup": "^", "sub": "_"}
STRUCK_OUT = frozenset({"del", "s", "strike"})
#: The marks of an outer quotation, and of one inside another.
QUOTATION_MARKS = ("“”", "‘’")
#: The most quotations inside each other that have marks.
MOST_QUOTED = 4

#: The most characters, texts and elements of an exponent, and the characters that are read before it.
LONGEST, MOST_TEXTS, MOST_ELEMENTS, BEFORE = 20, 8, 32, 40

_MARK = tuple("\"'“”„‟«»‹›‘’‚‛「」『』《》")
_SIGN = "[-+−–]"
#: No letter of an alphabet before it; Chinese is written without spaces around units.
_ALONE = "(?<![A-Za-z\u00b5-\u024f\u0370-\u04ff])"
_LETTER = "[A-Za-z\u00b5-\u024f\u0370-\u04ff]"
_NUMBER = r"\d{1,3}(?:\.\d+|/\d+)?"
#: A number other than 1: nobody writes a first power.
_POWER = rf"(?!1$){_NUMBER}"
_TERM = r"(?:\w{1,8}|∞)"
#: The letters of numbers that are counted, not letters of footnotes, hours or ordinals.
_COUNTED = "[ijknxyzNT]"
#: The units of the SI and of other tables whose powers are in use: area, volume, rates.
_UNIT = (
    "(?:da|[YZEPTGMkhdcmµμunpf])?(?:m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|C|V|F|Ω|H|T|lm|lx|Bq|Gy|Sv|l|L|eV)"
    "|ft|in|yd|mi|min|[кдсм]?м"
)
#: In brackets is a formula, not a remark: single letters, numbers and operators.
_BRACKETS = r"[(\[{](?=[^()\[\]{}]*(?:[-+−*/·×^]|\b[A-Za-z]\b))(?:(?!\w{4})[^()\[\]{}])+[)\]}]"
#: An exponent that needs no brackets.
_SIMPLE = re.compile(rf"{_SIGN}?\w+(?:\.\d+)?{_SIGN}?")
#: What a number follows as the mark of a footnote.
_REMARKED = re.compile(rf"[.,;:!?”’»]$|{_LETTER}{{4}}$")


class Mark(NamedTuple):
    """What is written right before and after the words of a text."""

    text: int
    before: str
    after: str


class Row(NamedTuple):
    """A case in which a text is an exponent or an index."""

    #: what stands before it, at the end
    base: re.Pattern[str]
    #: all of it
    script: re.Pattern[str]
    #: whether it may be the mark of a footnote, on a page that has such marks without links
    is_doubtful: bool = False


def row(base: str, script: str, *, is_doubtful: bool = False) -> Row:
    return Row(re.compile(f"(?:{base})$"), re.compile(script), is_doubtful)


POWERS = (
    # 10^−3, s^-1, sin^−1, (a+b)^-2: no other mark has a sign
    row(rf"\d|{_ALONE}{_LETTER}{{1,3}}|{_BRACKETS}", rf"{_SIGN}{_NUMBER}"),
    # 10^1, 10^100: powers of ten, the first included
    row(r"(?<!\d)10", _NUMBER),
    # 2^32; of longer numbers 2019^2 may be a year with a footnote
    row(r"(?<!\d)\d{1,2}", _POWER),
    row(r"\d", _POWER, is_doubtful=True),
    # km^2, m^3
    row(rf"{_ALONE}(?:{_UNIT})", "[23]"),
    # x^2, R^2: a variable
    row(rf"{_ALONE}{_LETTER}", _POWER),
    # mc^2, cos^2, ax^2, but not the footnote in "it²"
    row(rf"{_ALONE}{_LETTER}{{2,3}}", _POWER, is_doubtful=True),
    # (a+b)^2, (x)^n
    row(_BRACKETS, rf"{_POWER}|{_COUNTED}"),
    # 2^n, x^k, A^T; not 3e (French), 12h, 2d, Mr
    row(rf"\d|{_ALONE}[A-Za-z]", _COUNTED),
    # e^(iπ), e^λ: Greek letters
    row(rf"{_ALONE}[A-Za-z]", "[a-z]?[α-ω][a-z]?"),
    # 2^2n, x^(n+1), e^(−λt), e^(x/2); not the footnotes a–c
    row(rf"\d|{_ALONE}{_LETTER}{{1,3}}|{_BRACKETS}", rf"\d{{1,2}}{_COUNTED}|{_SIGN}\d*{_LETTER}{{1,3}}\d?"),
    row(
        rf"\d|{_ALONE}{_LETTER}{{1,3}}|{_BRACKETS}",
        rf"(?=.*(?:[-+−/*·] ?\d|\d ?[-+−/*·]|\+))(?=.*[^\W\d])"
        rf"[-−(]*{_TERM}(?: ?[-+−–/*·×()]+ ?{_TERM}){{1,5}}\)*",
    ),
    # Ca^2+, SO_4^2−
    row(rf"{_ALONE}(?:[A-Z][a-z]?\d*){{1,4}}|[)\]]", r"\d[-+−–]"),
)

INDEXES = (
    # H_2O, log_10, PM_2.5, 101_2
    row(r"\w|[)\]}]", rf"{_SIGN}?{_NUMBER}"),
    # x_i, V_max, CO_2e, x_(i,j), a_(n+1), lim_(n→∞): after a symbol
    row(
        rf"{_ALONE}{_LETTER}{{1,3}}|[)\]}}]",
        rf"[-−(]*{_TERM}(?: ?[-+−–/*·×=,→<>≤≥|()]+ ?{_TERM}){{0,5}}\)*",
    ),
)
ROWS = {"sup": POWERS, "sub": INDEXES}


class Script(NamedTuple):
    """A text that stands higher or lower than the text before it."""

    tag: str
    #: its texts are ``range(first, stop)``
    first: int
    stop: int
    #: what stands before it, and all of it
    base: str
    content: str


def written(page: Page) -> list[str] | Texts:
    """Return the texts of a page as ``text`` and blocks have them; what is struck out is empty."""
    of_page: list[str] | Texts = page.quoted
    if has_tags(page, SCRIPTS):
        strings = list(page.strings)
        of_page = marked(page.strings, [*script_marks(page, strings), *quotation_marks(page, strings)])
    if has_tags(page, STRUCK_OUT):
        of_page = without_struck_out(page, of_page)
    return of_page


def quoted(page: Page) -> list[str] | Texts:
    """Return the texts of a page with the marks of its quotations."""
    if "q" not in page.tags:
        strings: list[str] | Texts = page.strings
        return strings
    return marked(page.strings, list(quotation_marks(page, list(page.strings))))


def marked(of_page: list[str] | Texts, marks: list[Mark]) -> list[str] | Texts:
    """Return texts with marks right before and after their words; the first of several is the innermost."""
    if not marks:
        return of_page
    strings = list(of_page)
    around: dict[int, tuple[str, str]] = {}
    for k, before, after in marks:
        innermost = around.get(k, ("", ""))
        around[k] = before + innermost[0], innermost[1] + after
    for k, (before, after) in around.items():
        words = strings[k].strip()
        leading, _, trailing = strings[k].partition(words)
        strings[k] = f"{leading}{before}{words}{after}{trailing}"
    return type(of_page)(strings)  # type: ignore[call-arg]


def quotation_marks(page: Page, strings: list[str]) -> Iterator[Mark]:
    """Yield the marks of quotations, inner ones first; those with marks of their own get none."""
    ends: list[int] = []
    found: list[Mark] = []
    for i in elements(page, {"q"}):
        while ends and ends[-1] <= i:
            ends.pop()
        first, last = page.first[i], page.stop[i] - 1
        marks = QUOTATION_MARKS[len(ends) % 2]
        ends.append(page.end[i])
        if first <= last and len(ends) <= MOST_QUOTED and not has_marks(page, strings, first):
            found += (Mark(first, marks[0], ""), Mark(last, "", marks[1]))
    return reversed(found)


def has_marks(page: Page, strings: list[str], first: int) -> bool:
    """Tell whether a quotation brings its own marks, inside or before it."""
    return strings[first].lstrip().startswith(_MARK) or (
        first > 0 and page.gap[first] == JOINED and strings[first - 1].endswith(_MARK)
    )


def without_struck_out(page: Page, of_page: list[str] | Texts) -> list[str] | Texts:
    """Return texts without those that are struck out.

    They are at most half of the characters of a page: else ``<s>`` was not closed, or means nothing.
    """
    struck = bytearray(len(page.gap))
    for i in elements(page, STRUCK_OUT):
        first, stop = page.first[i], page.stop[i]
        if first < stop and not struck[first]:  # an outer one has all texts of those inside it
            struck[first:stop] = b"\1" * (stop - first)
    chars = sum(compress(page.chars, struck))
    if not 0 < 2 * chars <= page.chars_before[-1]:
        return of_page
    strings = ["" if is_struck else string for string, is_struck in zip(of_page, struck)]
    return type(of_page)(strings)  # type: ignore[call-arg]


def has_tags(page: Page, tags: frozenset[str] | dict[str, str]) -> bool:
    return not tags.keys().isdisjoint(page.tags) if isinstance(tags, dict) else not tags.isdisjoint(page.tags)


def elements(page: Page, tags: frozenset[str] | set[str] | dict[str, str]) -> Iterator[int]:
    """Yield the elements with one of some tags."""
    numbers = {number for number, tag in enumerate(page.tags) if tag in tags}
    return iter(sorted(i for number in numbers for i in places(page.tag_number, number)))


def script_marks(page: Page, strings: list[str]) -> Iterator[Mark]:
    """Yield the marks of exponents and indexes."""
    scripts = list(scripts_of(page, strings))
    has_footnotes = any(
        script.tag == "sup" and script.content.isdecimal() and _REMARKED.search(script.base)
        for script in scripts
    )
    begins = {script.first for script in scripts}
    for script in scripts:
        if is_fraction(page, strings, script):
            yield Mark(script.first, " ", "")
        elif fits(script, has_footnotes):
            has_brackets = needs_brackets(page, strings, script, begins)
            yield Mark(script.first, SCRIPTS[script.tag] + "(" * has_brackets, "")
            if has_brackets:
                yield Mark(script.stop - 1, "", ")")


def scripts_of(page: Page, strings: list[str]) -> Iterator[Script]:
    """Yield what stands higher or lower right behind a text, outside of links of its own."""
    last: Script | None = None
    for i in elements(page, SCRIPTS):
        first, stop = page.first[i], page.stop[i]
        if (last and first < last.stop) or not is_behind_text(page, strings, i):
            continue  # the inner one of two is part of the outer one
        content = "".join(strings[first:stop]).strip()
        if not 0 < len(content) <= LONGEST:
            continue
        is_second = last and last.stop == first  # x_i^2: both have the base x
        base = last.base if last and is_second else before(page, strings, first)
        last = Script(page.tags[page.tag_number[i]], first, stop, base, content)
        yield last


def is_behind_text(page: Page, strings: list[str], i: int) -> bool:
    """Tell whether an element of few texts joins the text before it, and is no link."""
    first, stop = page.first[i], page.stop[i]
    return (
        0 < first < stop <= first + MOST_TEXTS
        and page.end[i] - i <= MOST_ELEMENTS
        and all(gap == JOINED for gap in page.gap[first:stop])
        and not strings[first - 1][-1].isspace()
        and page.in_link[first] <= page.in_link[first - 1]
        and page.code.find(CODES["a"], i, page.end[i]) < 0
    )


def before(page: Page, strings: list[str], k: int) -> str:
    """Return the characters before a text on its line, as many as are read.

    >>> from scrapy_content_extract.content import page_of
    >>> before(page_of("<p>2 (<i>a</i> +<b>b)</b>"), ["2 (", "a", " +", "b)"], 4)
    '2 (a +b)'
    """
    found = ""
    for j in range(k - 1, max(k - 1 - MOST_TEXTS, -1), -1):
        found = strings[j][-BEFORE:] + found
        if len(found) >= BEFORE or page.gap[j] > SPACE:
            break
        found = " " + found if page.gap[j] == SPACE else found
    return found[-BEFORE:]


def is_fraction(page: Page, strings: list[str], script: Script) -> bool:
    """Tell whether a numerator follows a whole number, as in ``1<sup>1</sup>/<sub>2</sub>``."""
    slash = script.stop
    return (
        script.tag == "sup"
        and script.base[-1].isdecimal()
        and script.content.isdecimal()
        and slash + 1 < len(strings)
        and strings[slash].strip() in ("/", "⁄")
        and page.tags[page.tag_number[page.owner[slash + 1]]] == "sub"
    )


def fits(script: Script, has_footnotes: bool) -> bool:
    """Tell whether a row of the table describes an exponent or an index."""
    return any(
        not (case.is_doubtful and has_footnotes)
        and case.script.fullmatch(script.content) is not None
        and case.base.search(script.base) is not None
        for case in ROWS[script.tag]
    )


def needs_brackets(page: Page, strings: list[str], script: Script, begins: set[int]) -> bool:
    """Tell whether nobody could see where an exponent ends: ``x^(n+1)``, ``e^(x)y``."""
    if not _SIMPLE.fullmatch(script.content):
        return True
    k, last = script.stop, script.content[-1]
    if k == len(strings) or page.gap[k] != JOINED or k in begins:
        return False
    following = strings[k][0]
    if following.isdecimal():
        return not last.isalpha()
    return following.isalpha() and not last.isdecimal()
