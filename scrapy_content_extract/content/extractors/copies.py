"""A text is chosen once: many pages hold theirs for large screens and for small ones.

A program does not count, for a page may explain one twice.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right

from .. import columns
from ..page.page import Page

#: The characters from which a text may come only once.
REPEATED_CHARS = 60


def without_repetitions(page: Page, chosen: bytearray, n: array[int]) -> bytearray:
    """Return a choice without second copies; ``n`` has the characters of each paragraph."""
    starts = page.line_starts
    if page.preformatted:
        n = n[:]
        for k in page.preformatted:
            n[bisect_right(starts, k) - 1] = 0
    once: bytearray = columns.words.without_repetitions(page.strings, starts, chosen, n, REPEATED_CHARS)
    return once
