import json
from concurrent.futures import ProcessPoolExecutor
from glob import glob
from pathlib import Path

from scrapy_content_extract.engines import Rows


def write(path):
    target = Path("rows", f"{Path(path).name}.jsonl")
    if target.exists():
        return
    with open(f"{target}.part", "w", encoding="utf-8") as file:
        for row in Rows().of_archive(path):
            print(json.dumps(row, ensure_ascii=False), file=file)
    Path(f"{target}.part").replace(target)


if __name__ == "__main__":
    Path("rows").mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        list(pool.map(write, glob("crawl/*.warc.gz")))
