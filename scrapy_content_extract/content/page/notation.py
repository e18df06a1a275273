"""The texts of a page as they are written: with the marks that its mark-up stands for.

Without them ``10<sup>3</sup>`` is 103, another number.  In ``text`` and blocks

* an exponent has a ``^`` and an index a ``_`` before it: ``10^3``, ``H_2O``, ``x^(n+1)``;
* the mark of a footnote behind a number has brackets, ``8,300[2] people``, else it is 8,3002;
* what is struck out is left out;
* a quotation has quotation marks, and how characters are read stands in brackets.

:mod:`.scripts` finds exponents, indexes and marks of footnotes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..columns.render_py import Texts
from ..markup.elements import JOINED
from ..model import Range
from .scripts import SCRIPTS, Mark, note_links, script_marks

#: A :class:`.page.Page`, which imports this module.
Page = Any

#: The elements whose texts may have marks in HTML.
MARKED = frozenset({*SCRIPTS, "q", "rt"})
STRUCK_OUT = frozenset({"del", "s", "strike"})
#: The marks of an outer quotation, and of one inside another.
QUOTATION_MARKS = ("“”", "‘’")
#: The most quotations inside each other that have marks.
MOST_QUOTED = 4

#: The ends of texts with a bracket, and the beginnings with a quotation mark.
_OPENED = tuple("([（［《〈【")
_MARK = tuple("\"'“”„‟«»‹›‘’‚‛「」『』《》")


def written(page: Page) -> list[str] | Texts:
    """Return the texts of a page as ``text`` and blocks have them; what is struck out is empty."""
    of_page: list[str] | Texts
    if page.has_tags(SCRIPTS) or any(True for _ in note_links(page)):
        strings = list(page.strings)
        marks = [*script_marks(page, strings), *ruby_marks(page, strings), *quotation_marks(page, strings)]
        of_page = marked(page.strings, marks)
    else:
        of_page = page.quoted
    if page.has_tags(STRUCK_OUT):
        of_page = without_struck_out(page, of_page)
    return of_page


def quoted(page: Page) -> list[str] | Texts:
    """Return the texts of a page as HTML has them, with the marks for which it has no tags."""
    if not page.has_tags(MARKED):
        strings: list[str] | Texts = page.strings
        return strings
    strings = list(page.strings)
    marks = [*ruby_marks(page, strings), *quotation_marks(page, strings)]
    if page.has_tags(SCRIPTS):
        marks = [*script_marks(page, strings, in_html=True), *marks]
    return marked(page.strings, marks)


def ruby_marks(page: Page, strings: list[str]) -> Iterator[Mark]:
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
    for i in page.elements({"q"}):
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
    for i in page.elements(STRUCK_OUT):
        if not struck or page.first[i] >= struck[-1][1]:  # an outer one has all texts of those inside it
            struck.append((page.first[i], page.stop[i]))
    if not 0 < 2 * page.chars_in(struck) <= page.chars_before[-1]:
        return of_page
    strings = list(of_page)
    for start, stop in struck:
        strings[start:stop] = [""] * (stop - start)
    return type(of_page)(strings)  # type: ignore[call-arg]
