# What a parser need not see of a page: scripts, and long values of attributes.  Its Python side is scan_py.py.

DEF NAME_BYTES = 32

cdef struct LongValues:
    # Where values begin and end, in pairs.
    long long* places
    Py_ssize_t size
    Py_ssize_t room
    Place begin  # of the page

cdef inline bint is_of_name(unsigned char byte) noexcept nogil:
    return is_letter(byte) or c"0" <= byte <= c"9" or byte == c"-" or byte == c"_" or byte == c":" or byte == c"."

cdef bint is_read(Place name, Py_ssize_t size) noexcept nogil:
    """Say whether the values of an attribute are always read, or whether its name is not plain."""
    cdef Py_ssize_t i
    if size > NAME_BYTES or not is_letter(name[0]):
        return True
    for i in range(size):
        if not is_of_name(name[i]):
            return True
    return (
        is_word(name, size, b"class", 5) or is_word(name, size, b"id", 2)
        or is_word(name, size, b"role", 4) or is_word(name, size, b"type", 4)
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

cdef void note_value(LongValues* values, Place name, Place value, Place behind, Place beyond) noexcept nogil:
    """Note a value in quotation marks that is so plain that all parsers see its end alike."""
    cdef Place stop = behind - 1
    value += 1
    if (
        behind == beyond or stop[0] != (value - 1)[0] or stop - value < VALUE_BYTES or (value - 2)[0] != c"="
        or name == values.begin or KINDS[(name - 1)[0]] != BLANK or not 0 < KINDS[behind[0]] < 4
        or find(value, c"<", stop) != stop or find(value, c">", stop) != stop
        or is_read(name, value - 2 - name)
    ):
        return
    if values.size == values.room:
        values.room = 2 * values.room + 256
        if not resize(<void**> &values.places, values.room * sizeof(long long)):
            values.room = values.size
            return  # it is left where it is
    values.places[values.size], values.places[values.size + 1] = value - values.begin, stop - values.begin
    values.size += 2

cdef object taken(LongValues* values):
    """Return the places as an array, and free their memory."""
    cdef _Columns held = _Columns(1)
    column = array("q", bytes(values.size * sizeof(long long)))
    cdef void* to = held.hold(column, values.size * sizeof(long long))
    if values.size:
        memcpy(to, values.places, values.size * sizeof(long long))
    free(values.places)
    return column

cdef bint is_kept(Place begin, Place value) noexcept nogil:
    """Say whether a value is one of an attribute that HTML and metadata are made from."""
    cdef char[NAME_BYTES + 1] name
    cdef Place s = value - 2  # "=", and the quotation mark behind it
    cdef Py_ssize_t size, i
    while s > begin and is_of_name((s - 1)[0]):
        s -= 1
    size = value - 2 - s
    for i in range(size):
        name[i] = s[i] | 32 if c"A" <= s[i] <= c"Z" else s[i]
    name[size] = 0
    return kept_number(name) != 0

def cut(bytes html not None, list scripts not None, values, bint attributes, Py_ssize_t least):
    """Return what ``scan_py.cut`` returns."""
    cdef _Columns held = _Columns(1)
    cdef Py_ssize_t count = len(values), n, start, stop, size = 0, beyond = len(html)
    cdef const long long* place = <const long long*> held.hold(values, count * sizeof(long long))
    cdef Place begin = html
    cdef Place done = begin
    for start, stop in scripts:
        size += stop - start
    for n in range(0, count, 2):
        size += place[n + 1] - place[n]
    if size < least or not size:
        return html
    cdef bytes made = PyBytes_FromStringAndSize(NULL, beyond)
    cdef char* to = <char*> <const char*> made
    cdef Py_ssize_t written = 0
    n = 0
    for start, stop in [*scripts, (beyond, beyond)]:
        while n < count and place[n] < start:
            if not attributes or not is_kept(begin, begin + place[n]):
                written = copied(to, written, done, begin + place[n])
                done = begin + place[n + 1]
            n += 2
        written = copied(to, written, done, begin + start)
        done = begin + stop
    return made[:written]

cdef inline Py_ssize_t copied(char* to, Py_ssize_t written, Place s, Place stop) noexcept:
    """Write a piece of the page, and return how much is written."""
    memcpy(to + written, s, stop - s)
    return written + (stop - s)
