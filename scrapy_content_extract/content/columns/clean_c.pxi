# Cleaning and folding a page in UTF-8: what fold.py and markup.py do with regular expressions, see there.

DEF FIRST = 0x600  # the code points of which something is known: a table has a row for each ...
DEF BEYOND_FIRST = 0x900
DEF SECOND = 0xFB00  # ... and for each of these
DEF BEYOND_SECOND = 0xFF00
DEF ROWS = 1792  # BEYOND_FIRST - FIRST + BEYOND_SECOND - SECOND
DEF LETTER = 1  # bits of what is known
DEF KURDISH = 2
DEF RESOLVED = 4

#: What cleaning looks for in a text: what is removed, "<" and "&"; and where the latter two cannot go on.
cdef unsigned char[256] IS_REMOVED, IS_LOOKED_AT, ENDS_STRAY
for _byte in range(256):
    IS_REMOVED[_byte] = _byte < 0x20 and KINDS[_byte] != BLANK
    IS_LOOKED_AT[_byte] = IS_REMOVED[_byte] or _byte in b"\xef<&"
    ENDS_STRAY[_byte] = KINDS[_byte] == BLANK or _byte in b"<>&"

cdef class Marked(Spans):
    """A page that is cleaned or folded."""

    cdef Place done  # up to where the page is written
    cdef char* letters  # what is written
    cdef size_t letters_size, letters_room

    def __cinit__(self, bytes page not None, Py_ssize_t size=-1):
        self.done = self.begin

    def __dealloc__(self):
        free(self.letters)

    cdef bint write(self, const void* letters, size_t size) noexcept nogil:
        """Write, and say whether there was enough memory."""
        if self.letters_size + size >= self.letters_room:  # memcpy takes no NULL, not even for nothing
            self.letters_room = 2 * (self.letters_size + size) + SPAN_ROOM
            if not resize(<void**> &self.letters, self.letters_room):
                return False
        memcpy(self.letters + self.letters_size, letters, size)
        self.letters_size += size
        return True

    cdef bint replace(self, Place s, Py_ssize_t size, const void* letters, size_t length) noexcept nogil:
        """Write the page up to here, and letters for the next so many bytes of it."""
        cdef Place done = self.done
        self.done = s + size
        return self.write(done, s - done) and self.write(letters, length)

    cdef bytes written(self, bint is_written):
        """Return what was written, or the page if that is the same."""
        if not (is_written and self.replace(self.end, 0, b"", 0)):
            raise MemoryError()
        cdef size_t size = self.letters_size
        self.letters_size, self.done = 0, self.begin
        if size == <size_t> len(self.page) and memcmp(self.letters, self.begin, size) == 0:
            return self.page
        return PyBytes_FromStringAndSize(self.letters, size)

    cdef bint clean(self) noexcept nogil:
        """Write the page without what is removed; say whether there was enough memory."""
        cdef Py_ssize_t n
        cdef Place markup = self.begin
        cdef Span* span
        for n in range(self.size):
            span = &self.spans[n]
            if span.kind == UNQUOTED:
                continue
            if not self.clean_markup(markup, self.begin + span.start):
                return False
            markup = self.begin + span.stop
            if not self.clean_text(self.begin + span.start, markup, span.kind):
                return False
        return self.clean_markup(markup, self.beyond)

    cdef bint clean_markup(self, Place s, Place stop) noexcept nogil:
        """Write U+FFFD for each NUL in mark-up."""
        s = find(s, 0, stop)
        while s < stop:
            if not self.replace(s, 1, b"\xef\xbf\xbd", 3):
                return False
            s = find(s + 1, 0, stop)
        return True

    cdef bint clean_text(self, Place s, Place stop, SpanKind kind) noexcept nogil:
        """Leave out what is removed, in a way that no tag and no reference comes about."""
        cdef Py_ssize_t size
        cdef Place start
        cdef bint is_written = True
        while is_written:
            while s < stop and not IS_LOOKED_AT[s[0]]:
                s += 1
            if s == stop:
                return True
            size = removed_at(s, stop, kind)
            if size:
                is_written = self.replace(s, size, b"", 0)
                s += size
            elif s[0] == 0:
                is_written = self.clean_markup(s, s + 1)
                s += 1
            elif s[0] == c"&":
                start, s = s, behind_reference(s, stop)
                if s < stop and removed_at(s, stop, kind):
                    is_written = self.end_reference(start, s, kind == QUOTED)
            else:
                if s[0] == c"<" and is_cut(s + 1, stop, kind):
                    is_written = self.replace(s, 1, b"&lt;", 4)
                s += 1
        return False

    cdef bint end_reference(self, Place start, Place stop, bint in_tag) noexcept with gil:
        """Write a reference in a way that nothing behind it changes."""
        from ..markup import ended  # few pages need it

        cdef bytes reference = ended(start[:stop - start].decode("ascii"), in_tag).encode()
        return self.replace(start, stop - start, <const char*> reference, len(reference))

    def folded(self, bytes known not None, bytes uighur not None, places, bytes forms not None):
        """Return the page with references resolved, and forms replaced by their letters, and what it has.

        The letters of a row begin in ``forms`` at its place; without any, it is no form.  What the page has
        are its letters of the Arabic script, Uighur ones of each kind, and Kurdish ones.
        """
        cdef _Columns held = _Columns(1)
        cdef const int* place = held.view(places, ROWS + 1)
        cdef Py_ssize_t[ROWS] count
        cdef bytes page = b""
        cdef Py_ssize_t size = -1, room = len(self.page)
        cdef const unsigned char* bits = known
        cdef const char* letters = forms
        cdef char* to
        while size < 0:
            room += (room >> 4) + 4  # it is shorter as a rule, unless it is full of ligatures
            page = PyBytes_FromStringAndSize(NULL, room)
            to = page
            memset(count, 0, sizeof(count))
            with nogil:
                size = self.fold(bits, place, letters, count, to, room)
            room *= 2
        return page[:size], summed(count, bits, uighur)

    cdef Py_ssize_t fold(
        self, const unsigned char* bits, const int* place, const char* letters, Py_ssize_t* count, char* to,
        Py_ssize_t room,
    ) noexcept nogil:
        """Write the page folded, count the characters of each row, and return its length, or -1 without room."""
        cdef Place done = self.begin
        cdef Place s
        cdef Place stop
        cdef char* start = to
        cdef Py_ssize_t n, size
        cdef int row, length
        room -= 3  # for a letter
        for n in range(self.size):
            s, stop = self.begin + self.spans[n].start, self.begin + self.spans[n].stop
            while True:
                # Most are letters that stay as they are, with blanks between them.
                while stop - s >= 2 and (s[0] == c" " or 0xD8 <= s[0] <= 0xDB):
                    if s[0] != c" ":
                        row = ((s[0] & 0x1F) << 6 | (s[1] & 0x3F)) - FIRST
                        if place[row + 1] != place[row]:
                            break
                        count[row] += 1
                        s += 1
                    s += 1
                s = next_letter(s, stop)
                if s == stop:
                    break
                row = row_of(s, stop, bits, &size)
                if row >= 0:
                    count[row] += 1
                    length = place[row + 1] - place[row]
                    if length or s[0] == c"&":
                        if (to - start) + (s - done) + length > room:
                            return -1
                        memcpy(to, done, s - done)
                        to += s - done
                        done = s + size
                        if length:
                            memcpy(to, letters + place[row], length)
                        else:
                            length = encode(row, to)
                        to += length
                s += size
        if (to - start) + (self.end - done) > room:
            return -1
        memcpy(to, done, self.end - done)
        return (to - start) + (self.end - done)

