"""The boxes of a page in a browser: one for each element, and one for each text.

A rendered page has them as attributes (:data:`BOX`), so they are kept wherever HTML is kept: files, web
archives, Scrapy's cache.  :mod:`scrapy_content_extract.browser` writes them::

    data-rendered-box="left top right bottom font-size font-weight color background;left top right ...;..."

Numbers are CSS pixels from the corner of the page.  After the element come the boxes of the texts that it
holds directly.  Elements and texts that are not shown have empty ones, a transparent background is ``-``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..markup import BOX
from ..page.page import Page

#: The greatest coordinate, in pixels: pages in browsers are smaller.
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
                "render it with scrapy_content_extract.browser.render(), or in a crawl with "
                "scrapy-playwright and the page method of docs/segmenters/vips.rst."
            )
        parts = [(value or "").split(";") for value in written]
        self.elements = [box_of(part[0]) for part in parts]
        self.styles = styles_of(page.parent, [part[0] for part in parts])
        self.texts = texts_of(page.owner, self.elements, [part[1:] for part in parts])
        widen(page.parent, self.elements)


def box_of(text: str) -> Box:
    """Read a box; a box that cannot be read, or stands above or left of the page, is empty.

    >>> box_of("0 10 200 30 16 400 rgb(0,0,0) -"), box_of(""), box_of("a 1 2 3")
    (Box(left=0, top=10, right=200, bottom=30), Box(left=0, top=0, right=0, bottom=0), \
Box(left=0, top=0, right=0, bottom=0))
    """
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


def texts_of(owner: Sequence[int], elements: Sequence[Box], written: Sequence[list[str]]) -> list[Box]:
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
            around[up] = union(around.get(up, box), box)


def union(a: Box, b: Box) -> Box:
    """Return the smallest box that holds two.

    >>> union(Box(0, 0, 5, 5), Box(2, 3, 9, 4))
    Box(left=0, top=0, right=9, bottom=5)
    """
    return Box(min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom))
