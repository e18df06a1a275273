r"""Documents for programs to render: prose with formulas, code, tables, lists and links.

In a text ``⟨x^2⟩`` is a formula, and so every ``$`` is a dollar; code, bold text and links are written as in
Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class Heading(NamedTuple):
    level: int
    text: str


class Paragraph(NamedTuple):
    text: str


class Formula(NamedTuple):
    tex: str


class Code(NamedTuple):
    language: str
    code: str


class Table(NamedTuple):
    #: the first has the header
    rows: Sequence[Sequence[str]]


class List(NamedTuple):
    #: a text, or a text and the items below it
    items: Sequence[str | tuple[str, Sequence[str]]]
    is_ordered: bool = False


class Quote(NamedTuple):
    text: str


Element = Heading | Paragraph | Formula | Code | Table | List | Quote
Document = Sequence[Element]


class Inline(NamedTuple):
    """A piece of a text: "text", "formula", "code", "bold" or "link"."""

    kind: str
    text: str
    url: str = ""


_INLINE = re.compile(r"⟨(.+?)⟩|`(.+?)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\)")


def inlines(text: str) -> Iterator[Inline]:
    """Yield the pieces of a text.

    >>> [(piece.kind, piece.text) for piece in inlines("a ⟨b⟩ `c` **d** [e](f)$")]
    [('text', 'a '), ('formula', 'b'), ('text', ' '), ('code', 'c'), ('text', ' '), ('bold', 'd'), \
('text', ' '), ('link', 'e'), ('text', '$')]
    """
    end = 0
    for found in _INLINE.finditer(text):
        if found.start() > end:
            yield Inline("text", text[end : found.start()])
        kind = ("formula", "code", "bold", "link")[(found.lastindex or 1) - 1 - (found.lastindex == 5)]
        yield Inline(kind, found[found.lastindex or 1] if kind != "link" else found[4], found[5] or "")
        end = found.end()
    if end < len(text):
        yield Inline("text", text[end:])


def document_of(source: str) -> Document:
    r"""Read a document from Markdown of our own, whose blocks are apart by an empty line.

    >>> document_of("# a\n\nb\nc\n\n- d\n  - e\n\n```py\nf\n\ng\n```\n")[1:3]
    [Paragraph(text='b c'), List(items=[('d', ['e'])], is_ordered=False)]
    >>> document_of("```py\nf\n\ng\n```\n\n| h |\n| --- |\n| i |\n")
    [Code(language='py', code='f\n\ng'), Table(rows=[['h'], ['i']])]
    """
    return [element_of(block[0].strip("\n")) for block in _BLOCK.finditer(source)]


_BLOCK = re.compile(r"^```.*?^```$|^[^\n]+(?:\n[^\n]+)*", re.MULTILINE | re.DOTALL)


def element_of(block: str) -> Element:
    lines = block.split("\n")
    first = lines[0]
    if first.startswith("#"):
        signs, _, text = first.partition(" ")
        return Heading(len(signs), text)
    if first.startswith("```"):
        return Code(first[3:], "\n".join(lines[1:-1]))
    if first == "$$":
        return Formula("\n".join(lines[1:-1]))
    if first.startswith("|"):
        rows = [line.strip("|").split("|") for line in lines]
        return Table([[cell.strip() for cell in row] for row in (rows[0], *rows[2:])])
    if first.startswith("> "):
        return Quote(first[2:])
    if first.startswith(("- ", "1. ")):
        return list_of(lines)
    return Paragraph(" ".join(lines))


def list_of(lines: Sequence[str]) -> List:
    items: list[tuple[str, list[str]]] = []
    for line in lines:
        text = line.strip().partition(" ")[2]
        if line.startswith(" "):
            items[-1][1].append(text)
        else:
            items.append((text, []))
    return List([(text, below) if below else text for text, below in items], lines[0].startswith("1"))


#: The documents by name.
DOCUMENTS: dict[str, Document] = {
    file.stem: document_of(file.read_text("utf-8"))
    for file in sorted((Path(__file__).parent / "documents").glob("*.md"))
}
