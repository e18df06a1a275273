"""Crawlers that share a queue in Redis; one is killed, or the server: ``python -m lab.trials.leases``.

It needs a ``redis-server`` and the libraries redis and scrapy-redis.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from lab.options import parser_of
from lab.reports import table

from .crawls import ADDON, crawl
from .kill import CONCURRENT, Count, page_of, serving
from .report import conclude

EXAMPLE = Path(__file__).parents[2] / "example_project"
#: The pages of each crawl.
PAGES = 200
#: The seconds after which the requests of a killed crawler go to another one.
SECONDS = 2


class Tree(Spider):
    """Page n leads to the pages 2n + 1 and 2n + 2: who loses a request loses all that are behind it."""

    name = "tree"

    async def start(self) -> AsyncIterator[Any]:
        yield Request(f"{self.settings['SERVER']}/0")

    def parse(self, response: Response) -> Iterator[Any]:
        page = int(response.url.rpartition("/")[2])
        if page == self.settings.getint("KILLER", -1):
            os.kill(os.getpid(), signal.SIGKILL)
        yield {"page": page}
        for n in (2 * page + 1, 2 * page + 2):
            if n < self.settings.getint("PAGES"):
                yield response.follow(f"/{n}")


class Patience:
    """Lets a crawler wait for requests of others; Scrapy would end it as soon as the queue is empty."""

    def __init__(self) -> None:
        self.times = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Patience:
        patience = cls()
        crawler.signals.connect(patience.idle, signals.spider_idle)
        return patience

    def idle(self) -> None:
        self.times += 1  # about every five seconds
        if self.times < 3:
            raise DontCloseSpider


#: name → the settings that a scheduler needs
SCHEDULERS: dict[str, dict[str, Any]] = {
    "leases": {
        "SCHEDULER": "example_project.leases.LeaseScheduler",
        "LEASES_SECONDS": SECONDS,
    },
    "scrapy-redis": {
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "SCHEDULER_PERSIST": True,
        "EXTENSIONS": {Patience: 0},
    },
}


class Outcome(NamedTuple):
    """What became of the pages of crawls of which one crawler was killed."""

    kills: int = 0
    pages: int = 0
    #: items of the crawlers that were killed
    before: int = 0
    #: pages without an item in any feed
    lost: int = 0
    #: items that came more than once
    doubled: int = 0


class RedisServer:
    """A Redis server that keeps nothing, unless options say so."""

    def __init__(self, folder: Path, *more: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        options = f"--bind 127.0.0.1 --port {self.port} --dir {folder} --save".split()
        self.command = ["redis-server", *options, "", *more]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        wait_for(self.port, self.process)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def redis_server(folder: Path, *more: str) -> Iterator[str]:
    """Run a Redis server; yield its URL."""
    server = RedisServer(folder, *more)
    try:
        yield server.url
    finally:
        server.kill()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers; raise RuntimeError if it ends instead."""
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:  # noqa: PERF203 - not yet
            time.sleep(0.05)
    raise RuntimeError(f"redis-server has ended with status {process.returncode}")


def crawl_tree(settings: dict[str, Any]) -> None:
    """Run a crawler in this process."""
    sys.path.insert(0, str(EXAMPLE))
    crawl(Tree, settings)


def killed(
    folder: Path, settings: dict[str, Any], count: Count, at: int, delay: float, is_stopped: bool = False
) -> Outcome:
    """Let two crawlers share a crawl, kill one of them after ``at`` pages, and wait for the other.

    Or stop it, until it is taken for dead and the other one does its requests, and let it go on.
    """
    feeds = [folder / f"{n}.jsonl" for n in range(2)]
    each = [{**settings, "FEEDS": {str(feed): {"format": "jsonlines"}}} for feed in feeds]
    context = multiprocessing.get_context("spawn")
    crawlers = [context.Process(target=crawl_tree, args=(own,)) for own in each]

    def kill() -> None:
        time.sleep(delay)
        if crawlers[0].pid is None:
            return
        os.kill(crawlers[0].pid, signal.SIGSTOP if is_stopped else signal.SIGKILL)
        if is_stopped:
            time.sleep(4 * SECONDS)
            os.kill(crawlers[0].pid, signal.SIGCONT)

    count.then, count.at = kill, count.served + at
    for crawler in crawlers:
        crawler.start()
    for crawler in crawlers:
        crawler.join()
    before, after = map(pages_of, feeds)
    distinct = len({*before, *after})
    was_killed = crawlers[0].exitcode == (0 if is_stopped else -signal.SIGKILL)
    return Outcome(int(was_killed), PAGES, len(before), PAGES - distinct, len(before) + len(after) - distinct)


def pages_of(feed: Path) -> list[int]:
    """Return the pages of a feed; a kill may have cut off its last line."""
    lines = feed.read_text("utf-8", "replace").splitlines() if feed.exists() else []
    return [page for page in map(page_of, lines) if page is not None]


