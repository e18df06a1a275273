"""What to act on in a crawl: pages without text, hosts that fall out, guesses, hidden text, repetitions."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from ..content.auto.non_content import KINDS
from ..files import parsed
from .sketches import Frequent, Histogram, Least, Sample, number

# ------------------------------------------------------------------ crawl
# The lines of a feed → the report's view of a crawl, in memory that does not grow with the crawl.

#: The names of feeds: a line for each item.
SUFFIXES = (".jsonl", ".jl", ".jsonl.gz", ".jl.gz")
#: The points of the scatter, the least confident pages, how many of these have a report in the same file,
#: and the pages without text that are listed.
POINTS, LEAST, SHOWN, EMPTY = 1500, 100, 20, 100
#: The pages with hidden text that are listed.
HIDDEN = 25
#: The most characters that are shown of a text, a title, an address.
SHOWN_CHARS = 160
#: The name of the host of files, and of a missing address and a missing status.
FILES, NO_URL, NO_STATUS = "(files)", "(no url)", "(no status)"
#: The keys that diagnostics have, or the metadata of a line of a corpus.
KEYS = {"main_chars", "status", "digest"}
#: The statuses of pages whose text was found.
WITH_TEXT = ("ok", "no_blocks")
#: What a status says where nothing else does.
SAID = {"empty": "no main text found", "not_html": "not HTML"}

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
    #: the beginning of its text
    begins: str
    #: a number that stands for its text; among a million texts no two share one; None without text
    text: int | None
    #: characters of its text
    text_chars: float


@dataclass(slots=True)
class Host:
    ok: int = 0
    repeated: int = 0
    confidence: float = 0.0
    confident: int = 0


class Crawl:
    """The counts of all items so far."""

    def __init__(self) -> None:
        self.items = self.broken = self.ok = self.truncated = self.repeated = 0
        self.statuses, self.encodings, self.hosts, self.texts = (Frequent() for _ in range(4))
        self.languages, self.without = Frequent(), Frequent()
        self.histograms = {measure.key: Histogram(measure.edges) for measure in MEASURES}
        self.points, self.least, self.empty = Sample(POINTS), Least(LEAST), Sample(EMPTY)
        self.replaced = 0
        #: the pages with most hidden characters in their text, and how many have any
        self.hidden, self.with_hidden = Least(HIDDEN), 0

    def read(self, lines: Iterable[bytes]) -> None:
        """Read the lines of a feed; lines that are not items are counted."""
        for _ in self.each(lines):
            pass

    def each(self, lines: Iterable[bytes]) -> Iterator[Item]:
        """Read the lines of a feed and yield their items."""
        for line in lines:
            item = parsed(line)
            if isinstance(item, dict):
                yield self.add(item)
            else:
                self.broken += not line.isspace()

    def add(self, item: dict[str, Any]) -> Item:
        """Count an item, and return what is shown of it."""
        found = diagnostics_of(item)
        self.items += 1
        if encoding := found.get("encoding"):
            self.encodings.add((str(encoding), str(found.get("encoding_source") or "")), None)
        if language := item.get("language") or found.get("language"):
            self.languages.add(str(language)[:SHOWN_CHARS], None)
        self.truncated += found.get("truncated") is True
        self.replaced += int(number(found.get("replaced")) or 0)
        confidence, kept = self._measure(found, item.get("text"))
        shown = item_of(item, found, confidence, kept)
        self.statuses.add(shown.status, None)
        self.ok += not shown.reason
        host = self._count_host(shown)
        self._count_text(shown, host)
        if shown.reason:
            self.without.add(shown.reason, shown)
            self.empty.add(shown)
        elif confidence is not None:
            self.least.add(confidence, shown)
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

    def _count_host(self, shown: Item) -> Host:
        row = self.hosts.add(site_of(shown.url), None)
        host: Host = row.value or Host()
        row.value = host
        host.ok += not shown.reason
        if shown.confidence is not None:
            host.confidence += shown.confidence
            host.confident += 1
        return host

    def _count_text(self, shown: Item, host: Host) -> None:
        if shown.text is not None:
            row = self.texts.add(shown.text, None)
            if row.value is None:
                row.value = (shown.begins, shown.url)
            else:
                self.repeated += 1
                host.repeated += 1


def item_of(
    item: dict[str, Any], found: dict[str, Any], confidence: float | None, kept: float | None
) -> Item:
    """Return what is shown of an item, from it and its diagnostics."""
    text = item["text"] if isinstance(item.get("text"), str) else ""
    status = str(found.get("status") or item.get("status") or NO_STATUS)
    return Item(
        url=str(item.get("url") or found.get("url") or item.get("id") or ""),
        title=str(item.get("title") or found.get("title") or "")[:SHOWN_CHARS],
        status=status,
        confidence=confidence,
        chars=number(found.get("chars")),
        kept=kept,
        reason=""
        if status in WITH_TEXT or (status == NO_STATUS and text)
        else reason_of(item, found, status),
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
    said = KINDS.get(kind, kind) or str(item.get("reason") or "") or SAID.get(status, "")
    return f"{status}: {said}"[:SHOWN_CHARS] if said else status


def diagnostics_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return the diagnostics of an item: in one of its fields, whatever it is called, or fields of its own.

    >>> diagnostics_of({"url": "a", "facts": {"status": "ok"}}), diagnostics_of({"status": "ok", "n": {}})
    ({'status': 'ok'}, {'status': 'ok', 'n': {}})
    """
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
    with gzip.open(path) if path.lower().endswith(".gz") else Path(path).open("rb") as file:
        yield from file


