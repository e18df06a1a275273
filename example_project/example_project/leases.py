"""A scheduler for many crawlers that loses no request: each is leased, and given back by the dead.

::

    SCHEDULER = "example_project.leases.LeaseScheduler"
    REDIS_URL = "redis://127.0.0.1:6379"
    LEASES_JOB = "site-2026-11"     # whose requests; default: the name of the spider
    LEASES_SECONDS = 30             # a crawler that is silent for so long is dead
    LEASES_DELAY = 1.0              # seconds between two requests of a host, whoever asks; default: 0
    LEASES_PATIENCE = 300           # seconds to wait for a Redis server that does not answer
    LEASES_CLUSTER = True           # the server is a Redis Cluster; default: False

Spiders stay as they are; each crawler runs ``start()``, and a start request of several crawlers is one.  A
request is done when its items have left the pipelines.  If its crawler dies before, another one does it
again: at least once, so items may come twice.  One of these requests may be what kills crawlers, so they
come last, and each alone: a crawler has no other one meanwhile.  A request with which MOST crawlers have
died is set aside.  A job that is done stays known: for the next crawl, give it another name.

No hook of Scrapy says that a request is done (https://github.com/scrapy/scrapy/issues/7978), so this reads
``engine._slot.inprogress``, which is no public interface.  Requests are pickled, as in Scrapy's JOBDIR:
anyone who may write to the Redis server may run code in the crawlers.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any
from urllib.parse import urlsplit
from uuid import uuid4

from redis import Redis, RedisCluster, RedisError
from redis.backoff import ExponentialBackoff
from redis.retry import Retry
from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FileFeedStorage
from scrapy.settings import BaseSettings
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.request import request_from_dict

logger = logging.getLogger(__name__)

#: The most crawlers that may die with a request: the first with others, the next ones with it alone.
MOST = 4
#: The first and the longest pause between two tries to reach a server, in seconds.
PAUSES = 0.05, 1.0
#: The key in the meta of a start request that was in the queue: a retry of it is another request.
QUEUED = "lease_queued"

NOT_KEPT = (
    "Redis has no append-only file: if it dies, the requests since its last snapshot are lost, or all "
    "without snapshots. Start it with --appendonly yes."
)
REMOVED = (
    "Redis removes keys when its memory is full, and requests with them. Start it with --maxmemory-policy "
    "noeviction."
)

#: Scripts run as one step, so that a crawler that dies cannot leave half of one.  With a delay each host has
#: a queue, otherwise all share one; its key is that of "hosts" with the name of the host.
NAMES = {
    "hosts": "hosts that have a queue, by the time of their next turn",
    "turns": "host → that time",
    "requests": "id → request",
    "seen": "ids that were ever queued",
    "leases": "ids that crawlers hold, by the end of the lease",
    "suspects": "ids whose crawler has died, by how many have",
    "deaths": "id of a suspect, held or not → how many crawlers have died with it",
    "dead": "ids that are set aside",
}
KEYS = "local {} = unpack(KEYS)\n".format(", ".join(NAMES))
ADD = """
local id, request, score, filtered, host = unpack(ARGV)
if filtered == "1" and redis.call("SADD", seen, id) == 0 then return 0 end
redis.call("HSET", requests, id, request)
redis.call("ZADD", hosts, "NX", redis.call("HGET", turns, host) or 0, host)
return redis.call("ZADD", hosts .. ":" .. host, score, id)
"""
TAKE = """
local seconds, most, delay, held = unpack(ARGV)
local time = redis.call("TIME")
local now = time[1] + time[2] / 1e6
for _, id in ipairs(redis.call("ZRANGEBYSCORE", leases, "-inf", now)) do
  redis.call("ZREM", leases, id)
  local times = redis.call("HINCRBY", deaths, id, 1)
  if times < tonumber(most) then
    redis.call("ZADD", suspects, times, id)
  else
    redis.call("HDEL", deaths, id)
    redis.call("SADD", dead, id)
  end
end
local function lease(id, alone)
  redis.call("ZADD", leases, now + seconds, id)
  return {id, redis.call("HGET", requests, id), alone}
end
local host, turn = unpack(redis.call("ZRANGE", hosts, 0, 0, "WITHSCORES"))
if host and tonumber(turn) <= now then
  local id = redis.call("ZPOPMIN", hosts .. ":" .. host)[1]
  if tonumber(delay) > 0 then
    redis.call("HSET", turns, host, string.format("%.3f", now + delay))
    redis.call("ZADD", hosts, string.format("%.3f", now + delay), host)
  end
  if redis.call("EXISTS", hosts .. ":" .. host) == 0 then redis.call("ZREM", hosts, host) end
  return lease(id, 0)
end
if host then return {string.format("%.3f", turn - now)} end
local waiting = redis.call("ZCARD", suspects)
local others = redis.call("ZCARD", leases) - (redis.call("HLEN", deaths) - waiting)
if waiting > 0 and others == 0 and held == "0" then
  return lease(redis.call("ZPOPMIN", suspects)[1], 1)
end
"""
RENEW = """
local ends = redis.call("TIME")[1] + ARGV[1]
for k = 2, #ARGV do redis.call("ZADD", leases, "XX", ends, ARGV[k]) end
"""
DONE = """
for _, id in ipairs(ARGV) do
  redis.call("ZREM", leases, id)
  redis.call("ZREM", suspects, id)
  redis.call("HDEL", requests, id)
  redis.call("HDEL", deaths, id)
  redis.call("SREM", dead, id)
