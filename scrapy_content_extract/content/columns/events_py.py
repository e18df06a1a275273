"""Reading a page from the events of libxml2's parser: compiled only, in events_c.pxi.

In Python an object for each event would cost more than the tree, so here the tree is read.
"""

from __future__ import annotations

from typing import Any


def borrow(path: str) -> bool:
    """Take the parser of the shared object at ``path``, and say whether it has one.

    The object must have been loaded before; lxml's brings the parser with it, or loads libxml2's library.
    """
    return False


def read_page(html: bytes, counted: frozenset[int], attributes: bool) -> tuple[Any, ...] | None:
    """Return the columns of a page, as ``tree_py.read_tree`` has them, and more; None if it takes a tree.

    More is what ``tree_py.read_names`` returns, the text of the ``<title>``, the characters of the longest
    ``<noscript>``, the attributes that may hide an element and, on request, the ones in
    ``elements.ATTRIBUTES``.

    It takes a tree where no parser was borrowed, where the page has no element or is deeper than the parser
    allows, where a second root goes into a body that does not come last, and where the parser stops.
    """
    return None
