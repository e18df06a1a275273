cimport cython

from .buffers cimport object as column

cdef int RUN_GAP

@cython.locals(n=int, b=int)
cpdef check_looks(column[int] look, int beyond)
@cython.locals(name="column[int]", first="column[int]", n=int, looks=int, b=int, k=int, i=int, above=int)
cpdef names_of_looks(
    column[int] look, column[int] node, column[int] parent, column[int] tag, column[int] of_class
)
@cython.locals(both="column[int]", n=int, b=int)
cpdef in_looks(column[int] text, column[int] look, column[int] number)
@cython.locals(q="column[double]", new="column[int]", n=int, b=int, mean=double)
cpdef as_elsewhere(
    column[double] p, column[int] look, column[double] mean_of, double weight,
    column[unsigned char] is_repeated, double damping, int new_look
)
