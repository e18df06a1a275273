"""The facts about the elements and paragraphs of a page, and the features that come of them.

For the terms see :mod:`.auto.features`; its :data:`FEATURES` has the features.  A *paragraph* is an entry of
:attr:`.Page.lines`; its *node* is the lowest element that holds all of it.  Elements are numbered among
those with text; ``element`` has their numbers on the page.

A count below an element is the difference of two running totals, and what an element inherits from its
ancestors comes down in one pass.  All numbers are whole: shares are in thousandths, rates in tenths or
hundredths, shares of words in hundredths.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from . import hints as meanings
from . import words
from .columns import LONG_ZERO, ZERO, Column
from .hints import BODY, COMMENT, FAR, FARTHEST_HEADING, IN_FOOTER, IN_MAIN, NO_HEADING, ONES
from .queries import gather, lowest_common

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
#: Words count as shared if as many paragraphs have them: of paragraphs that look alike, and of all.
SOME_ALIKE, SOME, MANY = 3, 2, 4


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
        code, section_of_code, every_hint = self.code, meanings.SECTION_OF_CODE, meanings.ALL_HINTS
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
                hints[m] = (said[classes[i]] | said[ids[i]]) & every_hint
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


def describe(
    it: Facts,
    common: dict[str, array[int]],
    begin: int,
    beyond: int,
    names: Iterable[str],
    hints: Iterable[str],
) -> tuple[array[int], array[int], array[int], int]:
    """Return the features of some paragraphs, their looks, their nodes, and the container of the page.

    ``common`` has the features that :func:`shares` knows, of all paragraphs.  ``names`` are all
    features in their order, ``hints`` those that are steps to a hint.
    """
    to = {name: column[begin:beyond] for name, column in common.items()}
    node, element = it.node[begin:beyond], it.element_of_line[begin:beyond]
    write_page(it, to, beyond - begin)
    write_own(it, to, begin, beyond)
    write_nodes(it, to, node, element)
    write_sections(it, to, node)
    write_hints(it, to, node, hints)
    write_around(it, to, node)
    numbers = array("i", b"".join([to[name] for name in names]))
    return numbers, it.line_look[begin:beyond], element, it.container


def write_page(it: Facts, to: dict[str, array[int]], n: int) -> None:
    """Write what all paragraphs share."""
    shared = {
        "links": it.links, "tables": it.tables, "articles": it.articles, "paragraphs": it.paragraphs,
        "container_share": it.container_share, "container_prose": it.container_prose,
        "comment_elements": it.comment_elements, "page_chars": it.chars, "page_text": it.text_share,
    }  # fmt: skip
    numbers = array("i", shared.values())
    for k, name in enumerate(shared):
        to[name] = numbers[k : k + 1] * n


def write_own(it: Facts, to: dict[str, array[int]], begin: int, beyond: int) -> None:
    """Write what each paragraph is, and where."""
    to["chars"] = it.line_chars[begin:beyond]
    to["prose"] = it.prose[begin:beyond]
    to["block_tag"] = it.box_tag[begin:beyond]
    to["heading"] = it.heading[begin:beyond]
    to["after_heading"] = it.since_heading[begin:beyond]
    to["container_steps"] = it.container_steps[begin:beyond]
    to["run_share"] = gather(it.run_shares, it.run[begin:beyond])
    lines = it.lines[begin:beyond]
    to["before"] = gather(it.chars_before, lines)
    to["link_density"] = densities_near(it, begin, beyond, 0)
    to["near_density"] = densities_near(it, begin, beyond, NEAR)
    to["container_after"] = distances(begin - it.container_end, beyond - begin, 0, FAR_FROM_CONTAINER)
    if it.h1 < 0:
        to["after_h1"] = array("i", [NO_H1]) * (beyond - begin)
    else:
        to["after_h1"] = distances(begin - it.h1, beyond - begin, -FAR_FROM_H1, FAR_FROM_H1)
    to["position"] = positions(it.text_before, lines, it.all_text)


def densities_near(it: Facts, begin: int, beyond: int, reach: int) -> array[int]:
    """Return the share of link text in each paragraph and its neighbours within ``reach``."""
    found, lines = ZERO * (beyond - begin), it.lines
    link_before, chars_before = it.link_before, it.chars_before
    for b in range(begin, beyond):
        low = lines[b - reach if b > reach else 0]
        high = lines[b + reach + 1 if b + reach + 1 < it.paragraphs else it.paragraphs]
        share = 1000
        share *= link_before[high] - link_before[low]
        found[b - begin] = share // (chars_before[high] - chars_before[low])
    return found


def distances(first: int, n: int, least: int, most: int) -> array[int]:
    """Return some numbers from ``first`` on, but none below ``least`` or above ``most``."""
    found = ZERO * n
    for b in range(n):
        distance = first + b
        found[b] = least if distance < least else most if distance > most else distance
    return found


def positions(text_before: array[int], lines: array[int], all_text: int) -> array[int]:
    """Return the share of the page's text that is before each paragraph."""
    n = len(lines)
    found = ZERO * n
    for b in range(n):
        share = 1000
        found[b] = share * text_before[lines[b]] // all_text
    return found


