# quality.py: python quality.py corpus/ good/ -j 4
import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from glob import glob

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.filters import (
    C4QualityFilter,
    FineWebQualityFilter,
    GopherQualityFilter,
    GopherRepetitionFilter,
    LambdaFilter,
)
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from scrapy_content_extract.engines.datatrove import line_of_document


def is_english(document):
    return document.metadata.get("language") == "en" and document.metadata["language_score"] >= 0.65


def run(source, target, tasks, task):
    def left_out(name):
        return JsonlWriter(f"{target}/left_out/{name}", adapter=line_of_document)

    steps = [
        JsonlReader(source, glob_pattern="*.jsonl.gz"),
        LambdaFilter(is_english, exclusion_writer=left_out("language")),
        GopherRepetitionFilter(exclusion_writer=left_out("repetition")),
        GopherQualityFilter(exclusion_writer=left_out("gopher")),
        C4QualityFilter(filter_no_terminal_punct=False, exclusion_writer=left_out("c4")),
        FineWebQualityFilter(exclusion_writer=left_out("fineweb")),
        JsonlWriter(target, adapter=line_of_document),
    ]
    logs = f"{target}/logs"
    LocalPipelineExecutor(steps, tasks, 1, logs, local_tasks=1, local_rank_offset=task).run()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Keep the English lines that FineWeb's filters keep.")
    parser.add_argument("source", help="a folder with .jsonl.gz")
    parser.add_argument("target", help="a folder to come; the lines left out are in its left_out/")
    parser.add_argument("-j", dest="processes", type=int, default=1, help="processes; default: 1")
    args = parser.parse_args()
    tasks = len(glob(f"{args.source}/*.jsonl.gz")) or parser.error(f"{args.source} has no .jsonl.gz")
    with ProcessPoolExecutor(args.processes) as pool:
        list(pool.map(partial(run, args.source, args.target, tasks), range(tasks)))
