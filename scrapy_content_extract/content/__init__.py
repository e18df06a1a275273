"""Pure functions from bytes to main text: decode → clean → fold → parse → measure → extract.

Nothing in here knows Scrapy.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any, Protocol

from lxml import etree

# The modules, not their functions: those would hide the modules of the same name.
from . import decode, fold, measure, normalize, parse
from .extractors import EXTRACTORS, Extractor
from .model import Block, Decoded, Extraction, Page, Segmentation
from .named import build
from .segmenters import SEGMENTERS, Segmenter

__all__ = [
    "EXTRACTORS",
    "SEGMENTERS",
    "Block",
    "Decoded",
    "Extraction",
    "Extractor",
    "Page",
    "Segmentation",
    "Segmenter",
    "extract",
    "page_of",
    "segment",
]


class HasBody(Protocol):
    """A response: of Scrapy, or anything with the same three attributes."""

    body: bytes
    headers: Any
    url: str


#: What a page may be given as: bytes, text, a response, or an lxml element.
Html = bytes | str | HasBody | etree._Element


def extract(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    extractor: str | type[Extractor] | Extractor = "cevc",
    **params: Any,
) -> Extraction:
    """Return the main content of a page.

    ``html`` is bytes, text, a Scrapy response or an lxml element, which is only read.
    ``content_type`` is the HTTP header that came with bytes.  ``extractor`` is a name in
    :data:`EXTRACTORS`, the import path of a class, or an extractor; ``params`` are its
    parameters.

    Raises ValueError for an extractor or parameter that does not exist.  A page, however
    strange, raises nothing: what has no text gives an empty extraction.

    >>> extract("<p>It is what it is.</p><p><a href='/'>Home</a></p>").text
    'It is what it is.'
    """
    method = build(extractor, EXTRACTORS, params, "extractor")
    return method.extract(page_of(html, url=url, content_type=content_type))


def segment(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    segmenter: str | type[Segmenter] | Segmenter = "gapdepth",
    **params: Any,
) -> Segmentation:
    """Return the blocks of a page; arguments and errors as for :func:`extract`.

    >>> [block.text for block in segment("<nav>Home</nav><h1>News</h1><p>It rains.</p>").blocks]
    ['Home', 'News', 'It rains.']
    """
    method = build(segmenter, SEGMENTERS, params, "segmenter")
    return method.segment(page_of(html, url=url, content_type=content_type))


def page_of(html: Html, *, url: str | None = None, content_type: str | None = None) -> Page:
    """Return the measured page; arguments as for :func:`extract`."""
    if isinstance(html, etree._Element):
        return measure.measure(html, url=url)
    if not isinstance(html, (bytes, str)):
        if not (hasattr(html, "body") and hasattr(html, "headers")):
            raise TypeError(
                f"A page is bytes, str, a response or an lxml element, not {type(html).__name__}."
            )
        header = html.headers.get("Content-Type") or b""
        content_type = header.decode("latin-1") if isinstance(header, bytes) else str(header)
        url = getattr(html, "url", url)
        html = html.body
    if isinstance(html, str):
        html = fold.fold(fold.clean(html))
    else:
        html = normalize.normalize(html, decode.decode(html, content_type)).removeprefix(BOM_UTF8)
    return measure.measure(parse.parse(html), html=html, url=url)
