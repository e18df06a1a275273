"""Memories of sites in files: a line of JSON for each host, in their order.

So memories of parts are merged, and a host is found in a file, without reading all of them into memory.
"""

from __future__ import annotations

import heapq
import json
import os
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from threading import Lock

from ..content.auto.memory import WARM, PageMemory, Site, Sites, SiteTemplate, host_of
from ..content.page.page import Page
from .files import open_text, parsed, whole

HEADER = {"sites": 1}
#: The errors of reading: from the disk, from gzip, and ValueError for a file of another kind.
UNREADABLE = (OSError, EOFError, zlib.error, ValueError)
#: A name behind that of every host.
BEHIND_ALL = "\U0010ffff"
#: A host and the memories of its pages.
OfHost = tuple[str, Mapping[int, PageMemory]]


def write_sites(path: str | os.PathLike[str], hosts: Iterable[OfHost]) -> None:
    """Write the memories of hosts, which come in their order; the file gets its name when it is whole."""
    with whole(path) as aside, open_text(aside, "w") as file:
        file.write(json.dumps(HEADER) + "\n")
        for host, remembered in hosts:
            pages = {f"{key:x}": remembered[key].tolist() for key in sorted(remembered)}
            file.write(json.dumps({"host": host, "pages": pages}) + "\n")


def read_sites(path: str | os.PathLike[str], sites: Sites) -> None:
    """Add the contents of a file to a memory of sites.  Raises one of UNREADABLE."""
    for host, remembered in read_remembered(path):
        for key, memory in remembered.items():
            sites.add(host, key, memory)


def read_remembered(path: str | os.PathLike[str]) -> Iterator[OfHost]:
    """Yield the hosts of a file with the memories of their pages.  Raises one of UNREADABLE."""
    with open_text(path) as file:
        check_header(next(file, ""))
        yield from map(of_host, file)


def check_header(line: str) -> None:
    if parsed(line) != HEADER:
        raise ValueError("it is not a site-memory file of this version (its first line is another)")


def of_host(line: str) -> OfHost:
    """Return the host of a line with the memories of its pages.  Raises ValueError."""
    read = parsed(line)
    try:
        return str(read["host"]), {int(key, 16): as_memory(given) for key, given in read["pages"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"it is not a site-memory file of this version ({error})") from error


def as_memory(numbers: list[int]) -> PageMemory:
    """Return the memory of a page.  Raises ValueError for numbers that this module cannot have written."""
    memory = array("i", numbers)
    if not memory or not 0 <= memory[0] < len(memory) or (len(memory) - 1 - memory[0]) % 3:
        raise ValueError("a page has numbers missing")
    return memory


def merge_sites(paths: Sequence[str | os.PathLike[str]], target: str | os.PathLike[str]) -> bool:
    """Write the memory of several files, a host at a time; without a host no file is written.

    Return whether there is one.  Raises one of UNREADABLE.
    """

    def hosts() -> Iterator[OfHost]:
        merged = heapq.merge(*map(in_order, paths), key=itemgetter(0))
        for host, some in groupby(merged, itemgetter(0)):
            site = Site(WARM)
            for key, memory in chain.from_iterable(remembered.items() for _, remembered in some):
                site.add(key, memory)
            yield host, site.remembered

    all_hosts = hosts()
    first = next(all_hosts, None)
    if first is not None:
        write_sites(target, chain([first], all_hosts))
    return first is not None


def in_order(path: str | os.PathLike[str]) -> Iterator[OfHost]:
    before = ""
    for host, remembered in read_remembered(path):
        if host < before:
            raise ValueError(f"{os.fspath(path)} does not have its hosts in order: {host} after {before}")
        before = host
        yield host, remembered


class SitesInFile(Sites):
    """The memory of a file that is not compressed: a host is read when it is needed.  It does not learn."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises OSError, and ValueError for a file of another kind."""
        super().__init__(learns=False)
        self._file = open(path, "rb")  # noqa: SIM115
        check_header(self._file.readline().decode("utf-8", "replace"))
        self._offsets = range(self._file.tell(), os.fstat(self._file.fileno()).st_size)
        self._turn = Lock()

    def template_of(self, page: Page) -> SiteTemplate:
        host = host_of(page.url)
        if host and host not in self._sites:
            with self._turn:
                place = bisect_left(self._offsets, host, key=self._host_at)
                line = self._line_at(self._offsets.start + place)
            found, remembered = of_host(line) if line else ("", {})
            for key, memory in remembered.items() if found == host else ():
                self.add(host, key, memory)
        return super().template_of(page)

    def _line_at(self, offset: int) -> str:
        """Return the first line that begins at an offset or behind it."""
        self._file.seek(offset - 1)
        self._file.readline()
        return self._file.readline().decode("utf-8", "replace")

    def _host_at(self, offset: int) -> str:
        line = self._line_at(offset)
        return str(json.JSONDecoder().raw_decode(line, len('{"host": '))[0]) if line else BEHIND_ALL
