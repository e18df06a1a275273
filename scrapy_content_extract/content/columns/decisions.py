"""Decisions: at which gaps to cut a page, and which paragraphs to choose, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The rules of gaps are those of
:mod:`~scrapy_content_extract.content.segmenters.gapdepth`, those of the choice are in
:mod:`~scrapy_content_extract.content.extractors.auto`.
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
FRACTION = array("d", [0.0])


@cython.cfunc
def zeros(n: cython.Py_ssize_t):  # type: ignore[no-untyped-def]
    """Return a column of zeros."""
    return ZERO * n if cython.compiled or n > LARGE else [0] * n


# --- gaps -----------------------------------------------------------------------------------


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
    k=cython.int,
    i=cython.int,
    j=cython.int,
    left=cython.int,
    right=cython.int,
    levels=cython.int,
    reason=cython.int,
    is_landmark=cython.int,
    n=cython.int,
    size=cython.int,
    is_heading=cython.bint,
    was_heading=cython.bint,
)
def find_gaps(
    parent: cython.int[::1],
    end: cython.int[::1],
    depth: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    owner: cython.int[::1],
    chars_before: cython.int[::1],
    gap: cython.const[cython.uchar][::1],
    meaning: cython.const[cython.uchar][::1],
    is_item: cython.const[cython.uchar][::1],
    landmarks: cython.const[cython.uchar][::1],
    in_unit: cython.const[cython.uchar][::1],
    region_chars: cython.double,
    item_chars: cython.int,
    coarse: cython.bint,
    region_levels: cython.int,
    heading_levels: cython.int,
    gap_levels: cython.int,
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the gaps that are worth a cut: the text after each, its reason, depth and levels.

    :mod:`.gapdepth` has the rules.  From one paragraph to the next the way climbs to the lowest element
    that holds both, and down again; ``left`` and ``right`` are its children that hold one and the other.
    """
    n = len(gap)
    size = 0
    is_heading = False
    was_heading = False
    text_column, reason_column, depth_column, levels_column = zeros(n), zeros(n), zeros(n), zeros(n)
    text_of: cython.int[::1] = text_column
    reason_of: cython.int[::1] = reason_column
    depth_of: cython.int[::1] = depth_column
    levels_of: cython.int[::1] = levels_column
    with cython.nogil:
        for k in range(n):
            if k and gap[k] != BLOCK_BOUNDARY:
                continue
            j = owner[k]
            while j >= 0 and not meaning[j] & BLOCK:
                j = parent[j]
            was_heading, is_heading = is_heading, j >= 0 and meaning[j] & HEADING != 0
            if not k or in_unit[k]:
                continue
            i = owner[k - 1]
            j = owner[k]
            left = right = -1
            levels = is_landmark = 0
            while i > j or end[i] <= j:
                levels += meaning[i] & BLOCK
                is_landmark |= landmarks[i]
                left, i = i, parent[i]
            while i < j:
                levels += meaning[j] & BLOCK
                is_landmark |= landmarks[j]
                right, j = j, parent[j]
            reason = -1
            if is_landmark:
                reason = LANDMARK
            elif left >= 0 and right >= 0 and is_item[left] and is_item[right]:
                if (
                    levels >= gap_levels
                    and chars_before[stop[left]] - chars_before[first[left]] > item_chars
                    and chars_before[stop[right]] - chars_before[first[right]] > item_chars
                ):
                    reason = ITEM
            elif left >= 0 and meaning[left] & HEADING:
                pass
            elif coarse or chars_before[stop[i]] - chars_before[first[i]] > region_chars:
                if levels >= region_levels:
                    reason = REGION
            elif was_heading:
                pass
            elif is_heading and levels >= heading_levels:
                reason = AT_HEADING
            elif levels >= gap_levels:
                reason = GAP
            if reason >= 0:
                text_of[size] = k
                reason_of[size] = reason
                depth_of[size] = depth[i]
                levels_of[size] = levels
                size += 1
    return text_column[:size], reason_column[:size], depth_column[:size], levels_column[:size]


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


# --- the choice -----------------------------------------------------------------------------


