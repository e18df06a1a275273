"""Queries over the columns of a page: running totals, the tree, blocks, tables and their rows, paragraphs.

Columns come from a :class:`.page.page.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..markup import BLOCK_BOUNDARY, CODES, IS_CELL, IS_CONTROL, IS_MEDIUM
from .columns import FRACTION, LONG_ZERO, ZERO, Column

#: The elements that make a block a form, a table or pictures, as bits of ``Page.meaning``.
COUNTED = IS_CONTROL | IS_CELL | IS_MEDIUM

#: What a block is.
KINDS = ("text", "mixed", "links", "form", "table", "media", "title")
TEXT, MIXED, LINKS, FORM, TABLE, PICTURES, TITLE = range(len(KINDS))

#: Each form control, cell or picture counts for as much as this many characters of text: about a line.
LINE_CHARS = 60
#: Cells that make a table: two rows of two.
LEAST_CELLS = 4

ROW_TAG = CODES["tr"]
CELL_TAG = CODES["td"]
HEADER_TAG = CODES["th"]


def gather(values: Column, places: Column) -> array[int]:
    """Return the value at each of some places."""
    n = len(places)
    gathered = ZERO * n
    for b in range(n):
        gathered[b] = values[places[b]]
    return gathered


def marked_with(column: Column, bit: int) -> list[int]:
    """Return the places of the numbers that have a bit.

    >>> marked_with(array("i", [1, 2, 3]), 2)
    [1, 2]
    """
    return [place for place in range(len(column)) if column[place] & bit]


def totals_before(marks: Column) -> array[int]:
    """Return the running total of a column, which has one entry more."""
    n = len(marks)
    total = 0
    before = ZERO * (n + 1)
    for i in range(n):
        total += marks[i]
        before[i + 1] = total
    return before


def line_starts(gap: Column) -> array[int]:
    """Return the first text of each paragraph, and the number of all texts last."""
    n, size = len(gap), 0
    starts = ZERO * (n + 1)
    for k in range(n):
        if gap[k] == BLOCK_BOUNDARY or k == 0:
            starts[size] = k
            size += 1
    starts[size] = n
    return starts[: size + 1]


def nearest(parent: Column, marks: Column) -> array[int]:
    """Return for each element the lowest one marked that is or holds it, or -1."""
    n = len(marks)
    found = ZERO * n
    for i in range(n):
        if marks[i]:
            found[i] = i
        elif parent[i] >= 0:
            found[i] = found[parent[i]]
        else:
            found[i] = -1
    return found


def first_from(first: Column, size: int, k: int) -> int:
    """Return the first element that begins at text ``k`` or later (``bisect_left``)."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if first[middle] < k:
            low = middle + 1
        else:
            high = middle
    return low


def after_text(
    parent: Column, end: Column, first: Column, owner: Column, size: int, texts: int, k: int
) -> int:
    """Return the first element that belongs with text ``k`` rather than with the text before it.

    An element without text stands between two texts.  It belongs with the text before it if it is
    in the same child of the lowest element that holds both texts.
    """
    if k == 0:
        return 0
    if k == texts:
        return size
    i, j = owner[k - 1], owner[k]
    element = first_from(first, size, k)
    while i > j or end[i] <= j:  # j is before i where the text follows elements that hold i
        element = end[i]
        i = parent[i]
    return element


def kind_by_counts(meaning: Column, low: int, high: int, chars: int) -> int:
    """Return what the elements ``low`` to ``high`` make of a number of characters, or TEXT."""
    controls = cells = media = 0
    for i in range(low, high):
        if meaning[i] & COUNTED:
            controls += (meaning[i] & IS_CONTROL) != 0
            cells += (meaning[i] & IS_CELL) != 0
            media += (meaning[i] & IS_MEDIUM) != 0
    if controls and chars <= LINE_CHARS * controls:
        return FORM
    if cells >= LEAST_CELLS and chars <= LINE_CHARS * cells:
        return TABLE
    if media and chars <= LINE_CHARS * media:
        return PICTURES
    return TEXT


