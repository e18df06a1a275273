"""Gap depth: cut a page where its mark-up is cut deepest.

A method of this package, and its default.

1. Between two neighbouring paragraphs the mark-up climbs to the lowest element that holds both, the
   *container* of the gap, and down again.  The children of the container that it leaves and enters are
   *before* and *after* the gap.  Whole numbers describe the gap: how deep the container is, how many elements
   end and begin, how large and how alike the elements on both sides are, the gaps around
   (:data:`FEATURES`).
2. From these numbers boosted trees compute the *strength* of the gap, from 0 to 1
   (:mod:`.trees`).  They were trained on pages whose blocks people marked
   (``lab/training/cuts.py``): a gap inside a block is worth 0, one between two blocks of a region 1/2, one
   between two regions 1.
3. A heading stays with what follows, and the paragraphs of a text or the items of a list stay together,
   where no box is between them: such gaps have no strength.
4. Gaps alike get their mean strength, those between the cards of a list, say: the same container and
   levels, and on both sides elements of the same tag and class.
5. The page is cut at every gap that is strong enough.  Regions lie between the strongest gaps, their parts
   and blocks between weaker ones, so the levels are nested, and one pass finds them all.
6. A block of a few characters joins its neighbour in the same part, over the weaker cut: few people mark it
   alone.

Step 3 does not change the scores: few marked pages are nothing but one text.  The strengths that a cut needs
were chosen by the scores on all marked pages together.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from .. import core
from ..auto.features import Feature, numbered
from ..auto.trees import Trees
from ..core.gaps import TAG, TAGS
from ..markup import CODES, HEADINGS
from ..model import Group, Range, Segmentation
from ..page.blocks import make_blocks
from ..page.page import Page
from ..page.rendering import Parts
from . import require
from .roles import Cuts, roles_of

#: The strength that a cut needs where ``share`` is 0 and where it is 1.
WEAKEST, STRONGEST = 0.19, 0.75
#: The strength between the parts of a region, and between regions.
PART, REGION = 0.45, 0.7
#: The characters below which a block is small.
SMALL = 12
#: The features that a reason names: the report shows a reason in a line.
MOST_NAMED = 3
#: The gaps that are described at a time: all features of all gaps may take more memory than the tree.
DESCRIBED = 1 << 14
#: The tags of items, and of headings: 1 at their places in TAGS.
IS_ITEM, IS_HEADING = (
    bytes(place in {TAG[CODES[tag]] for tag in tags} for place in range(len(TAGS) + 1))
    for tags in (("p", "li", "dt", "dd"), HEADINGS)
)


def features_of(name: str) -> tuple[Feature, ...]:
    """Return the features of an element of each gap: "container", "before" or "after"."""
    return (
        Feature(f"{name}_tag", "its tag, a place in TAGS"),
        Feature(f"{name}_share", "its share of the page's characters"),
        Feature(f"{name}_density", "its link density"),
        Feature(f"{name}_paragraphs", "its paragraphs"),
        Feature(f"{name}_children", "its children with text"),
        Feature(f"{name}_alike", "its siblings alike, itself included"),
    )


#: A new feature needs a row here, code in ``core/gaps.py`` that writes its column from the facts
#: of ``core/gaps.py``, and a new model.  Shares and densities are in thousandths.  A *range* reaches from
#: the next shallower gap to the left to the next one to the right.  *Levels* are the block-level elements
#: that end or begin at a gap.
FEATURES: tuple[Feature, ...] = (
    Feature("depth", "depth of the container"),
    Feature("depth_rank", "share of the page's gaps that are less deep"),
    Feature("ended", "block-level elements that end"),
    Feature("begun", "block-level elements that begin"),
    Feature("levels", "both together"),
    Feature("levels_rank", "share of the page's gaps with fewer levels"),
    Feature("up", "elements that end"),
    Feature("down", "elements that begin"),
    Feature("depth_of_last", "depth that the gap before has more"),
    Feature("depth_of_next", "depth that the gap after has more"),
    Feature("levels_of_last", "levels of the gap before"),
    Feature("levels_of_next", "levels of the gap after"),
    *features_of("container"),
    Feature("container_gaps", "its gaps"),
    Feature("most_levels", "levels that the largest of its gaps has more"),
    Feature("mean_levels", "levels that its gaps have more on average, in tenths"),
    *features_of("before"),
    *features_of("after"),
    Feature("same", "1 if before and after have the same tag and class"),
    Feature("evenness", "characters of the shorter divided by characters of the longer"),
    Feature("contrast", "how much their link densities differ"),
    Feature("last_tag", "tag of the last paragraph's box, a place in TAGS"),
    Feature("next_tag", "tag of the next paragraph's box, a place in TAGS"),
    Feature("next_heading", "level of the heading that follows, or 0"),
    Feature("since_heading", "paragraphs from the last heading to the last paragraph, at most 50; 99 = none"),
    Feature("until_heading", "paragraphs from the next one to the next heading, at most 50; 99 = none"),
    Feature("share_before", "share of the page in the range before the gap"),
    Feature("share_after", "share of the page in the range after it"),
    Feature("share_around", "share of the page in the range"),
    Feature("paragraphs_before", "paragraphs in the range before the gap"),
    Feature("paragraphs_after", "paragraphs in the range after it"),
    Feature("position", "share of the page up to the gap"),
    Feature("gaps", "gaps of the page"),
)

#: The number of each feature in the table.
NUMBER = numbered(FEATURES)
#: The numbers of those that each function of the core writes.
PLACES = [[NUMBER[name] for name in part] for part in core.gaps.WRITTEN]


class Cut(NamedTuple):
    #: the first text after it
    text: int
    #: from 0 to 1
    strength: float
    #: what speaks for the cut most, as "levels 7, depth_rank 12"; the names come from ``gaps.FEATURES``
    reason: str


@dataclass(frozen=True)
class GapDepth:
    """The only parameter is how coarse the blocks are."""

    #: 0.95 for the page's regions, 0.3 for their parts, 0.05 for the smallest groups
    share: float = 0.05

    def __post_init__(self) -> None:
        require(self, "share", 0 <= self.share <= 1, "a share from 0 to 1")

    @property
    def least(self) -> float:
        return WEAKEST + self.share * (STRONGEST - WEAKEST)

    def segment(self, page: Page, trees: Trees | None = None) -> Segmentation:
        """Cut a page; ``trees`` replace the package's model."""
        if not page.gap:
            return Segmentation(())
        cuts = self.cut(page, trees)
        starts, stops = cuts.starts[:-1], cuts.starts[1:]
        groups, parents = grouped(cuts.strength)
        parts = Parts(starts, stops, array("i", range(len(starts) + 1)))
        roles = roles_of(page, cuts, REGION)
        return Segmentation(make_blocks(page, parts, parents=parents, roles=roles), groups)

    def cut(self, page: Page, trees: Trees | None = None) -> Cuts:
        """Return the cuts of a page that has texts."""
        strength = strengths(gaps_in(page), trees or model())
        kept = self.chosen(page, strength)
        lines = array("i", [0, *(k + 1 for k in kept), len(page.line_starts) - 1])
        starts = core.queries.gather(page.line_starts, lines)
        return Cuts(starts, lines, array("d", [strength[k] for k in kept]))

    def chosen(self, page: Page, strength: array[float]) -> array[int]:
        """Return the gaps at which the page is cut."""
        return core.gaps.chosen(strength, page.line_starts, page.chars_before, self.least, PART, SMALL)

    def cuts(self, page: Page, trees: Trees | None = None) -> list[Cut]:
        """Return the cuts in page order, each with its reason; ``trees`` as for :meth:`segment`."""
        if len(page.line_starts) <= 2:
            return []
        gaps, trees = gaps_in(page), trees or model()
        strength = strengths(gaps, trees)
        cuts: list[Cut] = []
        for k in self.chosen(page, strength):
            numbers = core.gaps.describe(gaps, k, k + 1, PLACES)
            cuts.append(Cut(page.line_starts[k + 1], strength[k], reason_of(numbers, trees)))
        return cuts


