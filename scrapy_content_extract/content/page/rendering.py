"""Texts as a person would copy them: all methods render alike."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from .. import core
from ..markup import BLOCK_BOUNDARY, LINE_BREAK, SPACE, visible
from ..model import Range
from .notation import written
from .page import Page, once


class Parts(NamedTuple):
    """The ranges of texts of some blocks: block b has the parts ``first[b]`` to ``first[b + 1] - 1``."""

    starts: array[int]
    stops: array[int]
    #: the first part of each block, and the number of all parts last
    first: array[int]


def paragraphs_in(page: Page, ranges: Iterable[Range]) -> Parts:
    """Cut ranges of texts, which are in page order, where a block-level element begins or ends."""
    gap, starts, stops, first = page.gap, array("i"), array("i"), array("i", [0])
    for start, stop in zip(*page.bounds_of(ranges)):
        if stops and gap.find(BLOCK_BOUNDARY, stops[-1], start + 1) >= 0:  # also in what was left out
            first.append(len(starts))
        starts.append(start)
        while (start := gap.find(BLOCK_BOUNDARY, start + 1, stop)) >= 0:
            stops.append(start)
            first.append(len(starts))
            starts.append(start)
        stops.append(stop)
    if starts:
        first.append(len(starts))
    return Parts(starts, stops, first)


def render(page: Page, ranges: Iterable[Range]) -> str:
    """Return texts as a person would copy them.

    White space is collapsed, a paragraph and a ``<br>`` begin a new line, and preformatted text
    keeps its lines.
    """
    return render_parts(page, joined(page, ranges))[0]


def joined(page: Page, ranges: Iterable[Range]) -> Parts:
    """Return one block of some ranges of texts."""
    starts, stops = page.bounds_of(ranges)
    return Parts(starts, stops, array("i", [0, len(starts)]))


def as_they_are(page: Page, parts: Parts) -> list[str]:
    """Return the text of each block, with invisible signs, and with empty lines for what is struck out."""
    return core.render.render(written(page), gaps_of(page), page.preformatted, *parts)


def render_parts(page: Page, parts: Parts) -> list[str]:
    """Return the text of each block, without soft hyphens and the like."""
    texts = as_they_are(page, parts)
    whole = "".join(texts)
    if visible(whole) is not whole:
        texts = list(map(visible, texts))
    if page.says("struck out tag"):
        for b in [b for b, text in enumerate(texts) if "\n" in text]:
            those = range(parts.starts[parts.first[b]], parts.stops[parts.first[b + 1] - 1])
            if page.preformatted.isdisjoint(those):
                texts[b] = "\n".join(filter(None, texts[b].split("\n")))
    return texts


@once
def gaps_of(page: Page) -> bytes | bytearray:
    """Return the gaps of a page's texts, with spaces for line breaks in headings: a heading is one line."""
    if LINE_BREAK not in page.gap:
        return page.gap
    gaps = bytearray(page.gap)
    for i in page.headings:
        for k in range(page.first[i] + 1, page.stop[i]):
            if gaps[k] == LINE_BREAK:
                gaps[k] = SPACE
    return gaps
