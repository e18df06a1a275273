"""The memory of sites in crawls and in files."""

import json

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.auto.memory import Sites
from scrapy_content_extract.content.extract import Utf8, read
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.corpus.memory_files import SitesInFile
from scrapy_content_extract.crawl.memory import (
    FILE,
    UNREADABLE,
    read_sites,
    with_sites,
    write_sites,
)
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
    memory = "CONTENT_EXTRACT_SITE_MEMORY=True"
    with serving({f"/{n}": (HTML, article(n)) for n in range(30)}) as url:
        found = {
            "without": crawl(folder, url, range(14)),
            "with": crawl(folder, url, range(14), memory, job),
            "next": crawl(folder, url, range(20, 23), memory, job),
            "threads": crawl(folder, url, range(14), memory, *LARGE),
        }
        (folder / "job" / FILE).write_bytes(b"\x1f\x8b no gzip")
        found["spoilt"] = crawl(folder, url, range(23, 25), memory, job)
    return {**found, "folder": folder}


@pytest.mark.parametrize("name", ["with", "threads"])
def test_a_crawl_drops_the_box_once_ten_pages_are_known(crawls, name):
    without, found = crawls["without"][0], crawls[name][0]
    assert list(found) == list(range(14))
    for n, item in found.items():
        assert BOX in without[n]["text"]
        assert min(n, 10) <= item["link_density"].pop("site_pages") <= n
        if n < 10:
            assert item == without[n]
        else:
            assert item["text"] == without[n]["text"].replace(BOX + "\n", "")


def test_a_crawl_without_a_memory_says_nothing_of_it(crawls):
    assert not any("site_pages" in item["link_density"] for item in crawls["without"][0].values())


def test_the_next_crawl_of_a_job_knows_the_site(crawls):
    items, log = crawls["next"]
    assert [item["link_density"]["site_pages"] >= 10 for item in items.values()] == [True] * 3
    assert not any(BOX in item["text"] for item in items.values())
    assert "14 pages of 1 hosts" in log


def test_a_job_with_a_spoilt_file_learns_anew(crawls):
    items, log = crawls["spoilt"]
    assert [item["link_density"]["site_pages"] for item in items.values()] == [0, 1]
    assert "Missing sites are learned again" in log
    again = Sites()
    read_sites(crawls["folder"] / "job" / FILE, again)
    assert [len(pages) for _, pages in again.remembered()] == [2]


# ------------------------------------------------------------------ settings


def test_only_auto_has_a_memory():
    sites = Sites()
    assert with_sites(Auto(favor="recall"), sites) == Auto(favor="recall", sites=sites)
    assert with_sites(CEVC(), sites) == CEVC()
    assert with_sites(Auto(), None) == Auto()


# ------------------------------------------------------------------ files


@pytest.mark.parametrize("name", ["sites.jsonl", "sites.jsonl.gz"])
def test_a_memory_is_the_same_after_a_file(tmp_path, name):
    sites, again = Sites(), Sites()
    for n in range(12):
        for host in ("a", "b"):
            extract(article(n), url=f"http://{host}.example/{n}", sites=sites)
    write_sites(tmp_path / name, sites.remembered())
    read_sites(tmp_path / name, again)
    assert list(again.remembered()) == list(sites.remembered())


HOSTS = [f"{name}.example" for name in ("a", "b" * 50, "c", "münchen", "z")]


@pytest.mark.parametrize("host", [*HOSTS, "0.example", "bb.example", "zz.example"])
def test_a_host_is_found_in_a_file(tmp_path, host):
    """Hosts that are in the file, and others before, between and behind them."""
    sites = Sites()
    for name in HOSTS:
        for n in range(3):
            extract(article(n), url=f"http://{name}/{n}", sites=sites)
    write_sites(tmp_path / "sites.jsonl", sites.remembered())
    found = SitesInFile(tmp_path / "sites.jsonl")
    template = found.template_of(read(Utf8(b"", f"http://{host}/x")))
    assert template == sites.template_of(read(Utf8(b"", f"http://{host}/x")))
    assert template.pages == (3 if host in HOSTS else 0)
    assert [name for name, _ in found.remembered()] == [host] * (host in HOSTS)


#: how a file begins
BEGIN = '{"sites": 1}\n'
#: what it has
SPOILT = {
    "nothing": "",
    "lines of something else": '{"url": "http://a.example"}',
    "another version": '{"sites": 2}',
    "half a line": BEGIN + '{"host": "a.exam',
    "no pages": BEGIN + '{"host": "a.example"}',
    "a page whose key is no number": BEGIN + '{"host": "a", "pages": {"x": [0]}}',
    "numbers that are none": BEGIN + '{"host": "a", "pages": {"1": ["b"]}}',
    "numbers too large": BEGIN + '{"host": "a", "pages": {"1": [0, 10000000000]}}',
    "fewer texts than it says": BEGIN + '{"host": "a", "pages": {"1": [5, 1]}}',
    "half a look": BEGIN + '{"host": "a", "pages": {"1": [0, 1]}}',
    "no numbers": BEGIN + '{"host": "a", "pages": {"1": []}}',
}


@pytest.mark.parametrize("text", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_says_so(tmp_path, text):
    (tmp_path / "sites.jsonl").write_text(text)
    with pytest.raises(ValueError, match="not a site-memory file of this version"):
        read_sites(tmp_path / "sites.jsonl", Sites())


def test_a_file_that_is_no_gzip_cannot_be_read(tmp_path):
    (tmp_path / "sites.jsonl.gz").write_bytes(b"\x1f\x8b\x08 no gzip")
    with pytest.raises(UNREADABLE):
        read_sites(tmp_path / "sites.jsonl.gz", Sites())
