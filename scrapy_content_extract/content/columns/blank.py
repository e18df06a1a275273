"""Columns of zeros, for the modules of one source to fill."""

from __future__ import annotations

from array import array
from collections.abc import Callable

ZERO = array("i", [0])
#: Longer columns are arrays in Python, too: slower than lists, but a tenth of their memory.
LARGE = 50_000


def zeros_for(compiled: bool) -> Callable[[int], array[int]]:
    """Return the function that makes columns of zeros for a module: arrays, where it is compiled."""
    return ZERO.__mul__ if compiled else zeros


def zeros(n: int) -> array[int]:
    """Return a column of zeros as Python fills it best."""
    return ZERO * n if n > LARGE else [0] * n  # type: ignore[return-value]
