# datatrove_on_slurm.py: python datatrove_on_slurm.py, where sbatch is
from datatrove.executor import SlurmPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter

from scrapy_content_extract.engines.datatrove import ArchiveReader, ContentExtract

SlurmPipelineExecutor(
    [
        ArchiveReader("s3://commoncrawl/", paths_file="warc.paths"),
        ContentExtract(language=True),
        JsonlWriter("texts/"),
    ],
    tasks=1000,
    workers=64,  # at a time
    time="12:00:00",
    partition="cpu",
    mem_per_cpu_gb=2,
    job_name="texts",
    logging_dir="logs/",
    venv_path=".venv/bin/activate",
).run()
