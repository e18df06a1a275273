cimport cython

from .buffers cimport object as column

cdef int BLOCK_BOUNDARY, LINE_BREAK, SPACE, BEFORE, AFTER, PER_LEVEL, PER_NODE, MOST_INLINE, PICTURE_CHARS
cdef int REFERENCE, TURN
cdef int LINE, P, H1, H6, PRE, FIGCAPTION, TD, TH, LI, DD, BLOCKQUOTE, FIGURE, UL, OL, DL, TR, A, CODE, IMG
cdef int VIDEO, HR, BR

cdef class Node:
    cdef public int kind, start, stop
    cdef public list inside
    cdef public object of

cdef class Builder:
    # views, because they are read by each of many calls
    cdef const int[::1] parent, end, block, inline
    cdef const unsigned char[::1] kind
    cdef dict attributes, cells, around
    cdef Node document, line, item
    cdef long long left
    cdef list elements, nodes, spans, marks
    cdef int at, last, margin, crowd
    cdef bint is_after_picture

    cdef Node add(self, list inside, int kind, int e)
    @cython.locals(top=int, opened=list, e=int)
    cdef enter(self, int b)
    @cython.locals(outer=Node, node=Node, item=Node, inside=list)
    cdef open(self, int e)
    cdef Node item_of(self, Node outer)
    @cython.locals(e=int, node=Node, outer=Node, item=Node)
    cdef leave(self)
    cdef add_cells(self, int row, Node node)
    @cython.locals(cell=Node)
    cdef place_empty_cells(self, Node row)
    cdef end_node(self, Node node)
    cdef end_line(self)
    @cython.locals(inside=list, top=Node)
    cdef begin_line(self, int b)
    @cython.locals(inside=list, is_own=bint)
    cdef break_line(self, int breaks)
    cdef add_break(self, list inside, int kind)
    @cython.locals(text=str)
    cdef add_space(self, list inside)
    @cython.locals(node=Node)
    cdef list runs(self)
    @cython.locals(found=list, code=list)
    cdef list spans_of(self, int i, int b)
    @cython.locals(e=int, node=Node)
    cdef list open_spans(self, list wanted)
    @cython.locals(node=Node)
    cdef close_spans(self, int kept)
    @cython.locals(wanted=list)
    cdef text(self, int i, int gap, int breaks, bint has_space, str text)
    @cython.locals(figure=Node, line=Node, inside=list)
    cdef picture(self, int i, bint is_in_line)
    cdef list player(self, of)
    cdef int margin_in(self, int b)
    cdef Node finish(self)

@cython.locals(
    builder=Builder, last=int, following=int, was_space=bint, k=int, j=int, between=int, has_space=bint,
    joins=bint, text=str
)
cpdef build(
    column[int] parent, column[int] end, column[int] first, column[int] owner, column[unsigned char] gap,
    column[unsigned char] kind, column[int] block, column[int] inline, column[unsigned char] breaks,
    column[int] starts, column[int] stops, list texts, column[unsigned char] spaces, shown, dict attributes,
    long long most
)
