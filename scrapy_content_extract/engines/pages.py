"""Pages outside a crawl → results: what commands, archives and engines share."""

from __future__ import annotations

import os
import re
import zlib
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from gzip import GzipFile
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..content import EXTRACTORS, SEGMENTERS
from ..content.auto.auto import Auto
from ..content.auto.memory import Sites, host_of
from ..content.encoding.sniff import is_binary
from ..content.errors import as_errors, parsed
from ..content.extract import (
    ONLY_TEXT,
    Task,
    Utf8,
    Wanted,
    analyse,
    check_confidence,
    of_decoding,
    prepared,
    read,
    to_utf8,
)
from ..content.model import Decoded, Status
from ..content.output.formats import check_style
from ..content.output.style import NAMES, style_in
from ..content.page.limits import MAX_BYTES
from ..content.page.page import Page
from ..content.registry import build
from ..content.result import Result, without_text
from ..corpus.files import GZIP
from ..corpus.lines import identifier
from ..corpus.memory_files import OfHost, SitesInFile
from ..fields import forms_for

if TYPE_CHECKING:  # its libraries are an extra
    from ..warc import WarcPage

T = TypeVar("T")

#: The bytes of a page in which it may say its address: most heads end before.
HEAD_BYTES = 1 << 16
#: How it says so: ``<link rel=canonical>`` or ``<meta property=og:url>``.
_OWN_ADDRESS = re.compile(
    rb"""<(?:link|meta)\b(?=[^<>]{0,500}\b(?:rel=["']?canonical|property=["']?og:url)\b)"""
    rb"""[^<>]{0,500}?\b(?:href|content)=["']?(https?://[^\s"'<>]+)""",
    re.IGNORECASE,
)
#: A path from a folder on that is named like a host.
_MIRRORED = re.compile(r"(?:^|/)((?:[\w-]+\.)+[a-z]{2,}/.+)", re.IGNORECASE | re.DOTALL)


class Input(NamedTuple):
    """A page to work on, or where it is; or the end of an archive."""

    #: the path, ``-``, or the URL
    name: str
    #: its bytes if they are here; otherwise ``name`` is the file that holds them
    body: bytes | None = None
    content_type: str | None = None
    url: str | None = None
    http_status: int | None = None
    #: whether the bytes are a part of the page only
    truncated: bool = False
    #: for a page that could not be fetched: the status that its item would have, and why; "end" of an archive
    status: str = ""
    reason: str = ""
    #: pages of the same site, by which it is judged
    others: tuple[Input, ...] = ()
    #: the folder or the archive that it was found in, or ""
    found_in: str = ""
    #: which page of its archive it is, from 1 on; 0 for a page that is in none
    number: int = 0
    #: its record, if it is in an archive
    record: WarcPage | None = None
    #: at the end of an archive, its records by outcome
    records: Counter[str] | None = None


def input_of(record: WarcPage, **place: Any) -> Input:
    is_cut = bool(record.truncated)
    given = (record.url, record.body, record.content_type, record.url, record.status, is_cut)
    return Input(*given, record=record, **place)


class Unreadable(Exception):
    """A page that is not read: its arguments are the status and the reason."""


def outcome_of(work: Callable[[], T]) -> tuple[T | None, Status, str]:
    """Return the result of some work on a page, or None, with the status and the reason; no page raises."""
    try:
        with as_errors():
            return work(), "ok", ""
    except Unreadable as error:
        status, reason = error.args
        return None, status, reason
    except Exception as error:  # the other pages go on
        return None, "error", f"{type(error).__name__}: {error}"


