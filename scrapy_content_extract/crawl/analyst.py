"""One result for each response, shared by the pipelines and by all items of the response."""

from __future__ import annotations

import gc
import logging
import os
import time
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from traceback import walk_tb
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.spidermiddlewares.httperror import HttpError, HttpErrorMiddleware
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import CancelledError, Deferred

from ..content import EXTRACTORS, core
from ..content.auto.memory import WARM
from ..content.core.scan_py import ByteScan
from ..content.extract import Task, Utf8, analyse, judged, learned, page_of_root
from ..content.output.formats import FORMATS
from ..content.page.limits import FORMATS_TIMES, MANY_TAGS, is_within
from ..content.page.page import Page
from ..content.page.parse import beside
from ..content.page.read import reading
from ..content.registry import build, called
from ..content.result import Result, without_text
from .memory import FirstPages, sites_of_crawl, with_sites
from .responses import DECODED, RECORD_ID, TRUNCATED, is_binary, look_at, meta_of, root_of
from .settings import Method, Options, warn_of_unknown
from .threads import Turns, run_in_thread
from .timing import Stopwatch, count, count_seconds, log_seconds

logger = logging.getLogger(__name__)

#: What ``meta["content_extract"]`` of a request may set.
PER_REQUEST = frozenset({"extractor", "params", "encoding"})


