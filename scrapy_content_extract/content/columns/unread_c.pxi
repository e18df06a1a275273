# What a parser need not see of a page: scripts and unread attributes.  Its Python side is scan_py.py.

DEF NAME_BYTES = 32  # as in scan_py.py
DEF UNREAD_BYTES = 8

cdef struct Unread:
    # Where attributes begin and end, in pairs.
    long long* places
    Py_ssize_t size
    Py_ssize_t room
    Place begin  # of the page

cdef inline bint is_of_name(unsigned char byte) noexcept nogil:
    return is_letter(byte) or c"0" <= byte <= c"9" or byte in (c"-", c"_", c":", c".")

#: The bytes that no plain name has.
cdef unsigned char[256] IS_ODD
for _byte in range(256):
    IS_ODD[_byte] = not is_of_name(_byte)

cdef bint is_read(Place name, Py_ssize_t size) noexcept nogil:
    """Say whether an attribute is always read, or whether its name is not plain."""
    cdef Py_ssize_t i
    cdef unsigned char odd = 0
    if size > NAME_BYTES or not is_letter(name[0]):
        return True
    for i in range(size):
        odd |= IS_ODD[name[i]]
    return odd or (
        is_word(name, size, b"class", 5) or is_word(name, size, b"id", 2)
        or is_word(name, size, b"role", 4) or is_word(name, size, b"type", 4)
        or is_word(name, size, b"hidden", 6) or is_word(name, size, b"aria-hidden", 11)
    )

cdef inline bint is_word(Place s, Py_ssize_t size, const char* word, Py_ssize_t length) noexcept nogil:
    """Say whether these are the letters of a word, small or not."""
    cdef Py_ssize_t i
    if size != length:
        return False
    for i in range(size):
        if (s[i] | 32) != <unsigned char> word[i]:
            return False
    return True

cdef void note_unread(Unread* unread, Place name, Place value, Place behind, Place beyond) noexcept nogil:
    """Note an attribute, or the value of a href, so plain that all parsers see its end alike."""
    cdef Place start = name
    cdef Place stop = behind
    cdef unsigned char bracket = 0
    cdef Py_ssize_t size = value - 1 - name, i
    if (
        behind == beyond or behind - value < 2 or value[0] != (behind - 1)[0] or not is_quote(value[0])
        or (value - 1)[0] != c"=" or name == unread.begin or KINDS[(name - 1)[0]] != BLANK
        or not 0 < KINDS[behind[0]] < 4 or is_read(name, size)
    ):
        return
    if is_word(name, size, b"href", 4):  # that it is there matters
        start, stop = value + 1, behind - 1
    if stop - start < UNREAD_BYTES:
        return
    for i in range(behind - value):  # to stop early would take longer
        bracket |= (value[i] | 2) == c">"  # as "<" | 2 is, too
    if is_word(name, size, b"style", 5) and may_hide(value, behind - value):
        return
    behind = behind_blanks(behind, beyond)
    if bracket or (behind < beyond and behind[0] == c"="):  # which might get another name before it
        return
    if unread.size == unread.room:
        unread.room = 2 * unread.room + 256
        if not resize(<void**> &unread.places, unread.room * sizeof(long long)):
            unread.room = unread.size
            return  # it is left where it is
    unread.places[unread.size], unread.places[unread.size + 1] = start - unread.begin, stop - unread.begin
    unread.size += 2

cdef inline bint is_quote(unsigned char byte) noexcept nogil:
    return byte == c'"' or byte == c"'"

cdef object taken(Unread* unread):
    """Return the places as an array, and free their memory."""
    cdef _Columns held = _Columns(1)
    column = array("q", bytes(unread.size * sizeof(long long)))
    cdef void* to = held.hold(column, unread.size * sizeof(long long))
    if unread.size:
        memcpy(to, unread.places, unread.size * sizeof(long long))
    free(unread.places)
    return column

cdef bint is_kept(Place begin, Place start, Place stop) noexcept nogil:
    """Say whether HTML and metadata are made from what is noted here."""
    cdef char[NAME_BYTES + 1] name
    cdef Py_ssize_t size = 0
    if start > begin and is_quote((start - 1)[0]):  # the value of a href
        return True
    while size < min(stop - start, NAME_BYTES) and start[size] != c"=":
        name[size] = start[size] | 32 if c"A" <= start[size] <= c"Z" else start[size]
        size += 1
    name[size] = 0
    return kept_number(name) != 0

def cut(bytes html not None, list scripts not None, unread, bint attributes, Py_ssize_t least):
    """Return what ``scan_py.cut`` returns."""
    cdef _Columns held = _Columns(1)
    cdef Py_ssize_t count = len(unread) // 2 * 2, n, start, stop, size = 0, beyond = len(html)
    cdef const long long* place = <const long long*> held.hold(unread, len(unread) * sizeof(long long))
    cdef Place begin = html
    cdef Place done = begin
    for start, stop in scripts:
        size += size_of(start, stop, beyond)
    for n in range(0, count, 2):
        size += size_of(place[n], place[n + 1], beyond)
    if size < least or not size:
        return html
    cdef bytes made = PyBytes_FromStringAndSize(NULL, beyond)
    cdef char* to = <char*> <const char*> made
    cdef Py_ssize_t written = 0
    n = 0
    for start, stop in [*scripts, (beyond, beyond)]:
        while n < count and place[n] < start:
            if n % TURN == 0:
                let_others_run()
            if not attributes or not is_kept(begin, begin + place[n], begin + place[n + 1]):
                written += copied(to + written, done, begin + place[n])
                done = begin + place[n + 1]
            n += 2
        written += copied(to + written, done, begin + start)
        done = begin + stop
    return made[:written]

cdef inline Py_ssize_t size_of(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t beyond) except -1:
    if not 0 <= start <= stop <= beyond:
        raise IndexError(f"({start}, {stop}) is no range of {beyond} bytes")
    return stop - start

cdef inline Py_ssize_t copied(char* to, Place start, Place stop) except -1:
    """Write a piece of the page, and return how much is written."""
    if stop < start:
        raise IndexError("what to leave out is not in page order")
    memcpy(to, start, stop - start)
    return stop - start
