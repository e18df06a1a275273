"""What the files of a folder were made from, and how: JSON lines in ``.manifest``.

``*`` of a shell, Spark and datasets pass over such a name.  A line is written before its files get their
names.  So a line without files is of an interrupted run, and a file without a line is of something else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import __version__
from ..files import parsed, sha1_of
from .lines import now

NAME = ".manifest"
#: The keys of a line that are needed.
KEYS = {"output", "archive", "files", "options", "version", "records", "pages", "dropped"}
#: The bytes at each end of an archive that its checksum covers: to read all of it takes as long as a run.
END = 1 << 16


class Manifest:
    """The lines of a folder's manifest; the last one about a file counts."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.entries: dict[str, dict[str, Any]] = {}
        if self.path.exists():
            with self.path.open("rb") as file:
                for line in file:
                    entry = parsed(line)
                    if isinstance(entry, dict) and entry.keys() >= KEYS:
                        self.entries[entry["output"]] = entry

    def is_done(self, output: str, archive: str, options: Mapping[str, Any]) -> bool:
        """Tell whether an output was made from this archive with these options.

        Raises ValueError, with what differs, if it was made otherwise, or was changed since.
        """
        entry = self.entries.get(output)
        if entry is None:
            return (self.path.parent / output).exists()
        sizes = {name: size_of(self.path.parent / name) for name in entry["files"]}
        if None in sizes.values():
            return False
        differs = difference(entry, archive, options)
        changed = [name for name, size in entry["files"].items() if size != sizes[name]]
        if not differs and changed:
            differs = f"had {entry['files'][changed[0]]:,} bytes; now {sizes[changed[0]]:,}"
        if differs:
            raise ValueError(f"{output} {differs}: give another folder or --again")
        return True

    def of_other_versions(self, outputs: list[str]) -> list[str]:
        """Return the other versions of this package that have made outputs."""
        made = {self.entries[name]["version"] for name in outputs if name in self.entries}
        return sorted(made - {__version__})


def size_of(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def difference(entry: Mapping[str, Any], archive: str, options: Mapping[str, Any]) -> str:
    """Return what differs between how an output was made and how it shall be made, or ""."""
    before = entry["options"]
    for name in {**before, **options}:
        old, new = before.get(name) or None, options.get(name) or None
        if old != new:
            return f"was made with {stated(name, old)}; now {stated('', new)}"
    given = about(archive)
    if given is None or all(entry.get(name) == value for name, value in given.items()):
        return ""
    return f"was made from another {entry['archive']}; now {archive}"


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
    """Return how to know a file again: its size and the checksum of its ends; a URL is known by its name.

    None for a file that is no longer there.
    """
    if "://" in path:
        return {"archive": path}
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            first = file.read(END)
            file.seek(max(size - END, 0))
            return {"bytes": size, "ends": sha1_of(first + file.read(END))}
    except OSError:
        return None


def add_entry(folder: Path, output: str, archive: str, **facts: Any) -> None:
    """Append a line; several processes may do so at a time."""
    entry = {"output": output, "archive": archive, **(about(archive) or {}), **facts}
    entry |= {"version": __version__, "made": now()}
    line = f"{json.dumps(entry, ensure_ascii=False)}\n".encode("utf-8", "backslashreplace")
    with (folder / NAME).open("ab+") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 1, 0))
        if file.read(1) not in (b"", b"\n"):  # a run was killed in the middle of its line
            line = b"\n" + line
        file.write(line)