class Analyst:
    """Analyses the responses of one crawl, each once."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        warn_of_unknown(crawler.settings)  # here, because each crawl has one analyst
        self.options = Options.from_settings(crawler.settings)
        self._sites = sites_of_crawl(crawler) if self.options.site_memory else None
        self._first_pages = FirstPages(crawler, self._sites)
        for host, one in self.options.methods.items():
            self.options.methods[host] = one._replace(extractor=with_sites(one.extractor, self._sites))
        # A list holds the callers that wait for an analysis under way.
        self._results: WeakKeyDictionary[Response, Result | list[Deferred[None]]]
        self._results = WeakKeyDictionary()
        self._turns = Turns()
        self._warned: set[object] = set()
        #: how many pages had the rule of a host, and what became of them; "" is the host of all others
        self._ruled: Counter[tuple[str, str | None]] = Counter()
        log_start(self.options)
        crawler.signals.connect(self.spider_opened, signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def of(cls, crawler: Crawler) -> Analyst:
        """Return the one analyst of a crawl."""
        analyst = _ANALYSTS.get(id(crawler))
        if analyst is None:
            analyst = _ANALYSTS[id(crawler)] = cls(crawler)
        return analyst

    async def result_of(self, response: Response) -> Result:
        """Return the result of a response, made at the first call."""
        while isinstance(found := self._results.get(response), list):
            done: Deferred[None] = Deferred()
            found.append(done)
            await maybe_deferred_to_future(done)
        if found is not None:
            return found
        queue = self._results[response] = []
        watch = Stopwatch()
        try:
            result = await self._analyse_safely(response, watch)
            if record_id := meta_of(response).get(RECORD_ID):
                result.warc_record_id = str(record_id)
            self._results[response] = result
        except BaseException:  # cancelled; the first waiting caller takes over
            del self._results[response]
            raise
        finally:
            for done in queue:
                done.callback(None)
        diagnostics = result.diagnostics
        self.count("pages")
        if diagnostics["truncated"]:
            self.count("truncated")
        for name in ("no_content", "rule"):
            if found := diagnostics.get(name):
                self.count(f"{name}/{found}")
        # an error page does not have what is selected
        found = diagnostics.get("no_content") or diagnostics.get("rule")
        self._ruled[self.options.host_with_rule(response.url), found] += 1
        if (diagnostics.get("site_pages") or 0) >= WARM:
            moved = result.moved_by_site
            self.count("site/pages")
            self.count("site/chars_left_out", moved[False])
            self.count("site/chars_kept", moved[True])
        self.count("chars_seen", diagnostics["chars"] or 0)
        self.count("chars_kept", diagnostics["main_chars"] or 0)
        self.count_seconds("analysis", watch.seconds)
        return result

    async def _analyse_safely(self, response: Response, watch: Stopwatch) -> Result:
        """Return the result of a response; an error must not cost the item."""
        try:
            if self._is_ignored(response):
                return without_text("http_error", **self._about(response))
            if not isinstance(response, HtmlResponse) or is_binary(response):
                return without_text("not_html")
            if not response.body:
                return without_text("empty")
            if len(response.body) > self.options.max_bytes:  # Scrapy would read all to find the encoding
                decoded = meta_of(response).get(DECODED, {})
                return without_text("too_large", **decoded, extractor=self._extractor_name(response))
            return await self._analyse(response, watch)
        except CancelledError:  # Twisted's; asyncio's is not an Exception
            raise
        except Exception as error:
            self.warn_once(origin(error), "Extraction from %s failed: %r", response, error, traceback=True)
            return without_text("error", **self._about(response))

    def _is_ignored(self, response: Response) -> bool:
        """Tell whether Scrapy gives a response to no callback because of its HTTP status.

        Then its item comes from an errback.  Scrapy's own component knows which statuses the spider
        handles; without the component, it handles all.
        """
        if 200 <= response.status < 300 or response.request is None:
            return False
        middleware = self.crawler.get_spider_middleware(HttpErrorMiddleware)
        try:
            if middleware is not None:
                middleware.process_spider_input(response)
        except HttpError:
            return True
        return False

    async def _analyse(self, response: HtmlResponse, watch: Stopwatch) -> Result:
        about = self._about(response)
        try:
            extractor, _, style = self._method_for(response)
        except ValueError as error:
            self.warn_once(origin(error), "%s: %s", response, error)
            return without_text("error", **about)
        with watch:
            html = html_of(response)
            found = look_at(response, html)
        wanted = self.options.wanted._replace(style=style)
        times = FORMATS_TIMES if set(wanted.forms) & FORMATS.keys() else 1
        is_large = times * len(response.body) > self.options.thread_bytes or times * found.tags > MANY_TAGS
        if not is_large:
            await self._turns.take()
        place = None if is_large else self._first_pages.place_of(response, extractor)
        started = time.perf_counter()
        page = None
        with watch:
            if is_within(html, found):
                # The spider may change the tree while the page waits, or a thread works.
                attributes = wanted.needs_attributes
                is_read = bool(attributes or style.main or style.drop)
                copied = place is not None or (is_large and is_read)
                page = selected_page(response, html, copied, attributes, found)
            if page is not None and is_large:
                _ = page.names

        shown = str(response)  # a result keeps what warns, and must not keep the response it is found by

        def warn(form: str, error: Exception) -> None:
            self.warn_once(origin(error), "No %s, but text, from %s: %r", form, shown, error, traceback=True)

        given = Utf8(html, response.url, response.status, found, page)
        task = Task(given, extractor, self.options.segmenter, wanted, about, warn, started)
        if is_large:
            return await run_in_thread(watch.call, analyse, task)
        page = watch.call(learned, task)
        if place:
            await self._first_pages.wait(place)
        result = watch.call(judged, task, page)
        self._turns.spent += watch.seconds
        return result

    def _about(self, response: Response) -> dict[str, Any]:
        """Return the diagnostics that are known before the analysis.

        EncodingMiddleware decoded the response, or Scrapy alone.
        """
        by_scrapy = {"encoding": getattr(response, "encoding", None), "encoding_source": "scrapy"}
        decoded: Mapping[str, Any] = meta_of(response).get(DECODED) or by_scrapy
        cut = {} if TRUNCATED.keys().isdisjoint(response.flags) else {"truncated": True}
        return {**decoded, **cut, "extractor": self._extractor_name(response)}

    def _extractor_name(self, response: Response) -> str:
        wanted = meta_of(response).get("content_extract")
        named = isinstance(wanted, Mapping) and wanted.get("extractor")
        return called(named) if named else self.options.method_for(response.url).name

    def _method_for(self, response: Response) -> Method:
        """Return the method for a response: its request's, or its site's, or that of all.

        Raises ValueError when ``meta["content_extract"]`` asks for the impossible.
        """
        wanted = meta_of(response).get("content_extract")
        method = self.options.method_for(response.url)
        if wanted is None or wanted is True:
            return method
        if not isinstance(wanted, Mapping) or not set(wanted) <= PER_REQUEST:
            raise ValueError(
                f"meta['content_extract'] is {wanted!r}; it may be False, or a dict with "
                f"any of: {', '.join(sorted(PER_REQUEST))}."
            )
        if "encoding" in wanted and DECODED not in meta_of(response):
            self.warn_once(
                "encoding",
                "The encoding in meta['content_extract'] of %s is ignored, because "
                "CONTENT_EXTRACT_NORMALIZE_ENCODING is False",
                response,
            )
        if not {"extractor", "params"} & set(wanted):
            return method
        name = wanted.get("extractor") or method.name
        choice = "meta['content_extract']"
        if isinstance(name, str) and name not in EXTRACTORS and name != method.name:
            raise ValueError(  # the name may come from a page, which must not load code
                f"{choice}['extractor'] is {name!r}; the built-in ones are: "
                f"{', '.join(sorted(EXTRACTORS))}. For your own, give its class: import paths are read "
                f"from settings only."
            )
        params = wanted.get("params") or {}
        extractor = build(name, EXTRACTORS, params, f"{choice}['extractor']", f"{choice}['params']")
        return Method(with_sites(extractor, self._sites), name, self.options.wanted.style)

    def spider_opened(self) -> None:
        spare_start()

    def spider_closed(self) -> None:
        log_seconds(self.crawler.stats)
        log_rules(self.options, self._ruled)

    def count_seconds(self, part: str, seconds: float) -> None:
        count_seconds(self.crawler.stats, part, seconds)

    def count(self, name: str, by: float = 1) -> None:
        count(self.crawler.stats, name, by)

    def warn_once(self, cause: object, message: str, *args: object, traceback: bool = False) -> None:
        """Log a warning, once for each cause."""
        if cause not in self._warned:
            self._warned.add(cause)
            logger.warning(message + " (logged once)", *args, exc_info=traceback)


#: By the ``id`` of the crawler.  No other crawler can have it while the analyst lives, which holds
#: its crawler.  With the crawler as a weak key, an entry would never go: its value holds the key.
_ANALYSTS: WeakValueDictionary[int, Analyst] = WeakValueDictionary()


@cache
def spare_start() -> None:
    """Let the garbage collector pass over what is alive when the first crawl of a process opens.

    These are mostly modules, which stay.  Pages in work and their items bring about a search of all objects
    every few dozen pages, which took a tenth of the CPU time of an extraction and made the event loop late.
    """
    gc.collect()
    gc.freeze()


def html_of(response: HtmlResponse) -> bytes:
    """Return the text of a response in UTF-8, without a byte order mark.

    This is the body if EncodingMiddleware has made it; otherwise the text that Scrapy decodes.
    """
    is_normalized = DECODED in meta_of(response) and response.encoding == "utf-8"
    html = response.body if is_normalized else response.text.encode("utf-8", "replace")
    return html.removeprefix(BOM_UTF8)


def selected_page(
    response: Response, html: bytes, copied: bool = False, attributes: int = 0, found: ByteScan | None = None
) -> Page | None:
    """Return the page of a response that its spider has used selectors on, or None.

    A second parse would cost more than all the rest.  Elements that the spider has removed from the
    tree are not part of the page.  A ``copied`` page has a tree of its own.  ``attributes`` and
    ``found`` as for :func:`.extract.page_of_root`.
    """
    root = root_of(response)
    if root is None:
        return None
    if copied and not beside(root):  # a copy would lack the elements beside the root
        root = deepcopy(root)
    return page_of_root(root, html, response.url, attributes=attributes, found=found)


def log_start(options: Options) -> None:
    """Log what a crawl extracts with, and a warning if the compiled modules are missing."""
    is_asked_for = bool(os.environ.get("CONTENT_EXTRACT_PURE_PYTHON"))
    backend = "compiled" if core.BACKEND == "compiled" else "plain Python"
    logger.info(
        "Content extraction: extractor %s, segmenter %s, backend %s, reading the %s, fields %s",
        options.methods[""].name,
        options.segmenter_name,
        f"{backend} (CONTENT_EXTRACT_PURE_PYTHON is set)" if is_asked_for else backend,
        "parser's events" if reading() == "events" else "tree",
        options.fields[""],
    )
    if core.BACKEND != "compiled" and not is_asked_for:
        logger.warning(
            "scrapy-content-extract runs in plain Python, several times slower: its compiled modules "
            "are missing or cannot be loaded. Install a C compiler and then the package again (in a "
            "clone, pip install --force-reinstall --no-deps --no-cache-dir .), or install "
            "a wheel that has them. CONTENT_EXTRACT_PURE_PYTHON=1 in the environment chooses plain "
            "Python, and silences this warning."
        )


def log_rules(options: Options, ruled: Counter[tuple[str, str | None]]) -> None:
    """Log the rules that no page had, and warn of selectors that have found the text of no page."""
    for host, method in options.methods.items():
        if (missing := ruled[host, "missing"]) and not ruled[host, "found"]:
            message = "main=%r found no text on the pages of %s (%s in all): has the site changed?"
            whose = host or "hosts without a rule"
            logger.warning(message, method.style.main, whose, f"{missing:,}")
    unused = options.methods.keys() - {"", *(host for host, _ in ruled)}
    if ruled and unused:
        message = "No page of %s was of a host with these rules of CONTENT_EXTRACT_SITES: %s"
        logger.info(message, f"{ruled.total():,}", ", ".join(sorted(unused)))


def origin(error: BaseException) -> tuple[object, ...]:
    """Return the type of an error, or of its cause, the line that raised it, and the one that called that.

    Its message may quote the page and so differ each time.
    """
    error = error.__cause__ or error
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    return (type(error), *lines[-2:])
