"""Work that would hold up the crawl runs in a thread, or in a later turn of the loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

try:
    from scrapy.utils.asyncio import run_in_thread
except ImportError:  # Scrapy 2.14

    def run_in_thread(function: Callable[..., Any], *args: Any) -> Awaitable[Any]:  # type: ignore[misc]
        return maybe_deferred_to_future(deferToThread(function, *args))


__all__ = ["Turns", "run_in_thread"]

#: The seconds of analyses in one turn of the loop before other work has its chance.
TURN_SECONDS = 0.005


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
