"""Page → what the features of its paragraphs are made of: columns of elements and of paragraphs.

A *paragraph* is an entry of :attr:`.Page.lines`, its *node* the lowest element that holds all of
it.  Everything is arithmetic on the columns of the page, done by :mod:`.columns`: what is below an
element is a difference of two running totals, what an element has from its ancestors comes down in
one pass.  All numbers are whole, so that Python and what is compiled agree to the last one: shares are
in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import NamedTuple

from . import columns
from .elements import BLOCK_LEVEL, CODES, HEADINGS, table
from .model import Page

#: Sectioning elements, landmarks and other elements with a part of their own in a page.
SECTIONS = (
    *("nav", "footer", "dialog", "form", "aside", "header", "details", "figure", "fieldset"),
    *("html", "body", "section", "table", "article", "main"),
)
#: Roles that mean the same: https://www.w3.org/TR/wai-aria-1.2/#landmark_roles
ROLE_SECTIONS = {
    "navigation": "nav", "contentinfo": "footer", "complementary": "aside", "banner": "header",
    "main": "main", "article": "article", "search": "form", "form": "form", "dialog": "dialog",
}  # fmt: skip
#: A number for each, 0 for elements that are none.
SECTION = {name: number for number, name in enumerate(SECTIONS, start=1)}
SECTION_OF_CODE = table(SECTION)
SECTION_OF_ROLE = {role: SECTION[name] for role, name in ROLE_SECTIONS.items()}
FOOTER, MAIN, BODY = SECTION["footer"], SECTION["main"], SECTION["body"]

#: What words in a class or an id say about an element.
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
COMMENT = 1 << list(HINTS).index("comment")
#: Steps to a hint that is not there, or farther.
FAR = 15
#: Steps to all hints are one number, four bits each: a 1 in each of them, and, for each set of
#: hints, a bit each, all bits but those of the steps to these.
ONES = sum(1 << 4 * bit for bit in range(len(HINTS)))
KEPT = array(
    "q",
    [
        sum(FAR << 4 * bit for bit in range(len(HINTS)) if not hints >> bit & 1)
        for hints in range(1 << len(HINTS))
    ],
)

IS_BOX = table(dict.fromkeys(BLOCK_LEVEL, 1))
IS_CONTAINER = table(dict.fromkeys("div table td article section main".split(), 1))
IS_INPUT = table(dict.fromkeys("input button select label textarea".split(), 1))
IS_IMAGE = table({"img": 1})
HEADING_LEVEL = table({tag: int(tag[1]) for tag in HEADINGS})

#: What of the sections that an element is in counts, as bits.
IN_FOOTER, IN_MAIN = 1, 2
INSIDE = bytes({FOOTER: IN_FOOTER, MAIN: IN_MAIN}.get(section, 0) for section in range(256))
#: The sets of hints, a bit each, in which there is the one for comments.
HAS_COMMENT = bytes(1 if hints & COMMENT else 0 for hints in range(256))

#: Prose is so many characters, or ends a sentence, and is mostly outside links.
PROSE_CHARS = 60


class Facts:
    """What is known of the elements of a page with text, and of its paragraphs.

    Elements go by their place among those with text.
    """

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
        """Count what is the same for all paragraphs."""
        page = self.page
        self.links_before = page.links_before
        self.inputs_before = columns.arithmetic.totals_before(page.code.translate(IS_INPUT))
        self.images_before = columns.arithmetic.totals_before(page.code.translate(IS_IMAGE))
        self.paragraphs = len(self.lines) - 1
        self.chars, self.all_text = self.chars_before[-1], self.text_before[-1] or 1
        self.text_share = 1000 * self.text_before[-1] // self.chars
        self.links = self.links_before[-1]
        self.tables, self.articles = page.code.count(CODES["table"]), page.code.count(CODES["article"])

    def take_elements(self) -> None:
        """Take from the page what it says of elements with text."""
        page, names, gather = self.page, self.page.names, columns.arithmetic.gather
        self.element, place, self.parent = columns.paragraphs.tree_with_text(
            page.parent, page.first, page.stop
        )
        self.first, self.stop = gather(page.first, self.element), gather(page.stop, self.element)
        self.tag, self.of_class = (
            gather(page.tag_number, self.element),
            gather(names.of_class, self.element),
        )
        self.of_id, self.of_role = gather(names.of_id, self.element), gather(names.of_role, self.element)
        self.code = columns.arithmetic.pick_bytes(page.code, self.element)
        #: the node of each paragraph, as an element of the page and by its place
        self.element_of_line = columns.climb.nodes_of(page.parent, page.end, page.owner, self.lines)
        self.node = gather(place, self.element_of_line)

    def come_down(self) -> None:
        """Find what an element has from its ancestors."""
        paragraphs, parent, code, names = columns.paragraphs, self.parent, self.code, self.page.names
        line_of = columns.arithmetic.lines_of_texts(self.lines)
        self.holds, self.larger, self.level1, self.level2 = paragraphs.widen(
            parent, self.first, self.stop, line_of
        )
        of_role = array("i", [SECTION_OF_ROLE.get(role or "", -1) for role in names.roles])
        self.own_section = paragraphs.sections(code.translate(SECTION_OF_CODE), self.of_role, of_role, BODY)
        self.box, self.section, container, self.inside = paragraphs.come_down(
            parent,
            code.translate(IS_BOX),
            self.own_section,
            self.own_section.translate(INSIDE),
            code.translate(IS_CONTAINER),
        )
        self.nested = paragraphs.inside_nested(
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
        self.steps = paragraphs.steps_to_hints(parent, hints, KEPT, ONES)
        self.comment_elements = 1000 * hints.translate(HAS_COMMENT).count(1) // len(parent)

    def count_alike(self) -> None:
        """Count what looks alike: has the same tag and class, and the same parent besides."""
        number_pairs, count_each = columns.arithmetic.number_pairs, columns.arithmetic.count_each
        self.look, looks = number_pairs(self.tag, self.of_class)
        self.alike = count_each(self.look, looks)
        self.siblings = count_each(*number_pairs(self.parent, self.look))
        self.most_alike, self.group = columns.paragraphs.groups(self.parent, self.holds, self.siblings)

    def look_at_paragraphs(self) -> None:
        """Find what a paragraph is, alone."""
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
        #: the paragraph that the last text of the container is in
        self.container_end = bisect_right(self.lines, self.stop[i] - 1) - 1
        self.container_steps = paragraphs.steps_up(self.parent, self.first, self.stop, self.lines, i)


class Below(NamedTuple):
    """What is below some elements, a column of each of these facts."""

    rate: array[int]
    link_density: array[int]
    text_share: array[int]
    share: array[int]
    #: for each paragraph, in hundredths
    links: array[int]
    inputs: array[int]
    images: array[int]
    #: the paragraphs
    holds: array[int]


class Part:
    """Some of the paragraphs of a page, a column of each of these facts."""

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
        those, places = columns.arithmetic.around(
            self.node, facts.larger, facts.level1, facts.level2, facts.section
        )  # fmt: skip
        #: what is below the elements around these paragraphs, and where each paragraph's are among these
        self.below = Below(
            *paragraphs.below(
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
        self.group_size, self.group_chars = columns.arithmetic.group_facts(
            self.node, facts.group, facts.siblings, facts.first, facts.stop, facts.chars_before
        )
        self.hint_steps = columns.arithmetic.unpack(facts.steps, self.node, len(HINTS))
        inside = columns.arithmetic.gather(facts.inside, self.node)
        self.inside = bytes(inside)
