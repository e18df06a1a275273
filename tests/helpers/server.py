"""What the crawls of the tests need: a web server, and where they cannot run."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import scrapy
from packaging.version import Version

#: A page: its headers and its bytes.
Pages = Mapping[str, tuple[Mapping[str, str], bytes]]


@contextmanager
def serving(pages: Pages, asked: list[tuple[str, bytes]] | None = None) -> Iterator[str]:
    """Serve pages by path; yield the URL of the server.  Other paths are 404, with a page.

    What is asked for is added to ``asked``: the path with its query as sent, and the body.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if asked is not None:
                asked.append((self.path, sent))
            status, (headers, body) = 404, ({"Content-Type": "text/html"}, b"<p>There is no such page.</p>")
            if self.path in pages:
                status, (headers, body) = 200, pages[self.path]
            self.send_response(int(headers.get("Status", status)))
            for name, value in headers.items():
                if name != "Status":
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *args):
            pass

    with running(Handler) as url:
        yield url


@contextmanager
def running(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Let a server run on a free port; yield its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def skip_if_not_reactorless() -> None:
    """Skip a test whose crawls need what is not here."""
    if Version(scrapy.__version__) < Version("2.15"):
        pytest.skip("Scrapy before 2.15 has no reactorless mode")
    pytest.importorskip("aiohttp", reason="Scrapy downloads with aiohttp when it has no reactor")
