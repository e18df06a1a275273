"""Judge the roles of blocks on pages that declare landmarks: ``python -m lab.quality.roles DATA``.

The landmarks are removed before a page is judged, and the models have not seen its domain ("cross-validated
by domain"), or neither its domain nor its set ("unseen sets": trained on wcxb alone).  A role is judged on
pages that declare it: precision is over the blocks that are given the role, recall over those that have it.
Text in no landmark counts as having none, so a menu that a page does not declare counts as wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from lab.data.landmarks import JUDGES
from lab.options import add_data, parser_of, require_data
from lab.reports import table
from lab.training.boosting import as_columns
from lab.training.roles import PAGES, Example, examples_in, fitted
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.kernels.roles import ROLE_OF, ROLES
from scrapy_content_extract.content.methods.roles import likeliest

FOLDS = 5
ALONE = "wcxb"


class Judged(NamedTuple):
    """An example, and the roles that models gave its blocks."""

    example: Example
    given: list[str | None]


class Counts(NamedTuple):
    """How a role came out."""

    pages: int
    #: blocks that have the role, that were given it, and both
    have: int
    given: int
    right: int

    @property
    def precision(self) -> float:
        return self.right / max(self.given, 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.have, 1)


def judge(pages: Iterable[Example], models: Mapping[str, Trees]) -> list[Judged]:
    """Give roles to the blocks of pages."""
    return [Judged(one, [ROLE_OF[role] for role in likeliest(as_columns(one.rows), models)]) for one in pages]


def by_domain(pages: Sequence[Example]) -> list[Judged]:
    """Judge each page by models that have seen no page of its domain."""

    def fold_of(page: Example) -> int:
        return int(sha256(page.group.encode()).hexdigest(), 16) % FOLDS

    judged: list[Judged] = []
    for fold in range(FOLDS):
        models = fitted([page for page in pages if fold_of(page) != fold])
        judged += judge([page for page in pages if fold_of(page) == fold], models)
    return judged


def unseen(pages: Sequence[Example], others: Sequence[Example]) -> list[Judged]:
    """Judge other pages by models that were trained on the pages of other domains."""
    groups = {page.group for page in others}
    return judge(others, fitted([page for page in pages if page.group not in groups]))


def counts_of(judged: Iterable[Judged], role: str) -> Counts:
    """Count how a role came out on the pages that declare it."""
    pairs = [list(zip(page.roles, given)) for page, given in judged if role in page.declared]
    blocks = [pair for of_page in pairs for pair in of_page]
    return Counts(
        len(pairs),
        sum(has == role for has, _ in blocks),
        sum(given == role for _, given in blocks),
        sum(has == given == role for has, given in blocks),
    )


def rows(judged: Sequence[Judged]) -> list[list[str]]:
    """Return a row of figures for each role."""
    found = []
    for role in ROLES:
        counts = counts_of(judged, role)
        figures = [
            f"{value:.2f}".lstrip("0") if counts.have else "–" for value in (counts.precision, counts.recall)
        ]
        found.append([role, f"{counts.pages}", f"{counts.have}", *figures])
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.roles",
        "Judge the roles of blocks on pages that declare landmarks.",
        "python -m lab.quality.roles DATA",
    )
    add_data(parser, PAGES)
    data = parser.parse_args(argv).data
    require_data(parser, data, PAGES)
    pages = examples_in(Path(data))
    if not pages:
        parser.error(f"The folder {data} has no {PAGES}.")
    alone, others = ([one for one in pages if (one.set == ALONE) is is_it] for is_it in (True, False))
    judges = examples_in(Path(data), JUDGES)
    runs: dict[str, Callable[[], list[Judged]]] = {
        "cross-validated by domain": lambda: by_domain(pages),
        "unseen sets": lambda: unseen(alone, others) if alone else [],
        f"unseen: {', '.join(JUDGES)}": lambda: unseen(pages, judges),
    }
    for name, run in runs.items():
        if judged := run():
            print(f"**{name}**, {len(judged)} pages\n")
            print(table(["role", "pages", "blocks", "precision", "recall"], rows(judged)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
