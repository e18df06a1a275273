"""The type of columns, and the one entry that new ones are made of."""

from array import array
from collections.abc import Sequence

#: A row of whole numbers that lie side by side: an array, or bytes.
Column = Sequence[int]

#: A column of n zeros is ``ZERO * n``: of 32 bits, of 64, and of fractions.
ZERO, LONG_ZERO, FRACTION = array("i", [0]), array("q", [0]), array("d", [0.0])
