cimport cython

from .buffers cimport object as column

# the numbers of kinds
cdef int P, H6, PRE, TD, TH, LI, DD, BLOCKQUOTE, FIGURE, UL, OL, DL, TR, A, CODE, VIDEO, HR
cdef int A_SPACE, A_BREAK, A_LINE, ELEMENTS, SPACE, LINE_BREAK, BLOCK_BOUNDARY, BEFORE, AFTER, PER_LEVEL
cdef int MOST_INLINE
cdef int PICTURE_BYTES

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
