"""Columns from columns: values at places, shares, counts, numbers for pairs.

One source: Python as it stands, and compiled where there is a compiler.  ``places`` are where in
another column the values are, elements as a rule.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate
from operator import mul

from ..markup import elements
from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: Packed numbers have so many bits, and are at most so large.
BITS = cython.declare(cython.int, 4)
LARGEST = cython.declare(cython.longlong, 15)
#: A heading is not followed farther than this; where there is none, it is this many paragraphs ago.
FARTHEST_HEADING = cython.declare(cython.int, 50)
NO_HEADING = cython.declare(cython.int, 99)
#: What stands between a text and the text before it, as in :mod:`.elements`.
BLOCK_BOUNDARY = cython.declare(cython.int, elements.BLOCK_BOUNDARY)
#: Of a product with it the high bits have something of all bits of the other number.  It is odd, and a
#: secret of the process, so that nobody can prepare pairs that all get one slot.
SPREAD = cython.declare(cython.ulonglong, hash("a secret of this process") & 0xFFFFFFFFFFFFFFFF | 1)
#: The bits of one number of a pair; -1 has all of them.
HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)


@cython.locals(n=cython.int, b=cython.int)
def gather(values_column: Sequence[int], places_column: Sequence[int]) -> array[int]:
    """Return the value at each of some places."""
    values, places = ints(values_column), ints(places_column)
    if not cython.compiled:  # a loop in C
        return list(map(values_column.__getitem__, places))  # type: ignore[return-value]
    n = len(places_column)
    column = zeros(n)
    gathered = ints(column)
    with cython.nogil:
        for b in range(n):
            gathered[b] = values[places[b]]
    return column


def number_pairs(ones_column: Sequence[int], others_column: Sequence[int]) -> tuple[array[int], int]:
    """Return for each pair a number that equal pairs share, from 0 in their order, and how many there are.

    >>> number_pairs(array("i", [7, 8, 7]), array("i", [1, 1, 1]))
    (array('i', [0, 1, 0]), 2)
    """
    column = ZERO * len(ones_column)
    numbers = pair_numbers(ints(ones_column), ints(others_column), len(ones_column), ints(column))
    return column, numbers


@cython.cfunc
@cython.locals(i=cython.int, mask=cython.ulonglong, slot=cython.ulonglong, size=cython.int)
def pair_numbers(ones: cython.p_int, others: cython.p_int, n: cython.int, number: cython.p_int) -> cython.int:
    """Write what ``number_pairs`` returns, and return how many numbers there are."""
    if not cython.compiled:
        numbers: dict[tuple[int, int], int] = {}
        for i in range(n):
            number[i] = numbers.setdefault((ones[i], others[i]), len(numbers))
        return len(numbers)
    size, mask = 0, 15
    while mask < 2 * n:
        mask = 2 * mask + 1
    first_column, table_column = zeros(n), zeros(mask + 1)
    first = ints(first_column)  # of each number, where its pair is
    table = ints(table_column)  # of each slot the number that has it, and 1
    with cython.nogil:
        for i in range(n):
            slot = ones[i]
            slot = ((slot << 32 | (others[i] & HALF)) * SPREAD >> 32) & mask
            while table[slot] and (
                ones[first[table[slot] - 1]] != ones[i] or others[first[table[slot] - 1]] != others[i]
            ):
                slot = (slot + 1) & mask
            if not table[slot]:
                first[size] = i
                size += 1
                table[slot] = size
            number[i] = table[slot] - 1
    return size


@cython.locals(n=cython.int, i=cython.int, total=cython.int)
def totals_before(marks_column: Sequence[int]) -> array[int]:
    """Return the running total of a column, which has one entry more."""
    marks = uchars(marks_column)
    if not cython.compiled:
        return array("i", accumulate(marks, initial=0))
    n = len(marks_column)
    total = 0
    column = zeros(n + 1)
    before = ints(column)
    with cython.nogil:
        for i in range(n):
            total += marks[i]
            before[i + 1] = total
    return column


@cython.locals(n=cython.int, k=cython.int, total=cython.int)
def marked_before(counts_column: Sequence[int], marks_column: Sequence[int]) -> array[int]:
    """Return the running total of the counts that are marked with 1, which has one entry more.

    >>> marked_before(array("i", [5, 7, 9]), bytes([1, 0, 1]))
    array('i', [0, 5, 5, 14])
    """
    n = len(marks_column)
    if len(counts_column) != n:
        raise ValueError("the columns are not of one length")
    if not cython.compiled:
        return array("i", accumulate(map(mul, counts_column, marks_column), initial=0))
    total = 0
    column = zeros(n + 1)
    counts, marks, before = ints(counts_column), uchars(marks_column), ints(column)
    with cython.nogil:
        for k in range(n):
            total += counts[k] * marks[k]
            before[k + 1] = total
    return column


@cython.locals(n=cython.int, k=cython.int, size=cython.int)
def line_starts(gap_column: Sequence[int]) -> array[int]:
    """Return the first text of each paragraph, and the number of all texts last."""
    gap = uchars(gap_column)
    n, size = len(gap_column), 0
    column = ZERO * (n + 1)
    starts = ints(column)
    with cython.nogil:
        for k in range(n):
            if gap[k] == BLOCK_BOUNDARY or k == 0:
                starts[size] = k
                size += 1
        starts[size] = n
    return column[: size + 1]
