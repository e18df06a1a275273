"""Train and write the model of ``gapdepth``: ``python -m lab.training.cuts DATA``.

The labels are blocks that people marked.  A gap between two paragraphs is worth 0 inside a block, 1/2
between two blocks of a region, 1 between two regions.  A model is judged on a set that it has not seen, by
``python -m lab.quality.segmenters DATA``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from lab.data.marked import SETS, MarkedPage, blocks_of_lines, sets_there
from lab.options import add_shared, parsed, parser_of
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.methods import gapdepth
from scrapy_content_extract.content.methods.gapdepth import FEATURES, NUMBER, gaps_in, numbers_of_gaps

from .boosting import boosted

MODEL = Path(gapdepth.__file__).with_suffix(".json")

PARAMETERS: dict[str, Any] = {
    "num_iterations": 60,
    "learning_rate": 0.1,
    "num_leaves": 12,
    "min_data_in_leaf": 40,
    "lambda_l2": 10,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "max_bin": 63,
    "num_threads": 1,
}

#: How much a gap counts between two paragraphs that are in no marked block: they may be hidden.
UNMARKED = 0.3


@dataclass(frozen=True)
class Example:
    """The gaps of a marked page: a row of numbers, the worth and the weight of each."""

    rows: np.ndarray[Any, Any]
    worth: np.ndarray[Any, Any]
    weights: np.ndarray[Any, Any]


def example(marked: MarkedPage) -> Example | None:
    """Return what a model learns from a marked page, None for one without gaps."""
    page = page_of(marked.html)
    if len(page.lines) < 2:
        return None
    parts = [
        np.array(part, dtype=np.float32).reshape(len(FEATURES), -1).T
        for part in numbers_of_gaps(gaps_in(page))
    ]
    top, leaf = (blocks_of_lines(page, marked, level) for level in ("top", "leaf"))
    worth = [((a != b) + (c != d)) / 2 for (a, b), (c, d) in zip(pairwise(top), pairwise(leaf))]
    counts = [UNMARKED if a < 0 and b < 0 else 1 for a, b in pairwise(leaf)]
    return Example(np.concatenate(parts), np.array(worth), np.array(counts) / len(counts) ** 0.5)


def examples(data: Path, name: str) -> Iterator[Example]:
    """Yield the examples of a set that have gaps."""
    yield from filter(None, map(example, SETS[name][1](data)))


def fit(examples: Sequence[Example], seed: int = 0) -> Trees:
    """Train on examples; a page counts by the root of its gaps."""
    rows, worth, weights = (
        np.concatenate([getattr(one, name) for one in examples]) for name in ("rows", "worth", "weights")
    )
    mean = float(np.average(worth, weights=weights))
    start = log(mean / (1 - mean))
    dataset = lightgbm.Dataset(
        rows,
        worth,
        weight=weights / weights.mean(),
        init_score=np.full(len(worth), start),
        free_raw_data=False,
    )
    return boosted(dataset, PARAMETERS, NUMBER, seed, start)


def trained_without(data: Path, names: Sequence[str]) -> dict[str, Trees]:
    """Return for each set a model that was trained on the others."""
    of_set = {name: list(examples(data, name)) for name in names}
    return {name: fit([one for other in names if other != name for one in of_set[other]]) for name in names}


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.training.cuts",
        "Train gapdepth on pages whose blocks a person marked, and write its model.",
        "python -m lab.training.cuts DATA",
    )
    add_shared(parser, sets=None)
    options = parsed(parser, argv, "marked pages", sets_there)
    pages = [one for name in options.sets for one in examples(options.data, name)]
    MODEL.write_text(fit(pages).dump(), "utf-8")
    names = ", ".join(options.sets)
    print(f"Trained on {len(pages)} pages of {names}: {MODEL}, {MODEL.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
