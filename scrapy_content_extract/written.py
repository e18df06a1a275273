"""What the plugin has written to items, so that it may write there again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

#: So many values are remembered, the latest; each takes about 150 bytes.
MOST = 30_000


class Written:
    """The values that were written lately.

    A spider may yield one object for several pages, and its fields hold then what was written for the
    page before.  Nothing can be hung on a dict, and to hold the items would keep them alive, so that a
    value is known again by its item's address, its field, and what it says.  An address that another
    item has taken over does no harm: that item would have to say the same in the same field.
    """

    def __init__(self) -> None:
        self._marks: OrderedDict[int, None] = OrderedDict()

    def add(self, item: Any, field: str, value: Any) -> None:
        """Note a value that was written."""
        self._marks[mark(item, field, value)] = None
        if len(self._marks) > MOST:
            self._marks.popitem(last=False)

    def has(self, item: Any, field: str, value: Any) -> bool:
        """Say whether this is what was written there."""
        try:
            return mark(item, field, value) in self._marks
        except TypeError:  # no value of ours: it cannot be hashed
            return False


def mark(item: Any, field: str, value: Any) -> int:
    return hash((id(item), field, frozen(value)))


def frozen(value: Any) -> Any:
    """Return a value of JSON as one that can be hashed.

    >>> frozen({"text": "It rains.", "ranges": [[0, 2], [3, 4]]})
    ('It rains.', ((0, 2), (3, 4)))
    """
    if isinstance(value, dict):
        return tuple(map(frozen, value.values()))
    return tuple(map(frozen, value)) if isinstance(value, list) else value
