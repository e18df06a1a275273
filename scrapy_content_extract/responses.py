"""What the plugin asks of a response, and what it notes about one.

Scrapy keeps two things to itself that the plugin needs: the encoding that the maker of a response
has stated, and the selector.  Only this module reads those private attributes.  Nothing here
imports Scrapy, so that ``extract()`` works without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from lxml import etree

from .content.columns.scan_py import Look
from .content.encoding import sniff
from .content.flow import content_type_of
from .content.page import limits

if TYPE_CHECKING:
    from scrapy.http import Response

#: ``request.meta`` holds under this key how the response was decoded, for the diagnostics.
DECODED = "content_extract_decoded"

#: ``request.meta`` holds under this key the id of the WARC record with the response.
RECORD_ID = "warc_record_id"

#: Whether a response is binary; its bytes are looked at once.
_IS_BINARY: WeakKeyDictionary[Response, bool] = WeakKeyDictionary()

#: What a look at the bytes of a response has found.
_LOOKS: WeakKeyDictionary[Response, Look] = WeakKeyDictionary()


def meta_of(response: Response) -> Mapping[str, Any]:
    """Return the meta of a response's request; empty for a response made by hand."""
    return {} if response.request is None else response.request.meta


def is_binary(response: Response) -> bool:
    """Say whether a response that is declared as HTML is an image, an archive, or the like."""
    known = _IS_BINARY.get(response)
    if known is None:
        known = _IS_BINARY[response] = sniff.is_binary(response.body, content_type_of(response))
    return known


def note_is_html(response: Response) -> None:
    """Note that a response is not binary, because it was made from one that is not."""
    _IS_BINARY[response] = False


def note_look(response: Response, found: Look) -> None:
    """Note what a look at the body of a response has found."""
    _LOOKS[response] = found


def look_at(response: Response, html: bytes) -> Look:
    """Return what a look at a page finds; its bytes are looked at once if they are the response's."""
    found = _LOOKS.get(response) if html is response.body else None
    return found or limits.look(html)


def stated_encoding(response: Any) -> str | None:
    """Return the encoding that the maker of a response has stated, if any.

    ``response.encoding`` does not tell it from one that Scrapy has found in the page.
    """
    encoding: str | None = getattr(response, "_encoding", None)
    return encoding


def root_of(response: Response) -> etree._Element | None:
    """Return the root of the tree that a spider's selectors have used, or None if there is none.

    The spider owns the tree, so do not change it.
    """
    root = getattr(getattr(response, "_cached_selector", None), "root", None)
    return root if isinstance(root, etree._Element) else None


def free_with_its_last_user(response: Response) -> None:
    """Let a response and its tree be freed as soon as nobody holds them.

    The response and its selector hold each other, so only the garbage collector would free them,
    hundreds of pages later: https://github.com/scrapy/scrapy/issues/2977.  The selector now holds
    a twin of the response instead, which is equal but has no selector.
    """
    selector = getattr(response, "_cached_selector", None)
    if selector is not None and selector.response is response:
        selector.response = twin = copy(response)
        twin._cached_selector = None
