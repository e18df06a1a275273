"""The cost of each page against its size, a panel for each step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .steps import YARDSTICK


def page_chart(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw what ``stages`` has found.  Raises ImportError where matplotlib is not installed."""
    from matplotlib.figure import Figure

    drawn = [row for row in rows if row["step"] != YARDSTICK]
    figure = Figure(figsize=(3.2 * len(drawn), 3.6), layout="constrained")
    all_axes = figure.subplots(1, len(drawn), sharex=True, sharey=True, squeeze=False)[0]
    for axes, row in zip(all_axes, drawn):
        axes.axhline(1, color="#333333", linewidth=0.8)
        axes.loglog(*zip(*row["of_pages"]), ".", markersize=3)
        axes.set_title(f"{row['step']}: {row['all']:.2f} of all")
        axes.set_xlabel("bytes")
    all_axes[0].set_ylabel("time × lxml parse")
    figure.savefig(file)
