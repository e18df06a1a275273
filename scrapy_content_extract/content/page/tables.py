"""Tables of data: the cells of each row are joined, with tabs, as a browser copies them.

Where some cells span several columns or rows, a cell takes the first column from the left that neither a cell
before it nor a cell above it has: https://html.spec.whatwg.org/multipage/tables.html#forming-a-table
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import compress, groupby, pairwise
from typing import NamedTuple

from .. import core
from ..markup import CELL_CODES, CELLS, CODES, SPANS, table
from ..model import positions
from .attributes import read_from
from .elements import chars_of, children_of
from .page import Page, once
from .rendering import Parts

IS_CELL = table(dict.fromkeys(CELLS, 1))
ROW, TABLE, CELL, CAPTION = (CODES[tag] for tag in ("tr", "table", "td", "caption"))
_IS_PART = table(dict.fromkeys((*CELLS, "caption"), 1))
#: The most characters of a cell, on average, in a table of data; a table with longer cells is layout.
CELL_CHARS = 100
#: The least cells of a row on average, where some span others: most rows have two.
CELLS_OF_ROW = 1.5
#: The least cells of a row with several paragraphs in one, and the most paragraphs of such a cell.
SEVERAL = 3
#: The roles of tables without meaning.
LAYOUT = frozenset({"presentation", "none"})
#: The columns and rows that a cell may span, by the standard.
MOST_SPANNED = {"colspan": 1_000, "rowspan": 65_534}
#: A group of rows is placed as if no cell spanned another if it takes more steps, or tabs, than its rows and
#: cells times this: a page of wide cells would grow without end.
MOST_TIMES = 8
#: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers
_NUMBER = re.compile(r"[ \t\n\f\r]*\+?([0-9]{1,9})")


class Rows(NamedTuple):
    """The tables of data of a page."""

    #: per text: the ``<tr>`` element that holds it, or -1
    row: Sequence[int]
    #: per text: the cell that holds it, or -1
    cell: Sequence[int]
    #: per text: the column of that cell in a table of data, from 0
    place: Sequence[int]
    #: per text: the number of cells of its row
    width: Sequence[int]


def rows_of(page: Page) -> Rows | None:
    """Return the rows of tables of data, or None."""
    if ROW not in page.code or 1 not in (in_data := in_data_tables(page)):
        return None
    found = core.queries.rows_and_cells(page.code, page.parent, page.owner, in_data)
    return Rows(*found[:2], with_spans(page, *found[1:3], in_data), found[3]) if found else None


@once
def in_data_tables(page: Page) -> bytearray:
    """Return for each element 1 if it is in a table of data: text and HTML write its rows as rows."""
    in_data, names = bytearray(len(page.code)), page.names
    for i in reversed([*positions(page.code, TABLE)]):  # inner ones first
        if names.roles[names.of_role[i]] not in LAYOUT and is_of_data(page, i, in_data):
            in_data[i : page.end[i]] = b"\1" * (page.end[i] - i)
    return in_data


def is_of_data(page: Page, top: int, in_data: Sequence[int]) -> bool:
    """Tell whether a table is one of data: with headers or short cells, and no text between.

    Tables in it are of data, too, and hold no others; then its own cells are short.
    """
    code, end, i, inside = page.code, page.end, top, list[int]()
    while (i := code.find(TABLE, i + 1, end[top])) >= 0:
        if not in_data[i] or code.find(TABLE, i + 1, end[i]) >= 0:
            return False
        inside.append(i)
    own = bytearray(code[top : end[top]])
    for i in inside:
        own[i - top : end[i] - top] = bytes(end[i] - i)
    parts = list(compress(range(top, end[top]), own.translate(_IS_PART)))
    rows, cells, chars = own.count(ROW), len(parts) - own.count(CAPTION), chars_of(page, top)
    has_heads, is_grid = own.count(CELL) < len(parts), rows > 1 and cells >= CELLS_OF_ROW * rows
    if cells < 2 or ((inside or not has_heads) and not (is_grid and chars <= CELL_CHARS * cells)):
        return False
    if not has_heads and cells < 2 * rows:
        spans = spans_in(page)
        if sum(span_of(spans.get(i, {}), "colspan") for i in parts) < 2 * rows:
            return False
    if any(code[page.parent[i]] != ROW and code[i] != CAPTION for i in parts):
        return False
    return sum(chars_of(page, i) for i in parts) == chars


def joined_rows(page: Page, parts: Parts, rows: Rows) -> Sequence[int]:
    """Return the first paragraph of each row and of each other paragraph, and the number of all last.

    Rows are joined that have one paragraph in each cell, or three cells or more and at most three paragraphs
    in each: two cells with several paragraphs are a layout, or pros and cons.
    """
    if any(len(column) != len(page.gap) for column in rows):
        raise ValueError("the columns of rows are not as long as the page has texts")
    starts = [parts.starts[part] for part in parts.first[:-1]]
    first = array("i")
    for row, group in groupby(range(len(starts)), key=lambda b: rows.row[starts[b]]):
        if row < 0:
            first.extend(group)
            continue
        blocks = list(group)
        cells = [rows.cell[starts[b]] for b in blocks]
        runs = [len(list(run)) for _, run in groupby(cells)]
        is_layout = max(runs) > 1 and rows.width[starts[blocks[0]]] < SEVERAL
        is_nested = len(runs) > len(set(cells))  # a cell goes on behind a table in it
        alone = is_nested or is_layout or max(runs) > SEVERAL
        first.extend(blocks if alone else blocks[:1])
    first.append(len(starts))
    return first


def row_text(page: Page, parts: Parts, rows: Rows, texts: Sequence[str], b: int, beyond: int) -> str:
    """Return the text of a row on one line, with a tab for each empty cell before its last text.

    A program in a cell keeps its lines; between other paragraphs of a cell is a space.
    """
    if beyond - b == 1:
        return texts[b]
    starts = [parts.starts[first] for first in parts.first[b:beyond]]
    gaps = ["\t" * rows.place[starts[0]]]
    for before, k in pairwise(starts):
        if rows.cell[before] == rows.cell[k]:
            gaps.append("\n" if before in page.preformatted or k in page.preformatted else " ")
        else:
            gaps.append("\t" * max(1, rows.place[k] - rows.place[before]))
    cells = [
        text if "\n" not in text or k in page.preformatted else text.replace("\n", " ")
        for k, text in zip(starts, texts[b:beyond])
    ]
    return "".join(gap + text for gap, text in zip(gaps, cells))


def with_spans(
    page: Page, cell: Sequence[int], place: Sequence[int], in_data: Sequence[int]
) -> Sequence[int]:
    """Return the column of each text's cell in tables of data, where ``place`` counts the cells before it."""
    code, parent = page.code, page.parent
    spans = spans_in(page)
    groups = {parent[parent[i]] for i in spans if i and in_data[i] and code[parent[i]] == ROW}
    if not groups:
        return place
    rows: dict[int, list[int]] = {group: [] for group in groups}
    for i in positions(code, ROW):
        if parent[i] in groups:
            rows[parent[i]].append(i)
    columns: dict[int, int] = {}
    for of_group in rows.values():
        columns |= columns_in(page, of_group, spans)
    return array("i", [columns.get(i, before) for i, before in zip(cell, place)])


