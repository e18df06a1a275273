"""Which rows of a table run each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest


def some(rows: Iterable[Any], *fast: Any) -> list[Any]:
    """Return the rows as parameters, of which only the ``fast`` ones run without ``--slow``.

    The others try the same lines of code once more.  A mapping has the names of the rows as keys.

    >>> [row.id for row in some({"rain": (1, 2), "snow": (3, 4)}, "rain") if not row.marks]
    ['rain']
    """
    table = rows if isinstance(rows, Mapping) else {row: row for row in rows}
    return [
        pytest.param(
            *(values if isinstance(values, tuple) else [values]),
            id=name if isinstance(name, str) else None,
            marks=() if name in fast else pytest.mark.slow,
        )
        for name, values in table.items()
    ]
