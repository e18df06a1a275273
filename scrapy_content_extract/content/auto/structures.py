"""Keep structures whole: lists, tables of data, terms, programs, formulas, notes, and what labels them.

The choice is made paragraph by paragraph, and the model has learned from prose: a reader of a list misses the
items that are only a link.  What is chosen in a structure or around it is the evidence to complete it; p of
what is missing, as a mean by characters, is the guard: what the model holds for impossible stays out.

==========  =================================  ===========================================================
structure   what is chosen with the rest       if
==========  =================================  ===========================================================
terms       terms of at most 100 characters    half of their meaning is chosen; of a linked term, of at most
                                               40 characters, also half of the list, and p >= 1/4
tables      all of a grid of data              something of it is chosen, and p >= 1/4; or three quarters
                                               are, and it has headers
items       items of at most two paragraphs    the list has a chosen item that is not a link, and no long
                                               item; p >= 1/4
units       a list or grid without anything    it is right behind something chosen in the same element;
            chosen                             p >= 1/2, or less between two chosen paragraphs: 1/10 of a
                                               grid, 3/10 of a list behind a colon or a heading; what is
                                               mostly links only behind these
programs    programs and formulas              they are between chosen paragraphs, or end the container of
                                               the last one, and p >= 1/10 or a colon or heading announces
                                               them
headings    headings with a few letters        several have the same beside them, as buttons to edit;
            beside them                        p >= 1/10
notes       what a mark in chosen prose        its id has a digit, it stands below, and has at most 1,500
            leads to                           characters; p >= 1/4
labels      captions, sources, summaries       they have at most 100 characters, are not mostly a link, and
                                               half of what they name is chosen
==========  =================================  ===========================================================

In menus, footers, forms, dialogs and asides that hold less than half of the chosen text, no list, table, term
or program is completed; nor are lists, tables, terms and labels in comments of readers, and lists near a
class or id for related pages, promotion or sharing.  :data:`RULES` applies the rules in this order; tables,
items and units are one walk, inner ones first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice

from .. import kernels
from ..kernels.hints import FRAMES
from ..markup import CELL_CODES, CODES, FORMULAS, HEADINGS, table
from ..model import positions
from ..page.attributes import fragments_of
from ..page.elements import (
    ancestors,
    children_of,
    heading_above,
    line_with,
    lines_with,
    link_above,
    link_share,
)
from ..page.page import Page
from ..page.tables import in_data_tables
from .case import Case, ParagraphFacts

# In cross-validation other numbers change the mean of the sets by .0002 at most.

#: The least mean p of what is missing in a structure that is chosen in part.
PART_P = 0.25
#: That of a list or grid of which nothing is chosen; of a list behind a colon or a heading, and of a grid,
#: between chosen paragraphs.
UNIT_P, COLON_P, GRID_P = 0.5, 0.3, 0.1
#: The least p of a heading beside buttons, and of a program at the end that nothing announces.
BUTTON_HEADING_P, END_P = 0.1, 0.1
#: The most paragraphs of an item that is missing, and the most characters of an item of such a list.
ITEM_LINES, ITEM_CHARS = 2, 300
#: The most characters of a cell of a grid of which nothing is chosen, and of a term.
CELL_CHARS, TERM_CHARS = 300, 40
#: The most characters of what stands beside a heading, of a mark, of a note, and of a label.
BESIDE_CHARS, MARK_CHARS, NOTE_CHARS, LABEL_CHARS = 40, 6, 1_500, 100
#: The most paragraphs from a heading down to the text below it.
BESIDE_LINES = 5
#: The steps within which a class or id that says related, promotion or share counts.
NEAR = 5
#: The most elements between a label and what it names, and from a program up to its element.
LABEL_STEPS, MOST_BOXES = 3, 16

IS_FRAME = table(dict.fromkeys(FRAMES, 1))
TABLE, DL, LI, A, TR, TH, DT, DD, H1 = (CODES[tag] for tag in "table dl li a tr th dt dd h1".split())
LISTS = dict.fromkeys(("ul", "ol", "menu", "dir"), 1)
IS_DL = table({"dl": 1})
#: Elements too small to be the container of a text.
IS_PART = table(
    dict.fromkeys((*LISTS, "li", "dl", "dt", "dd", "blockquote", "p", "pre", "figure", *HEADINGS), 1)
)
IS_UNIT = table({**LISTS, "table": 1})
#: Elements that name the element that holds them.
HOLDERS = {
    "caption": "table", "figcaption": "figure", "footer": "blockquote", "cite": "blockquote",
    "summary": "details",
}  # fmt: skip
#: A page without any of these has nothing to complete.
STRUCTURE_TAGS = frozenset((*LISTS, "table", "dl", "pre", "listing", "a", *HOLDERS, *HEADINGS, *FORMULAS))
#: The marks of notes, and a digit, which their ids have.  Here a link proves a mark, so a letter without
#: brackets is one, too, unlike in :mod:`.document.notes`.
_MARK, _DIGIT = re.compile(r"\s*[\[(^]?(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])[\])]?\s*"), re.compile("[0-9]")


def with_structures(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice that is closed over the structures of the page."""
    if not case.page.has_tags(STRUCTURE_TAGS):
        return chosen
    closing = Closing(case.page, chosen, case.facts)
    for rule in RULES:
        closing.add(list(rule(closing)))
    return closing.chosen


