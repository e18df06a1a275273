"""Real crawls, run in a process of their own because a process has one reactor.

``main()`` takes MODE and URL from the command line, runs every spider below against the
server at URL and prints for each what came out: items, stats and warnings, as JSON.  MODE
is "asyncio", "reactorless", or "select" for a reactor that is not that of asyncio.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import sys
import threading
import weakref
from dataclasses import dataclass, field
from typing import Any

import attrs
import pydantic
import scrapy
from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import AsyncCrawlerRunner, CrawlerRunner
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse, Request
from scrapy.utils.asyncio import is_asyncio_available
from twisted.internet import defer
from twisted.internet.defer import Deferred

from scrapy_content_extract import bind
from scrapy_content_extract.content.result import UNKNOWN
from scrapy_content_extract.crawl import timing
from scrapy_content_extract.crawl.binding import BINDINGS
from scrapy_content_extract.crawl.pipelines import ContentPipeline
from scrapy_content_extract.crawl.settings import DEFAULTS

ADDONS = {"scrapy_content_extract.Addon": 500}

#: The seconds after which a crawl hangs.
HANGS = 300


@dataclass
class DataclassItem:
    name: str
    text: str | None = None
    blocks: list | None = None
    link_density: dict | None = None


@dataclass
class SlotsItem:
    __slots__ = ("blocks", "link_density", "name", "text")
    name: str
    text: str | None
    blocks: list | None
    link_density: dict | None


@attrs.define
class AttrsItem:
    name: str
    text: str | None = None
    blocks: list | None = None
    link_density: dict | None = None


class PydanticItem(pydantic.BaseModel):
    name: str
    text: str | None = None
    blocks: list | None = None
    link_density: dict | None = None


class ScrapyItem(scrapy.Item):
    name = scrapy.Field()
    text = scrapy.Field()
    blocks = scrapy.Field()
    link_density = scrapy.Field()


@dataclass(frozen=True)
class FrozenItem:
    name: str
    text: str | None = None


class UndeclaredItem(scrapy.Item):
    name = scrapy.Field()
    body = scrapy.Field()


class StrictItem(pydantic.BaseModel, validate_assignment=True):
    name: str
    text: int | None = None
    blocks: list | None = None
    link_density: dict | None = None


class NotAnItem:
    pass


#: Set when the first item has been given up: the page is not analysed before.
GIVEN_UP = threading.Event()


class Impatient(ContentPipeline):
    """A pipeline of a project that gives the first item no time, and all others more than enough."""

    async def process_item(self, item):
        seconds = HANGS if item["number"] else 0.05
        processed = super().process_item(item)
        try:
            if is_asyncio_available():
                return await asyncio.wait_for(processed, seconds)
            from twisted.internet import reactor

            return await Deferred.fromCoroutine(processed).addTimeout(seconds, reactor)
        except (asyncio.TimeoutError, defer.TimeoutError):
            GIVEN_UP.set()
            return item


class Replace:
    """A pipeline that replaces every item by another object."""

    def process_item(self, item):
        return dict(ItemAdapter(item))


class Drop:
    def process_item(self, item):
        raise DropItem("dropped by a pipeline of the project")


class Fail:
    def process_item(self, item):
        raise RuntimeError("a pipeline of the project fails")


class TakesItemsOut:
    """A spider middleware nearer to the engine than the one that binds."""

    def process_spider_output(self, response, result):
        return (output for output in result if isinstance(output, Request))

    async def process_spider_output_async(self, response, result):
        async for output in result:
            if isinstance(output, Request):
                yield output


class FailingExtractor:
    def extract(self, page):
        raise RuntimeError(f"this extractor always fails, here at {page.text}")


class LeavingExtractor:
    """Ends its program, which is no Exception."""

    def extract(self, page):
        raise SystemExit(f"nothing works, here at {page.text}")


class LeavingSegmenter:
    def segment(self, page):
        raise SystemExit(3)


class WholePage:
    """An extractor of a user's own: all of the page."""

    def extract(self, page):
        from scrapy_content_extract.content import Choice

        return Choice(page, ((0, len(page.text)),) if page.text else ())


