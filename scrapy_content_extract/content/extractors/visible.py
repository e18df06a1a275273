"""Hidden text, step 3 of :mod:`.auto`: what a browser does not show is left out if enough is left."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from ..model import Range, running_total
from ..page.page import Page

#: The values of the parameter ``hidden``.
HIDDEN = ("auto", "keep", "drop")
#: The most expected content in hidden text, as a share of that in visible prose.
MOST_SHARE = 0.5


class Paragraphs(Protocol):
    """The facts that are needed about the paragraphs of a page, a column for each."""

    @property
    def p(self) -> array[float]: ...
    @property
    def n(self) -> Sequence[int]: ...
    @property
    def look(self) -> array[int]: ...
    @property
    def prose(self) -> Sequence[int]: ...


def left_out(page: Page, known: Paragraphs, marks: bytes | None, asked: str) -> bytearray | None:
    """Return a column that has 1 for each paragraph of hidden text, or None if hidden text stays.

    ``marks`` come from :func:`.hidden.hidden_texts`.
    """
    if asked == "keep" or marks is None:
        return None
    before, starts = running_total(marks), page.line_starts
    hidden = bytearray(before[stop] - before[start] == stop - start for start, stop in pairwise(starts))
    return hidden if asked == "drop" or is_enough(known, hidden) else None


def is_enough(known: Paragraphs, hidden: Sequence[int]) -> bool:
    """Tell whether the expected content in visible prose is enough without that in hidden text."""
    in_hidden = in_prose = 0.0
    for is_hidden, is_prose, p, n in zip(hidden, known.prose, known.p, known.n):
        if is_hidden:
            in_hidden += p * n
        elif is_prose:
            in_prose += p * n
    return in_hidden <= MOST_SHARE * in_prose


def without_p(known: Paragraphs, hidden: Sequence[int]) -> tuple[array[float], array[int]]:
    """Return p, 0 for hidden paragraphs, and looks, by which these look like nothing that is visible."""
    p = array("d", [0.0 if is_hidden else p for is_hidden, p in zip(hidden, known.p)])
    look, other = known.look, max(known.look, default=0) + 1
    if other < len(p):  # else each paragraph has a look of its own
        look = array("i", [other if is_hidden else look for is_hidden, look in zip(hidden, look)])
    return p, look


def counts(page: Page, marks: bytes | None, ranges: Sequence[Range]) -> tuple[int, int]:
    """Return how many hidden characters were left out, and how many are among the chosen texts."""
    if marks is None:
        return 0, 0
    of_all = sum(n for n, is_hidden in zip(page.chars, marks) if is_hidden)
    kept = sum(page.chars[k] for start, stop in ranges for k in range(start, stop) if marks[k])
    return of_all - kept, kept
