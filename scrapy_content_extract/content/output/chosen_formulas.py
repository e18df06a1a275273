"""Formulas that come along with the chosen texts, and texts without formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from ..markup.elements import FORMULAS
from ..model import Extraction, Range, positions
from ..page.blocks import lines_of, paragraphs, ranges_of, rows_of, text_marks
from ..page.page import Page

#: The most characters beside the formulas of a line, such as their number.
MOST_BESIDE = 10


def with_formulas(page: Page, extraction: Extraction) -> Extraction:
    """Return an extraction with the lines of formulas between two chosen texts."""
    if not extraction.ranges or not (formulas := formulas_of(page)):
        return extraction
    marks, changed = text_marks(page, extraction.ranges), False
    for start, stop in lines_of_formulas(page, formulas):
        if 0 < start and stop < len(marks) and marks[start - 1] and marks[stop] and 0 in marks[start:stop]:
            marks[start:stop] = b"\1" * (stop - start)
            changed = True
    return of_texts(page, extraction, marks) if changed else extraction


def without_formulas(page: Page, extraction: Extraction) -> Extraction:
    """Return an extraction without formulas."""
    marks = text_marks(page, extraction.ranges)
    formulas = [k for k in formulas_of(page) if marks[k]]
    for k in formulas:
        marks[k] = 0
    return of_texts(page, extraction, marks) if formulas else extraction


def formulas_of(page: Page) -> list[int]:
    """Return the texts that are formulas."""
    numbers = [page.tags.index(tag) for tag in FORMULAS if tag in page.tags]
    if not numbers:
        return []
    return [k for k, element in enumerate(page.owner) if page.tag_number[element] in numbers]


def lines_of_formulas(page: Page, formulas: list[int]) -> Iterator[Range]:
    """Yield the texts of lines side by side that hold little else than formulas."""
    of_formulas, before = bytearray(len(page.gap)), page.chars_before
    for k in formulas:
        of_formulas[k] = 1
    first = -1  # of the lines so far
    for start, stop in [*pairwise(page.line_starts), (len(page.gap), len(page.gap))]:
        chars = sum(page.chars[k] for k in range(start, stop) if of_formulas[k])
        if chars and before[stop] - before[start] - chars <= MOST_BESIDE:
            first = start if first < 0 else first
        elif first >= 0:
            yield first, start
            first = -1


def of_texts(page: Page, extraction: Extraction, marks: bytearray) -> Extraction:
    """Return an extraction with other texts, in blocks or lines as it had them."""
    rows = rows_of(page)
    if rows is not None:
        texts = extraction.lines or tuple(block.text for block in extraction.blocks)
        if texts == lines_of(page, extraction.ranges):
            rows = None  # its method does not join cells
    ranges = ranges_of(positions(marks, 1))
    lines = lines_of(page, ranges, rows) if extraction.lines else ()
    blocks = paragraphs(page, ranges, rows) if extraction.blocks else ()
    return replace(extraction, ranges=ranges, lines=lines, blocks=blocks)
