"""Two crawls side by side → the HTML of their report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lxml.builder import E

from .changes import KINDS, SHOWN, Changes
from .crawl import Crawl
from .sketches import Frequent
from .summary import ROWS, address, as_html, numbers_of, table, tables


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
