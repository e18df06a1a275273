"""Footnotes: the marks in the text, and the paragraphs or items below that they belong to.

A link leads from the mark to the note, and another one back: ``<a href="#n1" id="r1">`` and
``<li id="n1">… <a href="#r1">``.

In HTML a mark is ``<a href="#fn1" id="fnref1">``, the note ``<li id="fn1">`` or ``<p id="fn1">``, and a link
back leads to ``#fnref1``: the ids are numbers of this package, in the order of the marks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from .. import core
from ..core.kinds import H1, H6, LI, A, P
from ..markup import table
from ..page.attributes import attributes_of, own_fragment
from ..page.page import Page
from .kept import IS_BLOCK, Kept

#: The links in a footnote that are tried for each link to it: a page of both alone would take quadratic time.
MOST_BACK = 50
WANTED = core.selection.MARKS["wanted"]
_IS_LINK = table({"a": 1})


class Jump(NamedTuple):
    """A link to an element of the same page."""

    link: int
    target: int


def linked_notes(
    page: Page, kept: Kept, marks: bytearray, jumps: Sequence[Jump]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the attributes of footnotes, of the links to them and of the links back.

    Only notes with chosen texts, which ``marks`` has, are footnotes.
    """
    backward = [jump for jump in jumps if jump.target <= jump.link]
    starts = [jump.link for jump in backward]
    numbers: dict[int, int] = {}
    for jump in jumps:
        is_mark = jump.target > jump.link and marks[jump.link] == WANTED
        note = note_at(page, kept, jump.target) if is_mark else -1
        if note < 0 or not marks[note]:
            continue
        inside = backward[bisect_left(starts, note) : bisect_left(starts, page.end[note])][:MOST_BACK]
        back = [of.link for of in inside if leads_to(page, of.target, jump.link)]
        is_first = note not in numbers
        if is_first and not back:
            continue
        number = numbers.setdefault(note, len(numbers) + 1)
        yield jump.link, {"url": f"#fn{number}", "ref": number, "first": is_first}
        if is_first:
            yield note, {"note": number}
        yield from ((link, {"url": f"#fnref{number}", "back": number}) for link in back)


def jumps_in(page: Page, kinds: bytearray, attributes: Mapping[int, Mapping[str, str]]) -> list[Jump]:
    """Return the links to elements of the same page, in page order, if some with ``attributes`` are."""
    if not any(kinds[i] == A and own_fragment(page, of.get("href", "")) for i, of in attributes.items()):
        return []
    links = attributes_of(page, page.code.translate(_IS_LINK), 1, ("href", "name"))
    fragments = {
        i: unquote(fragment) if "%" in fragment else fragment
        for i, of in links.items()
        if (fragment := own_fragment(page, of.get("href", "")))
    }
    of_id, values = page.names.of_id, page.names.values
    element = dict(zip(reversed(of_id), range(len(of_id) - 1, -1, -1)))  # the first with each id
    by_id = {value: element[number] for number, value in enumerate(values) if value and number in element}
    # older pages name a link instead
    by_id = {of["name"]: i for i, of in reversed(links.items()) if "name" in of} | by_id
    return [Jump(i, by_id[fragment]) for i, fragment in sorted(fragments.items()) if fragment in by_id]


def leads_to_own_heading(page: Page, kept: Kept, jump: Jump) -> bool:
    """Tell whether a link in a heading leads to that heading, or to the section that begins with it."""
    heading = kept.block[jump.link]
    return (
        heading >= 0
        and H1 <= kept.kind[heading] <= H6
        and (heading <= jump.target < page.end[heading] or page.first[jump.target] == page.first[heading])
    )


def note_at(page: Page, kept: Kept, target: int) -> int:
    """Return the item or paragraph that begins where an element does, or -1."""
    text = page.first[target]
    if text >= len(page.gap):
        return -1
    note, outer = -1, kept.block[page.owner[text]]
    while outer >= 0 and kept.kind[outer] in (LI, P) and page.first[outer] == text:
        note = outer
        outer = kept.block[page.parent[outer]]
    return note


def leads_to(page: Page, target: int, link: int) -> bool:
    """Tell whether an element is a link, or stands in it, or is an inline element around it or before it."""
    if link <= target < page.end[link]:
        return True
    if IS_BLOCK[page.code[target]]:
        return False
    is_around = target <= link < page.end[target]
    return is_around or page.first[target] == page.stop[target] == page.first[link]
