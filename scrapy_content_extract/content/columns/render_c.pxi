# Texts as UTF-8: counting, writing them on lines, making blocks.  Its Python side is render_py.py.

cdef unsigned char COUNTS[256]  # of a byte: 0 does not count, 1 counts, 2 must be looked at
for _byte in range(256):
    if _byte < 0x80:
        COUNTS[_byte] = 0 if _byte == 0x20 or 0x09 <= _byte <= 0x0D or 0x1C <= _byte <= 0x1F else 1
    elif _byte < 0xC0:
        COUNTS[_byte] = 0  # continues a character
    else:
        COUNTS[_byte] = 2 if _byte in (0xC2, 0xE1, 0xE2, 0xE3) else 1
COUNTS[0] = 3  # the end

cdef unsigned char SPACES[256]  # of a byte: 1 is white space, 2 must be looked at
for _byte in range(256):
    SPACES[_byte] = 1 if _byte < 0x80 and COUNTS[_byte] == 0 else 2 if COUNTS[_byte] == 2 else 0

cdef Py_ssize_t count_chars(const unsigned char* s) noexcept nogil:
    """Count the characters of UTF-8 that are not white space, as ``str.split`` has it."""
    cdef Py_ssize_t count = 0
    cdef unsigned char c
    while True:
        c = COUNTS[s[0]]
        if c < 2:
            count += c
        elif c == 3:
            return count
        elif not is_space(s):
            count += 1
        s += 1

cdef bint is_space(const unsigned char* s) noexcept nogil:
    """Say whether a character of more than one byte is white space."""
    if s[0] == 0xC2:
        return s[1] == 0x85 or s[1] == 0xA0
    if s[0] == 0xE1:
        return s[1] == 0x9A and s[2] == 0x80
    if s[0] == 0xE2:
        if s[1] == 0x80:
            return 0x80 <= s[2] <= 0x8A or s[2] == 0xA8 or s[2] == 0xA9 or s[2] == 0xAF
        return s[1] == 0x81 and s[2] == 0x9F
    return s[1] == 0x80 and s[2] == 0x80

cdef extern from *:
    """
    /* White space of one byte. */
    #define IS_BLANK(c) ((unsigned char) ((c) - 9) < 5 || (unsigned char) ((c) - 0x1C) < 5)

    /* For all of these a compiler looks at many places at once. */
    static int any_high(const unsigned char *s, size_t size) {
        unsigned char any = 0;
        for (size_t i = 0; i < size; i++)
            any |= s[i];
        return any >> 7;
    }

    /* Whether there are two blanks next to each other. */
    static int has_runs(const unsigned char *s, Py_ssize_t size) {
        unsigned char any = 0;
        for (Py_ssize_t i = 0; i + 1 < size; i++) {
            unsigned char a = s[i], b = s[i + 1];
            any |= (((unsigned char) (a - 9) < 5) | ((unsigned char) (a - 0x1C) < 5))
                & (((unsigned char) (b - 9) < 5) | ((unsigned char) (b - 0x1C) < 5));
        }
        return any;
    }

    /* Whether there is white space of more than one byte. */
    static int has_wide(const unsigned char *s, Py_ssize_t size) {
        unsigned char any = 0;
        if (!any_high(s, size))
            return 0;
        for (Py_ssize_t i = 0; i + 1 < size; i++)
            any |= (s[i] == 0xC2) & ((s[i + 1] == 0x85) | (s[i + 1] == 0xA0));
        for (Py_ssize_t i = 0; i + 2 < size; i++) {
            unsigned char a = s[i], b = s[i + 1], c = s[i + 2];
            any |= ((a == 0xE1) & (b == 0x9A)) | ((a == 0xE3) & (b == 0x80) & (c == 0x80))
                | ((a == 0xE2) & (b == 0x80) & ((c < 0x8B) | (c == 0xA8) | (c == 0xA9) | (c == 0xAF)))
                | ((a == 0xE2) & (b == 0x81) & (c == 0x9F));
        }
        return any;
    }

    /* Make a blank of each character of white space of one byte. */
    static void blank_out(unsigned char *s, Py_ssize_t size) {
        for (Py_ssize_t i = 0; i < size; i++)
            s[i] = ((unsigned char) (s[i] - 9) < 5) | ((unsigned char) (s[i] - 0x1C) < 5) ? ' ' : s[i];
    }
    """
    bint IS_BLANK(unsigned char) nogil
    bint any_high(const unsigned char*, size_t) nogil
    bint has_runs(const unsigned char*, Py_ssize_t) nogil
    bint has_wide(const unsigned char*, Py_ssize_t) nogil
    void blank_out(unsigned char*, Py_ssize_t) nogil

cdef inline bint begins_space(const unsigned char* s) noexcept nogil:
    """Say whether a character of white space begins here."""
    return SPACES[s[0]] and (SPACES[s[0]] == 1 or is_space(s))

DEF AT_ONCE = 64  # bytes

