"""Items → items with the results of their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter, is_item
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem, NotConfigured
from scrapy.http import Response

from .analyst import Analyst
from .content.analysis import Analysis, without_text
from .fields import FROM_METADATA, RESULTS
from .responses import meta_of
from .settings import check_enabled
from .spidermiddlewares import BINDINGS

if TYPE_CHECKING:
    from typing_extensions import Self


class _ResultPipeline:
    """Writes results of a page to the fields of its items.  A page never costs an item."""

    #: the results that it writes
    results: tuple[str, ...]

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst
        analyst.pipelines.append(self)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        check_enabled(crawler.settings)
        return cls(Analyst.of(crawler))

    async def process_item(self, item: Any) -> Any:
        try:
            return await self._process(item)
        finally:
            if self is self.analyst.pipelines[-1]:
                BINDINGS.read_last(item)

    async def _process(self, item: Any) -> Any:
        response = BINDINGS.response_of(item)
        if not self._is_wanted(item, response):
            self.count("skipped")
            return item
        analysis = await self._analysis_for(item, response)
        self.write(item, analysis)
        self.count(f"status/{analysis.status}")
        if self.analyst.options.drop_empty and analysis.status == "empty":
            raise DropItem("The page has no main text, and CONTENT_EXTRACT_ON_EMPTY is 'drop'.")
        return item

    def _is_wanted(self, item: Any, response: Response | None) -> bool:
        """Say whether an item is to be filled."""
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

    async def _analysis_for(self, item: Any, response: Response | None) -> Analysis:
        if response is not None:
            return await self.analyst.analysis_of(response)
        self.analyst.warn_once(
            "no_response",
            "The response of an item is not known, here of a %s: the item came from start() or an "
            "errback, an earlier pipeline replaced it, or ResponseBinderMiddleware is not enabled. "
            "Call scrapy_content_extract.bind(item, response) to say where an item came from, and "
            "put pipelines that replace items after this one.",
            type(item).__name__,
        )
        return without_text("no_response")

    def write(self, item: Any, analysis: Analysis) -> None:
        """Write the results to the fields of an item."""
        options = self.analyst.options
        fields = options.fields_for(item)
        adapter = ItemAdapter(item)
        for result in self.results:
            field = fields.get(result)
            if field is None or (not options.overwrite and adapter.get(field) is not None):
                continue
            try:
                adapter[field] = RESULTS[result](analysis)
            except Exception as error:  # each kind of item raises its own
                self.analyst.count("not_written")
                self.analyst.warn_once(
                    (type(item), field),
                    "%s items do not accept %r (%r) and go on without it. Declare a field %r that can "
                    "be assigned, map %r to another field or to None in CONTENT_EXTRACT_FIELDS, or "
                    "leave the class out of CONTENT_EXTRACT_ITEM_CLASSES.",
                    type(item).__name__, field, error, field, result,
                )  # fmt: skip

    def count(self, stat: str) -> None:
        """Count how an item came out, once: in the first pipeline that it passes."""
        if self is self.analyst.pipelines[0]:
            self.analyst.count(stat)


class ExtractPipeline(_ResultPipeline):
    """Writes the main text of the page, its title, its diagnostics and its metadata."""

    results = ("text", "title", "link_density", *FROM_METADATA)


class SegmentPipeline(_ResultPipeline):
    """Writes the blocks of the page."""

    results = ("blocks",)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        check_enabled(crawler.settings)
        analyst = Analyst.of(crawler)
        if analyst.options.segmenter is None:
            raise NotConfigured("CONTENT_EXTRACT_SEGMENTER is None")
        return cls(analyst)
