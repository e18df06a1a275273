"""Which rows of a table run each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import pytest


def rows(
    table: Iterable[Any], *, fast: Collection[Any] | None = None, slow: Collection[Any] = ()
) -> list[Any]:
    """Return the rows of a table as parameters, of which only ``fast`` or all but ``slow`` run each time.

    The others try the same lines of code once more, and run with ``--slow``.  A mapping has the names of
    its rows as keys.

    >>> [row.id for row in rows({"rain": (1, 2), "snow": (3, 4)}, fast=["rain"]) if not row.marks]
    ['rain']
    """
    named = table if isinstance(table, Mapping) else {row: row for row in table}
    for name in (*(fast or ()), *slow):
        assert name in named, f"there is no row {name!r}"
    return [
        pytest.param(
            *(values if isinstance(values, tuple) else [values]),
            id=name if isinstance(name, str) else None,
            marks=pytest.mark.slow if name in slow or (fast is not None and name not in fast) else (),
        )
        for name, values in named.items()
    ]
