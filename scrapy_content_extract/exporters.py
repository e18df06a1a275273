"""Feeds: a table has a text in each cell."""

from __future__ import annotations

import json
from typing import Any

from scrapy.exporters import CsvItemExporter
from scrapy.utils.serialize import ScrapyJSONEncoder


class JsonCellExporter(CsvItemExporter):
    """Scrapy's CSV, with dicts and lists as JSON instead of Python code."""

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:
        """Return the value of a cell; Scrapy joins lists of texts by commas."""
        value = super().serialize_field(field, name, value)
        if isinstance(value, (dict, list, tuple)):
            return json.dumps(value, cls=ScrapyJSONEncoder, ensure_ascii=False)
        return value
