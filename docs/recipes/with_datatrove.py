import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.filters import LambdaFilter
from datatrove.pipeline.writers import JsonlWriter

from scrapy_content_extract.engines.datatrove import ArchiveReader, ContentExtract

TASKS, PROCESSES = 2, 2


def run(task):
    LocalPipelineExecutor(
        [
            ArchiveReader("crawl/"),
            ContentExtract(language=True),
            LambdaFilter(lambda document: document.metadata["language"] == "en"),
            JsonlWriter("datatrove/"),
        ],
        tasks=TASKS,
        local_tasks=1,
        local_rank_offset=task,
        workers=1,
        logging_dir="logs/",
    ).run()


def run_in_process(task):
    return subprocess.run([sys.executable, __file__, str(task)]).returncode


if __name__ == "__main__":
    if sys.argv[1:]:
        run(int(sys.argv[1]))
    else:
        with ThreadPoolExecutor(PROCESSES) as pool:
            sys.exit(any(pool.map(run_in_process, range(TASKS))))
