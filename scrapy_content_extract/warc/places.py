"""Where web archives are: files, URLs for fsspec, records that an index names, and parts of a WACZ.

https://specs.webrecorder.net/wacz/1.1.1/
"""

from __future__ import annotations

import asyncio
import json
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import accumulate
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple, TypeVar, cast
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from ..corpus.files import GZIP, open_text

try:
    from lzma import LZMAError
except ImportError:  # Python was built without it: a WACZ that needs it cannot be read at all
    LZMAError = BadZipFile  # type: ignore[assignment, misc]

T = TypeVar("T")

#: The bytes that are read and unpacked at a time.
CHUNK = 1 << 16
#: The first bytes of an ARC, and of a WACZ.
ARC = b"filedesc://"
ZIP = b"PK\x03\x04"
#: The compressed bytes that hold the first line of a file.
FIRST_LINE_BYTES = 256

#: The ends of the name of an index.
INDEXES = (".cdx", ".cdx.gz", ".cdxj", ".cdxj.gz")
#: The records of an index that are fetched at a time, several of them at once; all are held in memory.
RECORDS_AT_A_TIME = 64

#: The seconds between requests to a server that is busy, unless it says how many.
PAUSES = (1, 2, 4, 8, 16, 32, 60, 60)
#: The most seconds that a server may ask for: some ask for a day.
LONGEST_PAUSE = 600
#: The statuses of a busy server, and of one behind a gateway that fails for a moment.
BUSY = (429, 502, 503, 504)

#: The folder of a WACZ with its archives.
WACZ_ARCHIVES = "archive/"
#: The errors of a damaged part of a WACZ, besides OSError and EOFError.
DAMAGED = (BadZipFile, zlib.error, LZMAError)
#: The bytes of a part of a WACZ that are kept in memory; the rest is in a temporary file.
IN_MEMORY_BYTES = 1 << 22
#: The most bytes that are unpacked of a part of a WACZ: more would fill the disk.
MOST_UNPACKED_BYTES = 1 << 32
#: The most files that stay open; systems allow a few hundred at least.
MOST_OPEN = 32


@contextmanager
def open_archive(path: str | IO[bytes], prefix: str = "") -> Iterator[IO[bytes]]:
    """Open a file, a URL, or the records of an index for reading; an open file stays open.

    Raises OSError if it cannot be opened, and ImportError if a URL needs a missing package.
    """
    if not isinstance(path, str):
        yield path
    elif path.endswith(INDEXES):
        try:
            records = Ranges(path, prefix)
        except ValueError as error:
            raise OSError(f"{path}: {error}") from error
        yield cast(IO[bytes], records)
    else:
        with open_url(path) if "://" in path else open(path, "rb") as stream:
            yield stream


@contextmanager
def open_url(url: str) -> Iterator[IO[bytes]]:
    try:
        import fsspec  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError as error:
        raise ImportError(f"{url} is a URL; to read it, install fsspec, or fetch it yourself.") from error
    try:
        stream = fsspec.open(url, "rb", **patience(url)).open()
    except ImportError:
        raise
    except Exception as error:  # each protocol has its own
        raise OSError(f"{url} cannot be opened: {error.__cause__ or repr(error)}") from error
    with stream:
        try:
            stream.seek(1)
            stream.seek(0)
        except ValueError as error:
            raise OSError(f"{url} comes as a whole only ({error}); fetch it, and read the file") from error
        yield stream


def patience(url: str) -> dict[str, Any]:
    """Return options of fsspec; protocols other than HTTP repeat their requests by themselves."""
    return {"client_kwargs": {"middlewares": (again,)}} if url.startswith(("http:", "https:")) else {}


