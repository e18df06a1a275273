"""What is known of the gaps of a page → their features, over columns.

What the features are says :data:`.gap_features.FEATURES`; for the terms see
:mod:`.gaps`.  Shares and densities are in thousandths.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from . import layout
from .gaps import Gaps

ZERO = array("i", [0])

#: What a feature has where there is no gap to compare with.
NO_GAP = layout.NO_GAP


def describe(it: Gaps, begin: int, beyond: int, names: Iterable[str]) -> array[int]:
    """Return the features of some gaps; ``names`` are all features in their order."""
    to = {
        "gaps": array("i", [it.size]) * (beyond - begin),
        "depth": it.depth[begin:beyond],
        "depth_rank": it.depth_rank[begin:beyond],
        "ended": it.ended[begin:beyond],
        "begun": it.begun[begin:beyond],
        "levels": it.levels[begin:beyond],
        "levels_rank": it.levels_rank[begin:beyond],
        "up": it.up[begin:beyond],
        "down": it.down[begin:beyond],
        "container_gaps": it.container_gaps[begin:beyond],
        "most_levels": it.most_levels[begin:beyond],
        "mean_levels": it.mean_levels[begin:beyond],
        "last_tag": it.tag[begin:beyond],
        "since_heading": it.since_heading[begin:beyond],
        "next_tag": it.tag[begin + 1 : beyond + 1],
        "next_heading": it.heading[begin + 1 : beyond + 1],
        "until_heading": it.until_heading[begin + 1 : beyond + 1],
    }
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
    chars_before, link_before, line_of, tag_of = it.chars_before, it.link_before, it.line_of, layout.TAG
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
