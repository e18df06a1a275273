"""The arguments → pages to read: files, folders, standard input and URLs."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from ..batch import Input
from ..content.encoding.labels import codec_of
from ..content.page.limits import MAX_BYTES
from .fetch import fetched

#: Why other addresses are no pages.
NO_ADDRESS = "an address begins with http:// or https://; a file is named by its path"
#: The files of a folder that are pages.
SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")


def add_pages(parser: argparse.ArgumentParser, others: str = "") -> None:
    """Add the arguments that choose the pages and their encoding; ``others`` describes further inputs."""
    what = (
        f"a file, gzipped or not; a folder, for its {', '.join(SUFFIXES[:3])} files, gzipped ones too "
        f"({', '.join(SUFFIXES[3:])}); - for standard input; or a URL, which is fetched unless its "
        f"robots.txt forbids it{others}"
    )
    parser.add_argument("pages", nargs="+", metavar="PAGE", help=what)
    parser.add_argument(
        "--encoding", metavar="LABEL", type=known_encoding,
        help="the encoding of all pages, such as gbk; by default it is found out for each page",
    )  # fmt: skip


def known_encoding(label: str) -> str:
    if codec_of(label) is None:
        raise argparse.ArgumentTypeError(
            f"there is no encoding {label!r}; give a label of the Encoding Standard, such as gbk or "
            f"windows-1256"
        )
    return label


def address(url: str) -> str:
    if not is_url(url):
        raise argparse.ArgumentTypeError(f"{url!r} is no address; it begins with http:// or https://")
    return url


def located(parser: argparse.ArgumentParser, args: argparse.Namespace) -> Iterator[Input]:
    """Return the one page of the command line, with the address of ``--url``; others end the command."""
    if are_several(args.pages) or is_url(args.pages[0]):
        parser.error("--url is the address of one file, or of - for standard input")
    return (given._replace(url=args.url) for given in inputs_of(args.pages))


def inputs_of(pages: Iterable[str]) -> Iterator[Input]:
    """Yield the pages in the order of the command line, the pages of a folder by name."""
    for are_urls, group in groupby(pages, is_url):
        if are_urls:
            yield from fetched(list(group))
        else:
            for page in group:
                yield from inputs_at(page)


def is_url(page: str) -> bool:
    """Tell a URL from a path.

    >>> is_url("https://example.com/"), is_url("https.html")
    (True, False)
    """
    return page.lower().startswith(("http://", "https://"))


def are_several(pages: list[str]) -> bool:
    """Tell whether more than one page may come: a folder may hold any number."""
    return len(pages) > 1 or os.path.isdir(pages[0])


def count(pages: Iterable[str]) -> int:
    """Count the pages without reading them."""
    return sum(sum(1 for _ in walk(page)) if os.path.isdir(page) else 1 for page in pages)


def inputs_at(page: str) -> Iterator[Input]:
    """Yield the page of a file or standard input, or the pages of a folder."""
    if "://" in page and not os.path.exists(page):
        yield Input(page, status="error", reason=NO_ADDRESS)
    elif page == "-":
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
