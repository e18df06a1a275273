cimport cython

from .buffers cimport object as column
from .queries cimport gather

cdef int IS_BLOCK, FARTHEST_HEADING, NO_HEADING, NO_GAP

cdef class Gaps:
    cdef readonly int size
    cdef int paragraphs
    cdef readonly object class_names
    cdef object alike, line_of, code, meaning, parent, end, lines, first, stop, owner, chars_before
    cdef object link_before, left, right, levels_rank, depth_rank, place, children, parent_of, tag_of
    cdef object class_of, look, tag, heading, since_heading, until_heading, container, before, after, ended
    cdef object begun, levels, up, down, depth, container_gaps, most_levels, mean_levels
    @cython.locals(
        up="column[int]", first="column[int]", stop="column[int]", place="column[int]", known="column[int]",
        those="column[int]", parent="column[int]", tag="column[int]", class_place="column[int]",
        children="column[int]"
    )
    cdef take_elements(self, column[int] of_class, column[int] tags, int values)
    @cython.locals(counts="column[int]", pair="column[int]")
    cpdef compare(self, plain)
    @cython.locals(
        box="column[int]", line_of="column[int]", parent="column[int]", code="column[unsigned char]",
        lines="column[int]", owner="column[int]", is_box="column[unsigned char]",
        tag_of="column[unsigned char]", level_of="column[unsigned char]", tag="column[int]",
        heading="column[int]", since="column[int]", until="column[int]", i=int, distance=int, k=int
    )
    cdef look_at_paragraphs(self)
    @cython.locals(
        meaning="column[unsigned char]", parent="column[int]", end="column[int]", owner="column[int]",
        lines="column[int]", container="column[int]", before="column[int]", after="column[int]",
        ended="column[int]", begun="column[int]", levels="column[int]", up="column[int]", down="column[int]",
        depth="column[int]", i=int, j=int
    )
    cdef climb(self, column[int] depth_of)
    @cython.locals(
        container="column[int]", levels="column[int]", gaps="column[int]", most="column[int]",
        total="column[int]", number="column[int]", above="column[int]", mean="column[int]", i=int
    )
    cdef compare_in_containers(self)
    @cython.locals(
        before="column[int]", after="column[int]", place="column[int]", look="column[int]",
        one="column[int]", other="column[int]", i=int, j=int
    )
    cpdef alike_gaps(self)
@cython.locals(
    smaller="column[int]", rank="column[int]", total=int, most=int, k=int, here=int, share=cython.longlong
)
cdef ranks(column[int] numbers)
@cython.locals(left="column[int]", right="column[int]", open_gaps="column[int]", nearest=int)
cpdef shallower(column[int] depth)
cpdef describe(Gaps it, int begin, int beyond, names)
@cython.locals(
    depth="column[int]", levels="column[int]", deeper_before="column[int]", deeper_after="column[int]",
    levels_before="column[int]", levels_after="column[int]"
)
cdef write_neighbours(Gaps it, to, int begin, int beyond)
@cython.locals(
    chars_before="column[int]", lines="column[int]", left="column[int]", right="column[int]",
    before="column[int]", after="column[int]", around="column[int]", position="column[int]",
    lines_before="column[int]", lines_after="column[int]", all_chars=int, low=int, middle=int, high=int
)
cdef write_ranges(Gaps it, to, int begin, int beyond)
@cython.locals(
    chars_before="column[int]", one="column[int]", chars_after="column[int]", other="column[int]",
    look="column[int]", place="column[int]", same="column[int]", evenness="column[int]",
    contrast="column[int]", a=int, z=int
)
cdef write_sides(Gaps it, to, column[int] before, column[int] after, container)
@cython.locals(
    first="column[int]", stop="column[int]", code="column[unsigned char]", place="column[int]",
    chars_before="column[int]", link_before="column[int]", line_of="column[int]",
    tag_of="column[unsigned char]", children_of="column[int]", alike_of="column[int]", lines="column[int]",
    chars="column[int]", tag="column[int]", share="column[int]", density="column[int]",
    paragraphs="column[int]", children="column[int]", alike="column[int]", all_chars=int, i=int, a=int,
    z=int, size=int
)
cdef write_side(Gaps it, to, str side, column[int] those)
@cython.locals(share=cython.longlong)
cdef int thousandths(int part, int whole) noexcept
@cython.locals(sums="column[double]", counts="column[int]")
cpdef level_out(column[double] strength, column[int] group, int groups)
cpdef keep_together(
    column[double] strength, column[int] levels, column[int] before, column[int] after,
    column[unsigned char] is_item, column[unsigned char] is_heading
)
@cython.locals(those="column[int]")
cpdef reaching(column[double] strength, double least)
