"""A data set of LightGBM → Trees: several models are trained, and their average is made small."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import lightgbm
import numpy as np

from scrapy_content_extract.content.auto.trees import ZERO, Tree, Trees

#: Models whose log-odds are averaged, each with a seed of its own.
MODELS = 3
#: What both models have; each adds how large it is.
PARAMETERS: dict[str, Any] = {
    "objective": "cross_entropy",
    "bagging_freq": 1,
    "boost_from_average": False,  # the first tree would hold it: a leaf is a byte, and cannot hold more
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}


def boosted(
    data: lightgbm.Dataset,
    parameters: Mapping[str, Any],
    names: Iterable[str],
    seed: int = 0,
    start: float = 0.0,
    models: int = MODELS,
) -> Trees:
    """Train and return the trees; ``names`` and ``start`` go to :func:`trees_of`."""
    boosters = [
        lightgbm.train({**PARAMETERS, **parameters, "seed": models * seed + model}, data)
        for model in range(models)
    ]
    return trees_of(boosters, names, start)


def trees_of(boosters: Sequence[lightgbm.Booster], names: Iterable[str], start: float = 0.0) -> Trees:
    """Return the average of some models as one, with thresholds and leaves as whole numbers.

    ``names`` are the features'; features are whole numbers, so "at most 3.5" is "at most 3".  All
    trees share ``start``, the log-odds that the models began with.
    """
    roots = [tree["tree_structure"] for booster in boosters for tree in booster.dump_model()["tree_info"]]
    names = list(names)
    thresholds: list[set[int]] = [set() for _ in names]
    values: list[float] = []
    each = start * len(boosters) / len(roots)
    for root in roots:
        walk(
            root,
            lambda split: thresholds[split["split_feature"]].add(whole(split["threshold"])),
            lambda value: values.append(value + each),
        )
    features = {name: sorted(of_one) for name, of_one in zip(names, thresholds)}
    number = [{value: n for n, value in enumerate(of_one)} for of_one in features.values()]
    step = max(map(abs, values)) / (ZERO - 1) or 1.0  # no tree of few rows has a split
    return Trees(features, [tree_of(root, number, step, each) for root in roots], step / len(boosters))


def tree_of(
    root: dict[str, Any], number: Sequence[Mapping[int, int]], step: float, each: float = 0.0
) -> Tree:
    splits: list[tuple[int, int, int, int]] = []
    leaves: list[int] = []

    def add(node: dict[str, Any]) -> int:
        """Add a node and all below it; return the number by which its parent refers to it."""
        if "leaf_value" in node:
            leaves.append(ZERO + round((node["leaf_value"] + each) / step))
            return ~(len(leaves) - 1)
        place = len(splits)
        splits.append((0, 0, 0, 0))
        feature = node["split_feature"]
        threshold = number[feature][whole(node["threshold"])]
        splits[place] = feature, threshold, add(node["left_child"]), add(node["right_child"])
        return place

    add(root)
    return Tree(splits, leaves)


def whole(threshold: float) -> int:
    return int(threshold // 1)


def walk(
    node: dict[str, Any], at_split: Callable[[dict[str, Any]], None], at_leaf: Callable[[float], None]
) -> None:
    if "leaf_value" in node:
        at_leaf(node["leaf_value"])
        return
    at_split(node)
    walk(node["left_child"], at_split, at_leaf)
    walk(node["right_child"], at_split, at_leaf)


def as_columns(rows: np.ndarray[Any, Any]) -> array[int]:
    """Return rows of whole numbers as :meth:`.Trees.probabilities` takes them."""
    return array("i", rows.T.astype("int32").tobytes())
