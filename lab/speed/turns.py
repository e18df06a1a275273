"""What does extraction cost?  ``python -m lab.speed.turns DATA --other CHECKOUT``.

Each version has a process of its own.  The rounds go from one to the next, because figures of two runs differ
by what else the machine does.  See ``docs/measured/costs.rst``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path

from lab.data.datasets import as_utf8
from lab.data.pages import read_page, saved_pages
from lab.options import add_shared, parsed, parser_of
from lab.quality.systems import installed_peers
from lab.reports import say, table, write
from lab.version import OPERATIONS, Times, least, round_of
from lab.versions import Died, checkouts, running

#: The set that has a column of its own.
SET = "wcxb"
#: The other columns, by the size of a page in KB.
SIZES = {"all": (0, inf), "< 5 KB": (0, 5), "5-20": (5, 20), "20-100": (20, 100), "> 100": (100, inf)}

#: By the name of a column the numbers of its pages.
Columns = Mapping[str, Sequence[int]]


def columns_of(data: Path, files: Sequence[Path], sizes: Sequence[int]) -> dict[str, list[int]]:
    """Return the columns that have pages."""
    columns = {SET: [n for n, file in enumerate(files) if file.relative_to(data).parts[0] == SET]}
    for name, (least_of_it, most) in SIZES.items():
        columns[name] = [n for n, size in enumerate(sizes) if least_of_it <= size / 1000 < most]
    return {name: pages for name, pages in columns.items() if pages}


def in_turn(runs: Mapping[str, Callable[[], Times]], rounds: int) -> dict[str, Times]:
    """Return the least times of each run."""
    found: dict[str, Times] = {}
    for n in range(rounds):
        for name, run in runs.items():
            say(f"round {n + 1} of {rounds}: {name}")
            found[name] = least(found[name], run()) if name in found else run()
    return found


def ratios_of(times: Sequence[Sequence[float]], columns: Columns) -> dict[str, float]:
    """Return by column the total time of an operation over that of the parses beside it."""
    sums = {name: [sum(times[n][k] for n in pages) for k in (0, 1)] for name, pages in columns.items()}
    return {name: operation / parse for name, (parse, operation) in sums.items()}


def turns_table(ratios: Mapping[str, Mapping[str, float]], first: str) -> str:
    """Return a row for each version, in parentheses over the ``first`` of the others."""
    columns = list(next(iter(ratios.values())))
    body = []
    for name, row in ratios.items():
        to = ratios.get(first) if name != first else None
        body.append([name, *(f"{row[c]:.2f}" + (f" ({row[c] / to[c]:.2f})" if to else "") for c in columns)])
    return table(["version", *columns], body)


def runs_of_peers(names: Sequence[str] | None, bodies: Sequence[bytes]) -> dict[str, Callable[[], Times]]:
    """Return the run of each installed peer, in this process, which does nothing else meanwhile."""
    runs: dict[str, Callable[[], Times]] = {}
    for peer in installed_peers(names):
        found = {"text": (as_utf8, lambda html, peer=peer: peer.run(html, ""))}
        round_of(found, bodies[:1])  # loading at first use does not count
        runs[peer.name] = partial(round_of, found, bodies)
    return runs


def timed(options: argparse.Namespace, files: Sequence[Path], bodies: Sequence[bytes]) -> dict[str, Times]:
    """Return the least times of each version and peer.

    Raises ValueError for a place that has none, and Died for a version that ends.
    """
    with running(checkouts(options.other)) as versions:
        for version in versions.values():
            version.ask(files=[str(file.resolve()) for file in files], operations=options.operations)
        runs = {name: partial(version.ask, round=True) for name, version in versions.items()}
        return in_turn({**runs, **runs_of_peers(options.peers, bodies)}, options.rounds)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.turns",
        "Time this version of the package and others in turn.",
        "python -m lab.speed.turns DATA --other /tmp/before --operations text html --peers resiliparse",
    )
    parser.add_argument(
        "--operations", nargs="+", default=list(OPERATIONS), choices=OPERATIONS, metavar="NAME",
        help=f"what to time; default: all, {', '.join(OPERATIONS)}",
    )  # fmt: skip
    add_shared(parser, other=None, peers=None, pages=300, seed=0, rounds=5, out=None)
    options = parsed(parser, argv, "saved pages")
    first = str(options.other[0]) if options.other else ""
    try:
        files = saved_pages(options.data, options.pages, options.seed)
        bodies = list(map(read_page, files))
        found = timed(options, files, bodies)
    except (ValueError, Died) as error:
        parser.error(str(error))
    columns = columns_of(options.data, files, list(map(len, bodies)))
    texts = ["Pages: " + ", ".join(f"{name} {len(pages)}" for name, pages in columns.items()) + "\n"]
    for name in options.operations:
        ratios = {run: ratios_of(times[name], columns) for run, times in found.items() if name in times}
        over = f" (× {first})" if first else ""
        texts.append(f"**{name}**, {OPERATIONS[name]}, × lxml parse{over}\n\n{turns_table(ratios, first)}")
    print("\n" + "\n".join(texts))
    if options.out:
        pages = [file.relative_to(options.data).as_posix() for file in files]
        write(options.out, "turns", {"rounds": options.rounds, "pages": pages, "times": found}, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
