"""Pages that are made to stop a crawl do not: ``python -m lab.trials.hostile``.

A real crawl that writes every field requests one hostile page after the other: every construct of HTML,
metadata and Markdown over and over, at several sizes, and compression bombs.  Of each page is noted: its
status, the longest stretch of CPU that the loop took, the longest time that Python's lock was held, the
memory, and the size of the item.
"""

from __future__ import annotations

import ctypes
import gc
import gzip
import json
import resource
import sys
import threading
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, unquote

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from lab.options import parser_of
from lab.reports import table
from lab.serving import in_new_process, serving
from scrapy_content_extract.crawl.settings import DEFAULTS

from .crawls import ADDON, ADDONS, crawl
from .loop import STRETCHES, WATCHED
from .report import conclude
from .rooms import SHAPES

#: The most seconds of CPU that may hold up the loop of a crawl ...
MOST_STRETCH = 0.1
#: ... and that may hold Python's lock.
MOST_LOCKED = 0.05
#: The most memory of a page, as a multiple of its bytes, and the bytes that are always allowed.
MOST_TIMES, MOST_BYTES = 25, 200_000_000
#: The most bytes of its item, as a multiple of the page's, and a number that is always allowed: HTML and
#: Markdown may be four times the page each, and text and blocks are there as well, all in JSON.
MOST_OUTPUT, LEAST_OUTPUT = 8, 250_000
#: The seconds of CPU after which a page stalls the crawl, and the bytes for each further second.
STALL, BYTES_A_SECOND = 5, 100_000
#: The fields of items: everything.
FIELDS = "text title html markdown blocks link_density metadata".split()
SETTINGS = {"CONTENT_EXTRACT_FIELDS": {name: name for name in FIELDS}, "CONTENT_EXTRACT_BLOCKS": "all"}
#: Some bytes less than the loop itself reads, and a few.
SIZES = (DEFAULTS["CONTENT_EXTRACT_THREAD_BYTES"] - 100_000, 100_000)

#: How a page may be packed: the header, and what packs.
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "gzip, gzip": lambda body: gzip.compress(gzip.compress(body)),
}
#: The names of the bombs: the unpacked size, and what is packed.
BOMBS = {
    "spaces within the limit": (24_000_000, b" "),
    "spaces beyond the limit": (200_000_000, b" "),
    "elements within the limit": (24_000_000, b"<p>a"),
    "elements beyond the limit": (200_000_000, b"<p>a"),
    "more than Scrapy takes": (1_100_000_000, b"<p>a" * 1_000),
}


