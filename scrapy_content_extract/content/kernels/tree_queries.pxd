cimport cython

from .buffers cimport object as column

cdef int BLOCK_BOUNDARY, BLOCK, HEADING, CONTROL, CELL, MEDIA, COUNTED, LINE_CHARS, LEAST_CELLS
cdef int TEXT, MIXED, LINKS, FORM, TABLE, PICTURES, TITLE

cpdef int lowest_common(column[int] parent, column[int] end, int i, int j) except? -1
@cython.locals(best=int, most=int, total=int, child=int, amount=int)
cpdef greatest_child(column[int] end, column[int] first, column[int] stop, column[int] before, int i)
@cython.locals(found="column[int]", n=int, i=int)
cpdef nearest(column[int] parent, column[unsigned char] marks)
cpdef int heading_above(column[int] parent, column[unsigned char] meaning, int i) except? -1
@cython.locals(are=int, r=int)
cpdef are_within(column[int] starts, column[int] stops, int n)
@cython.locals(
    begin="column[int]", beyond="column[int]", first="column[int]", n=int, size=int, part=int, paragraph=int,
    r=int, k=int
)
cpdef split_at_boundaries(column[unsigned char] gap, column[int] starts, column[int] stops)
@cython.locals(low=int, high=int, middle=int)
cdef int first_from(column[int] first, int size, int k) except -1
@cython.locals(i=int, j=int, element=int)
cdef int after_text(
    column[int] parent, column[int] end, column[int] first, column[int] owner, int size, int texts, int k
) except -1
@cython.locals(controls=int, cells=int, media=int, i=int)
cdef int kind_by_counts(column[unsigned char] meaning, int low, int high, int chars) except -1
@cython.locals(
    chars="column[int]", link_chars="column[int]", depth_of="column[int]", heading_stop="column[int]", n=int,
    b=int, part=int, i=int, j=int
)
cpdef describe_blocks(
    column[int] parent, column[int] end, column[int] stop, column[int] depth, column[int] owner,
    column[unsigned char] meaning, column[int] chars_before, column[int] link_before, column[int] starts,
    column[int] stops, column[int] first_part
)
@cython.locals(
    kinds="column[unsigned char]", n=int, size=int, texts=int, b=int, start=int, beyond=int, kind=int,
    low=int, high=int, elements=int
)
cpdef kinds_of(
    column[int] parent, column[int] end, column[int] first, column[int] owner, column[unsigned char] meaning,
    column[int] starts, column[int] stops, column[int] first_part, column[int] chars, column[int] link_chars,
    column[int] heading_stop
)
@cython.locals(before="column[int]", n=int, ranges=int, r=int, k=int)
cpdef chosen_before(column[int] chars_before, column[int] starts, column[int] stops)
