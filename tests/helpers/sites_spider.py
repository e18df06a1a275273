"""The spider of test_memory.py: ``scrapy runspider tests/helpers/sites_spider.py -a url=… -a numbers=0,1,2``."""

from __future__ import annotations

import scrapy


class Articles(scrapy.Spider):
    """Asks for articles, one after the other."""

    name = "articles"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": None,
        "CONCURRENT_REQUESTS": 1,
        "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 1,  # no request before the item of the last, also from a thread
        "LOG_LEVEL": "INFO",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for number in self.numbers.split(","):
            yield scrapy.Request(f"{self.url}/{number}")

    def parse(self, response):
        yield {"number": int(response.url.rpartition("/")[2])}
