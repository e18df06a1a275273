from __future__ import annotations

import sys
from collections import Counter
from typing import Any
from unicodedata import east_asian_width
from urllib.parse import unquote, urlsplit

from itemadapter import ItemAdapter
from scrapy import Spider, signals
from scrapy.crawler import Crawler

from example_project.server import FolderServer


class LocalServer:
    """Serves ``spider.folder``, if there is one, at ``spider.base_url`` while the spider runs.

    Its port is ``LOCAL_SERVER_PORT``, by default any free one.  A spider that is given a ``base_url``, by
    ``-a base_url=http://127.0.0.1:8000``, is served from there.  A crawl of a real site does not need it.
    """

    server: FolderServer | None = None

    def __init__(self, port: int) -> None:
        self.port = port

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LocalServer:
        extension = cls(crawler.settings.getint("LOCAL_SERVER_PORT"))
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self, spider: Spider) -> None:
        if hasattr(spider, "folder") and not hasattr(spider, "base_url"):
            types = getattr(spider, "content_types", {})
            self.server = FolderServer(spider.folder, types, self.port)
            spider.base_url = self.server.url

    def spider_closed(self) -> None:
        if self.server is not None:
            self.server.close()


class CrawlReport:
    """Prints a report at the end: a table of the pages, or the totals of a large crawl."""

    MAX_ROWS = 40

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []
        self.pages = self.kept = self.seen = 0
        self.status: Counter[str] = Counter()
        self.source: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> CrawlReport:
        extension = cls()
        crawler.signals.connect(extension.item_scraped, signals.item_scraped)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def item_scraped(self, item: Any, response: Any) -> None:
        item = ItemAdapter(item)
        about = dict(item.get("link_density") or {})  # empty if the plugin is off
        self.pages += 1
        self.kept += about.get("main_chars") or 0
        self.seen += about.get("chars") or 0
        self.status[about.get("status") or "unknown"] += 1
        self.source[about.get("encoding_source") or "none"] += 1
        http = getattr(response, "status", 200)  # a failed request has none
        if http != 200:
            about["status"] = f"{about.get('status') or '-'} ({http})"
        if self.pages <= self.MAX_ROWS:
            self.rows.append(row(item.get("url", ""), about))

    def spider_closed(self) -> None:
        if 0 < self.pages <= self.MAX_ROWS:
            show_table(HEAD, sorted(self.rows))
            show("(links: the share of characters in links, of the page and of its main text)")
            show()
        share = f" ({self.kept / self.seen:.0%})" if self.seen else ""
        show(f"{self.pages:,} pages: {counts(self.status)}")
        show(f"encoding known from: {counts(self.source)}")
        show(f"text kept: {self.kept:,} of {self.seen:,} characters{share}")


HEAD = ("page", "status", "encoding", "from", "kept", "of", "links", "in main")
WIDTH = (26, 11, 13, 10, 7, 7, 6, 7)


def row(url: str, about: dict[str, Any]) -> tuple[str, ...]:
    """Return the cells of one line; unknown values are dashes."""
    texts = (about.get(key) or "-" for key in ("status", "encoding", "encoding_source"))
    numbers = (number(about.get(key), ",") for key in ("main_chars", "chars"))
    densities = (number(about.get(key), ".2f") for key in ("page", "main"))
    return (unquote(urlsplit(url).path), *texts, *numbers, *densities)


def number(value: float | None, spec: str) -> str:
    return "-" if value is None else format(value, spec)


def counts(counter: Counter[str]) -> str:
    return ", ".join(f"{n:,} {name}" for name, n in counter.most_common()) or "none"


def show_table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    for cells in (head, *rows):
        texts = [fit(cell, width) for cell, width in zip(cells[:4], WIDTH[:4])]
        numbers = [f"{cell:>{width}}" for cell, width in zip(cells[4:], WIDTH[4:])]
        show("  ".join(texts + numbers))


def fit(text: str, width: int) -> str:
    """Cut or pad ``text`` to ``width`` columns; a Chinese character takes two.

    >>> fit("ab", 4), fit("中文网", 4)
    ('ab  ', '中… ')
    """
    kept, free = "", width
    for i, char in enumerate(text):
        char = char if char.isprintable() else "?"
        columns = 2 if east_asian_width(char) in "WF" else 1
        last = i + 1 == len(text)
        if columns > free or (columns == free and not last):
            kept, free = kept + "…", free - 1
            break
        kept, free = kept + char, free - columns
    return kept + " " * free


def show(line: str = "") -> None:
    """Print a line; replace characters that the terminal's encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    print(line.encode(encoding, "replace").decode(encoding))
