"""Two crawls side by side → the HTML of their report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lxml.builder import E

from .crawl import Crawl, Item
from .sketches import Frequent, Least
from .summary import ROWS, address, as_html, numbers_of, table, tables

# ------------------------------------------------------------------ changes
# Two crawls → what changed between them, page by page.

#: The pages of the first crawl that are compared, and the changed pages that are listed of each kind.
MOST, LISTED = 1_000_000, 25
#: What may happen to a page, in the order of the table.
KINDS = {
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
SHOWN = ("lost", "found", "shorter", "longer")


class Before(NamedTuple):
    text: int | None
    chars: float
    reason: str


class Changes:
    """What changed from the first crawl to the second; give all items of one, then of the other."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        #: the pages that changed most, as they were and as they are
        self.changed = {kind: Least(LISTED) for kind in SHOWN}
        #: pages of the first crawl, by the hash of their address, that the second has not had yet
        self._before: dict[int, Before] = {}
        #: whether all pages of the first crawl are compared
        self.is_complete = True

    def before(self, item: Item) -> None:
        if len(self._before) < MOST:
            self._before[hash(item.url)] = Before(item.text, item.text_chars, item.reason)
        else:
            self.is_complete = False

    def after(self, item: Item) -> None:
        before = self._before.pop(hash(item.url), None)
        kind = kind_of(before, item)
        self.counts[kind] += 1
        if before and kind in SHOWN:
            self.changed[kind].add(-abs(item.text_chars - before.chars), (before, item))

    def ended(self) -> None:
        """Count the pages that only the first crawl has."""
        self.counts["gone"] = len(self._before)


def kind_of(before: Before | None, after: Item) -> str:
    """Return what happened to a page, a key of :data:`KINDS`."""
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
    changes = Changes()
    for crawl, lines, take in zip(crawls, feeds, (changes.before, changes.after)):
        for item in crawl.each(lines):
            take(item)
    changes.ended()
    return changes


# ------------------------------------------------------------------ comparison


def comparison(names: tuple[str, str], crawls: tuple[Crawl, Crawl], changes: Changes) -> str:
    """Return the part of a report that shows two crawls, the first on the left."""
    first, second = crawls
    section = E.section(
        {"class": "crawl", "aria-label": "Two crawls"},
        tables(both(names, crawls), kinds(changes)),
        *(part for kind in SHOWN for part in pages(kind, changes)),
        tables(
            counts("Without text, in both", names, counted(first.without), counted(second.without)),
            counts("Statuses, in both", names, counted(first.statuses), counted(second.statuses)),
            counts("Pages with text by host, in both", names, with_text(first), with_text(second)),
        ),
    )
    section.append(E.h2(f"The second crawl, {names[1]}"))
    return as_html(section)


def both(names: tuple[str, str], crawls: tuple[Crawl, Crawl]) -> list[Any]:
    first, second = map(numbers_of, crawls)
    keys = dict.fromkeys([*first, *second])
    return table(
        "Both crawls", ("", *names), [(key, first.get(key, "0"), second.get(key, "0")) for key in keys]
    )


def kinds(changes: Changes) -> list[Any]:
    rows = [(said, changes.counts[kind]) for kind, said in KINDS.items() if changes.counts[kind]]
    hint = "" if changes.is_complete else "Not all pages of the first crawl are compared."
    return [*table("What changed", ("Pages", "Number"), rows), E.p({"class": "hint"}, hint) if hint else ""]


def pages(kind: str, changes: Changes) -> list[Any]:
    rows = [
        (
            address(after, with_text=True),
            int(before.chars),
            int(after.text_chars),
            after.reason or before.reason or after.status,
        )
        for before, after in changes.changed[kind].sorted()
    ]
    heads = ("Page and beginning of its text", "Characters before", "Now", "Status")
    return table(KINDS[kind].capitalize(), heads, rows)


def counts(title: str, names: tuple[str, str], *rows: Mapping[Any, int]) -> list[Any]:
    """Return a table of counts in both crawls, the greatest differences first."""
    first, second = rows
    keys = dict.fromkeys([*first, *second])
    found = [(str(key), first.get(key, 0), second.get(key, 0)) for key in keys]
    found = [row for row in found if any(row[1:])]
    found.sort(key=lambda row: -abs(row[2] - row[1]))
    return table(title, ("", *names, "Change"), [(*row, signed(row[2] - row[1])) for row in found[:ROWS]])


def counted(frequent: Frequent) -> dict[Any, int]:
    return {key: row.count for key, row in frequent.rows.items()}


def with_text(crawl: Crawl) -> dict[Any, int]:
    return {name: row.value.ok for name, row in crawl.hosts.rows.items()}


def signed(number: int) -> Any:
    said = f"{number:+,}".replace("-", "−")
    return E.span(said if number else "0", {"class": "more" if number > 0 else "less"} if number else {})
