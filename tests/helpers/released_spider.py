"""The spider of test_released.py: many pages one after the other; it prints how many responses live at the end."""

from __future__ import annotations

import gc

import scrapy
from scrapy.http import HtmlResponse
from scrapy.utils.trackref import live_refs


class Released(scrapy.Spider):
    name = "released"
    url = ""
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONCURRENT_REQUESTS": 1,
        "LOG_LEVEL": "WARNING",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for _ in range(30):
            yield scrapy.Request(self.url, dont_filter=True)

    def parse(self, response):
        response.css("h1")
        yield {"url": response.url}

    def closed(self, reason):
        gc.collect()
        print("live", len(live_refs[HtmlResponse]))
