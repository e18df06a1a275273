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

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from .. import backend
from ..blocks import MEANING, blocks_of, heading_above
from ..elements import BLOCK_LEVEL, HEADINGS, table
from ..model import Page, Segmentation, positions

#: The share of a page that makes a container hold "nearly all" of it.
REGION = 0.8

#: The levels that make a gap: between regions, between regions when only those are asked
#: for, before a heading, elsewhere.
REGION_LEVELS, COARSE_LEVELS, HEADING_LEVELS, GAP_LEVELS = 2, 4, 3, 5

IS_BOX = table(dict.fromkeys(BLOCK_LEVEL, 1))

#: What makes one thing together, and how many characters make an item long.
ITEMS = frozenset({"li", "dt", "dd", "p"})
IS_ITEM = table(dict.fromkeys(ITEMS, 1))
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
ALWAYS, OUTSIDE = 1, 2
BY_TAG = table({**dict.fromkeys(LANDMARKS, ALWAYS), **dict.fromkeys(OUTER_LANDMARKS, OUTSIDE)})


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
        if not page.gap:
            return Segmentation(())
        starts = [0, *(cut.text for cut in self.cuts(page)), len(page.gap)]
        return Segmentation(blocks_of(page, ([part] for part in pairwise(starts))))

    def cuts(self, page: Page) -> list[Cut]:
        """Return the cuts of a page in its order, each with its reason."""
        if backend.compiled is not None:
            return self.compiled_cuts(page)
        gaps = self.gaps(page)
        bounds = [0, *(gap.text for gap in gaps), len(page.gap)]
        before = page.chars_before
        limit = self.share * before[-1]
        return [
            gap
            for gap, (left, right) in zip(gaps, shallower([gap.depth for gap in gaps]))
            if before[bounds[right + 1]] - before[bounds[left + 1]] > limit
        ]

    def compiled_cuts(self, page: Page) -> list[Cut]:
        coarse = self.share >= REGION
        names = vars(page).get("names")  # not to be read for this alone
        return backend.compiled.cuts(  # type: ignore[no-any-return]
            page, names, Cut, MEANING, BY_TAG, LANDMARK_ROLES, IS_ITEM, UNITS, UNIT_SHARE, REGION,
            ITEM_CHARS, self.share, coarse, COARSE_LEVELS if coarse else REGION_LEVELS,
            HEADING_LEVELS, GAP_LEVELS,
        )  # fmt: skip

    def gaps(self, page: Page) -> list[Cut]:
        """Return the gaps that are worth a cut."""
        tag, first, stop, before = page.tag, page.first, page.stop, page.chars_before
        in_unit = in_units(page)
        coarse = self.share >= REGION
        region_levels = COARSE_LEVELS if coarse else REGION_LEVELS
        region_chars = REGION * before[-1]
        gaps = []
        was_heading = heading_above(page, page.owner[0]) >= 0 if page.gap else False
        for text, i, left, right, levels, is_landmark, is_heading in climbs(page, landmarks_of(page)):
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
            was_heading = is_heading
        return gaps


#: The way through the tree from one paragraph to the next:
#: the first text of the next;
#: the lowest element that holds both, and its children that hold one and the other, or -1;
#: how many block-level elements end or begin there, and whether a landmark does;
#: whether the next paragraph is in a heading.
Climb = tuple[int, int, int, int, int, bool, bool]


def climbs(page: Page, landmarks: bytearray) -> Iterator[Climb]:
    """Yield the ways between the paragraphs of the page; ``landmarks`` marks elements with 1."""
    parent, end, owner = page.parent, page.end, page.owner
    is_box = page.code.translate(IS_BOX)
    for text, _ in page.lines[1:]:
        i, j = owner[text - 1], owner[text]
        is_heading = heading_above(page, j) >= 0
        levels = is_landmark = 0
        left = right = -1
        while i > j or end[i] <= j:
            levels += is_box[i]
            is_landmark |= landmarks[i]
            left, i = i, parent[i]
        while i < j:
            levels += is_box[j]
            is_landmark |= landmarks[j]
            right, j = j, parent[j]
        yield text, i, left, right, levels, bool(is_landmark), is_heading


def landmarks_of(page: Page) -> bytearray:
    """Mark with 1 the block-level elements with text that name a part of the page."""
    code, (_, _, roles) = page.code, page.names
    by_tag, is_box = code.translate(BY_TAG), code.translate(IS_BOX)
    by_role = [i for i, role in enumerate(roles) if role in LANDMARK_ROLES and is_box[i]]
    landmarks = bytearray(len(code))
    within = -1  # the end of the outermost part that is open
    for i in sorted({*positions(by_tag, ALWAYS), *positions(by_tag, OUTSIDE), *by_role}):
        if page.first[i] < page.stop[i]:
            if by_tag[i] != OUTSIDE or roles[i] in LANDMARK_ROLES:
                landmarks[i] = 1
                within = max(within, page.end[i])
            elif i >= within:
                landmarks[i] = 1
    return landmarks


def in_units(page: Page) -> bytearray:
    """Return for each text whether it and the text before it are in one unit."""
    first, stop, before, (classes, _, _) = page.first, page.stop, page.chars_before, page.names
    boxes = [i for i in positions(page.code.translate(IS_BOX), 1) if first[i] < stop[i]]
    named = [(i, name) for i in boxes if (name := classes[i])]
    plain = {name: name.translate(NO_DIGITS) for name in {name for _, name in named}}
    kinds = [(page.parent[i], page.code[i], plain[name]) for i, name in named]
    alike = Counter(kinds)
    units = [i for (i, _), kind in zip(named, kinds) if alike[kind] >= UNITS]
    most = UNIT_SHARE * before[-1]
    marked = bytearray(len(page.gap))
    covered = 0  # a unit in a unit adds nothing
    for i in units:
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
