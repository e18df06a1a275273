"""What several methods keep of a page: their agreement, and a notebook's table of them side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lxml.builder import E

from ..content import EXTRACTORS, Choice, Extractor, Page
from ..content.extract import Html, chosen, page_of
from ..content.notebook import MOST_BLOCKS, TINT, more, table, written
from ..content.page.blocks import paragraphs
from ..content.page.ranges import text_marks
from ..content.registry import build

#: How much of a paragraph a method keeps: all, some, nothing.
ALL, SOME, NONE = "#", "+", "."


class Kept(NamedTuple):
    method: str
    choice: Choice
    #: 1 for each text that is kept, else 0
    texts: bytearray


def kept_by(page: Page, methods: Mapping[str, Extractor]) -> tuple[Page, list[Kept]]:
    """Return what methods keep, and the page that they see: with the text of its JSON-LD if one needs it."""
    choices = {name: chosen(page, method) for name, method in methods.items()}
    shown = next((choice.page for choice in choices.values() if choice.page is not page), page)
    if shown is not page:
        choices = {name: chosen(shown, method) for name, method in methods.items()}
    return shown, [Kept(name, one, text_marks(shown, one.ranges)) for name, one in choices.items()]


def agreement(page: Page, a: bytearray, b: bytearray) -> float:
    """Return F1 of two choices of texts, over characters; 1 if both choose nothing.

    F1 is symmetric, so neither choice need be right.
    """
    both = sum(chars for chars, in_a, in_b in zip(page.chars, a, b) if in_a and in_b)
    each = sum(chars * (in_a + in_b) for chars, in_a, in_b in zip(page.chars, a, b))
    return 2 * both / each if each else 1.0


def marks_of(page: Page, texts: bytearray, most: int | None = None) -> str:
    """Return for each of the first paragraphs how much of it is kept: ALL, SOME or NONE."""
    marks = []
    for start, stop in page.lines[:most]:
        kept = sum(texts[start:stop])
        marks.append(ALL if kept == stop - start else SOME if kept else NONE)
    return "".join(marks)


@dataclass(frozen=True)
class Comparison:
    """The choices of several methods on one page; a notebook shows them as a table."""

    page: Page
    kept: Sequence[Kept]

    def _repr_html_(self) -> str:
        """Return a row for each paragraph, in which each method that keeps it has a green cell."""
        chars = max(self.page.chars_before[-1], 1)
        heads = [f"{one.method} {self.page.chars_in(one.choice.ranges) / chars:.0%}" for one in self.kept]
        blocks = paragraphs(self.page, [(0, len(self.page.gap))])
        rows = []
        for block in blocks[:MOST_BLOCKS]:
            texts = [k for start, stop in block.ranges for k in range(start, stop)]
            most = max(self.page.chars_in(block.ranges), 1)
            shares = [sum(self.page.chars[k] for k in texts if one.texts[k]) / most for one in self.kept]
            cells = [E.div(f"{share:.0%}" if share else "", style=TINT.format(share / 4)) for share in shares]
            style = TINT.format(shares[0] / 4)
            rows.append((*cells, E.div(block.text, dir="auto", style=f"{style}; text-align: start")))
        return written([table((*heads, "text"), rows), *more(blocks)])


def compare(html: Html, *extractors: str, url: str | None = None) -> Comparison:
    """Return what some methods keep of a page; without names, ``auto`` and ``cevc``.

    ``html`` is as for :func:`~scrapy_content_extract.extract`.  Raises ValueError for an unknown method.

    >>> shown = compare("<nav><a href=/>Home</a></nav><p>It is what it is.</p>")
    >>> "cevc 76%" in shown._repr_html_()
    True
    """
    page = page_of(html, url=url)
    names = extractors or ("auto", "cevc")
    methods = {name: build(name, EXTRACTORS, {}, "extractor") for name in names}
    return Comparison(*kept_by(page, methods))
