"""The attributes of a page that HTML and metadata are made from, by the numbers of elements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import columns
from ..columns import tree_py
from ..markup.elements import HIDING
from .page import Page


def attributes_of(
    page: Page, marks: bytes | bytearray, mark: int, names: Sequence[str]
) -> dict[int, dict[str, str]]:
    """Return the attributes of the marked elements with some names in :data:`.elements.ATTRIBUTES`.

    An element without them is left out.
    """
    if page.seen is not None and page.seen.attributes is not None:
        found: dict[int, dict[str, str]] = page.seen.attributes.of(marks, mark, names)
        return found
    return columns.tree.read_attributes(page.root, page.end, marks, mark, names)


def hiding_of(page: Page) -> dict[int, dict[str, str]]:
    """Return the attributes that may hide an element, by the number of the element."""
    if page.seen is None and page.kept_nodes is not None:
        return tree_py.hiding_of_kept(page.kept_nodes)
    none = bytes(len(page.code))
    if page.seen is not None:
        found: dict[int, dict[str, str]] = page.seen.hiding.of(none, 0, HIDING)
        return found
    return columns.tree.read_attributes(page.root, page.end, none, 0, HIDING)


def element_marks(page: Page, elements: Iterable[int]) -> bytearray:
    """Return a column that has 1 for some elements, and 0 for the others."""
    marks = bytearray(len(page.code))
    for i in elements:
        marks[i] = 1
    return marks
