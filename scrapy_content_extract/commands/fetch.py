"""The crawl that fetches the pages of a command, in a process of its own.

It imports neither methods nor formats: to start it takes longer than most downloads.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from errno import EACCES
from ipaddress import IPv4Address, IPv6Network, ip_address
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from .processes import end_with_parent

#: The addresses of IPv6 that lead to one of IPv4, and the ones of the Internet.
NAT64, UNICAST = IPv6Network("64:ff9b::/96"), IPv6Network("2000::/3")
#: The URLs that are asked for before the first of them has answered.
URLS_AHEAD = 16


def crawl(
    urls: Sequence[str], hosts: Sequence[str], sender: Connection, settings: dict[str, Any], public_only: bool
) -> None:
    """Fetch some URLs, one at a time from each of their hosts, and send the pages of each, in this order."""
    from scrapy import Spider
    from scrapy.crawler import CrawlerProcess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    Thread(target=end_with_parent, daemon=True).start()
    refused: list[str] = []

    def refuse(event: str, args: Sequence[Any]) -> None:
        # whatever opens the socket and for whatever reason: here a name has become an address
        if event == "socket.connect" and isinstance(args[1], tuple) and not is_public(args[1][0]):
            refused.append(args[1][0])
            raise OSError(EACCES, os.strerror(EACCES))

    class Fetch(Spider):
        name = "fetch"

        async def start(self) -> AsyncIterator[Any]:
            if public_only:
                sys.addaudithook(refuse)
            # Of several requests that wait for one robots.txt, Scrapy lets all but the first pass.
            turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

            async def in_turn(url: str, host: str) -> list[dict[str, Any]]:
                async with turns[host]:
                    pages = await fetch(url, self.crawler.engine, settings["SIBLINGS"])
                if "status" in pages[0] and refused:
                    why = f"{refused[-1]} is not a public address; --allow-private fetches it, too"
                    pages[0]["reason"] = why
                return pages

            ahead: deque[Any] = deque()
            for place in (*zip(urls, hosts), *[None] * URLS_AHEAD):
                ahead.append(place and asyncio.ensure_future(in_turn(*place)))
                if len(ahead) > URLS_AHEAD and (oldest := ahead.popleft()):
                    sender.send(await oldest)  # waits until the other side wants it
            if False:  # Scrapy wants a generator
                yield

    process = CrawlerProcess(settings)
    process.crawl(Fetch)
    process.start(install_signal_handlers=False)


def is_public(host: str) -> bool:
    """Tell whether an IP address is one of the Internet.

    >>> [is_public(host) for host in ("9.9.9.9", "2620:fe::9", "64:ff9b::909:909")]
    [True, True, True]
    >>> [is_public(host) for host in ("127.0.0.1", "::ffff:192.168.0.1", "64:ff9b::7f00:1", "fe80::1%lo")]
    [False, False, False, False]
    >>> [is_public(host) for host in ("2002:7f00:1::", "fec0::1", "::127.0.0.1", "::1", "2001:0:1::")]
    [False, False, False, False, False]
    """
    ip = ip_address(host)
    if ip.version == 6:
        if ip in NAT64 or ip.ipv4_mapped:
            ip = IPv4Address(int(ip) & 0xFFFFFFFF)
        elif ip.sixtofour or ip.teredo or ip not in UNICAST:
            return False
    return ip.is_global and not ip.is_multicast


async def fetch(url: str, engine: Any, siblings: int = 0) -> list[dict[str, Any]]:
    """Return the page of a URL and its siblings as the values of an Input, or why there is none."""

    def failed(status: str, reason: str) -> list[dict[str, Any]]:
        return [{"name": url, "status": status, "reason": reason}]

    from scrapy import Request
    from scrapy.http import HtmlResponse
    from scrapy.linkextractors import LinkExtractor

    try:
        request = Request(url)
    except ValueError as error:
        return failed("error", str(error))
    try:
        response = await engine.download_async(request)
    except Exception as error:  # each way to download has its own
        return failed("no_response", str(error) or type(error).__name__)
    if not 200 <= response.status < 300:
        return failed("http_error", f"HTTP {response.status}")
    header = (response.headers.get("Content-Type") or b"").decode("latin-1")
    if not isinstance(response, HtmlResponse):
        return failed("not_html", f"its Content-Type is {header}" if header else "it has no Content-Type")
    pages = [{"name": url, "body": response.body, "content_type": header, "url": response.url}]
    if siblings:
        from .siblings import siblings_of

        links = [link.url for link in LinkExtractor().extract_links(response)]
        for other in siblings_of(response.url, links)[:siblings]:
            pages += await fetch(other, engine)
    return pages
