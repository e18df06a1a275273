"""The means of the features of a page → its kind.

For each kind of page, trees judge one row of numbers: the means of the features of all paragraphs, weighted
by characters.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import exp
from operator import itemgetter
from typing import NamedTuple

from ..model import PAGE_KINDS
from .trees import Models


@lru_cache(maxsize=1)
def kind_models() -> Models:
    """Return the trained trees of each kind; they are read at the first call."""
    return Models.load("auto/kind-{}.json", PAGE_KINDS)


def kinds_of(means: array[int], trees: Models | None = None) -> list[float]:
    """Return the probability of each of :data:`PAGE_KINDS` for the means of the features of a page."""
    trees = trees or kind_models()
    sums = trees.leaf_sums(means)
    likely = [1 / (1 + exp((zero - n) * step)) for n, zero, step in zip(sums, trees.zeros, trees.steps)]
    total = sum(likely)
    return [p / total for p in likely]


class PageKind(NamedTuple):
    """The kind of a page and its probability; None without paragraphs."""

    name: str | None = None
    confidence: float | None = None


def kind_of(means: array[int]) -> PageKind:
    """Return the likeliest kind of a page."""
    return PageKind(*max(zip(PAGE_KINDS, kinds_of(means)), key=itemgetter(1))) if means else PageKind()
