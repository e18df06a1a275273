"""Flat partition: a block for each paragraph of the page.

A paragraph is a run of texts with no boundary of a block-level element between
them.  The finest partition there is; it groups nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..blocks import paragraphs
from ..model import Page, Segmentation


@dataclass(frozen=True)
class Flat:
    """It has no parameters."""

    def segment(self, page: Page) -> Segmentation:
        return Segmentation(paragraphs(page, [(0, len(page.gap))] if page.gap else []))
