"""A spider of pages, one after the other: ``scrapy runspider tests/helpers/rules_spider.py -a urls=…,…``."""

from __future__ import annotations

import scrapy

from tests.helpers.urls_spider import Pages


class Ruled(Pages):
    """Asks for a method where the query of a URL names it; with SELECTS it uses selectors."""

    custom_settings = {**Pages.custom_settings, "CONTENT_EXTRACT_SITE_MEMORY": False}

    async def start(self):
        for url in self.urls.split(","):
            meta = {"content_extract": {"extractor": "cetr"}} if url.endswith("cetr") else {}
            yield scrapy.Request(url, meta=meta)

    def parse(self, response):
        if self.settings.getbool("SELECTS"):
            response.css("p").getall()
        yield {"name": response.url.rpartition("/")[2], "url": response.url}
