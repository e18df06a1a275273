"""The output of the benchmarks: printed, written and drawn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lab.data.intervals import Mean


def interval(mean: Mean, sign: str) -> str:
    return f"{number(mean.mean, sign)} [{number(mean.low, sign)} {number(mean.high, sign)}]"


def number(value: float, sign: str = "") -> str:
    """Write a number with three decimals and without its leading zero.

    >>> number(0.5), number(1), number(-0.25, "+"), number(-0.0001, "+")
    ('.500', '1.000', '-.250', '+.000')
    """
    return f"{round(value, 3) + 0.0:{sign}.3f}".replace("0.", ".", 1)  # + 0.0 avoids "-.000"


def table(head: list[str], body: list[list[str]]) -> str:
    """Return a simple table in reStructuredText.

    >>> print(table(["a", "b"], [["long", "1"]]), end="")
    ====  =
    a     b
    ====  =
    long  1
    ====  =
    """
    widths = [max(map(len, column)) for column in zip(head, *body)]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in (head, *body)]
    return "\n".join([rule, lines[0].rstrip(), rule, *(line.rstrip() for line in lines[1:]), rule]) + "\n"


def draw_bars(axes: Any, title: str, means: Sequence[dict[str, float]]) -> None:
    """Draw a bar with its interval for each mean, from top to bottom."""
    lengths = [mean["mean"] for mean in means]
    below = [max(mean["mean"] - mean["low"], 0) for mean in means]  # a BCa interval may leave out the mean
    above = [max(mean["high"] - mean["mean"], 0) for mean in means]
    axes.barh(range(len(means)), lengths, xerr=[below, above], color="#8fb3d9", ecolor="#333333")
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_title(title)


def write(folder: Path, name: str, found: dict[str, Any], texts: Sequence[str]) -> None:
    """Write the figures as JSON, and their tables as reStructuredText."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False), "utf-8")
    (folder / f"{name}.rst").write_text("\n".join(texts), "utf-8")


def draw(file: Path, chart: Callable[[Any, Path], None], found: Any) -> None:
    """Draw a chart if matplotlib is installed."""
    try:
        chart(found, file)
    except ImportError:
        say("No chart is drawn: matplotlib is not installed.")


def say(text: str) -> None:
    print(text, file=sys.stderr)
