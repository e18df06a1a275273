"""A crawler that crawls nothing, for tests of components."""

from __future__ import annotations

from typing import Any

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.statscollectors import MemoryStatsCollector


def crawler_with(**settings: Any) -> Crawler:
    """Return a crawler with its stats; that of scrapy.utils.test needs a reactor before Scrapy 2.15."""
    crawler = Crawler(Spider, settings)
    crawler.stats = MemoryStatsCollector(crawler)
    return crawler
