"""Page → what is known of the gaps between its paragraphs, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`.gap_features`; ``gaps.pxd`` says what each column is.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ..markup import elements, layout
from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .arithmetic_py import pair_numbers  # type: ignore[import-not-found]
    from .room_py import Room  # type: ignore[import-not-found]
    from .standin import doubles, ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: What an element means for a block: a bit of ``Page.meaning``, as in :mod:`.climb`.
BLOCK = cython.declare(cython.int, elements.IS_BLOCK)
#: A heading is not followed farther than this; where there is none, it is this many paragraphs away.
FARTHEST_HEADING = cython.declare(cython.int, 50)
NO_HEADING = cython.declare(cython.int, 99)
#: Columns as long as a page has elements or paragraphs: so many of them.
COLUMNS = 24


@cython.cclass
class Gaps:
    """The gaps of a page that has texts; they can be described once ``compare`` was called."""

    def __init__(self, page: Any) -> None:
        self.page, self.size, self.paragraphs = page, len(page.line_starts) - 2, len(page.line_starts) - 1
        self.code, self.meaning = uchars(page.code), uchars(page.meaning)
        self.parent, self.end, self.lines = ints(page.parent), ints(page.end), ints(page.line_starts)
        self.first, self.stop, self.owner = ints(page.first), ints(page.stop), ints(page.owner)
        self.chars_before, self.link_before = ints(page.chars_before), ints(page.link_chars_before)
        self.room = Room(COLUMNS * (len(page.code) + self.paragraphs))
        self.take_elements(
            ints(page.names.of_class), ints(page.tag_number), len(page.code), len(page.names.values)
        )
        self.look_at_paragraphs(len(page.code))
        self.climb(ints(page.depth))
        self.rank(self.levels, self.levels_rank)
        self.rank(self.depth, self.depth_rank)
        self.compare_in_containers(len(page.code))

    @cython.cfunc
    @cython.locals(i=cython.int, m=cython.int)
    def take_elements(
        self, of_class: cython.p_int, tags: cython.p_int, n: cython.int, values: cython.int
    ) -> cython.int:
        """Copy what is needed of the elements with text, and note their classes; they are a tree."""
        up, first, stop, room = self.parent, self.first, self.stop, self.room
        place = self.place = room.column(n)
        known_column, those_column = zeros(values), zeros(n)
        known, those = ints(known_column), ints(those_column)  # of each class its place among these, and 1
        parent, tag, class_place, children = room.column(n), room.column(n), room.column(n), room.column(n)
        m, self.classes = 0, 0
        with cython.nogil:
            for i in range(n):
                if first[i] < stop[i]:
                    place[i], parent[m], tag[m] = m, place[up[i]] if m else -1, tags[i]
                    if m:
                        children[parent[m]] += 1
                    if not known[of_class[i]]:
                        those[self.classes] = of_class[i]
                        self.classes += 1
                        known[of_class[i]] = self.classes
                    class_place[m] = known[of_class[i]] - 1
                    m += 1
        self.elements, self.children, self.parent_of, self.tag_of, self.class_of = (
            m, children, parent, tag, class_place,
        )  # fmt: skip
        self.class_names = array("i", those_column[: self.classes])
        return 0

    @cython.locals(i=cython.int, n=cython.int)
    def compare(self, plain_column: Sequence[int]) -> None:
        """Find which elements look alike; ``plain`` numbers the classes, digits aside."""
        n, room, plain = self.elements, self.room, ints(plain_column)
        if len(plain_column) != self.classes:
            raise ValueError("the columns are not of one length")
        own_column, pair_column, counts_column = zeros(n), zeros(n), zeros(n)
        own, pair, counts = ints(own_column), ints(pair_column), ints(counts_column)
        look, alike = room.column(n), room.column(n)
        with cython.nogil:
            for i in range(n):
                own[i] = plain[self.class_of[i]]
        pair_numbers(self.tag_of, own, n, look)
        pair_numbers(self.parent_of, look, n, pair)
        with cython.nogil:
            for i in range(n):
                counts[pair[i]] += 1
            for i in range(n):
                alike[i] = counts[pair[i]]
        self.look, self.alike = look, alike

    @cython.cfunc
    @cython.locals(i=cython.int, b=cython.int, k=cython.int, m=cython.int, distance=cython.int)
    def look_at_paragraphs(self, n: cython.int) -> cython.int:
        """Find the box and the headings of each paragraph; the root is the box of what has no other."""
        room, parent, code, lines, m = self.room, self.parent, self.code, self.lines, self.paragraphs
        is_box, tag_of, level_of = uchars(layout.IS_BOX), uchars(layout.TAG), uchars(layout.HEADING_LEVEL)
        box_column = zeros(n)
        box = ints(box_column)
        line_of = self.line_of = room.column(lines[m])
        tag, heading, since, until = room.column(m), room.column(m), room.column(m), room.column(m)
        with cython.nogil:
            for i in range(1, n):
                box[i] = i if is_box[code[i]] else box[parent[i]]
            distance = NO_HEADING
            for b in range(m):
                for k in range(lines[b], lines[b + 1]):
                    line_of[k] = b
                i = code[box[self.owner[lines[b]]]]
                tag[b], heading[b] = tag_of[i], level_of[i]
                distance = 0 if heading[b] else distance
                since[b] = distance
                distance += distance < FARTHEST_HEADING
            distance = NO_HEADING
            for b in range(m - 1, -1, -1):
                distance = 0 if heading[b] else distance
                until[b] = distance
                distance += distance < FARTHEST_HEADING
        self.tag, self.heading, self.since_heading, self.until_heading = tag, heading, since, until
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, k=cython.int, i=cython.int, j=cython.int)
    def climb(self, depth_of: cython.p_int) -> cython.int:
        """Follow the mark-up from each paragraph to the next."""
        room, parent, end, owner, lines, n = (
            self.room,
            self.parent,
            self.end,
            self.owner,
            self.lines,
            self.size,
        )
        meaning = self.meaning
        container, before, after = room.column(n), room.column(n), room.column(n)
        ended, begun, levels = room.column(n), room.column(n), room.column(n)
        up, down, depth = room.column(n), room.column(n), room.column(n)
        with cython.nogil:
            for k in range(n):
                i, j = owner[lines[k + 1] - 1], owner[lines[k + 1]]
                before[k] = after[k] = -1
                while i > j or end[i] <= j:
                    ended[k] += (meaning[i] & BLOCK) != 0
                    up[k] += 1
                    before[k], i = i, parent[i]
                while i < j:
                    begun[k] += (meaning[j] & BLOCK) != 0
                    down[k] += 1
                    after[k], j = j, parent[j]
                container[k], levels[k], depth[k] = i, ended[k] + begun[k], depth_of[i]
        self.container, self.before, self.after, self.ended, self.begun = (
            container,
            before,
            after,
            ended,
            begun,
        )
        self.levels, self.up, self.down, self.depth = levels, up, down, depth
        self.left, self.right = room.column(n), room.column(n)
        self.levels_rank, self.depth_rank = room.column(n), room.column(n)
        return find_shallower(depth, n, self.left, self.right)

    @cython.cfunc
    @cython.locals(n=cython.int, k=cython.int, total=cython.int, here=cython.int, most=cython.int)
    @cython.locals(share=cython.longlong)
    def rank(self, numbers: cython.p_int, to: cython.p_int) -> cython.int:
        """Write for each gap the share of gaps with a smaller number, in thousandths; none is below 0."""
        n, total, most = self.size, 0, 0
        with cython.nogil:
            for k in range(n):
                most = numbers[k] if numbers[k] > most else most
        smaller_column = zeros(most + 1)
        smaller = ints(smaller_column)  # first how many there are of each
        with cython.nogil:
            for k in range(n):
                smaller[numbers[k]] += 1
            for k in range(most + 1):
                here = smaller[k]
                smaller[k] = total
                total += here
            for k in range(n):
                share = 1000
                to[k] = share * smaller[numbers[k]] // n
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, k=cython.int, i=cython.int)
    def compare_in_containers(self, count: cython.int) -> cython.int:
        """Compare the levels of each gap with those of all gaps of its container."""
        container, levels, room, n = self.container, self.levels, self.room, self.size
        gaps_column, most_column, sum_column = zeros(count), zeros(count), zeros(count)
        gaps, most, total = ints(gaps_column), ints(most_column), ints(sum_column)
        number, above, mean = room.column(n), room.column(n), room.column(n)
        with cython.nogil:
            for k in range(n):
                i = container[k]
                gaps[i] += 1
                total[i] += levels[k]
                most[i] = levels[k] if levels[k] > most[i] else most[i]
            for k in range(n):
                i = container[k]
                number[k], above[k] = gaps[i], most[i] - levels[k]
                mean[k] = 10 * total[i] // gaps[i] - 10 * levels[k]
        self.container_gaps, self.most_levels, self.mean_levels = number, above, mean
        return 0

    @cython.locals(n=cython.int, k=cython.int, i=cython.int, j=cython.int, count=cython.int)
    def alike_gaps(self) -> tuple[array[int], int]:
        """Return for each gap a number that gaps alike share, and how many numbers there are.

        They have the same container and levels, and on both sides elements that look alike.
        """
        n, before, after, place, look = self.size, self.before, self.after, self.place, self.look
        columns = zeros(n), zeros(n), zeros(n), zeros(n)
        one, other, sides, places = ints(columns[0]), ints(columns[1]), ints(columns[2]), ints(columns[3])
        numbers = ZERO * n
        with cython.nogil:
            for k in range(n):
                i, j = before[k], after[k]
                one[k], other[k] = look[place[i]] if i >= 0 else -1, look[place[j]] if j >= 0 else -1
        pair_numbers(one, other, n, sides)
        pair_numbers(self.container, self.levels, n, places)
        count = pair_numbers(places, sides, n, ints(numbers))
        return numbers, count


def shallower(depth_column: Sequence[int]) -> tuple[array[int], array[int]]:
    """Return for each gap the next gaps to its left and right that are less deep.

    Where there is none it is -1, or the number of gaps.

    >>> list(map(list, shallower(array("i", [2, 3, 3, 1]))))
    [[-1, 0, 0, -1], [3, 3, 3, 4]]
    """
    columns = ZERO * len(depth_column), ZERO * len(depth_column)
    find_shallower(ints(depth_column), len(depth_column), ints(columns[0]), ints(columns[1]))
    return columns


@cython.cfunc
@cython.locals(k=cython.int, nearest=cython.int, size=cython.int)
def find_shallower(depth: cython.p_int, n: cython.int, left: cython.p_int, right: cython.p_int) -> cython.int:
    """Write what ``shallower`` returns."""
    size = 0  # of the gaps that are open: without a shallower one to their right yet
    open_column = zeros(n)
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
    return 0


# --- strengths ------------------------------------------------------------------------------


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
