"""Which response an item came from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from .settings import check_enabled


@dataclass
class Binding:
    item: Any
    response: Response
    by_user: bool = False
    #: whether a callback has given the item, so that its end will be counted
    is_underway: bool = False


@dataclass
class Underway:
    """A response with items in the pipelines."""

    response: Response
    #: the crawl that it belongs to
    crawl: object
    items: int = 0
    keys: list[int] = field(default_factory=list)


class Bindings:
    """Items and the response each came from, found by the identity of the item.

    Dicts and most other items cannot be weak keys, so item and response are held
    strongly (an ``id`` alone would be used again) until every item of that response has
    left the pipelines.
    """

    def __init__(self) -> None:
        self._bound: dict[int, Binding] = {}
        self._underway: dict[int, Underway] = {}

    def bind(self, item: Any, response: Response) -> None:
        """Say that an item came from a response; holds until the item has been processed."""
        self._bound[id(item)] = Binding(item, response, by_user=True)

    def opened(self, item: Any, response: Response, crawl: object) -> None:
        """Note an item that a callback for this response has given."""
        binding = self._bound.get(id(item))
        if binding is None or not binding.by_user:
            binding = self._bound[id(item)] = Binding(item, response)
        binding.is_underway = True
        underway = self._underway.setdefault(id(response), Underway(response, crawl))
        underway.items += 1
        underway.keys.append(id(item))

    def read_last(self, item: Any) -> None:
        """Note that no pipeline will ask for this item any more.

        The signal for an item that no callback gave, but an errback, may carry another
        object, and there is no count for it; so its binding ends here.
        """
        binding = self._bound.get(id(item))
        if binding is not None and not binding.is_underway:
            del self._bound[id(item)]

    def closed(self, item: Any, response: Any) -> None:
        """Note that an item has left the pipelines, perhaps as another object."""
        underway = self._underway.get(id(response))
        if underway is None:  # from start() or an errback
            self._bound.pop(id(item), None)
            return
        underway.items -= 1
        if not underway.items:
            del self._underway[id(response)]
            for key in underway.keys:
                self._bound.pop(key, None)

    def over(self, crawl: object) -> None:
        """Forget what a crawl has left: items that another spider middleware took out."""
        for key, underway in list(self._underway.items()):
            if underway.crawl is crawl:
                del self._underway[key]
                for item in underway.keys:
                    self._bound.pop(item, None)

    def response_of(self, item: Any) -> Response | None:
        """Return the response that an item came from, or None where that is not known."""
        binding = self._bound.get(id(item))
        return None if binding is None else binding.response

    def __len__(self) -> int:
        return len(self._bound)


#: For all crawls of this process: an item is of one crawl only, and ``bind`` has no crawler.
BINDINGS = Bindings()


def bind(item: Any, response: Response) -> None:
    """Say which response the text of an item is to be taken from.

    For items that are built over several pages, and for those that an errback gives.
    Without it an item belongs to the response of the callback that gave it.
    """
    BINDINGS.bind(item, response)


def free_with_its_last_user(response: Response) -> None:
    """Let a response and the tree of its selectors go when nobody holds them any more.

    The two hold each other, so that only the collector of cycles would free them, hundreds of
    pages later: https://github.com/scrapy/scrapy/issues/2977.  Now the selector holds a twin of
    its response instead, equal in all but that it has no selector.
    """
    selector = getattr(response, "_cached_selector", None)
    if selector is not None and selector.response is response:
        selector.response = twin = copy(response)
        twin._cached_selector = None


class ResponseBinderMiddleware:
    """Remembers for the pipelines which response each item came from, as long as there are any."""

    def __init__(self, crawler: Crawler) -> None:
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self.item_processed, signal)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ResponseBinderMiddleware:
        check_enabled(crawler.settings)
        return cls(crawler)

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterable[Any]:
        for output in result:
            self._bind(output, response)
            yield output
        free_with_its_last_user(response)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        async for output in result:
            self._bind(output, response)
            yield output
        free_with_its_last_user(response)

    def _bind(self, output: Any, response: Response) -> None:
        if output is not None and not isinstance(output, Request):
            BINDINGS.opened(output, response, self)

    def spider_closed(self) -> None:
        BINDINGS.over(self)

    def item_processed(self, item: Any, response: Any) -> None:
        BINDINGS.closed(item, response)
