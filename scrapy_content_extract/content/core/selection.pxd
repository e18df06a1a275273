cimport cython

from .buffers cimport object as column

cdef int LINE, PRE, DT, CAPTION, FIGCAPTION, TD, TH, LI, DD, FIGURE, UL, OL, DL, TABLE, TFOOT, TR, A, CODE
cdef int IMG, VIDEO, HR, BR, SCRIPT, HIDDEN, DEEPEST, SEEN, WANTED

cdef bint holds_blocks(int kind) noexcept
cdef bint fits(int kind, int outer) noexcept
@cython.locals(
    before="column[unsigned char]", means="column[unsigned char]", kind="column[unsigned char]",
    block="column[int]", inline="column[int]", level="column[int]", of_one=int, outer=int, j=int
)
cpdef contexts(
    column[int] parent, column[int] first, column[int] stop, int texts, column[int] tag_number,
    column[unsigned char] by_tag, column[unsigned char] in_data
)
@cython.locals(found="column[int]", t=int, left=int, right=int, keep=int, j=int, ruled=int)
cpdef pictures(
    parent, column[int] end, column[int] first, column[int] stop, column[int] owner, column[int] box,
    column[unsigned char] kind, column[int] block, column[int] inline, column[int] chosen_before, int lowest,
    int first_text
)
@cython.locals(
    found="column[int]", boxes="column[int]", total=int, box=int, around=int, figures=int, links=int,
    kept=int, alone=int
)
cpdef pictures_apart(
    column[int] parent, column[int] end, column[int] first, column[int] stop, column[unsigned char] kind,
    column[int] block, column[int] chars_before, column[int] chosen_before, column[int] shown_before,
    int main, int most_chars
)
@cython.locals(marks="column[unsigned char]", raw="column[unsigned char]", count=int, k=int, i=int, j=int)
cpdef wanted(
    column[int] parent, end, column[int] owner, column[unsigned char] kind, column[int] block,
    column[int] inline, column[int] starts, column[int] stops, column[int] found
)
@cython.locals(e=int, j=int)
cdef mark_above(
    column[int] parent, column[int] end, column[unsigned char] kind, column[int] block, column[int] inline,
    column[unsigned char] marks, int i
)
