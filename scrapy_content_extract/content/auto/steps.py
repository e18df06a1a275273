"""The steps of :mod:`.auto` before and after the choice of the likeliest paragraphs.

:data:`LEAVE_OUT` has the steps before the choice: what they find counts as unlikely and is never chosen.
:data:`STEPS` has those after it: each completes the choice, or clears it.  The report says of each paragraph
which step decided, in the words of these tables.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import compress, takewhile
from operator import gt

from .. import kernels
from ..metadata.titles import title_of
from ..model import Range, positions
from ..page.elements import ancestors, line_with
from ..page.page import Page
from ..page.ranges import ranges_in
from .case import Case, ParagraphFacts, Step, without
from .comments import as_asked
from .furniture import without_furniture
from .stories import next_stories
from .structures import programs_of, with_structures

# ------------------------------------------------------------------ left out: hidden text

#: The most expected content in hidden text, as a share of that in visible prose.
MOST_HIDDEN_SHARE = 0.5


def hidden_paragraphs(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of hidden text, or None if hidden text stays."""
    if case.asked_hidden == "keep" or case.hidden is None:
        return None
    starts = case.page.line_starts
    hidden = bytearray(len(starts) - 1)
    for begin, end in ranges_in(case.hidden):
        first, stop = bisect_left(starts, begin), bisect_right(starts, end) - 1
        if first < stop:
            hidden[first:stop] = b"\1" * (stop - first)
    return hidden if case.asked_hidden == "drop" or is_enough_visible(case.facts, hidden) else None


def is_enough_visible(facts: ParagraphFacts, hidden: Sequence[int]) -> bool:
    """Tell whether the expected content in visible prose is enough without that in hidden text."""
    visible = bytes(map(gt, facts.prose, hidden))
    in_hidden, in_visible_prose = (
        kernels.choice.expected_before(facts.p, facts.n, marks, 1)[-1] for marks in (hidden, visible)
    )
    is_enough: bool = in_visible_prose >= in_hidden / MOST_HIDDEN_SHARE
    return is_enough


def made_unlikely(facts: ParagraphFacts, those: bytearray) -> ParagraphFacts:
    """Return facts by which some paragraphs have p = 0 and look like nothing else."""
    p, look, other = facts.p[:], facts.look[:], max(facts.look, default=0) + 1
    for b in positions(those, 1):
        p[b] = 0.0
        if other < len(p):  # else each paragraph has a look of its own
            look[b] = other
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
            start = end + 1
    return tuple(kept)


def count_hidden(page: Page, marks: bytes | None, ranges: Sequence[Range]) -> tuple[int, int]:
    """Return how many hidden characters were left out, and how many are among the chosen texts."""
    if marks is None:
        return 0, 0
    kept = page.chars_in(ranges) - page.chars_in(without_texts(ranges, marks))
    return page.chars_in(ranges_in(marks)) - kept, kept


# ------------------------------------------------------------------ left out: the heading of a blog

#: The most paragraphs of such a heading, and the least characters of prose below the title of an entry.
HEADING_LINES, ENTRY_CHARS = 5, 100


def blog_heading(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the heading of a blog: its name and its description.

    The heading is the element around the first ``<h1>`` that does not hold the title of the entry below it,
    if ``<title>`` has both (:mod:`.metadata.titles`).
    """
    page, facts = case.page, case.facts
    if not page.says("entry title"):  # as on nine pages of ten: to look for the title takes time
        return None
    _, _, below, blog = title_of(page)
    if below is None or blog is None or page.end[blog] > below:
        return None
    *_, box = takewhile(lambda i: page.end[i] <= below, ancestors(page, blog))
    texts = page.first[blog], page.stop[box] - 1, page.first[below]
    begin, end, entry = (line_with(page, k) for k in texts)
    if end - begin >= HEADING_LINES or sum(compress(facts.n[entry:], facts.prose[entry:])) < ENTRY_CHARS:
        return None
    left_out = bytearray(len(facts.n))
    left_out[begin : end + 1] = b"\1" * (end + 1 - begin)
    return left_out


# ------------------------------------------------------------------ completing: headings

#: A heading that is chosen with the paragraph below it has this p, or no more of its words, in percent,
#: come again in paragraphs that look alike.  Cross-validation chose both.
HEADING_P, WORDS_ALIKE = 0.25, 50


def with_headings(case: Case, chosen: bytearray) -> bytearray:
    """Add the headings right above all chosen paragraphs except the first."""
    facts = case.facts
    added: bytearray = kernels.choice.with_headings(
        chosen, facts.p, facts.since_heading, facts.words_alike, HEADING_P, WORDS_ALIKE
    )
    return added


# ------------------------------------------------------------------ clearing: what was left out, repetitions

#: The characters from which a text may come only once.
REPEATED_CHARS = 60


def without_left_out(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice without the paragraphs that the steps before it have left out."""
    return without(chosen, positions(case.left_out, 1)) if 1 in case.left_out else chosen


def deduplicate(case: Case, chosen: bytearray) -> bytearray:
    """Drop repeated text, such as mobile and desktop copies; a page may show a program twice."""
    page, n = case.page, case.facts.n
    if page.preformatted:
        n = n[:]
        for b in programs_of(page):
            n[b] = 0
    once: bytearray = kernels.words.without_repetitions(
        page.strings, page.line_starts, chosen, n, REPEATED_CHARS
    )
    return once


# ------------------------------------------------------------------ the tables

LEAVE_OUT = (
    Step("hidden", hidden_paragraphs, dropped=("i", "for a browser does not show it")),
    Step("blog", blog_heading, dropped=("d", "for it is the name or the description of the blog")),
    Step("stories", next_stories, dropped=("s", "because it is another story")),
)
STEPS = (
    Step("headings", with_headings, ("h", "as the heading of the paragraph below it")),
    Step(
        "structures",
        with_structures,
        ("b", "with the list, table, program, notes or label that it belongs to"),
    ),
    Step(
        "asked",
        as_asked,
        ("a", "because comments are asked for"),
        ("c", "for comments below an article, or tables, are not asked for"),
    ),
    Step("furniture", without_furniture, dropped=("f", "for it belongs to the page, not to its text")),
    Step("left out", without_left_out),
    Step("repeated", deduplicate, dropped=("2", "for the same text is kept elsewhere on the page")),
)
