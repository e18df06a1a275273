"""Gap depth: cut a page where its mark-up is cut deepest.

A method of this package.  Between two neighbouring paragraphs the mark-up climbs to
the lowest element that holds both, their *container*, and down again.  Two numbers
describe that gap:

* its *depth*, the depth of the container in the tree: the shallower, the larger are the
  groups on both sides;
* its *levels*, the number of block-level elements that end or begin there: what an
  author put into a box of its own has many, the items of a list have two.

Not every gap is worth a cut.  The first rule that fits decides, and is the *reason* of
the cut:

==========  =========================================================================
(unit)      It lies in one of three or more siblings with the same tag and class: cards,
            posts, replies.  No cut: each of them stays whole.
landmark    An article, navigation, or the like begins or ends there: an element or
            ARIA role with that meaning.  Cut.
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

Then the page is cut top-down: a range of texts with more than ``share`` of the page's
characters is cut at all its shallowest gaps, and so are the pieces.  In one pass with a
stack: a gap is cut if the range between the next shallower gaps on both sides holds more
than ``share``.

A ``share`` that keeps regions whole asks for the coarsest layout only; then a region needs
at least 4 levels around it, and the rules for headings and smaller gaps do not apply.

The order and the limits of the rules were found on pages with blocks marked by hand;
docs/segmenters/gapdepth.rst says how, and how well they do on other pages.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .. import columns
from ..blocks import Parts, make_blocks
from ..elements import table
from ..model import Page, Segmentation

#: A container with more than this share of a page holds "nearly all" of it.
REGION = 0.8

#: The least levels of a gap: between regions, between regions if only these are wanted,
#: before a heading, elsewhere.
REGION_LEVELS, COARSE_LEVELS, HEADING_LEVELS, GAP_LEVELS = 2, 4, 3, 5

#: The items of lists and texts, and how many characters make one long.
IS_ITEM = table(dict.fromkeys(["li", "dt", "dd", "p"], 1))
ITEM_CHARS = 300

#: At least so many siblings with the same tag and class (without digits) are units; but one
#: with more than this share of the page is a row or a column of the layout.
UNITS = 3
UNIT_SHARE = 1 / 3

#: Elements and roles that name a part of a page: https://www.w3.org/TR/html-aam-1.0/
LANDMARKS = frozenset({"article", "aside", "main", "nav", "search"})
LANDMARK_ROLES = frozenset("article banner complementary contentinfo main navigation region search".split())
#: These name one unless they are inside another: an article's header belongs to the article.
OUTER_LANDMARKS = frozenset({"header", "footer"})
PARTS = columns.gaps.PARTS
BY_TAG = table(dict.fromkeys(LANDMARKS, PARTS["always"]) | dict.fromkeys(OUTER_LANDMARKS, PARTS["outside"]))


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

    #: a range with more than this share of the page's characters is cut if possible: 0.95 for
    #: the page's regions, 0.3 for their parts, 0.05 for the smallest groups
    share: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"share is {self.share!r}; it is a share, from 0 to 1.")

    def segment(self, page: Page) -> Segmentation:
        if not page.gap:
            return Segmentation(())
        starts = array("i", [0, *(cut.text for cut in self.cuts(page))])
        stops = array("i", [*starts[1:], len(page.gap)])
        return Segmentation(make_blocks(page, Parts(starts, stops, array("i", range(len(starts) + 1)))))

    def cuts(self, page: Page) -> list[Cut]:
        """Return the cuts in page order, each with its reason."""
        texts, reasons, depths, levels = self.gaps(page)
        cuts = columns.gaps.cut(page.chars_before, texts, depths, self.share)
        named, untracked = columns.gaps.REASONS, columns.render.untracked
        return [untracked(Cut(texts[k], named[reasons[k]], depths[k], levels[k])) for k in cuts]

    def gaps(self, page: Page) -> tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]:
        """Return the gaps that are worth a cut: the text after each, its reason, depth and levels."""
        if not page.gap:
            return array("i"), array("i"), array("i"), array("i")
        coarse = self.share >= REGION
        climbs = columns.gaps.climbs(
            page.parent, page.end, page.owner, page.gap, page.meaning, landmarks_of(page)
        )
        reasons = columns.gaps.reasons(
            *climbs, page.first, page.stop, page.chars_before, page.meaning,
            page.code.translate(IS_ITEM), in_units(page),
            -1 if coarse else REGION * page.chars_before[-1], ITEM_CHARS,
            COARSE_LEVELS if coarse else REGION_LEVELS, HEADING_LEVELS, GAP_LEVELS,
        )  # fmt: skip
        kept = columns.gaps.with_reason(reasons)
        text, top, _, _, levels, *_ = climbs
        gather = columns.arithmetic.gather
        depth = gather(page.depth, gather(top, kept))
        return gather(text, kept), gather(reasons, kept), depth, gather(levels, kept)


def landmarks_of(page: Page) -> bytearray:
    """Mark with 1 the block-level elements with text that name a part of the page."""
    by_role = bytes(role in LANDMARK_ROLES for role in page.names.roles)
    by_tag = page.code.translate(BY_TAG)
    marks: bytearray = columns.gaps.find_landmarks(
        page.end, page.first, page.stop, by_tag, by_role, page.names.of_role, page.meaning
    )
    return marks


def in_units(page: Page) -> bytearray:
    """Mark with 1 the texts that are in one unit with the text before them."""
    names, gather, number_pairs = page.names, columns.arithmetic.gather, columns.arithmetic.number_pairs
    no_name = names.values.index("") if "" in names.values else 0
    boxes = columns.gaps.named_boxes(page.first, page.stop, page.meaning, names.of_class, no_name)
    classes, places = columns.arithmetic.distinct(gather(names.of_class, boxes), len(names.values))
    plain = columns.words.number_without_digits([names.values[n] for n in classes])
    alike, _ = number_pairs(gather(page.tag_number, boxes), gather(plain, places))
    units, count = number_pairs(gather(page.parent, boxes), alike)
    most = UNIT_SHARE * page.chars_before[-1]
    marks: bytearray = columns.gaps.mark_units(
        page.first, page.stop, page.chars_before, boxes, units, count, UNITS, most
    )
    return marks
