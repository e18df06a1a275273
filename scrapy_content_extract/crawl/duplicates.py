"""Items → items that name the earlier page with their text (extra ``corpus``)."""

from __future__ import annotations

import sqlite3
from typing import Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import DeferredLock

from ..corpus.duplicates import Duplicates
from .analyst import Analyst
from .binding import BINDINGS, PARSED
from .pipelines import ResultPipeline
from .settings import check_enabled, read_duplicates
from .threads import run_in_thread

#: The field that it writes.
FIELD = "duplicate_of"


class DuplicatesPipeline(ResultPipeline):
    """Writes to ``duplicate_of`` the URL of an earlier page with the same or almost the same text, or None.

    The SQLite file of CONTENT_EXTRACT_DUPLICATES gets each text with its item, so that the next crawl
    knows it, even after a kill.
    """

    #: it writes none of the RESULTS
    results = ()

    def __init__(self, analyst: Analyst, duplicates: Duplicates) -> None:
        super().__init__(analyst)
        self.duplicates = duplicates
        self._turn = DeferredLock()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DuplicatesPipeline:
        """Raise NotConfigured without a file, and ValueError for a file that is not a database."""
        check_enabled(crawler.settings)
        path = read_duplicates(crawler.settings)
        if path is None:
            raise NotConfigured("CONTENT_EXTRACT_DUPLICATES is not set")
        try:
            duplicates = Duplicates(path)
        except sqlite3.Error as error:
            raise ValueError(
                f"CONTENT_EXTRACT_DUPLICATES is {path!r}, which cannot be used ({error}). Give the path of "
                f"an SQLite file that an earlier crawl has made, or of a new one in a folder that there is."
            ) from error
        return cls(Analyst.of(crawler), duplicates)

    def close_spider(self) -> None:
        if self.duplicates.partly_compared:
            self.analyst.count("duplicates/partly_compared", self.duplicates.partly_compared)
        self.duplicates.close()

    async def _process(self, item: Any) -> Any:
        response = BINDINGS.response_of(item) or PARSED.get()
        if response is None or not self._is_wanted(item, response):
            return item
        analysis = await self.analyst.analysis_of(response)
        adapter = ItemAdapter(item)
        if self._may_write(item, FIELD, adapter.get(FIELD), FIELD):
            found = await self._duplicate_of(response.url, analysis.text)
            self._write_field(adapter, FIELD, found, FIELD)
        return item

    async def _duplicate_of(self, url: str, text: str) -> str | None:
        """Return the URL of the page that had a text before."""
        if not text:
            return None
        # One after the other, in the order of the items; in a thread, because the disk may be slow.
        await maybe_deferred_to_future(self._turn.acquire())
        try:
            first = await run_in_thread(self._first, url, text)
        except sqlite3.Error as error:
            self.analyst.count("duplicates/not_known")
            self.analyst.warn_once(
                FIELD, "Whether %s is a duplicate is not known: %s. Is the disk full?", url, error
            )
            return None
        finally:
            self._turn.release()
        if first in (None, url):  # an earlier state of the same page does not count
            return None
        self.analyst.count("duplicates/found")
        return first

    def _first(self, url: str, text: str) -> str | None:
        try:
            found = self.duplicates.add(url, text)
            self.duplicates.commit()
        except sqlite3.Error:  # a text known by half would not be found
            self.duplicates.rollback()
            raise
        return None if found is None else found.of