async def again(request: Any, handler: Any) -> Any:
    """Repeat a request to a busy server, as a middleware of aiohttp; also one that breaks off in a part."""
    from aiohttp import ClientPayloadError, ServerDisconnectedError

    for pause in PAUSES:
        try:
            response = await handler(request)
            if response.status == 206:
                await response.read()
            if response.status not in BUSY:
                return response
        except (ClientPayloadError, ServerDisconnectedError, asyncio.TimeoutError):
            response = None
        await asyncio.sleep(pause_of(response, pause))
    return await handler(request)


def pause_of(response: Any, pause: float) -> float:
    """Return the seconds that a server asks for, else ``pause``."""
    stated = response.headers.get("Retry-After", "") if response is not None else ""
    return min(int(stated), LONGEST_PAUSE) if stated.isdecimal() else pause


def beginning(stream: IO[bytes]) -> bytes:
    """Return the first bytes of a file, decompressed, or b""."""
    stream.seek(0)
    head = stream.read(FIRST_LINE_BYTES)
    stream.seek(0)
    if not head.startswith(GZIP):
        return head
    try:
        return zlib.decompressobj(31).decompress(head)
    except zlib.error:
        return b""


class Seekable:
    """The position of a stream that cannot seek by itself."""

    size: int
    position = 0

    def seek(self, offset: int, whence: int = 0) -> int:
        self.position = offset + (0, self.position, self.size)[whence]
        return self.position

    def tell(self) -> int:
        return self.position


class Range(NamedTuple):
    file: str
    offset: int
    length: int


def range_of(line: str, prefix: str) -> Range:
    """Return the record that a line of an index names.  Raises ValueError if there is none.

    The line is JSON, perhaps behind a key and a date, as in the index of Common Crawl and in CDXJ files.

    >>> range_of('com,example)/ 2026 {"filename": "a.gz", "offset": "784", "length": "2034"}', "s3://bucket/")
    Range(file='s3://bucket/a.gz', offset=784, length=2034)
    """
    try:
        record = json.loads(line[line.index("{") :])
        return Range(prefix + record["filename"], int(record["offset"]), int(record["length"]))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"it names no filename, offset and length: {line[:200]!r}") from error


class Ranges(Seekable):
    """The records that an index names as one archive; nothing else is fetched."""

    def __init__(self, path: str, prefix: str) -> None:
        """Raises ValueError for a line of another kind, and ImportError without fsspec."""
        from fsspec.core import url_to_fs  # type: ignore[import-not-found, import-untyped, unused-ignore]

        with open_text(path) as lines:
            self.ranges = [range_of(line, prefix) for line in lines if line.strip()]
        self.ends = list(accumulate(part.length for part in self.ranges))
        self.size = self.ends[-1] if self.ends else 0
        self.system: Any = url_to_fs(self.ranges[0].file, **patience(prefix))[0] if self.ranges else None
        self._first, self._fetched = 0, b""

    def read(self, size: int) -> bytes:
        """Return some bytes, at most to the end of what is fetched at a time.  Raises OSError."""
        if not self._first <= self.position < self._first + len(self._fetched):
            if self.position >= self.size:
                return b""
            self._fetch(bisect_right(self.ends, self.position))
        start = self.position - self._first
        data = self._fetched[start : start + size]
        self.position += len(data)
        return data

    def file_at(self, offset: int) -> str:
        """Return the file of the record that begins at an offset."""
        return self.ranges[bisect_right(self.ends, offset)].file

    def _fetch(self, number: int) -> None:
        some = self.ranges[number : number + RECORDS_AT_A_TIME]
        files, starts, lengths = zip(*some)
        ends = [start + length for start, length in zip(starts, lengths)]
        parts = self.system.cat_ranges(list(files), list(starts), ends, on_error="return")
        for part, (file, offset, length) in zip(parts, some):
            if isinstance(part, Exception):  # each protocol has its own
                raise OSError(f"{file}, byte {offset:,} cannot be fetched: {part!r}") from part
            if len(part) != length:
                raise OSError(f"{file} has {len(part):,} of {length:,} bytes at {offset:,}")
        self._first, self._fetched = self.ends[number] - some[0].length, b"".join(parts)


