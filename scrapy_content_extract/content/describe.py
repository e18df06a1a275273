"""Page → what a learned method knows of each paragraph: columns of whole numbers.

A *paragraph* is an entry of :attr:`.Page.lines`, its *node* the lowest element that holds
all of it.  Everything is arithmetic on the columns of the page: what is below an element
is a difference of two running totals, what an element has from its ancestors comes down in
one pass over the elements with text.  All numbers are whole, so that this module and its
compiled twin agree to the last one: shares are in thousandths, rates in tenths or hundredths.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import sub

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
HINT_OF = {word: 1 << bit for bit, words in enumerate(HINTS.values()) for word in words}
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
    SECTION_OF_ROLE, FOOTER, MAIN, BODY, CODES["table"], CODES["article"],
)  # fmt: skip

#: A full stop before a space, a closing quote or the end; or one that ends nothing but sentences:
#: Chinese, Arabic, Urdu, Armenian, Indic, Burmese, Ethiopic, Khmer (*STerm* of
#: https://www.unicode.org/reports/tr29/#Sentence_Boundaries, of scripts in wide use).
SENTENCE_END = re.compile(r"[.!?。！？｡؟۔։।॥။።។](?:(?<![.!?])|(?=[\s\"'”’)\0]|$))")
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


#: Longer names are not kept for the next page: there is no end to their length.
KEPT_CHARS = 200


def hints_in(names: str) -> int:
    """Return what the words of a class or an id say: a bit for each of HINTS.

    >>> hints_in("post Comment-list") == COMMENT
    True
    """
    return kept_hints(names) if len(names) <= KEPT_CHARS else look_for_hints(names)


def look_for_hints(names: str) -> int:
    """Return what :func:`hints_in` does."""
    names = names.lower()
    found = 0
    for word, hint in HINT_OF.items():
        if word in names:
            found |= hint
    return found


kept_hints = lru_cache(maxsize=1 << 14)(look_for_hints)


def describe(page: Page) -> Description:
    """Describe every paragraph of a page, in linear time."""
    return next(describe_in_parts(page, max(len(page.gap), 1)))


def describe_in_parts(page: Page, size: int) -> Iterator[Description]:
    """Describe so many paragraphs after so many.

    What is said of all paragraphs of a page may take more memory than its tree.
    """
    if backend.compiled is None or not page.gap:
        whole = describe_in_python(page)
        for b in range(0, max(len(whole.node), 1), size):
            part = slice(b, b + size)
            columns = [column[part] for column in whole.columns]
            yield Description(columns, whole.look[part], whole.node[part], whole.container)
    else:
        described = backend.compiled.describe(page, *FOR_COMPILED, HINTS, hints_in)
        for b in range(0, described.n_lines, size):
            yield Description(*described.part(b, min(b + size, described.n_lines)))


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
    levels = [(0, 0)] * n  # 1 and 2
    block = [0] * n
    # The element, what it is (a part of a page has no <html>), inside: 1 a footer, 2 <main>.
    sections = [(0, section_of_tag[0] or BODY, 0)] * n
    steps_to = [(FAR,) * len(HINTS)] * n
    look, place = [0] * n, [0] * n  # numbers for a tag and a class, for them and a parent
    looks: dict[tuple[str, str | None], int] = {}
    holder = [-1] * n
    nested: dict[
        int, tuple[int, int, int]
    ] = {}  # in containers in it: characters, those in links, sentence ends
    tags = page.tag
    commented = 0
    holds[0] = n_lines
    for i in live:
        up, names, own_id = parent[i], classes[i], ids[i]
        look[i] = number = looks.setdefault((tags[i], names), len(looks))
        place[i] = up * n + number
        hints = hints_in(names) if names else 0
        if own_id:
            hints |= hints_in(own_id)
        if hints & COMMENT:
            commented += 1
        if not i:
            continue
        steps_to[i] = one_step_down(steps_to[up], hints)
        a, z = first[i], stop[i]
        holds[i] = count = line_of[z - 1] - line_of[a] + 1
        larger[i] = up if holds[up] > count else larger[up]
        if holds[up] == n_lines:
            levels[i] = i, i
        else:
            levels[i] = one, two = levels[up]
            if one == two and count < holds[one]:
                levels[i] = one, i
        block[i] = i if is_block[i] else block[up]
        mine, role = section_of_tag[i], roles[i]
        if role:
            mine = SECTION_OF_ROLE.get(role, mine)
        sections[i] = sections[up]
        if mine:
            inside = sections[up][2] | (1 if mine == FOOTER else 2 if mine == MAIN else 0)
            sections[i] = i, mine, inside
        holder[i] = outer = holder[up]
        if is_container[i]:
            holder[i] = i
            if outer >= 0:
                c, linked, ends = nested.get(outer, (0, 0, 0))
                nested[outer] = (
                    c + before[z] - before[a],
                    linked + link_before[z] - link_before[a],
                    ends + sentences_before[z] - sentences_before[a],
                )
    alike = Counter(map(look.__getitem__, live))
    siblings = Counter(map(place.__getitem__, live))
    most_alike, group = [1] * n, [-1] * n
    for i in live[1:]:
        up, mine = parent[i], siblings[place[i]]
        most_alike[i] = mine if mine > most_alike[up] else most_alike[up]
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
    blocks = [block[i] for i in node]
    prose_in: dict[int, int] = {}
    run_of: list[int] = []
    runs: list[int] = []
    open_run: dict[int, tuple[int, int]] = {}
    last_run = -1
    container_prose: Counter[int] = Counter()
    for b, is_one in enumerate(prose):
        if is_one:
            up, text = parent[blocks[b]], chars[b] - link_chars[b]
            prose_in[up] = prose_in.get(up, 0) + text
            container_prose[up] += 1
            at, last_run = open_run.get(up, (-RUN_GAP - 2, 0))
            if b - at > RUN_GAP + 1:
                last_run = len(runs)
                runs.append(0)
            open_run[up] = b, last_run
            runs[last_run] += text
        run_of.append(last_run)
    longest_run = max(runs, default=1)
    container = best_container(page, prose_in)
    container_end = line_of[stop[container] - 1]

    # Headings.
    heading_of = code.translate(HEADING_LEVEL)
    headings = [heading_of[i] for i in blocks]
    h1 = headings.index(1) if 1 in headings else -1
    after_heading: list[int] = []
    level_of_heading: list[int] = []
    distance, level = 99, 0
    for heading in headings:
        if heading:
            distance, level = 0, heading
        after_heading.append(distance)
        level_of_heading.append(level)
        if distance < 50:
            distance += 1

    # What is asked of an element.
    def chars_in(i: int) -> int:
        return before[stop[i]] - before[first[i]]

    def link_chars_in(i: int) -> int:
        return link_before[stop[i]] - link_before[first[i]]

    def rate(i: int) -> int:
        return 10 * (chars_in(i) - link_chars_in(i)) // (links_before[end[i]] - links_before[i] or 1)

    def text_share(i: int) -> int:
        return 1000 * (chars_in(i) - link_chars_in(i)) // text_of_page

    def share(i: int) -> int:
        return 1000 * chars_in(i) // chars_of_page

    def link_density(i: int) -> int:
        return 1000 * link_chars_in(i) // chars_in(i)

    def links(i: int) -> int:
        return 100 * (links_before[end[i]] - links_before[i]) // holds[i]

    def controls(i: int) -> int:
        return 100 * (controls_before[end[i]] - controls_before[i]) // holds[i]

    def images(i: int) -> int:
        return 100 * (images_before[end[i]] - images_before[i]) // holds[i]

    def sentence_rate(i: int) -> int:
        c, linked = chars_in(i), link_chars_in(i)
        sentences = sentences_before[stop[i]] - sentences_before[first[i]]
        if i in nested:
            c, linked, sentences = map(sub, (c, linked, sentences), nested[i])
        return 10 * sentences + (c - linked) // (linked or 1)

    around = [larger[i] for i in node]
    beyond = [larger[i] for i in around]
    level1, level2 = ([levels[i][which] for i in node] for which in (0, 1))
    section, kind, inside_of = ([sections[i][which] for i in node] for which in (0, 1, 2))
    group_of = [group[i] for i in node]
    near = zip(
        [lines[0][0]] * NEAR + [start for start, _ in lines],
        [until for _, until in lines[NEAR:]] + [lines[-1][1]] * min(NEAR, n_lines),
    )

    def for_all(number: int) -> list[int]:
        return [number] * n_lines

    columns: dict[str, Sequence[int]] = {
        "around_rate": each(rate, around),
        "container_steps": steps_up(page, container),
        "sentences": each(sentence_rate, node),
        "position": [1000 * (before[a] - link_before[a]) // text_of_page for a, _ in lines],
        "repeated": [most_alike[i] for i in node],
        "section": kind,
        "level2_share": each(text_share, level2),
        "tag": [code[i] for i in node],
        "after_h1": [max(-50, min(50, b - h1)) for b in range(n_lines)] if h1 >= 0 else for_all(99),
        "run_share": [1000 * runs[run] // longest_run if run >= 0 else 0 for run in run_of],
        "container_after": [max(0, min(200, b - container_end)) for b in range(n_lines)],
        "prose": list(map(int, prose)),
        "density": [10 * chars_in(i) // (end[i] - i) for i in node],
        "block_tag": [code[i] for i in blocks],
        "alike": [alike[look[i]] for i in node],
        "level2_links": each(links, level2),
        "links": for_all(links_before[-1]),
        "level1_share": each(text_share, level1),
        "in_footer": [inside & 1 for inside in inside_of],
        "near_density": [
            1000 * (link_before[z] - link_before[a]) // (before[z] - before[a]) for a, z in near
        ],
        "level1_controls": each(controls, level1),
        "section_controls": each(controls, section),
        "tables": for_all(code.count(CODES["table"])),
        "articles": for_all(code.count(CODES["article"])),
        "chars": chars,
        "link_density": [1000 * linked // c for c, linked in zip(chars, link_chars)],
        "paragraphs": for_all(n_lines),
        "around_density": each(link_density, around),
        "beyond_rate": each(rate, beyond),
        "level1_density": each(link_density, level1),
        "level2_density": each(link_density, level2),
        "level2_paragraphs": [holds[i] for i in level2],
        "group_size": [siblings[place[g]] if g >= 0 else 0 for g in group_of],
        "group_chars": [before[stop[g]] - before[first[g]] if g >= 0 else -1 for g in group_of],
        "after_heading": after_heading,
        "heading": level_of_heading,
        "container_share": for_all(share(container)),
        "container_prose": for_all(container_prose[container]),
        "in_main": [inside >> 1 for inside in inside_of],
        "section_paragraphs": [holds[i] for i in section],
        "section_share": each(share, section),
        "before": [before[a] for a, _ in lines],
        "level1_images": each(images, level1),
        "comment_elements": for_all(1000 * commented // len(live)),
        "page_chars": for_all(chars_of_page),
        "page_text": for_all(1000 * (chars_of_page - link_before[-1]) // chars_of_page),
        **{hint: [steps_to[i][which] for i in node] for which, hint in enumerate(HINTS)},
    }
    pairs: dict[tuple[int, int], int] = {}
    look_of = [pairs.setdefault((look[i], look[parent[i]] if i else -1), len(pairs)) for i in node]
    return Description([columns[name] for name in FEATURES], look_of, node, container)


def each(ask: Callable[[int], int], elements: Sequence[int]) -> list[int]:
    """Ask something of elements, of each but once."""
    answers = {i: ask(i) for i in set(elements)}
    return list(map(answers.__getitem__, elements))


@lru_cache(maxsize=1 << 12)
def one_step_down(steps: tuple[int, ...], hints: int) -> tuple[int, ...]:
    """Return the steps to each of HINTS from a child of an element; ``hints`` are the child's own.

    >>> one_step_down((3, 15, 15), 0b010)
    (4, 0, 15)
    """
    return tuple(0 if hints >> bit & 1 else min(step + 1, FAR) for bit, step in enumerate(steps))


def sentence_ends(texts: list[str]) -> list[int]:
    """Count the sentence ends of each text.

    >>> sentence_ends(["It rains.", "Version 2.0", "谁？我。", "كىم؟ مەن."])
    [1, 0, 2, 2]
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
