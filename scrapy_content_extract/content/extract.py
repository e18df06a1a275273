"""The one conductor: each page is read, chosen from, edited and printed, once each and in that order.

::

    bytes, text, response, tree
      │ read     decode, normalize, limit, parse, measure, rewrite, drop    → Page
      │ learn    the memory of sites, if there is one, remembers it
      │ choose   a method chooses ranges of texts                           → Choice
      │ edit     output/style.py: permalinks, formulas, captions            → Choice
      ▼ print    text, blocks, formats, metadata; each when it is asked for → Result

:func:`extract` is for one page, :func:`analyse` for a crawl, commands, archives and engines: it makes what is
wanted at once, and no page raises.  Nothing in ``content`` knows Scrapy.
"""

from __future__ import annotations

import logging
import re
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import starmap
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, overload

from lxml import etree

from . import core
from .auto.memory import OneSite, Sites, number_of
from .auto.non_content import with_status
from .core.scan_py import HIGH, MARKED, ByteScan
from .encoding.decode import decode
from .encoding.fold import normalize
from .encoding.sniff import SIGNATURES, codec_of, is_binary
from .errors import as_errors
from .markup import FOR_METADATA
from .metadata import Metadata, said_in_metadata
from .metadata.titles import said_in_titles
from .methods import EXTRACTORS, SEGMENTERS, Extractor, Segmenter
from .model import Decoded, FormatName, Segmentation
from .output.formats import check_formats
from .output.selectors import selected, without
from .output.style import NAMES, PLAIN, Style, edited, style_in
from .page.choice import Choice
from .page.limits import is_within, look, without_excess
from .page.page import Page
from .page.parse import Parsed, beside, gave_up, readable
from .page.read import measure, page_of_utf8
from .registry import build, called
from .result import DOUBTFUL, Result, doubt, metadata_in
from .rewrite import rewritten

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .params import AutoParams, ExtractorName, SegmenterName

logger = logging.getLogger(__name__)

#: What is rather a path or an address than HTML.
_NAME = re.compile(r"https?://[^\s<]{1,300}|[^\s<]{1,300}\.x?html?")

# ------------------------------------------------------------------ for one page


@overload
def extract(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    extractor: Literal["auto"] = "auto",
    others: Sequence[Html] = (),
    formats: Collection[FormatName] = (),
    **params: Unpack[AutoParams],
) -> Result: ...


@overload
def extract(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    extractor: ExtractorName | type[Extractor] | Extractor,
    formats: Collection[FormatName] = (),
    **params: Any,
) -> Result: ...


def extract(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    extractor: str | type[Extractor] | Extractor = "auto",
    others: Sequence[Html] = (),
    formats: Collection[str] = (),
    **params: Any,
) -> Result:
    """Return the main content of a page.

    ``html`` is bytes, text, a Scrapy response, a selector or an lxml element; trees are only
    read.  It is not a path.  Bytes that are not HTML, such as a PDF, count as a page without text.
    ``content_type`` is the HTTP header that came with bytes; ``http_status`` is the status, by which
    ``auto`` knows error pages; a response has its own.  ``extractor`` is a name in
    :data:`EXTRACTORS`, the import path of a class, or an extractor; ``params`` are its
    parameters, and the fields of :class:`.output.style.Style`, such as ``title=True``.  ``others`` are other
    pages of the site, of the same types as ``html``: ``auto`` leaves out what all of them repeat; two are
    enough (docs/sites.rst).  ``formats`` names what will be asked for of "html", "markdown", "document",
    "images", "links", "chunks" and "metadata": then one parse serves all.

    Raises ValueError for an unknown extractor, parameter, style or format.  No page raises anything: a page
    without text gives an empty result, and a format that fails is empty, with a warning in the log.  Of a
    page with a URL whose text ``auto`` doubts, ``reason`` says so.

    >>> extract("<p>It is what it is.</p><p><a href='/'>Home</a></p>").text
    'It is what it is.'
    >>> extract("<p>It <b class=x>is</b> what it is.</p>").html
    '<p>It <b>is</b> what it is.</p>'
    """
    style, params = style_in(params) if params else (PLAIN, params)
    check_formats(formats)
    if extractor == "auto" and not params:
        method = by_default()
    else:
        method = build(extractor, EXTRACTORS, params, "extractor", also=NAMES)
    wanted = Wanted(("title", *formats), style=style)  # the result may be asked for its title
    attributes = wanted.needs_attributes
    if isinstance(others, (str, bytes, etree._Element)):
        raise TypeError("others is one page; it may be a list of pages: others=[page, page].")
    if others:
        if not hasattr(method, "with_sites"):
            raise ValueError(f"others is for auto, and the extractor is {called(extractor)}; leave out one.")
        if method.sites is not None:
            raise ValueError("sites and others both say what other pages have in common; give one of them.")
        method = method.with_sites(OneSite())
        for other in others:
            prepared(page_of(other, attributes=attributes), method, wanted)
    page = page_of(html, url=url, content_type=content_type, http_status=http_status, attributes=attributes)
    page = prepared(page, method, wanted)
    choice = edited(chosen(page, method, style), style)
    known = {"extractor": called(extractor)}
    is_alone = choice.site is None and page.url
    reason = doubt(choice, DOUBTFUL, "others=[page, page]") if is_alone else ""
    return Result(known, choice, style=style, page=page, segmenter=ByDefault(), reason=reason)


