"""Pure functions from bytes to main text: decode → clean → fold → parse → measure → extract.

Nothing in here knows Scrapy.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from .extract import Html, metadata_in, page_of
from .metadata.values import Metadata
from .methods import EXTRACTORS, SEGMENTERS, Extractor, Segmenter
from .model import Block, Decoded, Extraction, Segmentation
from .output.formats import check_formats, formatted, warn
from .output.style import NAMES, in_style, style_in
from .page.page import Page
from .registry import build

__all__ = [
    "EXTRACTORS",
    "SEGMENTERS",
    "Block",
    "Decoded",
    "Extraction",
    "Extractor",
    "Metadata",
    "Page",
    "Segmentation",
    "Segmenter",
    "extract",
    "page_of",
    "read_metadata",
    "segment",
]


def extract(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    extractor: str | type[Extractor] | Extractor = "auto",
    formats: Collection[str] = (),
    **params: Any,
) -> Extraction:
    """Return the main content of a page.

    ``html`` is bytes, text, a Scrapy response, a selector or an lxml element; trees are only
    read.  Bytes that are not HTML, such as a PDF, count as a page without text.
    ``content_type`` is the HTTP header that came with bytes; ``http_status`` is the status, by which
    ``auto`` knows error pages; a response has its own.  ``extractor`` is a name in
    :data:`EXTRACTORS`, the import path of a class, or an extractor; ``params`` are its
    parameters.  ``formats`` may name "html", "markdown", "images", "links" and "chunks".  Among the
    ``params`` may also be the fields of :class:`.output.style.Style`, such as ``title=True``.

    Raises ValueError for an unknown extractor, parameter, style or format, and for Markdown without the
    extra ``markdown``.  No page raises anything: a page without text gives an empty extraction, and
    a format that fails is empty, with a warning in the log.

    >>> extract("<p>It is what it is.</p><p><a href='/'>Home</a></p>").text
    'It is what it is.'
    >>> extract("<p>It <b class=x>is</b> what it is.</p>", formats=["html"]).html
    '<p>It <b>is</b> what it is.</p>'
    """
    check_formats(formats)
    style, params = style_in(params)
    method = build(extractor, EXTRACTORS, params, "extractor", also=NAMES)
    page = page_of(
        html, url=url, content_type=content_type, http_status=http_status, attributes=bool(formats)
    )
    extraction = in_style(page, method.extract(page), style)
    made = formatted(page, extraction.ranges, formats, warn, style, extraction.heading).made
    return replace(extraction, formats=made) if made else extraction


def segment(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    segmenter: str | type[Segmenter] | Segmenter = "gapdepth",
    **params: Any,
) -> Segmentation:
    """Return the blocks of a page; arguments and errors as for :func:`extract`.

    >>> blocks = segment("<nav>Home</nav><h1>News</h1><p>It rains.</p>").blocks
    >>> [(block.title, block.chars) for block in blocks]
    [('', 4), ('News', 12)]
    """
    method = build(segmenter, SEGMENTERS, params, "segmenter")
    return method.segment(page_of(html, url=url, content_type=content_type))


def read_metadata(html: Html, *, url: str | None = None, content_type: str | None = None) -> Metadata:
    """Return what a page declares about itself; arguments as for :func:`extract`.

    >>> page = "<html lang=en><title>Rain</title><meta name=author content='Ina Holm'>"
    >>> found = read_metadata(page)
    >>> found.author, found.language, found.sources["author"]
    ('Ina Holm', 'en', 'meta')
    """
    return metadata_in(page_of(html, url=url, content_type=content_type, attributes=True))