class WaitingExtractor(WholePage):
    def extract(self, page):
        assert GIVEN_UP.wait(HANGS)
        return super().extract(page)


class Base(scrapy.Spider):
    """One item for each of its paths."""

    paths: tuple[str, ...] = ("/news.html",)
    meta: dict[str, Any] = {}

    async def start(self):
        for path in self.paths:
            yield Request(self.url + path, meta=dict(self.meta), dont_filter=True)

    def parse(self, response):
        yield {"path": response.url.removeprefix(self.url)}


class ItemTypes(Base):
    name = "item types"

    def parse(self, response):
        yield {"name": "dict"}
        for cls in (DataclassItem, AttrsItem, PydanticItem, ScrapyItem):
            yield cls(name=cls.__name__)
        yield SlotsItem("SlotsItem", None, None, None)


class AsyncCallback(Base):
    name = "async callback"

    async def parse(self, response):
        yield {"name": "from an async callback"}


class SeveralItems(Base):
    name = "several items"
    paths = ("/news.html", "/blog.html")

    def parse(self, response):
        for number in range(5):
            yield {"path": response.url.removeprefix(self.url), "number": number}


class WithoutResponse(Base):
    name = "without response"

    async def start(self):
        yield {"name": "from start"}
        yield Request("http://127.0.0.1:9/", callback=self.parse, errback=self.failed)

    def failed(self, failure):
        yield {"name": "from an errback"}


class BoundByUser(Base):
    """An item over two pages, and one of an errback, whose text is to be that of news.html."""

    name = "bound by the user"

    def parse(self, response):
        item = {"name": "over two pages"}
        bind(item, response)
        yield Request(self.url + "/blog.html", callback=self.second, cb_kwargs={"item": item})
        failing = Request("http://127.0.0.1:9/", callback=self.parse, errback=self.failed)
        yield failing.replace(cb_kwargs={}, meta={"page": response, "download_timeout": 5})

    def second(self, response, item):
        item["second"] = response.url.removeprefix(self.url)
        yield item

    def failed(self, failure):
        item = {"name": "of an errback"}
        bind(item, failure.request.meta["page"])
        yield item


class CannotBeWritten(Base):
    name = "cannot be written"
    paths = ("/news.html", "/blog.html")

    def parse(self, response):
        yield FrozenItem("frozen")
        yield UndeclaredItem(name="undeclared")
        yield StrictItem(name="strict")
        yield NotAnItem()


class MetaImpossible(Base):
    name = "impossible meta"

    async def start(self):
        for impossible in (
            {"extracter": "cevc"},
            {"extracter": "song"},
            {"params": {"alpha": 7}},
            {"params": {"alpha": 8}},
            {"params": {"output": "most"}},
            {"extractor": "nowhere.Mine"},
            {"extractor": "nowhere.Yours"},
        ):
            yield Request(self.url + "/news.html", meta={"content_extract": impossible}, dont_filter=True)


class Errback(Base):
    """Items of an error page come from the errback unless its status is one that the spider handles."""

    name = "errback"
    paths = ("/missing.html",)

    async def start(self):
        async for request in super().start():
            yield request.replace(errback=self.failed)

    def failed(self, failure):
        yield {"path": failure.value.response.url.removeprefix(self.url), "from": "errback"}


class YieldedAgain(Base):
    """One object for three pages, the last of which has no text."""

    name = "one dict for several pages"

    def parse(self, response):
        item = self.item()
        item["name"] = "/news.html"
        yield item
        yield Request(self.url + "/blog.html", self.again, cb_kwargs={"item": item})

    def again(self, response, item):
        item["name"] = response.url.removeprefix(self.url)
        yield item
        if "blog" in response.url:
            yield Request(self.url + "/links.html", self.again, cb_kwargs={"item": item})

    def item(self):
        return {}


