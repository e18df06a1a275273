"""A document → plain values, which JSON can hold: the result ``document``."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import Any

from ..core import kinds
from ..core.builder import Node
from .build import Document, is_text

#: The types of nodes by their elements, and by kind.
TYPE_OF = {
    "": "line", "p": "paragraph", **{f"h{level}": "heading" for level in range(1, 7)}, "pre": "code_block",
    "dt": "term", "caption": "caption", "figcaption": "caption", "td": "cell", "th": "cell", "li": "item",
    "dd": "meaning", "blockquote": "quote", "figure": "figure", "ul": "list", "ol": "list",
    "dl": "definitions", "table": "table", "thead": "head", "tbody": "body", "tfoot": "foot", "tr": "row",
    "a": "link", "em": "emphasis", "i": "emphasis", "strong": "strong", "b": "strong", "sub": "sub",
    "sup": "sup", "del": "strike", "tex-inline": "formula", "code": "code", "img": "picture", "hr": "rule",
    "br": "break",
}  # fmt: skip
TYPES = [TYPE_OF.get(name, "") for name in kinds.KINDS]
#: Attributes that have another name, or none, in plain values.
NAMES = {"ref": "note", "type": "numbering", "done": "checked", "first": "", "back": "note"}
#: The characters of a node as JSON, about.
PER_NODE = 60


def plain_of(document: Document, most: int = sys.maxsize) -> tuple[list[dict[str, Any]], bool]:
    """Return the blocks of a document, with about ``most`` characters as JSON, and whether some are missing.

    docs/document.rst has the types and attributes.

    >>> from scrapy_content_extract.content.document.build import document_of
    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<h2>Rain</h2><p>It rains.")
    >>> for block in plain_of(document_of(page, [(0, 2)]))[0]:
    ...     print(block)
    {'type': 'heading', 'texts': [0, 1], 'level': 2, 'content': ['Rain']}
    {'type': 'paragraph', 'texts': [1, 2], 'content': ['It rains.']}
    """
    printer = Printer(most)
    blocks = printer.content_of(document.root)
    return blocks, printer.is_less


class Printer:
    """Makes plain values of nodes, as long as characters are ``left``."""

    def __init__(self, left: int) -> None:
        self.left, self.is_less = left, False

    def content_of(self, node: Node) -> list[Any]:
        """Return what is in a node, texts that stand side by side as one."""
        content: list[Any] = []
        for are_texts, some in groupby(node.inside, is_text):
            if are_texts:
                text = "".join(some)
                content += [text] if text else []
                self.left -= len(text)
                continue
            for one in some:
                if self.left < 0:
                    self.is_less = True
                    return content
                content.append(self.value_of(one))
        return content

    def value_of(self, node: Node) -> dict[str, Any]:
        kind, of = node.kind, node.of
        found: dict[str, Any] = {"type": TYPES[kind], "texts": [node.start, node.stop]}
        self.left -= PER_NODE
        if kinds.H1 <= kind <= kinds.H6:
            found["level"] = kind - kinds.H1 + 1
        elif kind in (kinds.UL, kinds.OL):
            found["ordered"] = kind == kinds.OL
        elif kind == kinds.TH:
            found["header"] = True
        if of:
            if "ref" in of or "back" in of:
                found["type"] = "note_mark" if "ref" in of else "note_back"
            found |= {
                called: value
                for name, value in of.items()
                if (called := NAMES.get(name, name)) and not (name == "language" and not value)
            }
            self.left -= len(str(of))
        if kind not in (kinds.IMG, kinds.HR, kinds.BR):
            found["content"] = self.content_of(node)
        return found
