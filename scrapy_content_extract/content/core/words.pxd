from libc.stdint cimport uint64_t

from .buffers cimport Letters

cdef struct Entry:
    uint64_t hash
    size_t begin  # in ``letters``
    size_t size

cdef struct Strings:
    # Strings, each once, numbered from 1 in the order in which they come.
    Letters letters  # behind each string a NUL
    Entry* entries
    int size
    int room
    int* slots  # of a hash table: numbers of strings; 0 is free
    size_t mask  # slots less one

cdef void free_strings(Strings* s) noexcept nogil
cdef int find_string(Strings* s, const char* string, size_t size) noexcept nogil
cdef int number_of(Strings* s, const char* string, size_t size) noexcept nogil
cdef int take_names(Strings* s, names) except -1
cdef list all_of(Strings* s)
cdef tuple hints_in(const char* letters, Py_ssize_t size, int count, hints)
cdef bint is_ascii(const char* letters, size_t size) noexcept nogil
cdef bint begins_with(const char* text, Py_ssize_t size, const char* word) noexcept nogil
cdef bint may_hide(const char* style, Py_ssize_t size) noexcept nogil
