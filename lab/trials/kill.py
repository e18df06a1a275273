"""Crawls that are killed and resumed lose as little as without the plugin: ``python -m lab.trials.kill``."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any, NamedTuple

from scrapy import Request, Spider
from scrapy.http import Response

from lab.options import parser_of
from lab.reports import table

from .crawls import ADDON, ADDONS, crawl
from .report import conclude

#: The pages of each crawl.
PAGES = 300

#: Requests at a time: as many may be lost at each kill, with the plugin and without.
CONCURRENT = 8

TEXT = "It is the story of page {n}, and it is told here in {n} words or in a few more than that. " * 8


class Pages(Spider):
    """Requests a list of pages, and yields an item for each page."""

    name = "pages"

    async def start(self) -> AsyncIterator[Any]:
        yield Request(f"{self.settings['SERVER']}/list")

    def parse(self, response: Response) -> Iterator[Any]:
        if response.url.endswith("/list"):
            for n in range(self.settings.getint("PAGES")):
                yield Request(f"{self.settings['SERVER']}/{n}")
        else:
            yield {"page": int(response.url.rpartition("/")[2])}


class Sink:
    """Notes every item that has come through the pipelines, so that no kill can take it back."""

    def __init__(self, file: str) -> None:
        self.file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    @classmethod
    def from_crawler(cls, crawler: Any) -> Sink:
        return cls(crawler.settings["SINK"])

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        os.write(self.file, b"%d\n" % item["page"])
        return item


class Count:
    """Counts the pages that were served, and calls a function at a certain one."""

    def __init__(self) -> None:
        self.served = 0
        self.names: set[str] = set()
        self.at = -1
        self.then: Callable[[], None] = lambda: None
        self._lock = Lock()

    def add(self, name: str) -> None:
        with self._lock:
            self.served += 1
            self.names.add(name)
            is_now = self.served == self.at
        if is_now:
            self.then()


@contextmanager
def serving(count: Count) -> Iterator[str]:
    """Serve the list and the pages; yield the URL of the server."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            text = TEXT.format(n=self.path[1:])
            body = f"<html><body><h1>Page</h1><p>{text}</p><p>{text}</p></body></html>".encode()
            try:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:  # the crawl was killed
                self.close_connection = True
            count.add(self.path)

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Job(NamedTuple):
    """One crawl and the files that it leaves."""

    folder: Path
    settings: dict[str, Any]

    @classmethod
    def of(cls, folder: Path, url: str, pages: int, addon: dict[str, Any]) -> Job:
        folder.mkdir()
        settings = {
            **addon,
            "SERVER": url,
            "PAGES": pages,
            "SINK": str(folder / "sink"),
            "JOBDIR": str(folder / "job"),
            "FEEDS": {str(folder / "items.jsonl"): {"format": "jsonlines"}},
            "ITEM_PIPELINES": {Sink: 900},
            "CONCURRENT_REQUESTS": CONCURRENT,
            "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENT,
        }
        return cls(folder, settings)

    def run(self, count: Count, at: int = -1, number: int = 0, delay: float = 0.0) -> bool:
        """Run the crawl; send it a signal after ``at`` further pages.  Return whether it came that far."""
        process = multiprocessing.get_context("spawn").Process(target=crawl_and_write, args=self)
        sent = []

        def send() -> None:
            time.sleep(delay)
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, number)
                sent.append(number)

        count.then, count.at = send, (count.served + at if number else -1)
        process.start()
        process.join()
        return bool(sent)

    def passed(self) -> list[int]:
        """Return the pages whose items have come through the pipelines."""
        file = self.folder / "sink"
        return [int(line) for line in file.read_text().splitlines()] if file.exists() else []

    def exported(self) -> tuple[list[int], int]:
        """Return the pages of the feed, and how many of its lines were cut off by a kill."""
        lines = (self.folder / "items.jsonl").read_text("utf-8", "replace").splitlines()
        pages = [page_of(line) for line in lines]
        return [page for page in pages if page is not None], pages.count(None)

    def counted(self) -> int:
        """Return the items that Scrapy has counted."""
        stats = json.loads((self.folder / "stats.json").read_text())
        return int(stats.get("item_scraped_count", 0))


