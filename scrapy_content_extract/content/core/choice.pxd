cimport cython

from .buffers cimport object as column
from .queries cimport lowest_common

cdef double JOINED_P, ENTRY_P, LEAD_P
cdef int IS_CONTROL, IS_MEDIUM, WORDS_ALIKE, LABEL_CHARS, MOST_DETAILS, DETAIL_CHARS, ENTRY_CHARS
cdef int ISLAND_LINES, ISLAND_CHARS

@cython.locals(
    q="column[double]", sums="column[double]", weights="column[long long]", size=cython.longlong,
    expected=double, most=double
)
cpdef choose(column[double] p, column[int] chars, column[int] look, node, parent, double beta, int least)
@cython.locals(
    chosen="column[unsigned char]", order="column[int]", size=cython.longlong, hits=double, F=double,
    F_best=double, wanted=double, right=double, b=int
)
cdef best(column[double] p, column[double] q, column[int] chars, double beta)
@cython.locals(held="column[double]", total=double)
cpdef main_element(
    column[unsigned char] chosen, column[double] q, column[int] chars, column[int] node, column[int] parent
)
@cython.locals(
    down="column[double]", block="column[int]", sums="column[double]", weights="column[long long]", i=int,
    mean=double
)
cpdef held_down(column[double] q, column[int] chars, column[int] node, column[int] parent, int main)
cpdef require_tree(column[int] node, column[int] parent)
@cython.locals(order="column[int]", other="column[int]")
cpdef falling(column[double] values)
@cython.locals(
    p="column[double]", chars="column[int]", prose="column[int]", node="column[int]",
    since_heading="column[int]", words_alike="column[int]", parent="column[int]", end="column[int]",
    starts="column[int]", links="column[int]", added="column[unsigned char]", i=int, k=int, is_new=bint,
    above=int, least=double, low=int
)
cpdef with_lines(page, facts, column[unsigned char] chosen, bint has_entries, bint has_lead)
@cython.locals(b=int)
cdef int behind_details(
    column[unsigned char] added, column[int] chars, column[int] since_heading, int heading
) except -1
@cython.locals(
    p="column[double]", chars="column[int]", words_alike="column[int]", node="column[int]",
    parent="column[int]", end="column[int]", first="column[int]", stop="column[int]", owner="column[int]",
    starts="column[int]", links="column[int]", size=int, linked=int, left=int,
    right=int, around=int, box=int
)
cdef bint is_island(page, facts, int low, int beyond) except -1
@cython.locals(i=int)
cdef bint has_counted(column[unsigned char] meaning, int low, int high) except -1
@cython.locals(sums="column[double]", weights="column[long long]")
cpdef sum_by_look(column[double] p, column[int] chars, column[int] look)
