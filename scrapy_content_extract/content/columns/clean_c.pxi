# Cleaning and folding a page in UTF-8: what fold.py and tokens.py do with regular expressions, see there.

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

cdef struct Written:
    char* letters
    size_t size
    size_t room

cdef inline bint write(Written* to, const void* letters, size_t size) noexcept nogil:
    """Write, and say whether there was enough memory."""
    if to.letters == NULL or to.size + size > to.room:
        to.room = max(to.room, 2 * (to.size + size) + 1024)
        if not resize(<void**> &to.letters, to.room):
            return False
    memcpy(to.letters + to.size, letters, size)
    to.size += size
    return True

cdef class Normalizer(Spans):
    """A page that is cleaned and folded at one go; texts where nothing is to do are not looked into."""

    cdef Place done  # up to where the page is written, or the text that is cleaned
    cdef Place removed  # where the next character is that is removed
    cdef bint has_nul
    cdef Written page_made, text_made
    cdef const unsigned char* bits  # NULL for a page that is not folded
    cdef const int* place
    cdef const char* forms
    cdef Py_ssize_t[ROWS] count

    def __cinit__(self, bytes page not None, Py_ssize_t size=-1):
        self.done = self.begin
        self.page_made.room = len(page) + (len(page) >> 4)  # it is shorter as a rule

    def __dealloc__(self):
        free(self.page_made.letters)
        free(self.text_made.letters)

    cdef bytes normalized(self):
        """Return the page cleaned and folded, or itself if that is the same."""
        cdef bint is_read, is_same
        with nogil:
            self.has_nul = find(self.begin, 0, self.beyond) < self.beyond
            self.removed = next_removed(self.begin, self.beyond)
            is_read = self.read()
            is_same = self.done == self.begin and not self.has_nul
            if is_read and not is_same:
                is_read = self.write_page(self.beyond)
                is_read = is_read and write(&self.page_made, self.done, self.end - self.done)
        if not is_read:
            raise MemoryError()
        if is_same:
            return self.page
        return PyBytes_FromStringAndSize(self.page_made.letters, self.page_made.size)

    cdef bint take(self, Place start, Place stop, SpanKind kind) noexcept nogil:
        """Clean and fold a text, and say whether there was enough memory."""
        if self.removed < start:
            self.removed = next_removed(start, self.beyond)
        if self.removed >= stop or kind == UNQUOTED:
            return self.bits == NULL or self.fold(start, stop)
        self.text_made.size = 0
        if not (self.write_page(start) and self.clean(start, stop, kind)):
            return False
        self.done = <Place> self.text_made.letters
        start = self.done + self.text_made.size
        if self.bits != NULL and not self.fold(self.done, start):
            return False
        if not write(&self.page_made, self.done, start - self.done):
            return False
        self.done = stop
        return True

    cdef bint write_page(self, Place stop) noexcept nogil:
        """Write what comes before, U+FFFD for each NUL: those in texts have been cleaned."""
        cdef Place s = self.done
        cdef Place nul = find(s, 0, stop) if self.has_nul else stop
        self.done = stop
        while nul < stop:
            if not (write(&self.page_made, s, nul - s) and write(&self.page_made, b"\xef\xbf\xbd", 3)):
                return False
            s = nul + 1
            nul = find(s, 0, stop)
        return write(&self.page_made, s, stop - s)

    cdef bint clean(self, Place s, Place stop, SpanKind kind) noexcept nogil:
        """Write a text without what is removed, in a way that no tag and no reference comes about."""
        cdef Written* to = &self.text_made
        cdef Place done = s
        cdef Place start
        cdef Py_ssize_t size
        cdef bint is_written = True
        while is_written:
            while s < stop and not IS_LOOKED_AT[s[0]]:
                s += 1
            start = s
            if s == stop:
                return write(to, done, s - done)
            size = removed_at(s, stop, kind)
            if size:
                is_written = write(to, done, s - done)
                done = s = s + size
            elif s[0] == 0:
                is_written = write(to, done, s - done) and write(to, b"\xef\xbf\xbd", 3)
                done = s = s + 1
            elif s[0] == c"&":
                s = behind_reference(s, stop)
                if s < stop and removed_at(s, stop, kind):
                    is_written = write(to, done, start - done)
                    is_written = is_written and self.end_reference(start, s, kind == QUOTED)
                    done = s
            else:
                s += 1
                if start[0] == c"<" and is_cut(s, stop, kind):
                    is_written = write(to, done, start - done) and write(to, b"&lt;", 4)
                    done = s
        return False

    cdef bint end_reference(self, Place start, Place stop, bint in_tag) noexcept with gil:
        """Write a reference in a way that nothing behind it changes."""
        from ..markup.references import ended  # few pages need it

        cdef bytes reference = ended(start[:stop - start].decode("ascii"), in_tag).encode()
        return write(&self.text_made, <const char*> reference, len(reference))

    cdef bint fold(self, Place s, Place stop) noexcept nogil:
        """Resolve references and replace forms by their letters, and count the characters of each row."""
        cdef Py_ssize_t size
        cdef int row
        while True:
            # Most are letters of two bytes, which no form has, with blanks between them.
            while stop - s >= 2 and (s[0] == c" " or 0xD8 <= s[0] <= 0xDB):
                if s[0] != c" ":
                    self.count[((s[0] & 0x1F) << 6 | (s[1] & 0x3F)) - FIRST] += 1
                    s += 1
                s += 1
            s = next_letter(s, stop)
            if s == stop:
                return True
            row = row_of(s, stop, self.bits, &size)
            if row >= 0:
                self.count[row] += 1
                if not self.replace(s, size, row):
                    return False
            s += size

    cdef bint replace(self, Place s, Py_ssize_t size, int row) noexcept nogil:
        """Write the letters of the character here, of so many bytes, if it is a form or a reference."""
        cdef char[4] letter
        cdef const char* letters = self.forms + self.place[row]
        cdef int length = self.place[row + 1] - self.place[row]
        if not length:
            if s[0] != c"&":
                return True
            letters, length = letter, write_character(code_of(row), letter)
        if self.done < s and not self.write_page(s):
            return False
        self.done = s + size
        return write(&self.page_made, letters, length)

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

cdef inline int code_of(int row) noexcept nogil:
    """Return the code point of a row."""
    return row + FIRST if row < BEYOND_FIRST - FIRST else row + SECOND - BEYOND_FIRST + FIRST

def cleaned(bytes utf8 not None):
    """Return what ``clean_py.cleaned`` says."""
    cdef Place begin = utf8
    cdef Py_ssize_t size = len(utf8)
    # What follows the last character to be removed does not change how the text before it is read.
    while size and not IS_REMOVED[begin[size - 1]]:
        if size >= 3 and is_mark(begin + size - 3, begin + size):
            break
        size -= 1
    return Normalizer(utf8, size).normalized()

def folded(bytes utf8 not None, bytes known not None, bytes uighur not None, places, bytes forms not None):
    """Return what ``clean_py.folded`` says."""
    cdef _Columns held = _Columns(1)
    cdef Normalizer page = Normalizer(utf8)
    page.bits, page.forms, page.place = known, forms, held.view(places, ROWS + 1)
    return page.normalized(), summed(page.count, page.bits, uighur)
