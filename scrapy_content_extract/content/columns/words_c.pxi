# Looking words up.  Its Python side is words_py.py.

cdef struct Slot:
    unsigned int hash
    unsigned int place  # in the letters; 0 where there is no word

cdef class Words:
    """A set of words in lower case that is asked with pieces of a text.

    In a crawl it is not in the processor's cache when the next page comes.  So it is small: a word
    that is not in it is looked for in one place, one that is in two.
    """

    cdef frozenset words
    cdef Slot* slots
    cdef size_t mask
    cdef char* letters  # of each word its size, and its letters
    cdef char* lowered
    cdef Py_ssize_t room

    def __init__(self, frozenset words not None):
        cdef const char* letters
        cdef Py_ssize_t length
        cdef size_t slot, size = 64, hash, place = 1, all_letters = 1
        self.words = words
        for word in words:
            PyUnicode_AsUTF8AndSize(word, &length)
            all_letters += sizeof(length) + length
        while 2 * size < 3 * <size_t> len(words):
            size *= 2
        self.mask = size - 1
        enlarge(<void**> &self.slots, size * sizeof(Slot))
        memset(self.slots, 0, size * sizeof(Slot))
        enlarge(<void**> &self.letters, all_letters)
        for word in words:
            letters = PyUnicode_AsUTF8AndSize(word, &length)
            hash = hash_of(letters, length)
            slot = hash & self.mask
            while self.slots[slot].place:
                slot = (slot + 1) & self.mask
            self.slots[slot] = Slot(<unsigned int> hash, <unsigned int> place)
            memcpy(self.letters + place, &length, sizeof(length))
            memcpy(self.letters + place + sizeof(length), letters, length)
            place += sizeof(length) + length

    def __dealloc__(self):
        free(self.slots)
        free(self.letters)
        free(self.lowered)

    def found_in_each(self, strings, bytes left_out not None):
        """Return what ``words_py.Words.found_in_each`` returns."""
        cdef Texts texts = texts_of(strings)
        cdef Py_ssize_t k
        cdef bytes found = PyBytes_FromStringAndSize(NULL, len(left_out))
        cdef char* is_found = <char*> <const char*> found
        cdef const char* is_out = left_out
        if texts.size != len(left_out):
            raise ValueError("there are not as many texts as marks")
        for k in range(texts.size):
            is_found[k] = not is_out[k] and self.is_any_in(texts.text(k), texts.length(k))
        return found

    cdef bint is_any_in(self, const char* text, Py_ssize_t size) except -1:
        cdef const unsigned char* s = <const unsigned char*> text
        cdef const unsigned char* beyond = s + size
        cdef const unsigned char* word
        cdef unsigned char kind
        while s < beyond:
            kind = SPACES[s[0]]
            if kind == 1 or (kind == 2 and is_space(s)):
                s += 1 if kind == 1 else 2 if s[0] == 0xC2 else 3
                continue
            word = s
            while s < beyond and SPACES[s[0]] != 1 and not (SPACES[s[0]] == 2 and is_space(s)):
                s += 1
            if self.has(word, s - word):
                return True
        return False

    cdef bint has(self, const unsigned char* word, Py_ssize_t size) except -1:
        cdef unsigned char all_bytes = 0
        cdef Py_ssize_t i, length
        cdef const char* found
        cdef size_t hash, slot
        if size > self.room:
            self.room = 2 * size + 64
            enlarge(<void**> &self.lowered, self.room)
        for i in range(size):
            all_bytes |= word[i]
            self.lowered[i] = word[i] | 0x20 if c'A' <= word[i] <= c'Z' else word[i]
        if all_bytes & 0x80:  # what lower case is, is for Python to say
            return PyUnicode_DecodeUTF8(<const char*> word, size, NULL).lower() in self.words
        hash = hash_of(self.lowered, size)
        slot = hash & self.mask
        while self.slots[slot].place:
            if self.slots[slot].hash == <unsigned int> hash:
                found = self.letters + self.slots[slot].place
                memcpy(&length, found, sizeof(length))
                if length == size and memcmp(found + sizeof(length), self.lowered, size) == 0:
                    return True
            slot = (slot + 1) & self.mask
        return False

