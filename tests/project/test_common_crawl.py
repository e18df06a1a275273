"""The recipes of docs/common-crawl.rst, which run here as they stand there, on a small local copy."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_content_extract.corpus.memory_files import hosts_in
from scrapy_content_extract.corpus.storage import read_lines
from tests.corpus.test_lines import CHINESE, PAGE, UIGHUR
from tests.helpers.folders import ROOT
from tests.helpers.running import COMMON_CRAWL, recipe
from tests.warc.test_archives import record

#: Frequent English words, so that a text of them is English.
ENGLISH = "the of and to with have that rain falls on our old town where people walk under trees near rivers".split()


def english(seed: int, length: int = 120) -> str:
    words = random.Random(seed).choices(ENGLISH, k=length)
    return ". ".join(" ".join(words[k : k + 8]).capitalize() for k in range(0, length, 8)) + "."


#: the texts of each archive; the names say which are copies
ARCHIVES = {
    "a": {"kept": english(1), "chinese": CHINESE * 5, "short": "It rains in the town with the old trees."},
    "b": {"copy of kept": english(1), "kept too": english(2), "uighur": UIGHUR * 5},
    "c": {"almost kept too": english(2).replace("trees", "houses", 1), "a third": english(3)},
}
KEPT = {"kept", "chinese", "short", "kept too", "uighur", "a third"}


@pytest.fixture
def folder(tmp_path):
    """A folder with a list of archives, and the archives that it names."""
    for n, (name, texts) in enumerate(ARCHIVES.items()):
        records = (
            record(
                10 * n + k, PAGE.format(title="Page", text=text).encode(), WARC_Target_URI=f"http://a/{kind}"
            )
            for k, (kind, text) in enumerate(texts.items())
        )
        (tmp_path / f"{name}.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    lines = "".join(f"{name}.warc.gz\n" for name in ARCHIVES)
    (tmp_path / "warc.paths.gz").write_bytes(gzip.compress(lines.encode()))
    return tmp_path


def run(folder: Path, command: list[str], code: str, **variables: str) -> None:
    """Run code in a folder; archives come from there."""
    command_of = f'content-extract() {{ "{sys.executable}" -m scrapy_content_extract "$@"; }}\n'
    if command[0] == "bash":
        code = command_of + code
    code = code.replace(COMMON_CRAWL, f"{folder}/")
    env = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run([*command, code], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def names(lines) -> list[str]:
    return [json.loads(line)["metadata"]["url"].rpartition("/")[2] for line in lines]


def test_from_a_list_of_archives_to_a_corpus(folder):
    run(folder, ["bash", "-ec"], recipe("common_crawl.sh").replace("--shard 1/1000", "--shard 1/1"))
    assert sorted(names(read_lines(folder / "corpus" / "all.jsonl.gz"))) == sorted(KEPT)
    assert "Step: dedup" in (folder / "card.md").read_text()


#: the environment of a task → the folder that it writes, and the archives in it; two of 64 have one
TASKS = {
    "SLURM": ("slurm.sh", {"SLURM_ARRAY_TASK_ID": "2", "SLURM_CPUS_PER_TASK": "2"}, "parts/2", "b"),
    "Kubernetes": ("kubernetes.yaml", {"JOB_COMPLETION_INDEX": "2"}, "parts/2", "c"),
}


@pytest.mark.parametrize(("file", "variables", "out", "name"), TASKS.values(), ids=TASKS)
def test_a_task_of_many(folder, file, variables, out, name):
    code = recipe(file)
    if file.endswith(".yaml"):
        yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
        (container,) = yaml.safe_load(code)["spec"]["template"]["spec"]["containers"]
        assert container["command"] == ["bash", "-c"]
        (code,) = container["args"]
        code = code.replace("-j 16", "-j 2")
    run(folder, ["bash", "-ec"], code, **variables)
    assert [path.name for path in (folder / out).glob("*.zst")] == [f"{name}.jsonl.zst"]
    assert names(read_lines(folder / out / f"{name}.jsonl.zst")) == list(ARCHIVES[name])


def test_a_memory_of_sites_from_parts(folder):
    run(folder, ["bash", "-ec"], recipe("sites.sh"))
    run(folder, ["bash", "-ec"], "content-extract sites *.warc.gz -o all.db")
    assert list(hosts_in(folder / "all.db")) == list(hosts_in(folder / "sites.db"))
    assert len(list((folder / "judged").glob("*.gz"))) == len(ARCHIVES)
