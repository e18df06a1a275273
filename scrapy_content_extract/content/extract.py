"""Page → Analysis: status, diagnostics, main text, title, blocks and metadata, as plain values."""

from __future__ import annotations

import time
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import gt
from typing import Any, NamedTuple, Protocol

from lxml import etree

from .auto.jsonld import filled
from .auto.non_content import KINDS, with_status
from .auto.steps import without_texts
from .encoding.decode import decode
from .encoding.fold import normalize
from .encoding.sniff import codec_of, is_binary
from .errors import as_errors
from .kernels.scan_py import ByteScan
from .metadata.values import Metadata
from .methods import Extractor, Segmenter, without_blocks
from .model import Block, Decoded, Extraction, Range, Segmentation, density
from .output.formats import formatted
from .output.style import PLAIN, Style, in_style
from .page.blocks import blocks_of, text_marks
from .page.hidden import hidden_texts
from .page.limits import limited, look
from .page.page import Page
from .page.parse import Parsed, beside, gave_up
from .page.read import measure, page_of_utf8
from .rewrite import rewritten

# ------------------------------------------------------------------ flow
# Bytes, text, a response or a tree → Page: decode, normalize, limit, parse and measure.
#
# ::
#
#     bytes ──decode, normalize──→ UTF-8 ──limit, parse, measure──→ Page
#             to_utf8                      prepare
#
# :func:`page_of` does both halves.  In a crawl ``EncodingMiddleware`` does the first half and the
# analysis the second; commands, archives, engines and the report call the two halves themselves.


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
    found: ByteScan | None = None
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
    stated = stated_encoding(response)
    encoding = stated if stated and codec_of(stated) else None
    return Source(response.body, content_type_of(response), encoding, getattr(response, "url", None))


def stated_encoding(response: Any) -> str | None:
    """Return the encoding that the maker of a response of Scrapy has stated, if any; it overrules the bytes.

    ``response.encoding`` may also be an encoding that Scrapy has found in the page.
    """
    encoding: str | None = getattr(response, "_encoding", None)
    return encoding


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
    found: ByteScan | None = None,
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


# ------------------------------------------------------------------ analysis

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
