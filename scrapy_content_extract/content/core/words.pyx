"""Numbers for strings, and what is found with them.  Its Python side is words_py.py."""

from array import array

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset, strlen

from .buffers cimport append, enlarge, require, resize
from .buffers cimport object as column
from .render cimport Texts, texts_of

from .. import markup
from .columns import ZERO
from .words_py import Phrases as PhrasesInPython, joined

#: A secret of the process, so that nobody can prepare names or pairs that all get the same slot.  It is odd:
#: of a product with it the high bits have something of all bits of the other number.
cdef uint64_t SEED = <uint64_t> hash("a secret of this process") | 1

cdef void free_strings(Strings* s) noexcept nogil:
    free(s.letters.at)
    free(s.entries)
    free(s.slots)

cdef inline uint64_t hash_of_string(const char* string, size_t size) noexcept nogil:
    cdef uint64_t h = SEED ^ size, word
    while size >= 8:
        memcpy(&word, string, 8)
        h = (h ^ word) * <uint64_t> 0x9E3779B97F4A7C15
        h ^= h >> 29
        string += 8
        size -= 8
    word = 0
    memcpy(&word, string, size)
    h = (h ^ word) * <uint64_t> 0x9E3779B97F4A7C15
    return h ^ h >> 32

cdef inline size_t slot_of(Strings* s, uint64_t h, const char* string, size_t size) noexcept nogil:
    """Return the slot that has the number of a string, or the free one that is to have it."""
    cdef size_t slot = h & s.mask
    cdef Entry* entry
    while s.slots[slot]:
        entry = s.entries + s.slots[slot] - 1
        if entry.hash == h and entry.size == size and memcmp(s.letters.at + entry.begin, string, size) == 0:
            break
        slot = (slot + 1) & s.mask
    return slot

cdef int find_string(Strings* s, const char* string, size_t size) noexcept nogil:
    """Return the number of a string, 0 for one that has none; there is at least one string."""
    return s.slots[slot_of(s, hash_of_string(string, size), string, size)]

cdef int number_of(Strings* s, const char* string, size_t size) noexcept nogil:
    """Return the number of a string, which may be new; 0 without memory for it."""
    cdef uint64_t h = hash_of_string(string, size)
    cdef size_t slot
    if s.size == s.room and not more_strings(s):
        return 0
    slot = slot_of(s, h, string, size)
    if s.slots[slot]:
        return s.slots[slot]
    s.entries[s.size] = Entry(h, s.letters.size, size)
    if not (append(&s.letters, string, size) and append(&s.letters, b"", 1)):  # no name has a NUL
        return 0
    s.size += 1
    s.slots[slot] = s.size
    return s.size

cdef bint more_strings(Strings* s) noexcept nogil:
    """Make room, twice as many slots as strings."""
    cdef int i, room = 2 * s.room if s.room else 128
    cdef size_t slot
    cdef int* slots = <int*> calloc(2 * room, sizeof(int))
    if slots == NULL:
        return False
    free(s.slots)
    s.slots, s.mask = slots, 2 * <size_t> room - 1
    if not resize(<void**> &s.entries, room * sizeof(Entry)):
        return False
    s.room = room
    for i in range(s.size):
        slot = s.entries[i].hash & s.mask
        while slots[slot]:
            slot = (slot + 1) & s.mask
        slots[slot] = i + 1
    return True

cdef int take_names(Strings* s, names) except -1:
    """Number some names, each of which is new."""
    cdef bytes letters
    cdef int known
    for name in names:
        letters, known = name.encode(), s.size
        if number_of(s, letters, len(letters)) <= known:
            raise ImportError(f"{name!r} is there twice")
    return 0

cdef list all_of(Strings* s):
    """Return the strings."""
    cdef int i
    return [
        PyUnicode_DecodeUTF8(s.letters.at + s.entries[i].begin, s.entries[i].size, NULL)
        for i in range(s.size)
    ]

DEF WORD_BYTES = 16  # as in words_py.py
cdef uint32_t FNV_BASIS = 2166136261, FNV_PRIME = 16777619

cdef unsigned char[256] KINDS  # of a byte: 1 is a letter or begins one of two bytes, 3 continues one
for _byte in range(256):
    KINDS[_byte] = (
        1 if chr(_byte).isalpha() and _byte < 0x80 or 0xC3 <= _byte < 0xE0
        else 2 if 0x30 <= _byte <= 0x39
        else 3 if 0x80 <= _byte < 0xC0
        else 4 if 0xE0 <= _byte < 0xF0 and _byte != 0xE2  # a letter of three bytes, or punctuation
        else 6 if _byte >= 0xF0
        else 0
    )

