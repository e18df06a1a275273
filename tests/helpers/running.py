"""Runs the command as users run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run content-extract in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scrapy_content_extract", *map(str, arguments)],
        cwd=cwd, capture_output=True, text=True, check=False, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
