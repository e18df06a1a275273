"""An archive file → its records, also after a broken one.

FastWARC reads WARC, plain or compressed.  It stops at the first byte that it cannot explain, and a record
with a wrong length swallows the next ones.  So the search for the next record begins right behind the first
byte of a broken one, within a bound on the bytes that are read again.  A gzip file is unpacked here, so that
a broken member damages no other.

FastWARC would make room for any length that a record states, so blocks are read in parts, up to a limit.
warcio reads ARC, the format before WARC.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterator
from typing import IO, Any, NamedTuple, cast

from fastwarc.warc import ArchiveIterator, HeaderMap, WarcRecord, WarcRecordType
from warcio.archiveiterator import ArchiveIterator as WarcioIterator  # type: ignore[import-untyped]
from warcio.exceptions import ArchiveLoadFailed  # type: ignore[import-untyped]

from ..content.errors import Fatal, as_errors
from ..corpus.files import GZIP
from .places import ARC, CHUNK, FIRST_LINE_BYTES, Seekable, beginning

#: The first bytes of a record, and of zstd.
WARC = b"WARC/"
ZSTD = b"\x28\xb5\x2f\xfd"
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
REASON_CHARS = 200

#: The bytes of the first read after a jump: a record may be small.
FIRST_READ_BYTES = 1 << 12
#: The most bytes that are read again: 8 times the file, and 16 KB more for each jump.  Without a bound, a
#: file of broken records would be read to its end for each of them.
AGAIN_TIMES, AGAIN_BYTES = 8, 4 * FIRST_READ_BYTES


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
                yield Broken(offset, str(error)[:REASON_CHARS])
                unread = None
            else:
                unread = after(last, error)
        offset = next_record(watched, watched.from_where((offset if last is None else last) + 1))
    if unread:
        yield unread


def after(offset: int, error: Exception) -> Broken:
    return Broken(offset, f"what follows this record cannot be read: {error}"[:REASON_CHARS])


def record_at(stream: IO[bytes], offset: int, most: int = sys.maxsize) -> Record | Broken:
    found = iterate(Watched(stream), offset, WarcRecordType.any_type, most)
    return next(found, Broken(offset, "the file ends before it"))


class Watched(Seekable):
    """A stream that counts the bytes that are read again, so that the search for records is bounded."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        size = getattr(stream, "size", None)
        self.size = size if isinstance(size, int) else stream.seek(0, 2)
        self.position = stream.seek(0)
        self.furthest = self.again = self.jumps = 0
        self.step = FIRST_READ_BYTES

    def seek(self, offset: int, whence: int = 0) -> int:
        self.position = self.stream.seek(offset, whence)
        self.step = FIRST_READ_BYTES
        return self.position

    def read(self, size: int = CHUNK) -> bytes:
        data = self.stream.read(min(size, self.step))
        self.step = min(2 * self.step, CHUNK)
        end = self.position + len(data)
        self.again += max(min(self.furthest, end) - self.position, 0)
        self.furthest = max(self.furthest, end)
        self.position = end
        return data

    def starts(self, offset: int, with_bytes: bytes | tuple[bytes, ...]) -> bool:
        """Tell whether some bytes stand at an offset; the stream is there afterwards."""
        self.seek(offset)
        found = self.read(len(WARC)).startswith(with_bytes)
        self.seek(offset)
        return found

    def from_where(self, offset: int) -> int:
        """Return where to go on if an offset is wanted: behind all if too much was read again."""
        self.jumps += 1
        is_spent = self.again > AGAIN_TIMES * self.furthest + AGAIN_BYTES * self.jumps
        return max(offset, self.furthest) if is_spent else offset


def iterate(stream: Watched, start: int, kinds: WarcRecordType, most: int) -> Iterator[Record | Broken]:
    """Return the records from an offset on, until FastWARC raises one of FAILURES."""
    with as_errors():
        if stream.starts(start, GZIP + b"\x08"):
            stretches = Stretches(stream)
            for offset in stretches:
                for record in ArchiveIterator(cast(Any, stretches), parse_http=False, stream_detect=False):
                    yield read(record, offset, kinds, most)
            return
        end = sys.maxsize if stream.starts(start, OTHERS) else stream.size
        for record in ArchiveIterator(cast(Any, stream), parse_http=False):
            yield read(record, record.stream_pos, kinds, most, end - record.stream_pos)


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
    if is_wanted and is_whole and "WARC-Block-Digest" in headers:
        head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Block-Digest: %s\r\nContent-Length: %d\r\n\r\n"
        head %= (headers["WARC-Block-Digest"], length)
        if not WarcRecord.from_bytes(head.encode("utf-8", "replace") + block).verify_block_digest():
            return Broken(offset, "it is not what its digest says")
    return Record(offset, str(record.record_type), headers, block if is_wanted else None, is_whole)


