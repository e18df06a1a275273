from glob import glob

import ray.data

from scrapy_content_extract.engines import Rows

if __name__ == "__main__":
    archives = ray.data.from_items([{"path": path} for path in glob("crawl/*.warc.gz")])
    rows = Rows()
    archives.flat_map(lambda row: rows.of_archive(row["path"])).write_json("ray/")
