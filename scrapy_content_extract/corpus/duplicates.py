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
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache, reduce
from itertools import groupby
from operator import and_, itemgetter
from os import PathLike, fspath
from typing import Any, NamedTuple

from rensa import RMinHash  # type: ignore[import-untyped]

from .lines import bits_of, encodable, normalized, utf8

#: Words in a shingle; of Chinese and the like, characters.
SHINGLE = 5
#: Hash functions; with 128 the estimate of the share in common has a standard deviation of at most .045.
PERMUTATIONS, MOST_PERMUTATIONS = 128, 512
#: 16 bands of 8: two texts alike to .8 meet with probability .95, to .5 with .06.
BANDS = 16
#: Bands and numbers of texts are signed numbers of 64 bits in SQLite.
PRIME = 2**61 - 1
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


class Signature(NamedTuple):
    """What is known of a text before it is looked up; made by any process."""

    place: int
    id: str
    digest: int
    #: the minima, 32 bits each; none if only equal texts count
    minima: bytes


class Duplicate(NamedTuple):
    """A text that came before."""

    #: the id of the first text of its cluster
    of: str
    #: the estimated share of shingles in common, 1 for the same text
    alike: float


class Duplicates(AbstractContextManager["Duplicates"]):
    """The texts so far.  A text is compared with texts that were not duplicates themselves."""

    def __init__(
        self,
        path: str | PathLike[str] = ":memory:",
        threshold: float = 0.8,
        permutations: int = PERMUTATIONS,
        bands: int = BANDS,
    ) -> None:
        """Open the database of a path, or make it.

        ``threshold`` is the share of shingles in common that makes a duplicate; 1 finds only equal texts.
        Raises ValueError for impossible numbers, and for a database that was made with others.
        """
        check_numbers(threshold, permutations, bands)
        self.threshold = threshold
        #: the hash functions of a text to add
        self.permutations = permutations if threshold < 1 else 0
        self.bands = bands
        # A bit for each minimum, at the top of its 32 bits, and all bits below.
        self._tops = int.from_bytes(b"\0\0\0\x80" * permutations, "little")
        self._below = int.from_bytes(b"\xff\xff\xff\x7f" * permutations, "little")
        # Several threads may use it, one after the other.
        self.database = sqlite3.connect(fspath(path), timeout=60, check_same_thread=False)
        try:
            self._open(fspath(path), permutations, bands)
        except BaseException:
            self.database.close()
            raise
        #: the number of new texts that were compared with only some of the texts that share a band
        self.partly_compared = 0
        self._stored = lru_cache(10_000)(self._read)

    def _open(self, path: str, permutations: int, bands: int) -> None:
        (tables,) = self._row("SELECT count(*) FROM sqlite_master")
        (version,) = self._row("PRAGMA user_version")
        if tables and version != permutations << 16 | bands:
            made = f"{version >> 16} permutations in {version & 0xFFFF} bands" if version else "other bands"
            raise ValueError(
                f"{path} has texts with {made}, which cannot be compared with {permutations} in {bands}; "
                f"give the same numbers, or the path of a new file"
            )
        self.database.executescript(f"{TABLES}PRAGMA user_version = {permutations << 16 | bands};")

    def add(self, key: str, text: str, id: str | None = None) -> Duplicate | None:
        """Remember a text; return the text that it duplicates, or None.

        ``key`` says where the text is: the same text at the same place has been seen in an earlier run, and
        is no duplicate of itself.  ``id`` names the text in results.
        """
        return self.add_text(signature_of(key, text, id, self.permutations))

    def add_text(self, text: Signature) -> Duplicate | None:
        if not self.database.in_transaction:  # from here on no other process adds the same text
            self.database.execute("BEGIN IMMEDIATE")
        if before := self._row("SELECT first FROM texts WHERE place = ?", text.place):
            return None if before[0] is None else Duplicate(self._id(before[0]), 1.0)
        same = self._row("SELECT number FROM texts WHERE digest = ? AND first IS NULL", text.digest)
        return self._found(text, same[0], 1.0) if same else self._near(text)

    def _near(self, text: Signature) -> Duplicate | None:
        """Remember a text that has no equal; return the text most like it if they share enough."""
        minima = int.from_bytes(text.minima, "little")
        met = self._met(bands_of(text.minima, self.bands))
        lacking = self._lacking(minima, set().union(*met.values()))
        crowds = [numbers for numbers in met.values() if len(numbers) >= CROWD]
        if crowds:
            unlikes = map(lacking.__getitem__, set().union(*crowds))
            own = self._met(own_minima(array("I", text.minima), reduce(and_, unlikes)))
            met |= own
            lacking |= self._lacking(minima, set().union(*own.values()) - lacking.keys())
        nearest = min(((bits.bit_count(), number) for number, bits in lacking.items()), default=None)
        if nearest and (alike := 1 - nearest[0] / self.permutations) >= self.threshold:
            return self._found(text, nearest[1], alike)
        number = self._remember(text, text.minima, None)
        most = CROWD + NEARER * len(crowds)
        bands = [(band, number) for band, numbers in met.items() if len(numbers) < most]
        self.database.executemany("INSERT INTO bands VALUES (?, ?)", bands)
        self.partly_compared += bool(crowds)
        return None

    def _met(self, bands: Sequence[int]) -> dict[int, list[int]]:
        met: dict[int, list[int]] = {band: [] for band in bands}
        query = f"SELECT band, number FROM bands WHERE band IN ({', '.join('?' * len(bands))})"
        for band, number in self.database.execute(query, bands):
            met[band].append(number)
        return met

    def _lacking(self, minima: int, numbers: set[int]) -> dict[int, int]:
        """Return a bit for each minimum of a text that each of some others lacks: the top one of its 32.

        Ones added below it carry into it (H. S. Warren: "Hacker's Delight", 2012, chapter 6-1).
        """
        unlike = {number: minima ^ self._stored(number) for number in numbers}
        return {n: ((bits & self._below) + self._below | bits) & self._tops for n, bits in unlike.items()}

    def _read(self, number: int) -> int:
        return int.from_bytes(self._row("SELECT minima FROM texts WHERE number = ?", number)[0], "little")

    def _found(self, text: Signature, first: int, alike: float) -> Duplicate:
        self._remember(text, None, first)
        return Duplicate(self._id(first), alike)

    def _remember(self, text: Signature, minima: bytes | None, first: int | None) -> int | None:
        query = "INSERT INTO texts (place, id, digest, minima, first) VALUES (?, ?, ?, ?, ?)"
        return self.database.execute(query, (*text[:3], minima, first)).lastrowid

    def _row(self, query: str, *values: int) -> Any:
        return self.database.execute(query, values).fetchone()

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


