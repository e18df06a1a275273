"""Programs, formulas and tables of data that come along with the paragraphs around them.

A model that has learned from prose gives them little, and a reader misses them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from ..markup.elements import CELL_CODES, CODES, FORMULAS
from ..model import positions
from ..page.blocks import Rows, heading_above
from ..page.page import Page

#: What a paragraph may be: part of a program; of a formula or of a table alone in its class; of another
#: table.  A button, such as "Copy", does not come along.
PROGRAM, OTHER, TABLE, BUTTON = 1, 2, 3, 4
#: The greatest share of a table's characters in links.
LINKS = 0.3
#: How a header is written without header cells, and the most texts of it that are looked at.
BOLD, MOST_TEXTS = frozenset({"b", "strong"}), 50
_LEFT_OUT = re.compile(b"\0+")


def with_structures(page: Page, chosen: bytearray, rows: Rows | None) -> bytearray:
    """Choose also the paragraphs between two chosen ones that are programs, formulas or a table.

    It suffices if half of their characters are; what else is there is a caption or a number.  A program right
    behind a chosen heading or colon needs no paragraph behind it, and the rows of a table none but its other
    rows.  ``chosen`` marks paragraphs with 1.
    """
    structures = structures_of(page, rows)
    if structures is None:
        return chosen
    chosen, last = bytearray(chosen), chosen.rfind(1)
    for left_out in _LEFT_OUT.finditer(chosen.copy(), chosen.find(1) + 1):
        start, stop = left_out.span()
        while start < stop <= last and structures[stop - 1] == structures[stop] in (OTHER, TABLE):
            stop -= 1
            chosen[stop] = 1
        if stop <= last and is_of_structures(page, structures, start, stop):
            chosen[start:stop] = bytes(structures[b] != BUTTON for b in range(start, stop))
        elif structures[start] == PROGRAM and announces(page, page.line_starts[start] - 1):
            while start < stop and structures[start] == PROGRAM:
                chosen[start] = 1
                start += 1
    return chosen


def structures_of(page: Page, rows: Rows | None) -> bytearray | None:
    """Return what each paragraph is, or None if all are prose."""
    formulas = [page.tags.index(tag) for tag in FORMULAS if tag in page.tags]
    if not (formulas or page.preformatted or rows):
        return None
    starts = page.line_starts
    found = bytearray(len(starts) - 1)
    if rows is not None:
        times = Counter(page.names.of_class[i] for i in positions(page.code, CODES["table"]))
        for i in tables_with_header(page):
            if rows.row[page.stop[i] - 1] >= 0:  # it is a table of data
                lines = lines_with(page, i)
                what = OTHER if times[page.names.of_class[i]] == 1 else TABLE
                found[lines] = bytes([what]) * len(found[lines])
    if formulas:
        for k, element in enumerate(page.owner):
            if page.tag_number[element] in formulas:
                found[bisect_right(starts, k) - 1] = OTHER
    for b in programs_of(page):
        found[b] = PROGRAM
    for i in positions(page.code, CODES["button"]):
        if page.first[i] < page.stop[i]:
            found[bisect_right(starts, page.first[i]) - 1] = BUTTON
    return found


def lines_with(page: Page, i: int) -> slice:
    """Return the paragraphs with texts of an element."""
    first, stop, starts = page.first[i], page.stop[i], page.line_starts
    if first == stop:
        return slice(0, 0)
    return slice(bisect_right(starts, first) - 1, bisect_right(starts, stop - 1))


def programs_of(page: Page) -> Iterator[int]:
    """Yield the paragraphs that are programs, or hold one."""
    starts, stop = page.line_starts, 0
    for k in sorted(page.preformatted):
        if k >= stop:  # else it is in the last one
            b = bisect_right(starts, k) - 1
            stop = starts[b + 1]
            yield b


def tables_with_header(page: Page) -> list[int]:
    """Return the tables with a header, few links, and no table inside."""
    return [
        i
        for i in positions(page.code, CODES["table"])
        if (page.code.find(CODES["th"], i, page.end[i]) >= 0 or has_bold_row(page, i))
        and page.code.find(CODES["table"], i + 1, page.end[i]) < 0
        and page.link_chars_in([texts := (page.first[i], page.stop[i])]) <= LINKS * page.chars_in([texts])
    ]


def has_bold_row(page: Page, table: int) -> bool:
    """Tell whether the cells of the first row of a table are bold, as many write headers."""
    row = page.code.find(CODES["tr"], table, page.end[table])
    texts = range(page.first[row], page.stop[row]) if row >= 0 else range(0)
    return 1 < len(texts) <= MOST_TEXTS and all(is_bold(page, page.owner[k], row) for k in texts)


def is_bold(page: Page, i: int, row: int) -> bool:
    """Tell whether an element in a row is bold inside of its cell."""
    while i > row and page.code[i] not in CELL_CODES:
        if page.tags[page.tag_number[i]] in BOLD:
            return True
        i = page.parent[i]
    return False


def is_of_structures(page: Page, structures: bytearray, start: int, stop: int) -> bool:
    """Tell whether half of the characters of some paragraphs, or more, are in structures."""
    starts, found = page.line_starts, [b for b in range(start, stop) if structures[b] in (PROGRAM, OTHER)]
    if not found:
        return False
    inside = page.chars_in([(starts[b], starts[b + 1]) for b in found])
    return 2 * inside >= page.chars_in([(starts[start], starts[stop])])


def announces(page: Page, k: int) -> bool:
    """Tell whether a text is a heading, or ends with a colon."""
    return page.strings[k].rstrip().endswith((":", "：")) or heading_above(page, page.owner[k]) >= 0
