"""Memory for columns of zeros: dozens of them, and one piece of memory for most pages.

One source: Python as it stands, and compiled where there is a compiler.
"""

from __future__ import annotations

from array import array

from .blank import ZERO, zeros

try:
    import cython
except ImportError:
    from . import standin as cython
if not cython.compiled:
    from .standin import ints

COMPILED = cython.compiled


#: No piece is larger, unless a column is.
LARGEST = cython.declare(cython.Py_ssize_t, 1 << 16)


@cython.cclass
class Room:
    """What holds the columns that it hands out; they are gone when it is."""

    def __init__(self, size: cython.Py_ssize_t) -> None:
        """``size`` is how many numbers are likely to be needed."""
        self.size, self.left = size if size < LARGEST else LARGEST, 0
        self.pieces: list[array[int]] = []

    @cython.cfunc
    @cython.locals(length=cython.Py_ssize_t, column=cython.p_int)
    def column(self, n: cython.Py_ssize_t) -> cython.p_int:
        """Return a column of zeros."""
        if not cython.compiled:
            return zeros(n)
        if n >= self.left:
            length = n + 1 if n >= self.size else self.size
            piece = ZERO * length
            self.pieces.append(piece)
            self.following, self.left = ints(piece), length
        column = self.following
        self.following, self.left = column + n, self.left - n
        return column