def read_archives(
    stream: IO[bytes], read: Callable[[IO[bytes]], Iterator[T]]
) -> Iterator[tuple[str, T | BadZipFile]]:
    """Read an archive, or each archive in a WACZ; yield its name in the WACZ, else "", and each result.

    The error of a damaged archive is its last result; it does not stop the next one.
    """
    if not beginning(stream).startswith(ZIP):
        yield from (("", found) for found in read(stream))
        return
    try:
        wacz = open_wacz(stream)
    except BadZipFile as error:
        yield "", error
        return
    for name in wacz.namelist():
        if name.startswith(WACZ_ARCHIVES) and not name.endswith("/"):
            try:
                with open_part(wacz, name) as part:
                    yield from ((name, found) for found in read(part))
            except BadZipFile as error:
                yield name, error


def open_wacz(stream: IO[bytes]) -> ZipFile:
    """Open a WACZ; raises BadZipFile if it cannot be read."""
    try:
        return ZipFile(stream)
    except RuntimeError as error:  # of a version of the format that Python does not know
        raise BadZipFile(str(error)) from error


@contextmanager
def open_part(wacz: ZipFile, name: str) -> Iterator[IO[bytes]]:
    """Open an archive of a WACZ; to open or to read a damaged one raises BadZipFile."""
    try:
        try:
            part = wacz.open(name)
        except RuntimeError as error:  # it is encrypted, or compressed as Python does not know
            raise BadZipFile(f"{name}: {error}") from error
        about = wacz.getinfo(name)
        with (
            part if about.compress_type == ZIP_STORED else closing(Unpacked(part, about.file_size)) as stream
        ):
            yield cast(IO[bytes], stream)
    except (*DAMAGED, EOFError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # a disk that fails, not bzip2
            raise
        raise BadZipFile(str(error)) from error


class Unpacked(Seekable):
    """A compressed part of a WACZ, unpacked once, as far as it is read, so that searching it is fast.

    Reading raises the errors of the part, and BadZipFile if it is too large.
    """

    def __init__(self, part: IO[bytes], size: int) -> None:
        self.part = part
        #: as the WACZ states it
        self.size = size
        self.unpacked = 0
        self.spool: IO[bytes] = SpooledTemporaryFile(IN_MEMORY_BYTES)  # type: ignore[assignment]  # noqa: SIM115

    def read(self, size: int = CHUNK) -> bytes:
        self.spool.seek(0, 2)
        while self.unpacked < self.position + size and (data := self.part.read(CHUNK)):
            self.unpacked += self.spool.write(data)
            if self.unpacked > MOST_UNPACKED_BYTES:
                raise BadZipFile(f"it has over {MOST_UNPACKED_BYTES:,} bytes; a WACZ need not compress it")
        self.spool.seek(self.position)
        data = self.spool.read(size)
        self.position += len(data)
        return data

    def close(self) -> None:
        self.spool.close()
        self.part.close()


class OpenArchives:
    """Archives to read from here and there: they stay open until there are too many."""

    def __init__(self) -> None:
        #: by path and name
        self._open: dict[tuple[str, str], IO[bytes]] = {}
        self._stack = ExitStack()

    def stream_of(self, path: str, name: str) -> IO[bytes]:
        """Return the archive of a file, or the one with a name in a WACZ.

        Raises OSError, BadZipFile or KeyError if it is no longer there.
        """
        if (path, name) not in self._open:
            if len(self._open) == MOST_OPEN:
                self.close()
            with ExitStack() as stack:
                stream = stack.enter_context(open_archive(path))
                if name:
                    stream = stack.enter_context(open_part(stack.enter_context(open_wacz(stream)), name))
                self._open[path, name] = stream
                self._stack.enter_context(stack.pop_all())
        return self._open[path, name]

    def close(self) -> None:
        self._open.clear()
        self._stack.close()
