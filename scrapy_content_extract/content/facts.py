"""Page → what the features of its paragraphs are made of: columns of elements and of paragraphs.

A *paragraph* is an entry of :attr:`.Page.lines`; its *node* is the lowest element that holds all of
it.  :mod:`.columns` does the arithmetic: a count below an element is the difference of two running
totals, and what an element inherits from its ancestors comes down in one pass.  All numbers are
whole: shares are in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from . import columns
from .elements import BLOCK_LEVEL, CODES, HEADINGS, table
from .model import Page

#: Sectioning elements, landmarks, and other elements that mark a part of a page.
SECTIONS = (
    *("nav", "footer", "dialog", "form", "aside", "header", "details", "figure", "fieldset"),
    *("html", "body", "section", "table", "article", "main"),
)
#: Roles with the same meaning: https://www.w3.org/TR/wai-aria-1.2/#landmark_roles
ROLE_SECTIONS = {
    "navigation": "nav", "contentinfo": "footer", "complementary": "aside", "banner": "header",
    "main": "main", "article": "article", "search": "form", "form": "form", "dialog": "dialog",
}  # fmt: skip
#: The number of each section; other elements have 0.
SECTION = {name: number for number, name in enumerate(SECTIONS, start=1)}
SECTION_OF_CODE = table(SECTION)
SECTION_OF_ROLE = {role: SECTION[name] for role, name in ROLE_SECTIONS.items()}
FOOTER, MAIN, BODY = SECTION["footer"], SECTION["main"], SECTION["body"]

#: Hints at what an element is: the words in its class or id.
HINTS: dict[str, tuple[str, ...]] = {
    "modal": tuple(
        "cookie consent gdpr modal popup overlay dialog alert notice toast drawer offcanvas".split()
    ),
    "meta": tuple(
        "author byline meta date time publish tag categor info user avatar profile badge stat "
        "count view".split()
    ),
    "comment": tuple("comment disqus respond reply pinglun feedback".split()),
    "foot": tuple("foot copyright colophon bottom legal".split()),
    "promo": tuple(
        "newsletter subscri signup sign-up promo banner advert sponsor donat paywall membership".split()
    ),
    "related": tuple(
        "relat recommend teaser popular trending latest also more readnext carousel upsell".split()
    ),
    "share": tuple("share social follow".split()),
    "review": tuple("review rating testimonial".split()),
}
assert len(HINTS) <= 8  # a set of them is a byte
COMMENT = 1 << list(HINTS).index("comment")
#: The steps to a hint that is absent, or this far away or farther.
FAR = 15
#: The steps to all hints are packed into one number, four bits for each.  This one has a 1 in each.
ONES = sum(1 << 4 * bit for bit in range(len(HINTS)))
#: For each set of hints, a bit for each hint: a mask that sets the steps to these hints to 0.
KEPT = array(
    "q",
    [
        sum(FAR << 4 * bit for bit in range(len(HINTS)) if not hints >> bit & 1)
        for hints in range(1 << len(HINTS))
    ],
)

IS_BOX = table(dict.fromkeys(BLOCK_LEVEL, 1))
IS_CONTAINER = table(dict.fromkeys("div table td article section main".split(), 1))
#: What is counted: bits for links, form controls and images.
COUNTED = table({"a": 1, **dict.fromkeys("input button select label textarea".split(), 2), "img": 4})
HEADING_LEVEL = table({tag: int(tag[1]) for tag in HEADINGS})

#: The sections around an element that are features, as bits.
IN_FOOTER, IN_MAIN = 1, 2
INSIDE = bytes({FOOTER: IN_FOOTER, MAIN: IN_MAIN}.get(section, 0) for section in range(256))
#: For each set of hints: 1 if the one for comments is among them.
HAS_COMMENT = bytes(1 if hints & COMMENT else 0 for hints in range(256))

#: Prose is mostly outside links, and has at least this many characters or ends a sentence.
PROSE_CHARS = 60


class Facts:
    """What is known of the elements of a page with text, and of its paragraphs.

    An element is its place among the elements with text, unless it is "of the page".  ``describe.FEATURES``
    explains the container, the levels, sections, groups and runs.
    """

    page: Page
    #: the first text of each paragraph, and the number of all texts last
    lines: Sequence[int]

    # the page as a whole
    paragraphs: int
    chars: int
    #: characters outside links, at least 1
    all_text: int
    #: share of the characters that are outside links
    text_share: int
    #: its ``<a>``, ``<table>`` and ``<article>`` elements
    links: int
    tables: int
    articles: int
    #: share of the elements whose class or id hints at comments
    comment_elements: int
    #: the first paragraph in an ``<h1>``, if there is one
    h1: int | None
    #: an element of the page
    container: int
    #: paragraphs of prose right below the container
    container_prose: int
    #: its share of the characters
    container_share: int
    #: the paragraph with its last text
    container_end: int
    #: per run of prose: its text as a share of the longest run's
    run_shares: Sequence[int]

    # running totals by text: all characters, those in links, those outside, and the ends of sentences
    chars_before: Sequence[int]
    link_before: Sequence[int]
    text_before: Sequence[int]
    sentences_before: Sequence[int]

    # running totals by element of the page: ``<a>``, form controls and ``<img>``
    links_before: Sequence[int]
    inputs_before: Sequence[int]
    images_before: Sequence[int]

    # per element
    #: its index in the page
    element: Sequence[int]
    parent: Sequence[int]
    #: its texts are ``range(first[i], stop[i])``
    first: Sequence[int]
    stop: Sequence[int]
    #: as in the page
    tag: Sequence[int]
    of_class: Sequence[int]
    of_id: Sequence[int]
    of_role: Sequence[int]
    code: bytearray
    #: how many paragraphs have text in it
    holds: Sequence[int]
    #: the next ancestor that holds more paragraphs
    larger: Sequence[int]
    level1: Sequence[int]
    level2: Sequence[int]
    #: its place in SECTIONS, from 1, by its role or its tag; 0 for other elements
    own_section: bytearray
    #: the nearest block-level element and the nearest section, itself included
    box: Sequence[int]
    section: Sequence[int]
    #: bits IN_FOOTER and IN_MAIN
    inside: Sequence[int]
    #: of an IS_CONTAINER element: text, link text and sentence ends in those right inside it
    nested: tuple[Sequence[int], Sequence[int], Sequence[int]]
    #: steps up to each hint, four bits for each
    steps: Sequence[int]
    #: a number shared by the elements with the same tag and class
    look: Sequence[int]
    #: how many elements have its look
    alike: Sequence[int]
    #: how many of these have its parent
    siblings: Sequence[int]
    #: the most ``siblings`` that it or an ancestor has
    most_alike: Sequence[int]
    #: 0 without a group
    group: Sequence[int]

    # per paragraph
    #: its node, as an element of the page
    element_of_line: Sequence[int]
    #: its node
    node: Sequence[int]
    #: its characters: all, those in links, those outside
    line_chars: Sequence[int]
    line_links: Sequence[int]
    line_text: Sequence[int]
    #: 1 if it is prose, see PROSE_CHARS
    prose: Sequence[int]
    #: the nearest block-level element, and the code of its tag
    box_of_line: Sequence[int]
    box_tag: Sequence[int]
    #: paragraphs since the last heading, and its level
    since_heading: Sequence[int]
    heading: Sequence[int]
    #: a number shared by the paragraphs whose nodes look alike, and the nodes' parents, too
    line_look: Sequence[int]
    #: the run of prose that it is in or follows, 0 before the first
    run: Sequence[int]
    #: steps from the container up to the first element that holds the paragraph, too
    container_steps: Sequence[int]

    def __init__(self, page: Page) -> None:
        self.page, self.lines = page, page.line_starts
        self.chars_before, self.link_before = page.chars_before, page.link_chars_before
        self.text_before = columns.arithmetic.less(self.chars_before, self.link_before)
        self.sentences_before = columns.render.count_sentence_ends(page.strings)
        self.count_page()
        self.take_elements()
        self.come_down()
        self.count_alike()
        self.look_at_paragraphs()
        self.find_container()

    def count_page(self) -> None:
        """Count what all paragraphs of the page share."""
        page, counted = self.page, columns.arithmetic.totals_of_bits(self.page.code, COUNTED)
        self.links_before, self.inputs_before, self.images_before = counted
        self.paragraphs = len(self.lines) - 1
        self.chars, self.all_text = self.chars_before[-1], self.text_before[-1] or 1
        self.text_share = 1000 * self.text_before[-1] // self.chars
        self.links = self.links_before[-1]
        self.tables, self.articles = page.code.count(CODES["table"]), page.code.count(CODES["article"])

    def take_elements(self) -> None:
        """Copy the page's columns for the elements with text."""
        page, names = self.page, self.page.names
        self.element, place, self.parent = columns.climb.tree_with_text(page.parent, page.first, page.stop)
        self.first, self.stop, self.tag, self.of_class, self.of_id, self.of_role, self.code = (
            columns.descend.of_elements(
                self.element, page.first, page.stop, page.tag_number, names.of_class, names.of_id,
                names.of_role, page.code,
            )
        )  # fmt: skip
        self.element_of_line = columns.climb.nodes_of(page.parent, page.end, page.owner, self.lines)
        self.node = columns.arithmetic.gather(place, self.element_of_line)

    def come_down(self) -> None:
        """Find what an element inherits from its ancestors."""
        descend, parent, code, names = columns.descend, self.parent, self.code, self.page.names
        line_of = columns.arithmetic.lines_of_texts(self.lines)
        self.holds, self.larger, self.level1, self.level2 = descend.widen(
            parent, self.first, self.stop, line_of
        )
        of_role = array("i", [SECTION_OF_ROLE.get(role or "", -1) for role in names.roles])
        self.own_section = descend.sections(code.translate(SECTION_OF_CODE), self.of_role, of_role, BODY)
        self.box, self.section, container, self.inside = descend.come_down(
            parent,
            code.translate(IS_BOX),
            self.own_section,
            self.own_section.translate(INSIDE),
            code.translate(IS_CONTAINER),
        )
        self.nested = descend.inside_nested(
            parent,
            container,
            self.first,
            self.stop,
            self.text_before,
            self.link_before,
            self.sentences_before,
        )
        hints = columns.arithmetic.either(
            columns.words.find_hints(names.values, HINTS), self.of_class, self.of_id
        )
        self.steps = descend.steps_to_hints(parent, hints, KEPT, ONES)
        self.comment_elements = 1000 * hints.translate(HAS_COMMENT).count(1) // len(parent)

    def count_alike(self) -> None:
        """Count the elements that look alike, on the whole page and among siblings."""
        number_pairs, count_each = columns.arithmetic.number_pairs, columns.arithmetic.count_each
        self.look, looks = number_pairs(self.tag, self.of_class)
        self.alike = count_each(self.look, looks)
        self.siblings = count_each(*number_pairs(self.parent, self.look))
        self.most_alike, self.group = columns.descend.groups(self.parent, self.holds, self.siblings)

    def look_at_paragraphs(self) -> None:
        """Describe each paragraph without its neighbours."""
        paragraphs, arithmetic = columns.paragraphs, columns.arithmetic
        self.line_chars, self.line_links, self.line_text, self.prose = paragraphs.weigh(
            self.lines, self.chars_before, self.link_before, self.sentences_before, PROSE_CHARS
        )
        self.box_of_line = arithmetic.gather(self.box, self.node)
        self.box_tag = arithmetic.gather_bytes(self.code, self.box_of_line)
        level = arithmetic.gather_bytes(HEADING_LEVEL, self.box_tag)
        self.since_heading, self.heading = columns.arithmetic.follow_headings(level)
        self.h1 = level.index(1) if 1 in level else None
        above = arithmetic.of_parents(self.look, self.parent, self.node)
        self.line_look, _ = arithmetic.number_pairs(arithmetic.gather(self.look, self.node), above)

    def find_container(self) -> None:
        """Find the runs of prose, and the element with most prose right below it."""
        paragraphs, text = columns.paragraphs, self.line_text
        above = columns.arithmetic.gather(self.parent, self.box_of_line)
        self.run, runs = paragraphs.find_runs(self.prose, above, text, len(self.parent))
        self.run_shares = columns.arithmetic.shares(1000, runs, max(runs) or 1)
        i = paragraphs.find_container(self.parent, self.prose, above, text)
        self.container = self.element[i]
        self.container_prose = columns.arithmetic.count_inside(self.prose, above, i)
        chars = self.chars_before[self.stop[i]] - self.chars_before[self.first[i]]
        self.container_share = 1000 * chars // self.chars
        self.container_end = bisect_right(self.lines, self.stop[i] - 1) - 1
        self.container_steps = paragraphs.steps_up(self.parent, self.first, self.stop, self.lines, i)


