"""Tables of data and their rows, over columns.

The rules stand in
:mod:`.blocks`; columns come from a
:class:`.page.page.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .. import markup

ZERO = array("i", [0])


TABLE = markup.CODES["table"]
ROW = markup.CODES["tr"]
CELL = markup.CODES["td"]
HEADER_CELL = markup.CODES["th"]
#: The least cells of a row with several paragraphs in one, and the most paragraphs of such a cell.
SEVERAL = 3


def in_data_tables(
    code: Sequence[int],
    end: Sequence[int],
    first: Sequence[int],
    stop: Sequence[int],
    chars_before: Sequence[int],
    most_chars: int,
) -> bytearray:
    """Return for each element 1 if it is in a table whose cells are short on average."""
    n, cells = len(code), 0
    data, cells_before = bytearray(n), ZERO * (n + 1)
    for i in range(n):
        cells += code[i] == CELL or code[i] == HEADER_CELL
        cells_before[i + 1] = cells
    for i in range(n):
        if code[i] == TABLE and not data[i]:
            cells = cells_before[end[i]] - cells_before[i]
            chars = chars_before[stop[i]] - chars_before[first[i]]
            if cells > 1 and chars <= most_chars * cells:
                for j in range(i, end[i]):
                    data[j] = 1
    return data


def rows_and_cells(
    code: Sequence[int], parent: Sequence[int], owner: Sequence[int], data: Sequence[int]
) -> tuple[array[int], array[int], array[int], array[int]] | None:
    """Return for each text the nearest row in a table of data and the nearest cell, or -1.

    The third column has the number of cells before that cell in its row, the fourth that of all cells of the
    row.  None if there is no such row.
    """
    n, texts = len(code), len(owner)
    of_element = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    nearest_row, nearest_cell, cells, before = of_element[0], of_element[1], of_element[2], of_element[3]
    of_text = ZERO * texts, ZERO * texts, ZERO * texts, ZERO * texts
    row, cell, place, width = of_text[0], of_text[1], of_text[2], of_text[3]
    found = False
    for i in range(n):
        if code[i] == ROW and data[i]:
            nearest_row[i] = i
            found = True
        else:
            nearest_row[i] = nearest_row[parent[i]] if parent[i] >= 0 else -1
        if code[i] == CELL or code[i] == HEADER_CELL:
            nearest_cell[i] = i
            if parent[i] >= 0:
                before[i] = cells[parent[i]]
                cells[parent[i]] += 1
        else:
            nearest_cell[i] = nearest_cell[parent[i]] if parent[i] >= 0 else -1
    for k in range(texts):
        row[k] = nearest_row[owner[k]]
        cell[k] = nearest_cell[owner[k]]
        if cell[k] >= 0:
            place[k] = before[cell[k]]
        if row[k] >= 0:
            width[k] = cells[row[k]]
    return of_text if found else None


def whole_rows(
    row_of: Sequence[int],
    line_starts: Sequence[int],
    chars: Sequence[int],
    chosen: bytearray,
    markup: int,
) -> bytearray:
    """Choose all paragraphs of the rows with at least three quarters of their characters chosen."""
    n = len(chosen)
    inside, missing, whole = ZERO * markup, ZERO * markup, bytearray(chosen)
    for b in range(n):
        row = row_of[line_starts[b]]
        if row >= 0:
            if chosen[b]:
                inside[row] += chars[b]
            else:
                missing[row] += chars[b]
    for b in range(n):
        row = row_of[line_starts[b]]
        if row >= 0 and inside[row] >= 3 * missing[row]:
            whole[b] = 1
    return whole


def joined_rows(
    starts: Sequence[int],
    first_part: Sequence[int],
    row_of: Sequence[int],
    cell_of: Sequence[int],
    width_of: Sequence[int],
    markup: int,
) -> array[int]:
    """Return the first block of each that is made of a row's cells, or of one block; and the number of all.

    Rows are joined that have one block in each cell, or three cells or more and at most three blocks in each:
    two cells with several paragraphs are a layout, or pros and cons.
    """
    n, size = len(first_part) - 1, 0
    first = ZERO * (n + 1)
    seen = ZERO * (markup + 1)  # of each cell, and of none: the last run of blocks with it, and 1
    b = 0
    while b < n:
        row = row_of[starts[first_part[b]]]
        beyond = b
        alone = row < 0
        inside = most = 0
        last = -1
        while beyond == b or (row >= 0 and beyond < n and row_of[starts[first_part[beyond]]] == row):
            cell = cell_of[starts[first_part[beyond]]] + 1
            if cell != last:
                alone = alone or seen[cell] == b + 1  # back from a table in it
                inside = 0
            inside += 1
            most = max(most, inside)
            seen[cell], last = b + 1, cell
            beyond += 1
        alone = alone or most > SEVERAL or (most > 1 and width_of[starts[first_part[b]]] < SEVERAL)
        while b < beyond:
            first[size] = b
            size += 1
            b = b + 1 if alone else beyond
    first[size] = n
    return first[: size + 1]
