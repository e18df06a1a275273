cimport cython

from . cimport buffers as columns
from .buffers cimport Numbers
from .buffers cimport object as column
from .queries cimport gather

cdef int IS_BLOCK, FARTHEST_HEADING, NO_HEADING, NO_GAP

cdef class Gaps:
    cdef object page, parent_of, tag_of, class_of, containers, levels_of_gaps, depths
    cdef list kept
    cdef readonly object class_names
    cdef readonly int size
    cdef int paragraphs, elements, chars
    cdef unsigned char* code
    cdef unsigned char* meaning
    cdef Numbers parent, end, first, stop, lines, owner, chars_before, link_before, line_of, left, right
    cdef Numbers place, levels_rank, depth_rank, children, alike, look, tag, heading, since_heading
    cdef Numbers until_heading
    cdef Numbers container, before, after, ended, begun, levels, up, down, depth, container_gaps, most_levels
    cdef Numbers mean_levels

    cdef Numbers zeros(self, Py_ssize_t n) except NULL
    cdef Numbers of(self, values) except? NULL
    @cython.locals(those="column[int]", parent="column[int]", tag="column[int]", class_place="column[int]")
    cdef take_elements(self, column[int] of_class, column[int] tags, int values)
    @cython.locals(counts="column[int]", pair="column[int]")
    cpdef compare(self, plain)
    @cython.locals(i=int, distance=int, k=int)
    cdef look_at_paragraphs(self)
    @cython.locals(i=int, j=int)
    cdef climb(self, Numbers depth_of)
    @cython.locals(i=int)
    cdef compare_in_containers(self)
    @cython.locals(one="column[int]", other="column[int]", i=int, j=int)
    cpdef alike_gaps(self)
@cython.locals(
    smaller="column[int]", rank="column[int]", total=int, most=int, k=int, here=int, share=cython.longlong
)
cdef ranks(column[int] numbers)
@cython.locals(left="column[int]", right="column[int]", open_gaps="column[int]", nearest=int)
cpdef shallower(column[int] depth)
cpdef describe(Gaps it, int begin, int beyond, places)
@cython.locals(
    depth=int, depth_rank=int, levels=int, levels_rank=int, ended=int, begun=int, up=int, down=int, gaps=int,
    in_container=int, most=int, mean=int, last_tag=int, next_tag=int, heading=int, since=int, until=int
)
cdef write_gaps(Gaps it, Numbers numbers, int begin, int n, list starts)
@cython.locals(deeper_before=int, deeper_after=int, levels_before=int, levels_after=int)
cdef write_beside(Gaps it, Numbers numbers, int begin, int n, list starts)
@cython.locals(before=int, after=int, around=int, position=int, lines_before=int, lines_after=int)
cdef write_ranges(Gaps it, Numbers numbers, int begin, int n, list starts)
@cython.locals(tag=int, share=int, density=int, paragraphs=int, children=int, alike=int)
cdef write_side(Gaps it, Numbers numbers, Numbers those, int begin, int n, list starts)
@cython.locals(same=int, evenness=int, contrast=int)
cdef write_sides(Gaps it, Numbers numbers, int begin, int n, list starts)
cdef int chars_of(Gaps it, int i) noexcept
cdef int density_of(Gaps it, int i) noexcept
@cython.locals(share=cython.longlong)
cdef int thousandths(int part, int whole) noexcept
@cython.locals(sums="column[double]", counts="column[int]")
cpdef level_out(column[double] strength, column[int] group, int groups)
cpdef keep_together(
    column[double] strength, column[int] levels, column[int] before, column[int] after,
    column[unsigned char] is_item, column[unsigned char] is_heading
)
