"""What is known of the blocks of a page, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`.block_roles`.  Block b has the texts ``starts[b]`` to ``starts[b + 1] - 1``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ..markup import landmarks
from .blank import ZERO

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .numbers_py import Numbers  # type: ignore[import-not-found]
    from .standin import doubles, ints, uchars

COMPILED = cython.compiled

#: The steps to a hint that is absent, or this far away or farther.
FAR = cython.declare(cython.int, 15)
#: Landmarks farther from a text than this are not found: a hostile page may have them 2,000 deep.
FARTHEST = cython.declare(cython.int, 256)
#: Elements of this depth and less hold the whole page.
BODY = cython.declare(cython.int, 1)
LINK = cython.declare(cython.int, landmarks.LINK)
ITEM = cython.declare(cython.int, landmarks.ITEM)
OUTSIDE = cython.declare(cython.int, landmarks.OUTSIDE)
SECTION = cython.declare(cython.int, landmarks.SECTION)


def describe(
    page: Any, cuts: Any, region: cython.double, hints: Any, number_of: dict[str, int]
) -> array[int]:
    """Return the features of the blocks between some cuts; ``number_of`` is the place of each feature.

    ``hints`` are those in the names around the blocks: the place of each name, the hints of the name at
    each place as bits, and the feature of each hint.
    """
    to = Numbers(0, len(cuts.starts) - 1, number_of)
    names, starts, parent, first, stop = page.names, cuts.starts, page.parent, page.first, page.stop
    depth, owner, chars, linked = page.depth, page.owner, page.chars_before, page.link_chars_before
    place, said, features = hints
    counts = page.code.translate(landmarks.COUNTS)
    write_contents(to, starts, cuts.first_lines, parent, first, owner, counts, chars, linked)
    write_regions(to, starts, chars, linked, cuts.strength, region)
    write_containers(to, starts, parent, first, stop, depth, owner, chars, linked)
    write_steps(
        to, starts, parent, depth, first, stop, owner, names.of_class, names.of_id, place, said, features
    )
    return to.all()  # type: ignore[no-any-return]


@cython.cfunc
@cython.locals(n=cython.int, b=cython.int, c=cython.int, start=cython.int, chars=cython.int)
@cython.locals(thousand=cython.longlong)
def write_regions(
    to: Numbers,
    starts_column: Sequence[int],
    chars_before_column: Sequence[int],
    link_before_column: Sequence[int],
    strength_column: Sequence[float],
    least: cython.double,
) -> cython.int:
    """Write what is known of the region of each block: what lies between two cuts of a least strength.

    ``strength`` is that of the cut before each block but the first.
    """
    n = len(starts_column) - 1
    starts, strength = ints(starts_column), doubles(strength_column)
    chars_before, link_before = ints(chars_before_column), ints(link_before_column)
    share, density, blocks = to.of("region_share"), to.of("region_density"), to.of("region_blocks")
    before, after = to.of("before_region"), to.of("after_region")
    start, thousand = 0, 1000
    with cython.nogil:
        for b in range(n):
            if b + 1 < n and strength[b] < least:
                continue
            chars = chars_before[starts[b + 1]] - chars_before[starts[start]]
            for c in range(start, b + 1):
                share[c] = thousand * chars // chars_before[starts[n]]
                density[c] = thousand * (link_before[starts[b + 1]] - link_before[starts[start]]) // chars
                blocks[c], before[c], after[c] = b + 1 - start, start, n - 1 - b
            start = b + 1
    return 0


@cython.cfunc
@cython.locals(n=cython.int, b=cython.int, i=cython.int, a=cython.int, z=cython.int, high=cython.int)
@cython.locals(lines=cython.int, total=cython.int, thousand=cython.longlong)
def write_contents(
    to: Numbers,
    starts_column: Sequence[int],
    first_lines_column: Sequence[int],
    parent_column: Sequence[int],
    first_column: Sequence[int],
    owner_column: Sequence[int],
    counts_column: Sequence[int],
    chars_before_column: Sequence[int],
    link_before_column: Sequence[int],
) -> cython.int:
    """Write what is in each block.

    ``first_lines`` has the first paragraph of each block, and the number of all.
    """
    n = len(starts_column) - 1
    starts, first_lines, owner = ints(starts_column), ints(first_lines_column), ints(owner_column)
    parent, first = ints(parent_column), ints(first_column)
    chars_before, link_before = ints(chars_before_column), ints(link_before_column)
    counts = uchars(counts_column)
    chars, density, paragraphs = to.of("chars"), to.of("density"), to.of("paragraphs")
    links, items, text_before = to.of("links"), to.of("items"), to.of("text_before")
    with cython.nogil:
        thousand, total = 1000, chars_before[starts[n]] - link_before[starts[n]]
        total = total if total else 1
        for b in range(n):
            a, z = starts[b], starts[b + 1]
            lines = first_lines[b + 1] - first_lines[b]
            chars[b], paragraphs[b] = chars_before[z] - chars_before[a], lines
            density[b] = thousand * (link_before[z] - link_before[a]) // chars[b]
            text_before[b] = thousand * (chars_before[a] - link_before[a]) // total
            i, high = owner[a], owner[a] if owner[a] > owner[z - 1] else owner[z - 1]
            while parent[i] >= 0 and first[parent[i]] >= a:  # it begins with the block
                i = parent[i]
            while i <= high:
                links[b] += counts[i] == LINK
                items[b] += counts[i] == ITEM
                i += 1
            items[b] = 100 * items[b] // lines
    return 0


@cython.cfunc
@cython.locals(n=cython.int, b=cython.int, i=cython.int, a=cython.int, z=cython.int, chars=cython.int)
@cython.locals(thousand=cython.longlong)
def write_containers(
    to: Numbers,
    starts_column: Sequence[int],
    parent_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    depth_column: Sequence[int],
    owner_column: Sequence[int],
    chars_before_column: Sequence[int],
    link_before_column: Sequence[int],
) -> cython.int:
    """Write what is known of the container of each block: the lowest element that holds more."""
    n = len(starts_column) - 1
    starts, parent, depth = ints(starts_column), ints(parent_column), ints(depth_column)
    first, stop, owner = ints(first_column), ints(stop_column), ints(owner_column)
    chars_before, link_before = ints(chars_before_column), ints(link_before_column)
    deep, density, thousand = to.of("container_depth"), to.of("container_density"), 1000
    with cython.nogil:
        for b in range(n):
            a, z = starts[b], starts[b + 1]
            i = owner[a]
            while (stop[i] < z or (first[i] >= a and stop[i] <= z)) and parent[i] >= 0:
                i = parent[i]
            chars = chars_before[stop[i]] - chars_before[first[i]]
            deep[b] = depth[i]
            density[b] = thousand * (link_before[stop[i]] - link_before[first[i]]) // chars
    return 0


@cython.locals(n=cython.int, b=cython.int, i=cython.int, step=cython.int, size=cython.int, count=cython.int)
def names_around(
    starts_column: Sequence[int],
    parent_column: Sequence[int],
    depth_column: Sequence[int],
    owner_column: Sequence[int],
    of_class_column: Sequence[int],
    of_id_column: Sequence[int],
    names: cython.int,
) -> tuple[array[int], array[int]]:
    """Return the numbers of the names around the first text of each block, and their places among these.

    ``names`` is how many there are; number 0, of no name, is the first.
    """
    n = len(starts_column) - 1
    starts, parent, depth = ints(starts_column), ints(parent_column), ints(depth_column)
    owner, of_class, of_id = ints(owner_column), ints(of_class_column), ints(of_id_column)
    column, places_column = ZERO * names, ZERO * names
    those, place = ints(column), ints(places_column)
    count = 1
    with cython.nogil:
        for b in range(n):
            i, step = owner[starts[b]], 0
            while depth[i] > BODY and step < 2 * FAR:
                if of_class[i] and not place[of_class[i]]:
                    those[count], place[of_class[i]] = of_class[i], count
                    count += 1
                if of_id[i] and not place[of_id[i]]:
                    those[count], place[of_id[i]] = of_id[i], count
                    count += 1
                i, step = parent[i], step + 1
    return column[:count], places_column


@cython.cfunc
@cython.locals(n=cython.int, b=cython.int, i=cython.int, h=cython.int, step=cython.int, climbed=cython.int)
@cython.locals(bits=cython.int, missing=cython.int, count=cython.int)
def write_steps(
    to: Numbers,
    starts_column: Sequence[int],
    parent_column: Sequence[int],
    depth_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    owner_column: Sequence[int],
    of_class_column: Sequence[int],
    of_id_column: Sequence[int],
    place_column: Sequence[int],
    said_column: Sequence[int],
    hints: Sequence[str],
) -> cython.int:
    """Write for each hint and block the steps up to it, from the first text of the block.

    Elements that hold no more than the block are no step away.  ``place`` and ``said`` are the places of
    names and the hints in each, as bits.
    """
    n = len(starts_column) - 1
    starts, parent, owner = ints(starts_column), ints(parent_column), ints(owner_column)
    depth = ints(depth_column)
    first, stop, place, said = ints(first_column), ints(stop_column), ints(place_column), ints(said_column)
    of_class, of_id = ints(of_class_column), ints(of_id_column)
    count = len(hints)
    column = array("i", [FAR]) * (n * count)
    steps = ints(column)
    with cython.nogil:
        for b in range(n):
            i, step, climbed, missing = owner[starts[b]], 0, 0, (1 << count) - 1
            while depth[i] > BODY and climbed < 2 * FAR:
                step += first[i] < starts[b] or stop[i] > starts[b + 1]
                bits = (said[place[of_class[i]]] | said[place[of_id[i]]]) & missing
                missing &= ~bits
                for h in range(count):
                    if bits >> h & 1 and step < FAR:
                        steps[h * n + b] = step
                i, climbed = parent[i], climbed + 1
    for h in range(count):
        steps_to = to.of(hints[h])
        for b in range(n):
            steps_to[b] = steps[h * n + b]
    return 0


@cython.locals(n=cython.int, b=cython.int, role=cython.int, roles=cython.int, odds=cython.double)
def likeliest(
    sums_column: Sequence[int],
    zeros_column: Sequence[int],
    steps_column: Sequence[float],
    least: cython.double,
) -> array[int]:
    """Return for each block the likeliest role, from 1, or 0 where none has log-odds of ``least``.

    The log-odds of a role are its sums less its zero, times its step.  The sums of each role are behind
    those of the one before.

    >>> sums = array("i", [9, 5, 7, 4, 4, 6])
    >>> likeliest(sums, array("i", [5, 3]), array("d", [0.5, 1.0]), 1.0)
    array('i', [1, 2, 2])
    """
    roles = len(zeros_column)
    n = len(sums_column) // roles
    if n * roles != len(sums_column) or len(steps_column) != roles:
        raise ValueError("the columns are not of one length")
    sums, zero, step = ints(sums_column), ints(zeros_column), doubles(steps_column)
    column, most_column = ZERO * n, array("d", [least]) * n
    found, most = ints(column), doubles(most_column)
    with cython.nogil:
        for role in range(roles):
            for b in range(n):
                odds = (sums[role * n + b] - zero[role]) * step[role]
                if odds > most[b] or (odds == most[b] and not found[b]):
                    found[b], most[b] = role + 1, odds
    return column


@cython.locals(n=cython.int, b=cython.int, i=cython.int, mark=cython.int, outside=cython.int)
@cython.locals(climbed=cython.int)
def declared(
    starts_column: Sequence[int],
    parent_column: Sequence[int],
    stop_column: Sequence[int],
    owner_column: Sequence[int],
    marks_column: Sequence[int],
    of_role_column: Sequence[int],
    marks_of_roles_column: Sequence[int],
    likely_column: Sequence[int],
    trail: cython.int,
) -> array[int]:
    """Return for each block the role of the innermost landmark that holds all of it, or the likely one.

    A role ``trail`` that is likely is the role inside a landmark, too.

    ``marks`` and ``marks_of_roles`` have a number for each element by its tag, and for each role: of a
    landmark, SECTION, or 0.
    """
    n = len(starts_column) - 1
    starts, parent, stop, owner = (
        ints(starts_column),
        ints(parent_column),
        ints(stop_column),
        ints(owner_column),
    )
    marks, of_role, marks_of_roles = uchars(marks_column), ints(of_role_column), ints(marks_of_roles_column)
    likely, column = ints(likely_column), ZERO * n
    found = ints(column)
    with cython.nogil:
        for b in range(n):
            i, climbed, outside = owner[starts[b]], 0, 0
            while i >= 0 and climbed < FARTHEST and likely[b] != trail:
                mark = marks_of_roles[of_role[i]]
                if not mark:
                    mark = marks[i]
                if mark and stop[i] >= starts[b + 1]:
                    if OUTSIDE <= mark < SECTION:
                        outside = outside if outside else mark - OUTSIDE
                    elif mark == SECTION:
                        outside = 0
                    else:
                        found[b] = mark
                        break
                i, climbed = parent[i], climbed + 1
            if not found[b]:
                found[b] = outside if outside else likely[b]
    return column
