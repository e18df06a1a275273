"""Lines of a corpus in files: JSON lines, compressed or not, and Parquet; in shards if asked.

Parquet (extra ``parquet``) has a declared schema, whose columns are the keys of a line.  Values without a
column, or of another type, are in ``metadata.other``, as JSON: reading gives the same lines again.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from io import RawIOBase
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Any, BinaryIO

from ..content.errors import needing, parsed
from .columns import COLUMNS, KEYS, arrow_type, fits
from .files import ASIDE, open_text, whole
from .lines import LEFT_OUT, METADATA, encodable, line_of_item

#: The formats, each the end of a file's name.
LINE_FORMATS = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet")
PARQUET = ".parquet"
#: The end of the name of a table, which is only written.
CSV = ".csv"
#: The column of Parquet for values without one.
OTHER = "other"
#: The bytes of lines in a row group, about; they are in memory until it is written.
GROUP_BYTES = 1 << 24
#: The rows of Parquet that are read at a time.
BATCH_ROWS = 1000


def read_lines(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the lines of a file, each with its end.

    Raises OSError if it cannot be read to its end, and ImportError if its format needs a missing library.
    """
    name = os.fspath(path)
    try:
        if name.endswith(PARQUET):
            yield from parquet_lines(name)
            return
        with open_text(name) as file:
            for line in file:
                yield line if line.endswith("\n") else f"{line}\n"
    except (ImportError, GeneratorExit):
        raise
    except Exception as error:  # each library has its own
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise OSError(f"{name} cannot be read to its end ({error}); write it again, or fetch it") from error


@dataclass(eq=False)
class Shards:
    """The files of a target: itself and, once a file has ``most_bytes``, others.

    The second file of ``corpus.jsonl.gz`` is ``corpus.00001.jsonl.gz``.  All are written aside and get
    their names at the end, the target last: when it is there, all are.  Before that, ``on_whole`` is called
    with their names and sizes.
    """

    target: str | os.PathLike[str]
    most_bytes: int | None = None
    on_whole: Callable[[dict[str, int]], object] = lambda sizes: None

    def __post_init__(self) -> None:
        self._path = os.fspath(self.target)
        ends = filter(self._path.endswith, LINE_FORMATS)
        self._end = max(ends, key=len, default=Path(self._path).suffix)
        self._stem = self._path.removesuffix(self._end)
        self._stack = ExitStack()
        self._number = -1

    def path(self, number: int) -> str:
        """Return the path of a file.

        >>> Shards("www.example.com.jsonl.gz").path(1)
        'www.example.com.00001.jsonl.gz'
        """
        return self._path if number == 0 else f"{self._stem}.{number:05}{self._end}"

    def has(self, path: str) -> bool:
        """Tell whether a path names a later file of this target.

        >>> Shards("corpus.jsonl").has("corpus.00001.jsonl"), Shards("corpus.jsonl").has("corpus.1.jsonl")
        (True, False)
        """
        number = Path(path).name.removeprefix(Path(self._stem).name + ".")[:5]
        return number.isdecimal() and os.path.realpath(path) == os.path.realpath(self.path(int(number)))

    def files(self) -> list[str]:
        return list(takewhile(os.path.exists, map(self.path, count())))

    def write(self, line: str) -> None:
        if self.most_bytes and os.path.getsize(self._aside) >= self.most_bytes:
            self._sink.close()
            self._open()
        self._sink.write(line)

    def write_all(self, text: str) -> None:
        for line in text.split("\n")[:-1]:  # str.splitlines would cut at U+2028
            self.write(f"{line}\n")

    def _open(self) -> None:
        self._number += 1
        # The stack is left from its end: the last file gets its name first.
        self._aside = self._stack.enter_context(whole(self.path(self._number)))
        if self._path.endswith(PARQUET):
            self._sink: Any = ParquetLines(self._aside, self.most_bytes)
        elif self._path.endswith(CSV):
            self._sink = CsvLines(self._aside)
        else:
            self._sink = open_text(self._aside, "w")
        self._stack.callback(self._sink.close)

    def __enter__(self) -> Shards:
        with self._stack:  # removes what is there if a file cannot be opened
            self._open()
            self._stack = self._stack.pop_all()
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if kind is not None:
            self._stack.__exit__(kind, error, trace)
            return
        with self._stack:
            self._sink.close()  # a full disk must not cost the former files
            paths = [self.path(number) for number in range(self._number + 1)]
            self.on_whole({os.path.basename(path): os.path.getsize(path + ASIDE) for path in paths})
            for path in takewhile(os.path.exists, map(self.path, count(self._number + 1))):
                os.unlink(path)  # of an earlier, longer target


def pyarrow() -> Any:
    """Return the library; raises ImportError with what to do if it is not installed."""
    with needing("parquet", ".parquet needs"):
        import pyarrow  # type: ignore[import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]
    return pyarrow


