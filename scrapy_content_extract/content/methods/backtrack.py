"""Statistical backtracking: from the longest lines up to the elements that own them.

Fan Qingchong, "基于统计回溯定位的网页正文提取方法和装置", patent application CN102314520A, filed in
2011 and rejected in 2014.  Numbers in brackets are its paragraphs.

Main text has elements that contain nothing else: one for an article, one for each post of a
thread.  So look for these elements instead of the text.  *Pure text* is text outside links and
form controls.  A *group* is all nodes with the same signature: tag and attributes, without the
digits of ``id``, so that ``reply1`` and ``reply100`` belong to one group [0108-0110].

1. Take the line of the page with most pure text [0112-0114].
2. From its text node climb to ``<body>``.  Of the groups met on the way, the target group is the
   one with the greatest [0062, 0122]::

       Concentration = pure text length / number of text nodes

3. Its candidates are its nodes with [0125-0127]::

       PlainTextRatio = pure text length / (pure text length + link text length) > R

4. Take the next line while [0128-0131]::

       SeenRatio = SeenLength / WholeLength < R1

   where SeenLength is the pure text of the candidates and WholeLength that of the page.
5. Output a candidate unless the nodes of its group are alike, because then they are labels
   [0070], or it is hidden [0076].  The similarity of two nodes is [0134-0136]::

       similarity = 1 - LD / T

   with their edit distance LD and the length T of the longer one.

Departures from the application, and how its open points are read:

* [0062] divides by the number of text nodes, [0120] by the number of nodes in the group.  Here
  it is the former: with the latter ``<body>``, alone in its group, would nearly always win.  All
  text nodes count, including those in links.  A text node inside two nodes of the group counts
  for both, in both terms.
* A line is the longest piece between two line breaks of a text node: [0115] starts from the text
  node with most of a line, so the other pieces would only lead there again.
* [0064] ignores the concentration of a ``<span>``, and that of a second tag, which is illegible
  in the copies of the text and taken to be ``<p>``.  The group is skipped at every step.
* [0123] records signatures during a climb so that they are not processed again in the next.  This
  is read as a way to save work: a group is counted once, and a target group is taken once, but
  each climb compares all groups it meets, as [0122] says.
* [0131] says "go to step four" while too little is seen.  That would not end; the next line must
  be meant.
* [0069] and [0095] give no measure for more than two nodes.  Here the group is alike if the mean
  over all pairs is above ``similarity``.  Of more than five nodes only the first, the last and
  three evenly between them are compared [claim 8].  A node with more text than ``length`` is not
  compared and always output [0074].  Fewer than two nodes to compare are not alike.
* [0112] also leaves out "very short" lines, without a number; here only empty ones.
* The text of form controls is that of ``<button>``; the other controls never have text here.
* ``links=True`` also outputs the link text inside the candidates.  The application outputs the
  node without saying whether that includes its links; by its own measure they are not main text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate, combinations, compress
from operator import not_

from ..model import running_total
from ..page.choice import Choice
from ..page.page import Page
from ..page.ranges import ranges_of
from . import require

#: Tags whose concentration does not count [0064].
NOT_COMPARED = frozenset({"span", "p"})
#: The most nodes of a group that are compared [claim 8].
MOST_COMPARED = 5

_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(frozen=True)
class Backtrack:
    """Parameters, with the application's values as defaults."""

    #: a node is a candidate if more than this share of its text is pure
    R: float = 0.5
    #: the search ends when this share of the page's pure text is in candidates
    R1: float = 0.6
    #: the nodes of a group are not output if they are more alike than this ...
    similarity: float = 0.5
    #: ... except nodes with more pure text than this
    length: int = 100
    #: whether to output link text inside the candidates
    links: bool = False

    def __post_init__(self) -> None:
        for name in ("R", "R1", "similarity"):
            require(self, name, 0 <= getattr(self, name) <= 1, "a share from 0 to 1")
        require(self, "length", self.length >= 0, "a number of characters, 0 or more")

    def extract(self, page: Page) -> Choice:
        pure = PureText(page)
        edges = [0] * (len(page.text) + 1)  # +1 where an output node begins, -1 where it ends
        for group, candidates in self.targets(page, pure):
            if any(_HIDDEN.search(str(value)) for value in page.nodes[group[0]].values()):
                continue
            alike: bool | None = None  # determined when it first matters
            for i in candidates:
                if pure.below(i) <= self.length:
                    if alike is None:
                        alike = self.are_alike(pure, group)
                    if alike:
                        continue
                edges[page.first[i]] += 1
                edges[page.stop[i]] -= 1
        ranges = ranges_of(
            k
            for k, nodes in enumerate(accumulate(edges[:-1]))
            if nodes and (pure.chars[k] or (self.links and page.in_link[k]))
        )
        return Choice(page, ranges)

    def targets(self, page: Page, pure: PureText) -> list[tuple[list[int], list[int]]]:
        """Return each target group with its candidates (steps 1 to 4)."""
        groups = groups_of(page)
        target = target_groups(page, concentrations(page, pure))
        seen = bytearray(len(pure.chars))  # 1 for each text in a candidate
        seen_length = 0
        taken: set[int] = set()
        targets = []
        for k in lines_by_length(page, pure):
            if seen_length >= self.R1 * pure.before[-1]:
                break
            signature = target[page.owner[k]]
            if signature in taken:
                continue
            taken.add(signature)
            candidates = []
            covered = 0
            for i in groups[signature]:
                below, pure_text = (page.first[i], page.stop[i]), pure.below(i)
                if pure_text > self.R * (pure_text + page.link_chars_in([below])):
                    candidates.append(i)
                    if page.stop[i] > covered:  # or it is inside the candidate before
                        start, covered = below
                        new = map(not_, seen[start:covered])
                        seen_length += sum(compress(pure.chars[start:covered], new))
                        seen[start:covered] = b"\1" * (covered - start)
            targets.append((groups[signature], candidates))
        return targets

    def are_alike(self, pure: PureText, group: list[int]) -> bool:
        """Tell whether the nodes of a group have similar texts."""
        page = pure.page
        short = [i for i in nodes_to_compare(group) if 0 < pure.below(i) <= self.length]
        pieces = [[page.text[k] for k in range(page.first[i], page.stop[i]) if pure.chars[k]] for i in short]
        texts = ["".join("".join(of_node).split()) for of_node in pieces]
        pairs = list(combinations(texts, 2))
        return bool(pairs) and sum(similarity(a, b) for a, b in pairs) > self.similarity * len(pairs)


