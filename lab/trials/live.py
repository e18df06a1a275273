r"""Markdown is no more alive than clean HTML: ``python -m lab.trials.live DATA``.

A case is a small page made of what Markdown, HTML and TeX have signs for (:mod:`.payloads`), of which all
texts are chosen.  Readers of Markdown, with and without formulas (:mod:`.readers`), find no tag, attribute,
address, comment or definition in it that the clean HTML does not hold; and clean HTML holds what
``docs/html.rst`` says.  Each kind of fault is shown once, with the smallest page that was found.

Labelled pages of DATA are checked in the same way.  Their Markdown says what their HTML says, on all but ten
of 4,422.  A seed always makes the same case.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.data.datasets import LabelledPage, choose_sets, load
from lab.data.pages import spread
from lab.options import VARIABLE, add_data, parser_of
from scrapy_content_extract import extract
from tests.helpers.pages import EveryText

from .payloads import Case, case
from .readers import KNOW_FORMULAS, OF_ALL, READERS, Fault, difference, faults_of
from .report import conclude

#: The share of pages whose Markdown may say something else than their HTML.
MOST_DIFFERENT = 10 / 4_422
#: How often a page is made smaller, at most.
TRIES = 400
#: The most characters that are shown of a page.
SHOWN = 600


@dataclass
class Kind:
    """The faults of a kind: how many pages have it, the readers, and one of the pages."""

    pages: int = 0
    readers: list[str] = field(default_factory=list)
    name: str = ""
    case: Case | None = None

    def add(self, faults: Sequence[Fault], name: str, of: Case) -> None:
        self.pages += 1
        self.readers += dict.fromkeys(fault.reader for fault in faults if fault.reader not in self.readers)
        if self.case is None or len(of.page) < len(self.case.page):
            self.name, self.case = name, of


@contextmanager
def warnings() -> Iterator[list[str]]:
    """Give the warnings in the log, and print none: a format that fails is empty, and has no other fault."""
    messages: list[str] = []
    logger, handler = logging.getLogger("scrapy_content_extract"), logging.Handler(logging.WARNING)

    def emit(record: logging.LogRecord) -> None:
        messages.append(record.getMessage() + (f" {record.exc_info[1]!r}" if record.exc_info else ""))

    handler.emit = emit  # type: ignore[method-assign]
    before, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield messages
    finally:
        logger.removeHandler(handler)
        logger.propagate = before


def written(of: Case, extractor: Any) -> tuple[str, str]:
    """Return the HTML and the Markdown of a case."""
    style: Any = of.style
    found = extract(
        of.page.encode("utf-8", "replace"),
        url=of.url,
        content_type="text/html; charset=utf-8",
        extractor=extractor,
        formats=["html", "markdown"],
        **style,
    )
    return found.html or "", found.markdown or ""


class Trial:
    """What is found on cases and pages."""

    def __init__(self, extractor: Any = None) -> None:
        self.extractor = extractor or EveryText()
        self.kinds: defaultdict[str, Kind] = defaultdict(Kind)
        self.faulty = self.cases = self.pages = 0
        #: the pages whose Markdown says something else, and where
        self.different: list[tuple[str, str]] = []

    def look(self, of: Case) -> tuple[str, str, dict[str, list[Fault]]]:
        """Return the HTML and the Markdown of a case, and its faults by kind."""
        with warnings() as messages:
            html, markdown = written(of, self.extractor)
        said = [Fault("the log", "warning", message) for message in messages]
        return html, markdown, kinds_of(html, said + faults_of(html, markdown))

    def check(self, name: str, of: Case) -> tuple[str, str]:
        """Check a case; return its HTML and its Markdown."""
        html, markdown, by_kind = self.look(of)
        for kind, faults in by_kind.items():
            self.kinds[kind].add(faults, name, of)
        self.faulty += bool(by_kind)
        return html, markdown

    def check_case(self, seed: int) -> None:
        self.cases += 1
        self.check(f"seed {seed}", case(seed))

    def check_page(self, name: str, page: LabelledPage) -> None:
        self.pages += 1
        name = f"{name} {page.id}"
        of = Case(page.html.decode("utf-8", "replace"), page.url or None, {})
        if where := difference(*self.check(name, of)):
            self.different.append((name, where))

    def report(self) -> Iterator[str]:
        """Yield a paragraph for each kind of fault, and a line for each page that says something else."""
        for kind, found in sorted(self.kinds.items(), key=lambda item: -item[1].pages):
            assert found.case
            yield f"{kind}: {found.pages:,} pages ({', '.join(found.readers)})\n{self.example(kind, found)}"
        for name, where in self.different:
            yield f"another text: {name}: {where}"

    def example(self, kind: str, found: Kind) -> str:
        """Show a small page with a kind of fault."""

        assert found.case
        of = found.case._replace(style={})
        if kind not in self.look(of)[2]:
            of = found.case

        def has_it(page: str) -> bool:
            return kind in self.look(of._replace(page=page))[2]

        of = of._replace(page=smallest(of.page, has_it, TRIES))
        html, markdown, by_kind = self.look(of)
        fault = by_kind[kind][0]
        how = "".join(f", {key}={value!r}" for key, value in of.style.items())
        return "\n".join(
            [
                f"  {found.name}: {fault.found} ({fault.reader})",
                f"  page      {of.page[:SHOWN]!r} at {of.url}{how}",
                f"  HTML      {html[:SHOWN]!r}",
                f"  Markdown  {markdown[:SHOWN]!r}",
            ]
        )


def kinds_of(html: str, faults: Sequence[Fault]) -> dict[str, list[Fault]]:
    """Return faults by kind: of pages with and without formulas, and of readers who know formulas or not."""
    by_kind = defaultdict(list)
    for fault in faults:
        by_kind[fault.kind].append(fault)
    page = ", a page with formulas" if 'class="math"' in html else ""
    named = {}
    for kind, found in by_kind.items():
        know = {fault.reader in KNOW_FORMULAS for fault in found if fault.reader in READERS}
        who = (
            ", readers of formulas"
            if know == {True}
            else ", readers without formulas"
            if know == {False}
            else ""
        )
        named[f"{kind}{page}{who if kind in OF_ALL else ''}"] = found
    return named


def smallest(page: str, has_it: Callable[[str], bool], tries: int) -> str:
    """Leave out parts of a page, large ones first, as long as it still has something.

    >>> smallest("<p>rain <b>x</b> rain", lambda page: "x" in page, 100)
    'x'
    """
    size = max(len(page) // 2, 1)
    while True:
        start = 0
        while start < len(page):
            if not tries:
                return page
            tries -= 1
            shorter = page[:start] + page[start + size :]
            if has_it(shorter):
                page = shorter
            else:
                start += size
        if size == 1:
            return page
        size //= 2


def labelled_pages(data: Path, count: int) -> Iterator[tuple[str, LabelledPage]]:
    """Yield pages of all labelled sets at equal distances, each with the name of its set.

    Raises ValueError for a folder without sets.
    """
    names, _ = choose_sets(data)
    sizes = {name: sum(1 for _ in load(data, name)) for name in names}
    chosen = set(spread(range(sum(sizes.values())), count))
    number = 0
    for name in names:
        for page in load(data, name):
            if number in chosen:
                yield name, page
            number += 1


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.live",
        "Look for mark-up in Markdown that clean HTML does not hold.",
        "python -m lab.trials.live --cases 50000",
        "python -m lab.trials.live DATA --cases 0 --pages 5000",
    )
    add_data(parser, "labelled pages; without one pages are only generated")
    parser.add_argument("--cases", type=int, default=50_000, metavar="N", help="pages that are generated")
    parser.add_argument(
        "--pages", type=int, default=1_000, metavar="N", help="pages of DATA, at equal distances"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed")
    parser.add_argument("--extractor", metavar="NAME", help="what chooses the texts; default: all are chosen")
    given = parser.parse_args(argv)
    if not given.data:
        print(f"live: no pages of a data set are read: give its folder, or set {VARIABLE}")
    try:
        return live(given)
    except ValueError as error:
        parser.error(str(error))


def live(given: argparse.Namespace) -> int:
    """Check all cases and pages; print what is wrong, and the summary."""
    trial = Trial(given.extractor)
    for seed in range(given.seed, given.seed + given.cases):
        trial.check_case(seed)
    if given.data and given.pages > 0:
        for name, page in labelled_pages(Path(given.data), given.pages):
            trial.check_page(name, page)
    for paragraph in trial.report():
        print(paragraph)
    differ = f"{len(trial.different)} of {trial.pages:,} pages say something else in Markdown"
    return conclude(
        "live",
        {
            f"{trial.faulty:,} pages with {len(trial.kinds)} kinds of faults": bool(trial.faulty),
            differ: len(trial.different) > MOST_DIFFERENT * trial.pages,
            "no page at all": not trial.cases + trial.pages,
        },
        f"{trial.cases:,} cases from seed {given.seed}, {trial.pages:,} pages, {differ}",
    )


if __name__ == "__main__":
    sys.exit(main())