def kinds_of(
    parent: Column, end: Column, first: Column, owner: Column, meaning: Column, chars_before: Column,
    link_before: Column, starts: Column, stops: Column, first_part: Column, heading_stop: Column,
) -> tuple[bytearray, array[int], array[int]]:  # fmt: skip
    """Return what each block is, from TEXT to TITLE by the rules of :mod:`.page.blocks`, and its characters.

    A block has the parts ``first_part[b]`` to ``first_part[b + 1]``, ranges of texts.  The third column has
    the characters in links.
    """
    n = len(first_part) - 1
    size, texts = len(first), len(owner)
    kinds, chars, link_chars = bytearray(n), ZERO * n, ZERO * n
    for b in range(n):
        for part in range(first_part[b], first_part[b + 1]):
            chars[b] += chars_before[stops[part]] - chars_before[starts[part]]
            link_chars[b] += link_before[stops[part]] - link_before[starts[part]]
        start = starts[first_part[b]]
        beyond = stops[first_part[b + 1] - 1]
        if heading_stop[b] >= beyond:
            kinds[b] = TITLE
            continue
        if link_chars[b] > chars[b] - link_chars[b]:
            kinds[b] = LINKS
            continue
        kind = TEXT
        # From the first element after the text before to the last that begins before the text
        # after: no owner bounds them, for a text may stand in an element that began long ago.
        low = first_from(first, size, start) if start else 0
        high = first_from(first, size, beyond + 1)
        # Few elements for its length, or none that count: so it is with most paragraphs.
        elements = high - low
        if chars[b] <= LINE_CHARS * elements:
            while low < high and not meaning[low] & COUNTED:
                low += 1
            if low < high:
                low = after_text(parent, end, first, owner, size, texts, start)
                high = after_text(parent, end, first, owner, size, texts, beyond)
                kind = kind_by_counts(meaning, low, high, chars[b])
        if kind == TEXT and link_chars[b] > chars[b] // 4:
            kind = MIXED
        kinds[b] = kind
    return kinds, chars, link_chars


def chosen_before(chars_before: Column, starts: Column, stops: Column) -> array[int]:
    """Return the running total of the characters in some ranges of texts."""
    n, ranges = len(chars_before) - 1, len(starts)
    before = ZERO * (n + 1)
    for r in range(ranges):  # once for a text, in however many ranges it is
        for k in range(starts[r], stops[r]):
            before[k + 1] = chars_before[k + 1] - chars_before[k]
    for k in range(n):
        before[k + 1] += before[k]
    return before


def rows_and_cells(
    code: Column, parent: Column, owner: Column, data: Column
) -> tuple[array[int], array[int], array[int], array[int]] | None:
    """Return for each text the nearest row in a table of data and the nearest cell, or -1.

    The third column has the number of cells before that cell in its row, the fourth that of all cells of the
    row.  None if there is no such row.
    """
    n, texts = len(code), len(owner)
    is_row, is_cell, cells, before = bytearray(n), bytearray(n), ZERO * n, ZERO * n
    row, cell, place, width = ZERO * texts, ZERO * texts, ZERO * texts, ZERO * texts
    found = 0
    for i in range(n):
        is_row[i] = code[i] == ROW_TAG and data[i]
        found |= is_row[i]
        if code[i] == CELL_TAG or code[i] == HEADER_TAG:
            is_cell[i] = 1
            if parent[i] >= 0:
                before[i] = cells[parent[i]]
                cells[parent[i]] += 1
    if not found:
        return None
    nearest_row, nearest_cell = nearest(parent, is_row), nearest(parent, is_cell)
    for k in range(texts):
        row[k], cell[k] = nearest_row[owner[k]], nearest_cell[owner[k]]
        if cell[k] >= 0:
            place[k] = before[cell[k]]
        if row[k] >= 0:
            width[k] = cells[row[k]]
    return row, cell, place, width


