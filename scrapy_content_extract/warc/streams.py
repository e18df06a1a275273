"""Streams whose work is bounded for any contents."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import IO
from zipfile import BadZipFile

from ..files import GZIP

#: The bytes that are read and unpacked at a time.
CHUNK = 1 << 16
#: The bytes of the first read after a jump: a record may be small.
FIRST_READ = 1 << 12
#: The most bytes that are read again, as a multiple of the file's, and the bytes more for each jump.
AGAIN, AGAIN_EACH = 8, 4 * FIRST_READ
#: The first bytes of a record.
WARC = b"WARC/"
#: The first bytes of zstd.
ZSTD = b"\x28\xb5\x2f\xfd"
#: The bytes of a part of a WACZ that are kept in memory; the rest is in a temporary file.
IN_MEMORY = 1 << 22
#: The most bytes that are unpacked of a part of a WACZ: more would fill the disk.
MOST_UNPACKED = 1 << 32


class Seekable:
    """What has the place of a stream that cannot seek by itself."""

    size: int
    position = 0

    def seek(self, offset: int, whence: int = 0) -> int:
        self.position = offset + (0, self.position, self.size)[whence]
        return self.position

    def tell(self) -> int:
        return self.position


class Watched:
    """A stream in which the search for records takes bounded time.

    It counts the bytes that are read again: after a broken record the stream may be read to its end, and
    then again from the next record on.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        size = getattr(stream, "size", None)
        self.size = size if isinstance(size, int) else stream.seek(0, 2)
        self.position = stream.seek(0)
        self.furthest = self.again = self.jumps = 0
        self.step = FIRST_READ

    def seek(self, offset: int, whence: int = 0) -> int:
        self.position = self.stream.seek(offset, whence)
        self.step = FIRST_READ
        return self.position

    def tell(self) -> int:
        return self.position

    def read(self, size: int = CHUNK) -> bytes:
        data = self.stream.read(min(size, self.step))
        self.step = min(2 * self.step, CHUNK)
        end = self.position + len(data)
        self.again += max(min(self.furthest, end) - self.position, 0)
        self.furthest = max(self.furthest, end)
        self.position = end
        return data

    def from_where(self, offset: int) -> int:
        """Return where to go on if an offset is wanted: behind all if too much was read again."""
        self.jumps += 1
        is_spent = self.again > AGAIN * self.furthest + AGAIN_EACH * self.jumps
        return max(offset, self.furthest) if is_spent else offset


class Unpacked(Seekable):
    """A compressed part of a WACZ, unpacked once, as far as it is read: to search it costs no time.

    Raises what the part raises, where reading comes there, and BadZipFile for one without an end.
    """

    def __init__(self, part: IO[bytes], size: int) -> None:
        self.part = part
        #: as the WACZ states it
        self.size = size
        self.unpacked = 0
        self.spool: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # type: ignore[assignment]  # noqa: SIM115

    def read(self, size: int = CHUNK) -> bytes:
        self.spool.seek(0, 2)
        while self.unpacked < self.position + size and (data := self.part.read(CHUNK)):
            self.unpacked += self.spool.write(data)
            if self.unpacked > MOST_UNPACKED:
                raise BadZipFile(f"it has more than {MOST_UNPACKED:,} bytes; a WACZ need not compress it")
        self.spool.seek(self.position)
        data = self.spool.read(size)
        self.position += len(data)
        return data

    def close(self) -> None:
        self.spool.close()
        self.part.close()


class Stretch:
    """Members of a gzip file up to the next one that begins with a record.

    A record with a wrong length ends here, too.  Some programs cut a record into several members.
    """

    def __init__(self, pieces: Iterator[tuple[int | None, bytes]], first: bytes) -> None:
        self.pieces = pieces
        self.left = first
        self.position = 0
        #: the first piece of the next stretch
        self.following: tuple[int, bytes] | None = None

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


def stretches(stream: Watched, start: int) -> Iterator[tuple[int, Stretch]]:
    """Yield the stretches of a gzip file from an offset on, and where each begins.

    Each is to be read to its end.  Raises OSError and EOFError.
    """
    pieces = members(stream, start)
    offset, piece = next(pieces, (None, b""))
    following = None if offset is None else (offset, piece)
    while following is not None:
        stretch = Stretch(pieces, following[1])
        yield following[0], stretch
        following = stretch.following


def members(stream: Watched, start: int) -> Iterator[tuple[int | None, bytes]]:
    """Yield the members of a gzip file in pieces, the first of each with its offset; none is empty."""
    stream.seek(start)
    data = stream.read()
    while data:
        offset: int | None = stream.tell() - len(data)
        held, unpacker = b"", zlib.decompressobj(31)
        while not unpacker.eof:
            piece, data = unpacked(unpacker, stream, data)
            held += piece
            if len(held) >= len(WARC) or (unpacker.eof and held):
                yield offset, held
                offset, held = None, b""
        data = unpacker.unused_data or stream.read()


def unpacked(unpacker: zlib._Decompress, stream: Watched, data: bytes) -> tuple[bytes, bytes]:
    """Return the next piece of a member, and what is read but not unpacked."""
    try:
        piece = unpacker.decompress(data, CHUNK)
        while not piece and not unpacker.eof:
            data = stream.read()
            if not data:
                raise EOFError("the file ends inside of it")
            piece = unpacker.decompress(data, CHUNK)
    except zlib.error as error:
        raise OSError(str(error)) from error
    return piece, unpacker.unconsumed_tail


def is_gzip(stream: Watched, offset: int) -> bool:
    """Tell whether a member of a gzip file begins at an offset."""
    stream.seek(offset)
    return stream.read(len(GZIP) + 1) == GZIP + b"\x08"
