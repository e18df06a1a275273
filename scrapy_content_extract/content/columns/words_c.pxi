# Looking for hints in names.  Its Python side is words_py.py, which does all else that it says.

DEF TRIPLES = 1 << 15  # five bits for each letter

cdef struct Hint:
    const unsigned char* letters
    Py_ssize_t size
    int bit
    int following  # the number of the next word that begins with the same two letters, and 1

cdef class _Hints:
    """Words that are looked for in names, by their first three letters."""

    cdef object hints  # whose words these are
    cdef list letters  # of each
    cdef Hint* words
    cdef unsigned char[TRIPLES >> 3] triples  # a bit for each three letters that a word begins with
    cdef int[128][128] begins  # the number of the first word that begins so, and 1
    cdef unsigned char[256] lower

    def __init__(self, hints):
        cdef int bit, letter, triple, count = 0
        cdef const unsigned char* s
        self.hints = hints
        self.letters = [word.encode("ascii") for words in hints.values() for word in words]
        if any(len(word) < 3 for word in self.letters):
            raise ValueError("a word has three letters or more")
        enlarge(<void**> &self.words, len(self.letters) * sizeof(Hint) + 1)
        for letter in range(256):
            self.lower[letter] = letter | 0x20 if c'A' <= letter <= c'Z' else letter
        for bit, words in enumerate(hints.values()):
            for _ in words:
                s = <const unsigned char*> <const char*> <bytes> self.letters[count]
                self.words[count] = Hint(s, len(self.letters[count]), 1 << bit, self.begins[s[0]][s[1]])
                count += 1
                self.begins[s[0]][s[1]] = count
                triple = with_letter(with_letter(with_letter(0, s[0]), s[1]), s[2])
                self.triples[triple >> 3] |= 1 << (triple & 7)

    def __dealloc__(self):
        free(self.words)

    cdef int said_by(self, const unsigned char* s, const unsigned char* beyond) noexcept:
        """Return the bits of the words that begin here."""
        cdef unsigned char first = self.lower[s[0]], second = self.lower[s[1]]
        cdef int number = self.begins[first][second] if first < 128 and second < 128 else 0, said = 0, i
        cdef const Hint* word
        while number:
            word = &self.words[number - 1]
            i = 2 if word.size <= beyond - s else 0
            while 0 < i < word.size and self.lower[s[i]] == word.letters[i]:
                i += 1
            said |= word.bit if i == word.size else 0
            number = word.following
        return said

cdef inline int with_letter(int triple, unsigned char letter) noexcept nogil:
    """Return the number of the last three bytes; some that differ have the same, as in case."""
    return (triple << 5 | letter & 31) & (TRIPLES - 1)

#: By the ``id`` of the hints, which their _Hints hold.
cdef dict sought = {}

def find_hints(names not None, hints):
    """Return what ``words_py.find_hints`` returns."""
    cdef _Hints those = sought.get(id(hints))
    if those is None:
        those = sought[id(hints)] = _Hints(hints)
    cdef _Columns held = _Columns(1)
    cdef bytes letters
    cdef Strings* strings
    cdef const unsigned char* s
    cdef const unsigned char* beyond
    cdef int n = 0, last = <int> len(names) - 1, triple = 0
    column = ZERO * (last + 1)
    cdef int* found = held.view(column, last + 1)
    strings = &(<Values> names).strings if isinstance(names, Values) else NULL
    if strings != NULL and not any_high(<const unsigned char*> strings.letters, strings.letters_size):
        s = <const unsigned char*> strings.letters
        beyond = s + strings.letters_size
        n = 1  # the first is None
    else:
        letters = joined(list(names))
        s = letters
        beyond = s + len(letters)
    while s < beyond:
        triple = with_letter(triple, s[0])
        if those.triples[triple >> 3] >> (triple & 7) & 1:
            found[n] |= those.said_by(s - 2, beyond)
        n += s[0] == 0 and n < last  # no name has a NUL
        s += 1
    return column
