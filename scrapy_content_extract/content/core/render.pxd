from .buffers cimport Letters

cdef unsigned char[256] SPACES  # of a byte: 1 is white space, 2 must be looked at

cdef Py_ssize_t count_chars(const unsigned char* s) noexcept nogil
cdef bint is_space(const unsigned char* s) noexcept nogil

#: Where a text begins is a number of 32 bits.  So large a number would be an object, were it written there.
cdef size_t MOST_LETTERS

cdef class Texts:
    cdef Letters letters  # behind each text a space
    cdef unsigned int* begin  # of each text, and of one more
    cdef Py_ssize_t size, room

    cdef const char* text(self, Py_ssize_t k) noexcept nogil
    cdef Py_ssize_t length(self, Py_ssize_t k) noexcept nogil
    cdef Py_ssize_t length_of(self, Py_ssize_t k, Py_ssize_t beyond) noexcept nogil
    cdef int fit(self) except -1

cdef Texts texts_of(texts)
