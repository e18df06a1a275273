"""The gaps between the paragraphs of a page, and the features of each gap.

For the terms see :mod:`.gapdepth`; :data:`.gapdepth.FEATURES` has the features.  Shares and densities are in
thousandths.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from ..markup import IS_BLOCK, table
from . import words
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


class Gaps:
    """The gaps of a page that has texts; they can be described once ``compare`` was called."""

    def __init__(self, page: Any) -> None:
        self.size, self.paragraphs = len(page.line_starts) - 2, len(page.line_starts) - 1
        self.code, self.meaning = page.code, page.meaning
        self.parent, self.end, self.lines = page.parent, page.end, page.line_starts
        self.first, self.stop, self.owner = page.first, page.stop, page.owner
        self.chars_before, self.link_before = page.chars_before, page.link_chars_before
        self.take_elements(page.names.of_class, page.tag_number, len(page.names.values))
        self.look_at_paragraphs()
        self.climb(page.depth)

    def take_elements(self, of_class: Column, tags: Column, values: int) -> None:
        """Copy what is needed of the elements with text, and note their classes; they are a tree."""
        up, first, stop, n = self.parent, self.first, self.stop, len(tags)
        place, those = ZERO * n, ZERO * n
        known = ZERO * values  # of each class its place in those, and 1
        parent, tag, class_place, children = ZERO * n, ZERO * n, ZERO * n, ZERO * n
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
        self.look, _ = words.number_pairs(self.tag_of, gather(plain, self.class_of))
        pair, pairs = words.number_pairs(self.parent_of, self.look)
        counts = ZERO * pairs
        for i in range(len(pair)):
            counts[pair[i]] += 1
        self.alike = gather(counts, pair)
        self.left, self.right = shallower(self.depth)
        self.levels_rank, self.depth_rank = ranks(self.levels), ranks(self.depth)
        self.compare_in_containers()

    def look_at_paragraphs(self) -> None:
        """Find the box and the headings of each paragraph; the root is the box of what has no other."""
        parent, code, lines, owner, m, n = (
            self.parent, self.code, self.lines, self.owner, self.paragraphs, len(self.code)
        )  # fmt: skip
        is_box, tag_of, level_of = IS_BOX, TAG, HEADING_LEVEL
        box = ZERO * n
        line_of = self.line_of = ZERO * lines[m]
        tag, heading, since, until = ZERO * m, ZERO * m, ZERO * m, ZERO * m
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

    def climb(self, depth_of: Column) -> None:
        """Follow the mark-up from each paragraph to the next."""
        parent, end, owner, lines, n = self.parent, self.end, self.owner, self.lines, self.size
        meaning = self.meaning
        container, before, after = ZERO * n, ZERO * n, ZERO * n
        ended, begun, levels = ZERO * n, ZERO * n, ZERO * n
        up, down, depth = ZERO * n, ZERO * n, ZERO * n
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
        container, levels, n, count = self.container, self.levels, self.size, len(self.code)
        gaps, most, total = ZERO * count, ZERO * count, ZERO * count
        number, above, mean = ZERO * n, ZERO * n, ZERO * n
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
        places, _ = words.number_pairs(self.container, self.levels)
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


def describe(it: Gaps, begin: int, beyond: int, names: Iterable[str]) -> array[int]:
    """Return the features of some gaps; ``names`` are all features in their order."""
    to = {
        "gaps": array("i", [it.size]) * (beyond - begin),
        "depth": it.depth[begin:beyond], "depth_rank": it.depth_rank[begin:beyond],
        "ended": it.ended[begin:beyond], "begun": it.begun[begin:beyond],
        "levels": it.levels[begin:beyond], "levels_rank": it.levels_rank[begin:beyond],
        "most_levels": it.most_levels[begin:beyond], "mean_levels": it.mean_levels[begin:beyond],
        "up": it.up[begin:beyond], "down": it.down[begin:beyond],
        "container_gaps": it.container_gaps[begin:beyond],
        "last_tag": it.tag[begin:beyond], "next_tag": it.tag[begin + 1 : beyond + 1],
        "next_heading": it.heading[begin + 1 : beyond + 1],
        "since_heading": it.since_heading[begin:beyond],
        "until_heading": it.until_heading[begin + 1 : beyond + 1],
    }  # fmt: skip
    write_neighbours(it, to, begin, beyond)
    write_ranges(it, to, begin, beyond)
    write_sides(it, to, it.before[begin:beyond], it.after[begin:beyond], it.container[begin:beyond])
    return array("i", b"".join([to[name] for name in names]))


def write_neighbours(it: Gaps, to: dict[str, array[int]], begin: int, beyond: int) -> None:
    """Write what the gaps beside each gap are."""
    n, depth, levels = beyond - begin, it.depth, it.levels
    deeper_before, deeper_after, levels_before, levels_after = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        k = begin + b
        deeper_before[b] = depth[k - 1] - depth[k] if k else NO_GAP
        deeper_after[b] = depth[k + 1] - depth[k] if k + 1 < it.size else NO_GAP
        levels_before[b] = levels[k - 1] if k else NO_GAP
        levels_after[b] = levels[k + 1] if k + 1 < it.size else NO_GAP
    to["depth_of_last"], to["depth_of_next"] = deeper_before, deeper_after
    to["levels_of_last"], to["levels_of_next"] = levels_before, levels_after


def write_ranges(it: Gaps, to: dict[str, array[int]], begin: int, beyond: int) -> None:
    """Write what lies between each gap and the next shallower ones."""
    n, chars_before, lines, left, right = beyond - begin, it.chars_before, it.lines, it.left, it.right
    before, after, around, position = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    lines_before, lines_after = ZERO * n, ZERO * n
    all_chars = chars_before[lines[it.paragraphs]]
    for b in range(n):
        k = begin + b
        lines_before[b], lines_after[b] = k - left[k], right[k] - k
        low, middle = chars_before[lines[left[k] + 1]], chars_before[lines[k + 1]]
        high = chars_before[lines[right[k] + 1]]
        before[b] = thousandths(middle - low, all_chars)
        after[b] = thousandths(high - middle, all_chars)
        around[b] = thousandths(high - low, all_chars)
        position[b] = thousandths(middle, all_chars)
    to["share_before"], to["share_after"], to["share_around"] = before, after, around
    to["paragraphs_before"], to["paragraphs_after"], to["position"] = lines_before, lines_after, position


def write_sides(
    it: Gaps, to: dict[str, array[int]], before: array[int], after: array[int], container: array[int]
) -> None:
    """Write what the container of each gap is, what is before and after, and how these differ."""
    write_side(it, to, "container", container)
    chars_before, one = write_side(it, to, "before", before)
    chars_after, other = write_side(it, to, "after", after)
    n, look, place = len(before), it.look, it.place
    same, evenness, contrast = ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        if before[b] >= 0 and after[b] >= 0:
            same[b] = look[place[before[b]]] == look[place[after[b]]]
        a, z = chars_before[b], chars_after[b]
        evenness[b] = thousandths(a, z) if a < z else thousandths(z, a)
        contrast[b] = one[b] - other[b] if one[b] > other[b] else other[b] - one[b]
    to["same"], to["evenness"], to["contrast"] = same, evenness, contrast


def write_side(
    it: Gaps, to: dict[str, array[int]], side: str, those: array[int]
) -> tuple[array[int], array[int]]:
    """Write what some elements are, 0 for element -1; return their characters and densities."""
    n, first, stop, code, place = len(those), it.first, it.stop, it.code, it.place
    chars_before, link_before, line_of, tag_of = it.chars_before, it.link_before, it.line_of, TAG
    children_of, alike_of, lines = it.children, it.alike, it.lines
    chars, tag, share, density = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    paragraphs, children, alike = ZERO * n, ZERO * n, ZERO * n
    all_chars = chars_before[lines[it.paragraphs]]
    for b in range(n):
        i = those[b]
        if i >= 0:
            a, z = first[i], stop[i]
            size = chars_before[z] - chars_before[a]
            chars[b], tag[b], paragraphs[b] = size, tag_of[code[i]], line_of[z - 1] - line_of[a] + 1
            share[b] = thousandths(size, all_chars)
            density[b] = thousandths(link_before[z] - link_before[a], size)
            children[b], alike[b] = children_of[place[i]], alike_of[place[i]]
    to[side + "_tag"], to[side + "_share"], to[side + "_density"] = tag, share, density
    to[side + "_paragraphs"], to[side + "_children"], to[side + "_alike"] = paragraphs, children, alike
    return chars, density


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


def reaching(strength: Sequence[float], least: float) -> array[int]:
    """Return which gaps have a least strength.

    >>> list(reaching(array("d", [0.5, 0.1, 0.3]), 0.3))
    [0, 2]
    """
    n, size = len(strength), 0
    those = ZERO * n
    for k in range(n):
        if strength[k] >= least:
            those[size] = k
            size += 1
    return those[:size]
