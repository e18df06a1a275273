# Where the numbers of a column are.
#
# To take a memory view of a column costs as much as a loop over hundreds of its numbers, and for each page
# there are hundreds of columns to look at.  A column may not change its size while its numbers are read; none does.

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uint8_t


cdef inline void* numbers(object column, Py_ssize_t size) except? NULL:
    """Return the memory of a column whose numbers have so many bytes each."""
    cdef Py_buffer view
    PyObject_GetBuffer(column, &view, PyBUF_SIMPLE)
    PyBuffer_Release(&view)
    if view.itemsize != size:
        raise ValueError("a column of numbers of another size")
    return view.buf


cdef inline int* ints(object column) except? NULL:
    return <int*> numbers(column, sizeof(int))


cdef inline uint8_t* uchars(object column) except? NULL:
    return <uint8_t*> numbers(column, 1)


cdef inline long long* longlongs(object column) except? NULL:
    return <long long*> numbers(column, sizeof(long long))


cdef inline double* doubles(object column) except? NULL:
    return <double*> numbers(column, sizeof(double))
