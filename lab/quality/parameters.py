"""The effect of auto's parameters on labelled pages: ``python -m lab.quality.parameters DATA``.

See ``docs/methods/auto-parameters.rst``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain
from statistics import fmean

from lab.backend import announce
from lab.data.datasets import load
from lab.labelled import parse_options
from lab.options import parser_of
from lab.reports import number, table

from .extractors import Run, measure
from .systems import extractors_of

#: The systems of each table.
TABLES = (
    ("auto:favor=precision", "auto", "auto:favor=recall"),
    ("auto", "auto:comments=drop"),
)


def row_of(run: Run, pages: Sequence[int], kind: str, systems: Sequence[str]) -> list[str]:
    """Return the row of some pages of a set: precision, recall and F1 with each system."""
    scores = [
        number(fmean(run.scores[name][n][part] for n in pages)) for name in systems for part in range(3)
    ]
    return [f"{run.set} {kind}".removesuffix(" all"), str(len(pages)), *scores]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.parameters",
        "Score auto with each of its parameters on labelled pages.",
        "python -m lab.quality.parameters DATA --sets fundus dragnet",
    )
    options = parse_options(parser, argv)
    print(announce())
    systems = [s for name in dict.fromkeys(chain(*TABLES)) for s in extractors_of(name)]
    runs = [measure(name, load(options.data, name), systems) for name in options.sets]
    for names in TABLES:
        parts = [f"{part}, {name.partition(':')[2] or name}" for name in names for part in ("P", "R", "F1")]
        body = [
            row_of(run, pages, kind, names) for run in runs for kind, pages in run.pages_by_kind().items()
        ]
        print("\n" + table(["set", "pages", *parts], body), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
