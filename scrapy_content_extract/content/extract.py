"""The one conductor: each page is read, chosen from, edited and printed, once each and in that order.

::

    bytes, text, response, tree
      │ read     decode, normalize, limit, parse, measure, rewrite          → Page
      │ choose   a method chooses ranges of texts                           → Choice
      │ edit     output/style.py: permalinks, formulas, captions            → Choice
      ▼ print    text, blocks, formats, diagnostics; only what is asked for → Extraction, Analysis

:func:`extract` is for one page, :func:`analyse` for a crawl, commands, archives and engines: it returns plain
values with a status, and no page raises.  Nothing in ``content`` knows Scrapy.
"""

from __future__ import annotations

import logging
import re
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import gt
from typing import Any, NamedTuple, Protocol

from lxml import etree

from .auto.non_content import KINDS, with_status
from .auto.steps import without_texts
from .encoding.decode import decode
from .encoding.fold import normalize
from .encoding.sniff import codec_of, is_binary
from .errors import as_errors
from .kernels.scan_py import ByteScan
from .metadata import Metadata
from .methods import EXTRACTORS, SEGMENTERS, Extractor, Segmenter
from .model import Block, Decoded, Extraction, Segmentation, density
from .output.formats import check_formats, formatted, warn
from .output.style import NAMES, PLAIN, Style, edited, style_in
from .page.blocks import blocks_of, text_marks
from .page.choice import Choice
from .page.limits import limited, look
from .page.page import Page
from .page.parse import Parsed, beside, gave_up, readable
from .page.read import measure, page_of_utf8
from .registry import build, called
from .rewrite import rewritten

logger = logging.getLogger(__name__)

#: What is rather a path or an address than HTML.
_NAME = re.compile(r"https?://[^\s<]{1,300}|[^\s<]{1,300}\.x?html?")

