"""Score what leaves a page as Markdown: ``python -m lab.structure.markdown DATA``.

See ``docs/measured/structure.rst``.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from lab.options import add_data, parser_of, require_data
from lab.quality.systems import System
from lab.reports import number, say, table, write

from .field import faults_by
from .needs import passes
from .parts import COUNTED, parts_of
from .peers import NODE, PEERS, clock_of, systems_of
from .rows import ROWS
from .scores import SIMILARITIES, Counts, added, exact, similarities
from .sets import SETS, Label

PAGES = "labelled pages"
#: The sets that are read by default, if the folder has them.
USUAL = ("structure", "articles", "documentation", "rendered", "rows", "field")
#: The kinds that are compared to the letter, in the order of the columns.
EXACT = ("formulas", "code", *COUNTED)


#: The labels are the same for every system.
parts_of_label = lru_cache(maxsize=2_000)(parts_of)


@dataclass
class Result:
    """The results of a system on the pages of a set."""

    pages: int = 0
    #: the similarities of each kind, a page that has it each
    alike: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, Counts] = field(default_factory=lambda: dict.fromkeys(EXACT, Counts()))
    escapes: int = 0
    words: int = 0
    #: CPU time
    seconds: float = 0.0
    #: the rows that did not pass, and the reports, with why
    failed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def mean(self, kind: str) -> float:
        scores = self.alike[kind]
        return sum(scores) / len(scores) if scores else 0.0

    def add(self, page: Label, markdown: str) -> None:
        """Add the scores of a page."""
        self.pages += 1
        if page.id in ROWS:
            if not passes(ROWS[page.id], markdown):
                self.failed.append(page.id)
            return
        wanted, written = parts_of_label(page.markdown, page.url), parts_of(markdown, page.url)
        for kind, similarity in similarities(wanted, written).items():
            self.alike[kind].append(similarity)
        for kind, pair in exact(wanted, written).items():
            self.counts[kind] = added(self.counts[kind], *pair)
        self.escapes += written.escapes
        self.words += len(written.text.split())

    def figures(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        return {
            "pages": self.pages,
            "similarities": {kind: self.mean(kind) for kind in SIMILARITIES if self.alike[kind]},
            "counts": {kind: counts._asdict() for kind, counts in self.counts.items()},
            "escapes": self.escapes,
            "words": self.words,
            "seconds": self.seconds,
            "failed": self.failed,
        }

    def judge(self, page: Label, faults: list[str]) -> None:
        """Add a page that is judged by what is expected of it."""
        self.pages += 1
        if faults:
            self.failed.append(f"{page.id}: {'; '.join(faults)}")


#: By what has made the pages: the result on them, and on all of them by "".
Results = dict[str, Result]


def measure(pages: Sequence[Label], system: System) -> Results:
    """Run a system on pages.  An exception counts as an error and an empty text."""
    results: Results = defaultdict(Result)
    clock = clock_of(system.run)
    for page in pages:
        before, markdown, faults = clock(), "", ["it failed"]
        try:
            if page.report:
                faults = faults_by(page.report, system.name)
            else:
                markdown = system.run(page.html, page.url)
        except Exception as error:
            results[""].errors.append(f"{page.id}: {error!r}")
        seconds = clock() - before
        for part in {"", page.program}:
            if page.report:
                results[part].judge(page, faults)
            else:
                results[part].add(page, markdown)
            results[part].seconds += seconds
    return results


# --- tables ---------------------------------------------------------------------------------


def row_of(name: str, result: Result) -> list[str]:
    """Return the row of a system in the first table of a set."""
    kinds = [kind for kind in SIMILARITIES if result.alike[kind]]
    mean = sum(map(result.mean, kinds)) / len(kinds) if kinds else 0.0
    alike = [number(result.mean(kind)) if kind in kinds else "" for kind in SIMILARITIES]
    exactly = [share(result.counts[kind]) for kind in ("formulas", "code")]
    escapes = 1000 * result.escapes / max(result.words, 1)
    return [name, number(mean), *alike, *exactly, f"{escapes:.1f}", milliseconds(result)]


def share(counts: Counts) -> str:
    """Write how much of what is wanted is there, of how much.

    >>> share(Counts(4, 5, 3)), share(Counts())
    ('.750 of 4', '')
    """
    return f"{number(counts.recall)} of {counts.wanted}" if counts.wanted else ""


def milliseconds(result: Result) -> str:
    return f"{1000 * result.seconds / max(result.pages, 1):.1f}"


HEAD = ["system", "mean", *SIMILARITIES, "formulas exact", "code exact", "escapes", "ms"]


def tables_of(name: str, found: dict[str, Results]) -> Iterator[str]:
    """Yield the tables of a set."""
    pages = next(iter(found.values()))[""].pages
    yield f"**{name}**, {pages} pages\n"
    if name == "rows":
        yield table_of_rows(found)
        return
    if name == "field":
        yield table_of_reports(found)
        return
    yield table(HEAD, [row_of(system, results[""]) for system, results in found.items()])
    kinds = [kind for kind in COUNTED if any(results[""].counts[kind].wanted for results in found.values())]
    body = []
    for system, results in found.items():
        counts = [results[""].counts[kind] for kind in kinds]
        body.append(
            [system, *(f"{number(c.f)} ({number(c.precision)} / {number(c.recall)})" for c in counts)]
        )
    yield table(["F (P / R)", *kinds], body)
    yield from tables_by_program(found)


def tables_by_program(found: dict[str, Results]) -> Iterator[str]:
    """Yield the first table again, by program, for the first system."""
    name, results = next(iter(found.items()))
    programs = sorted(filter(None, results))
    if programs:
        yield f"{name} by program\n"
        yield table(HEAD, [row_of(f"{part} ({results[part].pages})", results[part]) for part in programs])


def table_of_rows(found: dict[str, Results]) -> str:
    """Return a table of the rows that passed, by group."""
    groups = list(dict.fromkeys(name.partition(":")[0] for name in ROWS))
    body = []
    for system, results in found.items():
        parts = [results[group] for group in ("", *groups) if group in results]
        passed = [f"{part.pages - len(part.failed)} of {part.pages}" for part in parts]
        body.append([system, *passed, milliseconds(results[""])])
    present = [group for group in groups if any(group in results for results in found.values())]
    return table(["system", "all", *present, "ms"], body)


def table_of_reports(found: dict[str, Results]) -> str:
    """Return a table of the reports that came out right, by kind."""
    kinds = sorted({kind for results in found.values() for kind in results})
    body = []
    for kind in kinds:
        parts = [results[kind] for results in found.values()]
        right = [(part.pages - len(part.failed), part.pages) for part in parts]
        body.append([kind or "all", *(f"{n} of {pages} ({number(n / pages)})" for n, pages in right)])
    return table(["kind", *found], body)


def failed_rows(found: dict[str, Results]) -> str:
    """Return the rows that the first system failed, a line each."""
    name, results = next(iter(found.items()))
    return "\n".join([f"rows that {name} fails:", *(f"  {row}" for row in results[""].failed)]) + "\n"


# --- the command ----------------------------------------------------------------------------


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    add_data(parser, PAGES)
    parser.add_argument(
        "--sets",
        nargs="+",
        metavar="NAME",
        choices=SETS,
        help=f"any of: {', '.join(SETS)}; default: what is there",
    )
    parser.add_argument(
        "--rendered", type=Path, help="folder of benchmarks.rendered_pages, for the set rendered"
    )
    parser.add_argument("--extractors", nargs="+", default=["auto"], metavar="NAME:PARAMETER=VALUE,...")
    parser.add_argument(
        "--peers", nargs="*", metavar="NAME",
        help=f"all, or some of: {', '.join(PEERS)}; {NODE} is the folder of defuddle's node_modules",
    )  # fmt: skip
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="take N pages at equal distances")
    parser.add_argument("--out", type=Path, help="folder for structure.json and structure.rst")
    options = parser.parse_args(argv)
    if not options.sets or set(options.sets) - {"rows", "rendered"}:
        require_data(parser, options.data, PAGES)
    return options


def pages_of(options: argparse.Namespace) -> dict[str, list[Label]]:
    """Return the pages by set.

    Raises ValueError for a set that is named and not there.
    """
    found = {}
    for name in options.sets or USUAL:
        folder = Path((options.rendered if name == "rendered" else options.data) or "")
        try:
            found[name] = list(SETS[name](folder, options.limit))
        except ValueError:
            if options.sets:
                raise
    return found


def main(argv: Sequence[str] | None = None) -> int:
    command = parser_of(
        "lab.structure.markdown",
        "Score what leaves a page as Markdown.",
        "python -m lab.structure.markdown --sets rows",
        "python -m lab.structure.markdown DATA --rendered PAGES --peers --out results",
    )
    options = options_of(command, argv)
    try:
        sets = pages_of(options)
        systems = systems_of(options.extractors, options.peers)
    except ValueError as error:
        command.error(str(error))
    written, figures = [], {}
    for name, pages in sets.items():
        able = [system for system in systems if name != "field" or system.name in options.extractors]
        found = {system.name: measure(pages, system) for system in able}
        for system, results in found.items():
            for error in results[""].errors:
                say(f"{system} failed on {error}")
        written.append("\n".join(tables_of(name, found)))
        print(written[-1])
        if name in ("rows", "field"):
            print(failed_rows(found))
        figures[name] = {system: results[""].figures() for system, results in found.items()}
    if options.out:
        versions = {system.name: system.version for system in systems}
        write(options.out, "structure", {"versions": versions, "sets": figures}, written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