cdef inline const unsigned char* next_wide(
    const unsigned char* s, const unsigned char* beyond
) noexcept nogil:
    """Return where white space of more than one byte is next, or the end."""
    while beyond - s > AT_ONCE + 2 and not has_wide(s, AT_ONCE + 2):  # three bytes may begin in the last
        s += AT_ONCE
    while s < beyond and (SPACES[s[0]] != 2 or not is_space(s)):
        s += 1
    return s

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object, Py_ssize_t*) except NULL
    void PyObject_GC_UnTrack(void*)

#: Where a text begins is a number of 32 bits.  So large a number would be an object, were it written there.
cdef size_t MOST_LETTERS = 0xFFFFFFF0

cdef class Texts:
    """The texts of a page as UTF-8, one behind the other.

    Most of them nobody asks for alone.  So there is a string for each only when somebody does:
    one takes more memory than most texts, and as much time as to read it.
    """

    cdef char* letters  # behind each text a space
    cdef unsigned int* begin  # of each text, and of one more
    cdef Py_ssize_t size, room, letters_room

    def __init__(self, strings=()):
        cdef const char* letters
        cdef Py_ssize_t length
        self.more(16, 0)
        self.begin[0] = 0
        for string in strings:
            letters = PyUnicode_AsUTF8AndSize(string, &length)
            self.add()
            self.extend(letters, length)

    def __dealloc__(self):
        free(self.letters)
        free(self.begin)

    def __len__(self):
        return self.size

    def __getitem__(self, Py_ssize_t k):
        if not 0 <= k < self.size:
            raise IndexError(f"there is no text {k} among {self.size}")
        return PyUnicode_DecodeUTF8(self.text(k), self.length(k), NULL)

    def __iter__(self):
        return iter([self[k] for k in range(self.size)])

    def __repr__(self):
        return repr(list(self))

    def joined(self):
        """Return all texts, with a space between two."""
        cdef Py_ssize_t size = <Py_ssize_t> self.begin[self.size] - 1 if self.size else 0
        return PyUnicode_DecodeUTF8(self.letters, size, NULL)

    cdef int fit(self) except -1:
        """Give back the room that was not needed."""
        enlarge(<void**> &self.begin, (self.size + 1) * sizeof(unsigned int))
        enlarge(<void**> &self.letters, self.begin[self.size] + 1)
        self.room, self.letters_room = self.size, self.begin[self.size] + 1
        return 0

    cdef inline const char* text(self, Py_ssize_t k) noexcept nogil:
        return self.letters + self.begin[k]

    cdef inline Py_ssize_t length(self, Py_ssize_t k) noexcept nogil:
        return <Py_ssize_t> self.begin[k + 1] - <Py_ssize_t> self.begin[k] - 1

    cdef inline Py_ssize_t length_of(self, Py_ssize_t k, Py_ssize_t beyond) noexcept nogil:
        """Return how long some texts are together."""
        return <Py_ssize_t> self.begin[beyond] - <Py_ssize_t> self.begin[k]

    cdef bint are_equal(self, const int* one, const int* other) noexcept nogil:
        """Say whether two paragraphs have the same texts; each begins here, and the next one behind it."""
        cdef int k
        cdef Py_ssize_t apart = other[0] - one[0], size = self.length_of(one[0], one[1])
        if one[1] + apart != other[1] or size != self.length_of(other[0], other[1]):
            return False
        for k in range(one[0], one[1]):
            if self.length(k) != self.length(k + apart):
                return False
        return memcmp(self.text(one[0]), self.text(other[0]), size) == 0

    cdef int more(self, Py_ssize_t room, Py_ssize_t letters_room) except -1:
        self.room = room
        enlarge(<void**> &self.begin, (room + 1) * sizeof(unsigned int))
        if letters_room > self.letters_room:
            self.letters_room = letters_room
            enlarge(<void**> &self.letters, letters_room)
        return 0

    cdef int add(self) except -1:
        """Begin another text."""
        if self.size == self.room:
            self.more(2 * self.room, 0)
        self.size += 1
        self.begin[self.size] = self.begin[self.size - 1] + 1
        return self.extend(b"", 0)

    cdef int extend(self, const char* letters, Py_ssize_t length) except -1:
        """Write on at the last text."""
        cdef Py_ssize_t end = <Py_ssize_t> self.begin[self.size] - 1
        if <size_t> (end + length) > MOST_LETTERS:
            raise OverflowError("the texts of the page have 4 GB")
        if end + length >= self.letters_room:
            self.letters_room = 2 * (end + length) + 4096
            enlarge(<void**> &self.letters, self.letters_room)
        memcpy(self.letters + end, letters, length)
        self.letters[end + length] = c' '
        self.begin[self.size] = end + length + 1
        return 0

cdef Texts texts_of(texts):
    return texts if isinstance(texts, Texts) else Texts(texts)

