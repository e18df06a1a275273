"""Gap depth: cut a page where its mark-up is cut deepest.

A method of this package.  Between two neighbouring paragraphs the mark-up climbs to
the lowest element that holds both, their *container*, and down again.  Two numbers
describe that gap:

* its *depth*, the depth of the container in the tree: the shallower, the larger are the
  groups on both sides;
* its *levels*, the number of block-level elements that end or begin there: what an
  author put into boxes of its own has many, the items of one list have two.

Not every gap is worth a cut.  The first of these rules that fits decides, and is the
*reason* of a cut:

==========  =========================================================================
(unit)      It lies in one of three or more siblings with the same tag and class: cards,
            posts, replies.  No cut: each of them stays whole.
landmark    An article, navigation, or the like begins or ends there: an element or
            ARIA role that is made to say so.  Cut.
item        Both sides are items of one list, or paragraphs of one text.  Cut if both
            are long and there are at least 5 levels: they are replies.  Else no cut:
            a list is one thing.
(heading)   A heading without a box of its own stands before it.  No cut: it belongs to
            what follows.
region      The container holds nearly all of the page, so what it holds are the
            page's regions.  Cut if there are at least 2 levels.
(heading)   Any heading stands before it.  No cut.
heading     A heading stands after it, and there are at least 3 levels: the heading or
            what is before it has a box.  Cut.
gap         There are at least 5 levels.  Cut.
==========  =========================================================================

Then the page is cut top-down: a range of texts that holds more than ``share`` of the
page's characters is cut at all its shallowest gaps, and so are the pieces.  Unrolled: a
gap is cut when the range between the next shallower gaps on both sides holds more than
``share``, which takes one pass with a stack.

A ``share`` that lets a region stay whole asks for the coarsest layout of the page only;
then a region is what has at least 4 levels around it, and the rules for headings and
smaller gaps do not apply.

The order and the limits of the rules were found on pages whose blocks were marked by
hand; docs/segmenters/gapdepth.rst says how, and how well they do on pages left out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ..blocks import blocks_of, heading_above
from ..elements import BLOCK_LEVEL, HEADINGS
from ..model import Page, Segmentation

#: The share of a page that makes a container hold "nearly all" of it.
REGION = 0.8

#: The levels that make a gap: between regions, between regions when only those are asked
#: for, before a heading, elsewhere.
REGION_LEVELS, COARSE_LEVELS, HEADING_LEVELS, GAP_LEVELS = 2, 4, 3, 5

#: What makes one thing together, and how many characters make an item long.
ITEMS = frozenset({"li", "dt", "dd", "p"})
ITEM_CHARS = 300

#: So many siblings alike, digits in their class aside, are units; one that holds more than
#: this share of the page is not, for it is a row or a column of the layout.
UNITS = 3
UNIT_SHARE = 1 / 3
NO_DIGITS = dict.fromkeys(map(ord, "0123456789"))

#: Elements and roles that name a part of a page: https://www.w3.org/TR/html-aam-1.0/
LANDMARKS = frozenset({"article", "aside", "main", "nav", "search"})
LANDMARK_ROLES = frozenset("article banner complementary contentinfo main navigation region search".split())
#: These do so unless they stand inside such a part: an article's header belongs to it.
OUTER_LANDMARKS = frozenset({"header", "footer"})


class Cut(NamedTuple):
    """A cut of a page and why it was made."""

    #: the first text after it
    text: int
    #: "landmark", "item", "region", "heading" or "gap"
    reason: str
    #: the depth of the lowest element that holds both sides
    depth: int
    #: how many block-level elements end or begin there
    levels: int


@dataclass(frozen=True)
class GapDepth:
    """Raises ValueError when ``share`` is not a share."""

    #: a range that holds more than this share of the page's characters is cut if it can
    #: be: 0.95 for the page's regions, 0.3 for their parts, 0.05 for the smallest groups
    share: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"share is {self.share!r}; it is a share, from 0 to 1.")

    def segment(self, page: Page) -> Segmentation:
        if not page.text:
            return Segmentation(())
        starts = [0, *(cut.text for cut in self.cuts(page)), len(page.text)]
        return Segmentation(blocks_of(page, [[part] for part in pairwise(starts)]))

    def cuts(self, page: Page) -> list[Cut]:
        """Return the cuts of a page in its order, each with its reason."""
        gaps = self.gaps(page)
        bounds = [0, *(gap.text for gap in gaps), len(page.text)]
        before = page.chars_before
        limit = self.share * before[-1]
        return [
            gap
            for gap, (left, right) in zip(gaps, shallower([gap.depth for gap in gaps]))
            if before[bounds[right + 1]] - before[bounds[left + 1]] > limit
        ]

    def gaps(self, page: Page) -> list[Cut]:
        """Return the gaps that are worth a cut."""
        tag, parent, end, owner = page.tag, page.parent, page.end, page.owner
        first, stop, before = page.first, page.stop, page.chars_before
        boxes = [i for i, name in enumerate(tag) if name in BLOCK_LEVEL and first[i] < stop[i]]
        landmarks, in_unit = landmarks_of(page, boxes), in_units(page, boxes)
        coarse = self.share >= REGION
        region_levels = COARSE_LEVELS if coarse else REGION_LEVELS
        region_chars = REGION * before[-1]
        gaps = []
        after_heading = heading_above(page, owner[0]) >= 0 if owner else False
        for text, _ in page.lines[1:]:
            i, j = owner[text - 1], owner[text]
            is_heading = heading_above(page, j) >= 0
            was_heading, after_heading = after_heading, is_heading
            levels = 0
            is_landmark = False
            left = right = -1  # the children of the container that hold the two sides
            while i > j or end[i] <= j:
                levels += tag[i] in BLOCK_LEVEL
                is_landmark = is_landmark or i in landmarks
                left, i = i, parent[i]
            while i < j:
                levels += tag[j] in BLOCK_LEVEL
                is_landmark = is_landmark or j in landmarks
                right, j = j, parent[j]
            if in_unit[text]:
                reason = ""
            elif is_landmark:
                reason = "landmark"
            elif left >= 0 and right >= 0 and tag[left] in ITEMS and tag[right] in ITEMS:
                left_chars = before[stop[left]] - before[first[left]]
                right_chars = before[stop[right]] - before[first[right]]
                is_long = min(left_chars, right_chars) > ITEM_CHARS
                reason = "item" if is_long and levels >= GAP_LEVELS else ""
            elif left >= 0 and tag[left] in HEADINGS:
                reason = ""
            elif coarse or before[stop[i]] - before[first[i]] > region_chars:
                reason = "region" if levels >= region_levels else ""
            elif was_heading:
                reason = ""
            elif is_heading and levels >= HEADING_LEVELS:
                reason = "heading"
            else:
                reason = "gap" if levels >= GAP_LEVELS else ""
            if reason:
                gaps.append(Cut(text, reason, page.depth[i], levels))
        return gaps


def landmarks_of(page: Page, boxes: list[int]) -> set[int]:
    """Return those of ``boxes`` (block-level elements with text) that name a part of the page."""
    tags, (_, _, roles) = page.tag, page.names
    landmarks = set()
    within = -1  # the end of the outermost part that is open
    for i in boxes:
        tag = tags[i]
        if tag in LANDMARKS or roles[i] in LANDMARK_ROLES:
            landmarks.add(i)
            within = max(within, page.end[i])
        elif tag in OUTER_LANDMARKS and i >= within:
            landmarks.add(i)
    return landmarks


def in_units(page: Page, boxes: list[int]) -> bytearray:
    """Return for each text whether it and the text before it are in one unit."""
    first, stop, before, (classes, _, _) = page.first, page.stop, page.chars_before, page.names
    most = UNIT_SHARE * before[-1]
    siblings: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for i in boxes:
        siblings[page.parent[i], page.tag[i]].append(i)
    units: list[int] = []
    for of_one_tag in siblings.values():
        if len(of_one_tag) >= UNITS:
            alike: defaultdict[str, list[int]] = defaultdict(list)
            for i in of_one_tag:
                if name := classes[i]:
                    alike[name.translate(NO_DIGITS)].append(i)
            units += [i for group in alike.values() if len(group) >= UNITS for i in group]
    marked = bytearray(len(page.text))
    covered = 0  # a unit in a unit adds nothing
    for i in sorted(units):
        if first[i] >= covered and before[stop[i]] - before[first[i]] <= most:
            marked[first[i] + 1 : stop[i]] = b"\1" * (stop[i] - first[i] - 1)
            covered = stop[i]
    return marked


def shallower(depths: list[int]) -> list[tuple[int, int]]:
    """Return for each gap the next gaps to its left and right that are less deep.

    Where there is none it is -1, or the number of gaps.

    >>> shallower([2, 3, 3, 1])
    [(-1, 3), (0, 3), (0, 3), (-1, 4)]
    """
    left, right = [-1] * len(depths), [len(depths)] * len(depths)
    open_gaps: list[int] = []  # those without a shallower one to their right yet
    for k, depth in enumerate(depths):
        while open_gaps and depths[open_gaps[-1]] > depth:
            right[open_gaps.pop()] = k
        if open_gaps:
            nearest = open_gaps[-1]
            left[k] = nearest if depths[nearest] < depth else left[nearest]
        open_gaps.append(k)
    return list(zip(left, right))
