cimport cython

from .buffers cimport object as column

cdef int SOME_ALIKE, SOME, MANY

@cython.locals(
    having="column[int]", order="column[int]", stop="column[int]", n=int, size=int, k=int, b=int, begin=int,
    a=int, half=int
)
cpdef shares(column[int] words, starts, column[int] looks)
@cython.locals(a=int, k=int, w=int)
cdef count_words(
    column[int] words, column[int] starts, column[int] order, int begin, int stop, column[int] having,
    column[int] last
)
@cython.locals(a=int, b=int, k=int, found=int, own=int)
cdef write_shares(
    column[int] words, column[int] starts, column[int] order, int begin, int stop, column[int] having,
    int least, column[int] to
)
