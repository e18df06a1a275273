from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import (
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupFilter,
    MinhashDedupSignature,
)
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig

TASKS = 2
CONFIG = MinhashConfig(hash_config=HashConfig(hash_fc="sha1"))  # it fails with xxhash 4


def run(name, pipeline, tasks):
    LocalPipelineExecutor(pipeline, tasks=tasks, workers=tasks, logging_dir=f"logs/{name}").run()


if __name__ == "__main__":
    texts = JsonlReader("parts/", glob_pattern="*.jsonl.gz")
    run("1", [texts, MinhashDedupSignature("signatures/", CONFIG)], TASKS)
    run("2", [MinhashDedupBuckets("signatures/", "buckets/", config=CONFIG)], CONFIG.num_buckets)
    run("3", [MinhashDedupCluster("buckets/", "remove/", CONFIG)], 1)
    run("4", [texts, MinhashDedupFilter("remove/"), JsonlWriter("unique/")], TASKS)
