"""Pages in Spark: a frame of pages, or the paths of archives → a frame of texts.

Both are ``mapInArrow``: the model is read once in each Python process, and pages pass as columns of bytes.
"""

# mypy: disable-error-code="import-not-found,import-untyped"

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import BooleanType, DoubleType, LongType, StringType, StructField, StructType

from ..corpus.columns import COLUMNS, arrow_type
from .rows import GIVEN, Rows

#: The types of columns, as Spark calls them.
SPARK = {str: StringType(), float: DoubleType(), int: LongType(), bool: BooleanType()}
FIELDS = [StructField(name, SPARK[column.type]) for name, column in COLUMNS.items()]
#: The rows that a process holds before it hands them on; each has the text of a page.
ROWS_AT_A_TIME = 200

Batches = Iterator[pa.RecordBatch]


def extract_pages(pages: DataFrame, rows: Rows | None = None) -> DataFrame:
    """Return a frame with the text and the other columns of each page.

    ``pages`` has a column ``body``, of bytes or text, and may have ``content_type`` and columns that are
    known of a page: GIVEN.  It keeps its columns except ``body`` and gets all COLUMNS.  ``rows`` has the
    options.

    Raises ValueError if there is no body, or a column that is found in the page or has another type.
    """
    found = [name for name in pages.columns if name in COLUMNS and name not in GIVEN]
    if "body" not in pages.columns or found:
        raise ValueError(
            f"The columns are {', '.join(pages.columns)}; the pages must be in one named body, and none "
            f"may be named {', '.join(found or COLUMNS.keys() - {*GIVEN})}. Rename yours with "
            f"withColumnRenamed()."
        )
    for known in FIELDS:
        if known.name in pages.columns and pages.schema[known.name].dataType != known.dataType:
            raise ValueError(
                f"The column {known.name} is {pages.schema[known.name].dataType.simpleString()}; it must be "
                f"{known.dataType.simpleString()}: use cast(), or withColumnRenamed()."
            )
    kept = [field for field in pages.schema if field.name != "body" and field.name not in COLUMNS]
    used = rows or Rows()
    return pages.mapInArrow(lambda batches: of_pages(batches, used), StructType([*kept, *FIELDS]))


def extract_archives(
    spark: SparkSession, paths: Sequence[str], rows: Rows | None = None, **options: Any
) -> DataFrame:
    """Return a frame with the pages of archives, and a row for each stretch that is broken.

    Its columns are COLUMNS.  Each archive is a task of its own, which Spark repeats if its process dies.
    Workers must be able to open the paths.  ``options`` go to
    :class:`~scrapy_content_extract.warc.Archive`.
    """
    numbers = spark.range(0, len(paths), 1, max(len(paths), 1))
    given, used = list(paths), rows or Rows()

    def extract(batches: Batches) -> Batches:
        for batch in batches:
            for number in batch[0].to_pylist():
                made = used.of_archive(given[number], **options)
                while some := list(islice(made, ROWS_AT_A_TIME)):
                    yield pa.RecordBatch.from_pydict(arrays_of(some))

    return numbers.mapInArrow(extract, StructType(FIELDS))


def of_pages(batches: Batches, rows: Rows) -> Batches:
    """Yield a batch of rows for each batch of pages."""
    for batch in batches:
        columns = {name: batch[name] for name in batch.schema.names}
        names = [name for name in ("body", "content_type", *GIVEN) if name in columns]
        pages = zip(*map(columns.get, names))
        found = [rows.of_page(**{n: v.as_py() for n, v in zip(names, page)}) for page in pages]
        kept = {n: column for n, column in columns.items() if n not in ("body", *COLUMNS)}
        yield pa.RecordBatch.from_pydict(kept | arrays_of(found))


def arrays_of(rows: list[dict[str, Any]]) -> dict[str, pa.Array]:
    return {name: pa.array([row[name] for row in rows], arrow_type(of.type)) for name, of in COLUMNS.items()}
