"""The page as a browser shows it: a box for each element and each text, and the tree of visible nodes.

A rendered page has the boxes as attributes (:data:`BOX`), so they are kept wherever HTML is kept: files, web
archives, Scrapy's cache.  :mod:`scrapy_content_extract.crawl.browser` writes them::

    data-rendered-box="left top right bottom font-size font-weight color background;left top right ...;..."

Numbers are CSS pixels from the corner of the page.  After the element come the boxes of the texts that it
holds directly.  Elements and texts that are not shown have empty ones, a transparent background is ``-``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..markup import BLOCK_LEVEL, BOX
from ..page.page import Page

#: The greatest coordinate, in pixels: browsers lay out no larger pages (Chromium's layout ends at 2^25).
FARTHEST = 1 << 26


class Box(NamedTuple):
    """A rectangle; it is invisible without width or height."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)


class ComputedStyle(NamedTuple):
    size: float
    weight: int
    color: str
    #: its own, or the one that shines through a transparent one
    background: str


NO_BOX = Box(0, 0, 0, 0)
NO_STYLE = ComputedStyle(0.0, 0, "", "")


class Boxes:
    """The boxes of a page.  Raises ValueError if the page was not rendered."""

    #: per element
    elements: list[Box]
    styles: list[ComputedStyle]
    #: per text
    texts: list[Box]

    def __init__(self, page: Page) -> None:
        written = [node.get(BOX) for node in page.nodes]
        if all(value is None for value in written):
            raise ValueError(
                f"The page has no boxes: none of its {len(written)} elements has the attribute {BOX}. "
                "They are where a browser has shown each element, and only a rendered page has them: "
                "render it with scrapy_content_extract.crawl.browser.render(), or in a crawl with "
                "scrapy-playwright and the page method of docs/segmenters/vips.rst."
            )
        parts = [(value or "").split(";") for value in written]
        self.elements = [box_of(part[0]) for part in parts]
        self.styles = styles_of(page.parent, [part[0] for part in parts])
        self.texts = text_boxes(page.owner, self.elements, [part[1:] for part in parts])
        widen(page.parent, self.elements)


def box_of(text: str) -> Box:
    """Read a box; a box that cannot be read, or stands above or left of the page, is empty."""
    try:
        left, top, right, bottom = map(int, text.split()[:4])
    except ValueError:
        return NO_BOX
    is_seen = -FARTHEST < left < right < FARTHEST and -FARTHEST < top < bottom < FARTHEST
    return Box(left, top, right, bottom) if is_seen and right > 0 and bottom > 0 else NO_BOX


def styles_of(parent: Sequence[int], written: Iterable[str]) -> list[ComputedStyle]:
    """Return the styles of elements; a parent stands before its children."""
    styles: list[ComputedStyle] = []
    for i, text in zip(parent, written):
        above = styles[i] if i >= 0 else NO_STYLE
        try:
            size, weight, color, background = text.split()[4:]
            style = ComputedStyle(
                float(size), int(weight), color, above.background if background == "-" else background
            )
        except ValueError:
            style = above
        styles.append(style)
    return styles


def text_boxes(owner: Sequence[int], elements: Sequence[Box], written: Sequence[list[str]]) -> list[Box]:
    """Return the boxes of texts.

    If the browser and the parser have split the texts of an element differently, the texts get the box of
    the element.
    """
    own: dict[int, list[int]] = {}
    for k, i in enumerate(owner):
        own.setdefault(i, []).append(k)
    boxes = [elements[i] for i in owner]
    for i, ks in own.items():
        if len(ks) == len(written[i]):
            for k, text in zip(ks, written[i]):
                boxes[k] = box_of(text)
    return boxes


def widen(parent: Sequence[int], elements: list[Box]) -> None:
    """Give elements without a box one around their children: with floats alone, they are 0 pixels high."""
    around: dict[int, Box] = {}
    for i in range(len(elements) - 1, 0, -1):
        if not elements[i].area and i in around:
            elements[i] = around[i]
        box, up = elements[i], parent[i]
        if box.area and up >= 0 and not elements[up].area:
            a, b = around.get(up, box), box
            around[up] = Box(
                min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom)
            )


#: A node is an element, its number, or a text k: ~k.
Node = int


class Tree:
    """The nodes of a page that can be seen, and the properties that the rules of VIPS ask for."""

    def __init__(self, page: Page) -> None:
        self.page, self.boxes = page, Boxes(page)
        self.root: Node = page.tag.index("body") if "body" in page.tag else 0
        self.is_inline = [tag not in BLOCK_LEVEL for tag in page.tag]
        elements, texts = range(len(page.code)), range(len(page.gap))
        #: the children of each node that can be seen, in page order
        self.children: dict[Node, list[Node]] = {node: [] for node in range(-len(texts), len(elements))}
        # An element stands before the text that it begins with, and before the text that follows it.
        places = [(page.first[i], 0, i) for i in elements[1:]] + [(k, 1, ~k) for k in texts]
        for _, _, node in sorted(places):
            if self.box_of(node).area:
                self.children[page.parent[node] if node >= 0 else page.owner[~node]].append(node)
        #: 1 for the inline nodes that hold nothing but texts and virtual texts
        self.is_virtual_text = marks = bytearray(len(elements))
        for i in reversed(elements):
            children = self.children[i]
            marks[i] = self.is_inline[i] and bool(children) and all(j < 0 or marks[j] for j in children)
        self.rulers = sorted(
            (box.top + box.bottom) // 2
            for tag, box in zip(page.tag, self.boxes.elements)
            if tag == "hr" and box.area
        )

    def box_of(self, node: Node) -> Box:
        return self.boxes.elements[node] if node >= 0 else self.boxes.texts[~node]

    def element_of(self, node: Node) -> int:
        """Return the element that a node is, or the one that holds the text."""
        return node if node >= 0 else self.page.owner[~node]

    def texts_of(self, node: Node) -> tuple[int, int]:
        return (self.page.first[node], self.page.stop[node]) if node >= 0 else (~node, ~node + 1)

    def is_text(self, node: Node) -> bool:
        """Tell whether a node is a text, or a virtual one."""
        return node < 0 or bool(self.is_virtual_text[node])

    def is_text_block(self, node: Node) -> bool:
        """Tell whether nothing but text is in a node."""
        return self.is_text(node) or all(map(self.is_text, self.children[node]))

    def font_of(self, node: Node) -> tuple[float, int]:
        """Return size and weight of a node's first text."""
        start, stop = self.texts_of(node)
        style = self.boxes.styles[self.page.owner[start] if start < stop else node]
        return style.size, style.weight

    def background_of(self, node: Node) -> str:
        return self.boxes.styles[self.element_of(node)].background
