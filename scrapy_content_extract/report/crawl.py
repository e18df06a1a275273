"""The lines of a feed → the report's view of a crawl, in memory that does not grow with the crawl."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ..corpus.lines import parsed
from .sketches import Frequent, Histogram, Least, Sample, number

#: The names of feeds: a line for each item.
SUFFIXES = (".jsonl", ".jl", ".jsonl.gz", ".jl.gz")
#: The points of the scatter, and the pages in the list of the least confident ones.
POINTS, LEAST = 1500, 20
#: The most characters that are shown of a text, a title, an address.
SHOWN_CHARS = 160
#: The name of the host of files, and of a missing address and a missing status.
FILES, NO_URL, NO_STATUS = "(files)", "(no url)", "(no status)"
#: The statuses of pages whose text was found.
WITH_TEXT = ("ok", "no_blocks")

SHARES = [n / 20 for n in range(21)]
#: Characters: four bins from each power of ten to the next, and one for none.
CHARS = [0, *(10 ** (n / 4) for n in range(25))]


class Measure(NamedTuple):
    """A number of an item that has a histogram."""

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


class Item(NamedTuple):
    """The shown values of an item."""

    url: str
    title: str
    status: str
    confidence: float | None
    chars: float | None
    kept: float | None


class Host:
    """The counts of a host's items."""

    __slots__ = ("confidence", "confident", "ok")

    def __init__(self) -> None:
        self.ok = 0
        self.confidence = 0.0
        self.confident = 0


class Crawl:
    """The counts of all items so far."""

    def __init__(self) -> None:
        self.items = self.broken = self.ok = self.truncated = self.repeated = 0
        self.statuses, self.encodings, self.hosts, self.texts = (Frequent() for _ in range(4))
        #: the kinds of pages without content
        self.no_content = Frequent()
        self.histograms = {measure.key: Histogram(measure.edges) for measure in MEASURES}
        self.points, self.least = Sample(POINTS), Least(LEAST)
        self.replaced = 0

    def read(self, lines: Iterable[bytes]) -> None:
        """Read the lines of a feed; lines that are not items are counted."""
        for line in lines:
            item = parsed(line)
            if isinstance(item, dict):
                self.add(item)
            else:
                self.broken += not line.isspace()

    def add(self, item: dict[str, Any]) -> None:
        """Count an item."""
        found = diagnostics_of(item)
        self.items += 1
        status = str(found.get("status") or NO_STATUS)
        is_ok = status in WITH_TEXT
        self.ok += is_ok
        self.statuses.add(status, None)
        if no_content := found.get("no_content"):
            self.no_content.add(str(no_content), None)
        if encoding := found.get("encoding"):
            self.encodings.add((str(encoding), str(found.get("encoding_source") or "")), None)
        self.truncated += found.get("truncated") is True
        self.replaced += int(number(found.get("replaced")) or 0)
        url = str(item.get("url") or found.get("url") or item.get("id") or "")
        confidence, kept = self._measure(found)
        self._count_host(url, is_ok, confidence)
        self._count_text(item.get("text"), url)
        if confidence is not None:
            title = str(item.get("title") or found.get("title") or "")
            shown = Item(url, title[:SHOWN_CHARS], status, confidence, number(found.get("chars")), kept)
            self.least.add(confidence, shown)
            if kept is not None:
                self.points.add(shown)

    def _measure(self, found: dict[str, Any]) -> tuple[float | None, float | None]:
        """Put the numbers of an item into the histograms; return its confidence and its kept share."""
        values = {measure.key: number(found.get(measure.key)) for measure in MEASURES}
        chars, main_chars = values["chars"], values["main_chars"]
        if chars and main_chars is not None:
            values["kept"] = main_chars / chars
            if main_chars in (0, chars):  # of no text, no share is in links
                values["rest" if main_chars else "main"] = None
        for key, value in values.items():
            if value is not None:
                self.histograms[key].add(value)
        return values["confidence"], values["kept"]

    def _count_host(self, url: str, is_ok: bool, confidence: float | None) -> None:
        row = self.hosts.add(site_of(url), None)
        host = row.value = row.value or Host()
        host.ok += is_ok
        if confidence is not None:
            host.confidence += confidence
            host.confident += 1

    def _count_text(self, text: Any, url: str) -> None:
        if isinstance(text, str) and text:
            # A number stands for the text; among a million texts no two share one.
            row = self.texts.add(hash(text), None)
            if row.value is None:
                row.value = (text[:SHOWN_CHARS], url)
            else:
                self.repeated += 1


def diagnostics_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return the diagnostics of an item: in one of its fields, whatever it is called, or fields of its own.

    >>> diagnostics_of({"url": "a", "facts": {"status": "ok"}}), diagnostics_of({"status": "ok", "n": {}})
    ({'status': 'ok'}, {'status': 'ok', 'n': {}})
    """
    for value in chain((item.get("link_density"),), item.values()):
        if isinstance(value, dict) and ("main_chars" in value or "status" in value):
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
    """Tell whether a path names a feed."""
    return path.lower().endswith(SUFFIXES)


def lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines of a feed, gzipped or not."""
    with gzip.open(path) if path.lower().endswith(".gz") else Path(path).open("rb") as file:
        yield from file
