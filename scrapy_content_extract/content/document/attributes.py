"""The attributes of the nodes of a document, as plain values.

==============  ===========================================================================================
a               ``url``; at the mark of a footnote ``ref``, its number, and ``first`` at the first of several;
                ``back``, the number, where it leads back from one
li, p           ``note``: the number of the footnote that it is
li              ``done``: whether the box that it begins with is ticked; ``value``: its number
ol              ``start``, ``reversed``, ``type``: how its items are counted, if not 1, 2, 3
td, th          ``colspan``, ``rowspan``, if not 1
pre             ``language``, "" for a program whose language is unknown
img             ``url``, ``alt``
video           ``url``, ``poster``: players
==============  ===========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from .. import core
from ..core.kinds import LI, OL, PRE, TD, TH, A
from ..markup import CODES
from ..model import positions
from ..page.attributes import attributes_of, element_marks
from ..page.page import Page
from ..rewrite.code import LANGUAGE_ATTRIBUTES, language_in, language_of
from .addresses import SCHEMES, base_of
from .kept import SHOWN, Kept
from .media import media_of
from .notes import jumps_in, leads_to_own_heading, linked_notes

WANTED = core.selection.MARKS["wanted"]
READ_ATTRIBUTES = ("colspan", "href", "rowspan", "start", "reversed", "type", "value")
#: The most columns or rows that a cell may span; Markdown writes an empty cell for each.
MOST_SPANNED = 100
#: How an ordered list may count, other than 1, 2, 3.
COUNTS = frozenset("aAiI")
#: The language of a program is looked for in this many elements: the first in it, itself, and the ones above
#: with at most this many characters around it.
MOST_NEAR, CHARS_AROUND = 6, 60

_NUMBER, _SPAN = re.compile("-?[0-9]{1,4}"), re.compile("[0-9]{1,4}")

Attributes = Mapping[str, Any]


def attributes_in(
    page: Page, kept: Kept, marks: bytearray, shown: Iterable[int], most: int
) -> tuple[dict[int, Attributes], bool]:
    """Return the attributes of the marked elements, and whether they end after ``most`` characters."""
    made = 0
    attributes: dict[int, Attributes] = {}
    for i, of in node_attributes(page, kept, marks, shown):
        if of:
            attributes[i] = {**attributes[i], **of} if i in attributes else of
        made += len(of.get("url", "")) + len(of.get("alt", ""))
        if made > most:  # there is no room for the next one: each is written once at least
            return attributes, True
    return attributes, False


def node_attributes(
    page: Page, kept: Kept, marks: bytearray, shown: Iterable[int]
) -> Iterator[tuple[int, Attributes]]:
    """Yield the attributes of the marked elements; later ones are added to earlier ones."""
    kinds, base = kept.kind, base_of(page)
    yield from ((i, media_of(page).made_of(i)) for i in shown if kinds[i] in SHOWN)
    given = attributes_of(page, marks, WANTED, READ_ATTRIBUTES)
    jumps = jumps_in(page, kinds, given)
    no_links = {jump.link for jump in jumps if leads_to_own_heading(page, kept, jump)}
    links: dict[str, Attributes] = {}  # pages repeat some
    for i, of in given.items():
        if kinds[i] == A and i not in no_links:
            href = of.get("href", "")
            if href not in links:
                address = base.address(href, SCHEMES)
                links[href] = {"url": address} if address else {}
            yield i, links[href]
        elif kinds[i] == OL:
            yield i, counting_in(of)
        elif kinds[i] == LI:
            yield i, {"value": int(of["value"])} if _NUMBER.fullmatch(of.get("value", "")) else {}
        elif kinds[i] in (TD, TH):
            spans = {name: of[name] for name in ("colspan", "rowspan") if _SPAN.fullmatch(of.get(name, ""))}
            yield i, {name: int(n) for name, n in spans.items() if 1 < int(n) <= MOST_SPANNED}
    if "pre" in page.tags:
        yield from programs_in(page, [i for i in positions(marks, WANTED) if kinds[i] == PRE])
    yield from linked_notes(page, kept, marks, jumps)
    if "input" in page.tags:
        yield from tasks_in(page, kept, marks)


def counting_in(of: Mapping[str, str]) -> Attributes:
    """Return how the items of an ordered list are counted, if not 1, 2, 3."""
    start, found = of.get("start", "").strip(), dict[str, Any]()
    if _NUMBER.fullmatch(start) and ("reversed" in of or int(start) != 1):
        found["start"] = int(start)
    if "reversed" in of:
        found["reversed"] = True
    if of.get("type") in COUNTS:
        found["type"] = of["type"]
    return found


def programs_in(page: Page, pres: Sequence[int]) -> Iterator[tuple[int, Attributes]]:
    """Yield the languages of programs: the preformatted texts that hold code or name its language."""
    near = {pre: near_to(page, pre) for pre in pres}
    marks = element_marks(page, chain.from_iterable(near.values()))
    attributes = attributes_of(page, marks, 1, LANGUAGE_ATTRIBUTES) if pres else {}
    code = page.tags.index("code") if "code" in page.tags else -1
    of_class, values = page.names.of_class, page.names.values

    @cache  # many programs share a class
    def named(number: int) -> str:
        return language_in(values[number] or "")

    for pre, elements in near.items():
        languages = (named(of_class[i]) or language_of(attributes.get(i, {})) for i in elements)
        if language := next(filter(None, languages), ""):
            yield pre, {"language": language}
        elif code >= 0 and code in page.tag_number[pre : page.end[pre]]:
            yield pre, {"language": ""}


def near_to(page: Page, pre: int) -> list[int]:
    """Return the first element in a program, the program, and elements with little text besides it."""
    near, before = [pre], page.chars_before
    if pre + 1 < page.end[pre]:
        near.insert(0, pre + 1)
    most = before[page.stop[pre]] - before[page.first[pre]] + CHARS_AROUND
    above = page.parent[pre]
    while len(near) < MOST_NEAR and above > 0:
        if before[page.stop[above]] - before[page.first[above]] > most:
            break
        near.append(above)
        above = page.parent[above]
    return near


def tasks_in(page: Page, kept: Kept, marks: bytearray) -> Iterator[tuple[int, Attributes]]:
    """Yield the chosen items that begin with a box to tick."""
    items = {}
    for i in positions(page.code, CODES["input"]):
        item = kept.block[i]
        if item >= 0 and kept.kind[item] != LI:
            item = kept.block[page.parent[item]]
        if item >= 0 and kept.kind[item] == LI and marks[item] and page.first[item] == page.first[i]:
            items[i] = item
    boxes = attributes_of(page, element_marks(page, items), 1, ("type", "checked")) if items else {}
    for i, of in boxes.items():
        if of.get("type", "").strip().lower() == "checkbox":
            yield items[i], {"done": "checked" in of}
