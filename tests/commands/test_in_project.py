"""What ``scrapy content URL`` prints, run in a project and outside of one."""

import json
import sys
from importlib.metadata import entry_points

import pytest

from tests.crawl.test_items import MAIN_OF_NEWS, PAGES
from tests.helpers.running import run
from tests.helpers.server import serving

pytestmark = pytest.mark.skipif(
    not entry_points(group="scrapy.commands", name="content"),
    reason="the package is not installed, so Scrapy does not know its command",
)

SETTINGS = """
BOT_NAME = "project"
SPIDER_MODULES = ["spiders"]
ADDONS = {"scrapy_content_extract.Addon": 500}
CONTENT_EXTRACT_EXTRACTOR = "cevc"
CONTENT_EXTRACT_FIELDS = {"blocks": None}
FEEDS = {"items.jsonl": {"format": "jsonlines", "overwrite": True}}
"""
SPIDER = """
import scrapy

class News(scrapy.Spider):
    name = "news"

    async def parse(self, response):
        yield {"heading": response.css("h1::text").get(), "edition": self.edition}
        yield response.follow("/blog.html")

    def parse_one(self, response):
        return {"heading": response.css("h1::text").get()}

    def parse_none(self, response):
        pass
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    (tmp_path / "settings.py").write_text(SETTINGS)
    (tmp_path / "spiders.py").write_text(SPIDER)
    (tmp_path / "items.jsonl").write_text("of the last crawl")
    return tmp_path


def content(folder, *args, path="/news.html"):
    with serving(PAGES) as url:
        return run("content", url + path, *args, cwd=folder, command=(sys.executable, "-m", "scrapy"))


def test_an_item_with_nothing_but_the_url(project):
    done = content(project)
    item = json.loads(done.stdout)
    assert item["url"].endswith("/news.html")
    assert item["text"] == MAIN_OF_NEWS
    assert item["link_density"]["extractor"] == "cevc", "the settings of the project count"
    assert "blocks" not in item
    assert (done.returncode, done.stderr) == (0, "")
    assert (project / "items.jsonl").read_text() == "of the last crawl", "no feed is written"


CALLBACKS = {
    "async, with a request that is not followed": ("parse", {"heading": "Rain", "edition": "evening"}),
    "an item that is returned": ("parse_one", {"heading": "Rain"}),
}


@pytest.mark.parametrize(("callback", "expected"), CALLBACKS.values(), ids=CALLBACKS)
def test_the_items_of_a_callback(callback, expected, project):
    done = content(project, "--spider", "news", "-c", callback, "-a", "edition=evening")
    item = json.loads(done.stdout)
    assert item.items() >= {**expected, "text": MAIN_OF_NEWS}.items()


def test_outside_of_a_project_the_plugin_is_on(tmp_path):
    item = json.loads(content(tmp_path, "-s", "CONTENT_EXTRACT_EXTRACTOR=cevc").stdout)
    assert item["text"] == MAIN_OF_NEWS
    assert item["blocks"]


#: arguments → the exit status and the message
MISTAKES = {
    "no such spider": (["--spider", "olds"], 2, "there are: news"),
    "no such callback": (["--spider", "news", "-c", "parse_all"], 2, "no method 'parse_all'"),
    "a callback without items": (["--spider", "news", "-c", "parse_none"], 1, "No item came out"),
    "a plugin that is off": (["-s", "ADDONS={}"], 0, "not switched on"),
    "an argument without a value": (["-a", "edition"], 2, "NAME=VALUE"),
}


@pytest.mark.parametrize(("args", "status", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_reported(args, status, message, project):
    done = content(project, *args)
    assert message in done.stderr + done.stdout
    assert done.returncode == status


def test_a_page_that_is_not_there(project):
    done = content(project, path="/nowhere")
    assert "404" in done.stderr
    assert done.returncode == 1
