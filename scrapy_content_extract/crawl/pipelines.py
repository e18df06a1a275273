"""Items → items with the results of their pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from itemadapter import ItemAdapter, is_item
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from ..content.registry import called
from ..content.result import Result, without_text
from ..fields import RESULTS
from .analyst import Analyst
from .binding import BINDINGS, PARSED
from .feeds import Unwanted
from .responses import meta_of
from .settings import check_enabled, of_extra, read
from .threads import run_in_thread
from .timing import Stopwatch

#: With more blocks, the values of an item are made in a thread.
MANY_BLOCKS = 10_000
#: Fields that are likely to be for the text.
TEXT_FIELDS = ("text", "body", "content", "article_body", "main_text", "article")


class ContentPipeline:
    """Writes the results of a page to the fields of its items; a page never costs an item."""

    def __init__(self, analyst: Analyst, duplicates: Any = None) -> None:
        """``duplicates`` is a :class:`.duplicates.TextsBefore`, or None."""
        self.analyst, self.duplicates = analyst, duplicates
        self._written = Written()
        self._under_way = 0
        #: fires after the last item under way; it is set when the spider closes
        self._last: Deferred[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ContentPipeline:
        """Raise ValueError for a file of duplicates that cannot be used."""
        check_enabled(crawler.settings)
        analyst = Analyst.of(crawler)
        path = read(crawler.settings, "CONTENT_EXTRACT_DUPLICATES")
        if path is None:
            return cls(analyst)
        texts = of_extra(f"{__package__}.duplicates.TextsBefore", "corpus", "CONTENT_EXTRACT_DUPLICATES")
        return cls(analyst, texts(path, analyst))

    async def close_spider(self) -> None:
        if self._under_way:  # ``scrapy parse`` does not wait for its items
            self._last = Deferred()
            await maybe_deferred_to_future(self._last)
        if self.duplicates:
            await self.duplicates.close()

    async def process_item(self, item: Any) -> Any:
        self._under_way += 1
        try:
            return await self._process(item)
        finally:
            BINDINGS.read_last(item)
            self._under_way -= 1
            if self._last and not self._under_way:
                last, self._last = self._last, None
                last.callback(None)

    async def _process(self, item: Any) -> Any:
        response = BINDINGS.response_of(item) or PARSED.get()
        if not self._is_wanted(item, response):
            self.analyst.count("skipped")
            return item
        if response is None:
            self.analyst.warn_once(
                "no_response",
                "The response of an item is not known, here of a %s: the item came from start() or an "
                "errback, an earlier pipeline replaced it, or ResponseBinderMiddleware is not enabled. "
                "Call scrapy_content_extract.bind(item, response) to say where an item came from, and "
                "put pipelines that replace items after this one.",
                type(item).__name__,
            )
            result = without_text("no_response")
        else:
            result = await self.analyst.result_of(response)
            if self.duplicates:
                result.duplicate_of = await self.duplicates.before(response.url, result.text)
        options = self.analyst.options
        fields = options.fields.of(type(item))
        watch = Stopwatch()
        if "blocks" in fields and len(result.blocks) > MANY_BLOCKS:  # their values would hold up the loop
            values = await run_in_thread(watch.call, values_of, fields, result)
        else:
            values = watch.call(values_of, fields, result)
        with watch:
            self._write(item, fields, values)
        self.analyst.count_seconds("fields", watch.seconds)
        self.analyst.count(f"status/{result.status}")
        if options.drop_empty and result.status == "empty":
            why = f"{response} has no main text, and CONTENT_EXTRACT_ON_EMPTY is 'drop'"
            raise Unwanted(why, "INFO")
        if options.drop_duplicates and result.duplicate_of:
            why = f"{response} repeats {result.duplicate_of}, and CONTENT_EXTRACT_ON_DUPLICATE is 'drop'"
            raise Unwanted(why, "INFO")
        return item

    def _is_wanted(self, item: Any, response: Response | None) -> bool:
        if not is_item(item):
            self.analyst.warn_once(
                type(item),
                "%s objects are not items, so nothing is written to them. Items are dicts, and "
                "dataclass, attrs, pydantic and scrapy.Item objects.",
                type(item).__name__,
            )
            return False
        classes = self.analyst.options.item_classes
        if classes and not isinstance(item, classes):
            return False
        return response is None or meta_of(response).get("content_extract") is not False

    def _write(self, item: Any, fields: Mapping[str, str], values: Mapping[str, Any]) -> None:
        """Write values; warn once for each class of items and set of fields that do not accept them."""
        adapter, cls = ItemAdapter(item), type(item)
        refused: dict[str, Exception] = {}
        for result, field in fields.items():
            if not self._may_write(item, field, result):
                continue
            try:
                adapter[field] = values[result]
            except Exception as error:  # each kind of item raises its own
                self.analyst.count("not_written")
                refused[result] = error
            else:
                self._written.add(item, field, adapter[field])
        if not refused:
            return
        tried = [fields[result] for result in refused]
        declared = ItemAdapter.get_field_names_from_class(cls) or ()
        likely = next((name for name in TEXT_FIELDS if name in declared and name not in tried), None)
        self.analyst.warn_once(
            (cls, *refused),
            "%s items do not accept %s (%r) and go on without. Declare fields that can be assigned, or "
            "say where the results go: add %r: %r to the dict CONTENT_EXTRACT_FIELDS",
            cls.__name__,
            " and ".join(map(repr, tried)),
            next(iter(refused.values())),
            called(cls),
            {result: likely if result == "text" else None for result in refused},
        )

    def _may_write(self, item: Any, field: str, result: str) -> bool:
        """Tell whether a result may replace the value of a field: an empty one, or the plugin's."""
        value = ItemAdapter(item).get(field)
        if self.analyst.options.overwrite or is_empty(value) or self._written.has(item, field, value):
            return True
        self.analyst.count("kept_own")
        self.analyst.warn_once(
            (type(item), field, "own"),
            "A %s item has a value of its own in the field %r, which stays: the %r of the page is not "
            "written. Map %r to another field, or to None, in CONTENT_EXTRACT_FIELDS; or set "
            "CONTENT_EXTRACT_OVERWRITE to True.",
            type(item).__name__, field, result, result,
        )  # fmt: skip
        return False


