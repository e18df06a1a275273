"""A crawl of servers that answer wrongly; each request gives an item: ``python -m lab.trials.servers``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote

from scrapy import Request, Spider
from scrapy.http import Response

from lab.options import parser_of
from lab.reports import table
from lab.serving import in_new_process

from . import http2
from .answers import ANSWERS, TOO_LONG
from .crawls import ADDON, crawl
from .report import conclude


class Server(ThreadingTCPServer):
    """Sends the answer that a path names, then closes the connection."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 100
    allow_reuse_address = True


class Handler(BaseRequestHandler):
    def handle(self) -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            received = self.request.recv(65_536)
            if not received:
                return
            request += received
        name = unquote(request.split(b" ", 2)[1].decode("ascii").lstrip("/"))
        try:
            for piece in ANSWERS[name].send(request):
                self.request.sendall(piece)
        except OSError:
            pass  # the crawl has gone away, as it should


@contextmanager
def answering() -> Iterator[str]:
    """Serve the answers; yield the URL of the server."""
    with Server(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class AllAnswers(Spider):
    """Yields an item for every answer, and for every request that fails."""

    name = "all_answers"

    async def start(self) -> AsyncIterator[Any]:
        for name in ANSWERS:
            yield Request(
                f"{self.settings['SERVER']}/{quote(name)}",
                errback=self.failed,
                cb_kwargs={"name": name},
                meta={"download_fail_on_dataloss": "allows" not in name, "name": name, "cookiejar": name},
                dont_filter=True,
            )

    def parse(self, response: Response, name: str) -> Iterator[dict[str, Any]]:
        yield {"name": name}

    def failed(self, failure: Any) -> Iterator[dict[str, Any]]:
        yield {"name": failure.request.meta["name"], "error": repr(failure.value)}


SETTINGS = {
    **ADDON,
    "DOWNLOAD_TIMEOUT": TOO_LONG / 2,
    "CONCURRENT_REQUESTS": len(ANSWERS),
    "CONCURRENT_REQUESTS_PER_DOMAIN": len(ANSWERS),
    "REDIRECT_MAX_TIMES": 5,
    "METAREFRESH_MAXDELAY": 5,
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    "KEEP_ITEMS": True,
}


def wrong(items: list[dict[str, Any]]) -> dict[str, str]:
    """Return the complaints about the items, by the name of the answer."""
    found = {item["name"]: item for item in items}
    complaints = {}
    for name, (_, statuses, text) in ANSWERS.items():
        item = found.get(name)
        status = item["link_density"]["status"] if item else "no item"
        if status not in statuses.split():
            complaints[name] = f"{status} instead of {statuses}"
        elif item and status == "ok" and text not in item["text"]:
            complaints[name] = f"another text: {item['text'][:60]!r}"
    twice = [name for name, count in Counter(item["name"] for item in items).items() if count > 1]
    return {**complaints, **dict.fromkeys(twice, "more than one item")}


def crawls() -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Return the items of each crawl, and the complaints about them."""
    with answering() as url:
        plain = in_new_process(crawl, AllAnswers, {**SETTINGS, "SERVER": url})
    found = [(plain, wrong(plain["items"]))]
    if http2.is_possible():
        with http2.serving() as url:
            second = in_new_process(crawl, http2.Http2Answers, {**http2.SETTINGS, "SERVER": url})
        found.append((second, http2.wrong(second["items"])))
    else:
        print("HTTP/2 is left out: pip install 'Twisted[http2]'")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.servers", "Crawl servers that answer wrongly.", "python -m lab.trials.servers --verbose"
    )
    parser.add_argument("--verbose", action="store_true", help="list what became of each answer")
    options = parser.parse_args(argv)
    results = crawls()
    items = [item for result, _ in results for item in result["items"]]
    if options.verbose:
        rows = [[i["name"], i["link_density"]["status"], i.get("error", "")[:60]] for i in items]
        print(table(["answer", "status", "error"], rows))
    complaints = [f"{name}: {what}" for _, found in results for name, what in found.items()]
    errors = unexpected([error for result, _ in results for error in result["errors"]])
    bound = sum(result["bindings"] for result, _ in results)
    for line in (*complaints, *errors):
        print(line)
    counted = Counter(item["link_density"]["status"] for item in items)
    return conclude(
        "servers",
        {
            f"{len(complaints)} answers came out otherwise": bool(complaints),
            f"{len(errors)} errors in the log": bool(errors),
            f"{bound} items are still bound": bound > 0,
        },
        f"{len(items)} answers: " + ", ".join(f"{count} {status}" for status, count in counted.most_common()),
    )


def unexpected(errors: Sequence[str]) -> list[str]:
    """Return what the log should not have: that items of errbacks have no page is logged on purpose."""
    return [error for error in errors if "The response of an item is not known" not in error]


if __name__ == "__main__":
    sys.exit(main())
