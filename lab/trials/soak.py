"""Many distinct pages: nothing is lost, and memory stays flat: ``python -m lab.trials.soak``.

They are crawled, with ``--hosts`` of several hosts, or with ``--archives`` read by
``content-extract warc -j 2``.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from lab.data.archives import record
from lab.data.pages import files_below, read_page
from lab.options import add_data, add_shared, parser_of
from lab.reports import table
from lab.serving import in_new_process, serving
from lab.speed.crawl import SavedPages
from scrapy_content_extract.content.auto.memory import WARM
from scrapy_content_extract.corpus.storage import read_lines

from .crawls import ADDONS, crawl
from .loop import WATCHED, stretches
from .report import conclude

#: Memory is looked at so often, in pages.
EVERY = 50

#: The first part of a crawl, in which caches fill.
WARM_UP = 0.3

#: A crawl that is shorter shows no slope: the noise of the allocator is larger.
LONG_ENOUGH = 4_000

#: The MB that memory may grow by, beyond Scrapy's.
MOST_GROWTH = 32

#: The archives that the pages are written into.
ARCHIVES = 20

#: What all pages have in common, which a memory of sites learns.
SHARED = "<p class=box>This paper belongs to its readers, who pay for what they want to know.</p>"

WORDS = (
    "the rain of that week was not what they had in mind and so it is said to have been "
    "我们 的 图书馆 是 在 这里 и это было там где مەن بۇ يەردە في هذا المكان"
).split()


def answer(files: Sequence[Path], path: str) -> tuple[dict[str, str], bytes]:
    """Return the page whose number ends the path, or the URL that a proxy gets."""
    return {}, page(int(path.rpartition("/")[2]), files)


def page(n: int, files: Sequence[Path]) -> bytes:
    """Return page ``n``, of which there is no other: saved or, one of three, generated."""
    own = f"<p>It is page {n} of the soak, and there is no other page like this one.</p>{SHARED}"
    if files and n % 3:
        return read_page(files[n % len(files)]) + own.encode()
    return (generated(random.Random(n)) + own).encode()


def generated(chosen: random.Random) -> str:
    """Return a page of random elements and words, at most some 200 KB."""
    parts = [f"<!DOCTYPE html><title>{chosen.random()}</title><body>"]
    for _ in range(int(chosen.paretovariate(1)) % 500 + 3):
        tag = chosen.choice(["p", "p", "p", "div", "li", "h2", "td", "pre", "article", "a href='/x'"])
        words = " ".join(chosen.choices(WORDS, k=chosen.randint(0, 60)))
        parts.append(f"<{tag} class=c{chosen.randint(0, 20)}>{words}" + chosen.choice(["", f"</{tag[:7]}>"]))
    return "".join(parts)


class PagesOfHosts(SavedPages):
    """Pages of several hosts in turn; the server is their proxy."""

    def url_of(self, n: int) -> str:
        return f"http://{n % self.settings.getint('HOSTS')}.example/{n}"


class MemoryWatch:
    """Notes the memory of the process at regular intervals of items, and its loop's stretches at the end."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.items = 0
        self.resident: list[int] = []
        crawler.signals.connect(self.scraped, signals.item_scraped)
        crawler.signals.connect(self.closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> MemoryWatch:
        return cls(crawler)

    def scraped(self) -> None:
        self.items += 1
        if self.items % EVERY == 0:
            self.resident.append(resident())

    def closed(self) -> None:
        self.crawler.stats.set_value("resident", self.resident)
        self.crawler.stats.set_value("stretches", stretches())


def resident(pid: int | str = "self") -> int:
    """Return the bytes of memory that a process holds, 0 where /proc does not tell."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and the ones that they have."""
    try:
        children = "".join(path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    except OSError:  # it has ended
        return
    for child in map(int, children.split()):
        yield child
        yield from descendants(child)


def slope(samples: Sequence[int], pages: float = EVERY) -> float:
    """Return by how many bytes a page the memory grows after the warm-up; a sample covers ``pages``.

    >>> slope([0] * 30 + [500 * EVERY * n for n in range(70)])
    500.0
    """
    kept = samples[int(WARM_UP * len(samples)) :]
    return linear_regression(range(len(kept)), kept).slope / pages if len(kept) > 1 else 0.0


def soak(url: str, pages: int, hosts: int, addon: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Crawl the pages in a new process; return the figures."""
    os.environ["http_proxy"] = url if hosts else ""
    feed = folder / "items.jsonl"
    settings = {
        **addon,
        **WATCHED,
        "SERVER": url,
        "PAGES": pages,
        "HOSTS": hosts,
        "FEEDS": {str(feed): {"format": "jsonlines", "overwrite": True}},
        "EXTENSIONS": {MemoryWatch: 0},
        "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",  # the other one grows with the crawl
    }
    result = in_new_process(crawl, PagesOfHosts if hosts else SavedPages, settings)
    stats = result["stats"]
    with open(feed, encoding="utf-8") as lines:
        items = map(json.loads, lines)
        pairs = Counter(
            (item["url"], item.get("link_density", {}).get("site_pages", 0) >= WARM) for item in items
        )
    urls = Counter(url for url, _ in pairs.elements())
    feed.unlink()
    prefix = "content_extract/status/"
    return {
        "responses": stats.get("response_received_count", 0),
        "items": stats.get("item_scraped_count", 0),
        "in feed": sum(urls.values()),
        "distinct": len(urls),
        "with a site": sum(n for (_, is_known), n in pairs.items() if is_known),
        "errors": len(result["errors"]),
        "bound": result["bindings"],
        "bytes a page": round(slope(stats["resident"])),
        "memory, MB": round(max(stats["resident"], default=0) / 1e6),
        "stretch p99, ms": round(stats["stretches"]["p99"]),
        "most, ms": round(stats["stretches"]["most"]),
        "log": result["errors"],
        "statuses": {key.removeprefix(prefix): n for key, n in stats.items() if key.startswith(prefix)},
    }


def write_archives(files: Sequence[Path], pages: int, folder: Path) -> None:
    """Write the pages into archives, in turn: all archives are alike."""
    for k in range(ARCHIVES):
        with (folder / f"{k:02}.warc.gz").open("wb") as archive:
            for n in range(k, pages, ARCHIVES):
                archive.write(gzip.compress(record(n, page(n, files)), 1))


def soak_archives(folder: Path) -> dict[str, Any]:
    """Read the archives in a folder with two processes; return the figures."""
    out = folder / "out"
    options = ["-j", "2", "--language", "-o", str(out)]
    command = [sys.executable, "-m", "scrapy_content_extract", "warc", *options]
    memory: list[int] = []
    with subprocess.Popen([*command, *map(str, sorted(folder.glob("*.warc.gz")))]) as process:
        while process.poll() is None:
            memory.append(sum(map(resident, (process.pid, *descendants(process.pid)))))
            time.sleep(1)
    lines = map(json.loads, (out / ".manifest").read_text().splitlines())
    entries = [line for line in lines if "files" in line]
    records, statuses, left_out = (
        sum((Counter(entry[key]) for entry in entries), Counter()) for key in ("records", "pages", "left_out")
    )
    ids = Counter(json.loads(line)["id"] for path in out.glob("*.jsonl.gz") for line in read_lines(path))
    return {
        "responses": records.total(),
        "items": records["page"],
        "in feed": ids.total() + left_out.total(),
        "distinct": len(ids) + left_out.total(),
        "errors": int(process.returncode != 0),
        "bound": 0,
        "bytes a page": round(slope(memory, records.total() / len(memory))),
        "memory, MB": round(max(memory) / 1e6),
        "log": [],
        "statuses": statuses,
    }


def complaints(pages: int, ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, bool]:
    """Return what may be wrong, and whether it is."""
    counted = [ours[key] for key in ("responses", "items", "in feed", "distinct")]
    failed = ours["statuses"].get("error", 0)
    growth = (ours["bytes a page"] - max(theirs["bytes a page"], 0)) * pages * (1 - WARM_UP) / 1e6
    return {
        f"{counted} instead of {pages} each": counted != [pages] * 4,
        f"{sum(ours['statuses'].values())} items have a status": sum(ours["statuses"].values()) != pages,
        f"{failed} items have the status error": failed > 0,
        f"{ours['errors']} errors in the log": ours["errors"] > 0,
        f"{ours['bound']} items are still bound": ours["bound"] > 0,
        f"memory grows by {growth:.0f} MB": pages >= LONG_ENOUGH and growth > MOST_GROWTH,
        "memory is not known without /proc": pages >= LONG_ENOUGH and not ours["memory, MB"],
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.soak",
        "Crawl many distinct pages.",
        "python -m lab.trials.soak DATA --pages 100000",
        "python -m lab.trials.soak DATA --pages 20000 --hosts 40",
        "python -m lab.trials.soak DATA --pages 200000 --archives",
    )
    add_data(parser, "saved pages; without it all pages are generated")
    add_shared(parser, pages=5000)
    parser.add_argument(
        "--hosts", type=int, default=0, metavar="N", help="crawl the pages of N hosts; default: one"
    )
    parser.add_argument("--archives", action="store_true", help="content-extract warc -j 2 instead of crawls")
    options = parser.parse_args(argv)
    files = files_below(Path(options.data)) if options.data else []
    random.Random(0).shuffle(files)  # pages of one set are alike, and memory would follow their sizes
    with TemporaryDirectory() as name, serving(partial(answer, files)) as url:
        folder = Path(name)
        if options.archives:
            write_archives(files, options.pages, folder)
            found = {"with": soak_archives(folder)}
        else:
            found = {
                name: soak(url, options.pages, options.hosts, addon, folder) for name, addon in ADDONS.items()
            }
    return report(options.pages, found)


def report(pages: int, found: dict[str, dict[str, Any]]) -> int:
    """Print the figures and the log of both crawls, and the summary; return the exit status."""
    shown = [key for key in found["with"] if key not in ("log", "statuses")]
    rows = [[name, *(str(row[key]) for key in shown)] for name, row in found.items()]
    print(table(["plugin", *shown], rows))
    ours, theirs = found["with"], found.get("without", {"bytes a page": 0})
    for line in ours["log"]:
        print(line)
    statuses = ", ".join(f"{n} {status}" for status, n in ours["statuses"].items())
    growth = ", ".join(f"{row['bytes a page']:+} {name} the plugin" for name, row in found.items())
    summary = f"{pages} pages: {statuses}; memory, bytes a page: {growth}"
    return conclude("soak", complaints(pages, ours, theirs), summary)


if __name__ == "__main__":
    sys.exit(main())
