"""What pages and archives became, and how: the manifest of an output, and a card in Markdown.

The manifest has JSON lines: the options of each run and, below them, the inputs that it has done.  In a
folder, ``*`` of a shell, Spark and datasets pass over its name.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from .. import __version__
from ..content.auto.memory import host_of
from ..content.errors import parsed
from .files import append_line, sha1_of
from .lines import as_line, now, utf8
from .storage import read_lines

#: The keys of a line about an input that are needed.
ENTRY_KEYS = {"input", "output", "status"}
#: The bytes at each end of an archive that its checksum covers: to read all of it takes as long as a run.
END_BYTES = 1 << 16
#: The rows of a table of the card; the other values are summed up.
TABLE_ROWS = 20
#: The most hosts that are counted, to bound memory; then the rarest go.
MOST_HOSTS = 1_000_000
#: What lines are counted by.
TABLES = ("host", "language", "kind", "year", "status", "source", "license")


class Manifest:
    """The manifest of an output; ``options`` decide what is in it."""

    def __init__(self, path: str | os.PathLike[str], options: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.options = json.loads(as_line(options))
        self._file: BinaryIO | None = None

    def entries(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Yield the line of each run, first with an empty one, then with each line about its inputs."""
        run: dict[str, Any] = {"options": {}}
        with self.path.open("rb") if self.path.exists() else BytesIO() as lines:
            for entry in map(parsed, lines):
                if isinstance(entry, dict) and "options" in entry:  # a line that was cut is None
                    run = entry
                    yield run, {}
                elif isinstance(entry, dict) and entry.keys() >= ENTRY_KEYS:
                    yield run, entry

    def note(self, **entry: Any) -> None:
        """Append the line of an input; the line of this run is before the first one."""
        if self._file is None:
            self._file = self.path.open("ab+")
            content = Path(__file__).parents[1] / "content"
            models = sorted(path for path in content.rglob("*") if path.suffix in (".json", ".tsv"))
            digest = sha1_of(b"".join(path.name.encode() + path.read_bytes() for path in models))
            recipe = json.dumps([digest, self.options], sort_keys=True)
            run = {"options": self.options, **version(), "recipe": sha1_of(utf8(recipe)), "made": now()}
            append_line(self._file, as_line(run))
        append_line(self._file, as_line(entry))

    def close(self) -> None:
        if self._file:
            self._file.close()


@cache
def version() -> dict[str, str]:
    """Return the version of this package and, if it is known, the commit: of a checkout, or as installed."""
    package, commit = Path(__file__).parents[1], ""
    if (package.parent / ".git").exists():
        git = ["git", "-C", str(package), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"]
        with suppress(OSError):
            commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    else:
        with suppress(metadata.PackageNotFoundError, ValueError):
            origin = metadata.distribution("scrapy-content-extract").read_text("direct_url.json")
            commit = json.loads(origin or "{}").get("vcs_info", {}).get("commit_id", "")
    return {"version": __version__, **({"commit": commit} if commit else {})}


def stated_version(entry: Mapping[str, Any]) -> str:
    """Return a version with its commit, as in a message.

    >>> stated_version({"version": "0.1.0", "commit": "f7a9cc8"}), stated_version({"version": "0.1.0"})
    ('0.1.0 (f7a9cc8)', '0.1.0')
    """
    return f"{entry['version']} ({entry['commit']})" if entry.get("commit") else str(entry["version"])


def difference(before: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """Return the first difference between the options of two runs, or ""."""
    for name in {**before, **options}:
        old, new = before.get(name) or None, options.get(name) or None
        if old != new:
            return f"was made with {stated(name, old)}; now {stated('', new)}"
    return ""


def stated(option: str, value: Any) -> str:
    """Return an option as in a command.

    >>> stated("extractor", "cevc"), stated("language", False), stated("", {"alpha": 0.6})
    ('--extractor cevc', 'no --language', 'alpha=0.6')
    """
    flag = option and f"--{option}"
    if not value:
        return f"no {flag}" if flag else "none"
    if isinstance(value, Mapping):
        value = " ".join(f"{name}={given}" for name, given in value.items())
    elif isinstance(value, list):
        value = ",".join(value)
    return " ".join(filter(None, (flag, "" if value is True and flag else str(value))))


def about(path: str) -> dict[str, Any] | None:
    """Return the size of a file and the checksum of its ends, or the name of a URL; None if it is gone."""
    if "://" in path:
        return {"archive": path}
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            first = file.read(END_BYTES)
            file.seek(max(size - END_BYTES, 0))
            return {"bytes": size, "ends": sha1_of(first + file.read(END_BYTES))}
    except OSError:
        return None


def write_card(
    path: str, files: Iterable[str], steps: Mapping[str, Mapping[str, int]], options: Mapping[str, Any]
) -> None:
    """Write the card of some files: ``steps`` says what each step counted, ``options`` how it was done.

    Raises OSError for a file that cannot be read.
    """
    tables, totals = counted(files)
    parts = [
        f"# Corpus card\n\nMade by scrapy-content-extract {stated_version(version())} on {now()}.",
        table("Size", totals),
        *(table(f"Step: {name}", counts) for name, counts in steps.items()),
        table("Options", {name: value for name, value in options.items() if value not in (None, {}, [])}),
        *(table(f"Lines by {name}", counts) for name, counts in tables.items()),
    ]
    Path(path).write_bytes(utf8("\n\n".join(parts) + "\n"))


def counted(files: Iterable[str]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Return the number of lines by each of TABLES, and the size of all."""
    tables: dict[str, Counter[str]] = {name: Counter() for name in TABLES}
    totals: Counter[str] = Counter({"files": 0, "bytes of files": 0, "lines": 0, "characters": 0})
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
            derived = {
                "host": host_of(values.get("url")),
                "year": str(values.get("date") or "")[:4],
                "source": line.get("source"),
            }
            for name, counts in tables.items():
                counts[str(derived.get(name, values.get(name)) or "unknown")] += 1
        if len(tables["host"]) > MOST_HOSTS:
            tables["host"] = Counter(dict(tables["host"].most_common(MOST_HOSTS // 2)))
    return tables, totals


def table(title: str, rows: Mapping[str, Any]) -> str:
    """Return a table of Markdown: the most frequent rows of a counter, or all rows.

    >>> print(table("Lines by year", Counter({"2026": 1200})))
    ## Lines by year
    <BLANKLINE>
    | | |
    |---|---|
    | 2026 | 1,200 |
    """
    shown = dict(rows.most_common(TABLE_ROWS)) if isinstance(rows, Counter) else dict(rows)
    lines = [f"| {cell(name)} | {cell(value)} |" for name, value in shown.items()]
    if len(rows) > len(shown):
        lines.append(f"| {len(rows) - len(shown):,} others | {sum(rows.values()) - sum(shown.values()):,} |")
    return "\n".join([f"## {title}\n", "| | |", "|---|---|", *lines])


def cell(value: Any) -> str:
    """Return a value for a cell: without marks that break the table, and cut so that it stays readable."""
    text = f"{value:,}" if type(value) is int else str(value)
    return " ".join(text.replace("|", "\\|").split())[:200]
