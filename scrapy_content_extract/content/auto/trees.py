"""Boosted decision trees: rows of whole numbers → probabilities.

A tree sends a row left if a number is at most a threshold, else right, until it comes to a leaf;
the sum of the leaves of all trees is the log-odds.  Only training needs a library.

All rows of a page go down a tree together (:mod:`.core.forest_py`).  A leaf is a byte: a number of
steps of :attr:`Trees.step`, from -128 steps up.  So the sums are whole numbers, equal on all machines.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from pathlib import Path

from .. import core
from ..core.forest_py import Forest, Tree

#: The folder with the files of models.
FOLDER = Path(__file__).parent.parent
#: A leaf without effect.
ZERO = 128
#: The most trees whose sum of leaves fits into two bytes: 65,535 / 255.
MOST_TREES = 257


class Prepared:
    """Trees that are prepared once for each backend."""

    @cached_property
    def _forests(self) -> dict[str, Forest]:
        return {}

    def forest(self, those: Callable[[], tuple[list[list[int]], list[Tree]]]) -> Forest:
        """Return the forest of the current backend, from thresholds and trees if there is none yet."""
        if core.BACKEND not in self._forests:
            self._forests[core.BACKEND] = core.forest.Forest(*those())
        return self._forests[core.BACKEND]


@dataclass(frozen=True)
class Trees(Prepared):
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
    def _means(self) -> list[dict[int, float]]:
        """Per tree: the means below its splits and leaves."""
        return list(map(means_below, self.trees))

    @property
    def base(self) -> float:
        """The log-odds of an unknown row, in steps of a leaf."""
        return sum(means[0 if tree.splits else ~0] - ZERO for tree, means in zip(self.trees, self._means))

    def contributions(self, row: Sequence[int]) -> dict[str, float]:
        """Return how much each feature moves the log-odds of a row, in steps of a leaf.

        At each split the mean of the leaves below changes; that much is due to the feature of the split
        (A. Saabas: "Interpreting random forests", 2014).
        """
        names, thresholds = list(self.features), list(self.features.values())
        moved = dict.fromkeys(names, 0.0)
        for tree, means in zip(self.trees, self._means):
            node = 0
            while node >= 0 and tree.splits:
                feature, number, left, right = tree.splits[node]
                child = left if row[feature] <= thresholds[feature][number] else right
                moved[names[feature]] += means[child] - means[node]
                node = child
        return moved

    def probabilities(self, numbers: array[int]) -> array[float]:
        """Return how likely each row is; ``numbers`` has a column per feature, one behind the other."""
        forest = self.forest(lambda: (list(self.features.values()), self.trees))
        return forest.probabilities(numbers, ZERO * len(self.trees), self.step)


class Models(Prepared, dict[str, Trees]):
    """Models of the same features, by name: they share one look at the rows."""

    @classmethod
    def load(cls, name: str, keys: Iterable[str]) -> Models:
        """Return the models in files of this package, one for each key in ``name``."""
        return cls({key: Trees.load(name.format(key)) for key in keys})

    @cached_property
    def beyond(self) -> list[int]:
        return list(accumulate(len(model.trees) for model in self.values()))

    @cached_property
    def zeros(self) -> array[int]:
        """The sum of leaves for log-odds of 0, for each model."""
        return array("i", [ZERO * len(model.trees) for model in self.values()])

    @cached_property
    def steps(self) -> array[float]:
        """The log-odds of one step of a leaf, for each model."""
        return array("d", [model.step for model in self.values()])

    def leaf_sums(self, numbers: array[int]) -> array[int]:
        """Return the sum of each row's leaves, a column for each model, one behind the other.

        It is the log-odds in steps, and :data:`ZERO` for each tree.
        """
        forest = self.forest(lambda: with_shared_thresholds(list(self.values())))
        return forest.leaf_sums(numbers, self.beyond)


def with_shared_thresholds(models: Sequence[Trees]) -> tuple[list[list[int]], list[Tree]]:
    """Return the thresholds of all models, by feature, and all trees with the thresholds' numbers."""
    known = [list(model.features.values()) for model in models]
    thresholds = [sorted(set(chain.from_iterable(of_feature))) for of_feature in zip(*known)]
    number = [{value: n for n, value in enumerate(of_feature)} for of_feature in thresholds]
    trees = [
        Tree([(f, number[f][own[f][n]], left, right) for f, n, left, right in tree.splits], tree.leaves)
        for own, model in zip(known, models)
        for tree in model.trees
    ]
    return thresholds, trees


def means_below(tree: Tree) -> dict[int, float]:
    """Return the mean of the leaves below each split of a tree, and of each leaf.

    >>> means_below(Tree([(0, 0, ~0, 1), (0, 1, ~1, ~2)], [100, 120, 140]))
    {-1: 100.0, -2: 120.0, -3: 140.0, 1: 130.0, 0: 120.0}
    """
    means = {~leaf: float(value) for leaf, value in enumerate(tree.leaves)}
    counts = dict.fromkeys(means, 1)
    for node in reversed(range(len(tree.splits))):
        left, right = tree.splits[node][2:]
        counts[node] = counts[left] + counts[right]
        means[node] = (counts[left] * means[left] + counts[right] * means[right]) / counts[node]
    return means
