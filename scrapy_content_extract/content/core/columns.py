"""The type of columns, and the one entry that new ones are made of."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

#: A row of whole numbers that lie side by side: an array, or bytes.
Column = Sequence[int]

#: A column of n zeros is ``ZERO * n``: of 32 bits, of 64, and of fractions.
ZERO, LONG_ZERO, FRACTION = array("i", [0]), array("q", [0]), array("d", [0.0])

# Compiled code has these in buffers.pxd: there a column is an address, and its owner is kept elsewhere.


def of(values: array[int]) -> array[int]:
    return values


def of_bytes(values: bytes) -> bytes:
    return values


def zeros(kept: list[Any], n: int) -> array[int]:
    """Return a column of zeros, which the list keeps."""
    return ZERO * n


def longs(kept: list[Any], n: int) -> array[int]:
    """Return a column of zeros of 64 bits, which the list keeps."""
    return LONG_ZERO * n
