"""What names something chosen comes along: it is short, and the rest says little without it.

That is the ``<dt>`` of a ``<dd>``, the caption of a table, the attribution of a quote, the ``<summary>`` of
``<details>``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, islice
from operator import mul

from ..markup.elements import CODES
from ..model import positions
from ..page.blocks import upwards
from ..page.page import Page
from .between import lines_with

TERM, MEANING = CODES["dt"], CODES["dd"]
#: Elements that name the element that holds them.
HOLDERS = {
    CODES[label]: CODES[holder]
    for label, holder in (
        ("caption", "table"), ("figcaption", "figure"), ("footer", "blockquote"), ("summary", "details")
    )
}  # fmt: skip
QUOTE = CODES["blockquote"]
#: The most characters of a label, without white space, and of elements between it and its holder.
MOST_CHARS, MOST_STEPS = 100, 3


def with_labels(page: Page, chosen: bytearray, n: Sequence[int], comments: Collection[int] = ()) -> bytearray:
    """Choose also the labels of what is chosen, by half of its characters.

    A label that is mostly a link, but for ``<cite>``, or stands in ``comments`` leads elsewhere, or says who
    wrote a post, and stays out.  ``chosen`` marks paragraphs with 1; ``n`` has the characters of each.

    >>> from scrapy_content_extract.content.flow import page_of
    >>> page = page_of("<dl><dt>a<dt>b<dd>c<dt>d<dd>e")
    >>> with_labels(page, bytearray([0, 0, 1, 0, 0]), [1] * 5)
    bytearray(b'\\x01\\x01\\x01\\x00\\x00')
    """
    labels = [*labels_in(page)]
    if not labels and TERM not in page.code:
        return chosen
    before = list(accumulate(map(mul, chosen, n), initial=0))
    chosen, comments = bytearray(chosen), frozenset(comments)
    for i in [*terms_kept(page, before), *(i for i, holder in labels if is_kept(page, before, i, holder))]:
        texts = [(page.first[i], page.stop[i])]
        chars = page.chars_in(texts)
        is_cite = page.tags[page.tag_number[i]] == "cite"
        if chars <= MOST_CHARS and (is_cite or 2 * page.link_chars_in(texts) <= chars):
            for b in range(*lines_with(page, i).indices(len(chosen))):
                chosen[b] |= b not in comments
    return chosen


def terms_kept(page: Page, before: Sequence[int]) -> Iterator[int]:
    """Yield the terms of chosen meanings; ``before`` counts chosen characters."""
    kept = set[int]()
    for i in reversed(list(positions(page.code, TERM))):  # the last of several stands beside the meaning
        behind = page.end[i]
        if behind in kept or (
            behind < len(page.code)
            and page.code[behind] == MEANING
            and page.parent[behind] == page.parent[i]
            and is_kept(page, before, None, behind)
        ):
            kept.add(i)
            yield i


def labels_in(page: Page) -> Iterator[tuple[int, int]]:
    """Yield other labels with what they name."""
    for label, of in HOLDERS.items():
        for i in positions(page.code, label):
            if (holder := holder_of(page, i, of)) >= 0:
                yield i, holder
    for i in page.elements({"cite"}):
        if (holder := holder_of(page, i, QUOTE)) >= 0:
            yield i, holder


def holder_of(page: Page, i: int, code: int) -> int:
    """Return the element of a kind around another, or -1; it is near."""
    around = islice(upwards(page, page.parent[i]), MOST_STEPS)
    return next((e for e in around if page.code[e] == code), -1)


def is_kept(page: Page, before: Sequence[int], label: int | None, holder: int) -> bool:
    """Tell whether half of an element without its label is chosen, or more; ``before`` counts what is."""
    lines = lines_with(page, holder)
    chars: int = page.chars_in([(page.first[holder], page.stop[holder])])
    kept: int = before[lines.stop] - before[lines.start]
    if label is not None:
        own = lines_with(page, label)
        chars -= page.chars_in([(page.first[label], page.stop[label])])
        kept -= before[own.stop] - before[own.start]
    return 0 < chars <= 2 * kept
