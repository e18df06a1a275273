"""Chosen texts without formulas."""

from __future__ import annotations

from dataclasses import replace

from ..markup.elements import FORMULAS
from ..model import Extraction
from ..page.blocks import lines_of, paragraphs, ranges_in, rows_of, text_marks
from ..page.page import Page


def without_formulas(page: Page, extraction: Extraction) -> Extraction:
    """Return an extraction without formulas."""
    marks = text_marks(page, extraction.ranges)
    formulas = [k for k in formulas_of(page) if marks[k]]
    for k in formulas:
        marks[k] = 0
    return of_texts(page, extraction, marks) if formulas else extraction


def formulas_of(page: Page) -> set[int]:
    """Return the texts that are formulas."""
    numbers = [page.tags.index(tag) for tag in FORMULAS if tag in page.tags]
    if not numbers:
        return set()
    return {k for k, element in enumerate(page.owner) if page.tag_number[element] in numbers}


def of_texts(page: Page, extraction: Extraction, marks: bytearray) -> Extraction:
    """Return an extraction with other texts, in blocks or lines as it had them."""
    rows = rows_of(page)
    if rows is not None:
        texts = extraction.lines or tuple(block.text for block in extraction.blocks)
        if texts == lines_of(page, extraction.ranges):
            rows = None  # its method does not join cells
    ranges = ranges_in(marks)
    lines = lines_of(page, ranges, rows) if extraction.lines else ()
    blocks = paragraphs(page, ranges, rows) if extraction.blocks else ()
    return replace(extraction, ranges=ranges, lines=lines, blocks=blocks)
