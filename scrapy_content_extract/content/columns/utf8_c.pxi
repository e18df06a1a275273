# Whether bytes are UTF-8.  Its Python side is scan_py.py.

def is_utf8(bytes body not None):
    """Return what ``scan_py.is_utf8`` returns."""
    cdef Place s = body
    cdef Place beyond = s + len(body)
    cdef bint is_valid
    with nogil:  # a page may be long
        s = behind_valid(s, beyond)
        is_valid = s == beyond
    return is_valid

cdef Place behind_valid(Place s, Place beyond) noexcept nogil:
    """Return where the first character is that is not valid, or the end."""
    cdef uint64_t word
    cdef Place behind
    while s < beyond:
        if s[0] >= 0x80:
            behind = behind_character(s, beyond)
            if behind == NULL:
                return s
            s = behind
            continue
        s += 1
        while beyond - s >= 8:
            memcpy(&word, s, 8)
            if word & <uint64_t> 0x8080808080808080:
                break
            s += 8
    return s

cdef inline Place behind_character(Place s, Place beyond) noexcept nogil:
    """Return the end of the character above ASCII that begins here, or NULL if it is not valid.

    https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506
    """
    cdef unsigned char first = s[0]
    if 0xC2 <= first < 0xE0:  # the only ones of Arabic and Cyrillic
        return s + 2 if beyond - s > 1 and s[1] >> 6 == 2 else NULL
    if beyond - s < 3 or not is_second(first, s[1]) or s[2] >> 6 != 2:
        return NULL
    if first < 0xF0:
        return s + 3
    return s + 4 if beyond - s > 3 and s[3] >> 6 == 2 else NULL

cdef inline bint is_second(unsigned char first, unsigned char second) noexcept nogil:
    """Say whether a byte may follow the first one of a character."""
    cdef unsigned char low = 0x80, high = 0xBF
    if first < 0xC2 or first > 0xF4:
        return False
    if first >= 0xE0:
        low = 0xA0 if first == 0xE0 else 0x90 if first == 0xF0 else 0x80
        high = 0x9F if first == 0xED else 0x8F if first == 0xF4 else 0xBF
    return low <= second <= high
