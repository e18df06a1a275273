"""What changed between two crawls, page by page, as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lxml.builder import E

from .crawl import Crawl, Item, Least
from .summary import ROWS, address, as_html, numbers_of, table, tables

#: The pages of the first crawl that are compared: they take 210 MB.
MOST_COMPARED = 1_000_000
#: What may happen to a page, in the order of the table.
HAPPENED = {
    "lost": "text lost",
    "found": "text found",
    "shorter": "shorter text",
    "longer": "longer text",
    "other": "other text of the same length",
    "gone": "only in the first crawl",
    "new": "only in the second crawl",
    "same": "unchanged",
}
#: Kinds whose pages are listed.
LISTED = ("lost", "found", "shorter", "longer")


class Before(NamedTuple):
    text: int | None
    chars: float
    reason: str


@dataclass
class Changes:
    counts: Counter[str] = field(default_factory=Counter)
    #: the pages that changed most, as they were and as they are
    changed: dict[str, Least] = field(default_factory=lambda: {kind: Least(ROWS) for kind in LISTED})
    is_complete: bool = True


def happened_to(before: Before | None, after: Item) -> str:
    """Return what happened to a page, a key of :data:`HAPPENED`."""
    if before is None:
        return "new"
    if before.text == after.text:
        return "same"
    if after.text is None:
        return "lost"
    if before.text is None:
        return "found"
    longer = after.text_chars - before.chars
    return "longer" if longer > 0 else "shorter" if longer else "other"


def read_two(crawls: tuple[Crawl, Crawl], feeds: Iterable[Iterable[bytes]]) -> Changes:
    """Read two feeds into their crawls, and return what changed from the first to the second."""
    changes = Changes()
    first, second = (crawl.each(lines) for crawl, lines in zip(crawls, feeds))
    #: by the hash of their address, the pages of the first crawl that the second has not had yet
    unmatched: dict[int, Before] = {}
    for item in first:
        if len(unmatched) < MOST_COMPARED:
            unmatched[hash(item.url)] = Before(item.text, item.text_chars, item.reason)
        else:
            changes.is_complete = False
    for item in second:
        before = unmatched.pop(hash(item.url), None)
        kind = happened_to(before, item)
        changes.counts[kind] += 1
        if before and kind in LISTED:
            changes.changed[kind].add(-abs(item.text_chars - before.chars), (before, item))
    changes.counts["gone"] = len(unmatched)
    return changes


def comparison(names: tuple[str, str], crawls: tuple[Crawl, Crawl], changes: Changes) -> str:
    """Return the part of a report that shows two crawls, the first on the left."""
    first, second = crawls
    numbers = [numbers_of(crawl) for crawl in crawls]
    keys = dict.fromkeys([*numbers[0], *numbers[1]])
    both = [(key, *(found.get(key, "0") for found in numbers)) for key in keys]
    rows = [(said, changes.counts[kind]) for kind, said in HAPPENED.items() if changes.counts[kind]]
    kinds = table("What changed", ("Pages", "Number"), rows)
    if not changes.is_complete:
        kinds.append(E.p({"class": "hint"}, "Not all pages of the first crawl are compared."))
    section = E.section(
        {"class": "crawl", "aria-label": "Two crawls"},
        tables(table("Both crawls", ("", *names), both), kinds),
        *(part for kind in LISTED for part in pages(kind, changes)),
        tables(
            counts("Without text, in both", names, first.without.counts(), second.without.counts()),
            counts("Statuses, in both", names, first.statuses.counts(), second.statuses.counts()),
            counts("Pages with text by host, in both", names, with_text(first), with_text(second)),
        ),
    )
    section.append(E.h2(f"The second crawl, {names[1]}"))
    return as_html(section)


def pages(kind: str, changes: Changes) -> list[Any]:
    rows = []
    for before, after in changes.changed[kind].values():
        status = after.reason or before.reason or after.status
        rows.append((address(after, with_text=True), int(before.chars), int(after.text_chars), status))
    heads = ("Page and beginning of its text", "Characters before", "Now", "Status")
    return table(HAPPENED[kind].capitalize(), heads, rows)


def counts(title: str, names: tuple[str, str], *rows: Mapping[Any, int]) -> list[Any]:
    """Return a table of counts in both crawls, the greatest differences first."""
    first, second = rows
    keys = dict.fromkeys([*first, *second])
    found = [(str(key), first.get(key, 0), second.get(key, 0)) for key in keys]
    found = [row for row in found if any(row[1:])]
    found.sort(key=lambda row: -abs(row[2] - row[1]))
    return table(title, ("", *names, "Change"), [(*row, signed(row[2] - row[1])) for row in found[:ROWS]])


def with_text(crawl: Crawl) -> dict[Any, int]:
    return {name: row.value.ok for name, row in crawl.hosts.rows.items()}


def signed(number: int) -> Any:
    said = f"{number:+,}".replace("-", "−")
    return E.span(said if number else "0", {"class": "more" if number > 0 else "less"} if number else {})
