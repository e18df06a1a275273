"""The spider of test_duplicates.py: ``scrapy runspider tests/helpers/duplicates_spider.py -a pages=a,b``."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import scrapy


@dataclass
class Undeclared:
    """It has no field for what the pipeline writes."""

    page: str


def from_folder(page: str, *left: str) -> scrapy.Request:
    """Return the request of a page, which knows the remaining pages."""
    url = (Path.cwd() / f"{page}.html").as_uri()
    return scrapy.Request(url, dont_filter=True, cb_kwargs={"left": left})


class Pages(scrapy.Spider):
    """Yields items of pages in the folder, one page after the other."""

    name = "pages"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": None,
        "CONCURRENT_ITEMS": 1,  # an item is through the pipelines before the next page is asked for
        "LOG_LEVEL": "INFO",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        yield from_folder(*self.pages.split(","))

    def parse(self, response, left):
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
        if left:
            yield from_folder(*left)
