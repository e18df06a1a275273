"""Boosted trees over rows of numbers, in Python; compiled it is forest.pyx.

A number becomes the count of thresholds below it, one byte; a set of rows is an integer with a byte
for each row, 1 or 0, so that a split is an ``&`` and a ``^``, however many rows there are.  No row of a
page reaches most splits of a tree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, chain
from math import exp
from operator import mul
from struct import unpack
from typing import NamedTuple

#: For each byte: a table that makes those up to it 1, and 0 of the others.
AT_MOST = [b"\1" * (most + 1) + bytes(255 - most) for most in range(256)]
#: So many rows at once, that all integers of a tree stay in the cache of the processor.
ROWS = 4096


class Tree(NamedTuple):
    """One tree; its root is split 0, and a split comes before those below it."""

    #: per split: feature, number of the threshold, and what is left and right: the split of that
    #: number, or leaf ~number; a tree without splits is one leaf
    splits: list[tuple[int, int, int, int]]
    leaves: list[int]


class Forest:
    """Trees over features, each with its thresholds, which rise.

    The leaves are from 0 to 255; a model has 257 trees at most.  Compiled, what is no tree is refused.
    """

    def __init__(self, thresholds: list[list[int]], trees: list[Tree]) -> None:
        self.thresholds = thresholds
        first = list(accumulate(map(len, thresholds), initial=0))
        #: with the place of each threshold among the thresholds of all features
        self.trees = [
            ([(first[feature] + number, left, right) for feature, number, left, right in splits], leaves)
            for splits, leaves in trees
        ]

    def probabilities(self, numbers: array[int], bias: int, step: float) -> array[float]:
        """Return for each row how likely it is.

        The sum of its leaves less ``bias`` is its log-odds in steps.  ``numbers`` has a column per
        feature, one behind the other.
        """
        return array("d", [1 / (1 + exp((bias - total) * step)) for total in self.leaf_sums(numbers)])

    def leaf_sums(self, numbers: array[int], beyond: Sequence[int] | None = None) -> array[int]:
        """Return the sum of the leaves that each row comes to.

        Of several models there is a column each, one behind the other: their trees end at ``beyond``.
        """
        stops = [len(self.trees)] if beyond is None else beyond
        sums = [array("i") for _ in stops]
        n = len(numbers) // len(self.thresholds)
        for start in range(0, n, ROWS):
            stop = min(start + ROWS, n)
            columns = [numbers[f * n + start : f * n + stop].tolist() for f in range(len(self.thresholds))]
            at_most = list(chain.from_iterable(map(rows_at_most, self.thresholds, columns)))
            for column, first, last in zip(sums, [0, *stops], stops):
                column.extend(sums_of(self.trees[first:last], at_most, stop - start))
        return array("i", chain.from_iterable(sums))


def sums_of(
    trees: Sequence[tuple[Sequence[tuple[int, int, int]], Sequence[int]]],
    at_most: Sequence[int],
    rows_of_all: int,
) -> list[int]:
    """Return the sum of the leaves that each row comes to.

    ``at_most`` has for each threshold the rows that go left.
    """
    n = rows_of_all + rows_of_all % 2  # an even number of bytes
    every_row = int.from_bytes(b"\1" * n, "little")
    every_other_byte = int.from_bytes(b"\xff\0" * (n // 2), "little")
    even = odd = 0  # the sums of every other row, two bytes each
    for splits, leaves in trees:
        # The rows that come to each split and each leaf; leaf ~number is counted from the end.
        rows = [0] * (len(splits) + len(leaves))
        rows[0] = every_row
        for here, (threshold, left, right) in zip(rows, splits):
            if here:
                rows[left] = on_the_left = here & at_most[threshold]
                rows[right] = here ^ on_the_left
        total = sum(map(mul, reversed(rows), leaves))
        even += total & every_other_byte
        odd += total >> 8 & every_other_byte
    of_evens, of_odds = (unpack(f"<{n // 2}H", sums.to_bytes(n, "little")) for sums in (even, odd))
    return [total for pair in zip(of_evens, of_odds) for total in pair][:rows_of_all]


def rows_at_most(thresholds: Sequence[int], column: Sequence[int]) -> list[int]:
    """Return for each threshold the rows whose number is at most that.

    >>> [list(rows.to_bytes(3, "little")) for rows in rows_at_most([1, 5], [5, 9, 1])]
    [[0, 0, 1], [1, 0, 1]]
    """
    code_of = {number: bisect_left(thresholds, number) for number in set(column)}
    codes = bytes(map(code_of.__getitem__, column))
    rows: list[int] = []
    at_most = 0
    for code in sorted(set(code_of.values())):  # the thresholds between two of them part no rows
        rows += [at_most] * (code - len(rows))
        at_most = int.from_bytes(codes.translate(AT_MOST[code]), "little")
    return rows + [at_most] * (len(thresholds) - len(rows))
