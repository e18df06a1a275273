"""Auto: which paragraphs belong to the main content, learned from labelled pages.

A method of this package, and its default.

1. Each paragraph is described by 54 whole numbers: of its own, of the elements that hold
   it, of its neighbours, and of the page (:mod:`~scrapy_content_extract.content.describe`).
2. Boosted trees make of them p, how likely a character of the paragraph is main content
   (:mod:`~scrapy_content_extract.content.trees`).  They were trained offline by
   ``training/``; docs/methods/auto.rst says on what.
3. Where the sum of p * n over all paragraphs of n characters is below 30, and below half of
   all characters, the page has no main content: an error page, a login wall, a shell for
   scripts.
4. Paragraphs that look alike belong together: with the mean p' of those whose nodes, and
   the nodes' parents, have the same tags and classes, weighted by n,

       q = (p + p') / 2

5. Of all choices of paragraphs the one with the greatest F is expected to be best, where

       F = (1 + b^2) * sum of q * n over the chosen /
           (sum of n over the chosen + b^2 * sum of q * n over all)

   and b is 1, or 1/2 to favor precision, or 2 to favor recall.  The best choice is the
   paragraphs down to some q, so one pass over them by falling q finds it.
6. A heading inside the text goes with the paragraph below it, if its p is 1/4 at least.
7. A row of a table of data is made whole where three quarters of its characters are chosen.
8. A text that was chosen before is not taken again: many pages hold their text once for
   large screens and once for small ones.

``confidence`` is F for b = 1 with p in place of q: how much of the text is expected to be
right.  Steps 3 to 5 follow from asking for the expected F1 of a page; the number 30 and
the half in step 4 were chosen by cross-validation.  Steps 6 and 7 are not for the
scores: a reader misses a heading or a cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, islice
from operator import add, mul

from .. import backend
from ..blocks import in_data_tables, joined, paragraphs, ranges_of, render, whole_rows, with_rows
from ..describe import FAR, FEATURES, Description, describe
from ..elements import CODES
from ..model import Extraction, Page, positions
from ..trees import Trees

#: Fewer expected characters of main content are none, if they are less than half of the page.
LEAST_CHARS = 30
#: The least p of a heading that is chosen for what is below it.
HEADING_P = 0.25
#: Shorter texts may come twice.
REPEATED_CHARS = 60
#: The weight of recall, by what is favored.
BETA = {"balanced": 1.0, "precision": 0.5, "recall": 2.0}
COMMENTS = ("auto", "keep", "drop")
#: An element with more than this share of the page holds no comments.
MOST = 0.9
#: The share of words that makes a heading and a part of the title alike.
ALIKE = 0.5


@dataclass(frozen=True)
class Auto:
    """Raises ValueError when a parameter is not what it may be."""

    #: comments of readers: "auto" (content where they are what the page is for, as in a forum),
    #: "keep" or "drop"
    comments: str = "auto"
    #: "balanced", "precision" (rather too little) or "recall" (rather too much)
    favor: str = "balanced"
    #: whether tables of data may be part of the text; those that make the layout always may
    tables: bool = True
    #: whether the text of links may be part of the text
    links: bool = True

    def __post_init__(self) -> None:
        if self.comments not in COMMENTS:
            raise ValueError(f"comments is {self.comments!r}; it may be 'auto', 'keep' or 'drop'.")
        if self.favor not in BETA:
            raise ValueError(f"favor is {self.favor!r}; it may be 'balanced', 'precision' or 'recall'.")
        for name in ("tables", "links"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is {getattr(self, name)!r}; it may be True or False.")

    def extract(self, page: Page) -> Extraction:
        described = describe(page)
        p = model().probabilities(described.columns)
        n = described.columns[CHARS]
        chosen, confidence = choose(p, n, described.look, BETA[self.favor])
        if chosen:
            chosen = with_headings(chosen, p, described.columns[SINCE_HEADING])
            chosen = whole_rows(page, chosen, n)
            chosen = self.as_asked(page, described, chosen)
        text, lines = page.text, page.lines
        kept = without_repetitions(sorted(chosen), n, lambda b: tuple(text[slice(*lines[b])]))
        if self.links:
            ranges = joined(lines[b] for b in kept)
        else:
            ranges = ranges_of(k for b in kept for k in range(*lines[b]) if not page.in_link[k])
        blocks = with_rows(page, paragraphs(page, ranges))
        # Without a paragraph nothing was decided.
        return Extraction(ranges, blocks, confidence if n else None, title_of(page))

    def as_asked(self, page: Page, described: Description, chosen: set[int]) -> set[int]:
        """Return the choice with comments and tables in or out, as the parameters say."""
        if self.comments != "auto":
            comments = comments_of(page, described)
            if self.comments == "drop":
                chosen = chosen - comments
            else:
                prose = described.columns[PROSE]
                chosen = chosen | {b for b in comments if prose[b]}
        if not self.tables:
            data = in_data_tables(page)
            chosen = {b for b in chosen if not data[described.node[b]]}
        return chosen


#: Where in the columns of a description these are.
CHARS, PROSE, COMMENT_STEPS, SINCE_HEADING = map(
    list(FEATURES).index, ("chars", "prose", "comment", "after_heading")
)


@lru_cache(maxsize=1)
def model() -> Trees:
    """Return the trained trees; read once, when they are first needed."""
    return Trees.load("extractors/auto.json")


def choose(
    p: Sequence[float], n: Sequence[int], look: Sequence[int], beta: float = 1.0
) -> tuple[set[int], float]:
    """Return the paragraphs with the best expected F, and the F1 expected of them.

    ``p`` is the probability and ``n`` the characters of each paragraph; those with the same
    ``look`` look alike.

    >>> choose([0.9, 0.8, 0.1], [100, 300, 200], [0, 0, 1])
    ({0, 1}, 0.88...)
    """
    if backend.compiled is not None:
        return backend.compiled.choose(p, n, look, beta, LEAST_CHARS)  # type: ignore[no-any-return]
    expected = total(map(mul, p, n))
    if expected <= min(LEAST_CHARS, sum(n) / 2):
        return set(), 1 - max(p, default=0.0)
    sums = [0.0] * len(look)
    weights = [0] * len(look)
    for p_b, n_b, alike in zip(p, n, look):
        sums[alike] += p_b * n_b
        weights[alike] += n_b
    q = [(p_b + sums[alike] / weights[alike]) / 2 for p_b, alike in zip(p, look)]
    order = sorted(range(len(q)), key=q.__getitem__, reverse=True)  # stable: of equals the first
    hits = list(accumulate(q[b] * n[b] for b in order))
    sizes = accumulate(n[b] for b in order)
    wanted = beta**2 * hits[-1]
    F = [hit / (size + wanted) for hit, size in zip(hits, sizes)]
    chosen = order[: F.index(max(F)) + 1]
    right, size = total(p[b] * n[b] for b in chosen), sum(n[b] for b in chosen)
    return set(chosen), 2 * right / (size + expected)


def with_headings(chosen: set[int], p: Sequence[float], since_heading: Sequence[int]) -> set[int]:
    """Add the headings right above chosen paragraphs, but above the first; 0 paragraphs since one is one.

    >>> sorted(with_headings({1, 3, 5, 7}, [0.4] * 7 + [0.9], [0, 1, 0, 1, 2, 3, 0, 1]))
    [1, 2, 3, 5, 6, 7]
    """
    first = min(chosen)
    return chosen | {
        b - 1 for b in chosen if b > first and not since_heading[b - 1] and p[b - 1] >= HEADING_P
    }


def total(values: Iterable[float]) -> float:
    """Add up from left to right; ``sum`` does more for floats, and not in every Python the same."""
    return reduce(add, values, 0.0)


def without_repetitions(
    chosen: Iterable[int], n: Sequence[int], text_of: Callable[[int], Hashable]
) -> list[int]:
    """Leave out long paragraphs with a text that came before."""
    seen: set[Hashable] = set()
    kept = []
    for b in chosen:
        if n[b] >= REPEATED_CHARS:
            text = text_of(b)
            if text in seen:
                continue
            seen.add(text)
        kept.append(b)
    return kept


def comments_of(page: Page, described: Description) -> set[int]:
    """Return the paragraphs in an element that says it holds comments.

    One that holds most of the page says so of the page, and is not asked.
    """
    steps = described.columns[COMMENT_STEPS]
    before, first, stop = page.chars_before, page.first, page.stop
    comments = set()
    for b, (i, step) in enumerate(zip(described.node, steps)):
        if step < FAR:
            for _ in range(step):
                i = page.parent[i]
            if before[stop[i]] - before[first[i]] < MOST * before[-1]:
                comments.add(b)
    return comments


#: So many headings of a rank are looked at.
HEADINGS = 20
#: Longer ones are none; a page may have all its text in each of a nest of them.
HEADING_CHARS = 400
#: Between the name of a page and the name of its site.
SITE_SEPARATOR = re.compile(r"\s+[|\-–—·•:»«/]+\s+|\s*[|_»«｜—]+\s*")


def title_of(page: Page) -> str:
    """Return the title of what the page is about.

    The ``<title>`` names it, but most sites add their own name.  So it is the heading most like
    a part of the ``<title>``, a longer part before a shorter one, or the longest part where no
    heading is like any; without a ``<title>`` the first heading of the first rank.
    """
    parts = sorted(filter(None, map(str.strip, SITE_SEPARATOR.split(page.title))), key=len, reverse=True)
    before = page.chars_before
    headings = [
        " ".join(render(page, [(page.first[i], page.stop[i])]).split())
        for tag in ("h1", "h2")
        for i in islice(positions(page.code, CODES[tag]), HEADINGS)
        if 0 < before[page.stop[i]] - before[page.first[i]] <= HEADING_CHARS
    ]
    words = list(map(words_of, headings))
    for part in parts:
        wanted = words_of(part)
        likeness = [len(wanted & of_one) / (len(wanted | of_one) or 1) for of_one in words]
        if likeness and max(likeness) >= ALIKE:
            return headings[likeness.index(max(likeness))]
    return (parts or headings or [""])[0]


def words_of(text: str) -> set[str]:
    """Return the words of a text; of Chinese and the like, the characters.

    >>> sorted(words_of("Rain, 雨天"))
    ['rain', '天', '雨']
    """
    return set(_WORD.findall(text.lower()))


_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