class Closing:
    """A choice of paragraphs that grows, with the running totals of its characters."""

    def __init__(self, page: Page, chosen: bytearray, facts: ParagraphFacts) -> None:
        self.page, self.facts, self.chosen = page, facts, bytearray(chosen)
        self.comments = frozenset(facts.comments)
        self.kept_before: Sequence[int] = kernels.queries.marked_before(facts.n, self.chosen)

    def add(self, found: Collection[range]) -> None:
        """Choose some more paragraphs."""
        for lines in found:
            self.chosen[lines.start : lines.stop] = b"\1" * len(lines)
        if found:
            self.kept_before = kernels.queries.marked_before(self.facts.n, self.chosen)
            self.__dict__.pop("missing_before", None)

    @cached_property
    def missing_before(self) -> Sequence[float]:
        """The running total of the expected content in what is not chosen."""
        before: Sequence[float] = kernels.choice.expected_before(self.facts.p, self.facts.n, self.chosen, 0)
        return before

    def lines(self, i: int) -> range:
        """Return the paragraphs with texts of an element."""
        return lines_with(self.page, i)

    def chars(self, lines: range) -> int:
        starts, before = self.page.line_starts, self.page.chars_before
        return before[starts[lines.stop]] - before[starts[lines.start]]

    def kept(self, lines: range) -> int:
        """Return the chosen characters of some paragraphs."""
        return self.kept_before[lines.stop] - self.kept_before[lines.start]

    def is_likely(self, those: Collection[range], least: float) -> bool:
        """Tell whether the mean p of what is missing of some paragraphs is not too low."""
        missing = sum(self.chars(lines) - self.kept(lines) for lines in those)
        before = self.missing_before
        return sum(before[lines.stop] - before[lines.start] for lines in those) >= least * missing

    def in_frame(self, i: int) -> bool:
        """Tell whether an element is in a frame that holds less than half of the text."""
        frames = (e for e in islice(ancestors(self.page, i), MOST_BOXES) if IS_FRAME[self.page.code[e]])
        return any(2 * self.kept(self.lines(e)) < self.kept_before[-1] for e in frames)

    def is_promoted(self, lines: range) -> bool:
        """Tell whether a class or id near some paragraphs says related, promotion or share."""
        names = self.facts.related, self.facts.promo, self.facts.share
        return any(min(steps[lines.start : lines.stop]) <= NEAR for steps in names)

    def are_links(self, lines: range) -> bool:
        """Tell whether most of some paragraphs is in links."""
        starts = self.page.line_starts
        return link_share(self.page, starts[lines.start], starts[lines.stop]) > 0.5

    def touched(self, marks: bytes) -> Iterator[tuple[int, range]]:
        """Yield the marked elements that are chosen in part, or of which nothing is, behind something chosen.

        The innermost come first, with their paragraphs; those in frames are left out.
        """
        page = self.page
        found = kernels.queries.touched_structures(
            page.code.translate(marks), page.parent, page.first, page.stop, page.line_starts, self.chosen
        )
        for i, start, stop in zip(*found):
            if start not in self.comments and not self.in_frame(i):
                yield i, range(start, stop)


def wholes(of: Closing) -> Iterator[range]:
    """Yield what is missing of lists and grids, or all of those right behind something chosen."""
    for i, lines in of.touched(IS_UNIT):
        is_table = of.page.code[i] == TABLE
        if is_table and not in_data_tables(of.page)[i]:
            continue
        if not of.kept(lines):
            if is_unit(of, i, lines):
                yield lines
        elif not is_table:
            yield from items(of, i) if not of.is_promoted(lines) else ()
        elif is_grid(of.page, i) and (of.is_likely([lines], PART_P) or is_headed(of, i, lines)):
            yield lines


def is_headed(of: Closing, i: int, lines: range) -> bool:
    """Tell whether three quarters of a table with header cells are chosen: the model gives headers little."""
    return of.page.code.find(TH, i, of.page.end[i]) >= 0 and 4 * of.kept(lines) >= 3 * of.chars(lines)


