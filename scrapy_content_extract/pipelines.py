"""Items → items with the results of their page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter, is_item
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem, NotConfigured

from .analysis import Analysis, Analyst, meta_of, without_text
from .fields import RESULTS
from .settings import check_enabled
from .spidermiddlewares import BINDINGS

if TYPE_CHECKING:
    from typing_extensions import Self


class _ResultPipeline:
    """Writes some results of a page to the fields of its items.  No item is lost here."""

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
        options = self.analyst.options
        if not is_item(item):
            self.count("skipped")
            self.analyst.warn_once(
                type(item),
                "%s objects are no items that fields can be written to; they go on as they are. "
                "There may be: dicts, dataclasses, attrs, pydantic and scrapy.Item objects.",
                type(item).__name__,
            )
            return item
        if options.item_classes and not isinstance(item, options.item_classes):
            self.count("skipped")
            return item
        response = BINDINGS.response_of(item)
        if response is None:
            analysis = without_text("no_response")
            self.analyst.warn_once(
                "no_response",
                "The first item whose response is not known: a %s. It came from start() or an "
                "errback, or a pipeline before this one replaced it, or ResponseBinderMiddleware "
                "is not enabled. Call scrapy_content_extract.bind(item, response) to say where an "
                "item came from; put pipelines that replace items after this one.",
                type(item).__name__,
            )
        elif meta_of(response).get("content_extract") is False:
            self.count("skipped")
            return item
        else:
            analysis = await self.analyst.analysis_of(response)
        self.write(item, analysis)
        self.count(f"status/{analysis.status}")
        if options.drop_empty and analysis.status == "empty":
            raise DropItem("The page has no main text, and CONTENT_EXTRACT_ON_EMPTY is 'drop'.")
        return item

    def write(self, item: Any, analysis: Analysis) -> None:
        """Write the results to those fields that are to have them."""
        options = self.analyst.options
        fields = options.fields_for(item)
        adapter = ItemAdapter(item)
        for result in self.results:
            field = fields[result]
            if field is None or (not options.overwrite and adapter.get(field) is not None):
                continue
            try:
                adapter[field] = RESULTS[result](analysis)
            except Exception as error:  # each type of item has its own
                self.analyst.count("not_written")
                self.analyst.warn_once(
                    (type(item), field),
                    "%s items cannot have %r written to them (%r), so they go on without. Declare "
                    "a field %r that may be assigned, map %r to another field or to None in "
                    "CONTENT_EXTRACT_FIELDS, or leave the class out of CONTENT_EXTRACT_ITEM_CLASSES.",
                    type(item).__name__, field, error, field, result,
                )  # fmt: skip

    def count(self, stat: str) -> None:
        """Count how an item came out, in the first of the pipelines that it passes."""
        if self is self.analyst.pipelines[0]:
            self.analyst.count(stat)


class ExtractPipeline(_ResultPipeline):
    """Writes the main text of the page, its title and its diagnostics."""

    results = ("text", "title", "link_density")


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
