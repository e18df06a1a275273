"""How much of the text of labelled pages is right: ``python -m lab.quality.extractors DATA``.

See ``docs/measured/benchmarks.rst``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

import lxml.html

from lab.data.datasets import SETS, LabelledPage, load, sets_there
from lab.data.intervals import METHOD
from lab.data.metrics import METRICS, Score
from lab.options import BACKEND, add_shared, announce, parsed, parser_of
from lab.reports import number, say, table, write
from scrapy_content_extract.content import EXTRACTORS

from .systems import System, extractor_of, installed_peers
from .tables import tables


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

    def f1(self) -> dict[str, dict[str, list[float]]]:
        """Return the F1 of all pages, and of the pages of each kind, by system."""
        kinds = {"all": set(self.kinds), **{kind: {kind} for kind in sorted(set(self.kinds))}}
        if len(kinds) == 2:
            del kinds[self.kinds[0]]
        return {
            name: {
                system: [score[2] for score, kind in zip(scores, self.kinds) if kind in of]
                for system, scores in self.scores.items()
            }
            for name, of in kinds.items()
        }


def measure(name: str, pages: Iterable[LabelledPage], systems: Sequence[System], rounds: int = 1) -> Run:
    """Run the systems on the pages of a set.  An exception counts as an error and an empty text."""
    run = Run(name)
    score = METRICS[SETS[name].metric]
    for system in systems:
        run.scores[system.name], run.errors[system.name], run.seconds[system.name] = [], [], 0.0
    for page in pages:
        if not run.ids:  # loading at first use does not count
            for system in systems:
                attempt(system, page)
        run.ids.append(page.id)
        run.kinds.append(page.kind)
        run.parse_seconds += min(timed(parse, page)[0] for _ in range(rounds))
        for system in systems:
            attempts = [timed(attempt, system, page) for _ in range(rounds)]
            run.seconds[system.name] += min(seconds for seconds, _ in attempts)
            text, error = attempts[0][1]
            if error:
                run.errors[system.name].append(f"{page.id}: {error}")
            run.scores[system.name].append(score(text, page.gold))
    return run


def parse(page: LabelledPage) -> None:
    lxml.html.document_fromstring(page.html or b"<p></p>")  # an empty page raises


def attempt(system: System, page: LabelledPage) -> tuple[str, str]:
    """Return the text and no error, or no text and the error."""
    try:
        return system.run(page.html, page.url), ""
    except Exception as error:
        return "", repr(error)[:200]


def timed(function: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """Return the CPU seconds of a call, and its result."""
    start = time.process_time()
    result = function(*given)
    return time.process_time() - start, result


def text_of(run: Run) -> str:
    """Return the tables of a set: F1 by kind of page; precision, recall, CPU × lxml's parse, errors."""
    more = {
        part: {system: number(fmean(score[n] for score in scores)) for system, scores in run.scores.items()}
        for n, part in enumerate("PR")
    }
    more["CPU"] = {name: f"{seconds / run.parse_seconds:.1f}" for name, seconds in run.seconds.items()}
    more["errors"] = {name: str(len(errors)) for name, errors in run.errors.items()}
    return tables(f"{run.set}, F1 of {SETS[run.set].metric}", run.f1(), more)


def extremes(run: Run, count: int) -> str:
    """Return a table of the pages where each system loses and gains most against the first."""
    reference, *others = run.scores
    body = []
    for system in others:
        pairs = zip(run.scores[system], run.scores[reference], run.ids, run.kinds)
        ordered = sorted((a[2] - b[2], a[2], *of_page) for a, b, *of_page in pairs if a[2] != b[2])
        shown = ordered if len(ordered) <= 2 * count else ordered[:count] + ordered[-count:]
        body += [[system, id_, kind, number(f1), number(d, "+")] for d, f1, id_, kind in shown]
    text = f"\n**{run.set}**, pages that differ most from {reference}\n\n"
    return text + table(["system", "page", "kind", "F1", "difference"], body)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.extractors",
        "Score extractors on labelled pages.",
        "python -m lab.quality.extractors DATA --extractors auto cevc:alpha=0.6 --peers --out results",
    )
    parser.add_argument(
        "--extractors",
        nargs="+",
        default=list(EXTRACTORS),
        metavar="NAME[:PARAMETER=VALUE,...]",
        help="names or import paths; the others are compared with the first; default: all",
    )
    parser.add_argument(
        "--show",
        type=int,
        default=0,
        metavar="N",
        help="list the N pages that each system loses and gains most",
    )
    add_shared(parser, peers=None, sets=None, pages=0, rounds=1, out=None)
    options = parsed(parser, argv, "labelled pages", sets_there)
    texts = [f"{announce()}; {METHOD}\n"]
    print(texts[-1], flush=True)
    found = {}
    try:
        systems = [*map(extractor_of, dict.fromkeys(options.extractors)), *installed_peers(options.peers)]
        for name in options.sets:
            run = measure(name, load(options.data, name, options.pages), systems, options.rounds)
            for system, errors in run.errors.items():
                if errors:
                    say(f"{system} on {name}: {len(errors)} errors, the first on {errors[0]}")
            found[name] = {"pages": run.ids, "kinds": run.kinds, "f1": run.f1()["all"], "errors": run.errors}
            texts.append(text_of(run) + (extremes(run, options.show) if options.show else ""))
            print(texts[-1], flush=True)
    except ValueError as error:
        parser.error(str(error))
    if options.out:
        versions = {system.name: system.version for system in systems}
        write(options.out, "extractors", {"backend": BACKEND, "systems": versions, "sets": found}, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
