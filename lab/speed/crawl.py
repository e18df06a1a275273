"""Crawl saved pages from a local server, with and without the plugin: ``python -m lab.speed.crawl DATA``.

See ``docs/measured/costs.rst``.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import lxml.html
import scrapy
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler, CrawlerProcess
from scrapy.http import Response

from lab.backend import BACKEND, announce
from lab.data.datasets import as_utf8
from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.quality.equal import Died
from lab.quality.peers import PEERS
from lab.reports import draw, say, table, write
from lab.serving import in_new_process, serving
from scrapy_content_extract.content import EXTRACTORS

from .crawl_turns import in_turn, turns_table
from .memory import peak

#: The event loop is checked so often, in seconds.
BEAT = 0.005

#: The crawl that the others are compared with: its spider reads one value from each page.
REFERENCE = "selectors"

#: The peers that are run in a pipeline.
PIPELINED = ("trafilatura", "readability-lxml")

ADDONS = {"ADDONS": {"scrapy_content_extract.Addon": 500}}


class SavedPages(Spider):
    """Requests every page once and yields an item for each."""

    name = "saved_pages"

    async def start(self) -> AsyncIterator[Any]:
        for n in range(self.settings.getint("PAGES")):
            if self.crawler.engine.needs_backout():  # otherwise all requests would be queued at once
                await self.crawler.signals.wait_for(signals.scheduler_empty)
            yield Request(f"{self.settings['SERVER']}/{n}")

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        item = {"url": response.url}
        if self.settings.getbool("COPY"):  # so that the plugin cannot use the tree of its selectors
            response = response.copy()
        if self.settings.getbool("SELECTORS", True):
            item["title"] = response.css("title::text").get()
        if self.settings["PEER"]:
            item["html"] = response.text.encode("utf-8", "replace")
        yield item


class PeerPipeline:
    """Replaces the page of an item with the text that a peer extracts."""

    def __init__(self, name: str) -> None:
        self.extract = PEERS[name].load()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PeerPipeline:
        return cls(crawler.settings["PEER"])

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        try:
            item["text"] = self.extract(item.pop("html"), item["url"])
        except Exception as error:  # one page must not end the comparison
            item["text"] = repr(error)
        return item


class Watch:
    """Measures a crawl: its time, its CPU time, and the delay of the event loop."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.late: list[float] = []
        self.items = 0
        for signal, receiver in (
            (signals.spider_opened, self.opened),
            (signals.item_scraped, self.scraped),
            (signals.spider_closed, self.closed),
        ):
            crawler.signals.connect(receiver, signal)

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

    def scraped(self) -> None:
        self.items += 1

    def closed(self) -> None:
        self.timer.cancel()
        late = sorted(self.late) or [0.0]
        self.crawler.stats.set_value(
            "watch",
            {
                "items": self.items,
                "pages_per_second": self.items / (time.perf_counter() - self.wall),
                "cpu": (time.process_time() - self.cpu) / (self.items or 1),
                "p99_late": late[int(0.99 * (len(late) - 1))],
                "most_late": late[-1],
            },
        )


def crawl(settings: dict[str, Any]) -> dict[str, Any]:
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


