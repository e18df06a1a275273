"""Examples → Trees: LightGBM trains, and the result is made small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import lightgbm
import numpy as np

from scrapy_content_extract.content.describe import FEATURES, NUMBER
from scrapy_content_extract.content.trees import ZERO, Tree, Trees

from .examples import Example

#: How much a page of a set counts: the small sets have kinds and languages that the large one lacks.
SET_WEIGHTS: Mapping[str, float] = {"wcxb": 1, "magic-article": 3, "magic-forum": 3, "zhds": 3}

#: Models whose log-odds are averaged, each with a seed of its own.
MODELS = 3
PARAMETERS: dict[str, Any] = {
    "objective": "cross_entropy",
    "num_iterations": 70,
    "learning_rate": 0.15,
    "num_leaves": 31,
    "min_data_in_leaf": 60,
    "lambda_l2": 5,
    "feature_fraction": 0.67,
    "bagging_fraction": 0.6,
    "bagging_freq": 1,
    "max_bin": 62,
    "boost_from_average": False,  # the first tree holds it: a leaf is a byte, and cannot hold more
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}


def fit(examples: Sequence[Example], seed: int = 0) -> Trees:
    """Train on examples, weighted by their sets and by the lengths of their paragraphs."""
    examples = [example for example in examples if example.texts]
    X = np.concatenate([rows_of(example) for example in examples])
    y = np.concatenate([example.shares for example in examples])
    weights = np.concatenate(
        [SET_WEIGHTS.get(example.set, 1) * example.weight * weights_of(example) for example in examples]
    )
    data = lightgbm.Dataset(X, y, weight=weights / weights.mean(), free_raw_data=False)
    boosters = [
        lightgbm.train({**PARAMETERS, "seed": MODELS * seed + model}, data) for model in range(MODELS)
    ]
    return trees_of(boosters)


def weights_of(example: Example) -> np.ndarray[Any, Any]:
    """Return the weight of each paragraph.

    It grows more slowly than the length, and a short page counts less than a long one.
    """
    words = np.array(example.description.column("chars")) / 5
    weights = (words + 0.5) ** 0.75
    return weights / (weights.sum() + 20)


def rows_of(example: Example) -> np.ndarray:
    """Return the numbers of a page's paragraphs, a row each."""
    numbers = np.array(example.description.numbers, dtype=np.float32)
    return numbers.reshape(len(FEATURES), -1).T


def trees_of(
    boosters: Sequence[lightgbm.Booster], names: Iterable[str] = NUMBER, start: float = 0.0
) -> Trees:
    """Return the average of some models as one, with thresholds and leaves as whole numbers.

    ``names`` are those of the features, which are whole numbers, so "at most 3.5" is "at most 3".  All
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
    step = max(map(abs, values)) / (ZERO - 1)
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
