"""The spider of test_archives.py: ``scrapy runspider tests/helpers/warc_spider.py -a url=…``."""

from __future__ import annotations

import scrapy


class Site(scrapy.Spider):
    """Follows all links, and sends a form."""

    name = "site"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_SEGMENTER": None,
        "ROBOTSTXT_OBEY": True,
        "LOG_LEVEL": "INFO",
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        yield scrapy.Request(self.url + "/")
        yield scrapy.FormRequest(self.url + "/form", formdata={"q": "rain"}, callback=self.parse)

    def parse(self, response):
        yield {
            "url": response.url.replace(self.url, ""),
            "status": response.status,
            "record": response.meta.get("warc_record_id"),
        }
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        for href in response.css("a::attr(href)").getall():
            yield response.follow(href)
