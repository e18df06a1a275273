"""What does the plugin cost a crawl?  ``python -m lab.speed.crawl DATA``.

Saved pages are crawled from a local server, with the plugin and without it, each crawl in a process of its
own; with ``--other``, by several versions in turn.  See ``docs/measured/costs.rst``.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler, CrawlerProcess
from scrapy.http import Response

from lab.data.pages import read_page, saved_pages
from lab.options import add_shared, announce, parsed, parser_of
from lab.reports import say, table, write
from lab.serving import peak, serving
from lab.version import parse, utf8
from lab.versions import HERE, checkouts, environment

#: The event loop is checked so often, in seconds.
BEAT = 0.005

ADDONS = {"ADDONS": {"scrapy_content_extract.Addon": 500}}
#: By name the settings of each crawl, and the crawl without the plugin that it is compared with.
CRAWLS: dict[str, tuple[dict[str, Any], str]] = {
    "download only": ({"SELECTORS": False}, ""),
    "selectors": ({}, ""),
    "plugin, no selectors": ({**ADDONS, "SELECTORS": False}, "download only"),
    "plugin, text alone": ({**ADDONS, "CONTENT_EXTRACT_FIELDS": ["text"]}, "selectors"),
    "plugin, no sites": ({**ADDONS, "CONTENT_EXTRACT_SITE_MEMORY": False}, "selectors"),
    "plugin": (ADDONS, "selectors"),
}

#: What a crawl has cost, by name.
Figures = dict[str, float]


class SavedPages(Spider):
    """Requests every page once and yields an item for each."""

    name = "saved_pages"

    async def start(self) -> AsyncIterator[Any]:
        for n in range(self.settings.getint("PAGES")):
            if self.crawler.engine.needs_backout():  # otherwise all requests would be queued at once
                await self.crawler.signals.wait_for(signals.scheduler_empty)
            yield Request(self.url_of(n))

    def url_of(self, n: int) -> str:
        return f"{self.settings['SERVER']}/{n}"

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        item = {"url": response.url}
        if self.settings.getbool("SELECTORS", True):
            item["title"] = response.css("title::text").get()
        yield item


class Watch:
    """Measures a crawl: its time, its CPU time, and the delay of the event loop."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.late: list[float] = []
        crawler.signals.connect(self.opened, signals.spider_opened)
        crawler.signals.connect(self.closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Watch:
        return cls(crawler)

    def opened(self) -> None:
        self.wall, self.cpu = time.perf_counter(), time.process_time()
        self.loop = asyncio.get_running_loop()
        self.beat()

    def beat(self) -> None:
        self.due = self.loop.time() + BEAT
        self.timer = self.loop.call_at(self.due, self.has_beaten)

    def has_beaten(self) -> None:
        self.late.append(self.loop.time() - self.due)
        self.beat()

    def closed(self) -> None:
        self.timer.cancel()
        late = sorted(self.late) or [0.0]
        items = self.crawler.stats.get_value("item_scraped_count", 0)
        self.crawler.stats.set_value(
            "watch",
            {
                "items": items,
                "pages/s": items / (time.perf_counter() - self.wall),
                "cpu": (time.process_time() - self.cpu) / (items or 1),
                "late": late[int(0.99 * (len(late) - 1))],
            },
        )


def crawl(settings: dict[str, Any]) -> Figures:
    """Run one crawl in this process, which can run only one."""
    process = CrawlerProcess(
        {
            "LOG_LEVEL": "WARNING",
            "TELNETCONSOLE_ENABLED": False,
            "EXTENSIONS": {Watch: 0},
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            **settings,
        }
    )
    crawler = process.create_crawler(SavedPages)
    process.crawl(crawler)
    process.start()
    return {**crawler.stats.get_value("watch"), "memory": peak()}


def crawl_by(place: Path, settings: Mapping[str, Any]) -> Figures:
    """Run one crawl in a process of its own, by the package of a checkout.

    Raises ValueError if it fails, or has lost an item.
    """
    command = [sys.executable, "-m", "lab.speed.crawl", "--one", json.dumps(settings)]
    env = {**environment(), "PYTHONPATH": str(place.resolve())}
    with TemporaryDirectory() as folder:
        Path(folder, "lab").symlink_to(HERE / "lab")  # the working directory comes first: this lab, for all
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    found: Figures = json.loads(done.stdout) if done.returncode == 0 else {}
    if found.get("items") != settings["PAGES"]:
        items = found.get("items")
        raise ValueError(
            f"A crawl by {place} gave {items} items of {settings['PAGES']}: {done.stderr[-2000:]}"
        )
    return found


def saved(files: Sequence[Path], path: str) -> tuple[dict[str, str], bytes]:
    """Return the file of a number, sent unchanged."""
    file = files[int(path[1:])]
    return ({"Content-Encoding": "gzip"} if file.suffix == ".gz" else {}), file.read_bytes()


def parse_all(files: Sequence[Path]) -> float:
    """Return the mean CPU time to parse a page."""
    seconds = 0.0
    for html in map(utf8, map(read_page, files)):
        start = time.process_time()
        parse(html)
        seconds += time.process_time() - start
    return seconds / len(files)


def compare(
    files: Sequence[Path], names: Sequence[str], places: Mapping[str, Path], rounds: int
) -> dict[str, Any]:
    """Run every crawl by every version once in each round; return the medians, and the time of a parse."""
    found: dict[tuple[str, str], list[Figures]] = {(name, place): [] for name in names for place in places}
    parses: list[float] = []
    with serving(partial(saved, files)) as url:
        for n in range(rounds):
            parses.append(parse_all(files))
            for (name, place), results in found.items():
                say(f"round {n + 1} of {rounds}: {name}, {place}")
                settings = {**CRAWLS[name][0], "SERVER": url, "PAGES": len(files)}
                results.append(crawl_by(places[place], settings))
    medians = {
        key: {figure: median(result[figure] for result in results) for figure in results[0]}
        for key, results in found.items()
    }
    return {"pages": len(files), "parse": median(parses), "crawls": medians}


def crawl_table(found: Mapping[str, Any]) -> str:
    """Return a row for each crawl and version."""
    unit, rows = found["parse"], found["crawls"]
    body = []
    for (name, place), row in rows.items():
        without = rows.get((CRAWLS[name][1], place))
        added = row["cpu"] - without["cpu"] if without else 0.0
        body.append(
            [
                name,
                place,
                f"{row['pages/s']:.0f}",
                f"{row['cpu'] / unit:.2f}",
                f"{added / unit:+.2f}" if without else "",
                f"{1000 * added:+.2f}" if without else "",
                f"{1000 * row['late']:.0f}",
                f"{row['memory'] / 1e6:.0f}",
            ]
        )
    head = ["crawl", "version", "pages/s", "CPU", "plugin adds", "in ms", "late p99, ms", "memory, MB"]
    return (
        f"**{found['pages']} pages**, CPU per page × lxml parse of the same pages "
        f"({1000 * unit:.1f} ms here)\n\n{table(head, body)}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.crawl",
        "Crawl saved pages from a local server, with and without the plugin.",
        'python -m lab.speed.crawl DATA --crawls "download only" "plugin, no selectors" --out results',
        "python -m lab.speed.crawl DATA --pages 300 --other /tmp/before",
    )
    parser.add_argument("--crawls", nargs="+", default=list(CRAWLS), choices=CRAWLS, metavar="NAME",
                        help=f"default: all, {'; '.join(CRAWLS)}")  # fmt: skip
    add_shared(parser, other=None, pages=1000, seed=0, rounds=3, out=None)
    options = parsed(parser, argv, "saved pages")
    print(announce())
    try:
        files = saved_pages(options.data, options.pages, options.seed)
        found = compare(files, options.crawls, checkouts(options.other), options.rounds)
    except ValueError as error:
        parser.error(str(error))
    text = crawl_table(found)
    print(text)
    if options.out:
        crawls = {", ".join(key): row for key, row in found["crawls"].items()}
        write(options.out, "crawl", {**found, "crawls": crawls}, [text])
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(crawl(json.loads(sys.argv[2]))))
    else:
        sys.exit(main())
