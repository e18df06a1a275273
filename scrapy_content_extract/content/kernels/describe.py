"""What is known of a page → the features of its paragraphs, over columns.

What the features are says :data:`.paragraph_features.FEATURES`; for the terms see
:mod:`.facts`.  Shares are in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from .columns import ZERO
from .facts import Facts
from .hints import FAR, IN_FOOTER, IN_MAIN
from .queries import gather

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


def describe(
    it: Facts,
    common: dict[str, array[int]],
    begin: int,
    beyond: int,
    names: Iterable[str],
    hints: Iterable[str],
) -> tuple[array[int], array[int], array[int], int]:
    """Return the features of some paragraphs, their looks, their nodes, and the container of the page.

    ``common`` has the features that :func:`.common.shares` knows, of all paragraphs.  ``names`` are all
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