cdef tuple summed(const Py_ssize_t* count, const unsigned char* bits, const unsigned char* kinds):
    """Return how many letters there are, Uighur ones of each kind, and Kurdish ones."""
    cdef Py_ssize_t[8] amounts
    cdef Py_ssize_t letters = 0, kurdish = 0
    cdef int row, kind
    memset(amounts, 0, sizeof(amounts))
    for row in range(ROWS):
        if count[row]:
            letters += count[row] * (bits[row] & LETTER)
            kurdish += count[row] * ((bits[row] & KURDISH) != 0)
            for kind in range(8):
                amounts[kind] += count[row] * (kinds[row] >> kind & 1)
    return letters, [amounts[kind] for kind in range(8)], kurdish

cdef inline Place next_letter(Place s, Place stop) noexcept nogil:
    """Return where a reference or a character that may be of the Arabic script is next, or the end."""
    cdef uint64_t word, other
    while stop - s >= 8:
        memcpy(&word, s, 8)
        other = word ^ <uint64_t> 0x2626262626262626  # 0 where "&" is
        if (word | ((other - <uint64_t> 0x0101010101010101) & ~other)) & <uint64_t> 0x8080808080808080:
            break
        s += 8
    while s < stop and s[0] < 0xD8 and s[0] != c"&":
        s += 1
    return s

