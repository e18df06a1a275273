"""The memory of sites of a crawl."""

from __future__ import annotations

import logging
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scrapy import signals
from scrapy.core.downloader import Downloader
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.asyncio import call_later, create_looping_call
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.job import job_dir
from twisted.internet.defer import Deferred

from ..content import Extractor
from ..content.auto.auto import Auto
from ..content.auto.memory import WARM, Sites, host_of
from ..corpus.files import remove
from ..corpus.memory_files import add_sites, hosts_in
from .responses import meta_of
from .threads import TURN_PAGES, run_in_thread

logger = logging.getLogger(__name__)

#: The name of the file in the folder of a crawl, JOBDIR.
FILE = "content_extract_sites.db"
#: The seconds after which new pages are written: a killed crawl loses what it has learned since.
WRITE_SECONDS = 60
#: The seconds between two looks at whether pages of a host still need to wait for others.
LOOK_SECONDS = 0.05
#: The looks after which no page of a host waits any longer, some half a second in all: most pages take less
#: to download, and some hosts have no text to learn from.
LOOKS = 10
#: The most hosts whose looks are counted, to bound memory; the oldest is forgotten.
MOST_HOSTS = 10_000


def with_sites(extractor: Extractor, sites: Sites | None) -> Extractor:
    """Return an extractor with a memory of sites, if any, and if it can have it and has none."""
    if sites and isinstance(extractor, Auto) and extractor.sites is None:
        return extractor.with_sites(sites)
    return extractor


def sites_of_crawl(crawler: Crawler) -> Sites:
    """Return the memory of a crawl, which stays in its JOBDIR, if any, until the next run."""
    sites, folder = Sites(), job_dir(crawler.settings)
    if not folder:
        return sites
    path = Path(folder) / FILE
    try:
        if path.exists():
            for host, remembered in hosts_in(path):
                sites.add(host, remembered)
            logger.info("What pages of a site have in common is known from %s: %r", path, sites)
    except OSError as error:
        logger.warning("%s. Missing sites are learned again.", error)
        remove(str(path))
    sites.changed.clear()
    thread = ThreadPoolExecutor(1)  # one, because what is written last must be the last that was learned

    def write() -> None:
        try:
            if sites.changed:
                add_sites(path, sites.remembered(changed=True))
        except OSError as error:
            logger.warning("The memory of sites cannot be written: %s. Is the disk full?", error)

    now_and_then = create_looping_call(lambda: thread.submit(write))

    async def closed() -> None:
        if now_and_then.running:
            now_and_then.stop()
        await run_in_thread(write, threads=thread)

    def opened() -> None:
        now_and_then.start(WRITE_SECONDS, now=False)

    crawler.signals.connect(opened, signals.spider_opened, weak=False)
    crawler.signals.connect(closed, signals.spider_closed, weak=False)
    return sites


class FirstPages:
    """The first pages of each host, which wait a moment to be judged: others in flight will teach its memory.

    They go on in the order in which they came, TURN_PAGES in a turn of the loop.  Where no other is in
    flight, as at the end of a crawl, none waits.
    """

    def __init__(self, crawler: Crawler, sites: Sites | None) -> None:
        self.crawler, self.sites = crawler, sites or Sites(learns=False)
        self._waiting: dict[tuple[str, str], deque[Deferred[None]]] = {}
        #: the looks so far, by host
        self._looks: LocalCache[str, int] = LocalCache(MOST_HOSTS)

    def place_of(self, response: Response, extractor: Extractor) -> tuple[str, str] | None:
        """Return where a page waits: its host, and the downloader's name for it; or None if it need not."""
        place = host_of(response.url), str(meta_of(response).get("download_slot"))
        learns = getattr(extractor, "sites", None) is self.sites
        return place if learns and (place in self._waiting or self._can_learn(*place)) else None

    async def wait(self, place: tuple[str, str]) -> None:
        """Let a page wait that has been learned."""
        if place not in self._waiting:
            self._waiting[place] = deque()
            call_later(LOOK_SECONDS, self._look, place)
        turn: Deferred[None] = Deferred()
        self._waiting[place].append(turn)
        await maybe_deferred_to_future(turn)

    def _is_known(self, host: str) -> bool:
        return len(self.sites.pages_of(host)) > WARM

    def _can_learn(self, host: str, slot_name: str) -> bool:
        """Tell whether too few pages of a host are known, and others in flight, not one after the other."""
        if not host or self._looks.get(host, 0) >= LOOKS or self._is_known(host):
            return False
        downloader = self.crawler.engine and self.crawler.engine.downloader
        if not isinstance(downloader, Downloader):  # a project may have another one
            return False
        slot, most = downloader.slots.get(slot_name), downloader.total_concurrency
        return slot is not None and bool(slot.active) and not slot.delay and 1 not in (slot.concurrency, most)

    def _look(self, place: tuple[str, str], is_last: bool = False) -> None:
        """Let the pages that wait go on, or look again later: those just downloaded are not learned yet."""
        host, waiting = place[0], self._waiting[place]
        looks, can_learn = self._looks.get(host, 0), self._can_learn(*place)
        has_all = self._is_known(host) or (is_last and not can_learn)
        if looks < LOOKS and not has_all:
            self._looks[host] = looks + 1
            call_later(LOOK_SECONDS, self._look, place, not can_learn)
        elif waiting:
            for _ in range(min(TURN_PAGES, len(waiting))):
                waiting.popleft().callback(None)  # one that was cancelled ignores it
            call_later(0, self._look, place, True)  # none of the next ones may overtake these
        else:
            del self._waiting[place]
