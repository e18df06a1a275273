"""Items and the responses that they came from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import FormRequest, Request, Response

from ..content.result import Result
from .analyst import Analyst
from .forms import as_sent
from .responses import free_with_its_last_user
from .settings import check_enabled


@dataclass
class Binding:
    item: Any
    response: Response
    by_user: bool = False
    #: the response whose callback yielded the item last; a signal tells when the item is done
    yielded_for: Response | None = None


@dataclass
class Underway:
    """A response with items in the pipelines."""

    response: Response
    #: the crawl that it belongs to
    crawl: object
    items: int = 0
    keys: list[int] = field(default_factory=list)


class Bindings:
    """The response of each item, found by the identity of the item.

    Dicts and most other items cannot be weak keys, and Python uses an ``id`` again.  So item and
    response are held until every item of the response has left the pipelines.
    """

    def __init__(self) -> None:
        self._bound: dict[int, Binding] = {}
        self._underway: dict[int, Underway] = {}

    def bind(self, item: Any, response: Response) -> None:
        """Take the text of an item from this response, until the item has left the pipelines.

        Needed for items that are built over several pages, and for items of an errback.  Any other
        item belongs to the response of the callback that yielded it.
        """
        self._bound[id(item)] = Binding(item, response, by_user=True)

    def opened(self, item: Any, response: Response, crawl: object) -> None:
        """Note an item that a callback has yielded for this response."""
        binding = self._bound.get(id(item))
        if binding is None or not binding.by_user:
            binding = self._bound[id(item)] = Binding(item, response)
        binding.yielded_for = response
        underway = self._underway.setdefault(id(response), Underway(response, crawl))
        underway.items += 1
        underway.keys.append(id(item))

    def read_last(self, item: Any) -> None:
        """Note that no pipeline will ask for this item again.

        An item of an errback is not counted, and its signal may carry another object, so its
        binding ends here.
        """
        binding = self._bound.get(id(item))
        if binding is not None and binding.yielded_for is None:
            del self._bound[id(item)]

    def closed(self, item: Any, response: Any) -> None:
        """Note that an item has left the pipelines, perhaps as another object."""
        underway = self._underway.get(id(response))
        if underway is None:  # from start() or an errback
            self._bound.pop(id(item), None)
            return
        underway.items -= 1
        if not underway.items:
            self._forget(underway)

    def over(self, crawl: object) -> None:
        """Forget the items that another spider middleware of this crawl took out."""
        for underway in list(self._underway.values()):
            if underway.crawl is crawl:
                self._forget(underway)

    def _forget(self, underway: Underway) -> None:
        """Forget a response and its items, except items that another page has yielded since."""
        del self._underway[id(underway.response)]
        for key in underway.keys:
            binding = self._bound.get(key)
            if binding is not None and binding.yielded_for is underway.response:
                del self._bound[key]

    def response_of(self, item: Any) -> Response | None:
        binding = self._bound.get(id(item))
        return None if binding is None else binding.response

    def __len__(self) -> int:
        return len(self._bound)


#: The bindings of all crawls of this process, because ``bind`` has no crawler.  An item belongs to one crawl.
BINDINGS = Bindings()
bind = BINDINGS.bind


#: The response whose items are processed, in ``scrapy parse --pipelines``.
PARSED: ContextVar[Response | None] = ContextVar("PARSED", default=None)


class ResponseBinderMiddleware:
    """Remembers for the pipelines which response each item came from, and the crawl of each response.

    It also writes the data of forms in the encoding of their page, because it sees both.
    """

    def __init__(self, crawler: Crawler) -> None:
        # ``scrapy parse`` processes items in the callback, before any spider middleware could bind them, and
        # gives the spider a start() of its own.
        self._notes_parsed = crawler.spidercls.start.__module__ == "scrapy.commands.parse"
        self.crawler = crawler
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(BINDINGS.closed, signal)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ResponseBinderMiddleware:
        check_enabled(crawler.settings)
        return cls(crawler)

    @cached_property
    def analyst(self) -> Analyst:
        """The one analyst of the crawl, for callers outside the pipelines."""
        return Analyst.of(self.crawler)

    def process_spider_input(self, response: Response) -> None:
        BINDERS[response] = self
        if self._notes_parsed:
            PARSED.set(response)

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterable[Any]:
        for output in result:
            yield self._handed_on(output, response)
        free_with_its_last_user(response)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        async for output in result:
            yield self._handed_on(output, response)
        free_with_its_last_user(response)

    def _handed_on(self, output: Any, response: Response) -> Any:
        """Return what the next middleware gets: requests of forms as they are sent, and all else, bound."""
        if isinstance(output, FormRequest):
            return as_sent(output, response)
        if output is not None and not isinstance(output, Request):
            BINDINGS.opened(output, response, self)
        return output

    def spider_closed(self) -> None:
        BINDINGS.over(self)


#: The middleware of the crawl that each response belongs to, from its callback on.
BINDERS: WeakKeyDictionary[Response, ResponseBinderMiddleware] = WeakKeyDictionary()


@dataclass(frozen=True)
class Awaited:
    """The result of a response, as soon as it is awaited."""

    _analyst: Analyst
    _response: Response

    def __await__(self) -> Generator[Any, Any, Result]:
        return self._analyst.result_of(self._response).__await__()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"content_of(response) must be awaited before it has {name!r}: make the callback an async def; "
            f"or, in a plain def, use extract(response)"
        )


def content_of(response: Response) -> Awaited:
    """Return the result that the items of a response get, when it is awaited.

    What CONTENT_EXTRACT_FIELDS does not name is made when it is asked for, from the tree of the response if
    the spider has used selectors: ask before changing that.  No page raises anything.

    Raises ValueError for a response that no callback was called with.
    """
    binder = BINDERS.get(response)
    if binder is None:
        raise ValueError(
            f"content_of() was called with {response}, which no callback was called with. Call it in a "
            f"callback, with its own response, while ResponseBinderMiddleware is enabled; for a response "
            f"made by hand there is extract(response)."
        )
    return Awaited(binder.analyst, response)
