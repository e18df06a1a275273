"""The terms of definitions: a short ``<dt>`` comes along with its ``<dd>``, which says little without it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from operator import mul

from ..markup.elements import CODES
from ..model import positions
from ..page.page import Page
from .between import lines_with

TERM, MEANING = CODES["dt"], CODES["dd"]
#: The most characters of a term, without white space.
MOST_CHARS = 100


def with_terms(page: Page, chosen: bytearray, n: Sequence[int], comments: Collection[int] = ()) -> bytearray:
    """Choose also the terms of meanings of which half of the characters are chosen.

    A term that is mostly a link or stands in ``comments`` leads elsewhere, or says who wrote a post, and
    stays out.  ``chosen`` marks paragraphs with 1; ``n`` has the characters of each.

    >>> from scrapy_content_extract.content.flow import page_of
    >>> page = page_of("<dl><dt>a<dt>b<dd>c<dt>d<dd>e")
    >>> with_terms(page, bytearray([0, 0, 1, 0, 0]), [1] * 5)
    bytearray(b'\\x01\\x01\\x01\\x00\\x00')
    """
    if TERM not in page.code:
        return chosen
    before = list(accumulate(map(mul, chosen, n), initial=0))
    chosen, kept, comments = bytearray(chosen), set[int](), frozenset(comments)
    for i in reversed(list(positions(page.code, TERM))):  # the last of several stands beside the meaning
        if page.end[i] in kept or is_kept_meaning(page, before, page.end[i], page.parent[i]):
            kept.add(i)
            texts = [(page.first[i], page.stop[i])]
            chars = page.chars_in(texts)
            if chars <= MOST_CHARS and 2 * page.link_chars_in(texts) <= chars:
                for b in range(*lines_with(page, i).indices(len(chosen))):
                    chosen[b] |= b not in comments
    return chosen


def is_kept_meaning(page: Page, before: Sequence[int], i: int, parent: int) -> bool:
    """Tell whether an element is a chosen meaning in ``parent``; ``before`` counts chosen characters."""
    if i >= len(page.code) or page.code[i] != MEANING or page.parent[i] != parent:
        return False
    chars, lines = page.chars_in([(page.first[i], page.stop[i])]), lines_with(page, i)
    kept: int = before[lines.stop] - before[lines.start]
    return 0 < chars <= 2 * kept
