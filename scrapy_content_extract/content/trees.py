"""Boosted decision trees: rows of whole numbers → probabilities.

A tree sends a row left where a number is at most a threshold, else right, until it comes to a
leaf; the sum of the leaves of all trees is the log-odds.  Training needs a library, this does not.

All rows of a page go down a tree together (:mod:`.columns.forest_py`).  A leaf is a byte: a number of
steps of :attr:`Trees.step`, from -128 steps up.  So the sums are whole numbers, equal on all machines.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import columns
from .columns.forest_py import Forest
from .columns.forest_py import Tree as Tree

#: Where the files of models are.
FOLDER = Path(__file__).parent
#: A leaf without effect.
ZERO = 128
#: The sum of this many leaves fits into two bytes.
MOST_TREES = 257


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
        data = json.loads((FOLDER / name).read_text("utf-8"))
        trees = [Tree([tuple(split) for split in tree["splits"]], tree["leaves"]) for tree in data["trees"]]
        return cls(data["features"], trees, data["step"])

    def dump(self) -> str:
        """Return the text of its file, a line for each tree."""
        features = json.dumps(self.features)
        trees = ",\n".join(json.dumps(tree._asdict(), separators=(",", ":")) for tree in self.trees)
        return f'{{"step": {self.step!r},\n"features": {features},\n"trees": [\n{trees}\n]}}\n'

    @cached_property
    def _forests(self) -> dict[str, Forest]:
        """These trees prepared for what runs: "compiled" or "Python"."""
        return {}

    def probabilities(self, numbers: array[int]) -> array[float]:
        """Return how likely each row is; ``numbers`` has a column per feature, one behind the other."""
        forest = self._forests.get(columns.BACKEND)
        if forest is None:
            forest = columns.forest.Forest(list(self.features.values()), self.trees)
            self._forests[columns.BACKEND] = forest
        return forest.probabilities(numbers, ZERO * len(self.trees), self.step)