end
"""


class LeaseScheduler(BaseScheduler):
    def __init__(self, crawler: Crawler, server: Redis, job: str, seconds: int, delay: float) -> None:
        self.crawler = crawler
        self.seconds, self.delay = seconds, delay
        # The braces let a Redis Cluster keep all of them on one machine, as a script needs.
        self.keys = {name: f"{{{job}}}:{name}" for name in NAMES}
        self.server = server
        self.scripts = [server.register_script(KEYS + script) for script in (ADD, TAKE, RENEW, DONE)]
        self.held: dict[Request, str] = {}
        self.alone: Request | None = None
        self.closed = Event()
        #: whether it waits for the turn of a host
        self.is_waiting = False
        #: whether a request could not be queued: then no page that leads to others counts as done
        self.is_lost = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LeaseScheduler:
        """Raises ConnectionError if there is no Redis server."""
        settings = crawler.settings
        job = settings.get("LEASES_JOB") or crawler.spidercls.name
        seconds = settings.getint("LEASES_SECONDS", 30)
        return cls(crawler, server_of(settings), job, seconds, settings.getfloat("LEASES_DELAY"))

    def open(self, spider: Spider) -> None:
        self.spider = spider
        Thread(target=self.keep_renewing, daemon=True).start()

    def close(self, reason: str) -> None:
        self.settle()
        self.closed.set()
        if not self.is_lost and (dead := self.server.scard(self.keys["dead"])):
            logger.error(
                "%d requests are set aside: %d crawlers died with each: %s", dead, MOST, self.keys["dead"]
            )

    def enqueue_request(self, request: Request) -> bool:
        is_start = request.meta.get("is_start_request") and not request.meta.get(QUEUED)
        id = self.crawler.request_fingerprinter.fingerprint(request).hex()
        if is_start:
            request.meta[QUEUED] = True
        if request.dont_filter:  # a page that leads back to a start request asks for it once more
            id = f"start {id}" if is_start else uuid4().hex
        data = pickle.dumps(request.to_dict(spider=self.spider))
        host = (urlsplit(request.url).hostname or "") if self.delay else ""
        is_filtered = int(is_start or not request.dont_filter)
        return bool(self.run(0, id, data, -request.priority, is_filtered, host))

    def next_request(self) -> Request | None:
        self.settle()
        if self.is_lost:
            deferred_from_coro(self.crawler.engine.close_spider_async(reason="redis_failed"))
        if self.is_lost or self.alone in self.held:
            return None
        found = self.run(1, self.seconds, MOST, self.delay, len(self.held))
        if not found:
            return None
        if len(found) == 1:  # the seconds until the next turn of a host
            self.wake_in(float(found[0]))
            return None
        id, data, is_alone = found
        request = request_from_dict(pickle.loads(data), spider=self.spider)
        self.held[request] = id
        self.alone = request if is_alone else None
        return request

    def wake_in(self, seconds: float) -> None:
        """Let the crawler ask again; otherwise it would do so every five seconds."""
        if not self.is_waiting:
            self.is_waiting = True
            call_later(seconds, self.wake)

    def wake(self) -> None:
        self.is_waiting = False
        if slot := self.crawler.engine._slot:
            slot.nextcall.schedule()

    def has_pending_requests(self) -> bool:
        """Also true while others work: their requests come back if they die."""
        self.settle()
        return any(self.server.zcard(self.keys[name]) for name in ("hosts", "leases", "suspects"))

    def settle(self) -> None:
        """Give up the leases of requests that are done."""
        done = self.held.keys() - self.under_way() if self.held and not self.is_lost else ()
        if done:
            self.run(3, *map(self.held.pop, done))

    def under_way(self) -> set[Request]:
        """Return the requests that are downloaded, or whose items are in the pipelines."""
        return self.crawler.engine._slot.inprogress

    def keep_renewing(self) -> None:
        """Renew the leases, in a thread: the crawl may be busy with a page for longer than they last."""
        while not self.closed.wait(self.seconds / 4):
            try:
                self.scripts[2](list(self.keys.values()), [self.seconds, *list(self.held.values())])
            except RedisError as error:  # noqa: PERF203 - the next try may succeed
                logger.warning("The leases could not be renewed: %s", error)

    def run(self, script: int, *args: Any) -> Any:
        try:
            return self.scripts[script](list(self.keys.values()), args)
        except RedisError:
            self.is_lost = True
            raise


def server_of(settings: BaseSettings) -> Redis:
    """Return a Redis server, and say what it would lose.  Raises ConnectionError if there is none."""
    url = settings.get("REDIS_URL", "redis://127.0.0.1:6379")
    kind = RedisCluster if settings.getbool("LEASES_CLUSTER") else Redis
    first, longest = PAUSES
    tries = int(settings.getfloat("LEASES_PATIENCE", 300) / longest)
    with kind.from_url(url) as server:
        server.ping()
        for level, message in what_is_lost(server):
            logger.log(level, message)
    return kind.from_url(url, retry=Retry(ExponentialBackoff(longest, first), tries))


def what_is_lost(server: Redis) -> Iterator[tuple[int, str]]:
    """Yield what requests a server loses if it dies, and how important that is."""
    known = {**server.info("persistence"), **server.info("memory")}
    if known.get("aof_enabled"):
        yield logging.INFO, "Redis appends each change to a file: if its machine fails, a second is lost."
    else:
        yield logging.WARNING, NOT_KEPT
    if known.get("maxmemory") and known.get("maxmemory_policy") != "noeviction":
        yield logging.WARNING, REMOVED


class UnbufferedFiles(FileFeedStorage):
    """Writes each item when it comes: what Python buffers would die with the crawler.

    ``FEED_STORAGES = {"": "example_project.leases.UnbufferedFiles"}``
    """

    def open(self, spider: Spider) -> IO[bytes]:
        Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        return open(self.path, self.write_mode, buffering=0)
