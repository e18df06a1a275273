"""Statistics and content features (SCF).

周佳颖, 朱珍民, 高晓芳: "基于统计与正文特征的中文网页正文抽取研究", 中文信息学报 23(5),
2009 (J. Zhou, Z. Zhu, X. Gao: "Research on Content Extraction from Chinese Web Page Based
on Statistic and Content-Features").

The posts of a thread look alike, so one good post leads to all others.

1.  *Containers* are TABLE and DIV.  Some are marked, and everything below them has FC = 0: link
    containers (rule 1), lowest containers with a copyright notice (rule 2), and the smallest
    container around a form control and its label (rule 3).  With the full stops FC, the
    characters outside links NC and those in links HC, the greatest::

        WT = FC + 0.1 * NC / HC

    leads from the root down to a lowest container: the *content path* (section 3.2.1).
2.  Every path with the same sequence of tags from the root is a content path, too, if its lowest
    container has the same attributes except ``id`` (Alg. 1, 2).  The paths part at the *content
    region*; below it each path is a *trunk* (section 3.2.2).
3.  The trunk d of the first path represents them all.  Another path c from a child of the region
    down to a lowest container is a trunk if (section 3.3)::

        1) min(|c|, |d|) > t * max(|c|, |d|)
        2) the last node of the shorter one has the attributes of the matching node of
           the longer one
        3) the longer one contains the tag sequence of the shorter one

4.  A container is cut unless it is on the path from the root to the region, or in the subtree of
    a trunk's first node.  What remains is the content (section 3.4).

Departures from the paper, and how its open points are read:

* HC = 0 counts as 1, and ``full_stops`` includes full stops of other scripts, as in
  :mod:`~scrapy_content_extract.content.methods.song`.
* As in Song's method, the path enters the container of greatest WT among those side by side,
  counting everything below them (section 3.2.1, step 3).  So it always ends in a container
  without containers inside, even if that is a mere caption.  ``inherited=False`` counts for each
  container only the text that no inner container has; then the path ends in the container of
  greatest WT, and a content path may end in any container.
* A link container is an ``<a href>``: the paper means the full stops "in the text of links", and
  rule 1 gives no share of links that would make a TABLE one.
* A lowest container has no container inside.
* A label is any text outside links.  Hidden controls and those that only send a form do not
  count: otherwise a form around the whole page would be marked.
* The matching node is the one at the same position.  It must be a container (feature D of
  section 3).  A sequence contains another as a subsequence, gaps allowed.
* If there is a single content path, the region is its last container, which is kept whole.
* A minimal container is any container: the paper takes the term from Song, where it is the unit
  of counting.  So no text below a cut container remains, and text outside containers is never
  cut.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from operator import sub

from ..page.choice import Choice
from ..page.elements import children_of, lowest_common, nearest
from ..page.page import Page
from ..page.ranges import ranges_of, text_marks
from . import require
from .song import FULL_STOPS, around, branch, count, counts_below, descend, weight

CONTAINERS = ("table", "div")
#: Rule 2: "版权所有", "Copyright" and their equivalents, in lower case.
COPYRIGHT = ("版权所有", "版權所有", "copyright", "©", "all rights reserved")
#: Rule 3: the elements that ask for input or a choice, and the types of ``<input>`` that do not.
INPUTS = ("input", "select", "textarea")
NO_INPUT = frozenset({"hidden", "submit", "reset", "button", "image"})


@dataclass(frozen=True)
class SCF:
    """Parameters, with the paper's values as defaults, except that there are more ``full_stops``."""

    #: the least similarity in length of two trunks, from 0 to 1
    t: float = 0.81
    #: whether a container also counts the text of the containers inside it, as in the paper; if not, a path
    #: may end in any container
    inherited: bool = True
    #: the characters counted as FC; the paper has "。"
    full_stops: str = FULL_STOPS

    def __post_init__(self) -> None:
        require(self, "t", 0 <= self.t <= 1, "a similarity from 0 to 1")

    def extract(self, page: Page) -> Choice:
        containers = Containers(page)
        last = self.last(containers, self.weights(page, containers))
        path, roots = {-1}, list[int]()
        if last >= 0:
            ends = containers.lowest if self.inherited else containers.all
            region, roots = content_region(page, last, ends)
            if region != last:
                roots.extend(self.similar(page, region, last, roots, containers))
            path = branch(containers.outer, containers.nearest[region])
        in_trunk = text_marks(page, [(page.first[i], page.stop[i]) for i in roots])
        ranges = ranges_of(
            k for k, owner in enumerate(page.owner) if in_trunk[k] or containers.nearest[owner] in path
        )
        return Choice(page, ranges)

    def weights(self, page: Page, containers: Containers) -> dict[int, float]:
        """Return WT of each container, in page order."""
        stops = zip(page.in_link, count(page, self.full_stops))
        FC = [0 if linked else FC_k for linked, FC_k in stops]  # rule 1
        covered = 0
        for i in sorted(marked(page, containers)):
            if i >= covered:  # otherwise it is inside the marked container before it
                start, stop = page.first[i], page.stop[i]
                FC[start:stop] = [0] * (stop - start)
                covered = page.end[i]
        counts = counts_below(page, containers.nearest, FC)
        if not self.inherited:
            for i in containers.all:  # a container is always before those inside
                around_it = counts.get(containers.outer[i])
                if around_it is not None:
                    around_it[:] = map(sub, around_it, counts[i])
        return {i: weight(*of_container) for i, of_container in counts.items()}

    def last(self, containers: Containers, WT: dict[int, float]) -> int:
        """Return the container in which the content path ends, or -1."""
        return descend(containers.outer, WT) if self.inherited else max(WT, key=WT.__getitem__, default=-1)

    def similar(
        self, page: Page, region: int, last: int, roots: list[int], containers: Containers
    ) -> Iterator[int]:
        """Yield the first nodes of the trunks similar to the representative d (section 3.3).

        ``last`` is the last node of d, and ``roots`` are the first nodes of the known trunks.
        """
        depth = page.depth
        d = climb(page, last, region)
        d_tags = [page.tag[i] for i in d]
        known = set(roots)
        for child in children_of(page, region):
            for last_c in range(child, page.end[child]) if child not in known else ():
                if last_c not in containers.lowest:
                    continue
                c_length = depth[last_c] - depth[region]
                shorter, longer = sorted((c_length, len(d)))
                if not shorter > self.t * longer:
                    continue
                matching = last_c
                for _ in range(c_length - shorter):
                    matching = page.parent[matching]
                if not alike(page, matching, d[shorter - 1]):
                    continue
                if contains(d_tags, [page.tag[i] for i in climb(page, last_c, region)]):
                    yield child
                    break