class PureText:
    """The text of a page outside links and form controls."""

    def __init__(self, page: Page) -> None:
        self.page = page
        #: per text: its characters if it is pure, else 0
        self.chars = [0 if linked else c for c, linked in zip(page.chars, page.in_link)]
        done = 0
        for i, tag in enumerate(page.tag):
            if tag == "button":
                for k in range(max(page.first[i], done), page.stop[i]):
                    self.chars[k] = 0
                done = max(done, page.stop[i])
        self.before = running_total(self.chars)

    def below(self, i: int) -> int:
        """Return the length of the pure text below a node."""
        return self.before[self.page.stop[i]] - self.before[self.page.first[i]]


def groups_of(page: Page) -> dict[int, list[int]]:
    """Return the nodes with text below them, by signature."""
    groups: dict[int, list[int]] = {}
    for i, (signature, first, stop) in enumerate(zip(page.signature, page.first, page.stop)):
        if first < stop:
            groups.setdefault(signature, []).append(i)
    return groups


def lines_by_length(page: Page, pure: PureText) -> list[int]:
    """Return the pure texts, those with the longest lines first; equal ones in page order."""

    def longest(k: int) -> int:
        return max(len("".join(line.split())) for line in page.text[k].split("\n"))

    return sorted((k for k, c in enumerate(pure.chars) if c), key=longest, reverse=True)


def concentrations(page: Page, pure: PureText) -> list[float]:
    """Return the concentration of the group of each signature."""
    length = [0] * len(page.signature)  # there are no more signatures than elements
    text_nodes = [0] * len(page.signature)
    before = pure.before
    for signature, first, stop in zip(page.signature, page.first, page.stop):
        length[signature] += before[stop] - before[first]
        text_nodes[signature] += stop - first
    return [chars / (texts or 1) for chars, texts in zip(length, text_nodes)]


def target_groups(page: Page, concentration: list[float]) -> list[int]:
    """Return, for each element below ``<body>``, the signature of the target of a climb from it.

    A climb from an element meets the element itself, and then what a climb from its parent meets.
    The first of equal concentrations wins.
    """
    target = [-1] * len(page.tag)
    target[page.body] = page.signature[page.body]
    for i in range(page.body + 1, page.end[page.body]):
        own, above = page.signature[i], target[page.parent[i]]
        compared = page.tag[i] not in NOT_COMPARED
        target[i] = own if compared and concentration[own] >= concentration[above] else above
    return target


def nodes_to_compare(group: list[int]) -> list[int]:
    """Return the nodes of a group to compare: the first, the last and three evenly between them."""
    if len(group) <= MOST_COMPARED:
        return group
    return [group[(len(group) - 1) * n // (MOST_COMPARED - 1)] for n in range(MOST_COMPARED)]


def similarity(a: str, b: str) -> float:
    return 1 - edit_distance(a, b) / max(len(a), len(b))


def edit_distance(a: str, b: str) -> int:
    """Return how many characters to insert, delete or replace to turn ``a`` into ``b``.

    The bits of two numbers tell where a column of the table goes up and where down: H. Hyyrö,
    "Explaining and Extending the Bit-parallel Approximate String Matching Algorithm of Myers",
    2001.
    """
    if not a:
        return len(b)
    positions: dict[str, int] = {}
    for n, char in enumerate(a):
        positions[char] = positions.get(char, 0) | 1 << n
    full = (1 << len(a)) - 1
    last = 1 << len(a) - 1
    distance, up, down = len(a), full, 0
    for char in b:
        match = positions.get(char, 0)
        diagonal = (((match & up) + up) ^ up) | match | down
        right_up = down | ~(diagonal | up) & full
        right_down = diagonal & up
        if right_up & last:
            distance += 1
        elif right_down & last:
            distance -= 1
        right_up = right_up << 1 | 1
        right_down <<= 1
        up = (right_down | ~(diagonal | right_up)) & full
        down = right_up & diagonal & full
    return distance
