# Text of ASCII and of pairs of bytes, as in GBK.  Its Python side is scan_py.py.

DEF PAIRS = 1 << 15  # (first & 0x7F) << 8 | second
DEF IS_COMMON = 2

cdef inline int pair_at(Place s) noexcept nogil:
    """Return the number of the pair that begins here."""
    return (s[0] & 0x7F) << 8 | s[1]

def utf8_of_pairs(bytes body not None, str codec not None, characters_of not None):
    """Return what ``scan_py.utf8_of_pairs`` returns."""
    cdef _Columns held = _Columns(1)
    cdef void* column = held.hold(characters_of(codec), PAIRS * sizeof(uint16_t))
    cdef Py_ssize_t size = len(body)
    cdef Place s = body
    # A pair is three bytes at most.
    cdef bytes utf8 = PyBytes_FromStringAndSize(NULL, size + (size + 1) // 2)
    cdef char* to = utf8
    with nogil:  # a page may be long
        size = write_pairs(s, s + size, <const uint16_t*> column, to)
    return utf8[:size] if size >= 0 else None

cdef Py_ssize_t write_pairs(Place s, Place beyond, const uint16_t* character, char* start) noexcept nogil:
    """Write a text in UTF-8, and return its length, or -1 if anything else is in it."""
    cdef char* to = start
    cdef uint64_t word
    cdef int code
    while s < beyond:
        if s[0] < 0x80:
            while beyond - s >= 8:
                memcpy(&word, s, 8)
                if word & <uint64_t> 0x8080808080808080:
                    break
                memcpy(to, &word, 8)
                s += 8
                to += 8
            while s < beyond and s[0] < 0x80:
                to[0] = <char> s[0]
                s += 1
                to += 1
            continue
        code = character[pair_at(s)] if beyond - s > 1 else 0
        if code == 0:
            return -1
        to += write_character(code, to)
        s += 2
    return to - start

cdef inline int write_character(int code, char* to) noexcept nogil:
    """Write a character beyond ASCII in UTF-8, and return its length."""
    if code < 0x800:
        to[0], to[1] = <char> (0xC0 | code >> 6), <char> (0x80 | code & 0x3F)
        return 2
    to[0], to[1] = <char> (0xE0 | code >> 12), <char> (0x80 | code >> 6 & 0x3F)
    to[2] = <char> (0x80 | code & 0x3F)
    return 3

def count_pairs(bytes sample not None, str codec not None, marks_of not None):
    """Return what ``scan_py.count_pairs`` returns."""
    cdef Place s = sample
    cdef Place beyond = s + len(sample)
    cdef bytes marks = marks_of(codec)
    cdef Place mark = marks
    cdef Py_ssize_t pairs = 0, common = 0
    if len(marks) != PAIRS:
        raise ValueError("the marks are not those of all pairs")
    while s < beyond:
        if s[0] < 0x80:
            s += 1
            continue
        if beyond - s == 1:
            break
        if not mark[pair_at(s)]:
            return None
        pairs += 1
        common += mark[pair_at(s)] == IS_COMMON
        s += 2
    return common, pairs
