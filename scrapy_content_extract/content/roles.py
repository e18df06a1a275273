"""Blocks → their roles on the page: header, navigation, breadcrumb, main, sidebar, footer, or None.

A page may declare them: landmarks of HTML and ARIA hold a block (https://www.w3.org/TR/wai-aria-1.2/).  Of
all other blocks, boosted trees judge how likely each role is, from :data:`FEATURES`.  They were trained on
pages that declare landmarks, once these had been removed (``training/roles.py``).  All numbers are whole:
shares and densities are in thousandths.

To add a feature, add a row to :data:`FEATURES`; then train the models again.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from . import columns
from .features import Feature, numbered, numbers_of
from .landmarks import COUNTS, LANDMARK, LANDMARK_OF_ROLE, ROLES
from .model import Page
from .trees import Trees

#: A block has the likeliest role, if it is at least as likely as this.
LEAST = 0.6

#: Hints at what an element is: the words in its class or id.
HINTS: dict[str, tuple[str, ...]] = {
    "nav": ("nav", "menu"),
    "foot": ("foot", "bottom", "copyright"),
    "head": ("head", "top", "masthead"),
    "side": ("side", "aside", "widget", "rail"),
    "crumb": ("crumb",),
    "comment": ("comment", "respon", "repl"),
    "main": ("main", "content", "article", "post", "entry", "story"),
    "promo": tuple("promo banner advert sponsor newsletter relat recommend popular".split()),
}


class Cuts(NamedTuple):
    """Where a page is cut into blocks."""

    #: the first text of each block, and the number of all texts last
    starts: array[int]
    #: the first paragraph of each block, and the number of all paragraphs last
    first_lines: array[int]
    #: how strong the cut before each block but the first is
    strength: array[float]


class Known:
    """What is known of the blocks of a page, a column for each feature."""

    def __init__(self, page: Page, cuts: Cuts, region: float) -> None:
        roles, names, totals = columns.roles, page.names, (page.chars_before, page.link_chars_before)
        starts, parent, owner = cuts.starts, page.parent, page.owner
        self.chars, self.density, self.paragraphs, self.links, self.items, self.before, self.share = (
            roles.contents(starts, cuts.first_lines, owner, page.code.translate(COUNTS), *totals)
        )
        self.region = roles.regions(starts, *totals, cuts.strength, region)
        self.container = roles.containers(
            starts, parent, page.first, page.stop, page.depth, owner, *totals
        )
        said = columns.words.find_hints(names.values, HINTS)
        self.steps = roles.steps_to_hints(
            starts, parent, page.first, page.stop, owner, names.of_class, names.of_id, said, page.body,
            len(HINTS),
        )  # fmt: skip


def at_hint(number: int, name: str) -> Feature[Known]:
    """Return the feature of a hint."""
    meaning = f"steps up to an element whose class or id hints at {name}; 15 = there is none"
    return Feature(f"steps_to_{name}", meaning, lambda it: it.steps[number])


#: A *region* lies between two of the strongest cuts.  The *container* of a block is the lowest element that
#: holds more.
FEATURES: tuple[Feature[Known], ...] = (
    Feature("chars", "characters", lambda it: it.chars),
    Feature("density", "link density", lambda it: it.density),
    Feature("paragraphs", "paragraphs", lambda it: it.paragraphs),
    Feature("links", "links", lambda it: it.links),
    Feature("items", "items of lists, for a hundred paragraphs", lambda it: it.items),
    Feature("text_before", "share of the page's text outside links before it", lambda it: it.before),
    Feature("text_share", "its own share of that text", lambda it: it.share),
    Feature("region_share", "share of the page's characters in its region", lambda it: it.region[0]),
    Feature("region_density", "link density of its region", lambda it: it.region[1]),
    Feature("region_blocks", "blocks of its region", lambda it: it.region[2]),
    Feature("before_region", "blocks before its region", lambda it: it.region[3]),
    Feature("after_region", "blocks after its region", lambda it: it.region[4]),
    Feature("container_depth", "depth of its container", lambda it: it.container[0]),
    Feature("container_density", "link density of its container", lambda it: it.container[1]),
    Feature("share_of_container", "its share of its container's characters", lambda it: it.container[2]),
    *(at_hint(number, name) for number, name in enumerate(HINTS)),
)

#: Where a feature stands in the table.
NUMBER = numbered(FEATURES)


@lru_cache(maxsize=1)
def models() -> dict[str, Trees]:
    """Return the trained trees of each role; read once, when they are first needed."""
    return {role: Trees.load(f"segmenters/role-{role}.json") for role in ROLES}


def numbers_of_blocks(page: Page, cuts: Cuts, region: float) -> array[int]:
    """Return the features of the blocks of a page, a column for each."""
    return numbers_of(FEATURES, Known(page, cuts, region), len(cuts.starts) - 1)


def roles_of(page: Page, cuts: Cuts, region: float, trees: Mapping[str, Trees] | None = None) -> list[str | None]:
    """Return the role of each block, None where it is not sure.

    What the page declares is sure, except that a breadcrumb may be in any landmark.  ``region`` is the
    strength of cuts between regions, ``trees`` are other models than those of the package.
    """
    numbers = numbers_of_blocks(page, cuts, region)
    found = likeliest([of.probabilities(numbers) for of in (trees or models()).values()])
    names = page.names
    marks_of_roles = array("i", [LANDMARK_OF_ROLE.get(role or "", 0) for role in names.roles])
    declared = columns.roles.declared(
        cuts.starts, page.parent, page.stop, page.owner, page.code.translate(LANDMARK), names.of_role,
        marks_of_roles,
    )  # fmt: skip
    return [
        ROLES[number - 1] if number and role != "breadcrumb" else role
        for number, role in zip(declared, found)
    ]


def likeliest(p_of_roles: Sequence[Sequence[float]]) -> list[str | None]:
    """Return the likeliest role of each block, None where none is likely enough.

    >>> likeliest([[0.9, 0.1], [0.7, 0.1], [0, 0], [0, 0], [0, 0.2], [0, 0.3]])
    ['header', None]
    """
    found: list[str | None] = []
    for p in zip(*p_of_roles):
        most = max(p)
        found.append(ROLES[p.index(most)] if most >= LEAST else None)
    return found
