"""Pages in Spark: a frame of pages, or the paths of archives → a frame of texts.

Both are ``mapInArrow``: the model is read once in each Python process, and pages pass as columns of bytes.
"""

# mypy: disable-error-code="import-not-found,import-untyped"

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import BooleanType, DoubleType, StringType, StructField, StructType

from .rows import COLUMNS, EXTRACTED, Rows

#: Types of columns, as Arrow and as Spark call them.
ARROW = {str: pa.string(), float: pa.float64(), bool: pa.bool_()}
SPARK = {str: StringType(), float: DoubleType(), bool: BooleanType()}
#: The rows that a process holds before it hands them on; each has the text of a page.
ROWS_AT_A_TIME = 200

Batches = Iterator[pa.RecordBatch]


def extract_pages(pages: DataFrame, rows: Rows | None = None) -> DataFrame:
    """Return a frame with the text and the other results of each page.

    ``pages`` has a column ``body``, of bytes or text, and may have ``url`` and ``content_type``.  It keeps
    its columns except ``body`` and gets the columns of EXTRACTED.  ``rows`` has the options.

    Raises ValueError if a column is missing or would be there twice.
    """
    twice = [name for name in pages.columns if name in EXTRACTED]
    if "body" not in pages.columns or twice:
        raise ValueError(
            f"The columns are {', '.join(pages.columns)}; the pages must be in one named body, and none "
            f"may be named {', '.join(EXTRACTED)}. Rename yours with withColumnRenamed()."
        )
    kept = [field for field in pages.schema if field.name != "body"]
    return pages.mapInArrow(of_pages(rows or Rows()), StructType([*kept, *fields_of(EXTRACTED)]))


def extract_archives(
    spark: SparkSession, paths: Sequence[str], rows: Rows | None = None, **options: Any
) -> DataFrame:
    """Return a frame with the pages of archives, and a row for each stretch that is broken.

    Its columns are COLUMNS.  Each archive is a task of its own, which Spark repeats if its process dies.
    Workers must be able to open the paths.  ``options`` go to
    :class:`~scrapy_content_extract.warc.Archive`.
    """
    numbers = spark.range(0, len(paths), 1, max(len(paths), 1))
    work = of_archives(list(paths), rows or Rows(), options)
    return numbers.mapInArrow(work, StructType(fields_of(COLUMNS)))


def fields_of(columns: dict[str, type]) -> list[StructField]:
    return [StructField(name, SPARK[kind]) for name, kind in columns.items()]


def of_pages(rows: Rows) -> Callable[[Batches], Batches]:
    """Return the function that makes a batch of rows from a batch of pages."""

    def extract(batches: Batches) -> Batches:
        for batch in batches:
            columns = {name: batch[name] for name in batch.schema.names}
            none = pa.nulls(batch.num_rows)
            given = [columns.get(name, none) for name in ("body", "url", "content_type")]
            found = [rows.of_page(*(value.as_py() for value in page)) for page in zip(*given)]
            del columns["body"]
            columns |= arrays_of(found, EXTRACTED)
            yield pa.RecordBatch.from_pydict(columns)

    return extract


def of_archives(paths: list[str], rows: Rows, options: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Return the function that makes batches of rows from numbers of archives."""

    def extract(batches: Batches) -> Batches:
        for batch in batches:
            for number in batch[0].to_pylist():
                made = rows.of_archive(paths[number], **options)
                while some := list(islice(made, ROWS_AT_A_TIME)):
                    yield pa.RecordBatch.from_pydict(arrays_of(some, COLUMNS))

    return extract


def arrays_of(rows: list[dict[str, Any]], columns: dict[str, type]) -> dict[str, pa.Array]:
    return {name: pa.array([row[name] for row in rows], ARROW[kind]) for name, kind in columns.items()}
