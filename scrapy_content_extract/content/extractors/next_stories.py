"""Next stories: blocks alike that each begin with a heading that is a link belong to other pages.

Endless scroll puts the next articles below the first, and other pages end with cards of a heading and a
sentence each.  On a page that is an article they are not content, if the article above them is more than a
few lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from operator import mul

from ..markup.elements import HEADINGS, table
from ..model import positions
from ..page.page import Page
from .comments import Paragraphs

#: The least expected content in prose above the stories, and the most in them, as a multiple of that.
LEAST_ABOVE, MOST_TIMES = 200, 3
#: The least stories alike, and the most elements around a heading that begin with it.
LEAST_STORIES, MOST_AROUND = 2, 6
_IS_HEADING = table(dict.fromkeys(HEADINGS, 1))


def next_stories(page: Page, known: Paragraphs) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the next stories, or None if there are none."""
    groups = list(stories_alike(page))
    if not groups:
        return None
    expected = list(map(mul, known.p, known.n))
    before = list(accumulate(expected, initial=0.0))
    prose_before = list(accumulate(map(mul, expected, known.prose), initial=0.0))
    begin_less_end = [0] * (len(expected) + 1)  # stories may hold stories
    for stories in groups:
        ranges = [lines_of_element(page, i) for i in stories]
        above = prose_before[ranges[0].start]
        inside = sum(before[lines.stop] - before[lines.start] for lines in ranges)
        if above >= LEAST_ABOVE and inside <= MOST_TIMES * above:
            for lines in ranges:
                begin_less_end[lines.start] += 1
                begin_less_end[lines.stop] -= 1
    marks = bytearray(depth > 0 for depth in accumulate(begin_less_end[:-1]))
    return marks if 1 in marks else None


def stories_alike(page: Page) -> Iterator[list[int]]:
    """Yield the siblings with one tag and class that each begin with a heading of its own that is a link."""
    groups = defaultdict[tuple[int, int, int], dict[int, int]](dict)
    for heading in positions(page.code.translate(_IS_HEADING), 1):
        first, stop = page.first[heading], page.stop[heading]
        if first == stop or page.in_link.find(0, first, stop) >= 0:
            continue
        i = heading
        for _ in range(MOST_AROUND):
            i = page.parent[i]
            if i <= 0 or page.first[i] != first:
                break
            groups[page.parent[i], page.tag_number[i], page.names.of_class[i]][i] = heading
    for stories in groups.values():
        if len(stories) < LEAST_STORIES:
            continue
        titles = {tuple(map(page.strings.__getitem__, texts_of(page, i))) for i in stories.values()}
        if len(titles) == len(stories):
            yield list(stories)


def texts_of(page: Page, i: int) -> range:
    return range(page.first[i], page.stop[i])


def lines_of_element(page: Page, i: int) -> range:
    """Return the paragraphs that begin in an element."""
    starts = page.line_starts
    last = len(starts) - 1
    return range(bisect_left(starts, page.first[i], 0, last), bisect_left(starts, page.stop[i], 0, last))
