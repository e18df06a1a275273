"""Columns from columns: values at places, shares, counts, numbers for pairs.

One source: Python as it stands, and compiled where there is a compiler.  ``places`` are where in
another column the values are, elements as a rule.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

from .. import elements
from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]

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
#: Of a product with it the high bits have something of all bits of the other number.
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.locals(n=cython.int, b=cython.int)
def gather(values: cython.int[::1], places: cython.int[::1]) -> array[int]:
    """Return the value at each of some places."""
    if not cython.compiled:  # a loop in C
        return list(map(values.__getitem__, places))  # type: ignore[return-value]
    n = len(places)
    column = zeros(n)
    gathered: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            gathered[b] = values[places[b]]
    return column


@cython.locals(n=cython.int, b=cython.int)
def gather_bytes(values: cython.const[cython.uchar][::1], places: cython.int[::1]) -> array[int]:
    """Return the value at each of some places, of a column of bytes."""
    n = len(places)
    column = zeros(n)
    gathered: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            gathered[b] = values[places[b]]
    return column


@cython.locals(n=cython.int, f=cython.int, b=cython.int, start=cython.int)
def gather_each(
    columns: list[array[int]], places: cython.int[::1], starts: list[int], to: cython.int[::1]
) -> None:
    """Write the values of each of some columns at some places, each from one of ``starts`` on."""
    n = len(places)
    values: cython.int[::1]
    for f in range(len(columns)):
        values, start = columns[f], starts[f]
        if not cython.compiled:
            to[start : start + n] = array("i", map(values.__getitem__, places))
            continue
        with cython.nogil:
            for b in range(n):
                to[start + b] = values[places[b]]


@cython.locals(n=cython.int, i=cython.int)
def pick_bytes(values: cython.const[cython.uchar][::1], places: cython.int[::1]) -> bytearray:
    """Return the byte at each of some places."""
    if not cython.compiled:
        return bytearray(map(values.__getitem__, places))
    n = len(places)
    column = bytearray(n)
    picked: cython.uchar[::1] = column
    with cython.nogil:
        for i in range(n):
            picked[i] = values[places[i]]
    return column


@cython.locals(n=cython.int, b=cython.int)
def of_parents(values: cython.int[::1], parent: cython.int[::1], places: cython.int[::1]) -> array[int]:
    """Return the value at the parent of each of some elements, -1 above the root."""
    n = len(places)
    column = zeros(n)
    gathered: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            gathered[b] = values[parent[places[b]]] if places[b] else -1
    return column


@cython.locals(n=cython.int, i=cython.int)
def either(bits: cython.int[::1], ones: cython.int[::1], others: cython.int[::1]) -> bytearray:
    """Return the bits that are at one of two places, or at both."""
    n = len(ones)
    column = bytearray(n)
    found: cython.uchar[::1] = column
    with cython.nogil:
        for i in range(n):
            found[i] = bits[ones[i]] | bits[others[i]]
    return column


@cython.locals(n=cython.int, b=cython.int, k=cython.int, packed=cython.longlong)
def unpack(numbers: cython.longlong[::1], places: cython.int[::1], count: cython.int) -> array[int]:
    """Return the numbers of four bits that are packed at each of some places, a column for each of them."""
    n = len(places)
    column = zeros(n * count)
    unpacked: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            packed = numbers[places[b]]
            for k in range(count):
                unpacked[k * n + b] = packed & LARGEST
                packed >>= BITS
    return column


@cython.locals(n=cython.int, b=cython.int, share=cython.longlong)
def shares(factor: cython.int, parts: cython.int[::1], whole: cython.int) -> array[int]:
    """Return ``factor`` * part / whole for each part, rounded down."""
    n = len(parts)
    column = zeros(n)
    result: cython.int[::1] = column
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
    part_before: cython.int[::1],
    whole_before: cython.int[::1],
    line_starts: cython.int[::1],
    reach: cython.int,
    begin: cython.int,
    beyond: cython.int,
) -> array[int]:
    """Return ``factor`` * part / whole of each paragraph and its neighbours within ``reach``."""
    n, lines = beyond - begin, len(line_starts) - 1
    column = zeros(n)
    result: cython.int[::1] = column
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
    offset: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            distance = begin + b - origin
            offset[b] = least if distance < least else most if distance > most else distance
    return column


@cython.locals(n=cython.int, i=cython.int)
def count_each(number: cython.int[::1], numbers: cython.int) -> array[int]:
    """Return for each of some numbers how often it is there."""
    n = len(number)
    of_number, column = zeros(numbers), zeros(n)
    counts: cython.int[::1] = of_number
    alike: cython.int[::1] = column
    with cython.nogil:
        for i in range(n):
            counts[number[i]] += 1
        for i in range(n):
            alike[i] = counts[number[i]]
    return column


@cython.locals(n=cython.int, i=cython.int, mask=cython.ulonglong, slot=cython.ulonglong, size=cython.int)
def number_pairs(ones: cython.int[::1], others: cython.int[::1]) -> tuple[array[int], int]:
    """Return for each pair a number that equal pairs share, from 0 in their order, and how many there are.

    >>> number_pairs(array("i", [7, 8, 7]), array("i", [1, 1, 1]))
    (array('i', [0, 1, 0]), 2)
    """
    n, size = len(ones), 0
    if not cython.compiled:
        numbers: dict[tuple[int, int], int] = {}
        found = array("i", [numbers.setdefault(pair, len(numbers)) for pair in zip(ones, others)])
        return found, len(numbers)
    mask = 15
    while mask < 2 * n:
        mask = 2 * mask + 1
    column, first_column, table_column = zeros(n), zeros(n), zeros(mask + 1)
    number: cython.int[::1] = column
    first: cython.int[::1] = first_column  # of each number, where its pair is
    table: cython.int[::1] = table_column  # of each slot the number that has it, and 1
    with cython.nogil:
        for i in range(n):
            slot = ones[i]
            slot = ((slot << 32 | others[i]) * SPREAD >> 32) & mask
            while table[slot] and (
                ones[first[table[slot] - 1]] != ones[i] or others[first[table[slot] - 1]] != others[i]
            ):
                slot = (slot + 1) & mask
            if not table[slot]:
                first[size] = i
                size += 1
                table[slot] = size
            number[i] = table[slot] - 1
    return column, size


@cython.locals(n=cython.int, b=cython.int, k=cython.int)
def lines_of_texts(line_starts: cython.int[::1]) -> array[int]:
    """Return for each text the paragraph that it is in."""
    n = len(line_starts) - 1
    column = zeros(line_starts[n])
    line_of: cython.int[::1] = column
    with cython.nogil:
        for b in range(n):
            for k in range(line_starts[b], line_starts[b + 1]):
                line_of[k] = b
    return column


@cython.locals(n=cython.int, b=cython.int, distance=cython.int, level=cython.int)
def follow_headings(heading: cython.int[::1]) -> tuple[array[int], array[int]]:
    """Return the paragraphs since the last heading, and its level; ``heading`` has 0 for what is none."""
    n = len(heading)
    since_column, level_column = zeros(n), zeros(n)
    since: cython.int[::1] = since_column
    level_of: cython.int[::1] = level_column
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


@cython.locals(n=cython.int, b=cython.int)
def count_inside(prose: cython.int[::1], above: cython.int[::1], i: cython.int) -> int:
    """Count the paragraphs of prose that are right below ``i``."""
    n = 0
    with cython.nogil:
        for b in range(len(prose)):
            if prose[b] and above[b] == i:
                n += 1
    return n


@cython.locals(n=cython.int, b=cython.int, g=cython.int)
def group_facts(
    node: cython.int[::1],
    group: cython.int[::1],
    siblings: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    chars_before: cython.int[::1],
) -> tuple[array[int], array[int]]:
    """Return the siblings of the group of each of some nodes, 0 without one, and its characters, -1."""
    n = len(node)
    size_column, chars_column = zeros(n), zeros(n)
    size: cython.int[::1] = size_column
    chars: cython.int[::1] = chars_column
    with cython.nogil:
        for b in range(n):
            g = group[node[b]]
            size[b] = siblings[g] if g else 0
            chars[b] = chars_before[stop[g]] - chars_before[first[g]] if g else -1
    return size_column, chars_column


@cython.locals(n=cython.int, b=cython.int, i=cython.int)
def around(
    node: cython.int[::1],
    larger: cython.int[::1],
    level1: cython.int[::1],
    level2: cython.int[::1],
    section: cython.int[::1],
) -> array[int]:
    """Return what is around each of some nodes: five columns, one behind the other.

    They are the element around it, the one beyond, its levels 1 and 2, and its section.
    """
    n = len(node)
    columns = zeros(5 * n)
    element: cython.int[::1] = columns
    with cython.nogil:
        for b in range(n):
            i = node[b]
            element[b] = larger[i]
            element[n + b] = larger[larger[i]]
            element[2 * n + b] = level1[i]
            element[3 * n + b] = level2[i]
            element[4 * n + b] = section[i]
    return columns


@cython.locals(n=cython.int, i=cython.int, total=cython.int)
def totals_before(marks: cython.const[cython.uchar][::1]) -> array[int]:
    """Return the running total of a column, which has one entry more."""
    if not cython.compiled:
        return array("i", accumulate(marks, initial=0))
    n = len(marks)
    total = 0
    column = zeros(n + 1)
    before: cython.int[::1] = column
    with cython.nogil:
        for i in range(n):
            total += marks[i]
            before[i + 1] = total
    return column


@cython.locals(n=cython.int, i=cython.int)
def less(ones: cython.int[::1], others: cython.int[::1]) -> array[int]:
    """Return the differences of two columns."""
    n = len(ones)
    column = zeros(n)
    result: cython.int[::1] = column
    with cython.nogil:
        for i in range(n):
            result[i] = ones[i] - others[i]
    return column


@cython.locals(n=cython.int, k=cython.int, size=cython.int)
def line_starts(gap: cython.const[cython.uchar][::1]) -> array[int]:
    """Return the first text of each paragraph, and the number of all texts last."""
    n, size = len(gap), 0
    column = ZERO * (n + 1)
    starts: cython.int[::1] = column
    with cython.nogil:
        for k in range(n):
            if gap[k] == BLOCK_BOUNDARY or k == 0:
                starts[size] = k
                size += 1
        starts[size] = n
    return column[: size + 1]


@cython.locals(n=cython.int, b=cython.int, size=cython.int)
def distinct(numbers: cython.int[::1], most: cython.int) -> tuple[array[int], array[int]]:
    """Return the distinct ones of some numbers below ``most``, and the place of each among these."""
    n, size = len(numbers), 0
    table, those, indexes = zeros(most), zeros(n), zeros(n)
    place: cython.int[::1] = table  # of each number, and 1; 0 where it has none
    found: cython.int[::1] = those
    index: cython.int[::1] = indexes
    with cython.nogil:
        for b in range(n):
            if not place[numbers[b]]:
                found[size] = numbers[b]
                size += 1
                place[numbers[b]] = size
            index[b] = place[numbers[b]] - 1
    return those[:size], indexes
