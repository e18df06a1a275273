# repeated_lines.py: a line of five words or more stays where it stands first in corpus/, whatever the host
from glob import glob

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import (
    SentDedupConfig,
    SentenceDedupFilter,
    SentenceDedupSignature,
    SentenceFindDedups,
)
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig

from scrapy_content_extract.engines.datatrove import line_of_document

TASKS = len(glob("corpus/*.jsonl.gz"))
CONFIG = SentDedupConfig(
    n_sentences=1,  # C4: three sentences in a row, with split_sentences=True
    split_sentences=False,
    min_words_to_remove_span=5,
    min_doc_words=0,
    min_num_sentences=0,
    hash_config=HashConfig(hash_fc="sha1"),
)


def run(name, steps, tasks=TASKS):
    LocalPipelineExecutor(steps, tasks, workers=2, logging_dir=f"lines/logs/{name}").run()


if __name__ == "__main__":
    lines = JsonlReader("corpus/", glob_pattern="*.jsonl.gz")
    marked = JsonlWriter("lines/changed/", adapter=line_of_document)  # what goes is between >>> and <<<
    run("1", [lines, SentenceDedupSignature("lines/signatures/", config=CONFIG)])
    run("2", [SentenceFindDedups("lines/signatures/", "lines/found/", config=CONFIG)], tasks=1)
    kept = [
        SentenceDedupFilter("lines/found/", CONFIG, marked),
        JsonlWriter("lines/", adapter=line_of_document),
    ]
    run("3", [lines, *kept])
