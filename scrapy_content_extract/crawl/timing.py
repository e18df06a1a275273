"""What pages cost a crawl: CPU seconds in the stats, and a line in the log at the end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import thread_time
from typing import Any, TypeVar

from scrapy.statscollectors import StatsCollector

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: The parts of the work on a page, in their order.
PARTS = ("decoding", "analysis", "fields")

PAGES, SECONDS = "content_extract/pages", "content_extract/seconds"


class Stopwatch:
    """Adds up the CPU time of work, in whichever thread each piece runs, even if a piece fails.

    A thread does not pay for others: its clock stands still while they hold the interpreter's lock.
    """

    seconds = 0.0

    def __enter__(self) -> None:
        self._started = thread_time()

    def __exit__(self, *error: object) -> None:
        self.seconds += thread_time() - self._started

    def call(self, function: Callable[..., T], *args: Any) -> T:
        """Return what a function returns; for threads, which cannot share a ``with``."""
        with self:
            return function(*args)


def count(stats: StatsCollector | None, name: str, by: float = 1) -> None:
    """Count in the stats of a crawl, if it has any, what this package has done."""
    if stats:
        stats.inc_value(f"content_extract/{name}", by)  # type: ignore[arg-type]


def count_seconds(stats: StatsCollector | None, part: str, seconds: float) -> None:
    count(stats, "seconds", seconds)
    count(stats, f"seconds/{part}", seconds)


def log_seconds(stats: StatsCollector | None) -> None:
    """Log what an analysed page has cost on average; nothing if there was none."""
    pages = stats.get_value(PAGES) if stats else None
    if stats is None or not pages:
        return
    found = [(part, stats.get_value(f"{SECONDS}/{part}")) for part in PARTS]
    of_parts = [f"{part} {1000 * seconds / pages:.2f}" for part, seconds in found if seconds is not None]
    message = "Content extraction took %.2f ms of CPU a page (%s) on %s"
    of_pages = "1 page" if pages == 1 else f"{pages:,} pages"
    logger.info(message, 1000 * stats.get_value(SECONDS) / pages, ", ".join(of_parts), of_pages)
