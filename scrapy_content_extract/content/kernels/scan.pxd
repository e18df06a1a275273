cdef bint may_hold_tex(
    const unsigned char* name, const unsigned char* stop, const unsigned char* beyond
) noexcept nogil
