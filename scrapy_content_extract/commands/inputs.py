"""URLs → pages, by a crawl in a process of its own."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ..content.encoding.sniff import codec_of
from ..content.page.limits import MAX_BYTES
from ..pages import Input

# ------------------------------------------------------------------ inputs
# The arguments → pages to read: files, folders, standard input and URLs.

#: Why other addresses are no pages.
NO_ADDRESS = "an address begins with http:// or https://; a file is named by its path"
#: The files of a folder that are pages.
SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")


def add_pages(parser: argparse.ArgumentParser, others: str = "") -> None:
    """Add the arguments that choose the pages and their encoding; ``others`` describes further inputs."""
    what = (
        f"a file, gzipped or not; a folder, for its {', '.join(SUFFIXES[:3])} files, gzipped ones too "
        f"({', '.join(SUFFIXES[3:])}); - for standard input; or a URL, which is fetched unless its "
        f"robots.txt forbids it{others}"
    )
    parser.add_argument("pages", nargs="+", metavar="PAGE", help=what)
    parser.add_argument(
        "--encoding", metavar="LABEL", type=known_encoding,
        help="the encoding of all pages, such as gbk; by default it is found out for each page",
    )  # fmt: skip


def known_encoding(label: str) -> str:
    if codec_of(label) is None:
        raise argparse.ArgumentTypeError(
            f"there is no encoding {label!r}; give a label of the Encoding Standard, such as gbk or "
            f"windows-1256"
        )
    return label


def address(url: str) -> str:
    if not is_url(url):
        raise argparse.ArgumentTypeError(f"{url!r} is no address; it begins with http:// or https://")
    return url


def located(parser: argparse.ArgumentParser, args: argparse.Namespace) -> Iterator[Input]:
    """Return the one page of the command line, with the address of ``--url``; others end the command."""
    if are_several(args.pages) or is_url(args.pages[0]):
        parser.error("--url is the address of one file, or of - for standard input")
    return (given._replace(url=args.url) for given in inputs_of(args.pages))


def inputs_of(pages: Iterable[str]) -> Iterator[Input]:
    """Yield the pages in the order of the command line, the pages of a folder by name."""
    for are_urls, group in groupby(pages, is_url):
        if are_urls:
            yield from fetched(list(group))
        else:
            for page in group:
                yield from inputs_at(page)


def is_url(page: str) -> bool:
    """Tell a URL from a path.

    >>> is_url("https://example.com/"), is_url("https.html")
    (True, False)
    """
    return page.lower().startswith(("http://", "https://"))


def are_several(pages: list[str]) -> bool:
    """Tell whether more than one page may come: a folder may hold any number."""
    return len(pages) > 1 or os.path.isdir(pages[0])


def count(pages: Iterable[str]) -> int:
    """Count the pages without reading them."""
    return sum(sum(1 for _ in walk(page)) if os.path.isdir(page) else 1 for page in pages)


def inputs_at(page: str) -> Iterator[Input]:
    """Yield the page of a file or standard input, or the pages of a folder."""
    if "://" in page and not os.path.exists(page):
        yield Input(page, status="error", reason=NO_ADDRESS)
    elif page == "-":
        yield Input(page, sys.stdin.buffer.read(MAX_BYTES + 1))
    elif os.path.isdir(page):
        yield from map(Input, walk(page))
    elif is_stream(page):  # only this process can read it
        yield Input(page, Path(page).read_bytes())
    else:
        yield Input(page)


def is_stream(path: str) -> bool:
    """Tell whether a path is a pipe, as in ``content-extract <(curl ...)``."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def walk(folder: str) -> Iterator[str]:
    """Yield the pages below a folder, in the order of their names."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(SUFFIXES):
                yield os.path.join(parent, name)


# ------------------------------------------------------------------ fetch

#: The most pages that wait for one that was requested earlier.
WINDOW = 16

SETTINGS: dict[str, Any] = {
    "ROBOTSTXT_OBEY": True,
    # If several requests wait for the same robots.txt, Scrapy 2.19 checks only the first.
    "CONCURRENT_REQUESTS": 1,
    "DOWNLOAD_MAXSIZE": MAX_BYTES,
    "DOWNLOAD_WARNSIZE": 0,
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
}


def fetched(urls: Sequence[str]) -> Iterator[Input]:
    """Yield the pages of some URLs, in this order.  A page that cannot be fetched has a status."""
    # A process can run only one crawl, and Scrapy would take over the signals of this process.
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=crawl, args=(urls, sender), daemon=True)
    process.start()
    sender.close()  # now the pipe ends with the process
    try:
        for url in urls:
            try:
                page = receiver.recv()
            except EOFError:
                page = Input(url, status="no_response", reason="the crawl has ended before its response")
            yield page
    finally:
        receiver.close()
        process.terminate()
        process.join()


def crawl(urls: Sequence[str], sender: Connection) -> None:
    """Fetch some URLs and send an Input for each, in this order."""
    from scrapy import Request, Spider
    from scrapy.crawler import CrawlerProcess

    class Fetch(Spider):
        name = "fetch"

        def __init__(self, **kwargs: Any) -> None:
            super().__init__(**kwargs)
            self.sent = 0
            self.waiting: dict[int, Input] = {}

        async def start(self) -> AsyncIterator[Any]:
            for place, url in enumerate(urls):
                while place - self.sent >= WINDOW:
                    await self.crawler.signals.wait_for(Fetch)
                try:
                    yield Request(url, dont_filter=True, errback=self.failed, cb_kwargs={"place": place})
                except ValueError as error:
                    self.send(place, Input(url, status="error", reason=str(error)))

        def parse(self, response: Any, place: int) -> None:
            self.send(place, received(urls[place], response))

        def failed(self, failure: Any) -> None:
            place = failure.request.cb_kwargs["place"]
            self.send(place, not_received(urls[place], failure.value))

        def send(self, place: int, page: Input) -> None:
            self.waiting[place] = page
            while self.sent in self.waiting:
                sender.send(self.waiting.pop(self.sent))  # waits until the other side wants it
                self.sent += 1
            self.crawler.signals.send_catch_log(Fetch)

    process = CrawlerProcess(SETTINGS)
    process.crawl(Fetch)
    process.start()


def received(url: str, response: Any) -> Input:
    from scrapy.http import HtmlResponse

    header = (response.headers.get("Content-Type") or b"").decode("latin-1")
    if not isinstance(response, HtmlResponse):
        reason = f"its Content-Type is {header}" if header else "it has no Content-Type"
        return Input(url, status="not_html", reason=reason)
    return Input(url, response.body, header, response.url)


def not_received(url: str, error: BaseException) -> Input:
    """Return the reason that there is no page, in Scrapy's words."""
    from scrapy.spidermiddlewares.httperror import HttpError

    if isinstance(error, HttpError):
        return Input(url, status="http_error", reason=f"HTTP {error.response.status}")
    return Input(url, status="no_response", reason=str(error) or type(error).__name__)
