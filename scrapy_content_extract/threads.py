"""``run_in_thread()`` in every supported Scrapy: for work that would block the crawl."""

from __future__ import annotations

try:
    from scrapy.utils.asyncio import run_in_thread
except ImportError:  # Scrapy 2.14
    from collections.abc import Awaitable, Callable
    from typing import Any

    from scrapy.utils.defer import maybe_deferred_to_future
    from twisted.internet.threads import deferToThread

    def run_in_thread(function: Callable[..., Any], *args: Any) -> Awaitable[Any]:  # type: ignore[misc]
        return maybe_deferred_to_future(deferToThread(function, *args))


__all__ = ["run_in_thread"]
