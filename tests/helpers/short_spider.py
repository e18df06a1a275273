"""The spider and the pipeline of test_short_crawls.py."""

from __future__ import annotations

import json
import signal
import sqlite3

import scrapy
from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.utils.asyncio import call_later


class Short(scrapy.Spider):
    """Prints its items when they are through the pipelines; ``-a at_item=2`` is Ctrl-C twice at the first."""

    name = "short"
    url = ""
    pages = "1"
    at_callback = at_item = "0"

    async def start(self):
        self.crawler.signals.connect(self.scraped, signals.item_scraped)
        for _ in range(int(self.pages)):
            yield scrapy.Request(self.url, dont_filter=True)

    def parse(self, response):
        yield {"heading": response.css("h1::text").get()}
        self.interrupt("at_callback")

    def scraped(self, item):
        print(json.dumps(ItemAdapter(item).asdict()), flush=True)
        self.interrupt("at_item")

    def interrupt(self, moment):
        times = int(getattr(self, moment))
        setattr(self, moment, "0")
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)


class Busy:
    """Lets the file of duplicates be busy until the crawl closes its pipelines, of which this is the first."""

    def open_spider(self):
        self.other = sqlite3.connect("texts.sqlite")
        self.other.execute("BEGIN IMMEDIATE")

    def close_spider(self):
        call_later(0, self.other.rollback)
