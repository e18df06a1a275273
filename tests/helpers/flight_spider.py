"""The spider of tests/crawl/test_flight.py: ``-a opens=waiting`` opens the gate when a page waits for others."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import scrapy
from scrapy import signals
from scrapy.utils.asyncio import call_later

from scrapy_content_extract.corpus.memory_files import count_known
from scrapy_content_extract.crawl import memory
from scrapy_content_extract.crawl.analyst import Analyst
from scrapy_content_extract.crawl.pipelines import ContentPipeline

memory.WRITE_SECONDS = 0.01


#: the places in which pages have waited
waits = []
wait = memory.FirstPages.wait


def counted_wait(pages, place):
    waits.append(place)
    return wait(pages, place)


memory.FirstPages.wait = counted_wait


class Flight(scrapy.Spider):
    """Asks for all pages at once.  The server answers the first; the others come when the gate is open."""

    name = "flight"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": None,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
        "RETRY_ENABLED": False,
        "LOG_LEVEL": "WARNING",
        "TELNETCONSOLE_ENABLED": False,
    }
    opens = "waiting"
    looks = 1_000_000  # as good as no end
    then = ""
    expected = 1  # page that waits
    items = 0
    first = None

    async def start(self):
        memory.LOOKS = int(self.looks)
        self.crawler.signals.connect(self.scraped, signals.item_scraped)
        if self.opens == "waiting":
            self.look()
        elif self.opens == "killed":
            self.look_at_file()
        for n in range(int(self.pages)):
            yield scrapy.Request(f"{self.url}/{n}")

    def parse(self, response):
        self.first = self.first or response
        yield {"name": response.url.rpartition("/")[2], "title": response.css("h1::text").get()}

    def look(self):
        waiting = sum(map(len, Analyst.of(self.crawler)._first_pages._waiting.values()))
        in_flight = sum(len(slot.active) for slot in self.crawler.engine.downloader.slots.values())
        if waiting != self.expected or waiting + in_flight < int(self.pages):
            call_later(0.01, self.look)
            return
        self.first.css("body > *, head > *").drop()
        if self.then == "close":
            self.closing = asyncio.ensure_future(self.crawler.engine.close_spider_async())
        elif self.then == "interrupt":
            signal.raise_signal(signal.SIGINT)
        elif self.then == "give up":
            GivesUp.first.cancel()
        elif self.then == "in turn" and in_flight > 2:
            self.expected += 1
            self.open(waiting)  # the number of the next page
            self.look()
            return
        self.open()

    def look_at_file(self):
        """Let nothing be done at the end, once there is a file of what the first page has taught."""
        with suppress(OSError):  # there is none yet
            if count_known(f"{self.settings['JOBDIR']}/{memory.FILE}")[0]:
                os.kill(os.getpid(), signal.SIGKILL)
        call_later(0.01, self.look_at_file)

    def closed(self, reason):
        Path("waits").write_text(str(len(waits)))

    def scraped(self):
        self.items += 1
        if self.opens == "next" and self.items < int(self.pages):
            self.open(self.items)
        if self.opens == "scraped":
            self.opens = ""
            self.open()

    def open(self, path=""):
        with suppress(HTTPError):  # there is no such page
            urlopen(f"{self.url}/open/{path}")


class GivesUp(ContentPipeline):
    """A pipeline of a project whose first item may be given up."""

    first = None

    async def process_item(self, item):
        processed = asyncio.ensure_future(super().process_item(item))
        GivesUp.first = GivesUp.first or processed
        try:
            return await processed
        except asyncio.CancelledError:
            return item
