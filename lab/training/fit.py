"""Examples → Trees: LightGBM trains, and the result is made small.

Trees learn the share of content in each paragraph, which is the longest common subsequence of page and label.
Pages count about alike, times the weights of sets and kinds; composed ones (:mod:`.compose`) a quarter, and
not where one of their domains is judged.  A paragraph counts by its words to the power of .75; of a page at
most 150 are drawn.  LightGBM trains three times 85 trees with 31 leaves on the cross entropy of shares; their
mean log-odds are made whole numbers.  Each kind of page has 40 trees with 15 leaves, on one row a page.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import lightgbm
import numpy as np

from scrapy_content_extract.content import core
from scrapy_content_extract.content.auto.features import FEATURES, NUMBER
from scrapy_content_extract.content.auto.trees import Models, Trees
from scrapy_content_extract.content.model import PAGE_KINDS

from .boosting import boosted
from .examples import Example

#: The set of several kinds.
MIXED = "wcxb"
#: How much a page of a set counts: the small sets have kinds and languages that the large one lacks.
SET_WEIGHTS: Mapping[str, float] = {
    MIXED: 1,
    "magic-article": 3,
    "magic-forum": 4,
    "zhds": 3,
    "fundus": 0.4,
    "postlight": 1,
    "uighur-forum": 2,
    "uighur-article": 1,
    "threads": 0.5,
    "sitepairs": 0.5,
    "dreamweaver": 0.5,
}
#: How much more a page of a kind counts in the set of several kinds: most pages of all sets are articles.
KIND_WEIGHTS: Mapping[str, float] = {
    "forum": 1.5,
    "listing": 2,
    "product": 1.6,
    "service": 1.3,
    "collection": 1.3,
}

PARAMETERS: dict[str, Any] = {
    "num_iterations": 85,
    "learning_rate": 0.15,
    "num_leaves": 31,
    "min_data_in_leaf": 60,
    "lambda_l2": 5,
    "feature_fraction": 0.67,
    "bagging_fraction": 0.6,
    "max_bin": 62,
    "num_threads": 1,
}

#: The most paragraphs of a page that are learned from: more of a long page tell the same.
MOST_ROWS = 150
#: The kinds of labelled pages that have another name among PAGE_KINDS.
KIND_OF_LABEL = {
    "forum": "thread",
    "listing": "list",
    "collection": "list",
    "documentation": "other",
    "service": "other",
    "mixed": "other",
}
#: Those of the trees that tell kinds of pages.
OF_KINDS: dict[str, Any] = {
    "num_iterations": 40,
    "learning_rate": 0.15,
    "num_leaves": 15,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "max_bin": 62,
    "num_threads": 1,
}


def fit(examples: Sequence[Example], seed: int = 0) -> Trees:
    """Train on examples, weighted by their sets and by the lengths of their paragraphs."""
    examples = [example for example in examples if example.shares]
    rng = np.random.default_rng(seed)
    drawn = [rows_drawn(len(example.shares), rng) for example in examples]
    X = np.concatenate([rows_of(example)[rows] for example, rows in zip(examples, drawn)])
    y = np.concatenate([np.array(example.shares)[rows] for example, rows in zip(examples, drawn)])
    weights = np.concatenate(
        [
            weight_of(example) * weights_of(example)[rows] * len(example.shares) / len(rows)
            for example, rows in zip(examples, drawn)
        ]
    )
    return boosted(data_of(X, y, weights), PARAMETERS, NUMBER, seed)


def rows_drawn(n: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Return the paragraphs of a page of ``n`` that are learned from, at most MOST_ROWS."""
    return np.arange(n) if n <= MOST_ROWS else np.sort(rng.choice(n, MOST_ROWS, replace=False))


def fit_kinds(examples: Sequence[Example], seed: int = 0) -> Models:
    """Train the trees that tell kinds of pages, on pages as they are."""
    examples = [example for example in examples if example.shares and example.page is not None]
    X = np.array([means_of(example) for example in examples], dtype=np.float32)
    weights = np.array(list(map(weight_of, examples)))
    kinds = list(map(kind_of, examples))
    return Models(
        (kind, boosted(data_of(X, [k == kind for k in kinds], weights), OF_KINDS, NUMBER, seed, models=1))
        for kind in PAGE_KINDS
    )


def kind_of(example: Example) -> str:
    """Return the kind of a labelled page, one of PAGE_KINDS."""
    return KIND_OF_LABEL.get(example.labelled.kind, example.labelled.kind)


def data_of(
    X: np.ndarray[Any, Any], y: Sequence[float] | np.ndarray[Any, Any], weights: np.ndarray[Any, Any]
) -> lightgbm.Dataset:
    return lightgbm.Dataset(X, np.array(y, float), weight=weights / weights.mean(), free_raw_data=False)


def weight_of(example: Example) -> float:
    """Return how much a page counts."""
    of_kind = KIND_WEIGHTS.get(example.labelled.kind, 1) if example.set == MIXED else 1
    return SET_WEIGHTS.get(example.set, 1) * of_kind * example.weight


def weights_of(example: Example) -> np.ndarray[Any, Any]:
    """Return the weight of each paragraph.

    It grows more slowly than the length, and a short page counts less than a long one.
    """
    words = np.array(example.description.column("chars")) / 5
    weights = (words + 0.5) ** 0.75
    return weights / (weights.sum() + 20)


def means_of(example: Example) -> array[int]:
    """Return what the trees that tell kinds look at."""
    described = example.description
    means: array[int] = core.facts.means(described.numbers, described.column("chars"))
    return means


def rows_of(example: Example) -> np.ndarray:
    """Return the numbers of a page's paragraphs, a row each."""
    numbers = np.array(example.description.numbers, dtype=np.float32)
    return numbers.reshape(len(FEATURES), -1).T
