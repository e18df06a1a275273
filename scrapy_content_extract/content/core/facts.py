"""The facts about the elements and paragraphs of a page, and the features that come of them.

For the terms see :mod:`.auto.features`; its :data:`FEATURES` has the features.  A *paragraph* is an entry of
:attr:`.Page.lines`; its *node* is the lowest element that holds all of it.  What stands here about elements
is right if they have text; with each of them, all elements around it have text, too.

A count below an element is the difference of two running totals, and what an element inherits from its
ancestors comes down in one pass.  All numbers are whole: shares are in thousandths, rates in tenths or
hundredths, shares of words in hundredths.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from . import columns, words
from . import hints as meanings
from .columns import ZERO, Column

from .hints import (  # isort: skip
    ARTICLE, BODY, COMMENT, FAR, FARTHEST_HEADING, FOOTER, IN_FOOTER, IN_MAIN, NO_HEADING, ONES,
)  # fmt: skip

# Bounds of features.  The models were trained with these: who changes one trains them again.

#: The fewest characters of prose that ends no sentence.
PROSE_CHARS = 60
#: Paragraphs of prose with the same parent are a run while at most this many lie between them.
RUN_GAP = 3
#: The paragraphs before and after one that are near it.
NEAR = 8
#: The bits of a packed number of steps, of which FAR is the greatest.
BITS = 4
#: How far from the first ``<h1>``, and from the end of the container, paragraphs are counted.
FAR_FROM_H1 = 50
NO_H1 = 99
FAR_FROM_CONTAINER = 200
#: No feature is less.
LEAST = -FAR_FROM_H1
#: Shares are in thousandths.  Compiled, it is of 64 bits, and so is a product with it.
THOUSAND = 1000
HINTS = len(meanings.HINTS)
#: The features that each of the functions below writes, in the order of their columns there.
OF_PAGE = (
    "links tables articles paragraphs container_share container_prose comment_elements page_chars page_text"
)
OF_ITSELF = (
    "chars prose block_tag heading after_heading container_steps run_share before position link_density "
    "near_density container_after after_h1"
)
OF_NODE = "repeated alike tag sentences density group_size group_chars section in_footer in_main " + " ".join(
    meanings.HINTS
)
OF_SURROUNDINGS = (
    "around_rate around_density beyond_rate level1_share level1_controls level1_density level1_images "
    "level2_share level2_links level2_density level2_paragraphs "
    "section_controls section_paragraphs section_share"
)
OF_WORDS = "words_alike words_of_half words_twice words_often"
WRITTEN = tuple(names.split() for names in (OF_PAGE, OF_ITSELF, OF_NODE, OF_SURROUNDINGS, OF_WORDS))
#: Words count as shared if as many paragraphs have them: of paragraphs that look alike, and of all.
SOME_ALIKE, SOME, MANY = 3, 2, 4


class Facts:
    """What the features of all paragraphs of a page are made of; the page has texts.

    It is made in three steps, between which other threads have their turn.
    """

    def __init__(self, page: Any, sentences_before: array[int], section_of_role: array[int]) -> None:
        """``section_of_role`` has the section that each role of the page makes, or -1."""
        if (len(sentences_before) - 1, len(section_of_role)) != (len(page.gap), len(page.names.roles)):
            raise ValueError("the columns are not of one length")
        self.page, self.kept = page, list[Any]()
        self.elements, self.paragraphs = len(page.code), len(page.line_starts) - 1
        self.code, self.lines = columns.of_bytes(page.code), columns.of(page.line_starts)
        self.parent, self.end = columns.of(page.parent), columns.of(page.end)
        self.first, self.stop = columns.of(page.first), columns.of(page.stop)
        self.chars_before = columns.of(page.chars_before)
        self.link_before = columns.of(page.link_chars_before)
        self.kept_sentences, self.sentences_before = sentences_before, columns.of(sentences_before)
        self.count_page()
        self.name_elements(page.said[0], section_of_role)
        self.find_nodes(columns.of(page.owner))

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

    def zeros(self, n: int) -> array[int]:
        """Return a column of ``n`` zeros."""
        return columns.zeros(self.kept, n)

    def count_page(self) -> None:
        """Count what all paragraphs of the page share."""
        code, counted, size = self.code, columns.of_bytes(meanings.COUNTED), self.elements
        chars_before, link_before, texts = self.chars_before, self.link_before, self.lines[self.paragraphs]
        text_before, links = self.zeros(texts + 1), self.zeros(size + 1)
        inputs, images = self.zeros(size + 1), self.zeros(size + 1)
        self.tables = self.articles = 0
        for k in range(texts + 1):
            text_before[k] = chars_before[k] - link_before[k]
        for i in range(size):
            of_one = counted[code[i]]
            links[i + 1] = links[i] + (of_one & 1)
            inputs[i + 1] = inputs[i] + (of_one >> 1 & 1)
            images[i + 1] = images[i] + (of_one >> 2 & 1)
            self.tables += of_one >> 3 & 1
            self.articles += of_one >> 4
        self.text_before, self.links_before = text_before, links
        self.inputs_before, self.images_before = inputs, images
        self.links, self.chars, self.all_text = links[size], chars_before[texts], text_before[texts]
        self.text_share = THOUSAND * self.all_text // self.chars
        if not self.all_text:
            self.all_text = 1

    def name_elements(self, said: array[int], section_of_role: array[int]) -> None:
        """Note the hints in the names of each element, and the section that it is."""
        names, code, n, every_hint = self.page.names, self.code, self.elements, meanings.ALL_HINTS
        classes, ids, roles = columns.of(names.of_class), columns.of(names.of_id), columns.of(names.of_role)
        section_of_code = columns.of_bytes(meanings.SECTION_OF_CODE)
        hints, own_section = self.zeros(n), self.zeros(n)
        for i in range(n):
            hints[i] = (said[classes[i]] | said[ids[i]]) & every_hint
            own_section[i] = section_of_code[code[i]]
            if i and roles[i] and section_of_role[roles[i]] >= 0:
                own_section[i] = section_of_role[roles[i]]
            up = self.parent[i]
            if i and own_section[i] == FOOTER and own_section[up] == ARTICLE and self.is_most(i, up):
                own_section[i] = 0  # most of an article is no footer
        if not own_section[0]:
            own_section[0] = BODY
        self.hints, self.own_section = hints, own_section

    def is_most(self, i: int, up: int) -> bool:
        """Tell whether an element has more than half of the characters of its parent."""
        before, first, stop = self.chars_before, self.first, self.stop
        return 2 * (before[stop[i]] - before[first[i]]) > before[stop[up]] - before[first[up]]

    def find_nodes(self, owner: array[int]) -> None:
        """Find the lowest element that holds all of each paragraph."""
        parent, end, lines, n = self.parent, self.end, self.lines, self.paragraphs
        self.nodes = ZERO * n
        node = self.node = columns.of(self.nodes)
        for b in range(n):
            i, j = owner[lines[b]], owner[lines[b + 1] - 1]
            while end[i] <= j:
                i = parent[i]
            while i > j:
                i = parent[i]
            node[b] = i

    def widen(self) -> None:
        """Find the paragraphs that an element holds, the next ancestor with more, and levels 1 and 2."""
        parent, first, stop, lines, n = self.parent, self.first, self.stop, self.lines, self.paragraphs
        size = self.elements
        holds, larger, level1, level2 = self.zeros(size), self.zeros(size), self.zeros(size), self.zeros(size)
        line_of = self.zeros(lines[n])  # of each text
        holds[0] = n
        for b in range(n):
            for k in range(lines[b], lines[b + 1]):
                line_of[k] = b
        for i in range(1, size):
            if first[i] == stop[i]:
                continue
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
        parent, own, code, n = self.parent, self.own_section, self.code, self.elements
        first, stop, text_before, link_before = self.first, self.stop, self.text_before, self.link_before
        sentences_before, inside_of = self.sentences_before, columns.of_bytes(meanings.INSIDE)
        is_box, is_container = columns.of_bytes(meanings.IS_BOX), columns.of_bytes(meanings.IS_CONTAINER)
        box, section, inside, container = self.zeros(n), self.zeros(n), self.zeros(n), self.zeros(n)
        text, links, sentences = self.zeros(n), self.zeros(n), self.zeros(n)
        container[0] = -1
        for i in range(1, n):
            up = parent[i]
            box[i] = i if is_box[code[i]] else box[up]
            section[i] = i if own[i] else section[up]
            inside[i] = inside[up] | inside_of[own[i]]
            outer = container[up]
            container[i] = i if is_container[code[i]] else outer
            if container[i] == i and outer >= 0:
                a, z = first[i], stop[i]
                text[outer] += text_before[z] - text_before[a]
                links[outer] += link_before[z] - link_before[a]
                sentences[outer] += sentences_before[z] - sentences_before[a]
        self.box, self.section, self.inside = box, section, inside
        self.nested_text, self.nested_links, self.nested_sentences = text, links, sentences

    def follow_hints(self) -> None:
        """Count the steps up to all hints except on the root, side by side in one number."""
        parent, hints, kept, n = self.parent, self.hints, meanings.KEPT, self.elements
        first, stop, size, count = self.first, self.stop, 1, 1 if hints[0] & COMMENT else 0
        steps = self.steps = columns.longs(self.kept, n)
        steps[0] = ONES * FAR
        for i in range(1, n):
            up = steps[parent[i]]
            full = up & (up >> 1)
            full &= full >> 2
            steps[i] = (up + (ONES & ~full)) & kept[hints[i]]
            if first[i] < stop[i]:
                size += 1
                count += (hints[i] & COMMENT) != 0
        self.comment_elements = THOUSAND * count // size

    def count_alike(self) -> None:
        """Count the elements that look alike, on the whole page and among siblings."""
        page, parent, holds, n = self.page, self.parent, self.holds, self.elements
        first, stop = self.first, self.stop
        looks, _ = words.number_pairs(page.tag_number, page.names.of_class)
        pairs, _ = words.number_pairs(page.parent, looks)
        self.kept += [looks, pairs]
        look, pair = columns.of(looks), columns.of(pairs)
        with_look, with_pair, siblings = self.zeros(n), self.zeros(n), self.zeros(n)
        alike, most_alike, group = self.zeros(n), self.zeros(n), self.zeros(n)
        most_alike[0] = 1
        for i in range(n):
            if first[i] < stop[i]:
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
        chars = self.line_chars = self.zeros(n)
        text = self.line_text = self.zeros(n)
        prose = self.prose = self.zeros(n)  # 1 or 0
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
        code, box, level_of = self.code, self.box, columns.of_bytes(meanings.HEADING_LEVEL)
        above, box_tag, since, heading = self.zeros(n), self.zeros(n), self.zeros(n), self.zeros(n)
        own, upper = ZERO * n, ZERO * n
        distance, level, self.h1 = NO_HEADING, 0, -1
        for b in range(n):
            i = box[node[b]]
            above[b], box_tag[b] = parent[i], code[i]
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
        run, shares = self.zeros(n), self.zeros(n + 1)
        open_run, open_until = self.zeros(self.elements + 1), self.zeros(self.elements + 1)  # also of -1
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
            shares[b] = THOUSAND * shares[b] // most
        self.run, self.run_shares = run, shares

    def find_container(self) -> None:
        """Find the element with most prose right below it, the outermost of equals.

        Half of what a child has counts for its parent, too.
        """
        parent, prose, above, text = self.parent, self.prose, self.above, self.line_text
        lines, stop, n = self.lines, self.stop, self.elements
        doubled = columns.longs(self.kept, n + 1)  # of -1 and each element
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
        self.container = i
        chars = self.chars_before[stop[i]] - self.chars_before[self.first[i]]
        self.container_share = THOUSAND * chars // self.chars
        self.step_away(i)

    def step_away(self, i: int) -> None:
        """Count for each paragraph the steps up from ``i`` to the first element that holds it, too."""
        parent, first, stop, lines, n = self.parent, self.first, self.stop, self.lines, self.paragraphs
        steps = self.container_steps = self.zeros(n)
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


def describe(
    it: Facts, common: Sequence[array[int]], begin: int, beyond: int, places: Sequence[Sequence[int]]
) -> tuple[array[int], array[int], array[int], int]:
    """Return the features of some paragraphs, their looks, their nodes, and the container of the page.

    The features are columns, one behind the other; ``places`` has the numbers of each part of
    :data:`WRITTEN`.  ``common`` has what :func:`shares` returns, of all paragraphs.
    """
    n = beyond - begin
    made = ZERO * (n * sum(map(len, places)))
    of_page, of_itself, of_node, of_surroundings, of_words = [[n * k for k in part] for part in places]
    for start, column in zip(of_words, common):
        made[start : start + n] = column[begin:beyond]
    numbers = columns.of(made)
    write_page(it, numbers, n, of_page)
    write_own(it, numbers, begin, n, of_itself)
    write_nodes(it, numbers, begin, n, of_node[:-HINTS], array("i", of_node[-HINTS:]))
    write_around(it, numbers, begin, n, of_surroundings)
    return made, it.line_look[begin:beyond], it.nodes[begin:beyond], it.container


def write_page(it: Facts, numbers: array[int], n: int, starts: list[int]) -> None:
    """Write what all paragraphs share."""
    shared = (
        it.links, it.tables, it.articles, it.paragraphs, it.container_share, it.container_prose,
        it.comment_elements, it.chars, it.text_share,
    )  # fmt: skip
    for start, number in zip(starts, shared):
        for b in range(n):
            numbers[start + b] = number


def write_own(it: Facts, numbers: array[int], begin: int, n: int, starts: list[int]) -> None:
    """Write what each paragraph is, and where."""
    chars, prose, block_tag, heading, after_heading, steps, run_share, before = starts[:8]
    position, link_density, near_density, after, after_h1 = starts[8:]
    line_chars, is_prose, box_tag, level = it.line_chars, it.prose, it.box_tag, it.heading
    since, away, run, shares_of = it.since_heading, it.container_steps, it.run, it.run_shares
    lines, chars_before, link_before, text_before = it.lines, it.chars_before, it.link_before, it.text_before
    count, h1, end, all_text = it.paragraphs, it.h1, it.container_end, it.all_text
    for b in range(n):
        k = begin + b
        start, stop = lines[k], lines[k + 1]
        numbers[chars + b], numbers[prose + b] = line_chars[k], is_prose[k]
        numbers[block_tag + b], numbers[heading + b] = box_tag[k], level[k]
        numbers[after_heading + b] = since[k]
        numbers[steps + b], numbers[run_share + b] = away[k], shares_of[run[k]]
        numbers[before + b] = chars_before[start]
        numbers[position + b] = THOUSAND * text_before[start] // all_text
        numbers[link_density + b] = THOUSAND * (link_before[stop] - link_before[start]) // line_chars[k]
        start = lines[k - NEAR if k > NEAR else 0]
        stop = lines[k + NEAR + 1 if k + NEAR + 1 < count else count]
        near = chars_before[stop] - chars_before[start]
        numbers[near_density + b] = THOUSAND * (link_before[stop] - link_before[start]) // near
        numbers[after + b] = within(k - end, 0, FAR_FROM_CONTAINER)
        numbers[after_h1 + b] = NO_H1 if h1 < 0 else within(k - h1, -FAR_FROM_H1, FAR_FROM_H1)


def within(number: int, least: int, most: int) -> int:
    """Return a number, or the nearer of two bounds if it is not between them."""
    return least if number < least else most if number > most else number


def write_nodes(
    it: Facts, numbers: array[int], begin: int, n: int, starts: list[int], hints: array[int]
) -> None:
    """Write what each paragraph's node is, and what it is inside of; so do the columns of ``hints`` begin."""
    repeated, same, tag, sentences, density, group_size, group_chars, section, in_footer, in_main = starts
    node, most_alike, alike, steps = it.node, it.most_alike, it.alike, it.steps
    chars_before, text_before, sentences_before = it.chars_before, it.text_before, it.sentences_before
    first, stop, end, code, group, siblings = it.first, it.stop, it.end, it.code, it.group, it.siblings
    nested_text, nested_links, nested_sentences = it.nested_text, it.nested_links, it.nested_sentences
    own_section, section_of, inside, size = it.own_section, it.section, it.inside, len(hints)
    for b in range(n):
        i = node[begin + b]
        a, z = first[i], stop[i]
        numbers[repeated + b], numbers[same + b], numbers[tag + b] = most_alike[i], alike[i], code[i]
        text = text_before[z] - text_before[a]
        chars = chars_before[z] - chars_before[a]
        linked = chars - text - nested_links[i]
        text -= nested_text[i]
        ends = sentences_before[z] - sentences_before[a] - nested_sentences[i]
        numbers[sentences + b] = 10 * ends + text // (linked if linked else 1)
        numbers[density + b] = 10 * chars // (end[i] - i)
        numbers[section + b] = own_section[section_of[i]]
        numbers[in_footer + b] = (inside[i] & IN_FOOTER) != 0
        numbers[in_main + b] = (inside[i] & IN_MAIN) != 0
        for h in range(size):
            numbers[hints[h] + b] = steps[i] >> h * BITS & FAR
        i = group[i]
        numbers[group_size + b] = siblings[i] if i else 0
        numbers[group_chars + b] = chars_before[stop[i]] - chars_before[first[i]] if i else -1


