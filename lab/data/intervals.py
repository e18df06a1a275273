"""Means over pages with 95 % intervals, by the bootstrap of SciPy.

The intervals are bias-corrected and accelerated (BCa): B. Efron: "Better Bootstrap Confidence Intervals",
Journal of the American Statistical Association 82, 1987.  For two methods on the same pages, the
differences page by page are resampled, so that what makes a page hard for both does not blur the
comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from statistics import fmean
from typing import NamedTuple

import numpy as np
from scipy import stats

#: The resamples are the same for every method, and in every run.
SEED = 0
RESAMPLES = 9_999
LEVEL = 0.95
#: The greatest difference of two equal values: it comes from rounding.
ROUNDING = 1e-12

#: What commands print above intervals.
METHOD = f"{100 * LEVEL:.0f} % intervals in brackets: BCa bootstrap over pages, {RESAMPLES:,} resamples"


class Mean(NamedTuple):
    mean: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of one or more values and its interval.

    Equal values, or a single one, have nothing to resample: both ends of their interval are the mean.

    >>> mean_of([0.5, 0.5, 0.5])
    Mean(mean=0.5, low=0.5, high=0.5)
    """
    mean = fmean(values)
    if max(values) - min(values) <= ROUNDING:
        return Mean(mean, mean, mean)
    found = stats.bootstrap(
        (np.array(values, dtype=float),),
        np.mean,
        n_resamples=RESAMPLES,
        batch=1_000,  # more would fill the memory
        confidence_level=LEVEL,
        method="BCa",
        rng=np.random.default_rng(SEED),
    )
    low, high = map(float, found.confidence_interval)
    if isnan(low) or isnan(high):  # there is no acceleration where leaving out a page changes nothing
        tail = (1 - LEVEL) / 2
        low, high = map(float, np.quantile(found.bootstrap_distribution, [tail, 1 - tail]))
    return Mean(mean, low, high)


def difference_of(values: Sequence[float], others: Sequence[float]) -> Mean:
    """Return the mean difference of two methods over the same pages."""
    return mean_of([value - other for value, other in zip(values, others)])