@cache
def by_default() -> Any:
    """Return ``auto``, imported at its first use."""
    return EXTRACTORS["auto"]()


class ByDefault:
    """The default segmenter, imported at its first use."""

    def segment(self, page: Page) -> Segmentation:
        return SEGMENTERS["gapdepth"]().segment(page)


def segment(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    segmenter: SegmenterName | type[Segmenter] | Segmenter = "gapdepth",
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
    return metadata_in(page_of(html, url=url, content_type=content_type, attributes=FOR_METADATA))


# ------------------------------------------------------------------ for crawls, commands and engines


class Wanted(NamedTuple):
    """What an analysis makes of a page at once, besides its text; the rest is made when it is asked for."""

    #: "title", "blocks", "metadata" and names of formats
    forms: tuple[str, ...] = ()
    #: the blocks of the whole page, or only blocks with main text
    all_blocks: bool = True
    #: how text and formats are written
    style: Style = PLAIN
    #: a page with a lower confidence is "unsure"
    min_confidence: float = 0.0

    @property
    def needs_attributes(self) -> int:
        """The attributes that forms need besides the columns: none, all, or those for metadata."""
        needing = {*self.forms} - {"blocks", "title"}
        return FOR_METADATA if needing == {"metadata"} else bool(needing)


ONLY_TEXT = Wanted()


@dataclass
class Task:
    """A page to analyse, and how.  Its functions run in any thread."""

    given: Utf8
    extractor: Extractor
    segmenter: Segmenter | None = None
    wanted: Wanted = ONLY_TEXT
    #: the diagnostics that are known before, with "truncated" for a part of a page
    diagnostics: Mapping[str, Any] = field(default_factory=dict)
    #: called with the name of a form that has failed, and its error: the text stays
    on_failed: Callable[[str, Exception], object] = lambda form, error: None
    #: when the caller began to work on the page
    started: float = field(default_factory=time.perf_counter)


def analyse(task: Task) -> Result:
    """Return the result of a page, with everything that is wanted of it."""
    return judged(task, learned(task))


@as_errors()
def learned(task: Task) -> Page:
    """Return the page of a task, which the memory of sites remembers from here on."""
    page = read(task.given, attributes=task.wanted.needs_attributes)
    return prepared(page, task.extractor, task.wanted)


@as_errors()
def judged(task: Task, page: Page) -> Result:
    """Return the result of a page that is learned; others may be learned in between."""
    wanted = task.wanted
    result = Result(
        task.diagnostics,
        edited(chosen(page, task.extractor, wanted.style), wanted.style),
        style=wanted.style,
        page=page,
        segmenter=task.segmenter,
        all_blocks=wanted.all_blocks,
        on_failed=task.on_failed,
    )
    for name in ("text", *wanted.forms):
        result.form(name)
    if result.status == "ok" and (reason := doubt(result, wanted.min_confidence)):
        result.diagnostics["status"], result.reason = "unsure", reason
    result.seconds = time.perf_counter() - task.started
    return result


def check_confidence(extractor: Extractor, least: float, what: str) -> None:
    """Raise ValueError for a least confidence, called ``what``, of a method that has none."""
    if least and any(type(extractor) is EXTRACTORS[name] for name in EXTRACTORS if name != "auto"):
        raise ValueError(f"{what} is {least:g}; {called(extractor)} has no confidence: use the method auto.")


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
    #: where it is for the memory of its site, if its URL is not known
    address: str = ""


def page_of(
    html: Html,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: int | None = None,
    attributes: int = 0,
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
    encoding = None
    if not isinstance(given, (bytes, str)):
        given, content_type, encoding, url = received(given)
    return read(Utf8(utf8_of(given, content_type, encoding), url, http_status), attributes=attributes)


def received(response: Any) -> tuple[bytes, str, str | None, str | None]:
    """Return the body of a response, its Content-Type, its stated encoding, and its URL.

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
    return response.body, content_type_of(response), encoding, getattr(response, "url", None)


def content_type_of(response: HasBody) -> str:
    """Return the Content-Type header of a response, or ""."""
    header = response.headers.get("Content-Type") or b""
    return header.decode("latin-1") if isinstance(header, bytes) else str(header)


def utf8_of(body: bytes | str, content_type: str | None = None, encoding: str | None = None) -> bytes:
    """Return a page in UTF-8, cleaned and folded; empty for bytes that are not HTML.

    The stated ``encoding`` overrules the bytes.
    """
    if isinstance(body, str):
        utf8 = normalize(body.encode("utf-8", "replace"), Decoded(body, "utf-8", "user"))
        return utf8.removeprefix(BOM_UTF8)
    found = core.scan.bits_of(body)
    if found & ~MARKED == HIGH and encoding in (None, "utf-8") and not body.startswith(SIGNATURES):
        return body.removeprefix(BOM_UTF8)  # as nearly always
    if is_binary(body, content_type):
        return b""
    return to_utf8(body, content_type, encoding, found=found)[1].removeprefix(BOM_UTF8)


def to_utf8(
    body: bytes,
    content_type: str | None = None,
    encoding: str | None = None,
    *,
    uighur: bool | str = "auto",
    options: Collection[str] = (),
    mojibake: bool = True,
    found: int | None = None,
) -> tuple[Decoded, bytes]:
    """Return how a page was decoded, and the page in UTF-8, cleaned and folded.

    Arguments as for :func:`.decode.decode` and :func:`.fold.normalize`.
    """
    found = core.scan.bits_of(body) if found is None else found
    decoded = decode(body, content_type, encoding, mojibake=mojibake, found=found)
    return decoded, normalize(body, decoded, uighur=uighur, options=options, found=found)


def read(given: Utf8, *, attributes: int = 0) -> Page:
    """Return the measured page, within the limits and with its HTTP status.

    It is marked as truncated if it was beyond a limit.  With ``attributes``, the parse also reads the
    attributes for HTML and metadata, :data:`.markup.ALL`, or those for metadata alone; both need a parse of
    their own otherwise.
    """
    page = given.page
    if page is None:
        html, found = given.html, given.found or look(given.html)
        is_less = not is_within(html, found)
        if is_less:
            html = without_excess(html[: found.end], found)
            found = look(html)
        page = rewritten(page_of_utf8(html, given.url, attributes=attributes, found=found))
        page = replace(page, truncated=True) if is_less else page
        page = replace(page, address=given.address) if given.address else page
    return with_status(page, given.http_status)


def page_of_root(
    root: etree._Element, html: bytes, url: str | None, *, attributes: int = 0, found: ByteScan | None = None
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


def prepared(page: Page, method: Any, wanted: Wanted) -> Page:
    """Return a page without what its style drops; the memory of sites of the method, if any, learns it."""
    page = without(page, wanted.style.drop) if wanted.style.drop else page
    if isinstance(getattr(method, "sites", None), Sites):
        method.learn(page, starmap(number_of, said_by(page, wanted)))
    return page


def said_by(page: Page, wanted: Wanted) -> Iterator[tuple[str, str]]:
    """Yield what a page says about itself that is wanted: in its titles and in its metadata."""
    has_metadata = "metadata" in wanted.forms or wanted.style.front_matter
    if has_metadata or "title" in wanted.forms or wanted.style.title:
        yield from said_in_titles(page)
    if has_metadata:
        with suppress(Exception):  # the result says what has failed
            yield from said_in_metadata(metadata_in(page))


def chosen(page: Page, method: Extractor, style: Style = PLAIN) -> Choice:
    """Return the choice of the selectors of a style or, where they find nothing, of a method.

    Raises TypeError if the method, which may be a user's, returns something else.
    """
    choice: Any = (selected(page, style.main) if style.main else None) or method.extract(page)
    if not isinstance(choice, Choice):
        raise TypeError(
            f"{called(method)}.extract(page) returned {type(choice).__name__}; it must return "
            f"Choice(page, ranges), from scrapy_content_extract."
        )
    is_missing = style.main and choice.rule is None
    return replace(choice, rule="missing") if is_missing else choice


def of_decoding(decoded: Decoded) -> dict[str, Any]:
    """Return the diagnostics that are known once a page is decoded."""
    return {"encoding": decoded.encoding, "encoding_source": decoded.source, "replaced": decoded.replaced}
