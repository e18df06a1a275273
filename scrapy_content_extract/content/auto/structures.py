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

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from .. import core
from ..core.hints import SAYS, WHOLES
from ..markup import CODES, FORMULAS, IS_CONTROL, IS_MEDIUM, table
from ..model import runs
from ..page.elements import chars_of, children_of, line_with, lowest_common, texts_of
from ..page.page import Page, once
from ..page.tables import in_data_tables
from .case import Case, ParagraphFacts

#: The least mean p of what is missing, and the least p of a line that is joined to the text around it.  In
#: cross-validation other numbers change the mean of the sets by .0002 at most.
MISSING_P = 0.25
JOINED_P = 0.25
#: The greatest share of links in a list or table of which nothing is chosen: others lead to other pages.
MOST_LINKED = 0.5
#: The greatest share of its words, in percent, that come again in paragraphs that look alike.
MOST_ALIKE = 50
#: The most characters of an item, or of another part: longer ones are texts.
PART_CHARS = 300
#: The least p of a program below all that is chosen.
LAST_PROGRAM_P = 0.1
#: The least p of the heading of an entry, and of the line right above all that is chosen.
ENTRY_P = 0.3
LEAD_P = 0.2
#: The most characters of a label: "1.", "(a)".
LABEL_CHARS = 3
#: The most lines between the heading of an entry and its text, and the most characters of each.
MOST_DETAILS = 2
DETAIL_CHARS = 60
#: The least characters of the text of an entry.
ENTRY_CHARS = 100
#: The most lines of an island, and its most characters.
ISLAND_LINES = 3
ISLAND_CHARS = 200

#: The signs of a page with programs or formulas.
PROGRAMS = SAYS["preformatted"] | SAYS["formula tag"]
TABLE, FIGURE = CODES["table"], CODES["figure"]
IS_WHOLE = table(dict.fromkeys(WHOLES, 1))
MEDIA_AND_CONTROLS = bytes((meaning & (IS_MEDIUM | IS_CONTROL)) != 0 for meaning in range(256))


def with_structures(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice that is closed over the structures of the page."""
    page, facts = case.page, case.facts
    has_entries = case.kind != "article"
    has_lead = case.kind != "thread" and case.asked.favor != "precision"
    closed = with_lines(page, facts, chosen, has_entries, has_lead)
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


def with_lines(
    page: Page, facts: ParagraphFacts, chosen: bytearray, has_entries: bool, has_lead: bool
) -> bytearray:
    """Add the lines that belong to chosen ones."""
    added, above, below = bytearray(chosen), chosen.find(1), chosen.rfind(1)
    starts, links = page.line_starts, page.link_chars_before

    def belongs(b: int) -> bool:
        is_new, p, chars = facts.words_alike[b] <= MOST_ALIKE, facts.p[b], facts.n[b]
        if not facts.since_heading[b]:
            k = behind_details(facts, added, b) if has_entries and b > above else b + 1
            if b < above or not added[k]:
                return False
            is_entry = p >= ENTRY_P and facts.prose[k] == 1 and facts.n[k] >= ENTRY_CHARS
            return p >= JOINED_P or is_new if k == b + 1 else is_entry
        is_label, is_lead = chars <= LABEL_CHARS, has_lead and b + 1 == above and chars <= DETAIL_CHARS
        if not added[b + 1] or not (is_label or (is_lead and is_new)):
            return False
        i = page.parent[facts.node[b]]  # the next box counts for labels, and for what is below a heading
        if i >= 0 and (is_label or facts.since_heading[b] < 2):
            i = page.parent[i]
        is_beside = i >= 0 and facts.node[b + 1] < page.end[i]
        is_likely = p >= (JOINED_P if is_label else LEAD_P)
        is_linked = links[starts[b]] < links[starts[b + 1]]
        return is_beside and is_likely and not (is_linked or has_medium_or_control(page, facts.node[b]))

    while below > 0:  # from below: a heading may stand above a heading
        first = added.rfind(0, 0, below) + 1
        apart = takewhile(lambda b: not added[b], range(first - 1, max(first - 2 - MOST_DETAILS, -1), -1))
        below = next(filter(belongs, apart), -1)
        if below >= 0:
            added[below] = 1
        else:
            below = added.rfind(1, 0, first)
    for (_, low), (beyond, _) in pairwise(list(runs(added))):  # before any island joins them
        if beyond - low <= ISLAND_LINES and is_island(page, facts, low, beyond):
            added[low:beyond] = b"\1" * (beyond - low)
    return added


def behind_details(facts: ParagraphFacts, added: bytearray, heading: int) -> int:
    """Return the line behind a heading, or behind the short lines below it that are not chosen."""
    b = heading + 1
    while b <= heading + MOST_DETAILS and b < len(added) - 1 and not added[b] and facts.since_heading[b]:
        if facts.n[b] > DETAIL_CHARS:
            return b
        b += 1
    return b


def is_island(page: Page, facts: ParagraphFacts, low: int, beyond: int) -> bool:
    """Tell whether likely lines stand between two chosen ones, in boxes beside theirs."""
    parent, first, stop, starts = page.parent, page.first, page.stop, page.line_starts
    left, right = page.owner[starts[low] - 1], page.owner[starts[beyond]]
    if sum(facts.n[low:beyond]) > ISLAND_CHARS or left > right:
        return False
    for b in range(low, beyond):
        linked = page.link_chars_before[starts[b + 1]] - page.link_chars_before[starts[b]]
        if facts.p[b] < JOINED_P or facts.words_alike[b] > MOST_ALIKE or 2 * linked > facts.n[b]:
            return False
    around = lowest_common(page, left, right)
    for box in facts.node[low:beyond]:
        while box != around and first[parent[box]] >= starts[low] and stop[parent[box]] <= starts[beyond]:
            box = parent[box]
        if box == around:
            continue
        is_custom = "-" in page.tags[page.tag_number[box]]
        if parent[box] != around or is_custom or has_medium_or_control(page, box):
            return False
    return True


def has_medium_or_control(page: Page, i: int) -> bool:
    """Tell whether an element has a picture, a player or a form control."""
    before = media_and_controls_before(page)
    return before[i] < before[page.end[i]]


@once
def media_and_controls_before(page: Page) -> Sequence[int]:
    """Return the running total of pictures, players and controls: an element may hold thousands of labels."""
    return core.queries.totals_before(page.meaning.translate(MEDIA_AND_CONTROLS))


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
