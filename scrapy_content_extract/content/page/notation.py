"""Page → its texts with the marks that mark-up stands for: exponents, footnotes, quotations.

Without them ``10<sup>3</sup>`` is 103, another number.  In ``text`` and blocks

* an exponent has a ``^`` and an index a ``_`` before it: ``10^3``, ``H_2O``, ``x^(n+1)``;
* the mark of a footnote behind a number has brackets, ``8,300[2] people``, else it is 8,3002;
* what is struck out is left out;
* a quotation has quotation marks, and how characters are read stands in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..core.hints import TAGS
from ..core.render_py import Texts
from ..markup import CODES, JOINED, SPACE
from ..model import Range
from .page import Page, once

Strings = list[str] | Texts

# ------------------------------------------------------------------ tables
# Exponents and indexes by the text before them, their own and the text behind them.  What no row describes,
# such as the mark of a footnote (``word<sup>2</sup>``), an ordinal (``2<sup>nd</sup>``) or a sign
# (``<sup>TM</sup>``), stays as it is.

SIGN = "[-+−–]"
#: No letter of an alphabet before it; Chinese is written without spaces around units.
#: The signs "·", "×" and "÷" stand among the letters of Unicode, and are none.
_LETTERS = "A-Za-z\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u04ff"
_ALONE, LETTER = f"(?<![{_LETTERS}])", f"[{_LETTERS}]"
_NUMBER = r"\d{1,3}(?:\.\d+|/\d+)?"
#: A number other than 1: nobody writes a first power.
_POWER = rf"(?!1$){_NUMBER}"
_TERM = r"(?:\w{1,8}|∞)"
#: The letters of numbers that are counted, not letters of footnotes, hours or ordinals.
_COUNTED = "[ijknxyzNT]"
#: In brackets is a formula, not a remark: single letters, numbers and operators.
_BRACKETS = r"[(\[{](?=[^()\[\]{}]*(?:[-+−*/·×^]|\b[A-Za-z]\b))(?:(?!\w{4})[^()\[\]{}])+[)\]}]"


class Row(NamedTuple):
    """A case in which a text is an exponent or an index."""

    #: what stands before it, at the end
    base: re.Pattern[str]
    #: all of it
    script: re.Pattern[str]
    #: whether it may be the mark of a footnote, on a page that has such marks without links
    is_doubtful: bool = False
    #: what stands behind it, at the beginning
    after: re.Pattern[str] = re.compile("")


def row(base: str, script: str, *, is_doubtful: bool = False, after: str = "") -> Row:
    return Row(re.compile(f"(?:{base})$"), re.compile(script), is_doubtful, re.compile(after))


POWERS = (
    # 10^−3, s^-1, sin^−1, (a+b)^-2: no other mark has a sign
    row(rf"\d|{_ALONE}{LETTER}{{1,3}}|{_BRACKETS}", rf"{SIGN}{_NUMBER}"),
    # 10^1, 10^100: powers of ten, the first included
    row(r"(?<!\d)10", _NUMBER),
    # 2^32; of longer numbers 2019^2 may be a year with a footnote, and 8,300 people have one
    row(r"(?<!\d)\d{1,2}", _POWER),
    row(r"(?<!\d[,\xa0\u2009\u202f]\d\d)\d", _POWER, is_doubtful=True),
    # x^2, R^2: a variable
    row(rf"{_ALONE}{LETTER}", _POWER),
    # km^2, mc^2, ax^2, but not the footnote in "it²"
    row(rf"{_ALONE}{LETTER}{{2,3}}", _POWER, is_doubtful=True),
    # (a+b)^2, (x)^n
    row(_BRACKETS, rf"{_POWER}|{_COUNTED}"),
    # 2^n, x^k, A^T; not 3e (French), 12h, 2d, Mr
    row(rf"\d|{_ALONE}[A-Za-z]", _COUNTED),
    # e^(iπ), e^λ: Greek letters
    row(rf"{_ALONE}[A-Za-z]", "[a-z]?[α-ω][a-z]?"),
    # 2^2n, x^(n+1), e^(−λt), e^(x/2); not the footnotes a–c
    row(rf"\d|{_ALONE}{LETTER}{{1,3}}|{_BRACKETS}", rf"\d{{1,2}}{_COUNTED}|{SIGN}\d*{LETTER}{{1,3}}\d?"),
    row(
        rf"\d|{_ALONE}{LETTER}{{1,3}}|{_BRACKETS}",
        rf"(?=.*(?:[-+−/*·] ?\d|\d ?[-+−/*·]|\+))(?=.*[^\W\d])"
        rf"[-−(]*{_TERM}(?: ?[-+−–/*·×()]+ ?{_TERM}){{1,5}}\)*",
    ),
    # Ca^2+, SO_4^2−
    row(rf"{_ALONE}(?:[A-Z][a-z]?\d*){{1,4}}|[)\]]", r"\d[-+−–]"),
)

INDEXES = (
    # H_2O, log_10, PM_2.5, 101_2
    row(r"\w|[)\]}]", rf"{SIGN}?{_NUMBER}"),
    # x_i, V_max, CO_2e, x_(i,j), a_(n+1), lim_(n→∞): after a symbol
    row(
        rf"{_ALONE}{LETTER}{{1,3}}|[)\]}}]",
        rf"[-−(]*{_TERM}(?: ?[-+−–/*·×=,→<>≤≥|()]+ ?{_TERM}){{0,5}}\)*",
    ),
)
#: Cents behind dollars: two digits, and no power.
PRICES = (
    # $4 99
    row(r"[$€£¥₹] ?\d[\d,]*", r"\d\d"),
    # 4 99 €, but 10^12 €
    row(r"(?<!\d)(?!10$)\d+", r"\d\d", after=" ?[$€£¥₹]"),
)
ROWS = {"sup": POWERS, "sub": INDEXES}


# ------------------------------------------------------------------ superscripts and subscripts

SCRIPTS = {"sup": "^", "sub": "_"}

#: The most characters of an exponent: what has more is a remark.
LONGEST = 20
#: The most texts of an exponent, and before one: each exponent reads them again.
MOST_TEXTS = 8
#: The most elements of an exponent.
MOST_ELEMENTS = 32
#: The characters before an exponent that are read: a sum in brackets has that many.
BEFORE = 40
#: The characters behind an exponent that are read.
BEHIND = 8

#: An exponent that needs no brackets.
_SIMPLE = re.compile(rf"{SIGN}?\w+(?:\.\d+)?{SIGN}?")
#: What a number follows as the mark of a footnote.
_REMARKED = re.compile(rf"[.,;:!?”’»]$|{LETTER}{{4}}$")

#: A number that would go on with the number of a footnote, and the numbers of footnotes.
_NUMBERED = re.compile(r"\d[.,]?$")
_NOTES = re.compile(r"\d{1,3}(?:[,;–-] ?\d{1,3})*")
#: What stands higher behind a number and is no mark: the cents of ``4.99``, the numerator of ``5 1/2``.
_CENTS, _SLASH = re.compile(r"[.,]\d\d"), ("/", "⁄")


class Mark(NamedTuple):
    """What is written right before and after the words of a text."""

    text: int
    before: str
    after: str


class Script(NamedTuple):
    """A text that stands higher or lower than the text before it."""

    tag: str
    #: its texts are ``range(first, stop)``
    first: int
    stop: int
    #: what stands before it, and all of it
    base: str
    content: str
    #: what stands behind it, at the beginning
    after: str
    #: whether it can only be the mark of a footnote, for it is a link or an anchor, or where it stands
    is_note: bool
    #: whether it stands in another one, and whether one stands in it, behind ``content``
    is_inner: bool = False
    holds_another: bool = False


def script_marks(page: Page, strings: Strings, *, in_html: bool = False) -> Iterator[Mark]:
    """Yield the marks of exponents, indexes and footnotes.

    With ``in_html`` only where HTML has no tags for them: in preformatted text, and in one another.
    """
    scripts = list(scripts_of(page, strings))
    has_footnotes = any(
        script.tag == "sup"
        and script.content.isdecimal()
        and not script.is_note
        and _REMARKED.search(script.base)
        and not fits(script, POWERS, has_footnotes=True)
        for script in scripts
    )
    begins = {script.first for script in scripts}
    for script in scripts:
        if in_html and not (script.is_inner or script.first in page.preformatted):
            continue
        if script.is_note:
            yield from note_marks(script)
        elif is_fraction(page, strings, script) or (script.tag == "sup" and fits(script, PRICES)):
            yield Mark(script.first, " ", "")
        elif fits(script, ROWS[script.tag], has_footnotes):
            has_brackets = needs_brackets(page, strings, script, begins)
            yield Mark(script.first, SCRIPTS[script.tag] + "(" * has_brackets, "")
            if has_brackets:
                yield Mark(script.stop - 1, "", ")")
        elif not (_CENTS.fullmatch(script.base[-1:] + script.content) or script.after.startswith(_SLASH)):
            yield from note_marks(script)


def note_marks(script: Script) -> Iterator[Mark]:
    """Yield the brackets around the marks of footnotes that stand behind a number, or before one."""
    is_beside = _NUMBERED.search(script.base) or script.after[:1].isdecimal()
    if script.tag != "sub" and is_beside and _NOTES.fullmatch(script.content):
        yield Mark(script.first, "[", "")
        yield Mark(script.stop - 1, "", "]")


def scripts_of(page: Page, strings: Strings) -> Iterator[Script]:
    """Yield what stands higher or lower right behind a text, an outer one before those in it."""
    last: Script | None = None
    outer: list[Script] = []
    found = page.elements(SCRIPTS)
    for i, following in zip(found, [*found[1:], len(page.code)]):
        first, stop = page.first[i], page.stop[i]
        while outer and outer[-1].stop <= first:
            last = outer.pop()
        if (outer and first == outer[-1].first) or not is_short(page, i):
            continue
        tag, behind = page.tags[page.tag_number[i]], after(page, strings, stop)
        inner = page.first[following] if following < page.end[i] else stop
        holds_another = first < inner < stop
        content = together(strings, first, inner if holds_another else stop).strip()
        if not 0 < len(content) <= LONGEST:
            continue
        if first == 0 or page.gap[first] != JOINED or strings[first - 1][-1].isspace():
            # glued to a number behind it; a low one is that of an element
            is_mark = tag != "sub" and behind[:1].isdecimal()
            if is_mark and page.tags[page.tag_number[page.owner[stop]]] not in SCRIPTS:
                yield Script(tag, first, stop, "", content, behind, is_note=True)
            continue
        # a second one that is as high is no power of the first
        is_note = is_linked(page, i) or (last is not None and last.stop == first and last.tag == tag == "sup")
        if outer:
            base = together(strings, outer[-1].first, first)
        elif last and last.stop == first and not is_note:  # x_i^2: both have the base x
            base = last.base
        else:
            base = before(page, strings, first)
        outer.append(Script(tag, first, stop, base, content, behind, is_note, bool(outer), holds_another))
        yield outer[-1]


def together(strings: Strings, first: int, stop: int) -> str:
    return "".join([strings[k] for k in range(first, stop)])


def is_short(page: Page, i: int) -> bool:
    """Tell whether an element has few texts, all on one line."""
    first, stop = page.first[i], page.stop[i]
    return (
        first < stop <= first + MOST_TEXTS
        and page.end[i] - i <= MOST_ELEMENTS
        and all(gap == JOINED for gap in page.gap[first + 1 : stop])
    )


def is_linked(page: Page, i: int) -> bool:
    """Tell whether an element behind a text holds a link, or begins with the link that holds it."""
    first = page.first[i]
    begins: bool = page.in_link[first] > page.in_link[first - 1]
    return begins or page.code.find(CODES["a"], i, page.end[i]) >= 0


def before(page: Page, strings: Strings, k: int) -> str:
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


def after(page: Page, strings: Strings, k: int) -> str:
    """Return some characters behind a text on its line.

    >>> from scrapy_content_extract.content import page_of
    >>> after(page_of("<p><i>a</i> <b>b</b>"), ["a", "b"], 1)
    ' b'
    """
    if k == len(strings) or page.gap[k] > SPACE:
        return ""
    return (" " if page.gap[k] == SPACE else "") + strings[k][:BEHIND]


def is_fraction(page: Page, strings: Strings, script: Script) -> bool:
    """Tell whether a numerator follows a whole number, as in ``1<sup>1</sup>/<sub>2</sub>``."""
    slash = script.stop
    return (
        script.tag == "sup"
        and script.base[-1].isdecimal()
        and script.content.isdecimal()
        and slash + 1 < len(strings)
        and strings[slash].strip() in _SLASH
        and page.tags[page.tag_number[page.owner[slash + 1]]] == "sub"
    )


def fits(script: Script, rows: tuple[Row, ...], has_footnotes: bool = False) -> bool:
    """Tell whether a row of a table describes what stands higher or lower."""
    return any(
        not (case.is_doubtful and has_footnotes)
        and case.script.fullmatch(script.content) is not None
        and case.base.search(script.base) is not None
        and case.after.match(script.after) is not None
        for case in rows
    )


def needs_brackets(page: Page, strings: Strings, script: Script, begins: set[int]) -> bool:
    """Tell whether nobody could see where an exponent ends: ``x^(n+1)``, ``e^(x)y``."""
    if script.holds_another or not _SIMPLE.fullmatch(script.content):
        return True
    k, last = script.stop, script.content[-1]
    if k == len(strings) or page.gap[k] != JOINED or k in begins:
        return False
    following = strings[k][0]
    if following.isdecimal():
        return not last.isalpha()
    return following.isalpha() and not last.isdecimal()


# ------------------------------------------------------------------ all marks

#: The marks of an outer quotation, and of one inside another.
QUOTATION_MARKS = ("“”", "‘’")
#: The most quotations inside each other that have marks.
MOST_QUOTED = 4

#: The ends of texts with a bracket, and the beginnings with a quotation mark.
_OPENED = tuple("([（［《〈【")
_MARK = tuple("\"'“”„‟«»‹›‘’‚‛「」『』《》")


@once
def written(page: Page) -> Strings:
    """Return the texts of a page as ``text`` and blocks have them; what is struck out is empty."""
    strings = page.strings
    if page.says("sup or sub"):
        marks = [*script_marks(page, strings), *ruby_marks(page, strings), *quotation_marks(page, strings)]
        strings = marked(strings, marks)
    else:
        strings = quoted(page)
    return without_struck_out(page, strings) if page.says("struck out tag") else strings


@once
def quoted(page: Page) -> Strings:
    """Return the texts of a page as HTML has them, with the marks for which it has no tags."""
    strings = page.strings
    if not page.says("marked tag"):
        return strings
    marks = [*ruby_marks(page, strings), *quotation_marks(page, strings)]
    if page.says("sup or sub"):
        marks = [*script_marks(page, strings, in_html=True), *marks]
    return marked(strings, marks)


def ruby_marks(page: Page, strings: Strings) -> Iterator[Mark]:
    """Yield brackets around how characters are read, unless the page has some for old browsers."""
    for i in page.elements({"rt"}):
        first, stop = page.first[i], page.stop[i]
        if (
            0 < first < stop
            and page.gap[first] == JOINED
            and not strings[first - 1].rstrip().endswith(_OPENED)
        ):
            yield Mark(first, "(", "")
            yield Mark(stop - 1, "", ")")


def marked(strings: Strings, marks: list[Mark]) -> Strings:
    """Return texts with marks right before and after their words; the first of several is the innermost."""
    around: dict[int, tuple[str, str]] = {}
    for k, before, after in marks:
        innermost = around.get(k, ("", ""))
        around[k] = before + innermost[0], innermost[1] + after
    others = {}
    for k, (before, after) in around.items():
        words = strings[k].strip()
        leading, _, trailing = strings[k].partition(words)
        others[k] = f"{leading}{before}{words}{after}{trailing}"
    return replaced(strings, others)


def replaced(strings: Strings, others: dict[int, str]) -> Strings:
    """Return texts with others at some places."""
    return [others.get(k, text) for k, text in enumerate(strings)] if others else strings


def quotation_marks(page: Page, strings: Strings) -> Iterator[Mark]:
    """Yield the marks of quotations, inner ones first; those with marks of their own get none."""
    ends: list[int] = []
    found: list[Mark] = []
    for i in page.elements({"q"}):
        while ends and ends[-1] <= i:
            ends.pop()
        first, last = page.first[i], page.stop[i] - 1
        marks = QUOTATION_MARKS[len(ends) % 2]
        ends.append(page.end[i])
        if first > last or len(ends) > MOST_QUOTED or strings[first].lstrip().startswith(_MARK):
            continue
        is_marked = first > 0 and page.gap[first] == JOINED and strings[first - 1].endswith(_MARK)
        if not is_marked:
            found += (Mark(first, marks[0], ""), Mark(last, "", marks[1]))
    return reversed(found)


def without_struck_out(page: Page, strings: Strings) -> Strings:
    """Return texts without those that are struck out.

    They are at most half of the characters of a page: else ``<s>`` was not closed, or means nothing.
    """
    struck: list[Range] = []
    for i in page.elements(TAGS["struck out tag"]):
        if not struck or page.first[i] >= struck[-1][1]:  # an outer one has all texts of those inside it
            struck.append((page.first[i], page.stop[i]))
    if not 0 < 2 * page.chars_in(struck) <= page.chars_before[-1]:
        return strings
    return replaced(strings, {k: "" for start, stop in struck for k in range(start, stop)})
