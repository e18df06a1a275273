"""What is known of a page → the features of its paragraphs, over columns.

One source: Python as it stands, and compiled where there is a compiler.  What the features are says
:data:`.paragraph_features.FEATURES`; the terms are those of :mod:`.facts`.  Shares are
in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from ..markup import hints as meanings
from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .facts_py import Facts  # type: ignore[import-not-found]
    from .numbers_py import Numbers, copied  # type: ignore[import-not-found]
    from .room_py import Room  # type: ignore[import-not-found]
    from .standin import ints

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: A paragraph is near the so many before and after it.
NEAR = cython.declare(cython.int, 8)
#: Packed numbers have so many bits, and are at most so large.
BITS = cython.declare(cython.int, 4)
LARGEST = cython.declare(cython.longlong, meanings.FAR)
IN_FOOTER = cython.declare(cython.int, meanings.IN_FOOTER)
IN_MAIN = cython.declare(cython.int, meanings.IN_MAIN)
#: How far from the first ``<h1>``, and from the end of the container, paragraphs are counted.
FAR_FROM_H1 = cython.declare(cython.int, 50)
NO_H1 = cython.declare(cython.int, 99)
FAR_FROM_CONTAINER = cython.declare(cython.int, 200)
#: What is around a node: the next ancestor with more paragraphs, the one beyond, levels 1 and 2, the
#: section.
AROUND_IT = cython.declare(cython.int, 0)
BEYOND_IT = cython.declare(cython.int, 1)
LEVEL_1 = cython.declare(cython.int, 2)
LEVEL_2 = cython.declare(cython.int, 3)
SECTION = cython.declare(cython.int, 4)
AROUND = cython.declare(cython.int, 5)
#: About so many columns are as long as there are paragraphs.
AT_HAND = cython.declare(cython.int, 3 * 5 + 8)


def describe(
    it: Facts,
    common: dict[str, array[int]],
    begin: cython.int,
    beyond: cython.int,
    number_of: dict[str, int],
    hints: Iterable[str],
) -> tuple[array[int], array[int], array[int], int]:
    """Return the features of some paragraphs, their looks, their nodes, and the container of the page.

    ``common`` has the features that :func:`.common.shares` knows, of all paragraphs.  ``number_of`` is the
    place of each feature; ``hints`` names those that are steps to a hint.
    """
    to = Numbers(begin, beyond - begin, number_of)
    write_page(it, to)
    write_own(it, to)
    write_nodes(it, to)
    write_sections(it, to)
    write_hints(it, to, hints)
    write_around(it, to)
    for name, column in common.items():
        to.copy(name, ints(column))
    look, node = copied(it.line_look, begin, to.size), copied(it.element_of_line, begin, to.size)
    return to.all(), look, node, it.container


def looks(it: Facts) -> array[int]:
    """Return for each paragraph of the page a number; those with the same number look alike."""
    return copied(it.line_look, 0, it.paragraphs)


@cython.cfunc
@cython.locals(b=cython.int, low=cython.int, high=cython.int, share=cython.longlong)
def share_near(it: Facts, to: Numbers, name: str, reach: cython.int) -> cython.int:
    """Write the share of link text in each paragraph and its neighbours within ``reach``."""
    column, lines, link_before = to.of(name), it.lines, it.link_before
    chars_before = it.chars_before
    for b in range(to.size):
        low, high = to.begin + b - reach, to.begin + b + reach + 1
        low = lines[low if low > 0 else 0]
        high = lines[high if high < it.paragraphs else it.paragraphs]
        share = 1000
        share *= link_before[high] - link_before[low]
        column[b] = share // (chars_before[high] - chars_before[low])
    return 0


@cython.cfunc
def write_page(it: Facts, to: Numbers) -> cython.int:
    """Write what all paragraphs share."""
    to.fill("links", it.links)
    to.fill("tables", it.tables)
    to.fill("articles", it.articles)
    to.fill("paragraphs", it.paragraphs)
    to.fill("container_share", it.container_share)
    to.fill("container_prose", it.container_prose)
    to.fill("comment_elements", it.comment_elements)
    to.fill("page_chars", it.chars)
    return to.fill("page_text", it.text_share)


@cython.cfunc
@cython.locals(b=cython.int, share=cython.longlong)
def write_own(it: Facts, to: Numbers) -> cython.int:
    """Write what each paragraph is, and where."""
    to.copy("chars", it.line_chars)
    to.copy("prose", it.prose)
    to.copy("block_tag", it.box_tag)
    to.copy("heading", it.heading)
    to.copy("after_heading", it.since_heading)
    to.copy("container_steps", it.container_steps)
    to.take("run_share", it.run_shares, it.run)
    to.take("before", it.chars_before, it.lines)
    share_near(it, to, "link_density", 0)
    share_near(it, to, "near_density", NEAR)
    to.offset("container_after", it.container_end, 0, FAR_FROM_CONTAINER)
    if it.h1 < 0:
        to.fill("after_h1", NO_H1)
    else:
        to.offset("after_h1", it.h1, -FAR_FROM_H1, FAR_FROM_H1)
    position = to.of("position")
    for b in range(to.size):
        share = 1000
        position[b] = share * it.text_before[it.lines[to.begin + b]] // it.all_text
    return 0


@cython.cfunc
@cython.locals(b=cython.int, i=cython.int, e=cython.int, a=cython.int, z=cython.int, group=cython.int)
@cython.locals(text=cython.longlong, linked=cython.longlong, chars=cython.longlong)
def write_nodes(it: Facts, to: Numbers) -> cython.int:
    """Write what each paragraph's node is."""
    to.take("repeated", it.most_alike, it.node)
    to.take("alike", it.alike, it.node)
    tag, sentences, density = to.of("tag"), to.of("sentences"), to.of("density")
    group_size, group_chars = to.of("group_size"), to.of("group_chars")
    chars_before, text_before, first, stop = it.chars_before, it.text_before, it.first, it.stop
    with cython.nogil:
        for b in range(to.size):
            i, e = it.node[to.begin + b], it.element_of_line[to.begin + b]
            a, z, tag[b] = first[i], stop[i], it.code[e]
            text = text_before[z] - text_before[a]
            chars = chars_before[z] - chars_before[a]
            linked = chars - text - it.nested_links[i]
            text -= it.nested_text[i]
            sentences[b] = 10 * (it.sentences_before[z] - it.sentences_before[a] - it.nested_sentences[i])
            sentences[b] += text // (linked if linked else 1)
            density[b] = 10 * chars // (it.end[e] - e)
            group = it.group[i]
            group_size[b] = it.siblings[group] if group else 0
            group_chars[b] = chars_before[stop[group]] - chars_before[first[group]] if group else -1
    return 0