cdef int count_sentences(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Count the sentence ends of a text: the matches of ``SENTENCE_END``."""
    cdef int count = 0
    cdef unsigned char kind
    while s < beyond:
        if 0xE4 <= s[0] <= 0xE9:  # three bytes, nearly all of them Chinese characters, and none an end
            s += 3
            continue
        kind = ENDS[s[0]]
        s += 1
        if kind == 0:
            continue
        if kind == 1:
            count += s == beyond or AFTER_END[s[0]] == 1 or (AFTER_END[s[0]] == 2 and closes(s))
        else:
            count += ends_a_sentence(s - 1)
    return count

cdef inline bint ends_a_sentence(const unsigned char* s) noexcept nogil:
    """Say whether a character of more than one byte ends nothing but sentences."""
    if s[0] == 0xD8:
        return s[1] == 0x9F  # ؟
    if s[0] == 0xE3:
        return s[1] == 0x80 and s[2] == 0x82  # 。
    if s[0] == 0xEF:
        return (s[1] == 0xBC and (s[2] == 0x81 or s[2] == 0x9F)) or (s[1] == 0xBD and s[2] == 0xA1)  # ！ ？ ｡
    if s[0] == 0xE0:
        return s[1] == 0xA5 and (s[2] == 0xA4 or s[2] == 0xA5)  # । ॥
    if s[0] == 0xE1:  # ။ ። ។
        return (
            (s[1] == 0x81 and s[2] == 0x8B)
            or (s[1] == 0x8D and s[2] == 0xA2)
            or (s[1] == 0x9F and s[2] == 0x94)
        )
    return (s[0] == 0xDB and s[1] == 0x94) or (s[0] == 0xD6 and s[1] == 0x89)  # ۔ ։

cdef bint closes(const unsigned char* s) noexcept nogil:
    """Say whether a character of more than one byte may follow the end of a sentence."""
    if s[0] == 0xE2 and s[1] == 0x80 and (s[2] == 0x99 or s[2] == 0x9D):  # ’ ”
        return True
    return SPACES[s[0]] == 2 and is_space(s)

cdef unsigned char ENDS[256]  # of a byte: 1 ends a sentence if AFTER_END follows, 2 must be looked at
cdef unsigned char AFTER_END[256]
for _byte in range(256):
    ENDS[_byte] = 1 if _byte in b".!?" else 2 if _byte in b"\xd6\xd8\xdb\xe0\xe1\xe3\xef" else 0
    AFTER_END[_byte] = 1 if _byte in b"\"')\0" or SPACES[_byte] == 1 else SPACES[_byte]

def count_sentence_ends(strings):
    """Return what ``render_py.count_sentence_ends`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Columns held = _Columns(1)
    cdef const unsigned char* s
    cdef Py_ssize_t k
    cdef int count
    column = ZERO * (texts.size + 1)
    cdef int* before = held.view(column, texts.size + 1)
    for k in range(texts.size):
        if k % TURN == 0:
            let_others_run()
        s = <const unsigned char*> texts.text(k)
        if texts.length(k) < LONG:
            count = count_sentences(s, s + texts.length(k))
        else:
            with nogil:
                count = count_sentences(s, s + texts.length(k))
        before[k + 1] = before[k] + count
    return column

def without_repetitions(strings, starts, bytearray chosen not None, chars, int least):
    """Return what ``render_py.without_repetitions`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Columns held = _Columns(2)
    cdef Py_ssize_t b, n = len(chosen), slots = 16, slot
    cdef const int* start = held.view(starts, n + 1)
    cdef const int* count = held.view(chars, n)
    cdef bytearray kept = bytearray(chosen)
    while slots < 2 * n:
        slots *= 2
    cdef int* of_slot = <int*> calloc(slots, sizeof(int))  # of a hash table: the first of equals, and 1
    if of_slot == NULL:
        raise MemoryError()
    for b in range(n):
        if not kept[b] or count[b] < least:
            continue
        slot = hash_of_string(texts.text(start[b]), texts.length_of(start[b], start[b + 1])) & (slots - 1)
        while of_slot[slot]:
            if texts.are_equal(start + of_slot[slot] - 1, start + b):
                kept[b] = 0
                break
            slot = (slot + 1) & (slots - 1)
        if kept[b]:
            of_slot[slot] = <int> b + 1
    free(of_slot)
    return kept

DEF PRIME = 1_327_217_909  # of render_py.py; to divide by a constant is to multiply

cdef int number_of_letters(const unsigned char* s, Py_ssize_t size) noexcept nogil:
    """Return what bytes make as one number, modulo ``render_py.PRIME``."""
    cdef uint64_t number = 0
    cdef const unsigned char* beyond = s + size
    cdef const unsigned char* words = s + size % 4
    while s < words:
        number = number << 8 | s[0]
        s += 1
    while s < beyond:
        number = (number << 32 | <uint64_t> s[0] << 24 | s[1] << 16 | s[2] << 8 | s[3]) % PRIME
        s += 4
    return <int> number

def numbers_of_lines(strings, starts):
    """Return what ``render_py.numbers_of_lines`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Columns held = _Columns(2)
    cdef Py_ssize_t b, n = len(starts) - 1
    column = ZERO * max(n, 0)
    if n <= 0:
        return column
    cdef const int* start = held.view(starts, n + 1)
    cdef int* number = held.view(column, n)
    with nogil:
        for b in range(n):
            number[b] = number_of_letters(
                <const unsigned char*> texts.text(start[b]), texts.length_of(start[b], start[b + 1])
            )
    return column
