"""One analysis per response, shared by the pipelines and all items of the response."""

from __future__ import annotations

import logging
import time
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from traceback import walk_tb
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from lxml import etree
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import CancelledError, Deferred

from .content import EXTRACTORS, Extractor, Segmenter
from .content.columns import BACKEND
from .content.measure import measure
from .content.model import Block, Page, density
from .content.named import build
from .content.parse import Parsed, beside, gave_up, parse
from .content.sniff import is_binary
from .downloadermiddlewares import DECODED, content_type_of
from .settings import Options, called, warn_of_unknown
from .threads import run_in_thread

logger = logging.getLogger(__name__)

#: So many seconds of a turn of the loop may pass with analyses that others wait for.
TURN_SECONDS = 0.005

#: Every way a page can come out.
STATUSES = ("ok", "empty", "not_html", "no_response", "too_large", "error")

#: What is not known of a page that was not measured.
UNKNOWN: Mapping[str, Any] = dict.fromkeys(
    "page main rest chars link_chars main_chars extractor status truncated confidence "
    "encoding encoding_source replaced".split()
)


@dataclass(frozen=True)
class Analysis:
    """What is known of a page: plain results, neither the response nor its tree.

    It lives as long as the response.
    """

    status: str
    diagnostics: Mapping[str, Any]
    #: the main text
    text: str = ""
    #: the title of what the page is about, or None where the extractor does not look for it
    title: str | None = None
    blocks: tuple[Block, ...] = ()
    seconds: float = 0.0


def without_text(status: str, **known: Any) -> Analysis:
    """Return the analysis of a page that was not measured."""
    return Analysis(status, {**UNKNOWN, **known, "status": status})


def analyse(
    html: bytes,
    url: str,
    extractor: Extractor,
    segmenter: Segmenter | None,
    known: Mapping[str, Any],
    page: Page | None = None,
    started: float | None = None,
) -> Analysis:
    """Work on a page given as UTF-8; runs in any thread.

    ``url`` is that of the page; ``known`` are diagnostics that are known already, and so is
    the ``page`` if somebody has parsed it; that was ``started`` then.
    """
    started = started or time.perf_counter()
    page = page or measure(parse(html), html=html, url=url)
    extraction = extractor.extract(page)
    text, ranges, confidence, title = (
        extraction.text, extraction.ranges, extraction.confidence, extraction.title,
    )  # fmt: skip
    del extraction  # a page may have millions of blocks, and now it is the segmenter's turn
    blocks: tuple[Block, ...] = ()
    if segmenter is not None:
        blocks = segmenter.segment(page).marked(page, ranges).blocks
    chars, link_chars = page.chars_before[-1], page.link_chars_before[-1]
    main_chars = page.chars_in(ranges)
    main_link_chars = page.link_chars_in(ranges)
    status = "ok" if main_chars else "empty"
    if not chars:
        seconds = time.perf_counter() - started
        return replace(without_text(status, **{**known, "truncated": page.truncated}), seconds=seconds)
    diagnostics = {
        **UNKNOWN,
        **known,
        "page": density(link_chars, chars),
        "main": density(main_link_chars, main_chars),
        "rest": density(link_chars - main_link_chars, chars - main_chars),
        "chars": chars,
        "link_chars": link_chars,
        "main_chars": main_chars,
        "status": status,
        "truncated": page.truncated,
        "confidence": confidence,
    }
    seconds = time.perf_counter() - started
    return Analysis(status, diagnostics, text, title, blocks, seconds)


def page_of(response: HtmlResponse, html: bytes) -> Page | None:
    """Return the page of a response that its spider has used selectors on, or None.

    Their tree is only read; to parse the page once more would cost more than all the rest.  What
    the spider has taken out of it is no longer part of the page.
    """
    root = getattr(getattr(response, "_cached_selector", None), "root", None)
    if not isinstance(root, etree._Element) or beside(root):
        return None  # what is beside the root is joined to it, and their tree is only read
    parser = root.getroottree().parser
    truncated = parser is not None and gave_up(parser)
    return measure(Parsed(root, truncated), html=html, url=response.url)


