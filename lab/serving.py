"""What crawls need: a server on 127.0.0.1, processes of their own, and their memory."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: The page of a path: headers of its own, and the body.
Answer = Callable[[str], tuple[dict[str, str], bytes]]


def in_new_process(function: Callable[..., Any], *args: Any) -> Any:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(function, *args).result()


def peak() -> int:
    """Return the most memory that this process has had, in bytes.

    Linux only: ``getrusage``, which other systems have, includes the peak of the parent process.
    """
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Serve pages from a process of its own; yield the URL."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(answer, theirs), daemon=True)
    server.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}"
    finally:
        server.terminate()
        server.join()


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
    server.handle_error = lambda *of: None  # type: ignore[method-assign]  # a browser may leave at any time
    port.send(server.server_port)
    server.serve_forever()
