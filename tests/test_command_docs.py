"""What docs/command.rst and docs/doors.rst show is what there is."""

import json
import os
import re

import pytest
from scrapy.linkextractors import LinkExtractor

from scrapy_content_extract.commands import COMMANDS
from scrapy_content_extract.crawl.links import ContentLinkExtractor

from .helpers.processes import ROOT, run_code
from .helpers.server import serving
from .test_command import run
from .test_crawls import PAGES

pytestmark = pytest.mark.surroundings

DOCS = ROOT / "docs"
MAIN = "from tests.helpers.door_crawls import main; main()"
COMMAND_PAGE = (DOCS / "command.rst").read_text("utf-8")


def test_each_command_is_shown():
    for name in COMMANDS:
        assert (
            name == "extract" or f"content-extract {name} " in COMMAND_PAGE or f"``{name}``" in COMMAND_PAGE
        )


#: What the page shows of the evidence for an encoding: the file, and what is printed.
_, FILE, EVIDENCE = re.search(r"(\$ content-extract encodings (\S+))\n((?:    .+\n)+)", COMMAND_PAGE).groups()


def test_the_evidence_that_is_shown_is_right():
    """By the bytes of the file, without this package; the share of valid UTF-8 is the command's own."""
    body = (ROOT / FILE).read_bytes()
    (declared,) = re.findall(rb"<meta[^>]+charset=[\"']?([\w-]+)", body)
    shown = dict(re.split(r"  +", line.strip(), maxsplit=1) for line in EVIDENCE.splitlines())
    assert declared.lower() in (b"gb2312", b"gbk", b"gb18030"), "labels of one decoder"
    assert shown["encoding"] == shown["declared in page"] == "gb18030"
    assert (shown["byte order mark"], shown["HTTP header"]) == ("none", "none")
    assert body.decode("gb18030"), "0 characters cannot be decoded"
    assert shown["replaced"].startswith("0 ")
    with pytest.raises(UnicodeDecodeError):
        body.decode("utf-8")


def test_the_evidence_that_is_shown_is_what_the_command_prints():
    """A check of the page, not of the command: tests/test_command.py has what that must print."""
    lines = [line.strip() for line in EVIDENCE.splitlines()]
    assert [line.strip() for line in run("encodings", FILE).stdout.splitlines()] == lines


def test_the_comparison_that_is_shown_runs():
    command = re.search(r"\$ content-extract (compare .+)\n", COMMAND_PAGE)[1]
    assert run(*command.split()).returncode == 0


def code_blocks(page, holding):
    """Return the Python code on a page that holds a word."""
    blocks = re.findall(r"code-block:: python\n\n((?:    .*\n|\n)+)", (DOCS / page).read_text("utf-8"))
    return ["\n".join(line[4:] for line in block.splitlines()) for block in blocks if holding in block]


def test_the_link_extractor_that_is_shown_is_one():
    (code,) = code_blocks("doors.rst", "ContentLinkExtractor")
    names = {}
    exec(code, names)
    assert isinstance(names["links"], ContentLinkExtractor)
    assert isinstance(names["links"], LinkExtractor)


#: settings → what the log must say of a failed monitor
MONITORED = {
    "all is well": ({}, ""),
    "an extractor that fails": (
        {"CONTENT_EXTRACT_EXTRACTOR": "tests.helpers.crawls.FailingExtractor"},
        "ContentMonitor/test_error",
    ),
}


@pytest.mark.parametrize(("settings", "said"), MONITORED.values(), ids=MONITORED)
def test_the_monitors_that_are_shown(settings, said, tmp_path):
    pytest.importorskip("spidermon", reason="Spidermon is not installed")
    code = (DOCS / "recipes" / "monitors.py").read_text("utf-8")
    (tmp_path / "monitors_of_docs.py").write_text(code)
    settings = {
        "EXTENSIONS": {"spidermon.contrib.scrapy.extensions.Spidermon": 500},
        "SPIDERMON_ENABLED": True,
        "SPIDERMON_SPIDER_CLOSE_MONITORS": ["monitors_of_docs.ContentSuite"],
        **settings,
    }
    with serving(PAGES) as url:
        path = os.pathsep.join([str(ROOT), str(tmp_path)])
        done = run_code(MAIN, "content_of", url, json.dumps(settings), PYTHONPATH=path)
    assert done.stderr == "" if not said else said in done.stderr
    assert json.loads(done.stdout)["items"]