def check_numbers(threshold: float, permutations: int, bands: int) -> None:
    """Raise ValueError for impossible numbers, and unless the bands have equal numbers of minima."""
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold is {threshold!r}; it may be a number above 0, up to 1.")
    if not 1 <= permutations <= MOST_PERMUTATIONS:
        raise ValueError(f"permutations is {permutations}; it may be a number from 1 to {MOST_PERMUTATIONS}.")
    if bands < 1 or permutations % bands:
        divisors = [str(n) for n in range(1, permutations + 1) if permutations % n == 0]
        raise ValueError(
            f"bands is {bands}, which does not divide {permutations} permutations; "
            f"it may be {', '.join(divisors[:-1])} or {divisors[-1]}."
        )


def signature_of(key: str, text: str, id: str | None, permutations: int) -> Signature:
    """Return what is known of a text at the place ``key``."""
    text, id = encodable(text), encodable(key if id is None else id)
    words = normalized(text).casefold().split()
    digest = bits_of(utf8(folded := " ".join(words)))
    minima = b""
    if permutations:
        minhash = RMinHash(permutations, SEED)
        minhash.update(shingles_of(folded, words))
        minima = array("I", minhash.digest()).tobytes()
    return Signature(bits_of(utf8(f"{digest} {key}")), id, digest, minima)


def shingles_of(text: str, words: list[str]) -> list[str]:
    """Return the shingles of a text: five words or, of a script without spaces, five characters.

    >>> text = "it rains in the city, again."
    >>> shingles_of(text, text.split())
    ['it rains in the city,', 'rains in the city, again.']
    >>> shingles_of("今天 下雨了", ["今天", "下雨了"])
    ['今 天 下 雨 了']
    """
    if not text.isascii() and SPACELESS.search(text):
        words = WORD.findall(text)
    if len(text) > 20 * len(words):  # no words: another script without spaces
        words = list("".join(words))
    if len(words) < SHINGLE:
        return [" ".join(words)]
    return list(map(" ".join, zip(*(words[k:] for k in range(SHINGLE)))))


def bands_of(minima: bytes, bands: int) -> list[int]:
    """Return a number for each band of minima, which says also which band it is.

    >>> same, other = bytes(64), bytes(32) + bytes([1]) + bytes(31)
    >>> [one == two for one, two in zip(bands_of(same, 2), bands_of(other, 2))]
    [True, False]
    """
    size = len(minima) // bands
    parts = (minima[start : start + size] for start in range(0, len(minima), size or 1))
    # Minima are hashes already; a band has fewer bits of them than a digest would take.
    return [((int.from_bytes(part, "little") << 9) + k) % PRIME for k, part in enumerate(parts)]


def own_minima(minima: array[int], own: int) -> list[int]:
    """Return, like bands, the least minima of a text that no other text has: ``own`` has a bit for each.

    >>> own_minima(array("I", [7, 5, 3]), 1 << 31 | 1 << 95)
    [-8589934596, -8]
    """
    places = [k for k in range(len(minima)) if own >> 32 * k + 31 & 1]
    return [~(k << 32 | minima[k]) for k in sorted(places, key=minima.__getitem__)[:OWN]]