class Analyst:
    """Analyses the responses of one crawl, each once."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        warn_of_unknown(crawler.settings)  # here, where every crawl passes once
        self.options = Options.from_settings(crawler.settings)
        # A list holds those who wait for an analysis that a thread is at.
        self._known: WeakKeyDictionary[Response, Analysis | list[Deferred[None]]]
        self._known = WeakKeyDictionary()
        self._turns: deque[Deferred[None]] = deque()  # of the pages that wait for one
        self._spent = 0.0  # seconds, in this turn
        self._is_turning = False  # whether there will be a next one
        self._warned: set[object] = set()
        #: the pipelines of the crawl that write results, in their order
        self.pipelines: list[Any] = []
        logger.info(
            "Content extraction: extractor %s, segmenter %s, %s pass over the tree, fields %s",
            self.options.extractor_name,
            self.options.segmenter_name,
            BACKEND,
            {result: field for result, field in self.options.fields[""].items() if field},
        )

    @classmethod
    def of(cls, crawler: Crawler) -> Analyst:
        """Return the one analyst of a crawl."""
        analyst = _ANALYSTS.get(id(crawler))
        if analyst is None:
            analyst = _ANALYSTS[id(crawler)] = cls(crawler)
        return analyst

    async def analysis_of(self, response: Response) -> Analysis:
        """Return the analysis of a response, made when it is first asked for."""
        while isinstance(known := self._known.get(response), list):
            turn: Deferred[None] = Deferred()
            known.append(turn)
            await maybe_deferred_to_future(turn)
        if known is not None:
            return known
        queue = self._known[response] = []
        try:
            analysis = self._known[response] = await self._analyse_safely(response)
        except BaseException:  # cancelled; the first of those who wait has to do it
            del self._known[response]
            raise
        finally:
            for turn in queue:
                turn.callback(None)
        self._count(analysis)
        return analysis

    async def _analyse_safely(self, response: Response) -> Analysis:
        """Return the analysis of a response; an error must not cost the item."""
        try:
            return await self._analyse(response)
        except CancelledError:  # Twisted's; that of asyncio is no Exception
            raise
        except Exception as error:
            self.warn_once(origin(error), "Extraction from %s failed: %r", response, error, traceback=True)
            about = {**self._decoded(response), "extractor": self._extractor_name(response)}
            return without_text("error", **about)

    async def _analyse(self, response: Response) -> Analysis:
        size = len(response.body)
        if not isinstance(response, HtmlResponse):
            return without_text("not_html")
        if not response.body:
            return without_text("empty")
        if is_binary(response.body, content_type_of(response)):
            return without_text("not_html")
        if size > self.options.max_bytes:  # Scrapy would read all of it to say the encoding
            decoded = meta_of(response).get(DECODED, {})
            return without_text("too_large", **decoded, extractor=self._extractor_name(response))
        known = {**self._decoded(response), "extractor": self._extractor_name(response)}
        try:
            extractor = self._extractor_for(response)
        except ValueError as error:
            self.warn_once(origin(error.__cause__ or error), "%s: %s", response, error)
            return without_text("error", **known)
        # The bytes may go to the parser as they are when EncodingMiddleware has made them.
        is_normalized = DECODED in meta_of(response) and response.encoding == "utf-8"
        html = response.body if is_normalized else response.text.encode("utf-8", "replace")
        html = html.removeprefix(BOM_UTF8)
        segmenter = self.options.segmenter if self._blocks_are_wanted() else None
        is_large = size > self.options.thread_bytes
        if not is_large:
            await self._turn()
        started = time.perf_counter()
        page = page_of(response, html)
        if page is not None and is_large:
            _ = page.names  # the spider may change the tree while the thread is at work
        work = (html, response.url, extractor, segmenter, known, page, started)
        if is_large:
            return await run_in_thread(analyse, *work)
        analysis = analyse(*work)
        self._spent += analysis.seconds
        return analysis

    async def _turn(self) -> None:
        """Wait for a turn of the loop if this one has had its share.

        The first pages are analysed at once, for what their spider has just parsed is in the
        processor's cache still.  Of the others there is one in each turn, and all else has its
        time between.
        """
        if not self._is_turning:
            self._is_turning = True
            call_later(0, self._next_turn)
        elif self._turns or self._spent >= TURN_SECONDS:
            turn: Deferred[None] = Deferred()
            self._turns.append(turn)
            await maybe_deferred_to_future(turn)

    def _next_turn(self) -> None:
        self._spent = 0.0
        self._is_turning = bool(self._turns)
        if self._turns:
            call_later(0, self._next_turn)
            self._turns.popleft().callback(None)

    def _blocks_are_wanted(self) -> bool:
        can = any("blocks" in pipeline.results for pipeline in self.pipelines)
        return can and any(fields["blocks"] for fields in self.options.fields.values())

    def _decoded(self, response: Response) -> Mapping[str, Any]:
        """Return how a response was decoded: by EncodingMiddleware, or by Scrapy alone."""
        decoded: Mapping[str, Any] | None = meta_of(response).get(DECODED)
        return decoded or {"encoding": getattr(response, "encoding", None), "encoding_source": "scrapy"}

    def _extractor_name(self, response: Response) -> str:
        wanted = meta_of(response).get("content_extract")
        named = isinstance(wanted, Mapping) and wanted.get("extractor")
        return called(named) if named else self.options.extractor_name

    def _extractor_for(self, response: Response) -> Extractor:
        """Return the extractor for a response.

        Raises ValueError when ``meta["content_extract"]`` asks for what there is not.
        """
        wanted = meta_of(response).get("content_extract")
        if wanted is None or wanted is True:
            return self.options.extractor
        if not isinstance(wanted, Mapping) or not set(wanted) <= PER_REQUEST:
            raise ValueError(
                f"meta['content_extract'] is {wanted!r}, but it may be False, or a dict with "
                f"some of: {', '.join(sorted(PER_REQUEST))}."
            )
        if "encoding" in wanted and DECODED not in meta_of(response):
            self.warn_once(
                "encoding",
                "meta['content_extract'] of %s pins an encoding, which is not followed while "
                "CONTENT_EXTRACT_NORMALIZE_ENCODING is False",
                response,
            )
        if not {"extractor", "params"} & set(wanted):
            return self.options.extractor
        name = wanted.get("extractor") or self.options.extractor_name
        choice = "meta['content_extract']"
        params = wanted.get("params") or {}
        return build(name, EXTRACTORS, params, f"{choice}['extractor']", f"{choice}['params']")

    def _count(self, analysis: Analysis) -> None:
        self.count("pages")
        diagnostics = analysis.diagnostics
        if diagnostics["truncated"]:
            self.count("truncated")
        self.count("seconds", analysis.seconds)
        self.count("chars_seen", diagnostics["chars"] or 0)
        self.count("chars_kept", diagnostics["main_chars"] or 0)

    def count(self, name: str, by: float = 1) -> None:
        """Add to a stat of the plugin."""
        if self.crawler.stats:
            self.crawler.stats.inc_value(f"content_extract/{name}", by)  # type: ignore[arg-type]

    def warn_once(self, cause: object, message: str, *args: object, traceback: bool = False) -> None:
        """Log a warning, once for each cause."""
        if cause not in self._warned:
            self._warned.add(cause)
            logger.warning(message + " (said once)", *args, exc_info=traceback)


#: What ``meta["content_extract"]`` of a request may set.
PER_REQUEST = frozenset({"extractor", "params", "encoding"})

#: By the ``id`` of the crawler, which no other can have while its analyst, which holds it, lives.
#: A key held weakly would never go: its own value would keep it.
_ANALYSTS: WeakValueDictionary[int, Analyst] = WeakValueDictionary()


def origin(error: BaseException) -> tuple[object, ...]:
    """Return the type of an error and the line that raised it.

    Its message may hold a piece of the page, and be another one each time.
    """
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    return (type(error), *lines[-1:])


def meta_of(response: Response) -> Mapping[str, Any]:
    """Return the meta of a response's request; empty for a response made by hand."""
    return {} if response.request is None else response.request.meta
