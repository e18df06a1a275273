"""Pages with content that are taken for pages without: ``python -m lab.quality.no_content DATA``.

See ``docs/methods/auto-no-content.rst``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lab.backend import announce
from lab.data.datasets import LabelledPage, load
from lab.labelled import parse_options
from lab.options import parser_of
from lab.reports import table
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import choose, facts_of
from scrapy_content_extract.content.auto.non_content import Lines, evidence_of
from scrapy_content_extract.content.page.page import Page

from .extractors import parse, timed


class Judged(NamedTuple):
    """A page with content, and its results."""

    page: LabelledPage
    #: "" unless it is taken for one without content
    kind: str
    #: the characters that are chosen otherwise
    chars: int
    #: CPU seconds of the judgement, and of the parse
    seconds: float
    parse_seconds: float


def judged(pages: Iterable[LabelledPage], rounds: int) -> Iterator[Judged]:
    """Judge the pages whose label is not empty."""
    for page in pages:
        if page.gold.strip():
            measured = page_of(page.html, url=page.url)
            known = facts_of(measured)
            chosen, *_ = choose(known.p, known.n, known.look, known.node, measured.parent)
            lines = Lines(chosen, known.n, known.prose, known.since_heading)
            chars = sum(n for n, is_chosen in zip(known.n, chosen) if is_chosen)
            found, spent = least_time(measured, lines, rounds)
            parsed = min(timed(parse, page)[0] for _ in range(rounds))
            yield Judged(page, found, chars, spent, parsed)


def least_time(page: Page, lines: Lines, rounds: int) -> tuple[str, float]:
    """Return the kind that a page is taken for, and the least CPU time."""
    times = []
    for _ in range(rounds):
        seconds, found = timed(lambda _: evidence_of(page, lines), page)  # type: ignore[arg-type]
        times.append(seconds)
    return found.kind if found else "", min(times)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.no_content",
        "Count the labelled pages with content that auto takes for pages without.",
        "python -m lab.quality.no_content DATA --sets wcxb",
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="the least time of N counts")
    options = parse_options(parser, argv)
    print(announce())
    body, found = [], []
    for name in options.sets:
        pages = list(judged(load(options.data, name), options.rounds))
        alarms = [page for page in pages if page.kind]
        lost = sum(bool(page.chars) for page in alarms)
        cost = sum(page.seconds for page in pages) / sum(page.parse_seconds for page in pages)
        body.append([name, str(len(pages)), str(len(alarms)), str(lost), f"{cost:.3f}"])
        found += [f"{name} {alarm.page.id}: {alarm.kind}, {alarm.chars:,} characters" for alarm in alarms]
    print(table(["set", "pages", "taken for", "with text", "CPU"], body), end="")
    print("\n".join(["", *found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
