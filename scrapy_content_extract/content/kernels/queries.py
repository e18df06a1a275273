"""Queries over the columns of a page: running totals, the tree, blocks, tables and their rows, paragraphs.

Columns come from a :class:`.page.page.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise

from ..markup import (
    BLOCK_BOUNDARY,
    CODES,
    IS_BLOCK,
    IS_CELL,
    IS_CONTROL,
    IS_HEADING,
    IS_MEDIUM,
    LINE_BREAK,
    SPACE,
)  # fmt: skip
from .columns import FRACTION, ZERO, Column
from .hints import CELL_CHARS, HEADING_LEVEL
from .render_py import Texts

#: The elements that make a block a form, a table or pictures, as bits of ``Page.meaning``.
COUNTED = IS_CONTROL | IS_CELL | IS_MEDIUM

#: What a block is.
KINDS = ("text", "mixed", "links", "form", "table", "media", "title")
TEXT, MIXED, LINKS, FORM, TABLE, PICTURES, TITLE = range(len(KINDS))

#: Each form control, cell or picture counts for as much as this many characters of text: about a line.
LINE_CHARS = 60
#: Cells that make a table: two rows of two.
LEAST_CELLS = 4

TABLE_TAG = CODES["table"]
ROW_TAG = CODES["tr"]
CELL_TAG = CODES["td"]
HEADER_TAG = CODES["th"]
CAPTION_TAG = CODES["caption"]
#: The least cells of a row with several paragraphs in one, and the most paragraphs of such a cell.
SEVERAL = 3

#: A prime below 2**31, and as far as can be from where 2**32 would leave a small number.
PRIME = 1_327_217_909


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


def marked_before(counts: Column, marks: Column) -> array[int]:
    """Return the running total of the counts that are marked with 1, which has one entry more.

    >>> marked_before(array("i", [5, 7, 9]), bytes([1, 0, 1]))
    array('i', [0, 5, 5, 14])
    """
    n = len(marks)
    if len(counts) != n:
        raise ValueError("the columns are not of one length")
    total = 0
    before = ZERO * (n + 1)
    for k in range(n):
        total += counts[k] * marks[k]
        before[k + 1] = total
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


def without_breaks(gap: Column, code: Column, first: Column, stop: Column) -> bytearray:
    """Return the gaps of texts with spaces for the line breaks in headings."""
    gaps, level_of = bytearray(gap), HEADING_LEVEL
    for i in range(len(code)):
        if level_of[code[i]]:
            for k in range(first[i] + 1, stop[i]):
                if gaps[k] == LINE_BREAK:
                    gaps[k] = SPACE
    return gaps


def linked_headings(code: Column, first: Column, stop: Column, link_before: Column, most: int) -> array[int]:
    """Return the headings that have two texts or more, at most some, and links."""
    n, size, level_of = len(code), 0, HEADING_LEVEL
    found = ZERO * n
    for i in range(n):
        if (
            level_of[code[i]]
            and first[i] + 1 < stop[i] <= first[i] + most
            and link_before[first[i]] < link_before[stop[i]]
        ):
            found[size] = i
            size += 1
    return found[:size]


def lowest_common(parent: Column, end: Column, i: int, j: int) -> int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j."""
    while end[i] <= j:
        i = parent[i]
    while i > j:
        i = parent[i]
    return i


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


def heading_above(parent: Column, meaning: Column, i: int) -> int:
    """Return the heading that holds ``i`` with only inline elements between, or -1."""
    while i >= 0 and not meaning[i] & IS_BLOCK:
        i = parent[i]
    return i if i >= 0 and meaning[i] & IS_HEADING else -1


def bounds_of(ranges: list[tuple[int, int]], texts: int) -> tuple[array[int], array[int]]:
    """Return the starts and the stops of the ranges that are not empty.

    Raises IndexError for one that is not in a page of so many texts.
    """
    n, size = len(ranges), 0
    starts, stops = ZERO * n, ZERO * n
    for r in range(n):
        start, stop = ranges[r]
        if start < stop:
            if start < 0 or stop > texts:
                raise IndexError(f"{start, stop} is no range of the page's {texts} texts")
            starts[size], stops[size] = start, stop
            size += 1
    return starts[:size], stops[:size]


