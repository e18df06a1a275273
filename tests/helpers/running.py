"""Runs commands as users run them: in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "scrapy_content_extract")


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end the children that start here.

    They inherit who ignores it.  A script's shell lets the jobs in its background ignore it, so this process
    may be one.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@interruptible()
def run_python(*arguments: object, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own that imports this checkout."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd, capture_output=True, text=True, check=False, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
    )  # fmt: skip


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "100"}


@interruptible()
def run(
    *arguments: object, cwd: Path = ROOT, command: Sequence[str] = COMMAND, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run content-extract, or another command; its output is text."""
    return subprocess.run(
        [*command, *map(str, arguments)], cwd=cwd, env=environment(), capture_output=True, encoding="utf-8",
        timeout=240,  # of a hang
        **options,
    )  # fmt: skip
