"""Page → Analysis: status, diagnostics, main text, title, blocks and metadata, as plain values."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from .columns.scan_py import Look
from .described import Metadata
from .events import page_of_utf8
from .extractors import Extractor, without_blocks
from .formats import formatted
from .model import Block, Decoded, Page, Range, density
from .no_content import KINDS, with_status
from .segmenters import Segmenter

#: Every way a page can come out.
STATUSES = ("ok", "no_blocks", "empty", "not_html", "no_response", "http_error", "too_large", "error")

#: The diagnostics of a page that was not measured: nothing is known.
UNKNOWN: Mapping[str, Any] = dict.fromkeys(
    "page main rest chars link_chars main_chars extractor status truncated confidence "
    "no_content encoding encoding_source replaced".split()
)


class Wanted(NamedTuple):
    """What is wanted of a page besides its text."""

    #: the blocks of the whole page, or only those with main text
    all_blocks: bool = True
    #: the main content in these formats, too
    formats: tuple[str, ...] = ()
    metadata: bool = False

    @property
    def nodes(self) -> bool:
        """Whether anything is read from attributes, not from columns alone."""
        return bool(self.formats) or self.metadata


TEXT_AND_BLOCKS = Wanted()


@dataclass(frozen=True)
class Analysis:
    """What is known of a page: plain results, neither the response nor its tree."""

    status: str
    diagnostics: Mapping[str, Any]
    #: the main text
    text: str = ""
    #: the title of what the page is about, or None where the extractor does not look for it
    title: str | None = None
    blocks: tuple[Block, ...] = ()
    #: empty unless it was asked for
    metadata: Metadata = field(default_factory=Metadata)
    seconds: float = 0.0
    #: the main content in the formats that were asked for
    html: str = ""
    markdown: str = ""
    #: the id of the record of a web archive with the page, where there is one
    warc_record_id: str | None = None
    #: why there are no blocks or there is none of a format, or what a page without content is
    reason: str = ""


def metadata_in(page: Page) -> Metadata:
    """Return the metadata of a page; what finds them is imported when it is first needed."""
    from .metadata import metadata_of

    return metadata_of(page)


def without_text(status: str, seconds: float = 0.0, **known: Any) -> Analysis:
    """Return the analysis of a page that has no text or was not measured."""
    return Analysis(status, {**UNKNOWN, **known, "status": status}, seconds=seconds)


def analyse(
    html: bytes,
    url: str | None,
    extractor: Extractor,
    segmenter: Segmenter | None,
    known: Mapping[str, Any],
    page: Page | None = None,
    started: float | None = None,
    wanted: Wanted = TEXT_AND_BLOCKS,
    found: Look | None = None,
    on_failed: Callable[[str, Exception], object] | None = None,
    http_status: int | None = None,
) -> Analysis:
    """Extract from a page in UTF-8 within the limits, and segment it; runs in any thread.

    ``known`` are the diagnostics that are known before, "truncated" among them for a page that is
    only a part.  ``page`` is the page if the caller has measured it, ``started`` the time when the
    caller began, ``found`` what a look at this very page has found, ``http_status`` the one that it came
    with.  A segmenter that fails costs the blocks, and a format itself, not the text: ``on_failed`` is
    called with "blocks" or the format, and with what was raised.
    """
    started = started or time.perf_counter()
    page = page or page_of_utf8(html, url, attributes=wanted.nodes, found=found)
    page = with_status(page, http_status)
    metadata = metadata_in(page) if wanted.metadata else Metadata()
    extraction = without_blocks(extractor, page)
    text, title = extraction.text, extraction.title
    ranges, confidence = extraction.ranges, extraction.confidence
    known = {**known, "no_content": extraction.no_content}
    is_what = KINDS.get(extraction.no_content or "", "")
    if extraction.site_pages is not None:
        known = {**known, "site_pages": extraction.site_pages}
    made = formatted(page, ranges, wanted.formats, on_failed)
    unwanted = list(extraction.blocks)
    del extraction
    free(unwanted)  # a page may have half a million of them, and the segmenter needs the memory
    blocks: tuple[Block, ...] = ()
    reason = ""
    if segmenter is not None:
        try:
            blocks = segmenter.segment(page).marked(page, ranges, others=wanted.all_blocks).blocks
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            if on_failed is not None:
                on_failed("blocks", error)
    known = {**known, "truncated": page.truncated or made.is_less or bool(known.get("truncated"))}
    if not page.chars_before[-1]:
        empty = without_text("empty", time.perf_counter() - started, **known)
        return replace(empty, metadata=metadata, reason=is_what)
    counts = counted(page, ranges)
    status = ("no_blocks" if reason else "ok") if counts["main_chars"] else "empty"
    reason = reason or made.reason or is_what
    diagnostics = {**UNKNOWN, **known, **counts, "status": status, "confidence": confidence}
    seconds = time.perf_counter() - started
    return Analysis(status, diagnostics, text, title, blocks, metadata, seconds, reason=reason, **made.made)


def of_decoding(decoded: Decoded) -> dict[str, Any]:
    """Return the diagnostics that are known once a page is decoded."""
    return {
        "encoding": decoded.encoding,
        "encoding_source": decoded.source,
        "replaced": decoded.replaced,
    }


def free(blocks: list[Block]) -> None:
    """Free blocks in parts: to free half a million at once would hold up all other threads."""
    while blocks:
        del blocks[-1000:]


def counted(page: Page, ranges: tuple[Range, ...]) -> dict[str, float]:
    """Return the characters and link densities of a page, of its main text and of the rest."""
    chars, link_chars = page.chars_before[-1], page.link_chars_before[-1]
    main_chars, main_link_chars = page.chars_in(ranges), page.link_chars_in(ranges)
    return {
        "page": density(link_chars, chars),
        "main": density(main_link_chars, main_chars),
        "rest": density(link_chars - main_link_chars, chars - main_chars),
        "chars": chars,
        "link_chars": link_chars,
        "main_chars": main_chars,
    }
