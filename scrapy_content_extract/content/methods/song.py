"""The number of full stops (Song and Wu).

M. Song, X. Wu: "Content Extraction from Web Pages Based on Chinese Punctuation Number",
WiCom 2007.  This follows the description in 周佳颖, 朱珍民, 高晓芳, whose SCF builds on the
method and is compared with it: "基于统计与正文特征的中文网页正文抽取研究", 中文信息学报 23(5),
2009, section 2.

Pages are laid out with tables, and many full stops mean prose.  For a *container* let FC be its
full stops, NC its characters outside links and HC those in links.  Its weight is::

    WT = FC + 0.1 * NC / HC

From the outermost containers to the innermost, keep the one of greatest WT among those side by
side and cut the others.  The text of the one branch that remains is the output.

Departures from the paper, and how its open points are read:

* HC = 0 counts as 1; the paper does not define the quotient then.
* The paper counts the Chinese full stop.  The signs that end a sentence in other languages count
  as well; ``full_stops="。"`` is the paper's own choice.
* Containers are side by side if the nearest container around them is the same.  Of equal ones
  the first is kept.
* Text outside containers, or directly in one that is kept, is never cut; a page without
  containers is kept whole.
* ``containers=("table", "div")`` adapts the method to the pages of today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import running_total
from ..page.blocks import nearest, ranges_of
from ..page.choice import Choice
from ..page.page import Page

#: The signs that end a sentence in Latin, Chinese and Arabic script.
FULL_STOPS = ".!?。！？۔؟"


@dataclass(frozen=True)
class Song:
    """Parameters, with the paper's values as defaults, except that there are more ``full_stops``."""

    #: the elements whose full stops are compared; ("table", "div") suits newer pages
    containers: Sequence[str] = ("table",)
    #: the characters counted as FC; the paper has "。"
    full_stops: str = FULL_STOPS

    def extract(self, page: Page) -> Choice:
        container = nearest(page, self.containers)
        outer = around(page, container)
        WT = weights(page, container, count(page, self.full_stops))
        kept = {-1}  # the branch of containers; -1 stands for text outside of any
        i = descend(outer, WT)
        while i >= 0:
            kept.add(i)
            i = outer[i]
        ranges = ranges_of(k for k, owner in enumerate(page.owner) if container[owner] in kept)
        return Choice(page, ranges)


def count(page: Page, full_stops: str) -> list[int]:
    """Return FC of each text."""
    return [sum(map(text.count, full_stops)) for text in page.text]


def around(page: Page, container: list[int]) -> list[int]:
    """Return for each element the nearest container around it, or -1.

    ``container`` has for each element the nearest container, which may be the element itself.
    """
    return [container[parent] if parent >= 0 else -1 for parent in page.parent]


def weights(page: Page, container: list[int], FC: list[int]) -> dict[int, float]:
    """Return WT of each container and everything below it, in page order; ``FC`` is per text."""
    FC_before, link_before, before = running_total(FC), page.link_chars_before, page.chars_before
    WT: dict[int, float] = {}
    for i, nearest_container in enumerate(container):
        if i == nearest_container:
            start, stop = page.first[i], page.stop[i]
            HC = link_before[stop] - link_before[start]
            NC = before[stop] - before[start] - HC
            WT[i] = weight(FC_before[stop] - FC_before[start], NC, HC)
    return WT


def weight(FC: int, NC: int, HC: int) -> float:
    """Return WT.

    >>> weight(FC=3, NC=100, HC=20), weight(FC=3, NC=100, HC=0)
    (3.5, 13.0)
    """
    return FC + 0.1 * NC / (HC or 1)


def descend(outer: list[int], WT: dict[int, float]) -> int:
    """Return the innermost container on the way of greatest WT, or -1.

    ``outer`` has for each element the nearest container around it.

    >>> descend([-1, 0, 0], {0: 5.0, 1: 2.0, 2: 3.0})
    2
    """
    greatest: dict[int, int] = {}  # by the container around them
    for i, WT_i in WT.items():
        best = greatest.setdefault(outer[i], i)
        if WT_i > WT[best]:
            greatest[outer[i]] = i
    reached = -1
    while reached in greatest:
        reached = greatest[reached]
    return reached
