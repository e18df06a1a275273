"""Ways through the tree, over columns: the nearest of a kind, the lowest that holds two, what blocks are.

One source: Python as it stands, and compiled where there is a compiler.  So it is loops over columns
of numbers; see :mod:`~scrapy_content_extract.content.columns`.  Columns are those of a
:class:`~scrapy_content_extract.content.model.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..markup import elements
from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: What stands between a text and the text before it, as in :mod:`.model`.
BLOCK_BOUNDARY = cython.declare(cython.int, elements.BLOCK_BOUNDARY)

#: What an element means for a block: bits of ``Page.meaning``.
BLOCK = cython.declare(cython.int, elements.IS_BLOCK)
HEADING = cython.declare(cython.int, elements.IS_HEADING)
CONTROL = cython.declare(cython.int, elements.IS_CONTROL)
CELL = cython.declare(cython.int, elements.IS_CELL)
MEDIA = cython.declare(cython.int, elements.IS_MEDIUM)
COUNTED = cython.declare(cython.int, CONTROL | CELL | MEDIA)

#: What a block is.
TEXT = cython.declare(cython.int, 0)
MIXED = cython.declare(cython.int, 1)
LINKS = cython.declare(cython.int, 2)
FORM = cython.declare(cython.int, 3)
TABLE = cython.declare(cython.int, 4)
PICTURES = cython.declare(cython.int, 5)
TITLE = cython.declare(cython.int, 6)
KINDS = {
    TEXT: "text", MIXED: "mixed", LINKS: "links", FORM: "form", TABLE: "table", PICTURES: "media",
    TITLE: "title",
}  # fmt: skip

#: Each form control, cell or picture counts for as much as this many characters of text: about a line.
LINE_CHARS = cython.declare(cython.int, 60)
#: Cells that make a table: two rows of two.
LEAST_CELLS = cython.declare(cython.int, 4)


# --- the tree -------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def lowest(parent: cython.p_int, end: cython.p_int, i: cython.int, j: cython.int) -> cython.int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j."""
    while end[i] <= j:
        i = parent[i]
    while i > j:
        i = parent[i]
    return i


