"""Crawls of several versions in turn, for ``python -m lab.speed.crawl DATA --other PLACE``.

Each version is crawled with by the ``lab.speed.crawl`` of its own checkout, with the plugin and without it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from lab.quality.equal import checkouts, environment, started
from lab.reports import say, table

#: By spider its crawls without and with the plugin.
SPIDERS = {
    "no selectors": ("download only", "plugin, no selectors"),
    "selectors": ("selectors", "plugin, auto"),
}

#: Figures of a version.
Figures = dict[str, float]


def in_turn(data: Path, others: Sequence[Path], pages: int, rounds: int) -> dict[str, Figures]:
    """Return the medians of the rounds by version.

    Raises ValueError for a place that has none.
    """
    places = checkouts(others)
    for name, place in places.items():
        started(name, place).stop()  # it says which backend runs
    found: dict[str, list[Figures]] = {name: [] for name in places}
    for n in range(rounds):
        for name, place in places.items():
            say(f"round {n + 1} of {rounds}: {name}")
            found[name].append(figures_of(crawled(place, data.resolve(), pages)))
    return {
        name: {key: median(figures[key] for figures in of_rounds) for key in of_rounds[0]}
        for name, of_rounds in found.items()
    }


def crawled(place: Path, data: Path, pages: int) -> dict[str, Any]:
    """Return what ``lab.speed.crawl`` of a checkout finds in a round."""
    names = [name for pair in SPIDERS.values() for name in pair]
    command = [sys.executable, "-m", "lab.speed.crawl", str(data), "--rounds", "1", "--crawls", *names]
    with TemporaryDirectory() as out:
        done = subprocess.run(
            [*command, "--pages", str(pages), "--out", out],
            cwd=place,
            env=environment(),
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise ValueError(f"lab.speed.crawl of {str(place)!r} failed: {done.stderr}")
        found: dict[str, Any] = json.loads((Path(out) / "crawl.json").read_text("utf-8"))
    return found


def figures_of(found: Mapping[str, Any]) -> Figures:
    """Return CPU milliseconds per page: of the parser, without the plugin, and beyond that with it."""
    cpu = {name: 1000 * row["cpu"] for name, row in found["crawls"].items()}
    figures = {"parse": 1000 * found["parse"]}
    for spider, (without, plugin) in SPIDERS.items():
        beyond = cpu[plugin] - cpu[without]
        figures |= {
            spider: cpu[without],
            f"{spider}, beyond": beyond,
            f"{spider}, times": beyond / figures["parse"],
        }
    return figures


def turns_table(found: Mapping[str, Figures], first: str) -> str:
    """Return a row for each version, in parentheses over the ``first`` of the others."""
    head = ["version", "parse"]
    body = [[name, f"{row['parse']:.2f}"] for name, row in found.items()]
    for spider in SPIDERS:
        head += [spider, "plugin", "× parse"]
        for line, (name, row) in zip(body, found.items()):
            times = row[f"{spider}, times"]
            over = "" if name == first else f" ({times / found[first][f'{spider}, times']:.2f})"
            line += [f"{row[spider]:.2f}", f"{row[f'{spider}, beyond']:+.2f}", f"{times:.2f}{over}"]
    return table(head, body)
