"""Files of text, compressed or not, and files that are there only when they are whole."""

from __future__ import annotations

import errno
import gzip
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, cast

#: What a gzip file begins with.
GZIP = b"\x1f\x8b"
#: What stands behind the name of a file that is being written.
ASIDE = ".part"
#: What the system says of a disk, or a share of it, that is full, and of a file that gets too large.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: Of gzip, 1 to 9: 9 takes twice as long, for a file that is 1 % smaller.
GZIP_LEVEL = 6
#: What is no UTF-8 in a file comes out of it as it was.
TEXT = {"encoding": "utf-8", "errors": "surrogateescape", "newline": "\n"}


def open_text(path: str | os.PathLike[str], mode: str = "r") -> IO[str]:
    """Open a file of text to read ("r") or to write ("w"); .gz and .zst are compressed.

    Raises OSError if it cannot be opened, and ImportError if .zst needs what is not installed.
    """
    name = os.fspath(path).removesuffix(ASIDE)
    if name.endswith(".gz"):
        return cast(IO[str], gzip.open(path, f"{mode}t", GZIP_LEVEL, **TEXT))
    if name.endswith(".zst"):
        return cast(IO[str], zstd().open(path, f"{mode}t", **TEXT))
    return cast(IO[str], open(path, mode, **TEXT))  # type: ignore[call-overload]


def zstd() -> Any:
    """Return the module of the standard library or, before Python 3.14, its twin.

    Raises ImportError with what to do if there is none.
    """
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        try:
            from backports import zstd  # type: ignore[no-redef, import-not-found, unused-ignore]
        except ImportError as error:
            raise ImportError(f"{error}; .zst needs scrapy-content-extract[corpus], .gz nothing") from error
    return zstd


@contextmanager
def whole(path: str | os.PathLike[str], *, kept: bool = False) -> Iterator[str]:
    """Yield the path of a file to write; it gets its name, and the permissions of a former one, when whole.

    After an error it is removed, after Ctrl-C as well unless what is done shall be ``kept`` under its own
    name, and a file that was there before stays.  Raises OSError for a device or a pipe: it would be
    replaced by a file.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(f"{os.fspath(path)} is no file")
    aside = os.fspath(path) + ASIDE
    target = os.path.realpath(path)  # a link stays one
    try:
        with named(path):
            yield aside
            if os.path.exists(target):
                os.chmod(aside, stat.S_IMODE(os.stat(target).st_mode))
            os.replace(aside, target)
    except BaseException as error:
        if not (kept and isinstance(error, KeyboardInterrupt)):
            with suppress(OSError):
                os.unlink(aside)
        raise


@contextmanager
def named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let an error of a full disk name the file; the system does not."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL and error.filename is None:
            error.filename = os.fspath(path)
        raise