def is_grid(page: Page, i: int, most: int = 10_000) -> bool:
    """Tell whether half of the rows of a table, two or more, have as many cells as the widest, two or more.

    No cell has more than ``most`` characters.
    """
    widths = []
    for row in positions(page.code[i : page.end[i]], TR):
        cells = [cell for cell in children_of(page, i + row) if page.code[cell] in CELL_CODES]
        if any(page.chars_in([(page.first[cell], page.stop[cell])]) > most for cell in cells):
            return False
        widths += [len(cells)] if cells else []
    return len(widths) > 1 and max(widths) > 1 and 2 * widths.count(max(widths)) >= len(widths)


def terms(of: Closing) -> Iterator[range]:
    """Yield the terms of chosen meanings."""
    page = of.page
    for i, lines in of.touched(IS_DL) if DL in page.code else ():
        if not of.kept(lines):
            continue
        may_link = 2 * of.kept(lines) >= of.chars(lines) and of.is_likely([lines], PART_P)
        is_kept = False  # whether the meaning is, which is behind its terms
        for j in reversed(list(parts_of(page, i))):
            own = of.lines(j)
            if page.code[j] == DD:
                is_kept = 2 * of.kept(own) >= of.chars(own) > 0
            elif (
                is_kept
                and own
                and own.start not in of.comments
                and (is_label(page, j) or (may_link and len(own) == 1 and of.chars(own) <= TERM_CHARS))
            ):
                yield own


def parts_of(page: Page, i: int) -> Iterator[int]:
    """Yield the terms and meanings of a list; a ``<div>`` may hold some."""
    for child in children_of(page, i):
        yield from (j for j in (child, *children_of(page, child)) if page.code[j] in (DT, DD))


def items(of: Closing, i: int) -> Iterator[range]:
    """Yield the missing items of a list of short items; one that is not a link is chosen."""
    found = [of.lines(j) for j in children_of(of.page, i) if of.page.code[j] == LI]
    missing = [item for item in found if item and not of.kept(item)]
    if (
        missing
        and all(of.chars(item) <= ITEM_CHARS for item in found if item)
        and any(of.chosen[b] and not of.are_links(range(b, b + 1)) for item in found for b in item)
        and of.is_likely(missing, PART_P)
    ):
        yield from (item for item in missing if len(item) <= ITEM_LINES)


def is_unit(of: Closing, i: int, lines: range) -> bool:
    """Tell whether a list or grid right behind something chosen belongs with it."""
    page, chosen, starts = of.page, of.chosen, of.page.line_starts
    least, is_table, below = UNIT_P, page.code[i] == TABLE, lines.stop
    is_announced = announces(of, lines.start - 1)
    if below < len(chosen) and chosen[below] and starts[below] < page.stop[page.parent[i]]:
        least = GRID_P if is_table else COLON_P if is_announced else UNIT_P
    return (
        of.is_likely([lines], least)
        and (is_announced or not of.are_links(lines))
        and not of.is_promoted(lines)
        and (not is_table or is_grid(page, i, CELL_CHARS))
    )


def programs(of: Closing) -> Iterator[range]:
    """Yield programs and formulas between chosen paragraphs, or at the end of their container."""
    first, last, begin, stop = of.chosen.find(1), of.chosen.rfind(1), -1, -1
    for b in sorted({*programs_of(of.page), *formulas_of(of.page)}, reverse=True):
        if b < first or of.chosen[b] or of.in_frame(of.facts.node[b]):
            continue
        if b > last:  # of several in a row all may end the element
            begin, stop = b, stop if b + 1 == begin else b + 1
        if b < last or ((of.facts.p[b] >= END_P or announces(of, b - 1)) and ends(of, b, stop)):
            yield range(b, b + 1)


def announces(of: Closing, b: int) -> bool:
    """Tell whether a chosen paragraph ends with a colon, or is a heading, but not the title."""
    page, k = of.page, of.page.line_starts[b + 1] - 1
    if not of.chosen[b] or page.strings[k].rstrip().endswith((":", "：")):
        return of.chosen[b] > 0
    heading = heading_above(page, page.owner[k])
    return heading >= 0 and page.code[heading] != H1


def programs_of(page: Page) -> Iterator[int]:
    """Yield the paragraphs that are programs, or hold one."""
    starts, stop = page.line_starts, 0
    for k in sorted(page.preformatted):
        if k >= stop:  # else it is in the last one
            b = line_with(page, k)
            stop = starts[b + 1]
            if not (stop - starts[b] == 1 and page.strings[k].strip().isdigit()):  # the number of a line
                yield b


def formulas_of(page: Page) -> Iterator[int]:
    """Yield the paragraphs that are formulas, or hold one."""
    for i in page.elements(FORMULAS) if page.has_tags(FORMULAS) else ():
        if page.first[i] < page.stop[i]:
            yield line_with(page, page.first[i])


