"""Columns from columns: values at places, shares, counts, numbers for pairs.

One source: Python as it stands, and compiled where there is a compiler.  ``places`` are where in
another column the values are, elements as a rule.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate

from .. import elements
from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints, longlongs, uchars

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


@cython.locals(n=cython.int, b=cython.int)
def gather_bytes(values_column: Sequence[int], places_column: Sequence[int]) -> array[int]:
    """Return the value at each of some places, of a column of bytes."""
    values, places = uchars(values_column), ints(places_column)
    n = len(places_column)
    column = zeros(n)
    gathered = ints(column)
    with cython.nogil:
        for b in range(n):
            gathered[b] = values[places[b]]
    return column


@cython.locals(f=cython.int, b=cython.int, number=cython.int, start=cython.Py_ssize_t)
def write_each(columns: list[object], n: cython.int, to_column: array[int]) -> None:
    """Write columns of ``n`` numbers one behind the other.

    Each is a column, or one number for all places, or the values of a column at places: a pair of these.
    """
    to = ints(to_column)
    for f in range(len(columns)):
        column, start = columns[f], f * n
        if isinstance(column, int):
            number = column
            for b in range(n):
                to[start + b] = number
            continue
        count = len(column[1] if isinstance(column, tuple) else column)  # type: ignore[arg-type]
        if count != n:
            raise ValueError(f"a column of {n} numbers has {count}")
        if not cython.compiled:
            if isinstance(column, tuple):
                column = map(column[0].__getitem__, column[1])
            to_column[start : start + n] = array("i", column)  # type: ignore[call-overload]
        elif isinstance(column, tuple):
            values, places = ints(column[0]), ints(column[1])
            for b in range(n):
                to[start + b] = values[places[b]]
        else:
            values = ints(column)
            for b in range(n):
                to[start + b] = values[b]


@cython.locals(n=cython.int, b=cython.int)
def of_parents(
    values_column: Sequence[int], parent_column: Sequence[int], places_column: Sequence[int]
) -> array[int]:
    """Return the value at the parent of each of some elements, -1 above the root."""
    values, parent, places = ints(values_column), ints(parent_column), ints(places_column)
    n = len(places_column)
    column = zeros(n)
    gathered = ints(column)
    with cython.nogil:
        for b in range(n):
            gathered[b] = values[parent[places[b]]] if places[b] else -1
    return column


@cython.locals(n=cython.int, i=cython.int)
def either(
    bits_column: Sequence[int], ones_column: Sequence[int], others_column: Sequence[int]
) -> bytearray:
    """Return the bits that are at one of two places, or at both."""
    bits, ones, others = ints(bits_column), ints(ones_column), ints(others_column)
    n = len(ones_column)
    column = bytearray(n)
    found = uchars(column)
    with cython.nogil:
        for i in range(n):
            found[i] = bits[ones[i]] | bits[others[i]]
    return column


@cython.locals(n=cython.int, b=cython.int, k=cython.int, packed=cython.longlong)
def unpack(numbers_column: Sequence[int], places_column: Sequence[int], count: cython.int) -> array[int]:
    """Return the numbers of four bits that are packed at each of some places, a column for each of them."""
    numbers, places = longlongs(numbers_column), ints(places_column)
    n = len(places_column)
    column = zeros(n * count)
    unpacked = ints(column)
    with cython.nogil:
        for b in range(n):
            packed = numbers[places[b]]
            for k in range(count):
                unpacked[k * n + b] = packed & LARGEST
                packed >>= BITS
    return column


@cython.locals(n=cython.int, b=cython.int, share=cython.longlong)
def shares(factor: cython.int, parts_column: Sequence[int], whole: cython.int) -> array[int]:
    """Return ``factor`` * part / whole for each part, rounded down."""
    parts = ints(parts_column)
    n = len(parts_column)
    column = zeros(n)
    result = ints(column)
    with cython.nogil:
        for b in range(n):
            share = factor
            share *= parts[b]
            result[b] = share // whole
    return column


@cython.locals(
    n=cython.int, b=cython.int, low=cython.int, high=cython.int, lines=cython.int, share=cython.longlong
)
def near_shares(
    factor: cython.int,
    part_before_column: Sequence[int],
    whole_before_column: Sequence[int],
    line_starts_column: Sequence[int],
    reach: cython.int,
    begin: cython.int,
    beyond: cython.int,
) -> array[int]:
    """Return ``factor`` * part / whole of each paragraph and its neighbours within ``reach``."""
    part_before, whole_before = ints(part_before_column), ints(whole_before_column)
    line_starts = ints(line_starts_column)
    n, lines = beyond - begin, len(line_starts_column) - 1
    column = zeros(n)
    result = ints(column)
    with cython.nogil:
        for b in range(n):
            low = begin + b - reach
            high = begin + b + reach + 1
            low = line_starts[low if low > 0 else 0]
            high = line_starts[high if high < lines else lines]
            share = factor
            share *= part_before[high] - part_before[low]
            result[b] = share // (whole_before[high] - whole_before[low])
    return column


@cython.locals(n=cython.int, b=cython.int, distance=cython.int)
def offsets(
    begin: cython.int, beyond: cython.int, origin: cython.int, least: cython.int, most: cython.int
) -> array[int]:
    """Return how far each number is from an origin, from ``least`` to ``most``."""
    n = beyond - begin
    column = zeros(n)
    offset = ints(column)
    with cython.nogil:
        for b in range(n):
            distance = begin + b - origin
            offset[b] = least if distance < least else most if distance > most else distance
    return column


@cython.locals(n=cython.int, i=cython.int)
def count_each(number_column: Sequence[int], numbers: cython.int) -> array[int]:
    """Return for each of some numbers how often it is there."""
    number = ints(number_column)
    n = len(number_column)
    of_number, column = zeros(numbers), zeros(n)
    counts = ints(of_number)
    alike = ints(column)
    with cython.nogil:
        for i in range(n):
            counts[number[i]] += 1
        for i in range(n):
            alike[i] = counts[number[i]]
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
def pair_numbers(
    ones: cython.p_int, others: cython.p_int, n: cython.int, number: cython.p_int
) -> cython.int:
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


@cython.locals(n=cython.int, b=cython.int, k=cython.int)
def lines_of_texts(line_starts_column: Sequence[int]) -> array[int]:
    """Return for each text the paragraph that it is in."""
    line_starts = ints(line_starts_column)
    n = len(line_starts_column) - 1
    column = zeros(line_starts[n])
    line_of = ints(column)
    with cython.nogil:
        for b in range(n):
            for k in range(line_starts[b], line_starts[b + 1]):
                line_of[k] = b
    return column


@cython.locals(n=cython.int, b=cython.int, count=cython.int)
def count_inside(prose_column: Sequence[int], above_column: Sequence[int], i: cython.int) -> int:
    """Count the paragraphs of prose that are right below ``i``."""
    prose, above = ints(prose_column), ints(above_column)
    n, count = len(prose_column), 0
    with cython.nogil:
        for b in range(n):
            if prose[b] and above[b] == i:
                count += 1
    return count


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


@cython.locals(n=cython.int, i=cython.int, of_one=cython.int)
@cython.locals(ones=cython.int, twos=cython.int, fours=cython.int)
def totals_of_bits(
    column: Sequence[int], bits_column: Sequence[int]
) -> tuple[array[int], array[int], array[int]]:
    """Return the running totals of three bits, which ``bits`` has for each value of a column of bytes."""
    values, bits = uchars(column), uchars(bits_column)
    n = len(column)
    columns = zeros(n + 1), zeros(n + 1), zeros(n + 1)
    first, second, third = ints(columns[0]), ints(columns[1]), ints(columns[2])
    ones, twos, fours = 0, 0, 0
    with cython.nogil:
        for i in range(n):
            of_one = bits[values[i]]
            ones += of_one & 1
            twos += of_one >> 1 & 1
            fours += of_one >> 2 & 1
            first[i + 1], second[i + 1], third[i + 1] = ones, twos, fours
    return columns


@cython.locals(n=cython.int, i=cython.int)
def less(ones_column: Sequence[int], others_column: Sequence[int]) -> array[int]:
    """Return the differences of two columns."""
    ones, others = ints(ones_column), ints(others_column)
    n = len(ones_column)
    column = zeros(n)
    result = ints(column)
    with cython.nogil:
        for i in range(n):
            result[i] = ones[i] - others[i]
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


@cython.locals(n=cython.int, b=cython.int, size=cython.int)
def distinct(numbers_column: Sequence[int], most: cython.int) -> tuple[array[int], array[int]]:
    """Return the distinct ones of some numbers below ``most``, and the place of each among these."""
    numbers = ints(numbers_column)
    n, size = len(numbers_column), 0
    table, those, indexes = zeros(most), zeros(n), zeros(n)
    place = ints(table)  # of each number, and 1; 0 where it has none
    found = ints(those)
    index = ints(indexes)
    with cython.nogil:
        for b in range(n):
            if not place[numbers[b]]:
                found[size] = numbers[b]
                size += 1
                place[numbers[b]] = size
            index[b] = place[numbers[b]] - 1
    return those[:size], indexes


@cython.locals(n=cython.int, b=cython.int, distance=cython.int, level=cython.int)
def follow_headings(heading_column: Sequence[int]) -> tuple[array[int], array[int]]:
    """Return the paragraphs since the last heading, and its level; ``heading`` has 0 for what is none."""
    heading = ints(heading_column)
    n = len(heading_column)
    since_column, level_column = zeros(n), zeros(n)
    since = ints(since_column)
    level_of = ints(level_column)
    distance, level = NO_HEADING, 0
    with cython.nogil:
        for b in range(n):
            if heading[b]:
                distance, level = 0, heading[b]
            since[b] = distance
            level_of[b] = level
            if distance < FARTHEST_HEADING:
                distance += 1
    return since_column, level_column
