"""Blocks → their roles on the page: header, navigation, breadcrumb, main, sidebar, footer, or None.

A page may declare them: landmarks of HTML and ARIA hold a block (https://www.w3.org/TR/wai-aria-1.2/).  Of
all other blocks, boosted trees judge how likely each role is, from :data:`FEATURES`.  They were trained on
pages that declare landmarks, once these had been removed (``lab/training/roles.py``).  All numbers are whole:
shares and densities are in thousandths.

To add a feature, add a row to :data:`FEATURES`, and to :mod:`.core.roles` what writes its column; then
train the models again.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from math import log
from typing import NamedTuple

from .. import core
from ..auto.features import Feature, numbered
from ..auto.trees import Models, Trees
from ..core.roles import BREADCRUMB, LANDMARK, LANDMARK_OF_ROLE, ROLE_OF, ROLES
from ..page.page import Page

#: The least probability of a block's likeliest role: a wrong role costs more than none.
LEAST = 0.6
LEAST_ODDS = log(LEAST / (1 - LEAST))

#: Hints at the role of an element: the words in its class or id.
HINTS: dict[str, tuple[str, ...]] = {
    "nav": ("nav", "menu"),
    "foot": ("foot", "bottom", "copyright"),
    "head": ("head", "top", "masthead"),
    "side": ("side", "aside", "widget", "rail"),
    "crumb": ("crumb",),
}


class Cuts(NamedTuple):
    #: the first text of each block, and the number of all texts last
    starts: array[int]
    #: the first paragraph of each block, and the number of all paragraphs last
    first_lines: array[int]
    #: the strength of the cut before each block except the first
    strength: array[float]


STEPS = "steps up to an element whose class or id"
#: A *region* lies between two of the strongest cuts.  The *container* of a block is the lowest element that
#: holds more.
FEATURES: tuple[Feature, ...] = (
    Feature("chars", "characters"),
    Feature("density", "link density"),
    Feature("paragraphs", "paragraphs"),
    Feature("links", "links"),
    Feature("items", "items of lists, for a hundred paragraphs"),
    Feature("text_before", "share of the page's text outside links before it"),
    Feature("region_share", "share of the page's characters in its region"),
    Feature("region_density", "link density of its region"),
    Feature("region_blocks", "blocks of its region"),
    Feature("before_region", "blocks before its region"),
    Feature("after_region", "blocks after its region"),
    Feature("container_depth", "depth of its container"),
    Feature("container_density", "link density of its container"),
    *(Feature(f"steps_to_{name}", f"{STEPS} hints at {name}; 15 = there is none") for name in HINTS),
)

#: The number of each feature in the table.
NUMBER = numbered(FEATURES)
#: The numbers of those that each function of the core writes.
PLACES = [
    [NUMBER[name] for name in part] for part in (*core.roles.WRITTEN, [f"steps_to_{name}" for name in HINTS])
]


@lru_cache(maxsize=1)
def models() -> Models:
    """Return the trained trees of each role; they are read at the first call."""
    return Models.load("methods/role-{}.json", ROLES)


def numbers_of_blocks(page: Page, cuts: Cuts, region: float) -> array[int]:
    """Return the features of the blocks of a page, a column for each."""
    names, place = core.roles.names_around(page, cuts.starts)
    hints, _ = core.words.find_hints(list(map(page.names.value, names)), HINTS)
    return core.roles.describe(page, cuts, region, (place, hints), PLACES)


def roles_of(
    page: Page, cuts: Cuts, region: float, trees: Mapping[str, Trees] | None = None
) -> list[str | None]:
    """Return the role of each block, or None if unsure.

    The page's own landmarks are sure, except that a breadcrumb may be in any of them.  ``region`` is the
    strength of cuts between regions; ``trees`` replace the package's models.
    """
    likely = likeliest(numbers_of_blocks(page, cuts, region), trees or models())
    roles = page.names.roles
    marks_of_roles = array("i", [LANDMARK_OF_ROLE.get(role or "", 0) for role in roles])
    declared = core.roles.declared(
        page, cuts.starts, page.code.translate(LANDMARK), marks_of_roles, likely, BREADCRUMB
    )
    return list(map(ROLE_OF.__getitem__, declared))


def likeliest(numbers: array[int], trees: Mapping[str, Trees]) -> array[int]:
    """Return the likeliest role of each block, from 1, or 0 if no role is likely enough."""
    if not isinstance(trees, Models):
        trees = Models((role, trees[role]) for role in ROLES)
    return core.roles.likeliest(trees.leaf_sums(numbers), trees.zeros, trees.steps, LEAST_ODDS)
