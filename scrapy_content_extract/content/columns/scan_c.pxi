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

def find_reference(bytes utf8 not None, Py_ssize_t at):
    """Return what ``scan_py.find_reference`` returns."""
    cdef const char* begin = utf8
    cdef const char* beyond = begin + len(utf8)
    cdef const char* s = begin + at
    while s < beyond:
        s = <const char*> memchr(s, c'&', beyond - s)
        if s == NULL:
            return -1
        if s[1] == c'#':
            return s - begin
        s += 1
    return -1
