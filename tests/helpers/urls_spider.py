"""A spider of pages: ``scrapy runspider tests/helpers/urls_spider.py -a urls=…,…``."""

from __future__ import annotations

import scrapy


class Pages(scrapy.Spider):
    """Asks for pages of any HTTP status, one after the other."""

    name = "pages"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": None,
        "CONCURRENT_REQUESTS": 1,
        "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 1,  # no request before the item of the last, also from a thread
        "HTTPERROR_ALLOW_ALL": True,
        "RETRY_ENABLED": False,
        "LOG_LEVEL": "INFO",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for url in self.urls.split(","):
            yield scrapy.Request(url)

    def parse(self, response):
        yield {"name": response.url.rpartition("/")[2]}
