"""The steps of :mod:`.auto` before and after the choice of the likeliest paragraphs.

:data:`LEAVE_OUT` has the steps before the choice: what they find counts as unlikely and is never chosen.
:data:`STEPS` has those after it: each completes the choice, or clears it.  Each is entered on pages with its
sign.  The report says of each paragraph which step decided, in the words of these tables.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice, takewhile
from operator import mul

from ..core.hints import FRAMES, SAYS
from ..markup import CODES
from ..model import Range, positions, runs
from ..page.choice import letters
from ..page.elements import ancestors, line_with, lines_with
from ..page.entries import entry_title, letters_in
from ..page.page import Page
from .case import Case, ParagraphFacts, Step
from .comments import as_asked
from .furniture import without_furniture
from .repetitions import without_repetitions
from .structures import with_structures

H1, ARTICLE = CODES["h1"], CODES["article"]

# ------------------------------------------------------------------ left out: hidden text

#: The most expected content in hidden text, as a share of that in visible prose.
MOST_HIDDEN_SHARE = 0.5


def hidden_paragraphs(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of hidden text, or None if hidden text stays.

    If it does not stay, hidden texts are dropped from visible paragraphs, too.
    """
    if case.asked.hidden == "keep" or case.hidden is None:
        return None
    hidden = paragraphs_of(case.hidden, case.page.line_starts)
    if case.asked.hidden != "drop" and not is_enough_visible(case.facts, hidden):
        return None
    case.dropped = case.hidden
    return hidden


def paragraphs_of(marks: bytes, starts: Sequence[int]) -> bytearray:
    """Return which paragraphs have only marked texts."""
    paragraphs = bytearray(len(starts) - 1)
    for start, stop in runs(marks):
        first, beyond = bisect_left(starts, start), bisect_right(starts, stop) - 1
        paragraphs[first:beyond] = b"\1" * (beyond - first)
    return paragraphs


def is_enough_visible(facts: ParagraphFacts, hidden: Sequence[int]) -> bool:
    """Tell whether the expected content in visible prose is enough without that in hidden text."""
    in_hidden = in_visible_prose = 0.0
    for p, chars, is_prose, is_hidden in zip(facts.p, facts.n, facts.prose, hidden):
        if is_hidden:
            in_hidden += p * chars
        elif is_prose:
            in_visible_prose += p * chars
    return in_visible_prose >= in_hidden / MOST_HIDDEN_SHARE


def made_unlikely(facts: ParagraphFacts, those: bytearray) -> ParagraphFacts:
    """Return facts by which some paragraphs have p = 0 and look like nothing else.

    If each paragraph has a look of its own, they keep theirs.
    """
    p, look, other = facts.p[:], facts.look[:], max(facts.look) + 1
    for b in positions(those, 1):
        p[b] = 0.0
        look[b] = other if other < len(look) else look[b]
    return facts._replace(p=p, look=look)


def without_texts(ranges: Iterable[Range], marks: bytes) -> tuple[Range, ...]:
    """Return ranges without the marked texts; a range that goes on where another ends is joined to it."""
    kept: list[Range] = []
    for start, stop in ranges:
        while start < stop:
            end = marks.find(1, start, stop)
            end = stop if end < 0 else end
            if kept and kept[-1][1] == start:
                kept[-1] = (kept[-1][0], end)
            elif start < end:
                kept.append((start, end))
            start = marks.find(0, end, stop) if end < stop else stop
            start = stop if start < 0 else start
    return tuple(kept)


def count_hidden(page: Page, marks: bytes | None, ranges: Sequence[Range]) -> tuple[int, int]:
    """Return how many hidden characters were left out, and how many are among the chosen texts."""
    if marks is None:
        return 0, 0
    kept = sum(page.chars_in(runs(marks, start, stop)) for start, stop in ranges)
    return page.chars_in(runs(marks)) - kept, kept


# ------------------------------------------------------------------ left out: the heading of a blog

#: The most paragraphs of such a heading: they bound what a wrong guess costs.
HEADING_LINES = 5


