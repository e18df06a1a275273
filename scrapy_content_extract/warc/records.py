"""An archive file → its records, also after a broken one.

FastWARC reads WARC, plain or compressed.  It stops at the first byte that it cannot explain, and a record
with a wrong length swallows the next ones.  So the search for the next record begins right behind the first
byte of a broken one.

FastWARC would make room for any length that a record states, and unpack a body as a whole.  So blocks are
read in parts, up to a limit, and so are bodies, in ``codings``.

warcio reads ARC, the format before WARC.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from typing import IO, Any, NamedTuple, cast

from fastwarc.warc import ArchiveIterator, HeaderMap, WarcRecord, WarcRecordType
from warcio.archiveiterator import ArchiveIterator as WarcioIterator  # type: ignore[import-untyped]
from warcio.exceptions import ArchiveLoadFailed  # type: ignore[import-untyped]

from ..content.errors import Fatal, as_errors
from ..files import GZIP
from .places import ARC, ENOUGH, beginning
from .streams import CHUNK, WARC, ZSTD, Watched, is_gzip, stretches

#: The possible beginnings of a record: a member of a gzip file, or the first line of its headers.
BEGINNING = re.compile(re.escape(GZIP) + rb"\x08|WARC/[01]\.\d")
#: The beginning of a record's headers.
HEADERS = re.compile(rb"WARC/[01]\.\d\r?\n(WARC|Content)-[A-Za-z-]+:", re.IGNORECASE)
#: The beginnings of files with other compression: zstd and lz4.
OTHERS = (ZSTD, b"\x04\x22\x4d\x18")
#: The kinds of records that may hold a page.
WITH_PAGE = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.conversion
#: The header of a resource for the HTTP status of its page, unless it is 200.
STATUS = "X-Crawler-Status"
#: The errors of libraries that cannot go on.
FAILURES = (OSError, EOFError, ValueError, ArchiveLoadFailed, Fatal)
#: The most characters of a reason, which may quote the file.
MOST_SAID = 200


class Record(NamedTuple):
    """A record that can be read."""

    #: where it begins in the file
    offset: int
    #: such as "response"
    kind: str
    headers: HeaderMap | dict[str, str]
    #: the bytes after its headers; None for kinds that were not requested
    block: bytes | None
    #: False if the block is longer than requested, and was cut
    is_whole: bool = True

    def header(self, name: str) -> str:
        return self.headers.get(name) or ""


class Broken(NamedTuple):
    """A stretch of the file that cannot be read, usually one record."""

    offset: int
    reason: str


class Http(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...]
    #: as it was sent
    payload: bytes


def records(
    stream: IO[bytes], kinds: WarcRecordType = WITH_PAGE, most: int = sys.maxsize
) -> Iterator[Record | Broken]:
    """Return the records of a seekable WARC or ARC file, in their order.

    Only records of some ``kinds`` have their block, and at most ``most`` bytes of it.
    """
    if beginning(stream).startswith(ARC):
        yield from arc_records(stream, most)
        return
    watched = Watched(stream)
    offset: int | None = 0
    unread: Broken | None = None  # a gap, unless a broken record begins at its end
    while offset is not None:
        last: int | None = None
        try:
            for record in iterate(watched, offset, kinds, most):
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
                yield Broken(offset, str(error)[:MOST_SAID])
                unread = None
            else:
                unread = Broken(last, f"what follows this record cannot be read: {error}"[:MOST_SAID])
        offset = next_record(watched, watched.from_where((offset if last is None else last) + 1))
    if unread:
        yield unread


def iterate(stream: Watched, start: int, kinds: WarcRecordType, most: int) -> Iterator[Record | Broken]:
    """Return the records from an offset on, until FastWARC raises one of FAILURES."""
    with as_errors():
        if not is_gzip(stream, start):
            stream.seek(start)
            end = sys.maxsize if stream.read(len(WARC)).startswith(OTHERS) else stream.size
            stream.seek(start)
            for record in ArchiveIterator(cast(Any, stream), parse_http=False):
                yield read(record, record.stream_pos, kinds, most, end - record.stream_pos)
            return
        for offset, stretch in stretches(stream, start):
            for record in ArchiveIterator(cast(Any, stretch), parse_http=False, stream_detect=False):
                yield read(record, offset, kinds, most)


def read(
    record: WarcRecord, offset: int, kinds: WarcRecordType, most: int, left: int = sys.maxsize
) -> Record | Broken:
    """Read a record of a file with ``left`` more bytes, and check that it is whole."""
    headers, length = record.headers, record.content_length
    stated = headers.get("Content-Length")
    if "WARC-Type" not in headers or stated is None:
        return Broken(offset, "it has no WARC-Type or no Content-Length")
    if not stated.strip().isdecimal() or int(stated) != length:
        return Broken(offset, f"its Content-Length is {stated[:40]!r}")
    if length > left:
        return Broken(offset, f"it has {length:,} bytes, and the file ends before")
    is_wanted = bool(record.record_type & kinds)
    block = b"".join(first_bytes(record.reader, min(length, most) if is_wanted else 0))
    there = len(block) + (record.consume() if len(block) < length else 0)
    if there < length:
        return Broken(offset, f"it ends after {there:,} of {length:,} bytes")
    is_whole = len(block) == length
    if is_wanted and is_whole and not is_as_stated(headers, block):
        return Broken(offset, "it is not what its digest says")
    return Record(offset, str(record.record_type), headers, block if is_wanted else None, is_whole)


def first_bytes(reader: Any, size: int) -> Iterator[bytes]:
    """Yield the first bytes of a stream in parts: at once, room would be made for all of them."""
    while size > 0 and (part := reader.read(min(size, CHUNK))):
        yield bytes(part)
        size -= len(part)


def is_as_stated(headers: HeaderMap, block: bytes) -> bool:
    """Tell whether a block is what its digest says, if it has one."""
    if "WARC-Block-Digest" not in headers:
        return True
    head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Block-Digest: %s\r\nContent-Length: %d\r\n\r\n"
    stated = head % (headers["WARC-Block-Digest"], len(block))
    return WarcRecord.from_bytes(stated.encode("utf-8", "replace") + block).verify_block_digest()


def record_at(stream: IO[bytes], offset: int, most: int = sys.maxsize) -> Record | Broken:
    found = iterate(Watched(stream), offset, WarcRecordType.any_type, most)
    return next(found, Broken(offset, "the file ends before it"))


def next_record(stream: Watched, start: int) -> int | None:
    """Return the offset of the next record, or None."""
    stream.seek(start - 1)
    offset, held, searched = start - 1, b"", 1
    while True:
        chunk = stream.read()
        held += chunk
        # what ends too early to be judged comes again with the next chunk
        end = len(held) - ENOUGH if chunk else len(held)
        for found in BEGINNING.finditer(held, searched):
            if found.start() < end and is_record(held, found.start()):
                return offset + found.start()
        if not chunk:
            return None
        searched = max(searched, end)
        held, offset, searched = held[searched - 1 :], offset + searched - 1, 1


def is_record(held: bytes, at: int) -> bool:
    """Return whether a record begins somewhere in bytes: a page may have the same ones."""
    head = held[at : at + ENOUGH]
    is_compressed = head.startswith(GZIP)
    if is_compressed:
        try:
            head = zlib.decompressobj(31).decompress(head, ENOUGH)
        except zlib.error:
            return False
    if not head.startswith(WARC):
        return False
    # even in the middle of a line: the record before may be cut off there
    return bool(HEADERS.match(head)) or is_compressed or held[at - 1 : at] == b"\n"


def arc_records(stream: IO[bytes], most: int) -> Iterator[Record | Broken]:
    """Return the records of an ARC file; none behind a broken one."""
    archive = WarcioIterator(stream, no_record_parse=True, arc2warc=True)
    archive.reader.readline = partial(line_of, archive.reader.readline)
    offset = 0
    try:
        for record in archive:
            offset = archive.offset or 0
            headers = dict(record.rec_headers.headers)
            headers.pop("WARC-Record-ID", None)  # ARC has none; this one is made up at each reading
            length = int(headers.get("Content-Length", 0))
            block = b"".join(first_bytes(record.raw_stream, min(length, most)))
            there = len(block)
            if there == most < length:
                there += sum(map(len, first_bytes(record.raw_stream, length - most)))
            if record.rec_type == "response" and there < length:
                yield Broken(offset, f"it ends after {there:,} of {length:,} bytes")
            else:
                yield Record(offset, record.rec_type, headers, block, len(block) == there)
    except FAILURES as error:
        yield Broken(offset, f"what follows this record cannot be read: {error}"[:MOST_SAID])


def line_of(readline: Any, size: int | None = None) -> bytes:
    """Read a line, or what fits into headers: a file may have no other line."""
    return bytes(readline(min(size or CHUNK, CHUNK)))


@as_errors()
def parse_http(block: bytes) -> Http | None:
    """Return the HTTP response of a block, or None if its headers cannot be read."""
    head = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"
    record = WarcRecord.from_bytes(head + b"Content-Length: %d\r\n\r\n" % len(block) + block)
    try:
        record.parse_http(auto_decode="none", quirks_mode=True)
        http = record.http_headers
        if http is None or not http.status_code:
            return None
        return Http(http.status_code, tuple(http), bytes(record.reader.read()))
    except FAILURES:
        return None
