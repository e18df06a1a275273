"""The spider of test_duplicates.py: ``scrapy runspider tests/duplicates_spider.py -a pages=a,b``."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import scrapy


@dataclass
class Undeclared:
    """It has no field for what the pipeline writes."""

    page: str


class Pages(scrapy.Spider):
    """Yields items of pages in the folder, one page after the other."""

    name = "pages"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": None,
        "CONCURRENT_REQUESTS": 1,
        "LOG_LEVEL": "INFO",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for page in self.pages.split(","):
            yield scrapy.Request((Path.cwd() / f"{page}.html").as_uri(), dont_filter=True)

    def parse(self, response):
        page = Path(response.url).stem
        if page == "spoil":
            with sqlite3.connect(self.settings["CONTENT_EXTRACT_DUPLICATES"]) as database:
                database.execute("DROP TABLE bands")
        yield {"page": page}
        if page == "copy":
            yield {"page": page, "second": True}
            yield {"page": page, "duplicate_of": "mine"}
            yield {"page": page, "text": "a text of the spider's own"}
            yield Undeclared(page)
