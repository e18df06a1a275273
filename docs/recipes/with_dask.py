import json
from glob import glob

import dask.bag

from scrapy_content_extract.engines import Rows

if __name__ == "__main__":
    archives = dask.bag.from_sequence(glob("crawl/*.warc.gz"), partition_size=1)
    archives.map(Rows().of_archive).flatten().map(json.dumps).to_textfiles("dask/*.jsonl")