@cython.locals(n=cython.int, b=cython.int, expected=cython.double, most=cython.double, size=cython.longlong)
def expect(p: cython.double[::1], chars: cython.int[::1]) -> tuple[float, int, float]:
    """Return how many characters are expected to be content, how many there are, and the greatest p."""
    n = len(p)
    expected, most, size = 0.0, 0.0, 0
    with cython.nogil:
        for b in range(n):
            expected += p[b] * chars[b]
            size += chars[b]
            if p[b] > most:
                most = p[b]
    return expected, size, most


@cython.locals(n=cython.int, b=cython.int)
def smooth(p: cython.double[::1], chars: cython.int[::1], look: cython.int[::1]) -> array[float]:
    """Return q: the mean of p and of the mean p of all that looks alike, weighted by characters.

    Raises IndexError where a look is not a number of a paragraph.
    """
    n = len(p)
    for b in range(n):
        if not 0 <= look[b] < n:
            raise IndexError("there are more looks than paragraphs")
    column, sums_column, weights_column = FRACTION * n, FRACTION * n, array("q", [0]) * n
    q: cython.double[::1] = column
    sums: cython.double[::1] = sums_column
    weights: cython.longlong[::1] = weights_column
    with cython.nogil:
        for b in range(n):
            sums[look[b]] += p[b] * chars[b]
            weights[look[b]] += chars[b]
        for b in range(n):
            q[b] = (p[b] + sums[look[b]] / weights[look[b]]) / 2
    return column


@cython.locals(
    n=cython.int, b=cython.int, best=cython.int, hits=cython.double, size=cython.longlong,
    wanted=cython.double, F=cython.double, F_best=cython.double,
)  # fmt: skip
def best_size(
    q: cython.double[::1], chars: cython.int[::1], order: cython.int[::1], beta: cython.double
) -> int:
    """Return how many paragraphs of an order have the greatest expected F, the fewest of equals."""
    n = len(order)
    hits, best, F_best = 0.0, 0, -1.0
    with cython.nogil:
        for b in range(n):
            hits += q[order[b]] * chars[order[b]]
        wanted = beta * beta * hits
        hits, size = 0.0, 0
        for b in range(n):
            hits += q[order[b]] * chars[order[b]]
            size += chars[order[b]]
            F = hits / (size + wanted)
            if F_best < F:
                F_best, best = F, b
    return best + 1


@cython.locals(n=cython.int, low=cython.int, middle=cython.int, high=cython.int, size=cython.int)
@cython.locals(k=cython.int, a=cython.int, b=cython.int)
def falling(values: cython.double[::1]) -> array[int]:
    """Return the order in which values fall, of equals the first first."""
    if not cython.compiled:
        return array("i", sorted(range(len(values)), key=values.__getitem__, reverse=True))
    n = len(values)
    column, other_column = array("i", range(n)), array("i", [0]) * n
    order: cython.int[::1] = column
    other: cython.int[::1] = other_column
    size = 1
    with cython.nogil:
        while size < n:  # runs of this length are merged two by two
            low = 0
            while low < n:
                middle = low + size if low + size < n else n
                high = middle + size if middle + size < n else n
                a, b = low, middle
                for k in range(low, high):
                    if a < middle and (b == high or values[order[a]] >= values[order[b]]):
                        other[k] = order[a]
                        a += 1
                    else:
                        other[k] = order[b]
                        b += 1
                low = high
            for k in range(n):
                order[k] = other[k]
            size *= 2
    return column


@cython.locals(n=cython.int, k=cython.int, b=cython.int, right=cython.double, size=cython.longlong)
def settle(
    p: cython.double[::1], chars: cython.int[::1], order: cython.int[::1], best: cython.int
) -> tuple[bytearray, float, int]:
    """Mark the ``best`` first of an order; return also their expected hits and their characters."""
    marks = bytearray(len(p))
    chosen: cython.uchar[::1] = marks
    right, size = 0.0, 0
    with cython.nogil:
        for k in range(best):
            b = order[k]
            chosen[b] = 1
            right += p[b] * chars[b]
            size += chars[b]
    return marks, right, size
