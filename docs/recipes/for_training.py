# for_training.py: python for_training.py gpt2 (a name on the Hugging Face Hub, or a tokenizer.json)
import re
import sys
from glob import glob

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.filters import LambdaFilter, URLFilter
from datatrove.pipeline.formatters import PIIFormatter
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.tokens import TokensCounter
from datatrove.pipeline.writers import JsonlWriter

from scrapy_content_extract.engines.datatrove import line_of_document


def may_be_used(document):
    robots = re.split(r"[\s,]+", (document.metadata.get("robots") or "").lower())
    return document.metadata.get("url") and not {"noindex", "noai", "none"}.intersection(robots)


def left_out(name):
    return JsonlWriter(f"training/left_out/{name}", adapter=line_of_document)


if __name__ == "__main__":
    steps = [
        JsonlReader("corpus/", glob_pattern="*.jsonl.gz"),
        LambdaFilter(may_be_used, left_out("robots")),
        URLFilter(extra_domains=open("blocked.txt").read().split(), exclusion_writer=left_out("blocked")),
        PIIFormatter(),
        TokensCounter(sys.argv[1]),
        JsonlWriter("training/", adapter=line_of_document),
    ]
    tasks = len(glob("corpus/*.jsonl.gz"))
    LocalPipelineExecutor(steps, tasks, workers=2, logging_dir="training/logs").run()
