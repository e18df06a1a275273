# A column, as compiled code sees it: ``column[int]`` is an object whose numbers lie side by side.
#
# Such a buffer is taken in a moment.  A memory view takes as long as a loop over hundreds of numbers, and for
# each page there are hundreds of columns to look at.

from libc.stdlib cimport realloc

cdef extern from *:
    ctypedef class builtins.object [object PyObject, check_size ignore]:
        cdef dict __cythonbufferdefaults__ = {"ndim": 1, "mode": "c", "cast": True}


cdef inline int enlarge(void** column, Py_ssize_t size) except -1:
    """Give a column more memory."""
    cdef void* moved = realloc(column[0], size)
    if moved == NULL:
        raise MemoryError()
    column[0] = moved
    return 0
