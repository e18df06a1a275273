"""Clear: what the page says twice, as copies for small screens, quotes of earlier posts, and pull quotes.

A long paragraph that stands again is a copy, unless both stand close below headings that differ: so the same
form, phrase or specimen text may stand below several headings.
Long lines of one paragraph count as paragraphs.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from operator import attrgetter

from ..markup import LINE_BREAK, table
from ..model import Range, positions
from ..page.elements import lines_with
from ..page.page import Page
from .case import Case, without

#: The characters from which a text may come only once.
REPEATED_CHARS = 60
#: The share of a paragraph that has come before.
REPEATED_SHARE = 0.9
#: Up to so many paragraphs below a heading stand close below it.  Cross-validation chose it.
BELOW_HEADING = 3
#: The least characters of a pull quote, its most paragraphs, and how far from it the same words may stand.
PULLED_CHARS, PULLED_LINES, PULLED_FROM = 20, 3, 5
#: What may stand around its words.
_MARKS = "\"'“”„«»‹›‘’.,…"
IS_PULLED = table(dict.fromkeys(("blockquote", "figure", "aside"), 1))


def without_repetitions(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice without what repeats something in it."""
    page, n, size_before = case.page, case.facts.n, case.page.chars_before
    those = [b for b in positions(chosen, 1) if n[b] >= REPEATED_CHARS]
    lines = [(b, line) for b in those for line in lines_in(page, b)]
    sizes = [size_before[stop] - size_before[start] for _, (start, stop) in lines]
    count, first, again = Counter(sizes), dict[str, int](), Counter[int]()
    before = [  # of another size is another text
        first.setdefault(words_in(page, *line), j) if count[size] > 1 else j
        for j, ((_, line), size) in enumerate(zip(lines, sizes))
    ]
    for j, i in enumerate(before):
        b, earlier = lines[j][0], lines[i][0]
        if i < j and not has_other_heading(case, earlier, b):
            again[b] += sizes[j]
    chosen = without(chosen, [b for b, chars in again.items() if chars >= REPEATED_SHARE * n[b]])
    return without(chosen, pull_quotes(page, chosen))


def lines_in(page: Page, b: int) -> list[Range]:
    """Return the long lines of a paragraph, if there are several, or all of it."""
    start, stop = page.line_starts[b], page.line_starts[b + 1]
    if page.gap.find(LINE_BREAK, start + 1, stop) < 0:
        return [(start, stop)]
    breaks = [k for k in range(start + 1, stop) if page.gap[k] == LINE_BREAK]
    lines = pairwise([start, *breaks, stop])
    long = [line for line in lines if page.chars_in([line]) >= REPEATED_CHARS]
    return long if len(long) > 1 else [(start, stop)]


def words_in(page: Page, start: int, stop: int) -> str:
    """Return the words of some texts in small letters, without white space."""
    return "".join("".join([page.strings[k] for k in range(start, stop)]).split()).casefold()


def has_other_heading(case: Case, one: int, other: int) -> bool:
    """Tell whether two paragraphs stand close below headings of different words."""
    since_heading, words = case.facts.since_heading, list[str]()
    for b in (one, other):
        if not 0 < since_heading[b] <= min(b, BELOW_HEADING):
            return False
        words.append(words_in(case.page, *case.page.lines[b - since_heading[b]]))
    return words[0] != words[1]


def pull_quotes(page: Page, chosen: bytearray) -> set[int]:
    """Return the paragraphs of quotes, figures and asides whose words stand in a paragraph near them."""
    starts, found = page.line_starts, set[int]()
    boxes = {lines_with(page, i) for i in positions(page.code.translate(IS_PULLED), 1)}
    words_of = cache(lambda b: words_in(page, starts[b], starts[b + 1]))
    for lines in sorted(boxes, key=attrgetter("start", "stop")):
        if not 0 < len(lines) <= PULLED_LINES or 0 in chosen[lines.start : lines.stop]:
            continue
        words = words_in(page, starts[lines.start], starts[lines.stop]).strip(_MARKS)
        near = range(max(lines.start - PULLED_FROM, 0), min(lines.stop + PULLED_FROM, len(chosen)))
        others = (b for b in near if chosen[b] and b not in found and b not in lines)
        if len(words) >= PULLED_CHARS and any(words in words_of(b) for b in others):
            found.update(lines)
    return found