def split_at_boundaries(
    gap: Column, starts: Column, stops: Column
) -> tuple[array[int], array[int], array[int]]:
    """Cut ranges of texts where a block-level element begins or ends.

    Return the starts and the stops of all parts, and the first part of each paragraph, with the
    number of all parts last.  Ranges are in page order and not empty.
    """
    n, size, part, paragraph = len(starts), 1, 0, 0
    for r in range(n):
        size += 1
        for k in range(starts[r] + 1, stops[r]):
            size += gap[k] == BLOCK_BOUNDARY
    begin, beyond, first = ZERO * size, ZERO * size, ZERO * size
    for r in range(n):
        if r:  # what was left out between two ranges may hold a boundary
            for k in range(stops[r - 1], starts[r] + 1):
                if gap[k] == BLOCK_BOUNDARY:
                    paragraph += 1
                    first[paragraph] = part
                    break
        begin[part] = starts[r]
        for k in range(starts[r] + 1, stops[r]):
            if gap[k] == BLOCK_BOUNDARY:
                beyond[part] = k
                part += 1
                begin[part] = k
                paragraph += 1
                first[paragraph] = part
        beyond[part] = stops[r]
        part += 1
    if n:
        paragraph += 1
    first[paragraph] = part
    return begin[:part], beyond[:part], first[: paragraph + 1]


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


def describe_blocks(
    parent: Column, end: Column, stop: Column, depth: Column, owner: Column, meaning: Column,
    chars_before: Column, link_before: Column, starts: Column, stops: Column, first_part: Column,
) -> tuple[array[int], array[int], array[int], array[int]]:  # fmt: skip
    """Return of each block the characters, those in links, the depth, and the text after its heading or 0.

    A block has the parts ``first_part[b]`` to ``first_part[b + 1]``, ranges of texts.  Its depth is that of
    the lowest element that holds it, and it has a heading if it begins in one, with only inline
    elements between.
    """
    n = len(first_part) - 1
    chars, link_chars, depth_of, heading_stop = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        for part in range(first_part[b], first_part[b + 1]):
            chars[b] += chars_before[stops[part]] - chars_before[starts[part]]
            link_chars[b] += link_before[stops[part]] - link_before[starts[part]]
        i = owner[starts[first_part[b]]]
        j = owner[stops[first_part[b + 1] - 1] - 1]
        depth_of[b] = depth[i if i == j else lowest_common(parent, end, i, j)]
        i = heading_above(parent, meaning, i)
        if i >= 0:
            heading_stop[b] = stop[i]
    return chars, link_chars, depth_of, heading_stop


def kinds_of(
    parent: Column, end: Column, first: Column, owner: Column, meaning: Column, starts: Column,
    stops: Column, first_part: Column, chars: Column, link_chars: Column, heading_stop: Column,
) -> bytearray:  # fmt: skip
    """Return what each block is, a number from TEXT to TITLE; :func:`.blocks.make_blocks` has the rules."""
    n = len(first_part) - 1
    size, texts = len(first), len(owner)
    kinds = bytearray(n)
    for b in range(n):
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
    return kinds


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


def in_data_tables(
    code: Column, parent: Column, end: Column, first: Column, stop: Column, chars_before: Column,
    is_layout: Column,
) -> bytearray:  # fmt: skip
    """Return for each element 1 if it is in a table of data; ``is_layout`` marks what is none for sure."""
    n = len(code)
    data = bytearray(n)
    for i in range(n):
        if code[i] != TABLE_TAG or is_layout[i]:
            continue
        if is_of_data(code, parent, end, first, stop, chars_before, i):
            for j in range(i, end[i]):
                data[j] = 1
    return data


def is_of_data(
    code: Column, parent: Column, end: Column, first: Column, stop: Column, chars_before: Column, i: int
) -> bool:
    """Say whether a table is one of data: with headers or short cells, no other table, no text between."""
    cells = rows = heads = inside = 0
    for j in range(i + 1, end[i]):
        of_one = code[j]
        if of_one == TABLE_TAG:
            return False
        if of_one == ROW_TAG:
            rows += 1
        elif of_one in (CELL_TAG, HEADER_TAG, CAPTION_TAG):
            if of_one != CAPTION_TAG and code[parent[j]] != ROW_TAG:
                return False
            cells += of_one != CAPTION_TAG
            heads += of_one != CELL_TAG
            inside += chars_before[stop[j]] - chars_before[first[j]]
    chars = chars_before[stop[i]] - chars_before[first[i]]
    if inside != chars or cells < 2:
        return False
    return heads > 0 or (rows > 1 and cells >= 2 * rows and chars <= CELL_CHARS * cells)


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


def lines_of_texts(marks: Column, line_starts: Column) -> bytearray:
    """Return which paragraphs have only marked texts.

    >>> lines_of_texts(bytes([1, 0, 1, 1]), array("i", [0, 2, 4]))
    bytearray(b'\\x00\\x01')
    """
    n = len(line_starts) - 1
    lines = bytearray(n)
    for b in range(n):
        lines[b] = 1
        for k in range(line_starts[b], line_starts[b + 1]):
            lines[b] = lines[b] and marks[k]
    return lines


