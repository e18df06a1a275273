# Features of some paragraphs or gaps: numbers of C, where numbers.py is compiled.

from .pointers cimport ints


cdef class Numbers:
    cdef int begin, size
    cdef dict number_of  # per feature: its place
    cdef dict lists  # in Python: the column at each place
    cdef object written
    cdef int* to

    cdef all(self)
    cdef int* of(self, str name)
    cdef int fill(self, str name, int number)
    cdef int copy(self, str name, int* values)
    cdef int take(self, str name, int* values, int* places)
    cdef int offset(self, str name, int origin, int least, int most)


cdef copied(int* values, int begin, int size)