cdef inline Py_ssize_t removed_at(Place s, Place stop, SpanKind kind) noexcept nogil:
    """Return how long the character here is, if it is removed from such a text, or 0."""
    if s[0] == 0:
        return kind == IN_TEXT
    if s[0] == 0xEF:
        return 3 * is_mark(s, stop)
    return IS_REMOVED[s[0]]

cdef bint is_cut(Place s, Place stop, SpanKind kind) noexcept nogil:
    """Say whether something is removed from what keeps a "<" before it from becoming a tag."""
    while s < stop and not ENDS_STRAY[s[0]]:
        if removed_at(s, stop, kind):
            return True
        s += 1
    return False

cdef Place behind_reference(Place s, Place stop) noexcept nogil:
    """Return where a reference ends, or what may become one."""
    cdef bint is_number, is_hexadecimal
    s += 1
    is_number = s < stop and s[0] == c"#"
    s += is_number
    is_hexadecimal = is_number and s < stop and (s[0] | 0x20) == c"x"
    s += is_hexadecimal
    while s < stop and (
        c"0" <= s[0] <= c"9"
        or (is_letter(s[0]) and (not is_number or (is_hexadecimal and (s[0] | 0x20) <= c"f")))
    ):
        s += 1
    return s

cdef inline int row_of_code(int code) noexcept nogil:
    """Return the row of a code point, or -1."""
    if FIRST <= code < BEYOND_FIRST:
        return code - FIRST
    if SECOND <= code < BEYOND_SECOND:
        return code - SECOND + BEYOND_FIRST - FIRST
    return -1

cdef inline int row_of(Place s, Place stop, const unsigned char* bits, Py_ssize_t* size) noexcept nogil:
    """Return the row of the character that is here or is referred to, or -1, and how long it is."""
    cdef int code
    size[0] = 1
    if s[0] == c"&":
        return row_of_reference(s, stop, bits, size)
    if s[0] < 0xE0:
        if stop - s < 2:
            return -1
        size[0] = 2
        return row_of_code((s[0] & 0x1F) << 6 | (s[1] & 0x3F))
    if s[0] >= 0xF0 or stop - s < 3:
        return -1
    size[0] = 3
    code = (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F)
    return row_of_code(code)

cdef int row_of_reference(Place s, Place stop, const unsigned char* bits, Py_ssize_t* size) noexcept nogil:
    """Return the row of a numeric reference that is to be resolved, or -1, and how long it is."""
    cdef Place start = s
    cdef Place digits
    cdef int code = 0, row, base = 10
    s += 1
    if s == stop or s[0] != c"#":
        return -1
    s += 1
    if s < stop and (s[0] | 32) == c"x":
        base = 16
        s += 1
    digits = s
    while s < stop and digit(s[0]) < base:
        if code < 0x10000:
            code = code * base + digit(s[0])
        s += 1
    row = row_of_code(code)
    if s == digits or row < 0 or not bits[row] & RESOLVED:
        return -1
    if s < stop and s[0] == c";":
        s += 1
    size[0] = s - start
    return row

cdef int encode(int row, char* letter) noexcept nogil:
    """Write the character of a row in UTF-8, and return its length."""
    cdef int code = row + FIRST if row < BEYOND_FIRST - FIRST else row + SECOND - BEYOND_FIRST + FIRST
    if code < 0x800:
        letter[0], letter[1] = <char> (0xC0 | code >> 6), <char> (0x80 | code & 0x3F)
        return 2
    letter[0], letter[1] = <char> (0xE0 | code >> 12), <char> (0x80 | code >> 6 & 0x3F)
    letter[2] = <char> (0x80 | code & 0x3F)
    return 3

def marked(bytes utf8 not None):
    """Return what ``clean_py.marked`` says."""
    return Marked(utf8)

def cleaned(bytes utf8 not None):
    """Return what ``clean_py.cleaned`` says."""
    cdef Place begin = utf8
    cdef Py_ssize_t size = len(utf8)
    cdef Marked page
    cdef bint is_written
    # What follows the last character to be removed does not change how the text before it is read.
    while size and not IS_REMOVED[begin[size - 1]]:
        if size >= 3 and is_mark(begin + size - 3, begin + size):
            break
        size -= 1
    page = Marked(utf8, size)
    with nogil:
        is_written = page.clean()
    return page.written(is_written)
