"""URLs → pages, by a crawl in a process of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from ..batch import Input
from ..content.page.limits import MAX_BYTES

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