def structures_to_complete(
    marks: Column, parent: Column, first: Column, stop: Column, line_starts: Column, chars_before: Column,
    link_chars_before: Column, chosen: Column, p: Sequence[float], chars: Column, words_alike: Column,
    least: float, linked: float, most_alike: int,
) -> tuple[array[int], array[int], array[int]]:  # fmt: skip
    """Return the marked elements that are to be chosen as a whole, if their parts are such that it may be.

    They are chosen in part; or nothing of them is, but the paragraph before, in their parent, or the one
    behind, in the parent of that.  Then at most a share ``linked`` of them is in links, and at most
    ``most_alike`` percent of their words come again in paragraphs that look alike.  The mean p of what is
    missing is ``least`` or more.

    The second and the third column say where the paragraphs of each begin and end.  The last element comes
    first, so that an inner one comes before those around it.
    """
    n, lines, size = len(marks), len(chosen), 0
    found, begin, end = ZERO * n, ZERO * n, ZERO * n
    line_of = ZERO * line_starts[lines]
    before, kept, expected = ZERO * (lines + 1), ZERO * (lines + 1), FRACTION * (lines + 1)
    again = LONG_ZERO * (lines + 1)
    for b in range(lines):
        before[b + 1], kept[b + 1], expected[b + 1] = before[b], kept[b], expected[b]
        if chosen[b]:
            before[b + 1] += 1
            kept[b + 1] += chars[b]
        else:
            expected[b + 1] += p[b] * chars[b]
        again[b + 1] = again[b] + words_alike[b] * chars[b]
        for k in range(line_starts[b], line_starts[b + 1]):
            line_of[k] = b
    for j in range(n):
        i = n - 1 - j
        if not marks[i] or first[i] == stop[i]:
            continue
        low, beyond = line_of[first[i]], line_of[stop[i] - 1] + 1
        some = before[beyond] - before[low]
        if some == beyond - low:
            continue
        missing = chars_before[line_starts[beyond]] - chars_before[line_starts[low]]
        if some == 0:
            around = parent[i]
            if around < 0:
                continue
            if low == 0 or not chosen[low - 1] or line_starts[low - 1] < first[around]:
                around = parent[around] if parent[around] >= 0 else around
                if beyond == lines or not chosen[beyond] or line_starts[beyond] >= stop[around]:
                    continue
            if again[beyond] - again[low] > most_alike * missing:
                continue
            of_links = link_chars_before[stop[i]] - link_chars_before[first[i]]
            if of_links / (chars_before[stop[i]] - chars_before[first[i]]) > linked:
                continue
        missing -= kept[beyond] - kept[low]
        if expected[beyond] - expected[low] >= least * missing:
            found[size], begin[size], end[size] = i, low, beyond
            size += 1
    return found[:size], begin[:size], end[:size]


def elements_named(of_class: Column, of_id: Column, marks: Column) -> array[int]:
    """Return the elements whose class has a mark with the bit 1, or whose id has one with the bit 2.

    Raises IndexError where a name has no mark.

    >>> elements_named(array("i", [0, 1, 2]), array("i", [1, 0, 0]), bytes([0, 2, 1]))
    array('i', [0, 2])
    """
    n, size, names = len(of_class), 0, len(marks)
    found = ZERO * n
    for i in range(n):
        if not 0 <= of_class[i] < names or not 0 <= of_id[i] < names:
            raise IndexError(f"a name of element {i} is not among {names}")
        if marks[of_class[i]] & 1 or marks[of_id[i]] & 2:
            found[size] = i
            size += 1
    return found[:size]


def row_totals(rows: Sequence[float], width: int, places: Column, counts: Column) -> array[float]:
    """Return for each row of ``width`` numbers the total of those at some places, each times its count.

    Raises IndexError for a place outside a row.
    """
    n, size = len(places), len(rows) // width
    for k in range(n):
        if not 0 <= places[k] < width:
            raise IndexError(f"{places[k]} is no place in a row of {width}")
    totals = array("d", bytes(8 * size))
    for r in range(size):
        total = 0.0
        for k in range(n):
            total += counts[k] * rows[r * width + places[k]]
        totals[r] = total
    return totals
