"""The numbers of a crawl as plots, drawn like the pictures of methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from typing import Any

from ..content.result import DOUBTFUL
from .crawl import CHARS, MEASURES, Crawl, Histogram, Item
from .pictures import BASE, HEIGHT, MARGIN, SVG, WIDTH, bars, drawn, height_of, said, words
from .why import counted

#: The bins from one label to the next: a fifth of all shares, or a power of ten.
LABELLED = 4


def plots_of(crawl: Crawl) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each plot of a crawl, its SVG and its caption, if it has values."""
    for measure in MEASURES:
        histogram = crawl.histograms[measure.key]
        if histogram.values:
            digits = 0 if histogram.edges is CHARS else 2
            mean = f"{counted(histogram.values, 'item')}, mean {histogram.mean or 0.0:,.{digits}f}"
            yield measure.name, columns(measure.name, histogram), mean
    if crawl.points.values:
        n = len(crawl.points.values)
        what = counted(n, "item") if n == crawl.points.seen else f"a sample of {counted(n, 'item')}"
        what += f"; items with a confidence below {DOUBTFUL} are blue"
        yield "Kept share by length", scatter(crawl.points.values), what


def columns(name: str, histogram: Histogram) -> str:
    counts, top = histogram.counts, max(histogram.counts)
    path = bars(counts, counts, True, top)
    return plot(name, f"items, 0 to {top:,}", histogram.edges, [SVG.path({"class": "bar chosen", "d": path})])


def scatter(items: Sequence[Item]) -> str:
    dots = {"dot": "", "dot chosen": ""}
    for item in items:
        bin = min(1 + LABELLED * log10(max(item.chars or 0, 1)), len(CHARS) - 1)
        dots["dot chosen" if (item.confidence or 0) >= DOUBTFUL else "dot"] += (
            f"M{across(bin, CHARS):.1f} {height_of(item.kept or 0, 1)}h0"
        )
    paths = [SVG.path({"class": name, "d": path}) for name, path in dots.items() if path]
    return plot("Kept share by length", "kept share, 0 to 1, by characters of the page", CHARS, paths)


def across(bin: float, edges: Sequence[float]) -> float:
    return MARGIN + bin * (WIDTH - 2 * MARGIN) / (len(edges) - 1)


def plot(name: str, above: str, edges: Sequence[float], parts: list[Any]) -> str:
    """Return a plot whose bins have labels below."""
    parts += [
        SVG.path({"class": "axis", "d": f"M{MARGIN} {BASE}H{WIDTH - MARGIN}"}),
        words(MARGIN, 14, above),
    ]
    for bin in range((len(edges) - 1) % LABELLED, len(edges), LABELLED):
        label = said(edges[bin]).replace(",000,000", "M").replace(",000", "k")
        anchor = "end" if bin == len(edges) - 1 else "middle" if bin else "start"
        parts.append(words(across(bin, edges), BASE + 16, label, anchor=anchor))
    return drawn(HEIGHT, parts, name)
