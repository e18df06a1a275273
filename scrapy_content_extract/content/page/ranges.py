"""Ranges of texts, and columns that mark texts."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Range
from .page import Page


def ranges_of(texts: Iterable[int]) -> tuple[Range, ...]:
    """Join text indexes in rising order to ranges.

    >>> ranges_of([1, 2, 3, 7])
    ((1, 4), (7, 8))
    """
    ranges: list[Range] = []
    for k in texts:
        if ranges and ranges[-1][1] == k:
            ranges[-1] = (ranges[-1][0], k + 1)
        else:
            ranges.append((k, k + 1))
    return tuple(ranges)


def text_marks(page: Page, ranges: Iterable[Range]) -> bytearray:
    """Return a column that has 1 for each text in some ranges, and 0 for the others."""
    marks = bytearray(len(page.gap))
    for start, stop in ranges:
        marks[start:stop] = b"\1" * (stop - start)
    return marks
