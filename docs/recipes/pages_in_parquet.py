from glob import glob
from pathlib import Path

import pyarrow as pa
from pyarrow.parquet import ParquetWriter

from scrapy_content_extract.warc import Archive

COLUMNS = pa.schema([("body", pa.binary()), ("url", pa.string()), ("content_type", pa.string())])
BYTES = 1 << 22  # of pages that are written at a time


def write(path, target):
    with ParquetWriter(target, COLUMNS, compression="zstd") as writer:
        pages, size = [], 0
        for page in Archive(path):
            pages.append({name: getattr(page, name) for name in COLUMNS.names})
            size += len(page.body)
            if size >= BYTES:
                writer.write_table(pa.Table.from_pylist(pages, COLUMNS))
                pages, size = [], 0
                pa.default_memory_pool().release_unused()  # or the memory grows with the largest pages
        writer.write_table(pa.Table.from_pylist(pages, COLUMNS))


if __name__ == "__main__":
    Path("pages").mkdir(exist_ok=True)
    for path in glob("crawl/*.warc.gz"):
        target = Path("pages", f"{Path(path).name}.parquet")
        unfinished = target.with_name(f".{target.name}")  # which Spark and datasets pass over
        write(path, unfinished)
        unfinished.replace(target)
