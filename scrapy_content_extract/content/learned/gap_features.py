"""Page → the features of each gap between two paragraphs.

Between neighbouring paragraphs the mark-up climbs to the lowest element that holds both, the *container*
of the gap, and down again.  The children of the container that it leaves and enters are *before* and
*after* the gap.  :mod:`.columns` does the arithmetic.  All numbers are whole: shares and densities are in
thousandths.

To add a feature, add a row to :data:`FEATURES`, and to :mod:`.columns.describe_gaps` the code that writes its
column from the facts in :mod:`.columns.gaps`.  Then train the model again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from .. import columns
from ..markup.layout import TAG as TAG
from ..markup.layout import TAGS as TAGS
from ..page.page import Page
from .features import Feature, numbered


def gaps_in(page: Page) -> columns.gaps.Gaps:
    """Return the gaps of a page that has texts."""
    gaps = columns.gaps.Gaps(page)
    gaps.compare(columns.words.number_without_digits(page.names.values, gaps.class_names))
    return gaps


def what_is(name: str) -> tuple[Feature, ...]:
    """Return the features of an element of each gap: "container", "before" or "after"."""
    return (
        Feature(f"{name}_tag", "its tag, a place in TAGS"),
        Feature(f"{name}_share", "its share of the page's characters"),
        Feature(f"{name}_density", "its link density"),
        Feature(f"{name}_paragraphs", "its paragraphs"),
        Feature(f"{name}_children", "its children with text"),
        Feature(f"{name}_alike", "its siblings alike, itself included"),
    )


#: A *range* reaches from the next shallower gap to the left to the next one to the right.  *Levels* are the
#: block-level elements that end or begin at a gap.
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
    *what_is("container"),
    Feature("container_gaps", "its gaps"),
    Feature("most_levels", "levels that the largest of its gaps has more"),
    Feature("mean_levels", "levels that its gaps have more on average, in tenths"),
    *what_is("before"),
    *what_is("after"),
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

#: The number of gaps that are described at a time: all features of all gaps may take more memory than the
#: tree.
DESCRIBED = 1 << 14


def describe(gaps: columns.gaps.Gaps, size: int = DESCRIBED) -> Iterator[array[int]]:
    """Yield the numbers of ``size`` gaps at a time: a column for each of FEATURES, one behind the other."""
    for begin in range(0, gaps.size, size):
        yield columns.describe_gaps.describe(gaps, begin, min(begin + size, gaps.size), NUMBER)