def page_of(line: str) -> int | None:
    """Return the page of a line of the feed, None for a line that was cut off."""
    try:
        return int(json.loads(line)["page"])
    except ValueError:
        return None


def crawl_and_write(folder: Path, settings: dict[str, Any]) -> None:
    """Run the crawl in this process, and write down its stats if it comes to its end."""
    stats = crawl(Pages, settings)["stats"]
    (folder / "stats.json").write_text(json.dumps(stats, default=str))


class Losses(NamedTuple):
    """What became of crawls that were killed."""

    kills: int = 0
    #: pages that were downloaded and have no item
    lost: int = 0
    #: items beyond one a page between two starts
    doubled: int = 0
    #: pages that the resumed crawl gave an item again: Scrapy had not written down yet that it knew them
    again: int = 0
    #: items that are not in the feed, because a kill takes what Python had not written yet
    not_in_feed: int = 0
    #: resumed crawls that did not come to their end
    unfinished: int = 0
    #: pages that the resumed crawl never asked for: after a kill Scrapy forgets its queue
    never_asked: int = 0


def killed(job: Job, count: Count, at: int, delay: float) -> Losses:
    """Kill a crawl after ``at`` pages, and resume it."""
    count.names.clear()
    was_killed = job.run(count, at, signal.SIGKILL, delay)
    before = job.passed()
    job.run(count)
    after = job.passed()[len(before) :]
    served, passed = count.names - {"/list"}, set(before + after)
    return Losses(
        kills=was_killed,
        lost=len(served - {f"/{page}" for page in passed}),
        doubled=len(before) - len(set(before)) + len(after) - len(set(after)),
        again=len(set(before) & set(after)),
        not_in_feed=len(passed - set(job.exported()[0])),
        unfinished=not (job.folder / "stats.json").exists(),
        never_asked=PAGES - len(served),
    )


def killed_often(folder: Path, url: str, count: Count, times: int, addon: dict[str, Any]) -> Losses:
    """Kill crawls at ``times`` moments, the same in each run."""
    moments = random.Random(0)
    found = []
    for n in range(times):
        job = Job.of(folder.with_name(f"{folder.name}-{n}"), url, PAGES, addon)
        found.append(killed(job, count, moments.randint(2, PAGES), moments.random() / 20))
    return Losses(*map(sum, zip(*found)))


def stopped(job: Job, count: Count, number: int) -> bool:
    """Stop a crawl by a signal; say whether each item that was counted is in the feed, once."""
    if not job.run(count, PAGES // 2, number):
        raise RuntimeError("the crawl was over before the signal")
    feed, broken = job.exported()
    return broken == 0 and 0 < len(feed) == len(set(feed)) == job.counted() == len(job.passed())


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.kill", "Kill crawls and resume them.", "python -m lab.trials.kill --times 20"
    )
    parser.add_argument(
        "--times", type=int, default=20, metavar="N", help="kills with the plugin, and without"
    )
    options = parser.parse_args(argv)
    count = Count()
    with TemporaryDirectory() as folder, serving(count) as url:
        losses = {
            name: killed_often(Path(folder, name), url, count, options.times, addon)
            for name, addon in ADDONS.items()
        }
        stops = {
            number.name: stopped(Job.of(Path(folder, number.name), url, PAGES, ADDON), count, number)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
    rows = [[name, *map(str, found)] for name, found in losses.items()]
    print(table(["plugin", *(name.replace("_", " ") for name in Losses._fields)], rows))
    ours, theirs = losses["with"], losses["without"]
    complaints = {
        "more lost than were under way": ours.lost > theirs.lost + CONCURRENT * ours.kills,
        "items are doubled": ours.doubled > 0,
        f"{ours.unfinished} resumed crawls did not end": ours.unfinished > 0,
        "nothing was killed": ours.kills == 0,
        **{f"after {name} the feed is not what was counted": not held for name, held in stops.items()},
    }
    summary = (
        f"{ours.kills} kills, {ours.lost} downloaded pages lost with the plugin and {theirs.lost} without, "
        f"{ours.doubled} doubled; feeds are complete after {' and '.join(stops)}"
    )
    return conclude("kill", complaints, summary)


if __name__ == "__main__":
    sys.exit(main())
