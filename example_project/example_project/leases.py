"""A scheduler for many crawlers that loses no request: each is leased, and given back by the dead.

::

    SCHEDULER = "example_project.leases.LeaseScheduler"
    REDIS_URL = "redis://127.0.0.1:6379"
    LEASES_JOB = "site-2026-11"     # whose requests; default: the name of the spider
    LEASES_SECONDS = 30             # a crawler that is silent for so long is dead

Spiders stay as they are; each crawler runs ``start()``, and requests of another one are duplicates.  A
request is done when its items have left the pipelines.  If its crawler dies before, another one does it
again: at least once, so items may come twice.  A request that was begun MOST times is set aside.  A job
that is done stays known: for the next crawl, give it another name.

No hook of Scrapy says that a request is done (https://github.com/scrapy/scrapy/issues/7978), so this reads
``engine._slot.inprogress``, which is no public interface.  Requests are pickled, as in Scrapy's JOBDIR:
anyone who may write to the Redis server may run code in the crawlers.
"""

from __future__ import annotations

import logging
import pickle
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any
from uuid import uuid4

from redis import Redis, RedisError
from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FileFeedStorage
from scrapy.utils.request import request_from_dict

logger = logging.getLogger(__name__)

#: The most crawlers that may begin a request without finishing it: the request may be what kills them.
MOST = 5

#: Scripts run as one step, so that a crawler that dies cannot leave half of one.
#: KEYS: queue (ids by priority), requests (id → request), seen (ids), leases (ids by their end),
#: tries (id → how often begun), dead (ids)
ADD = """
local id, request, score, filtered = unpack(ARGV)
if filtered == "1" and redis.call("SADD", KEYS[3], id) == 0 then return 0 end
redis.call("HSET", KEYS[2], id, request)
return redis.call("ZADD", KEYS[1], score, id)
"""
TAKE = """
local seconds, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(redis.call("TIME")[1])
for _, id in ipairs(redis.call("ZRANGEBYSCORE", KEYS[4], "-inf", now)) do
  redis.call("ZREM", KEYS[4], id)
  redis.call("ZADD", KEYS[1], "-inf", id)
end
while true do
  local id = redis.call("ZPOPMIN", KEYS[1])[1]
  if not id then return nil end
  if redis.call("HINCRBY", KEYS[5], id, 1) <= most then
    redis.call("ZADD", KEYS[4], now + seconds, id)
    return {id, redis.call("HGET", KEYS[2], id)}
  end
  redis.call("SADD", KEYS[6], id)
end
"""
RENEW = """
local ends = tonumber(redis.call("TIME")[1]) + tonumber(ARGV[1])
for k = 2, #ARGV do redis.call("ZADD", KEYS[4], "XX", ends, ARGV[k]) end
"""
DONE = """
for _, id in ipairs(ARGV) do
  redis.call("ZREM", KEYS[4], id)
  redis.call("ZREM", KEYS[1], id)
  redis.call("HDEL", KEYS[2], id)
  redis.call("HDEL", KEYS[5], id)
end
"""


class LeaseScheduler(BaseScheduler):
    def __init__(self, crawler: Crawler, server: Redis, job: str, seconds: int) -> None:
        self.crawler = crawler
        self.seconds = seconds
        names = ("queue", "requests", "seen", "leases", "tries", "dead")
        self.keys = [f"{job}:{name}" for name in names]
        self.server = server
        self.scripts = [server.register_script(script) for script in (ADD, TAKE, RENEW, DONE)]
        self.held: dict[Request, str] = {}
        self.closed = Event()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LeaseScheduler:
        """Raises ConnectionError if there is no Redis server."""
        settings = crawler.settings
        server = Redis.from_url(settings.get("REDIS_URL", "redis://127.0.0.1:6379"))
        server.ping()
        job = settings.get("LEASES_JOB") or crawler.spidercls.name
        return cls(crawler, server, job, settings.getint("LEASES_SECONDS", 30))

    def open(self, spider: Spider) -> None:
        self.spider = spider
        Thread(target=self.keep_renewing, daemon=True).start()

    def close(self, reason: str) -> None:
        self.settle()
        self.closed.set()
        if dead := self.server.scard(self.keys[5]):
            logger.error("%d requests were begun %d times and never finished: %s", dead, MOST, self.keys[5])

    def enqueue_request(self, request: Request) -> bool:
        data = pickle.dumps(request.to_dict(spider=self.spider))
        fingerprint = self.crawler.request_fingerprinter.fingerprint(request).hex()
        id, filtered = (uuid4().hex, 0) if request.dont_filter else (fingerprint, 1)
        return bool(self.run(0, id, data, -request.priority, filtered))

    def next_request(self) -> Request | None:
        self.settle()
        found = self.run(1, self.seconds, MOST)
        if found is None:
            return None
        id, data = found
        request = request_from_dict(pickle.loads(data), spider=self.spider)
        self.held[request] = id
        return request

    def has_pending_requests(self) -> bool:
        """Also true while others work: their requests come back if they die."""
        self.settle()
        return bool(self.server.zcard(self.keys[0]) or self.server.zcard(self.keys[3]))

    def settle(self) -> None:
        """Give up the leases of requests that are done."""
        done = self.held.keys() - self.under_way() if self.held else ()
        if done:
            self.run(3, *map(self.held.pop, done))

    def under_way(self) -> set[Request]:
        """Return the requests that are downloaded, or whose items are in the pipelines."""
        return self.crawler.engine._slot.inprogress

    def keep_renewing(self) -> None:
        """Renew the leases, in a thread: the crawl may be busy with a page for longer than they last."""
        while not self.closed.wait(self.seconds / 4):
            try:
                self.run(2, self.seconds, *list(self.held.values()))
            except RedisError as error:  # noqa: PERF203 - the next try may succeed
                logger.warning("The leases could not be renewed: %s", error)

    def run(self, script: int, *args: Any) -> Any:
        return self.scripts[script](keys=self.keys, args=args)


class UnbufferedFiles(FileFeedStorage):
    """Writes each item when it comes: what Python buffers would die with the crawler.

    ``FEED_STORAGES = {"": "example_project.leases.UnbufferedFiles"}``
    """

    def open(self, spider: Spider) -> IO[bytes]:
        Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        return open(self.path, self.write_mode, buffering=0)
