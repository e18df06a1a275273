"""A real crawl whose callback reports how each page arrived; see test_encoding_middleware.py.

``main()`` takes the URL of the server, the paths, and the settings as JSON from the
command line, and prints what came out as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import lxml.html
import scrapy
from scrapy import signals
from scrapy.crawler import CrawlerProcess
from scrapy.downloadermiddlewares.httpcache import HttpCacheMiddleware

from scrapy_content_extract.downloadermiddlewares import EncodingMiddleware


def seen(response: Any) -> dict[str, Any]:
    """Return what readers of a response find: each decodes it in its own way."""
    found = {
        "class": type(response).__name__,
        "content type": (response.headers.get("Content-Type") or b"").decode(),
        "content length": (response.headers.get("Content-Length") or b"").decode(),
        "body": response.body.decode("latin-1"),
        "flags": response.flags,
        "decoded": response.meta.get("content_extract_decoded"),
    }
    if found["decoded"]:
        found["encoding"] = response.encoding
        found["scrapy"] = response.css("p ::text").get()
        found["lxml"] = lxml.html.fromstring(response.body).findtext(".//p")
        try:
            import web_poet
        except ImportError:
            pass
        else:
            headers = web_poet.HttpResponseHeaders.from_bytes_dict(response.headers)
            poet = web_poet.HttpResponse(response.url, response.body, status=200, headers=headers)
            found["web-poet"] = poet.css("p ::text").get()
    return found


class CacheOfNormalized(HttpCacheMiddleware):
    """Below EncodingMiddleware, it stores what that has made."""


class EncodingOnceMore(EncodingMiddleware):
    """What is replayed from such a cache passes it."""


class Report(scrapy.Spider):
    name = "report"
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "LOG_LEVEL": "ERROR",
        "RETRY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for path in self.paths:
            meta = {"path": path}
            path, _, pinned = path.partition(" as ")
            if pinned:
                meta["content_extract"] = {"encoding": pinned}
            yield scrapy.Request(self.url + path, meta=meta, dont_filter=True)

    def parse(self, response):
        yield {"path": response.meta["path"], **seen(response)}


def main() -> None:
    url, paths, settings = sys.argv[1], *map(json.loads, sys.argv[2:])
    process = CrawlerProcess(settings)
    crawler = process.create_crawler(Report)
    pages: dict[str, Any] = {}

    def scraped(item):  # signals do not keep their receivers alive
        pages[item["path"]] = dict(item)

    crawler.signals.connect(scraped, signals.item_scraped)
    process.crawl(crawler, url=url, paths=paths)
    process.start()
    stats = {k: v for k, v in crawler.stats.get_stats().items() if isinstance(v, (int, float))}
    print(json.dumps({"pages": pages, "stats": stats}))
