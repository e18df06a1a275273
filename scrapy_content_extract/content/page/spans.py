"""The columns of table cells where some cells span several columns or rows.

They follow the standard: a cell takes the first column from the left that neither a cell before it nor a cell
above it has.  https://html.spec.whatwg.org/multipage/tables.html#forming-a-table
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..markup.elements import CELL_CODES, CODES
from ..model import positions
from .attributes import spans_of
from .page import Page

ROW = CODES["tr"]
#: The most that a cell may span, by the standard.
MOST = {"colspan": 1_000, "rowspan": 65_534}
#: A group of rows is placed as if no cell spanned another if it takes more steps, or tabs, than its rows and
#: cells times this: a page of wide cells would grow without end.
MOST_TIMES = 8

NONE: Mapping[str, str] = {}
#: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers
_NUMBER = re.compile(r"[ \t\n\f\r]*\+?([0-9]{1,9})")


class Span(NamedTuple):
    """Columns that a cell takes in the rows below it."""

    start: int
    stop: int
    #: the last row
    last: int


def with_spans(page: Page, cell: Sequence[int], place: Sequence[int]) -> Sequence[int]:
    """Return the column of the cell of each text, where ``place`` counts the cells before it in its row."""
    code, parent, spans = page.code, page.parent, spans_of(page)
    groups = {parent[parent[i]] for i in spans if i and code[parent[i]] == ROW}
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


def columns_in(page: Page, rows: Sequence[int], spans: Mapping[int, Mapping[str, str]]) -> dict[int, int]:
    """Return the columns of the cells of a group of rows; none if it takes too many steps."""
    cells = [list(cells_of(page, row)) for row in rows]
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
            columns[cell], of = column, spans.get(cell, NONE)
            stop = column + span_of(of, "colspan")
            if last := (span_of(of, "rowspan") or len(rows)) - 1:
                below.append(Span(column, stop, n + last))
        left -= len(above) + column
        if left < 0:
            return {}
        above = sorted(above + below)
    return columns


def cells_of(page: Page, row: int) -> Iterator[int]:
    """Yield the cells of a row."""
    i = row + 1
    while i < page.end[row]:
        if page.code[i] in CELL_CODES:
            yield i
        i = page.end[i]


def span_of(attributes: Mapping[str, str], name: str) -> int:
    """Return how many columns or rows a cell takes; 0 for all rows below.

    >>> [span_of({"rowspan": value}, "rowspan") for value in (" +2px", "0", "-1", "99999")]
    [2, 0, 1, 65534]
    """
    found = _NUMBER.match(attributes.get(name, ""))
    number = min(int(found.group(1)), MOST[name]) if found else 1
    return number or int(name == "colspan")
