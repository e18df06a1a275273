"""Texts as UTF-8: counting, writing them on lines.  Its Python side is render_py.py."""

from bisect import bisect_left

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from .buffers cimport Letters, append, enlarge, make_room, require
from .buffers cimport object as column

from array import array

from .. import markup
from .render_py import let_others_run, render_one

cdef unsigned char JOINED = markup.JOINED, SPACE = markup.SPACE, LINE_BREAK = markup.LINE_BREAK

DEF TURN = 4096  # texts or blocks: about a millisecond
DEF LONG = 1 << 18  # bytes of a text: about a millisecond, too

cdef unsigned char[256] COUNTS  # of a byte: 0 does not count, 1 counts, 2 must be looked at
cdef unsigned char[256] ENDS  # 1 ends a sentence if AFTER_END follows, 2 must be looked at
cdef unsigned char[256] AFTER_END
for _byte in range(256):
    if _byte < 0x80:
        COUNTS[_byte] = 0 if _byte == 0x20 or 0x09 <= _byte <= 0x0D or 0x1C <= _byte <= 0x1F else 1
    elif _byte < 0xC0:
        COUNTS[_byte] = 0  # continues a character
    else:
        COUNTS[_byte] = 2 if _byte in (0xC2, 0xE1, 0xE2, 0xE3) else 1
    SPACES[_byte] = 1 if _byte < 0x80 and COUNTS[_byte] == 0 else 2 if COUNTS[_byte] == 2 else 0
    ENDS[_byte] = 1 if _byte in b".!?" else 2 if _byte in b"\xd6\xd8\xdb\xe0\xe1\xe3\xef" else 0
    AFTER_END[_byte] = 1 if _byte in b"\"')\0" else SPACES[_byte]
COUNTS[0] = 3  # the end
MOST_LETTERS = 0xFFFFFFF0

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

cdef inline bint is_white(const unsigned char* s) noexcept nogil:
    """Say whether a character of white space begins here."""
    return SPACES[s[0]] and (SPACES[s[0]] == 1 or is_space(s))

cdef class Texts:
    """The texts of a page as UTF-8, one behind the other.

    Most of them nobody asks for alone.  So there is a string for each only when somebody does:
    one takes more memory than most texts, and as much time as to read it.
    """

    def __init__(self, strings=()):
        cdef bytes text
        enlarge(<void**> &self.begin, (len(strings) + 1) * sizeof(unsigned int))
        self.begin[0] = 0
        for string in strings:
            text = string.encode() + b" "
            if self.letters.size + len(text) > MOST_LETTERS:
                raise OverflowError("the texts of the page have 4 GB")
            if not append(&self.letters, <const char*> text, len(text)):
                raise MemoryError()
            self.size += 1
            self.begin[self.size] = <unsigned int> self.letters.size

    def __dealloc__(self):
        free(self.letters.at)
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
        return PyUnicode_DecodeUTF8(self.letters.at, max(self.length_of(0, self.size) - 1, 0), NULL)

    cdef int fit(self) except -1:
        """Give back the room that was not needed."""
        enlarge(<void**> &self.begin, (self.size + 1) * sizeof(unsigned int))
        enlarge(<void**> &self.letters.at, self.begin[self.size] + 1)
        return 0

    cdef const char* text(self, Py_ssize_t k) noexcept nogil:
        return self.letters.at + self.begin[k]

    cdef Py_ssize_t length(self, Py_ssize_t k) noexcept nogil:
        return self.length_of(k, k + 1) - 1

    cdef Py_ssize_t length_of(self, Py_ssize_t k, Py_ssize_t beyond) noexcept nogil:
        """Return how long some texts are together, with a space behind each."""
        return <Py_ssize_t> self.begin[beyond] - <Py_ssize_t> self.begin[k]

cdef Texts texts_of(texts):
    return texts if isinstance(texts, Texts) else Texts(texts)

