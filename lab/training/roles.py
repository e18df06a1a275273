"""Train the models of the roles of blocks: ``python -m lab.training.roles DATA``.

The labels are landmarks, on pages that declare them (``lab/data/landmarks.py``).  A model of a role
learns from the pages that declare this role: their blocks are in it or not.  It is judged on pages that it
has not seen by ``python -m lab.quality.roles DATA``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from lab.data.landmarks import LEARNT, DeclaringPage, declaring_pages
from lab.options import add_data, parser_of, require_data
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.methods import gapdepth
from scrapy_content_extract.content.methods.roles import FEATURES, NUMBER, ROLES, numbers_of_blocks

from .boosting import boosted
from .examples import registered

PAGES = "pages that declare landmarks"
MODELS = Path(gapdepth.__file__).parent

PARAMETERS: dict[str, Any] = {
    "num_iterations": 24,
    "learning_rate": 0.3,
    "num_leaves": 10,
    "min_data_in_leaf": 40,
    "lambda_l2": 10,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "max_bin": 31,
    "num_threads": 1,
}


@dataclass(frozen=True)
class Example:
    """The blocks of a page: a row of numbers for each, and its role."""

    set: str
    #: registered domain, or the page itself where it has no URL
    group: str
    rows: np.ndarray[Any, Any]
    roles: list[str | None]
    #: the roles that the page declares
    declared: frozenset[str]

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows.shape[0], self.rows.shape[1]


def example(declaring: DeclaringPage) -> Example:
    """Return what a model learns from a page; a block has a role if most of its characters do."""
    page = page_of(declaring.html)
    cuts = gapdepth.GapDepth().cut(page)
    numbers = numbers_of_blocks(page, cuts, gapdepth.REGION)
    roles = []
    for start, stop in pairwise(cuts.starts):
        chars: Counter[str | None] = Counter()
        for k in range(start, stop):
            chars[declaring.roles[k]] += page.chars[k]
        role, most = chars.most_common(1)[0]
        roles.append(role if 2 * most > chars.total() else None)
    rows = np.array(numbers, dtype=np.float32).reshape(len(FEATURES), -1).T
    group = registered(declaring.url).top_domain_under_public_suffix if declaring.url else ""
    return Example(declaring.set, group or declaring.id, rows, roles, declaring.declared)


def examples(data: Path, name: str) -> Iterator[Example]:
    """Yield the examples of a set."""
    return map(example, declaring_pages(data, name))


def fit(examples: Sequence[Example], role: str, seed: int = 0) -> Trees:
    """Train the model of a role, on the pages that declare it."""
    those = [one for one in examples if role in one.declared]
    rows = np.concatenate([one.rows for one in those])
    worth = np.array([float(has == role) for one in those for has in one.roles])
    return boosted(lightgbm.Dataset(rows, worth, free_raw_data=False), PARAMETERS, NUMBER, seed, models=1)


def fitted(examples: Sequence[Example]) -> dict[str, Trees]:
    """Train the models of all roles."""
    return {role: fit(examples, role) for role in ROLES}


def examples_in(data: Path, names: Sequence[str] = LEARNT) -> list[Example]:
    """Return the examples of the sets that a data folder has."""
    return [one for found in map(partial(examples, data), names) for one in found]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.training.roles",
        "Train the roles of blocks on pages that declare landmarks, and write their models.",
        "python -m lab.training.roles DATA",
    )
    add_data(parser, PAGES)
    data = parser.parse_args(argv).data
    require_data(parser, data, PAGES)
    pages = examples_in(Path(data))
    if not pages:
        parser.error(f"The folder {data} has no {PAGES}; the sets are: {', '.join(LEARNT)}.")
    for role, trees in fitted(pages).items():
        file = MODELS / f"role-{role}.json"
        file.write_text(trees.dump(), "utf-8")
        print(f"{file}, {file.stat().st_size:,} bytes")
    print(f"Trained on {len(pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
