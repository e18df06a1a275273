"""What ends a program, raised by a method of a user's own or by a library: here it costs a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Fatal(RuntimeError):
    """Stands for an exception that is no ``Exception``."""


@contextmanager
def as_errors() -> Iterator[None]:
    """Turn SystemExit, and a panic of code in Rust, into Fatal; Ctrl-C stays what it is."""
    try:
        yield
    except (Exception, KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        raise Fatal(f"{type(error).__name__}: {error}") from error
