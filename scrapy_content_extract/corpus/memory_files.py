"""Memories of sites in files: a table of SQLite with a row for each remembered page.

So a host is read when it is needed, and several processes may add what they have learned.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

from ..content.auto.memory import PageMemory, Site, Sites, SiteTemplate
from ..content.page.page import Page
from .lines import utf8

#: The table: its name has the version, and the byte order of the machine, which its numbers are in.
TABLE = f"pages_{sys.byteorder}_4"
MAKE = f"CREATE TABLE IF NOT EXISTS {TABLE} (host, key, url, texts, looks, product, PRIMARY KEY (host, key))"
#: The seconds to wait while another process adds to the file.
LOCKED = 600
#: A host and the memories of its pages, by the keys of their URLs.
OfHost = tuple[str, Mapping[int, PageMemory]]


@contextmanager
def opened(path: str | os.PathLike[str], *, is_made: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a file; what is added is added whole or not at all.  Raises OSError if it cannot be used."""
    # also to read: that first undoes what a killed process has written
    uri = f"{Path(path).absolute().as_uri()}?mode={'rwc' if is_made else 'rw'}"
    try:
        with closing(sqlite3.connect(uri, LOCKED, uri=True)) as db, db:
            if is_made:
                db.execute("BEGIN IMMEDIATE")  # before anything is read that another process may change
            db.execute(MAKE if is_made else f"SELECT 1 FROM {TABLE} LIMIT 1")
            yield db
    except (sqlite3.Error, ValueError, TypeError, AttributeError) as error:  # or spoilt types
        raise OSError(f"{os.fspath(path)} cannot be used as a memory of sites: {error}") from error


def pages_of(db: sqlite3.Connection, host: str) -> dict[int, PageMemory]:
    rows = db.execute(f"SELECT key, url, texts, looks, product FROM {TABLE} WHERE host = ?", (utf8(host),))
    return {
        int(key, 16): PageMemory(url.decode(), array("i", texts), array("i", looks), product)
        for key, url, texts, looks, product in rows
    }


def hosts_in(path: str | os.PathLike[str]) -> Iterator[OfHost]:
    """Yield the hosts of a file with the memories of their pages.  Raises OSError."""
    with opened(path) as db:
        for (host,) in db.execute(f"SELECT DISTINCT host FROM {TABLE}"):
            yield host.decode(), pages_of(db, host.decode())


def count_known(path: str | os.PathLike[str], least: int = 1) -> tuple[int, int]:
    """Return the number of hosts of a file with this many pages or more, and that of their pages."""
    of_hosts = f"SELECT count(*) AS pages FROM {TABLE} GROUP BY host HAVING pages >= ?"
    with opened(path) as db:
        hosts, pages = db.execute(f"SELECT count(*), total(pages) FROM ({of_hosts})", (least,)).fetchone()
    return hosts, int(pages)


def add_sites(path: str | os.PathLike[str], hosts: Iterable[OfHost]) -> None:
    """Add the memories of hosts to a file, which is made if there is none.  Raises OSError."""
    with opened(path, is_made=True) as db:
        for host, remembered in hosts:
            site = Site()
            site.add(pages_of(db, host))
            site.add(remembered)
            db.execute(f"DELETE FROM {TABLE} WHERE host = ?", (utf8(host),))
            rows = (
                (utf8(host), f"{key:016x}", utf8(url), texts.tobytes(), looks.tobytes(), product)
                for key, (url, texts, looks, product) in site.remembered.items()
            )
            db.executemany(f"INSERT INTO {TABLE} VALUES (?, ?, ?, ?, ?, ?)", rows)


class SitesInFile(Sites):
    """The memory of a file: a host is read when it is needed.  It does not learn."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises OSError for a file that is none."""
        super().__init__(learns=False)
        self._path, self._turn = path, Lock()
        with opened(path):
            pass

    def others_of(self, page: Page) -> SiteTemplate:
        host, _ = self.place_of(page)
        with self._turn:  # or another thread would find a part of the host
            if host and host not in self._sites:
                with opened(self._path) as db:  # a connection may neither change its thread nor be forked
                    pages = pages_of(db, host)
                if pages:
                    self.add(host, pages)
        return super().others_of(page)