def ends(of: Closing, b: int, stop: int) -> bool:
    """Tell whether the lowest element around a paragraph with chosen text has none from ``stop`` on.

    It is the container of the last chosen paragraph: what stands in another box is not of the text.
    """
    page, last = of.page, of.chosen.rfind(1)
    container = next(
        (i for i in ancestors(page, page.parent[of.facts.node[last]]) if not IS_PART[page.code[i]]), 0
    )
    around = islice(ancestors(page, of.facts.node[b]), MOST_BOXES)
    lowest = next((i for i in around if of.kept(of.lines(i))), -1)
    return lowest >= container and of.lines(lowest).stop <= stop


def headings(of: Closing) -> Iterator[range]:
    """Yield headings above something chosen with the same few letters beside them."""
    page, facts, chosen, starts = of.page, of.facts, of.chosen, of.page.line_starts
    boxes: defaultdict[str, list[range]] = defaultdict(list)
    for b in kernels.queries.headings_left_out(
        chosen, facts.since_heading, facts.n, BESIDE_CHARS, BESIDE_LINES
    ):
        box = page.parent[max(heading_above(page, page.owner[starts[b]]), 0)]
        lines = next(
            (own for i in (box, page.parent[box]) if i > 0 and len(own := of.lines(i)) > 1), range(0)
        )
        is_above = lines.start == b and lines.stop < len(chosen) and chosen[lines.stop]
        if is_above and of.chars(lines) - facts.n[b] <= BESIDE_CHARS and facts.p[b] >= BUTTON_HEADING_P:
            beside = "".join(page.strings[k] for k in range(starts[b + 1], starts[lines.stop]))
            boxes[beside].append(range(b, b + 1))
    for alike in boxes.values():  # the same letters beside several are buttons
        if len(alike) > 1:
            yield from alike


def notes(of: Closing) -> Iterator[range]:
    """Yield the notes that chosen marks lead to."""
    links = sorted(set(marks_of(of)))
    called = fragments_of(of.page, links) if links else {}
    ids = {name for name in called.values() if _DIGIT.search(name)}
    targets = dict[str, tuple[int, range]]()
    for i, name in of.page.elements_called(ids, links[0] + 1) if ids else ():
        if name not in targets and (lines := lines_of_note(of, i)):
            targets[name] = i, lines
    those = ((link, *targets[name]) for link, name in called.items() if name in targets)
    found = {lines for link, i, lines in those if i > link}
    if found and of.is_likely(found, PART_P):
        yield from found


def marks_of(of: Closing) -> Iterator[int]:
    """Yield the chosen links whose text is the mark of a note."""
    page = of.page
    for k in kernels.queries.short_links(of.chosen, page.line_starts, page.in_link, page.chars, MARK_CHARS):
        if _MARK.fullmatch(page.strings[k]) and of.facts.prose[line_with(page, k)]:
            link = max(link_above(page, page.owner[k], MOST_BOXES), 0)
            if page.chars_in([(page.first[link], page.stop[link])]) <= MARK_CHARS:
                yield link


def lines_of_note(of: Closing, i: int) -> range:
    """Return the paragraphs of an element that a mark leads to, none if it is too long, or chosen."""
    lines = of.lines(of.page.parent[i] if of.page.code[i] == A else i)
    return lines if lines and of.chars(lines) <= NOTE_CHARS and not of.kept(lines) else range(0)


def labels(of: Closing) -> Iterator[range]:
    """Yield what names something chosen."""
    page = of.page
    for label, holder in HOLDERS.items():
        if label not in page.tag_names or holder not in page.tag_names:
            continue
        number = page.tags.index(holder)
        for i in page.elements({label}):
            around = islice(ancestors(page, page.parent[i]), LABEL_STEPS)
            named = next((e for e in around if page.tag_number[e] == number), -1)
            if named < 0 or not is_label(page, i) or not (kept := of.kept(of.lines(named))):
                continue
            own, chars = of.lines(i), page.chars_in([(page.first[i], page.stop[i])])
            rest = page.chars_in([(page.first[named], page.stop[named])]) - chars
            if own.start not in of.comments and 0 < rest <= 2 * (kept - of.kept(own)):
                yield own


def is_label(page: Page, i: int) -> bool:
    """Tell whether an element is short; what is mostly a link leads elsewhere, but for ``<cite>``."""
    first, stop = page.first[i], page.stop[i]
    is_cite = page.tags[page.tag_number[i]] == "cite"
    return 0 < page.chars_in([(first, stop)]) <= LABEL_CHARS and (
        is_cite or link_share(page, first, stop) <= 0.5
    )


RULES = (terms, wholes, programs, headings, notes, labels)
