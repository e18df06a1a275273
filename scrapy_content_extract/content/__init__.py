"""Pure functions from bytes to main text: decode → clean → fold → parse → measure → extract.

Nothing in here knows Scrapy.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any, Protocol

from lxml import etree

# The modules, not their functions: those would hide the modules of the same name.
from . import decode, fold, labels, measure, normalize, parse, sniff
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


class HasRoot(Protocol):
    """A selector of parsel."""

    root: Any


#: What a page may be given as: bytes, text, a response, a selector, or an lxml element.
Html = bytes | str | HasBody | HasRoot | etree._Element | etree._ElementTree


def extract(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    extractor: str | type[Extractor] | Extractor = "auto",
    **params: Any,
) -> Extraction:
    """Return the main content of a page.

    ``html`` is bytes, text, a Scrapy response, or a selector or an lxml element, which are
    only read.  Bytes that are no HTML, such as a PDF, are a page without text.
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

    >>> blocks = segment("<nav>Home</nav><h1>News</h1><p>It rains.</p>").blocks
    >>> [(block.title, block.chars) for block in blocks]
    [('', 4), ('News', 12)]
    """
    method = build(segmenter, SEGMENTERS, params, "segmenter")
    return method.segment(page_of(html, url=url, content_type=content_type))


def page_of(html: Html, *, url: str | None = None, content_type: str | None = None) -> Page:
    """Return the measured page; arguments as for :func:`extract`."""
    given: Any = html
    root = given.getroot() if isinstance(given, etree._ElementTree) else getattr(given, "root", given)
    if isinstance(root, etree._Element):
        return measure.measure(root, url=url)
    encoding = None
    if not isinstance(given, (bytes, str)):
        if not (hasattr(given, "body") and hasattr(given, "headers")):
            raise TypeError(
                f"A page is bytes, str, a response, a selector or an lxml element, not "
                f"{type(html).__name__}."
            )
        header = given.headers.get("Content-Type") or b""
        content_type = header.decode("latin-1") if isinstance(header, bytes) else str(header)
        # Here responses keep the encoding that whoever made them has stated.
        stated = getattr(given, "_encoding", None)
        encoding = stated if stated and labels.codec_of(stated) else None
        url = getattr(given, "url", url)
        given = given.body
    if isinstance(given, str):
        utf8 = given.encode("utf-8", "replace")
        given = utf8 if fold.is_plain(utf8) else fold.fold(fold.clean(given))
    elif sniff.is_binary(given, content_type):
        given = b""
    else:
        decoded = decode.decode(given, content_type, encoding)
        given = normalize.normalize(given, decoded).removeprefix(BOM_UTF8)
    return measure.measure(parse.parse(given), html=given, url=url)