class Containers:
    """The containers of a page."""

    def __init__(self, page: Page) -> None:
        #: per element: the container that it is or that holds it, or -1
        self.nearest = nearest(page, CONTAINERS)
        #: per element: the nearest container around it, or -1
        self.outer = around(page, self.nearest)
        #: in page order
        self.all = [i for i, container in enumerate(self.nearest) if i == container]
        self.lowest = set(self.all).difference(self.outer[i] for i in self.all)


def alike(page: Page, i: int, j: int) -> bool:
    """Tell whether two elements are containers, or inputs, with the same attributes except ``id``."""
    if not {page.tag[i], page.tag[j]} <= {*CONTAINERS, *INPUTS}:
        return False
    one, other = ([item for item in page.nodes[n].items() if item[0] != "id"] for n in (i, j))
    return sorted(one) == sorted(other)


def marked(page: Page, containers: Containers) -> set[int]:
    """Return the containers that rules 2 and 3 mark."""
    container, marks = containers.nearest, set[int]()
    for owner, text in zip(page.owner, page.text):
        i = container[owner]
        if i in containers.lowest and any(map(text.lower().__contains__, COPYRIGHT)):
            marks.add(i)

    labelled = {-1: -1}  # by container: itself or the nearest around it that has a label
    for i, tag in enumerate(page.tag):
        if tag in INPUTS and (page.nodes[i].get("type") or "").lower() not in NO_INPUT:
            marks.add(labelled[container[i]])
        if tag not in CONTAINERS:
            continue
        below = [(page.first[i], page.stop[i])]
        has_label = page.chars_in(below) > page.link_chars_in(below)
        labelled[i] = i if has_label else labelled[containers.outer[i]]
    return marks - {-1}


def content_region(page: Page, last: int, ends: Collection[int]) -> tuple[int, list[int]]:
    """Return the content region and the first node of each trunk (Alg. 1 and 2).

    ``last`` is the end of the first content path; the others may end in one of ``ends``.
    """
    numbers: dict[tuple[int, str], int] = {}  # one for each sequence of tags from the root
    sequence: list[int] = []
    for tag, parent in zip(page.tag, page.parent):
        key = (sequence[parent] if parent >= 0 else -1, tag)
        sequence.append(numbers.setdefault(key, len(numbers)))
    paths = [i for i in sorted(ends) if sequence[i] == sequence[last] and (i == last or alike(page, i, last))]
    if len(paths) == 1:
        return last, [last]
    region = lowest_common(page, paths[0], paths[-1])
    roots: list[int] = []
    child = region + 1
    for i in paths:  # both the paths and the children of the region are in page order
        if roots and i < page.end[roots[-1]]:
            continue
        while page.end[child] <= i:
            child = page.end[child]
        roots.append(child)
    return region, roots


def climb(page: Page, i: int, top: int) -> list[int]:
    """Return the elements on the way from ``top``, exclusive, down to ``i``."""
    way: list[int] = []
    while i != top:
        way.append(i)
        i = page.parent[i]
    return way[::-1]


def contains(one: list[str], other: list[str]) -> bool:
    """Tell whether the longer of two sequences of tags contains the shorter one."""
    shorter, longer = (one, other) if len(one) < len(other) else (other, one)
    rest = iter(longer)
    return all(tag in rest for tag in shorter)
