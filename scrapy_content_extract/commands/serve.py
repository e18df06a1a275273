"""``content-extract serve``: a web page on this computer that shows the report of an address or of HTML.

The server fetches nothing but what the person asks for.  Other sites cannot use it: it takes forms only from
its own page, and answers only to its own names, so that a foreign name that leads here (DNS rebinding) is
refused.
"""

from __future__ import annotations

import argparse
import signal
import sys
import webbrowser
from collections.abc import Callable, Mapping
from email import message_from_bytes
from functools import partial
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from multiprocessing import resource_tracker
from socketserver import ThreadingTCPServer
from string import Template
from threading import Thread
from typing import Any

from .. import __version__
from ..content.page.limits import MAX_BYTES
from ..engines.pages import Input, Unreadable, outcome_of
from ..report.document import asset, document, viewer
from ..report.page import Methods
from . import OK, PROGRAM
from .compare import PEERS, Peer, installed
from .inputs import FETCHING, add_method, fetched, is_url
from .report import methods_of, view_of_input

DESCRIPTION = (
    "Open a web page to paste an address or HTML into: it shows what each method keeps of it, and why,\n"
    "beside other libraries, if they are installed.  Only this computer can open it."
)
EXAMPLES = ("content-extract serve", "content-extract serve --port 0 --no-browser")
#: The address of the server, and the names by which a browser may call it.
HOST, HOST_NAMES = "127.0.0.1", ("127.0.0.1", "localhost")
#: The most bytes of a form; a page of more than MAX_BYTES is too large.
MOST_SENT = 2 * MAX_BYTES
#: A person waits: half a minute for a page, once.
IMPATIENT = {**FETCHING, "DOWNLOAD_TIMEOUT": 30, "RETRY_ENABLED": False}
PASTED, EXAMPLE = "pasted HTML", "An example"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    port = "the port of the page, 0 for a free one; default: 8000"
    private = "also fetch pages from this computer and from private networks"
    closed = "print the address of the page, but do not open it"
    parser.add_argument("--port", metavar="N", type=int, default=8000, help=port)
    parser.add_argument("--allow-private", action="store_true", help=private)
    parser.add_argument("--no-browser", action="store_true", help=closed)
    add_method(parser, "extractor")
    add_method(parser, "segmenter")


def run(args: argparse.Namespace) -> int:
    extractors, segmenters = methods_of(args)
    methods = Methods({**extractors, **{name: Peer(PEERS[name], name) for name in installed()}}, segmenters)
    try:
        server = Server((HOST, args.port), Handler)
    except (OSError, OverflowError) as error:
        why = f"--port is {args.port}, which cannot be used: {getattr(error, 'strerror', None) or error}"
        raise ValueError(f"{why}; give another one, or 0 for a free one") from error
    server.shown = partial(shown, methods=methods, public_only=not args.allow_private)
    address = f"http://{HOST}:{server.server_address[1]}/"
    print(f"{address} (Ctrl-C ends it)", flush=True)
    if not args.no_browser:  # by a thread, because browsers for terminals do not return
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with server:
        server.serve_forever()
    return OK


def shown(fields: Mapping[str, bytes], methods: Methods, public_only: bool) -> str:
    """Return the page: the form, and the report of what it asks for or, before it was sent, of an example."""
    url, html = fields.get("url", b"").decode("utf-8", "replace").strip(), fields.get("html", b"")
    name = url or (PASTED if html else EXAMPLE)
    html = html or (b"" if url else asset("example.html").encode())
    pasted = escape(html.decode("utf-8", "replace"))
    form = Template(asset("form.html")).substitute(url=escape(url), html=pasted)
    view, status, reason = outcome_of(lambda: view_of(url, html, methods, public_only))
    shown = viewer([(name, {"name": name, "status": status, "reason": reason, "view": view})])
    subtitle = f"content-extract serve, scrapy-content-extract {__version__}"
    return "".join(document(name, subtitle, [form, *shown], forms="'self'"))


def view_of(url: str, html: bytes, methods: Methods, public_only: bool) -> dict[str, Any]:
    """Return the view of the page at an address, or of HTML.  Raises Unreadable if there is no page."""
    if not url:  # a form is in UTF-8, whatever its HTML declares
        return view_of_input(Input(PASTED, html), methods, "utf-8")
    url = url if "://" in url else f"https://{url}"
    if not is_url(url):
        raise Unreadable("error", "an address begins with http:// or https://")
    (given,) = fetched([url], IMPATIENT, public_only=public_only)
    return view_of_input(given, methods, None)


class Server(ThreadingTCPServer):
    """The server.  HTTPServer would also look up the name of its address."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # where two servers would share the port
    #: the fields of a form → the page
    shown: Callable[[Mapping[str, bytes]], str]

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        if sys.platform != "win32":  # the process that fetches inherits it: Ctrl-C is for this one
            resource_tracker.ensure_running()  # its start, otherwise later, unblocks signals
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        super().process_request_thread(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, ConnectionError):  # the browser no longer waits
            print(f"{PROGRAM}: {type(error).__name__}: {error}", file=sys.stderr)


class Handler(BaseHTTPRequestHandler):
    server: Server
    #: the seconds that a client may take for a part of its request
    timeout = 60

    def do_GET(self) -> None:
        host, is_form = self.headers.get("Host", ""), self.command == "POST"
        length = self.headers.get("Content-Length", "") if is_form else "0"
        if host.partition(":")[0] not in HOST_NAMES:
            self.send_error(HTTPStatus.FORBIDDEN, explain=f"The name of this server is {HOST}.")
        elif self.path != "/":
            self.send_error(HTTPStatus.NOT_FOUND)
        elif is_form and self.headers.get("Origin") != f"http://{host}":
            self.send_error(HTTPStatus.FORBIDDEN, explain="Only the page of this server may send a form.")
        elif not length.isdecimal():
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
        elif len(length) > len(f"{MOST_SENT}") or int(length) > MOST_SENT:  # int() refuses 5,000 digits
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            body = self.rfile.read(int(length))
            try:
                fields = fields_of(self.headers.get("Content-Type", ""), body)
            except Exception:  # of email: parts in parts, a thousand deep, and names in pieces
                self.send_error(HTTPStatus.BAD_REQUEST, explain="The form cannot be read.")
                return
            page = self.server.shown(fields).encode("utf-8", "backslashreplace")
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page)

    do_POST = do_GET  # noqa: N815

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")  # the page has the rest in it
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the page has the status."""


def fields_of(content_type: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a form that was sent as multipart/form-data (RFC 7578)."""
    form = message_from_bytes(b"Content-Type: " + content_type.encode("latin-1") + b"\r\n\r\n" + body)
    parts: list[Any] = [part for part in form.walk() if not part.is_multipart()]
    names = (part.get_param("name", header="content-disposition") for part in parts)
    return {name: part.get_payload(decode=True) for name, part in zip(names, parts)}
