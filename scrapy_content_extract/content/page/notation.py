"""The texts of a page as they are written: with the marks that its mark-up stands for.

Without them ``10<sup>3</sup>`` is 103, another number.  In ``text`` and blocks

* an exponent has a ``^`` and an index a ``_`` before it: ``10^3``, ``H_2O``, ``x^(n+1)``;
* the mark of a footnote behind a number has brackets, ``8,300[2] people``, else it is 8,3002;
* what is struck out is left out;
* a quotation has quotation marks.

:mod:`.powers` tells exponents and indexes from marks of footnotes, ordinals and signs, which stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..columns.render_py import Texts
from ..markup.elements import CODES, JOINED, SPACE
from ..model import Range, places
from .powers import LETTER, POWERS, PRICES, ROWS, SIGN, Row

#: A :class:`.page.Page`, which imports this module.
Page = Any

SCRIPTS = {"sup": "^", "sub": "_"}
STRUCK_OUT = frozenset({"del", "s", "strike"})
#: The marks of an outer quotation, and of one inside another.
QUOTATION_MARKS = ("“”", "‘’")
#: The most quotations inside each other that have marks.
MOST_QUOTED = 4

#: The most characters, texts and elements of an exponent; the characters that are read before and behind it.
LONGEST, MOST_TEXTS, MOST_ELEMENTS, BEFORE, BEHIND = 20, 8, 32, 40, 8

_MARK = tuple("\"'“”„‟«»‹›‘’‚‛「」『』《》")
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
    #: whether it is a link or an anchor, as the mark of a footnote is
    is_linked: bool


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
    struck: list[Range] = []
    for i in elements(page, STRUCK_OUT):
        if not struck or page.first[i] >= struck[-1][1]:  # an outer one has all texts of those inside it
            struck.append((page.first[i], page.stop[i]))
    if not 0 < 2 * page.chars_in(struck) <= page.chars_before[-1]:
        return of_page
    strings = list(of_page)
    for start, stop in struck:
        strings[start:stop] = [""] * (stop - start)
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
        script.tag == "sup"
        and script.content.isdecimal()
        and not script.is_linked
        and _REMARKED.search(script.base)
        and not fits(script, POWERS, has_footnotes=True)
        for script in scripts
    )
    begins = {script.first for script in scripts}
    for script in scripts:
        if script.is_linked:
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
    """Yield the brackets around the marks of footnotes that stand behind a number."""
    if script.tag == "sup" and _NUMBERED.search(script.base) and _NOTES.fullmatch(script.content):
        yield Mark(script.first, "[", "")
        yield Mark(script.stop - 1, "", "]")


def scripts_of(page: Page, strings: list[str]) -> Iterator[Script]:
    """Yield what stands higher or lower right behind a text."""
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
        tag, behind = page.tags[page.tag_number[i]], after(page, strings, stop)
        last = Script(tag, first, stop, base, content, behind, is_linked(page, i))
        yield last


def is_behind_text(page: Page, strings: list[str], i: int) -> bool:
    """Tell whether an element of few texts joins the text before it."""
    first, stop = page.first[i], page.stop[i]
    return (
        0 < first < stop <= first + MOST_TEXTS
        and page.end[i] - i <= MOST_ELEMENTS
        and all(gap == JOINED for gap in page.gap[first:stop])
        and not strings[first - 1][-1].isspace()
    )


def is_linked(page: Page, i: int) -> bool:
    """Tell whether an element behind a text holds a link, or begins with the link that holds it."""
    first = page.first[i]
    begins: bool = page.in_link[first] > page.in_link[first - 1]
    return begins or page.code.find(CODES["a"], i, page.end[i]) >= 0


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


def after(page: Page, strings: list[str], k: int) -> str:
    """Return some characters behind a text on its line.

    >>> from scrapy_content_extract.content import page_of
    >>> after(page_of("<p><i>a</i> <b>b</b>"), ["a", "b"], 1)
    ' b'
    """
    if k == len(strings) or page.gap[k] > SPACE:
        return ""
    return (" " if page.gap[k] == SPACE else "") + strings[k][:BEHIND]


def is_fraction(page: Page, strings: list[str], script: Script) -> bool:
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
