"""Texts that came before, the same or almost; in a database, for bounded memory and the next run.

Exact duplicates share the digest of their text.  Near ones are found by MinHash: A. Broder, "On the
resemblance and containment of documents", SEQUENCES, 1997.  The minima of N hash functions over the
shingles of a text are equal to those of another text as often as the two share their shingles (Jaccard).
B bands of N / B minima each are looked up; texts with one band in common are compared in full.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator
from os import PathLike, fspath
from types import TracebackType
from typing import NamedTuple

from rensa import RMinHash  # type: ignore[import-untyped]

from .lines import digest_of, encodable

#: Words in a shingle; of Chinese and the like, characters.
SHINGLE = 5
MINIMA = 128
#: 16 bands of 8: two texts alike to .8 meet with probability .95, to .5 with .06.
BANDS = 16
#: One seed for all, or signatures of another run could not be compared.
SEED = 1

TABLES = """
CREATE TABLE IF NOT EXISTS texts (
    number INTEGER PRIMARY KEY, key TEXT, id TEXT, digest TEXT, minima BLOB, first INTEGER
);
CREATE INDEX IF NOT EXISTS by_key ON texts (key);
CREATE INDEX IF NOT EXISTS by_digest ON texts (digest);
CREATE TABLE IF NOT EXISTS bands (band BLOB, number INTEGER);
CREATE INDEX IF NOT EXISTS by_band ON bands (band);
"""


class Duplicate(NamedTuple):
    """A text that came before."""

    #: the id of the first text of its cluster
    of: str
    #: the estimated share of shingles in common, 1 for the same text
    alike: float


class Duplicates:
    """The texts so far.  A text is compared with those that were no duplicates themselves."""

    def __init__(self, path: str | PathLike[str] = ":memory:", threshold: float = 0.8) -> None:
        """Open the database of a path, or make it.

        ``threshold`` is the share of shingles in common that makes a duplicate; 1 finds only equal texts.
        Raises ValueError for an impossible threshold.
        """
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold is {threshold!r}; it may be a number above 0, up to 1.")
        self.threshold = threshold
        # Several threads may use it, one after the other.
        self.database = sqlite3.connect(fspath(path), timeout=60, check_same_thread=False)
        # If the machine fails, the last texts may be lost; if only this process is killed, none.
        self.database.execute("PRAGMA synchronous = OFF")
        self.database.execute("PRAGMA journal_mode = TRUNCATE")
        self.database.executescript(TABLES)

    def add(self, key: str, text: str, id: str | None = None) -> Duplicate | None:
        """Remember a text; return what it is a duplicate of.

        ``key`` says where the text is: the same text at the same place has been seen in an earlier run, and
        is no duplicate of itself.  ``id`` names the text in results.
        """
        if not self.database.in_transaction:  # from here on no other process adds the same text
            self.database.execute("BEGIN IMMEDIATE")
        key, text, id = map(encodable, (key, text, key if id is None else id))
        digest = digest_of(text)
        known = self.database.execute(
            "SELECT first FROM texts WHERE key = ? AND digest = ?", (key, digest)
        ).fetchone()
        if known:
            return None if known[0] is None else Duplicate(self._id(known[0]), 1.0)
        same = self.database.execute(
            "SELECT number FROM texts WHERE digest = ? AND first IS NULL", (digest,)
        ).fetchone()
        if same:
            return self._found(key, id, digest, same[0], 1.0)
        minima = signature(text) if self.threshold < 1 else array("I")
        bands = list(bands_of(minima))
        number, alike = self._most_alike(minima, bands)
        if number is not None:
            return self._found(key, id, digest, number, alike)
        first = self.database.execute(
            "INSERT INTO texts (key, id, digest, minima) VALUES (?, ?, ?, ?)",
            (key, id, digest, minima.tobytes()),
        ).lastrowid
        self.database.executemany("INSERT INTO bands VALUES (?, ?)", [(band, first) for band in bands])
        return None

    def _most_alike(self, minima: array[int], bands: list[bytes]) -> tuple[int | None, float]:
        """Return the number of the text most alike, None if none is alike enough."""
        best, number = self.threshold, None
        marks = ", ".join("?" * len(bands))
        for candidate, stored in self.database.execute(
            f"SELECT number, minima FROM texts WHERE number IN "
            f"(SELECT number FROM bands WHERE band IN ({marks}))",
            bands,
        ):
            alike = sum(map(int.__eq__, minima, array("I", stored))) / MINIMA
            if alike > best or (alike == best and number is None):
                best, number = alike, candidate
        return number, best

    def _found(self, key: str, id: str, digest: str, first: int, alike: float) -> Duplicate:
        self.database.execute(
            "INSERT INTO texts (key, id, digest, first) VALUES (?, ?, ?, ?)", (key, id, digest, first)
        )
        return Duplicate(self._id(first), alike)

    def _id(self, number: int) -> str:
        return str(self.database.execute("SELECT id FROM texts WHERE number = ?", (number,)).fetchone()[0])

    def clusters(self) -> Iterator[tuple[str, list[str]]]:
        """Return each text that has duplicates, with their ids."""
        firsts = self.database.execute(
            "SELECT DISTINCT firsts.number, firsts.id FROM texts JOIN texts firsts "
            "ON texts.first = firsts.number ORDER BY firsts.number"
        )
        for number, id in firsts:
            rows = self.database.execute("SELECT id FROM texts WHERE first = ? ORDER BY number", (number,))
            yield id, [row[0] for row in rows]

    def __enter__(self) -> Duplicates:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def commit(self) -> None:
        """Keep what was added, whatever happens to this process."""
        self.database.commit()

    def rollback(self) -> None:
        """Forget what was added since the last commit."""
        self.database.rollback()

    def close(self) -> None:
        self.commit()
        self.database.close()


def shingles_of(text: str) -> list[str]:
    """Return the shingles of a text: five words or, of a script without spaces, five characters.

    >>> shingles_of("It rains in the city, again.")
    ['it rains in the city,', 'rains in the city, again.']
    """
    words = text.casefold().split()
    if len(text) > 20 * len(words):  # no words: Chinese, Japanese, Thai …
        words = list("".join(words))
    return [" ".join(words[k : k + SHINGLE]) for k in range(max(len(words) - SHINGLE + 1, 1))]


def signature(text: str) -> array[int]:
    """Return the minima of a text."""
    minhash = RMinHash(MINIMA, SEED)
    minhash.update(shingles_of(text))
    return array("I", minhash.digest())


def bands_of(minima: array[int]) -> Iterator[bytes]:
    """Return the bands of minima, each with its number."""
    size = MINIMA // BANDS
    for number in range(len(minima) // size):
        yield bytes([number]) + minima[number * size : (number + 1) * size].tobytes()
