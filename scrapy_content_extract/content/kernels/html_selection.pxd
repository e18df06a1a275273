cimport cython

from .buffers cimport object as column

# the numbers of kinds
cdef int PRE, DT, CAPTION, FIGCAPTION, TD, TH, LI, DD, FIGURE, UL, OL, DL, TABLE, TFOOT, TR, A, CODE, IMG
cdef int VIDEO, HR, BR, NOSCRIPT
cdef int HIDDEN, CELL_CHARS, DEEPEST, SEEN, WANTED

cdef bint holds_paragraphs(int kind) noexcept
cdef bint fits(int kind, int outer) noexcept
@cython.locals(cells=int, rows=int, heads=int, inside=int, j=int, chars=int, of_one=int)
cdef bint is_of_data(
    column[int] parent, column[int] end, column[int] first, column[int] stop, column[int] chars_before,
    column[unsigned char] kind, int i
)
@cython.locals(
    before="column[unsigned char]", means="column[unsigned char]", kind="column[unsigned char]",
    block="column[int]", inline="column[int]", level="column[int]", n=int, i=int, of_one=int, outer=int,
    j=int
)
cpdef contexts(
    column[int] parent, end, column[int] first, column[int] stop, chars_before, column[int] tag_number,
    column[unsigned char] by_tag, column[int] role, column[unsigned char] is_layout
)
@cython.locals(
    found="column[int]", n=int, texts=int, size=int, i=int, t=int, left=int, right=int, keep=int, j=int,
    ruled=int
)
cpdef pictures(
    parent, column[int] end, column[int] first, column[int] stop, column[int] owner, column[int] box,
    column[unsigned char] kind, column[int] block, column[int] inline, column[int] chosen_before, int lowest,
    int first_text
)
@cython.locals(
    marks="column[unsigned char]", raw="column[unsigned char]", count=int, r=int, k=int, i=int, j=int
)
cpdef wanted(
    column[int] parent, end, column[int] owner, column[unsigned char] kind, column[int] block,
    column[int] inline, column[int] starts, column[int] stops, column[int] found
)
@cython.locals(e=int, j=int)
cdef mark_above(
    column[int] parent, column[int] end, column[unsigned char] kind, column[int] block, column[int] inline,
    column[unsigned char] marks, int i
)
