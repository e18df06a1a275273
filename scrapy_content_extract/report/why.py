"""Why a paragraph is likely to be content: how much each feature moves the log-odds of ``auto``.

A. Saabas: "Interpreting random forests", 2014, for boosted trees: on the way of a row down a tree the mean
of the leaves below changes at each split, and that much is due to the feature of the split.  So the base
and all contributions add up to the log-odds, without a remainder.  A feature has credit only for the splits
it decides: of two that say the same, the one higher in the tree has more, where SHAP would share it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..content.auto.auto import DESCRIBED, model
from ..content.auto.features import FEATURES, NUMBER, describe_in_parts
from ..content.page.page import Page
from .plainly import NAMES

#: The number of features that are named for a paragraph; they move it most.
NAMED = 8


class Reason(NamedTuple):
    """The effect of a feature on a paragraph."""

    #: its number in FEATURES
    feature: int
    #: its value
    value: int
    #: the log-odds that it adds
    moved: float


def base() -> float:
    """Return the log-odds that the contributions of a paragraph are added to."""
    return model().base * model().step


def rows_of(page: Page) -> Iterator[list[int]]:
    """Yield the features of each paragraph, in the order of :data:`.paragraph_features.FEATURES`."""
    for part in describe_in_parts(page, DESCRIBED):
        n = len(part.node)
        for b in range(n):
            yield list(part.numbers[b::n])


def reasons_of(row: list[int]) -> tuple[list[Reason], float]:
    """Return the features that move a paragraph most, and what all others add together."""
    trees = model()
    moved = {name: steps * trees.step for name, steps in trees.contributions(row).items()}
    most = sorted(moved, key=lambda name: abs(moved[name]), reverse=True)[:NAMED]
    named = [Reason(NUMBER[name], row[NUMBER[name]], moved[name]) for name in most if moved[name]]
    return named, sum(moved.values()) - sum(reason.moved for reason in named)


def in_words(reason: Reason) -> str:
    return NAMES[FEATURES[reason.feature].name][1](reason.value)


def features() -> list[tuple[str, str]]:
    """Return the names and the meanings of the features, in the order of their numbers."""
    return [(NAMES[feature.name][0], f"{feature.meaning} ({feature.name})") for feature in FEATURES]