def gaps_in(page: Page) -> core.gaps.Gaps:
    """Return the gaps of a page that has texts."""
    gaps = core.gaps.Gaps(page)
    numbers: dict[bytes, int] = {}
    letters = "\0".join(map(page.names.value, gaps.class_names)).encode("utf-8", "surrogatepass")
    plain = letters.translate(None, b"0123456789").split(b"\0")[: len(gaps.class_names)]
    gaps.compare(array("i", [numbers.setdefault(name, len(numbers)) for name in plain]))
    return gaps


def numbers_of_gaps(gaps: core.gaps.Gaps, size: int = DESCRIBED) -> Iterator[array[int]]:
    """Yield the numbers of ``size`` gaps at a time: a column for each of FEATURES, one behind the other."""
    for begin in range(0, gaps.size, size):
        yield core.gaps.describe(gaps, begin, min(begin + size, gaps.size), PLACES)


@lru_cache(maxsize=1)
def model() -> Trees:
    """Return the trained trees; read once, when they are first needed."""
    return Trees.load("methods/gapdepth.json")


def strengths(gaps: core.gaps.Gaps, trees: Trees) -> array[float]:
    found = array("d")
    for numbers in numbers_of_gaps(gaps):
        strength = trees.probabilities(numbers)
        starts = (NUMBER[name] * len(strength) for name in ("levels", "before_tag", "after_tag"))
        levels, before, after = (numbers[start : start + len(strength)] for start in starts)
        core.gaps.keep_together(strength, levels, before, after, IS_ITEM, IS_HEADING)
        found.extend(strength)
    core.gaps.level_out(found, *gaps.alike_gaps())
    return found


def reason_of(row: Sequence[int], trees: Trees) -> str:
    """Return the numbers of a gap that speak for a cut most."""
    shares = trees.contributions(row)
    names = sorted((name for name in shares if shares[name] > 0), key=shares.__getitem__, reverse=True)
    return ", ".join(f"{name} {row[NUMBER[name]]}" for name in names[:MOST_NAMED])


def grouped(strength: Sequence[float]) -> tuple[tuple[Group, ...], list[int]]:
    """Return the groups of blocks, which lie between two cuts of a strength, and the parent of each block.

    ``strength`` has the cut before each block except the first.  One block alone is not a group, nor is a
    part that is its whole region.
    """
    groups: list[Group] = []
    parents = [-1] * (len(strength) + 1)
    for start, stop in between(strength, REGION, 0, len(parents)):
        if stop - start == 1:
            continue
        region = len(groups)
        groups.append(Group(start, stop, -1))
        for first, beyond in between(strength, PART, start, stop):
            is_part = 1 < beyond - first < stop - start
            parents[first:beyond] = [len(groups) if is_part else region] * (beyond - first)
            if is_part:
                groups.append(Group(first, beyond, region))
    return tuple(groups), parents


def between(strength: Sequence[float], least: float, start: int, stop: int) -> Iterator[Range]:
    """Return the ranges of blocks between the cuts of at least some strength.

    >>> list(between([0.9, 0.2, 0.5], 0.5, 0, 4))
    [(0, 1), (1, 3), (3, 4)]
    """
    cuts = [k for k in range(start + 1, stop) if strength[k - 1] >= least]
    return pairwise([start, *cuts, stop])
