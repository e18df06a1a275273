"""The lines of a feed → the counts of a crawl, in memory that does not grow with the crawl."""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..content.auto.non_content import NO_CONTENT
from ..content.errors import parsed

SUFFIXES = (".jsonl", ".jl", ".jsonl.gz", ".jl.gz")
#: Pages in a report: points of the scatter; the least confident ones; how many of these have a report in the
#: same file; pages without text; pages with hidden text; truncated ones.  They bound the file, whatever the
#: crawl.
POINTS, LEAST, SHOWN, EMPTY, HIDDEN, TRUNCATED = 1500, 100, 20, 100, 25, 25
#: The most characters that are shown of a text, a title, a status: about two lines of a table.
SHOWN_CHARS = 160
#: The name of the host of files, and of a missing address and a missing status.
FILES, NO_URL, NO_STATUS = "(files)", "(no url)", "(no status)"
#: The keys that diagnostics have, or the metadata of a line of a corpus.
KEYS = {"main_chars", "status", "digest"}
WITH_TEXT = ("ok", "unsure", "no_blocks")
REASONS = {"empty": "no main text found", "not_html": "not HTML"}
#: The greatest whole number that is counted: floats have all up to it.
MOST_COUNTED = 2**53

SHARES = [n / 20 for n in range(21)]
#: Characters: four bins from each power of ten to the next, and one for none.
CHARS = [0, *(10 ** (n / 4) for n in range(25))]


class Measure(NamedTuple):
    #: a key of the diagnostics, or "kept"
    key: str
    name: str
    edges: list[float]


