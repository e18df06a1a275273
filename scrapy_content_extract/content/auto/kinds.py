"""The means of the features of a page → its kind, judged when somebody asks.

For each kind of page, trees judge one row of numbers: the means of the features of all paragraphs, weighted
by characters.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import exp
from operator import itemgetter

from ..model import PAGE_KINDS, lazy
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


class PageKind:
    """The kind of a page and its probability, judged when one is asked for; None without paragraphs."""

    def __init__(self, means: array[int], known: str | None = None) -> None:
        """``known`` is the kind that the caller knows."""
        self.means, self.known = means, known

    @lazy
    def both(self) -> tuple[str | None, float | None]:
        if not self.means:
            return None, None
        if self.known:
            return self.known, 1.0
        return max(zip(PAGE_KINDS, kinds_of(self.means)), key=itemgetter(1))

    @property
    def name(self) -> str | None:
        return self.both[0]

    @property
    def confidence(self) -> float | None:
        return self.both[1]
