"""What a least confidence rejects, and how good the rest is: ``python -m lab.quality.confidence DATA``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from statistics import mean

from lab.data.datasets import SETS, LabelledPage, load, sets_there
from lab.data.metrics import METRICS
from lab.options import add_shared, announce, parsed, parser_of
from lab.reports import table
from scrapy_content_extract import extract

#: The values of ``--min-confidence`` that are tried.
THRESHOLDS = (0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


def measured(pages: Iterable[LabelledPage], metric: str) -> list[tuple[float, float]]:
    """Return the confidence and the F1 of each page that has text."""
    found = []
    for page in pages:
        extraction = extract(page.html, url=page.url)
        if extraction.text and extraction.confidence is not None:
            found.append((extraction.confidence, METRICS[metric](extraction.text, page.gold)[2]))
    return found


def rows_of(name: str, pairs: Sequence[tuple[float, float]]) -> list[list[str]]:
    """Return for each threshold the share of the pages below it, and the mean F1 below and above."""
    rows = []
    for least in THRESHOLDS:
        below = [score for confidence, score in pairs if confidence < least]
        above = [score for confidence, score in pairs if confidence >= least]
        means = [f"{mean(part):.3f}" if part else "" for part in (below, above)]
        rows.append([name, f"{least:g}", f"{len(below) / len(pairs):.1%}".replace("%", " %"), *means])
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.confidence",
        "Show what a least confidence rejects, and the mean F1 of the pages below and above it.",
        "python -m lab.quality.confidence DATA --sets dragnet cleaneval",
    )
    add_shared(parser, sets=None, pages=0)
    options = parsed(parser, argv, "labelled pages", sets_there)
    print(announce())
    body = []
    for name in options.sets:
        pages = load(options.data, name, options.pages)
        body += rows_of(name, measured(pages, SETS[name].metric))
    print(table(["set", "least", "below", "F1 below", "F1 from it"], body), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
