"""Page → how likely it is an article, a thread, a list, a page of a product, or another page.

For each kind, trees look at one row of numbers: the means of the features of all paragraphs, weighted by
characters.  Their probabilities are made to add up to 1.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import exp

from .. import kernels
from .trees import Models, Trees

KINDS = ("article", "thread", "list", "product", "other")


@lru_cache(maxsize=1)
def models() -> Models:
    """Return the trained trees of each kind; they are read at the first call."""
    return Models({kind: Trees.load(f"auto/kind-{kind}.json") for kind in KINDS})


def kinds_of(numbers: array[int], chars: array[int], trees: Models | None = None) -> list[float]:
    """Return the probability of each of :data:`KINDS` for the features of the paragraphs of a page."""
    trees = trees or models()
    sums = trees.leaf_sums(kernels.facts.means(numbers, chars))
    likely = [1 / (1 + exp((zero - n) * step)) for n, zero, step in zip(sums, trees.zeros, trees.steps)]
    total = sum(likely)
    return [p / total for p in likely]
