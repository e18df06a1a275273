# unique_urls.py: of the lines in corpus/ with the same address, keep the one that was fetched last
from datetime import datetime
from glob import glob

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import ExactDedupFilter, ExactDedupSignature, ExactFindDedups
from datatrove.pipeline.dedup.exact_dedup import ExactDedupConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig
from w3lib.url import canonicalize_url

from scrapy_content_extract.engines.datatrove import line_of_document

TASKS = len(glob("corpus/*.jsonl.gz"))


def address(document) -> str:  # datatrove reads the type
    url = document.metadata.get("url")
    return canonicalize_url(url) if url else document.id


def days_since_1970(document):
    created = document.metadata.get("created")
    return max(1, datetime.fromisoformat(created[:10]).toordinal() - 719_163) if created else 1


def run(name, steps, tasks=TASKS):
    LocalPipelineExecutor(steps, tasks, workers=2, logging_dir=f"unique/logs/{name}").run()


if __name__ == "__main__":
    config = ExactDedupConfig(address, days_since_1970, HashConfig(hash_fc="sha1"))
    lines = JsonlReader("corpus/", glob_pattern="*.jsonl.gz")
    others = JsonlWriter("unique/left_out/", adapter=line_of_document)
    run("1", [lines, ExactDedupSignature("unique/signatures/", config)])
    run("2", [ExactFindDedups("unique/signatures/", "unique/found/", config)], tasks=1)
    kept = [
        ExactDedupFilter("unique/found/", config, others),
        JsonlWriter("unique/", adapter=line_of_document),
    ]
    run("3", [lines, *kept])
