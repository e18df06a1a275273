"""Tables of features: whole numbers, with a column for each.

A table lists the features; compiled code writes the columns, by name.  After a change of a table, train the
model again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Feature(NamedTuple):
    """A whole number for each paragraph, gap or block of a page."""

    name: str
    meaning: str


def numbered(features: Iterable[Feature]) -> dict[str, int]:
    """Return the number of each feature in its table, by name."""
    return {feature.name: number for number, feature in enumerate(features)}