# ------------------------------------------------------------------ for one page


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
    read.  It is not a path.  Bytes that are not HTML, such as a PDF, count as a page without text.
    ``content_type`` is the HTTP header that came with bytes; ``http_status`` is the status, by which
    ``auto`` knows error pages; a response has its own.  ``extractor`` is a name in
    :data:`EXTRACTORS`, the import path of a class, or an extractor; ``params`` are its
    parameters.  ``formats`` may name "html", "markdown", "document", "images", "links" and "chunks".  Among
    the ``params`` may also be the fields of :class:`.output.style.Style`, such as ``title=True``.

    Raises ValueError for an unknown extractor, parameter, style or format.  No page raises anything: a page
    without text gives an empty extraction, and a format that fails is empty, with a warning in the log.

    >>> extract("<p>It is what it is.</p><p><a href='/'>Home</a></p>").text
    'It is what it is.'
    >>> extract("<p>It <b class=x>is</b> what it is.</p>", formats=["html"]).html
    '<p>It <b>is</b> what it is.</p>'
    """
    style, params = style_in(params)
    check_formats(formats, style)
    method = build(extractor, EXTRACTORS, params, "extractor", also=NAMES)
    page = page_of(
        html, url=url, content_type=content_type, http_status=http_status, attributes=bool(formats)
    )
    choice = edited(chosen(page, method), style)
    return extraction_of(choice, formatted(choice, formats, warn, style).made)


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


# ------------------------------------------------------------------ for crawls, commands and engines

#: The statuses of a page.
STATUSES = (
    "ok",
    "unsure",
    "no_blocks",
    "empty",
    "not_html",
    "no_response",
    "http_error",
    "too_large",
    "error",
)

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
    #: a page with a lower confidence is "unsure"
    min_confidence: float = 0.0
    #: the results of ``extract()`` and of ``segment()`` as they are
    extraction: bool = False
    segmentation: bool = False

    @property
    def needs_attributes(self) -> bool:
        """Whether a result needs attributes besides the columns."""
        return bool(self.formats) or self.metadata


TEXT_AND_BLOCKS = Wanted()
NO_BLOCKS = Segmentation(())


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
    #: None unless requested
    extraction: Extraction | None = None
    segmentation: Segmentation | None = None

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
    """Return the results of a page."""
    wanted = task.wanted
    page = read(task.given, attributes=wanted.needs_attributes)
    choice = chosen(page, task.extractor)
    segmentation, failure = segmented(choice.page, task)
    metadata = metadata_in(page) if wanted.metadata else Metadata()
    choice = edited(choice, wanted.style)
    text, reason = choice.text, KINDS.get(choice.no_content or "", "")
    formats = formatted(choice, wanted.formats, task.on_failed, wanted.style)
    diagnostics = diagnostics_of(choice, task.diagnostics)
    diagnostics["truncated"] |= formats.is_less
    blocks = marked(segmentation, choice, others=wanted.all_blocks).blocks
    status, seconds = diagnostics["status"], time.perf_counter() - task.started
    if diagnostics["chars"] is None:
        return Analysis(status, diagnostics, metadata=metadata, seconds=seconds, reason=reason)
    if failure and status == "ok":
        status = diagnostics["status"] = "no_blocks"
    elif status == "ok" and is_below(diagnostics["confidence"], wanted.min_confidence):
        status = diagnostics["status"] = "unsure"
        reason = f"its confidence is {diagnostics['confidence']:.2f}, less than {wanted.min_confidence:g}"
    return Analysis(
        status,
        diagnostics,
        text,
        choice.title,
        blocks,
        metadata,
        seconds,
        formats.made,
        reason=failure or formats.reason or reason,
        extraction=extraction_of(choice, formats.made) if wanted.extraction else None,
        segmentation=segmentation.marked(choice.page, choice.ranges) if wanted.segmentation else None,
    )


def check_confidence(extractor: Extractor, least: float, what: str) -> None:
    """Raise ValueError for a least confidence, called ``what``, of a method that has none."""
    if least and any(type(extractor) is EXTRACTORS[name] for name in EXTRACTORS if name != "auto"):
        raise ValueError(
            f"{what} is {least:g}, but {called(extractor)} has no confidence; use the method auto."
        )


def is_below(confidence: float | None, least: float) -> bool:
    return confidence is not None and confidence < least


def without_text(status: str, seconds: float = 0.0, **known: Any) -> Analysis:
    """Return the analysis of a page that has no text or was not measured."""
    return Analysis(status, {**UNKNOWN, **known, "status": status}, seconds=seconds)


# ------------------------------------------------------------------ read


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
    #: the scan of ``html``, if the caller has scanned it
    found: ByteScan | None = None
    #: the measured page, if the caller has measured it
    page: Page | None = None


def page_of(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    attributes: bool = False,
) -> Page:
    """Return the measured page; arguments as for :func:`extract`, ``attributes`` as for :func:`read`."""
    given: Any = html
    if isinstance(html, str) and _NAME.fullmatch(html):
        logger.warning("A page is HTML, not %r; read the file, or fetch the address, first", html)
    if http_status is None and isinstance(status := getattr(given, "status", None), int):
        http_status = status
    root = given.getroot() if isinstance(given, etree._ElementTree) else getattr(given, "root", given)
    if isinstance(root, etree._Element):
        page = rewritten(measure(readable(root), url=url, attributes=attributes))
        return read(Utf8(b"", url, http_status, page=page))
    source = Source(given, content_type, url=url) if isinstance(given, (bytes, str)) else received(given)
    return read(Utf8(utf8_of(source), source.url, http_status), attributes=attributes)


def received(response: Any) -> Source:
    """Return a response as a source.

    Raises TypeError for an object that is not a response.
    """
    if not (hasattr(response, "body") and hasattr(response, "headers")):
        raise TypeError(
            f"A page is bytes, str, a response, a selector or an lxml element, not {type(response).__name__}."
        )
    # The encoding that the maker of Scrapy's response has stated; ``response.encoding`` may also be one that
    # Scrapy has found in the page.
    stated = getattr(response, "_encoding", None)
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
    mojibake: bool = True,
) -> tuple[Decoded, bytes]:
    """Return how a page was decoded, and the page in UTF-8, cleaned and folded.

    Arguments as for :func:`.decode.decode` and :func:`.fold.normalize`.
    """
    decoded = decode(body, content_type, encoding, mojibake=mojibake)
    return decoded, normalize(body, decoded, uighur=uighur, options=options)


def read(given: Utf8, *, attributes: bool = False) -> Page:
    """Return the measured page, within the limits and with its HTTP status.

    It is marked as truncated if it was beyond a limit.  With ``attributes``, the parse also reads the
    attributes for HTML and metadata, which need a parse of their own otherwise.
    """
    page = given.page
    if page is None:
        found = given.found or look(given.html)
        html, is_less = limited(given.html, found)
        found = look(html) if is_less else found
        page = rewritten(page_of_utf8(html, given.url, attributes=attributes, found=found))
        page = replace(page, truncated=True) if is_less else page
    return with_status(page, given.http_status)


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
    for :func:`read`; ``found`` is the scan of ``html``.
    """
    if beside(root):
        return None
    parser = root.getroottree().parser
    truncated = parser is not None and gave_up(parser)
    return rewritten(measure(Parsed(root, truncated), html=html, url=url, attributes=attributes, found=found))


