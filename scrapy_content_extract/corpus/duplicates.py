"""Texts that came before, the same or almost; in a database, for bounded memory and the next run.

Exact duplicates share the digest of their text.  Near ones are found by MinHash: A. Broder, "On the
resemblance and containment of documents", SEQUENCES, 1997.  The minima of N hash functions over the
shingles of two texts are equal as often as the texts share their shingles (Jaccard).
B bands of N / B minima each are looked up; texts with a band in common are compared in full.

Departures: thousands of pages that one template has made share a band.  Such a crowd takes only CROWD
texts, and its last places are for texts that are hardly more than the template, so the cost of a text
does not grow with the corpus.  Duplicates in a crowd share more than the template: those minima of a text
that its crowds lack are looked up one by one.
"""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from hashlib import blake2b
from itertools import groupby
from operator import and_, itemgetter
from os import PathLike, fspath
from typing import Any, NamedTuple

from rensa import RMinHash  # type: ignore[import-untyped]

from .lines import digest_of, encodable, utf8

#: Words in a shingle; of Chinese and the like, characters.
SHINGLE = 5
#: The estimate of the share in common has a standard deviation of at most .045 with this many.
MINIMA = 128
#: 16 bands of 8: two texts alike to .8 meet with probability .95, to .5 with .06.
BANDS = 16
#: One seed for all, or signatures of another run could not be compared.
SEED = 1

#: The characters of Thai, Lao, Burmese, Khmer, Japanese and Chinese, each of them a word.
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
SPACELESS = re.compile(f"[{_SPACELESS}]")
WORD = re.compile(rf"[{_SPACELESS}]|[^\s{_SPACELESS}]+")

#: The number of texts that makes a band a crowd: it says little, as a stop word does.
CROWD = 16
#: How many texts larger the crowds may be that a text joins, for each of its bands that is a crowd: the more
#: there are, the nearer it is to the template, and the more texts will be alike to it.
NEARER = 2
#: The least minima of a text that its crowds lack, looked up one by one.
OWN = 8

#: Texts are known by 64 bits of their digest, alone and with the place, and bands by 64 bits: in ten million
#: texts two have the same with probability 3e-6.
TABLES = """
CREATE TABLE IF NOT EXISTS texts (
    number INTEGER PRIMARY KEY, place INTEGER, id TEXT, digest INTEGER, minima BLOB, first INTEGER
);
CREATE INDEX IF NOT EXISTS by_place ON texts (place);
CREATE INDEX IF NOT EXISTS first_by_digest ON texts (digest) WHERE first IS NULL;
CREATE TABLE IF NOT EXISTS bands (band INTEGER, number INTEGER, PRIMARY KEY (band, number)) WITHOUT ROWID;
PRAGMA synchronous = OFF;  -- if the machine fails, the last texts may be lost; if only a process, none
PRAGMA journal_mode = TRUNCATE;
PRAGMA cache_size = -262144;
"""
SHARING = "SELECT number FROM bands WHERE band = ? ORDER BY number"
#: A bit for each minimum, at the top of its 32 bits, and all bits below.
TOPS = int.from_bytes(b"\0\0\0\x80" * MINIMA, "little")
BELOW = int.from_bytes(b"\xff\xff\xff\x7f" * MINIMA, "little")


class Duplicate(NamedTuple):
    """A text that came before."""

    #: the id of the first text of its cluster
    of: str
    #: the estimated share of shingles in common, 1 for the same text
    alike: float


