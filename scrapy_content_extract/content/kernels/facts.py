"""Page → what is known of its elements with text and of its paragraphs, over columns.

For the terms see :mod:`.auto.features`.  A *paragraph* is an entry of
:attr:`.Page.lines`; its *node* is the lowest element that holds all of it.  Elements are numbered among
those with text; ``element`` has their numbers on the page.

A count below an element is the difference of two running totals, and what an element inherits from its
ancestors comes down in one pass.  All numbers are whole: shares are in thousandths.
"""

from __future__ import annotations

from array import array
from typing import Any

from . import hints as meanings
from . import words
from .columns import LONG_ZERO, ZERO
from .hints import BODY, COMMENT, FAR, ONES
from .queries import lowest_common

#: The fewest characters of prose that ends no sentence.
PROSE_CHARS = 60
#: Paragraphs of prose with the same parent are a run while at most this many lie between them.
RUN_GAP = 3
#: A heading is not followed farther than this; where there is none, it is this many paragraphs ago.
FARTHEST_HEADING = 50
NO_HEADING = 99


class Facts:
    """What the features of all paragraphs of a page are made of; the page has texts.

    It is made in three steps, between which other threads have their turn.
    """

    def __init__(
        self, page: Any, sentences_before: array[int], said: array[int], section_of_role: array[int]
    ) -> None:
        """``said`` has the hints in each name, ``section_of_role`` the section that a role makes, or -1."""
        names = page.names
        lengths = len(sentences_before) - 1, len(said), len(section_of_role)
        if lengths != (len(page.gap), len(names.values), len(names.roles)):
            raise ValueError("the columns are not of one length")
        self.code, self.end = page.code, page.end
        self.lines, self.paragraphs = page.line_starts, len(page.line_starts) - 1
        self.chars_before, self.link_before = page.chars_before, page.link_chars_before
        self.sentences_before = sentences_before
        self.count_page(len(page.code))
        self.take_elements(page, said, section_of_role)

    def look_at_elements(self) -> None:
        """Find what elements hold, inherit and have in common."""
        self.widen()
        self.come_down()
        self.follow_hints()
        self.count_alike()

    def look_at_page(self) -> None:
        """Find what paragraphs are, and where; elements have been looked at."""
        self.weigh_paragraphs()
        self.look_at_paragraphs()
        self.find_runs()
        self.find_container()

    def count_page(self, size: int) -> None:
        """Count what all paragraphs of the page share."""
        code, counted = self.code, meanings.COUNTED
        chars_before, link_before, texts = self.chars_before, self.link_before, self.lines[self.paragraphs]
        text_before = self.text_before = ZERO * (texts + 1)
        links = self.links_before = ZERO * (size + 1)
        inputs = self.inputs_before = ZERO * (size + 1)
        images = self.images_before = ZERO * (size + 1)
        tables, articles, share = 0, 0, 1000
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

    def take_elements(self, page: Any, said: array[int], section_of_role: array[int]) -> None:
        """Copy what is needed of the page's elements with text, which are a tree of their own."""
        names, n, m = page.names, len(page.code), 0
        up, firsts, stops, tags = page.parent, page.first, page.stop, page.tag_number
        classes, ids, roles = names.of_class, names.of_id, names.of_role
        code, section_of_code = self.code, meanings.SECTION_OF_CODE
        place = ZERO * n
        for i in range(n):
            m += firsts[i] < stops[i]
        self.size = m
        element, parent = ZERO * m, ZERO * m
        first, stop, tag, of_class = ZERO * m, ZERO * m, ZERO * m, ZERO * m
        hints, own_section = ZERO * m, ZERO * m
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
        self.find_nodes(up, page.owner, place)

    def find_nodes(self, parent: array[int], owner: array[int], place: array[int]) -> None:
        """Find the lowest element that holds all of each paragraph."""
        lines, end, n = self.lines, self.end, self.paragraphs
        element = self.element_of_line = ZERO * n
        node = self.node = ZERO * n
        for b in range(n):
            i, j = owner[lines[b]], owner[lines[b + 1] - 1]
            if i != j:
                i = lowest_common(parent, end, i, j)
            element[b], node[b] = i, place[i]

    def widen(self) -> None:
        """Find the paragraphs that an element holds, the next ancestor with more, and levels 1 and 2."""
        parent, first, stop, lines, n = self.parent, self.first, self.stop, self.lines, self.paragraphs
        holds, larger = ZERO * self.size, ZERO * self.size
        level1, level2 = ZERO * self.size, ZERO * self.size
        line_of = ZERO * lines[n]  # of each text
        holds[0] = n
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

    def come_down(self) -> None:
        """Find the box, section and container of each element, and what is in nested containers.

        The root is the box and the section of what has no other, and the container of nothing (-1).
        """
        parent, own, element, code = self.parent, self.own_section, self.element, self.code
        first, stop, text_before, link_before = self.first, self.stop, self.text_before, self.link_before
        sentences_before, inside_of = self.sentences_before, meanings.INSIDE
        is_box, is_container = meanings.IS_BOX, meanings.IS_CONTAINER
        n = self.size
        box, section, inside = ZERO * n, ZERO * n, ZERO * n
        text, links, sentences = ZERO * n, ZERO * n, ZERO * n
        container = ZERO * n
        container[0] = -1
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

    def follow_hints(self) -> None:
        """Count the steps up to all hints except on the root, side by side in one number."""
        parent, hints, kept, n = self.parent, self.hints, meanings.KEPT, self.size
        steps = self.steps = LONG_ZERO * n
        steps[0], count = ONES * FAR, 1 if hints[0] & COMMENT else 0
        for i in range(1, n):
            up = steps[parent[i]]
            full = up & (up >> 1)
            full &= full >> 2
            steps[i] = (up + (ONES & ~full)) & kept[hints[i]]
            count += (hints[i] & COMMENT) != 0
        self.comment_elements = 1000 * count // n

    def count_alike(self) -> None:
        """Count the elements that look alike, on the whole page and among siblings."""
        parent, holds, n = self.parent, self.holds, self.size
        look, _ = words.number_pairs(self.tag, self.of_class)
        pair, _ = words.number_pairs(parent, look)
        siblings = ZERO * n
        with_look, with_pair = ZERO * n, ZERO * n
        alike, most_alike, group = ZERO * n, ZERO * n, ZERO * n
        most_alike[0] = 1
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

    def weigh_paragraphs(self) -> None:
        """Count the characters of each paragraph, and find what is prose: mostly outside links."""
        lines, chars_before, text_before = self.lines, self.chars_before, self.text_before
        sentences_before, n = self.sentences_before, self.paragraphs
        chars = self.line_chars = ZERO * n
        text = self.line_text = ZERO * n
        prose = self.prose = ZERO * n  # 1 or 0
        for b in range(n):
            a, z = lines[b], lines[b + 1]
            chars[b] = chars_before[z] - chars_before[a]
            text[b] = text_before[z] - text_before[a]
            if chars[b] - text[b] < text[b] and (
                chars[b] >= PROSE_CHARS or sentences_before[z] > sentences_before[a]
            ):
                prose[b] = 1

    def look_at_paragraphs(self) -> None:
        """Find the box, the last heading and the look of each paragraph."""
        parent, node, look, n = self.parent, self.node, self.look, self.paragraphs
        code, element, box, level_of = self.code, self.element, self.box, meanings.HEADING_LEVEL
        above, box_tag = ZERO * n, ZERO * n
        since, heading = ZERO * n, ZERO * n
        own, upper = ZERO * n, ZERO * n
        distance, level, self.h1 = NO_HEADING, 0, -1
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
        self.line_look, _ = words.number_pairs(own, upper)

    def find_runs(self) -> None:
        """Find the run of prose that each paragraph is in or follows, 0 before the first."""
        prose, above, text, n = self.prose, self.above, self.line_text, self.paragraphs
        run = self.run = ZERO * n
        shares = self.run_shares = ZERO * (n + 1)
        open_run, open_until = ZERO * (self.size + 1), ZERO * (self.size + 1)  # of -1 and each element
        now, count, most = 0, 1, 1
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

    def find_container(self) -> None:
        """Find the element with most prose right below it, the outermost of equals.

        Half of what a child has counts for its parent, too.
        """
        parent, prose, above, text = self.parent, self.prose, self.above, self.line_text
        lines, stop, n = self.lines, self.stop, self.size
        doubled = LONG_ZERO * (n + 1)  # of -1 and each element
        best, self.container_prose = 0, 0
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
            if lines[b] < stop[i]:
                self.container_end = b
        self.container = self.element[i]
        chars = self.chars_before[stop[i]] - self.chars_before[self.first[i]]
        self.container_share = 1000 * chars // self.chars
        self.step_away(i)

    def step_away(self, i: int) -> None:
        """Count for each paragraph the steps up from ``i`` to the first element that holds it, too."""
        parent, first, stop, lines, n = self.parent, self.first, self.stop, self.lines, self.paragraphs
        steps = self.container_steps = ZERO * n
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
