"""Page → what is known of its elements with text and of its paragraphs, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`.paragraph_features`; ``facts.pxd`` says what each column is.  A *paragraph* is
an entry of :attr:`.Page.lines`; its *node* is the lowest element that holds all of it.

A count below an element is the difference of two running totals, and what an element inherits from its
ancestors comes down in one pass.  All numbers are whole: shares are in thousandths.
"""

from __future__ import annotations

from array import array
from typing import Any

from ..markup import hints as meanings
from .blank import LARGE, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .arithmetic_py import pair_numbers  # type: ignore[import-not-found]
    from .room_py import Room  # type: ignore[import-not-found]
    from .standin import ints, longlongs, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: Columns as long as a page has elements or paragraphs: so many of them.
COLUMNS = 28

#: Prose has at least so many characters, or ends a sentence.
PROSE_CHARS = cython.declare(cython.int, 60)
#: Paragraphs of prose with the same parent are a run while no more than this lie between them.
RUN_GAP = cython.declare(cython.int, 3)
#: A heading is not followed farther than this; where there is none, it is this many paragraphs ago.
FARTHEST_HEADING = cython.declare(cython.int, 50)
NO_HEADING = cython.declare(cython.int, 99)
#: Steps to a hint are numbers of four bits, as far as this.
FAR = cython.declare(cython.longlong, meanings.FAR)
ONES = cython.declare(cython.longlong, meanings.ONES)
COMMENT = cython.declare(cython.int, meanings.COMMENT)
BODY = cython.declare(cython.int, meanings.BODY)


