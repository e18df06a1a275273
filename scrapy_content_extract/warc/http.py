"""The HTTP response in a record, its codings undone as Scrapy undoes them after a download.

A body may be cut off, or have bytes behind its end; the page is the part before that.  FastWARC returns
nothing of a read in which it finds an error, and Scrapy has brotli and zstd only with some packages.  So
FastWARC's readers read in ever smaller steps, and the standard library does the rest.  A body is decoded in
parts: a few bytes may unpack to more than memory holds.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from gzip import GzipFile
from io import BytesIO
from typing import Any, NamedTuple

from fastwarc.stream_io import BrotliReader, ChunkedReader, ZstdReader
from fastwarc.warc import WarcRecord

from ..content.errors import as_errors
from ..corpus.files import GZIP
from .places import CHUNK
from .records import FAILURES, STATUS, ZSTD, Record

#: The bytes that a reader decodes at a time, and then, from where it has failed, in smaller steps.
STEPS = (CHUNK, 256, 1)


class Http(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...]
    #: as it was sent
    payload: bytes


@as_errors()
def response_in(record: Record, has_http: bool) -> Http | None:
    """Return the response in a record, or None if its HTTP headers cannot be read.

    A record without HTTP has a header for the type, and perhaps one for the status.
    """
    block = record.block or b""
    if not has_http:
        stated = record.header(STATUS)
        content_type = ("Content-Type", record.header("Content-Type"))
        return Http(int(stated) if stated.isdecimal() else 200, (content_type,), block)
    head = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"
    parsed = WarcRecord.from_bytes(head + b"Content-Length: %d\r\n\r\n" % len(block) + block)
    try:
        parsed.parse_http(auto_decode="none", quirks_mode=True)
        http = parsed.http_headers
        if http is None or not http.status_code:
            return None
        return Http(http.status_code, tuple(http), bytes(parsed.reader.read()))
    except FAILURES:
        return None


def of_gzip(body: bytes) -> Iterator[bytes]:
    with GzipFile(fileobj=BytesIO(body)) as file:
        while part := file.read1(CHUNK):
            yield part


def of_deflate(body: bytes) -> Iterator[bytes]:
    """Yield the parts of a body, with the header of zlib or, from some servers, without it."""
    unpacker = zlib.decompressobj()
    try:
        part = unpacker.decompress(body, CHUNK)
    except zlib.error:
        unpacker = zlib.decompressobj(wbits=-15)
        part = unpacker.decompress(body, CHUNK)
    while part:
        yield part
        part = b"" if unpacker.eof else unpacker.decompress(unpacker.unconsumed_tail, CHUNK)


def read_by(reader_of: Callable[[Any], Any]) -> Callable[[bytes], Iterator[bytes]]:
    """Return a decoder that uses a reader of FastWARC."""

    def parts(body: bytes) -> Iterator[bytes]:
        done = 0
        for step in STEPS:
            reader, again = reader_of(BytesIO(body)), done
            try:
                while again and (part := reader.read(min(again, CHUNK))):
                    again -= len(part)
                while part := reader.read(step):
                    yield bytes(part)
                    done += len(part)
                    if len(part) < step:
                        return  # bytes behind the end are ignored
            except FAILURES:
                continue

    return parts


#: The decoders of HTTP's codings: each yields the parts of a body, up to its end or an error.
DECODERS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "chunked": read_by(ChunkedReader),
    "gzip": of_gzip,
    "deflate": of_deflate,
    "br": read_by(BrotliReader),
    "zstd": read_by(ZstdReader),
}
#: The codings that can be recognized by their first bytes.
BEGINNINGS = {"gzip": GZIP, "zstd": ZSTD}


@as_errors()
def body_of(http: Http, *headers: str, most: int = sys.maxsize) -> bytes:
    """Return the first bytes of a body, decoded as headers say: the names of the inner ones first.

    An unknown coding, and the ones inside of it, stay; so does one that the body does not have.
    """
    body = http.payload
    for coding in reversed([coding for name in headers for coding in codings_of(http, name)]):
        if coding not in DECODERS:
            break
        decoded = decoded_by(DECODERS[coding], body, most)
        if decoded or (coding in BEGINNINGS and body.startswith(BEGINNINGS[coding])):
            body = decoded
        if len(body) >= most:  # it may not be the innermost one, which would be larger still
            break
    return body[:most]


def decoded_by(decoder: Callable[[bytes], Iterator[bytes]], body: bytes, most: int) -> bytes:
    """Decode a body as far as it can be, up to the part that ends beyond ``most`` bytes."""
    decoded, size = [], 0
    with suppress(*FAILURES, zlib.error):
        for part in decoder(body):
            decoded.append(part)
            size += len(part)
            if size >= most:
                break
    return b"".join(decoded)


def codings_of(http: Http, header: str) -> list[str]:
    values = ",".join(value for name, value in http.headers if name.lower() == header)
    words = (word.strip().lower().removeprefix("x-") for word in values.split(","))
    return [word for word in words if word not in ("", "identity")]
