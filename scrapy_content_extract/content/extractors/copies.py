"""A text is chosen once: many pages hold theirs for large screens and for small ones.

A program does not count, for a page may explain one twice.
"""

from __future__ import annotations

from array import array

from .. import columns
from ..page.page import Page
from .between import programs_of

#: The characters from which a text may come only once.
REPEATED_CHARS = 60


def without_repetitions(page: Page, chosen: bytearray, n: array[int]) -> bytearray:
    """Return a choice without second copies; ``n`` has the characters of each paragraph."""
    starts = page.line_starts
    if page.preformatted:
        n = n[:]
        for b in programs_of(page):
            n[b] = 0
    once: bytearray = columns.words.without_repetitions(page.strings, starts, chosen, n, REPEATED_CHARS)
    return once