def page_bytes(given: Input) -> bytes:
    """Return the bytes of a page, unpacked; a file is read only a little beyond MAX_BYTES.

    Raises Unreadable for an input without a page.
    """
    if given.status:
        raise Unreadable(given.status, given.reason)
    body = given.body
    try:
        if body is None:
            with open(given.name, "rb") as file:
                body = file.read(MAX_BYTES + 1)
        if body.startswith(GZIP):
            body = GzipFile(fileobj=BytesIO(body)).read(MAX_BYTES + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Unreadable("error", getattr(error, "strerror", None) or str(error)) from error
    if not body:
        raise Unreadable("empty", "it has no bytes")
    if len(body) > MAX_BYTES:
        raise Unreadable("too_large", f"it has more than {MAX_BYTES:,} bytes")
    if body.startswith(b"WARC/"):
        raise Unreadable("not_html", "it is a web archive; see content-extract warc --help")
    if is_binary(body, given.content_type):
        raise Unreadable("not_html", "its bytes are not a page")
    if body.lstrip()[:1] in (b"{", b"["):
        if parsed(body) is not None:
            raise Unreadable("not_html", "it is JSON")
        if isinstance(parsed(body.lstrip().partition(b"\n")[0]), dict):
            raise Unreadable("not_html", "it is JSON Lines, which content-extract dedup reads")
    return body


def decode_page(given: Input, encoding: str | None) -> tuple[Decoded, Utf8]:
    """Return how a page was decoded, and the page in UTF-8.

    Raises Unreadable for an input without a page.
    """
    decoded, html = to_utf8(page_bytes(given), given.content_type, encoding)
    address = "" if given.url else address_of(given, html)
    return decoded, Utf8(html.removeprefix(BOM_UTF8), given.url, given.http_status, address=address)


def address_of(given: Input, html: bytes) -> str:
    """Return the address that a page says, or else its path from a folder named like a host, or ""."""
    if found := _OWN_ADDRESS.search(html, 0, HEAD_BYTES):
        return found[1].decode("utf-8", "replace")
    folder = given.found_in
    for start in (folder, os.path.dirname(folder.rstrip(os.sep))) if folder else ():
        path = os.path.relpath(given.name, start or os.curdir).replace(os.sep, "/")
        if mirrored := _MIRRORED.search(path):
            return f"https://{mirrored[1]}"
    return ""


def page_of(given: Input, encoding: str | None) -> Page:
    """Return the measured page.  Raises Unreadable for an input without a page."""
    return read(decode_page(given, encoding)[1])


@dataclass(frozen=True)
class Recipe:
    """How to read and extract pages.  It goes to other processes, so it names the methods."""

    extractor: str = "auto"
    params: Mapping[str, Any] = field(default_factory=dict)
    segmenter: str = "gapdepth"
    segmenter_params: Mapping[str, Any] = field(default_factory=dict)
    encoding: str | None = None
    sites: str | None = None
    #: the results of each page besides its text
    wanted: Wanted = ONLY_TEXT

    @cached_property
    def methods(self) -> tuple[Any, Any]:
        """The extractor and the segmenter.

        Raises ValueError for an unknown method or parameter, a style of a format that is not wanted, and a
        memory of sites that cannot be used.
        """
        check_style(self.wanted.style, self.wanted.forms, "--markdown")
        extractor: Any = build(self.extractor, EXTRACTORS, self.params, "--extractor", "--param", NAMES)
        if self.sites:
            if not isinstance(extractor, Auto):
                raise ValueError("only the extractor auto learns from sites; give it, or leave out --sites")
            try:
                extractor = extractor.with_sites(SitesInFile(self.sites))
            except OSError as error:
                raise ValueError(f"{error}; give a local file of content-extract sites") from error
        segmenter = build(
            self.segmenter, SEGMENTERS, self.segmenter_params, "--segmenter", "--segmenter-param"
        )
        check_confidence(extractor, self.wanted.min_confidence, "--min-confidence")
        return extractor, segmenter

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the methods: another process makes its own, with the memory of a file."""
        return {name: value for name, value in self.__dict__.items() if name != "methods"}

    def result_of(self, given: Input) -> Result:
        """Return the result of a page.  No page raises: ``reason`` says what was wrong.

        Nothing is chosen from a plain text of an archive, such as Common Crawl's WET.
        """
        if given.record and given.record.is_text:
            text = given.record.body.decode("utf-8", "replace").strip()
            status: Status = "ok" if text else "empty"
            return without_text(status, text=text, truncated=given.truncated, encoding="utf-8")
        result, status, reason = outcome_of(lambda: self._analyse(given, *self.methods))
        return result or without_text(status, reason)

    def lesson_of(self, given: Input) -> tuple[Status, str, list[OfHost]]:
        """Return the status of a page, the reason, and what a memory of sites learns from it."""
        sites = Sites(most=None)
        method = self.methods[0].with_sites(sites)
        _, status, reason = outcome_of(lambda: self._learn(given, method))
        return status, reason, list(sites.remembered())

    def _learn(self, given: Input, method: Any) -> None:
        """Let the memory of a method learn from a page, if it can.  Raises Unreadable."""
        _, page = decode_page(given, self.encoding)
        if host_of(page.url or page.address):
            prepared(read(page, attributes=self.wanted.needs_attributes), method, self.wanted)

    def _analyse(self, given: Input, extractor: Any, segmenter: Any) -> Result:
        decoded, page = decode_page(given, self.encoding)
        if given.others:
            extractor = extractor.with_sites(Sites())
            for other in given.others:
                outcome_of(partial(self._learn, other, extractor))  # one that cannot be read teaches nothing
        diagnostics = {**of_decoding(decoded), "extractor": self.extractor, "truncated": given.truncated}
        return analyse(Task(page, extractor, segmenter, self.wanted, diagnostics))


def recipe_for(
    results: Collection[str],
    params: Mapping[str, Any] | None = None,
    *,
    min_confidence: float = 0.0,
    **methods: Any,
) -> Recipe:
    """Return the recipe for some results of pages.

    Among the ``params`` of the extractor may be the fields of a style.  Raises ValueError for an impossible
    one, and ImportError if a result needs a missing library.
    """
    if "text_language" in results:
        identifier()
    style, params = style_in(params or {}, "--param")
    wanted = Wanted(forms_for(results), style=style, min_confidence=min_confidence)
    return Recipe(params=params, wanted=wanted, **methods)