def write_around(it: Facts, numbers: array[int], begin: int, n: int, starts: list[int]) -> None:
    """Write what is below the elements around each node: the next two ancestors with more, and others."""
    around_rate, around_density, beyond_rate, share1, controls1, density1, images1 = starts[:7]
    share2, links2, density2, paragraphs2, section_controls, section_paragraphs, section_share = starts[7:]
    for b in range(n):
        k = it.node[begin + b]
        i = it.larger[k]
        numbers[around_rate + b], numbers[around_density + b] = text_for_links(it, i), link_density(it, i)
        numbers[beyond_rate + b] = text_for_links(it, it.larger[i])
        i = it.level1[k]
        numbers[share1 + b], numbers[controls1 + b] = text_share(it, i), for_lines(it, it.inputs_before, i)
        numbers[density1 + b], numbers[images1 + b] = link_density(it, i), for_lines(it, it.images_before, i)
        i = it.level2[k]
        numbers[share2 + b], numbers[links2 + b] = text_share(it, i), for_lines(it, it.links_before, i)
        numbers[density2 + b], numbers[paragraphs2 + b] = link_density(it, i), it.holds[i]
        i = it.section[k]
        numbers[section_controls + b] = for_lines(it, it.inputs_before, i)
        numbers[section_paragraphs + b] = it.holds[i]
        chars = it.chars_before[it.stop[i]] - it.chars_before[it.first[i]]
        numbers[section_share + b] = THOUSAND * chars // it.chars


