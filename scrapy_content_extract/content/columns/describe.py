"""What is known of a page → the features of its paragraphs, over columns.

One source: Python as it stands, and compiled where there is a compiler.  What the features are says
:data:`~scrapy_content_extract.content.describe.FEATURES`; the terms are those of :mod:`.facts`.  Shares are
in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

from array import array
from typing import Any

from .. import facts as meanings
from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .facts_py import Facts  # type: ignore[import-not-found]
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


@cython.cclass
class Numbers:
    """The features of some paragraphs: columns, one behind the other."""

    def __init__(
        self, facts: Facts, begin: cython.int, beyond: cython.int, number_of: dict[str, int], hints: Any
    ) -> None:
        """``number_of`` is the place of each feature; ``hints`` names those that are steps to a hint."""
        self.facts, self.begin, self.size = facts, begin, beyond - begin
        self.number_of = number_of
        self.lists: dict[int, Any] = {}
        self.written = ZERO * (self.size * len(number_of))
        self.to = ints(self.written)
        self.room = Room(AT_HAND * self.size)  # type: ignore[no-untyped-call]
        self.write_page()
        self.write_own()
        self.write_nodes()
        self.write_sections()
        self.write_hints(hints)
        self.write_around()

    def all(self) -> array[int]:
        """Return the columns."""
        for place, column in self.lists.items():
            self.written[place * self.size : (place + 1) * self.size] = array("i", column)
        return self.written  # type: ignore[no-any-return]

    def looks(self) -> array[int]:
        """Return the looks of the paragraphs."""
        return copied(self.facts.line_look, self.begin, self.size)

    def nodes(self) -> array[int]:
        """Return the nodes of the paragraphs, as elements of the page."""
        return copied(self.facts.element_of_line, self.begin, self.size)

    def container(self) -> int:
        """Return the container of the page."""
        return self.facts.container

    # --- a feature from a column --------------------------------------------------------------

    @cython.cfunc
    @cython.locals(place=cython.Py_ssize_t)
    def of(self, name: str) -> cython.p_int:
        """Return the column of a feature, to be written."""
        place = self.number_of[name]
        if not cython.compiled:
            return self.lists.setdefault(place, [0] * self.size)
        return self.to + place * self.size

    @cython.cfunc
    @cython.locals(b=cython.int)
    def fill(self, name: str, number: cython.int) -> cython.int:
        """Write a number that all paragraphs share."""
        to = self.of(name)
        for b in range(self.size):
            to[b] = number
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int)
    def copy(self, name: str, values: cython.p_int) -> cython.int:
        """Write what a column has for each paragraph of the page."""
        to = self.of(name)
        for b in range(self.size):
            to[b] = values[self.begin + b]
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int)
    def take(self, name: str, values: cython.p_int, places: cython.p_int) -> cython.int:
        """Write what a column has at places, of which there is one for each paragraph of the page."""
        to = self.of(name)
        for b in range(self.size):
            to[b] = values[places[self.begin + b]]
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int, distance=cython.int)
    def offset(self, name: str, origin: cython.int, least: cython.int, most: cython.int) -> cython.int:
        """Write how far each paragraph is from another, from ``least`` to ``most``."""
        to = self.of(name)
        for b in range(self.size):
            distance = self.begin + b - origin
            to[b] = least if distance < least else most if distance > most else distance
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int, low=cython.int, high=cython.int, share=cython.longlong)
    def share_near(self, name: str, reach: cython.int) -> cython.int:
        """Write the share of link text in each paragraph and its neighbours within ``reach``."""
        to, lines, link_before = self.of(name), self.facts.lines, self.facts.link_before
        chars_before = self.facts.chars_before
        for b in range(self.size):
            low, high = self.begin + b - reach, self.begin + b + reach + 1
            low = lines[low if low > 0 else 0]
            high = lines[high if high < self.facts.paragraphs else self.facts.paragraphs]
            share = 1000
            share *= link_before[high] - link_before[low]
            to[b] = share // (chars_before[high] - chars_before[low])
        return 0

    # --- the features ---------------------------------------------------------------------------

    @cython.cfunc
    def write_page(self) -> cython.int:
        """Write what all paragraphs share."""
        it = self.facts
        self.fill("links", it.links)
        self.fill("tables", it.tables)
        self.fill("articles", it.articles)
        self.fill("paragraphs", it.paragraphs)
        self.fill("container_share", it.container_share)
        self.fill("container_prose", it.container_prose)
        self.fill("comment_elements", it.comment_elements)
        self.fill("page_chars", it.chars)
        return self.fill("page_text", it.text_share)

    @cython.cfunc
    @cython.locals(b=cython.int, share=cython.longlong)
    def write_own(self) -> cython.int:
        """Write what each paragraph is, and where."""
        it = self.facts
        self.copy("chars", it.line_chars)
        self.copy("prose", it.prose)
        self.copy("block_tag", it.box_tag)
        self.copy("heading", it.heading)
        self.copy("after_heading", it.since_heading)
        self.copy("container_steps", it.container_steps)
        self.take("run_share", it.run_shares, it.run)
        self.take("before", it.chars_before, it.lines)
        self.share_near("link_density", 0)
        self.share_near("near_density", NEAR)
        self.offset("container_after", it.container_end, 0, FAR_FROM_CONTAINER)
        if it.h1 < 0:
            self.fill("after_h1", NO_H1)
        else:
            self.offset("after_h1", it.h1, -FAR_FROM_H1, FAR_FROM_H1)
        position = self.of("position")
        for b in range(self.size):
            share = 1000
            position[b] = share * it.text_before[it.lines[self.begin + b]] // it.all_text
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int, i=cython.int, e=cython.int, a=cython.int, z=cython.int, group=cython.int)
    @cython.locals(text=cython.longlong, linked=cython.longlong, chars=cython.longlong)
    def write_nodes(self) -> cython.int:
        """Write what each paragraph's node is."""
        it = self.facts
        self.take("repeated", it.most_alike, it.node)
        self.take("alike", it.alike, it.node)
        tag, sentences, density = self.of("tag"), self.of("sentences"), self.of("density")
        group_size, group_chars = self.of("group_size"), self.of("group_chars")
        chars_before, text_before, first, stop = it.chars_before, it.text_before, it.first, it.stop
        with cython.nogil:
            for b in range(self.size):
                i, e = it.node[self.begin + b], it.element_of_line[self.begin + b]
                a, z, tag[b] = first[i], stop[i], it.code[e]
                text = text_before[z] - text_before[a]
                chars = chars_before[z] - chars_before[a]
                linked = chars - text - it.nested_links[i]
                text -= it.nested_text[i]
                sentences[b] = 10 * (
                    it.sentences_before[z] - it.sentences_before[a] - it.nested_sentences[i]
                )
                sentences[b] += text // (linked if linked else 1)
                density[b] = 10 * chars // (it.end[e] - e)
                group = it.group[i]
                group_size[b] = it.siblings[group] if group else 0
                group_chars[b] = chars_before[stop[group]] - chars_before[first[group]] if group else -1
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int, i=cython.int)
    def write_sections(self) -> cython.int:
        """Write in what section each paragraph is, and inside of what."""
        it = self.facts
        section, in_footer, in_main = self.of("section"), self.of("in_footer"), self.of("in_main")
        for b in range(self.size):
            i = it.node[self.begin + b]
            section[b] = it.own_section[it.section[i]]
            in_footer[b], in_main[b] = (it.inside[i] & IN_FOOTER) != 0, (it.inside[i] & IN_MAIN) != 0
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int, packed=cython.longlong, shift=cython.int)
    def write_hints(self, hints: Any) -> cython.int:
        """Write the steps up to each hint."""
        it, shift = self.facts, 0
        for name in hints:
            to = self.of(name)
            for b in range(self.size):
                packed = it.steps[it.node[self.begin + b]]
                to[b] = packed >> shift & LARGEST
            shift += BITS
        return 0

    # --- what is around -------------------------------------------------------------------------

    @cython.cfunc
    @cython.locals(n=cython.int, k=cython.int, size=cython.int)
    def write_around(self) -> cython.int:
        """Write what is below the elements around each node, which many paragraphs share."""
        n, size = AROUND * self.size, 0
        element, place, those = self.room.column(n), self.room.column(n), self.room.column(n)
        known_column = zeros(self.facts.size)
        known = ints(known_column)  # of each element its place among those, and 1
        self.look_around(element)
        with cython.nogil:
            for k in range(n):
                if not known[element[k]]:
                    those[size] = element[k]
                    size += 1
                    known[element[k]] = size
                place[k] = known[element[k]] - 1
        return self.write_below(those, size, place)

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, i=cython.int)
    def look_around(self, element: cython.p_int) -> cython.int:
        """Find what is around each node, one behind the other: AROUND elements."""
        it, n = self.facts, self.size
        with cython.nogil:
            for b in range(n):
                i = it.node[self.begin + b]
                element[AROUND_IT * n + b] = it.larger[i]
                element[BEYOND_IT * n + b] = it.larger[it.larger[i]]
                element[LEVEL_1 * n + b] = it.level1[i]
                element[LEVEL_2 * n + b] = it.level2[i]
                element[SECTION * n + b] = it.section[i]
        return 0

    @cython.cfunc
    @cython.locals(k=cython.int, i=cython.int, e=cython.int, chars=cython.longlong)
    @cython.locals(
        text=cython.longlong, linked=cython.longlong, links=cython.longlong, count=cython.longlong
    )
    def write_below(self, those: cython.p_int, n: cython.int, around: cython.p_int) -> cython.int:
        """Write what is below some elements; ``around`` has for each paragraph places among those."""
        it, room, end = self.facts, self.room, self.facts.end
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
        self.spread("around_rate", rate, around, AROUND_IT)
        self.spread("around_density", density, around, AROUND_IT)
        self.spread("beyond_rate", rate, around, BEYOND_IT)
        self.spread("level1_share", text_share, around, LEVEL_1)
        self.spread("level1_controls", inputs, around, LEVEL_1)
        self.spread("level1_density", density, around, LEVEL_1)
        self.spread("level1_images", images, around, LEVEL_1)
        self.spread("level2_share", text_share, around, LEVEL_2)
        self.spread("level2_links", links_of, around, LEVEL_2)
        self.spread("level2_density", density, around, LEVEL_2)
        self.spread("level2_paragraphs", holds, around, LEVEL_2)
        self.spread("section_controls", inputs, around, SECTION)
        self.spread("section_paragraphs", holds, around, SECTION)
        return self.spread("section_share", share, around, SECTION)

    @cython.cfunc
    @cython.locals(b=cython.int, n=cython.int)
    def spread(
        self, name: str, values: cython.p_int, around: cython.p_int, which: cython.int
    ) -> cython.int:
        """Write what one of the elements around each paragraph has."""
        to, n = self.of(name), self.size
        for b in range(n):
            to[b] = values[around[which * n + b]]
        return 0


@cython.cfunc
@cython.locals(b=cython.int)
def copied(values: cython.p_int, begin: cython.int, size: cython.int) -> array[int]:
    """Return a part of a column."""
    column = ZERO * size
    to = ints(column)
    for b in range(size):
        to[b] = values[begin + b]
    return column
