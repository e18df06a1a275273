"""Boosted decision trees: rows of whole numbers → probabilities.

A tree sends a row left where a number is at most a threshold, else right, until it comes to a
leaf; the sum of the leaves of all trees is the log-odds.  Training is another matter, and
needs a library; this needs none.

All rows of a page go down a tree together.  A number becomes the count of thresholds below
it, one byte; a set of rows is an integer with a byte for each row, 1 or 0, so that a split
is an ``&`` and a ``^``, however many rows there are, and most splits of a tree are come to by
no row of a page.  Leaves are bytes, too: steps of :attr:`Trees.step` from -128 steps.  No
rounding can differ between machines, and the compiled twin gives the same bits.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from math import exp
from struct import unpack
from typing import Any, NamedTuple

from . import backend

#: A leaf of no effect.
ZERO = 128
#: For each byte: a table that makes those up to it 1, and 0 of the others.
AT_MOST = [bytes(code <= most for code in range(256)) for most in range(256)]
#: So many rows at once, that all integers of a tree stay in the cache of the processor.
ROWS = 4096
#: The sum of so many leaves is two bytes.
MOST_TREES = 257


class Tree(NamedTuple):
    """One tree; its root is split 0, and a split comes before those below it."""

    #: per split: feature, number of the threshold, and what is left and right: the split of that
    #: number, or leaf ~number; a tree without splits is one leaf
    splits: list[tuple[int, int, int, int]]
    leaves: list[int]


@dataclass(frozen=True)
class Trees:
    """A trained model."""

    #: the features, in the order of the columns, and for each its thresholds, rising
    features: dict[str, list[int]]
    trees: list[Tree]
    #: the log-odds of one step of a leaf
    step: float

    def __post_init__(self) -> None:
        if len(self.trees) > MOST_TREES:
            raise ValueError(f"There are {len(self.trees)} trees; there may be {MOST_TREES}.")

    @classmethod
    def load(cls, name: str) -> Trees:
        """Return the model in a file of this package."""
        data = json.loads(files(__package__).joinpath(name).read_text("utf-8"))
        trees = [Tree([tuple(split) for split in tree["splits"]], tree["leaves"]) for tree in data["trees"]]
        return cls(data["features"], trees, data["step"])

    def dump(self) -> str:
        """Return the text of its file, a line for each tree."""
        features = json.dumps(self.features)
        trees = ",\n".join(json.dumps(tree._asdict(), separators=(",", ":")) for tree in self.trees)
        return f'{{"step": {self.step!r},\n"features": {features},\n"trees": [\n{trees}\n]}}\n'

    @cached_property
    def compiled(self) -> Any:
        """The same trees for the compiled twin of :meth:`leaf_sums`."""
        return backend.compiled.Forest(list(self.features.values()), self.trees)

    def probabilities(self, columns: Sequence[Sequence[int]]) -> list[float]:
        """Return for each row how likely it is; ``columns`` has its numbers, a column per feature."""
        bias = ZERO * len(self.trees)
        if backend.compiled is not None:
            return self.compiled.probabilities(columns, bias, self.step)  # type: ignore[no-any-return]
        sums: list[int] = []
        for start in range(0, len(columns[0]), ROWS):
            sums += self.leaf_sums([column[start : start + ROWS] for column in columns])
        return [1 / (1 + exp((bias - total) * self.step)) for total in sums]

    def leaf_sums(self, columns: Sequence[Sequence[int]]) -> list[int]:
        """Return the sum of the leaves that each row comes to."""
        n = len(columns[0]) + len(columns[0]) % 2  # an even number of bytes
        at_most = list(map(rows_at_most, self.features.values(), columns))
        every_row = int.from_bytes(b"\1" * n, "little")
        every_other_byte = int.from_bytes(b"\xff\0" * (n // 2), "little")
        even = odd = 0  # the sums of every other row, two bytes each
        for splits, leaves in self.trees:
            # The rows that come to each split and each leaf; leaf ~number is counted from the end.
            rows = [0] * (len(splits) + len(leaves))
            rows[0] = every_row
            for here, (feature, threshold, left, right) in zip(rows, splits):
                if here:
                    rows[left] = on_the_left = here & at_most[feature][threshold]
                    rows[right] = here ^ on_the_left
            total = 0
            for here, leaf in zip(reversed(rows), leaves):
                if here:
                    total += here * leaf
            even += total & every_other_byte
            odd += total >> 8 & every_other_byte
        of_evens, of_odds = (unpack(f"<{n // 2}H", sums.to_bytes(n, "little")) for sums in (even, odd))
        return [total for pair in zip(of_evens, of_odds) for total in pair][: len(columns[0])]


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
