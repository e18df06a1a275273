"""How sure a mean over pages is: intervals by the bootstrap.

B. Efron, R. Tibshirani: "An Introduction to the Bootstrap", 1993, ch. 13: as many pages as
there are are drawn with replacement, many times, and the interval is where the middle
95 % of the means lie.  For two methods on the same pages the differences page by page are
drawn, so that what makes a page hard for both does not blur the comparison.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

#: The draws are the same for every method, and in every run.
SEED = 0
RESAMPLES = 1000
#: The share of the means that is left out at either end.
TAIL = 0.025


class Mean(NamedTuple):
    mean: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of some values, one or more, and its 95 % interval.

    >>> mean_of([0.5, 0.5, 0.5])
    Mean(mean=0.5, low=0.5, high=0.5)
    """
    means = sorted(fmean(map(values.__getitem__, draw)) for draw in draws(len(values)))
    cut = round(TAIL * RESAMPLES)
    return Mean(fmean(values), means[cut], means[-1 - cut])


def difference_of(values: Sequence[float], others: Sequence[float]) -> Mean:
    """Return the mean difference of two methods over the same pages."""
    return mean_of([value - other for value, other in zip(values, others)])


@lru_cache(maxsize=16)  # the kinds of pages of a set
def draws(size: int) -> list[list[int]]:
    """Return the pages of each draw, from ``size`` of them."""
    rng = random.Random(SEED)
    return [rng.choices(range(size), k=size) for _ in range(RESAMPLES)]
