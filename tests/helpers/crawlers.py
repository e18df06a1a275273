"""A crawl in this process, and a crawler that crawls nothing, for tests of components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrapy import Spider, signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcess
from scrapy.statscollectors import MemoryStatsCollector


def crawled(
    spiders: Sequence[type[Spider]], settings: dict[str, Any], **attributes: Any
) -> list[tuple[list[dict[str, Any]], dict[str, float]]]:
    """Run spiders to their ends, one after the other; without a reactor there may be one.

    Returns the items of each, and its stats that are numbers.  A process can do this once.
    """
    has_reactor = settings.get("TWISTED_REACTOR_ENABLED", True)
    process = (CrawlerProcess if has_reactor else AsyncCrawlerProcess)(settings)
    crawlers = [process.create_crawler(spider) for spider in spiders]
    items: list[list[dict[str, Any]]] = [[] for _ in crawlers]

    def start(number: int) -> Any:
        crawler, found = crawlers[number], items[number]
        crawler.signals.connect(lambda item: found.append(dict(item)), signals.item_scraped, weak=False)
        end = process.crawl(crawler, **attributes)
        if number + 1 < len(crawlers):
            end.addCallback(lambda _: start(number + 1))
        return end

    start(0)
    process.start()
    stats = [crawler.stats.get_stats().items() for crawler in crawlers]
    numbers = [{k: v for k, v in of_one if isinstance(v, (int, float))} for of_one in stats]
    return list(zip(items, numbers))


def crawler_with(**settings: Any) -> Crawler:
    """Return a crawler with its stats; that of scrapy.utils.test needs a reactor before Scrapy 2.15."""
    crawler = Crawler(Spider, settings)
    crawler.stats = MemoryStatsCollector(crawler)
    return crawler
