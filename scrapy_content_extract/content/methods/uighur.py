"""Text correlation with smoothing, for Uighur pages.

"基于正文相关度的维吾尔网页正文提取": content extraction of Uighur Web pages based on text
correlativity, about 2012.

Content has much text and few links.  Let TA be the characters outside links and LA the links of
a node i, its descendants included.  Its *text correlation* is::

    CC(i) = TA(i) / LA(i)                                                        (eq. 1)

and the node is content if CC(i) >= C.  A short reply in a forum fails this test although it
stands among long ones, and a copyright line passes it.  So the values are smoothed::

    TD(i) = TA(parent of i) / LA(i)                                              (eq. 2)
    CS(i) = share of nodes with CC >= C among i and its siblings with the
            same tag                                                             (eq. 3)

A node below C becomes content, CC(i) := C, if CS(i) > S and TD(i) > D.  A node above C that is
clearly outside the levels of the content nodes is set to 0.  Finally duplicates are removed: the
text of a node whose parent is content counts once.  The other half of the method, the
normalization of encodings, takes place before a page is parsed.

Departures from the paper, and how its open points are read:

* "C >= CC is noise" (section 3.4) contradicts both the smoothing to exactly C and the "greater
  (or equal)" of def. 3.  Here a node with CC = C is content.
* LA = 0 counts as 1 in eq. 1, as the paper says, and in eq. 2.  TA(parent) = 0 would count as 1,
  too, but needs no code: below such a parent no node is content, so CS is 0.
* Nodes are block-level elements.  The parent of a node is the nearest one around it, and
  siblings have the same parent.
* The paper gives no number for the levels.  Here a node is outside if it is more than ``levels``
  from the median depth of the content nodes.
* The text of a content node is output whole, links included.
* ``smoothing=False`` omits both corrections, for the comparison that the paper makes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median

from ..markup import BLOCK_LEVEL
from ..model import Range, running_total
from ..page.choice import Choice
from ..page.elements import nearest
from ..page.page import Page
from . import require


@dataclass(frozen=True)
class Uighur:
    """Parameters, with the paper's values as defaults; ``levels`` is ours."""

    #: the least text correlation of a content node
    C: float = 29
    #: a node becomes content if more than this share of its siblings is content ...
    S: float = 0.57
    #: ... and the text around it is denser than this
    D: float = 63
    #: how far a content node may be from the median depth of all content nodes
    levels: float = 2
    #: whether to smooth the text correlations
    smoothing: bool = True

    def __post_init__(self) -> None:
        require(self, "C", self.C > 0, "above 0, or every node is content")
        require(self, "S", 0 <= self.S <= 1, "a share from 0 to 1")

    def extract(self, page: Page) -> Choice:
        ranges: list[Range] = []
        covered = 0
        for i, CC_i in enumerate(self.correlations(page)):
            if CC_i >= self.C and i >= covered:  # otherwise an earlier node contains its text
                covered = page.end[i]
                if page.first[i] < page.stop[i]:
                    ranges.append((page.first[i], page.stop[i]))
        return Choice(page, tuple(ranges))

    def correlations(self, page: Page) -> list[float]:
        """Return CC of each element, smoothed unless switched off; inline elements have 0."""
        TA, LA = characters(page), links(page)
        CC = [ta / la if tag in BLOCK_LEVEL else 0 for tag, ta, la in zip(page.tag, TA, LA)]  # eq. 1
        if not self.smoothing:
            return CC
        C, S, D = self.C, self.S, self.D
        nodes = [i for i, tag in enumerate(page.tag) if tag in BLOCK_LEVEL]
        block = nearest(page, BLOCK_LEVEL)
        brothers = [(max(block[page.parent[i]], 0) if i else -1, page.tag[i]) for i in nodes]
        Nbrother = Counter(brothers)
        TNbrother = Counter(key for i, key in zip(nodes, brothers) if CC[i] >= C)
        for i, key in zip(nodes, brothers):
            if CC[i] < C and key in TNbrother:
                CS = TNbrother[key] / Nbrother[key]  # eq. 3
                TD = TA[key[0]] / LA[i]  # eq. 2
                if CS > S and TD > D:
                    CC[i] = C

        content = [i for i in nodes if CC[i] >= C]
        if content:
            level = median(page.depth[i] for i in content)
            for i in content:
                if abs(page.depth[i] - level) > self.levels:
                    CC[i] = 0
        return CC


def characters(page: Page) -> list[int]:
    """Return TA of each element: its characters outside links, descendants included."""
    before = running_total(0 if linked else chars for chars, linked in zip(page.chars, page.in_link))
    return [before[stop] - before[first] for first, stop in zip(page.first, page.stop)]


def links(page: Page) -> list[int]:
    """Return LA of each element: its links, descendants included, and at least 1."""
    before = page.links_before
    return [before[end] - before[i] or 1 for i, end in enumerate(page.end)]