class ScrapyItemYieldedAgain(YieldedAgain):
    name = "one scrapy.Item for several pages"

    def item(self):
        return ScrapyItem()


class OwnYieldedAgain(YieldedAgain):
    """A value that the spider puts where one of ours was, stays."""

    name = "one dict for several pages, with a text of its own"

    def again(self, response, item):
        item["text"] = "mine"
        yield item


class YieldedOften(Base):
    name = "one dict, often"

    def parse(self, response):
        item = {}
        for number in range(5):
            item["number"] = number
            yield item


@dataclass
class EmptyDefaults:
    text: str = ""
    blocks: list = field(default_factory=list)
    link_density: dict = field(default_factory=dict)
    confidence: float = 0.0
    truncated: bool = True
    encoding: Any = ()


class Filled(Base):
    name = "fields filled by the spider"
    custom_settings = {
        "CONTENT_EXTRACT_FIELDS": {
            "confidence": "confidence",
            "encoding": "encoding",
            "truncated": "truncated",
        },
        "CONTENT_EXTRACT_EXTRACTOR": "auto",
    }

    def parse(self, response):
        yield EmptyDefaults()
        yield {"text": "mine", "blocks": None, "link_density": {}}
        yield {"text": "mine, too", "blocks": [0], "encoding": Undecided()}


class Undecided:
    """As an array of numbers, it is neither true nor false, and has no hash."""

    __hash__ = None

    def __bool__(self):
        raise ValueError("neither")


class FieldsByClass(Base):
    name = "fields by class"
    custom_settings = {
        "CONTENT_EXTRACT_FIELDS": {
            "link_density": None,
            "DataclassItem": {"text": "name", "blocks": None},
            "AttrsItem": {"link_density": "link_density"},
        },
        "CONTENT_EXTRACT_OVERWRITE": True,
    }

    def parse(self, response):
        yield {"name": "dict"}
        yield DataclassItem("to be overwritten")
        yield AttrsItem("attrs")


class ItemClasses(Base):
    name = "item classes"
    custom_settings = {"CONTENT_EXTRACT_ITEM_CLASSES": "tests.helpers.crawls.DataclassItem"}

    def parse(self, response):
        yield {"name": "dict"}
        yield DataclassItem("DataclassItem")


class Freed(Base):
    """Responses whose selectors were used, while the collector of cycles stands still."""

    name = "freed"
    paths = ("/news.html", "/blog.html") * 4

    async def start(self):
        self.responses = []
        gc.disable()
        async for request in super().start():
            yield request

    def parse(self, response):
        self.responses.append(weakref.ref(response))
        if response.css("p"):
            response.css("p")[0].drop()
        if "news" in response.url:
            yield {"path": "/news.html"}
        else:  # a page without an item, whose response is kept
            request = Request(self.url + "/links.html", self.after, dont_filter=True)
            yield request.replace(cb_kwargs={"before": response})
            # Of this response only the selector is kept.
            yield request.replace(callback=self.of_selector, cb_kwargs={"selector": response.selector})

    def after(self, response, before):
        yield {"path": "/blog.html", "paragraphs": len(before.css("p")), "before": before.url}

    def of_selector(self, response, selector):
        item = {"path": "/blog.html", "paragraphs": len(selector.css("p")), "before": selector.response.url}
        bind(item, selector.response)
        yield item

    def closed(self, reason):
        alive = sum(response() is not None for response in self.responses)
        gc.enable()
        self.crawler.stats.set_value("alive", alive)
        self.crawler.stats.set_value("pages", len(self.responses))


class FromAsync:
    """The same from an async callback."""

    async def parse(self, response):
        for output in super().parse(response):
            yield output


class FreedAsync(FromAsync, Freed):
    name = "freed by an async callback"


