"""What is known of the gaps of a page → their features, over columns.

One source: Python as it stands, and compiled where there is a compiler.  What the features are says
:data:`.gap_features.FEATURES`; the terms are those of :mod:`.gaps`.  Shares and
densities are in thousandths.
"""

from __future__ import annotations

from array import array

from ..markup import layout
from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .gaps_py import Gaps  # type: ignore[import-not-found]
    from .numbers_py import Numbers  # type: ignore[import-not-found]
    from .standin import ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: What a feature has where there is no gap to compare with.
NO_GAP = cython.declare(cython.int, layout.NO_GAP)
#: The features of an element of each gap.
TAG, SHARE, DENSITY, PARAGRAPHS, CHILDREN, ALIKE = (
    {side: f"{side}_{what}" for side in ("container", "before", "after")}
    for what in ("tag", "share", "density", "paragraphs", "children", "alike")
)


def describe(it: Gaps, begin: cython.int, beyond: cython.int, number_of: dict[str, int]) -> array[int]:
    """Return the features of some gaps; ``number_of`` is the place of each feature."""
    to = Numbers(begin, beyond - begin, number_of)
    to.fill("gaps", it.size)
    write_own(it, to)
    write_neighbours(it, to)
    write_ranges(it, to)
    write_sides(it, to)
    return to.all()  # type: ignore[no-any-return]


@cython.cfunc
def write_own(it: Gaps, to: Numbers) -> cython.int:
    """Write what each gap is."""
    to.copy("depth", it.depth)
    to.copy("depth_rank", it.depth_rank)
    to.copy("ended", it.ended)
    to.copy("begun", it.begun)
    to.copy("levels", it.levels)
    to.copy("levels_rank", it.levels_rank)
    to.copy("up", it.up)
    to.copy("down", it.down)
    to.copy("container_gaps", it.container_gaps)
    to.copy("most_levels", it.most_levels)
    to.copy("mean_levels", it.mean_levels)
    to.copy("last_tag", it.tag)
    return to.copy("since_heading", it.since_heading)


@cython.cfunc
@cython.locals(b=cython.int, k=cython.int)
def write_neighbours(it: Gaps, to: Numbers) -> cython.int:
    """Write what the gaps beside each gap are, and the next paragraph."""
    depth, levels = it.depth, it.levels
    deeper_before, deeper_after = to.of("depth_of_last"), to.of("depth_of_next")
    levels_before, levels_after = to.of("levels_of_last"), to.of("levels_of_next")
    tag, heading, until = to.of("next_tag"), to.of("next_heading"), to.of("until_heading")
    with cython.nogil:
        for b in range(to.size):
            k = to.begin + b
            deeper_before[b] = depth[k - 1] - depth[k] if k else NO_GAP
            deeper_after[b] = depth[k + 1] - depth[k] if k + 1 < it.size else NO_GAP
            levels_before[b] = levels[k - 1] if k else NO_GAP
            levels_after[b] = levels[k + 1] if k + 1 < it.size else NO_GAP
            tag[b], heading[b], until[b] = it.tag[k + 1], it.heading[k + 1], it.until_heading[k + 1]
    return 0


@cython.cfunc
@cython.locals(b=cython.int, k=cython.int, low=cython.int, middle=cython.int, high=cython.int)
@cython.locals(all_chars=cython.int)
def write_ranges(it: Gaps, to: Numbers) -> cython.int:
    """Write what lies between each gap and the next shallower ones."""
    chars_before, lines = it.chars_before, it.lines
    before, after, around = to.of("share_before"), to.of("share_after"), to.of("share_around")
    lines_before, lines_after = to.of("paragraphs_before"), to.of("paragraphs_after")
    position = to.of("position")
    all_chars = chars_before[lines[it.paragraphs]]
    with cython.nogil:
        for b in range(to.size):
            k = to.begin + b
            lines_before[b], lines_after[b] = k - it.left[k], it.right[k] - k
            low, middle = chars_before[lines[it.left[k] + 1]], chars_before[lines[k + 1]]
            high = chars_before[lines[it.right[k] + 1]]
            before[b] = thousandths(middle - low, all_chars)
            after[b] = thousandths(high - middle, all_chars)
            around[b] = thousandths(high - low, all_chars)
            position[b] = thousandths(middle, all_chars)
    return 0


@cython.cfunc
@cython.locals(b=cython.int, k=cython.int, a=cython.int, z=cython.int)
def write_sides(it: Gaps, to: Numbers) -> cython.int:
    """Write what the container of each gap is, what is before and after, and how these differ."""
    chars_columns = zeros(to.size), zeros(to.size)
    chars_before, chars_after = ints(chars_columns[0]), ints(chars_columns[1])
    write_side(it, to, "container", it.container, chars_before)
    write_side(it, to, "before", it.before, chars_before)
    write_side(it, to, "after", it.after, chars_after)
    one, other = to.of("before_density"), to.of("after_density")
    same, evenness, contrast = to.of("same"), to.of("evenness"), to.of("contrast")
    with cython.nogil:
        for b in range(to.size):
            k = to.begin + b
            if it.before[k] >= 0 and it.after[k] >= 0:
                same[b] = it.look[it.place[it.before[k]]] == it.look[it.place[it.after[k]]]
            a, z = chars_before[b], chars_after[b]
            evenness[b] = thousandths(a, z) if a < z else thousandths(z, a)
            contrast[b] = one[b] - other[b] if one[b] > other[b] else other[b] - one[b]
    return 0


@cython.cfunc
@cython.locals(b=cython.int, i=cython.int, a=cython.int, z=cython.int, size=cython.int, all_chars=cython.int)
def write_side(it: Gaps, to: Numbers, side: str, those: cython.p_int, chars: cython.p_int) -> cython.int:
    """Write what some elements are, 0 for element -1; their characters are written to ``chars``."""
    tag, share, density = to.of(TAG[side]), to.of(SHARE[side]), to.of(DENSITY[side])
    paragraphs, children, alike = to.of(PARAGRAPHS[side]), to.of(CHILDREN[side]), to.of(ALIKE[side])
    chars_before, link_before, line_of, tag_of = (
        it.chars_before,
        it.link_before,
        it.line_of,
        uchars(layout.TAG),
    )
    all_chars = chars_before[it.lines[it.paragraphs]]
    with cython.nogil:
        for b in range(to.size):
            i = those[to.begin + b]
            if i < 0:
                chars[b] = 0
                continue
            a, z = it.first[i], it.stop[i]
            size = chars_before[z] - chars_before[a]
            chars[b], tag[b], paragraphs[b] = size, tag_of[it.code[i]], line_of[z - 1] - line_of[a] + 1
            share[b] = thousandths(size, all_chars)
            density[b] = thousandths(link_before[z] - link_before[a], size)
            children[b], alike[b] = it.children[it.place[i]], it.alike[it.place[i]]
    return 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(share=cython.longlong)
def thousandths(part: cython.int, whole: cython.int) -> cython.int:
    """Return a share in thousandths, 0 of nothing."""
    share = 1000
    return share * part // whole if whole else 0
