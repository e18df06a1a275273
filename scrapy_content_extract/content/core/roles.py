"""The features of the blocks of a page, the landmarks around them, and their roles.

For the terms see :mod:`.methods.roles`.  Block b has the texts ``starts[b]`` to ``starts[b + 1] - 1``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ..markup import table
from .columns import ZERO, Column
from .hints import FAR

#: The roles that a block may have; 0 is none.
ROLES = ("header", "navigation", "breadcrumb", "main", "sidebar", "footer")
HEADER, NAVIGATION, BREADCRUMB, MAIN, SIDEBAR, FOOTER = range(1, len(ROLES) + 1)
ROLE_OF = (None, *ROLES)

#: ``<header>`` and ``<footer>`` are landmarks only outside of sections and of other landmarks
#: (https://www.w3.org/TR/html-aam-1.0/): their numbers are from OUTSIDE on.
OUTSIDE, SECTION = 128, 255
LANDMARK = table(
    {
        "nav": NAVIGATION, "main": MAIN, "aside": SIDEBAR, "article": SECTION, "section": SECTION,
        "header": OUTSIDE + HEADER, "footer": OUTSIDE + FOOTER,
    }
)  # fmt: skip
#: https://www.w3.org/TR/wai-aria-1.2/#landmark_roles
LANDMARK_OF_ROLE = {
    "banner": HEADER, "navigation": NAVIGATION, "main": MAIN, "complementary": SIDEBAR,
    "contentinfo": FOOTER, "article": SECTION, "region": SECTION,
}  # fmt: skip

#: The marks of links, and of the items of lists.
LINK, ITEM = 1, 2
COUNTS = table({"a": LINK, "li": ITEM})

#: The features that each function writes, in its order.
WRITTEN = (
    ("chars", "density", "paragraphs", "links", "items", "text_before"),
    ("region_share", "region_density", "region_blocks", "before_region", "after_region"),
    ("container_depth", "container_density"),
)
#: Elements: landmarks farther from a text than this are not found.  A hostile page may have them 2,000 deep.
FARTHEST = 256
#: Elements of this depth and less hold the whole page.
BODY = 1


def describe(page: Any, cuts: Any, region: float, hints: Any, places: Sequence[Sequence[int]]) -> array[int]:
    """Return the features of the blocks between some cuts, a column for each.

    ``hints`` are those in the names around the blocks: the place of each name, and the hints of the name at
    each place as bits.  ``places`` has the numbers of the features of each part of :data:`WRITTEN`, and of
    the steps to each hint.
    """
    n = len(cuts.starts) - 1
    made = ZERO * (n * sum(map(len, places)))
    of_contents, of_regions, of_containers, of_hints = [[n * k for k in part] for part in places]
    write_contents(made, page, cuts.starts, cuts.first_lines, of_contents)
    write_regions(made, page, cuts.starts, cuts.strength, region, of_regions)
    write_containers(made, page, cuts.starts, of_containers)
    place, said = hints
    write_steps(made, page, cuts.starts, place, said, array("i", of_hints))
    return made


def write_regions(
    numbers: array[int], page: Any, cuts: Column, strength: Sequence[float], least: float, starts: list[int]
) -> None:
    """Write what is known of the region of each block: what lies between two cuts of a least strength.

    ``strength`` is that of the cut before each block but the first.
    """
    n, chars_before, link_before = len(cuts) - 1, page.chars_before, page.link_chars_before
    share, density, blocks, before, after = starts
    start, thousand = 0, 1000
    for b in range(n):
        if b + 1 < n and strength[b] < least:
            continue
        chars = chars_before[cuts[b + 1]] - chars_before[cuts[start]]
        for c in range(start, b + 1):
            numbers[share + c] = thousand * chars // chars_before[cuts[n]]
            numbers[density + c] = thousand * (link_before[cuts[b + 1]] - link_before[cuts[start]]) // chars
            numbers[blocks + c], numbers[before + c], numbers[after + c] = b + 1 - start, start, n - 1 - b
        start = b + 1


def write_contents(
    numbers: array[int], page: Any, cuts: Column, first_lines: Column, starts: list[int]
) -> None:
    """Write what is in each block.

    ``first_lines`` has the first paragraph of each block, and the number of all.
    """
    n, parent, first, owner = len(cuts) - 1, page.parent, page.first, page.owner
    chars_before, link_before = page.chars_before, page.link_chars_before
    counts = page.code.translate(COUNTS)
    chars, density, paragraphs, links, items, text_before = starts
    thousand, total = 1000, chars_before[cuts[n]] - link_before[cuts[n]]
    total = total if total else 1
    for b in range(n):
        a, z = cuts[b], cuts[b + 1]
        lines = first_lines[b + 1] - first_lines[b]
        size, linked, listed = chars_before[z] - chars_before[a], 0, 0
        i, high = owner[a], owner[a] if owner[a] > owner[z - 1] else owner[z - 1]
        while parent[i] >= 0 and first[parent[i]] >= a:  # it begins with the block
            i = parent[i]
        while i <= high:
            linked += counts[i] == LINK
            listed += counts[i] == ITEM
            i += 1
        numbers[chars + b], numbers[paragraphs + b], numbers[links + b] = size, lines, linked
        numbers[density + b] = thousand * (link_before[z] - link_before[a]) // size
        numbers[items + b] = 100 * listed // lines
        numbers[text_before + b] = thousand * (chars_before[a] - link_before[a]) // total


def write_containers(numbers: array[int], page: Any, cuts: Column, starts: list[int]) -> None:
    """Write what is known of the container of each block: the lowest element that holds more."""
    n, parent, first, stop, owner = len(cuts) - 1, page.parent, page.first, page.stop, page.owner
    chars_before, link_before, depth = page.chars_before, page.link_chars_before, page.depth
    deep, density, thousand = starts[0], starts[1], 1000
    for b in range(n):
        a, z = cuts[b], cuts[b + 1]
        i = owner[a]
        while (stop[i] < z or (first[i] >= a and stop[i] <= z)) and parent[i] >= 0:
            i = parent[i]
        chars = chars_before[stop[i]] - chars_before[first[i]]
        numbers[deep + b] = depth[i]
        numbers[density + b] = thousand * (link_before[stop[i]] - link_before[first[i]]) // chars


def names_around(page: Any, starts: Column) -> tuple[array[int], array[int]]:
    """Return the numbers of the names around the first text of each block, and their places among these.

    Number 0, of no name, is the first.
    """
    parent, depth, owner, of_class, of_id = (
        page.parent, page.depth, page.owner, page.names.of_class, page.names.of_id
    )  # fmt: skip
    those, place = ZERO * len(page.names.values), ZERO * len(page.names.values)
    count = 1
    for b in range(len(starts) - 1):
        i, step = owner[starts[b]], 0
        while depth[i] > BODY and step < 2 * FAR:
            if of_class[i] and not place[of_class[i]]:
                those[count], place[of_class[i]] = of_class[i], count
                count += 1
            if of_id[i] and not place[of_id[i]]:
                those[count], place[of_id[i]] = of_id[i], count
                count += 1
            i, step = parent[i], step + 1
    return those[:count], place


def write_steps(
    numbers: array[int], page: Any, cuts: Column, place: Column, said: Column, starts: array[int]
) -> None:
    """Write for each hint and block the steps up to it, from the first text of the block.

    Elements that hold only the block are no step away.  ``place`` and ``said`` are the places of
    names and the hints in each, as bits.
    """
    parent, depth, first, stop, owner = page.parent, page.depth, page.first, page.stop, page.owner
    of_class, of_id, n, count = page.names.of_class, page.names.of_id, len(cuts) - 1, len(starts)
    for b in range(n):
        i, step, climbed, missing = owner[cuts[b]], 0, 0, (1 << count) - 1
        for h in range(count):
            numbers[starts[h] + b] = FAR
        while depth[i] > BODY and climbed < 2 * FAR:
            step += first[i] < cuts[b] or stop[i] > cuts[b + 1]
            bits = (said[place[of_class[i]]] | said[place[of_id[i]]]) & missing
            missing &= ~bits
            for h in range(count):
                if bits >> h & 1 and step < FAR:
                    numbers[starts[h] + b] = step
            i, climbed = parent[i], climbed + 1


def likeliest(sums: Column, zero: Column, step: Sequence[float], least: float) -> array[int]:
    """Return for each block the likeliest role, from 1, or 0 where none has log-odds of ``least``.

    The log-odds of a role are its sums less its zero, times its step.  The sums of each role are behind
    the ones of the block before.
    """
    roles = len(zero)
    n = len(sums) // roles
    if n * roles != len(sums) or len(step) != roles:
        raise ValueError("the columns are not of one length")
    found, most = ZERO * n, array("d", [least]) * n
    for role in range(roles):
        for b in range(n):
            odds = (sums[role * n + b] - zero[role]) * step[role]
            if odds > most[b] or (odds == most[b] and not found[b]):
                found[b], most[b] = role + 1, odds
    return found


def declared(
    page: Any, starts: Column, marks: Column, marks_of_roles: Column,
    likely: Column, trail: int
) -> array[int]:  # fmt: skip
    """Return for each block the role of the innermost landmark that holds all of it, or the likely one.

    A role ``trail`` that is likely is the role inside a landmark, too.

    ``marks`` and ``marks_of_roles`` have a number for each element by its tag, and for each role: of a
    landmark, SECTION, or 0.
    """
    parent, stop, owner, of_role = page.parent, page.stop, page.owner, page.names.of_role
    n = len(starts) - 1
    found = ZERO * n
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
    return found