class Unselected(Freed):
    """Pages without selectors: who holds these responses is Scrapy itself."""

    name = "freed, without selectors"

    def parse(self, response):
        self.responses.append(weakref.ref(response))
        yield {"path": "/news.html"}


class UnselectedAsync(FromAsync, Unselected):
    name = "freed by an async callback, without selectors"


class EncodingLeft(Base):
    name = "encoding left to Scrapy"
    paths = ("/gbk.html",)
    custom_settings = {"CONTENT_EXTRACT_NORMALIZE_ENCODING": False}

    def parse(self, response):
        yield {"path": response.url.removeprefix(self.url), "encoding_seen": response.encoding}


class EncodingNormalized(EncodingLeft):
    name = "encoding normalized"
    custom_settings = {}

    def parse(self, response):
        yield {
            "encoding_seen": response.encoding,
            "header_seen": response.headers["Content-Type"].decode(),
            "meta_seen": response.css("meta::attr(charset)").get(),
            "bytes_are_utf8": "图书馆" in response.body.decode("utf-8"),
        }


class MadeByHand(Base):
    """A response that a spider makes itself has no request and no meta."""

    name = "response made by hand"

    def parse(self, response):
        item = {"name": "by hand"}
        body = "<p>Это то, что есть на самом деле.</p>".encode("koi8-r")
        bind(item, HtmlResponse("http://example.com/", body=body, encoding="koi8-r"))
        yield item


def alike(
    spider: type[Base], paths: str = "", also: dict[str, Any] | None = None, **settings: Any
) -> type[Base]:
    """Return a spider that differs from another by its paths, by attributes and by settings."""
    differs: dict[str, Any] = {
        "custom_settings": {**(spider.custom_settings or {}), **settings},
        **(also or {}),
    }
    if paths:
        differs["paths"] = tuple(paths.split())
    return type("Alike", (spider,), differs)


def asking(**of_request: Any) -> dict[str, Any]:
    """Return what a spider has whose requests say how their pages are analysed."""
    return {"meta": {"content_extract": of_request}}


HERE = "tests.helpers.crawls"
BOTH = "/news.html /blog.html"
ALL = "/news.html /empty.html /links.html /data.json /binary.html /large.html /missing.html /frames.html /deep.html"
IN_THREAD = {"CONTENT_EXTRACT_THREAD_BYTES": 0}
TITLED = {"CONTENT_EXTRACT_FIELDS": {"title": "headline"}, "CONTENT_EXTRACT_EXTRACTOR": "auto"}
WAITING = {
    "CONTENT_EXTRACT_EXTRACTOR": f"{HERE}.WaitingExtractor",
    "ITEM_PIPELINES": {ContentPipeline: None, Impatient: 100},
}
#: VIPS asks for boxes, which no page from the server has.
WITHOUT_BOXES = {
    "CONTENT_EXTRACT_SEGMENTER": "vips",
    "CONTENT_EXTRACT_EXTRACTOR": "auto",
    "CONTENT_EXTRACT_FIELDS": {"title": "headline", "language": "language"},
}
NO_HTTP_ERROR = {"scrapy.spidermiddlewares.httperror.HttpErrorMiddleware": None}
ABOUT = {"diagnostics": "about", **{key: f"its_{key}" for key in UNKNOWN}}
LEFT = {"CONTENT_EXTRACT_NORMALIZE_ENCODING": False}