@once
def spans_in(page: Page) -> Mapping[int, Mapping[str, str]]:
    return read_from(page, page.seen and page.seen.always, page.code.translate(IS_CELL), 1, SPANS)


class Span(NamedTuple):
    """Columns that a cell takes in the rows below it."""

    start: int
    stop: int
    #: the last row
    last: int


def columns_in(page: Page, rows: Sequence[int], spans: Mapping[int, Mapping[str, str]]) -> dict[int, int]:
    """Return the columns of the cells of a group of rows; none if it takes too many steps."""
    cells = [[i for i in children_of(page, row) if page.code[i] in CELL_CODES] for row in rows]
    left = MOST_TIMES * (len(rows) + sum(map(len, cells)))
    columns: dict[int, int] = {}
    above: list[Span] = []
    for n, of_row in enumerate(cells):
        above, below = [span for span in above if span.last >= n], list[Span]()
        column = stop = passed = 0
        for cell in of_row:
            column = stop
            while passed < len(above) and above[passed].start <= column:
                column = max(column, above[passed].stop)
                passed += 1
            columns[cell], of = column, spans.get(cell, {})
            stop = column + span_of(of, "colspan")
            if last := (span_of(of, "rowspan") or len(rows)) - 1:
                below.append(Span(column, stop, n + last))
        left -= len(above) + column
        if left < 0:
            return {}
        above = sorted(above + below)
    return columns


def span_of(attributes: Mapping[str, str], name: str) -> int:
    """Return how many columns or rows a cell takes; 0 for all rows below."""
    found = _NUMBER.match(attributes.get(name, ""))
    number = min(int(found.group(1)), MOST_SPANNED[name]) if found else 1
    return number or int(name == "colspan")
