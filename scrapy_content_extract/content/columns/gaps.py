"""What is known of the gaps between the paragraphs of a page, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`~scrapy_content_extract.content.gaps`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .. import elements
from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import doubles, ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: What an element means for a block: a bit of ``Page.meaning``, as in :mod:`.climb`.
BLOCK = cython.declare(cython.int, elements.IS_BLOCK)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(share=cython.longlong)
def thousandths(part: cython.int, whole: cython.int) -> cython.int:
    """Return a share in thousandths, 0 of nothing."""
    share = 1000
    return share * part // whole if whole else 0


# --- elements -------------------------------------------------------------------------------


@cython.locals(n=cython.int, i=cython.int)
def count_children(parent_column: Sequence[int]) -> array[int]:
    """Return how many children each element has.

    >>> list(count_children(array("i", [-1, 0, 0, 2])))
    [2, 0, 1, 0]
    """
    parent = ints(parent_column)
    n = len(parent_column)
    column = zeros(n)
    children = ints(column)
    with cython.nogil:
        for i in range(1, n):
            children[parent[i]] += 1
    return column


# --- gaps -----------------------------------------------------------------------------------


@cython.locals(n=cython.int, k=cython.int, i=cython.int, j=cython.int)
def climbs(
    parent_column: Sequence[int], end_column: Sequence[int], owner_column: Sequence[int],
    meaning_column: Sequence[int], line_starts_column: Sequence[int],
) -> tuple[array[int], ...]:  # fmt: skip
    """Return the ways through the tree from each paragraph to the next, a column for each fact.

    The container; its children that hold the paragraph before and after, or -1; the block-level elements
    that end there, that begin there, and both together; all elements that end and that begin.
    """
    parent, end, owner = ints(parent_column), ints(end_column), ints(owner_column)
    meaning, line_starts = uchars(meaning_column), ints(line_starts_column)
    n = len(line_starts_column) - 2
    columns = zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n)
    container = ints(columns[0])
    before = ints(columns[1])
    after = ints(columns[2])
    ended = ints(columns[3])
    begun = ints(columns[4])
    levels = ints(columns[5])
    up = ints(columns[6])
    down = ints(columns[7])
    with cython.nogil:
        for k in range(n):
            i, j = owner[line_starts[k + 1] - 1], owner[line_starts[k + 1]]
            before[k] = after[k] = -1
            while i > j or end[i] <= j:
                ended[k] += (meaning[i] & BLOCK) != 0
                up[k] += 1
                before[k], i = i, parent[i]
            while i < j:
                begun[k] += (meaning[j] & BLOCK) != 0
                down[k] += 1
                after[k], j = j, parent[j]
            container[k] = i
            levels[k] = ended[k] + begun[k]
    return columns


@cython.locals(n=cython.int, k=cython.int, total=cython.int, here=cython.int, most=cython.int)
def ranks(numbers_column: Sequence[int]) -> array[int]:
    """Return for each of some numbers, none below 0, the share of smaller ones, in thousandths.

    >>> list(ranks(array("i", [5, 2, 2, 9])))
    [500, 0, 0, 750]
    """
    numbers = ints(numbers_column)
    n, total, most = len(numbers_column), 0, 0
    for k in range(n):
        most = numbers[k] if numbers[k] > most else most
    smaller_column, column = zeros(most + 1), zeros(n)
    smaller = ints(smaller_column)  # first how many there are of each
    rank = ints(column)
    with cython.nogil:
        for k in range(n):
            smaller[numbers[k]] += 1
        for k in range(most + 1):
            here = smaller[k]
            smaller[k] = total
            total += here
        for k in range(n):
            rank[k] = thousandths(smaller[numbers[k]], n)
    return column


@cython.locals(n=cython.int, k=cython.int, i=cython.int)
def compare_in_containers(
    container_column: Sequence[int], levels_column: Sequence[int], count: cython.int
) -> tuple[array[int], array[int], array[int]]:
    """Compare each gap with those of its container.

    Return how many these are, how many levels the largest has more, and the mean more, in tenths.
    """
    container, levels = ints(container_column), ints(levels_column)
    n = len(container_column)
    gaps_of, most_of, sum_of = zeros(count), zeros(count), zeros(count)
    columns = zeros(n), zeros(n), zeros(n)
    gaps = ints(gaps_of)
    most = ints(most_of)
    total = ints(sum_of)
    number = ints(columns[0])
    above = ints(columns[1])
    mean = ints(columns[2])
    with cython.nogil:
        for k in range(n):
            i = container[k]
            gaps[i] += 1
            total[i] += levels[k]
            if levels[k] > most[i]:
                most[i] = levels[k]
        for k in range(n):
            i = container[k]
            number[k] = gaps[i]
            above[k] = most[i] - levels[k]
            mean[k] = 10 * total[i] // gaps[i] - 10 * levels[k]
    return columns


@cython.locals(n=cython.int, k=cython.int, nearest=cython.int, size=cython.int)
def shallower(depth_column: Sequence[int]) -> tuple[array[int], array[int]]:
    """Return for each gap the next gaps to its left and right that are less deep.

    Where there is none it is -1, or the number of gaps.

    >>> list(map(list, shallower(array("i", [2, 3, 3, 1]))))
    [[-1, 0, 0, -1], [3, 3, 3, 4]]
    """
    depth = ints(depth_column)
    n = len(depth_column)
    size = 0  # of the gaps that are open: without a shallower one to their right yet
    left_column, right_column, open_column = zeros(n), zeros(n), zeros(n)
    left = ints(left_column)
    right = ints(right_column)
    open_gaps = ints(open_column)
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


# --- the features of some gaps --------------------------------------------------------------


@cython.locals(n=cython.int, k=cython.int, i=cython.int, a=cython.int, z=cython.int)
@cython.locals(chars=cython.int, all_chars=cython.int)
def sides(
    those_column: Sequence[int], first_column: Sequence[int], stop_column: Sequence[int],
    tags_column: Sequence[int], chars_before_column: Sequence[int], link_before_column: Sequence[int],
    line_of_column: Sequence[int], place_column: Sequence[int], children_column: Sequence[int],
    alike_column: Sequence[int],
) -> tuple[array[int], ...]:  # fmt: skip
    """Return what some elements are, a column for each field of :class:`...gaps.Side`; 0 for element -1."""
    those, first, stop = ints(those_column), ints(first_column), ints(stop_column)
    tags, chars_before = uchars(tags_column), ints(chars_before_column)
    link_before, line_of, place = ints(link_before_column), ints(line_of_column), ints(place_column)
    children, alike = ints(children_column), ints(alike_column)
    n, all_chars = len(those_column), chars_before[len(chars_before_column) - 1]
    columns = zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n)
    tag = ints(columns[0])
    size = ints(columns[1])
    share = ints(columns[2])
    density = ints(columns[3])
    paragraphs = ints(columns[4])
    held_children = ints(columns[5])
    siblings = ints(columns[6])
    with cython.nogil:
        for k in range(n):
            i = those[k]
            if i < 0:
                continue
            a, z = first[i], stop[i]
            chars = chars_before[z] - chars_before[a]
            tag[k], size[k], paragraphs[k] = tags[i], chars, line_of[z - 1] - line_of[a] + 1
            share[k] = thousandths(chars, all_chars)
            density[k] = thousandths(link_before[z] - link_before[a], chars)
            held_children[k], siblings[k] = children[place[i]], alike[place[i]]
    return columns


@cython.locals(n=cython.int, k=cython.int, low=cython.int, high=cython.int, middle=cython.int)
@cython.locals(gaps=cython.int, all_chars=cython.int)
def ranges(
    left_column: Sequence[int], right_column: Sequence[int], line_starts_column: Sequence[int],
    chars_before_column: Sequence[int], begin: cython.int,
) -> tuple[array[int], ...]:  # fmt: skip
    """Return what lies between each gap and the next shallower ones, from gap ``begin`` on.

    The shares of the page before it, after it, in both and up to it, in thousandths; the paragraphs before
    and after it.
    """
    left, right, line_starts = ints(left_column), ints(right_column), ints(line_starts_column)
    chars_before = ints(chars_before_column)
    n, gaps = len(left_column), len(line_starts_column) - 2
    columns = zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n)
    before = ints(columns[0])
    after = ints(columns[1])
    both = ints(columns[2])
    position = ints(columns[3])
    lines_before = ints(columns[4])
    lines_after = ints(columns[5])
    all_chars = chars_before[len(chars_before_column) - 1]
    with cython.nogil:
        for k in range(n):
            lines_before[k] = begin + k - left[k]
            lines_after[k] = right[k] - begin - k
            low = chars_before[line_starts[left[k] + 1]]
            middle = chars_before[line_starts[begin + k + 1]]
            high = chars_before[line_starts[right[k] + 1 if right[k] < gaps else gaps + 1]]
            before[k] = thousandths(middle - low, all_chars)
            after[k] = thousandths(high - middle, all_chars)
            both[k] = thousandths(high - low, all_chars)
            position[k] = thousandths(middle, all_chars)
    return columns


@cython.locals(n=cython.int, k=cython.int, gaps=cython.int)
def neighbours(
    depth_column: Sequence[int], levels_column: Sequence[int], begin: cython.int, beyond: cython.int,
    none: cython.int,
) -> tuple[array[int], ...]:  # fmt: skip
    """Return how much deeper the gap before each of some gaps is and the gap after, and their levels.

    At the ends of the page it is ``none``.

    >>> list(map(list, neighbours(array("i", [4, 1, 3]), array("i", [2, 5, 6]), 0, 3, -9)))
    [[-9, 3, -2], [-3, 2, -9], [-9, 2, 5], [5, 6, -9]]
    """
    depth, levels = ints(depth_column), ints(levels_column)
    n, gaps = beyond - begin, len(depth_column)
    columns = zeros(n), zeros(n), zeros(n), zeros(n)
    deeper_before = ints(columns[0])
    deeper_after = ints(columns[1])
    levels_before = ints(columns[2])
    levels_after = ints(columns[3])
    with cython.nogil:
        for k in range(begin, beyond):
            deeper_before[k - begin] = depth[k - 1] - depth[k] if k else none
            deeper_after[k - begin] = depth[k + 1] - depth[k] if k + 1 < gaps else none
            levels_before[k - begin] = levels[k - 1] if k else none
            levels_after[k - begin] = levels[k + 1] if k + 1 < gaps else none
    return columns


@cython.locals(n=cython.int, k=cython.int, a=cython.int, z=cython.int)
def contrasts(
    before_column: Sequence[int], after_column: Sequence[int], place_column: Sequence[int],
    look_column: Sequence[int], chars_before_column: Sequence[int], chars_after_column: Sequence[int],
    one_column: Sequence[int], other_column: Sequence[int],
) -> tuple[array[int], array[int], array[int]]:  # fmt: skip
    """Compare what is before each gap with what is after it.

    Return 1 if they look alike; the shorter as a share of the longer, in thousandths; and how much their
    link densities, ``one`` and ``other``, differ.
    """
    before, after, place = ints(before_column), ints(after_column), ints(place_column)
    look, chars_before, chars_after = ints(look_column), ints(chars_before_column), ints(chars_after_column)
    one, other = ints(one_column), ints(other_column)
    n = len(before_column)
    columns = zeros(n), zeros(n), zeros(n)
    same = ints(columns[0])
    evenness = ints(columns[1])
    contrast = ints(columns[2])
    with cython.nogil:
        for k in range(n):
            a, z = chars_before[k], chars_after[k]
            if before[k] >= 0 and after[k] >= 0:
                same[k] = look[place[before[k]]] == look[place[after[k]]]
            evenness[k] = thousandths(a, z) if a < z else thousandths(z, a)
            contrast[k] = one[k] - other[k] if one[k] > other[k] else other[k] - one[k]
    return columns


# --- strengths ------------------------------------------------------------------------------


@cython.locals(n=cython.int, k=cython.int)
def looks(
    those_column: Sequence[int], place_column: Sequence[int], look_column: Sequence[int]
) -> array[int]:
    """Return the looks of some elements, -1 of element -1."""
    those, place, look = ints(those_column), ints(place_column), ints(look_column)
    n = len(those_column)
    column = zeros(n)
    found = ints(column)
    with cython.nogil:
        for k in range(n):
            found[k] = look[place[those[k]]] if those[k] >= 0 else -1
    return column


@cython.locals(n=cython.int, k=cython.int)
def level_out(strength_column: Sequence[float], group_column: Sequence[int], groups: cython.int) -> None:
    """Give each gap the mean strength of its group."""
    strength, group = doubles(strength_column), ints(group_column)
    n = len(strength_column)
    sums_column, counts_column = array("d", [0.0]) * groups, zeros(groups)
    sums = doubles(sums_column)
    counts = ints(counts_column)
    with cython.nogil:
        for k in range(n):
            sums[group[k]] += strength[k]
            counts[group[k]] += 1
        for k in range(n):
            strength[k] = sums[group[k]] / counts[group[k]]


@cython.locals(n=cython.int, k=cython.int)
def keep_together(
    strength_column: Sequence[float], levels_column: Sequence[int], before_column: Sequence[int],
    after_column: Sequence[int], is_item_column: Sequence[int], is_heading_column: Sequence[int],
) -> None:  # fmt: skip
    """Take all strength from the gaps between two items and after headings, where there are no boxes.

    ``before`` and ``after`` are tags, ``is_item`` and ``is_heading`` have an entry for each of them.
    """
    strength, levels, before = doubles(strength_column), ints(levels_column), ints(before_column)
    after, is_item, is_heading = ints(after_column), uchars(is_item_column), uchars(is_heading_column)
    n = len(strength_column)
    with cython.nogil:
        for k in range(n):
            if levels[k] <= 2 and (is_heading[before[k]] or (is_item[before[k]] and is_item[after[k]])):
                strength[k] = 0


@cython.locals(n=cython.int, k=cython.int, size=cython.int)
def reaching(strength: cython.double[::1], least: cython.double) -> array[int]:
    """Return which gaps have a least strength.

    >>> list(reaching(array("d", [0.5, 0.1, 0.3]), 0.3))
    [0, 2]
    """
    n, size = len(strength), 0
    column = zeros(n)
    those: cython.int[::1] = column
    with cython.nogil:
        for k in range(n):
            if strength[k] >= least:
                those[size] = k
                size += 1
    return column[:size]
