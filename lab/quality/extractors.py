"""Score extractors on labelled pages: ``python -m lab.quality.extractors DATA``.

See ``docs/measured/benchmarks.rst``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

import lxml.html

from lab.backend import BACKEND, announce
from lab.data.datasets import SETS, LabelledPage, load
from lab.data.intervals import METHOD, SETTINGS, Mean, difference_of, mean_of
from lab.data.metrics import METRICS, Score
from lab.labelled import parse_options
from lab.options import parser_of, require_intervals
from lab.reports import draw, draw_bars, interval, number, say, table, write
from scrapy_content_extract.content import EXTRACTORS

from .peers import PEERS, Function
from .systems import System, extractors_of, installed_peers, words_of


@dataclass
class Run:
    """The results of the systems on the pages of one set, in page order."""

    set: str
    ids: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    scores: dict[str, list[Score]] = field(default_factory=dict)
    #: by system: the pages that failed, each with its error
    errors: dict[str, list[str]] = field(default_factory=dict)
    #: CPU seconds by system, and of the parse alone
    seconds: dict[str, float] = field(default_factory=dict)
    parse_seconds: float = 0.0

    def pages_by_kind(self) -> dict[str, list[int]]:
        """Return the positions of all pages, then of the pages of each kind."""
        found: dict[str, list[int]] = {"all": list(range(len(self.ids)))}
        for kind in sorted(set(self.kinds)):
            found[kind] = [n for n, k in enumerate(self.kinds) if k == kind]
        return found if len(found) > 2 else {"all": found["all"]}

    def f1(self, system: str, pages: Iterable[int]) -> list[float]:
        scores = self.scores[system]
        return [scores[n][2] for n in pages]


def measure(name: str, pages: Iterable[LabelledPage], systems: Sequence[System], rounds: int = 1) -> Run:
    """Run the systems on the pages of a set.  An exception counts as an error and an empty text."""
    run = Run(name)
    score = METRICS[SETS[name].metric]
    for system in systems:
        run.scores[system.name], run.errors[system.name], run.seconds[system.name] = [], [], 0.0
    for page in pages:
        if not run.ids:  # loading at first use does not count
            for system in systems:
                attempt(system.run, page)
        run.ids.append(page.id)
        run.kinds.append(page.kind)
        run.parse_seconds += min(timed(parse, page)[0] for _ in range(rounds))
        for system in systems:
            attempts = [timed(lambda p, f=system.run: attempt(f, p), page) for _ in range(rounds)]
            run.seconds[system.name] += min(seconds for seconds, _ in attempts)
            text, error = attempts[0][1]
            if error:
                run.errors[system.name].append(f"{page.id}: {error}")
            run.scores[system.name].append(score(text, page.gold))
    return run


def parse(page: LabelledPage) -> None:
    lxml.html.document_fromstring(page.html or b"<p></p>")  # an empty page raises


def attempt(function: Function, page: LabelledPage) -> tuple[str, str]:
    """Return the text and no error, or no text and the error."""
    try:
        return function(page.html, page.url), ""
    except Exception as error:
        return "", repr(error)[:200]


def timed(function: Callable[[LabelledPage], Any], page: LabelledPage) -> tuple[float, Any]:
    start = time.process_time()
    result = function(page)
    return time.process_time() - start, result


def rows(run: Run) -> list[dict[str, Any]]:
    """Return a row of figures for each system and kind of page."""
    reference = next(iter(run.scores))
    found = []
    for kind, pages in run.pages_by_kind().items():
        for system in run.scores:
            f1 = run.f1(system, pages)
            row = {
                "set": run.set,
                "metric": SETS[run.set].metric,
                "kind": kind,
                "system": system,
                "pages": len(pages),
                "f1": mean_of(f1)._asdict(),
                "precision": fmean(run.scores[system][n][0] for n in pages),
                "recall": fmean(run.scores[system][n][1] for n in pages),
                "difference": None,
            }
            if system != reference:
                row["difference"] = difference_of(f1, run.f1(reference, pages))._asdict()
            if kind == "all":
                row["errors"] = len(run.errors[system])
                row["cpu"] = run.seconds[system] / run.parse_seconds
            found.append(row)
    return found


def tables(rows_of_set: list[dict[str, Any]]) -> str:
    """Return the tables of a set, as reStructuredText."""
    at = {(row["system"], row["kind"]): row for row in rows_of_set}
    systems, kinds = list(dict.fromkeys(s for s, _ in at)), list(dict.fromkeys(k for _, k in at))
    reference, first = systems[0], rows_of_set[0]
    heads = [f"{kind} ({at[reference, kind]['pages']})" for kind in kinds]

    def whole(system: str) -> dict[str, Any]:
        return at[system, "all"]

    scores = [
        [
            system,
            *(interval(Mean(**at[system, kind]["f1"]), "") for kind in kinds),
            number(whole(system)["precision"]),
            number(whole(system)["recall"]),
            f"{whole(system)['cpu']:.1f}",
            str(whole(system)["errors"]),
        ]
        for system in systems
    ]
    text = f"**{first['set']}**, F1 of {first['metric']}\n\n"
    text += table(["system", *heads, "P", "R", "CPU", "errors"], scores)
    if len(systems) > 1:
        differences = [
            [system, *(interval(Mean(**at[system, kind]["difference"]), "+") for kind in kinds)]
            for system in systems[1:]
        ]
        text += f"\n**{first['set']}**, difference from {reference}, page by page\n\n"
        text += table(["system", *heads], differences)
    return text


def extremes(run: Run, count: int) -> str:
    """Return a table of the pages where each system loses and gains most against the first."""
    reference, *others = run.scores
    pages = range(len(run.ids))
    body = []
    for system in others:
        pairs = zip(run.f1(system, pages), run.f1(reference, pages), pages)
        ordered = sorted((f1 - other, f1, n) for f1, other, n in pairs if f1 != other)
        shown = ordered if len(ordered) <= 2 * count else ordered[:count] + ordered[-count:]
        body += [[system, run.ids[n], run.kinds[n], number(f1), number(d, "+")] for d, f1, n in shown]
    text = f"**{run.set}**, pages that differ most from {reference}\n\n"
    return text + table(["system", "page", "kind", "F1", "difference"], body)


def report(
    runs: Sequence[Run], systems: Sequence[System], results: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return all results as plain values."""
    return {
        "python": sys.version.split()[0],
        "backend": BACKEND,
        "lxml": ".".join(map(str, lxml.etree.LXML_VERSION[:3])),
        "bootstrap": SETTINGS,
        "systems": {system.name: system.version for system in systems},
        "results": list(results),
        "errors": {run.set: {s: e for s, e in run.errors.items() if e} for run in runs},
        "pages": {
            run.set: [
                {"id": id_, "kind": kind, "f1": {s: round(run.scores[s][n][2], 6) for s in run.scores}}
                for n, (id_, kind) in enumerate(zip(run.ids, run.kinds))
            ]
            for run in runs
        },
    }


