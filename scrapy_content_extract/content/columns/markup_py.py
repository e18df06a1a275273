"""Texts and attributes as HTML has them, in Python; compiled it is markup_c.pxi."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import islice

from lxml import etree

from ..markup.elements import TEXT
from .render_py import Texts

#: White space before a text, and after it.
BEFORE, AFTER = 1, 2


def escaped(text: str) -> str:
    """Return a text as HTML has it.

    >>> escaped("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def pieces(
    texts: list[str] | Texts, starts: array[int], stops: array[int], raw: bytearray
) -> tuple[list[str], bytes]:
    """Return the texts of some ranges as HTML, their white space collapsed, and where it stood around them.

    Those that ``raw`` marks are as they are.

    >>> pieces([" a  b", "c\\n", "<d>", " e"], array("i", [0]), array("i", [4]), bytearray([0, 0, 0, 1]))
    (['a b', 'c', '&lt;d&gt;', ' e'], b'\\x01\\x02\\x00\\x00')
    """
    written: list[str] = []
    spaces = bytearray()
    for start, stop in zip(starts, stops):
        for k in range(start, stop):
            text = texts[k]
            if raw[len(written)]:
                spaces.append(0)
                written.append(escaped(text))
            else:
                spaces.append(BEFORE * text[0].isspace() | AFTER * text[-1].isspace())
                written.append(escaped(" ".join(text.split())))
    return written, bytes(spaces)


def read_attributes(
    root: etree._Element, end: Sequence[int], marks: bytes | bytearray, mark: int, names: Sequence[str]
) -> dict[int, dict[str, str]]:
    """Return the attributes with these names of the elements with a mark, by the number of the element.

    ``#text`` is the text that an element begins with.  An element with none of them is left out.  ``end``
    is the column of a page.  Raises ValueError when there are fewer elements than that.
    """
    found = {}
    count = 0
    for i, node in enumerate(islice(root.iter(), len(marks))):
        count = i + 1
        if marks[i] == mark and isinstance(node.tag, str):
            attributes = {str(name): str(value) for name, value in node.items() if name in names}
            if TEXT in names and node.text:
                attributes[TEXT] = node.text
            if attributes:
                found[i] = attributes
    if count < len(end):
        raise ValueError("there are other elements than were measured")
    return found