MEASURES = (
    Measure("confidence", "Confidence", SHARES),
    Measure("kept", "Kept share of the page", SHARES),
    Measure("main_chars", "Characters of the main text", CHARS),
    Measure("chars", "Characters of the page", CHARS),
    Measure("main", "Link density of the main text", SHARES),
    Measure("rest", "Link density of the rest", SHARES),
)


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
    """

    def __init__(self, width: int = 100_000) -> None:
        self.width = width
        self.rows: dict[Any, Row] = {}
        self.values = 0
        #: False once a key was dropped
        self.is_exact = True

    def add(self, key: Any, value: Any = None) -> Row:
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

    def counts(self) -> dict[Any, int]:
        return {key: row.count for key, row in self.rows.items()}

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
    """The values with the least keys; of equals the first."""

    size: int
    rows: list[tuple[float, int, Any]] = field(default_factory=list)
    seen: int = 0

    def add(self, key: float, value: Any) -> None:
        self.seen += 1
        insort(self.rows, (key, self.seen, value))
        del self.rows[self.size :]

    def values(self) -> list[Any]:
        return [value for _, _, value in self.rows]


class Item(NamedTuple):
    url: str
    title: str
    status: str
    confidence: float | None
    chars: float | None
    kept: float | None
    #: why it has no text, or "" for a page with text
    reason: str
    #: the kind of the page, such as "article", or ""
    kind: str
    begins: str
    #: the hash of its text: among a million texts no two share one; None without text
    text: int | None
    text_chars: float


@dataclass(slots=True)
class Host:
    ok: int = 0
    repeated: int = 0
    #: the sum of the confidences, and how many there are
    confidence: float = 0.0
    confident: int = 0
    #: the most pages of it that one was judged with; -1 if all were judged alone
    site_pages: float = -1
    #: items on whose pages its rule has found nothing
    unruled: int = 0


class Crawl:
    def __init__(self) -> None:
        self.items = self.broken = self.ok = self.repeated = self.replaced = 0
        self.statuses, self.encodings, self.languages = Frequent(), Frequent(), Frequent()
        self.hosts, self.texts, self.without = Frequent(), Frequent(), Frequent()
        self.histograms = {measure.key: Histogram(measure.edges) for measure in MEASURES}
        self.points, self.least, self.empty = Sample(POINTS), Least(LEAST), Sample(EMPTY)
        self.truncated = Sample(TRUNCATED)
        #: the pages with most hidden characters in their text, and how many have any
        self.hidden, self.with_hidden = Least(HIDDEN), 0

    def read(self, lines: Iterable[bytes]) -> None:
        """Read the lines of a feed; lines that are not items are counted."""
        for _ in self.each(lines):
            pass

    def each(self, lines: Iterable[bytes]) -> Iterator[Item]:
        for line in lines:
            item = parsed(line)
            if isinstance(item, dict):
                yield self.add(item)
            else:
                self.broken += not line.isspace()

    def add(self, item: dict[str, Any]) -> Item:
        found = diagnostics_of(item)
        self.items += 1
        if encoding := found.get("encoding"):
            self.encodings.add((str(encoding), str(found.get("encoding_source") or "")))
        if language := item.get("language") or found.get("language"):
            self.languages.add(str(language)[:SHOWN_CHARS])
        self.replaced += int(number(found.get("replaced")) or 0)
        confidence, kept = self._measure(found, item.get("text"))
        shown = item_of(item, found, confidence, kept)
        self.statuses.add(shown.status)
        row = self.hosts.add(site_of(shown.url))
        host: Host = row.value or Host()
        row.value = host
        self.ok += not shown.reason
        host.ok += not shown.reason
        if shown.confidence is not None:
            host.confidence += shown.confidence
            host.confident += 1
        host.unruled += found.get("rule") == "missing"
        if (site_pages := number(found.get("site_pages"))) is not None:
            host.site_pages = max(host.site_pages, site_pages)
        if shown.text is not None:
            text = self.texts.add(shown.text, (shown.begins, shown.url))
            self.repeated += text.count > 1
            host.repeated += text.count > 1
        if shown.reason:
            self.without.add(shown.reason, shown)
            self.empty.add(shown)
        elif confidence is not None:
            self.least.add(confidence, shown)
        if found.get("truncated") is True:
            self.truncated.add(shown)
        if hidden := int(number(found.get("hidden_kept")) or 0):
            self.with_hidden += 1
            self.hidden.add(-hidden, (hidden, shown))
        if confidence is not None and kept is not None:
            self.points.add(shown)
        return shown

    def _measure(self, found: dict[str, Any], text: Any) -> tuple[float | None, float | None]:
        """Put the numbers of an item into the histograms; return its confidence and its kept share."""
        values = {measure.key: number(found.get(measure.key)) for measure in MEASURES}
        if values["main_chars"] is None and isinstance(text, str):  # a line of a corpus
            values["main_chars"] = sum(map(len, text.split()))
        chars, main_chars = values["chars"], values["main_chars"]
        if chars and main_chars is not None:
            values["kept"] = main_chars / chars
            if main_chars in (0, chars):  # of no text, no share is in links
                values["rest" if main_chars else "main"] = None
        for key, value in values.items():
            if value is not None:
                self.histograms[key].add(value)
        return values["confidence"], values["kept"]


def number(value: Any) -> float | None:
    """Return a number, or None for anything else, which a feed may hold.

    >>> number(0.5), number(3), number("3"), number(True), number(10**400), number(float("nan"))
    (0.5, 3, None, None, None, None)
    """
    if type(value) is float:
        return value if isfinite(value) else None
    return value if type(value) is int and abs(value) <= MOST_COUNTED else None


def item_of(
    item: dict[str, Any], found: dict[str, Any], confidence: float | None, kept: float | None
) -> Item:
    text = item["text"] if isinstance(item.get("text"), str) else ""
    status = str(found.get("status") or item.get("status") or NO_STATUS)
    has_text = status in WITH_TEXT or (status == NO_STATUS and text)
    return Item(
        url=str(item.get("url") or found.get("url") or item.get("id") or ""),
        title=str(item.get("title") or found.get("title") or "")[:SHOWN_CHARS],
        status=status,
        confidence=confidence,
        chars=number(found.get("chars")),
        kept=kept,
        reason="" if has_text else reason_of(item, found, status),
        kind=str(found.get("kind") or "")[:SHOWN_CHARS],
        begins=text[:SHOWN_CHARS],
        text=hash(text) if text else None,
        text_chars=number(found.get("main_chars")) or sum(map(len, text.split())),
    )


def reason_of(item: dict[str, Any], found: dict[str, Any], status: str) -> str:
    """Say why an item has no text: the kind of its page, what was wrong, or its status.

    >>> reason_of({}, {"no_content": "login"}, "empty"), reason_of({"reason": "HTTP 404"}, {}, "http_error")
    ('empty: a login page', 'http_error: HTTP 404')
    """
    kind = str(found.get("no_content") or "")
    said = NO_CONTENT.get(kind, kind) or str(item.get("reason") or "") or REASONS.get(status, "")
    return f"{status}: {said}"[:SHOWN_CHARS] if said else status


def diagnostics_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return the diagnostics of an item: in one of its fields, whatever its name, or in all of them."""
    for value in chain((item.get("link_density"),), item.values()):
        if isinstance(value, dict) and not KEYS.isdisjoint(value):
            return value
    return item


def site_of(url: str) -> str:
    """Return the host of an address.

    >>> site_of("https://user@example.com:80/a"), site_of("pages/a.html"), site_of("")
    ('example.com:80', '(files)', '(no url)')
    """
    if not url:
        return NO_URL
    scheme, found, rest = url.partition("://")
    if not found:
        return FILES
    return rest.partition("/")[0].partition("?")[0].rpartition("@")[2][:SHOWN_CHARS].lower() or scheme


def is_feed(path: str) -> bool:
    return path.lower().endswith(SUFFIXES)


def lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines of a feed.  Raises ValueError if it cannot be read."""
    try:
        with gzip.open(path) if path.lower().endswith(".gz") else Path(path).open("rb") as file:
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
