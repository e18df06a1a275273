cimport cython

from .buffers cimport object as column

cdef int SOME_ALIKE, SOME, MANY

@cython.locals(
    having="column[int]", last="column[int]", of_twice="column[int]", of_often="column[int]", n=int, size=int,
    k=int, b=int, twice=int, often=int, own=int, w=int
)
cpdef shares(column[int] words, column[int] starts, looks)
@cython.locals(
    alike="column[int]", of_half="column[int]", order="column[int]", stop="column[int]", n=int, b=int,
    begin=int, a=int, size=int, k=int, some=int, halves=int, own=int, w=int
)
cdef shares_alike(
    column[int] words, column[int] starts, column[int] looks, column[int] having, column[int] last
)
