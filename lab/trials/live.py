r"""Markdown is no more alive than clean HTML: ``python -m lab.trials.live DATA``.

A case is a small page made of what Markdown, HTML and TeX have signs for (:mod:`.payloads`), of which all
texts are chosen.  Readers of Markdown (:mod:`.readers`) find no tag, attribute, address or comment in it that
the clean HTML does not hold, and no link but of addresses that the text shows; and clean HTML holds what
``docs/html.rst`` says.  How often a reader says something else than the HTML is counted, too.  Each kind of
fault is shown, for each group of readers that find it together, with the smallest page.

Labelled pages of DATA are checked in the same way.  A reader who knows what a page needs says what its HTML
says, on all but ten of 4,422; escapes that change nothing for any reader are counted.  A seed always makes
the same case.  Readers in JavaScript are in the folder that ``--node`` or ``CONTENT_EXTRACT_NODE`` names,
where npm installs them; without it they are left out.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from lab.data.datasets import LabelledPage, choose_sets, load
from lab.data.pages import spread
from lab.options import VARIABLE, add_data, parser_of
from lab.reports import table
from scrapy_content_extract import extract
from tests.helpers.pages import EveryText

from .payloads import Case, case
from .readers import LINKS, LIVE, TEXT, UNREAD, Fault, Held, Readers, compares
from .report import conclude

#: What the table says of a reader.
COLUMNS = ("pages", "live", "new links", "compared", "text differs")
#: The folder of the readers in JavaScript.
NODE = "CONTENT_EXTRACT_NODE"
#: The share of pages whose Markdown may say something else than their HTML.
MOST_DIFFERENT = 10 / 4_422
#: How often a page is made smaller, at most.
TRIES = 400
#: The most characters that are shown of a page.
SHOWN = 600
#: The most escapes of a page that are tried, and on whom.
MOST_TRIED = 20
TRIED_ON = ("CommonMark", "GitHub", "python-markdown, extra")
#: An escape, with a backslash or as a reference.
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])|&(lt|gt|amp|#\d+);")
_ESCAPED = {"lt": "<", "gt": ">", "amp": "&"}


class Kind(NamedTuple):
    """A kind of faults, and all readers that find it on a page."""

    kind: str
    readers: frozenset[str]


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

    def __init__(self, readers: Readers, extractor: Any = None) -> None:
        self.readers = readers
        self.extractor = extractor or EveryText()
        self.kinds: Counter[Kind] = Counter()
        #: of each kind the smallest page, and its name
        self.smallest: dict[Kind, tuple[Case, str]] = {}
        #: by reader how many pages have faults of a sort, and how many can be compared
        self.sorts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.cases = self.pages = self.words = self.needless = 0
        #: the pages whose Markdown says something else, and where
        self.different: list[tuple[str, str]] = []

    def look(self, of: Case, names: Sequence[str] = ()) -> tuple[str, str, list[Fault]]:
        """Return the HTML and the Markdown of a case, and what some readers or all find."""
        with warnings() as messages:
            html, markdown = written(of, self.extractor)
        said = [Fault("HTML", "other", f"a warning: {message}") for message in messages]
        return html, markdown, said + self.readers.faults_of(html, markdown, names)

    def check(self, name: str, of: Case) -> tuple[str, str, list[Fault]]:
        """Check a case; return its HTML, its Markdown and its faults."""
        html, markdown, faults = self.look(of)
        for kind in kinds_of(faults):
            self.kinds[kind] += 1
            if kind not in self.smallest or len(of.page) < len(self.smallest[kind][0].page):
                self.smallest[kind] = of, name
        for reader, sort in {(fault.reader, sort_of(fault)) for fault in faults}:
            self.sorts[reader][sort] += 1
        held = Held(html)
        for reader in self.readers.names:
            self.sorts[reader]["pages"] += held.lacks(UNREAD.get(reader))
            self.sorts[reader]["compared"] += compares(held, reader)
        return html, markdown, faults

    def check_case(self, seed: int) -> None:
        self.cases += 1
        self.check(f"seed {seed}", case(seed))

    def check_page(self, name: str, page: LabelledPage) -> None:
        self.pages += 1
        name = f"{name} {page.id}"
        of = Case(page.html.decode("utf-8", "replace"), page.url or None, {})
        html, markdown, faults = self.check(name, of)
        different = {fault.reader: fault.found for fault in faults if fault.kind == "text"}
        who = [reader for reader in ("GitHub", "Pandoc", "Pandoc, formulas") if compares(Held(html), reader)]
        if who and all(reader in different for reader in who):
            self.different.append((name, different[who[0]]))
        self.words += len(markdown.split())
        self.needless += needless(markdown)

    @property
    def alive(self) -> dict[str, int]:
        """How many pages have faults that act, by reader."""
        return {reader: count for reader, of in self.sorts.items() if (count := of["live"])}

    def rows(self) -> list[list[str]]:
        """Return how many pages have faults of each sort, by reader."""
        return [
            [name, *(f"{self.sorts[name][column]:,}" for column in COLUMNS)] for name in self.readers.names
        ]

    def examples(self, most: int) -> Iterator[str]:
        """Yield a small page for the most frequent kinds of each sort, and each other text of DATA."""
        shown = set()
        for kinds in (LIVE, LINKS, TEXT):
            found = [(count, kind) for kind, count in self.kinds.items() if kind.kind in kinds]
            found.sort(key=lambda pair: (-pair[0], sorted(pair[1].readers)))
            for count, kind in found[:most]:
                of = self.shrunk(kind)
                if (kind.kind, of.page) not in shown:
                    shown.add((kind.kind, of.page))
                    yield self.example(kind, count, of)
        for name, where in self.different:
            yield f"another text: {name}: {where}"

    def shrunk(self, kind: Kind) -> Case:
        """Return the smallest page in which the readers of a kind find it."""
        names = [name for name in kind.readers if name != "HTML"]
        of, _ = self.smallest[kind]

        def has_it(of: Case) -> bool:
            found = {fault.reader for fault in self.look(of, names)[2] if fault.kind == kind.kind}
            return found >= kind.readers

        plain = of._replace(style={})
        of = plain if of.style and has_it(plain) else of
        return of._replace(page=smallest(of.page, lambda page: has_it(of._replace(page=page)), TRIES))

    def example(self, kind: Kind, count: int, of: Case) -> str:
        html, markdown, faults = self.look(of)
        found = {fault.reader: fault.found for fault in faults if fault.kind == kind.kind}
        how = "".join(f", {key}={value!r}" for key, value in of.style.items())
        return "\n".join(
            [
                f"{kind.kind}: {count:,} pages ({', '.join(sorted(found))})",
                f"  {self.smallest[kind][1]}: {found.get(min(kind.readers))}",
                f"  page      {of.page[:SHOWN]!r} at {of.url}{how}",
                f"  HTML      {html[:SHOWN]!r}",
                f"  Markdown  {markdown[:SHOWN]!r}",
            ]
        )


def sort_of(fault: Fault) -> str:
    return "live" if fault.kind in LIVE else "new links" if fault.kind in LINKS else "text differs"


def kinds_of(faults: Sequence[Fault]) -> list[Kind]:
    """Return the kinds of some faults."""
    readers = defaultdict(set)
    for fault in faults:
        readers[fault.kind].add(fault.reader)
    return [Kind(kind, frozenset(names)) for kind, names in readers.items()]


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


def needless(markdown: str) -> int:
    r"""Return how many escapes no reader would miss, the last one first.

    >>> needless(r"2 \> 1, \*a\* and \_b")
    3
    """
    readers = Readers()
    wanted = list(readers.rendered(markdown, TRIED_ON))
    count = 0
    for found in list(_ESCAPE.finditer(markdown))[: -MOST_TRIED - 1 : -1]:
        sign = found[1] or _ESCAPED.get(found[2]) or chr(int(found[2][1:]))
        without = markdown[: found.start()] + sign + markdown[found.end() :]
        if all(one == other for one, other in zip(readers.rendered(without, TRIED_ON), wanted)):
            markdown, count = without, count + 1
    return count


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
        "python -m lab.trials.live --pages 30000 --node ~/.cache/readers",
        "python -m lab.trials.live DATA --pages 0 --labelled 5000",
    )
    add_data(parser, "labelled pages; without one pages are only generated")
    parser.add_argument("--pages", type=int, default=30_000, metavar="N", help="pages that are generated")
    parser.add_argument(
        "--labelled", type=int, default=1_000, metavar="N", help="pages of DATA, at equal distances"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed")
    parser.add_argument(
        "--examples", type=int, default=8, metavar="N", help="kinds of faults shown of a sort"
    )
    parser.add_argument(
        "--node",
        metavar="FOLDER",
        default=os.environ.get(NODE),
        help=f"readers in JavaScript; default: {NODE}",
    )
    parser.add_argument("--extractor", metavar="NAME", help="what chooses the texts; default: all are chosen")
    given = parser.parse_args(argv)
    if not given.data:
        print(f"live: no pages of a data set are read: give its folder, or set {VARIABLE}")
    if not given.node:
        print(f"live: no readers in JavaScript: give a folder for them (--node), or set {NODE}")
    try:
        return live(given)
    except ValueError as error:
        parser.error(str(error))


def live(given: argparse.Namespace) -> int:
    """Check all cases and pages; print what is wrong, and the summary."""
    trial = Trial(Readers(Path(given.node).expanduser() if given.node else None), given.extractor)
    for seed in range(given.seed, given.seed + given.pages):
        trial.check_case(seed)
    if given.data and given.labelled > 0:
        for name, page in labelled_pages(Path(given.data), given.labelled):
            trial.check_page(name, page)
    for paragraph in trial.examples(given.examples):
        print(paragraph)
    print(table(["reader", *COLUMNS], trial.rows()))
    differ = f"{len(trial.different)} of {trial.pages:,} labelled pages say something else in Markdown"
    escapes = f"{1000 * trial.needless / max(trial.words, 1):.2f} needless escapes in 1,000 of their words"
    return conclude(
        "live",
        {
            f"alive for {len(trial.alive)} readers": bool(trial.alive),
            differ: len(trial.different) > MOST_DIFFERENT * trial.pages,
            "no page at all": not trial.cases + trial.pages,
        },
        f"{trial.cases:,} cases from seed {given.seed}, {differ}, {escapes}",
    )


if __name__ == "__main__":
    sys.exit(main())
