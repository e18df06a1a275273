# cython: wraparound=True
"""Chosen texts and pictures → the content tree of :mod:`.kinds`.

The builder walks once over the chosen texts.  It keeps the open blocks, the open line and the open inline
elements; a text goes to the innermost.  Time and memory are linear: it stops when the document has as many
characters as it may have, and counts what a reader needs to print it before anything is added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..markup import BLOCK_BOUNDARY, LINE_BREAK, SPACE
from .columns import Column

from .kinds import (  # isort: skip
    BLOCKQUOTE, BR, CODE, DD, DL, FIGCAPTION, FIGURE, H1, H6, HR, IMG, KINDS, LI, LINE, OL, PRE, TD, TH, TR,
    UL, VIDEO, A, P,
)  # fmt: skip
from .render_py import AFTER, BEFORE, STOPS, let_others_run

#: The cost of a line for each quote or item around it: the characters that Markdown begins it with.
PER_LEVEL = 4
#: Other threads may run after this many texts, about a millisecond.
TURN = 1_024
#: What a node costs: the characters of its tags.
PER_NODE = 9
#: The most inline elements and pictures of one line, besides links; what follows is plain text.  Readers of
#: Markdown look for the end of each in all that follows.
MOST_INLINE = 5_000
#: A picture counts once, and once more for each of these characters.
PICTURE_CHARS = 100
#: What ``&``, ``<`` and ``>`` cost more than another character.
REFERENCE = 4

#: The attributes of most nodes.
NONE: Mapping[str, Any] = {}


class Node:
    """A part of a document: its kind, the texts of the page that it holds, its content and its attributes."""

    __slots__ = ("inside", "kind", "of", "start", "stop")

    def __init__(self, kind: int, inside: list[Any], of: Mapping[str, Any] = NONE) -> None:
        self.kind = kind
        #: nodes, and strings where runs may stand
        self.inside = inside
        #: its attributes; :mod:`.document.attributes` has the list
        self.of = of
        #: its texts are ``range(start, stop)``, with those between them that were left out
        self.start = self.stop = 0

    def __repr__(self) -> str:
        return f"{KINDS[self.kind] or 'line'}{dict(self.of) or ''}{self.inside}"


class Builder:
    """A document in the making."""

    def __init__(
        self, parent: Column, end: Column, kind: Column, block: Column, inline: Column,
        attributes: dict[int, Mapping[str, Any]], left: int,
    ) -> None:  # fmt: skip
        self.parent, self.end, self.kind, self.block, self.inline = parent, end, kind, block, inline
        self.attributes = attributes
        self.document = Node(LINE, [])
        #: the characters that are left
        self.left = left
        #: the elements of the open blocks, -1 for the document, and their nodes
        self.elements, self.nodes = [-1], [self.document]
        #: the open line, an item without an element around it, and the inline elements that are open in it
        self.line: Node | None = None
        self.item: Node | None = None
        self.spans: list[int] = []
        self.marks: list[Node] = []
        #: the cells of the open row that come later, the inline elements around an inline element
        self.cells: dict[int, Node] = {}
        self.around: dict[int, list[int]] = {}
        #: the next text, and the one before it, or -1
        self.at, self.last = 0, -1
        #: what a line costs here; the inline elements and pictures of the open line
        self.margin = self.crowd = 0
        self.is_after_picture = False

    # blocks

    def add(self, inside: list[Any], kind: int, e: int) -> Node:
        """Add a node, for an element or for none."""
        of: Mapping[str, Any] = self.attributes.get(e, NONE) if e >= 0 else NONE
        node = Node(kind, [], of)
        node.start = node.stop = self.at
        inside.append(node)
        self.left -= PER_NODE
        if of is not NONE and "url" in of:
            self.left -= len(of["url"])
        return node

    def enter(self, b: int) -> None:
        """End and begin blocks until ``b`` is the innermost; -1 is the document."""
        self.end_line()
        elements = self.elements
        top = elements[-1]
        while top >= 0 and not (top <= b and b < self.end[top]):
            self.leave()
            top = elements[-1]
        opened = []
        while b != top:
            opened.append(b)
            b = self.block[self.parent[b]] if self.parent[b] >= 0 else -1
        for e in reversed(opened):
            self.open(e)

    def open(self, e: int) -> None:
        """Begin a block."""
        kind, outer = self.kind[e], self.nodes[-1]
        node = self.cells.pop(e, None)
        if node is None:
            inside = outer.inside
            if kind in (UL, OL, DL) and (outer.kind == UL or outer.kind == OL):
                item = self.item_of(outer)
                inside = item.inside
            node = self.add(inside, kind, e)
        else:
            node.start = node.stop = self.at
        if "note" in node.of:  # a player may interrupt the note, which goes on without its number
            self.attributes[e] = {name: value for name, value in node.of.items() if name != "note"}
        if kind == TR:
            self.add_cells(e, node)
        elif kind in (LI, DD, BLOCKQUOTE):
            self.margin += PER_LEVEL
        self.elements.append(e)
        self.nodes.append(node)

    def item_of(self, outer: Node) -> Node:
        """Return the item that a list belongs to which is the child of a list: the one before it."""
        if outer.inside:
            item: Node = outer.inside[-1]
            return item
        return self.add(outer.inside, LI, -1)

    def leave(self) -> None:
        """End the innermost block."""
        e = self.elements.pop()
        node = self.nodes.pop()
        if node.kind == OL:  # interrupted by a player it would go on counting
            self.attributes[e] = {**node.of, "start": node.of.get("start", 1) + len(node.inside)}
        self.end_node(node)
        if node.kind == TR:
            self.place_empty_cells(node)
        outer = self.nodes[-1]
        if outer.kind == UL or outer.kind == OL:  # the list may have gone into the item before it
            item = outer.inside[-1]
            item.stop = node.stop
        if node.kind == LI or node.kind == DD or node.kind == BLOCKQUOTE:
            self.margin -= PER_LEVEL

    def add_cells(self, row: int, node: Node) -> None:
        """Add the cells of a row, those without chosen texts, too."""
        j, beyond = row + 1, self.end[row]
        while j < beyond:
            if (self.kind[j] == TD or self.kind[j] == TH) and self.block[j] == j:
                self.cells[j] = self.add(node.inside, self.kind[j], j)
                j = self.end[j]
            else:
                j += 1

    def place_empty_cells(self, row: Node) -> None:
        """Say that the cells of a row without texts are where they stand."""
        at = row.start
        for cell in row.inside:
            if not cell.inside:
                cell.start = cell.stop = at
            at = cell.stop

    def end_node(self, node: Node) -> None:
        node.stop = self.last + 1 if self.last >= node.start else node.start

    # lines

    def end_line(self) -> None:
        if self.line is not None:
            self.close_spans(0)
            self.end_node(self.line)
            if self.item is not None:
                self.item.stop = self.line.stop
            self.line = self.item = None
        self.is_after_picture = False

    def begin_line(self, b: int) -> None:
        """Begin a line in block ``b``, in a paragraph of its own if it needs one."""
        was_picture = self.is_after_picture and not self.marks
        self.enter(b)
        self.left -= self.margin
        top = self.nodes[-1]
        kind, inside = top.kind, top.inside
        if P <= kind <= FIGCAPTION:
            self.line = top
        elif kind in (TD, TH):
            self.line = inside[-1] if inside and inside[-1].kind == LINE else self.add(inside, LINE, -1)
        else:
            is_first = not inside
            if kind in (UL, OL, DL):
                self.item = self.add(inside, DD if kind == DL else LI, -1)
                inside, is_first = self.item.inside, True
            elif kind != LI and kind != DD:
                is_first = False
            self.line = self.add(inside, LINE if is_first else P, -1)
            self.crowd = 0
            return
        if not self.line.inside:
            self.crowd = 0
        elif was_picture:
            self.add_space(self.line.inside)
        else:
            self.add_break(self.line.inside, kind)

    def break_line(self, breaks: int) -> None:
        """Write line breaks; two are the end of a paragraph."""
        assert self.line is not None
        kind = self.line.kind
        self.left -= self.margin
        self.crowd += len(self.spans) > 0
        if breaks > 1 and kind == P:
            self.close_spans(0)
            self.end_node(self.line)
            is_own = self.nodes[-1] is self.line
            inside = self.nodes[-2 if is_own else -1].inside
            self.line = self.add(inside, P, -1)
            if is_own:
                self.nodes[-1] = self.line
            self.crowd = 0
            return
        inside = self.runs()
        for _ in range(breaks if breaks > 1 else 1):
            self.add_break(inside, kind)

    def add_break(self, inside: list[Any], kind: int) -> None:
        """Add the break of a line; a heading is one line."""
        if kind == PRE:
            inside.append("\n")
        elif H1 <= kind <= H6:
            self.add_space(inside)
        else:
            self.add(inside, BR, -1)

    def add_space(self, inside: list[Any]) -> None:
        """Add a space to the text that some runs end with."""
        if inside and type(inside[-1]) is str:
            text = inside[-1]
            inside[-1] = text if text.endswith(" ") else text + " "
        else:
            inside.append(" ")

    def runs(self) -> list[Any]:
        """Return where the next run goes."""
        node = self.marks[-1] if self.marks else self.line
        assert node is not None
        return node.inside

    def spans_of(self, i: int, b: int) -> list[int]:
        """Return the inline elements around element ``i``, ``<code>`` innermost."""
        e = self.inline[i]
        if e < 0 or (b >= 0 and self.kind[b] == PRE) or self.crowd >= MOST_INLINE:
            return []
        known = self.around.get(e)
        if known is not None:
            return known
        innermost, found, code = e, [], []
        while e >= 0:
            if self.kind[e] == CODE:
                code.append(e)
            elif self.kind[e] != A or e in self.attributes:
                found.append(e)
            e = self.inline[self.parent[e]] if self.parent[e] >= 0 else -1
        found.reverse()
        found += code
        self.around[innermost] = found
        return found

    def open_spans(self, wanted: list[int]) -> list[Any]:
        """Begin the inline elements that are not open yet; return where the next run goes."""
        for n in range(len(self.marks), len(wanted)):
            e = wanted[n]
            node = self.add(self.runs(), self.kind[e], e)
            self.marks.append(node)
            self.spans.append(e)
            self.crowd += node.kind != A
        return self.runs()

    def close_spans(self, kept: int) -> None:
        """End the inline elements but for the first."""
        while len(self.marks) > kept:
            node = self.marks.pop()
            self.end_node(node)
            self.spans.pop()

    # texts and pictures

    def text(self, i: int, gap: int, breaks: int, has_space: bool, text: str) -> None:
        """Write a text of element ``i``; ``gap`` and ``breaks`` are what is before it."""
        b = self.block[i]
        if gap == BLOCK_BOUNDARY or self.line is None:
            self.begin_line(b)
            wanted = self.spans_of(i, b)
        else:
            wanted, common = self.spans_of(i, b), 0
            while common < len(wanted) and common < len(self.spans) and wanted[common] == self.spans[common]:
                common += 1
            self.close_spans(common)
            if gap == LINE_BREAK:
                self.break_line(breaks)
            elif has_space or self.is_after_picture:
                self.add_space(self.runs())
        self.is_after_picture = False
        self.open_spans(wanted).append(text)

    def picture(self, i: int, is_in_line: bool) -> None:
        """Write a picture, a player or a rule; ``is_in_line`` says that the texts around it are one line."""
        kind, b = self.kind[i], self.block[i]
        outer = self.kind[b] if b >= 0 else LINE
        if kind == HR:
            self.enter(b)
            self.add(self.nodes[-1].inside, HR, -1)
            return
        if kind == VIDEO:
            while P <= outer <= FIGCAPTION or outer >= UL:
                b = self.block[self.parent[b]]
                outer = self.kind[b] if b >= 0 else LINE
            self.enter(b)
            figure = self.add(self.nodes[-1].inside, FIGURE, -1)
            line = self.add(figure.inside, LINE, -1)
            line.inside += self.player(self.attributes[i])
            return
        if self.crowd >= MOST_INLINE and self.line is not None:
            return
        if self.line is not None and (is_in_line or (LINE < outer <= TH and self.elements[-1] == b)):
            self.close_spans(0)
            self.add_space(self.line.inside)
        elif outer == FIGURE:
            self.enter(b)
            inside = self.nodes[-1].inside
            self.line = inside[-1] if inside and inside[-1].kind == LINE else self.add(inside, LINE, -1)
        else:
            self.begin_line(b)
        of = self.attributes[i]
        size = len(of["url"]) + len(of["alt"])
        self.add(self.open_spans(self.spans_of(i, b)), IMG, i)
        self.left -= len(of["alt"])
        self.crowd += 1 + size // PICTURE_CHARS
        self.is_after_picture = True

    def player(self, of: Mapping[str, Any]) -> list[Node]:
        """Return the picture that stands for a player, and the link to it, whose text is its address."""
        shown = []
        if "poster" in of:
            shown.append(Node(IMG, [], {"url": of["poster"], "alt": ""}))
        if "url" in of:
            shown.append(Node(A, [of["url"]], {"url": of["url"]}))
        for node in shown:
            node.start = node.stop = self.at
            self.left -= 2 * len(node.of["url"])
        return shown

    def margin_in(self, b: int) -> int:
        """Return what a line costs in block ``b``, which may not be open."""
        margin = 0
        while b >= 0:
            if self.kind[b] == LI or self.kind[b] == DD or self.kind[b] == BLOCKQUOTE:
                margin += PER_LEVEL
            b = self.block[self.parent[b]] if self.parent[b] >= 0 else -1
        return margin

    def finish(self) -> Node:
        """End all that is open; return the document."""
        self.end_line()
        while len(self.nodes) > 1:
            self.leave()
        self.document.stop = self.last + 1
        return self.document


def build(
    parent: Column, end: Column, first: Column, owner: Column, gap: Column, kind: Column, block: Column,
    inline: Column, breaks: Column, starts: Column, stops: Column, texts: list[str], spaces: Column,
    shown: Sequence[int], attributes: dict[int, Mapping[str, Any]], most: int,
) -> tuple[Node, bool]:  # fmt: skip
    """Return the document of chosen texts, pictures and players, and whether some were left out.

    ``texts`` are the chosen ones; ``spaces`` says of each whether white space is BEFORE and AFTER it.  A
    link without ``attributes`` is left out, and its text stays.  The document has about ``most`` characters,
    tags included.
    """
    builder = Builder(parent, end, kind, block, inline, attributes, most)
    count, beyond, chosen, m, last = len(shown), len(gap), 0, 0, -1
    following = first[shown[0]] if count else beyond + 1
    was_space = False
    for part in range(len(starts)):
        for k in range(starts[part], stops[part]):
            while following <= k and builder.left >= 0:
                builder.at = last + 1
                joins = last == following - 1 and last >= 0 and gap[following] < BLOCK_BOUNDARY
                builder.picture(shown[m], joins and following == k)
                m += 1
                following = first[shown[m]] if m < count else beyond + 1
            if chosen % TURN == 0:
                let_others_run()
            text = texts[chosen]
            builder.left -= len(text)
            if "&" in text or "<" in text or ">" in text:  # in HTML they are references
                builder.left -= REFERENCE * (text.count("&") + text.count("<") + text.count(">"))
            if "\n" in text:  # it is preformatted
                builder.left -= builder.margin_in(block[owner[k]]) * text.count("\n")
            if builder.left < 0:
                return builder.finish(), True
            between = gap[k]
            if k != last + 1 and last >= 0:  # texts between them were left out
                between = SPACE
                for j in range(last + 1, k + 1):
                    if gap[j] > between:
                        between = gap[j]
            has_space = between == SPACE or was_space
            if has_space and k != last + 1 and text.startswith(STOPS):
                has_space = False
            has_space = has_space or (spaces[chosen] & BEFORE) != 0
            was_space = (spaces[chosen] & AFTER) != 0
            builder.at = k
            builder.text(owner[k], between, breaks[k], has_space, text)
            builder.last = last = k
            chosen += 1
    while m < count and builder.left >= 0:
        builder.at = last + 1
        builder.picture(shown[m], False)
        m += 1
    return builder.finish(), m < count
