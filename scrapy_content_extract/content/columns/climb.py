"""Ways through the tree, over columns: the nearest of a kind, the lowest that holds two, what blocks are.

One source: Python as it stands, and compiled where there is a compiler.  So it is loops over columns
of numbers; see :mod:`~scrapy_content_extract.content.columns`.  Columns are those of a
:class:`~scrapy_content_extract.content.model.Page` and have its names.
"""

from __future__ import annotations

from array import array

from .. import elements
from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]

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


@cython.ccall
@cython.exceptval(check=False)
@cython.nogil
def lowest_common(
    parent: cython.int[::1], end: cython.int[::1], i: cython.int, j: cython.int
) -> cython.int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j."""
    while end[i] <= j:
        i = parent[i]
    while i > j:
        i = parent[i]
    return i


@cython.locals(n=cython.int, i=cython.int)
def nearest(parent: cython.int[::1], marks: cython.const[cython.uchar][::1]) -> array[int]:
    """Return for each element the lowest one marked that is or holds it, or -1."""
    n = len(marks)
    column = zeros(n)
    found: cython.int[::1] = column
    with cython.nogil:
        for i in range(n):
            if marks[i]:
                found[i] = i
            elif parent[i] >= 0:
                found[i] = found[parent[i]]
            else:
                found[i] = -1
    return column


@cython.locals(n=cython.int, b=cython.int, i=cython.int, j=cython.int)
def nodes_of(
    parent: cython.int[::1], end: cython.int[::1], owner: cython.int[::1], line_starts: cython.int[::1]
) -> array[int]:
    """Return the lowest element that holds all of each paragraph."""
    n = len(line_starts) - 1
    column = zeros(n)
    node: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            i = owner[line_starts[b]]
            j = owner[line_starts[b + 1] - 1]
            node[b] = i if i == j else lowest_common(parent, end, i, j)
    return column


@cython.ccall
@cython.exceptval(check=False)
@cython.nogil
def heading_above(
    parent: cython.int[::1], meaning: cython.const[cython.uchar][::1], i: cython.int
) -> cython.int:
    """Return the heading that holds ``i`` with only inline elements between, or -1."""
    while i >= 0 and not meaning[i] & BLOCK:
        i = parent[i]
    return i if i >= 0 and meaning[i] & HEADING else -1


@cython.locals(n=cython.int, i=cython.int, size=cython.int)
def tree_with_text(
    parent: cython.int[::1], first: cython.int[::1], stop: cython.int[::1]
) -> tuple[array[int], array[int], array[int]]:
    """Return the elements with text, the place of each among these, and the places of their parents.

    They are a tree of their own: what holds an element with text has text.  The root's parent is -1.
    """
    n = len(parent)
    those, places, parents = zeros(n), zeros(n), zeros(n)
    element: cython.int[::1] = those
    place: cython.int[::1] = places
    up: cython.int[::1] = parents
    size = 0
    with cython.nogil:
        for i in range(n):
            if first[i] < stop[i]:
                element[size] = i
                place[i] = size
                up[size] = place[parent[i]] if size else -1
                size += 1
    return those[:size], places, parents[:size]


# --- blocks ---------------------------------------------------------------------------------


@cython.locals(r=cython.int, are=cython.bint)
def are_within(starts: cython.int[::1], stops: cython.int[::1], n: cython.int) -> bool:
    """Say whether some ranges are of ``n`` texts."""
    are = True
    for r in range(len(starts)):
        are = are and starts[r] >= 0 and stops[r] <= n
    return are


@cython.locals(
    n=cython.int, r=cython.int, k=cython.int, size=cython.int, part=cython.int, paragraph=cython.int
)
def split_at_boundaries(
    gap: cython.const[cython.uchar][::1], starts: cython.int[::1], stops: cython.int[::1]
) -> tuple[array[int], array[int], array[int]]:
    """Cut ranges of texts where a block-level element begins or ends.

    Return the starts and the stops of all parts, and the first part of each paragraph, with the
    number of all parts last.  Ranges are in page order and not empty.
    """
    n = len(starts)
    size = 1
    part = 0
    paragraph = 0
    for r in range(n):
        size += 1
        for k in range(starts[r] + 1, stops[r]):
            size += gap[k] == BLOCK_BOUNDARY
    part_starts, part_stops, first_part = zeros(size), zeros(size), zeros(size)
    begin: cython.int[::1] = part_starts
    beyond: cython.int[::1] = part_stops
    first: cython.int[::1] = first_part
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
def first_from(first: cython.int[::1], k: cython.int) -> cython.int:
    """Return the first element that begins at text ``k`` or later (``bisect_left``)."""
    low = 0
    high = len(first)
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
    parent: cython.int[::1],
    end: cython.int[::1],
    first: cython.int[::1],
    owner: cython.int[::1],
    k: cython.int,
) -> cython.int:
    """Return the first element that belongs with text ``k`` rather than with the text before it.

    An element without text stands between two texts.  It belongs with the text before it if it is
    in the same child of the lowest element that holds both texts.
    """
    if k == 0:
        return 0
    if k == len(owner):
        return len(end)
    i = owner[k - 1]
    j = owner[k]
    element = first_from(first, k)
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
    meaning: cython.const[cython.uchar][::1], low: cython.int, high: cython.int, chars: cython.int
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
    parent: cython.int[::1],
    end: cython.int[::1],
    stop: cython.int[::1],
    depth: cython.int[::1],
    owner: cython.int[::1],
    meaning: cython.const[cython.uchar][::1],
    chars_before: cython.int[::1],
    link_before: cython.int[::1],
    starts: cython.int[::1],
    stops: cython.int[::1],
    first_part: cython.int[::1],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return of each block the characters, those in links, the depth, and the text after its heading or 0.

    A block has the parts ``first_part[b]`` to ``first_part[b + 1]``, ranges of texts.  Its depth is that of
    the lowest element that holds it, and it has a heading if it begins in one, with only inline
    elements between.
    """
    n = len(first_part) - 1
    columns = zeros(n), zeros(n), zeros(n), zeros(n)
    chars: cython.int[::1] = columns[0]
    link_chars: cython.int[::1] = columns[1]
    depth_of: cython.int[::1] = columns[2]
    heading_stop: cython.int[::1] = columns[3]
    with cython.nogil:
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
    return columns


