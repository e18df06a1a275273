"""The whole results of a page: an Analysis holds only the values for items."""

from __future__ import annotations

from dataclasses import dataclass

from .content import Extraction, Extractor, Page, Segmentation, Segmenter

NOTHING, NO_BLOCKS = Extraction((), ()), Segmentation(())


@dataclass
class Whole:
    """The extraction and the segmentation of one page, or empty ones.

    The analysis of the page fills it, so nothing is computed twice.
    """

    #: whether to keep a segmentation
    segments: bool = False
    extraction: Extraction = NOTHING
    segmentation: Segmentation = NO_BLOCKS

    def keeping(
        self, extractor: Extractor, segmenter: Segmenter | None
    ) -> tuple[Extractor, Segmenter | None]:
        """Return methods whose results are also kept here."""
        return _KeepsExtraction(extractor, self), segmenter and _KeepsSegmentation(segmenter, self)


@dataclass
class _KeepsExtraction:
    extractor: Extractor
    whole: Whole

    def extract(self, page: Page) -> Extraction:
        self.whole.extraction = self.extractor.extract(page)
        return self.whole.extraction


@dataclass
class _KeepsSegmentation:
    segmenter: Segmenter
    whole: Whole

    def segment(self, page: Page) -> Segmentation:
        segmentation = self.segmenter.segment(page)
        self.whole.segmentation = segmentation.marked(page, self.whole.extraction.ranges)
        return segmentation
