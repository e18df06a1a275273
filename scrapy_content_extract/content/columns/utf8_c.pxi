# What of some bytes is UTF-8.  Its Python side is scan_py.py.

cdef extern from *:
    """
    static Py_ssize_t high_bytes(const unsigned char *s, Py_ssize_t size) {
        Py_ssize_t count = 0;
        while (size > 0) {  /* a compiler adds many bytes at once as long as the sum is one */
            Py_ssize_t part = size < 255 ? size : 255;
            unsigned char of_part = 0;
            for (Py_ssize_t i = 0; i < part; i++)
                of_part += s[i] >> 7;
            count += of_part;
            s += part;
            size -= part;
        }
        return count;
    }
    """
    Py_ssize_t high_bytes(const unsigned char*, Py_ssize_t) nogil

def count_high(bytes data not None):
    """Return what ``scan_py.count_high`` returns."""
    return high_bytes(data, len(data))

def is_utf8(bytes body not None):
    """Return what ``scan_py.is_utf8`` returns."""
    cdef Place s = body
    cdef Place beyond = s + len(body)
    cdef bint is_valid
    with nogil:  # a page may be long
        s = behind_valid(s, beyond)
        is_valid = s == beyond
    return is_valid

def count_not_utf8(bytes data not None):
    """Return what ``scan_py.count_not_utf8`` returns."""
    cdef Place s = data
    cdef Place beyond = s + len(data)
    cdef Place place
    cdef Py_ssize_t bad = 0, others = 0
    while s < beyond:
        if s[0] < 0x80:
            s += 1
            continue
        others += 1
        place = s
        s = behind_character(s, beyond)
        if s == NULL:
            bad += 1
            s = behind_beginning(place, beyond)
    return bad, others

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

cdef Place behind_beginning(Place s, Place beyond) noexcept nogil:
    """Return the end of as much of a character as there is: one U+FFFD stands for it.

    https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G66453
    """
    cdef int size = 2 if s[0] < 0xE0 else 3 if s[0] < 0xF0 else 4
    cdef int n = 2
    if beyond - s < 2 or not is_second(s[0], s[1]):
        return s + 1
    while n < size and beyond - s > n and s[n] >> 6 == 2:
        n += 1
    return s + n