def expected_in(p: Sequence[float], chars: Column, prose: Column, marks: Column) -> tuple[float, float]:
    """Return the expected content in marked paragraphs, and in prose that is not marked."""
    marked, rest = 0.0, 0.0
    for b in range(len(p)):
        if marks[b]:
            marked += p[b] * chars[b]
        elif prose[b]:
            rest += p[b] * chars[b]
    return marked, rest


def unlikely(p: Sequence[float], look: Column, marks: Column) -> tuple[array[float], array[int]]:
    """Return p and the looks, where marked paragraphs have p = 0 and a look that no other has.

    If each paragraph has a look of its own, they keep theirs.
    """
    n, other = len(p), 0
    new_p, new_look = array("d", p), array("i", look)
    for b in range(n):
        other = look[b] + 1 if look[b] >= other else other
    for b in range(n):
        if marks[b]:
            new_p[b] = 0.0
            if other < n:
                new_look[b] = other
    return new_p, new_look


def structures_to_complete(
    marks: Column, parent: Column, first: Column, stop: Column, line_starts: Column, chars_before: Column,
    link_chars_before: Column, chosen: Column, p: Sequence[float], chars: Column, least: float, linked: float,
) -> tuple[array[int], array[int], array[int]]:  # fmt: skip
    """Return the marked elements that are to be chosen as a whole, if their parts are such that it may be.

    They are chosen in part, or stand right behind something chosen: that is the paragraph before, in the
    parent of the element, of which nothing is chosen, and of which at most a share ``linked`` is in links.
    The mean p of what is missing is ``least`` or more.

    The second and the third column say where the paragraphs of each begin and end.  The last element comes
    first, so that an inner one comes before those around it.
    """
    n, lines, size = len(marks), len(chosen), 0
    found, begin, end = ZERO * n, ZERO * n, ZERO * n
    line_of = ZERO * line_starts[lines]
    before, kept, expected = ZERO * (lines + 1), ZERO * (lines + 1), FRACTION * (lines + 1)
    for b in range(lines):
        before[b + 1], kept[b + 1], expected[b + 1] = before[b], kept[b], expected[b]
        if chosen[b]:
            before[b + 1] += 1
            kept[b + 1] += chars[b]
        else:
            expected[b + 1] += p[b] * chars[b]
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
            if low == 0 or not chosen[low - 1] or parent[i] < 0:
                continue
            if line_starts[low - 1] < first[parent[i]]:
                continue
            of_links = link_chars_before[stop[i]] - link_chars_before[first[i]]
            if of_links / (chars_before[stop[i]] - chars_before[first[i]]) > linked:
                continue
        missing -= kept[beyond] - kept[low]
        if expected[beyond] - expected[low] >= least * missing:
            found[size], begin[size], end[size] = i, low, beyond
            size += 1
    return found[:size], begin[:size], end[:size]


def boxes_of_linked(
    marks: Column, parent: Column, first: Column, stop: Column, chars_before: Column,
    link_chars_before: Column, most: int,
) -> tuple[array[int], array[int]]:  # fmt: skip
    """Return the elements that begin with a marked one which is in links as a whole, each with that one.

    They are at most ``most`` elements above it, and not the root.
    """
    n, size, room = len(marks), 0, 0
    for i in range(n):
        room += marks[i] != 0
    box, inner = ZERO * (room * most), ZERO * (room * most)
    for i in range(n):
        if not marks[i] or first[i] == stop[i]:
            continue
        chars = chars_before[stop[i]] - chars_before[first[i]]
        if link_chars_before[stop[i]] - link_chars_before[first[i]] < chars:
            continue
        around, steps = parent[i], 0
        while around > 0 and first[around] == first[i] and steps < most:
            box[size], inner[size] = around, i
            around, steps, size = parent[around], steps + 1, size + 1
    return box[:size], inner[:size]


def elements_named(of_class: Column, of_id: Column, marks: Column) -> array[int]:
    """Return the elements whose class has a mark with the bit 1, or whose id has one with the bit 2.

    Raises IndexError where a name has no mark.

    >>> elements_named(array("i", [0, 1, 2]), array("i", [1, 0, 0]), bytes([0, 2, 1]))
    array('i', [0, 2])
    """
    n, size = len(of_class), 0
    check_looks(of_class, len(marks))
    check_looks(of_id, len(marks))
    found = ZERO * n
    for i in range(n):
        if marks[of_class[i]] & 1 or marks[of_id[i]] & 2:
            found[size] = i
            size += 1
    return found[:size]


