"""Boosted decision trees: rows of whole numbers → probabilities.

A tree sends a row left where a number is at most a threshold, else right, until it comes to a
leaf; the sum of the leaves of all trees is the log-odds.  Training is another matter, and
needs a library; this needs none.

All rows of a page go down a tree together.  A number becomes the count of thresholds below
it, one byte; a set of rows is an integer with a byte for each row, 1 or 0, so that a split
is an ``&`` and a whole tree some sixty operations on integers, however many rows there are.
Leaves are bytes, too: steps of :attr:`Trees.step` from -128 steps.  No rounding can differ
between machines, and the compiled twin gives the same bits.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple

from . import backend

#: A leaf of no effect.
ZERO = 128
#: For each number of a threshold: a table that makes the bytes up to it 1, and 0 of the others.
AT_MOST = [bytes(code <= threshold for code in range(256)) for threshold in range(255)]
#: So many rows at once: each tree's leaves are kept until all are summed up.
ROWS = 4096


class Tree(NamedTuple):
    """One tree; its root is split 0, and a split comes before those below it."""

    #: per split: feature, number of the threshold, and what is left and right: the split of that
    #: number, or leaf ~number
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
        n = len(columns[0])
        codes = [
            bytes(map(partial(bisect_left, thresholds), column))
            for thresholds, column in zip(self.features.values(), columns)
        ]
        all_rows = int.from_bytes(b"\1" * n, "little")
        at_most: dict[tuple[int, int], int] = {}  # for a feature and a threshold: the rows that go left
        leaves_of: list[bytes] = []
        for splits, leaves in self.trees:
            rows = [all_rows] * len(splits)  # that come to each split
            total = 0
            for here, (feature, threshold, left, right) in zip(rows, splits):
                goes_left = at_most.get((feature, threshold))
                if goes_left is None:
                    passed = codes[feature].translate(AT_MOST[threshold])
                    goes_left = at_most[feature, threshold] = int.from_bytes(passed, "little")
                on_the_left = here & goes_left
                on_the_right = here ^ on_the_left
                if left >= 0:
                    rows[left] = on_the_left
                else:
                    total += on_the_left * leaves[~left]
                if right >= 0:
                    rows[right] = on_the_right
                else:
                    total += on_the_right * leaves[~right]
            leaves_of.append(total.to_bytes(n, "little"))
        return [sum(values) for values in zip(*leaves_of)]
