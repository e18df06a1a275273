"""The gaps between paragraphs at which a page may be cut, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The rules are those of
:mod:`~scrapy_content_extract.content.segmenters.gapdepth`.
"""

from __future__ import annotations

from array import array

from .. import elements

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]

COMPILED = cython.compiled

#: What stands between a text and the text before it, as in :mod:`.model`.
BLOCK_BOUNDARY = cython.declare(cython.int, elements.BLOCK_BOUNDARY)
#: What an element means for a block: bits of ``Page.meaning``, as in :mod:`.climb`.
BLOCK = cython.declare(cython.int, elements.IS_BLOCK)
HEADING = cython.declare(cython.int, elements.IS_HEADING)

#: Tags that name a part of a page always, and only outside of such a part.
ALWAYS = cython.declare(cython.int, 1)
OUTSIDE = cython.declare(cython.int, 2)
PARTS: dict[str, int] = {"always": ALWAYS, "outside": OUTSIDE}

#: Why a page is cut at a gap.
LANDMARK = cython.declare(cython.int, 0)
ITEM = cython.declare(cython.int, 1)
REGION = cython.declare(cython.int, 2)
AT_HEADING = cython.declare(cython.int, 3)
GAP = cython.declare(cython.int, 4)
REASONS = {LANDMARK: "landmark", ITEM: "item", REGION: "region", AT_HEADING: "heading", GAP: "gap"}

ZERO = array("i", [0])
#: Longer columns are arrays in Python, too: slower than lists, but a tenth of their memory.
LARGE = 50_000


@cython.cfunc
def zeros(n: cython.Py_ssize_t):  # type: ignore[no-untyped-def]
    """Return a column of zeros."""
    return ZERO * n if cython.compiled or n > LARGE else [0] * n


@cython.locals(n=cython.int, i=cython.int, within=cython.int)
def find_landmarks(
    end: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    by_tag: cython.const[cython.uchar][::1],
    by_role: cython.const[cython.uchar][::1],
    role: cython.int[::1],
    meaning: cython.const[cython.uchar][::1],
) -> bytearray:
    """Mark the block-level elements with text that name a part of the page.

    ``by_tag`` has ALWAYS or OUTSIDE for an element, ``by_role`` 1 for a role that does so.
    """
    n = len(end)
    within = -1  # the end of the outermost part that is open
    column = bytearray(n)
    marks: cython.uchar[::1] = column
    with cython.nogil:
        for i in range(n):
            if first[i] == stop[i] or not meaning[i] & BLOCK or not (by_tag[i] or role[i]):
                continue
            if by_role[role[i]] or by_tag[i] == ALWAYS:
                marks[i] = 1
                if end[i] > within:
                    within = end[i]
            elif by_tag[i] == OUTSIDE and i >= within:
                marks[i] = 1
    return column


@cython.locals(n=cython.int, i=cython.int, count=cython.int)
def named_boxes(
    first: cython.int[::1],
    stop: cython.int[::1],
    meaning: cython.const[cython.uchar][::1],
    of_class: cython.int[::1],
    no_name: cython.int,
) -> array[int]:
    """Return the block-level elements with text and a class, which is none if it is 0 or ``no_name``."""
    n = len(first)
    count = 0
    column = zeros(n)
    boxes: cython.int[::1] = column
    with cython.nogil:
        for i in range(n):
            if of_class[i] and of_class[i] != no_name and meaning[i] & BLOCK and first[i] < stop[i]:
                boxes[count] = i
                count += 1
    return column[:count]


@cython.locals(n=cython.int, b=cython.int, i=cython.int, k=cython.int, covered=cython.int)
def mark_units(
    first: cython.int[::1],
    stop: cython.int[::1],
    chars_before: cython.int[::1],
    boxes: cython.int[::1],
    kind: cython.int[::1],
    kinds: cython.int,
    least: cython.int,
    most_chars: cython.double,
) -> bytearray:
    """Mark the texts that are in one unit with the text before them.

    Units are ``least`` boxes or more of one of the ``kinds``, each with at most so many characters.
    """
    n = len(boxes)
    covered = 0  # a unit in a unit adds nothing
    alike_column = zeros(kinds)
    alike: cython.int[::1] = alike_column
    column = bytearray(len(chars_before) - 1)
    marks: cython.uchar[::1] = column
    with cython.nogil:
        for b in range(n):
            alike[kind[b]] += 1
        for b in range(n):
            i = boxes[b]
            if alike[kind[b]] < least or first[i] < covered:
                continue
            if chars_before[stop[i]] - chars_before[first[i]] <= most_chars:
                for k in range(first[i] + 1, stop[i]):
                    marks[k] = 1
                covered = stop[i]
    return column


