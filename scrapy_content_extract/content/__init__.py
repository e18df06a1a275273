"""From the bytes of a page to its main text, without Scrapy; :mod:`.extract` is the conductor."""

from .extract import extract, page_of, read_metadata, segment
from .metadata import Metadata
from .methods import EXTRACTORS, SEGMENTERS, Extractor, Segmenter
from .model import Block, Decoded, Segmentation
from .page.choice import Choice
from .page.page import Page
from .result import Result

__all__ = [
    "EXTRACTORS",
    "SEGMENTERS",
    "Block",
    "Choice",
    "Decoded",
    "Extractor",
    "Metadata",
    "Page",
    "Result",
    "Segmentation",
    "Segmenter",
    "extract",
    "page_of",
    "read_metadata",
    "segment",
]
