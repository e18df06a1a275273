"""Judge and train the models of the roles of blocks: ``python -m lab.training.roles DATA``.

The labels are landmarks, on pages that declare them (:mod:`lab.data.landmarks`).  A model of a role
learns from the pages that declare this role: their blocks are in it or not.

The landmarks are removed before a page is judged, and the models have not seen its domain ("cross-validated
by domain"), or neither its domain nor its set ("unseen sets": trained on wcxb alone).  A role is judged on
pages that declare it: precision is over the blocks that are given the role, recall over those that have it.
Text in no landmark counts as having none, so a menu that a page does not declare counts as wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from lab.data.landmarks import JUDGES, LEARNT, DeclaringPage, declaring_pages
from lab.options import parsed, parser_of
from lab.reports import table
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.core.roles import ROLE_OF, ROLES
from scrapy_content_extract.content.methods import gapdepth
from scrapy_content_extract.content.methods.roles import FEATURES, NUMBER, likeliest, numbers_of_blocks

from .boosting import as_columns, boosted
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


# ------------------------------------------------------------------ how good they are

FOLDS = 5
#: The set that models of "unseen sets" have learned from.
ALONE = "wcxb"

#: An example, and the roles that models gave its blocks.
Judged = tuple[Example, list[str | None]]


def judge(pages: Iterable[Example], models: Mapping[str, Trees]) -> list[Judged]:
    """Give roles to the blocks of pages."""
    return [(one, [ROLE_OF[role] for role in likeliest(as_columns(one.rows), models)]) for one in pages]


def by_domain(pages: Sequence[Example]) -> list[Judged]:
    """Judge each page by models that have seen no page of its domain."""
    folds = [int(sha256(page.group.encode()).hexdigest(), 16) % FOLDS for page in pages]
    judged: list[Judged] = []
    for fold in range(FOLDS):
        models = fitted([page for page, of in zip(pages, folds) if of != fold])
        judged += judge([page for page, of in zip(pages, folds) if of == fold], models)
    return judged


def unseen(pages: Sequence[Example], others: Sequence[Example]) -> list[Judged]:
    """Judge other pages by models that were trained on the pages of other domains."""
    groups = {page.group for page in others}
    return judge(others, fitted([page for page in pages if page.group not in groups]))


def figures(judged: Iterable[Judged], role: str) -> list[str]:
    """Return how a role came out on the pages that declare it: pages, blocks, precision and recall."""
    pairs = [list(zip(page.roles, given)) for page, given in judged if role in page.declared]
    blocks = [pair for of_page in pairs for pair in of_page]
    have, said = (sum(role == one for one in column) for column in zip(*blocks)) if blocks else (0, 0)
    right = sum(has == given == role for has, given in blocks)
    shares = [f"{right / max(count, 1):.2f}".lstrip("0") if have else "–" for count in (said, have)]
    return [role, str(len(pairs)), str(have), *shares]


def report(pages: Sequence[Example], judges: Sequence[Example]) -> Iterator[str]:
    """Yield a table of each way to judge."""
    alone, others = ([one for one in pages if (one.set == ALONE) is is_it] for is_it in (True, False))
    runs: dict[str, Callable[[], list[Judged]]] = {
        "cross-validated by domain": lambda: by_domain(pages),
        "unseen sets": lambda: unseen(alone, others) if alone else [],
        f"unseen: {', '.join(JUDGES)}": lambda: unseen(pages, judges),
    }
    for name, run in runs.items():
        if judged := run():
            rows = [figures(judged, role) for role in ROLES]
            yield f"**{name}**, {len(judged)} pages\n"
            yield table(["role", "pages", "blocks", "precision", "recall"], rows)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.training.roles",
        "Judge roles of blocks on pages that declare landmarks, train them on all, and write their models.",
        "python -m lab.training.roles DATA --check",
    )
    parser.add_argument("--check", action="store_true", help="judge only, write no model")
    options = parsed(parser, argv, PAGES)
    pages = examples_in(options.data)
    if not pages:
        parser.error(f"The folder {options.data} has no {PAGES}; the sets are: {', '.join(LEARNT)}.")
    for text in report(pages, examples_in(options.data, JUDGES)):
        print(text, flush=True)
    for role, trees in {} if options.check else fitted(pages).items():
        file = MODELS / f"role-{role}.json"
        file.write_text(trees.dump(), "utf-8")
        print(f"{file}, {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
