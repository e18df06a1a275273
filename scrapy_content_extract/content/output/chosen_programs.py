"""Programs that come along with the chosen texts."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Extraction, Range
from ..page.blocks import heading_above, text_marks
from ..page.page import Page
from .chosen_formulas import of_texts


def with_programs(page: Page, extraction: Extraction) -> Extraction:
    """Return an extraction with the preformatted texts that belong to a chosen text, as a picture would.

    Both texts around them are chosen, or the one before is, and is a heading or ends with a colon.
    """
    if not extraction.ranges or not page.preformatted:
        return extraction
    marks, changed = text_marks(page, extraction.ranges), False
    for start, stop in programs_of(page):
        if 0 in marks[start:stop] and comes_along(page, marks, start, stop):
            marks[start:stop] = b"\1" * (stop - start)
            changed = True
    return of_texts(page, extraction, marks) if changed else extraction


def programs_of(page: Page) -> Iterator[Range]:
    """Yield the texts of preformatted elements, those of neighbours together."""
    start = stop = -1
    for k in sorted(page.preformatted):
        if k != stop:
            if start >= 0:
                yield start, stop
            start = k
        stop = k + 1
    if start >= 0:
        yield start, stop


def comes_along(page: Page, marks: bytearray, start: int, stop: int) -> bool:
    """Tell whether a program stands between two chosen texts, or behind one that announces it."""
    if start == 0 or not marks[start - 1]:
        return False
    return (stop < len(marks) and marks[stop] == 1) or announces(page, start - 1)


def announces(page: Page, k: int) -> bool:
    """Tell whether a text is a heading, or ends with a colon."""
    return page.strings[k].rstrip().endswith((":", "：")) or heading_above(page, page.owner[k]) >= 0
