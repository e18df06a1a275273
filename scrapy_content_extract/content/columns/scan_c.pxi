# Looking for single bytes of a page.  Its Python side is scan_py.py.

cdef extern from *:
    """
    /* Plain enough for a compiler to look at many bytes at once. */
    static int any_control(const unsigned char *s, Py_ssize_t size) {
        unsigned char any = 0;
        for (Py_ssize_t i = 0; i < size; i++)
            any |= (s[i] < 0x20) & (s[i] != 9) & (s[i] != 10) & (s[i] != 12) & (s[i] != 13);
        return any;
    }
    """
    bint any_control(const unsigned char*, Py_ssize_t) nogil

def has_controls(bytes utf8 not None):
    """Return what ``scan_py.has_controls`` returns."""
    return any_control(utf8, len(utf8))

def has_removed(bytes utf8 not None):
    """Return what ``scan_py.has_removed`` returns."""
    cdef const unsigned char* s = utf8
    cdef const unsigned char* beyond = s + len(utf8)
    if any_control(s, len(utf8)):
        return True
    s = find(s, beyond, 0xEF)
    while s < beyond and not is_mark(s, beyond):
        s = find(s + 1, beyond, 0xEF)
    return s < beyond

def has_forms(bytes utf8 not None):
    """Return what ``scan_py.has_forms`` returns."""
    cdef const unsigned char* begin = utf8
    cdef const unsigned char* beyond = begin + len(utf8)
    cdef const unsigned char* s = find(begin, beyond, 0xEF)
    while beyond - s >= 3:
        if 0xAD <= s[1] <= 0xBB and s[2] >= 0x80 and is_form((s[1] & 0x3F) << 6 | (s[2] & 0x3F)):
            return True
        s = find(s + 1, beyond, 0xEF)
    s = find(begin, beyond, c'&')
    while beyond - s >= 6:  # as &#1500 is
        if s[1] == c'#' and refers_to_arabic(s + 2, beyond):
            return True
        s = find(s + 1, beyond, c'&')
    return False

cdef inline bint is_form(int code) noexcept nogil:
    """Say whether U+F000 and so much is in a block of forms."""
    return 0xB50 <= code <= 0xDFF or 0xE70 <= code <= 0xEFC

cdef bint refers_to_arabic(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Say whether the digits here are those of a character between the first letter and the last form."""
    cdef int code = 0, base = 10
    if s < beyond and (s[0] | 0x20) == c'x':
        base = 16
        s += 1
    while s < beyond and digit(s[0]) < base:
        if code < 0x100000:
            code = code * base + digit(s[0])
        s += 1
    if base == 16:
        return 0x620 <= code <= 0x6FF or 0xFB00 <= code <= 0xFEFF
    return 1500 <= code <= 1799 or 64000 <= code <= 65999

def sample_of(bytes body not None, Py_ssize_t room, Py_ssize_t context):
    """Return what ``scan_py.sample_of`` returns."""
    cdef const unsigned char* begin = body
    cdef const unsigned char* beyond = begin + len(body)
    cdef const unsigned char* s = begin
    cdef const unsigned char* start = begin  # of the text, with the bracket before it
    cdef const unsigned char* high
    cdef list pieces = []
    while s < beyond and room > 0:
        while s < beyond and (s[0] < 0x80 and s[0] != c'<' and s[0] != c'>'):
            s += 1
        if s == beyond:
            break
        if s[0] < 0x80:
            start = s
            s += 1
            continue
        high = s
        while s < beyond and s[0] != c'<' and s[0] != c'>':
            s += 1
        if high - start > context:
            start = high - context
        pieces.append(PyBytes_FromStringAndSize(<const char*> start, min(s - start, room)))
        room -= min(s - start, room)
        start = s
    return b"\n".join(pieces)