def crawls(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the settings of each crawl to compare, by its name.

    Raises ValueError for an unknown name.
    """
    possible: dict[str, dict[str, Any]] = {
        "download only": {"SELECTORS": False},
        REFERENCE: {},
        "plugin, no selectors": {**ADDONS, "SELECTORS": False},
        "plugin, parsed twice": {**ADDONS, "COPY": True},
        "plugin, text alone": {**ADDONS, "CONTENT_EXTRACT_FIELDS": ["text"]},
    }
    possible |= {f"plugin, {name}": {**ADDONS, "CONTENT_EXTRACT_EXTRACTOR": name} for name in EXTRACTORS}
    for name in PIPELINED:
        if PEERS[name].installed() is None:
            say(f"{name} is left out: {PEERS[name].package} is not installed.")
        else:
            possible[name] = {"PEER": name, "ITEM_PIPELINES": {PeerPipeline: 300}}
    unknown = [name for name in names if name not in possible]
    if unknown:
        raise ValueError(f"There is no crawl {unknown[0]!r}; the crawls are: {', '.join(possible)}.")
    return {name: possible[name] for name in possible if not names or name in {REFERENCE, *names}}


def saved(files: Sequence[Path], path: str) -> tuple[dict[str, str], bytes]:
    """Return the file of a number, sent unchanged."""
    file = files[int(path[1:])]
    return ({"Content-Encoding": "gzip"} if file.suffix == ".gz" else {}), file.read_bytes()


def parse_all(files: list[Path]) -> float:
    """Return the mean CPU time to parse a page."""
    seconds = 0.0
    for file in files:
        html = as_utf8(read_page(file)) or b"<p></p>"
        start = time.process_time()
        lxml.html.document_fromstring(html)
        seconds += time.process_time() - start
    return seconds / len(files)


def compare(files: list[Path], wanted: dict[str, dict[str, Any]], rounds: int) -> dict[str, Any]:
    """Run every crawl once in each round; return the medians, and the time to parse a page in seconds."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in wanted}
    parse: list[float] = []
    with serving(partial(saved, files)) as url:
        for n in range(rounds):
            parse.append(in_new_process(parse_all, files))
            for name, settings in wanted.items():
                say(f"round {n + 1} of {rounds}: {name}")
                result = in_new_process(crawl, {**settings, "SERVER": url, "PAGES": len(files)})
                if result["items"] != len(files):
                    raise RuntimeError(f"The crawl {name!r} gave {result['items']} items of {len(files)}.")
                found[name].append(result)
    medians = {
        name: {key: median(result[key] for result in results) for key in results[0]}
        for name, results in found.items()
    }
    return {"pages": len(files), "parse": median(parse), "crawls": medians, "rounds": found}


def crawl_table(found: dict[str, Any]) -> str:
    parse, rows = found["parse"], found["crawls"]
    reference = rows[REFERENCE]
    body = [
        [
            name,
            f"{row['pages_per_second']:.0f}",
            f"{row['cpu'] / parse:.2f}",
            f"{(row['cpu'] - reference['cpu']) / parse:+.2f}",
            f"{1000 * row['p99_late']:.0f}",
            f"{1000 * row['most_late']:.0f}",
            f"{row['memory'] / 1e6:.0f}",
        ]
        for name, row in rows.items()
    ]
    head = ["crawl", "pages/s", "CPU", f"beyond {REFERENCE}", "late p99, ms", "most, ms", "memory, MB"]
    return (
        f"**{found['pages']} pages**, CPU per page × lxml parse of the same pages "
        f"({1000 * parse:.1f} ms here)\n\n{table(head, body)}"
    )


def chart(found: dict[str, Any], file: Path) -> None:
    """Draw bars of CPU time and memory.  Raises ImportError where matplotlib is not installed."""
    from matplotlib.figure import Figure

    rows = found["crawls"]
    panels = {
        "CPU per page, × lxml parse": [row["cpu"] / found["parse"] for row in rows.values()],
        "late, 99 % of beats, ms": [1000 * row["p99_late"] for row in rows.values()],
        "peak memory, MB": [row["memory"] / 1e6 for row in rows.values()],
    }
    figure = Figure(figsize=(11, 1.2 + 0.3 * len(rows)), layout="constrained")
    for n, (axes, (title, values)) in enumerate(zip(figure.subplots(1, len(panels)), panels.items())):
        axes.barh(range(len(rows)), values, color="#8fb3d9")
        axes.set_yticks(range(len(rows)), rows if n == 0 else [""] * len(rows))
        axes.invert_yaxis()
        axes.set_title(title)
    figure.savefig(file)


def compare_versions(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    try:
        found = in_turn(Path(options.data), options.other, options.pages, options.rounds)
    except (ValueError, Died) as error:
        parser.error(str(error))
    text = (
        f"CPU of a page in ms: without the plugin, what the plugin adds, and that × lxml parse "
        f"(× {options.other[0]})\n\n{turns_table(found, str(options.other[0]))}"
    )
    print(text)
    if options.out:
        write(options.out, "crawl_turns", found, [text])
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.crawl",
        "Crawl saved pages from a local server, with and without the plugin.",
        'python -m lab.speed.crawl DATA --crawls "download only" "plugin, auto" --out results',
        "python -m lab.speed.crawl DATA --other /tmp/before",
    )
    add_data(parser, "saved pages")
    parser.add_argument("--pages", type=int, default=1000, metavar="N", help="how many to take at random")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="the median of N counts")
    parser.add_argument("--crawls", nargs="+", default=[], metavar="NAME", help="default: all")
    parser.add_argument(
        "--other",
        nargs="+",
        type=Path,
        metavar="PLACE",
        help="crawl in turn with other versions: checkouts with their modules compiled in place",
    )
    parser.add_argument(
        "--out", type=Path, help="folder for crawl.json, crawl.rst and crawl.svg, or crawl_turns.*"
    )
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    if options.other and options.crawls:
        parser.error("--other has crawls of its own: leave --crawls out")
    if options.other:
        return compare_versions(parser, options)
    try:
        wanted = crawls(options.crawls)
        files = saved_pages(Path(options.data), options.pages)
    except ValueError as error:
        parser.error(str(error))
    about = announce()
    found = compare(files, wanted, options.rounds)
    text = f"{about}\n\n{crawl_table(found)}"
    print(text)
    if options.out:
        versions = {"python": sys.version.split()[0], "scrapy": scrapy.__version__}
        found = {**versions, "backend": BACKEND, **found}
        write(options.out, "crawl", found, [text])
        draw(options.out / "crawl.svg", chart, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
