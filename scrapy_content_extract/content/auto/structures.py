"""Keep structures whole: what is not chosen, but beside or inside something chosen, of one structure with it.

The choice is made paragraph by paragraph, and the model has learned from prose: a reader of a list misses the
items that are only a link.  So these structures are completed, where the model holds it for possible: their
guard is p, for several paragraphs the mean of what is missing, by characters.

======================  ===========================================================================  =======
structure               joined to                                                                    least p
======================  ===========================================================================  =======
heading                 the chosen line right below, if something is chosen above; if its words      1/4
                        are new, whatever p is
heading of an entry     the prose of at least 100 characters below it, over one or two lines of at   .3
                        most 60, such as a date, if something is chosen above; no single article
label, "1." or "(a)"    the chosen line right below, in the same or the next box                     1/4
first line              the first chosen line, right below in the same element, or in the next one   .2
                        below a heading; no heading, at most 60 characters, new words, no thread;
                        not to favor precision
island                  the chosen lines above and below, whose boxes stand beside its own; at most  1/4
                        three lines and 200 characters, new words, no picture
list, quote, terms,     a part of it that is chosen, or the line right before it in its parent, or   1/4
table of data, figure   right behind it in the parent of that; no part of a list has more than 300
with a program          characters; if nothing of it is chosen, it has new words
program, formula        chosen text around it, or above                                              .1
======================  ===========================================================================  =======

Words are new if at most half of them come again in paragraphs that look alike; signatures have none.
A label and a first line have no link; what else is joined is not mostly links, except for headings.
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
#: The greatest share of its words, in percent, that come again in paragraphs that look alike.
MOST_ALIKE = 50
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
    page, facts = case.page, case.facts
    has_entries = case.kind != "article"
    has_lead = case.kind != "thread" and case.asked.favor != "precision"
    closed: bytearray = core.choice.with_lines(page, facts, chosen, has_entries, has_lead)
    if not page.says("structure tag"):
        return closed
    found, begin, end = core.queries.structures_to_complete(
        page.code.translate(IS_WHOLE), page.parent, page.first, page.stop, page.line_starts,
        page.chars_before, page.link_chars_before, closed, facts.p, facts.n, facts.words_alike, MISSING_P,
        MOST_LINKED, MOST_ALIKE,
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
