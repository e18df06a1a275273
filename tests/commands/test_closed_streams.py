"""Standard streams that a shell has closed: a message and a status, from every command."""

import sys

import pytest

from scrapy_content_extract.commands import COMMANDS
from tests.helpers.running import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its shell cannot close a stream")

TEXT = "It is what it is, as they say."


@pytest.fixture
def shell(tmp_path):
    """Run a line of a shell, where $0 is Python, in a folder with a page and lines."""
    (tmp_path / "page.html").write_text(f"<p>{TEXT}</p>")
    (tmp_path / "lines.jsonl").write_text('{"url": "http://a.test/", "text": "It rains."}\n')

    def run_line(line):
        done = run(
            f'"$0" -m scrapy_content_extract {line}', sys.executable, cwd=tmp_path, command=("sh", "-c")
        )
        assert "Traceback" not in done.stderr
        return done

    return run_line


@pytest.mark.parametrize("command", COMMANDS)
def test_no_output(command, shell):
    """Whatever the arguments are."""
    done = shell(f"{command} >&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("content-extract: standard output is closed; ")


@pytest.mark.parametrize("command", ["extract", "compare", "segments", "encodings", "report"])
def test_no_input(command, shell):
    """It costs the page that was to come from there, and no other."""
    done = shell(f"{command} - page.html <&-")
    assert done.returncode == 1
    assert "content-extract: -: error (standard input is closed)" in done.stderr.splitlines()
    assert "2 pages: 1 error, 1 ok" in done.stderr


def test_no_list(shell):
    done = shell("-i - <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "-i is -, which cannot be read (standard input is closed)" in done.stderr


#: arguments → the status and the output: no message goes there when standard error is closed
SILENT = {
    "a page": ("page.html --extractor cevc", 0, f"{TEXT}\n"),
    "a page that is not there": ("nix.html", 1, ""),
    "wrong arguments": ("--form json", 2, ""),
    "several processes": ("page.html page.html -j 2 --jsonl -o texts.jsonl", 0, ""),
    "a report": ("report page.html", 0, ""),
    "lines": ("dedup lines.jsonl -o out.jsonl -j 2", 0, ""),
}


@pytest.mark.parametrize(("arguments", "status", "output"), SILENT.values(), ids=SILENT)
def test_no_messages(arguments, status, output, shell):
    done = shell(f"{arguments} 2>&-")
    assert (done.returncode, done.stdout) == (status, output)