def text_for_links(it: Facts, i: int) -> int:
    """Return how many characters outside links an element has for each link, in tenths."""
    count = it.links_before[it.end[i]] - it.links_before[i]
    return 10 * (it.text_before[it.stop[i]] - it.text_before[it.first[i]]) // (count if count else 1)


def link_density(it: Facts, i: int) -> int:
    """Return the share of an element's characters that is in links."""
    linked = it.link_before[it.stop[i]] - it.link_before[it.first[i]]
    return THOUSAND * linked // (it.chars_before[it.stop[i]] - it.chars_before[it.first[i]])


def text_share(it: Facts, i: int) -> int:
    """Return the share of the page's characters outside links that an element has."""
    return THOUSAND * (it.text_before[it.stop[i]] - it.text_before[it.first[i]]) // it.all_text


def for_lines(it: Facts, before: array[int], i: int) -> int:
    """Return how many of the elements of a running total are in one, for each paragraph in it."""
    return 100 * (before[it.end[i]] - before[i]) // it.holds[i]


def means(numbers: array[int], chars: array[int]) -> array[int]:
    """Return the mean of each feature, rounded down; a paragraph counts by its characters."""
    n = len(chars)
    features = len(numbers) // n
    found = ZERO * features
    weight = 0
    for b in range(n):
        weight += chars[b]
    for f in range(features):
        total = 0
        for b in range(n):
            product = chars[b]
            product *= numbers[f * n + b]
            total += product
        found[f] = (total - LEAST * weight) // weight + LEAST  # rounded down in C, too
    return found


