"""An archive file → its records, those after a broken one included.

FastWARC reads WARC, plain or compressed.  It stops at the first byte that it cannot explain, and a record
with a wrong length swallows what follows.  So whatever is wrong with a record, the search for the next one
begins right behind the first byte of this one.

warcio reads ARC, the format before WARC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, NamedTuple

from fastwarc.warc import ArchiveIterator, HeaderMap, WarcRecord, WarcRecordType
from warcio.archiveiterator import ArchiveIterator as WarcioIterator  # type: ignore[import-untyped]
from warcio.exceptions import ArchiveLoadFailed  # type: ignore[import-untyped]

from ..files import GZIP
from .files import ARC, beginning

#: What a search for a record reads at a time.
CHUNK = 1 << 20
#: Where a record may begin: a member of a gzip file, or the first line of its headers.
BEGINNING = re.compile(re.escape(GZIP) + rb"\x08|WARC/[01]\.\d")
#: How the headers of a record begin.
HEADERS = re.compile(rb"WARC/[01]\.\d\r?\n(WARC|Content)-[A-Za-z-]+:", re.IGNORECASE)
#: No match is longer.
LONGEST = 8
#: The kinds of records that may hold a page.
WITH_PAGE = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.conversion
#: How libraries say that they cannot go on.
FAILURES = (OSError, EOFError, ValueError, ArchiveLoadFailed)


class Record(NamedTuple):
    """A record that can be read."""

    #: where it begins in the file
    offset: int
    #: such as "response"
    kind: str
    headers: HeaderMap | dict[str, str]
    #: what follows its headers; None for the kinds that nobody asked for
    block: bytes | None

    def header(self, name: str) -> str:
        """Return a header, "" if the record has none of the name."""
        return self.headers.get(name) or ""


class Broken(NamedTuple):
    """A stretch of the file that cannot be read, usually one record."""

    offset: int
    reason: str


def records(stream: IO[bytes], kinds: WarcRecordType = WITH_PAGE) -> Iterator[Record | Broken]:
    """Return the records of a seekable WARC or ARC file, in their order.

    Only those of some ``kinds`` have their block.
    """
    if beginning(stream).startswith(ARC):
        yield from arc_records(stream)
        return
    offset: int | None = 0
    unread: Broken | None = None  # a gap, unless a broken record begins at its end
    while offset is not None:
        last: int | None = None
        try:
            for record in iterate(stream, offset, kinds):
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


def iterate(stream: IO[bytes], start: int, kinds: WarcRecordType) -> Iterator[Record | Broken]:
    """Return the records from an offset on, until FastWARC raises one of FAILURES."""
    stream.seek(start)
    for record in ArchiveIterator(stream, parse_http=False):
        if "WARC-Type" not in record.headers or "Content-Length" not in record.headers:
            yield Broken(record.stream_pos, "it has no WARC-Type or no Content-Length")
        elif record.record_type & kinds:
            yield with_block(record)
        else:
            yield Record(record.stream_pos, str(record.record_type), record.headers, None)


def with_block(record: WarcRecord) -> Record | Broken:
    """Read a record, and check that it is whole."""
    offset, length = record.stream_pos, record.content_length
    record.freeze()
    if record.content_length < length:
        return Broken(offset, f"it ends after {record.content_length:,} of {length:,} bytes")
    if "WARC-Block-Digest" in record.headers and not record.verify_block_digest():
        return Broken(offset, "it is not what its digest says")
    return Record(offset, str(record.record_type), record.headers, record.reader.read())


def record_at(stream: IO[bytes], offset: int) -> Record | Broken:
    """Return the record that begins at an offset."""
    return next(iterate(stream, offset, WarcRecordType.any_type), Broken(offset, "the file ends before it"))


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
    if HEADERS.match(head):  # even in the middle of a line: the record before may be cut off there
        return True
    stream.seek(max(offset - 1, 0))
    return offset == 0 or stream.read(1) == b"\n" or stream.read(len(GZIP)) == GZIP


def arc_records(stream: IO[bytes]) -> Iterator[Record | Broken]:
    """Return the records of an ARC file; none behind a broken one."""
    archive = WarcioIterator(stream, no_record_parse=True, arc2warc=True)
    offset = 0
    try:
        for record in archive:
            offset = archive.offset or 0
            headers = dict(record.rec_headers.headers)
            headers.pop("WARC-Record-ID", None)  # ARC has none; this one is made up at each reading
            block, length = record.raw_stream.read(), int(headers.get("Content-Length", 0))
            if record.rec_type == "response" and len(block) < length:
                yield Broken(offset, f"it ends after {len(block):,} of {length:,} bytes")
            else:
                yield Record(offset, record.rec_type, headers, block)
    except FAILURES as error:
        yield Broken(offset, f"what follows this record cannot be read: {error}")


def parse_http(block: bytes, auto_decode: str = "none") -> WarcRecord | None:
    """Return a record with an HTTP response alone, parsed; None if its headers cannot be read.

    ``auto_decode`` says which encodings its reader undoes: "none", "transfer" or "all".
    """
    head = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"
    record = WarcRecord.from_bytes(head + b"Content-Length: %d\r\n\r\n" % len(block) + block)
    try:
        record.parse_http(auto_decode=auto_decode, quirks_mode=True)
    except FAILURES:
        return None
    http = record.http_headers
    return record if http is not None and http.status_code else None


def body_of(block: bytes, auto_decode: str, size: int = -1) -> bytes:
    """Return the first bytes of a body; as it was sent if it is not encoded as its headers say."""
    for undone in (auto_decode, "none"):
        record = parse_http(block, undone)
        try:
            if record is not None:
                return bytes(record.reader.read(size))
        except FAILURES:
            pass
    return b""