def raised(node: Column, steps: Column, most: int, parent: Column) -> tuple[array[int], array[int]]:
    """Return the places of the nodes with fewer steps than ``most``, and the element so far above each.

    Raises IndexError where a node is no element.
    """
    n, size = len(node), 0
    place, found = ZERO * n, ZERO * n
    for b in range(n):
        i, left = node[b], steps[b]
        if not 0 <= i < len(parent):
            raise IndexError("a node is no element")
        if left >= most:
            continue
        while left and i >= 0:
            i = parent[i]
            left -= 1
        place[size], found[size] = b, i
        size += 1
    return place[:size], found[:size]


def joined_rows(
    starts: Column, first_part: Column, row_of: Column, cell_of: Column, width_of: Column, elements: int
) -> array[int]:
    """Return the first block of each that is made of a row's cells, or of one block; and the number of all.

    Rows are joined that have one block in each cell, or three cells or more and at most three blocks in each:
    two cells with several paragraphs are a layout, or pros and cons.
    """
    n, size = len(first_part) - 1, 0
    first = ZERO * (n + 1)
    seen = ZERO * (elements + 1)  # of each cell, and of none: the last run of blocks with it, and 1
    b = 0
    while b < n:
        row = row_of[starts[first_part[b]]]
        beyond = b
        alone = row < 0
        inside = most = 0
        last = -1
        while beyond == b or (row >= 0 and beyond < n and row_of[starts[first_part[beyond]]] == row):
            cell = cell_of[starts[first_part[beyond]]] + 1
            if cell != last:
                alone = alone or seen[cell] == b + 1  # back from a table in it
                inside = 0
            inside += 1
            most = max(most, inside)
            seen[cell], last = b + 1, cell
            beyond += 1
        alone = alone or most > SEVERAL or (most > 1 and width_of[starts[first_part[b]]] < SEVERAL)
        while b < beyond:
            first[size] = b
            size += 1
            b = b + 1 if alone else beyond
    first[size] = n
    return first[: size + 1]


def check_looks(look: Column, beyond: int) -> None:
    """Raise IndexError where a look is no number below this."""
    n = len(look)
    for b in range(n):
        if not 0 <= look[b] < beyond:
            raise IndexError(f"there is no look {look[b]} among {beyond}")


def names_of_looks(look: Column, node: Column, parent: Column, tag: Column, of_class: Column) -> array[int]:
    """Return of each look the tag and class of its first paragraph's node, and of the node's parent.

    Raises IndexError where a look is not a number of a paragraph.
    """
    n, looks = len(look), 0
    check_looks(look, n)
    name, first = ZERO * (4 * n), ZERO * n
    for b in range(n - 1, -1, -1):
        first[look[b]] = node[b]
        looks = look[b] + 1 if look[b] >= looks else looks
    for k in range(looks):
        i = first[k]
        above = parent[i] if parent[i] >= 0 else i
        name[4 * k] = tag[i]
        name[4 * k + 1] = of_class[i]
        name[4 * k + 2] = tag[above]
        name[4 * k + 3] = of_class[above]
    return name[: 4 * looks]


def in_looks(text: Column, look: Column, number: Column) -> array[int]:
    """Return a number for each text in its look, from the numbers of the texts and of the looks.

    Raises IndexError where a look has no number.
    """
    n = len(text)
    check_looks(look, len(number))
    both = ZERO * n
    for b in range(n):
        both[b] = text[b] ^ number[look[b]]
    return both


def as_elsewhere(
    p: Sequence[float],
    look: Column,
    mean_of: Sequence[float],
    weight: float,
    is_repeated: Column,
    damping: float,
    new_look: int,
) -> tuple[array[float], array[int]]:
    """Return the mean of p and of the look's mean elsewhere, which weighs so much; below 0 is unknown.

    Where a paragraph is repeated, it is multiplied by the damping.  Return also the looks; repeated
    paragraphs have a new one.  Raises IndexError where a look has no mean.
    """
    n = len(p)
    check_looks(look, len(mean_of))
    q, new = array("d", p), array("i", look)
    for b in range(n):
        mean = mean_of[look[b]]
        if mean >= 0:
            q[b] = (p[b] + weight * mean) / (1 + weight)
        if is_repeated[b]:
            q[b] *= damping
            new[b] = new_look
    return q, new


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


def numbers_of_lines(texts: list[str] | Texts, starts: Column) -> array[int]:
    """Return a number for each paragraph, the same for the same texts, on every machine.

    It is what the bytes of the texts make as one number, modulo :data:`PRIME`.
    """
    return array("i", (number_of("".join([texts[k] + " " for k in range(*ab)])) for ab in pairwise(starts)))


def number_of(text: str) -> int:
    """Return what the bytes of a text make as one number, modulo :data:`PRIME`.

    >>> number_of("ab") == (ord("a") * 256 + ord("b")) % PRIME
    True
    """
    return int.from_bytes(text.encode("utf-8", "surrogatepass"), "big") % PRIME
