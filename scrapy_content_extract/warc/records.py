"""An archive file → its records, those after a broken one included.

FastWARC reads WARC, plain or compressed.  It stops at the first byte that it cannot explain, and a record
with a wrong length swallows what follows.  So whatever is wrong with a record, the search for the next one
begins right behind the first byte of this one.

warcio reads ARC, the format before WARC.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import IO, NamedTuple

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
from warcio.archiveiterator import ArchiveIterator as WarcioIterator
from warcio.exceptions import ArchiveLoadFailed

from .files import GZIP, beginning

#: What a search for a record reads at a time.
CHUNK = 1 << 20
#: Where a record may begin: a member of a gzip file, or the first line of its headers.
BEGINNING = re.compile(rb"\x1f\x8b\x08|WARC/[01]\.\d")
#: No match is longer.
LONGEST = 8
#: The kinds of records that may hold a page.
WITH_PAGE = WarcRecordType.response | WarcRecordType.resource
#: How libraries say that they cannot go on.
FAILURES = (OSError, EOFError, ValueError, ArchiveLoadFailed)


class Content(NamedTuple):
    """What a response or a resource holds."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    record_id: str
    date: str
    digest: str
    #: returns the first bytes of the body, its encodings undone
    body: Callable[[int], bytes]


class Record(NamedTuple):
    """A record that can be read."""

    offset: int
    #: such as "response"
    kind: str
    #: None for the kinds that hold no page
    content: Content | None


class Broken(NamedTuple):
    """A stretch of the file that cannot be read, usually one record."""

    offset: int
    reason: str


def records(stream: IO[bytes]) -> Iterator[Record | Broken]:
    """Return the records of a seekable WARC file, in their order."""
    offset: int | None = 0
    unread: Broken | None = None  # a gap, unless a broken record begins at its end
    while offset is not None:
        last: int | None = None
        try:
            for record in iterate(stream, offset):
                if unread:
                    yield unread
                    unread = None
                yield record
                last = record.offset
                if isinstance(record, Broken):
                    break
            else:
                return
        except FAILURES as error:
            if last is None:
                yield Broken(offset, str(error))
                unread = None
            else:
                unread = Broken(last, f"what follows this record cannot be read: {error}")
        offset = next_record(stream, (offset if last is None else last) + 1)
    if unread:
        yield unread


def iterate(stream: IO[bytes], start: int) -> Iterator[Record | Broken]:
    """Return the records from an offset on, until FastWARC raises one of FAILURES."""
    stream.seek(start)
    for record in ArchiveIterator(stream, parse_http=False):
        offset, kind = record.stream_pos, str(record.record_type)
        if "WARC-Type" not in record.headers or "Content-Length" not in record.headers:
            yield Broken(offset, "it has no WARC-Type or no Content-Length")
        elif record.record_type & WITH_PAGE:
            yield with_content(record, offset, kind)
        else:
            yield Record(offset, kind, None)


def with_content(record: WarcRecord, offset: int, kind: str) -> Record | Broken:
    """Return a response or resource, checked."""
    length = record.content_length
    record.freeze()
    if record.content_length < length:
        return Broken(offset, f"it ends after {record.content_length:,} of {length:,} bytes")
    if "WARC-Block-Digest" in record.headers and not record.verify_block_digest():
        return Broken(offset, "it is not what its digest says")
    block = record.reader.read()
    headers = record.headers
    about = {
        "url": headers.get("WARC-Target-URI", "").strip("<>"),
        "record_id": headers.get("WARC-Record-ID", ""),
        "date": headers.get("WARC-Date", ""),
        "digest": headers.get("WARC-Payload-Digest", ""),
    }
    if not record.is_http:
        of_resource = (("Content-Type", headers.get("Content-Type", "")),)
        return Record(
            offset, kind, Content(**about, status=200, headers=of_resource, body=BytesIO(block).read)
        )
    http = http_of(block).http_headers
    if http is None or http.status_code is None:
        return Broken(offset, "its HTTP headers cannot be read")
    content = Content(
        **about,
        status=http.status_code,
        headers=tuple(http),
        body=lambda size: body_of(block, size),
    )
    return Record(offset, kind, content)


def body_of(block: bytes, size: int) -> bytes:
    """Return the first bytes of a body, as it was sent if it is not encoded as its headers say."""
    try:
        body: bytes = http_of(block, "all").reader.read(size)
    except FAILURES:
        body = http_of(block).reader.read(size)
    return body


def http_of(block: bytes, auto_decode: str = "none") -> WarcRecord:
    """Parse an HTTP response, in a record of its own so that no error in it harms the next record."""
    head = (
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n"
    )
    record = WarcRecord.from_bytes(head % len(block) + block)
    record.parse_http(auto_decode=auto_decode, quirks_mode=True)
    return record


def read_up_to(stream: IO[bytes], size: int) -> bytes:
    """Return the first bytes of a stream that hands out as many at a time as it likes."""
    body = b""
    while len(body) < size and (part := stream.read(size - len(body))):
        body += part
    return body


def next_record(stream: IO[bytes], start: int) -> int | None:
    """Return where the next record from an offset on begins, None if there is none."""
    stream.seek(start)
    offset, held = start, b""
    while chunk := stream.read(CHUNK):
        held += chunk
        for found in BEGINNING.finditer(held):
            if is_record(stream, offset + found.start()):
                return offset + found.start()
        kept = held[-LONGEST:]
        offset, held = offset + len(held) - len(kept), kept
        stream.seek(offset + len(held))
    return None


def is_record(stream: IO[bytes], offset: int) -> bool:
    """Return whether a record begins at an offset: a page may have the same bytes."""
    head = beginning(stream, offset)
    if not head.startswith(b"WARC/"):
        return False
    stream.seek(max(offset - 1, 0))
    return offset == 0 or stream.read(1) == b"\n" or stream.read(len(GZIP)) == GZIP


def arc_records(stream: IO[bytes]) -> Iterator[Record | Broken]:
    """Return the records of an ARC file; none behind a broken one."""
    archive = WarcioIterator(stream, arc2warc=True)
    offset = 0
    try:
        for record in archive:
            offset = archive.offset or 0
            if record.rec_type != "response" or record.http_headers is None:
                yield Record(offset, record.rec_type, None)
                continue
            headers = record.rec_headers
            content = Content(
                url=headers.get_header("WARC-Target-URI", ""),
                status=int(record.http_headers.get_statuscode() or 0),
                headers=tuple(record.http_headers.headers),
                record_id="",
                date=headers.get_header("WARC-Date", ""),
                digest="",
                body=partial(read_up_to, record.content_stream()),
            )
            yield Record(offset, "response", content)
    except FAILURES as error:
        yield Broken(offset, f"what follows this record cannot be read: {error}")
