cimport cython

from .buffers cimport object as column

cdef int BLOCK_BOUNDARY

@cython.locals(gathered="column[int]", n=int, b=int)
cpdef gather(column[int] values, column[int] places)
@cython.locals(before="column[int]", n=int, total=int, i=int)
cpdef totals_before(column[unsigned char] marks)
@cython.locals(before="column[int]", n=int, total=int, k=int)
cpdef marked_before(column[int] counts, column[unsigned char] marks)
@cython.locals(starts="column[int]", n=int, size=int, k=int)
cpdef line_starts(column[unsigned char] gap)
