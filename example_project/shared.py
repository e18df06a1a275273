"""Many crawlers, one queue: run ``scrapy runspider shared.py`` as often as you like.

It needs scrapy-redis and a Redis server.  A crawler waits for pages to begin with::

    redis-cli rpush shared:start_urls '{"url": "http://127.0.0.1:8000/index.html"}'

Each crawler writes a file of its own.  A request belongs to the crawler that took it: if that one is
killed, the request is lost.  ``example_project/leases.py`` has a scheduler that does it again instead.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from typing import Any

from example_project.items import page_item
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor
from scrapy_redis.spiders import RedisSpider


class SharedSpider(RedisSpider):
    name = "shared"
    allowed_domains = ["127.0.0.1"]
    redis_key = "shared:start_urls"
    links = LinkExtractor(deny=r"\?", deny_extensions=[])

    custom_settings = {
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "SCHEDULER_PERSIST": True,  # or the first crawler that ends empties the queue of the others
        "REDIS_URL": os.environ.get("REDIS_URL", "redis://127.0.0.1:6379"),
        # So many seconds without requests end a crawler.  They count from its start, too, so
        # that of a busy machine must be in them.
        "MAX_IDLE_TIME_BEFORE_CLOSE": 20,
        "FEEDS": {f"items-{socket.gethostname()}-{os.getpid()}.jsonl": {"format": "jsonlines"}},
        # Without a feed, items in Redis: ITEM_PIPELINES = {"scrapy_redis.pipelines.RedisPipeline": 900}.
        # Its own serializer escapes all that is not ASCII, and writes the blocks, too.
        "REDIS_ITEMS_SERIALIZER": "scrapy_content_extract.crawl.feeds.utf8_json",
    }

    def parse(self, response: Response) -> Iterator[Any]:
        yield page_item(response)
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield response.follow(link)
