"""Items → Parquet: the feed format ``parquet``, with typed columns.

Items are written in row groups, so memory does not grow with their number.  A file without its end, as a
killed crawl leaves it, is refused by every reader.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, BinaryIO

from itemadapter import ItemAdapter, is_item
from scrapy.crawler import Crawler
from scrapy.exporters import BaseItemExporter
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object
from w3lib.url import file_uri_to_path

from ..corpus.columns import JSON, Kind, arrow_type, fits
from ..corpus.exporter import CorpusParquetExporter
from ..corpus.lines import as_json, encodable
from ..corpus.storage import GROUP_BYTES, NOT_EMPTY, OTHER, Sink, pyarrow
from ..fields import TYPES
from .settings import fields_in

#: The most items of a row group; most groups end earlier, by their bytes.
GROUP_ROWS = 5000


class ParquetItemExporter(BaseItemExporter):
    """Writes items as rows.

    The results of the plugin have their types.  The type of another field is that of its values in the first
    row group: text, numbers, booleans, bytes, or lists of them; anything else is JSON.  Values that do not
    fit, and fields that come later, are JSON in the column ``other``.  ``types`` in ``item_export_kwargs``
    declares types, such as ``{"price": float, "tags": [str]}``.
    """

    def __init__(
        self,
        file: BinaryIO,
        *,
        types: Mapping[str, Kind] | None = None,
        results: Mapping[str, Kind] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._arrow = pyarrow()
        self._sink = Sink(file)
        self.types, self.results = types or {}, results or {}
        _ = [arrow_type(kind) for kind in self.types.values()]  # raises for a wrong one before the first item
        self._writer: Any = None
        self._kinds: dict[str, Kind] = {}
        self._rows: list[dict[str, Any]] = []
        self._bytes = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler, file: BinaryIO, **kwargs: Any) -> ParquetItemExporter:
        fields = fields_in(crawler.settings).values()
        results = {field: TYPES.get(result, str) for of in fields for result, field in of.items()}
        return cls(file, results=results, **kwargs)

    def export_item(self, item: Any) -> None:
        fields = self.get_serialized_fields(item, include_empty=bool(self.fields_to_export) or None)
        row = {name: plain(value) for name, value in fields}
        self._rows.append(row)
        self._bytes += size_of(row)
        if self._bytes >= GROUP_BYTES or len(self._rows) >= GROUP_ROWS:
            self._write_group()

    def finish_exporting(self) -> None:
        self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        if self._writer is None:
            # the types of all fields of the first rows; without rows, of the results
            names = dict.fromkeys(name for row in self._rows for name in row) if self._rows else self.results
            for name in names:
                values = [row[name] for row in self._rows if row.get(name) is not None]
                if name in self.types:
                    self._kinds[name] = self.types[name]
                elif name in self.results and all(fits(value, self.results[name]) for value in values):
                    self._kinds[name] = self.results[name]
                elif name != OTHER:
                    self._kinds[name] = type_of(values)
            types = {name: arrow_type(kind) for name, kind in self._kinds.items()} | {OTHER: arrow_type(str)}
            self._schema = self._arrow.schema(list(types.items()))
            self._writer = self._arrow.parquet.ParquetWriter(self._sink, self._schema, compression="zstd")
        rows = [typed(row, self._kinds) for row in self._rows]
        self._rows, self._bytes = [], 0
        if rows:
            self._writer.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))


def plain(value: Any) -> Any:
    """Return a value as Parquet and JSON may have it; an item may change after it was exported.

    >>> plain({"at": datetime(2026, 11, 28), 1: ("a", {"b"})})
    {'at': '2026-11-28T00:00:00', '1': ['a', ['b']]}
    """
    if value is None or type(value) in (str, int, float, bool, bytes):
        return value
    if is_item(value):
        value = ItemAdapter(value).asdict()
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(map(plain, value))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return float(value) if isinstance(value, float) else str(value)


def size_of(value: Any) -> int:
    """Return the bytes of a plain value, about."""
    if isinstance(value, (str, bytes)):
        return len(value)
    if isinstance(value, (dict, list)):
        return sum(map(size_of, value.values() if isinstance(value, dict) else value))
    return 8


def type_of(values: Iterable[Any]) -> Kind:
    """Return the type that all values have; of no values, text.

    >>> type_of([1, 2.5]), type_of([["a"], []]), type_of([1, "a"]), type_of([{"a": 1}]), type_of([])
    (<class 'float'>, [<class 'str'>], 'json', 'json', <class 'str'>)
    """
    values = list(values)
    kinds: list[Kind] = [str, bool, int, float, bytes]
    kinds += [[kind] for kind in kinds]
    return next((kind for kind in kinds if all(fits(value, kind) for value in values)), JSON)


def typed(row: Mapping[str, Any], kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """Return the row of a table with these columns; what does not fit is in the column of other values."""
    values = {
        name: as_json(row[name], str) if kind == JSON and row[name] is not None else row[name]
        for name, kind in kinds.items()
        if name in row
    }
    found = {name: value for name, value in values.items() if fits(value, kinds[name])}
    other = {name: value for name, value in row.items() if name not in found and value is not None}
    halves = {n: encodable(v) for n, v in other.items() if isinstance(v, str) and kinds.get(n) is str}
    return {**found, **halves, OTHER: as_json(other, str) if other else None}


def check_feeds(settings: BaseSettings) -> None:
    """Raise ValueError for a feed in Parquet that cannot be written, or ImportError without the library."""
    exporters = settings.getwithbase("FEED_EXPORTERS")
    for uri, feed in settings.getdict("FEEDS").items():
        exporter = exporters.get(feed.get("format"))
        if exporter is None or load_object(exporter) not in (ParquetItemExporter, CorpusParquetExporter):
            continue
        pyarrow()
        path = file_uri_to_path(f"{uri}") if f"{uri}".startswith("file:") else f"{uri}"
        if not feed.get("overwrite") and os.path.isfile(path) and os.path.getsize(path):
            raise ValueError(f"The feed {uri} cannot be written: {NOT_EMPTY}")
