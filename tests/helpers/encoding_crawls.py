"""A real crawl whose callback reports how each page arrived; see test_encoding.py.

``main()`` takes the URL of the server, the paths, and the settings of each crawl as JSON from the
command line, and prints what came out as JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any

import lxml.html
import scrapy
from scrapy.downloadermiddlewares.httpcache import HttpCacheMiddleware
from scrapy.utils.asyncio import create_looping_call

from scrapy_content_extract.crawl import encoding
from scrapy_content_extract.crawl.encoding import EncodingMiddleware

from .crawlers import crawled
from .processes import run_code


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
        "CONTENT_EXTRACT_SITE_MEMORY": False,
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


class Follow(Report):
    """How each page was decoded; all but the first are followed with its meta."""

    name = "follow"

    async def start(self):
        yield scrapy.Request(self.url + self.paths[0], meta={"path": self.paths[0]})

    def parse(self, response):
        yield {"path": response.meta["path"], "decoded": response.meta.get("content_extract_decoded")}
        if response.meta["path"] == self.paths[0]:
            for path in self.paths[1:]:
                yield response.follow(path, meta={**response.meta, "path": path})


class Items(Report):
    """What a crawl makes of items that have nothing yet."""

    name = "items"

    def parse(self, response):
        yield {"path": response.meta["path"]}


class Turns:
    """Counts the turns of the loop, and how many of them it has while a page is normalized."""

    def __init__(self):
        self.beats = 0
        self.while_normalizing = None
        self.normalize = encoding.decode_and_normalize
        self.beating = create_looping_call(self.beat)
        self.beating.start(0.001)

    def beat(self):
        self.beats += 1

    def decode_and_normalize(self, *args):
        """Do not end before the loop has had three more turns, if it can have any."""
        before = self.beats
        result = self.normalize(*args)
        if threading.current_thread() is not threading.main_thread():
            while self.beats < before + 3:
                time.sleep(0.001)
        self.while_normalizing = self.beats - before
        return result


class Pauses(scrapy.Spider):
    """How many turns the loop has while a page is normalized, and what arrives at the callback."""

    name = "pauses"
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {EncodingMiddleware: 585},
        "DOWNLOAD_WARNSIZE": 0,
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "METAREFRESH_ENABLED": False,  # it reads the page as well
    }

    async def start(self):
        self.turns = Turns()
        encoding.decode_and_normalize = self.turns.decode_and_normalize
        for path in self.paths:
            yield scrapy.Request(self.url + path, dont_filter=True)

    def parse(self, response):
        self.turns.beating.stop()
        yield {
            "path": response.url.removeprefix(self.url),
            "turns": self.turns.while_normalizing,
            "size": len(response.body),
            "begins": response.body[:1000].decode("utf-8", "ignore"),
            "decoded": response.meta.get("content_extract_decoded"),
        }


def crawl(url: str, paths: list[str], spider: str = "Report", **settings: object) -> dict[str, Any]:
    """Return what :func:`main` prints of one crawl."""
    return crawls(url, paths, [settings], spider)[0]


def crawls(
    url: str, paths: list[str], settings: list[dict[str, Any]], spider: str = "Report"
) -> list[dict[str, Any]]:
    """Return what :func:`main` prints in a process of its own; the crawls follow each other."""
    call = f"from tests.helpers.encoding_crawls import *; main({spider})"
    run = run_code(call, url, json.dumps(paths), json.dumps(settings))
    assert "Traceback" not in run.stderr, run.stderr
    return json.loads(run.stdout)


def main(spider: type[scrapy.Spider] = Report) -> None:
    url, paths, settings = sys.argv[1], *map(json.loads, sys.argv[2:])
    spiders = [
        type(spider.__name__, (spider,), {"custom_settings": {**spider.custom_settings, **of_one}})
        for of_one in settings
    ]
    found = crawled(spiders, settings[0], url=url, paths=paths)
    pages = [{item["path"]: item for item in items} for items, _ in found]
    print(json.dumps([{"pages": of_one, "stats": stats} for of_one, (_, stats) in zip(pages, found)]))