def count_sentence_ends(strings):
    """Return what ``render_py.count_sentence_ends`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef const unsigned char* s
    cdef Py_ssize_t k, total = 0
    cdef column[int] before = array("i", [0]) * (texts.size + 1)
    for k in range(texts.size):
        if k % TURN == 0:
            let_others_run()
        s = <const unsigned char*> texts.text(k)
        if texts.length(k) < LONG:
            total += count_sentences(s, s + texts.length(k))
        else:
            with nogil:
                total += count_sentences(s, s + texts.length(k))
        before[k + 1] = <int> total
    return before

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
    return is_white(s)

cdef uint64_t ONES = <uint64_t> 0x0101010101010101  # a 1 in each byte

cdef inline bint is_plain(const unsigned char* s) noexcept nogil:
    """Say whether the next eight bytes are ASCII whose only white space are single spaces.

    All are looked at together; what follows a space may be taken for another one, and needs a closer look.
    """
    cdef uint64_t letters, spaces
    memcpy(&letters, s, 8)
    spaces = letters ^ 0x20 * ONES
    spaces = (spaces - ONES) & ~spaces & 0x80 * ONES
    if (letters | (letters - 0x20 * ONES)) & 0x80 * ONES or spaces & (spaces >> 8):
        return False
    return s[7] != c' ' or c' ' < s[8] < 0x80

cdef class _Line:
    """A text that is written piece by piece, its white space collapsed."""

    cdef Letters letters
    cdef bint is_empty, space_is_due

    def __dealloc__(self):
        free(self.letters.at)

    cdef void begin(self) noexcept:
        self.letters.size = 0
        self.is_empty, self.space_is_due = True, False

    cdef void separate(self, unsigned char separator) noexcept:
        if separator >= LINE_BREAK:
            self.letters.at[self.letters.size] = c'\n'
            self.letters.size += 1
            self.is_empty, self.space_is_due = True, False
        elif separator == SPACE:
            self.space_is_due = not self.is_empty  # a text that is struck out is empty

    cdef int write(self, Texts texts, Py_ssize_t k) except -1:
        cdef const unsigned char* s = <const unsigned char*> texts.text(k)
        cdef Py_ssize_t size = texts.length(k)
        if not make_room(&self.letters, size + 1):
            raise MemoryError()
        if size < LONG:
            self.write_words(s, s + size)
        else:
            with nogil:
                self.write_words(s, s + size)
        return 0

    cdef void write_words(self, const unsigned char* s, const unsigned char* beyond) noexcept nogil:
        cdef unsigned char* to = <unsigned char*> self.letters.at + self.letters.size
        cdef bint is_empty = self.is_empty, is_due = self.space_is_due
        while s < beyond:
            if SPACES[s[0]] and is_white(s):
                s += 1 if s[0] < 0x80 else 2 if s[0] == 0xC2 else 3
                is_due = not is_empty
                continue
            if is_due:
                to[0] = c' '
                to += 1
            is_empty = is_due = False
            while beyond - s > 8 and is_plain(s):
                memcpy(to, s, 8)
                to += 8
                s += 8
            if SPACES[s[0]] and is_white(s):
                continue
            to[0] = s[0]
            to += 1
            s += 1
            while s < beyond and not SPACES[s[0]]:
                to[0] = s[0]
                to += 1
                s += 1
        self.letters.size = to - <unsigned char*> self.letters.at
        self.is_empty, self.space_is_due = is_empty, is_due

def render(
    strings, column[unsigned char] gap, preformatted, column[int] starts, column[int] stops,
    column[int] first_part,
):
    """Return what ``render_py.render`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Line line = _Line()
    cdef Py_ssize_t b
    cdef int part, beyond
    cdef list lines = [], kept = sorted(preformatted)
    require(len(starts) == len(stops) and len(gap) == texts.size)
    for b in range(<Py_ssize_t> len(first_part) - 1):
        if b % TURN == 0:
            let_others_run()
        part, beyond = first_part[b], first_part[b + 1]
        ranges = [(starts[k], stops[k]) for k in range(part, beyond)] if kept else None
        if ranges and any([bisect_left(kept, start) < bisect_left(kept, stop) for start, stop in ranges]):
            lines.append(render_one(strings, gap, preformatted, ranges))
        else:
            lines.append(collapsed_lines(texts, &gap[0], line, &starts[part], &stops[part], beyond - part))
    return lines

cdef object collapsed_lines(
    Texts texts, const unsigned char* gap, _Line line, const int* start, const int* stop, int parts
):
    """Return the texts of some parts with their white space collapsed."""
    cdef unsigned char separator
    cdef int part, k, j, last = -1
    line.begin()
    for part in range(parts):
        if not make_room(&line.letters, texts.length_of(start[part], stop[part])):
            raise MemoryError()
        for k in range(start[part], stop[part]):
            if k % TURN == 0:  # a block may have all texts of the page
                let_others_run()
            if last >= 0:
                separator = gap[k]
                if k != last + 1:  # texts between them were left out
                    separator = SPACE
                    for j in range(last + 1, k + 1):
                        separator = max(separator, gap[j])
                    if separator == SPACE and texts.length(k) and texts.text(k)[0] in b".,)":
                        separator, line.space_is_due = JOINED, False
                line.separate(separator)
            last = k
            line.write(texts, k)
    return PyUnicode_DecodeUTF8(line.letters.at, line.letters.size, NULL)

def pieces(strings, column[int] starts, column[int] stops, column[unsigned char] raw):
    """Return what ``render_py.pieces`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Line line = _Line()
    cdef Py_ssize_t part, count = 0
    cdef int k
    cdef list written = []
    cdef column[unsigned char] spaces
    require(len(starts) == len(stops))
    for part in range(len(starts)):
        if not 0 <= starts[part] <= stops[part] <= texts.size:
            raise IndexError("a range of texts is beyond the page")
        count += stops[part] - starts[part]
    require(len(raw) == count)
    spaces = bytearray(count)
    count = 0
    for part in range(len(starts)):
        for k in range(starts[part], stops[part]):
            if count % TURN == 0:
                let_others_run()
            if raw[count]:
                written.append(PyUnicode_DecodeUTF8(texts.text(k), texts.length(k), NULL))
            else:
                spaces[count] = spaces_around(<const unsigned char*> texts.text(k), texts.length(k))
                line.begin()
                line.write(texts, k)
                written.append(PyUnicode_DecodeUTF8(line.letters.at, line.letters.size, NULL))
            count += 1
    return written, bytes(spaces)

cdef int spaces_around(const unsigned char* s, Py_ssize_t size) noexcept nogil:
    """Say whether white space is at the beginning of a text, and at its end."""
    cdef Py_ssize_t last = size - 1
    while last > 0 and 0x80 <= s[last] < 0xC0:
        last -= 1
    return is_white(s) + 2 * is_white(s + last)