def number_texts(
    strings, column[int] starts, column[int] since_heading, column[int] look, column[int] looks
):
    """Return what ``words_py.number_texts`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef Py_ssize_t b, n = len(starts) - 1
    cdef column[int] numbers = array("i", [0]) * n
    cdef const unsigned char* s
    cdef const unsigned char* beyond
    cdef uint32_t number
    require(len(look) == n and len(since_heading) == n)
    for b in range(n):
        require(0 <= look[b] < len(looks))
    with nogil:
        for b in range(n):
            number = FNV_BASIS ^ <uint32_t> looks[look[b]]
            s = <const unsigned char*> texts.text(starts[b])
            beyond = <const unsigned char*> texts.text(starts[b + 1])
            while s < beyond:
                if since_heading[b] and KINDS[s[0]] == 2:
                    number = (number ^ c'0') * FNV_PRIME
                    while s < beyond and KINDS[s[0]] == 2:
                        s += 1
                else:
                    number = (number ^ s[0]) * FNV_PRIME
                    s += 1
            numbers[b] = <int> number
    return numbers

def number_words(strings, column[int] starts, int most):
    """Return what ``words_py.number_words`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef Py_ssize_t b, n = len(starts) - 1
    cdef bint is_room = True
    cdef Strings words
    cdef column[int] numbers = array("i", [0]) * min(texts.length_of(0, texts.size), n * most)
    cdef column[int] begins = array("i", [0]) * (n + 1)
    cdef int* number = &numbers[0]
    cdef int* end
    memset(&words, 0, sizeof(words))
    with nogil:
        for b in range(n):
            begins[b + 1] = begins[b]
            end = &begins[b + 1]
            is_room = is_room and number_those(
                &words, texts.text(starts[b]), texts.text(starts[b + 1]), number, end, begins[b] + most
            )
        free_strings(&words)
    if not is_room:
        raise MemoryError()
    return numbers[: begins[n]], begins

cdef bint number_those(
    Strings* words, const char* text, const char* stop, int* number, int* end, int most
) noexcept nogil:
    """Append the numbers of a paragraph's first words; say whether there was enough memory."""
    cdef const unsigned char* s = <const unsigned char*> text
    cdef const unsigned char* beyond = <const unsigned char*> stop
    cdef char[WORD_BYTES] word
    cdef const char* letters
    cdef unsigned char kind
    cdef size_t size
    while s < beyond and end[0] < most:
        kind = KINDS[s[0]]
        letters, size = <const char*> s, 3 if kind == 4 else 4
        if kind == 1:
            letters, size = word, 0
            while KINDS[s[0]] & 1:  # behind the last there is a space
                if size < WORD_BYTES:
                    word[size] = <char> (s[0] if s[0] & 0x80 else s[0] | 0x20)
                    size += 1
                s += 1
        elif kind == 2:
            letters, size = b"0", 1
            while KINDS[s[0]] == 2:
                s += 1
        elif kind < 4 or (s[0] == 0xE3 and s[1] == 0x80) or (s[0] == 0xEF and s[1] == 0xBC):
            s += 1
            continue
        else:
            s += size
        number[end[0]] = number_of(words, letters, size) - 1
        if number[end[0]] < 0:
            return False
        end[0] += 1
    return True

DEF SLOTS = 1 << 12

cdef const unsigned char* behind_signs(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Return where the next letter or digit is, as words_py._SIGNS."""
    while s < beyond:
        if s[0] < 0x80:
            if c'0' <= s[0] <= c'9' or c'A' <= s[0] <= c'Z' or c'a' <= s[0] <= c'z':
                break
            s += 1
        elif s[0] == 0xC2 and s[1] != 0xA9:  # ©
            s += 2
        elif s[0] == 0xE2 or (s[0] == 0xE3 and s[1] == 0x80) or (s[0] == 0xEF and s[1] == 0xBC):
            s += 3
        else:
            break
    return s

cdef class Phrases:
    """What ``words_py.Phrases`` is."""

    cdef list letters  # of each, the longest first
    cdef list numbers
    cdef dict alike  # the places in ``letters`` of those that begin with the same four bytes
    cdef unsigned char[SLOTS] has  # 1 where such bytes have their slot: most bytes of a text have none

    def __init__(self, phrases):
        cdef unsigned int four
        those = PhrasesInPython(phrases)
        self.letters = sorted(those.number_of, key=len, reverse=True)
        self.numbers = [those.number_of[letters] for letters in self.letters]
        self.alike = {}
        memset(self.has, 0, SLOTS)
        for place, letters in enumerate(self.letters):
            four = four_of(<const unsigned char*> <const char*> letters)
            self.alike.setdefault(four, []).append(place)
            self.has[slot_of_four(four)] = 1

    def beginning(
        self, strings, column[int] starts, column[unsigned char] chosen, column[int] chars, int most
    ):
        """Return what ``words_py.Phrases.beginning`` returns."""
        cdef Texts texts = texts_of(strings)
        cdef int b, place, n = len(chosen)
        cdef const unsigned char* s
        cdef const unsigned char* beyond
        cdef list found = []
        require(len(starts) == n + 1 and len(chars) == n)
        for b in range(n):
            if not chosen[b] or chars[b] > most:
                continue
            s = <const unsigned char*> texts.text(starts[b])
            beyond = s + texts.length_of(starts[b], starts[b + 1])
            s = behind_signs(s, beyond)
            place = self.at(s, beyond)
            if place < 0:
                while s < beyond and not (s[0] == c' ' or 0x09 <= s[0] <= 0x0D and s[0] != 0x0B):
                    s += 1
                place = self.at(behind_signs(s, beyond), beyond)
            if place >= 0:
                found.append((b, self.numbers[place]))
        return found

    cdef int at(self, const unsigned char* s, const unsigned char* beyond) except -2:
        """Return the place of the longest phrase that begins here, or -1."""
        cdef unsigned int four = four_of(s) if beyond - s >= 4 else 0
        if self.has[slot_of_four(four)]:
            for place in self.alike.get(four, ()):
                if begins_with(<const char*> s, beyond - s, <bytes> self.letters[place]):
                    return place
        return -1

    def within(self, str text not None):
        """Return what ``words_py.Phrases.within`` returns."""
        cdef bytes letters = text.encode("utf-8", "surrogatepass")
        cdef const unsigned char* s = letters
        cdef const unsigned char* beyond = s + len(letters)
        cdef unsigned int four
        cdef set found = set()
        while beyond - s >= 4:
            four = four_of(s)
            if self.has[slot_of_four(four)]:
                for place in self.alike.get(four, ()):
                    if begins_with(<const char*> s, beyond - s, <bytes> self.letters[place]):
                        found.add(self.numbers[place])
            s += 1
        return sorted(found)

cdef inline unsigned int slot_of_four(unsigned int four) noexcept nogil:
    return four * <unsigned int> 0x9E3779B1 >> 20

cdef inline unsigned int four_of(const unsigned char* s) noexcept nogil:
    """Return the next four bytes in small letters as a number."""
    cdef unsigned int number = 0
    cdef int i
    for i in range(4):
        number = number << 8 | (s[i] | 0x20 if c'A' <= s[i] <= c'Z' else s[i])
    return number

cdef struct Hint:
    const unsigned char* letters
    Py_ssize_t size
    int bit
    int following  # the number of the next word of this kind, and 1

cdef class _Hints:
    """Words that are looked for in names, by their first three letters."""

    cdef object hints  # whose words these are
    cdef list letters  # of each
    cdef Hint* words
    cdef unsigned char[32768] begins  # by three letters: the number of the first word that begins so, and 1
    cdef unsigned char[256] lower  # what is not ASCII is like DEL, which no word has

    def __init__(self, hints):
        cdef int bit, letter, three, count = 0
        cdef const unsigned char* s
        self.hints = hints
        self.letters = [word.encode("ascii") for words in hints.values() for word in words]
        if any(len(word) < 3 for word in self.letters) or len(self.letters) > 255:
            raise ValueError("a word has three letters or more, and there are at most 255")
        enlarge(<void**> &self.words, len(self.letters) * sizeof(Hint) + 1)
        for letter in range(256):
            self.lower[letter] = letter | 0x20 if c'A' <= letter <= c'Z' else min(letter, 127)
        for bit, words in enumerate(hints.values()):
            for _ in words:
                s = <const unsigned char*> <const char*> <bytes> self.letters[count]
                three = with_next(with_next(s[0], s[1]), s[2])
                self.words[count] = Hint(s, len(self.letters[count]), 1 << bit, self.begins[three])
                count += 1
                self.begins[three] = count

    def __dealloc__(self):
        free(self.words)

    cdef int said_by(self, const unsigned char* s, const unsigned char* beyond, int number) noexcept:
        """Return the bits of the words that begin here, of which this is the first that may."""
        cdef int said = 0, i
        cdef const Hint* word
        while number:
            word = &self.words[number - 1]
            i = 0
            while i < word.size <= beyond - s and self.lower[s[i]] == word.letters[i]:
                i += 1
            said |= word.bit if i == word.size else 0
            number = word.following
        return said

cdef inline int with_next(int letters, unsigned char letter) noexcept nogil:
    """Return a number for the last three letters, five bits of each."""
    return (letters << 5 ^ letter) & 0x7FFF

#: By the ``id`` of the hints, which their _Hints hold.
cdef dict sought = {}

def find_hints(names not None, hints):
    """Return what ``words_py.find_hints`` returns."""
    cdef bytes letters = joined(names)
    return hints_in(letters, len(letters) + 1, <int> len(names), hints)  # with the NUL behind the last

cdef tuple hints_in(const char* letters, Py_ssize_t size, int count, hints):
    """Return what ``words_py.find_hints`` returns for names with a NUL behind each; none has one within."""
    cdef _Hints those = sought.get(id(hints))
    if those is None:
        those = sought[id(hints)] = _Hints(hints)
    cdef const unsigned char* s = <const unsigned char*> letters
    cdef const unsigned char* beyond = s + size
    cdef int n = 0, number, said, in_all = 0
    cdef int three = with_next(those.lower[s[0]], those.lower[s[1]]) if size > 1 else 0
    cdef column[int] found = array("i", [0]) * count
    while beyond - s > 2:
        n += s[0] == 0 and n < count - 1
        three = with_next(three, those.lower[s[2]])
        number = those.begins[three]
        if number:
            said = those.said_by(s, beyond, number)
            found[n] |= said
            in_all |= said
        s += 1
    return found, in_all

cdef bint is_ascii(const char* letters, size_t size) noexcept nogil:
    cdef size_t i
    cdef char found = 0
    for i in range(size):  # plain enough for a compiler to look at many bytes at once
        found |= letters[i]
    return found >= 0

#: A NUL is behind each, and one more behind the last.
cdef bytes _HIDING_WORDS = "".join([word + "\0" for word in markup.HIDING_WORDS]).encode()
cdef const char* HIDING_WORDS = _HIDING_WORDS
#: 1 for their first letters, 2 for their second ones, small and capital.
cdef unsigned char[256] IN_HIDING
for _word in markup.HIDING_WORDS:
    for _byte in (_word[:2] + _word[:2].upper()).encode():
        IN_HIDING[_byte] |= 1 if chr(_byte).lower() == _word[0] else 2

cdef bint may_hide(const char* style, Py_ssize_t size) noexcept nogil:
    """Say whether a style has one of the words without which no style hides or shows anything."""
    cdef Py_ssize_t i
    cdef const char* word
    for i in range(size - 1):
        if not (IN_HIDING[<unsigned char> style[i]] & 1 and IN_HIDING[<unsigned char> style[i + 1]] & 2):
            continue
        word = HIDING_WORDS
        while word[0] != 0:
            if begins_with(style + i, size - i, word):
                return True
            word += strlen(word) + 1
    return False

cdef bint begins_with(const char* text, Py_ssize_t size, const char* word) noexcept nogil:
    """Say whether a text begins with a word in small letters, whatever its own case is."""
    cdef Py_ssize_t i = 0
    while i < size and word[i] != 0 and (
        text[i] == word[i] or (c'A' <= text[i] <= c'Z' and text[i] + 32 == word[i])
    ):
        i += 1
    return word[i] == 0

def number_pairs(column[int] ones, column[int] others):
    """Return what ``words_py.number_pairs`` returns."""
    cdef int n = len(ones), size = 0, i, k
    cdef uint64_t mask = 15, slot
    while mask < 2 * <uint64_t> n:
        mask = 2 * mask + 1
    cdef column[int] number = ZERO * n
    cdef column[int] first = ZERO * n  # of each number, where its pair is
    cdef column[int] table = ZERO * (mask + 1)  # of each slot the number that has it, and 1
    for i in range(n):
        slot = ((<uint64_t> ones[i] << 32 | <unsigned int> others[i]) * SEED >> 32) & mask
        while table[slot]:
            k = first[table[slot] - 1]
            if ones[k] == ones[i] and others[k] == others[i]:
                break
            slot = (slot + 1) & mask
        if not table[slot]:
            first[size] = i
            size += 1
            table[slot] = size
        number[i] = table[slot] - 1
    return number, size
