"""Which paragraphs to choose, over columns; the rules stand in :mod:`.auto.auto`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .columns import FRACTION, LONG_ZERO, ZERO, Column


def choose(
    p: Sequence[float], chars: Column, look: Column, node: Column, parent: Column, beta: float, least: int
) -> tuple[bytearray, float, array[float]]:
    """Mark with 1 the paragraphs with the best expected F; return also their expected F1, and q.

    ``p`` is the probability of each paragraph; those with the same ``look`` look alike.  Nothing is chosen if
    ``least`` characters or less are expected.

    >>> n, look, node = array("i", [100, 300, 200]), array("i", [0, 0, 1]), array("i", [1, 1, 2])
    >>> choose(array("d", [0.9, 0.8, 0.1]), n, look, node, array("i", [-1, 0, 0]), 1.0, 30)[0]
    bytearray(b'\\x01\\x01\\x00')
    """
    n, size = len(p), 0
    expected, most = 0.0, 0.0
    if not n == len(chars) == len(look) == len(node):
        raise ValueError("the columns of paragraphs are not of one length")
    for b in range(n):
        expected += p[b] * chars[b]
        size += chars[b]
        if p[b] > most:
            most = p[b]
    if expected <= least and 2 * expected <= size:
        return bytearray(n), 1 - most, array("d", p)
    sums, weights = sum_by_look(p, chars, look)
    q = FRACTION * n
    for b in range(n):
        q[b] = (p[b] + 3 * (sums[look[b]] / weights[look[b]])) / 4
    if beta >= 1:  # else the other posts of a thread would go with the details of who wrote them
        likely, _, _ = best(p, q, chars, 1.0)
        q = held_down(q, chars, node, parent, main_element(likely, q, chars, node, parent))
    chosen, right, size = best(p, q, chars, beta)
    return chosen, 2 * right / (size + expected), q


def best(p: Sequence[float], q: Sequence[float], chars: Column, beta: float) -> tuple[bytearray, float, int]:
    """Mark the paragraphs with the greatest F that q expects, the fewest of equals.

    Return also their sums of p * n and of n.
    """
    n, order, chosen = len(q), falling(q), bytearray(len(q))
    hits, size, most, F_best = 0.0, 0, 0, -1.0
    for k in range(n):
        hits += q[order[k]] * chars[order[k]]
    wanted = beta * beta * hits
    hits = 0.0
    for k in range(n):
        b = order[k]
        hits += q[b] * chars[b]
        size += chars[b]
        F = hits / (size + wanted)
        if F_best < F:
            F_best, most = F, k + 1
    right, size = 0.0, 0
    for k in range(most):
        b = order[k]
        chosen[b] = 1
        right += p[b] * chars[b]
        size += chars[b]
    return chosen, right, size


def main_element(chosen: Column, q: Sequence[float], chars: Column, node: Column, parent: Column) -> int:
    """Return the lowest element with more than half of the sum of q * n of the chosen paragraphs.

    Raises IndexError where a paragraph is in no element, or an element is not behind its parent.
    """
    require_tree(node, parent)
    n, elements = len(node), len(parent)
    held = FRACTION * elements
    main, total = 0, 0.0
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


def held_down(q: Sequence[float], chars: Column, node: Column, parent: Column, main: int) -> array[float]:
    """Return q, where greater than the mean q of its block apart, moved half-way down to it.

    The block of a paragraph outside the element ``main`` is the largest element around it that does not
    hold ``main``; the mean is weighted by characters.  Raises IndexError as :func:`main_element` does.
    """
    require_tree(node, parent)
    n, elements = len(node), len(parent)
    if not 0 <= main < elements:
        raise IndexError("there is no such element")
    down, block = array("d", q), ZERO * elements
    sums, weights = FRACTION * elements, LONG_ZERO * elements
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
    return down


def require_tree(node: Column, parent: Column) -> None:
    """Raise IndexError where a paragraph is in no element, or an element is not behind its parent.

    Only the first element, the root, has no parent.
    """
    elements = len(parent)
    for b in range(len(node)):
        if not 0 <= node[b] < elements:
            raise IndexError("a paragraph is in no element")
    for i in range(elements):
        if not (0 if i else -1) <= parent[i] < i:
            raise IndexError("an element is not behind its parent")


def falling(values: Sequence[float]) -> array[int]:
    """Return the order in which values fall, of equals the first first."""
    n = len(values)
    order, other, size = ZERO * n, ZERO * n, 1
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
    return order


def sum_by_look(p: Sequence[float], chars: Column, look: Column) -> tuple[array[float], array[int]]:
    """Return the sum of p * n, and of the characters n, of the paragraphs of each look.

    Raises IndexError where a look is not a number of a paragraph.
    """
    n = len(p)
    for b in range(n):
        if not 0 <= look[b] < n:
            raise IndexError("there are more looks than paragraphs")
    sums, weights = FRACTION * n, LONG_ZERO * n
    for b in range(n):
        sums[look[b]] += p[b] * chars[b]
        weights[look[b]] += chars[b]
    return sums, weights
