"""A real crawl that follows all links and sends all forms of its pages; see test_addresses.py."""

from __future__ import annotations

import json
import sys
import warnings

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


class Asks(scrapy.Spider):
    name = "asks"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "LOG_LEVEL": "ERROR",
        "RETRY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    }

    async def start(self):
        for url in self.urls:
            yield scrapy.Request(url)

    def parse(self, response):
        for link in response.css("a"):
            yield response.follow(link, self.parse_end)
        for link in LinkExtractor().extract_links(response):
            yield scrapy.Request(link.url, self.parse_end)
        for number in range(len(response.css("form"))):
            yield scrapy.FormRequest.from_response(response, formnumber=number, callback=self.parse_end)

    def parse_end(self, response):
        pass


def main() -> None:
    """Crawl the URLs that are given as JSON on the command line."""
    warnings.simplefilter("ignore")  # Scrapy deprecates from_response
    process = CrawlerProcess()
    process.crawl(Asks, urls=json.loads(sys.argv[1]))
    process.start()
