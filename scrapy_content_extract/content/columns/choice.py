"""Which paragraphs to choose, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The rules are those of
:mod:`~scrapy_content_extract.content.extractors.auto`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .blank import ZERO

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import doubles, ints, longlongs, uchars

COMPILED = cython.compiled

FRACTION = array("d", [0.0])


@cython.locals(n=cython.int, b=cython.int, expected=cython.double, most=cython.double, size=cython.longlong)
def expect(p_column: Sequence[float], chars_column: Sequence[int]) -> tuple[float, int, float]:
    """Return how many characters are expected to be content, how many there are, and the greatest p."""
    p, chars = doubles(p_column), ints(chars_column)
    n = len(p_column)
    expected, most, size = 0.0, 0.0, 0
    with cython.nogil:
        for b in range(n):
            expected += p[b] * chars[b]
            size += chars[b]
            if p[b] > most:
                most = p[b]
    return expected, size, most


@cython.locals(b=cython.int, size=cython.longlong, counted=cython.longlong)
def sizes(
    chosen_column: Sequence[int], prose_column: Sequence[int], chars_column: Sequence[int]
) -> tuple[int, int]:
    """Return how many characters are chosen, and how many are chosen or prose.

    >>> sizes(b"\\1\\0\\0", array("i", [0, 1, 0]), array("i", [7, 20, 300]))
    (7, 27)
    """
    chosen, prose, chars = uchars(chosen_column), ints(prose_column), ints(chars_column)
    size, counted = 0, 0
    for b in range(len(chosen_column)):
        if chosen[b]:
            size += chars[b]
        if chosen[b] or prose[b]:
            counted += chars[b]
    return size, counted


@cython.locals(n=cython.int, b=cython.int)
def smooth(
    p_column: Sequence[float], chars_column: Sequence[int], look_column: Sequence[int]
) -> array[float]:
    """Return q: p, moved three quarters of the way to the mean p of all that looks alike.

    The mean is weighted by characters.  Raises IndexError where a look is not a number of a paragraph.
    """
    p, look = doubles(p_column), ints(look_column)
    n = len(p_column)
    column = FRACTION * n
    sums_column, weights_column = sum_by_look(p_column, chars_column, look_column)
    q = doubles(column)
    sums = doubles(sums_column)
    weights = longlongs(weights_column)
    with cython.nogil:
        for b in range(n):
            q[b] = (p[b] + 3 * (sums[look[b]] / weights[look[b]])) / 4
    return column


@cython.locals(n=cython.int, elements=cython.int, b=cython.int, i=cython.int, main=cython.int)
@cython.locals(total=cython.double)
def main_element(
    chosen_column: Sequence[int],
    q_column: Sequence[float],
    chars_column: Sequence[int],
    node_column: Sequence[int],
    parent_column: Sequence[int],
) -> int:
    """Return the lowest element with more than half of the sum of q * n of the chosen paragraphs.

    Raises IndexError where a paragraph is in no element, or an element is not behind its parent.

    >>> q, n, parent = array("d", [1, 1, 1]), array("i", [10, 10, 30]), array("i", [-1, 0, 1, 1, 0])
    >>> main_element(b"\\1\\1\\0", q, n, array("i", [2, 3, 4]), parent)
    1
    """
    require_tree(node_column, parent_column)
    chosen, q, chars = uchars(chosen_column), doubles(q_column), ints(chars_column)
    node, parent = ints(node_column), ints(parent_column)
    n, elements = len(node_column), len(parent_column)
    held_column = FRACTION * elements
    held = doubles(held_column)
    main, total = 0, 0.0
    with cython.nogil:
        for b in range(n):
            if chosen[b]:
                held[node[b]] += q[b] * chars[b]
                total += q[b] * chars[b]
        # all that an element holds is behind it, so the first that has enough is the lowest
        for i in range(elements - 1, 0, -1):
            if held[i] > total / 2:
                main = i
                break
            held[parent[i]] += held[i]
    return main


@cython.locals(n=cython.int, elements=cython.int, b=cython.int, i=cython.int, mean=cython.double)
def held_down(
    q_column: Sequence[float],
    chars_column: Sequence[int],
    node_column: Sequence[int],
    parent_column: Sequence[int],
    main: cython.int,
) -> array[float]:
    """Return q, where greater than the mean q of its block apart, moved half-way down to it.

    The block of a paragraph outside the element ``main`` is the largest element around it that does not
    hold ``main``; the mean is weighted by characters.  Raises IndexError as :func:`main_element` does.
    """
    require_tree(node_column, parent_column)
    q, chars = doubles(q_column), ints(chars_column)
    node, parent = ints(node_column), ints(parent_column)
    n, elements = len(node_column), len(parent_column)
    if not 0 <= main < elements:
        raise IndexError("there is no such element")
    column, block_column = array("d", q_column), ZERO * elements
    sums_column, weights_column = FRACTION * elements, array("q", [0]) * elements
    down, block = doubles(column), ints(block_column)
    sums, weights = doubles(sums_column), longlongs(weights_column)
    with cython.nogil:
        block[main] = main
        i = parent[main]
        while i >= 0:
            block[i] = -1
            i = parent[i]
        for i in range(elements):
            if block[i] == 0:
                block[i] = i if parent[i] < 0 or block[parent[i]] < 0 else block[parent[i]]
        for b in range(n):
            i = block[node[b]]
            if i >= 0 and i != main:
                sums[i] += q[b] * chars[b]
                weights[i] += chars[b]
        for b in range(n):
            i = block[node[b]]
            if i >= 0 and i != main:
                mean = sums[i] / weights[i]
                if q[b] > mean:
                    down[b] = (q[b] + mean) / 2
    return column


@cython.locals(b=cython.int, i=cython.int, elements=cython.int)
def require_tree(node_column: Sequence[int], parent_column: Sequence[int]) -> None:
    """Raise IndexError where a paragraph is in no element, or an element is not behind its parent.

    Only the first element, the root, has no parent.
    """
    node, parent = ints(node_column), ints(parent_column)
    elements = len(parent_column)
    for b in range(len(node_column)):
        if not 0 <= node[b] < elements:
            raise IndexError("a paragraph is in no element")
    for i in range(elements):
        if not (0 if i else -1) <= parent[i] < i:
            raise IndexError("an element is not behind its parent")


@cython.locals(
    n=cython.int, b=cython.int, best=cython.int, hits=cython.double, size=cython.longlong,
    wanted=cython.double, F=cython.double, F_best=cython.double,
)  # fmt: skip
def best_size(
    q_column: Sequence[float], chars_column: Sequence[int], order_column: Sequence[int], beta: cython.double
) -> int:
    """Return how many paragraphs of an order have the greatest expected F, the fewest of equals."""
    q, chars, order = doubles(q_column), ints(chars_column), ints(order_column)
    n = len(order_column)
    hits, best, F_best = 0.0, 0, -1.0
    with cython.nogil:
        for b in range(n):
            hits += q[order[b]] * chars[order[b]]
        wanted = beta * beta * hits
        hits, size = 0.0, 0
        for b in range(n):
            hits += q[order[b]] * chars[order[b]]
            size += chars[order[b]]
            F = hits / (size + wanted)
            if F_best < F:
                F_best, best = F, b
    return best + 1


@cython.locals(n=cython.int, low=cython.int, middle=cython.int, high=cython.int, size=cython.int)
@cython.locals(k=cython.int, a=cython.int, b=cython.int)
def falling(values_column: Sequence[float]) -> array[int]:
    """Return the order in which values fall, of equals the first first."""
    values = doubles(values_column)
    if not cython.compiled:
        return array("i", sorted(range(len(values_column)), key=values_column.__getitem__, reverse=True))
    n = len(values_column)
    column, other_column = ZERO * n, ZERO * n
    order = ints(column)
    other = ints(other_column)
    size = 1
    with cython.nogil:
        for k in range(n):
            order[k] = k
        while size < n:  # runs of this length are merged two by two
            low = 0
            while low < n:
                middle = low + size if low + size < n else n
                high = middle + size if middle + size < n else n
                a, b = low, middle
                for k in range(low, high):
                    if a < middle and (b == high or values[order[a]] >= values[order[b]]):
                        other[k] = order[a]
                        a += 1
                    else:
                        other[k] = order[b]
                        b += 1
                low = high
            for k in range(n):
                order[k] = other[k]
            size *= 2
    return column


@cython.locals(n=cython.int, k=cython.int, b=cython.int, right=cython.double, size=cython.longlong)
def settle(
    p_column: Sequence[float], chars_column: Sequence[int], order_column: Sequence[int], best: cython.int
) -> tuple[bytearray, float, int]:
    """Mark the ``best`` first of an order; return also their expected hits and their characters."""
    p, chars, order = doubles(p_column), ints(chars_column), ints(order_column)
    marks = bytearray(len(p_column))
    chosen = uchars(marks)
    right, size = 0.0, 0
    with cython.nogil:
        for k in range(best):
            b = order[k]
            chosen[b] = 1
            right += p[b] * chars[b]
            size += chars[b]
    return marks, right, size


@cython.locals(n=cython.int, b=cython.int, first=cython.int)
def with_headings(
    chosen_column: Sequence[int],
    p_column: Sequence[float],
    since_heading_column: Sequence[int],
    words_alike_column: Sequence[int],
    least: cython.double,
    most: cython.int,
) -> bytearray:
    """Add the headings right above all chosen paragraphs but the first.

    Their p is ``least`` or more, or of their words at most ``most`` percent come again in paragraphs that
    look alike.  ``since_heading`` is 0 for a heading.

    >>> since_heading, p = array("i", [0, 1, 0, 0, 1, 0, 1]), array("d", [0, 1, 0, 0, 1, 0.3, 1])
    >>> words_alike = array("i", [0, 0, 50, 51, 0, 51, 0])
    >>> list(with_headings(bytearray([0, 1, 0, 0, 1, 0, 1]), p, since_heading, words_alike, 0.25, 50))
    [0, 1, 0, 0, 1, 1, 1]
    >>> list(with_headings(bytearray([0, 1, 0, 0, 1, 0, 1]), p, since_heading, words_alike, 0.25, 51))
    [0, 1, 1, 1, 1, 1, 1]
    """
    chosen, p, since_heading = uchars(chosen_column), doubles(p_column), ints(since_heading_column)
    words_alike = ints(words_alike_column)
    column = bytearray(chosen_column)
    added = uchars(column)
    n, first = len(chosen_column), 0
    with cython.nogil:
        while first < n and not chosen[first]:
            first += 1
        for b in range(n - 2, first, -1):  # from below: a heading may stand above a heading
            if added[b + 1] and not since_heading[b] and (p[b] >= least or words_alike[b] <= most):
                added[b] = 1
    return column


@cython.locals(n=cython.int, b=cython.int, size=cython.int)
def ranges_of_lines(
    chosen_column: Sequence[int], line_starts_column: Sequence[int]
) -> tuple[array[int], array[int]]:
    """Return where the texts of the chosen paragraphs begin and end; neighbours are one range.

    >>> ranges_of_lines(b"\\0\\1\\1\\0\\1", array("i", [0, 2, 3, 5, 6, 9]))
    (array('i', [2, 6]), array('i', [5, 9]))
    """
    chosen, line_starts = uchars(chosen_column), ints(line_starts_column)
    n, size = len(chosen_column), 0
    start_column, stop_column = ZERO * n, ZERO * n
    start, stop = ints(start_column), ints(stop_column)
    with cython.nogil:
        for b in range(n):
            if chosen[b]:
                if size and stop[size - 1] == line_starts[b]:
                    size -= 1
                else:
                    start[size] = line_starts[b]
                stop[size] = line_starts[b + 1]
                size += 1
    return start_column[:size], stop_column[:size]


@cython.locals(n=cython.int, b=cython.int)
def sum_by_look(
    p_column: Sequence[float], chars_column: Sequence[int], look_column: Sequence[int]
) -> tuple[array[float], array[int]]:
    """Return the sum of p * n, and of the characters n, of the paragraphs of each look.

    Raises IndexError where a look is not a number of a paragraph.
    """
    p, chars, look = doubles(p_column), ints(chars_column), ints(look_column)
    n = len(p_column)
    for b in range(n):
        if not 0 <= look[b] < n:
            raise IndexError("there are more looks than paragraphs")
    sums_column, weights_column = FRACTION * n, array("q", [0]) * n
    sums = doubles(sums_column)
    weights = longlongs(weights_column)
    with cython.nogil:
        for b in range(n):
            sums[look[b]] += p[b] * chars[b]
            weights[look[b]] += chars[b]
    return sums_column, weights_column
