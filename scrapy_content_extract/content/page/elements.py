"""Elements of a page by their numbers: above, below and around each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import islice

from .. import core
from ..markup import IS_BLOCK, IS_HEADING
from ..model import Range
from .page import Page


def nearest(page: Page, tags: Collection[str]) -> list[int]:
    """Return for each element the lowest one with a tag in ``tags`` that is or holds it, or -1.

    An element with such a tag is its own nearest.
    """
    return list(core.queries.nearest(page.parent, bytes(map(tags.__contains__, page.tag))))


def children_of(page: Page, i: int) -> Iterator[int]:
    child, end = i + 1, page.end
    while child < end[i]:
        yield child
        child = end[child]


def ancestors(page: Page, i: int) -> Iterator[int]:
    """Yield element ``i`` and its ancestors, up to the root."""
    while i >= 0:
        yield i
        i = page.parent[i]


def texts_of(page: Page, i: int) -> Range:
    return page.first[i], page.stop[i]


def chars_of(page: Page, i: int) -> int:
    """Return the characters of element ``i``, without white space."""
    return page.chars_before[page.stop[i]] - page.chars_before[page.first[i]]


def nearest_of(page: Page, i: int, code: int, most: int) -> int:
    """Return the first with a code among element ``i`` and its ancestors, ``most`` elements in all, or -1."""
    return next((e for e in islice(ancestors(page, i), most) if page.code[e] == code), -1)


def element_before(page: Page, i: int) -> int:
    """Return what is right before element ``i`` in its parent, or the parent, or -1 for the root."""
    parent, before = page.parent, i - 1
    while before > parent[i] and parent[before] != parent[i]:
        before = parent[before]
    return before


def lowest_common(page: Page, i: int, j: int) -> int:
    """Return the lowest element that holds both ``i`` and ``j``.

    Raises IndexError if the page has no such elements.
    """
    if not (0 <= i < len(page.code) and 0 <= j < len(page.code)):
        raise IndexError(f"there are no elements {i} and {j} among {len(page.code)}")
    while i > j or page.end[i] <= j:
        i = page.parent[i]
    return i


def heading_above(page: Page, i: int) -> int:
    """Return the heading that holds element ``i`` with only inline elements between, or -1."""
    if i >= len(page.code):
        raise IndexError(f"there is no element {i} among {len(page.code)}")
    while i >= 0 and not page.meaning[i] & IS_BLOCK:
        i = page.parent[i]
    return i if i >= 0 and page.meaning[i] & IS_HEADING else -1


def line_with(page: Page, k: int) -> int:
    return bisect_right(page.line_starts, k) - 1


def lines_with(page: Page, i: int) -> range:
    """Return the paragraphs that have texts of element ``i``."""
    first, stop = page.first[i], page.stop[i]
    return range(line_with(page, first), line_with(page, stop - 1) + 1) if first < stop else range(0)


def link_share(page: Page, start: int, stop: int) -> float:
    """Return the share of the characters of a range of texts that are in links; 0 if it is empty."""
    texts = [(start, stop)]
    return page.link_chars_in(texts) / (page.chars_in(texts) or 1)