@cython.locals(
    n=cython.int,
    b=cython.int,
    start=cython.int,
    beyond=cython.int,
    low=cython.int,
    high=cython.int,
    kind=cython.int,
    elements=cython.longlong,
)
def kinds_of(
    parent: cython.int[::1],
    end: cython.int[::1],
    first: cython.int[::1],
    owner: cython.int[::1],
    meaning: cython.const[cython.uchar][::1],
    starts: cython.int[::1],
    stops: cython.int[::1],
    first_part: cython.int[::1],
    chars: cython.int[::1],
    link_chars: cython.int[::1],
    heading_stop: cython.int[::1],
) -> bytearray:
    """Return what each block is, a number from TEXT to TITLE; :func:`.blocks.make_blocks` has the rules."""
    n = len(first_part) - 1
    column = bytearray(n)
    kinds: cython.uchar[::1] = column
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
            low = first_from(first, start) if start else 0
            high = first_from(first, beyond + 1)
            # Few elements for its length, or none that count: so it is with most paragraphs.
            elements = high - low
            if chars[b] <= LINE_CHARS * elements:
                while low < high and not meaning[low] & COUNTED:
                    low += 1
                if low < high:
                    low = after_text(parent, end, first, owner, start)
                    high = after_text(parent, end, first, owner, beyond)
                    kind = kind_by_counts(meaning, low, high, chars[b])
            if kind == TEXT and link_chars[b] > chars[b] // 4:
                kind = MIXED
            kinds[b] = kind
    return column


@cython.locals(n=cython.int, r=cython.int, k=cython.int)
def chosen_before(
    chars_before: cython.int[::1], starts: cython.int[::1], stops: cython.int[::1]
) -> array[int]:
    """Return the running total of the characters in some ranges of texts."""
    n = len(chars_before) - 1
    column = zeros(n + 1)
    before: cython.int[::1] = column
    with cython.nogil:
        for r in range(len(starts)):  # once for a text, in however many ranges it is
            for k in range(starts[r], stops[r]):
                before[k + 1] = chars_before[k + 1] - chars_before[k]
        for k in range(n):
            before[k + 1] += before[k]
    return column
