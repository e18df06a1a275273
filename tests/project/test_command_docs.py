"""What docs/command.rst and docs/doors.rst show is what there is."""

import json
import os
import re
from textwrap import dedent

import pytest
from scrapy.linkextractors import LinkExtractor

from scrapy_content_extract.commands import COMMANDS
from scrapy_content_extract.crawl.links import ContentLinkExtractor
from tests.crawl.test_items import PAGES
from tests.helpers.processes import run_code
from tests.helpers.running import ROOT, run_here
from tests.helpers.server import serving

DOCS = ROOT / "docs"
MAIN = "from tests.helpers.door_crawls import main; main()"
COMMAND_PAGE = (DOCS / "command.rst").read_text("utf-8")


def test_each_command_is_shown():
    for name in COMMANDS:
        shown = f"content-extract {name} ", f"``{name}``"
        assert name == "extract" or any(text in COMMAND_PAGE for text in shown)


def test_the_evidence_that_is_shown_is_what_the_command_prints():
    """A check of the page, not of the command: tests/commands/test_extract.py has what that must print."""
    file, evidence = re.search(r"\$ content-extract encodings (\S+)\n((?:    .+\n)+)", COMMAND_PAGE).groups()
    lines = [line.strip() for line in evidence.splitlines()]
    assert [line.strip() for line in run_here("encodings", file).stdout.splitlines()] == lines


def test_the_link_extractor_that_is_shown_is_one():
    page = (DOCS / "doors.rst").read_text("utf-8")
    blocks = re.findall(r"code-block:: python\n\n((?:    .*\n|\n)+)", page)
    (code,) = (block for block in blocks if "ContentLinkExtractor" in block)
    names = {}
    exec(dedent(code), names)
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
        done = run_code(MAIN, '["content_of"]', url, json.dumps(settings), PYTHONPATH=path)
    assert done.stderr == "" if not said else said in done.stderr
    assert json.loads(done.stdout)[0]["items"]
