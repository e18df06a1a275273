"""Clear: what the page says twice, as copies for small screens, quotes of earlier posts, and pull quotes.

A long paragraph that stands again is a copy, unless both stand close below headings that differ: so the same
form, phrase or specimen text may stand below several headings.
Long lines of one paragraph count as paragraphs.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import compress
from operator import attrgetter, itemgetter

from ..markup import LINE_BREAK, table
from ..model import positions
from ..page.elements import lines_with
from ..page.page import Page
from .case import Case, lines_of, without

#: The characters from which a text may come only once.
REPEATED_CHARS = 60
#: The share of a paragraph that has come before.
REPEATED_SHARE = 0.9
#: The most paragraphs below a heading that stand close to it.  Cross-validation chose it.
BELOW_HEADING = 3
#: The least characters of a pull quote, its most paragraphs, and how far from it the same words may stand.
PULLED_CHARS, PULLED_LINES, PULLED_FROM = 20, 3, 5
#: What may stand around its words.
_MARKS = "\"'“”„«»‹›‘’.,…"
IS_PULLED = table(dict.fromkeys(("blockquote", "figure", "aside"), 1))


def without_repetitions(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice without what repeats something in it."""
    page, n, starts, before = case.page, case.facts.n, case.page.line_starts, case.page.chars_before
    those = [b for b in compress(range(len(n)), chosen) if n[b] >= REPEATED_CHARS]
    wide, find = (b for b in those if n[b] >= 2 * REPEATED_CHARS), page.gap.find
    broken = {b for b in wide if find(LINE_BREAK, starts[b] + 1, starts[b + 1]) > 0}
    if not broken:  # else a line may come again whose words are not among the first of its paragraph
        known = case.facts.words_twice  # 0 for signs without a word
        those = [b for b in those if not 0 < known[b] < 100 * REPEATED_SHARE]
    lines = list[tuple[int, int, int, int]]()  # the characters of each, its paragraph, and where it stands
    for b in those:
        ends = lines_of(page, b) if b in broken else ()
        long = [(chars, b, k, z) for k, z in ends if (chars := before[z] - before[k]) >= REPEATED_CHARS]
        lines += long if len(long) > 1 else [(n[b], b, starts[b], starts[b + 1])]
    count, first, again = Counter(map(itemgetter(0), lines)), dict[str, int](), Counter[int]()
    twins = [line for line in lines if count[line[0]] > 1]  # texts of other sizes or first letters differ
    heads = [(size, page.strings[start].lstrip()[:1].lower()) for size, _, start, _ in twins]
    alike = Counter(heads)
    for (size, b, start, stop), head in zip(twins, heads):
        if alike[head] > 1:
            words = without_space(text_in(page, start, stop))
            if words in first and not has_other_heading(case, first[words], b):
                again[b] += size
            first.setdefault(words, b)
    chosen = without(chosen, [b for b, chars in again.items() if chars >= REPEATED_SHARE * n[b]])
    return without(chosen, pull_quotes(case, chosen))


def text_in(page: Page, start: int, stop: int) -> str:
    """Return some texts in small letters."""
    return "".join([page.strings[k] for k in range(start, stop)]).lower()


def without_space(text: str) -> str:
    return "".join(text.split())


def has_other_heading(case: Case, one: int, other: int) -> bool:
    """Tell whether two paragraphs stand close below headings of different words."""
    since_heading, words = case.facts.since_heading, list[str]()
    for b in (one, other):
        if not 0 < since_heading[b] <= min(b, BELOW_HEADING):
            return False
        words.append(without_space(text_in(case.page, *case.page.lines[b - since_heading[b]])))
    return words[0] != words[1]


def pull_quotes(case: Case, chosen: bytearray) -> set[int]:
    """Return the paragraphs of quotes, figures and asides whose words stand in a paragraph near them."""
    page, n, starts, found = case.page, case.facts.n, case.page.line_starts, set[int]()
    boxes = {lines_with(page, i) for i in positions(page.code.translate(IS_PULLED), 1)}
    text_of = cache(lambda b: text_in(page, starts[b], starts[b + 1]))
    for lines in sorted(boxes, key=attrgetter("start", "stop")):
        if not 0 < len(lines) <= PULLED_LINES or 0 in chosen[lines.start : lines.stop]:
            continue
        text = text_in(page, starts[lines.start], starts[lines.stop])
        words, longest = without_space(text).strip(_MARKS), max(text.split(), key=len).strip(_MARKS)
        near = range(max(lines.start - PULLED_FROM, 0), min(lines.stop + PULLED_FROM, len(chosen)))
        others = (b for b in near if chosen[b] and n[b] >= len(words) and b not in found and b not in lines)
        likely = (text_of(b) for b in others if longest in text_of(b))
        if len(words) >= PULLED_CHARS and any(words in without_space(text) for text in likely):
            found.update(lines)
    return found
