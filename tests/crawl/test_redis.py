"""Several crawlers and a real Redis server: one queue, and none of its requests lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from threading import Barrier, Event

import pytest

pytest.importorskip("redis", reason="redis, the library, is not installed")
pytest.importorskip("scrapy_redis", reason="scrapy-redis is not installed")

import redis
import scrapy
from scrapy.utils.test import get_crawler

from lab.trials.kill import Count, serving
from tests.corpus.test_lines import CHINESE, PAGE, UIGHUR
from tests.helpers import leases
from tests.helpers.folders import ROOT
from tests.helpers.server import running

sys.path.append(str(ROOT / "example_project"))

from example_project.leases import MOST, LeaseScheduler

pytestmark = pytest.mark.skipif(not shutil.which("redis-server"), reason="there is no redis-server")


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with leases.redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


# --- scrapy-redis ----------------------------------------------------------------------------

#: the pages; the first is the home page, to which all lead
NAMES = ["", "a", "b", "c", "d", "e"]
TEXTS = {"/a": UIGHUR, "/b": CHINESE}
OTHER = "It is what it is, and it has been so for as long as one can remember."


@contextmanager
def site():
    """Serve an index and its pages; a and b come only when both are asked for.

    Yield the URL, and the event that is set when all have been served.
    """
    both, left, all_served = Barrier(2), {f"/{name}" for name in NAMES}, Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path in ("/a", "/b"):
                both.wait(timeout=300)
            links = "".join(f"<p><a href=/{name}>Page</a>" for name in NAMES) if self.path == "/index" else ""
            text = TEXTS.get(self.path, OTHER)
            body = (PAGE.format(title="Page", text=text) + links).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            left.discard(self.path)
            if not left:
                all_served.set()

        def log_message(self, *args):
            pass

    with running(Handler) as url:
        yield url, all_served


@pytest.fixture(scope="module")
def crawled(url, tmp_path_factory):
    """Let two crawlers share the pages; return the items of each, and those in Redis."""
    folder = tmp_path_factory.mktemp("crawlers")
    path = os.pathsep.join([str(ROOT), str(ROOT / "example_project")])
    project = {"SCRAPY_SETTINGS_MODULE": "example_project.settings", "REDIS_URL": url}
    env = {**os.environ, "PYTHONPATH": path, **project}
    spider = str(ROOT / "tests" / "helpers" / "redis_spider.py")
    command = [sys.executable, "-m", "scrapy", "runspider", spider]
    server = redis.Redis.from_url(url)
    with site() as (base, all_served):
        server.rpush("shared:start_urls", json.dumps({"url": f"{base}/index"}))
        crawlers = [subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL) for _ in "ab"]
        assert all_served.wait(timeout=300), "two crawlers must ask for a and b at the same time"
        for crawler in crawlers:
            crawler.send_signal(signal.SIGINT)
        assert [crawler.wait(timeout=300) for crawler in crawlers] == [0, 0]
    feeds = [path.read_text("utf-8").splitlines() for path in sorted(folder.glob("items-*.jsonl"))]
    return [[json.loads(line) for line in feed] for feed in feeds], server.lrange("shared:items", 0, -1)


def test_two_crawlers_share_the_pages_and_each_has_its_feed(crawled):
    feeds, _ = crawled
    assert len(feeds) == 2
    assert all(feeds)
    paths = sorted(item["url"].rpartition("/")[2] for feed in feeds for item in feed)
    assert paths == [*NAMES, "index"]
    assert all(item["link_density"]["status"] == "ok" for feed in feeds for item in feed)


def test_items_in_redis_are_utf8_without_blocks(crawled):
    items = {json.loads(line)["url"].rpartition("/")[2]: line for line in crawled[1]}
    assert sorted(items) == [*NAMES, "index"]
    assert UIGHUR.encode() in items["a"]
    assert CHINESE.encode() in items["b"]
    assert "blocks" not in json.loads(items["a"])


# --- leases ----------------------------------------------------------------------------------


class Pages(scrapy.Spider):
    name = "pages"


class AtOnce(LeaseScheduler):
    """A scheduler whose requests are done when it is asked again."""

    def under_way(self):
        return set()

    def wake_in(self, seconds):
        """No crawl is running."""


class Held(AtOnce):
    """A scheduler whose requests are done when it is told."""

    done = ()

    @classmethod
    def of(cls, url, job, seconds=1000):
        return scheduler(url, job, seconds, cls)

    def under_way(self):
        return set(self.held) - set(self.done)

    def finish(self):
        self.done = list(self.held)


def scheduler(url, job, seconds=1000, kind=AtOnce, delay=0, cluster=False):
    leases = {"JOB": job, "SECONDS": seconds, "DELAY": delay, "CLUSTER": cluster}
    settings = {f"LEASES_{name}": value for name, value in leases.items()}
    crawler = get_crawler(Pages, {"REDIS_URL": url, **settings})
    made = kind.from_crawler(crawler)
    made.spider = crawler.spidercls.from_crawler(crawler)
    return made


def request(name, **kwargs):
    return scrapy.Request(f"http://example.com/{name}", **kwargs)


def enqueue_in_order(scheduler, names):
    for n, name in enumerate(names):
        scheduler.enqueue_request(request(name, priority=-n))


def test_requests_come_once_by_priority(url):
    one, other = scheduler(url, "order"), scheduler(url, "order")
    assert one.enqueue_request(request("a"))
    assert one.enqueue_request(request("b", priority=5, meta={"depth": 2}))
    assert not other.enqueue_request(request("a")), "another crawler has asked for it"
    assert other.enqueue_request(request("a", dont_filter=True, priority=-1))
    taken = [(one if n % 2 else other).next_request() for n in range(3)]
    assert [taken.url[-1] for taken in taken] == ["b", "a", "a"]
    assert taken[0].meta == {"depth": 2}
    assert one.next_request() is None
    assert not one.enqueue_request(request("b")), "what is done stays known"


def test_a_crawler_waits_for_what_others_hold(url):
    one, other = scheduler(url, "pending"), scheduler(url, "pending")
    one.enqueue_request(request("a"))
    assert other.has_pending_requests()
    assert one.next_request()
    assert other.next_request() is None
    assert other.has_pending_requests(), "it comes back if the other one dies"
    one.close("finished")
    assert not other.has_pending_requests()


def names_of(taken):
    return [request and request.url[-1] for request in taken]


def test_what_the_dead_held_comes_last_and_alone(url):
    """Leases of no length: the next crawler takes the ones before for dead."""
    first = scheduler(url, "suspects", seconds=0)
    enqueue_in_order(first, "abc")
    assert names_of([first.next_request()]) == ["a"]
    other = Held.of(url, "suspects")
    assert names_of(other.next_request() for _ in range(3)) == ["b", "c", None], "a comes last"
    other.finish()
    assert names_of(other.next_request() for _ in range(2)) == ["a", None]
    other.enqueue_request(request("d"))
    assert names_of([other.next_request()]) == [None], "a is alone"
    other.finish()
    assert names_of([other.next_request()]) == ["d"]


def test_a_suspect_waits_until_others_have_done_the_rest(url):
    scheduler(url, "patient", seconds=0).enqueue_request(request("a"))
    assert scheduler(url, "patient", seconds=0).next_request()
    one, other = Held.of(url, "patient"), Held.of(url, "patient")
    one.enqueue_request(request("b"))
    assert names_of([one.next_request(), other.next_request()]) == ["b", None]
    one.finish()
    one.settle()
    assert names_of([other.next_request()]) == ["a"]


def test_a_request_that_kills_is_set_aside_and_its_neighbours_are_not(url):
    first = scheduler(url, "killer", seconds=0)
    enqueue_in_order(first, "abcde")
    crawled, crawlers = [], 0
    while first.has_pending_requests() and crawlers < 20:
        crawlers += 1
        crawler = Held.of(url, "killer", seconds=0)
        taken = names_of(filter(None, (crawler.next_request() for _ in range(5))))
        if "c" not in taken:  # c kills its crawler, and everything that it holds remains held
            crawled += taken
            crawler.finish()
            crawler.settle()
    assert sorted(crawled) == ["a", "b", "d", "e"]
    assert first.server.scard("{killer}:dead") == 1
    assert crawlers <= MOST + 5


def test_a_crawler_that_was_only_stopped_may_finish(url):
    """After SIGSTOP, or a jump of the server's clock, a crawler is alive though its leases have ended."""
    stopped = Held.of(url, "stopped")
    stopped.enqueue_request(request("a"))
    stopped.next_request()
    stopped.server.zincrby("{stopped}:leases", -10_000, *stopped.server.zrange("{stopped}:leases", 0, 0))
    other = Held.of(url, "stopped")
    assert names_of([other.next_request()]) == ["a"], "it is done twice, not lost"
    stopped.finish()
    assert not stopped.has_pending_requests()
    other.finish()
    assert not other.has_pending_requests()
    assert not other.server.scard("{stopped}:dead")


