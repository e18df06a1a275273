"""Two crawls → what changed between them, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .crawl import Crawl, Item
from .sketches import Least

#: The pages of the first crawl that are compared, and the changed pages that are listed of each kind.
MOST, LISTED = 1_000_000, 25
#: What may happen to a page, in the order of the table.
KINDS = {
    "lost": "text lost",
    "found": "text found",
    "shorter": "shorter text",
    "longer": "longer text",
    "other": "other text of the same length",
    "gone": "only in the first crawl",
    "new": "only in the second crawl",
    "same": "unchanged",
}
#: Kinds whose pages are listed.
SHOWN = ("lost", "found", "shorter", "longer")


class Before(NamedTuple):
    text: int | None
    chars: float
    reason: str


class Changes:
    """What changed from the first crawl to the second; give all items of one, then of the other."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        #: the pages that changed most, as they were and as they are
        self.changed = {kind: Least(LISTED) for kind in SHOWN}
        #: pages of the first crawl, by the hash of their address, that the second has not had yet
        self._before: dict[int, Before] = {}
        #: whether all pages of the first crawl are compared
        self.is_complete = True

    def before(self, item: Item) -> None:
        if len(self._before) < MOST:
            self._before[hash(item.url)] = Before(item.text, item.text_chars, item.reason)
        else:
            self.is_complete = False

    def after(self, item: Item) -> None:
        before = self._before.pop(hash(item.url), None)
        kind = kind_of(before, item)
        self.counts[kind] += 1
        if before and kind in SHOWN:
            self.changed[kind].add(-abs(item.text_chars - before.chars), (before, item))

    def ended(self) -> None:
        """Count the pages that only the first crawl has."""
        self.counts["gone"] = len(self._before)


def kind_of(before: Before | None, after: Item) -> str:
    """Return what happened to a page, a key of :data:`KINDS`."""
    if before is None:
        return "new"
    if before.text == after.text:
        return "same"
    if after.text is None:
        return "lost"
    if before.text is None:
        return "found"
    longer = after.text_chars - before.chars
    return "longer" if longer > 0 else "shorter" if longer else "other"


def read_two(crawls: tuple[Crawl, Crawl], feeds: Iterable[Iterable[bytes]]) -> Changes:
    changes = Changes()
    for crawl, lines, take in zip(crawls, feeds, (changes.before, changes.after)):
        for item in crawl.each(lines):
            take(item)
    changes.ended()
    return changes
