# Memory for columns, see room.py.

from .pointers cimport ints


cdef class Room:
    cdef list pieces
    cdef Py_ssize_t size, left
    cdef int* following

    cdef int* column(self, Py_ssize_t n)
