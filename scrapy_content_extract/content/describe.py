"""Page → what a learned method knows of each paragraph: the table of its features.

To add a feature, add a row to :data:`FEATURES`, with a function that makes its column for some
paragraphs from what :mod:`.facts` knows of them.  Then train the model again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from . import columns
from .facts import HINTS, IN_FOOTER, IN_MAIN, Facts, Part
from .features import At, Feature, numbered, numbers_of
from .model import Page

#: A paragraph is near the so many before and after it.
NEAR = 8


def steps_to(hint: str) -> Callable[[Part], Sequence[int]]:
    """Return a feature function: the steps up to the nearest element with a hint."""
    k = list(HINTS).index(hint)
    return lambda it: it.hint_steps[k * len(it.node) : (k + 1) * len(it.node)]


def inside(bit: int) -> Callable[[Part], Sequence[int]]:
    """Return a feature function: 1 for paragraphs inside the sections of a bit, IN_FOOTER or IN_MAIN."""
    has_bit = bytes(1 if bits & bit else 0 for bits in range(256))
    return lambda it: columns.arithmetic.gather_bytes(has_bit, it.inside)


def position(it: Part) -> Sequence[int]:
    """Return the share of the page's text that is before each paragraph."""
    text = columns.arithmetic.gather(it.page.text_before, it.starts)
    shares: Sequence[int] = columns.arithmetic.shares(1000, text, it.page.all_text)
    return shares


def own_tag(it: Part) -> Sequence[int]:
    """Return the code of each node's tag."""
    codes: Sequence[int] = columns.arithmetic.gather_bytes(it.page.page.code, it.element)
    return codes


def section_number(it: Part) -> Sequence[int]:
    """Return the place in SECTIONS of each paragraph's section."""
    numbers: Sequence[int] = columns.arithmetic.gather_bytes(it.page.own_section, it.sections)
    return numbers


def since_h1(it: Part) -> Sequence[int] | int:
    """Return the paragraphs since the first ``<h1>``; below 0 before it."""
    if it.page.h1 is None:
        return 99
    since: Sequence[int] = columns.arithmetic.offsets(it.begin, it.beyond, it.page.h1, -50, 50)
    return since


def since_container(it: Part) -> Sequence[int]:
    """Return the paragraphs since the end of the container."""
    since: Sequence[int] = columns.arithmetic.offsets(it.begin, it.beyond, it.page.container_end, 0, 200)
    return since


def link_density(it: Part, reach: int = 0) -> Sequence[int]:
    """Return the share of link text in each paragraph and so many before and after it."""
    facts = it.page
    shares: Sequence[int] = columns.arithmetic.near_shares(
        1000, facts.link_before, facts.chars_before, facts.lines, reach, it.begin, it.beyond
    )
    return shares


def near_density(it: Part) -> Sequence[int]:
    """Return the link density of what is near each paragraph."""
    return link_density(it, NEAR)


def hinted(hint: str, words: str) -> Feature[Part]:
    """Return the row of a hint."""
    return Feature(
        hint, f"steps up to an element whose class or id says {words}; 15 = none", steps_to(hint)
    )


#: What the names of features stand for; each row of the table is read alone.  *Text* is the characters
#: outside links.  An ancestor of a paragraph's node counts only if it holds more paragraphs than its child.
RATE = "characters outside links for each <a>, in tenths, of"
AROUND = "the nearest ancestor with more paragraphs"
BEYOND = "the second nearest ancestor with more paragraphs"
LEVEL_1 = "the outermost ancestor that does not hold the whole page"
LEVEL_2 = "the second outermost ancestor that does not hold the whole page"
CONTAINER = "the element with most prose right below it"
SECTION = "the nearest sectioning element or landmark"
#: Siblings are alike if they have the same tag and class.
GROUP = "the lowest ancestor with several paragraphs and two or more siblings alike"

