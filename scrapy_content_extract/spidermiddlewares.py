"""Which response an item came from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import Request, Response


@dataclass
class Underway:
    """A response with items in the pipelines."""

    response: Response
    items: int = 0
    keys: list[int] = field(default_factory=list)


class Bindings:
    """Items and the response each came from, found by the identity of the item.

    Dicts and most other items cannot be weak keys, so item and response are held
    strongly (an ``id`` alone would be used again) until every item of that response has
    left the pipelines.
    """

    def __init__(self) -> None:
        self._response_of: dict[int, tuple[Any, Response]] = {}
        self._bound_by_user: set[int] = set()
        self._underway: dict[int, Underway] = {}

    def bind(self, item: Any, response: Response) -> None:
        """Say that an item came from a response; holds until the item has been processed."""
        self._response_of[id(item)] = (item, response)
        self._bound_by_user.add(id(item))

    def opened(self, item: Any, response: Response) -> None:
        """Note an item that a callback for this response has given."""
        if id(item) not in self._bound_by_user:
            self._response_of[id(item)] = (item, response)
        underway = self._underway.setdefault(id(response), Underway(response))
        underway.items += 1
        underway.keys.append(id(item))

    def closed(self, item: Any, response: Any) -> None:
        """Note that an item has left the pipelines, perhaps as another object."""
        underway = self._underway.get(id(response))
        if underway is None:  # from start() or an errback
            self._forget(id(item))
            return
        underway.items -= 1
        if not underway.items:
            del self._underway[id(response)]
            for key in underway.keys:
                self._forget(key)

    def response_of(self, item: Any) -> Response | None:
        """Return the response that an item came from, or None where that is not known."""
        _, response = self._response_of.get(id(item), (None, None))
        return response

    def _forget(self, key: int) -> None:
        self._response_of.pop(key, None)
        self._bound_by_user.discard(key)

    def __len__(self) -> int:
        return len(self._response_of)


#: For all crawls of this process: an item is of one crawl only, and ``bind`` has no crawler.
BINDINGS = Bindings()


def bind(item: Any, response: Response) -> None:
    """Say which response the text of an item is to be taken from.

    For items that are built over several pages, and for those that an errback gives.
    Without it an item belongs to the response of the callback that gave it.
    """
    BINDINGS.bind(item, response)


class ResponseBinderMiddleware:
    """Remembers for the pipelines which response each item came from."""

    def __init__(self, crawler: Crawler) -> None:
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self.item_processed, signal)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ResponseBinderMiddleware:
        return cls(crawler)

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterable[Any]:
        for output in result:
            self._bind(output, response)
            yield output

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        async for output in result:
            self._bind(output, response)
            yield output

    def _bind(self, output: Any, response: Response) -> None:
        if output is not None and not isinstance(output, Request):
            BINDINGS.opened(output, response)

    def item_processed(self, item: Any, response: Any) -> None:
        BINDINGS.closed(item, response)