# ------------------------------------------------------------------ choose


def chosen(page: Page, method: Extractor) -> Choice:
    """Return the choice of a method, which may be a user's.

    Raises TypeError if it returns something else.
    """
    choice: Any = method.extract(page)
    if not isinstance(choice, Choice):
        raise TypeError(
            f"{called(method)}.extract(page) returned {type(choice).__name__}; it must return "
            f"Choice(page, ranges), from scrapy_content_extract."
        )
    return choice


def segmented(page: Page, task: Task) -> tuple[Segmentation, str]:
    """Return the blocks of a page if a task asks for them, and the reason if its segmenter fails."""
    if task.segmenter is None:
        return NO_BLOCKS, ""
    try:
        with as_errors():
            segmentation = task.segmenter.segment(page)
            if any(stop > len(page.gap) for block in segmentation.blocks for _, stop in block.ranges):
                raise IndexError(f"a block has texts beyond the page's {len(page.gap)}")
            return segmentation, ""
    except Exception as error:
        task.on_failed("blocks", error)
        return NO_BLOCKS, f"{type(error).__name__}: {error}"


def metadata_in(page: Page) -> Metadata:
    """Return the metadata of a page; the finders are imported at the first call."""
    from .metadata.finders import metadata_of

    return metadata_of(page)


# ------------------------------------------------------------------ print


def extraction_of(choice: Choice, formats: Mapping[str, Any]) -> Extraction:
    """Return a choice as plain values, without its page."""
    blocks = choice.blocks  # before the text, which is made of theirs
    return Extraction(
        choice.ranges,
        blocks,
        choice.text,
        choice.title,
        choice.confidence,
        formats=formats,
        site_pages=choice.site_pages,
        no_content=choice.no_content,
        kind=choice.kind,
        kind_confidence=choice.kind_confidence,
        hidden_chars=choice.hidden_chars,
        hidden_kept=choice.hidden_kept,
    )


def marked(segmentation: Segmentation, choice: Choice, *, others: bool) -> Segmentation:
    """Return blocks marked with the main text; where that lacks hidden texts, so do they."""
    if choice.hidden_chars:
        segmentation = without_hidden(segmentation, choice)
    return segmentation.marked(choice.page, choice.ranges, others=others)


def without_hidden(segmentation: Segmentation, choice: Choice) -> Segmentation:
    """Return blocks without the hidden texts that are not chosen."""
    page = choice.page
    left_out = bytes(map(gt, choice.hidden or b"", text_marks(page, choice.ranges)))
    rest = [
        without_texts(block.ranges, left_out)
        if any(left_out.find(1, start, stop) >= 0 for start, stop in block.ranges)
        else block.ranges
        for block in segmentation.blocks
    ]
    pairs = [(now, block) for now, block in zip(rest, segmentation.blocks) if now]
    made = iter(blocks_of(page, [now for now, block in pairs if now != block.ranges]))
    shown = [
        block if now == block.ranges else next(made)._replace(parent=block.parent, role=block.role)
        for now, block in pairs
    ]
    return Segmentation(tuple(shown))


def diagnostics_of(choice: Choice, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the diagnostics of a page; ``before`` has the diagnostics that do not depend on the choice.

    A page without characters has no counts.
    """
    page, counts = choice.page, counted(choice.page, choice.ranges)
    found = {
        **UNKNOWN,
        **before,
        "status": "ok" if counts["main_chars"] else "empty",
        "truncated": page.truncated or bool(before.get("truncated")),
        "no_content": choice.no_content,
        "text_source": page.text_source,
        "hidden_chars": choice.hidden_chars,
        "hidden_kept": choice.hidden_kept,
    }
    if choice.site_pages is not None:
        found["site_pages"] = choice.site_pages
    if not counts["chars"]:
        return found
    about = ("confidence", "kind", "kind_confidence")
    return found | counts | {key: getattr(choice, key) for key in about}


def of_decoding(decoded: Decoded) -> dict[str, Any]:
    """Return the diagnostics that are known once a page is decoded."""
    return {
        "encoding": decoded.encoding,
        "encoding_source": decoded.source,
        "replaced": decoded.replaced,
    }


def counted(page: Page, ranges: Sequence[tuple[int, int]]) -> dict[str, float]:
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