WITH_CODE = [
    cls
    for cls in list(vars().values())
    if isinstance(cls, type) and issubclass(cls, Base) and cls is not Base
]
SPIDERS = {
    **{cls.name: cls for cls in WITH_CODE},
    "several items, analysed in a thread": alike(SeveralItems, **IN_THREAD),
    # The item for which the page is analysed is given up, while the others wait for the same.
    "cancelled": alike(SeveralItems, "/news.html", **IN_THREAD, **WAITING),
    # The signal for the item of an errback carries an unbound object.
    "bound by the user, replaced after": alike(BoundByUser, ITEM_PIPELINES={Replace: 300}),
    "parameters in meta that are not a dict": alike(SeveralItems, "", asking(params="alpha=0.6")),
    "replaced before": alike(SeveralItems, ITEM_PIPELINES={Replace: 50}),
    "replaced after": alike(SeveralItems, ITEM_PIPELINES={Replace: 300}),
    "dropped after": alike(SeveralItems, ITEM_PIPELINES={Drop: 300}),
    "failed after": alike(SeveralItems, ITEM_PIPELINES={Fail: 300}),
    "taken out by a spider middleware": alike(SeveralItems, SPIDER_MIDDLEWARES={TakesItemsOut: 10}),
    "statuses": alike(Base, ALL, CONTENT_EXTRACT_MAX_BYTES=400_000, HTTPERROR_ALLOW_ALL=True),
    "drop empty": alike(
        Base, "/news.html /empty.html /links.html /data.json", CONTENT_EXTRACT_ON_EMPTY="drop"
    ),
    "unsure": alike(
        Base, "/news.html /links.html", CONTENT_EXTRACT_EXTRACTOR="auto", CONTENT_EXTRACT_MIN_CONFIDENCE="1"
    ),
    "skipped by meta": alike(Base, "", {"meta": {"content_extract": False}}),
    "another extractor by meta": alike(Base, "", asking(extractor=WholePage)),
    "other parameters by meta": alike(Base, "", asking(params={"output": "all"})),
    "encoding by meta": alike(Base, "/western.html", asking(encoding="windows-1251")),
    "unknown encoding by meta": alike(Base, "", asking(encoding="klingon")),
    "an extractor that fails": alike(Base, BOTH, CONTENT_EXTRACT_EXTRACTOR=f"{HERE}.FailingExtractor"),
    "an extractor that leaves": alike(Base, BOTH, CONTENT_EXTRACT_EXTRACTOR=f"{HERE}.LeavingExtractor"),
    "an extractor that leaves in a thread": alike(
        Base, BOTH, CONTENT_EXTRACT_EXTRACTOR=f"{HERE}.LeavingExtractor", **IN_THREAD
    ),
    "a segmenter that leaves": alike(Base, CONTENT_EXTRACT_SEGMENTER=f"{HERE}.LeavingSegmenter"),
    "a segmenter that fails": alike(Base, "/news.html /empty.html", **WITHOUT_BOXES),
    "errback, handled by handle_httpstatus_list": alike(Errback, "", {"handle_httpstatus_list": [404]}),
    "errback, handled by meta": alike(Errback, "", {"meta": {"handle_httpstatus_list": [404]}}),
    "errback, handled by meta for all": alike(Errback, "", {"meta": {"handle_httpstatus_all": True}}),
    "errback, handled by HTTPERROR_ALLOWED_CODES": alike(Errback, HTTPERROR_ALLOWED_CODES=[404]),
    "errback, handled by HTTPERROR_ALLOW_ALL": alike(Errback, HTTPERROR_ALLOW_ALL=True),
    "errback, handled because Scrapy's middleware is switched off": alike(
        Errback, SPIDER_MIDDLEWARES=NO_HTTP_ERROR
    ),
    "errback, another status is handled": alike(Errback, "", {"handle_httpstatus_list": [500]}),
    "blocks with main text": alike(
        Base, "/news.html /links.html", CONTENT_EXTRACT_BLOCKS=DEFAULTS["CONTENT_EXTRACT_BLOCKS"]
    ),
    "diagnostics as fields": alike(Base, "/news.html /data.json", CONTENT_EXTRACT_FIELDS=ABOUT),
    "overwrite": alike(Filled, CONTENT_EXTRACT_OVERWRITE="True"),
    "other fields": alike(Base, CONTENT_EXTRACT_FIELDS='{"text": "body", "blocks": null}'),
    "title": alike(Base, "/news.html /links.html /empty.html", **TITLED),
    "no title from the extractor": alike(
        Base, "/news.html /links.html /empty.html", **{**TITLED, "CONTENT_EXTRACT_EXTRACTOR": "cevc"}
    ),
    "freed, in a thread": alike(Freed, **IN_THREAD),
    "freed, with Markdown": alike(Freed, CONTENT_EXTRACT_FIELDS=["markdown", "text"]),
    "no segmenter": alike(Base, CONTENT_EXTRACT_SEGMENTER="None"),
    "switched off": alike(Base, CONTENT_EXTRACT_ENABLED="False"),
    # Every other byte of the page is a zero, as in an image.
    "UTF-16 left to Scrapy": alike(EncodingLeft, "/utf16.html"),
    "binary or not": alike(Base, "/news.html /binary.html /utf16.html"),
    "binary or not, encoding left to Scrapy": alike(Base, "/news.html /binary.html /utf16.html", **LEFT),
}


