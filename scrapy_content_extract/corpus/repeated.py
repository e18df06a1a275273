"""Paragraphs that stand on many pages of a host: boilerplate that extraction has left.

The normal form of a paragraph comes from CCNet (G. Wenzek et al., "CCNet: Extracting High Quality
Monolingual Datasets from Web Crawl Data", LREC 2020): lower case, 0 for each digit, neither accents nor
punctuation; then 64 bits of SHA-1.

Departures: paragraphs are counted for each host, not for a part of the corpus, so that a sentence of one
site costs no other site.  One that is frequent is boilerplate, and none of its occurrences is kept.  Pages
with the same paragraphs count once.  A paragraph without letters, such as a row of numbers, is left alone.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha1
from os import PathLike, fspath

from .lines import normalized, utf8

TABLES = """
CREATE TABLE IF NOT EXISTS paragraphs (key INTEGER PRIMARY KEY, pages INTEGER, named INTEGER DEFAULT 0);
CREATE TABLE IF NOT EXISTS pages (key INTEGER PRIMARY KEY);
PRAGMA synchronous = OFF;
PRAGMA cache_size = -65536;
"""
#: The counts that are gathered in memory before they are written, some 10 MB.
GATHERED = 100_000
#: A statement of SQLite takes 999 values at least.
MOST_VALUES = 900


class Repeated:
    """Counts the paragraphs of hosts, in a database, so that memory does not grow with their number.

    First ``count`` all texts, then clean them.
    """

    def __init__(self, path: str | PathLike[str] = ":memory:", pages: int = 10) -> None:
        """Make the database at a path; ``pages`` is from how many on a paragraph is repeated."""
        self.pages = pages
        self.database = sqlite3.connect(fspath(path))
        self.database.executescript(TABLES)
        self._gathered: Counter[int] = Counter()

    def count(self, host: str, text: str) -> None:
        keys = {key for key in keys_of(host, text) if key is not None}
        page = (number_of(repr(sorted(keys))),)
        if self.database.execute("INSERT OR IGNORE INTO pages VALUES (?)", page).rowcount:
            self._gathered.update(keys)
        if len(self._gathered) >= GATHERED:
            self._write()

    def _write(self) -> None:
        self.database.executemany(
            "INSERT INTO paragraphs (key, pages) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET pages = pages + excluded.pages",
            sorted(self._gathered.items()),  # in the order of the database
        )
        self._gathered.clear()

    def cleaned(self, host: str, text: str) -> tuple[str, list[str]]:
        """Return a text of a host without its repeated paragraphs, and those paragraphs."""
        paragraphs = text.split("\n")
        keys = list(keys_of(host, text))
        repeated = self._repeated(sorted({key for key in keys if key is not None}))
        if not repeated:
            return text, []
        kept = [paragraph for paragraph, key in zip(paragraphs, keys) if key not in repeated]
        left_out = [paragraph for paragraph, key in zip(paragraphs, keys) if key in repeated]
        return "\n".join(kept), left_out

    def _repeated(self, keys: Sequence[int]) -> set[int]:
        if self._gathered:
            self._write()
        found: set[int] = set()
        for start in range(0, len(keys), MOST_VALUES):
            some = keys[start : start + MOST_VALUES]
            marks = ", ".join("?" * len(some))
            query = f"SELECT key FROM paragraphs WHERE key IN ({marks}) AND pages >= ?"
            found.update(key for (key,) in self.database.execute(query, (*some, self.pages)))
        return found

    def named(self, host: str, paragraph: str) -> int:
        """Return on how many pages a repeated paragraph is; 0 if it was asked for before."""
        (key,) = keys_of(host, paragraph)
        row = self.database.execute(
            "SELECT pages FROM paragraphs WHERE key = ? AND NOT named", (key,)
        ).fetchone()
        self.database.execute("UPDATE paragraphs SET named = 1 WHERE key = ?", (key,))
        return row[0] if row else 0

    def __enter__(self) -> Repeated:
        return self

    def __exit__(self, *error: object) -> None:
        self.database.close()


class _Folding(dict[int, str]):
    """The normal form of each character, computed at its first occurrence."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        category = unicodedata.category(char)
        dropped = category.startswith("P") or category == "Mn"
        self[code] = folded = "" if dropped else "0" if category == "Nd" else char
        return folded


FOLDING = _Folding()


def normal_forms(text: str) -> Iterator[str]:
    """Yield the normal form of each paragraph.

    >>> list(normal_forms("Posté le 3/11/2009, à 21:02 !"))
    ['poste le 0000000 a 0000']
    """
    for paragraph in normalized("NFD", text.lower()).translate(FOLDING).split("\n"):
        yield " ".join(paragraph.split())


def keys_of(host: str, text: str) -> Iterator[int | None]:
    """Yield the key of each paragraph, or None without letters."""
    for form in normal_forms(text):
        yield number_of(f"{host}\n{form}") if any(map(str.isalpha, form)) else None


def number_of(text: str) -> int:
    """Return the 64 bits of a text; in a billion paragraphs two have the same with probability .03."""
    return int.from_bytes(sha1(utf8(text), usedforsecurity=False).digest()[:8], "big", signed=True)
