"""Features of some paragraphs or gaps, over columns: where their numbers are written.

One source: Python as it stands, and compiled where there is a compiler.
"""

from __future__ import annotations

from array import array
from typing import Any

from .blank import ZERO

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints

COMPILED = cython.compiled


@cython.cclass
class Numbers:
    """A column of numbers for each feature, one behind the other."""

    def __init__(self, begin: cython.int, size: cython.int, number_of: dict[str, int]) -> None:
        """They are of ``size`` paragraphs or gaps, from ``begin`` on.

        ``number_of`` is the place of each feature.
        """
        self.begin, self.size, self.number_of = begin, size, number_of
        self.lists: dict[int, Any] = {}
        self.written = ZERO * (size * len(number_of))
        self.to = ints(self.written)

    @cython.cfunc
    def all(self) -> array[int]:
        """Return the columns."""
        for place, column in self.lists.items():
            self.written[place * self.size : (place + 1) * self.size] = array("i", column)
        return self.written  # type: ignore[no-any-return]

    @cython.cfunc
    @cython.locals(place=cython.Py_ssize_t)
    def of(self, name: str) -> cython.p_int:
        """Return the column of a feature, to be written."""
        place = self.number_of[name]
        if not cython.compiled:
            return self.lists.setdefault(place, [0] * self.size)
        return self.to + place * self.size

    @cython.cfunc
    @cython.locals(b=cython.int)
    def fill(self, name: str, number: cython.int) -> cython.int:
        """Write a number that all share."""
        to = self.of(name)
        for b in range(self.size):
            to[b] = number
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int)
    def copy(self, name: str, values: cython.p_int) -> cython.int:
        """Write what a column has for each paragraph or gap of the page."""
        to = self.of(name)
        for b in range(self.size):
            to[b] = values[self.begin + b]
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int)
    def take(self, name: str, values: cython.p_int, places: cython.p_int) -> cython.int:
        """Write what a column has at places, one for each paragraph or gap of the page."""
        to = self.of(name)
        for b in range(self.size):
            to[b] = values[places[self.begin + b]]
        return 0

    @cython.cfunc
    @cython.locals(b=cython.int, distance=cython.int)
    def offset(self, name: str, origin: cython.int, least: cython.int, most: cython.int) -> cython.int:
        """Write how far each paragraph or gap is from another, from ``least`` to ``most``."""
        to = self.of(name)
        for b in range(self.size):
            distance = self.begin + b - origin
            to[b] = least if distance < least else most if distance > most else distance
        return 0


@cython.cfunc
@cython.locals(b=cython.int)
def copied(values: cython.p_int, begin: cython.int, size: cython.int) -> array[int]:
    """Return a part of a column."""
    column = ZERO * size
    to = ints(column)
    for b in range(size):
        to[b] = values[begin + b]
    return column