@cython.cfunc
@cython.locals(b=cython.int, i=cython.int)
def write_sections(it: Facts, to: Numbers) -> cython.int:
    """Write in what section each paragraph is, and inside of what."""
    section, in_footer, in_main = to.of("section"), to.of("in_footer"), to.of("in_main")
    for b in range(to.size):
        i = it.node[to.begin + b]
        section[b] = it.own_section[it.section[i]]
        in_footer[b], in_main[b] = (it.inside[i] & IN_FOOTER) != 0, (it.inside[i] & IN_MAIN) != 0
    return 0


@cython.cfunc
@cython.locals(b=cython.int, packed=cython.longlong, shift=cython.int)
def write_hints(it: Facts, to: Numbers, hints: Iterable[str]) -> cython.int:
    """Write the steps up to each hint."""
    shift = 0
    for name in hints:
        column = to.of(name)
        for b in range(to.size):
            packed = it.steps[it.node[to.begin + b]]
            column[b] = packed >> shift & LARGEST
        shift += BITS
    return 0


@cython.cfunc
@cython.locals(n=cython.int, k=cython.int, size=cython.int)
def write_around(it: Facts, to: Numbers) -> cython.int:
    """Write what is below the elements around each node, which many paragraphs share."""
    n, size, room = AROUND * to.size, 0, Room(AT_HAND * to.size)
    element, place, those = room.column(n), room.column(n), room.column(n)
    known_column = zeros(it.size)
    known = ints(known_column)  # of each element its place among those, and 1
    look_around(it, to, element)
    with cython.nogil:
        for k in range(n):
            if not known[element[k]]:
                those[size] = element[k]
                size += 1
                known[element[k]] = size
            place[k] = known[element[k]] - 1
    return write_below(it, to, room, those, size, place)


