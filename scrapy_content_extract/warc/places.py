"""The places of archives: files, URLs for fsspec, and parts of a WACZ.

https://specs.webrecorder.net/wacz/1.1.1/
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from typing import IO, Any, cast
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from ..files import GZIP
from .ranges import INDEXES, Ranges
from .streams import Unpacked

try:
    from lzma import LZMAError
except ImportError:  # Python was built without it: a WACZ that needs it cannot be read at all
    LZMAError = BadZipFile  # type: ignore[assignment, misc]

#: The seconds between requests to a server that is busy, unless it says how many.
PAUSES = (1, 2, 4, 8, 16, 32, 60, 60)
#: The statuses of a busy server, and of one behind a gateway that fails for a moment.
BUSY = (429, 502, 503, 504)
#: The longest pause that a server may ask for.
LONGEST_PAUSE = 600
#: The first bytes of an ARC.
ARC = b"filedesc://"
ZIP = b"PK\x03\x04"
#: The folder of a WACZ with its archives.
WACZ_ARCHIVES = "archive/"
#: The errors of a damaged part of a WACZ, besides OSError and EOFError.
DAMAGED = (BadZipFile, zlib.error, LZMAError)
#: The most files that stay open; systems allow a few hundred at least.
MOST_OPEN = 32
#: The compressed bytes that suffice for the first line of a file.
ENOUGH = 256


@contextmanager
def open_archive(path: str | IO[bytes], prefix: str = "") -> Iterator[IO[bytes]]:
    """Open a file, a URL, or the records of an index for reading; an open file stays open.

    Raises OSError if it cannot be opened, and ImportError if a URL needs a missing package.
    """
    if not isinstance(path, str):
        yield path
        return
    if path.endswith(INDEXES):
        try:
            records = Ranges(path, prefix, patience(prefix))
        except ValueError as error:
            raise OSError(f"{path}: {error}") from error
        yield cast(IO[bytes], records)
        return
    if "://" not in path:
        with open(path, "rb") as stream:
            yield stream
        return
    try:
        import fsspec  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError as error:
        raise ImportError(f"{path} is a URL; to read it, install fsspec, or fetch it yourself.") from error
    try:
        stream = fsspec.open(path, "rb", **patience(path)).open()
    except ImportError:
        raise
    except Exception as error:  # each protocol has its own
        raise OSError(f"{path} cannot be opened: {error.__cause__ or repr(error)}") from error
    with stream:
        try:
            stream.seek(1)
            stream.seek(0)
        except ValueError as error:
            raise OSError(f"{path} comes as a whole only ({error}); fetch it, and read the file") from error
        yield stream


def patience(url: str) -> dict[str, Any]:
    """Return options of fsspec; other protocols than HTTP ask again by themselves."""
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
    """Return the seconds that a server asks for, or some."""
    stated = response.headers.get("Retry-After", "") if response is not None else ""
    return min(int(stated), LONGEST_PAUSE) if stated.isdecimal() else pause


def beginning(stream: IO[bytes], offset: int = 0) -> bytes:
    """Return the first bytes at an offset, decompressed, or b""."""
    stream.seek(offset)
    head = stream.read(ENOUGH)
    stream.seek(offset)
    if not head.startswith(GZIP):
        return head
    try:
        return zlib.decompressobj(31).decompress(head)
    except zlib.error:
        return b""


def archives_of(stream: IO[bytes]) -> Iterator[tuple[str, AbstractContextManager[IO[bytes]]]]:
    """Return the archives of a file with their names: the parts of a WACZ, or itself with the name "".

    Open each by ``with``.  This and that raise BadZipFile for an archive that cannot be read.
    """
    if not beginning(stream).startswith(ZIP):
        yield "", nullcontext(stream)
        return
    with open_wacz(stream) as wacz:
        for name in wacz.namelist():
            if name.startswith(WACZ_ARCHIVES) and not name.endswith("/"):
                yield name, part_of(wacz, name)


@contextmanager
def part_of(wacz: ZipFile, name: str) -> Iterator[IO[bytes]]:
    """Open an archive of a WACZ once it is needed; a damaged one raises BadZipFile in the end."""
    with open_part(wacz, name) as part:
        try:
            yield part
        except (*DAMAGED, EOFError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:  # a disk that fails, not bzip2
                raise
            raise BadZipFile(str(error)) from error


def open_wacz(stream: IO[bytes]) -> ZipFile:
    """Open a WACZ; raises BadZipFile if it cannot be read."""
    try:
        return ZipFile(stream)
    except RuntimeError as error:  # of a version of the format that Python does not know
        raise BadZipFile(str(error)) from error


@contextmanager
def open_part(wacz: ZipFile, name: str) -> Iterator[IO[bytes]]:
    """Open an archive of a WACZ; raises BadZipFile if it cannot be read."""
    try:
        part = wacz.open(name)
    except RuntimeError as error:  # it is encrypted, or compressed as Python does not know
        raise BadZipFile(f"{name}: {error}") from error
    about = wacz.getinfo(name)
    with part if about.compress_type == ZIP_STORED else closing(Unpacked(part, about.file_size)) as stream:
        yield cast(IO[bytes], stream)


class OpenArchives:
    """Archives to read from here and there: the last ones stay open."""

    def __init__(self) -> None:
        self._streams: OrderedDict[tuple[str, str], tuple[IO[bytes], ExitStack]] = OrderedDict()

    def stream_of(self, path: str, name: str) -> IO[bytes]:
        """Return the archive of a file, or the one with a name in a WACZ.

        Raises OSError, BadZipFile or KeyError if it is no longer there.
        """
        key = path, name
        if key not in self._streams:
            with ExitStack() as stack:
                stream = stack.enter_context(open_archive(path))
                if name:
                    stream = stack.enter_context(open_part(stack.enter_context(open_wacz(stream)), name))
                self._streams[key] = stream, stack.pop_all()
        self._streams.move_to_end(key)
        if len(self._streams) > MOST_OPEN:
            self._close_oldest()
        return self._streams[key][0]

    def _close_oldest(self) -> None:
        _, (_, stack) = self._streams.popitem(last=False)
        stack.close()

    def close(self) -> None:
        while self._streams:
            self._close_oldest()
