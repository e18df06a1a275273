# What compiled modules share: columns, and memory that grows.
#
# ``column[int]`` is an object whose numbers lie side by side.  Such a buffer is taken in a moment.  A memory
# view takes as long as a loop over hundreds of numbers, and for each page there are hundreds of columns.

from cpython.bytearray cimport PyByteArray_AsString
from libc.stdlib cimport realloc
from libc.string cimport memcpy

cdef extern from *:
    ctypedef class builtins.object [object PyObject, check_size ignore]:
        cdef dict __cythonbufferdefaults__ = {"ndim": 1, "mode": "c", "cast": True}


ctypedef int* Numbers  # a column by its first number


cdef inline Numbers of(values) except? NULL:
    cdef object[int] found = values
    return &found[0] if len(values) else NULL


cdef inline unsigned char* of_bytes(values) except? NULL:
    cdef object[unsigned char] found = values
    return &found[0] if len(values) else NULL


cdef inline void* room_of(list kept, Py_ssize_t size) except NULL:
    room = bytearray(size)
    kept.append(room)
    return PyByteArray_AsString(room)


cdef inline Numbers zeros(list kept, Py_ssize_t n) except NULL:
    return <Numbers> room_of(kept, n * sizeof(int))


cdef inline long long* longs(list kept, Py_ssize_t n) except NULL:
    return <long long*> room_of(kept, n * sizeof(long long))


cdef inline bint resize(void** column, size_t size) noexcept nogil:
    """Give a column more memory, or say that there is none."""
    cdef void* moved = realloc(column[0], size)
    if moved == NULL:
        return False
    column[0] = moved
    return True


cdef inline int enlarge(void** column, size_t size) except -1:
    if not resize(column, size):
        raise MemoryError()
    return 0


cdef inline int require(bint fits) except -1:
    if not fits:
        raise ValueError("the columns are not of one length")
    return 0


cdef struct Letters:
    # Text that grows.
    char* at
    size_t size
    size_t room


cdef inline bint make_room(Letters* to, size_t size) noexcept nogil:
    """Make room for so many bytes and one more; say whether there was enough memory."""
    if to.size + size >= to.room:  # memcpy takes no NULL, not even for nothing
        to.room = 2 * (to.size + size) + 1024
        return resize(<void**> &to.at, to.room)
    return True


cdef inline bint append(Letters* to, const void* letters, size_t size) noexcept nogil:
    """Write on, and say whether there was enough memory."""
    if not make_room(to, size):
        return False
    memcpy(to.at + to.size, letters, size)
    to.size += size
    return True
