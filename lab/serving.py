"""What crawls need: a server on 127.0.0.1, and processes of their own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: The page of a path: headers of its own, and the body.
Answer = Callable[[str], tuple[dict[str, str], bytes]]


def in_new_process(function: Callable[..., Any], *args: Any) -> Any:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(function, *args).result()


@contextmanager
def in_background(serve: Callable[..., None], *args: Any) -> Iterator[int]:
    """Run ``serve(*args, port)`` in a process of its own; yield the port that it sends."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(*args, theirs), daemon=True)
    server.start()
    try:
        yield ours.recv()
    finally:
        server.terminate()
        server.join()


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Serve pages from a process of its own; yield the URL."""
    with in_background(serve, answer) as port:
        yield f"http://127.0.0.1:{port}"


def serve(answer: Answer, port: Any) -> None:
    """Send the port, then serve pages until the process ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # keep connections open
        disable_nagle_algorithm = True  # or each page waits 40 ms for an ACK

        def do_GET(self) -> None:
            headers, body = answer(self.path)
            self.send_response(200)
            for name, value in {"Content-Type": "text/html", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.send(server.server_port)
    server.serve_forever()
