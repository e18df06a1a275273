"""A card for a corpus: Markdown that says what is in its files, and how they came about."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .. import __version__
from ..content.auto.memory import host_of
from ..files import parsed
from .lines import now
from .storage import read_lines

#: The rows of a table.
MOST_ROWS = 20
#: The most hosts that are counted; then the rarest go.
MOST_HOSTS = 1_000_000


def write_card(
    path: str, files: Iterable[str], steps: Mapping[str, Mapping[str, int]], options: Mapping[str, Any]
) -> None:
    """Write the card of some files: ``steps`` says what each step counted, ``options`` how it was done.

    Raises OSError for a file that cannot be read.
    """
    tables, totals = counted(files)
    parts = [
        f"# Corpus card\n\nMade by scrapy-content-extract {__version__} on {now()}.",
        table("Size", totals),
        *(table(f"Step: {name}", counts) for name, counts in steps.items()),
        table("Options", {name: value for name, value in options.items() if value not in (None, {}, [])}),
        *(table(f"Lines by {name}", counts) for name, counts in tables.items()),
    ]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n\n".join(parts) + "\n")


def counted(files: Iterable[str]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Return the lines by host, language, kind, year, status and source, and the size of all."""
    tables: dict[str, Counter[str]] = {
        name: Counter() for name in ("host", "language", "kind", "year", "status", "source", "license")
    }
    totals: Counter[str] = Counter({"files": 0, "bytes of files": 0, "lines": 0, "characters": 0, "words": 0})
    for path in files:
        totals["files"] += 1
        totals["bytes of files"] += os.path.getsize(path)
        for line in map(parsed, read_lines(path)):
            if not isinstance(line, dict):
                continue
            metadata = line.get("metadata")
            values: Mapping[str, Any] = metadata if isinstance(metadata, dict) else line
            totals["lines"] += 1
            totals["characters"] += len(str(line.get("text") or ""))
            totals["words"] += int(values.get("words") or 0)
            for name, value in values_of(line, values).items():
                tables[name][value or "unknown"] += 1
        if len(tables["host"]) > MOST_HOSTS:
            tables["host"] = Counter(dict(tables["host"].most_common(MOST_HOSTS // 2)))
    return tables, totals


def values_of(line: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, str]:
    """Return what a line counts as in each table."""
    return {
        "host": host_of(values.get("url")),
        "year": str(values.get("date") or "")[:4],
        "source": str(line.get("source") or ""),
        **{name: str(values.get(name) or "") for name in ("language", "kind", "status", "license")},
    }


def table(title: str, rows: Mapping[str, Any]) -> str:
    """Return a table of Markdown: the most frequent rows of a counter, or all rows.

    >>> print(table("Lines by year", Counter({"2026": 1200})))
    ## Lines by year
    <BLANKLINE>
    | | |
    |---|---|
    | 2026 | 1,200 |
    """
    shown = dict(rows.most_common(MOST_ROWS)) if isinstance(rows, Counter) else dict(rows)
    lines = [f"| {cell(name)} | {cell(value)} |" for name, value in shown.items()]
    if len(rows) > len(shown):
        lines.append(f"| {len(rows) - len(shown):,} others | {sum(rows.values()) - sum(shown.values()):,} |")
    return "\n".join([f"## {title}\n", "| | |", "|---|---|", *lines])


def cell(value: Any) -> str:
    """Return a value for a cell; what stands in pages must not break the table."""
    text = f"{value:,}" if type(value) is int else str(value)
    return " ".join(text.replace("|", "\\|").split())[:200]
