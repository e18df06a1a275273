cimport cython

from .buffers cimport object as column

cdef int TABLE, ROW, CELL, HEADER_CELL, SEVERAL

@cython.locals(
    data="column[unsigned char]", cells_before="column[int]", n=int, cells=int, i=int, j=int,
    chars=cython.longlong
)
cpdef in_data_tables(
    column[unsigned char] code, column[int] end, column[int] first, column[int] stop,
    column[int] chars_before, int most_chars
)
@cython.locals(
    nearest_row="column[int]", nearest_cell="column[int]", cells="column[int]", before="column[int]",
    row="column[int]", cell="column[int]", place="column[int]", width="column[int]", n=int, texts=int,
    found=int, i=int, k=int
)
cpdef rows_and_cells(
    column[unsigned char] code, column[int] parent, column[int] owner, column[unsigned char] data
)
@cython.locals(
    inside="column[int]", missing="column[int]", whole="column[unsigned char]", n=int, b=int, row=int
)
cpdef whole_rows(
    column[int] row_of, column[int] line_starts, column[int] chars, column[unsigned char] chosen,
    int elements
)
@cython.locals(
    first="column[int]", seen="column[int]", n=int, size=int, b=int, row=int, cell=int, beyond=int, alone=int,
    inside=int, most=int, last=int
)
cpdef joined_rows(
    column[int] starts, column[int] first_part, column[int] row_of, column[int] cell_of,
    column[int] width_of, int elements
)
