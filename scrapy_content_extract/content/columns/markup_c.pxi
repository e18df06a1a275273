# Cleaning and folding a page in UTF-8: what fold.py does with regular expressions, see there.

DEF SPAN_ROOM = 1024
DEF FIRST = 0x600  # the code points of which something is known: a table has a row for each ...
DEF BEYOND_FIRST = 0x900
DEF SECOND = 0xFB00  # ... and for each of these
DEF BEYOND_SECOND = 0xFF00
DEF ROWS = 1792  # BEYOND_FIRST - FIRST + BEYOND_SECOND - SECOND
DEF LETTER = 1  # bits of what is known
DEF KURDISH = 2
DEF RESOLVED = 4

cdef unsigned char[256] SPACE_OF_HTML, NAME_END, VALUE_END, REMOVED
for _byte in range(256):
    SPACE_OF_HTML[_byte] = _byte in b" \t\n\f\r"
    REMOVED[_byte] = _byte < 0x20 and not SPACE_OF_HTML[_byte]
    NAME_END[_byte] = SPACE_OF_HTML[_byte] or _byte in b"/>"
    VALUE_END[_byte] = SPACE_OF_HTML[_byte] or _byte in b">"

cdef inline bint is_letter(unsigned char c) noexcept nogil:
    return c'a' <= (c | 0x20) <= c'z'

cdef inline const unsigned char* find(
    const unsigned char* s, const unsigned char* beyond, unsigned char c
) noexcept nogil:
    """Return where a byte is, or the end."""
    cdef const unsigned char* found = NULL
    if s < beyond:
        found = <const unsigned char*> memchr(s, c, beyond - s)
    return found if found != NULL else beyond

cdef const unsigned char* past(
    const unsigned char* s, const unsigned char* beyond, const char* word
) noexcept nogil:
    """Return what follows a word of small letters that begins here, in any letters; NULL if it does not."""
    while word[0]:
        if s >= beyond or (s[0] | 0x20 if is_letter(s[0]) else s[0]) != <unsigned char> word[0]:
            return NULL
        s += 1
        word += 1
    return s

cdef bint names(const unsigned char* s, const unsigned char* beyond, const char* word) noexcept nogil:
    """Say whether a tag here has this name."""
    s = past(s, beyond, word)
    return s != NULL and s < beyond and NAME_END[s[0]]

#: Elements whose content is neither mark-up nor text with references; that of the last two is text.
DEF RAW = 9
DEF TEXTAREA = 7
cdef const char* RAW_NAMES[RAW]
RAW_NAMES[0], RAW_NAMES[1], RAW_NAMES[2], RAW_NAMES[3] = b"iframe", b"noembed", b"noframes", b"plaintext"
RAW_NAMES[4], RAW_NAMES[5], RAW_NAMES[6] = b"script", b"style", b"xmp"
RAW_NAMES[7], RAW_NAMES[8] = b"textarea", b"title"
DEF PLAINTEXT = 3
DEF SCRIPT = 4

