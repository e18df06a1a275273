"""The spider of test_non_content.py: ``scrapy runspider tests/helpers/no_content_spider.py -a urls=…,…``."""

from __future__ import annotations

import scrapy


class Pages(scrapy.Spider):
    """Asks for pages of any HTTP status."""

    name = "pages"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_FIELDS": {"no_content": "no_content", "status": "status"},
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
