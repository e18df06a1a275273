"""The numbers of a crawl as plots, by matplotlib: its SVG needs no script.  The extra ``report``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from typing import Any

from ..content.errors import needing
from ..content.result import DOUBTFUL
from .crawl import CHARS, MEASURES, Crawl, Histogram
from .why import counted

#: Colours for matplotlib.  The colours of the style sheet, which knows dark from light, take their places.
INK, DIM, EDGE, MAIN, PART = (f"#0{n}0{n}0{n}" for n in range(1, 6))
COLOURS = {INK: "ink", DIM: "dim", EDGE: "edge", MAIN: "main", PART: "accent"}
STYLE = {
    "svg.fonttype": "none",
    "font.size": 12,
    "text.color": INK,
    "axes.edgecolor": DIM,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": DIM,
    "xtick.labelcolor": INK,
    "ytick.color": DIM,
    "ytick.labelcolor": INK,
    "grid.color": EDGE,
    "grid.linewidth": 0.6,
}
#: No time of creation: the same feed gives the same report.
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}

_ID = re.compile(r'(<(?:g|svg)[^>]*?) id="[^"]*"')


def pyplot() -> Any:
    """Return the library.  Raises ImportError where it is not installed."""
    with needing("report", "the plots of a crawl need matplotlib, and"):
        import matplotlib as mpl
        from matplotlib import figure
    return mpl, figure


def plots_of(crawl: Crawl) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each plot of a crawl, its SVG and its caption, if it has values."""
    for measure in MEASURES:
        histogram = crawl.histograms[measure.key]
        if histogram.values:
            digits = 0 if histogram.edges is CHARS else 2
            said = f"{counted(histogram.values, 'item')}, mean {histogram.mean or 0.0:,.{digits}f}"
            yield measure.name, bars(measure.name, histogram), said
    if crawl.points.values:
        n = len(crawl.points.values)
        said = counted(n, "item") if n == crawl.points.seen else f"a sample of {counted(n, 'item')}"
        said += f"; items with a confidence below {DOUBTFUL} are blue"
        yield "Kept share by length", scatter(crawl), said


def bars(name: str, histogram: Histogram) -> str:
    is_log = histogram.edges is CHARS
    edges = [0.5, *histogram.edges[1:]] if is_log else histogram.edges

    def draw(axes: Any) -> None:
        widths = [b - a for a, b in pairwise(edges)]
        style = {"align": "edge", "color": MAIN, "edgecolor": "none", "linewidth": 0}
        axes.bar(edges[:-1], histogram.counts, widths, **style)
        axes.set_xlim(edges[0], edges[-1])
        axes.set_ylabel("items")
        axes.locator_params(axis="y", integer=True, nbins=5)
        axes.grid(axis="y")
        if is_log:
            axes.set_xscale("log")

    return svg_of(name, draw)


def scatter(crawl: Crawl) -> str:
    def draw(axes: Any) -> None:
        for is_sure, colour in ((True, MAIN), (False, PART)):
            points = [
                (max(item.chars or 0, 1), item.kept)
                for item in crawl.points.values
                if (item.confidence >= DOUBTFUL) == is_sure
            ]
            if points:
                axes.plot(*zip(*points), "o", color=colour, markersize=4.5, markeredgewidth=0, alpha=0.85)
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter("")
        axes.set_ylim(-0.03, 1.03)
        axes.set_xlabel("characters of the page")
        axes.set_ylabel("kept share")
        axes.grid()

    return svg_of("scatter", draw)


def svg_of(name: str, draw: Any) -> str:
    """Return a plot as SVG that can stand in HTML beside others."""
    mpl, figure = pyplot()
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        made = figure.Figure(figsize=(5.6, 3.4), layout="constrained")
        draw(made.subplots())
        file = StringIO()
        made.savefig(file, format="svg", transparent=True, metadata=NO_METADATA)
    svg = _ID.sub(r"\1", "<svg" + file.getvalue().partition("<svg")[2])
    for given, colour in COLOURS.items():
        svg = svg.replace(given, f"var(--{colour})")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)
