"""Page → Analysis: status, diagnostics, main text, title, blocks and metadata, as plain values."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import gt
from typing import Any, NamedTuple

from .extractors import Extractor, without_blocks
from .extractors.visible import without_texts
from .flow import Utf8, prepare
from .learned.no_content import KINDS
from .metadata.values import Metadata
from .model import Block, Decoded, Extraction, Range, Segmentation, density
from .output.formats import formatted
from .output.style import PLAIN, Style, in_style
from .page.blocks import blocks_of, text_marks
from .page.failures import as_errors
from .page.hidden import hidden_texts
from .page.page import Page
from .segmenters import Segmenter

#: The statuses of a page.
STATUSES = ("ok", "no_blocks", "empty", "not_html", "no_response", "http_error", "too_large", "error")

#: The diagnostics of a page that was not measured.
UNKNOWN: Mapping[str, Any] = dict.fromkeys(
    "page main rest chars link_chars main_chars extractor status truncated confidence "
    "kind kind_confidence no_content text_source hidden_chars hidden_kept "
    "encoding encoding_source replaced".split()
)


class Wanted(NamedTuple):
    """The results of a page that an analysis makes besides its text."""

    #: the blocks of the whole page, or only blocks with main text
    all_blocks: bool = True
    #: the formats of the main content
    formats: tuple[str, ...] = ()
    metadata: bool = False
    #: how text and formats are written
    style: Style = PLAIN

    @property
    def nodes(self) -> bool:
        """Whether a result needs attributes besides the columns."""
        return bool(self.formats) or self.metadata


TEXT_AND_BLOCKS = Wanted()


@dataclass(frozen=True)
class Analysis:
    """The results of a page as plain values, without its response and its tree."""

    status: str
    diagnostics: Mapping[str, Any]
    #: the main text
    text: str = ""
    #: the title of what the page is about, or None if the extractor does not look for it
    title: str | None = None
    blocks: tuple[Block, ...] = ()
    #: empty unless requested
    metadata: Metadata = field(default_factory=Metadata)
    seconds: float = 0.0
    #: the main content in each requested format, by name
    formats: Mapping[str, Any] = field(default_factory=dict)
    #: the id of the page's record in a web archive, or None
    warc_record_id: str | None = None
    #: why there are no blocks if the segmenter failed, or the kind of a page without content
    reason: str = ""

    @property
    def html(self) -> str:
        """The main content as clean HTML; raises ValueError if it is no field of the crawl."""
        return str(self.made("html"))

    @property
    def markdown(self) -> str:
        """The main content as Markdown; raises ValueError if it is no field of the crawl."""
        return str(self.made("markdown"))

    def made(self, name: str) -> Any:
        """Return the main content in a format."""
        if name not in self.formats and self.text:
            raise ValueError(
                f"There is no {name}, because CONTENT_EXTRACT_FIELDS does not name it; add {name!r} to it, "
                f"or call extract(response, formats=[{name!r}])."
            )
        return self.formats.get(name, "")


def metadata_in(page: Page) -> Metadata:
    """Return the metadata of a page; the finders are imported at the first call."""
    from .metadata.finders import metadata_of

    return metadata_of(page)


def without_text(status: str, seconds: float = 0.0, **known: Any) -> Analysis:
    """Return the analysis of a page that has no text or was not measured."""
    return Analysis(status, {**UNKNOWN, **known, "status": status}, seconds=seconds)


@dataclass(frozen=True)
class Task:
    """A page to analyse, and how.  :func:`analyse` runs in any thread."""

    given: Utf8
    extractor: Extractor
    segmenter: Segmenter | None = None
    wanted: Wanted = TEXT_AND_BLOCKS
    #: the diagnostics that are known before, with "truncated" for a part of a page
    diagnostics: Mapping[str, Any] = field(default_factory=dict)
    #: called with "blocks" or the name of a format that has failed, and its error: the text stays
    on_failed: Callable[[str, Exception], object] = lambda what, error: None
    #: when the caller began to work on the page
    started: float = field(default_factory=time.perf_counter)


@as_errors()
def analyse(task: Task) -> Analysis:
    """Extract from a page, and segment it."""
    page = prepare(task.given, attributes=task.wanted.nodes)
    metadata = metadata_in(page) if task.wanted.metadata else Metadata()
    extraction = in_style(page, without_blocks(task.extractor, page), task.wanted.style)
    text, title = extraction.text, extraction.title
    diagnostics = diagnostics_of(page, extraction, task.diagnostics)
    ranges, reason = extraction.ranges, KINDS.get(extraction.no_content or "", "")
    formats = formatted(
        page, ranges, task.wanted.formats, task.on_failed, task.wanted.style, extraction.heading
    )
    diagnostics["truncated"] |= formats.is_less
    unwanted = list(extraction.blocks)
    del extraction
    free(unwanted)  # a page may have half a million blocks, and the segmenter needs the memory
    blocks, failure = segmented(page, ranges, task, leaves_out=bool(diagnostics["hidden_chars"]))
    status, seconds = diagnostics["status"], time.perf_counter() - task.started
    if diagnostics["chars"] is None:
        return Analysis(status, diagnostics, metadata=metadata, seconds=seconds, reason=reason)
    if failure and status == "ok":
        status = diagnostics["status"] = "no_blocks"
    reason = failure or formats.reason or reason
    return Analysis(status, diagnostics, text, title, blocks, metadata, seconds, formats.made, reason=reason)


def segmented(
    page: Page, ranges: tuple[Range, ...], task: Task, leaves_out: bool
) -> tuple[tuple[Block, ...], str]:
    """Return the blocks that a task asks for, and the reason if its segmenter fails.

    With ``leaves_out`` they lack the hidden texts, as the main text does.
    """
    if task.segmenter is None:
        return (), ""
    try:
        with as_errors():
            segmentation = task.segmenter.segment(page)
            if leaves_out:
                segmentation = Segmentation(without_hidden(page, segmentation.blocks, ranges))
            return segmentation.marked(page, ranges, others=task.wanted.all_blocks).blocks, ""
    except Exception as error:
        task.on_failed("blocks", error)
        return (), f"{type(error).__name__}: {error}"


def without_hidden(page: Page, blocks: Sequence[Block], ranges: Sequence[Range]) -> tuple[Block, ...]:
    """Return blocks without the hidden texts that are not in ``ranges``."""
    hidden, chosen = hidden_texts(page) or b"", text_marks(page, ranges)
    left_out = bytes(map(gt, hidden, chosen))
    rest = [
        without_texts(block.ranges, left_out)
        if any(left_out.find(1, start, stop) >= 0 for start, stop in block.ranges)
        else block.ranges
        for block in blocks
    ]
    made = iter(blocks_of(page, [now for now, block in zip(rest, blocks) if now and now != block.ranges]))
    return tuple(
        block if now == block.ranges else next(made)._replace(parent=block.parent, role=block.role)
        for now, block in zip(rest, blocks)
        if now
    )


def diagnostics_of(page: Page, extraction: Extraction, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the diagnostics of a page; ``before`` has the diagnostics that do not depend on the choice.

    A page without characters has no counts.
    """
    counts = counted(page, extraction.ranges)
    found = {
        **UNKNOWN,
        **before,
        "status": "ok" if counts["main_chars"] else "empty",
        "truncated": page.truncated or bool(before.get("truncated")),
        "no_content": extraction.no_content,
        "text_source": page.text_source,
        "hidden_chars": extraction.hidden_chars,
        "hidden_kept": extraction.hidden_kept,
    }
    if extraction.site_pages is not None:
        found["site_pages"] = extraction.site_pages
    if not counts["chars"]:
        return found
    about = ("confidence", "kind", "kind_confidence")
    return found | counts | {key: getattr(extraction, key) for key in about}


def of_decoding(decoded: Decoded) -> dict[str, Any]:
    """Return the diagnostics that are known once a page is decoded."""
    return {
        "encoding": decoded.encoding,
        "encoding_source": decoded.source,
        "replaced": decoded.replaced,
    }


def free(blocks: list[Block]) -> None:
    """Free blocks in parts: half a million at once would hold up all other threads."""
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
