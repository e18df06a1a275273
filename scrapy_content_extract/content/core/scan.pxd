from libc.string cimport memchr

cdef bint may_hold_tex(
    const unsigned char* name, const unsigned char* stop, const unsigned char* beyond
) noexcept nogil

cdef inline const unsigned char* find(
    const unsigned char* s, int byte, const unsigned char* beyond
) noexcept nogil:
    """Return where a byte is next, or the end."""
    cdef const void* found = memchr(s, byte, beyond - s) if s < beyond else NULL
    return beyond if found == NULL else <const unsigned char*> found