cdef int raw_name(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Return the place of a tag's name in RAW_NAMES, or -1."""
    cdef int n
    for n in range(RAW):
        if past(s, beyond, RAW_NAMES[n]) == beyond:
            return n
    return -1

cdef const unsigned char* after_comment(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Return the end of a comment that begins here, or of what is read as one."""
    cdef const unsigned char* start = s + 4
    cdef const unsigned char* end
    if beyond - s < 4 or memcmp(s, b"<!--", 4):
        end = find(s + 2, beyond, c'>')
        return end + 1 if end < beyond else beyond
    end = find(start, beyond, c'>')  # <!--> and <!---> are comments
    while end < beyond:
        if (end - 1)[0] == c'-' and (end - 2)[0] == c'-':
            return end + 1
        if (end - 1)[0] == c'!' and (end - 2)[0] == c'-' and (end - 3)[0] == c'-' and end - 3 >= start:
            return end + 1
        end = find(end + 1, beyond, c'>')
    return beyond

cdef const unsigned char* end_of_script(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Return where a script ends; it may have a comment that has a script."""
    cdef bint in_comment = False, in_inner_script = False
    cdef const unsigned char* start = s
    while s < beyond:
        if s[0] == c'<':
            if beyond - s >= 4 and memcmp(s, b"<!--", 4) == 0:
                in_comment = True
                s += 2
                continue
            if names(s + 1, beyond, b"script"):
                in_inner_script = in_comment
            elif s + 1 < beyond and s[1] == c'/' and names(s + 2, beyond, b"script"):
                if not in_inner_script:
                    return s
                in_inner_script = False
        elif s[0] == c'>' and s - start >= 2 and (s - 1)[0] == c'-' and (s - 2)[0] == c'-':
            in_comment = in_inner_script = False
        s += 1
    return beyond

cdef const unsigned char* end_of_content(
    const unsigned char* s, const unsigned char* beyond, int name
) noexcept nogil:
    """Return the end of the content of an element that contains no mark-up."""
    if name == PLAINTEXT:
        return beyond
    if name == SCRIPT:
        return end_of_script(s, beyond)
    s = find(s, beyond, c'<')
    while s < beyond and not (s + 1 < beyond and s[1] == c'/' and names(s + 2, beyond, RAW_NAMES[name])):
        s = find(s + 1, beyond, c'<')
    return s

cdef struct Span:
    Py_ssize_t start
    Py_ssize_t stop

cdef class Marked:
    """A page in UTF-8, and where the texts between its mark-up and in its values are."""

    cdef bytes page
    cdef const unsigned char* begin
    cdef const unsigned char* beyond  # the end of what counts
    cdef const unsigned char* end
    cdef bint unquoted
    cdef bint closes_itself  # the last tag
    cdef Span* spans
    cdef Py_ssize_t size, room
    cdef char* letters  # what is written
    cdef size_t letters_size, letters_room

    def __cinit__(self, bytes page not None, bint unquoted, Py_ssize_t size=-1):
        """``size`` bytes of a page count, ``unquoted`` values or only those in quotation marks."""
        cdef bint is_read
        self.page, self.unquoted = page, unquoted
        self.begin = page
        self.end = self.begin + len(page)
        self.beyond = self.end if size < 0 else self.begin + size
        with nogil:
            is_read = self.read()
        if not is_read:
            raise MemoryError()

    def __dealloc__(self):
        free(self.spans)
        free(self.letters)

    def pieces(self):
        """Return what ``fold.split`` returns: mark-up, text, mark-up and so on."""
        cdef Py_ssize_t n, done = 0
        cdef list pieces = []
        for n in range(self.size):
            pieces.append(self.page[done:self.spans[n].start])
            pieces.append(self.page[self.spans[n].start:self.spans[n].stop])
            done = self.spans[n].stop
        pieces.append(self.page[done:self.beyond - self.begin])
        return pieces

    cdef bint add(self, const unsigned char* start, const unsigned char* stop) noexcept nogil:
        """Note a text, and say whether there was enough memory."""
        if start >= stop:
            return True
        if self.size == self.room:
            self.room = 2 * self.room + SPAN_ROOM
            if not resize(<void**> &self.spans, self.room * sizeof(Span)):
                return False
        self.spans[self.size] = Span(start - self.begin, stop - self.begin)
        self.size += 1
        return True

    cdef bint read(self) noexcept nogil:
        """Find the texts, and say whether there was enough memory."""
        cdef const unsigned char* s = self.begin
        cdef const unsigned char* beyond = self.beyond
        cdef const unsigned char* text = s
        cdef unsigned char c
        while True:
            s = find(s, beyond, c'<')
            if s + 1 >= beyond:
                return self.add(text, beyond)
            c = s[1]
            if is_letter(c) or (c == c'/' and s + 2 < beyond and is_letter(s[2])):
                if not self.add(text, s):
                    return False
                s = self.read_tag(s + 1)
                if s == NULL:
                    return False
                text = s
            elif c == c'!' or c == c'?' or c == c'/':
                if not self.add(text, s):
                    return False
                text = s = after_comment(s, beyond)
            else:
                s += 1  # a "<" that is text

    cdef const unsigned char* read_tag(self, const unsigned char* s) noexcept nogil:
        """Return the end of a tag, or of its content if that has no mark-up; NULL without memory."""
        cdef const unsigned char* name = s
        cdef const unsigned char* end
        cdef int raw
        while s < self.beyond and not (NAME_END[s[0]] and s > name):
            s += 1
        end = s
        s = self.read_attributes(s)
        if s == NULL or name[0] == c'/' or self.closes_itself:
            return s
        raw = raw_name(name, end)
        if raw < 0:
            return s
        name = s
        s = end_of_content(s, self.beyond, raw)
        if raw >= TEXTAREA and not self.add(name, s):
            return NULL
        return s

    cdef const unsigned char* read_attributes(self, const unsigned char* s) noexcept nogil:
        """Return the end of a tag; NULL without memory for its values."""
        cdef const unsigned char* beyond = self.beyond
        cdef const unsigned char* value
        self.closes_itself = False
        while s < beyond:
            if SPACE_OF_HTML[s[0]]:
                s += 1
            elif s[0] == c'>':
                return s + 1
            elif s[0] == c'/':
                s += 1
                if s < beyond and s[0] == c'>':
                    self.closes_itself = True
                    return s + 1
            else:
                value = equals_sign(s + 1, beyond)
                if value == NULL:
                    s = end_of_name(s + 1, beyond)
                    continue
                s = self.read_value(value + 1)
                if s == NULL:
                    return NULL
        return s

    cdef const unsigned char* read_value(self, const unsigned char* s) noexcept nogil:
        """Return the end of the value of an attribute; NULL without memory."""
        cdef const unsigned char* beyond = self.beyond
        cdef const unsigned char* value
        while s < beyond and SPACE_OF_HTML[s[0]]:
            s += 1
        if s == beyond or s[0] == c'>':
            return s
        value = s
        if s[0] == c'"' or s[0] == c"'":
            s = find(s + 1, beyond, s[0])
            if not self.add(value + 1, s):
                return NULL
            return s + 1 if s < beyond else s
        while s < beyond and not VALUE_END[s[0]]:
            s += 1
        if self.unquoted and not self.add(value, s):
            return NULL
        return s

    cdef bint write(self, const void* letters, size_t size) noexcept nogil:
        """Write, and say whether there was enough memory."""
        if self.letters_size + size > self.letters_room:
            self.letters_room = 2 * (self.letters_size + size)
            if not resize(<void**> &self.letters, self.letters_room):
                return False
        memcpy(self.letters + self.letters_size, letters, size)
        self.letters_size += size
        return True

    cdef bytes written(self, bint is_written):
        """Return what was written, or the page if that is the same."""
        if not is_written:
            raise MemoryError()
        if self.letters_size == <size_t> len(self.page) and memcmp(self.letters, self.begin, self.letters_size) == 0:
            return self.page
        return PyBytes_FromStringAndSize(self.letters, self.letters_size)

    cdef bint clean(self) noexcept nogil:
        """Write the page without what is removed; say whether there was enough memory."""
        cdef const unsigned char* done = self.begin
        cdef const unsigned char* s
        cdef const unsigned char* stop
        cdef Py_ssize_t n, size
        for n in range(self.size):
            s, stop = self.begin + self.spans[n].start, self.begin + self.spans[n].stop
            while s < stop:
                size = REMOVED[s[0]] if s[0] != 0xEF else 3 * is_mark(s, stop)
                if size:
                    if not self.write(done, s - done):
                        return False
                    done = s + size
                    s = done
                elif s[0] == c'<':  # what keeps it from becoming a tag stays
                    while s < stop and not VALUE_END[s[0]]:
                        s += 1
                else:
                    s += 1
        return self.write(done, self.end - done)

    def counted(self, bytes known not None, bytes uighur not None):
        """Return the letters of the Arabic script, how many there are of each kind, and the Kurdish ones."""
        cdef const unsigned char* s
        cdef const unsigned char* stop
        cdef const unsigned char* bits = known
        cdef const unsigned char* kinds = uighur
        cdef int row, kind
        cdef Py_ssize_t n, size, letters = 0, kurdish = 0
        cdef Py_ssize_t[8] amounts
        memset(amounts, 0, sizeof(amounts))
        for n in range(self.size):
            s, stop = self.begin + self.spans[n].start, self.begin + self.spans[n].stop
            while s < stop:
                if s[0] < 0xD8 and s[0] != c'&':
                    s += 1
                    continue
                row = row_of(s, stop, bits, &size)
                s += size
                if row >= 0:
                    letters += bits[row] & LETTER
                    kurdish += (bits[row] & KURDISH) != 0
                    if kinds[row]:
                        for kind in range(8):
                            amounts[kind] += kinds[row] >> kind & 1
        return letters, [amounts[kind] for kind in range(8)], kurdish

    def folded(self, bytes known not None, places, bytes forms not None):
        """Return the page with references resolved, and forms replaced by their letters.

        Those of a row begin in ``forms`` at its place; without any, it is no form.
        """
        cdef _Columns held = _Columns(1)
        cdef const int* place = held.view(places, ROWS + 1)
        cdef const char* letters = forms
        cdef const unsigned char* bits = known
        cdef bint is_written
        with nogil:
            is_written = self.fold(bits, place, letters)
        return self.written(is_written)

    cdef bint fold(self, const unsigned char* bits, const int* place, const char* letters) noexcept nogil:
        cdef const unsigned char* done = self.begin
        cdef const unsigned char* s
        cdef const unsigned char* stop
        cdef Py_ssize_t n, size
        cdef int row
        cdef char[3] letter
        for n in range(self.size):
            s, stop = self.begin + self.spans[n].start, self.begin + self.spans[n].stop
            while s < stop:
                if s[0] < 0xD8 and s[0] != c'&':
                    s += 1
                    continue
                row = row_of(s, stop, bits, &size)
                if row >= 0 and (place[row + 1] > place[row] or s[0] == c'&'):
                    if not self.write(done, s - done):
                        return False
                    done = s + size
                    if place[row + 1] > place[row]:
                        if not self.write(letters + place[row], place[row + 1] - place[row]):
                            return False
                    elif not self.write(letter, encode(row, letter)):
                        return False
                s += size
        return self.write(done, self.end - done)

cdef inline const unsigned char* end_of_name(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    while s < beyond and not NAME_END[s[0]] and s[0] != c'=':
        s += 1
    return s

cdef const unsigned char* equals_sign(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Return the equals sign behind an attribute's name, which goes on here; NULL where it has no value."""
    s = end_of_name(s, beyond)
    while s < beyond and SPACE_OF_HTML[s[0]]:
        s += 1
    return s if s < beyond and s[0] == c'=' else NULL

cdef inline bint is_mark(const unsigned char* s, const unsigned char* stop) noexcept nogil:
    """Say whether U+FEFF is here."""
    return stop - s >= 3 and s[0] == 0xEF and s[1] == 0xBB and s[2] == 0xBF

cdef inline int row_of_code(int code) noexcept nogil:
    """Return the row of a code point, or -1."""
    if FIRST <= code < BEYOND_FIRST:
        return code - FIRST
    if SECOND <= code < BEYOND_SECOND:
        return code - SECOND + BEYOND_FIRST - FIRST
    return -1

cdef inline int row_of(
    const unsigned char* s, const unsigned char* stop, const unsigned char* bits, Py_ssize_t* size
) noexcept nogil:
    """Return the row of the character that is here or is referred to, or -1, and how long it is."""
    cdef int code
    size[0] = 1
    if s[0] == c'&':
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

cdef int row_of_reference(
    const unsigned char* s, const unsigned char* stop, const unsigned char* bits, Py_ssize_t* size
) noexcept nogil:
    """Return the row of a numeric reference that is to be resolved, or -1, and how long it is."""
    cdef const unsigned char* start = s
    cdef const unsigned char* digits
    cdef int code = 0, row, base = 10
    s += 1
    if s == stop or s[0] != c'#':
        return -1
    s += 1
    if s < stop and (s[0] | 0x20) == c'x':
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
    if s < stop and s[0] == c';':
        s += 1
    size[0] = s - start
    return row

cdef inline int digit(unsigned char c) noexcept nogil:
    if c'0' <= c <= c'9':
        return c - c'0'
    if c'a' <= (c | 0x20) <= c'f':
        return (c | 0x20) - c'a' + 10
    return 99

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
    """Return what ``markup_py.marked`` says."""
    return Marked(utf8, True)

def cleaned(bytes utf8 not None):
    """Return what ``markup_py.cleaned`` says."""
    cdef const unsigned char* begin = utf8
    cdef Py_ssize_t size = len(utf8)
    cdef Marked page
    cdef bint is_written
    # What follows the last character to be removed does not change how the text before it is read.
    while size and not REMOVED[begin[size - 1]] and not (size >= 3 and is_mark(begin + size - 3, begin + size)):
        size -= 1
    page = Marked(utf8, False, size)
    with nogil:
        is_written = page.clean()
    return page.written(is_written)
