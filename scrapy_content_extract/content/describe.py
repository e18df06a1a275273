"""Page → what a learned method knows of each paragraph: columns of whole numbers.

A *paragraph* is an entry of :attr:`.Page.lines`, its *node* the lowest element that holds
all of it.  Everything is arithmetic on the columns of the page: what is below an element
is a difference of two running totals, what an element has from its ancestors comes down in
one pass over the elements with text.  All numbers are whole, so that this module and its
compiled twin agree to the last one: shares are in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import backend
from .blocks import lowest_common
from .elements import BLOCK_LEVEL, CODES, HEADINGS, table
from .model import IS_LINK, Page, running_total

#: The numbers and what they mean.  *Text* is characters outside links, a *rate* text for each
#: ``<a>`` in tenths.  The *container* is the element with most prose right below it
#: (:func:`best_container`).  Of the ancestors of a paragraph's node only those count that hold
#: more paragraphs than the one below: *around* is the first of them, *beyond* the second;
#: *level 1* is the outermost that does not hold the whole page, *level 2* the next one inside.
#: The *section* is the nearest sectioning element or landmark; the *group* is the lowest
#: element that has two or more siblings alike (same tag and class) and holds several paragraphs.
FEATURES: dict[str, str] = {
    "around_rate": "rate of around",
    "container_steps": "steps from the container up to what also holds the paragraph, 0 = inside",
    "sentences": "10 * sentence ends + text / link text of the node, without containers nested in it",
    "position": "share of the page's text that is before the paragraph",
    "repeated": "greatest number of siblings alike that the node or an ancestor has",
    "section": "what the section is, a place in SECTIONS",
    "level2_share": "share of the page's text in level 2",
    "tag": "tag of the node, its place in CODES",
    "after_h1": "paragraphs since the first <h1>, -50 to 50; 99 = there is none",
    "run_share": "text of the run of prose that the paragraph is in or follows, as a share of the longest",
    "container_after": "paragraphs since the end of the container, at most 200",
    "prose": "1 if the paragraph reads like one (is_prose)",
    "density": "characters for each element of the node, in tenths",
    "block_tag": "tag of the nearest block-level element, its place in CODES",
    "modal": "steps up to an element whose class or id says dialog, cookies and the like; 15 = none",
    "alike": "elements of the page with text and the tag and class of the node",
    "level2_links": "<a> for each paragraph in level 2, in hundredths",
    "links": "<a> of the page",
    "level1_share": "share of the page's text in level 1",
    "in_footer": "1 if below a footer",
    "near_density": "share of link text in this paragraph and the 8 before and after",
    "level1_controls": "form controls for each paragraph in level 1, in hundredths",
    "section_controls": "form controls for each paragraph in the section, in hundredths",
    "meta": "as modal: author, date, category and the like",
    "tables": "tables of the page",
    "comment": "as modal: comments",
    "foot": "as modal: footer, copyright and the like",
    "articles": "<article> elements of the page",
    "chars": "characters of the paragraph",
    "link_density": "share of link text in the paragraph",
    "paragraphs": "paragraphs of the page",
    "around_density": "share of link text in around",
    "beyond_rate": "rate of beyond",
    "level1_density": "share of link text in level 1",
    "level2_density": "share of link text in level 2",
    "level2_paragraphs": "paragraphs in level 2",
    "group_size": "siblings of the group that are alike, itself included; 0 = there is no group",
    "group_chars": "characters of the group; -1 = there is none",
    "after_heading": "paragraphs since the last heading, at most 50; 99 = none before",
    "heading": "level of that heading, 1 to 6; 0 = none before",
    "container_share": "share of the page's characters in the container",
    "container_prose": "prose paragraphs right below the container",
    "in_main": "1 if below <main>",
    "section_paragraphs": "paragraphs of the section",
    "section_share": "share of the page's characters in the section",
    "before": "characters before the paragraph",
    "level1_images": "images for each paragraph in level 1, in hundredths",
    "comment_elements": "share of the page's elements with text whose class or id says comments",
    "page_chars": "characters of the page",
    "page_text": "share of the page's characters that are outside links",
    "promo": "as modal: advertisements, newsletters, subscriptions",
    "related": "as modal: what else there is to read or buy",
    "share": "as modal: share and follow buttons",
    "review": "as modal: reviews and testimonials",
}

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
FOOTER, MAIN = SECTION["footer"], SECTION["main"]

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
#: Steps to a hint that is not there, or farther.
FAR = 15
COMMENT = 1 << list(HINTS).index("comment")

IS_BLOCK = table(dict.fromkeys(BLOCK_LEVEL, 1))
IS_CONTAINER = table(dict.fromkeys("div table td article section main".split(), 1))
IS_CONTROL = table(dict.fromkeys("input button select label textarea".split(), 1))
IS_IMAGE = table({"img": 1})
HEADING_LEVEL = table({tag: int(tag[1]) for tag in HEADINGS})

#: What the compiled twin of this module is told of elements.
FOR_COMPILED = (
    (IS_BLOCK, IS_CONTAINER, IS_CONTROL, IS_IMAGE, IS_LINK, SECTION_OF_CODE, HEADING_LEVEL),
    SECTION_OF_ROLE, FOOTER, MAIN, CODES["table"], CODES["article"],
)  # fmt: skip

#: A full stop before a space, a closing quote or the end; or a full-width one.
SENTENCE_END = re.compile(r"[.!?](?=[\s\"'”’)\0]|$)|[。！？]")
#: Prose is so many characters, or ends a sentence, and is mostly outside links.
PROSE_CHARS = 60
#: Paragraphs of prose with the same parent are a run while no more than this lie between them.
RUN_GAP = 3
#: Paragraphs on each side that are near.
NEAR = 8


@dataclass(frozen=True)
class Description:
    """What is known of the paragraphs of a page."""

    #: for each of FEATURES a number per paragraph
    columns: list[Sequence[int]]
    #: per paragraph: a number that those share whose nodes have the same tag and class, and
    #: whose nodes' parents do, too
    look: Sequence[int]
    #: per paragraph: its node
    node: Sequence[int]
    #: the element with most prose right below it
    container: int


@lru_cache(maxsize=1 << 14)
def hints_in(names: str) -> int:
    """Return what the words of a class or an id say: a bit for each of HINTS.

    >>> hints_in("post Comment-list") == COMMENT
    True
    """
    names = names.lower()
    return sum(1 << bit for bit, words in enumerate(HINTS.values()) if any(w in names for w in words))


def describe(page: Page) -> Description:
    """Describe every paragraph of a page, in linear time."""
    if backend.compiled is not None and page.text:
        return Description(*backend.compiled.describe(page, *FOR_COMPILED, HINTS, hints_in))
    return describe_in_python(page)


def describe_in_python(page: Page) -> Description:
    """Return what :func:`describe` does."""
    lines, code, parent, end, first, stop = (
        page.lines, page.code, page.parent, page.end, page.first, page.stop,
    )  # fmt: skip
    if not lines:
        return Description([[] for _ in FEATURES], [], [], 0)
    before, link_before, links_before = page.chars_before, page.link_chars_before, page.links_before
    classes, ids, roles = page.names
    n, n_lines = len(code), len(lines)
    controls_before = running_total(code.translate(IS_CONTROL))
    images_before = running_total(code.translate(IS_IMAGE))
    sentences_before = running_total(sentence_ends(page.text))
    chars_of_page = before[-1]
    text_of_page = chars_of_page - link_before[-1] or 1

    line_of: list[int] = []  # per text
    for b, (start, until) in enumerate(lines):
        line_of += [b] * (until - start)

    # Down from the root: what an element has from its ancestors.
    is_block, is_container = code.translate(IS_BLOCK), code.translate(IS_CONTAINER)
    section_of_tag = code.translate(SECTION_OF_CODE)
    live = [i for i in range(n) if first[i] < stop[i]]
    holds = [0] * n  # paragraphs
    larger = [0] * n  # the next ancestor that holds more of them
    level1, level2, block, section, holder = [0] * n, [0] * n, [0] * n, [0] * n, [-1] * n
    kind = [0] * n  # of the section
    inside = [0] * n  # 1: a footer, 2: <main>
    steps_to = [[FAR] * n for _ in HINTS]
    look, alike_at = [0] * n, [0] * n
    looks: dict[tuple[str, str | None], int] = {}
    alike: list[int] = []
    siblings: dict[int, int] = {}
    tags = page.tag
    commented = 0
    nested_chars: dict[int, int] = {}
    nested_link_chars: dict[int, int] = {}
    nested_sentences: dict[int, int] = {}
    for i in live:
        up = parent[i]
        names = classes[i]
        key = tags[i], names
        number = looks.get(key)
        if number is None:
            number = looks[key] = len(alike)
            alike.append(0)
        alike[number] += 1
        look[i] = number
        alike_at[i] = place = up * n + number
        siblings[place] = siblings.get(place, 0) + 1
        hints = hints_in(names) if names else 0
        if ids[i]:
            hints |= hints_in(ids[i])
        commented += hints & COMMENT > 0
        if up < 0:
            holds[i] = n_lines
            kind[i] = section_of_tag[i]
            continue
        for bit, column in enumerate(steps_to):
            column[i] = 0 if hints >> bit & 1 else min(column[up] + 1, FAR)
        count = holds[i] = line_of[stop[i] - 1] - line_of[first[i]] + 1
        larger[i] = up if holds[up] > count else larger[up]
        if holds[up] == n_lines:
            level1[i] = level2[i] = i
        else:
            level1[i] = level1[up]
            level2[i] = i if level2[up] == level1[up] and count < holds[level1[up]] else level2[up]
        block[i] = i if is_block[i] else block[up]
        role = roles[i]
        mine = SECTION_OF_ROLE.get(role, section_of_tag[i]) if role else section_of_tag[i]
        if mine:
            section[i], kind[i] = i, mine
            inside[i] = inside[up] | (1 if mine == FOOTER else 2 if mine == MAIN else 0)
        else:
            section[i], kind[i], inside[i] = section[up], kind[up], inside[up]
        around = holder[up]
        if is_container[i]:
            holder[i] = i
            if around >= 0:
                a, z = first[i], stop[i]
                nested_chars[around] = nested_chars.get(around, 0) + before[z] - before[a]
                nested_link_chars[around] = (
                    nested_link_chars.get(around, 0) + link_before[z] - link_before[a]
                )
                nested_sentences[around] = (
                    nested_sentences.get(around, 0) + sentences_before[z] - sentences_before[a]
                )
        else:
            holder[i] = around
    most_alike, group = [1] * n, [-1] * n
    for i in live:
        up = parent[i]
        if up >= 0:
            mine = siblings[alike_at[i]]
            most_alike[i] = max(mine, most_alike[up])
            group[i] = i if mine > 2 and holds[i] > 1 else group[up]

    # The paragraphs, alone.
    owner = page.owner
    node = [
        owner[a] if owner[a] == owner[z - 1] else lowest_common(page, owner[a], owner[z - 1])
        for a, z in lines
    ]
    chars = [before[z] - before[a] for a, z in lines]
    link_chars = [link_before[z] - link_before[a] for a, z in lines]
    prose = [
        2 * linked < c and (c >= PROSE_CHARS or sentences_before[z] > sentences_before[a])
        for c, linked, (a, z) in zip(chars, link_chars, lines)
    ]

    # Runs of prose, and the container.
    holder_of = [parent[block[i]] for i in node]  # the parent of the block-level element
    prose_in: dict[int, int] = {}
    run_of: list[int] = []
    runs: list[int] = []
    open_run: dict[int, tuple[int, int]] = {}
    last_run = -1
    for b, is_one in enumerate(prose):
        if is_one:
            up, text = holder_of[b], chars[b] - link_chars[b]
            prose_in[up] = prose_in.get(up, 0) + text
            at, last_run = open_run.get(up, (-RUN_GAP - 2, 0))
            if b - at > RUN_GAP + 1:
                last_run = len(runs)
                runs.append(0)
            open_run[up] = b, last_run
            runs[last_run] += text
        run_of.append(last_run)
    longest_run = max(runs, default=1)
    container = best_container(page, prose_in)
    steps = steps_up(page, container)
    container_end = line_of[stop[container] - 1]
    container_prose = sum(1 for b, is_one in enumerate(prose) if is_one and holder_of[b] == container)
    container_share = 1000 * (before[stop[container]] - before[first[container]]) // chars_of_page

    # Headings.
    heading_level = code.translate(HEADING_LEVEL)
    headings = [heading_level[block[i]] for i in node]
    h1 = headings.index(1) if 1 in headings else -1
    last_heading, level = -1, 0

    known: dict[int, tuple[int, ...]] = {}

    def numbers_of(i: int) -> tuple[int, ...]:
        """Return what is asked of an element: once for each."""
        a, z, e, p = first[i], stop[i], end[i], holds[i]
        c = before[z] - before[a]
        linked = link_before[z] - link_before[a]
        links = links_before[e] - links_before[i]
        known[i] = numbers = (
            10 * (c - linked) // (links or 1),
            1000 * (c - linked) // text_of_page,
            1000 * linked // c,
            100 * links // p,
            100 * (controls_before[e] - controls_before[i]) // p,
            100 * (images_before[e] - images_before[i]) // p,
            1000 * c // chars_of_page,
            c,
        )
        return numbers

    modal, meta, comment, foot, promo, related, share, review = steps_to
    n_links, n_tables = links_before[-1], code.count(CODES["table"])
    n_articles = code.count(CODES["article"])
    comment_elements = 1000 * commented // len(live)
    page_text = 1000 * (chars_of_page - link_before[-1]) // chars_of_page
    last = n_lines - 1
    rows: list[tuple[int, ...]] = []
    look_of: list[int] = []
    pairs: dict[tuple[int, int], int] = {}
    for b, (start, _) in enumerate(lines):
        i, c = node[b], chars[b]
        up = parent[i]
        pair = look[i], look[up] if up >= 0 else -1
        look_of.append(pairs.setdefault(pair, len(pairs)))
        if headings[b]:
            last_heading, level = b, headings[b]
        a, z = first[i], stop[i]
        own = before[z] - before[a]
        density = 10 * own // (end[i] - i)
        own_links = link_before[z] - link_before[a]
        own_sentences = sentences_before[z] - sentences_before[a]
        if i in nested_chars:
            own -= nested_chars[i]
            own_links -= nested_link_chars[i]
            own_sentences -= nested_sentences[i]
        a, z = lines[max(b - NEAR, 0)][0], lines[min(b + NEAR, last)][1]
        around = larger[i]
        beyond, one, two, part, g = larger[around], level1[i], level2[i], section[i], group[i]
        around_is = known.get(around) or numbers_of(around)
        beyond_is = known.get(beyond) or numbers_of(beyond)
        one_is = known.get(one) or numbers_of(one)
        two_is = known.get(two) or numbers_of(two)
        part_is = known.get(part) or numbers_of(part)
        rows.append(
            (
                around_is[0],
                steps[b],
                10 * own_sentences + (own - own_links) // (own_links or 1),
                1000 * (before[start] - link_before[start]) // text_of_page,
                most_alike[i],
                kind[i],
                two_is[1],
                code[i],
                max(-50, min(50, b - h1)) if h1 >= 0 else 99,
                1000 * runs[run_of[b]] // longest_run if run_of[b] >= 0 else 0,
                max(0, min(200, b - container_end)),
                int(prose[b]),
                density,
                code[block[i]],
                modal[i],
                alike[look[i]],
                two_is[3],
                n_links,
                one_is[1],
                inside[i] & 1,
                1000 * (link_before[z] - link_before[a]) // (before[z] - before[a]),
                one_is[4],
                part_is[4],
                meta[i],
                n_tables,
                comment[i],
                foot[i],
                n_articles,
                c,
                1000 * link_chars[b] // c,
                n_lines,
                around_is[2],
                beyond_is[0],
                one_is[2],
                two_is[2],
                holds[two],
                siblings[alike_at[g]] if g >= 0 else 0,
                before[stop[g]] - before[first[g]] if g >= 0 else -1,
                min(b - last_heading, 50) if level else 99,
                level,
                container_share,
                container_prose,
                inside[i] >> 1,
                holds[part],
                part_is[6],
                before[start],
                one_is[5],
                comment_elements,
                chars_of_page,
                page_text,
                promo[i],
                related[i],
                share[i],
                review[i],
            )
        )
    return Description(list(map(list, zip(*rows))), look_of, node, container)


def sentence_ends(texts: list[str]) -> list[int]:
    """Count the sentence ends of each text.

    >>> sentence_ends(["It rains.", "Version 2.0", "谁？我。"])
    [1, 0, 2]
    """
    counts = [0] * len(texts)
    k, stop = 0, len(texts[0])
    for match in SENTENCE_END.finditer("\0".join(texts)):
        at = match.start()
        while at > stop:
            k += 1
            stop += 1 + len(texts[k])
        counts[k] += 1
    return counts


def best_container(page: Page, prose_in: dict[int, int]) -> int:
    """Return the element with most prose right below it.

    ``prose_in`` is the text of the prose paragraphs whose block-level element is a child of
    the element; half of what a child has counts for its parent, too.  Of equals the outermost
    wins, and without any prose the root.
    """
    doubled: dict[int, int] = {}
    for i, text in prose_in.items():
        doubled[i] = doubled.get(i, 0) + 2 * text
        if i > 0:
            up = page.parent[i]
            doubled[up] = doubled.get(up, 0) + text
    return max(min(doubled, key=lambda i: (-doubled[i], i)), 0) if doubled else 0


def steps_up(page: Page, i: int) -> list[int]:
    """Return for each paragraph how many steps up from ``i`` the first element is that holds it, too."""
    lines, first, stop, parent = page.lines, page.first, page.stop, page.parent
    steps = [0] * len(lines)
    j, step = i, 0
    for b, (_, until) in enumerate(lines):
        if until > stop[i]:
            while stop[j] < until and parent[j] >= 0:
                j, step = parent[j], step + 1
            steps[b] = step
    j, step = i, 0
    for b in range(len(lines) - 1, -1, -1):
        start = lines[b][0]
        if start < first[i]:
            while first[j] > start and parent[j] >= 0:
                j, step = parent[j], step + 1
            steps[b] = max(steps[b], step)
    return steps