class Duplicates:
    """The texts so far.  A text is compared with texts that were not duplicates themselves."""

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
        self.database.executescript(TABLES)
        #: the number of new texts that were compared with only some of the texts that share a band
        self.partly_compared = 0
        self._stored = lru_cache(10_000)(self._read)

    def add(self, key: str, text: str, id: str | None = None) -> Duplicate | None:
        """Remember a text; return the text that it duplicates, or None.

        ``key`` says where the text is: the same text at the same place has been seen in an earlier run, and
        is no duplicate of itself.  ``id`` names the text in results.
        """
        if not self.database.in_transaction:  # from here on no other process adds the same text
            self.database.execute("BEGIN IMMEDIATE")
        text, id = encodable(text), encodable(key if id is None else id)
        stated = digest_of(text)
        digest, place = bits_of(stated), bits_of(f"{stated} {key}")
        if before := self._row("SELECT first FROM texts WHERE place = ?", place):
            return None if before[0] is None else Duplicate(self._id(before[0]), 1.0)
        if same := self._row("SELECT number FROM texts WHERE digest = ? AND first IS NULL", digest):
            return self._found(place, id, digest, same[0], 1.0)
        return self._near(place, id, digest, signature(text) if self.threshold < 1 else array("I"))

    def _near(self, place: int, id: str, digest: int, minima: array[int]) -> Duplicate | None:
        """Remember a text that has no equal; return the text most like it if they share enough."""
        met = self._met(bands_of(minima))
        lacking = self._lacking(minima, set().union(*met.values()))
        crowds = [numbers for numbers in met.values() if len(numbers) >= CROWD]
        if crowds:
            own = self._met(own_minima(minima, map(lacking.__getitem__, set().union(*crowds))))
            met |= own
            lacking |= self._lacking(minima, set().union(*own.values()) - lacking.keys())
        nearest = min(((bits.bit_count(), number) for number, bits in lacking.items()), default=None)
        if nearest and (alike := 1 - nearest[0] / MINIMA) >= self.threshold:
            return self._found(place, id, digest, nearest[1], alike)
        number = self._remember(place, id, digest, minima.tobytes(), None)
        most = CROWD + NEARER * len(crowds)
        bands = [(band, number) for band, numbers in met.items() if len(numbers) < most]
        self.database.executemany("INSERT INTO bands VALUES (?, ?)", bands)
        self.partly_compared += bool(crowds)
        return None

    def _met(self, bands: Iterable[int]) -> dict[int, list[int]]:
        """Return the numbers of the texts of each band."""
        return {band: [number for (number,) in self.database.execute(SHARING, (band,))] for band in bands}

    def _lacking(self, minima: array[int], numbers: set[int]) -> dict[int, int]:
        """Return which minima of a text each of some others lacks."""
        own = int.from_bytes(minima.tobytes(), "little")
        return {number: unlike(own, self._stored(number)) for number in numbers}

    def _read(self, number: int) -> int:
        return int.from_bytes(self._row("SELECT minima FROM texts WHERE number = ?", number)[0], "little")

    def _found(self, place: int, id: str, digest: int, first: int, alike: float) -> Duplicate:
        self._remember(place, id, digest, None, first)
        return Duplicate(self._id(first), alike)

    def _remember(self, *values: Any) -> int | None:
        query = "INSERT INTO texts (place, id, digest, minima, first) VALUES (?, ?, ?, ?, ?)"
        return self.database.execute(query, values).lastrowid

    def _row(self, query: str, value: int) -> Any:
        return self.database.execute(query, (value,)).fetchone()

    def _id(self, number: int) -> str:
        return str(self._row("SELECT id FROM texts WHERE number = ?", number)[0])

    def clusters(self) -> Iterator[tuple[str, list[str]]]:
        """Return each text that has duplicates, with their ids."""
        rows = self.database.execute(
            "SELECT firsts.number, firsts.id, texts.id FROM texts JOIN texts firsts "
            "ON texts.first = firsts.number ORDER BY firsts.number, texts.number"
        )
        for (_, id), others in groupby(rows, itemgetter(0, 1)):
            yield id, [row[2] for row in others]

    def __enter__(self) -> Duplicates:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def commit(self) -> None:
        """Keep the added texts even if this process dies."""
        self.database.commit()

    def rollback(self) -> None:
        """Forget the texts since the last commit."""
        self.database.rollback()
        self._stored.cache_clear()

    def close(self) -> None:
        self.commit()
        self.database.close()


def shingles_of(text: str) -> list[str]:
    """Return the shingles of a text: five words or, of a script without spaces, five characters.

    >>> shingles_of("It rains in the city, again.")
    ['it rains in the city,', 'rains in the city, again.']
    >>> shingles_of("今天 下雨了") == shingles_of("今天下雨了")
    True
    """
    folded = text.casefold()
    words = WORD.findall(folded) if SPACELESS.search(folded) else folded.split()
    if len(text) > 20 * len(words):  # no words: another script without spaces
        words = list("".join(words))
    if len(words) < SHINGLE:
        return [" ".join(words)]
    return list(map(" ".join, zip(*(words[k:] for k in range(SHINGLE)))))


def signature(text: str) -> array[int]:
    minhash = RMinHash(MINIMA, SEED)
    minhash.update(shingles_of(text))
    return array("I", minhash.digest())


def bits_of(given: str | bytes) -> int:
    """Return 64 bits of a text or of bytes, as SQLite has numbers."""
    data = utf8(given) if isinstance(given, str) else given
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True)


def bands_of(minima: array[int]) -> Iterator[int]:
    """Return the bands of minima, each with its number in it."""
    size = MINIMA // BANDS
    for number in range(len(minima) // size):
        yield bits_of(bytes([number]) + minima[number * size : (number + 1) * size].tobytes())


def unlike(minima: int, others: int) -> int:
    """Return a bit for each minimum of 32 bits that is not the same.

    >>> unlike(7 << 32 | 5, 8 << 32 | 5) == 1 << 63
    True
    """
    bits = minima ^ others
    return ((bits & BELOW) + BELOW | bits) & TOPS


def own_minima(minima: array[int], unlikes: Iterable[int]) -> Iterator[int]:
    """Return, like bands, the least minima that no other text has."""
    own = reduce(and_, unlikes)
    places = [k for k, byte in enumerate(own.to_bytes(4 * MINIMA, "little")[3::4]) if byte]
    for k in sorted(places, key=minima.__getitem__)[:OWN]:
        yield k << 32 | minima[k]