@cython.cfunc
@cython.locals(n=cython.int, b=cython.int, i=cython.int)
def look_around(it: Facts, to: Numbers, element: cython.p_int) -> cython.int:
    """Find what is around each node, one behind the other: AROUND elements."""
    n = to.size
    with cython.nogil:
        for b in range(n):
            i = it.node[to.begin + b]
            element[AROUND_IT * n + b] = it.larger[i]
            element[BEYOND_IT * n + b] = it.larger[it.larger[i]]
            element[LEVEL_1 * n + b] = it.level1[i]
            element[LEVEL_2 * n + b] = it.level2[i]
            element[SECTION * n + b] = it.section[i]
    return 0


@cython.cfunc
@cython.locals(k=cython.int, i=cython.int, e=cython.int, chars=cython.longlong)
@cython.locals(text=cython.longlong, linked=cython.longlong, links=cython.longlong, count=cython.longlong)
def write_below(
    it: Facts, to: Numbers, room: Room, those: cython.p_int, n: cython.int, around: cython.p_int
) -> cython.int:
    """Write what is below some elements; ``around`` has for each paragraph places among those."""
    end = it.end
    rate, density, holds = room.column(n), room.column(n), room.column(n)
    text_share, share = room.column(n), room.column(n)
    links_of, inputs, images = room.column(n), room.column(n), room.column(n)
    with cython.nogil:
        for k in range(n):
            i, e = those[k], it.element[those[k]]
            holds[k] = it.holds[i]
            chars = it.chars_before[it.stop[i]] - it.chars_before[it.first[i]]
            linked = it.link_before[it.stop[i]] - it.link_before[it.first[i]]
            text = chars - linked
            density[k] = 1000 * linked // chars
            text_share[k] = 1000 * text // it.all_text
            share[k] = 1000 * chars // it.chars
            links = it.links_before[end[e]] - it.links_before[e]
            rate[k] = 10 * text // (links if links else 1)
            links_of[k] = 100 * links // holds[k]
            count = it.inputs_before[end[e]] - it.inputs_before[e]
            inputs[k] = 100 * count // holds[k]
            count = it.images_before[end[e]] - it.images_before[e]
            images[k] = 100 * count // holds[k]
    spread(to, "around_rate", rate, around, AROUND_IT)
    spread(to, "around_density", density, around, AROUND_IT)
    spread(to, "beyond_rate", rate, around, BEYOND_IT)
    spread(to, "level1_share", text_share, around, LEVEL_1)
    spread(to, "level1_controls", inputs, around, LEVEL_1)
    spread(to, "level1_density", density, around, LEVEL_1)
    spread(to, "level1_images", images, around, LEVEL_1)
    spread(to, "level2_share", text_share, around, LEVEL_2)
    spread(to, "level2_links", links_of, around, LEVEL_2)
    spread(to, "level2_density", density, around, LEVEL_2)
    spread(to, "level2_paragraphs", holds, around, LEVEL_2)
    spread(to, "section_controls", inputs, around, SECTION)
    spread(to, "section_paragraphs", holds, around, SECTION)
    return spread(to, "section_share", share, around, SECTION)


@cython.cfunc
@cython.locals(b=cython.int, n=cython.int)
def spread(
    to: Numbers, name: str, values: cython.p_int, around: cython.p_int, which: cython.int
) -> cython.int:
    """Write what one of the elements around each paragraph has."""
    column, n = to.of(name), to.size
    for b in range(n):
        column[b] = values[around[which * n + b]]
    return 0