def blog_heading(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the heading of a blog: its name and its description.

    The heading is the element around the first ``<h1>`` that does not hold the title of the entry below it,
    if ``<title>`` consists of both, in either order.
    """
    page, blog = case.page, case.page.code.find(H1)
    name = letters_in(page, blog) if blog >= 0 else ""
    below = entry_title(page, name, letters(page.title), begin=page.end[blog])
    if below is None:
        return None
    *_, box = takewhile(lambda i: page.end[i] <= below, ancestors(page, blog))
    begin, end = line_with(page, page.first[blog]), line_with(page, page.stop[box] - 1)
    if end - begin >= HEADING_LINES:
        return None
    left_out = bytearray(len(case.facts.n))
    left_out[begin : end + 1] = b"\1" * (end + 1 - begin)
    return left_out


# ------------------------------------------------------------------ left out: the next stories

#: The most stories below the first, which endless scroll loads: more are the entries of one page.
MOST_STORIES = 2
#: The most characters expected in a story, as a multiple of those above it.
MOST_IN_STORY = 3
#: The most elements around a heading that begin with it.
MOST_BOXES = 6
#: The kinds of pages with one story, or none.
ONE_STORY = frozenset({"article", "other"})


def next_stories(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the next stories below an article, or None."""
    page, facts = case.page, case.facts
    stories = articles_with_linked_heading(page) if case.kind in ONE_STORY else set()
    if not 0 < len(stories) <= MOST_STORIES or page.code.find(ARTICLE) in stories:
        return None
    before = list(accumulate(map(mul, facts.p, facts.n), initial=0.0))
    left_out = bytearray(len(facts.n))
    for lines in (lines_with(page, i) for i in stories):
        if before[lines.stop] - before[lines.start] <= MOST_IN_STORY * before[lines.start]:
            left_out[lines.start : lines.stop] = b"\1" * len(lines)
    return left_out


def articles_with_linked_heading(page: Page) -> set[int]:
    """Return the ``<article>`` elements that begin with a heading that is a link as a whole."""
    found, first = set[int](), page.first
    for i in filter(page.is_linked, page.headings):
        around = islice(ancestors(page, page.parent[i]), MOST_BOXES)
        found.update(box for box in around if page.code[box] == ARTICLE and first[box] == first[i])
    return found


# ------------------------------------------------------------------ choosing: a page of a few words

#: The most characters of such a page, which has nothing that scripts or people fill.
FEW_CHARS = 200
FILLED = frozenset(CODES[tag] for tag in ("script", "noscript", "input", "select", "textarea"))
BUTTON = CODES["button"]


def few_words(case: Case) -> bytearray:
    """Choose all paragraphs of a page of a few words, but no links, buttons, frames and hidden text."""
    page, section, hidden = case.page, case.facts.section, case.hidden or bytes(len(case.page.gap))
    if page.chars_before[-1] > FEW_CHARS or page.http_status or not FILLED.isdisjoint(page.code):
        return bytearray()
    return bytearray(
        not (0 < section[b] <= len(FRAMES) or hidden[start] or page.in_link.find(0, start, stop) < 0)
        and page.code[page.owner[start]] != BUTTON
        for b, (start, stop) in enumerate(page.lines)
    )


# ------------------------------------------------------------------ the tables

LEAVE_OUT = (
    Step("hidden", hidden_paragraphs, dropped=("i", "for a browser does not show it"), sign=SAYS["hiding"]),
    Step(
        "blog",
        blog_heading,
        dropped=("d", "for it is the name or the description of the blog"),
        sign=SAYS["entry title"],
    ),
    Step("stories", next_stories, dropped=("s", "because it is another story"), sign=SAYS["linked heading"]),
)
STEPS = (
    Step("structures", with_structures, ("b", "with the text, list, table or program that it belongs to")),
    Step(
        "asked",
        as_asked,
        ("a", "because comments are asked for"),
        ("c", "for comments below an article, or tables, are not asked for"),
        SAYS["comment"] | SAYS["table tag"],
    ),
    Step("furniture", without_furniture, dropped=("f", "for it belongs to the page, not to its text")),
    Step("repeated", without_repetitions, dropped=("2", "for the same text is kept elsewhere on the page")),
)
