"""The commands of Scrapy in a project that has the add-on: what they print, log and write."""

import csv
import json
import sys

import pytest

from tests.helpers.running import run
from tests.helpers.server import serving

TEXT = "The rain has been with us for a week now, and it is not about to leave. " * 5
PAGE = f"<title>News</title><h1>Rain</h1><p>{TEXT}</p><p>{TEXT}</p>".encode()
HTML = {"Content-Type": "text/html"}
PAGES = {"/news.html": (HTML, PAGE), "/news.html?empty": (HTML, b"")}

SETTINGS = """
SPIDER_MODULES = ["spiders"]
ADDONS = {"scrapy_content_extract.Addon": 500}
TELNETCONSOLE_ENABLED = False
"""

SPIDERS = """
import scrapy

class News(scrapy.Spider):
    name = "news"
    handle_httpstatus_list = [404]

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        yield {"url": response.url, "tags": ["a", "b"], "own": {"n": 1}}

class Misspelt(News):
    name = "misspelt"
    custom_settings = {"CONTENT_EXTRACT_EXTRACTOR": "typo"}

class Dropped(News):
    name = "dropped"
    custom_settings = {"CONTENT_EXTRACT_FIELDS": {"link_density": None}, "ITEM_PIPELINES": {"spiders.Drop": 300}}

class Failed(Dropped):
    name = "failed"
    custom_settings = {"ITEM_PIPELINES": {"spiders.Fail": 300}}

class NoItem(News):
    name = "no item"

    def parse(self, response):
        yield Strange()

class AsyncNews(News):
    name = "async"

    async def parse(self, response):
        yield {"url": response.url}

class Strange:
    def __repr__(self):
        return "a strange object"

class Drop:
    def process_item(self, item):
        raise scrapy.exceptions.DropItem("dropped by a pipeline")

class Fail:
    def process_item(self, item):
        raise RuntimeError("failed in a pipeline")
"""


@pytest.fixture(scope="module")
def url():
    with serving(PAGES) as url:
        yield f"{url}/news.html"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    (folder / "settings.py").write_text(SETTINGS)
    (folder / "spiders.py").write_text(SPIDERS)
    return folder


@pytest.fixture
def scrapy(project, url):
    def run_scrapy(command, *options, settings=()):
        given = [part for name, value in dict(settings).items() for part in ("-s", f"{name}={value}")]
        arguments = [command, *given, "-a", f"url={url}", *options]
        return run(*arguments, cwd=project, command=(sys.executable, "-m", "scrapy"))

    return run_scrapy


#: settings and the end of what is printed
STOPS = {
    "a word": ({"CONTENT_EXTRACT_EXTRACTOR": "typo"}, "CONTENT_EXTRACT_EXTRACTOR is 'typo'. The built-in"),
    "of the middleware": ({"CONTENT_EXTRACT_CLEAN": "nfkc"}, "CONTENT_EXTRACT_CLEAN is 'nfkc'"),
    "another setting": ({"CONTENT_EXTRACT_BLOCKS": "x"}, "CONTENT_EXTRACT_BLOCKS is 'x'; it may be 'main'"),
}


@pytest.mark.parametrize(("settings", "says"), STOPS.values(), ids=STOPS)
def test_an_impossible_setting_is_the_last_line(scrapy, settings, says):
    run = scrapy("crawl", "news", settings=settings)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith(f"ValueError: {says}")
    assert run.stderr.count("Traceback") == 1
    assert "never retrieved" not in run.stderr


def test_an_impossible_setting_of_a_spider(scrapy):
    """Scrapy reads it in the crawl, and logs the error from there."""
    run = scrapy("crawl", "misspelt")  # its exit status is 0 in old versions of Scrapy
    assert run.stderr.splitlines()[-1].startswith("ValueError: CONTENT_EXTRACT_EXTRACTOR is 'typo'. The")
    assert run.stderr.count("Traceback") == 1


def test_switched_off_nothing_is_checked(scrapy):
    run = scrapy(
        "crawl", "news", settings={"CONTENT_EXTRACT_ENABLED": "0", "CONTENT_EXTRACT_EXTRACTOR": "typo"}
    )
    assert run.returncode == 0


def test_no_segmenter_is_no_warning(scrapy):
    run = scrapy("crawl", "news", settings={"CONTENT_EXTRACT_SEGMENTER": "None"})
    assert run.returncode == 0
    assert "'item_scraped_count': 1" in run.stderr
    assert "WARNING" not in run.stderr.replace("CONTENT_EXTRACT", "")
    assert "Disabled" not in run.stderr
    assert "'blocks'" not in run.stderr


#: spider and what is logged of its item
LOGGED = {
    "news": "DEBUG: Scraped from <200 ",
    "dropped": "WARNING: Dropped: dropped by a pipeline",
    "failed": "ERROR: Error processing ",
}


@pytest.mark.parametrize(("spider", "message"), LOGGED.items(), ids=LOGGED)
def test_the_log_does_not_print_pages(scrapy, spider, message):
    log = scrapy("crawl", spider).stderr
    assert message in log
    item = next(line for line in log.split(message)[1].splitlines() if "'own': {'n': 1}" in line)
    assert "'text': 'The rain has been" in item
    assert TEXT.strip() not in log
    assert len(item) < 1000


def test_what_is_dropped_by_setting_is_a_line(scrapy, url):
    settings = {"CONTENT_EXTRACT_ON_EMPTY": "drop", "LOG_FORMAT": "%(levelname)s: %(message)s"}
    log = scrapy("crawl", "news", "-a", f"url={url}?empty", settings=settings).stderr.splitlines()
    dropped = f"Dropped: <200 {url}?empty> has no main text, and CONTENT_EXTRACT_ON_EMPTY is 'drop'"
    assert log[log.index(f"INFO: {dropped}") + 1].startswith(("INFO: ", "DEBUG: "))


def test_the_log_shows_what_is_no_item(scrapy):
    assert "\na strange object\n" in scrapy("crawl", "no item").stderr


def test_cells_of_csv_are_json(scrapy, project):
    fields = '{"diagnostics": "about", "status": "status", "chars": "chars"}'
    run = scrapy("crawl", "news", "-O", "items.csv", settings={"CONTENT_EXTRACT_FIELDS": fields})
    assert run.returncode == 0
    with open(project / "items.csv", encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    chars = len("".join(f"Rain{TEXT}{TEXT}".split()))
    assert (row["status"], row["chars"]) == ("ok", str(chars))
    assert json.loads(row["about"])["chars"] == chars
    assert [block["title"] for block in json.loads(row["blocks"])] == ["Rain"]
    assert json.loads(row["own"]) == {"n": 1}
    assert row["tags"] == "a,b"  # as Scrapy writes it


@pytest.mark.parametrize("spider", ["news", "async"])
def test_parse_shows_items_with_their_text(scrapy, url, spider):
    run = scrapy("parse", "--nolog", "--nocolour", "--pipelines", "--spider", spider, url)
    assert "'status': 'ok'" in run.stdout
    assert "'The rain has been with us" in run.stdout
