"""How the time of each step of a crawl grows with the page, for pages of every shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lab.backend import BACKEND
from lab.reports import table

from .shapes import SHAPES
from .steps import SEGMENTER, WHOLE, best_of, steps

#: The sizes of the pages, in characters.
SIZES = (10_000, 100_000, 1_000_000, 5_000_000, 20_000_000)


def growth(rounds: int) -> list[dict[str, Any]]:
    """Return the time of the steps of a crawl on pages of each shape and size.

    The yardstick is not among them: it stops at a depth of 256, so deep pages cost it nothing.
    """
    wanted = {"decode", "clean and fold", "parse", "page from UTF-8", "fields", f"segmenter {SEGMENTER}"}
    wanted |= {f"measure, {BACKEND}", *(f"extractor {name}" for name in WHOLE)}
    todo = [step for step in steps() if step.name in wanted]
    found = []
    for shape, make in SHAPES.items():
        for size in SIZES:
            body = make(size).encode()
            for name, seconds in best_of(rounds, todo, [body])[0].items():
                found.append({"shape": shape, "size": len(body), "step": name, "seconds": seconds})
    return found


def per_character(rows: list[dict[str, Any]]) -> dict[str, dict[str, list[tuple[int, float]]]]:
    """Return by shape and step the size and the time per character; the least of the parse is 1."""
    found: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for row in rows:
        of_shape = [r for r in rows if r["shape"] == row["shape"] and r["step"] == "parse"]
        unit = min(r["seconds"] / r["size"] for r in of_shape)
        line = found.setdefault(row["shape"], {}).setdefault(row["step"], [])
        line.append((row["size"], row["seconds"] / row["size"] / unit))
    return found


def growth_table(rows: list[dict[str, Any]]) -> str:
    body = [
        [shape, step, *(f"{cost:.2f}" for _, cost in line)]
        for shape, lines in per_character(rows).items()
        for step, line in lines.items()
    ]
    return table(["shape", "step", *(f"{size / 1e6:g} MB" for size in SIZES)], body)


def growth_chart(rows: list[dict[str, Any]], file: Path) -> None:
    """Draw a panel for each shape.  Raises ImportError where matplotlib is not installed."""
    from matplotlib.figure import Figure

    shapes = per_character(rows)
    figure = Figure(figsize=(3.2 * len(shapes), 3.6), layout="constrained")
    all_axes = figure.subplots(1, len(shapes), sharey=True, squeeze=False)[0]
    for axes, (shape, lines) in zip(all_axes, shapes.items()):
        for step, line in lines.items():
            axes.loglog(*zip(*line), marker="o", markersize=3, label=step)
        axes.set_title(shape)
        axes.set_xlabel("bytes")
    all_axes[0].set_ylabel("time per byte; least of the parse = 1")
    figure.legend(*all_axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    figure.savefig(file)
