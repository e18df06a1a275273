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


def install(*extras: str) -> str:
    """Return the command that installs some extras of setup.cfg.

    >>> install("warc", "corpus")
    "pip install '.[warc,corpus]' in a clone of scrapy-content-extract"
    """
    return f"pip install '.[{','.join(extras)}]' in a clone of scrapy-content-extract"
