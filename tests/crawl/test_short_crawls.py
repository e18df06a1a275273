"""Crawls that end at once, while threads still work for them, end well and with their item."""

from __future__ import annotations

import re
import shutil
import sys
from itertools import product

import pytest

from tests.crawl.test_items import PAGES, SECOND
from tests.helpers.folders import ROOT
from tests.helpers.running import run
from tests.helpers.server import serving, skip_if_not_reactorless

#: All that has files.
SETTINGS = """
SPIDER_MODULES = ["short_spider"]
ADDONS = {"scrapy_content_extract.Addon": 500}
CONTENT_EXTRACT_FIELDS = ["text", "duplicate_of"]
CONTENT_EXTRACT_DUPLICATES = "texts.sqlite"
CONTENT_EXTRACT_WARC = "pages.warc.gz"
CONTENT_EXTRACT_SITE_MEMORY = True
FEEDS = {"items-%(time)s.jsonl": {"format": "jsonlines"}}
LOG_LEVEL = "WARNING"
TELNETCONSOLE_ENABLED = False
"""
PARSE = ("parse", "{url}", "--spider", "short", "-c", "parse", "--pipelines", "--nocolour")
CRAWL = ("crawl", "short", "-a", "url={url}", "-s", "JOBDIR=job")
MANY = (*CRAWL, "-a", "pages=500")
IN_THREAD = ("-s", "CONTENT_EXTRACT_THREAD_BYTES=0")
TEXT = "__import__('scrapy_content_extract').extract(response).text"

#: What an item has after the pipelines.
DONE = (SECOND, "duplicate_of")
#: arguments of ``scrapy``, what is printed
KINDS = {
    "parse": (PARSE, DONE),
    "parse, in a thread": ((*PARSE, *IN_THREAD), DONE),
    "parse, the thread waits": ((*PARSE, "-s", 'ITEM_PIPELINES={"short_spider.Busy": 300}'), DONE),
    "parse, until Ctrl-C": ((*PARSE, "-a", "at_callback=1"), DONE),
    "parse, until Ctrl-C twice": ((*PARSE, "-a", "at_callback=2"), ("heading",)),  # it waits for nothing
    "shell": (("shell", "{url}", "-c", TEXT), (SECOND,)),
    "runspider": (("runspider", "short_spider.py", "-a", "url={url}"), DONE),
    "content": (("content", "{url}", "--spider", "short", "-c", "parse"), DONE),
    "until an item has come": ((*MANY, "-s", "CLOSESPIDER_ITEMCOUNT=1"), DONE),
    "until Ctrl-C": ((*MANY, "-a", "at_item=1"), DONE),
    "until Ctrl-C twice": ((*MANY, "-a", "at_item=2"), DONE),
    "until Ctrl-C twice, in a thread": ((*MANY, *IN_THREAD, "-a", "at_item=2"), DONE),
}
REACTORS = {
    "asyncio": (),
    "select": (
        "-sTWISTED_REACTOR=twisted.internet.selectreactor.SelectReactor", "-sFORCE_CRAWLER_PROCESS=True",
    ),
    "reactorless": ("-sTWISTED_REACTOR_ENABLED=False",),
}  # fmt: skip
#: ``scrapy parse`` prints a long text in several lines.
LINE_BREAK = re.compile(r"'\n *'")


def marks_of(kind: str, reactor: str, times: int) -> list:
    return [pytest.mark.slow] if times > 1 or (reactor != "asyncio" and "thread" not in kind) else []


RUNS = [
    pytest.param(kind, reactor, times, marks=marks_of(kind, reactor, times))
    for kind, reactor, times in product(KINDS, REACTORS, (1, 30))
]


@pytest.mark.parametrize(("kind", "reactor", "times"), RUNS)
def test_a_short_crawl_ends_well(kind, reactor, times, tmp_path):
    if reactor == "reactorless":
        skip_if_not_reactorless()
    shutil.copy(ROOT / "tests/helpers/short_spider.py", tmp_path)
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    (tmp_path / "settings.py").write_text(SETTINGS)
    arguments, expected = KINDS[kind]
    with serving(PAGES) as url:
        given = [argument.replace("{url}", f"{url}/news.html") for argument in arguments]
        command = (sys.executable, "-m", "scrapy", given[0], *REACTORS[reactor])
        runs = [run(*given[1:], cwd=tmp_path, command=command) for _ in range(times)]
    for done in runs:
        printed = LINE_BREAK.sub("", done.stdout)
        lacking = [part for part in expected if part not in printed]
        assert (done.returncode, lacking, "not known" in done.stderr) == (0, [], False), done
