cimport cython

from .buffers cimport object as column

cdef int FAR, FARTHEST, BODY, LINK, ITEM, OUTSIDE, SECTION

cpdef describe(page, cuts, double region, hints, places)
@cython.locals(
    chars_before="column[int]", link_before="column[int]", share=int, density=int, blocks=int, before=int,
    after=int, chars=int, thousand=cython.longlong
)
cdef write_regions(
    column[int] numbers, page, column[int] cuts, column[double] strength, double least, list starts
)
@cython.locals(
    counts="column[unsigned char]", parent="column[int]", first="column[int]", owner="column[int]",
    chars_before="column[int]", link_before="column[int]", chars=int, density=int, paragraphs=int, links=int,
    items=int, text_before=int, a=int, z=int, lines=int, size=int, linked=int, listed=int, i=int, high=int,
    thousand=cython.longlong, total=cython.longlong
)
cdef write_contents(column[int] numbers, page, column[int] cuts, column[int] first_lines, list starts)
@cython.locals(
    parent="column[int]", first="column[int]", stop="column[int]", owner="column[int]",
    chars_before="column[int]", link_before="column[int]", depth="column[int]", deep=int, density=int, a=int,
    z=int, i=int, chars=int, thousand=cython.longlong
)
cdef write_containers(column[int] numbers, page, column[int] cuts, list starts)
@cython.locals(
    parent="column[int]", depth="column[int]", owner="column[int]", of_class="column[int]",
    of_id="column[int]", those="column[int]", place="column[int]", i=int
)
cpdef names_around(page, column[int] starts)
@cython.locals(
    parent="column[int]", depth="column[int]", first="column[int]", stop="column[int]",
    owner="column[int]", of_class="column[int]", of_id="column[int]", n=int, count=int, i=int, step=int,
    missing=int, bits=int, h=int
)
cdef write_steps(
    column[int] numbers, page, column[int] cuts, column[int] place, column[int] said, column[int] starts
)
@cython.locals(found="column[int]", most="column[double]", roles=int, n=int, role=int, b=int, odds=double)
cpdef likeliest(column[int] sums, column[int] zero, column[double] step, double least)
@cython.locals(
    found="column[int]", parent="column[int]", stop="column[int]", owner="column[int]",
    of_role="column[int]", i=int, outside=int, mark=int
)
cpdef declared(
    page, column[int] starts, column[unsigned char] marks, column[int] marks_of_roles, column[int] likely,
    int trail
)
