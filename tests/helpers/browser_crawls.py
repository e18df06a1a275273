"""A real crawl with scrapy-playwright; see test_browser.py.

``main()`` takes the URL of the server and settings as JSON from the command line, and prints the items and
what was logged as a warning, as JSON.
"""

from __future__ import annotations

import json
import logging
import sys

import scrapy
from scrapy_playwright.page import PageMethod

from scrapy_content_extract.crawl.browser import WRITE_BOXES

from .crawlers import crawled
from .crawls import Messages


class News(scrapy.Spider):
    """One page through the browser, one without."""

    name = "news"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": "vips",
        "CONTENT_EXTRACT_BLOCKS": "all",
        "DOWNLOAD_HANDLERS": {"http": "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"},
    }

    async def start(self):
        methods = [PageMethod("evaluate", WRITE_BOXES)]
        meta = {"playwright": True, "playwright_page_methods": methods}
        yield scrapy.Request(self.url + "/news", meta=meta)
        yield scrapy.Request(self.url + "/plain")

    def parse(self, response):
        yield {"url": response.url}


def main():
    url, settings = sys.argv[1:]
    logged = Messages(logging.WARNING)
    logging.getLogger("scrapy_content_extract").addHandler(logged)
    [(items, _)] = crawled([News], {**json.loads(settings), "LOG_ENABLED": False}, url=url)
    print(json.dumps({"items": items, "warnings": logged.messages}))
