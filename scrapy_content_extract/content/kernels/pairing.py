"""Numbers for pairs, in Python; compiled it is pairing.pyx."""

from __future__ import annotations

from array import array
from collections.abc import Sequence


def number_pairs(ones: Sequence[int], others: Sequence[int]) -> tuple[array[int], int]:
    """Return for each pair a number that equal pairs share, from 0 in their order, and how many there are.

    >>> number_pairs(array("i", [7, 8, 7]), array("i", [1, 1, 1]))
    (array('i', [0, 1, 0]), 2)
    """
    numbers: dict[tuple[int, int], int] = {}
    return array("i", [numbers.setdefault(pair, len(numbers)) for pair in zip(ones, others)]), len(numbers)
