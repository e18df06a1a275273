"""Real crawls whose callbacks ask for the results of their page; see test_callbacks.py.

``main()`` takes names of spiders as JSON, the URL of the server, and settings as JSON from the command
line, and prints of each the items, the stats, and how often pages were extracted, as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import scrapy

from scrapy_content_extract import content_of
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.content.methods.flat import Flat
from scrapy_content_extract.crawl.links import ContentLinkExtractor

from .crawlers import crawled

#: How often pages were extracted and segmented.
CALLS = {"extract": 0, "segment": 0}


class Counted(CEVC):
    """What it chooses can be worked out by hand."""

    def extract(self, page):
        CALLS["extract"] += 1
        return super().extract(page)


class CountedFlat(Flat):
    def segment(self, page):
        CALLS["segment"] += 1
        return super().segment(page)


def says(ask):
    """Return the message of the ValueError that asking for something raises."""
    try:
        return ask()
    except ValueError as error:
        return str(error)


class Base(scrapy.Spider):
    """One page."""

    path = "/news.html"
    custom_settings: dict[str, Any] = {}

    async def start(self):
        yield scrapy.Request(self.url + self.path, meta={"content_extract": {}})

    def closed(self, reason):
        for name in CALLS:
            self.crawler.stats.set_value(name, CALLS[name])
            CALLS[name] = 0


class Asks(Base):
    """The callback asks twice, and then the pipelines."""

    name = "content_of"

    async def parse(self, response):
        first, again = await content_of(response), await content_of(response)
        yield {
            "asked": first.text,
            "status_asked": first.status,
            "same": first is again,
            "html": says(lambda: first.html),
            "markdown": says(lambda: first.markdown),
            **{name: getattr(first, name) for name in ("images", "links", "chunks", "document")},
            "encoding": first.diagnostics["encoding"],
        }


class AsksOfAll(Asks):
    """Asks of a binary file."""

    name = "content_of a binary file"
    path = "/binary.html"


class AsksByHand(Base):
    """A response that no callback was called with."""

    name = "content_of a response made by hand"

    async def parse(self, response):
        try:
            await content_of(response.copy())
        except ValueError as error:
            yield {"error": str(error)}


class AsksInPlainDef(Base):
    name = "content_of in a plain def"

    def parse(self, response):
        content = content_of(response)
        try:
            yield {"asked": content.text}
        except AttributeError as error:
            yield {"error": str(error)}


class AsksWithoutPipelines(Asks):
    name = "content_of without pipelines"
    custom_settings = {
        "ITEM_PIPELINES": {
            "scrapy_content_extract.crawl.pipelines.ContentPipeline": None,
        }
    }


class AsksInErrback(Base):
    name = "content_of in an errback"
    path = "/no such page"

    async def start(self):
        yield scrapy.Request(self.url + self.path, errback=self.failed)

    async def failed(self, failure):
        content = await content_of(failure.value.response)
        yield {"asked": content.text, "status_asked": content.status}


class Follows(Base):
    """Follows the links of the main content only."""

    name = "links"
    links = ContentLinkExtractor(extractor="cevc")

    def parse(self, response):
        yield {"path": response.url.removeprefix(self.url)}
        yield from response.follow_all(self.links.extract_links(response))


def spiders(module: Any) -> dict[str, type[scrapy.Spider]]:
    return {
        cls.name: cls
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, scrapy.Spider) and getattr(cls, "name", None)
    }


SETTINGS = {
    "ADDONS": {"scrapy_content_extract.Addon": 500},
    "CONTENT_EXTRACT_EXTRACTOR": "tests.helpers.door_crawls.Counted",
    "CONTENT_EXTRACT_SEGMENTER": "tests.helpers.door_crawls.CountedFlat",
    "LOG_LEVEL": "ERROR",
    "ROBOTSTXT_OBEY": False,
    "TELNETCONSOLE_ENABLED": False,
}


def main(module: Any = None) -> None:
    from tests.helpers import door_crawls  # not __main__: the settings name its classes

    names, url, settings = json.loads(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
    known = spiders(module or door_crawls)
    found = crawled([known[name] for name in names], {**SETTINGS, **settings}, url=url)
    print(json.dumps([{"items": items, "stats": stats} for items, stats in found]))