@cython.locals(
    n=cython.int, k=cython.int, i=cython.int, j=cython.int, size=cython.int, level=cython.int,
    was_heading=cython.int,
)  # fmt: skip
def climbs(
    parent: cython.int[::1],
    end: cython.int[::1],
    owner: cython.int[::1],
    gap: cython.const[cython.uchar][::1],
    meaning: cython.const[cython.uchar][::1],
    landmarks: cython.const[cython.uchar][::1],
) -> tuple[array[int], ...]:
    """Return the ways through the tree from each paragraph to the next, a column for each fact.

    The first text of the next paragraph; the lowest element that holds both, and its children that hold
    one and the other, or -1; how many block-level elements end or begin there, and whether a landmark
    does; whether the paragraph before is in a heading, and the next one.
    """
    n = len(gap)
    columns = zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n)
    text: cython.int[::1] = columns[0]
    top: cython.int[::1] = columns[1]
    left: cython.int[::1] = columns[2]
    right: cython.int[::1] = columns[3]
    levels: cython.int[::1] = columns[4]
    is_landmark: cython.int[::1] = columns[5]
    after_heading: cython.int[::1] = columns[6]
    is_heading: cython.int[::1] = columns[7]
    size, was_heading = 0, 0
    with cython.nogil:
        for k in range(n):
            if k and gap[k] != BLOCK_BOUNDARY:
                continue
            j = owner[k]
            while j >= 0 and not meaning[j] & BLOCK:
                j = parent[j]
            is_heading[size] = j >= 0 and (meaning[j] & HEADING) != 0
            if not k:
                was_heading = is_heading[0]
                continue
            after_heading[size], was_heading = was_heading, is_heading[size]
            text[size], left[size], right[size] = k, -1, -1
            i, j, level = owner[k - 1], owner[k], 0
            while i > j or end[i] <= j:
                level += (meaning[i] & BLOCK) != 0
                is_landmark[size] |= landmarks[i]
                left[size], i = i, parent[i]
            while i < j:
                level += (meaning[j] & BLOCK) != 0
                is_landmark[size] |= landmarks[j]
                right[size], j = j, parent[j]
            top[size], levels[size] = i, level
            size += 1
    return tuple([column[:size] for column in columns])


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def chars_of(
    chars_before: cython.int[::1], first: cython.int[::1], stop: cython.int[::1], i: cython.int
) -> cython.int:
    """Return the characters of an element."""
    return chars_before[stop[i]] - chars_before[first[i]]


@cython.locals(n=cython.int, k=cython.int, a=cython.int, z=cython.int)
def reasons(
    text: cython.int[::1],
    top: cython.int[::1],
    left: cython.int[::1],
    right: cython.int[::1],
    levels: cython.int[::1],
    is_landmark: cython.int[::1],
    after_heading: cython.int[::1],
    is_heading: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    chars_before: cython.int[::1],
    meaning: cython.const[cython.uchar][::1],
    is_item: cython.const[cython.uchar][::1],
    in_unit: cython.const[cython.uchar][::1],
    region_chars: cython.double,
    item_chars: cython.int,
    region_levels: cython.int,
    heading_levels: cython.int,
    gap_levels: cython.int,
) -> array[int]:
    """Return why the page may be cut at each of some climbs, -1 where it may not.

    A container of more than ``region_chars`` characters holds the regions of the page.
    """
    n = len(text)
    column = zeros(n)
    reason: cython.int[::1] = column
    with cython.nogil:
        for k in range(n):
            a, z = left[k], right[k]
            reason[k] = -1
            if in_unit[text[k]]:
                pass
            elif is_landmark[k]:
                reason[k] = LANDMARK
            elif a >= 0 and z >= 0 and is_item[a] and is_item[z]:
                if (
                    levels[k] >= gap_levels
                    and chars_of(chars_before, first, stop, a) > item_chars
                    and chars_of(chars_before, first, stop, z) > item_chars
                ):
                    reason[k] = ITEM
            elif a >= 0 and meaning[a] & HEADING:
                pass
            elif chars_of(chars_before, first, stop, top[k]) > region_chars:
                if levels[k] >= region_levels:
                    reason[k] = REGION
            elif after_heading[k]:
                pass
            elif is_heading[k] and levels[k] >= heading_levels:
                reason[k] = AT_HEADING
            elif levels[k] >= gap_levels:
                reason[k] = GAP
    return column


@cython.locals(n=cython.int, k=cython.int, size=cython.int)
def with_reason(reason: cython.int[::1]) -> array[int]:
    """Return the climbs that have a reason."""
    n, size = len(reason), 0
    column = zeros(n)
    kept: cython.int[::1] = column
    with cython.nogil:
        for k in range(n):
            if reason[k] >= 0:
                kept[size] = k
                size += 1
    return column[:size]


@cython.locals(n=cython.int, k=cython.int, nearest=cython.int, size=cython.int)
def shallower(depth: cython.int[::1]) -> tuple[array[int], array[int]]:
    """Return for each gap the next gaps to its left and right that are less deep.

    Where there is none it is -1, or the number of gaps.

    >>> list(map(list, shallower(array("i", [2, 3, 3, 1]))))
    [[-1, 0, 0, -1], [3, 3, 3, 4]]
    """
    n = len(depth)
    size = 0  # of the gaps that are open: without a shallower one to their right yet
    left_column, right_column, open_column = zeros(n), zeros(n), zeros(n)
    left: cython.int[::1] = left_column
    right: cython.int[::1] = right_column
    open_gaps: cython.int[::1] = open_column
    with cython.nogil:
        for k in range(n):
            while size and depth[open_gaps[size - 1]] > depth[k]:
                size -= 1
                right[open_gaps[size]] = k
            left[k], right[k] = -1, n
            if size:
                nearest = open_gaps[size - 1]
                left[k] = nearest if depth[nearest] < depth[k] else left[nearest]
            open_gaps[size] = k
            size += 1
    return left_column, right_column


@cython.locals(n=cython.int, k=cython.int, size=cython.int, low=cython.int, high=cython.int)
def cut(
    chars_before: cython.int[::1], text: cython.int[::1], depth: cython.int[::1], share: cython.double
) -> array[int]:
    """Return the gaps to cut at: between their next shallower gaps is more than a share of the page."""
    n, size = len(text), 0
    column, (lefts, rights) = zeros(n), shallower(depth)
    kept: cython.int[::1] = column
    left: cython.int[::1] = lefts
    right: cython.int[::1] = rights
    with cython.nogil:
        for k in range(n):
            low = text[left[k]] if left[k] >= 0 else 0
            high = text[right[k]] if right[k] < n else len(chars_before) - 1
            if chars_before[high] - chars_before[low] > share * chars_before[len(chars_before) - 1]:
                kept[size] = k
                size += 1
    return column[:size]
