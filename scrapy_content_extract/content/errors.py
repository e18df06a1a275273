"""Exceptions of others that must not end the program, and what to do about a missing extra."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ContextDecorator, contextmanager
from typing import Any


class Fatal(RuntimeError):
    """Stands for an exception that is not an ``Exception``."""


class as_errors(ContextDecorator):  # noqa: N801, a function to those who use it
    """Turn SystemExit, and a panic of code in Rust, into Fatal: they cost a page.  Ctrl-C is not changed."""

    def __enter__(self) -> None:
        """Do nothing; a generator would take four times as long."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, *others: object
    ) -> None:
        if error is not None and not isinstance(error, (Exception, KeyboardInterrupt, GeneratorExit)):
            raise Fatal(f"{type(error).__name__}: {error}") from error


def install(extra: str) -> str:
    """Return the command that installs an extra of setup.cfg.

    >>> install("warc")
    "pip install 'scrapy-content-extract[warc]'"
    """
    return f"pip install 'scrapy-content-extract[{extra}]'"


def parsed(data: str | bytes) -> Any:
    """Return the value of some JSON, or None."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # the latter for a nest of brackets
        return None


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Import what an extra installs: if it is missing, the ImportError says what to do."""
    try:
        yield
    except ImportError as error:
        raise ImportError(f"{error}; {what} an extra: {install(extra)}") from error
