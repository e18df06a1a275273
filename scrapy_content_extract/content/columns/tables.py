"""Tables of data and their rows, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The rules are those of
:mod:`.blocks`; columns are those of a
:class:`~scrapy_content_extract.content.model.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..markup import elements
from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

TABLE = cython.declare(cython.int, elements.CODES["table"])
ROW = cython.declare(cython.int, elements.CODES["tr"])
CELL = cython.declare(cython.int, elements.CODES["td"])
HEADER_CELL = cython.declare(cython.int, elements.CODES["th"])


@cython.locals(n=cython.int, i=cython.int, cells=cython.int, chars=cython.longlong)
def in_data_tables(
    code_column: Sequence[int],
    end_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    chars_before_column: Sequence[int],
    most_chars: cython.int,
) -> bytearray:
    """Return for each element 1 if it is in a table of cells of at most so many characters, on average."""
    code, end, first = uchars(code_column), ints(end_column), ints(first_column)
    stop, chars_before = ints(stop_column), ints(chars_before_column)
    n, cells = len(code_column), 0
    column, cells_column = bytearray(n), zeros(n + 1)
    data = uchars(column)
    cells_before = ints(cells_column)
    with cython.nogil:
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
    return column


@cython.locals(n=cython.int, texts=cython.int, i=cython.int, k=cython.int, found=cython.bint)
def rows_and_cells(
    code_column: Sequence[int],
    parent_column: Sequence[int],
    owner_column: Sequence[int],
    data_column: Sequence[int],
) -> tuple[array[int], array[int]] | None:
    """Return for each text the nearest row in a table of data and the nearest cell, or -1.

    None if there is no such row.
    """
    code, parent, owner = uchars(code_column), ints(parent_column), ints(owner_column)
    data = uchars(data_column)
    n, texts = len(code_column), len(owner_column)
    of_element = zeros(n), zeros(n)
    nearest_row, nearest_cell = ints(of_element[0]), ints(of_element[1])
    of_text = ZERO * texts, ZERO * texts
    row, cell = ints(of_text[0]), ints(of_text[1])
    found = False
    with cython.nogil:
        for i in range(n):
            if code[i] == ROW and data[i]:
                nearest_row[i] = i
                found = True
            else:
                nearest_row[i] = nearest_row[parent[i]] if parent[i] >= 0 else -1
            if code[i] == CELL or code[i] == HEADER_CELL:
                nearest_cell[i] = i
            else:
                nearest_cell[i] = nearest_cell[parent[i]] if parent[i] >= 0 else -1
        for k in range(texts):
            row[k] = nearest_row[owner[k]]
            cell[k] = nearest_cell[owner[k]]
    return of_text if found else None


@cython.locals(n=cython.int, b=cython.int, row=cython.int)
def whole_rows(
    row_column: Sequence[int],
    line_starts_column: Sequence[int],
    chars_column: Sequence[int],
    chosen_column: bytearray,
    elements: cython.int,
) -> bytearray:
    """Choose all paragraphs of the rows with at least three quarters of their characters chosen."""
    row_of, line_starts, chars = ints(row_column), ints(line_starts_column), ints(chars_column)
    chosen = uchars(chosen_column)
    n = len(chosen_column)
    inside_column, missing_column, column = zeros(elements), zeros(elements), bytearray(chosen_column)
    inside, missing, whole = ints(inside_column), ints(missing_column), uchars(column)
    with cython.nogil:
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
    return column


@cython.locals(
    n=cython.int, b=cython.int, beyond=cython.int, row=cython.int, size=cython.int, alone=cython.bint
)
def joined_rows(
    starts_column: Sequence[int],
    first_part_column: Sequence[int],
    row_column: Sequence[int],
    cell_column: Sequence[int],
    elements: cython.int,
) -> array[int]:
    """Return the first block of each that is made of a row's cells, or of one block; and the number of all.

    Only rows with no more than one block in each cell are joined.
    """
    starts, first_part = ints(starts_column), ints(first_part_column)
    row_of, cell_of = ints(row_column), ints(cell_column)
    n, size = len(first_part_column) - 1, 0
    column, seen_column = ZERO * (n + 1), zeros(elements + 1)
    first = ints(column)
    seen = ints(seen_column)  # of each cell, and of none: the last run of blocks with it, and 1
    b = 0
    while b < n:
        row = row_of[starts[first_part[b]]]
        beyond = b
        alone = row < 0
        while beyond == b or (row >= 0 and beyond < n and row_of[starts[first_part[beyond]]] == row):
            if seen[cell_of[starts[first_part[beyond]]] + 1] == b + 1:
                alone = True
            seen[cell_of[starts[first_part[beyond]]] + 1] = b + 1
            beyond += 1
        while b < beyond:
            first[size] = b
            size += 1
            b = b + 1 if alone else beyond
    first[size] = n
    return column[: size + 1]
