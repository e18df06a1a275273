"""Flat partition: a block for each paragraph of the page.

A paragraph is a run of texts without the boundary of a block-level element between them.  No
partition is finer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..model import Segmentation
from ..page.blocks import paragraphs
from ..page.page import Page


@dataclass(frozen=True)
class Flat:
    """The flat partition has no parameters."""

    def segment(self, page: Page) -> Segmentation:
        return Segmentation(paragraphs(page, [(0, len(page.gap))] if page.gap else []))
