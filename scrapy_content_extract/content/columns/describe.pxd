# The numbers of some paragraphs: of C, where describe.py is compiled.

from .facts cimport Facts
from .pointers cimport ints
from .room cimport Room


cdef class Numbers:
    cdef Facts facts
    cdef int begin, size  # they are of this many paragraphs, from this one on
    cdef dict number_of  # per feature: its place
    cdef dict lists  # in Python: the column at each place
    cdef object written  # the columns, one behind the other
    cdef int* to
    cdef Room room  # what holds all other columns

    cdef int* of(self, str name)
    cdef int fill(self, str name, int number)
    cdef int copy(self, str name, int* values)
    cdef int take(self, str name, int* values, int* places)
    cdef int offset(self, str name, int origin, int least, int most)
    cdef int share_near(self, str name, int reach)
    cdef int write_page(self)
    cdef int write_own(self)
    cdef int write_nodes(self)
    cdef int write_sections(self)
    cdef int write_hints(self, hints)
    cdef int write_around(self)
    cdef int look_around(self, int* element)
    cdef int write_below(self, int* those, int size, int* around)
    cdef int spread(self, str name, int* values, int* around, int which)


cdef copied(int* values, int begin, int size)
