"""The values that the plugin has written to items, which it may replace."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

#: The most values that are remembered, the latest; each takes about 150 bytes.
MOST = 30_000


class Written:
    """The values that were written lately.

    A spider may yield one object for several pages; then its fields hold the values of the page before.
    A dict takes no mark, and a reference would keep the item alive.  So the address of the item, the field
    and the value itself identify a value.  Another item at the same address does no harm: it would need
    the same value in the same field.
    """

    def __init__(self) -> None:
        self._marks: OrderedDict[int, None] = OrderedDict()

    def add(self, item: Any, field: str, value: Any) -> None:
        self._marks[mark(item, field, value)] = None
        if len(self._marks) > MOST:
            self._marks.popitem(last=False)

    def has(self, item: Any, field: str, value: Any) -> bool:
        try:
            return mark(item, field, value) in self._marks
        except TypeError:  # a value that cannot be hashed is not ours
            return False


def mark(item: Any, field: str, value: Any) -> int:
    return hash((id(item), field, frozen(value)))


def frozen(value: Any) -> Any:
    """Return a hashable form of a value of JSON.

    >>> frozen({"text": "It rains.", "ranges": [[0, 2], [3, 4]]})
    ('It rains.', ((0, 2), (3, 4)))
    """
    if isinstance(value, dict):
        return tuple(map(frozen, value.values()))
    return tuple(map(frozen, value)) if isinstance(value, list) else value
