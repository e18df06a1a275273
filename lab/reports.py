"""What commands print and write."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def number(value: float, sign: str = "") -> str:
    """Write a number with three decimals and without its leading zero.

    >>> number(0.5), number(1), number(-0.25, "+"), number(-0.0001, "+")
    ('.500', '1.000', '-.250', '+.000')
    """
    return f"{round(value, 3) + 0.0:{sign}.3f}".replace("0.", ".", 1)  # + 0.0 avoids "-.000"


def interval(mean: Sequence[float], sign: str = "") -> str:
    """Write a mean and the ends of its interval."""
    middle, low, high = (number(value, sign) for value in mean)
    return f"{middle} [{low} {high}]"


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
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


def write(folder: Path, name: str, found: Any, texts: Sequence[str]) -> None:
    """Write the figures as JSON, and their tables as reStructuredText."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False), "utf-8")
    (folder / f"{name}.rst").write_text("\n".join(texts), "utf-8")


def say(text: str) -> None:
    print(text, file=sys.stderr)
