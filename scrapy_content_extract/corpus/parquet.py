"""Lines of a corpus in Parquet, with a declared schema (extra ``parquet``).

The columns are the keys of a line.  Values without a column, or of another type, are in
``metadata.other``, as JSON: reading gives the same lines again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from ..content.errors import install
from ..files import parsed
from .lines import KEYS, LEFT_OUT, METADATA, encodable, line_of_item

#: The column for values without one.
OTHER = "other"
#: The bytes of lines in a row group, about; they are in memory until it is written.
GROUP_BYTES = 1 << 24


@cache
def schema() -> Any:
    """Return the schema, which all files of a corpus share.

    Raises ImportError with what to do if pyarrow is not installed.
    """
    pa = pyarrow()
    types = {str: pa.string(), float: pa.float64(), int: pa.int64(), bool: pa.bool_()}
    metadata = [(name, types[kind]) for name, kind in {**METADATA, OTHER: str}.items()]
    columns = [(name, pa.string()) for name in KEYS]
    return pa.schema([*columns, ("metadata", pa.struct(metadata))])


def pyarrow() -> Any:
    try:
        import pyarrow  # type: ignore[import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise ImportError(f"{error}; .parquet needs an extra: {install('parquet')}") from error
    return pyarrow


class ParquetLines:
    def __init__(self, path: str, most_bytes: int | None = None) -> None:
        """``most_bytes`` is the size from which on there will be another file: its groups are no larger.

        Raises OSError if there can be no such file, and ImportError without pyarrow.
        """
        self._arrow = pyarrow()
        self._writer = self._arrow.parquet.ParquetWriter(path, schema(), compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._bytes = 0
        self._most_bytes = min(GROUP_BYTES, most_bytes or GROUP_BYTES)

    def write(self, line: str) -> None:
        self._rows.append(row_of(line))
        self._bytes += len(line)
        if self._bytes >= self._most_bytes:
            self._write_group()

    def _write_group(self) -> None:
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, schema=schema()))
        self._rows, self._bytes = [], 0

    def close(self) -> None:
        if self._writer.is_open:
            try:
                self._write_group()
            finally:
                self._writer.close()


def row_of(line: str) -> dict[str, Any]:
    """Return the row of a line.

    >>> row_of('{"text": "It rains.", "tags": [1]}')["metadata"]["other"]
    '{"tags": [1]}'
    >>> row_of("no JSON")
    {'metadata': {'other': '"no JSON"'}}
    """
    item = parsed(line)
    if not isinstance(item, dict):
        return {"metadata": {OTHER: json.dumps(line.rstrip("\n"))}}
    row = line_of_item(item)
    metadata = {name: value for name, value in row["metadata"].items() if has_column(name, value)}
    other = {name: value for name, value in row["metadata"].items() if name not in metadata}
    other |= {name: item[name] for name in LEFT_OUT if name in item}
    if row["text"] != (item.get("text") or ""):
        other["text"] = item["text"]  # it is none
    metadata[OTHER] = json.dumps(other) if other else None
    texts = {key: value and encodable(value) for key, value in row.items() if key in KEYS}
    return {**texts, "metadata": metadata}


def has_column(name: str, value: Any) -> bool:
    """Tell whether a value of the metadata has a column of its type."""
    if value is None or name not in METADATA:
        return name in METADATA
    kind = METADATA[name]
    if type(value) is int:
        return kind in (int, float) and abs(value) <= 2**53
    return value == encodable(value) if isinstance(value, str) and kind is str else type(value) is kind


def parquet_lines(path: str) -> Iterator[str]:
    """Yield the rows of a file as lines; one of any Parquet has its columns as keys."""
    for batch in pyarrow().parquet.ParquetFile(path).iter_batches(batch_size=1000):
        for row in batch.to_pylist():
            metadata = row.get("metadata")
            if isinstance(metadata, dict):
                other = json.loads(metadata.pop(OTHER, None) or "{}")
                if isinstance(other, str):
                    yield f"{other}\n"
                    continue
                metadata.update(other)
            yield json.dumps(row, ensure_ascii=False, default=str) + "\n"
