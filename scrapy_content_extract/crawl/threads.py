"""Work that would hold up the crawl runs in a thread, or in a later turn of the loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from scrapy.utils.asyncio import call_later, is_asyncio_available
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

try:
    from scrapy.utils.asyncio import run_in_thread
except ImportError:  # Scrapy 2.14

    def run_in_thread(function: Callable[..., Any], *args: Any) -> Awaitable[Any]:  # type: ignore[misc]
        return maybe_deferred_to_future(deferToThread(function, *args))


__all__ = ["OneThread", "Turns", "run_in_thread"]

#: The seconds of analyses in one turn of the loop before other work has its chance.
TURN_SECONDS = 0.005


class OneThread:
    """A thread for what only one thread may use: its calls run one after the other, in their order.

    A caller who is cancelled ends no call that runs, so the next one waits for it all the same.  The thread
    ends with this object.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)

    async def call(self, function: Callable[..., Any], *args: Any) -> Any:
        future = self._thread.submit(function, *args)
        if is_asyncio_available():
            return await asyncio.wrap_future(future)
        from twisted.internet import reactor

        done: Deferred[None] = Deferred()
        future.add_done_callback(lambda _: reactor.callFromThread(done.callback, None))
        await done
        return future.result()


class Turns:
    """Spreads analyses over turns of the loop.

    The first pages are analysed at once, while the trees that their spider has just parsed are in
    the processor's cache.  After TURN_SECONDS the others wait, and each turn has one of them; all
    other work runs between the turns.
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
            await maybe_deferred_to_future(turn)

    def _next(self) -> None:
        self.spent = 0.0
        self._has_next = bool(self._waiting)
        if self._waiting:
            call_later(0, self._next)
            self._waiting.popleft().callback(None)
