"""Columns from columns: values at places, shares, counts.

``places`` are where in another column the values are, elements as a rule.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .. import markup

ZERO = array("i", [0])


#: What stands between a text and the text before it, as in :mod:`.elements`.
BLOCK_BOUNDARY = markup.BLOCK_BOUNDARY


def gather(values: Sequence[int], places: Sequence[int]) -> array[int]:
    """Return the value at each of some places."""
    n = len(places)
    gathered = ZERO * n
    for b in range(n):
        gathered[b] = values[places[b]]
    return gathered


def totals_before(marks: Sequence[int]) -> array[int]:
    """Return the running total of a column, which has one entry more."""
    n = len(marks)
    total = 0
    before = ZERO * (n + 1)
    for i in range(n):
        total += marks[i]
        before[i + 1] = total
    return before


def marked_before(counts: Sequence[int], marks: Sequence[int]) -> array[int]:
    """Return the running total of the counts that are marked with 1, which has one entry more.

    >>> marked_before(array("i", [5, 7, 9]), bytes([1, 0, 1]))
    array('i', [0, 5, 5, 14])
    """
    n = len(marks)
    if len(counts) != n:
        raise ValueError("the columns are not of one length")
    total = 0
    before = ZERO * (n + 1)
    for k in range(n):
        total += counts[k] * marks[k]
        before[k + 1] = total
    return before


def line_starts(gap: Sequence[int]) -> array[int]:
    """Return the first text of each paragraph, and the number of all texts last."""
    n, size = len(gap), 0
    starts = ZERO * (n + 1)
    for k in range(n):
        if gap[k] == BLOCK_BOUNDARY or k == 0:
            starts[size] = k
            size += 1
    starts[size] = n
    return starts[: size + 1]
