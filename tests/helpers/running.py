"""Runs commands as users run them, in a process of its own, or faster, in this one."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scrapy_content_extract.commands import main

from .folders import ROOT

#: Where the recipes find archives.
COMMON_CRAWL = "https://data.commoncrawl.org/"
COMMAND = (sys.executable, "-m", "scrapy_content_extract")


def recipe(name: str) -> str:
    """Return the code of a recipe of the docs."""
    return (ROOT / "docs" / "recipes" / name).read_text("utf-8")


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


def run_spider(name: str, *arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a spider of this folder to its end, as ``scrapy runspider`` does."""
    done = run_python("-m", "scrapy", "runspider", ROOT / f"tests/helpers/{name}.py", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done


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


def run_here(*arguments: object, cwd: Path = ROOT, input: str = "") -> subprocess.CompletedProcess[str]:
    """Run content-extract in this process: to start another takes longer than most commands do.

    run() is for what starts processes, is killed, or imports modules from ``cwd``.
    """
    given, out, err = (io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (input.encode(), b"", b""))
    words, before, end = list(map(str, arguments)), os.getcwd(), SystemExit()
    with (
        patch.multiple(sys, stdin=given, stdout=out, stderr=err, path=[*sys.path]),
        patch.dict(os.environ, {"COLUMNS": "100"}),
        patch("scrapy_content_extract.commands.discard_output"),  # it closes a file of the system
    ):
        os.chdir(cwd)
        try:
            main(words)
        except SystemExit as found:
            end = found
        finally:
            os.chdir(before)
    out.seek(0)
    err.seek(0)
    return subprocess.CompletedProcess(words, end.code, out.read(), err.read())
