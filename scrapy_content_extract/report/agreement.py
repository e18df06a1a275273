"""The texts that several methods keep of a page, and the methods' agreement."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from ..content import Extraction, Page
from ..content.page.blocks import text_marks

#: How much of a paragraph a method keeps: all, some, nothing.
ALL, SOME, NONE = "#", "+", "."


class Choice(NamedTuple):
    """The texts that a method keeps of a page."""

    method: str
    extraction: Extraction
    #: per text, whether it is kept
    texts: bytearray


def choice_of(method: str, extraction: Extraction, page: Page) -> Choice:
    return Choice(method, extraction, text_marks(page, extraction.ranges))


def agreement(page: Page, a: bytearray, b: bytearray) -> float:
    """Return F1 of two choices of texts, over characters; 1 if both choose nothing.

    F1 is symmetric, so neither choice need be right.
    """
    both = sum(chars for chars, in_a, in_b in zip(page.chars, a, b) if in_a and in_b)
    each = sum(chars * (in_a + in_b) for chars, in_a, in_b in zip(page.chars, a, b))
    return 2 * both / each if each else 1.0


def marks_of(page: Page, texts: bytearray, most: int | None = None) -> str:
    """Return a mark for each of the first paragraphs: whether all of it is kept, a part, or nothing."""
    before = list(accumulate(texts, initial=0))
    return "".join(
        share_mark(before[stop] - before[start], stop - start) for start, stop in page.lines[:most]
    )


def share_mark(kept: int, of: int) -> str:
    """Return the mark of a paragraph with ``kept`` of its texts.

    >>> share_mark(2, 2), share_mark(1, 2), share_mark(0, 2)
    ('#', '+', '.')
    """
    return ALL if kept == of else SOME if kept else NONE
