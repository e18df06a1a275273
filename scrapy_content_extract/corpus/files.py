"""Text files, compressed or not, JSON lines, and files that appear only when they are complete."""

from __future__ import annotations

import errno
import gzip
import os
import stat
import sys
from base64 import b32encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha1
from io import TextIOWrapper
from typing import IO, Any, BinaryIO, cast

from ..content.errors import needing

if sys.platform == "win32":
    from msvcrt import LK_NBLCK, locking
else:
    from fcntl import LOCK_EX, LOCK_NB, flock

GZIP = b"\x1f\x8b"
#: The suffix of a file that is being written.
ASIDE = ".part"
#: The suffix of a file that is locked while an output is written; in a folder it is the whole name.
LOCK = ".lock"
#: The system's errors for a full disk, a full quota, and a file that gets too large.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: The level of gzip, 1 to 9: 9 takes twice as long, for a file that is 1 % smaller.
GZIP_LEVEL = 6
#: The file of a folder that says what was done; ``*`` of a shell passes over its name.
MANIFEST = ".manifest"
#: How what is printed is written: a file name may have bytes that are not text, and their escape is also an
#: escape of JSON.
PRINTED: dict[str, Any] = {"encoding": "utf-8", "errors": "backslashreplace", "newline": "\n"}
#: How files of text are opened: bytes that are not UTF-8 are copied unchanged.
TEXT: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape", "newline": "\n"}


def open_text(path: str | os.PathLike[str], mode: str = "r") -> IO[str]:
    """Open a file of text to read ("r") or to write ("w"); .gz and .zst are compressed.

    Raises OSError if it cannot be opened, and ImportError if the library for .zst is not installed.
    """
    name = os.fspath(path).removesuffix(ASIDE)
    if name.endswith(".gz"):
        # without the time, so that the same lines make the same bytes
        return TextIOWrapper(gzip.GzipFile(path, f"{mode}b", GZIP_LEVEL, mtime=0), **TEXT)
    if name.endswith(".zst"):
        return cast(IO[str], zstd().open(path, f"{mode}t", **TEXT))
    return cast(IO[str], open(path, mode, **TEXT))


def zstd() -> Any:
    """Return the module of the standard library or, before Python 3.14, its backport.

    Raises ImportError, with what to do, if neither is installed.
    """
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        with needing("corpus", ".gz needs nothing, but .zst"):
            from backports import zstd  # type: ignore[no-redef, import-not-found, unused-ignore]
    return zstd


@contextmanager
def whole(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the path of a file to write; when whole, it gets its name and the former file's permissions.

    After an error the new file is removed, and the former file stays.  Raises OSError for a device or a pipe,
    which would be replaced by a file.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(f"{os.fspath(path)} is no file")
    aside = os.fspath(path) + ASIDE
    target = os.path.realpath(path)  # a link stays a link
    try:
        with named(path):
            yield aside
            if os.path.exists(target):
                os.chmod(aside, stat.S_IMODE(os.stat(target).st_mode))
            os.replace(aside, target)
    except BaseException:
        remove(aside)
        raise


@contextmanager
def alone(path: str | os.PathLike[str]) -> Iterator[None]:
    """Keep other runs from writing a file or into a folder.  Raises OSError while another one does.

    A run that is killed keeps nobody out, because the system frees its locks.
    """
    name = os.path.realpath(path) + os.sep * os.path.isdir(path) + LOCK
    try:
        file = open(name, "ab")  # noqa: SIM115
    except OSError:  # nor can the output be written, as its writer will say
        yield
        return
    with file:
        if not is_locked(file):
            raise OSError(f"another run is writing {os.fspath(path)}; wait for its end, or give another -o")
        try:
            yield
        finally:
            if sys.platform != "win32":  # which removes no open file
                remove(name)
    if sys.platform == "win32":
        remove(name)


def is_locked(file: BinaryIO) -> bool:
    """Lock a file; tell whether it is locked, and still there: another run may have removed it."""
    try:
        if sys.platform == "win32":
            locking(file.fileno(), LK_NBLCK, 1)
        else:
            flock(file, LOCK_EX | LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.stat(file.name))
    except (BlockingIOError, PermissionError, FileNotFoundError):
        return False
    except OSError:  # the file system has no locks
        return True


def remove(path: str) -> None:
    """Remove a file if that is possible."""
    with suppress(OSError):
        os.unlink(path)


@contextmanager
def named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let the error for a full disk name the file; the system does not."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL and error.filename is None:
            error.filename = os.fspath(path)
        raise


def append_line(file: BinaryIO, line: str) -> None:
    """Append a line to a file of mode "ab+"; first end the one in which a run was killed, if there is one."""
    file.seek(max(file.seek(0, os.SEEK_END) - 1, 0))
    is_cut = file.read(1) not in (b"", b"\n")
    file.write(b"\n" * is_cut + line.encode())
    file.flush()


def sha1_of(data: bytes) -> str:
    """Return the labelled digest of some bytes, as web archives write it.

    >>> sha1_of(b"It rains.")
    'sha1:UTAPQP2VTQHOSOQOX64PEWT4Q4XN2XOI'
    """
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()