def killed_often(folder: Path, scheduler: str, times: int, url: str, count: Count) -> Outcome:
    """Kill crawlers at ``times`` moments, the same for each scheduler."""
    moments = random.Random(0)
    outcomes = []
    for n in range(times):
        own = folder / f"{scheduler}-{n}"
        own.mkdir()
        with redis_server(own) as redis:
            settings = settings_of(url, redis, **SCHEDULERS[scheduler])
            at, delay = moments.randint(20, PAGES // 2), moments.random() / 20
            outcomes.append(killed(own, settings, count, at, delay))
    return Outcome(*map(sum, zip(*outcomes)))


def settings_of(url: str, redis: str, **more: Any) -> dict[str, Any]:
    """Return the settings of a crawler."""
    return {
        **ADDON,
        "SERVER": url,
        "PAGES": PAGES,
        "REDIS_URL": redis,
        "FEED_STORAGES": {"": "example_project.leases.UnbufferedFiles"},
        "CONCURRENT_REQUESTS": CONCURRENT,
        "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENT,
        **more,
    }


def server_killed(folder: Path, url: str, count: Count, kills: int) -> Outcome:
    """Let two crawlers share a crawl while their append-only Redis server is killed several times."""
    server = RedisServer(folder, "--appendonly", "yes")
    moments = random.Random(kills)
    pages = kills * PAGES
    begun = Event()
    count.then, count.at = begun.set, count.served + 10
    feeds = [folder / f"{n}.jsonl" for n in range(2)]
    own = settings_of(url, server.url, **{**SCHEDULERS["leases"], "PAGES": pages})
    crawlers = [crawler_of({**own, "FEEDS": {str(feed): {"format": "jsonlines"}}}) for feed in feeds]
    begun.wait()
    done = 0
    for _ in range(kills):
        time.sleep(moments.uniform(0, 0.5))
        done += any(crawler.is_alive() for crawler in crawlers)
        server.kill()
        time.sleep(moments.uniform(0, 2 * SECONDS))
        server.start()
    for crawler in crawlers:
        crawler.join()
    server.kill()
    found = [page for feed in feeds for page in pages_of(feed)]
    distinct = len(set(found))
    return Outcome(done, pages, 0, pages - distinct, len(found) - distinct)


def killed_by_a_page(folder: Path, url: str, killer: int) -> Outcome:
    """Let a page kill every crawler that parses it; each is replaced by another one, as supervisors do."""
    feeds, deaths = [], 0
    with redis_server(folder) as redis:
        own = settings_of(url, redis, KILLER=killer, **SCHEDULERS["leases"])
        running: list[Any] = []
        while len(feeds) < 2 or running:
            while len(running) < 2 and (len(feeds) < 2 or deaths > len(feeds) - 2) and len(feeds) < 20:
                feeds.append(folder / f"{len(feeds)}.jsonl")
                running.append(crawler_of({**own, "FEEDS": {str(feeds[-1]): {"format": "jsonlines"}}}))
            for crawler in [each for each in running if not each.is_alive()]:
                running.remove(crawler)
                deaths += crawler.exitcode == -signal.SIGKILL
            time.sleep(0.05)
    pages = [page for feed in feeds for page in pages_of(feed)]
    behind = pages_behind(killer)
    lost = set(range(PAGES)) - behind - set(pages)
    return Outcome(deaths, PAGES - len(behind), 0, len(lost), len(pages) - len(set(pages)))


def pages_behind(page: int) -> set[int]:
    """Return a page, and the pages to which only it leads."""
    if page >= PAGES:
        return set()
    return {page} | pages_behind(2 * page + 1) | pages_behind(2 * page + 2)


def crawler_of(settings: dict[str, Any]) -> Any:
    """Start a crawler."""
    crawler = multiprocessing.get_context("spawn").Process(target=crawl_tree, args=(settings,))
    crawler.start()
    return crawler


def require_redis(parser: ArgumentParser) -> None:
    """End the command where the server or its library is missing."""
    if not shutil.which("redis-server"):
        parser.error("there is no redis-server; install it, such as with apt-get install redis-server")
    if not find_spec("redis"):
        parser.error("there is no library redis; install it with pip install redis")


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.leases", "Kill crawlers that share a queue.", "python -m lab.trials.leases --times 20"
    )
    parser.add_argument("--times", type=int, default=20, metavar="N", help="kills, with each scheduler")
    parser.add_argument("--servers", type=int, default=5, metavar="N", help="kills of the Redis server")
    parser.add_argument(
        "--schedulers", nargs="+", choices=SCHEDULERS, default=list(SCHEDULERS), help="default: all"
    )
    options = parser.parse_args(argv)
    require_redis(parser)
    count = Count()
    with TemporaryDirectory() as folder, serving(count) as url:
        found = {
            name: killed_often(Path(folder), name, options.times, url, count) for name in options.schedulers
        }
        if "leases" in found:
            for name in ("server", "page", "stopped"):
                Path(folder, name).mkdir()
            with redis_server(Path(folder, "stopped")) as redis:
                own = settings_of(url, redis, **SCHEDULERS["leases"])
                found["leases, one stopped"] = killed(
                    Path(folder, "stopped"), own, count, PAGES // 2, delay=0, is_stopped=True
                )
            if options.servers:
                found["leases, the server killed"] = server_killed(
                    Path(folder, "server"), url, count, options.servers
                )
            found["leases, a page that kills"] = killed_by_a_page(Path(folder, "page"), url, PAGES // 10)
    rows = [[name, *map(str, outcome)] for name, outcome in found.items()]
    print(table(["scheduler", *Outcome._fields], rows))
    complaints = {
        "pages were lost": any(outcome.lost for name, outcome in found.items() if name.startswith("leases")),
        "nothing was killed": not all(outcome.kills for outcome in found.values()),
    }
    summary = "; ".join(
        f"{name}: {outcome.kills} kills, {outcome.lost} of {outcome.pages:,} pages lost"
        for name, outcome in found.items()
    )
    return conclude("leases", complaints, summary)


if __name__ == "__main__":
    sys.exit(main())
