# The words of a page as numbers.  Its Python side is vocabulary_py.py.

cdef struct Word:
    uint64_t first  # of its letters, eight bytes
    uint64_t second
    int number  # from 1 on; 0 is a free slot

cdef struct WordNumbers:
    Word* slots  # of a hash table
    size_t mask  # slots less one
    int size

cdef unsigned char LETTERS[256]  # of a byte: 1 is a letter or begins one of two bytes, 3 continues one
for _byte in range(256):
    LETTERS[_byte] = (
        1 if chr(_byte).isalpha() and _byte < 0x80 or 0xC3 <= _byte < 0xE0
        else 2 if 0x30 <= _byte <= 0x39
        else 3 if 0x80 <= _byte < 0xC0
        else 4 if 0xE0 <= _byte < 0xF0 and _byte != 0xE2  # a letter of three bytes, or punctuation
        else 6 if _byte >= 0xF0
        else 0
    )

def number_words(strings, starts, int most):
    """Return what ``vocabulary_py.number_words`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Columns held = _Columns(3)
    cdef Py_ssize_t b, n = len(starts) - 1
    cdef const int* start = held.view(starts, n + 1)
    cdef bint is_room = True
    cdef WordNumbers words
    numbers, begins = ZERO * min(texts.length_of(0, texts.size), n * most), ZERO * (n + 1)
    cdef int* number = held.view(numbers, len(numbers))
    cdef int* begin = held.view(begins, n + 1)
    memset(&words, 0, sizeof(words))
    with nogil:
        for b in range(n):
            begin[b + 1] = begin[b]
            is_room = is_room and number_those(
                &words,
                <const unsigned char*> texts.text(start[b]),
                <const unsigned char*> texts.text(start[b + 1]),
                number,
                begin + b + 1,
                begin[b] + most,
            )
        free(words.slots)
    if not is_room:
        raise MemoryError()
    return numbers[: begin[n]], begins

cdef bint number_those(
    WordNumbers* words, const unsigned char* s, const unsigned char* beyond, int* number, int* end, int most
) noexcept nogil:
    """Append the numbers of a paragraph's first words; say whether there was enough memory."""
    cdef uint64_t first, second
    cdef unsigned char kind
    cdef int size
    while s < beyond and end[0] < most:
        kind = LETTERS[s[0]]
        first = second = 0
        if kind == 1:
            size = 0
            while LETTERS[s[0]] & 1 and size < 64:  # behind the last there is a space
                first |= <uint64_t> (s[0] if s[0] & 0x80 else s[0] | 0x20) << size
                size += 8
                s += 1
            while LETTERS[s[0]] & 1:
                if size < 128:
                    second |= <uint64_t> (s[0] if s[0] & 0x80 else s[0] | 0x20) << size - 64
                    size += 8
                s += 1
        elif kind == 2:
            first = c'0'
            while LETTERS[s[0]] == 2:
                s += 1
        elif kind == 4 and not (s[0] == 0xE3 and s[1] == 0x80) and not (s[0] == 0xEF and s[1] == 0xBC):
            first = s[0] | s[1] << 8 | s[2] << 16
            s += 3
        elif kind == 6:
            first = s[0] | s[1] << 8 | s[2] << 16 | <uint64_t> s[3] << 24
            s += 4
        else:
            s += 1
            continue
        number[end[0]] = number_of_word(words, first, second)
        if number[end[0]] < 0:
            return False
        end[0] += 1
    return True

cdef inline Word* slot_of_word(WordNumbers* words, uint64_t first, uint64_t second) noexcept nogil:
    """Return the slot of a word, or the free one that is to be its."""
    cdef uint64_t h = (first ^ SEED) * <uint64_t> 0x9E3779B97F4A7C15
    cdef size_t slot
    h = (h ^ h >> 29 ^ second) * <uint64_t> 0x9E3779B97F4A7C15
    # once more: else words that differ in letters 15 and 16 alone share a slot
    h = (h ^ h >> 32) * <uint64_t> 0x9E3779B97F4A7C15
    slot = (h ^ h >> 32) & words.mask
    while words.slots[slot].number:
        if words.slots[slot].first == first and words.slots[slot].second == second:
            break
        slot = (slot + 1) & words.mask
    return words.slots + slot

cdef inline int number_of_word(WordNumbers* words, uint64_t first, uint64_t second) noexcept nogil:
    """Return the number of a word from 0 on, which may be new; -1 without memory for it."""
    cdef Word* slot
    if 2 * <size_t> words.size >= words.mask and not more_words(words):
        return -1
    slot = slot_of_word(words, first, second)
    if not slot.number:
        words.size += 1
        slot[0] = Word(first, second, words.size)
    return slot.number - 1

cdef bint more_words(WordNumbers* words) noexcept nogil:
    """Make room, four times as many slots."""
    cdef Word* old = words.slots
    cdef size_t k, slots = words.mask + 1 if old else 0
    cdef Word* made = <Word*> calloc(4 * slots if slots else 256, sizeof(Word))
    if made == NULL:
        return False
    words.slots, words.mask = made, (4 * slots if slots else 256) - 1
    for k in range(slots):
        if old[k].number:
            slot_of_word(words, old[k].first, old[k].second)[0] = old[k]
    free(old)
    return True
