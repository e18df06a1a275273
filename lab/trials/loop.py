"""An event loop that measures its own stretches of work."""

from __future__ import annotations

import asyncio
import time
from array import array
from selectors import DefaultSelector
from typing import Any

#: The seconds of CPU that the loop's thread took between two looks at its sockets.
STRETCHES = array("d")


class WatchedSelector(DefaultSelector):
    """Notes how much CPU its thread used since it was last asked.

    CPU and not time, so that a busy machine counts the same as an idle one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since: float | None = None

    def select(self, timeout: float | None = None) -> Any:
        if self._since is not None:
            STRETCHES.append(time.thread_time() - self._since)
        ready = super().select(timeout)
        self._since = time.thread_time()
        return ready


class WatchedLoop(asyncio.SelectorEventLoop):
    """For Scrapy's setting ASYNCIO_EVENT_LOOP."""

    def __init__(self) -> None:
        super().__init__(WatchedSelector())


#: The settings of a crawl whose stretches are wanted.
WATCHED = {"ASYNCIO_EVENT_LOOP": "lab.trials.loop.WatchedLoop"}


def stretches() -> dict[str, float]:
    """Return the longest stretch and the one that 99 of 100 do not exceed, in ms of CPU."""
    ordered = sorted(STRETCHES) or [0.0]
    return {"p99": 1000 * ordered[int(0.99 * (len(ordered) - 1))], "most": 1000 * ordered[-1]}