FEATURES: tuple[Feature[Part], ...] = (
    Feature("around_rate", f"{RATE} {AROUND}", lambda it: At(it.below.rate, it.around)),
    Feature(
        "container_steps",
        f"steps from {CONTAINER} up to what also holds the paragraph, 0 = inside",
        lambda it: it.steps,
    ),
    Feature(
        "sentences",
        "10 * sentence ends + text / link text of the paragraph's node, without containers nested in it",
        lambda it: it.sentences,
    ),
    Feature(
        "position",
        "share of the page's text that is before the paragraph",
        position,
    ),
    Feature(
        "repeated",
        "greatest number of siblings alike that the paragraph's node or an ancestor has",
        lambda it: At(it.page.most_alike, it.node),
    ),
    Feature(
        "section",
        "what the nearest sectioning element or landmark is, its place in SECTIONS",
        section_number,
    ),
    Feature(
        "level2_share",
        f"share of the page's text in {LEVEL_2}",
        lambda it: At(it.below.text_share, it.level2),
    ),
    Feature("tag", "tag of the paragraph's node, its place in CODES", own_tag),
    Feature("after_h1", "paragraphs since the first <h1>, -50 to 50; 99 = there is none", since_h1),
    Feature(
        "run_share",
        "text of the run of prose that the paragraph is in or follows, as a share of the longest",
        lambda it: At(it.page.run_shares, it.run),
    ),
    Feature("container_after", f"paragraphs since the end of {CONTAINER}, at most 200", since_container),
    Feature("prose", "1 if the paragraph is prose", lambda it: it.prose),
    Feature(
        "density", "characters for each element of the paragraph's node, in tenths", lambda it: it.density
    ),
    Feature(
        "block_tag", "tag of the nearest block-level element, its place in CODES", lambda it: it.box_tag
    ),
    hinted("modal", "dialog, cookies and the like"),
    Feature(
        "alike",
        "elements of the page with text and the tag and class of the paragraph's node",
        lambda it: At(it.page.alike, it.node),
    ),
    Feature(
        "level2_links",
        f"<a> for each paragraph, in hundredths, in {LEVEL_2}",
        lambda it: At(it.below.links, it.level2),
    ),
    Feature("links", "<a> of the page", lambda it: it.page.links),
    Feature(
        "level1_share",
        f"share of the page's text in {LEVEL_1}",
        lambda it: At(it.below.text_share, it.level1),
    ),
    Feature("in_footer", "1 if below a footer", inside(IN_FOOTER)),
    Feature(
        "near_density", "share of link text in this paragraph and the 8 before and after", near_density
    ),
    Feature(
        "level1_controls",
        f"form controls for each paragraph, in hundredths, in {LEVEL_1}",
        lambda it: At(it.below.inputs, it.level1),
    ),
    Feature(
        "section_controls",
        f"form controls for each paragraph, in hundredths, in {SECTION}",
        lambda it: At(it.below.inputs, it.section),
    ),
    hinted("meta", "author, date, category and the like"),
    Feature("tables", "tables of the page", lambda it: it.page.tables),
    hinted("comment", "comments"),
    hinted("foot", "footer, copyright and the like"),
    Feature("articles", "<article> elements of the page", lambda it: it.page.articles),
    Feature("chars", "characters of the paragraph", lambda it: it.chars),
    Feature(
        "link_density",
        "share of link text in the paragraph",
        link_density,
    ),
    Feature("paragraphs", "paragraphs of the page", lambda it: it.page.paragraphs),
    Feature(
        "around_density",
        f"share of link text in {AROUND}",
        lambda it: At(it.below.link_density, it.around),
    ),
    Feature("beyond_rate", f"{RATE} {BEYOND}", lambda it: At(it.below.rate, it.beyond_it)),
    Feature(
        "level1_density",
        f"share of link text in {LEVEL_1}",
        lambda it: At(it.below.link_density, it.level1),
    ),
    Feature(
        "level2_density",
        f"share of link text in {LEVEL_2}",
        lambda it: At(it.below.link_density, it.level2),
    ),
    Feature("level2_paragraphs", f"paragraphs in {LEVEL_2}", lambda it: At(it.below.holds, it.level2)),
    Feature(
        "group_size",
        f"siblings alike of {GROUP}, itself included; 0 = there is none",
        lambda it: it.group_size,
    ),
    Feature("group_chars", f"characters of {GROUP}; -1 = there is none", lambda it: it.group_chars),
    Feature(
        "after_heading",
        "paragraphs since the last heading, at most 50; 99 = none before",
        lambda it: it.since_heading,
    ),
    Feature("heading", "level of the last heading, 1 to 6; 0 = none before", lambda it: it.heading),
    Feature(
        "container_share",
        f"share of the page's characters in {CONTAINER}",
        lambda it: it.page.container_share,
    ),
    Feature(
        "container_prose",
        f"prose paragraphs right below {CONTAINER}",
        lambda it: it.page.container_prose,
    ),
    Feature("in_main", "1 if below <main>", inside(IN_MAIN)),
    Feature("section_paragraphs", f"paragraphs of {SECTION}", lambda it: At(it.below.holds, it.section)),
    Feature(
        "section_share",
        f"share of the page's characters in {SECTION}",
        lambda it: At(it.below.share, it.section),
    ),
    Feature("before", "characters before the paragraph", lambda it: At(it.page.chars_before, it.starts)),
    Feature(
        "level1_images",
        f"images for each paragraph, in hundredths, in {LEVEL_1}",
        lambda it: At(it.below.images, it.level1),
    ),
    Feature(
        "comment_elements",
        "share of the page's elements with text whose class or id says comments",
        lambda it: it.page.comment_elements,
    ),
    Feature("page_chars", "characters of the page", lambda it: it.page.chars),
    Feature(
        "page_text",
        "share of the page's characters that are outside links",
        lambda it: it.page.text_share,
    ),
    hinted("promo", "advertisements, newsletters, subscriptions"),
    hinted("related", "what else there is to read or buy"),
    hinted("share", "share and follow buttons"),
    hinted("review", "reviews and testimonials"),
)

#: Where a feature stands in the table.
NUMBER = numbered(FEATURES)


class Description(NamedTuple):
    """What is known of some paragraphs of a page."""

    #: for each of FEATURES a number per paragraph, one column behind the other
    numbers: array[int]
    #: per paragraph: a number shared by the paragraphs whose nodes have the same tag and class, and
    #: whose nodes' parents do, too
    look: array[int]
    #: per paragraph: its node
    node: array[int]
    #: the element with most prose right below it
    container: int

    def column(self, name: str) -> array[int]:
        """Return the numbers of a feature."""
        n = len(self.node)
        return self.numbers[NUMBER[name] * n : (NUMBER[name] + 1) * n]


def describe(page: Page) -> Description:
    """Describe every paragraph of a page, in linear time."""
    return next(describe_in_parts(page, max(len(page.gap), 1)))


def describe_in_parts(page: Page, size: int) -> Iterator[Description]:
    """Describe the paragraphs of a page, ``size`` at a time.

    The features of all paragraphs at once may take more memory than the tree.
    """
    if not page.gap:
        yield Description(array("i"), array("i"), array("i"), 0)
        return
    facts = Facts(page)
    for begin in range(0, facts.paragraphs, size):
        part = Part(facts, begin, min(begin + size, facts.paragraphs))
        look, node = array("i", part.look), array("i", part.element)
        yield Description(numbers_of(FEATURES, part, len(node)), look, node, facts.container)
