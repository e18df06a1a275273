"""Texts → the earlier page with the same or almost the same text (extra ``corpus``)."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

from ..corpus.duplicates import Duplicates
from .analyst import Analyst
from .threads import run_in_thread
from .timing import Stopwatch


class TextsBefore:
    """The texts of a crawl and of those before it.

    The SQLite file of CONTENT_EXTRACT_DUPLICATES gets each text with its item, so that the next crawl
    knows it, even after a kill.
    """

    def __init__(self, path: str, analyst: Analyst) -> None:
        """Raise ValueError for a file that is not a database."""
        self.analyst = analyst
        # In a thread, because the disk may be slow; in one, because closing must wait for what runs.
        self._thread = ThreadPoolExecutor(1)
        try:
            self._texts = Duplicates(path)
        except sqlite3.Error as error:
            raise ValueError(
                f"CONTENT_EXTRACT_DUPLICATES is {path!r}, which cannot be used ({error}). Give the path of "
                f"an SQLite file that an earlier crawl has made, or of a new one in a folder that there is."
            ) from error

    async def close(self) -> None:
        """Close the file after the look-ups before; whether a later text is a duplicate is not known."""
        await run_in_thread(self._texts.close, threads=self._thread)
        if self._texts.partly_compared:
            self.analyst.count("duplicates/partly_compared", self._texts.partly_compared)

    async def before(self, url: str, text: str) -> str | None:
        if not text:
            return None
        watch = Stopwatch()
        try:
            first = await run_in_thread(watch.call, self._first, url, text, threads=self._thread)
        except sqlite3.Error as error:
            self.analyst.count("duplicates/not_known")
            self.analyst.warn_once("duplicates", "Whether %s is a duplicate is not known: %s", url, error)
            return None
        finally:
            self.analyst.count_seconds("fields", watch.seconds)
        if first in (None, url):  # an earlier state of the same page does not count
            return None
        self.analyst.count("duplicates/found")
        return first

    def _first(self, url: str, text: str) -> str | None:
        try:
            found = self._texts.add(url, text)
            self._texts.commit()
        except sqlite3.Error:  # a text known by half would not be found
            self._texts.rollback()
            raise
        return None if found is None else found.of
