from glob import glob
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from scrapy_content_extract.warc import Archive

COLUMNS = pa.schema([("body", pa.binary()), ("url", pa.string()), ("content_type", pa.string())])

if __name__ == "__main__":
    Path("pages").mkdir(exist_ok=True)
    for path in glob("crawl/*.warc.gz"):
        pages = [{name: getattr(page, name) for name in COLUMNS.names} for page in Archive(path)]
        parquet.write_table(pa.Table.from_pylist(pages, COLUMNS), f"pages/{Path(path).name}.parquet")
