"""What the plugin reads of a response, and notes about it.

Only this module uses the private attribute of responses with the selector.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from lxml import etree

from ..content.core.scan_py import ByteScan
from ..content.encoding import sniff
from ..content.extract import content_type_of
from ..content.page import limits

if TYPE_CHECKING:
    from scrapy import Selector
    from scrapy.http import HtmlResponse, Response

#: The key of ``request.meta`` for how the response was decoded; the diagnostics show it.
DECODED = "content_extract_decoded"

#: The key of ``request.meta`` for the id of the WARC record with the response.
RECORD_ID = "warc_record_id"

#: Flags of a response whose body is not whole → the reason in the WARC-Truncated of an archive.
TRUNCATED = {"dataloss": "disconnect", "download_stopped": "unspecified"}

#: The responses that were made from a page, each with the look at its bytes, if there was one.
LOOKS: WeakKeyDictionary[Response, ByteScan | None] = WeakKeyDictionary()


def meta_of(response: Response) -> Mapping[str, Any]:
    """Return the meta of a response's request; empty for a response made by hand."""
    return {} if response.request is None else response.request.meta


def look_at(response: Response, html: bytes) -> ByteScan:
    """Return the look at a page; there is one look if its bytes are the response's."""
    found = LOOKS.get(response) if html is response.body else None
    return found or limits.look(html)


def is_binary(response: Response) -> bool:
    """Tell whether a response that is declared as HTML is an image, an archive, or the like.

    One made from a page is none: as UTF-8, the text of a page may begin as a binary file does.
    """
    return response not in LOOKS and sniff.is_binary(response.body, content_type_of(response))


def root_of(response: Response) -> etree._Element | None:
    """Return the root of the tree that a spider's selectors have used, or None.

    The spider owns the tree, so do not change it.
    """
    root = getattr(getattr(response, "_cached_selector", None), "root", None)
    return root if isinstance(root, etree._Element) else None


def with_selector(response: HtmlResponse, selector: Selector) -> HtmlResponse:
    """Return a response whose selectors see another tree than its own."""
    response._cached_selector = selector
    return response


def free_with_its_last_user(response: Response) -> None:
    """Let a response and its tree be freed with their last reference.

    The response and its selector hold each other, so only the garbage collector would free them,
    hundreds of pages later: https://github.com/scrapy/scrapy/issues/2977.  The selector now holds
    a twin of the response instead, which is equal but has no selector.
    """
    selector = getattr(response, "_cached_selector", None)
    if selector is not None and selector.response is response:
        selector.response = twin = copy(response)
        twin._cached_selector = None
