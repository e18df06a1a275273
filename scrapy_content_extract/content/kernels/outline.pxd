cimport cython

from .buffers cimport object as column

cdef int P, H6, PRE, DT, CAPTION, FIGCAPTION, TD, TH, LI, DD, BLOCKQUOTE, FIGURE, UL, OL, DL, TABLE, TFOOT, TR
cdef int A, CODE, IMG, VIDEO, HR, BR, NOSCRIPT, HIDDEN, CELL_CHARS, DEEPEST, SEEN, WANTED, A_SPACE, A_BREAK
cdef int A_LINE, ELEMENTS, SPACE, LINE_BREAK, BLOCK_BOUNDARY, BEFORE, AFTER, PER_LEVEL, MOST_INLINE
cdef int PICTURE_BYTES

cdef bint holds_paragraphs(int kind) noexcept
cdef bint fits(int kind, int outer) noexcept
@cython.locals(cells=int, rows=int, heads=int, inside=int, j=int, chars=int, of_one=int)
cdef bint is_of_data(
    column[int] parent, column[int] end, column[int] first, column[int] stop, column[int] chars_before,
    column[unsigned char] kind, int i
)
@cython.locals(
    before="column[unsigned char]", means="column[unsigned char]", kind="column[unsigned char]",
    block="column[int]", inline="column[int]", level="column[int]", n=int, i=int, of_one=int, outer=int, j=int
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

cdef class Outline:
    # views, because they are read by each of many calls
    cdef const int[::1] parent, end, block, inline, special, fixed
    cdef const unsigned char[::1] kind
    cdef int[::1] written, blocks, spans, chain
    cdef Py_ssize_t size
    cdef long long spent
    cdef int margin, crowd, levels, depth, wrapper, row_at
    cdef bint is_fresh, is_after_block, is_after_picture

    @cython.locals(longer="column[int]", n=int)
    cdef int put(self, int what)
    cdef int put_fixed(self, int what)
    cdef int put_tag(self, int e, int is_end)
    @cython.locals(j=int)
    cdef int put_empty_cells(self, int beyond)
    cdef int open_block(self, int e)
    @cython.locals(e=int)
    cdef int close_block(self)
    cdef int open_spans(self, int wanted)
    cdef int close_spans(self, int kept)
    cdef int close_line(self)
    @cython.locals(top=int, n=int, e=int, m=int)
    cdef int enter(self, int b)
    @cython.locals(outer=int)
    cdef int begin_line(self, int b)
    @cython.locals(outer=int, between=int)
    cdef break_line(self, int breaks)
    @cython.locals(n=int, code=int, e=int, m=int)
    cdef int spans_of(self, int i, int b)
    @cython.locals(n=int, common=int, b=int, after_picture=bint)
    cdef int text(self, int i, int gap, int breaks, bint has_space, int what)
    @cython.locals(n=int, b=int, outer=int, is_open=bint)
    cdef picture(self, int i, bint is_in_line)
    @cython.locals(margin=int)
    cdef long long margin_in(self, int b)
    cdef int finish(self, bint is_less)
@cython.locals(
    outline=Outline, written="column[int]", n=int, count=int, last=int, m=int, chosen=int, is_less=bint,
    part=int, j=int, k=int, between=int, has_space=bint, t=int
)
cpdef write(
    parent, end, column[int] first, column[int] owner, column[unsigned char] gap, kind, column[int] block,
    inline, column[unsigned char] breaks, column[int] starts, column[int] stops, column[unsigned char] spaces,
    column[int] found, special, fixed, column[int] sizes, column[int] lines, long long most
)