def write_nodes(it: Facts, to: dict[str, array[int]], node: array[int], element: array[int]) -> None:
    """Write what each paragraph's node is."""
    to["repeated"], to["alike"] = gather(it.most_alike, node), gather(it.alike, node)
    n = len(node)
    tag, sentences, density, group_size, group_chars = ZERO * n, ZERO * n, ZERO * n, ZERO * n, ZERO * n
    chars_before, text_before, sentences_before = it.chars_before, it.text_before, it.sentences_before
    first, stop, end, code, group, siblings = it.first, it.stop, it.end, it.code, it.group, it.siblings
    nested_text, nested_links, nested_sentences = it.nested_text, it.nested_links, it.nested_sentences
    for b in range(n):
        i, e = node[b], element[b]
        a, z, tag[b] = first[i], stop[i], code[e]
        text = text_before[z] - text_before[a]
        chars = chars_before[z] - chars_before[a]
        linked = chars - text - nested_links[i]
        text -= nested_text[i]
        sentences[b] = 10 * (sentences_before[z] - sentences_before[a] - nested_sentences[i])
        sentences[b] += text // (linked if linked else 1)
        density[b] = 10 * chars // (end[e] - e)
        i = group[i]
        group_size[b] = siblings[i] if i else 0
        group_chars[b] = chars_before[stop[i]] - chars_before[first[i]] if i else -1
    to["tag"], to["sentences"], to["density"] = tag, sentences, density
    to["group_size"], to["group_chars"] = group_size, group_chars


def write_sections(it: Facts, to: dict[str, array[int]], node: array[int]) -> None:
    """Write in what section each paragraph is, and inside of what."""
    n, own_section, section_of, inside = len(node), it.own_section, it.section, it.inside
    section, in_footer, in_main = ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        i = node[b]
        section[b] = own_section[section_of[i]]
        in_footer[b], in_main[b] = (inside[i] & IN_FOOTER) != 0, (inside[i] & IN_MAIN) != 0
    to["section"], to["in_footer"], to["in_main"] = section, in_footer, in_main


def write_hints(it: Facts, to: dict[str, array[int]], node: array[int], hints: Iterable[str]) -> None:
    """Write the steps up to each hint."""
    for place, name in enumerate(hints):
        to[name] = unpacked(it.steps, node, place * BITS)


def unpacked(packed: array[int], node: array[int], shift: int) -> array[int]:
    """Return what a number at each node has from some bit on."""
    n = len(node)
    steps = ZERO * n
    for b in range(n):
        steps[b] = packed[node[b]] >> shift & FAR
    return steps


def write_around(it: Facts, to: dict[str, array[int]], node: array[int]) -> None:
    """Write what is below the elements around each node: the next two ancestors with more, and others."""
    around = gather(it.larger, node)
    beyond, section = gather(it.larger, around), gather(it.section, node)
    level1, level2 = gather(it.level1, node), gather(it.level2, node)
    below = facts_below(it, distinct((around, beyond, section, level1, level2), it.size))
    for name, what, where in (
        ("around_rate", "rate", around),
        ("around_density", "density", around),
        ("beyond_rate", "rate", beyond),
        ("level1_share", "text_share", level1),
        ("level1_controls", "inputs", level1),
        ("level1_density", "density", level1),
        ("level1_images", "images", level1),
        ("level2_share", "text_share", level2),
        ("level2_links", "links", level2),
        ("level2_density", "density", level2),
        ("level2_paragraphs", "holds", level2),
        ("section_controls", "inputs", section),
        ("section_paragraphs", "holds", section),
        ("section_share", "share", section),
    ):
        to[name] = gather(below[what], where)