def packed(name: str, packer: str) -> bytes:
    size, piece = BOMBS[name]
    return PACKERS[packer](piece * (size // len(piece)))


def answer(path: str) -> tuple[dict[str, str], bytes]:
    """Return the page of /SHAPE/SIZE or /BOMB/PACKER."""
    name, how = map(unquote, path[1:].split("/"))
    if name in SHAPES:
        return {}, SHAPES[name](int(how))
    return {"Content-Encoding": how}, packed(name, how)


class Watch(threading.Thread):
    """Notes how much CPU this process used between two turns of a thread that does nothing.

    That is the longest time that Python's lock was held, in CPU: a busy machine counts no more.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0.0

    def run(self) -> None:
        last = time.process_time()
        while True:
            time.sleep(0.001)
            now = time.process_time()
            self.most = max(self.most, now - last)
            last = time.process_time()


def memory(which: str) -> int:
    """Return what the system says of this process's memory, in bytes: "VmRSS", or "VmHWM" since a reset."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{which}:")[2].split()[0]) * 1024


def forget_peak() -> int:
    """Give free memory back, forget the peak, and return the memory that is left."""
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    return memory("VmRSS")


def limit_cpu(seconds: int) -> None:
    """End this process after ``seconds`` more seconds of CPU."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds, most))


class HostilePages(Spider):
    """Requests one page after the other, each when all that the last one caused is over."""

    name = "hostile_pages"

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> HostilePages:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.next_page, signals.spider_idle)
        crawler.signals.connect(spider.begin, signals.headers_received)
        crawler.signals.connect(spider.scraped, signals.item_scraped)
        spider.paths = iter(json.loads(crawler.settings["PATHS"]))
        spider.watch = Watch()
        spider.row = {}
        return spider

    async def start(self) -> AsyncIterator[Any]:
        self.watch.start()
        yield self.request("text", 1_000)  # loads what is loaded at first use

    def request(self, name: str, how: Any) -> Request:
        url = f"{self.settings['SERVER']}/{quote(name, safe='')}/{quote(str(how))}"
        self.row = {"name": name, "how": how, "bytes": 0, "status": None, "truncated": None}
        self.item: Any = {}
        size = how if isinstance(how, int) else 0
        if self.settings.getbool("LIMITED", True):  # a test does not ask how long a page takes
            limit_cpu(STALL + (size or DEFAULTS["CONTENT_EXTRACT_MAX_BYTES"]) // BYTES_A_SECOND)
        return Request(url, errback=self.failed, dont_filter=True)

    def begin(self) -> None:
        """Forget everything before the answer: the figures are for this page.

        What lives by now is frozen, or a full collection would walk all of Scrapy, 60 ms, and strike
        whichever page makes one due.
        """
        gc.collect()
        gc.freeze()
        self.watch.most = 0.0
        del STRETCHES[:]

    def parse(self, response: Response) -> Iterator[Any]:
        self.row["bytes"] = len(response.body)
        yield {"url": response.url}

    def failed(self, failure: Any) -> Iterator[Any]:
        yield {"url": failure.request.url}

    def scraped(self, item: Any) -> None:
        self.item = item
        diagnostics = item.get("link_density") or {}
        self.row |= {key: diagnostics.get(key) for key in ("status", "truncated")}

    def next_page(self) -> None:
        if self.row["name"] != "text" or self.row["how"] != 1_000:
            self.note()
        following = next(self.paths, None)
        if following is None:
            return
        self.before = forget_peak()
        assert self.crawler.engine is not None
        self.crawler.engine.crawl(self.request(*following))
        raise DontCloseSpider

    def note(self) -> None:
        self.row |= {
            "stretch": max(STRETCHES, default=0.0),
            "locked": self.watch.most,
            "memory": max(0, memory("VmHWM") - self.before),
            "output": bytes_in(dict(self.item)),
        }
        self.item = {}
        with Path(self.settings["FOUND"]).open("a") as file:
            file.write(json.dumps(self.row) + "\n")


def bytes_in(value: Any) -> int:
    """Return how long a value of an item is, without the signs that a format puts around and into it."""
    if isinstance(value, (dict, list, tuple)):
        return sum(map(bytes_in, value.values() if isinstance(value, dict) else value))
    return len(str(value).encode("utf-8", "replace"))


def rows_of(paths: Sequence[tuple[str, Any]], server: str, settings: dict[str, Any]) -> list[dict[str, Any]]:
    """Crawl some pages; return the notes on each, also on a page that ends the process."""
    rows = crawled(paths, server, settings)
    while len(rows) < len(paths):
        name, how = paths[len(rows)]
        rows.append({"name": name, "how": how, **STALLED})
        rows += crawled(paths[len(rows) :], server, settings) if len(rows) < len(paths) else []
    return rows


#: The row of a page that ends the process of the crawl.
STALLED = {
    "status": None,
    "truncated": None,
    "bytes": 0,
    "stretch": 0.0,
    "locked": 0.0,
    "memory": 0,
    "output": 0,
}


def crawled(paths: Sequence[tuple[str, Any]], server: str, settings: dict[str, Any]) -> list[dict[str, Any]]:
    """Crawl some pages in a process of its own; return its notes."""
    with TemporaryDirectory() as folder:
        found = Path(folder) / "found"
        found.touch()
        here = {"SERVER": server, "PATHS": json.dumps(paths), "FOUND": str(found), "LOG_LEVEL": "CRITICAL"}
        with suppress(BrokenProcessPool):
            in_new_process(crawl, HostilePages, {**WATCHED, **here, **settings})
        return [json.loads(line) for line in found.read_text().splitlines()]


def wrongs(on: Mapping[str, Any], off: Mapping[str, Any]) -> list[str]:
    """Return the limits that the crawl of a page exceeds, compared with a crawl without the plugin."""
    size = off["bytes"]  # before anything is left out
    found = {
        f"status {on['status']}": on["status"] in (None, "error"),
        "a stretch of the loop": on["stretch"] > off["stretch"] + MOST_STRETCH,
        "the lock held": on["locked"] > off["locked"] + MOST_LOCKED,
        "memory": on["memory"] > off["memory"] + max(MOST_BYTES, MOST_TIMES * size),
        "output": on["output"] > max(LEAST_OUTPUT, MOST_OUTPUT * size),
    }
    return [name for name, is_wrong in found.items() if is_wrong]


def paths_of(only: str, sizes: Sequence[int], bombs: bool) -> list[tuple[str, Any]]:
    shapes: list[tuple[str, Any]] = [(name, size) for size in sizes for name in SHAPES if only in name]
    return shapes + [(name, packer) for name in BOMBS for packer in PACKERS if bombs and only in name]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.hostile",
        "Crawl pages that are made to stop a crawl. Linux only: it reads /proc.",
        "python -m lab.trials.hostile --only attributes",
        "python -m lab.trials.hostile --sizes 24000000 --bombs",
    )
    parser.add_argument("--only", default="", help="the shapes whose name contains this")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=SIZES, help="the sizes of the pages, in bytes"
    )
    parser.add_argument("--bombs", action="store_true", help="compression bombs as well")
    given = parser.parse_args(argv)
    paths = paths_of(given.only, given.sizes, given.bombs)
    if not paths:
        parser.error(f"no shape has {given.only!r} in its name; there are: {', '.join(SHAPES)}")
    with serving(answer) as url:
        off, on = (rows_of(paths, url, {**addon, **SETTINGS}) for addon in ADDONS.values())
        for _ in range(4):  # the garbage collector strikes any page, but hardly the same one each time
            try_again(paths, url, on, off)
    return report(paths, on, off)


def try_again(
    paths: Sequence[Any], url: str, on: list[dict[str, Any]], off: Sequence[dict[str, Any]]
) -> None:
    """Crawl those pages once more that something was wrong with; note the least of each figure."""
    bad = [n for n, (row, without) in enumerate(zip(on, off)) if wrongs(row, without)]
    bad = [n for n in bad if on[n]["status"]]  # a stall is no accident
    for n, row in zip(bad, rows_of([paths[n] for n in bad], url, ADDON | SETTINGS) if bad else []):
        on[n] = row | {key: min(row[key], on[n][key]) for key in ("stretch", "locked", "memory")}


def report(paths: Sequence[Any], on: Sequence[dict[str, Any]], off: Sequence[dict[str, Any]]) -> int:
    """Print the complaints and the summary; return the exit status."""
    bad = [(row, found) for row, without in zip(on, off) if (found := wrongs(row, without))]
    if bad:
        rows = [[*map(str, shown(row)), ", ".join(found)] for row, found in bad]
        print(
            table(["page", "size", "status", "loop, ms", "lock, ms", "MB", "output, × page", "wrong"], rows)
        )
    complaints = {
        f"{len(bad)} pages": bool(bad),
    }
    statuses = Counter(row["status"] for row in on)
    said = ", ".join(f"{count} {status}" for status, count in statuses.most_common())
    added = {
        key: max([0, *(row[key] - without[key] for row, without in zip(on, off))])
        for key in ("stretch", "locked", "memory")
    }
    return conclude(
        "hostile",
        complaints,
        f"{len(on)} pages ({said}; {sum(bool(row['truncated']) for row in on)} truncated), to which the "
        f"plugin adds at most {1000 * added['stretch']:.0f} ms of CPU to a stretch of the loop, "
        f"{1000 * added['locked']:.0f} ms of holding the lock, {added['memory'] / 1e6:.0f} MB; items of at "
        f"most {max(row['output'] / max(1, row['bytes']) for row in on):.1f} times the page",
    )


def shown(row: Mapping[str, Any]) -> list[Any]:
    return [
        row["name"], row["how"], row["status"], round(1000 * row["stretch"]), round(1000 * row["locked"]),
        round(row["memory"] / 1e6), round(row["output"] / max(1, row["bytes"]), 1),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
