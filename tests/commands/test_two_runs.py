"""Two runs on one output: the second says so and ends, and what the first writes stays whole."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from tests.helpers.running import COMMAND, ROOT, environment, run

SITE = ROOT / "example_project" / "site"
NEWS = SITE / "en" / "news.html"
LINES = "".join(f'{{"url": "http://a.test/{n}", "text": "It rains {n} times."}}\n' for n in range(9))

#: A run that has just begun to write an output, and goes on until its standard input ends.
RUN = """
import sys
from scrapy_content_extract.corpus.files import alone

with alone(sys.argv[1]):
    print("begun", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_run(path, cwd):
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, path], cwd=cwd, env=environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout.readline() == "begun\n"
        yield process
        process.communicate()
    finally:
        process.kill()
        process.wait()


def needs(library, *arguments):
    missing = pytest.mark.skipif(not find_spec(library), reason=f"{library} is not installed")
    return pytest.param(arguments, marks=missing, id=arguments[0])


#: Each command that writes a file or a folder.
COMMANDS = [
    pytest.param(("extract", NEWS, "-o", "out.txt"), id="extract"),
    pytest.param(("extract", NEWS, "-o", "out/"), id="extract, a folder"),
    pytest.param(("extract", NEWS, "-o", "out/", "--resume"), id="extract --resume"),
    pytest.param(("report", NEWS, "-o", "out.html"), id="report"),
    needs("numpy", "dedup", "lines.jsonl", "-o", "out.jsonl.gz"),
    needs("fastwarc", "warc", "pages.warc.gz", "-o", "out"),
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lines.jsonl").write_text(LINES)
    (tmp_path / "out").mkdir()
    if find_spec("fastwarc"):
        from tests.warc.test_archives import record

        (tmp_path / "pages.warc.gz").write_bytes(record(1))
    return tmp_path


def names_in(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("arguments", COMMANDS)
def test_the_second_run_says_so_and_ends(arguments, folder):
    """The same command does its work when the first run is over, and also when that was killed."""
    output = arguments[arguments.index("-o") + 1]
    with another_run(output, folder):
        before = names_in(folder)
        done = run(*arguments, cwd=folder)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"another run is writing {output}; wait for its end, or give another -o" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert names_in(folder) == before
    with another_run(output, folder) as killed:
        killed.kill()
    done = run(*arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    after = names_in(folder)
    assert any(name.startswith(output.rstrip("/")) for name in after)
    assert [name for name in after if name.endswith((".lock", ".part"))] == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("output", ["texts/", "texts.jsonl"])
def test_two_real_runs(output, tmp_path):
    """The first one has its output, and waits for a page from a pipe, when the second one begins."""
    os.mkfifo(tmp_path / "pipe")
    command = (NEWS, "pipe", "--jsonl", "-o", output)
    with subprocess.Popen([*COMMAND, *map(str, command)], cwd=tmp_path, env=environment()) as first:
        with open(tmp_path / "pipe", "wb") as pipe:  # waits for its reader
            done = run(*command, cwd=tmp_path)
            pipe.write(NEWS.read_bytes())
        assert first.wait() == 0
    assert done.returncode == 1
    assert f"another run is writing {output}" in done.stderr
    assert "Errno" not in done.stderr
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*.jsonl")]
    assert "".join(texts).count("Shortly before midnight") == 2


def test_outputs_in_one_folder_do_not_wait_for_each_other(tmp_path):
    with another_run("a.txt", tmp_path):
        assert run(NEWS, "-o", "b.txt", cwd=tmp_path).returncode == 0
        assert run(NEWS, "-o", "texts/", cwd=tmp_path).returncode == 0


@pytest.mark.skipif(not hasattr(os, "symlink") or sys.platform == "win32", reason="no links here")
def test_a_link_is_the_output_that_it_leads_to(tmp_path):
    (tmp_path / "a.txt").write_text("")
    (tmp_path / "b.txt").symlink_to("a.txt")
    with another_run("a.txt", tmp_path):
        assert "another run is writing b.txt" in run(NEWS, "-o", "b.txt", cwd=tmp_path).stderr
