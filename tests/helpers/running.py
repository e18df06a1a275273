"""Runs the command as users run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_python(*arguments: object, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own that imports this checkout."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd, capture_output=True, text=True, check=False, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
    )  # fmt: skip


def run(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run content-extract in a process of its own."""
    return run_python("-m", "scrapy_content_extract", *arguments, cwd=cwd)