class Below(NamedTuple):
    """What is below some elements, a column for each fact."""

    #: characters outside links for each ``<a>``, in tenths
    rate: Sequence[int]
    #: share of the characters that are in links
    link_density: Sequence[int]
    #: share of the page's characters outside links
    text_share: Sequence[int]
    #: share of the page's characters
    share: Sequence[int]
    #: ``<a>``, form controls and ``<img>`` for each paragraph, in hundredths
    links: Sequence[int]
    inputs: Sequence[int]
    images: Sequence[int]
    #: paragraphs
    holds: Sequence[int]


class Part:
    """Some paragraphs of a page, a column for each fact."""

    #: the facts of the whole page
    page: Facts
    #: the paragraphs are ``range(begin, beyond)`` of the page's
    begin: int
    beyond: int
    #: the first text
    starts: Sequence[int]
    #: the node, as an element of the page and by its place among those with text
    element: Sequence[int]
    node: Sequence[int]
    #: as ``line_look``, ``container_steps``, ``line_chars`` and ``line_links`` of the page
    look: Sequence[int]
    steps: Sequence[int]
    chars: Sequence[int]
    link_chars: Sequence[int]
    #: as in the page
    prose: Sequence[int]
    run: Sequence[int]
    box_tag: Sequence[int]
    heading: Sequence[int]
    since_heading: Sequence[int]
    #: what is below the elements around these paragraphs, each element once
    below: Below
    #: places in ``below``: of the next larger ancestor and the one beyond it, levels 1 and 2, the section
    around: Sequence[int]
    beyond_it: Sequence[int]
    level1: Sequence[int]
    level2: Sequence[int]
    section: Sequence[int]
    #: the section, as an element
    sections: Sequence[int]
    #: the features of these names
    sentences: Sequence[int]
    density: Sequence[int]
    group_size: Sequence[int]
    group_chars: Sequence[int]
    #: the steps to each hint, one column behind the other
    hint_steps: Sequence[int]
    #: bits IN_FOOTER and IN_MAIN
    inside: Sequence[int]

    def __init__(self, facts: Facts, begin: int, beyond: int) -> None:
        self.page, self.begin, self.beyond = facts, begin, beyond
        paragraphs, here = columns.paragraphs, slice(begin, beyond)
        self.starts = facts.lines[here]
        self.element, self.node = facts.element_of_line[here], facts.node[here]
        self.look, self.steps = facts.line_look[here], facts.container_steps[here]
        self.chars, self.link_chars = facts.line_chars[here], facts.line_links[here]
        self.prose, self.run = facts.prose[here], facts.run[here]
        self.box_tag, self.heading = facts.box_tag[here], facts.heading[here]
        self.since_heading = facts.since_heading[here]
        around_each = facts.larger, facts.level1, facts.level2, facts.section
        around = paragraphs.around(self.node, *around_each)
        those, places = columns.arithmetic.distinct(around, len(facts.parent))
        self.below = Below(
            *columns.descend.below(
                those, facts.element, facts.page.end, facts.first, facts.stop, facts.holds,
                facts.chars_before, facts.link_before, facts.links_before, facts.inputs_before,
                facts.images_before, facts.all_text,
            )
        )  # fmt: skip
        n = beyond - begin
        self.around, self.beyond_it, self.level1, self.level2, self.section = (
            places[k * n : (k + 1) * n] for k in range(5)
        )
        self.sections = columns.arithmetic.gather(facts.section, self.node)
        self.sentences, self.density = paragraphs.rates_of_nodes(
            self.node, facts.element, facts.page.end, facts.first, facts.stop,
            facts.text_before, facts.link_before, facts.sentences_before, *facts.nested,
        )  # fmt: skip
        self.group_size, self.group_chars = paragraphs.group_facts(
            self.node, facts.group, facts.siblings, facts.first, facts.stop, facts.chars_before
        )
        self.hint_steps = columns.arithmetic.unpack(facts.steps, self.node, len(HINTS))
        self.inside = columns.arithmetic.gather(facts.inside, self.node)