@cython.cclass
class Facts:
    """What the features of all paragraphs of a page are made of; the page has texts."""

    def __init__(
        self, page: Any, sentences_before: array[int], said: array[int], section_of_role: array[int]
    ) -> None:
        """``said`` has the hints in each name, ``section_of_role`` the section that a role makes, or -1."""
        names = page.names
        lengths = len(sentences_before) - 1, len(said), len(section_of_role)
        if lengths != (len(page.gap), len(names.values), len(names.roles)):
            raise ValueError("the columns are not of one length")
        self.page = page
        self.held: list[Any] = [sentences_before]
        self.code, self.end = uchars(page.code), ints(page.end)
        self.lines, self.paragraphs = ints(page.line_starts), len(page.line_starts) - 1
        self.chars_before, self.link_before = ints(page.chars_before), ints(page.link_chars_before)
        self.sentences_before = ints(sentences_before)
        self.room = Room(COLUMNS * (len(page.code) + self.paragraphs))
        self.count_page(len(page.code))
        self.take_elements(page, ints(said), ints(section_of_role))
        self.widen()
        self.come_down()
        self.follow_hints()
        self.count_alike()
        self.weigh_paragraphs()
        self.look_at_paragraphs()
        self.find_runs()
        self.find_container()

    @cython.cfunc
    @cython.locals(i=cython.int, k=cython.int, texts=cython.int, of_one=cython.int, share=cython.longlong)
    @cython.locals(tables=cython.int, articles=cython.int)
    def count_page(self, size: cython.int) -> cython.int:
        """Count what all paragraphs of the page share."""
        room, code, counted = self.room, self.code, uchars(meanings.COUNTED)
        chars_before, link_before, texts = self.chars_before, self.link_before, self.lines[self.paragraphs]
        text_before = self.text_before = room.column(texts + 1)
        links = self.links_before = room.column(size + 1)
        inputs = self.inputs_before = room.column(size + 1)
        images = self.images_before = room.column(size + 1)
        tables, articles, share = 0, 0, 1000
        with cython.nogil:
            for k in range(texts + 1):
                text_before[k] = chars_before[k] - link_before[k]
            for i in range(size):
                of_one = counted[code[i]]
                links[i + 1] = links[i] + (of_one & 1)
                inputs[i + 1] = inputs[i] + (of_one >> 1 & 1)
                images[i + 1] = images[i] + (of_one >> 2 & 1)
                tables += of_one >> 3 & 1
                articles += of_one >> 4
        self.links, self.tables, self.articles = links[size], tables, articles
        self.chars, self.all_text = chars_before[texts], text_before[texts] if text_before[texts] else 1
        self.text_share = share * text_before[texts] // self.chars
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, i=cython.int, m=cython.int, section=cython.int)
    def take_elements(self, page: Any, said: cython.p_int, section_of_role: cython.p_int) -> cython.int:
        """Copy what is needed of the page's elements with text, which are a tree of their own."""
        names, room, n, m = page.names, self.room, len(page.code), 0
        up, firsts, stops, tags = (
            ints(page.parent),
            ints(page.first),
            ints(page.stop),
            ints(page.tag_number),
        )
        classes, ids, roles = ints(names.of_class), ints(names.of_id), ints(names.of_role)
        code, section_of_code = self.code, uchars(meanings.SECTION_OF_CODE)
        place_column = zeros(n)
        place = ints(place_column)
        with cython.nogil:
            for i in range(n):
                m += firsts[i] < stops[i]
        self.size = m
        element, parent = room.column(m), room.column(m)
        first, stop, tag, of_class = room.column(m), room.column(m), room.column(m), room.column(m)
        hints, own_section = room.column(m), room.column(m)
        with cython.nogil:
            m = 0
            for i in range(n):
                if firsts[i] < stops[i]:
                    place[i], element[m], parent[m] = m, i, place[up[i]] if m else -1
                    first[m], stop[m], tag[m], of_class[m] = firsts[i], stops[i], tags[i], classes[i]
                    hints[m] = said[classes[i]] | said[ids[i]]
                    section = section_of_role[roles[i]] if m and roles[i] else -1
                    own_section[m] = section_of_code[code[i]] if section < 0 else section
                    m += 1
        if not own_section[0]:
            own_section[0] = BODY
        self.element, self.parent, self.first, self.stop = element, parent, first, stop
        self.tag, self.of_class, self.hints, self.own_section = tag, of_class, hints, own_section
        return self.find_nodes(up, ints(page.owner), place)

    @cython.cfunc
    @cython.locals(b=cython.int, i=cython.int, j=cython.int, n=cython.int)
    def find_nodes(self, parent: cython.p_int, owner: cython.p_int, place: cython.p_int) -> cython.int:
        """Find the lowest element that holds all of each paragraph."""
        lines, end, n = self.lines, self.end, self.paragraphs
        element = self.element_of_line = self.room.column(n)
        node = self.node = self.room.column(n)
        with cython.nogil:
            for b in range(n):
                i, j = owner[lines[b]], owner[lines[b + 1] - 1]
                if i != j:
                    while end[i] <= j:
                        i = parent[i]
                    while i > j:
                        i = parent[i]
                element[b], node[b] = i, place[i]
        return 0

    @cython.cfunc
    @cython.locals(i=cython.int, up=cython.int, n=cython.int, count=cython.int, b=cython.int, k=cython.int)
    def widen(self) -> cython.int:
        """Find the paragraphs that an element holds, the next ancestor with more, and levels 1 and 2."""
        parent, first, stop, lines, n = self.parent, self.first, self.stop, self.lines, self.paragraphs
        holds, larger = self.room.column(self.size), self.room.column(self.size)
        level1, level2 = self.room.column(self.size), self.room.column(self.size)
        line_of_column = zeros(lines[n])
        line_of = ints(line_of_column)  # of each text
        holds[0] = n
        with cython.nogil:
            for b in range(n):
                for k in range(lines[b], lines[b + 1]):
                    line_of[k] = b
            for i in range(1, self.size):
                up = parent[i]
                count = line_of[stop[i] - 1] - line_of[first[i]] + 1
                holds[i] = count
                larger[i] = up if holds[up] > count else larger[up]
                if holds[up] == n:
                    level1[i] = level2[i] = i
                else:
                    level1[i], level2[i] = level1[up], level2[up]
                    if level1[up] == level2[up] and count < holds[level1[up]]:
                        level2[i] = i
        self.holds, self.larger, self.level1, self.level2 = holds, larger, level1, level2
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, i=cython.int, up=cython.int, outer=cython.int, a=cython.int, z=cython.int)
    def come_down(self) -> cython.int:
        """Find the box, section and container of each element, and what is in nested containers.

        The root is the box and the section of what has no other, and the container of nothing (-1).
        """
        parent, own, element, code = self.parent, self.own_section, self.element, self.code
        first, stop, text_before, link_before = self.first, self.stop, self.text_before, self.link_before
        sentences_before, inside_of = self.sentences_before, uchars(meanings.INSIDE)
        is_box, is_container = uchars(meanings.IS_BOX), uchars(meanings.IS_CONTAINER)
        room, n = self.room, self.size
        box, section, inside = room.column(n), room.column(n), room.column(n)
        text, links, sentences = room.column(n), room.column(n), room.column(n)
        container_column = zeros(n)
        container = ints(container_column)
        container[0] = -1
        with cython.nogil:
            for i in range(1, n):
                up = parent[i]
                box[i] = i if is_box[code[element[i]]] else box[up]
                section[i] = i if own[i] else section[up]
                inside[i] = inside[up] | inside_of[own[i]]
                outer = container[up]
                container[i] = i if is_container[code[element[i]]] else outer
                if container[i] == i and outer >= 0:
                    a, z = first[i], stop[i]
                    text[outer] += text_before[z] - text_before[a]
                    links[outer] += link_before[z] - link_before[a]
                    sentences[outer] += sentences_before[z] - sentences_before[a]
        self.box, self.section, self.inside = box, section, inside
        self.nested_text, self.nested_links, self.nested_sentences = text, links, sentences
        return 0

    @cython.cfunc
    @cython.locals(i=cython.int, n=cython.int, count=cython.longlong)
    @cython.locals(up=cython.longlong, full=cython.longlong)
    def follow_hints(self) -> cython.int:
        """Count the steps up to all hints but those of the root, side by side in one number."""
        parent, hints, kept, n = self.parent, self.hints, longlongs(meanings.KEPT), self.size
        column = array("q", [0]) * n if cython.compiled or n > LARGE else [0] * n
        self.held.append(column)
        steps = self.steps = longlongs(column)
        steps[0], count = ONES * FAR, (hints[0] & COMMENT) != 0
        with cython.nogil:
            for i in range(1, n):
                up = steps[parent[i]]
                full = up & (up >> 1)
                full &= full >> 2
                steps[i] = (up + (ONES & ~full)) & kept[hints[i]]
                count += (hints[i] & COMMENT) != 0
        self.comment_elements = 1000 * count // n
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, i=cython.int, up=cython.int)
    def count_alike(self) -> cython.int:
        """Count the elements that look alike, on the whole page and among siblings."""
        room, parent, holds, n = self.room, self.parent, self.holds, self.size
        look, siblings, pair_column = room.column(n), room.column(n), zeros(n)
        pair_numbers(self.tag, self.of_class, n, look)
        pair = ints(pair_column)
        pair_numbers(parent, look, n, pair)
        with_look_column, with_pair_column = zeros(n), zeros(n)
        with_look, with_pair = ints(with_look_column), ints(with_pair_column)
        alike, most_alike, group = room.column(n), room.column(n), room.column(n)
        most_alike[0] = 1
        with cython.nogil:
            for i in range(n):
                with_look[look[i]] += 1
                with_pair[pair[i]] += 1
            for i in range(n):
                alike[i], siblings[i] = with_look[look[i]], with_pair[pair[i]]
            for i in range(1, n):
                up = parent[i]
                most_alike[i] = siblings[i] if siblings[i] > most_alike[up] else most_alike[up]
                group[i] = i if siblings[i] > 2 and holds[i] > 1 else group[up]
        self.look, self.siblings, self.alike = look, siblings, alike
        self.most_alike, self.group = most_alike, group
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, a=cython.int, z=cython.int, linked=cython.int)
    def weigh_paragraphs(self) -> cython.int:
        """Count the characters of each paragraph, and find what is prose: mostly outside links."""
        lines, chars_before, text_before = self.lines, self.chars_before, self.text_before
        sentences_before, n = self.sentences_before, self.paragraphs
        chars = self.line_chars = self.room.column(n)
        text = self.line_text = self.room.column(n)
        prose = self.prose = self.room.column(n)
        with cython.nogil:
            for b in range(n):
                a, z = lines[b], lines[b + 1]
                chars[b] = chars_before[z] - chars_before[a]
                text[b] = text_before[z] - text_before[a]
                if chars[b] - text[b] < text[b] and (
                    chars[b] >= PROSE_CHARS or sentences_before[z] > sentences_before[a]
                ):
                    prose[b] = 1
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, i=cython.int, distance=cython.int, level=cython.int)
    def look_at_paragraphs(self) -> cython.int:
        """Find the box, the last heading and the look of each paragraph."""
        room, parent, node, look, n = self.room, self.parent, self.node, self.look, self.paragraphs
        code, element, box, level_of = self.code, self.element, self.box, uchars(meanings.HEADING_LEVEL)
        above, box_tag = room.column(n), room.column(n)
        since, heading = room.column(n), room.column(n)
        look_column, look_above_column = zeros(n), zeros(n)
        own, upper = ints(look_column), ints(look_above_column)
        distance, level, self.h1 = NO_HEADING, 0, -1
        with cython.nogil:
            for b in range(n):
                i = box[node[b]]
                above[b], box_tag[b] = parent[i], code[element[i]]
                if level_of[box_tag[b]]:
                    distance, level = 0, level_of[box_tag[b]]
                    if level == 1 and self.h1 < 0:
                        self.h1 = b
                since[b], heading[b] = distance, level
                distance += distance < FARTHEST_HEADING
                i = node[b]
                own[b], upper[b] = look[i], look[parent[i]] if i else -1
        self.above, self.box_tag, self.since_heading, self.heading = above, box_tag, since, heading
        self.line_look = room.column(n)
        pair_numbers(own, upper, n, self.line_look)
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, up=cython.int, now=cython.int, count=cython.int)
    @cython.locals(most=cython.int, share=cython.longlong)
    def find_runs(self) -> cython.int:
        """Find the run of prose that each paragraph is in or follows, 0 before the first."""
        prose, above, text, n = self.prose, self.above, self.line_text, self.paragraphs
        run = self.run = self.room.column(n)
        shares = self.run_shares = self.room.column(n + 1)
        open_column, until_column = zeros(self.size + 1), zeros(self.size + 1)
        open_run, open_until = ints(open_column), ints(until_column)  # of -1 and each element
        now, count, most = 0, 1, 1
        with cython.nogil:
            for b in range(n):
                if prose[b]:
                    up = above[b] + 1
                    if b >= open_until[up]:
                        open_run[up] = count
                        count += 1
                    open_until[up] = b + RUN_GAP + 2
                    now = open_run[up]
                    shares[now] += text[b]
                    most = shares[now] if shares[now] > most else most
                run[b] = now
            for b in range(count):
                share = 1000
                shares[b] = share * shares[b] // most
        return 0

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, i=cython.int, best=cython.int, chars=cython.longlong)
    def find_container(self) -> cython.int:
        """Find the element with most prose right below it, the outermost of equals.

        Half of what a child has counts for its parent, too.
        """
        parent, prose, above, text = self.parent, self.prose, self.above, self.line_text
        lines, n = self.lines, self.size
        column = array("q", [0]) * (n + 1) if cython.compiled or n > LARGE else [0] * (n + 1)
        doubled = longlongs(column)  # of -1 and each element
        best, self.container_prose = 0, 0
        with cython.nogil:
            for b in range(self.paragraphs):
                if prose[b]:
                    i = above[b]
                    doubled[i + 1] += 2 * text[b]
                    if i > 0:
                        doubled[parent[i] + 1] += text[b]
            for i in range(1, n + 1):
                if doubled[i] > doubled[best]:
                    best = i
            i = best - 1 if best else 0
            for b in range(self.paragraphs):
                if prose[b] and above[b] == i:
                    self.container_prose += 1
                if lines[b] < self.stop[i]:
                    self.container_end = b
        self.container = self.element[i]
        chars = self.chars_before[self.stop[i]] - self.chars_before[self.first[i]]
        self.container_share = 1000 * chars // self.chars
        return self.step_away(i)

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, j=cython.int, step=cython.int)
    def step_away(self, i: cython.int) -> cython.int:
        """Count for each paragraph the steps up from ``i`` to the first element that holds it, too."""
        parent, first, stop, lines, n = self.parent, self.first, self.stop, self.lines, self.paragraphs
        steps = self.container_steps = self.room.column(n)
        with cython.nogil:
            j, step = i, 0
            for b in range(n):
                if lines[b + 1] > stop[i]:
                    while stop[j] < lines[b + 1] and parent[j] >= 0:
                        j = parent[j]
                        step += 1
                    steps[b] = step
            j, step = i, 0
            for b in range(n - 1, -1, -1):
                if lines[b] < first[i]:
                    while first[j] > lines[b] and parent[j] >= 0:
                        j = parent[j]
                        step += 1
                    if step > steps[b]:
                        steps[b] = step
        return 0
