"""The crawls of the trials: their settings, a process of their own, and their counts."""

from __future__ import annotations

import logging
from typing import Any

from scrapy import Spider
from scrapy.crawler import Crawler, CrawlerProcess

from scrapy_content_extract.crawl.binding import BINDINGS

#: Settings of every trial; a trial adds its own.
SETTINGS: dict[str, Any] = {
    "LOG_LEVEL": "ERROR",
    "TELNETCONSOLE_ENABLED": False,
    "RETRY_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
}

ADDON: dict[str, Any] = {"ADDONS": {"scrapy_content_extract.Addon": 500}}

#: Crawls to compare, and the settings of each.
ADDONS: dict[str, dict[str, Any]] = {"without": {}, "with": ADDON}


class Errors(logging.Handler):
    """Keeps the messages of errors, and of the plugin's own warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.name.startswith("scrapy_content_extract"):
            self.messages.append(f"{record.name}: {record.getMessage()}")


def crawl(spider: type[Spider], settings: dict[str, Any]) -> dict[str, Any]:
    """Run one crawl in this process, which can run only one; return what came out of it."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    process = CrawlerProcess({**SETTINGS, **settings})
    crawler: Crawler = process.create_crawler(spider)
    process.crawl(crawler)
    process.start()
    stats = crawler.stats.get_stats() if crawler.stats else {}
    return {"stats": stats, "errors": errors.messages, "bindings": len(BINDINGS)}