def distinct(columns: tuple[array[int], ...], size: int) -> array[int]:
    """Return the elements in some columns, each once; ``size`` is the number of all."""
    known, those, found = bytearray(size), ZERO * size, 0
    for column in columns:
        found = add_distinct(column, known, those, found)
    return those[:found]


def add_distinct(column: array[int], known: bytearray, those: array[int], found: int) -> int:
    """Write the elements of a column that are not known, behind those that are, and return their number."""
    for b in range(len(column)):
        i = column[b]
        if not known[i]:
            known[i], those[found] = 1, i
            found += 1
    return found


def facts_below(it: Facts, those: array[int]) -> dict[str, array[int]]:
    """Return what is below some elements: columns for all elements, which are written at these places."""
    n = it.size
    rate, density, text_share, share = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    links_of, inputs, images, holds = ZERO * n, ZERO * n, ZERO * n, it.holds
    first, stop, element, end = it.first, it.stop, it.element, it.end
    chars_before, link_before, links_before = it.chars_before, it.link_before, it.links_before
    inputs_before, images_before = it.inputs_before, it.images_before
    for k in range(len(those)):
        i = those[k]
        e = element[i]
        chars = chars_before[stop[i]] - chars_before[first[i]]
        linked = link_before[stop[i]] - link_before[first[i]]
        text = chars - linked
        density[i] = 1000 * linked // chars
        text_share[i] = 1000 * text // it.all_text
        share[i] = 1000 * chars // it.chars
        count = links_before[end[e]] - links_before[e]
        rate[i] = 10 * text // (count if count else 1)
        links_of[i] = 100 * count // holds[i]
        count = inputs_before[end[e]] - inputs_before[e]
        inputs[i] = 100 * count // holds[i]
        count = images_before[end[e]] - images_before[e]
        images[i] = 100 * count // holds[i]
    return {
        "rate": rate, "density": density, "text_share": text_share, "share": share, "links": links_of,
        "inputs": inputs, "images": images, "holds": holds,
    }  # fmt: skip


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


def shares(words: Column, starts: Column, looks: Column) -> dict[str, array[int]]:
    """Return for each paragraph the shares of its words that others have, too, by names of features.

    The frame of a page repeats itself: the name, rank and date at each post, the labels at each product.
    What people have written does not.  So words tell them apart in any language, and nobody has to know one.
    Words are numbers, as :func:`.words_py.number_words` gives them.

    Paragraph b has the words from ``starts[b]`` on, and the look ``looks[b]``, a number of a paragraph.
    """
    n, size = len(looks), 0
    for k in range(len(words)):
        size = words[k] + 1 if words[k] >= size else size
    having, last = ZERO * size, ZERO * size  # of each word: how many paragraphs have it, the last of them
    order, stop = ZERO * n, ZERO * (n + 1)  # the paragraphs by looks, where each look ends
    alike, of_half, of_twice, of_often = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        stop[looks[b] + 1] += 1
    for b in range(n):
        stop[b + 1] += stop[b]
    for b in range(n):
        order[stop[looks[b]]] = b
        stop[looks[b]] += 1
    count_words(words, starts, order, 0, n, having, last)
    write_shares(words, starts, order, 0, n, having, SOME, of_twice)
    write_shares(words, starts, order, 0, n, having, MANY, of_often)
    begin = 0
    for a in range(n):
        size = stop[a] - begin
        if size >= SOME_ALIKE:
            count_words(words, starts, order, begin, stop[a], having, last)
            write_shares(words, starts, order, begin, stop[a], having, SOME_ALIKE, alike)
            half = (size + 1) // 2 if size > 2 * SOME_ALIKE else SOME_ALIKE
            write_shares(words, starts, order, begin, stop[a], having, half, of_half)
        begin = stop[a]
    return {"words_alike": alike, "words_of_half": of_half, "words_twice": of_twice, "words_often": of_often}


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
