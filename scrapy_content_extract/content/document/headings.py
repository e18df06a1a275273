"""Signs that are no text: links of headings to themselves, such as ``#``, or to editors, bullets of items."""

from __future__ import annotations

from collections.abc import Iterator

from ..markup import CELL_CODES, CODES
from ..model import positions
from ..page.page import Page
from .items import SIGNS_OF_WORD

LINK, PARAGRAPH = CODES["a"], CODES["p"]
#: The texts of links to the heading that they stand in.
SIGNS = frozenset({"#", "\N{PILCROW SIGN}", "\N{SECTION SIGN}", "\N{LINK SYMBOL}", "\N{ANCHOR}", "\u200b"})
#: The most texts of a heading that is looked at.
MOST_TEXTS = 50


def signs_in(page: Page) -> set[int]:
    """Return the texts that only lead to the heading that they stand in, or to its editor, and the others."""
    signs: set[int] = set()
    before = page.link_chars_before
    for i in page.headings:
        first, stop = page.first[i], page.stop[i]
        if not first + 1 < stop <= first + MOST_TEXTS or before[first] == before[stop]:
            continue
        found = {k for k in range(first, stop) if is_sign(page, k, i)} | editors(page, first, stop)
        if found and len(found) < stop - first and not is_in_cell(page, i):
            signs |= found
    return signs.union(permalinks(page), bullets(page))


def permalinks(page: Page) -> Iterator[int]:
    """Yield the signs that are links of their own in captions, definitions and the like, by their class."""
    classes = page.names_that_say("sign")
    for i in positions(page.code, LINK) if classes else ():
        k = page.first[i]
        if page.names.of_class[i] not in classes or k == page.stop[i] or is_in_cell(page, i):
            continue
        if is_sign(page, k, page.parent[i]):
            yield k


def bullets(page: Page) -> Iterator[int]:
    """Yield the signs of items that a word processor has written, each in an element of its own."""
    classes = page.names_that_say("sign")
    for i in positions(page.code, PARAGRAPH) if classes else ():
        k = page.first[i]
        is_apart = page.names.of_class[i] in classes and k + 1 < page.stop[i] and page.owner[k] > i
        if is_apart and page.strings[k].strip() in SIGNS_OF_WORD:
            yield k


def is_sign(page: Page, k: int, heading: int) -> bool:
    """Tell whether a text is a sign and all that its link has."""
    if not page.in_link[k] or page.chars[k] > 1 or page.strings[k].strip() not in SIGNS:
        return False
    i = page.owner[k]
    while i > heading and page.code[i] != LINK:
        i = page.parent[i]
    return i > heading and page.stop[i] - page.first[i] == 1


def editors(page: Page, first: int, stop: int) -> set[int]:
    """Return the texts of links in brackets at the end of a heading, with their brackets."""
    texts = [page.strings[k].strip() for k in range(first, stop)]
    if texts[-1] != "]" or "[" not in texts:
        return set()
    start = len(texts) - 1 - texts[::-1].index("[")
    inside = range(first + start + 1, stop - 1)
    if not any(page.in_link[k] for k in inside):
        return set()
    if any(c.isalnum() for k in inside if not page.in_link[k] for c in page.strings[k]):
        return set()
    return set(range(first + start, stop))


def is_in_cell(page: Page, i: int) -> bool:
    """Tell whether an element stands in a cell: rows are joined to lines, so their texts stay."""
    while i >= 0 and page.code[i] not in CELL_CODES:
        i = page.parent[i]
    return i >= 0
