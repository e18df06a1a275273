"""The attributes of a page that HTML and metadata are made from, by the numbers of elements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .. import core
from ..markup import ALL, FOR_METADATA, HIDING, METADATA_ATTRIBUTES
from .page import Page, once
from .parse import without_unread

#: The place of the codes among the columns of a page.
CODE = 2


def attributes_of(
    page: Page, marks: bytes | bytearray, mark: int, names: Sequence[str]
) -> dict[int, dict[str, str]]:
    """Return the attributes of the marked elements with some names in :data:`.markup.ATTRIBUTES`.

    An element without them is left out.
    """
    seen = page.seen
    if seen is not None and seen.keeps == FOR_METADATA and METADATA_ATTRIBUTES.issuperset(names):
        return read_from(page, seen.kept, marks, mark, names)
    return read_from(page, kept_of(page), marks, mark, names)


@once
def kept_of(page: Page) -> Any:
    """Return the attributes that HTML and metadata are made from, or None if only the tree can tell them.

    A page that was read without them is read again, which takes less time than a tree.
    """
    if page.seen is None or page.seen.keeps == ALL:
        return page.seen and page.seen.kept
    if page.tree is None:
        assert isinstance(page.html, bytes)
        found = core.tree.read_page(without_unread(page.html, page.found, ALL), ALL)
    else:
        found = core.tree.read_tree(page.tree, ALL)
    columns, seen = found or ((), None)
    return seen.kept if seen is not None and len(columns[CODE]) == len(page.code) else None


def read_from(
    page: Page, seen: Any, marks: bytes | bytearray, mark: int, names: Sequence[str]
) -> dict[int, dict[str, str]]:
    """Return attributes of the marked elements as the pass has kept them, else from the tree."""
    if seen is None:
        return core.tree.read_attributes(page.root, page.end, marks, mark, names)
    found: dict[int, dict[str, str]] = seen.of(marks, mark, names)
    return found


@once
def hiding_of(page: Page) -> dict[int, dict[str, str]]:
    """Return the attributes that may hide elements: :data:`.markup.HIDING`."""
    return read_from(page, page.seen and page.seen.always, bytes(len(page.code)), 0, HIDING)


def own_fragment(page: Page, href: str) -> str:
    """Return the fragment of an address that leads to a place on the page itself, or ""."""
    address, _, fragment = href.strip().partition("#")
    return fragment if address in ("", (page.url or "").partition("#")[0]) else ""


def element_marks(page: Page, elements: Iterable[int]) -> bytearray:
    """Return a column that has 1 for some elements, and 0 for the others."""
    marks = bytearray(len(page.code))
    for i in elements:
        marks[i] = 1
    return marks
