"""A text is chosen once: many pages hold theirs for large screens and for small ones.

A program does not count, for a page may explain one twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import positions
from ..page.page import Page
from .between import programs_of

#: The characters from which a text may come only once.
REPEATED_CHARS = 60


def without_repetitions(page: Page, chosen: bytearray, n: Sequence[int]) -> bytearray:
    """Return a choice without second copies; ``n`` has the characters of each paragraph."""
    starts, programs = page.line_starts, frozenset(programs_of(page))
    once, seen = bytearray(chosen), set[str]()
    for b in positions(chosen, 1):
        if n[b] >= REPEATED_CHARS and b not in programs:
            text = " ".join([page.strings[k] for k in range(starts[b], starts[b + 1])])
            once[b] = text not in seen
            seen.add(text)
    return once
