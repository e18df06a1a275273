"""A local HTTP server: the example uses real HTTP, but no network."""

from __future__ import annotations

import os
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote_to_bytes

#: Content types by suffix; all other files are served as HTML.
TYPES = {".json": "application/json"}


def url_path(folder: Path, file: Path) -> str:
    """Return the path part of the URL under which ``folder`` serves ``file``.

    A file name is a sequence of bytes; quoting allows any of them in a URL.
    """
    return "/" + quote(os.fsencode(file.relative_to(folder).as_posix()))


class FolderServer(ThreadingHTTPServer):
    """Serves the files of a folder, byte for byte, until it is closed."""

    def __init__(self, folder: Path, content_types: dict[str, str], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), FolderHandler)  # 0: any free port
        self.folder = folder.resolve()
        self.content_types = content_types
        # It checks every 50 ms whether to stop, so that closing is quick.
        Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A crawl that is stopped closes its connections in the middle of a page.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class FolderHandler(BaseHTTPRequestHandler):
    server: FolderServer

    protocol_version = "HTTP/1.1"  # keep connections open
    disable_nagle_algorithm = True  # or each page waits 40 ms for an ACK

    def do_GET(self) -> None:
        name = os.fsdecode(unquote_to_bytes(self.path.partition("?")[0]).lstrip(b"/"))
        path = os.path.abspath(self.server.folder / name)
        try:
            if not Path(path).is_relative_to(self.server.folder):
                raise PermissionError(f"{path} is outside of {self.server.folder}")
            with open(path, "rb") as file:
                self.reply(HTTPStatus.OK, self.headers_for(name), file.read())
        except ConnectionError:
            raise
        except (OSError, ValueError):  # no such file, or an impossible name
            page = b"<title>404</title><p>There is no such page.</p>"
            self.reply(HTTPStatus.NOT_FOUND, {"Content-Type": "text/html"}, page)

    def headers_for(self, name: str) -> dict[str, str]:
        """Return the headers for a file; they depend on its name only."""
        headers = {}
        if name.lower().endswith(".gz"):  # a compressed page is sent as it is
            headers["Content-Encoding"] = "gzip"
            name = name[: -len(".gz")]
        default = TYPES.get(os.path.splitext(name)[1], "text/html")
        headers["Content-Type"] = self.server.content_types.get(name, default)
        return headers

    def reply(self, status: HTTPStatus, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the crawl has its own log."""
