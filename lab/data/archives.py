"""Web archives of given pages, written byte by byte, by none of the libraries that read them."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path


def record(n: int, body: bytes) -> bytes:
    """Return the record of a page whose URL has a number."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{n}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://site.example/{n}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def make_archives(folder: Path, bodies: Sequence[bytes], each: int) -> list[Path]:
    """Write pages into archives of ``each`` pages; return their paths."""
    folder.mkdir()
    paths = []
    for start in range(0, len(bodies), each):
        path = folder / f"{start:06}.warc.gz"
        records = (record(n, body) for n, body in enumerate(bodies[start : start + each], start))
        path.write_bytes(b"".join(map(gzip.compress, records)))
        paths.append(path)
    return paths
