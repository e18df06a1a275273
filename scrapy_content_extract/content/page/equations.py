"""Equations that a program has laid out in a table, such as LaTeXML does on the pages of arXiv.

Each row becomes a paragraph with one formula and its number::

    |  | x(t) | = r t |  | (1) |   →   $$x(t) =r t$$ (1)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from ..markup.elements import FORMULAS
from .runs import made

#: A class of such tables.
LAYOUT = re.compile(
    r"(?:^|[\s_-])(?:eqn|equation(?:group)?|disp-formula|displaymath)(?=$|[\s_-])", re.IGNORECASE
)
_STYLE = re.compile(r"\s*\\displaystyle(?![A-Za-z])\s*")


def is_layout(tag: str, of_class: str) -> bool:
    return tag == "table" and LAYOUT.search(of_class) is not None


def rewrite_tables(tables: Iterable[etree._Element]) -> None:
    """Put paragraphs in the place of tables of equations."""
    for table in tables:
        parent = table.getparent()
        if parent is None or table.find(".//table") is not None:
            continue
        parts = [table, *table.iterchildren("thead", "tbody", "tfoot")]
        rows = [row for part in parts for row in part.iterchildren("tr")]
        new = etree.Element("div")
        new.extend([line for row in rows for line in lines_of(row)])
        new.tail, table.tail = table.tail, None
        parent.replace(table, new)


def lines_of(row: etree._Element) -> Iterator[etree._Element]:
    """Yield the paragraphs of a row: one of its formula and number, or one for each cell of text."""
    cells = [cell for cell in row if cell.tag in ("td", "th")]
    formulas = [[*cell.iter(*FORMULAS)] for cell in cells]
    if any(found and is_text(cell, found) for cell, found in zip(cells, formulas)):
        for cell in cells:
            cell.tag = "div"
            yield cell
        return
    line = etree.Element("p")
    rest = ["".join(map(str, cell.itertext())) for cell, found in zip(cells, formulas) if not found]
    given = [formula.text or "" for found in formulas for formula in found]
    tex = [_STYLE.sub("", text.strip("$"), count=1) for text in given]
    numbers = " ".join(" ".join(rest).split())
    if tex:
        line.append(made(" ".join(tex), is_displayed=True))
        line[0].tail = f" {numbers}" if numbers else None
    else:
        line.text = numbers
    yield line


def is_text(cell: etree._Element, formulas: list[etree._Element]) -> bool:
    """Tell whether a cell has text besides its formulas."""
    of_formulas = "".join([formula.text or "" for formula in formulas])
    return "".join(map(str, cell.itertext())).split() != of_formulas.split()
