"""What to act on in a crawl: pages without text, hosts that fall out, guesses, hidden text, repetitions."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from .crawl import Crawl, Host

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