def values_of(results: Iterable[str], result: Result) -> dict[str, Any]:
    """Return results as plain values for one item; runs in any thread."""
    return {name: RESULTS[name](result) for name in results}


def is_empty(value: Any) -> bool:
    """Tell whether a field is empty: None, "", 0, False, or an empty container."""
    try:
        return not value
    except Exception:  # an array has no truth value
        return False


#: The most values that are remembered, the latest; each takes about 150 bytes.
MOST = 30_000


class Written:
    """The values that were written lately.

    A spider may yield one object for several pages; then its fields hold the values of the page before.
    A dict takes no mark, and a reference would keep the item alive.  So the address of the item, the field
    and the value itself identify a value.  Another item at the same address does no harm: it would need
    the same value in the same field.
    """

    def __init__(self) -> None:
        self._marks: OrderedDict[int, None] = OrderedDict()

    def add(self, item: Any, field: str, value: Any) -> None:
        self._marks[mark(item, field, value)] = None
        if len(self._marks) > MOST:
            self._marks.popitem(last=False)

    def has(self, item: Any, field: str, value: Any) -> bool:
        try:
            return mark(item, field, value) in self._marks
        except TypeError:  # a value that cannot be hashed is not ours
            return False


def mark(item: Any, field: str, value: Any) -> int:
    return hash((id(item), field, frozen(value)))


def frozen(value: Any) -> Any:
    """Return a hashable form of a value of JSON.

    >>> frozen({"text": "It rains.", "ranges": [[0, 2], [3, 4]]})
    ('It rains.', ((0, 2), (3, 4)))
    """
    if isinstance(value, dict):
        return tuple(map(frozen, value.values()))
    return tuple(map(frozen, value)) if isinstance(value, list) else value
