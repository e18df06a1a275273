"""Keep structures whole: lists, tables of data, quotes, programs and formulas.

The choice is made paragraph by paragraph, and the model has learned from prose: a reader of a list misses the
items that are only a link.  So two rules complete it.  The mean p of what is missing, by characters, is their
guard: what the model holds for impossible stays out.

* A table of data, a figure with a program, or a list or quote with no part of more than 300 characters, is
  chosen as a whole, if that mean is at least 1/4, and a part of it is chosen; or if what stands right before
  it in the same element is chosen, and it is not mostly links.
* Programs and formulas between chosen paragraphs are chosen, and those below the last one with p >= 1/10.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..core.hints import SAYS, WHOLES
from ..markup import CODES, FORMULAS, table
from ..page.elements import chars_of, children_of, line_with, texts_of
from ..page.page import Page
from ..page.tables import in_data_tables
from .case import Case

#: The least mean p of what is missing.  In cross-validation other numbers change the mean of the sets by
#: .0002 at most.
MISSING_P = 0.25
#: The greatest share of links in a list or table of which nothing is chosen: others lead to other pages.
MOST_LINKED = 0.5
#: The most characters of an item, or of another part: longer ones are texts.
PART_CHARS = 300
#: The least p of a program below all that is chosen.
LAST_PROGRAM_P = 0.1

#: The signs of a page with programs or formulas.
PROGRAMS = SAYS["preformatted"] | SAYS["formula tag"]
TABLE, FIGURE = CODES["table"], CODES["figure"]
IS_WHOLE = table(dict.fromkeys(WHOLES, 1))


def with_structures(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice that is closed over the structures of the page."""
    page, facts, closed = case.page, case.facts, bytearray(chosen)
    found, begin, end = core.queries.structures_to_complete(
        page.code.translate(IS_WHOLE), page.parent, page.first, page.stop, page.line_starts,
        page.chars_before, page.link_chars_before, chosen, facts.p, facts.n, MISSING_P, MOST_LINKED,
    )  # fmt: skip
    comments = frozenset(facts.comments) if found else ()
    for i, start, stop in zip(found, begin, end):
        if start not in comments and may_be_whole(page, i):
            closed[start:stop] = b"\1" * (stop - start)
    if page.signs & PROGRAMS:  # those between chosen paragraphs, and the likely ones below
        first, last = closed.find(1), closed.rfind(1)
        formulas = page.elements(FORMULAS) if page.says("formula tag") else []
        with_text = (page.first[i] for i in formulas if page.first[i] < page.stop[i])
        for b in (*programs_of(page), *(line_with(page, k) for k in with_text)):
            if 0 <= first < b and (b < last or facts.p[b] >= LAST_PROGRAM_P):
                closed[b] = 1
    return closed


def may_be_whole(page: Page, i: int) -> bool:
    """Tell whether a table has data, a figure a program, and the parts of another element are no texts."""
    if page.code[i] == TABLE:
        return bool(in_data_tables(page)[i])
    if page.code[i] == FIGURE:
        return any(k in page.preformatted for k in range(*texts_of(page, i)))
    return all(chars_of(page, part) <= PART_CHARS for part in children_of(page, i))


def programs_of(page: Page) -> Iterator[int]:
    """Yield the paragraphs that are programs, or hold one."""
    starts, stop = page.line_starts, 0
    for k in sorted(page.preformatted):
        if k >= stop:  # else it is in the last one
            b = line_with(page, k)
            stop = starts[b + 1]
            if not (stop - starts[b] == 1 and page.strings[k].strip().isdigit()):  # the number of a line
                yield b
