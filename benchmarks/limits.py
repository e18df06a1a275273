"""Are the limits of ``gapdepth`` fitted to the marked pages?  ``python -m benchmarks.limits DATA``.

The answer comes from cross-validation: the limits that are best on all folds but one are used on that
one, so that every page is scored with limits chosen without it.  How much the rules themselves owe to
these pages, it cannot tell.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean
from typing import NamedTuple
from unittest.mock import patch

from evaluation.backend import announce
from evaluation.command import add_data, parser_of, require_data, require_intervals
from evaluation.intervals import METHOD, mean_of
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.model import Page
from scrapy_content_extract.content.segmenters import gapdepth

from . import agreement
from .agreement import bcubed, matched, owners
from .marked import MarkedPage, read_random, squeeze
from .reports import interval

FOLDS, DEALS, SEED = 9, 10, 0


class Question(NamedTuple):
    share: float
    #: the values that each limit may have
    grid: dict[str, tuple[float, ...]]
    #: the measures to maximize
    measures: tuple[str, ...]


QUESTIONS = {
    "default": Question(
        gapdepth.GapDepth.share,
        {
            "REGION": (0.7, 0.8, 0.9),
            "REGION_LEVELS": (1, 2, 3),
            "HEADING_LEVELS": (2, 3, 4),
            "GAP_LEVELS": (4, 5, 6),
        },
        ("bc_leaf", "fz_leaf", "fz_all"),
    ),
    "coarse": Question(0.95, {"COARSE_LEVELS": (2, 3, 4, 5, 6)}, ("bc_top", "fz_top")),
}


class Prepared(NamedTuple):
    marked: MarkedPage
    page: Page
    #: for each character of the canonical text the text of the page that it is in, or -1
    text_of: list[int]


def prepare(marked: MarkedPage) -> Prepared:
    page = page_of(marked.html)
    return Prepared(marked, page, owners(map(squeeze, page.text), marked.text))


def scores(prepared: Prepared, question: Question) -> list[float]:
    """Return the F1 of each measure with the present limits."""
    marked, page, text_of = prepared
    starts = [0, *(cut.text for cut in gapdepth.GapDepth(question.share).cuts(page)), len(page.text)]
    block_of = [n for n, (start, stop) in enumerate(pairwise(starts)) for _ in range(start, stop)]
    owner = [block_of[k] if k >= 0 else -1 for k in text_of]
    texts: dict[int, list[str]] = {}
    for n, char in zip(owner, marked.text):
        if n >= 0:
            texts.setdefault(n, []).append(char)
    found = ["".join(chars) for chars in texts.values()]
    f1 = []
    for measure in question.measures:
        how, _, level = measure.partition("_")
        score = bcubed(owner, marked.owners[level]) if how == "bc" else matched(found, marked.texts(level))
        f1.append(score[2])
    return f1


def deals(size: int) -> Iterator[list[int]]:
    """Yield the fold of each page, in a new deal each time."""
    rng = random.Random(SEED)
    for _ in range(DEALS):
        folds = [n % FOLDS for n in range(size)]
        rng.shuffle(folds)
        yield folds


def cross_validate(pages: list[Prepared], question: Question) -> tuple[list[list[float]], list[tuple]]:
    """Return the scores of each page with limits chosen without it, and the chosen limits."""
    results = {}
    for limits in product(*question.grid.values()):
        with patch.multiple(gapdepth, **dict(zip(question.grid, limits))):
            results[limits] = [scores(page, question) for page in pages]
    sums = {limits: [sum(f1) for f1 in of_page] for limits, of_page in results.items()}
    left_out = [[0.0] * len(question.measures) for _ in pages]
    chosen = []
    for folds in deals(len(pages)):
        for fold in range(FOLDS):
            learned_from = [n for n, f in enumerate(folds) if f != fold]
            best = max(sums, key=lambda limits: sum(sums[limits][n] for n in learned_from))
            chosen.append(best)
            for n, f in enumerate(folds):
                if f == fold:
                    left_out[n] = [a + b / DEALS for a, b in zip(left_out[n], results[best][n])]
    return left_out, chosen


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "benchmarks.limits",
        "Cross-validate the limits of gapdepth on pages whose blocks a person marked.",
        "python -m benchmarks.limits DATA",
    )
    add_data(parser, "marked pages")
    data = parser.parse_args(argv).data
    require_data(parser, data, "marked pages")
    require_intervals(parser)
    print(f"{announce()}; {METHOD}")
    pages = [prepare(marked) for marked in read_random(Path(data))]
    with patch.object(agreement, "similarity", lru_cache(maxsize=None)(agreement.similarity)):
        for name, question in QUESTIONS.items():
            left_out, chosen = cross_validate(pages, question)
            now = tuple(getattr(gapdepth, limit) for limit in question.grid)
            print(f"{name}, share {question.share}, {len(pages)} pages")
            for measure, f1, here in zip(
                question.measures, zip(*left_out), zip(*(scores(page, question) for page in pages))
            ):
                print(f"  {measure}: {interval(mean_of(f1), '')} left out, {fmean(here):.3f} at present")
            print(f"  {', '.join(question.grid)} = {now} were chosen {fmean(c == now for c in chosen):.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
