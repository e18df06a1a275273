"""Summaries of endless rows in bounded memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from math import isfinite
from random import Random
from typing import Any

#: The greatest whole number that is counted.
MOST = 2**53


def number(value: Any) -> float | None:
    """Return a number, or None for anything else, which a feed may hold.

    >>> number(0.5), number(3), number("3"), number(True), number(10**400), number(float("nan"))
    (0.5, 3, None, None, None, None)
    """
    if type(value) is float:
        return value if isfinite(value) else None
    return value if type(value) is int and abs(value) <= MOST else None


class Histogram:
    """Counts values between edges; what is below the first or above the last goes to the nearest bin."""

    def __init__(self, edges: list[float]) -> None:
        self.edges = edges
        self.counts = [0] * (len(edges) - 1)
        self.values = 0
        self.sum = self.squares = 0.0
        self._inner = edges[1:-1]

    def add(self, value: float) -> None:
        self.counts[bisect_right(self._inner, value)] += 1
        self.values += 1
        self.sum += value
        self.squares += value * value

    @property
    def mean(self) -> float | None:
        return self.sum / self.values if self.values else None

    @property
    def variance(self) -> float:
        mean = self.mean or 0.0
        return max(self.squares / self.values - mean * mean, 0.0) if self.values else 0.0


@dataclass
class Row:
    """The least count of a key, how much greater it may be, and the value of the key."""

    count: int
    missed: int
    value: Any


class Frequent:
    """The keys that come often, by lossy counting.

    G. S. Manku, R. Motwani: "Approximate Frequency Counts over Data Streams", VLDB 2002.  Exact for the
    first ``width`` values; after N, no key that came more than N / width times is missing, and no count is
    off by more than that.

    >>> rows = Frequent(width=4)
    >>> for key in "abacadae":
    ...     _ = rows.add(key, None)
    >>> [(key, row.count) for key, row in rows.top(9)]
    [('a', 4)]
    """

    def __init__(self, width: int = 100_000) -> None:
        self.width = width
        self.rows: dict[Hashable, Row] = {}
        self.values = 0
        #: whether keys may have been dropped
        self.is_exact = True

    def add(self, key: Hashable, value: Any) -> Row:
        """Count a key and return its row, which has this value if it is new."""
        row = self.rows.get(key)
        if row is None:
            row = self.rows[key] = Row(1, self.values // self.width, value)
        else:
            row.count += 1
        self.values += 1
        if not self.values % self.width:
            before, bucket = len(self.rows), self.values // self.width
            self.rows = {key: row for key, row in self.rows.items() if row.count + row.missed > bucket}
            self.is_exact = self.is_exact and len(self.rows) == before
        return row

    def top(self, n: int, least: int = 1) -> list[tuple[Any, Row]]:
        """Return the ``n`` keys that came most often, at least ``least`` times; of equals the first."""
        often = [(key, row) for key, row in self.rows.items() if row.count >= least]
        return sorted(often, key=lambda one: -one[1].count)[:n]


@dataclass
class Sample:
    """A sample in which each value is with the same chance (J. Vitter's algorithm R, 1985).

    The seed is fixed: the same feed gives the same report.
    """

    size: int
    values: list[Any] = field(default_factory=list)
    seen: int = 0
    random: Random = field(default_factory=lambda: Random(1985))

    def add(self, value: Any) -> None:
        self.seen += 1
        if len(self.values) < self.size:
            self.values.append(value)
        elif (place := int(self.random.random() * self.seen)) < self.size:
            self.values[place] = value


@dataclass
class Least:
    """The values with the least keys; of equals the first.

    >>> least = Least(2)
    >>> for key in (3, 1, 2, 1):
    ...     least.add(key, f"value {key}")
    >>> least.sorted()
    ['value 1', 'value 1']
    """

    size: int
    heap: list[Any] = field(default_factory=list)
    seen: int = 0

    def add(self, key: float, value: Any) -> None:
        self.seen += 1
        entry = (-key, -self.seen, value)
        if len(self.heap) < self.size:
            heappush(self.heap, entry)
        elif entry > self.heap[0]:
            heappushpop(self.heap, entry)

    def sorted(self) -> list[Any]:
        return [value for _, _, value in sorted(self.heap, key=lambda entry: entry[:2], reverse=True)]
