"""Content Extraction via Text Density (CETD).

F. Sun, D. Song, L. Liao: "DOM Based Content Extraction via Text Density", SIGIR 2011.

Content is long texts with few tags.  Around it are short texts with many tags, mostly links.
For a node i let C_i be its characters, T_i its tags, LC_i its characters in links, nLC_i =
C_i - LC_i those outside links and LT_i its link tags, descendants included; b is ``<body>``.  The
*composite text density* is::

    CTD_i = C_i/T_i * log_B(C_i/LC_i * T_i/LT_i)
    B = ln(C_i/nLC_i * LC_i + LC_b/C_b * C_i + e)

A count of 0 is read as 1, and CTD_i = 0 for a node without characters.  Content is where dense
nodes are side by side::

    DensitySum_i = sum of CTD_c over the children c of i

Let m be the node of greatest DensitySum.  The threshold t is the least CTD on the path from
``<body>`` to m.  Then, from ``<body>`` down (Extract), each node with CTD >= t marks the node of
greatest DensitySum in its subtree as content, as a whole, and Extract goes on with its children.

Departures from the paper, and how its open points are read:

* The children of a node include its text nodes, as in the authors' program; otherwise a paragraph
  cut by ``<br>`` would weigh nothing.  A text node has no tags, so these counts are read as 1.
* Of several nodes of greatest DensitySum the first in page order is taken.
* Text of an element on the way to content is not output, unless it is in content itself.
* Characters are those that are not white space.  ``T_i`` does not count comments and elements
  that never contain text here (scripts, styles).
* ``density="plain"`` is the simple text density C_i/T_i, with which the paper begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import e, log

from ..markup import NEVER_TEXT
from ..model import Range, running_total
from ..page.choice import Choice
from ..page.page import Page
from . import require


@dataclass(frozen=True)
class CETD:
    """The only parameter is which of the paper's two densities to use."""

    #: "composite" (CTD) or "plain" (C_i/T_i)
    density: str = "composite"

    def __post_init__(self) -> None:
        require(self, "density", self.density in ("composite", "plain"), "'composite' or 'plain'")

    def extract(self, page: Page) -> Choice:
        TD, density_sum = self.densities(page)
        ranges = content_ranges(page, TD, density_sum)
        return Choice(page, ranges)

    def densities(self, page: Page) -> tuple[list[float], list[float]]:
        """Return the text density and the DensitySum of each element."""
        body = page.body
        in_body = [(page.first[body], page.stop[body])]
        ratio = (page.link_chars_in(in_body) or 1) / (page.chars_in(in_body) or 1)  # LC_b/C_b
        TD = self.text_densities(page, ratio)
        density_sum = [0.0] * len(TD)
        for i in range(body + 1, page.end[body]):
            density_sum[page.parent[i]] += TD[i]
        for owner, C, linked in zip(page.owner, page.chars, page.in_link):
            if self.density == "plain":
                density_sum[owner] += C
            elif not linked:  # the density of a text in a link is 0
                density_sum[owner] += composite(C, 1, 0, 0, ratio)
        return TD, density_sum

    def text_densities(self, page: Page, ratio: float) -> list[float]:
        """Return the text density of each element; ``ratio`` is LC_b/C_b."""
        chars, link_chars = page.chars_before, page.link_chars_before
        shown = page.tag[:]  # without comments and elements that are never text
        silent_until = 0
        for i, tag in enumerate(shown):
            if i >= silent_until and tag in NEVER_TEXT:
                silent_until = page.end[i]
            if i < silent_until:
                shown[i] = ""
        tags = running_total(tag != "" for tag in shown)
        links = running_total(tag == "a" for tag in shown)
        first, stop, end = page.first, page.stop, page.end
        TD = [0.0] * len(shown)
        for i in range(page.body, end[page.body]):
            C = chars[stop[i]] - chars[first[i]]
            if not C:
                continue
            T = tags[end[i]] - tags[i + 1] or 1
            if self.density == "plain":
                TD[i] = C / T
            else:
                LC = link_chars[stop[i]] - link_chars[first[i]]
                LT = links[end[i]] - links[i + 1]
                TD[i] = composite(C, T, LC, LT, ratio)
        return TD


def composite(C: int, T: int, LC: int, LT: int, ratio: float) -> float:
    """Return CTD for the counts of a node; ``ratio`` is LC_b/C_b."""
    nLC, LC, LT = C - LC or 1, LC or 1, LT or 1
    return C / T * log(C / LC * T / LT) / log(log(C / nLC * LC + ratio * C + e))


def content_ranges(page: Page, TD: list[float], density_sum: list[float]) -> tuple[Range, ...]:
    """Return the texts that Extract marks as content."""
    body, end, parent = page.body, page.end, page.parent
    best = list(range(len(page.tag)))  # per node: the node of greatest DensitySum in its subtree
    for i in range(end[body] - 1, body, -1):
        m, rival = best[i], best[parent[i]]
        ahead = density_sum[m] - density_sum[rival]
        if ahead > 0 or (ahead == 0 and m < rival):  # of equals the first
            best[parent[i]] = m
    m = best[body]
    if not density_sum[m]:
        return ()
    t = TD[m]
    i = m
    while i != body:
        i = parent[i]
        t = min(t, TD[i])

    marked = bytearray(len(page.tag))
    extracted = bytearray(len(page.tag))  # Extract was called on its children
    ranges: list[Range] = []
    for i in range(body, end[body]):
        if i != body and marked[parent[i]]:
            marked[i] = True
            continue
        if not marked[i] and (i == body or extracted[parent[i]]) and TD[i] >= t:
            extracted[i] = marked[best[i]] = True
        if marked[i] and page.first[i] < page.stop[i]:
            ranges.append((page.first[i], page.stop[i]))
    return tuple(ranges)
