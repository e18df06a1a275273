"""The memory of sites in crawls."""

import json
import re

import pytest

from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.auto.memory import REPEATED, WARM, Sites
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.corpus.memory_files import hosts_in
from scrapy_content_extract.crawl.memory import FILE, with_sites
from tests.helpers.made_sites import BOX, article
from tests.helpers.running import run_spider
from tests.helpers.server import serving

HTML = {"Content-Type": "text/html; charset=utf-8"}
LARGE = ["CONTENT_EXTRACT_THREAD_BYTES=0"]


def crawl(folder, url, numbers, *settings):
    """Crawl some articles; return their items by number, and the log."""
    urls = ",".join(f"{url}/{number}" for number in numbers)
    given = [f"-s{setting}" for setting in settings]
    done = run_spider("urls_spider", "-a", f"urls={urls}", "-O", "items.jsonl", *given, cwd=folder)
    items = map(json.loads, (folder / "items.jsonl").read_text("utf-8").splitlines())
    return {int(item["name"]): item for item in items}, done.stderr


@pytest.fixture(scope="module")
def crawls(tmp_path_factory):
    """A crawl without a memory, one with, the next of its job, and one whose job is spoilt; in threads, too."""
    folder, job = tmp_path_factory.mktemp("crawls"), "JOBDIR=job"
    with serving({f"/{n}": (HTML, article(n)) for n in range(30)}) as url:
        found = {
            "without": crawl(folder, url, range(14), "CONTENT_EXTRACT_SITE_MEMORY=False"),
            "with": crawl(folder, url, range(14), job),
            "next": crawl(folder, url, range(20, 23), job),
            "threads": crawl(folder, url, range(14), *LARGE),
        }
        (folder / "job" / FILE).write_bytes(b"no memory of sites")
        found["spoilt"] = crawl(folder, url, range(23, 25), job)
    return {**found, "folder": folder}


@pytest.mark.parametrize("name", ["with", "threads"])
def test_a_crawl_drops_the_box_once_enough_pages_are_known(crawls, name):
    without, found = crawls["without"][0], crawls[name][0]
    assert list(found) == list(range(14))
    for n, item in found.items():
        assert BOX in without[n]["text"]
        assert min(n, WARM) <= item["link_density"].pop("site_pages") <= n
        if n < WARM:
            assert item == without[n]
        else:
            assert item["text"] == without[n]["text"].replace(BOX + "\n", "")


def test_a_crawl_without_a_memory_says_nothing_of_it(crawls):
    assert not any("site_pages" in item["link_density"] for item in crawls["without"][0].values())


@pytest.mark.parametrize("name", ["with", "without"])
def test_stats_say_what_the_site_changed(crawls, name):
    """Each page with enough others loses the box, whose p falls below 1/2, and nothing else changes."""
    stats = {
        stat: int(number)
        for stat, number in re.findall(r"'content_extract/site/(\w+)': (\d+)", crawls[name][1])
    }
    judged = 14 - max(WARM, REPEATED)
    changed = {"pages": judged, "chars_left_out": judged * len("".join(BOX.split())), "chars_kept": 0}
    assert stats == (changed if name == "with" else {})


def test_the_next_crawl_of_a_job_knows_the_site(crawls):
    items, log = crawls["next"]
    assert [item["link_density"]["site_pages"] >= WARM for item in items.values()] == [True] * 3
    assert not any(BOX in item["text"] for item in items.values())
    assert "14 pages of 1 hosts" in log


def test_a_job_with_a_spoilt_file_learns_anew(crawls):
    items, log = crawls["spoilt"]
    assert [item["link_density"]["site_pages"] for item in items.values()] == [0, 1]
    assert "Missing sites are learned again" in log
    assert [len(pages) for _, pages in hosts_in(crawls["folder"] / "job" / FILE)] == [2]


# ------------------------------------------------------------------ settings


class Mine(Auto):
    """A method that a project has made from ours."""

    def __init__(self, least):
        super().__init__(favor="precision")


def test_only_auto_has_a_memory():
    sites = Sites()
    assert with_sites(Mine(least=3), sites).sites is sites
    assert with_sites(Auto(favor="recall"), sites) == Auto(favor="recall", sites=sites)
    assert with_sites(CEVC(), sites) == CEVC()
    assert with_sites(Auto(), None) == Auto()
    assert with_sites(Auto(sites=sites), Sites()).sites is sites
