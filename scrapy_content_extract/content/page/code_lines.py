"""The lines of a program: its text as a browser shows it, without numbers of lines and buttons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice, pairwise
from textwrap import dedent

from lxml import etree

from ..markup.elements import BLOCK_LEVEL, CELLS

#: Words in the classes of the numbers of lines, and of what is there to be clicked.
NUMBERS = re.compile(
    r"(?<![a-z])(?:(?:gutter|line[-_]?n(?:os?|ums?|umbers?)|blob-num|crayon-(?:striped-)?nums?|pre-numbering|ln-n"
    r"|tag_listingline)(?![a-z])|(?<![a-z-])ln(?:os?|s|t)?(?![a-z-]))",
    re.IGNORECASE,
)
TOOLS = re.compile(r"copy(?!right)|clipboard|toolbar|\bbtn\b", re.IGNORECASE)
#: The most characters of a button that is another element.
TOOL_CHARS = 40
#: The most texts of the number of a line.
FEW = 8
_SKIPPED = frozenset({"button", "script", "style", "template"})
_LINES = BLOCK_LEVEL - CELLS
#: An element for each line.
LINE = re.compile(r"(?:^|\s)(?:[\w-]+-|\w*_listing)?line(?:\s|$)", re.IGNORECASE)


def counts_up(numbers: Iterable[str]) -> bool:
    """Tell whether some texts are numbers, each by one more than the number before.

    >>> counts_up(["9", "10"]), counts_up(["1", "3"]), counts_up([""])
    (True, False, False)
    """
    found = list(numbers)
    if not found or not all(number.isdecimal() and len(number) < 9 for number in found):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(found))


def text_in(element: etree._Element, most: int | None = None) -> str:
    """Return the texts in an element, or the first ones."""
    return "".join(map(str, islice(element.itertext(), most)))


def number_in(element: etree._Element) -> str:
    """Return the number that an element has as an attribute or as its text, or ""."""
    given = element.get("data-line-number") or text_in(element, FEW).strip()
    if not given and len(element):
        given = element[0].get("data-line-number") or ""
    return given if given.isdecimal() else ""


class Lines:
    """The text of an element while it is read."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        #: the open elements that may be numbers or buttons: element, whether it has numbers, its first piece
        self.doubtful: list[tuple[etree._Element, bool, int]] = []

    def end_line(self) -> None:
        if self.pieces and not self.pieces[-1].endswith("\n"):
            self.pieces.append("\n")

    def add(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)

    def open(self, node: etree._Element) -> None:
        of_class = (node.get("class") or "")[:1000]
        is_number = NUMBERS.search(of_class) is not None
        if is_number or TOOLS.search(of_class):
            self.doubtful.append((node, is_number, len(self.pieces)))

    def close(self, node: etree._Element) -> None:
        """Drop what was read of an element if it is numbers or a button."""
        if not self.doubtful or self.doubtful[-1][0] is not node:
            return
        _, is_number, first = self.doubtful.pop()
        text = "".join(self.pieces[first:]).strip()
        if text.isdecimal() or counts_up(text.split()) if is_number else len(text) <= TOOL_CHARS:
            del self.pieces[first:]
        else:  # what holds it is neither
            self.doubtful.clear()


def lines_in(element: etree._Element, line_break: str = "\n") -> str:
    """Return the text of an element with its lines; ``line_break`` is written for one in a text."""
    lines, ends_lines = Lines(), has_spans_for_lines(element)
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        is_line = node.tag in _LINES or (ends_lines and LINE.search(node.get("class") or "") is not None)
        if event == "start":
            if is_line:
                lines.end_line()
            if node.tag in _SKIPPED:
                walk.skip_subtree()
                continue
            if node is not element:
                lines.open(node)
            if node.tag == "br":
                lines.add("\n")
            elif node.text and not is_between(node.text, None, node):
                lines.add(node.text.replace("\n", line_break))
            continue
        if event == "end":
            lines.close(node)
            if is_line:
                lines.end_line()
        if node is not element and node.tail and not is_between(node.tail, node, node.getparent()):
            lines.add(node.tail.replace("\n", line_break))
    return as_code("".join(lines.pieces))


def has_spans_for_lines(element: etree._Element) -> bool:
    """Tell whether a program has a ``<span>`` for each line, which a style sheet makes a block."""
    if "\n" in text_in(element).strip() or element.find(".//br") is not None:
        return False
    return any(LINE.search(span.get("class") or "") for span in element.iter("span"))


def is_between(text: str, before: etree._Element | None, parent: etree._Element | None) -> bool:
    """Tell whether white space stands between two elements that are lines, and belongs to neither."""
    if not text.isspace():
        return False
    if before is not None:
        after = before.getnext()
        return before.tag in _LINES and (after is None or after.tag in _LINES)
    return parent is not None and len(parent) > 0 and parent[0].tag in _LINES


def as_code(text: str) -> str:
    """Return a text with plain spaces, without empty lines around it and white space at the ends of lines."""
    lines = text.replace("\xa0", " ").replace("\r", "").split("\n")
    return "\n".join([line.rstrip() for line in lines]).strip("\n")


def collapsed_lines(element: etree._Element, *, dedents: bool = True) -> str:
    """Return the text of an element whose lines end with ``<br>``: other line breaks are spaces.

    >>> from lxml.html import fromstring
    >>> collapsed_lines(fromstring("<code>  if a:<br>\\n  &nbsp; b<br></code>"))
    'if a:\\n  b'
    """
    text = lines_in(element, "\v")
    text = "\n".join([" ".join(line.strip("\v").split("\v")) for line in text.split("\n")])
    return as_code(dedent(text) if dedents else text)
