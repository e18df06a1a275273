"""Paragraphs that stand on many pages of a host: boilerplate that extraction has left.

The normal form of a paragraph comes from CCNet (G. Wenzek et al., "CCNet: Extracting High Quality
Monolingual Datasets from Web Crawl Data", LREC 2020): lower case, 0 for each digit, neither accents nor
punctuation; then 64 bits of a digest: in a billion paragraphs two have the same with probability .03.

Departures: paragraphs are counted for each host, not for a part of the corpus, so that a sentence of one
site costs no other site.  One that is frequent is boilerplate, and none of its occurrences is kept.  Pages
with the same paragraphs count once.  A paragraph without letters, such as a row of numbers, is left alone.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from os import PathLike, fspath
from typing import Any

from .lines import bits_of, normalized, utf8

TABLES = """
CREATE TABLE IF NOT EXISTS paragraphs (key INTEGER PRIMARY KEY, pages INTEGER);
CREATE TABLE IF NOT EXISTS pages (key INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS batches (number INTEGER PRIMARY KEY, pages BLOB);
CREATE TABLE IF NOT EXISTS removed (number INTEGER PRIMARY KEY, key INTEGER UNIQUE, what TEXT);
CREATE TABLE IF NOT EXISTS progress (number INTEGER PRIMARY KEY, value TEXT);
PRAGMA synchronous = OFF;  -- if the machine fails, the counts are lost; if only a process, none
PRAGMA cache_size = -65536;
"""
#: The counts that are gathered in memory before they are written, some 10 MB.
GATHERED = 100_000


class Repeated(AbstractContextManager["Repeated"]):
    """Counts the paragraphs of hosts, in a database, so that memory does not grow with their number.

    First ``count`` all pages; then ``keys`` has 8 bytes for each repeated paragraph.  A page is an array: a
    number, and the key of each paragraph.
    """

    def __init__(self, path: str | PathLike[str] = ":memory:", pages: int = 10) -> None:
        """Open the database of a path, or make it; ``pages`` is from how many on a paragraph is repeated."""
        self.pages = pages
        self.database = sqlite3.connect(fspath(path))
        self.database.executescript(TABLES)
        self._gathered: Counter[int] = Counter()

    def count(self, pages: array[int]) -> None:
        """Count the pages of some lines, in one array, and remember them."""
        for number, *keys in filter(None, pages_in(pages)):
            if self.database.execute("INSERT OR IGNORE INTO pages VALUES (?)", (number,)).rowcount:
                self._gathered.update(set(keys) - {0})
        self.database.execute("INSERT INTO batches (pages) VALUES (?)", (pages.tobytes(),))

    def counted(self) -> Iterator[array[int]]:
        for (pages,) in self.database.execute("SELECT pages FROM batches ORDER BY number"):
            yield array("q", pages)

    @property
    def is_full(self) -> bool:
        return len(self._gathered) >= GATHERED

    def save(self, progress: Any) -> None:
        """Keep the counts even if this process dies, and with them how far it has come, as JSON has it."""
        self.database.executemany(
            "INSERT INTO paragraphs (key, pages) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET pages = pages + excluded.pages",
            sorted(self._gathered.items()),  # in the order of the database
        )
        self._gathered.clear()
        self.database.execute("INSERT OR REPLACE INTO progress VALUES (1, ?)", (json.dumps(progress),))
        self.database.commit()

    def saved(self) -> Any:
        row = self.database.execute("SELECT value FROM progress").fetchone()
        return json.loads(row[0]) if row else None

    def keys(self) -> array[int]:
        """Return the keys of the repeated paragraphs, sorted; all counts must be saved."""
        query = "SELECT key FROM paragraphs WHERE pages >= ? ORDER BY key"
        return array("q", (key for (key,) in self.database.execute(query, (self.pages,))))

    def note(self, host: str, removed: Sequence[tuple[int, str]]) -> None:
        """Remember removed paragraphs, each once."""
        self.database.executemany(
            "INSERT OR IGNORE INTO removed (key, what) VALUES (?, ?)",
            ((key, json.dumps([host, paragraph])) for key, paragraph in removed),
        )

    def removed(self) -> Iterator[tuple[str, int, str]]:
        """Yield the host of each removed paragraph, the number of pages that have it, and the paragraph."""
        query = "SELECT pages, what FROM removed JOIN paragraphs USING (key) ORDER BY number"
        for pages, what in self.database.execute(query):
            host, paragraph = json.loads(what)
            yield host, pages, paragraph

    def __exit__(self, *error: object) -> None:
        self.database.close()


def keys_of_page(host: str, text: str) -> array[int]:
    """Return the number of a page, then the key of each paragraph, 0 without letters."""
    keys = [
        bits_of(utf8(f"{host}\n{form}")) if any(map(str.isalpha, form)) else 0 for form in normal_forms(text)
    ]
    return array("q", [bits_of(array("q", sorted(set(keys))).tobytes()), *keys])


def in_one_array(pages: Iterable[array[int]]) -> array[int]:
    """Return pages in one array; one may be empty.

    >>> list(pages_in(in_one_array([array("q", [7, 8]), array("q")]))) == [array("q", [7, 8]), array("q")]
    True
    """
    return array("q", chain.from_iterable((len(page), *page) for page in pages))


def pages_in(pages: array[int]) -> Iterator[array[int]]:
    start = 0
    while start < len(pages):
        end = start + 1 + pages[start]
        yield pages[start + 1 : end]
        start = end


def repeated_in(page: array[int], repeated: array[int]) -> set[int]:
    """Return the keys of a page that are repeated ones."""
    keys, last = page[1:], len(repeated)
    return {key for key in keys if (n := bisect_left(repeated, key)) < last and repeated[n] == key}


def cleaned(text: str, page: array[int], out: set[int]) -> tuple[str, list[tuple[int, str]]]:
    """Return a text without some paragraphs of its page, and those with their keys."""
    both = list(zip(page[1:], text.split("\n")))
    kept = [paragraph for key, paragraph in both if key not in out]
    return "\n".join(kept), [(key, paragraph) for key, paragraph in both if key in out]


class _Folding(dict[int, "int | None"]):
    """The normal form of each character, computed at its first occurrence; None for none."""

    def __missing__(self, code: int) -> int | None:
        category = unicodedata.category(chr(code))
        dropped = category.startswith("P") or category == "Mn"
        self[code] = folded = None if dropped else ord("0") if category == "Nd" else code
        return folded


FOLDING = _Folding()


def normal_forms(text: str) -> Iterator[str]:
    """Yield the normal form of each paragraph.

    >>> list(normal_forms("Posté le 3/11/2009, à 21:02 !"))
    ['poste le 0000000 a 0000']
    """
    for paragraph in normalized("NFD", text.lower()).split("\n"):
        yield " ".join(paragraph.translate(FOLDING).split())  # Python has a fast way for one in ASCII
