"""Saved pages, whether labelled or not."""

from __future__ import annotations

import gzip
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

#: How pages are saved.
SUFFIXES = (".html", ".htm", ".html.gz", ".htm.gz")


def files_below(folder: Path) -> list[Path]:
    """Return the pages saved in a folder and below.

    Raises ValueError for a folder without pages.
    """
    files = sorted(file for file in folder.rglob("*") if file.name.endswith(SUFFIXES) and file.is_file())
    if not files:
        raise ValueError(f"There are no saved pages ({', '.join(SUFFIXES)}) in {str(folder)!r}.")
    return files


def saved_pages(folder: Path, count: int, seed: int = 0) -> list[Path]:
    """Return ``count`` of the pages saved in a folder and below, chosen at random, or all of them for 0."""
    files = files_below(folder)
    return sorted(random.Random(seed).sample(files, count)) if 0 < count < len(files) else files


def read_page(file: Path) -> bytes:
    body = file.read_bytes()
    return gzip.decompress(body) if file.suffix == ".gz" else body


def spread(files: Sequence[T], limit: int) -> Sequence[T]:
    """Return ``limit`` of some files at equal distances, or all of them for 0.

    >>> spread(["a", "b", "c", "d"], 2)
    ['a', 'c']
    """
    if not 0 < limit < len(files):
        return files
    return [files[n * len(files) // limit] for n in range(limit)]
