"""tree → Page: one pass that counts everything once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lxml import etree

from .. import columns
from ..columns.tree_py import split_long
from ..markup.elements import CODES
from ..model import positions
from .page import Names, Page, Seen
from .parse import Parsed

PageOrNone = TypeVar("PageOrNone", Page, "Page | None")

#: ``<noscript>`` counts as text when it holds more characters than this ...
NOSCRIPT_CHARS = 300
#: ... and a greater share of the page's text, its own included, than this: forum software
#: puts whole threads there, others a notice or a tracking pixel.
NOSCRIPT_SHARE = 0.45

#: All text below an element.
CONTENT = etree.XPath("string()")


def measure(
    tree: Parsed | etree._Element,
    *,
    html: bytes | str = b"",
    url: str | None = None,
    attributes: bool = False,
) -> Page:
    """Fill the columns of a :class:`Page` from a parsed page, in linear time.

    ``tree`` is the result of :func:`.parse.parse` or any lxml element, and is not changed.  ``html`` is the
    page it was parsed from, for the methods that read the mark-up.  With ``attributes``, the pass also reads
    the ones for HTML and metadata, which need a pass of their own otherwise.
    """
    root, truncated = tree if isinstance(tree, Parsed) else (tree, False)

    def page_of(counted: frozenset[int]) -> Page:
        return page_with(columns.tree.read_tree(root, counted, attributes), root, truncated, html, url)

    page = page_of(frozenset())
    noscripts, chars_outside = noscripts_of(page), page.chars_before[-1]
    if noscripts:
        chars = page.seen.noscript_chars if page.seen else most_chars(root, noscripts, page.end)
        if is_content(chars, chars_outside):
            del page  # the columns of a large page take much memory
            page = with_noscripts(page_of, noscripts, chars_outside)
    return page


def page_with(read: tuple[Any, ...], *fields: Any) -> Page:
    """Return the page that was read; ``fields`` are the fields of a Page after the columns."""
    of_page, *seen = read
    all_fields: tuple[Any, ...] = (*of_page, *fields, Seen(Names(*seen[0]), *seen[1:]) if seen else None)
    return Page(*all_fields)


def noscripts_of(page: Page) -> frozenset[int]:
    """Return the ``<noscript>`` elements."""
    return frozenset(positions(page.code, CODES["noscript"]))


def with_noscripts(
    page_of: Callable[[frozenset[int]], PageOrNone], noscripts: frozenset[int], chars_outside: int
) -> PageOrNone:
    """Return the page with the text of the ``<noscript>`` elements that hold its content.

    ``page_of`` reads it with the text of some of them; ``chars_outside`` counts its other characters.
    """
    page = page_of(noscripts)
    counted = frozenset(
        i
        for i in noscripts
        if page and is_content(page.chars_in([(page.first[i], page.stop[i])]), chars_outside)
    )
    if counted != noscripts:
        del page
        page = page_of(counted)
    return page


def is_content(chars: int, chars_outside: int) -> bool:
    """Tell whether a ``<noscript>`` of ``chars`` characters holds the content of the page."""
    return chars > NOSCRIPT_CHARS and chars > NOSCRIPT_SHARE * (chars + chars_outside)


def most_chars(root: etree._Element, noscripts: frozenset[int], end: Sequence[int]) -> int:
    """Return the characters of the longest ``<noscript>``; scripts in it count, too."""
    most = covered = 0
    for i, node in zip(sorted(noscripts), root.iter("noscript")):
        if i >= covered:  # a nested one is counted with the outer one: a nest would take quadratic time
            text = str(CONTENT(node))
            if len(text) > NOSCRIPT_CHARS:  # few are so long
                most = max(most, sum(map(len, split_long(text))))
            covered = end[i]
    return most
