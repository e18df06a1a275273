"""The gaps between the paragraphs of a page, and the features of each gap.

For the terms see :mod:`.gapdepth`; :data:`.gapdepth.FEATURES` has the features.  Shares and densities are in
thousandths.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ..markup import IS_BLOCK, table
from . import columns, words
from .columns import FRACTION, ZERO, Column
from .hints import FARTHEST_HEADING, HEADING_LEVEL, IS_BOX, NO_HEADING
from .queries import gather

#: What a feature has where there is no gap to compare with.
NO_GAP = -50

#: Tags by what they mean for a layout, alike ones side by side; all others have 0.
TAGS = (
    "nav", "main", "header", "footer", "aside", "section", "article", "form", "table", ("ul", "ol", "dl"),
    ("li", "dt", "dd"), "tr", ("td", "th"), "tbody", "div", "p", "h1", "h2", "h3", "h4", "h5", "h6",
    ("body", "html"), "a", "fieldset", "blockquote", "center", "option",
)  # fmt: skip
TAG = table({tag: n for n, tags in enumerate(TAGS, 1) for tag in ([tags] if isinstance(tags, str) else tags)})
#: The features of an element of each gap.
SIDE = "{0}_tag {0}_share {0}_density {0}_paragraphs {0}_children {0}_alike"
#: The features that each of the functions below writes, in their order.
WRITTEN = [
    names.split()
    for names in (
        "depth depth_rank levels levels_rank ended begun up down gaps container_gaps most_levels mean_levels "
        "last_tag next_tag next_heading since_heading until_heading",
        "depth_of_last depth_of_next levels_of_last levels_of_next",
        "share_before share_after share_around position paragraphs_before paragraphs_after",
        *map(SIDE.format, ("container", "before", "after")),
        "same evenness contrast",
    )
]


class Gaps:
    """The gaps of a page that has texts; they can be described once ``compare`` was called."""

    def __init__(self, page: Any) -> None:
        self.page, self.kept = page, list[Any]()
        self.size, self.paragraphs = len(page.line_starts) - 2, len(page.line_starts) - 1
        self.elements = len(page.code)
        self.code, self.meaning = columns.of_bytes(page.code), columns.of_bytes(page.meaning)
        self.parent, self.end = columns.of(page.parent), columns.of(page.end)
        self.first, self.stop = columns.of(page.first), columns.of(page.stop)
        self.lines, self.owner = columns.of(page.line_starts), columns.of(page.owner)
        self.chars_before = columns.of(page.chars_before)
        self.link_before = columns.of(page.link_chars_before)
        self.chars = self.chars_before[self.lines[self.paragraphs]]
        self.take_elements(page.names.of_class, page.tag_number, len(page.names.values))
        self.look_at_paragraphs()
        self.climb(columns.of(page.depth))

    def zeros(self, n: int) -> array[int]:
        """Return a column of ``n`` zeros."""
        return columns.zeros(self.kept, n)

    def of(self, values: array[int]) -> array[int]:
        """Return a column, and keep it."""
        self.kept.append(values)
        return columns.of(values)

    def take_elements(self, of_class: Column, tags: Column, values: int) -> None:
        """Copy what is needed of the elements with text, and note their classes; they are a tree."""
        up, first, stop, n = self.parent, self.first, self.stop, len(tags)
        place, children, those = self.zeros(n), self.zeros(n), ZERO * n
        known = self.zeros(values)  # of each class its place in those, and 1
        parent, tag, class_place = ZERO * n, ZERO * n, ZERO * n
        m, classes = 0, 0
        for i in range(n):
            if first[i] < stop[i]:
                place[i], parent[m], tag[m] = m, place[up[i]] if m else -1, tags[i]
                if m:
                    children[parent[m]] += 1
                if not known[of_class[i]]:
                    those[classes] = of_class[i]
                    classes += 1
                    known[of_class[i]] = classes
                class_place[m] = known[of_class[i]] - 1
                m += 1
        self.place, self.children, self.class_names = place, children, those[:classes]
        self.parent_of, self.tag_of, self.class_of = parent[:m], tag[:m], class_place[:m]

    def compare(self, plain: Column) -> None:
        """Compare elements and gaps with others; ``plain`` numbers the classes, digits aside."""
        if len(plain) != len(self.class_names):
            raise ValueError("the columns are not of one length")
        look, _ = words.number_pairs(self.tag_of, gather(plain, self.class_of))
        pair, pairs = words.number_pairs(self.parent_of, look)
        counts = ZERO * pairs
        for i in range(len(pair)):
            counts[pair[i]] += 1
        self.look, self.alike = self.of(look), self.of(gather(counts, pair))
        left, right = shallower(self.depths)
        self.left, self.right = self.of(left), self.of(right)
        self.levels_rank = self.of(ranks(self.levels_of_gaps))
        self.depth_rank = self.of(ranks(self.depths))
        self.compare_in_containers()

    def look_at_paragraphs(self) -> None:
        """Find the box and the headings of each paragraph; the root is the box of what has no other."""
        parent, code, lines, owner, m, n = (
            self.parent, self.code, self.lines, self.owner, self.paragraphs, self.elements
        )  # fmt: skip
        is_box, tag_of = columns.of_bytes(IS_BOX), columns.of_bytes(TAG)
        level_of, box = columns.of_bytes(HEADING_LEVEL), self.zeros(n)
        line_of = self.line_of = self.zeros(lines[m])
        tag, heading, since, until = self.zeros(m), self.zeros(m), self.zeros(m), self.zeros(m)
        for i in range(1, n):
            box[i] = i if is_box[code[i]] else box[parent[i]]
        distance = NO_HEADING
        for b in range(m):
            for k in range(lines[b], lines[b + 1]):
                line_of[k] = b
            i = code[box[owner[lines[b]]]]
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

    def climb(self, depth_of: array[int]) -> None:
        """Follow the mark-up from each paragraph to the next."""
        parent, end, owner, lines, n = self.parent, self.end, self.owner, self.lines, self.size
        self.containers, self.levels_of_gaps, self.depths = ZERO * n, ZERO * n, ZERO * n
        container, levels = columns.of(self.containers), columns.of(self.levels_of_gaps)
        meaning, depth = self.meaning, columns.of(self.depths)
        before, after, ended, begun = self.zeros(n), self.zeros(n), self.zeros(n), self.zeros(n)
        up, down = self.zeros(n), self.zeros(n)
        for k in range(n):
            i, j = owner[lines[k + 1] - 1], owner[lines[k + 1]]
            before[k] = after[k] = -1
            while i > j or end[i] <= j:
                ended[k] += (meaning[i] & IS_BLOCK) != 0
                up[k] += 1
                before[k], i = i, parent[i]
            while i < j:
                begun[k] += (meaning[j] & IS_BLOCK) != 0
                down[k] += 1
                after[k], j = j, parent[j]
            container[k], levels[k], depth[k] = i, ended[k] + begun[k], depth_of[i]
        self.container, self.before, self.after = container, before, after
        self.ended, self.begun, self.levels = ended, begun, levels
        self.up, self.down, self.depth = up, down, depth

    def compare_in_containers(self) -> None:
        """Compare the levels of each gap with the levels of all gaps of its container."""
        container, levels, n, count = self.container, self.levels, self.size, self.elements
        gaps, most, total = self.zeros(count), self.zeros(count), self.zeros(count)
        number, above, mean = self.zeros(n), self.zeros(n), self.zeros(n)
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

    def alike_gaps(self) -> tuple[array[int], int]:
        """Return for each gap a number that gaps alike share, and how many numbers there are.

        They have the same container and levels, and on both sides elements that look alike.
        """
        n, before, after, place, look = self.size, self.before, self.after, self.place, self.look
        one, other = ZERO * n, ZERO * n
        for k in range(n):
            i, j = before[k], after[k]
            one[k], other[k] = look[place[i]] if i >= 0 else -1, look[place[j]] if j >= 0 else -1
        sides, _ = words.number_pairs(one, other)
        places, _ = words.number_pairs(self.containers, self.levels_of_gaps)
        return words.number_pairs(places, sides)


def ranks(numbers: Column) -> array[int]:
    """Return for each gap the share of gaps with a smaller number, in thousandths; none is below 0."""
    n, total, most = len(numbers), 0, 0
    for k in range(n):
        most = numbers[k] if numbers[k] > most else most
    smaller, rank = ZERO * (most + 1), ZERO * n  # smaller: first how many there are of each
    for k in range(n):
        smaller[numbers[k]] += 1
    for k in range(most + 1):
        here = smaller[k]
        smaller[k] = total
        total += here
    for k in range(n):
        share = 1000
        rank[k] = share * smaller[numbers[k]] // n
    return rank


def shallower(depth: Column) -> tuple[array[int], array[int]]:
    """Return for each gap the next gaps to its left and right that are less deep.

    Where there is none it is -1, or the number of gaps.
    """
    n, size = len(depth), 0  # of the gaps that are open: without a shallower one to their right yet
    left, right, open_gaps = ZERO * n, ZERO * n, ZERO * n
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
    return left, right


def describe(it: Gaps, begin: int, beyond: int, places: Sequence[Sequence[int]]) -> array[int]:
    """Return the features of some gaps, a column for each.

    ``places`` has the numbers of each part of :data:`WRITTEN`.
    """
    n = beyond - begin
    made = ZERO * (n * sum(map(len, places)))
    numbers = columns.of(made)
    of_gap, of_others, of_range, of_container, of_before, of_after, of_both = [
        [n * k for k in part] for part in places
    ]
    write_gaps(it, numbers, begin, n, of_gap)
    write_beside(it, numbers, begin, n, of_others)
    write_ranges(it, numbers, begin, n, of_range)
    write_side(it, numbers, it.container, begin, n, of_container)
    write_side(it, numbers, it.before, begin, n, of_before)
    write_side(it, numbers, it.after, begin, n, of_after)
    write_sides(it, numbers, begin, n, of_both)
    return made


def write_gaps(it: Gaps, numbers: array[int], begin: int, n: int, starts: list[int]) -> None:
    """Write what each gap is."""
    depth, depth_rank, levels, levels_rank, ended, begun, up, down, gaps, in_container = starts[:10]
    most, mean, last_tag, next_tag, heading, since, until = starts[10:]
    for b in range(n):
        k = begin + b
        numbers[gaps + b], numbers[in_container + b] = it.size, it.container_gaps[k]
        numbers[depth + b], numbers[depth_rank + b] = it.depth[k], it.depth_rank[k]
        numbers[levels + b], numbers[levels_rank + b] = it.levels[k], it.levels_rank[k]
        numbers[ended + b], numbers[begun + b] = it.ended[k], it.begun[k]
        numbers[up + b], numbers[down + b] = it.up[k], it.down[k]
        numbers[most + b], numbers[mean + b] = it.most_levels[k], it.mean_levels[k]
        numbers[last_tag + b], numbers[next_tag + b] = it.tag[k], it.tag[k + 1]
        numbers[heading + b] = it.heading[k + 1]
        numbers[since + b], numbers[until + b] = it.since_heading[k], it.until_heading[k + 1]


def write_beside(it: Gaps, numbers: array[int], begin: int, n: int, starts: list[int]) -> None:
    """Write what the gaps beside each gap are."""
    depth, levels, size = it.depth, it.levels, it.size
    deeper_before, deeper_after, levels_before, levels_after = starts
    for b in range(n):
        k = begin + b
        numbers[deeper_before + b] = depth[k - 1] - depth[k] if k else NO_GAP
        numbers[deeper_after + b] = depth[k + 1] - depth[k] if k + 1 < size else NO_GAP
        numbers[levels_before + b] = levels[k - 1] if k else NO_GAP
        numbers[levels_after + b] = levels[k + 1] if k + 1 < size else NO_GAP


def write_ranges(it: Gaps, numbers: array[int], begin: int, n: int, starts: list[int]) -> None:
    """Write what lies between each gap and the next shallower ones."""
    chars_before, lines, left, right, all_chars = it.chars_before, it.lines, it.left, it.right, it.chars
    before, after, around, position, lines_before, lines_after = starts
    for b in range(n):
        k = begin + b
        numbers[lines_before + b], numbers[lines_after + b] = k - left[k], right[k] - k
        low, middle = chars_before[lines[left[k] + 1]], chars_before[lines[k + 1]]
        high = chars_before[lines[right[k] + 1]]
        numbers[before + b] = thousandths(middle - low, all_chars)
        numbers[after + b] = thousandths(high - middle, all_chars)
        numbers[around + b] = thousandths(high - low, all_chars)
        numbers[position + b] = thousandths(middle, all_chars)


def write_side(
    it: Gaps, numbers: array[int], those: array[int], begin: int, n: int, starts: list[int]
) -> None:
    """Write what some elements are, 0 for element -1; ``starts`` are where the columns begin."""
    tag, share, density, paragraphs, children, alike = starts
    first, stop, place, line_of, all_chars = it.first, it.stop, it.place, it.line_of, it.chars
    code, tag_of = it.code, columns.of_bytes(TAG)
    for b in range(n):
        i = those[begin + b]
        if i >= 0:
            numbers[tag + b], numbers[share + b] = tag_of[code[i]], thousandths(chars_of(it, i), all_chars)
            numbers[density + b] = density_of(it, i)
            numbers[paragraphs + b] = line_of[stop[i] - 1] - line_of[first[i]] + 1
            numbers[children + b], numbers[alike + b] = it.children[place[i]], it.alike[place[i]]


def write_sides(it: Gaps, numbers: array[int], begin: int, n: int, starts: list[int]) -> None:
    """Write how what is before each gap differs from what is after it."""
    before, after, look, place = it.before, it.after, it.look, it.place
    same, evenness, contrast = starts
    for b in range(n):
        i, j = before[begin + b], after[begin + b]
        if i >= 0 and j >= 0:
            numbers[same + b] = look[place[i]] == look[place[j]]
        a, z = chars_of(it, i), chars_of(it, j)
        numbers[evenness + b] = thousandths(a, z) if a < z else thousandths(z, a)
        a, z = density_of(it, i), density_of(it, j)
        numbers[contrast + b] = a - z if a > z else z - a


def chars_of(it: Gaps, i: int) -> int:
    """Return the characters of an element, 0 for element -1."""
    return it.chars_before[it.stop[i]] - it.chars_before[it.first[i]] if i >= 0 else 0


def density_of(it: Gaps, i: int) -> int:
    """Return the link density of an element, 0 for element -1."""
    link_before = it.link_before
    return thousandths(link_before[it.stop[i]] - link_before[it.first[i]], chars_of(it, i)) if i >= 0 else 0


def thousandths(part: int, whole: int) -> int:
    """Return a share in thousandths, 0 of nothing."""
    share = 1000
    return share * part // whole if whole else 0


def level_out(strength: array[float], group: Column, groups: int) -> None:
    """Give each gap the mean strength of its group."""
    n = len(strength)
    sums, counts = FRACTION * groups, ZERO * groups
    for k in range(n):
        sums[group[k]] += strength[k]
        counts[group[k]] += 1
    for k in range(n):
        strength[k] = sums[group[k]] / counts[group[k]]


def keep_together(
    strength: array[float], levels: Column, before: Column, after: Column, is_item: Column, is_heading: Column
) -> None:
    """Take all strength from the gaps between two items and after headings, where there are no boxes.

    ``before`` and ``after`` are tags, ``is_item`` and ``is_heading`` have an entry for each of them.
    """
    n = len(strength)
    for k in range(n):
        if levels[k] <= 2 and (is_heading[before[k]] or (is_item[before[k]] and is_item[after[k]])):
            strength[k] = 0


def chosen(
    strength: Sequence[float], lines: Column, chars_before: Column, least: float, part: float, small: int
) -> array[int]:
    """Return the gaps at which a page is cut: they have a least strength and keep no small block apart.

    Blocks of less than ``small`` characters join a neighbour, over the weakest cuts first.  A cut between two
    parts, of the strength ``part``, remains.

    >>> chars, lines = array("i", [0, 90, 95, 185, 188]), array("i", range(5))
    >>> list(chosen(array("d", [0.3, 0.2, 0.9]), lines, chars, 0.1, 0.45, 12))
    [0, 2]
    """
    cuts = [k for k, at in enumerate(strength) if at >= least]
    stops = [chars_before[lines[k + 1]] for k in (*cuts, len(strength))]
    chars = [stop - start for start, stop in zip([0, *stops], stops)]
    begin = list(range(len(stops)))  # of each block, or a block further left in what it has joined
    weak = [
        b for b, k in enumerate(cuts) if strength[k] < part and (chars[b] < small or chars[b + 1] < small)
    ]
    for b in sorted(weak, key=lambda b: strength[cuts[b]]):
        left = b
        while begin[left] != left:
            begin[left] = begin[begin[left]]
            left = begin[left]
        if chars[left] < small or chars[b + 1] < small:
            begin[b + 1] = left
            chars[left] += chars[b + 1]
    return array("i", [k for b, k in enumerate(cuts, 1) if begin[b] == b])
