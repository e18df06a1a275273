"""Exceptions of others that must not end the program, and what to do about a missing extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Fatal(RuntimeError):
    """Stands for an exception that is not an ``Exception``."""


@contextmanager
def as_errors() -> Iterator[None]:
    """Turn SystemExit, and a panic of code in Rust, into Fatal: they cost a page.  Ctrl-C is not changed."""
    try:
        yield
    except (Exception, KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        raise Fatal(f"{type(error).__name__}: {error}") from error


def install(extra: str) -> str:
    """Return the command that installs an extra of setup.cfg.

    >>> install("warc")
    "pip install '.[warc]' in a clone of scrapy-content-extract"
    """
    return f"pip install '.[{extra}]' in a clone of scrapy-content-extract"


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Import what an extra installs: if it is missing, the ImportError says what to do."""
    try:
        yield
    except ImportError as error:
        raise ImportError(f"{error}; {what} an extra: {install(extra)}") from error
