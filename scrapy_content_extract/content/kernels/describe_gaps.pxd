cimport cython

from .buffers cimport object as column
from .gaps cimport Gaps

cdef int NO_GAP

cpdef describe(Gaps it, int begin, int beyond, names)
@cython.locals(
    depth="column[int]", levels="column[int]", deeper_before="column[int]", deeper_after="column[int]",
    levels_before="column[int]", levels_after="column[int]", n=int, b=int, k=int
)
cdef write_neighbours(Gaps it, to, int begin, int beyond)
@cython.locals(
    chars_before="column[int]", lines="column[int]", left="column[int]", right="column[int]",
    before="column[int]", after="column[int]", around="column[int]", position="column[int]",
    lines_before="column[int]", lines_after="column[int]", n=int, all_chars=int, b=int, k=int, low=int,
    middle=int, high=int
)
cdef write_ranges(Gaps it, to, int begin, int beyond)
@cython.locals(
    chars_before="column[int]", one="column[int]", chars_after="column[int]", other="column[int]",
    look="column[int]", place="column[int]", same="column[int]", evenness="column[int]",
    contrast="column[int]", n=int, b=int, a=int, z=int
)
cdef write_sides(Gaps it, to, column[int] before, column[int] after, container)
@cython.locals(
    first="column[int]", stop="column[int]", code="column[unsigned char]", place="column[int]",
    chars_before="column[int]", link_before="column[int]", line_of="column[int]",
    tag_of="column[unsigned char]", children_of="column[int]", alike_of="column[int]", lines="column[int]",
    chars="column[int]", tag="column[int]", share="column[int]", density="column[int]",
    paragraphs="column[int]", children="column[int]", alike="column[int]", n=int, all_chars=int, b=int, i=int,
    a=int, z=int, size=int
)
cdef write_side(Gaps it, to, str side, column[int] those)
@cython.locals(share=cython.longlong)
cdef int thousandths(int part, int whole) noexcept