def test_a_start_request_of_several_crawlers_is_one(url):
    one, other = scheduler(url, "start"), scheduler(url, "start")
    start = {"dont_filter": True, "meta": {"is_start_request": True}}
    assert [each.enqueue_request(request("a", **start)) for each in (one, other)] == [True, False]
    taken = one.next_request()
    assert taken.meta["is_start_request"]
    assert one.enqueue_request(taken.replace(dont_filter=True)), "a retry of it is another request"
    assert one.enqueue_request(request("a")), "as without leases, a link to it is another request"
    assert not other.enqueue_request(request("a"))


def test_a_host_has_turns_that_crawlers_share(url):
    one, other = scheduler(url, "turns", delay=1000), scheduler(url, "turns", delay=1000)
    for host, name in (("example.com", "a"), ("example.com", "b"), ("example.org", "c")):
        one.enqueue_request(scrapy.Request(f"http://{host}/{name}"))
    taken = [one.next_request(), other.next_request(), one.next_request(), other.next_request()]
    assert sorted(filter(None, names_of(taken))) == ["a", "c"]
    assert one.has_pending_requests()
    for name in one.server.zrange("{turns}:hosts", 0, -1):  # a thousand seconds later
        one.server.zadd("{turns}:hosts", {name: 0})
    assert names_of([other.next_request()]) == ["b"]
    one.enqueue_request(request("d"))
    assert names_of([other.next_request()]) == [None], "an empty queue keeps the time of its host"