@cache
def schema() -> Any:
    """Return the schema, which all files of a corpus share."""
    pa = pyarrow()
    types = {name: arrow_type(column.type) for name, column in COLUMNS.items()}
    metadata = [*((name, types[name]) for name in METADATA), (OTHER, pa.string())]
    return pa.schema([*((name, types[name]) for name in KEYS), ("metadata", pa.struct(metadata))])


#: Why Parquet is not appended to a file: readers would see the last part only.
NOT_EMPTY = (
    "it is there, and Parquet cannot be appended to. Use -O instead of -o, overwrite in FEEDS, or a new name "
    "such as items-%(time)s.parquet."
)


class Sink(RawIOBase):
    """An open file that Parquet is written to; it may be a pipe, or be compressed by Scrapy.

    It stays open when this object is closed: who opened it may have more to do.

    Raises ValueError if it is not empty.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._position = 0
        if file.seekable() and file.tell():
            raise ValueError(f"{getattr(file, 'name', 'The file')}: {NOT_EMPTY}")

    def write(self, data: Any) -> int:
        self._file.write(bytes(data))
        self._position += len(data)
        return len(data)

    def tell(self) -> int:
        return self._position

    def writable(self) -> bool:
        return True


class ParquetLines:
    """A file of Parquet to which lines are written."""

    def __init__(self, path: str | Sink, most_bytes: int | None = None) -> None:
        """``most_bytes`` is the size from which on there will be another file: its groups are no larger."""
        self._arrow = pyarrow()
        self._writer = self._arrow.parquet.ParquetWriter(path, schema(), compression="zstd")
        self._rows: list[dict[str, Any]] = []
        #: rows of the group that are columns already: as dicts they would take ten times the memory
        self._tables: list[Any] = []
        self._bytes = 0
        self._most_bytes = min(GROUP_BYTES, most_bytes or GROUP_BYTES)

    def write(self, line: str) -> None:
        self._rows.append(row_of(line))
        self._bytes += len(line)
        if len(self._rows) >= BATCH_ROWS or self._bytes >= self._most_bytes:
            self._add_table()
        if self._bytes >= self._most_bytes:
            self._write_group()

    def _add_table(self) -> None:
        self._tables.append(self._arrow.Table.from_pylist(self._rows, schema=schema()))
        self._rows = []

    def _write_group(self) -> None:
        self._writer.write_table(self._arrow.concat_tables(self._tables))
        self._tables, self._bytes = [], 0

    def close(self) -> None:
        if self._writer.is_open:
            try:
                self._add_table()
                self._write_group()
            finally:
                self._writer.close()


class CsvLines:
    """A table in CSV to which lines are written: a column for each key of the first one."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "w", encoding="utf-8", errors="backslashreplace", newline="")  # noqa: SIM115
        self._writer: Any = None

    def write(self, line: str) -> None:
        row = parsed(line)
        nested = row.pop("metadata", None) or {}
        row = row | {name: value for name, value in nested.items() if name not in row}
        if self._writer is None:
            self._writer = csv.DictWriter(self._file, list(row), restval="", extrasaction="ignore")
            self._writer.writeheader()
        as_json = {
            name: json.dumps(value, ensure_ascii=False)
            for name, value in row.items()
            if isinstance(value, (dict, list, bool))
        }
        self._writer.writerow(row | as_json)

    def close(self) -> None:
        self._file.close()


def row_of(line: str) -> dict[str, Any]:
    """Return the row of a line; one that is not JSON is a string in the other values."""
    item = parsed(line)
    if not isinstance(item, dict):
        return {"metadata": {OTHER: json.dumps(line.rstrip("\n"))}}
    row = line_of_item(item)
    columns = {name: value for name, value in row["metadata"].items() if name in METADATA}
    metadata = {name: value for name, value in columns.items() if fits(value, COLUMNS[name].type)}
    other = {name: value for name, value in row["metadata"].items() if name not in metadata}
    other |= {name: item[name] for name in LEFT_OUT if name in item}
    if row["text"] != (item.get("text") or ""):
        other["text"] = item["text"]  # a value of another type
    metadata[OTHER] = json.dumps(other) if other else None
    texts = {key: value and encodable(value) for key, value in row.items() if key in KEYS}
    return {**texts, "metadata": metadata}


def parquet_lines(path: str) -> Iterator[str]:
    """Yield the rows of a file as lines; any other Parquet has its columns as keys."""
    file = pyarrow().parquet.ParquetFile(path)
    # By group and in one thread: otherwise Arrow decodes further groups ahead, 60 MB and more.
    groups = ([number] for number in range(file.metadata.num_row_groups))
    batches = (file.iter_batches(BATCH_ROWS, row_groups=group, use_threads=False) for group in groups)
    for batch in chain.from_iterable(batches):
        for row in batch.to_pylist():
            metadata = row.get("metadata")
            if isinstance(metadata, dict):
                other = json.loads(metadata.pop(OTHER, None) or "{}")
                if isinstance(other, str):
                    yield f"{other}\n"
                    continue
                metadata.update(other)
            yield json.dumps(row, ensure_ascii=False, default=str) + "\n"
