"""Leave out stories of other pages: those below an article, and a second ``<article>`` with a linked heading.

Blocks alike that each begin with a heading that is a link belong to other pages: endless scroll puts the next
articles below the first, and other pages end with cards of a heading and a sentence each.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate

from .. import kernels
from ..markup import CODES
from ..metadata.titles import title_of, words_of
from ..model import positions
from ..page.attributes import attributes_of, element_marks
from ..page.elements import link_above
from ..page.page import Page
from ..page.rendering import render
from .case import Case

#: The least expected characters of content in prose above the stories, and the most in them, as a multiple.
LEAST_ABOVE, MOST_IN_STORIES = 200, 3
#: The least stories alike, and the most elements around a heading that begin with it.
LEAST_STORIES, MOST_BOXES = 2, 6
#: The kinds of pages with one story, or none.
ONE_STORY = frozenset({"article", "other"})
ARTICLE = CODES["article"]
#: The most such stories below another, and the least words of their headings.
MOST_SECOND, LEAST_WORDS = 2, 3


def next_stories(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the next stories of an article, or None."""
    page, facts = case.page, case.facts
    if case.kind not in ONE_STORY:
        return None
    boxes = boxes_of_stories(page) if case.is_article or ARTICLE in page.code else {}
    groups = [[i] for i in second_stories(page, boxes)]
    if case.is_article:
        groups += stories_alike(page, boxes)
    if not groups:
        return None
    before = kernels.choice.expected_before(facts.p, facts.n, bytes(len(facts.n)), 0)
    prose_before = kernels.choice.expected_before(facts.p, facts.n, bytes(facts.prose.tolist()), 1)
    begin_less_end = [0] * (len(facts.n) + 1)  # stories may hold stories
    for stories in groups:
        ranges = [lines_beginning_in(page, i) for i in stories]
        above = prose_before[ranges[0].start]
        inside = sum(before[lines.stop] - before[lines.start] for lines in ranges)
        if above >= LEAST_ABOVE and inside <= MOST_IN_STORIES * above:
            for lines in ranges:
                begin_less_end[lines.start] += 1
                begin_less_end[lines.stop] -= 1
    return bytearray(depth > 0 for depth in accumulate(begin_less_end[:-1]))


def boxes_of_stories(page: Page) -> dict[int, int]:
    """Return the elements that begin with a heading that is a link, with that heading."""
    found, parent, begin = dict[int, int](), page.parent, page.first
    for heading in page.headings:
        first, stop = begin[heading], page.stop[heading]
        if first == stop or page.in_link.find(0, first, stop) >= 0:
            continue
        i = parent[heading]
        for _ in range(MOST_BOXES):
            if i <= 0 or begin[i] != first:
                break
            found[i], i = heading, parent[i]
    return found


def stories_alike(page: Page, boxes: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield the siblings with one tag and class that each begin with a heading of its own that is a link."""
    groups = defaultdict[tuple[int, int, int], list[int]](list)
    for i in boxes:
        groups[page.parent[i], page.tag_number[i], page.names.of_class[i]].append(i)
    for stories in groups.values():
        if len(stories) < LEAST_STORIES:
            continue
        titles = {
            tuple(map(page.strings.__getitem__, range(page.first[i], page.stop[i])))
            for i in map(boxes.__getitem__, stories)
        }
        if len(titles) == len(stories):
            yield stories


def second_stories(page: Page, boxes: Mapping[int, int]) -> Iterator[int]:
    """Yield the one or two ``<article>`` of a class below the first of that class, which begins with no link.

    Their headings lead to other pages, and have no long word of the title of this one: sections, entries and
    posts of one page are not stories.
    """
    of_class, first, found = page.names.of_class, dict[int, int](), defaultdict[int, list[int]](list)
    for i in positions(page.code, ARTICLE):
        if first.setdefault(of_class[i], i) < i and i in boxes and of_class[i]:
            found[of_class[i]].append(i)
    for name, stories in found.items():
        if len(stories) <= MOST_SECOND and first[name] not in boxes:
            yield from (i for i in stories if is_elsewhere(page, boxes[i]))


def is_elsewhere(page: Page, heading: int) -> bool:
    """Tell whether a heading that is a link leads to another page, about something else."""
    words, title = words_of(render(page, [(page.first[heading], page.stop[heading])])), title_of(page).text
    if len(words) < LEAST_WORDS or any(len(word) > 3 for word in words & words_of(title)):
        return False
    link = link_above(page, page.owner[page.first[heading]], MOST_BOXES)
    if link < 0:
        return False
    address = attributes_of(page, element_marks(page, [link]), 1, ("href",)).get(link, {}).get("href", "")
    return bool(address.partition("#")[0].strip())


def lines_beginning_in(page: Page, i: int) -> range:
    """Return the paragraphs that begin in an element."""
    starts = page.line_starts
    last = len(starts) - 1
    return range(bisect_left(starts, page.first[i], 0, last), bisect_left(starts, page.stop[i], 0, last))