def lowest_common(
    parent_column: Sequence[int], end_column: Sequence[int], i: cython.int, j: cython.int
) -> int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j."""
    return lowest(ints(parent_column), ints(end_column), i, j)  # type: ignore[no-any-return]


@cython.locals(child=cython.int, amount=cython.int, best=cython.int, most=cython.int, total=cython.int)
def greatest_child(
    end_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    before_column: Sequence[int],
    i: cython.int,
) -> tuple[int, int, int]:
    """Return the child of an element with most of what is in texts, how much it has, and all children.

    ``before`` is a running total over the texts.  The child is -1 where none has anything.
    """
    end, first, stop = ints(end_column), ints(first_column), ints(stop_column)
    before = ints(before_column)
    best, most, total, child = -1, 0, 0, i + 1
    with cython.nogil:
        while child < end[i]:
            amount = before[stop[child]] - before[first[child]]
            total += amount
            if amount > most:
                best, most = child, amount
            child = end[child]
    return best, most, total


@cython.locals(n=cython.int, i=cython.int)
def nearest(parent_column: Sequence[int], marks_column: Sequence[int]) -> array[int]:
    """Return for each element the lowest one marked that is or holds it, or -1."""
    parent, marks = ints(parent_column), uchars(marks_column)
    n = len(marks_column)
    column = zeros(n)
    found = ints(column)
    with cython.nogil:
        for i in range(n):
            if marks[i]:
                found[i] = i
            elif parent[i] >= 0:
                found[i] = found[parent[i]]
            else:
                found[i] = -1
    return column


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def heading_over(parent: cython.p_int, meaning: cython.p_uchar, i: cython.int) -> cython.int:
    """Return the heading that holds ``i`` with only inline elements between, or -1."""
    while i >= 0 and not meaning[i] & BLOCK:
        i = parent[i]
    return i if i >= 0 and meaning[i] & HEADING else -1


def heading_above(parent_column: Sequence[int], meaning_column: Sequence[int], i: cython.int) -> int:
    """Return the heading that holds ``i`` with only inline elements between, or -1."""
    return heading_over(ints(parent_column), uchars(meaning_column), i)  # type: ignore[no-any-return]


# --- blocks ---------------------------------------------------------------------------------


@cython.locals(r=cython.int, are=cython.bint)
def are_within(starts_column: Sequence[int], stops_column: Sequence[int], n: cython.int) -> bool:
    """Say whether some ranges are of ``n`` texts."""
    starts, stops = ints(starts_column), ints(stops_column)
    are = True
    for r in range(len(starts_column)):
        are = are and starts[r] >= 0 and stops[r] <= n
    return are


@cython.locals(
    n=cython.int, r=cython.int, k=cython.int, size=cython.int, part=cython.int, paragraph=cython.int
)
def split_at_boundaries(
    gap_column: Sequence[int], starts_column: Sequence[int], stops_column: Sequence[int]
) -> tuple[array[int], array[int], array[int]]:
    """Cut ranges of texts where a block-level element begins or ends.

    Return the starts and the stops of all parts, and the first part of each paragraph, with the
    number of all parts last.  Ranges are in page order and not empty.
    """
    gap, starts, stops = uchars(gap_column), ints(starts_column), ints(stops_column)
    n = len(starts_column)
    size = 1
    part = 0
    paragraph = 0
    for r in range(n):
        size += 1
        for k in range(starts[r] + 1, stops[r]):
            size += gap[k] == BLOCK_BOUNDARY
    part_starts, part_stops, first_part = zeros(size), zeros(size), zeros(size)
    begin = ints(part_starts)
    beyond = ints(part_stops)
    first = ints(first_part)
    with cython.nogil:
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
    return part_starts[:part], part_stops[:part], first_part[: paragraph + 1]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(low=cython.int, high=cython.int, middle=cython.int)
def first_from(first: cython.p_int, size: cython.int, k: cython.int) -> cython.int:
    """Return the first element that begins at text ``k`` or later (``bisect_left``)."""
    low = 0
    high = size
    while low < high:
        middle = (low + high) // 2
        if first[middle] < k:
            low = middle + 1
        else:
            high = middle
    return low


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(i=cython.int, j=cython.int, element=cython.int)
def after_text(
    parent: cython.p_int, end: cython.p_int, first: cython.p_int, owner: cython.p_int, size: cython.int,
    texts: cython.int, k: cython.int,
) -> cython.int:  # fmt: skip
    """Return the first element that belongs with text ``k`` rather than with the text before it.

    An element without text stands between two texts.  It belongs with the text before it if it is
    in the same child of the lowest element that holds both texts.
    """
    if k == 0:
        return 0
    if k == texts:
        return size
    i = owner[k - 1]
    j = owner[k]
    element = first_from(first, size, k)
    while i > j or end[i] <= j:  # j is before i where the text follows elements that hold i
        element = end[i]
        i = parent[i]
    return element


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(i=cython.int, controls=cython.longlong, cells=cython.longlong, media=cython.longlong)
def kind_by_counts(
    meaning: cython.p_uchar, low: cython.int, high: cython.int, chars: cython.int
) -> cython.int:
    """Return what the elements ``low`` to ``high`` make of so many characters, or TEXT."""
    controls = 0
    cells = 0
    media = 0
    for i in range(low, high):
        if meaning[i] & COUNTED:
            controls += (meaning[i] & CONTROL) != 0
            cells += (meaning[i] & CELL) != 0
            media += (meaning[i] & MEDIA) != 0
    if controls and chars <= LINE_CHARS * controls:
        return FORM
    if cells >= LEAST_CELLS and chars <= LINE_CHARS * cells:
        return TABLE
    if media and chars <= LINE_CHARS * media:
        return PICTURES
    return TEXT


@cython.locals(n=cython.int, b=cython.int, part=cython.int, i=cython.int, j=cython.int)
def describe_blocks(
    parent_column: Sequence[int], end_column: Sequence[int], stop_column: Sequence[int],
    depth_column: Sequence[int], owner_column: Sequence[int], meaning_column: Sequence[int],
    chars_before_column: Sequence[int], link_before_column: Sequence[int], starts_column: Sequence[int],
    stops_column: Sequence[int], first_part_column: Sequence[int],
) -> tuple[array[int], array[int], array[int], array[int]]:  # fmt: skip
    """Return of each block the characters, those in links, the depth, and the text after its heading or 0.

    A block has the parts ``first_part[b]`` to ``first_part[b + 1]``, ranges of texts.  Its depth is that of
    the lowest element that holds it, and it has a heading if it begins in one, with only inline
    elements between.
    """
    parent, end, stop, depth = ints(parent_column), ints(end_column), ints(stop_column), ints(depth_column)
    owner, meaning, chars_before = ints(owner_column), uchars(meaning_column), ints(chars_before_column)
    link_before, starts, stops = ints(link_before_column), ints(starts_column), ints(stops_column)
    first_part = ints(first_part_column)
    n = len(first_part_column) - 1
    columns = zeros(n), zeros(n), zeros(n), zeros(n)
    chars, link_chars, depth_of = ints(columns[0]), ints(columns[1]), ints(columns[2])
    heading_stop = ints(columns[3])
    with cython.nogil:
        for b in range(n):
            for part in range(first_part[b], first_part[b + 1]):
                chars[b] += chars_before[stops[part]] - chars_before[starts[part]]
                link_chars[b] += link_before[stops[part]] - link_before[starts[part]]
            i = owner[starts[first_part[b]]]
            j = owner[stops[first_part[b + 1] - 1] - 1]
            depth_of[b] = depth[i if i == j else lowest(parent, end, i, j)]
            i = heading_over(parent, meaning, i)
            if i >= 0:
                heading_stop[b] = stop[i]
    return columns


@cython.locals(n=cython.int, b=cython.int, start=cython.int, beyond=cython.int, low=cython.int)
@cython.locals(high=cython.int, kind=cython.int, elements=cython.longlong, size=cython.int, texts=cython.int)
def kinds_of(
    parent_column: Sequence[int], end_column: Sequence[int], first_column: Sequence[int],
    owner_column: Sequence[int], meaning_column: Sequence[int], starts_column: Sequence[int],
    stops_column: Sequence[int], first_part_column: Sequence[int], chars_column: Sequence[int],
    link_chars_column: Sequence[int], heading_stop_column: Sequence[int],
) -> bytearray:  # fmt: skip
    """Return what each block is, a number from TEXT to TITLE; :func:`.blocks.make_blocks` has the rules."""
    parent, end, first = ints(parent_column), ints(end_column), ints(first_column)
    owner, meaning, starts = ints(owner_column), uchars(meaning_column), ints(starts_column)
    stops, first_part, chars = ints(stops_column), ints(first_part_column), ints(chars_column)
    link_chars, heading_stop = ints(link_chars_column), ints(heading_stop_column)
    n = len(first_part_column) - 1
    size, texts = len(first_column), len(owner_column)
    column = bytearray(n)
    kinds = uchars(column)
    with cython.nogil:
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
    return column


@cython.locals(n=cython.int, r=cython.int, k=cython.int, ranges=cython.int)
def chosen_before(
    chars_before_column: Sequence[int], starts_column: Sequence[int], stops_column: Sequence[int]
) -> array[int]:
    """Return the running total of the characters in some ranges of texts."""
    chars_before, starts, stops = ints(chars_before_column), ints(starts_column), ints(stops_column)
    n, ranges = len(chars_before_column) - 1, len(starts_column)
    column = zeros(n + 1)
    before = ints(column)
    with cython.nogil:
        for r in range(ranges):  # once for a text, in however many ranges it is
            for k in range(starts[r], stops[r]):
                before[k + 1] = chars_before[k + 1] - chars_before[k]
        for k in range(n):
            before[k + 1] += before[k]
    return column
