"""Page → the features of each paragraph.

Features are whole numbers, with a column for each.  To add one, add a row to :data:`FEATURES`, and to
:mod:`.core.facts` the code that writes its column.  Then train the model again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .. import core
from ..core.hints import SECTION_OF_ROLE
from ..page.page import Page


class Feature(NamedTuple):
    """A whole number for each paragraph, gap or block of a page."""

    name: str
    meaning: str


def numbered(features: Iterable[Feature]) -> dict[str, int]:
    """Return the number of each feature in its table, by name."""
    return {feature.name: number for number, feature in enumerate(features)}


def hinted(hint: str, words: str) -> Feature:
    return Feature(hint, f"steps up to an element whose class or id says {words}; 15 = none")


#: Parts of the features' meanings; each row of the table is read alone.  *Text* is the characters outside
#: links.  An ancestor of a paragraph's node counts only if it holds more paragraphs than its child.
RATE = "characters outside links for each <a>, in tenths, of"
AROUND = "the nearest ancestor with more paragraphs"
BEYOND = "the second nearest ancestor with more paragraphs"
LEVEL_1 = "the outermost ancestor that does not hold the whole page"
LEVEL_2 = "the second outermost ancestor that does not hold the whole page"
CONTAINER = "the element with most prose right below it"
SECTION = "the nearest sectioning element or landmark"
#: Siblings are alike if they have the same tag and class.
GROUP = "the lowest ancestor with several paragraphs and two or more siblings alike"
#: The words of a paragraph that are compared: boilerplate is short.
WORDS = 32
SAID = f"share of the paragraph's first {WORDS} words, in hundredths, that"

FEATURES: tuple[Feature, ...] = (
    Feature("around_rate", f"{RATE} {AROUND}"),
    Feature("container_steps", f"steps from {CONTAINER} up to what also holds the paragraph, 0 = inside"),
    Feature(
        "sentences",
        "10 * sentence ends + text / link text of the paragraph's node, without containers nested in it",
    ),
    Feature("position", "share of the page's text that is before the paragraph"),
    Feature("repeated", "greatest number of siblings alike that the paragraph's node or an ancestor has"),
    Feature("section", "what the nearest sectioning element or landmark is, its place in SECTIONS"),
    Feature("level2_share", f"share of the page's text in {LEVEL_2}"),
    Feature("tag", "tag of the paragraph's node, its place in CODES"),
    Feature("after_h1", "paragraphs since the first <h1>, -50 to 50; 99 = there is none"),
    Feature(
        "run_share", "text of the run of prose that the paragraph is in or follows, as a share of the longest"
    ),
    Feature("container_after", f"paragraphs since the end of {CONTAINER}, at most 200"),
    Feature("prose", "1 if the paragraph is prose"),
    Feature("density", "characters for each element of the paragraph's node, in tenths"),
    Feature("block_tag", "tag of the nearest block-level element, its place in CODES"),
    hinted("modal", "dialog, cookies and the like"),
    Feature("alike", "elements of the page with text and the tag and class of the paragraph's node"),
    Feature("level2_links", f"<a> for each paragraph, in hundredths, in {LEVEL_2}"),
    Feature("links", "<a> of the page"),
    Feature("level1_share", f"share of the page's text in {LEVEL_1}"),
    Feature("in_footer", "1 if below a footer"),
    Feature("near_density", "share of link text in this paragraph and the 8 before and after"),
    Feature("level1_controls", f"form controls for each paragraph, in hundredths, in {LEVEL_1}"),
    Feature("section_controls", f"form controls for each paragraph, in hundredths, in {SECTION}"),
    hinted("meta", "author, date, category and the like"),
    Feature("tables", "tables of the page"),
    hinted("comment", "comments"),
    hinted("foot", "footer, copyright and the like"),
    Feature("articles", "<article> elements of the page"),
    Feature("chars", "characters of the paragraph"),
    Feature("link_density", "share of link text in the paragraph"),
    Feature("paragraphs", "paragraphs of the page"),
    Feature("around_density", f"share of link text in {AROUND}"),
    Feature("beyond_rate", f"{RATE} {BEYOND}"),
    Feature("level1_density", f"share of link text in {LEVEL_1}"),
    Feature("level2_density", f"share of link text in {LEVEL_2}"),
    Feature("level2_paragraphs", f"paragraphs in {LEVEL_2}"),
    Feature("group_size", f"siblings alike of {GROUP}, itself included; 0 = there is none"),
    Feature("group_chars", f"characters of {GROUP}; -1 = there is none"),
    Feature("after_heading", "paragraphs since the last heading, at most 50; 99 = none before"),
    Feature("heading", "level of the last heading, 1 to 6; 0 = none before"),
    Feature("container_share", f"share of the page's characters in {CONTAINER}"),
    Feature("container_prose", f"prose paragraphs right below {CONTAINER}"),
    Feature("in_main", "1 if below <main>"),
    Feature("section_paragraphs", f"paragraphs of {SECTION}"),
    Feature("section_share", f"share of the page's characters in {SECTION}"),
    Feature("before", "characters before the paragraph"),
    Feature("level1_images", f"images for each paragraph, in hundredths, in {LEVEL_1}"),
    Feature("comment_elements", "share of the page's elements with text whose class or id says comments"),
    Feature("page_chars", "characters of the page"),
    Feature("page_text", "share of the page's characters that are outside links"),
    hinted("promo", "advertisements, newsletters, subscriptions"),
    hinted("related", "what else there is to read or buy"),
    hinted("share", "share and follow buttons"),
    hinted("review", "reviews and testimonials"),
    Feature("words_alike", f"{SAID} three or more paragraphs that look alike have, itself included"),
    Feature("words_of_half", f"{SAID} three or more, and half or more, of those that look alike have"),
    Feature("words_twice", f"{SAID} two or more paragraphs of the page have, itself included"),
    Feature("words_often", f"{SAID} four or more paragraphs of the page have, itself included"),
)

#: The number of each feature in the table.
NUMBER = numbered(FEATURES)
#: The same, as :mod:`.core.facts` writes them.
PLACES = [[NUMBER[name] for name in part] for part in core.facts.WRITTEN]


class Description(NamedTuple):
    """The features of some paragraphs of a page."""

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
    """Describe every paragraph of a page."""
    return next(describe_in_parts(page, max(len(page.gap), 1)))


def describe_in_parts(page: Page, size: int) -> Iterator[Description]:
    """Describe the paragraphs of a page, ``size`` at a time.

    The features of all paragraphs at once may take more memory than the tree.
    """
    if not page.gap:
        yield Description(array("i"), array("i"), array("i"), 0)
        return
    sentences_before = core.render.count_sentence_ends(page.strings)
    sections = array("i", [SECTION_OF_ROLE.get(role or "", -1) for role in page.names.roles])
    facts = core.facts.Facts(page, sentences_before, sections)
    facts.look_at_elements()
    facts.look_at_page()
    words, starts = core.words.number_words(page.strings, page.line_starts, WORDS)
    common = core.facts.shares(words, starts, facts.line_look)
    for begin in range(0, len(page.line_starts) - 1, size):
        beyond = min(begin + size, len(page.line_starts) - 1)
        yield Description(*core.facts.describe(facts, common, begin, beyond, PLACES))
