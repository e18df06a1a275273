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
from ..page.choice import Choice
from ..page.elements import nearest
from ..page.page import Page
from ..page.ranges import ranges_of

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
        kept = branch(outer, descend(outer, WT))
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
    return {i: weight(*counts) for i, counts in counts_below(page, container, FC).items()}


def counts_below(page: Page, container: list[int], FC: list[int]) -> dict[int, list[int]]:
    """Return FC, NC and HC of each container and everything below it, in page order."""
    FC_before = running_total(FC)
    counts: dict[int, list[int]] = {}
    for i, nearest_container in enumerate(container):
        if i == nearest_container:
            start, stop = below = page.first[i], page.stop[i]
            HC = page.link_chars_in([below])
            counts[i] = [FC_before[stop] - FC_before[start], page.chars_in([below]) - HC, HC]
    return counts


def weight(FC: int, NC: int, HC: int) -> float:
    return FC + 0.1 * NC / (HC or 1)


def descend(outer: list[int], WT: dict[int, float]) -> int:
    """Return the innermost container on the way of greatest WT, or -1.

    ``outer`` has for each element the nearest container around it.
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


def branch(outer: list[int], i: int) -> set[int]:
    """Return a container, all containers around it, and -1 for text outside of any."""
    found = {-1}
    while i >= 0:
        found.add(i)
        i = outer[i]
    return found