def shares(all_words: array[int], all_starts: array[int], all_looks: array[int]) -> list[array[int]]:
    """Return for each paragraph the shares of its words that others have, too, by :data:`OF_WORDS`.

    The frame of a page repeats itself: the name, rank and date at each post, the labels at each product.
    What people have written does not.  So words tell them apart in any language, and nobody has to know one.
    Words are numbers, as :func:`.words_py.number_words` gives them.

    Paragraph b has the words from ``starts[b]`` on, and the look ``looks[b]``, a number of a paragraph.
    """
    words, starts, looks = columns.of(all_words), columns.of(all_starts), columns.of(all_looks)
    n = len(all_looks)
    alike, of_half, of_twice, of_often = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    size, kept = 0, list[Any]()
    for k in range(len(all_words)):
        size = words[k] + 1 if words[k] >= size else size
    # of each word: how many paragraphs have it, the last of them
    having, last = columns.zeros(kept, size), columns.zeros(kept, size)
    # the paragraphs by looks, and where each look ends
    order, stop = columns.zeros(kept, n), columns.zeros(kept, n + 1)
    for b in range(n):
        stop[looks[b] + 1] += 1
    for b in range(n):
        stop[b + 1] += stop[b]
    for b in range(n):
        order[stop[looks[b]]] = b
        stop[looks[b]] += 1
    count_words(words, starts, order, 0, n, having, last)
    write_shares(words, starts, order, 0, n, having, SOME, columns.of(of_twice))
    write_shares(words, starts, order, 0, n, having, MANY, columns.of(of_often))
    begin = 0
    for a in range(n):
        size = stop[a] - begin
        if size >= SOME_ALIKE:
            count_words(words, starts, order, begin, stop[a], having, last)
            write_shares(words, starts, order, begin, stop[a], having, SOME_ALIKE, columns.of(alike))
            half = (size + 1) // 2 if size > 2 * SOME_ALIKE else SOME_ALIKE
            write_shares(words, starts, order, begin, stop[a], having, half, columns.of(of_half))
        begin = stop[a]
    return [alike, of_half, of_twice, of_often]


def count_words(
    words: Column, starts: Column, order: Column, begin: int, stop: int, having: array[int], last: array[int]
) -> None:
    """Count for each word of the paragraphs ``order[begin:stop]`` how many of them have it."""
    for a in range(begin, stop):
        for k in range(starts[order[a]], starts[order[a] + 1]):
            having[words[k]] = last[words[k]] = 0
    for a in range(begin, stop):
        for k in range(starts[order[a]], starts[order[a] + 1]):
            w = words[k]
            having[w] += last[w] != a + 1
            last[w] = a + 1


def write_shares(
    words: Column, starts: Column, order: Column, begin: int, stop: int, having: Column, least: int,
    to: array[int],
) -> None:  # fmt: skip
    """Write for ``order[begin:stop]`` the share of words that at least this many paragraphs have."""
    for a in range(begin, stop):
        found, b = 0, order[a]
        own = starts[b + 1] - starts[b]
        for k in range(starts[b], starts[b + 1]):
            found += having[words[k]] >= least
        to[b] = 100 * found // own if own else 0
