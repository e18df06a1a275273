"""Work that would hold up the crawl runs in a thread, or in a later turn of the loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from scrapy.utils.asyncio import call_later, is_asyncio_available
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

T = TypeVar("T")

#: The seconds of analyses in one turn of the loop before other work has its chance.
TURN_SECONDS = 0.005
#: The analyses that waited in one turn.  With one, a queue would stay as long as pages come in one by one.
TURN_PAGES = 2


async def run_in_thread(
    function: Callable[..., T], *args: Any, threads: ThreadPoolExecutor | None = None
) -> T:
    """Return what a function returns in a thread, one of some ``threads`` if they are given.

    In one thread, calls run one after the other, in their order.  A caller who is cancelled ends no call
    that runs, so the next one waits for it all the same.
    """
    if is_asyncio_available():
        return await asyncio.get_running_loop().run_in_executor(threads, function, *args)
    if threads:  # a thread of Twisted waits for theirs
        return await deferToThread(threads.submit(function, *args).result)
    return await deferToThread(function, *args)


class Turns:
    """Spreads analyses over turns of the loop, in the order in which they come.

    The first pages are analysed at once, while the trees that their spider has just parsed are in
    the processor's cache.  After TURN_SECONDS the others wait, and each turn has TURN_PAGES of them;
    all other work runs between the turns.
    """

    def __init__(self) -> None:
        #: the seconds that analyses took in this turn
        self.spent = 0.0
        self._waiting: deque[Deferred[None]] = deque()
        self._has_next = False

    async def take(self) -> None:
        """Wait for a later turn if this one has had its share."""
        if not self._has_next:
            self._has_next = True
            call_later(0, self._next)
        elif self._waiting or self.spent >= TURN_SECONDS:
            turn: Deferred[None] = Deferred()
            self._waiting.append(turn)
            try:
                await maybe_deferred_to_future(turn)
            finally:
                self._waiting.remove(turn)

    def _next(self) -> None:
        self.spent = 0.0
        self._has_next = bool(self._waiting)
        if self._waiting:
            call_later(0, self._next)
        for turn in list(islice(self._waiting, TURN_PAGES)):
            turn.callback(None)