# ------------------------------------------------------------------ actions

#: The sources of encodings that are guesses.
GUESSED = ("detector", "fallback")
#: The confidence below which a page is doubtful.
DOUBTFUL = 0.5
#: The least items of a host that can fall out, and by how many standard deviations it does.
LEAST_ITEMS, DEVIATIONS = 5, 3.0


class Action(NamedTuple):
    """A line of the list: how many items, what is wrong, and the table that shows them."""

    items: int
    said: str
    table: str


class Fallen(NamedTuple):
    host: str
    items: int
    why: str
    #: in standard deviations
    far: float


def actions_of(crawl: Crawl) -> Iterator[Action]:
    """Yield what to act on, and nothing where all is well."""
    if without := crawl.items - crawl.ok:
        top = crawl.without.top(3)
        reasons = [f"{str(reason).partition(': ')[2] or reason} ({row.count:,})" for reason, row in top]
        yield Action(without, f"without text: {', '.join(reasons)}", "without")
    if fallen := list(fallen_hosts(crawl)):
        names = ", ".join(one.host for one in fallen[:3])
        yield Action(sum(one.items for one in fallen), f"of hosts that fall out: {names}", "fallen")
    histogram = crawl.histograms["confidence"]
    if doubtful := sum(n for n, edge in zip(histogram.counts, histogram.edges[1:]) if edge <= DOUBTFUL):
        yield Action(doubtful, f"with a confidence below {DOUBTFUL}", "pages")
    if guessed := sum(row.count for (_, source), row in crawl.encodings.top(10**6) if source in GUESSED):
        yield Action(guessed, "whose encoding is a guess: some letters may be wrong", "encodings")
    if crawl.with_hidden:
        yield Action(crawl.with_hidden, "with text that a browser does not show", "hidden")
    if crawl.repeated:
        yield Action(crawl.repeated, "whose text came before", "repeated")


def fallen_hosts(crawl: Crawl) -> list[Fallen]:
    """Return the hosts that are farther from the crawl than chance explains, the farthest first."""
    found = (fallen(str(name), row.count, row.value, crawl) for name, row in crawl.hosts.rows.items())
    return sorted((one for one in found if one), key=lambda one: -one.far)


def fallen(name: str, n: int, host: Host, crawl: Crawl) -> Fallen | None:
    """Return a host that has less text, less confidence or more repetitions than the crawl, or None.

    A host of n items has n * p of a kind that has the share p of all items, with the variance
    n * p * (1 - p); its mean confidence has the variance of all, divided by n.
    """
    confidence = crawl.histograms["confidence"]
    mean, own = confidence.mean or 0.0, host.confidence / host.confident if host.confident else 0.0
    signs = {
        f"{n - host.ok:,} without text": deviations(n - host.ok, n, (crawl.items - crawl.ok) / crawl.items),
        f"{host.repeated:,} with a text that came before": deviations(
            host.repeated, n, crawl.repeated / crawl.items
        ),
        f"a mean confidence of {own:.2f}": (mean - own) / sqrt(confidence.variance / host.confident)
        if host.confident and confidence.variance > 1e-9
        else 0.0,
    }
    why = [said for said, far in signs.items() if far > DEVIATIONS]
    return Fallen(name, n, ", ".join(why), max(signs.values())) if why and n >= LEAST_ITEMS else None


def deviations(count: int, n: int, p: float) -> float:
    """Return by how many standard deviations a count of n is above n * p.

    >>> deviations(60, 100, 0.5), deviations(3, 3, 1.0)
    (2.0, 0.0)
    """
    return (count - n * p) / sqrt(n * p * (1 - p)) if 0 < p < 1 else 0.0
