"""Time every step on real pages: ``python -m lab.speed.speed DATA``.

See ``docs/measured/costs.rst``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from lxml import etree

from lab.backend import BACKEND, announce
from lab.data.datasets import as_utf8
from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.quality.peers import PEERS
from lab.quality.systems import installed_peers, words_of
from lab.reports import draw, table, write

from .growth import growth, growth_chart, growth_table
from .memory import memory, memory_table
from .page_chart import page_chart
from .steps import YARDSTICK, Step, best_of, steps

PAGES = "saved pages"

#: The size of the page whose memory is measured, in bytes.
LARGE = 10_000_000


def stages(files: Sequence[Path], todo: Sequence[Step], rounds: int) -> list[dict[str, Any]]:
    """Return by step its time as a multiple of the yardstick: over all pages, and page by page."""
    bodies = list(map(read_page, files))
    best_of(1, todo, bodies[:1])  # loading at first use does not count
    times = best_of(rounds, todo, bodies)
    yard = [of_page[YARDSTICK] for of_page in times]
    found = []
    for step in todo:
        seconds = [of_page[step.name] for of_page in times]
        of_pages = [(len(body), s / y) for body, s, y in zip(bodies, seconds, yard)]
        ratios = sorted(ratio for _, ratio in of_pages)
        found.append(
            {
                "step": step.name,
                "all": sum(seconds) / sum(yard),
                "median": median(ratios),
                "p95": ratios[int(0.95 * (len(ratios) - 1))],
                "of_pages": of_pages,
            }
        )
    return found


def stages_table(rows: Sequence[dict[str, Any]]) -> str:
    body = [[row["step"], *(f"{row[key]:.2f}" for key in ("all", "median", "p95"))] for row in rows]
    return table(["step", "all pages", "median page", "95 % of pages"], body)


def peer_steps(names: Sequence[str]) -> list[Step]:
    """Return a step for each peer that is installed, of those named or of all."""
    return [
        Step(peer.name, as_utf8, lambda html, run=peer.run: run(html, "")) for peer in installed_peers(names)
    ]


#: A part of the benchmark: its name in the output, its figures, and their table.
Part = tuple[str, Callable[[], list[dict[str, Any]]], Callable[[list[dict[str, Any]]], str]]


def parts(files: Sequence[Path], todo: Sequence[Step], rounds: int) -> dict[str, Part]:
    return {
        "stages": (
            f"**{len(files)} pages**, time × lxml parse",
            lambda: stages(files, todo, rounds),
            stages_table,
        ),
        "memory": (
            f"**Memory for a page of {LARGE / 1e6:.0f} MB**, highest so far",
            lambda: memory(LARGE, files),
            memory_table,
        ),
        "growth": (
            "**Growth**, time per byte; the least of a shape's parse is 1",
            lambda: growth(rounds),
            growth_table,
        ),
    }


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    names = ["stages", "growth", "memory"]
    add_data(parser, PAGES)
    parser.add_argument("--pages", type=int, default=300, metavar="N", help="how many to take at random")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="the least time of N counts")
    parser.add_argument("--peers", nargs="*", metavar="NAME", help=f"all, or some of: {', '.join(PEERS)}")
    parser.add_argument(
        "--parts", nargs="+", default=names, choices=names, help="what to measure; default: all"
    )
    parser.add_argument(
        "--steps", nargs="+", metavar="NAME", help="only these, such as 'auto, compiled'; default: all"
    )
    parser.add_argument(
        "--out", type=Path, help="folder for speed.json, speed.rst, growth.svg; pages.svg with --steps"
    )
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    return options


def chosen(parser: argparse.ArgumentParser, todo: list[Step], names: Sequence[str] | None) -> list[Step]:
    """Return the yardstick and the steps of these names, or all steps."""
    known = {step.name: step for step in todo}
    if unknown := set(names or ()) - known.keys():
        parser.error(f"there is no step {', '.join(sorted(unknown))}; the steps are: {'; '.join(known)}")
    return [known[YARDSTICK], *map(known.__getitem__, names)] if names else todo


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.speed",
        "Time every step on real pages.",
        "python -m lab.speed.speed DATA --pages 120 --peers trafilatura --out results",
    )
    options = options_of(parser, argv)
    todo = chosen(parser, steps(), options.steps)
    try:
        files = saved_pages(Path(options.data), options.pages)
        if options.peers is not None:
            todo += peer_steps(words_of(options.peers))
    except ValueError as error:
        parser.error(str(error))
    texts = [announce() + "\n"]
    print(texts[-1], flush=True)
    found: dict[str, Any] = {
        "python": sys.version.split()[0],
        "lxml": ".".join(map(str, etree.LXML_VERSION[:3])),
        "backend": BACKEND,
        "pages": len(files),
    }
    for name, (title, measured, table_of) in parts(files, todo, options.rounds).items():
        if name in options.parts:
            found[name] = measured()
            texts.append(f"{title}\n\n{table_of(found[name])}")
            print(texts[-1], flush=True)
    if options.out:
        write(options.out, "speed", found, texts)
        if options.steps and "stages" in found:  # more would be too many panels
            draw(options.out / "pages.svg", page_chart, found["stages"])
        if "growth" in found:
            draw(options.out / "growth.svg", growth_chart, found["growth"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
