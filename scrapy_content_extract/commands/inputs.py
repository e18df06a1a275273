"""What the command line names → pages to read: files, folders, standard input and URLs."""

from __future__ import annotations

import argparse
import os
import stat
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from gzip import GzipFile
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from ..content.flow import Utf8, prepare, to_utf8
from ..content.labels import codec_of
from ..content.limits import MAX_BYTES
from ..content.model import Decoded, Page
from ..content.sniff import is_binary
from ..files import GZIP

#: The files of a folder that are pages.
SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")

WARC_BEGINNING = b"WARC/"


class Input(NamedTuple):
    """A page that the command line names."""

    #: the path, ``-``, or the URL
    name: str
    #: its bytes if they are here; otherwise ``name`` is the file that holds them
    body: bytes | None = None
    content_type: str | None = None
    url: str | None = None
    #: for a page that could not be fetched: what the crawl would give its item, and why
    status: str = ""
    reason: str = ""
    #: of HTTP, where it is known
    http_status: int | None = None


class Unreadable(Exception):
    """A page that is not read: its status, and the reason."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(status, reason)
        self.status, self.reason = status, reason


def add_pages(parser: argparse.ArgumentParser, others: str = "") -> None:
    """Add the arguments that say which pages to read, and how; ``others`` is what else may be given."""
    parser.add_argument(
        "pages",
        nargs="+",
        metavar="PAGE",
        help=f"a file, gzipped or not; a folder, for its {', '.join(SUFFIXES[:3])} files, gzipped "
        f"ones too ({', '.join(SUFFIXES[3:])}); "
        f"- for standard input; or a URL, which is fetched unless its robots.txt forbids it{others}",
    )
    parser.add_argument(
        "--encoding",
        metavar="LABEL",
        type=known_encoding,
        help="the encoding of all pages, such as gbk; by default it is found out for each page",
    )


def known_encoding(label: str) -> str:
    """Return an encoding that there is."""
    if codec_of(label) is None:
        raise argparse.ArgumentTypeError(
            f"there is no encoding {label!r}; give a label of the Encoding Standard, such as gbk or "
            f"windows-1256"
        )
    return label


def are_several(pages: list[str]) -> bool:
    """Tell whether more than one page may come: a folder may hold any number."""
    return len(pages) > 1 or os.path.isdir(pages[0])


def count(pages: Iterable[str]) -> int:
    """Count the pages without reading them."""
    return sum(sum(1 for _ in walk(page)) if os.path.isdir(page) else 1 for page in pages)


def inputs_at(page: str) -> Iterator[Input]:
    """Yield the page of a file or standard input, or those of a folder."""
    if page == "-":
        yield Input(page, sys.stdin.buffer.read(MAX_BYTES + 1))
    elif os.path.isdir(page):
        yield from map(Input, walk(page))
    elif is_stream(page):  # only this process can read it
        yield Input(page, Path(page).read_bytes())
    else:
        yield Input(page)


def is_stream(path: str) -> bool:
    """Tell whether a path is a pipe, as in ``content-extract <(curl ...)``."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def walk(folder: str) -> Iterator[str]:
    """Yield the pages below a folder, in the order of their names."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(SUFFIXES):
                yield os.path.join(parent, name)


def page_bytes(given: Input) -> bytes:
    """Return the bytes of a page, unpacked.

    Raises Unreadable where there is no page.
    """
    if given.status:
        raise Unreadable(given.status, given.reason)
    try:
        body = unpacked(given)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Unreadable("error", getattr(error, "strerror", None) or str(error)) from error
    if not body:
        raise Unreadable("empty", "it has no bytes")
    if len(body) > MAX_BYTES:
        raise Unreadable("too_large", f"it has more than {MAX_BYTES:,} bytes")
    if body.startswith(WARC_BEGINNING):
        raise Unreadable("not_html", "it is a web archive; see content-extract warc --help")
    if is_binary(body, given.content_type):
        raise Unreadable("not_html", "its bytes are not those of a page")
    return body


def unpacked(given: Input) -> bytes:
    """Return the bytes of a page, of a large one only somewhat more than MAX_BYTES."""
    body = given.body
    if body is None:
        with open(given.name, "rb") as file:
            body = file.read(MAX_BYTES + 1)
    return GzipFile(fileobj=BytesIO(body)).read(MAX_BYTES + 1) if body.startswith(GZIP) else body


def decode_page(given: Input, encoding: str | None) -> tuple[Decoded, Utf8]:
    """Return how a page was decoded, and the page in UTF-8.

    Raises Unreadable where there is none.
    """
    decoded, html = to_utf8(page_bytes(given), given.content_type, encoding)
    return decoded, Utf8(html.removeprefix(BOM_UTF8), given.url, given.http_status)


def page_of(given: Input, encoding: str | None) -> Page:
    """Return the measured page.

    Raises Unreadable where there is none.
    """
    return prepare(decode_page(given, encoding)[1])