class Messages(logging.Handler):
    """Keeps what is logged while it is attached, from a level on."""

    def __init__(self, level):
        super().__init__(level)
        self.messages: list[str] = []

    def emit(self, record):
        self.messages.append(record.getMessage())


class Ticks(threading.local):
    """A clock of a thread that goes on by a second whenever it is read."""

    seconds = 0

    def __call__(self):
        self.seconds += 1
        return self.seconds


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return what JSON can hold."""
    return {key: repr(value) if isinstance(value, Undecided) else value for key, value in values.items()}


async def crawl(name: str, url: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Run one spider and return what came out."""
    warnings, costs = Messages(logging.WARNING), Messages(logging.INFO)
    logging.getLogger().addHandler(warnings)
    timing.logger.addHandler(costs)
    runner = (AsyncCrawlerRunner if is_asyncio_available() else CrawlerRunner)(settings)
    crawler = runner.create_crawler(SPIDERS[name])
    items: list[dict[str, Any]] = []

    def scraped(item):
        values = plain(ItemAdapter(item).asdict()) if ItemAdapter.is_item(item) else {}
        items.append({"class": type(item).__name__, **values})

    crawler.signals.connect(scraped, signals.item_scraped)
    await runner.crawl(crawler, name=name, url=url)
    logging.getLogger().removeHandler(warnings)
    timing.logger.removeHandler(costs)
    gc.collect()
    return {
        "items": items,
        "stats": {k: v for k, v in crawler.stats.get_stats().items() if isinstance(v, (int, float, str))},
        "warnings": warnings.messages,
        "costs": costs.messages,
        "bindings_left": len(BINDINGS),
    }


REACTORS = {
    "asyncio": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
    "select": "twisted.internet.selectreactor.SelectReactor",
}


async def crawl_all(url: str, settings: dict[str, Any]) -> dict[str, Any]:
    return {name: await crawl(name, url, settings) for name in SPIDERS}


def main() -> None:
    mode, url = sys.argv[1:]
    logging.basicConfig(level=logging.WARNING)
    timing.logger.setLevel(logging.INFO)
    timing.thread_time = Ticks()
    settings = {
        "ADDONS": ADDONS,
        # what it chooses can be worked out by hand
        "CONTENT_EXTRACT_EXTRACTOR": "cevc",
        "CONTENT_EXTRACT_BLOCKS": "all",
        "CONTENT_EXTRACT_SITE_MEMORY": False,
        "RETRY_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
    }
    if mode == "reactorless":
        settings["TWISTED_REACTOR_ENABLED"] = False
        print(json.dumps(asyncio.run(crawl_all(url, settings))))
        return
    from scrapy.utils.reactor import install_reactor

    reactor = REACTORS[mode]
    settings["TWISTED_REACTOR"] = reactor
    install_reactor(reactor)
    from twisted.internet.task import react

    async def run(_):
        from scrapy.utils.defer import deferred_from_coro

        print(json.dumps(await deferred_from_coro(crawl_all(url, settings))))

    react(run)
