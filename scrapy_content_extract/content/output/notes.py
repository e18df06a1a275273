"""The footnotes of a page: links to a later paragraph or item that links back to them.

In HTML such a link is ``<a href="#fn1" id="fnref1">``, the note ``<li id="fn1">`` or ``<p id="fn1">``, and a
link back leads to ``#fnref1``: the ids are numbers of this package, in the order of the links.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from ..markup.elements import BLOCK_LEVEL, table
from ..markup.kinds import KIND, KINDS
from ..page.page import Page

NOTE_KINDS = frozenset({KIND["li"], KIND["p"]})
LINK = KIND["a"]
#: The most links of a note that are looked at for each link to it.
MOST_BACK = 50
IS_BLOCK_LEVEL = table(dict.fromkeys(BLOCK_LEVEL, 1))


class Jump(NamedTuple):
    """A link to an element of the same page."""

    link: int
    target: int


def note_tags(
    page: Page, kinds: bytearray, block: Sequence[int], marks: bytearray,
    attributes: Mapping[int, Mapping[str, str]],
) -> Iterator[tuple[int, tuple[str, str]]]:  # fmt: skip
    """Yield the tags of footnotes, of the links to them and of the links back.

    ``block`` is the column of :class:`.html.Kept`.  Only notes with chosen texts, which ``marks`` has, are
    footnotes.
    """
    jumps = jumps_in(page, kinds, attributes)
    backward = [jump for jump in jumps if jump.target <= jump.link]
    if len(backward) == len(jumps) or not backward:
        return
    starts = [jump.link for jump in backward]
    numbers: dict[int, int] = {}
    for jump in jumps:
        note = note_at(page, kinds, block, jump.target) if jump.target > jump.link else -1
        if note < 0 or not marks[note]:
            continue
        inside = backward[bisect_left(starts, note) : bisect_left(starts, page.end[note])][:MOST_BACK]
        back = [of.link for of in inside if leads_to(page, of.target, jump.link)]
        if not back:
            continue
        is_first = note not in numbers
        number = numbers.setdefault(note, len(numbers) + 1)
        yield jump.link, (f'<a href="#fn{number}"' + f' id="fnref{number}"' * is_first + ">", "</a>")
        if is_first:
            name = KINDS[kinds[note]]
            yield note, (f'<{name} id="fn{number}">', f"</{name}>\n")
        yield from ((link, (f'<a href="#fnref{number}">', "</a>")) for link in back)


def jumps_in(page: Page, kinds: bytearray, attributes: Mapping[int, Mapping[str, str]]) -> list[Jump]:
    """Return the links to elements of the same page, in page order."""
    here = (page.url or "").partition("#")[0] + "#"
    fragments = {}
    for i, of in attributes.items():
        if kinds[i] == LINK and "#" in (href := of.get("href", "")):
            start, sign, fragment = href.strip().partition("#")
            if fragment and (not start or start + sign == here):
                fragments[i] = unquote(fragment) if "%" in fragment else fragment
    if len(fragments) < 2:  # one that leads there, and one back
        return []
    of_id, values = page.names.of_id, page.names.values
    element = dict(zip(reversed(of_id), range(len(of_id) - 1, -1, -1)))  # the first with each id
    by_id = {value: element[number] for number, value in enumerate(values) if value and number in element}
    return [Jump(i, by_id[fragment]) for i, fragment in sorted(fragments.items()) if fragment in by_id]


def note_at(page: Page, kinds: bytearray, block: Sequence[int], target: int) -> int:
    """Return the item or paragraph that begins where an element does, or -1."""
    text = page.first[target]
    if text >= len(page.gap):
        return -1
    note, outer = -1, block[page.owner[text]]
    while outer >= 0 and kinds[outer] in NOTE_KINDS and page.first[outer] == text:
        note = outer
        outer = block[page.parent[outer]]
    return note


def leads_to(page: Page, target: int, link: int) -> bool:
    """Tell whether an element is a link, or stands in it, or is an inline element around it or before it."""
    if link <= target < page.end[link]:
        return True
    if IS_BLOCK_LEVEL[page.code[target]]:
        return False
    is_around = target <= link < page.end[target]
    return is_around or page.first[target] == page.stop[target] == page.first[link]