def test_what_cannot_be_queued_costs_no_page(url):
    """A page whose links cannot be queued does not count as done: another crawler does it again."""
    full = Held.of(url, "full", seconds=0)
    full.enqueue_request(request("a"))
    full.next_request()
    full.server.config_set("maxmemory", 1)
    try:
        with pytest.raises(redis.RedisError):
            full.enqueue_request(request("b"))
    finally:
        full.server.config_set("maxmemory", 0)
    full.finish()
    full.close("redis_failed")
    assert names_of([Held.of(url, "full").next_request()]) == ["a"]


#: options of a server → what the crawl says at its start
SERVERS = {
    "nothing is kept": ([], "no append-only file"),
    "append-only": (["--appendonly", "yes"], "appends each change"),
    "keys are removed": (["--maxmemory", "1gb", "--maxmemory-policy", "allkeys-lru"], "removes keys"),
}


@pytest.mark.parametrize(("options", "said"), SERVERS.values(), ids=SERVERS)
def test_the_crawl_says_what_its_server_would_lose(tmp_path, caplog, options, said):
    caplog.set_level("INFO")
    with leases.redis_server(tmp_path, *options) as url:
        scheduler(url, "kept")
    assert said in caplog.text


def test_all_keys_of_a_job_are_on_one_machine_of_a_cluster(tmp_path):
    with leases.redis_server(tmp_path, "--cluster-enabled", "yes") as url:
        redis.Redis.from_url(url).execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        while redis.Redis.from_url(url).execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            Event().wait(0.1)
        one = scheduler(url, "cluster", kind=Held, cluster=True, delay=1)
        one.enqueue_request(request("a"))
        assert names_of([one.next_request()]) == ["a"]
        assert one.has_pending_requests()
        one.finish()
        assert not one.has_pending_requests()


def test_a_killed_crawler_loses_nothing(url, tmp_path):
    count = Count()
    with serving(count) as site:
        settings = {
            **leases.SCHEDULER, "SERVER": site, "PAGES": 60, "REDIS_URL": url, "LEASES_JOB": "kill",
            "FEED_STORAGES": {"": "example_project.leases.UnbufferedFiles"},
        }  # fmt: skip
        assert {*leases.pages_after_a_kill(tmp_path, settings, count, at=20)} == {*range(60)}
