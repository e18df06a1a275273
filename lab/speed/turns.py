"""Time versions of the package in turn: ``python -m lab.speed.turns DATA --other PLACE``.

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

from lxml import etree

from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.quality.equal import Died, Version, checkouts, started
from lab.quality.systems import words_of
from lab.reports import say, table, write

from . import operations
from .operations import OPERATIONS, YARDSTICK, Times, round_of
from .speed import PAGES, peer_steps
from .steps import steps

#: The set that has a column of its own.
SET = "wcxb"
#: The other columns, by the size of a page in KB.
SIZES = {
    "all": (0, inf),
    "< 5 KB": (0, 5),
    "5-20": (5, 20),
    "< 20": (0, 20),
    "20-100": (20, 100),
    "> 100": (100, inf),
}

#: By the name of a column the numbers of its pages.
Columns = Mapping[str, Sequence[int]]


def columns_of(data: Path, files: Sequence[Path], sizes: Sequence[int]) -> dict[str, list[int]]:
    """Return the columns that have pages."""
    columns = {SET: [n for n, file in enumerate(files) if file.relative_to(data).parts[0] == SET]}
    for name, (least, most) in SIZES.items():
        columns[name] = [n for n, size in enumerate(sizes) if least <= size / 1000 < most]
    return {name: pages for name, pages in columns.items() if pages}


def in_turn(runs: Mapping[str, Callable[[], Times]], rounds: int) -> dict[str, Times]:
    """Return the least times of each run."""
    found: dict[str, Times] = {}
    for n in range(rounds):
        for name, run in runs.items():
            say(f"round {n + 1} of {rounds}: {name}")
            found[name] = least(found[name], run()) if name in found else run()
    return found


def least(one: Times, other: Times) -> Times:
    """Return the least times of two rounds.

    >>> least({"text": [[1.0, 3.0]]}, {"text": [[2.0, 2.0]]})
    {'text': [[1.0, 2.0]]}
    """
    return {name: [[*map(min, *both)] for both in zip(one[name], other[name])] for name in one}


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
    if names is None:
        return {}
    yardstick = next((step.prepare, step.run) for step in steps() if step.name == YARDSTICK)
    runs: dict[str, Callable[[], Times]] = {}
    for peer in peer_steps(words_of(names)):
        found = {YARDSTICK: yardstick, "text": (peer.prepare, peer.run)}
        round_of(found, bodies[:1])  # loading at first use does not count
        runs[peer.name] = partial(round_of, found, bodies)
    return runs


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    add_data(parser, PAGES)
    parser.add_argument(
        "--other",
        nargs="+",
        type=Path,
        required=True,
        metavar="PLACE",
        help="the other versions: checkouts with their modules compiled in place",
    )
    parser.add_argument("--pages", type=int, default=300, metavar="N", help="how many to take at random")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="the least time of N counts")
    parser.add_argument(
        "--operations",
        nargs="+",
        default=list(OPERATIONS),
        choices=OPERATIONS,
        metavar="NAME",
        help=f"what to time; default: all, {', '.join(OPERATIONS)}",
    )
    parser.add_argument("--peers", nargs="*", metavar="NAME", help="also all other libraries, or some")
    parser.add_argument("--out", type=Path, help="folder for turns.json and turns.rst")
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    return options


def timed(options: argparse.Namespace, files: Sequence[Path], bodies: Sequence[bytes]) -> dict[str, Times]:
    """Return the least times of each version and peer.

    Raises ValueError for a place that has none, and Died for a version that ends.
    """
    versions: dict[str, Version] = {}
    try:
        for name, place in checkouts(options.other).items():
            versions[name] = started(name, place, program=operations.__file__)
        for version in versions.values():
            version.ask(files=[str(file.resolve()) for file in files], operations=options.operations)
        runs = {name: partial(version.ask, round=True) for name, version in versions.items()}
        found = in_turn({**runs, **runs_of_peers(options.peers, bodies)}, options.rounds)
        for version in versions.values():
            version.check_strays()
    finally:
        for version in versions.values():
            version.stop()
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.turns",
        "Time versions of the package in turn.",
        "python -m lab.speed.turns DATA --other /tmp/before --operations text crawl --peers resiliparse",
    )
    options = options_of(parser, argv)
    data, first = Path(options.data), str(options.other[0])
    try:
        files = saved_pages(data, options.pages)
        bodies = list(map(read_page, files))
        found = timed(options, files, bodies)
    except (ValueError, Died) as error:
        parser.error(str(error))
    columns = columns_of(data, files, list(map(len, bodies)))
    texts = ["Pages: " + ", ".join(f"{name} {len(pages)}" for name, pages in columns.items()) + "\n"]
    for name in options.operations:
        ratios = {run: ratios_of(times[name], columns) for run, times in found.items() if name in times}
        title = f"**{name}**, {OPERATIONS[name]}, × lxml parse (× {first})"
        texts.append(f"{title}\n\n{turns_table(ratios, first)}")
    print("\n" + "\n".join(texts))
    if options.out:
        about = {"python": sys.version.split()[0], "lxml": ".".join(map(str, etree.LXML_VERSION[:3]))}
        pages = [file.relative_to(data).as_posix() for file in files]
        write(
            options.out, "turns", {**about, "rounds": options.rounds, "pages": pages, "times": found}, texts
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
