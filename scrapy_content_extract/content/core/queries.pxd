cimport cython

from .buffers cimport object as column

cdef int BLOCK_BOUNDARY, IS_CONTROL, IS_CELL, IS_MEDIUM, COUNTED
cdef int LINE_CHARS, LEAST_CELLS, ROW_TAG, CELL_TAG, HEADER_TAG
cdef int TEXT, MIXED, LINKS, FORM, TABLE, PICTURES, TITLE

@cython.locals(gathered="column[int]")
cpdef gather(column[int] values, column[int] places)
cpdef list marked_with(column[int] column, int bit)
@cython.locals(before="column[int]", total=int)
cpdef totals_before(column[unsigned char] marks)
@cython.locals(starts="column[int]")
cpdef line_starts(column[unsigned char] gap)
@cython.locals(found="column[int]")
cpdef nearest(column[int] parent, column[unsigned char] marks)
cdef int first_from(column[int] first, int size, int k) except -1
@cython.locals(i=int, j=int, element=int)
cdef int after_text(
    column[int] parent, column[int] end, column[int] first, column[int] owner, int size, int texts, int k
) except -1
@cython.locals(controls=int, cells=int, media=int)
cdef int kind_by_counts(column[unsigned char] meaning, int low, int high, int chars) except -1
@cython.locals(
    kinds="column[unsigned char]", chars="column[int]", link_chars="column[int]", part=int, start=int,
    beyond=int
)
cpdef kinds_of(
    column[int] parent, column[int] end, column[int] first, column[int] owner, column[unsigned char] meaning,
    column[int] chars_before, column[int] link_before, column[int] starts, column[int] stops,
    column[int] first_part, column[int] heading_stop
)
@cython.locals(before="column[int]", k=int)
cpdef chosen_before(column[int] chars_before, column[int] starts, column[int] stops)
@cython.locals(
    is_row="column[unsigned char]", is_cell="column[unsigned char]", nearest_row="column[int]",
    nearest_cell="column[int]", cells="column[int]", before="column[int]", row="column[int]",
    cell="column[int]", place="column[int]", width="column[int]", found=int
)
cpdef rows_and_cells(
    column[unsigned char] code, column[int] parent, column[int] owner, column[unsigned char] data
)
@cython.locals(
    found="column[int]", begin="column[int]", end="column[int]", line_of="column[int]", before="column[int]",
    kept="column[int]", expected="column[double]", again="column[long long]", i=int, k=int, low=int,
    beyond=int, some=int, missing=int, around=int, of_links=double
)
cpdef structures_to_complete(
    column[unsigned char] marks, column[int] parent, column[int] first, column[int] stop,
    column[int] line_starts, column[int] chars_before, column[int] link_chars_before,
    column[unsigned char] chosen, column[double] p, column[int] chars, column[int] words_alike, double least,
    double linked, int most_alike
)
@cython.locals(found="column[int]")
cpdef elements_named(column[int] of_class, column[int] of_id, column[unsigned char] marks)
@cython.locals(totals="column[double]", total=double)
cpdef row_totals(column[double] rows, int width, column[int] places, column[int] counts)
