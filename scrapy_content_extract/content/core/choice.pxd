cimport cython

from .buffers cimport object as column

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
@cython.locals(sums="column[double]", weights="column[long long]")
cpdef sum_by_look(column[double] p, column[int] chars, column[int] look)