DEF PLACE_BITS = 20
DEF HEAD = 3  # bytes before the letters of a word: two for its group, one for its size

cdef class Groups:
    """Words in lower case, each of which is in a group.

    In a crawl they are not in the processor's cache, either.  So a slot is four bytes, for the place of a
    word and, above it, some bits of its hash, by which most words that are not there are told without
    their letters.
    """

    cdef unsigned int* slots
    cdef size_t mask
    cdef unsigned char* letters
    cdef int groups

    def __init__(self, dict group_of not None):
        cdef const char* letters
        cdef Py_ssize_t length
        cdef size_t slot, hash, size = 64, place = 1, all_letters = 1
        for word, group in group_of.items():
            PyUnicode_AsUTF8AndSize(word, &length)
            all_letters += HEAD + length
            self.groups = max(self.groups, <int> group + 1)
            if length > 0xFF or not 0 <= <int> group < 1 << 16 or all_letters >= 1 << PLACE_BITS:
                raise ValueError("there are too many words or groups, or a word is too long")
        while 2 * size < 3 * <size_t> len(group_of):
            size *= 2
        self.mask = size - 1
        enlarge(<void**> &self.slots, size * sizeof(int))
        memset(self.slots, 0, size * sizeof(int))
        enlarge(<void**> &self.letters, all_letters)
        for word, group in group_of.items():
            letters = PyUnicode_AsUTF8AndSize(word, &length)
            hash = hash_of(letters, length)
            slot = hash & self.mask
            while self.slots[slot]:
                slot = (slot + 1) & self.mask
            self.slots[slot] = <unsigned int> (place | tag_of(hash))
            self.letters[place] = <unsigned char> (<int> group >> 8)
            self.letters[place + 1] = <unsigned char> (<int> group & 0xFF)
            self.letters[place + 2] = <unsigned char> length
            memcpy(self.letters + place + HEAD, letters, length)
            place += HEAD + length

    def __dealloc__(self):
        free(self.slots)
        free(self.letters)

    def count(self, str text not None):
        """Return what ``words_py.Groups.count`` returns."""
        cdef bytes letters = text.lower().encode("utf-8", "surrogatepass")
        cdef const unsigned char* s = <const unsigned char*> <const char*> letters
        cdef const unsigned char* beyond = s + len(letters)
        cdef const unsigned char* word
        cdef int words = 0, several = 0, group, n
        cdef _Columns held = _Columns(2)
        counts, groups = ZERO * self.groups, ZERO * self.groups
        cdef int* count = held.view(counts, self.groups)
        cdef int* met = held.view(groups, self.groups)
        while s < beyond:
            if begins_space(s):
                s += 1 if s[0] < 0x80 else 2 if s[0] == 0xC2 else 3
                continue
            word = s
            while s < beyond and not begins_space(s):
                s += 1
            words += 1
            group = self.group_of(<const char*> word, s - word)
            if group >= 0:
                if count[group] == 0:
                    met[several] = group
                    several += 1
                count[group] += 1
        return [(met[n], count[met[n]]) for n in range(several)], words

    cdef int group_of(self, const char* word, Py_ssize_t size) noexcept:
        """Return the group of a word; -1 if it has none."""
        cdef size_t hash = hash_of(word, size), slot = hash & self.mask
        cdef unsigned int tag = tag_of(hash)
        cdef const unsigned char* known
        while self.slots[slot]:
            if self.slots[slot] >> PLACE_BITS << PLACE_BITS == tag:
                known = self.letters + (self.slots[slot] & (1 << PLACE_BITS) - 1)
                if known[2] == size and memcmp(known + HEAD, word, size) == 0:
                    return known[0] << 8 | known[1]
            slot = (slot + 1) & self.mask
        return -1

