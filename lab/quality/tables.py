"""The tables of systems that were scored on the same pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lab.data.intervals import difference_of, mean_of
from lab.reports import interval, table

#: By column and system the score of each page; the pages of a column are the same for all systems.
Columns = Mapping[str, Mapping[str, Sequence[float]]]


def tables(title: str, columns: Columns, more: Mapping[str, Mapping[str, str]]) -> str:
    """Return two tables: the mean scores, with ``more`` columns of text; and what differs from the first."""
    systems = list(next(iter(columns.values())))
    heads = [f"{name} ({len(of[systems[0]])})" for name, of in columns.items()]
    body = [
        [
            system,
            *(interval(mean_of(of[system])) for of in columns.values()),
            *(of[system] for of in more.values()),
        ]
        for system in systems
    ]
    text = f"**{title}**\n\n{table(['system', *heads, *more], body)}"
    if len(systems) > 1:
        differences = [
            [system, *(interval(difference_of(of[system], of[systems[0]]), "+") for of in columns.values())]
            for system in systems[1:]
        ]
        text += f"\n**{title}**, difference from {systems[0]}, page by page\n\n"
        text += table(["system", *heads], differences)
    return text
