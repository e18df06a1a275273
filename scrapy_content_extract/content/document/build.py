"""Chosen texts → a document, the tree that every format is printed from.

The texts stand in the elements that carry meaning; all other elements are gone:

* headings, paragraphs, lists, quotes, preformatted text, tables of data, figures; links, emphasis, code,
  sub- and superscripts, line breaks;
* pictures and players that stand among the chosen texts (:func:`.core.selection.pictures`).

Each chosen text is there once, in the order of the page.  The only other texts are the address of a player,
as the text of its link, and a heading that is asked for.  A bound stops a page that repeats itself, for
example by a long ``<base>`` in each link.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .. import core
from ..core.builder import Node
from ..core.kinds import H1, HR, LINE, A
from ..core.render_py import lines_in
from ..markup import visible
from ..model import Range
from ..page.notation import quoted
from ..page.page import Page
from ..page.rendering import Parts, render_parts
from .attributes import WANTED, attributes_in
from .captions import Captioned
from .items import with_lists
from .kept import kept_of, pictures
from .media import MOST_SHOWN


class Document(NamedTuple):
    """The content tree, the page that it was made from, and what printers ask before they look for it."""

    page: Page
    #: the chosen texts
    starts: Sequence[int]
    stops: Sequence[int]
    #: a node of no kind that holds the blocks
    root: Node
    #: whether texts or pictures are missing because of the limit
    is_less: bool = False
    has_formulas: bool = False
    has_notes: bool = False

    @property
    def blocks(self) -> list[Node]:
        return self.root.inside

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in page order, an outer one before those in it."""
        stack: list[Any] = [self.root]
        while stack:
            node = stack.pop()
            if type(node) is not str:
                yield node
                stack += reversed(node.inside)

    def drop_links(self) -> Document:
        """Return this document, whose links have become their words."""
        stack = [self.root]
        while stack:
            inside = stack.pop().inside
            flat: list[Any] = []
            waiting = inside[::-1]
            while waiting:
                node = waiting.pop()
                if type(node) is not str and node.kind == A:
                    waiting += reversed(node.inside)
                elif type(node) is str and flat and type(flat[-1]) is str:
                    flat[-1] += node
                else:
                    flat.append(node)
            inside[:] = flat
            stack += [node for node in flat if type(node) is not str]
        return self

    def texts_of(self, nodes: Sequence[Node]) -> list[str]:
        """Return the texts of some nodes on one line each, written as the main text is."""
        starts, stops, first = array("i"), array("i"), array("i", [0])
        for node in nodes:
            n = bisect_right(self.stops, node.start)
            while n < len(self.starts) and self.starts[n] < node.stop:
                starts.append(max(self.starts[n], node.start))
                stops.append(min(self.stops[n], node.stop))
                n += 1
            first.append(len(starts))
        texts = render_parts(self.page, Parts(starts, stops, first))
        # the link of a player has no texts of the page, but its address
        return [
            " ".join(text.split()) if node.start < node.stop else "".join(filter(is_text, node.inside))
            for node, text in zip(nodes, texts)
        ]


def is_text(node: Any) -> bool:
    return type(node) is str


def document_of(page: Page, ranges: Iterable[Range]) -> Document:
    """Return the document of some ranges of texts, in page order.

    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<div>It <b class=x>rains</b>.<p style=y>A<br><a href=/ onclick=z>B</a></div>")
    >>> document_of(page, [(0, 5)]).blocks
    [p['It ', b['rains'], '.'], p['A', br[], a{'url': '/'}['B']]]
    """
    return document_within(page, Captioned(ranges), sys.maxsize)


def document_within(page: Page, chosen: Captioned, most: int, heading: str = "") -> Document:
    """Return the document of some ranges of texts, of about ``most`` characters, tags included.

    A ``heading`` stands above them.
    """
    starts, stops = page.bounds_of(chosen.ranges)
    if not starts:
        return Document(page, starts, stops, Node(LINE, []))
    kept = kept_of(page, chosen)
    found = pictures(page, kept, starts, stops, chosen)
    is_bounded = len(found) > MOST_SHOWN
    del found[MOST_SHOWN:]
    marks, raw = core.selection.wanted(page.parent, page.end, page.owner, *kept[:3], starts, stops, found)
    attributes: dict[int, Mapping[str, Any]] = {}
    if WANTED in marks or "input" in page.tags:
        attributes, is_cut = attributes_in(page, kept, marks, found, most)
        is_bounded |= is_cut
    has_notes = any("note" in of for of in attributes.values())
    written = [i for i in found if i in attributes or kept.kind[i] == HR]
    texts, spaces = core.render.pieces(quoted(page), starts, stops, raw)
    root, is_less = core.builder.build(
        page.parent, page.end, page.first, page.owner, page.gap, *kept, starts, stops, cleaned(texts), spaces,
        written, attributes, most - len(heading),
    )  # fmt: skip
    with_lists(page, root)
    if heading:
        root.inside.insert(0, Node(H1, [heading]))
    is_less |= is_bounded
    return Document(page, starts, stops, root, is_less, page.says("formula tag"), has_notes)


def cleaned(texts: list[str]) -> list[str]:
    """Return texts without soft hyphens and the like; all lines end alike."""
    whole = "".join(texts)
    if "\r" in whole or visible(whole) is not whole:
        return ["\n".join(lines_in(visible(text))) for text in texts]
    return texts
