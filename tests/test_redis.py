"""Several crawlers and a real Redis server: one queue, and none of its requests lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest

pytest.importorskip("redis", reason="redis, the library, is not installed")
pytest.importorskip("scrapy_redis", reason="scrapy-redis is not installed")

import redis
import scrapy
from scrapy.utils.test import get_crawler

from trials import leases
from trials.kill import Count, serving

from .test_corpus import CHINESE, PAGE, UIGHUR

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "example_project"))

from example_project.leases import MOST, LeaseScheduler  # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("redis-server"), reason="there is no redis-server")


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with leases.redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


# --- scrapy-redis ----------------------------------------------------------------------------

#: the pages; the first is the home page, to which all lead
NAMES = ["", "a", "b", "c", "d", "e"]
TEXTS = {"/a": UIGHUR, "/b": CHINESE}


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
            text = TEXTS.get(
                self.path, "It is what it is, and it has been so for as long as one can remember."
            )
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

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", all_served
        server.shutdown()


@pytest.fixture(scope="module")
def crawled(url, tmp_path_factory):
    """Let two crawlers share the pages; return the items of each, and those in Redis."""
    folder = tmp_path_factory.mktemp("crawlers")
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "example_project")]),
        "SCRAPY_SETTINGS_MODULE": "example_project.settings",
        "REDIS_URL": url,
    }
    command = [sys.executable, "-m", "scrapy", "runspider", str(ROOT / "tests" / "redis_spider.py")]
    server = redis.Redis.from_url(url)
    with site() as (base, all_served):
        server.rpush("shared:start_urls", json.dumps({"url": f"{base}/index"}))
        crawlers = [
            subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL) for _ in range(2)
        ]
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


def scheduler(url, job, seconds=1000):
    crawler = get_crawler(Pages, {"REDIS_URL": url, "LEASES_JOB": job, "LEASES_SECONDS": seconds})
    made = AtOnce.from_crawler(crawler)
    made.spider = crawler.spidercls.from_crawler(crawler)
    return made


def request(name, **kwargs):
    return scrapy.Request(f"http://example.com/{name}", **kwargs)


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


def test_what_the_dead_held_comes_back_until_it_was_tried_too_often(url):
    scheduler(url, "dead").enqueue_request(request("a"))
    # leases of no length: the next crawler takes the one before for dead
    taken = [scheduler(url, "dead", seconds=0).next_request() for _ in range(MOST + 1)]
    assert [bool(request) for request in taken] == [True] * MOST + [False]
    last = scheduler(url, "dead")
    assert not last.has_pending_requests()
    assert last.server.scard("dead:dead") == 1


def test_a_killed_crawler_loses_nothing(url, tmp_path, monkeypatch):
    monkeypatch.setattr(leases, "PAGES", 60)
    count = Count()
    with serving(count) as site:
        settings = {
            **leases.SCHEDULERS["leases"], "SERVER": site, "PAGES": 60, "REDIS_URL": url, "LEASES_JOB": "kill",
            "FEED_STORAGES": {"": "example_project.leases.UnbufferedFiles"},
        }  # fmt: skip
        outcome = leases.killed(tmp_path, settings, count, at=20, delay=0)
    assert outcome.kills == 1
    assert outcome.lost == 0
