"""Hidden text, for :mod:`.auto`: what a browser does not show is left out if enough is left."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, compress
from operator import gt, mul
from typing import Any

from ..model import Range, positions
from ..page.blocks import ranges_in
from ..page.page import Page
from .comments import Paragraphs

#: The most expected content in hidden text, as a share of that in visible prose.
MOST_SHARE = 0.5


def left_out(page: Page, known: Paragraphs, marks: bytes | None, asked: str) -> bytearray | None:
    """Return a column that has 1 for each paragraph of hidden text, or None if hidden text stays.

    ``marks`` come from :func:`.hidden.hidden_texts`.
    """
    if asked == "keep" or marks is None:
        return None
    starts = page.line_starts
    hidden = bytearray(len(starts) - 1)
    for begin, end in ranges_in(marks):
        first, stop = bisect_left(starts, begin), bisect_right(starts, end) - 1
        if first < stop:
            hidden[first:stop] = b"\1" * (stop - first)
    return hidden if asked == "drop" or is_enough(known, hidden) else None


def is_enough(known: Paragraphs, hidden: Sequence[int]) -> bool:
    """Tell whether the expected content in visible prose is enough without that in hidden text."""
    least = sum(map(mul, compress(known.p, hidden), compress(known.n, hidden))) / MOST_SHARE
    visible = bytes(map(gt, known.prose, hidden))
    in_prose = map(mul, compress(known.p, visible), compress(known.n, visible))
    return any(so_far >= least for so_far in accumulate(in_prose, initial=0.0))


def without(known: Paragraphs, left_out: bytes | bytearray | None) -> dict[str, Any]:
    """Return p, 0 for the paragraphs left out, and looks, by which these look like nothing else."""
    if left_out is None or 1 not in left_out:
        return {}
    p, look, other = known.p[:], known.look[:], max(known.look, default=0) + 1
    for b in positions(left_out, 1):
        p[b] = 0.0
        if other < len(p):  # else each paragraph has a look of its own
            look[b] = other
    return {"p": p, "look": look}


def without_texts(ranges: Iterable[Range], marks: bytes) -> tuple[Range, ...]:
    """Return ranges without the marked texts; a range that goes on where another ends is joined to it."""
    kept: list[Range] = []
    for start, stop in ranges:
        while start < stop:
            end = marks.find(1, start, stop)
            end = stop if end < 0 else end
            if kept and kept[-1][1] == start:
                kept[-1] = (kept[-1][0], end)
            elif start < end:
                kept.append((start, end))
            start = end + 1
    return tuple(kept)


def counts(page: Page, marks: bytes | None, ranges: Sequence[Range]) -> tuple[int, int]:
    """Return how many hidden characters were left out, and how many are among the chosen texts."""
    if marks is None:
        return 0, 0
    kept = page.chars_in(ranges) - page.chars_in(without_texts(ranges, marks))
    return page.chars_in(ranges_in(marks)) - kept, kept
