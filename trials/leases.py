"""Crawlers that share a queue in Redis, and one of them killed: ``python -m trials.leases``.

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
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from benchmarks.reports import table
from evaluation.command import parser_of

from .crawls import ADDON, crawl
from .kill import CONCURRENT, Count, page_of, serving
from .report import conclude

EXAMPLE = Path(__file__).parent.parent / "example_project"
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


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Run a Redis server that keeps nothing; yield its URL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = f"--bind 127.0.0.1 --port {port} --dir {folder} --save".split()
    with subprocess.Popen(["redis-server", *options, ""], stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(port, process)
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()


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


def killed(folder: Path, settings: dict[str, Any], count: Count, at: int, delay: float) -> Outcome:
    """Let two crawlers share a crawl, kill one of them after ``at`` pages, and wait for the other."""
    feeds = [folder / f"{n}.jsonl" for n in range(2)]
    each = [{**settings, "FEEDS": {str(feed): {"format": "jsonlines"}}} for feed in feeds]
    context = multiprocessing.get_context("spawn")
    crawlers = [context.Process(target=crawl_tree, args=(own,)) for own in each]

    def kill() -> None:
        time.sleep(delay)
        if crawlers[0].pid is not None:
            os.kill(crawlers[0].pid, signal.SIGKILL)

    count.then, count.at = kill, count.served + at
    for crawler in crawlers:
        crawler.start()
    for crawler in crawlers:
        crawler.join()
    before, after = map(pages_of, feeds)
    distinct = len({*before, *after})
    was_killed = crawlers[0].exitcode == -signal.SIGKILL
    return Outcome(was_killed, PAGES, len(before), PAGES - distinct, len(before) + len(after) - distinct)


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
            settings = {
                **ADDON,
                **SCHEDULERS[scheduler],
                "SERVER": url,
                "PAGES": PAGES,
                "REDIS_URL": redis,
                "FEED_STORAGES": {"": "example_project.leases.UnbufferedFiles"},
                "CONCURRENT_REQUESTS": CONCURRENT,
                "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENT,
            }
            at, delay = moments.randint(20, PAGES // 2), moments.random() / 20
            outcomes.append(killed(own, settings, count, at, delay))
    return Outcome(*map(sum, zip(*outcomes)))


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "trials.leases", "Kill crawlers that share a queue.", "python -m trials.leases --times 20"
    )
    parser.add_argument("--times", type=int, default=20, metavar="N", help="kills, with each scheduler")
    parser.add_argument(
        "--schedulers", nargs="+", choices=SCHEDULERS, default=list(SCHEDULERS), help="default: all"
    )
    options = parser.parse_args(argv)
    if not shutil.which("redis-server"):
        parser.error("there is no redis-server; install it, such as with apt-get install redis-server")
    count = Count()
    with TemporaryDirectory() as folder, serving(count) as url:
        found = {
            name: killed_often(Path(folder), name, options.times, url, count) for name in options.schedulers
        }
    rows = [[name, *map(str, outcome)] for name, outcome in found.items()]
    print(table(["scheduler", *Outcome._fields], rows))
    ours = found.get("leases", Outcome())
    complaints = {
        "pages were lost": ours.lost > 0,
        "nothing was killed": not all(outcome.kills for outcome in found.values()),
    }
    summary = "; ".join(
        f"{name}: {outcome.kills} crawlers killed, {outcome.lost} of {outcome.pages:,} pages lost"
        for name, outcome in found.items()
    )
    return conclude("leases", complaints, summary)


if __name__ == "__main__":
    sys.exit(main())