cdef inline unsigned int tag_of(size_t hash) noexcept nogil:
    """Return the bits of a hash that stand above a place."""
    return <unsigned int> (hash >> 7 ^ hash >> 19) << PLACE_BITS

DEF BEGINNINGS = 1 << 11

cdef struct Phrase:
    const char* letters
    size_t size
    int following  # the number of the next phrase of the same beginning, and 1

cdef class Phrases:
    """Phrases that are looked for in a text, by their first two bytes."""

    cdef tuple phrases  # which hold their letters
    cdef Phrase* each
    cdef int[BEGINNINGS] begins  # the number of the first phrase that begins so, and 1

    def __init__(self, tuple phrases not None):
        cdef Py_ssize_t size
        cdef const char* letters
        cdef int number, slot
        self.phrases = phrases
        enlarge(<void**> &self.each, len(phrases) * sizeof(Phrase) + 1)
        for number, phrase in enumerate(phrases):
            letters = PyUnicode_AsUTF8AndSize(phrase, &size)
            if size < 2:
                raise ValueError("a phrase has two bytes or more")
            slot = beginning_of(<const unsigned char*> letters)
            self.each[number] = Phrase(letters, size, self.begins[slot])
            self.begins[slot] = number + 1

    def __dealloc__(self):
        free(self.each)

    def found_in(self, str text not None):
        """Return what ``words_py.Phrases.found_in`` returns."""
        cdef bytes letters = text.encode("utf-8", "surrogatepass")
        cdef const char* s = letters  # a NUL is behind the last
        cdef size_t left = len(letters)
        cdef int number
        found = set()
        while left:
            number = self.begins[beginning_of(<const unsigned char*> s)]
            while number:
                if self.each[number - 1].size <= left:
                    if memcmp(self.each[number - 1].letters, s, self.each[number - 1].size) == 0:
                        found.add(number - 1)
                number = self.each[number - 1].following
            s += 1
            left -= 1
        return [self.phrases[place] for place in sorted(found)]

cdef int beginning_of(const unsigned char* s) noexcept nogil:
    return (s[0] << 3 ^ s[1]) & (BEGINNINGS - 1)

cdef size_t hash_of(const char* letters, Py_ssize_t size) noexcept nogil:
    cdef size_t hash = 5381
    cdef Py_ssize_t i
    for i in range(size):
        hash = hash * 33 + <unsigned char> letters[i]
    return hash ^ (hash >> 15)

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

def number_without_digits(names not None, those not None):
    """Return what ``words_py.number_without_digits`` returns."""
    cdef _Columns held = _Columns(2)
    cdef Strings plain
    cdef Py_ssize_t k, n = len(those)
    cdef const int* place = held.view(those, n)
    column = ZERO * n
    cdef int* number = held.view(column, n)
    cdef Values values = names if isinstance(names, Values) else None
    cdef char* letters = NULL  # of a name, without digits
    cdef Py_ssize_t size, room = 0
    cdef const char* name
    memset(&plain, 0, sizeof(Strings))
    try:
        for k in range(n):
            if values is None:
                name = PyUnicode_AsUTF8AndSize(names[place[k]] or "", &size)
            else:
                name = values.letters_of(place[k], &size)
            if size >= room:
                room = 2 * size + 64
                enlarge(<void**> &letters, room)
            number[k] = number_of(&plain, letters, copied_without_digits(letters, name, size)) - 1
            if number[k] < 0:
                raise MemoryError()
    finally:
        free(letters)
        free_strings(&plain)
    return column

cdef Py_ssize_t copied_without_digits(char* to, const char* s, Py_ssize_t size) noexcept:
    """Write some letters but their digits, and return how many are written."""
    cdef Py_ssize_t i, kept = 0
    for i in range(size):
        to[kept] = s[i]
        kept += not c'0' <= s[i] <= c'9'
    return kept
