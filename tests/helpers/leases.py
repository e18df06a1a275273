"""Crawlers that share a queue in Redis, and a server for them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.http import Response

from lab.trials.crawls import ADDON, crawl
from lab.trials.kill import CONCURRENT, Count, page_of

from .folders import ROOT

EXAMPLE = ROOT / "example_project"
#: The settings that the scheduler needs; requests of a killed crawler go to another one after two seconds.
SCHEDULER: dict[str, Any] = {"SCHEDULER": "example_project.leases.LeaseScheduler", "LEASES_SECONDS": 2}


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


@contextmanager
def redis_server(folder: Path, *more: str) -> Iterator[str]:
    """Run a Redis server that keeps nothing, unless options say so; yield its URL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = f"--bind 127.0.0.1 --port {port} --dir {folder} --save".split()
    server = subprocess.Popen(["redis-server", *options, "", *more], stdout=subprocess.DEVNULL)
    try:
        wait_for(port, server)
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


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


def pages_after_a_kill(folder: Path, settings: dict[str, Any], count: Count, at: int) -> list[int]:
    """Let two crawlers share a crawl, kill one of them after ``at`` pages, and wait for the other.

    Return the pages that have items.
    """
    feeds = [folder / f"{n}.jsonl" for n in range(2)]
    shared = {**ADDON, "CONCURRENT_REQUESTS": CONCURRENT, "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENT}
    context = multiprocessing.get_context("spawn")
    crawlers = [
        context.Process(
            target=crawl_tree, args=({**shared, **settings, "FEEDS": {str(feed): {"format": "jsonlines"}}},)
        )
        for feed in feeds
    ]
    count.then, count.at = (lambda: os.kill(crawlers[0].pid or 0, signal.SIGKILL)), count.served + at
    for crawler in crawlers:
        crawler.start()
    for crawler in crawlers:
        crawler.join()
    assert crawlers[0].exitcode == -signal.SIGKILL
    lines = [
        line for feed in feeds if feed.exists() for line in feed.read_text("utf-8", "replace").splitlines()
    ]
    return [page for page in map(page_of, lines) if page is not None]  # a kill may have cut off a line
