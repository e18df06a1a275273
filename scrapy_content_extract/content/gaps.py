"""Page → what a learned method knows of each gap between two paragraphs: the table of its features.

Between neighbouring paragraphs the mark-up climbs to the lowest element that holds both, the *container*
of the gap, and down again.  The children of the container that it leaves and enters are *before* and
*after* the gap.  :mod:`.columns` does the arithmetic.  All numbers are whole: shares and densities are in
thousandths.

To add a feature, add a row to :data:`FEATURES` and what it is made of to :class:`Part`.  Then train the
model again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from . import columns
from .elements import BLOCK_LEVEL, HEADINGS, table
from .features import Feature, numbered, numbers_of
from .model import Page

#: What a feature has where there is no gap to compare with.
NO_GAP = -50
#: Tags by what they mean for a layout, alike ones side by side; all others have 0.
TAGS = (
    "nav", "main", "header", "footer", "aside", "section", "article", "form", "table", ("ul", "ol", "dl"),
    ("li", "dt", "dd"), "tr", ("td", "th"), "tbody", "div", "p", "h1", "h2", "h3", "h4", "h5", "h6",
    ("body", "html"), "a", "fieldset", "blockquote", "center", "option",
)  # fmt: skip
TAG = table(
    {tag: n for n, tags in enumerate(TAGS, 1) for tag in ([tags] if isinstance(tags, str) else tags)}
)
IS_BOX = table(dict.fromkeys(BLOCK_LEVEL, 1))
HEADING_LEVEL = table({tag: int(tag[1]) for tag in HEADINGS})


class Side(NamedTuple):
    """What an element is; all are 0 where there is none."""

    tag: Sequence[int]
    chars: Sequence[int]
    share: Sequence[int]
    density: Sequence[int]
    paragraphs: Sequence[int]
    children: Sequence[int]
    alike: Sequence[int]


class Gaps:
    """The gaps of a page, a column for each fact."""

    page: Page
    #: their number; the page has one paragraph more
    size: int

    # per element
    #: its tag, a place in TAGS
    tags: bytes
    #: its place among those with text
    place: Sequence[int]

    # per element with text
    #: its children with text
    children: Sequence[int]
    #: a number shared by the elements with the same tag and class, digits aside
    look: Sequence[int]
    #: how many siblings with text have its look, itself included
    alike: Sequence[int]

    # per text
    #: its paragraph
    line_of: Sequence[int]

    # per paragraph
    #: the tag of its block-level element, a place in TAGS, and the level of a heading
    tag: Sequence[int]
    heading: Sequence[int]
    #: paragraphs since the last heading, and until the next; 99 = none
    since_heading: Sequence[int]
    until_heading: Sequence[int]

    # per gap
    container: Sequence[int]
    before: Sequence[int]
    after: Sequence[int]
    #: block-level elements that end there, that begin there, and both together
    ended: Sequence[int]
    begun: Sequence[int]
    levels: Sequence[int]
    #: all elements that end there, and that begin there
    up: Sequence[int]
    down: Sequence[int]
    #: of the container
    depth: Sequence[int]
    #: the next gaps that are less deep; -1 and ``size`` where there is none
    left: Sequence[int]
    right: Sequence[int]
    #: the share of the page's gaps with fewer levels, and with less depth
    levels_rank: Sequence[int]
    depth_rank: Sequence[int]
    #: the gaps of its container, how many levels the largest of them has more, and their mean, in tenths
    container_gaps: Sequence[int]
    most_levels: Sequence[int]
    mean_levels: Sequence[int]

    def __init__(self, page: Page) -> None:
        self.page, self.size = page, len(page.line_starts) - 2
        self.tags = page.code.translate(TAG)
        self.look_at_elements()
        self.look_at_paragraphs()
        self.climb()

    def look_at_elements(self) -> None:
        """Find what elements look alike."""
        page, names, arithmetic = self.page, self.page.names, columns.arithmetic
        those, self.place, parent = columns.climb.tree_with_text(page.parent, page.first, page.stop)
        classes, of_class = arithmetic.distinct(arithmetic.gather(names.of_class, those), len(names.values))
        plain = columns.words.number_without_digits(names.values, classes)
        tags = arithmetic.gather(page.tag_number, those)
        self.look, _ = arithmetic.number_pairs(tags, arithmetic.gather(plain, of_class))
        self.alike = arithmetic.count_each(*arithmetic.number_pairs(parent, self.look))
        self.children = columns.gaps.count_children(parent)

    def look_at_paragraphs(self) -> None:
        """Find the box and the heading of each paragraph."""
        page, arithmetic = self.page, columns.arithmetic
        self.line_of = arithmetic.lines_of_texts(page.line_starts)
        owners = arithmetic.gather(page.owner, page.line_starts[:-1])
        is_box = bytearray(page.code.translate(IS_BOX))
        is_box[0] = 1  # of what has no other
        boxes = arithmetic.gather(columns.climb.nearest(page.parent, is_box), owners)
        self.tag = arithmetic.gather_bytes(self.tags, boxes)
        self.heading = arithmetic.gather_bytes(page.code.translate(HEADING_LEVEL), boxes)
        self.since_heading, _ = arithmetic.follow_headings(self.heading)
        self.until_heading = arithmetic.follow_headings(self.heading[::-1])[0][::-1]

    def climb(self) -> None:
        """Follow the mark-up through each gap."""
        page, gaps = self.page, columns.gaps
        self.container, self.before, self.after, self.ended, self.begun, self.levels, self.up, self.down = (
            gaps.climbs(page.parent, page.end, page.owner, page.meaning, page.line_starts)
        )
        self.depth = columns.arithmetic.gather(page.depth, self.container)
        self.left, self.right = gaps.shallower(self.depth)
        self.levels_rank = gaps.ranks(self.levels)
        self.depth_rank = gaps.ranks(self.depth)
        self.container_gaps, self.most_levels, self.mean_levels = gaps.compare_in_containers(
            self.container, self.levels, len(page.code)
        )

    def alike_gaps(self) -> tuple[Sequence[int], int]:
        """Return for each gap a number that gaps alike share, and how many numbers there are.

        They have the same container and levels, and on both sides elements that look alike.
        """
        number_pairs = columns.arithmetic.number_pairs
        before, after = (
            columns.gaps.looks(those, self.place, self.look) for those in (self.before, self.after)
        )
        sides, _ = number_pairs(before, after)
        places, _ = number_pairs(self.container, self.levels)
        numbers: tuple[Sequence[int], int] = number_pairs(places, sides)
        return numbers


class Part:
    """Some gaps of a page, a column for each fact."""

    #: the gaps are ``range(begin, beyond)`` of the page's
    gaps: Gaps
    begin: int
    beyond: int
    #: what the elements are
    container: Side
    before: Side
    after: Side
    #: 1 if before and after look alike
    same: Sequence[int]
    #: characters of the shorter as a share of the longer, and how much their link densities differ
    evenness: Sequence[int]
    contrast: Sequence[int]
    #: shares of the page between the next shallower gap and this one, this one and the next shallower,
    #: both, and up to here; the paragraphs of the first two
    share_before: Sequence[int]
    share_after: Sequence[int]
    share_around: Sequence[int]
    position: Sequence[int]
    paragraphs_before: Sequence[int]
    paragraphs_after: Sequence[int]
    #: how much deeper the gap before is, and the gap after; how many levels they have
    depth_of_last: Sequence[int]
    depth_of_next: Sequence[int]
    levels_of_last: Sequence[int]
    levels_of_next: Sequence[int]

    def __init__(self, gaps: Gaps, begin: int, beyond: int) -> None:
        self.gaps, self.begin, self.beyond = gaps, begin, beyond
        page, here, numbers = gaps.page, slice(begin, beyond), columns.gaps
        before, after, container = gaps.before[here], gaps.after[here], gaps.container[here]
        self.container, self.before, self.after = map(self.side, (container, before, after))
        self.same, self.evenness, self.contrast = numbers.contrasts(
            before, after, gaps.place, gaps.look,
            self.before.chars, self.after.chars, self.before.density, self.after.density,
        )  # fmt: skip
        (
            self.share_before, self.share_after, self.share_around, self.position,
            self.paragraphs_before, self.paragraphs_after,
        ) = numbers.ranges(
            gaps.left[here], gaps.right[here], page.line_starts, page.chars_before, begin
        )  # fmt: skip
        self.depth_of_last, self.depth_of_next, self.levels_of_last, self.levels_of_next = (
            numbers.neighbours(gaps.depth, gaps.levels, begin, beyond, NO_GAP)
        )

    def side(self, those: Sequence[int]) -> Side:
        """Return what some elements are."""
        gaps, page = self.gaps, self.gaps.page
        return Side(
            *columns.gaps.sides(
                those, page.first, page.stop, gaps.tags, page.chars_before, page.link_chars_before,
                gaps.line_of, gaps.place, gaps.children, gaps.alike,
            )
        )  # fmt: skip

    def last(self, of_paragraphs: Sequence[int]) -> Sequence[int]:
        """Return what the paragraph before each gap has."""
        return of_paragraphs[self.begin : self.beyond]

    def next(self, of_paragraphs: Sequence[int]) -> Sequence[int]:
        """Return what the paragraph after each gap has."""
        return of_paragraphs[self.begin + 1 : self.beyond + 1]

    def of_gaps(self, column: Sequence[int]) -> Sequence[int]:
        """Return what these gaps have."""
        return column[self.begin : self.beyond]


def what_is(name: str) -> tuple[Feature[Part], ...]:
    """Return the features of an element of each gap: "container", "before" or "after"."""
    of = attrgetter(name)
    return (
        Feature(f"{name}_tag", "its tag, a place in TAGS", lambda it: of(it).tag),
        Feature(f"{name}_share", "its share of the page's characters", lambda it: of(it).share),
        Feature(f"{name}_density", "its link density", lambda it: of(it).density),
        Feature(f"{name}_paragraphs", "its paragraphs", lambda it: of(it).paragraphs),
        Feature(f"{name}_children", "its children with text", lambda it: of(it).children),
        Feature(f"{name}_alike", "its siblings alike, itself included", lambda it: of(it).alike),
    )


#: A *range* reaches from the next shallower gap to the left to the next one to the right.  *Levels* are the
#: block-level elements that end or begin at a gap.
FEATURES: tuple[Feature[Part], ...] = (
    Feature("depth", "depth of the container", lambda it: it.of_gaps(it.gaps.depth)),
    Feature(
        "depth_rank",
        "share of the page's gaps that are less deep",
        lambda it: it.of_gaps(it.gaps.depth_rank),
    ),
    Feature("ended", "block-level elements that end", lambda it: it.of_gaps(it.gaps.ended)),
    Feature("begun", "block-level elements that begin", lambda it: it.of_gaps(it.gaps.begun)),
    Feature("levels", "both together", lambda it: it.of_gaps(it.gaps.levels)),
    Feature(
        "levels_rank",
        "share of the page's gaps with fewer levels",
        lambda it: it.of_gaps(it.gaps.levels_rank),
    ),
    Feature("up", "elements that end", lambda it: it.of_gaps(it.gaps.up)),
    Feature("down", "elements that begin", lambda it: it.of_gaps(it.gaps.down)),
    Feature("depth_of_last", "depth that the gap before has more", lambda it: it.depth_of_last),
    Feature("depth_of_next", "depth that the gap after has more", lambda it: it.depth_of_next),
    Feature("levels_of_last", "levels of the gap before", lambda it: it.levels_of_last),
    Feature("levels_of_next", "levels of the gap after", lambda it: it.levels_of_next),
    *what_is("container"),
    Feature("container_gaps", "its gaps", lambda it: it.of_gaps(it.gaps.container_gaps)),
    Feature(
        "most_levels",
        "levels that the largest of its gaps has more",
        lambda it: it.of_gaps(it.gaps.most_levels),
    ),
    Feature(
        "mean_levels",
        "levels that its gaps have more on average, in tenths",
        lambda it: it.of_gaps(it.gaps.mean_levels),
    ),
    *what_is("before"),
    *what_is("after"),
    Feature("same", "1 if before and after have the same tag and class", lambda it: it.same),
    Feature("evenness", "characters of the shorter for those of the longer", lambda it: it.evenness),
    Feature("contrast", "how much their link densities differ", lambda it: it.contrast),
    Feature(
        "last_tag", "tag of the last paragraph's box, a place in TAGS", lambda it: it.last(it.gaps.tag)
    ),
    Feature(
        "next_tag", "tag of the next paragraph's box, a place in TAGS", lambda it: it.next(it.gaps.tag)
    ),
    Feature("next_heading", "level of the heading that follows, or 0", lambda it: it.next(it.gaps.heading)),
    Feature(
        "since_heading",
        "paragraphs from the last heading to the last paragraph, at most 50; 99 = none",
        lambda it: it.last(it.gaps.since_heading),
    ),
    Feature(
        "until_heading",
        "paragraphs from the next one to the next heading, at most 50; 99 = none",
        lambda it: it.next(it.gaps.until_heading),
    ),
    Feature("share_before", "share of the page in the range before the gap", lambda it: it.share_before),
    Feature("share_after", "share of the page in the range after it", lambda it: it.share_after),
    Feature("share_around", "share of the page in the range", lambda it: it.share_around),
    Feature("paragraphs_before", "paragraphs in the range before the gap", lambda it: it.paragraphs_before),
    Feature("paragraphs_after", "paragraphs in the range after it", lambda it: it.paragraphs_after),
    Feature("position", "share of the page up to the gap", lambda it: it.position),
    Feature("gaps", "gaps of the page", lambda it: it.gaps.size),
)

#: Where a feature stands in the table.
NUMBER = numbered(FEATURES)

#: The number of gaps that are described at a time: all features of all gaps may take more memory than the
#: tree.
DESCRIBED = 1 << 14


def describe(gaps: Gaps, size: int = DESCRIBED) -> Iterator[array[int]]:
    """Yield the numbers of ``size`` gaps at a time: a column for each of FEATURES, one behind the other."""
    for begin in range(0, gaps.size, size):
        part = Part(gaps, begin, min(begin + size, gaps.size))
        yield numbers_of(FEATURES, part, part.beyond - part.begin)
