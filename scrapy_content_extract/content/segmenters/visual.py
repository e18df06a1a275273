"""The tree of a page as a reader sees it: what the rules of VIPS ask."""

from __future__ import annotations

from ..markup.elements import BLOCK_LEVEL
from ..page.page import Page
from .boxes import Box, Boxes

#: A node is an element, its number, or a text k: ~k.
Node = int


class Tree:
    """What is seen of a page, and asked by the rules."""

    def __init__(self, page: Page) -> None:
        self.page, self.boxes = page, Boxes(page)
        self.root: Node = page.tag.index("body") if "body" in page.tag else 0
        self.is_inline = [tag not in BLOCK_LEVEL for tag in page.tag]
        self.children = self.valid_children()
        self.is_virtual_text = self.virtual_texts()
        self.rulers = sorted(
            (box.top + box.bottom) // 2
            for tag, box in zip(page.tag, self.boxes.elements)
            if tag == "hr" and box.area
        )

    def valid_children(self) -> dict[Node, list[Node]]:
        """Return the children of each node that can be seen, in page order."""
        page, elements, texts = self.page, range(len(self.page.code)), range(len(self.page.gap))
        children: dict[Node, list[Node]] = {node: [] for node in range(-len(texts), len(elements))}
        # An element stands before the text that it begins with, and before the text that follows it.
        places = [(page.first[i], 0, i) for i in elements[1:]] + [(k, 1, ~k) for k in texts]
        for _, _, node in sorted(places):
            if self.box_of(node).area:
                children[page.parent[node] if node >= 0 else page.owner[~node]].append(node)
        return children

    def virtual_texts(self) -> bytearray:
        """Mark the inline nodes that hold nothing but texts and virtual texts."""
        marks = bytearray(len(self.page.code))
        for i in range(len(marks) - 1, -1, -1):
            children = self.children[i]
            marks[i] = self.is_inline[i] and bool(children) and all(j < 0 or marks[j] for j in children)
        return marks

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
