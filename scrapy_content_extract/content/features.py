"""Tables of features: whole numbers, of which a learned method has a column each.

To add a feature to a table, add a row; then train the model again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from . import columns

T = TypeVar("T")


#: The values of a column at some places: a plain pair, because each page has dozens of them.
Pair = tuple[Sequence[int], Sequence[int]]


def At(values: Sequence[int], places: Sequence[int]) -> Pair:  # noqa: N802
    """Return a column of the values of another column at some places."""
    return values, places


@dataclass(frozen=True)
class Feature(Generic[T]):
    """A whole number for each paragraph or gap of a part of a page."""

    name: str
    meaning: str
    #: returns a column of numbers for the part, or the one number that all of it shares
    column: Callable[[T], Sequence[int] | Pair | int] | None = None


def numbered(features: Iterable[Feature[T]]) -> dict[str, int]:
    """Return where each feature stands in its table, by name."""
    return {feature.name: number for number, feature in enumerate(features)}


def numbers_of(features: Sequence[Feature[T]], part: T, n: int) -> array[int]:
    """Return the columns of all features of a part, ``n`` numbers each, one behind the other."""
    numbers = array("i", [0]) * (n * len(features))
    columns.arithmetic.write_each([feature.column(part) for feature in features], n, numbers)
    return numbers
