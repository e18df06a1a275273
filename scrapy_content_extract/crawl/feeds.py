"""Items as they are written: cells of CSV, JSON for other stores, log messages without whole pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import Repr
from typing import Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.exporters import CsvItemExporter
from scrapy.logformatter import LogFormatter
from scrapy.utils.serialize import ScrapyJSONEncoder

from .settings import Fields, fields_in


class JsonCellExporter(CsvItemExporter):
    """Scrapy's CSV, with dicts and lists as JSON instead of Python code."""

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:
        """Return the value of a cell; Scrapy joins lists of texts by commas."""
        value = super().serialize_field(field, name, value)
        if isinstance(value, (dict, list, tuple)):
            return encoder.encode(value)
        return value


encoder = ScrapyJSONEncoder(ensure_ascii=False)


def utf8_json(item: Any) -> bytes:
    """Return an item without its blocks as JSON in UTF-8, for ``REDIS_ITEMS_SERIALIZER`` of scrapy-redis.

    scrapy-redis escapes every letter that is not ASCII, and an item holds its text again in its blocks.

    >>> utf8_json({"text": "雨", "blocks": [{"text": "雨"}]}).decode()
    '{"text": "雨"}'
    """
    fields = ItemAdapter(item).asdict()
    fields.pop("blocks", None)
    return utf8_json_with_blocks(fields)


def utf8_json_with_blocks(item: Any) -> bytes:
    """Return a whole item as JSON in UTF-8."""
    return encoder.encode(ItemAdapter(item).asdict()).encode("utf-8", "replace")


#: Keeps the ends of a text, the first value of a list, and all diagnostics.
SHORT = Repr()
SHORT.maxstring, SHORT.maxlist, SHORT.maxdict = 80, 1, 20


class Unwanted(DropItem):
    """Drops an item as the user has asked."""


class ItemLogFormatter(LogFormatter):
    """Cuts the plugin's values where Scrapy logs an item; one that is not wanted is not logged."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ItemLogFormatter:
        return cls(fields_in(crawler.settings))

    def scraped(self, item: Any, *args: Any, **kwargs: Any) -> Any:
        return self._shortened(super().scraped(item, *args, **kwargs))

    def dropped(self, item: Any, exception: BaseException, *args: Any, **kwargs: Any) -> Any:
        message = super().dropped(item, exception, *args, **kwargs)
        if isinstance(exception, Unwanted):
            return {**message, "msg": "Dropped: %(exception)s"}
        return self._shortened(message)

    def item_error(self, item: Any, *args: Any, **kwargs: Any) -> Any:
        return self._shortened(super().item_error(item, *args, **kwargs))

    def _shortened(self, message: Any) -> Any:
        """Return a message that shows the cut item; its arguments still have the item itself."""
        args = message["args"]
        short = ShortItem(args["item"], set(self.fields.of(type(args["item"])).values()))
        return {**message, "msg": message["msg"].replace("%(item)s", "%(short_item)s"),
                "args": {**args, "short_item": short}}  # fmt: skip


@dataclass(eq=False, repr=False)
class ShortItem:
    """An item that becomes text only if the message is logged."""

    item: Any
    fields: set[str]

    def __str__(self) -> str:
        if not ItemAdapter.is_item(self.item):
            return str(self.item)
        values: Mapping[str, Any] = ItemAdapter(self.item)
        shown = (
            f"{field!r}: {SHORT.repr(value) if field in self.fields else repr(value)}"
            for field, value in values.items()
        )
        return f"{{{', '.join(shown)}}}"
