cimport cython

from .buffers cimport object as column

cdef int FAR, FARTHEST, BODY, LINK, ITEM, OUTSIDE, SECTION

cpdef describe(page, cuts, double region, hints, names)
@cython.locals(
    chars_before="column[int]", link_before="column[int]", share="column[int]", density="column[int]",
    blocks="column[int]", before="column[int]", after="column[int]", chars=int, thousand=cython.longlong
)
cdef write_regions(to, page, column[int] starts, column[double] strength, double least)
@cython.locals(
    counts="column[unsigned char]", parent="column[int]", first="column[int]", owner="column[int]",
    chars_before="column[int]", link_before="column[int]", chars="column[int]", density="column[int]",
    paragraphs="column[int]", links="column[int]", items="column[int]", text_before="column[int]", a=int,
    z=int, lines=int, i=int, high=int, thousand=cython.longlong, total=cython.longlong
)
cdef write_contents(to, page, column[int] starts, column[int] first_lines)
@cython.locals(
    parent="column[int]", first="column[int]", stop="column[int]", owner="column[int]",
    chars_before="column[int]", link_before="column[int]", depth="column[int]", deep="column[int]",
    density="column[int]", a=int, z=int, i=int, chars=int, thousand=cython.longlong
)
cdef write_containers(to, page, column[int] starts)
@cython.locals(
    parent="column[int]", depth="column[int]", owner="column[int]", of_class="column[int]",
    of_id="column[int]", those="column[int]", place="column[int]", i=int
)
cpdef names_around(page, column[int] starts)
@cython.locals(
    steps="column[int]", parent="column[int]", depth="column[int]", first="column[int]", stop="column[int]",
    owner="column[int]", of_class="column[int]", of_id="column[int]", i=int, step=int, missing=int, bits=int,
    h=int
)
cdef write_steps(to, page, column[int] starts, column[int] place, column[int] said, hints)
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
