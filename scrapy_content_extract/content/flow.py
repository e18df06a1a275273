"""Bytes, text, a response or a tree → Page: decode, normalize, limit, parse and measure.

::

    bytes ──decode, normalize──→ UTF-8 ──limit, parse, measure──→ Page
            to_utf8                      prepare

:func:`page_of` does both halves.  In a crawl ``EncodingMiddleware`` does the first half and the
analysis the second; commands, archives, engines and the report call the two halves themselves.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from lxml import etree

from .columns.scan_py import Look
from .encoding.decode import decode
from .encoding.labels import codec_of
from .encoding.normalize import normalize
from .encoding.sniff import is_binary
from .extractors.told import filled
from .learned.no_content import with_status
from .model import Decoded
from .page.events import page_of_utf8
from .page.limits import limited, look
from .page.measure import measure
from .page.page import Page
from .page.parse import Parsed, beside, gave_up
from .page.rewritten import rewritten


class HasBody(Protocol):
    """A response: Scrapy's, or any object with the same three attributes."""

    @property
    def body(self) -> bytes: ...

    @property
    def url(self) -> str: ...

    headers: Any


class HasRoot(Protocol):
    """A parsel selector."""

    root: Any


#: The types of a page: bytes, text, a response, a selector, or an lxml element.
Html = bytes | str | HasBody | HasRoot | etree._Element | etree._ElementTree

#: Functions that return the encoding that the maker of a response has stated, or None.  ``content``
#: knows no kind of response, so the package adds the function for Scrapy's.
STATED_BY: list[Callable[[Any], str | None]] = []


class Source(NamedTuple):
    """A page before it is decoded, with its header and stated encoding."""

    body: bytes | str
    #: the HTTP header
    content_type: str | None = None
    #: the stated encoding, which overrules the bytes
    encoding: str | None = None
    url: str | None = None


class Utf8(NamedTuple):
    """A page in UTF-8, cleaned and folded, and the facts that its caller knows."""

    html: bytes
    url: str | None = None
    #: its HTTP status
    http_status: int | None = None
    #: the look at ``html``, if the caller has looked
    found: Look | None = None
    #: the measured page, if the caller has measured it
    page: Page | None = None


def prepare(given: Utf8, *, attributes: bool = False) -> Page:
    """Return the measured page, within the limits and with its HTTP status.

    With ``attributes``, the parse also reads the attributes for HTML and metadata, which need a parse of
    their own otherwise.
    """
    page = given.page or within_limits(given, attributes)
    return filled(with_status(page, given.http_status))


def within_limits(given: Utf8, attributes: bool) -> Page:
    """Return the measured page, marked as truncated if it was beyond a limit."""
    found = given.found or look(given.html)
    html, is_less = limited(given.html, found)
    page = page_of_utf8(html, given.url, attributes=attributes, found=None if is_less else found)
    page = rewritten(page, found)
    return replace(page, truncated=True) if is_less else page


def page_of(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    attributes: bool = False,
) -> Page:
    """Return the measured page; arguments as for :func:`~scrapy_content_extract.extract`.

    ``attributes`` as for :func:`prepare`.
    """
    given: Any = html
    if http_status is None and isinstance(status := getattr(given, "status", None), int):
        http_status = status
    root = given.getroot() if isinstance(given, etree._ElementTree) else getattr(given, "root", given)
    if isinstance(root, etree._Element):
        return prepare(
            Utf8(b"", url, http_status, page=rewritten(measure(root, url=url, attributes=attributes)))
        )
    source = Source(given, content_type, url=url) if isinstance(given, (bytes, str)) else received(given)
    return prepare(Utf8(utf8_of(source), source.url, http_status), attributes=attributes)


def received(response: Any) -> Source:
    """Return a response as a source.

    Raises TypeError for an object that is not a response.
    """
    if not (hasattr(response, "body") and hasattr(response, "headers")):
        raise TypeError(
            f"A page is bytes, str, a response, a selector or an lxml element, not {type(response).__name__}."
        )
    stated = next(filter(None, (ask(response) for ask in STATED_BY)), None)
    encoding = stated if stated and codec_of(stated) else None
    return Source(response.body, content_type_of(response), encoding, getattr(response, "url", None))


def content_type_of(response: HasBody) -> str:
    """Return the Content-Type header of a response, or ""."""
    header = response.headers.get("Content-Type") or b""
    return header.decode("latin-1") if isinstance(header, bytes) else str(header)


def utf8_of(source: Source) -> bytes:
    """Return a page in UTF-8, cleaned and folded; empty for bytes that are not HTML."""
    body, content_type, encoding, _ = source
    if isinstance(body, str):
        utf8 = normalize(body.encode("utf-8", "replace"), Decoded(body, "utf-8", "user"))
    elif is_binary(body, content_type):
        utf8 = b""
    else:
        _, utf8 = to_utf8(body, content_type, encoding)
    return utf8.removeprefix(BOM_UTF8)


def to_utf8(
    body: bytes,
    content_type: str | None = None,
    encoding: str | None = None,
    *,
    uighur: bool | str = "auto",
    options: Collection[str] = (),
) -> tuple[Decoded, bytes]:
    """Return how a page was decoded, and the page in UTF-8, cleaned and folded.

    Arguments as for :func:`.decode.decode` and
    :func:`.normalize.normalize`.
    """
    decoded = decode(body, content_type, encoding)
    return decoded, normalize(body, decoded, uighur=uighur, options=options)


def page_of_root(
    root: etree._Element,
    html: bytes,
    url: str | None,
    *,
    attributes: bool = False,
    found: Look | None = None,
) -> Page | None:
    """Return the page of a tree that the caller has parsed, or None if elements stand beside its root.

    They belong to the page, but the tree is only read, so they cannot be joined to it.  ``attributes`` as
    for :func:`prepare`; ``found`` is the look at ``html``.
    """
    if beside(root):
        return None
    parser = root.getroottree().parser
    truncated = parser is not None and gave_up(parser)
    return rewritten(measure(Parsed(root, truncated), html=html, url=url, attributes=attributes), found)
