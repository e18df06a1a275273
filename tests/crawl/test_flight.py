"""Pages of a site that are in flight at once teach each other."""

import json
import signal
from threading import Event, Semaphore

import pytest

from scrapy_content_extract.content.auto.memory import WARM
from tests.crawl.test_short_crawls import REACTORS
from tests.helpers.folders import ROOT
from tests.helpers.made_sites import article, sentences
from tests.helpers.running import run_python, run_spider
from tests.helpers.server import serving, skip_if_not_reactorless

HTML = {"Content-Type": "text/html; charset=utf-8"}
#: The seconds after which a crawl hangs.
HANGS = 60
#: Enough pages for each to have others.
MANY = WARM + 2


class Gate(dict):
    """Pages behind a gate, except the first; who asks for "/open/" opens it, or for "/open/3" lets "/3" out.

    The first comes ``together`` with requests for all others, or at once.
    """

    def __init__(self, pages, together=False):
        super().__init__(pages)
        self.events = {path: Event() for path in pages}
        self.are_asked = Semaphore(0)
        self.others = (len(pages) - 1) * together

    def __contains__(self, path):
        if path.startswith("/open/"):
            self.open(*([path.removeprefix("/open")] if path != "/open/" else self))
        return super().__contains__(path)

    def open(self, *paths):
        for path in paths:
            self.events[path].set()

    def __getitem__(self, path):
        if path == "/0":
            assert all(self.are_asked.acquire(timeout=HANGS) for _ in range(self.others))
        else:
            self.are_asked.release()
            assert self.events[path].wait(HANGS)
        return super().__getitem__(path)


def crawled(folder, pages, *options, together=True):
    """Crawl pages that come when the spider opens the gate; return their names and their known pages."""
    with serving(Gate(pages, together)) as url:
        run_spider(
            "flight_spider",
            "-a",
            f"url={url}",
            "-a",
            f"pages={len(pages)}",
            "-O",
            "items.jsonl",
            *options,
            cwd=folder,
        )
    return {item["name"]: item.get("link_density", {}).get("site_pages") for item in items_in(folder)}


def items_in(folder):
    return list(map(json.loads, (folder / "items.jsonl").read_text("utf-8").splitlines()))


def site(pages, **others):
    """Return the pages of a site."""
    return {f"/{n}": (HTML, article(n)) for n in range(pages)} | others


def told_later(*options):
    """Return the options of a crawl whose first page has to be through before any other comes."""
    return ("-a", "opens=scraped", *options)


#: what happens; options of ``scrapy``
TAUGHT = {
    "with asyncio": REACTORS["asyncio"],
    "with another reactor": REACTORS["select"],
    "without a reactor": REACTORS["reactorless"],
    "the spider closes while the page waits": ("-a", "then=close"),
    "Ctrl-C while the page waits": ("-a", "then=interrupt"),
}


@pytest.mark.parametrize("options", TAUGHT.values(), ids=TAUGHT)
def test_the_first_page_waits_for_others_in_flight_and_goes_on_first(options, tmp_path):
    if options == REACTORS["reactorless"]:
        skip_if_not_reactorless()
    found = crawled(tmp_path, site(MANY), *options)
    assert next(iter(found)) == "0"
    assert sorted(map(int, found)) == list(range(MANY))
    assert min(found.values()) >= WARM


#: why the first page does not wait, or no longer; the pages; options of ``scrapy``; how many others it knew
ALONE = {
    "one page at a time": (site(MANY), told_later("-sCONCURRENT_REQUESTS_PER_DOMAIN=1"), 0),
    "one page at a time, of all hosts": (site(MANY), told_later("-sCONCURRENT_REQUESTS=1"), 0),
    "a delay": (site(MANY), told_later("-sDOWNLOAD_DELAY=0.01"), 0),
    "AutoThrottle": (site(MANY), told_later("-sAUTOTHROTTLE_ENABLED=1", "-sAUTOTHROTTLE_START_DELAY=0.01"), 0),
    "no memory": (site(MANY), told_later("-sCONTENT_EXTRACT_SITE_MEMORY=0"), None),
    "a page in a thread": (site(MANY), told_later("-sCONTENT_EXTRACT_THREAD_BYTES=0"), 0),
    "others that take too long": (site(MANY), told_later("-a", "looks=2"), 0),
    "nothing in flight": (site(1), told_later(), 0),
    "the last other one has come": (site(2), (), 1),
    "the last other one is an error": (site(2, **{"/1": ({**HTML, "Status": "404"}, b"<p>No.")}), (), 0),
    "the last other one is no page": (site(2, **{"/1": ({"Content-Type": "image/png"}, b"\x89PNG")}), (), 0),
}  # fmt: skip


#: those whose requests are not in flight at once
ONE_BY_ONE = {"one page at a time", "one page at a time, of all hosts", "a delay", "AutoThrottle"}


@pytest.mark.parametrize("name", ALONE)
def test_the_first_page_waits_no_longer_than_it_can_learn(name, tmp_path):
    pages, options, known = ALONE[name]
    found = crawled(tmp_path, pages, *options, together=name not in ONE_BY_ONE)
    assert found["0"] == known
    assert len(found) >= len(pages) - 1


def test_a_host_without_text_is_waited_for_once(tmp_path):
    """Each comes when the one before it is done, and others are in flight.  The first of them waits in vain."""
    pages = {f"/{n}": (HTML, b"<p>") for n in range(MANY)}
    crawled(tmp_path, pages, "-a", "opens=next", "-a", "looks=2")
    assert (tmp_path / "waits").read_text() == "1"


def test_pages_that_wait_go_on_in_the_order_in_which_they_came(tmp_path):
    found = crawled(tmp_path, site(MANY), "-a", "then=in turn")
    assert list(found)[:WARM] == list(map(str, range(WARM)))
    assert len(found) == MANY


def test_a_page_that_waits_stays_as_it_is_while_its_spider_changes_its_tree(tmp_path):
    crawled(tmp_path, site(MANY), "-sCONTENT_EXTRACT_FIELDS=text,link_density,markdown")
    for item in items_in(tmp_path):
        assert sentences(int(item["name"]))[0] in item["text"]
        assert sentences(int(item["name"]))[0] in item["markdown"]


def test_who_gives_up_a_page_that_waits_gives_up_no_other(tmp_path):
    name = "flight_spider.GivesUp"
    pipelines = json.dumps({"scrapy_content_extract.crawl.pipelines.ContentPipeline": None, name: 100})
    found = crawled(tmp_path, site(MANY), f"-sITEM_PIPELINES={pipelines}", "-a", "then=give up")
    assert found.pop("0") is None
    assert len(found) == MANY - 1
    assert min(found.values()) >= WARM


def test_a_job_that_is_killed_keeps_what_it_has_learned(tmp_path):
    gate = Gate(site(MANY))
    with serving(gate) as url:
        arguments = ("-a", f"url={url}", "-a", f"pages={MANY}", "-a", "opens=killed", "-sJOBDIR=job")
        spider = ROOT / "tests/helpers/flight_spider.py"
        done = run_python("-m", "scrapy", "runspider", spider, *arguments, cwd=tmp_path)
        assert done.returncode == -signal.SIGKILL
        gate.open(*gate)
        run_spider("urls_spider", "-a", f"urls={url}/1", "-sJOBDIR=job", "-O", "items.jsonl", cwd=tmp_path)
    (item,) = items_in(tmp_path)
    assert item["link_density"]["site_pages"] == 1
