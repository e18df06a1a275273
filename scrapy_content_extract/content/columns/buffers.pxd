# A column, as compiled code sees it: ``column[int]`` is an object whose numbers lie side by side.
#
# Such a buffer is taken in a moment.  A memory view takes as long as a loop over hundreds of numbers, and for
# each page there are hundreds of columns to look at.

cdef extern from *:
    ctypedef class builtins.object [object PyObject, check_size ignore]:
        cdef dict __cythonbufferdefaults__ = {"ndim": 1, "mode": "c", "cast": True}
