#!/bin/bash
#SBATCH --array=1-64
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=1G
content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ \
    --shard "$SLURM_ARRAY_TASK_ID/64" -j "$SLURM_CPUS_PER_TASK" -o "parts/$SLURM_ARRAY_TASK_ID" \
    --language --format jsonl.zst