def chart(results: list[dict[str, Any]], file: Path) -> None:
    """Draw a bar with its interval for each system, one panel for each set.

    Raises ImportError where matplotlib is not installed.
    """
    from matplotlib.figure import Figure

    sets = list(dict.fromkeys(row["set"] for row in results))
    of_set = {name: [row for row in results if row["set"] == name and row["kind"] == "all"] for name in sets}
    systems = [row["system"] for row in of_set[sets[0]]]
    figure = Figure(figsize=(2 + 3 * len(sets), 1.2 + 0.3 * len(systems)), layout="constrained")
    for n, axes in enumerate(figure.subplots(1, len(sets), squeeze=False)[0]):
        draw_bars(axes, f"{sets[n]}, F1", [row["f1"] for row in of_set[sets[n]]])
        axes.set_yticks(range(len(systems)), systems if n == 0 else [""] * len(systems))
    figure.savefig(file)


def run_sets(systems: Sequence[System], options: argparse.Namespace) -> Iterator[Run]:
    """Run the systems on each set; say what failed."""
    for name in options.sets:
        run = measure(name, load(options.data, name), systems, options.rounds)
        for system, errors in run.errors.items():
            if errors:
                say(f"{system} on {name}: {len(errors)} errors, the first on {errors[0]}")
        yield run


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    parser.add_argument(
        "--extractors",
        nargs="+",
        default=list(EXTRACTORS),
        metavar="NAME[:PARAMETER=VALUE,...]",
        help="names or import paths; the others are compared with the first; default: all",
    )
    parser.add_argument("--peers", nargs="*", metavar="NAME", help=f"all, or some of: {', '.join(PEERS)}")
    parser.add_argument(
        "--rounds", type=int, default=1, metavar="N", help="run each page N times, the least time counts"
    )
    parser.add_argument(
        "--pages",
        type=int,
        default=0,
        metavar="N",
        help="list the N pages of each set where a system loses most against the first, and gains most",
    )
    parser.add_argument("--out", type=Path, help="folder for quality.json, quality.rst and quality.svg")
    options = parse_options(parser, argv)
    require_intervals(parser)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.extractors",
        "Score extractors on labelled pages.",
        "python -m lab.quality.extractors DATA --extractors auto cevc:alpha=0.6 --peers --out results",
    )
    options = options_of(parser, argv)
    runs: list[Run] = []
    results: list[dict[str, Any]] = []
    try:
        systems = extractors_of(",".join(options.extractors))
        if options.peers is not None:
            systems += installed_peers(words_of(options.peers))
        texts = [f"{announce()}; {METHOD}\n"]
        print(texts[-1], flush=True)
        for run in run_sets(systems, options):
            runs.append(run)
            results += (of_set := rows(run))
            texts.append(tables(of_set))
            if options.pages and len(systems) > 1:
                texts[-1] += "\n" + extremes(run, options.pages)
            print(texts[-1], flush=True)
    except ValueError as error:
        parser.error(str(error))
    if options.out:
        write(options.out, "quality", report(runs, systems, results), texts)
        draw(options.out / "quality.svg", chart, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