def first_bytes(reader: Any, size: int) -> Iterator[bytes]:
    """Yield the first bytes of a stream in parts: at once, room would be made for all of them."""
    while size > 0 and (part := reader.read(min(size, CHUNK))):
        yield bytes(part)
        size -= len(part)


class Stretches:
    """A gzip file in stretches: members up to the next one that begins with a record.

    A record with a wrong length ends there, too.  Some programs cut a record into several members.
    Iterating yields the offset of a stretch, which is then to be read to its end.
    """

    def __init__(self, stream: Watched) -> None:
        self.pieces = members(stream)
        #: the first piece of the next stretch and its offset, once it is reached
        self.following = next(self.pieces, None)
        self.left, self.position = b"", 0

    def __iter__(self) -> Iterator[int]:
        while self.following is not None:
            offset, self.left = self.following
            self.following, self.position = None, 0
            yield cast(int, offset)

    def read(self, size: int = CHUNK) -> bytes:
        if not self.left and self.following is None:
            offset, piece = next(self.pieces, (None, b""))
            if offset is not None and piece.startswith(WARC):
                self.following = offset, piece
            else:
                self.left = piece
        data, self.left = self.left[:size], self.left[size:]
        self.position += len(data)
        return data

    def tell(self) -> int:
        return self.position


def members(stream: Watched) -> Iterator[tuple[int | None, bytes]]:
    """Yield the members of a gzip file in pieces, the first of each with its offset; none is empty.

    Raises OSError and EOFError.
    """
    data = stream.read()
    while data:
        offset: int | None = stream.tell() - len(data)
        held, unpacker = b"", zlib.decompressobj(31)
        while not unpacker.eof:
            try:
                piece = unpacker.decompress(data, CHUNK)
            except zlib.error as error:
                raise OSError(str(error)) from error
            held, data = held + piece, unpacker.unconsumed_tail
            if len(held) >= len(WARC) or (unpacker.eof and held):
                yield offset, held
                offset, held = None, b""
            elif not piece and not unpacker.eof:
                data = stream.read()
                if not data:
                    raise EOFError("the file ends inside of it")
        data = unpacker.unused_data or stream.read()


def next_record(stream: Watched, start: int) -> int | None:
    """Return the offset of the next record, or None."""
    stream.seek(start - 1)
    offset, held, searched = start - 1, b"", 1
    while True:
        chunk = stream.read()
        held += chunk
        # the last bytes are too few to judge; they are searched again with the next chunk
        end = len(held) - FIRST_LINE_BYTES if chunk else len(held)
        for found in BEGINNING.finditer(held, searched):
            if found.start() < end and is_record(held, found.start()):
                return offset + found.start()
        if not chunk:
            return None
        searched = max(searched, end)
        held, offset, searched = held[searched - 1 :], offset + searched - 1, 1


def is_record(held: bytes, at: int) -> bool:
    """Tell whether a record begins somewhere in bytes: a page may have the same ones."""
    head = held[at : at + FIRST_LINE_BYTES]
    is_compressed = head.startswith(GZIP)
    if is_compressed:
        try:
            head = zlib.decompressobj(31).decompress(head, FIRST_LINE_BYTES)
        except zlib.error:
            return False
    if not head.startswith(WARC):
        return False
    # even in the middle of a line: the record before may be cut off there
    return bool(HEADERS.match(head)) or is_compressed or held[at - 1 : at] == b"\n"


def arc_records(stream: IO[bytes], most: int) -> Iterator[Record | Broken]:
    """Return the records of an ARC file; none behind a broken one."""
    archive = WarcioIterator(stream, no_record_parse=True, arc2warc=True)
    readline = archive.reader.readline
    # A file may have a single endless line.
    archive.reader.readline = lambda size=None: bytes(readline(min(size or CHUNK, CHUNK)))
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
        yield after(offset, error)
