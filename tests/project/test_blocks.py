"""Each command that README and docs show runs as it stands, page by page, in a folder with a few small inputs.

Python that begins with ``# some/file.py`` is written there first; README's other Python is run, too.  Commands that
install this checkout stand below ``::``, and .ci/run runs them.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import dedent
from threading import Thread

import pytest

from tests.helpers.folders import ROOT
from tests.helpers.running import environment, interruptible
from tests.project.test_docs import shows

DOCS = ROOT / "docs"
SITE = ROOT / "example_project" / "site"
BASH = shutil.which("bash")

#: where the docs expect the example site
ADDRESS = "http://127.0.0.1:8000"

#: what is not run, a command or a page, and why
NOT_RUN = {
    r"(\S*pip install|python -m venv|python -m build|curl (-O )?'?https)": "loads from the network",
    r"content-extract .*https://example": "loads from the network",
    r"curl -s https": "loads from the network",
    r"scrapy content https": "loads from the network",
    r"content-extract serve": "runs until Ctrl-C; tests/commands/test_serve.py runs it",
    r"python -m http.server": "runs until Ctrl-C; a server is there",
    r"(PYTHONPATH=. )?python -m lab": "reads labelled pages; tests/lab/test_commands.py has made ones",
    r"scrapy crawl news": "is for a spider of yours; howto/test-a-spider.rst has the same for the tutorial's",
    "crawlers.rst": "needs a Redis server; tests/crawl/test_redis.py has one",
    "common-crawl.rst": "reads Common Crawl; tests/project/test_common_crawl.py serves a made one",
    "measured/costs.rst": "compares with another checkout",
    "release.rst": "is for who makes a release; tests/project/test_build.py builds",
}


def not_run(command: str) -> bool:
    return any(re.match(pattern, command) for pattern in NOT_RUN)


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the language and the text of each block of code."""
    found = re.findall(
        r"^( *)\.\. code-block:: (\w+)\n\n((?:\1 +.*\n|\n)+)", page.read_text("utf-8"), re.MULTILINE
    )
    return [(language, dedent(text)) for _, language, text in found]


def commands(block: str) -> list[str]:
    r"""Return the commands of a block without what they print.

    >>> commands("$ a \\\n      b  # why\nprinted\n$ c\n")
    ['a \\\n      b  # why', 'c']
    """
    return re.findall(r"^\$ ((?:.*\\\n)*.*)", block, re.MULTILINE)


def runs(page: Path) -> bool:
    if page.relative_to(DOCS).as_posix() in NOT_RUN:
        return False
    given = [
        command for language, text in blocks(page) if language == "console" for command in commands(text)
    ]
    return not all(map(not_run, given))


#: pages that go on where the one before ended
TUTORIAL = ["tutorial", "howto/one-host", "howto/test-a-spider", "howto/compare-crawls"]
PAGES = {
    "README": [ROOT / "README.rst"],
    "tutorial": [DOCS / f"{name}.rst" for name in TUTORIAL],
    **{
        page.relative_to(DOCS).as_posix(): [page]
        for page in sorted(DOCS.rglob("*.rst"))
        if page.relative_to(DOCS).with_suffix("").as_posix() not in TUTORIAL and runs(page)
    },
}


@pytest.fixture(scope="module")
def server():
    """The address of the example site, as ``python -m http.server`` serves it."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """A folder of the commands that the docs name, of this Python and this checkout."""
    folder = tmp_path_factory.mktemp("bin")
    for name, arguments in {
        "content-extract": "-m scrapy_content_extract", "scrapy": "-m scrapy", "python": "",
    }.items():  # fmt: skip
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


@interruptible()
def run(script: str, folder: Path, programs: Path) -> None:
    """Run a script of bash to its first error."""
    done = subprocess.run(
        [BASH, "-ec", script], cwd=folder, capture_output=True, encoding="utf-8", timeout=120,
        env=environment() | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, programs):
    """A folder of the inputs that the docs name."""
    folder = tmp_path_factory.mktemp("inputs")
    shutil.copytree(ROOT / "example_project", folder / "example_project")
    shutil.copytree(SITE / "en", folder / "pages")
    shutil.copy(SITE / "en" / "news.html", folder / "page.html")
    (folder / "urls.txt").write_text("page.html\n")
    (folder / "mymodule.py").write_text(
        "from scrapy_content_extract.content.methods.cevc import CEVC as Mine\n"
    )
    for name in ("crawl", "out"):
        (folder / name).mkdir()
    made = f"{folder}/crawl/0.warc.gz"
    run(f"scrapy crawl site -s CONTENT_EXTRACT_WARC={made}", folder / "example_project", programs)
    run("cp crawl/* out/ && mv example_project/items.jsonl .", folder, programs)
    return folder


@pytest.mark.skipif(not BASH or sys.platform == "win32", reason="the commands are for a Unix shell")
@pytest.mark.parametrize("pages", PAGES.values(), ids=PAGES)
def test_commands(pages, server, programs, inputs, tmp_path):
    if pages[0].stem != "tutorial":  # it begins in an empty folder
        shutil.copytree(inputs, tmp_path, dirs_exist_ok=True)
    for language, text in (block for page in pages for block in blocks(page)):
        text = text.replace(ADDRESS, server).replace("-j 4", "-j 1")  # four processes start more slowly
        if language == "console":
            given = [command for command in commands(text) if not not_run(command)]
            run("\n".join(given), tmp_path, programs)
        elif language == "python" and (named := re.match(r"# ([\w/]+\.py)\n", text)):
            file = tmp_path / named[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as opened:
                opened.write(text)
    if pages[0].stem == "tutorial":
        check_the_tutorial(pages[0], tmp_path / "items.jsonl", server)


def check_the_tutorial(page: Path, feed: Path, server: str) -> None:
    """Its last crawl gives as many lines as it says, and the one that it shows."""
    items = [json.loads(line) for line in feed.read_text("utf-8").splitlines()]
    assert f"There are {len(items)} lines" in page.read_text("utf-8")
    (shown,) = (
        json.loads(text.replace(ADDRESS, server)) for language, text in blocks(page) if language == "json"
    )
    (item,) = (item for item in items if item["url"] == shown["url"])
    assert item.keys() == shown.keys()
    # What the memory of sites knows depends on the order of the pages.
    assert shows(shown | {"confidence": pytest.approx(item["confidence"], abs=0.05)}, item)


def test_each_row_of_what_is_not_run_is_needed():
    shown = [text for page in (ROOT / "README.rst", *DOCS.rglob("*.rst")) for _, text in blocks(page)]
    given = [command for text in shown for command in commands(text)]
    unused = {row for row in NOT_RUN if not any(re.match(row, command) for command in given)}
    assert all((DOCS / row).is_file() for row in unused)


def test_the_python_of_the_readme(monkeypatch):
    monkeypatch.chdir(ROOT)
    examples = "\n".join(text for language, text in blocks(ROOT / "README.rst") if language == "pycon")
    test = doctest.DocTestParser().get_doctest(examples, {}, "README", None, 0)
    assert len(test.examples) > 5
    said: list[str] = []
    failed = doctest.DocTestRunner(verbose=False).run(test, out=said.append).failed
    assert not failed, "".join(said)
