# Attributes kept while a page is read from the parser's events: those of elements.ATTRIBUTES.

#: Their names, numbered from 1.
cdef Strings KEPT
for _tag in elements.ATTRIBUTES:
    if number_of(&KEPT, <bytes> _tag.encode(), len(_tag)) == 0:
        raise MemoryError()
#: Behind them stand those that may hide an element, which are kept apart.
cdef tuple KEPT_NAMES = elements.ATTRIBUTES + elements.HIDING
cdef dict KEPT_NUMBERS = {name: number for number, name in enumerate(KEPT_NAMES, 1)}
cdef int TEXT = KEPT_NUMBERS[elements.TEXT], STYLE = KEPT_NUMBERS["style"]
cdef int HIDDEN = KEPT_NUMBERS["hidden"], ARIA_HIDDEN = KEPT_NUMBERS["aria-hidden"]

cdef struct Attribute:
    int element
    int name
    size_t begin  # of the value in ``letters``
    size_t size

cdef class KeptAttributes:
    """The attributes of a page, in page order."""

    cdef Attribute* entries
    cdef char* letters
    cdef size_t size, room, letters_size, letters_room

    def __dealloc__(self):
        free(self.entries)
        free(self.letters)

    cdef bint add(self, int element, int name, const char* value, size_t size) noexcept nogil:
        """Keep an attribute, and say whether there was enough memory."""
        if self.size == self.room:
            self.room = 2 * self.room + 256
            if not resize(<void**> &self.entries, self.room * sizeof(Attribute)):
                return False
        if self.letters_size + size >= self.letters_room:  # memcpy takes no NULL, not even for nothing
            self.letters_room = 2 * (self.letters_size + size) + 4096
            if not resize(<void**> &self.letters, self.letters_room):
                return False
        memcpy(self.letters + self.letters_size, value, size)
        self.entries[self.size] = Attribute(element, name, self.letters_size, size)
        self.letters_size += size
        self.size += 1
        return True

    def of(self, marks, int mark, names not None):
        """Return what ``markup_py.read_attributes`` returns.

        Raises KeyError for a name that is not kept.
        """
        cdef _Columns held = _Columns(1)
        cdef const unsigned char* marked = <const unsigned char*> held.hold(marks, len(marks))
        cdef int count = len(marks), last = -1
        cdef bytearray column = bytearray(len(KEPT_NAMES) + 1)
        cdef unsigned char* wanted = column
        cdef Attribute* entry
        cdef size_t k
        cdef dict found = {}, of_one = {}
        for name in names:
            wanted[<int> KEPT_NUMBERS[name]] = 1
        for k in range(self.size):
            entry = &self.entries[k]
            if wanted[entry.name] and entry.element < count and marked[entry.element] == mark:
                if entry.element != last:
                    last = entry.element
                    found[last] = of_one = {}
                of_one[KEPT_NAMES[entry.name - 1]] = PyUnicode_DecodeUTF8(
                    self.letters + entry.begin, entry.size, NULL
                )
        return found

cdef inline int kept_number(const char* name) noexcept nogil:
    """Return the number of a name; 0 for one that is not kept."""
    cdef size_t size = strlen(name)
    return KEPT.slots[slot_of(&KEPT, hash_of_string(name, size), name, size)]

cdef bint has_word(const char* value, const char* word) noexcept nogil:
    """Say whether a word, in small letters, stands in a value, in small letters or capitals."""
    cdef int i
    while value[0] != 0:
        i = 0
        while word[i] != 0 and (
            value[i] == word[i] or (c'A' <= value[i] <= c'Z' and value[i] + 32 == word[i])
        ):
            i += 1
        if word[i] == 0:
            return True
        value += 1
    return False

#: The words of styles that may hide, a NUL behind each, and one more behind the last.
cdef bytes _HIDING_WORDS = "".join([word + "\0" for word in elements.HIDING_WORDS]).encode()
cdef const char* HIDING_WORDS = _HIDING_WORDS
#: Their first letters, small and capital.
cdef unsigned char[256] BEGINS_HIDING
memset(BEGINS_HIDING, 0, 256)
for _word in elements.HIDING_WORDS:
    BEGINS_HIDING[<int> ord(_word[0])] = BEGINS_HIDING[<int> ord(_word[0]) - 32] = 1

cdef bint may_hide(const unsigned char* style, Py_ssize_t size) noexcept nogil:
    """Say whether a style has one of the words without which no style hides or shows anything."""
    cdef Py_ssize_t i, j
    cdef const char* word
    for i in range(size):
        if not BEGINS_HIDING[style[i]]:
            continue
        word = HIDING_WORDS
        while word[0] != 0:
            j = 0
            while word[j] != 0 and i + j < size and is_small_or_capital(style[i + j], word[j]):
                j += 1
            if word[j] == 0:
                return True
            word += strlen(word) + 1
    return False

cdef inline bint is_small_or_capital(unsigned char byte, unsigned char small) noexcept nogil:
    return byte == small or (c'A' <= byte <= c'Z' and byte + 32 == small)

cdef inline int number_of_hiding(const char* name, const char* value) noexcept nogil:
    """Return the number of an attribute that may hide its element, or 0."""
    if name[0] == c's':
        if strcmp(name, b"style") == 0 and may_hide(<const unsigned char*> value, strlen(value)):
            return STYLE
    elif name[0] == c'h':
        if strcmp(name, b"hidden") == 0:
            return HIDDEN
    elif name[0] == c'a' and strcmp(name, b"aria-hidden") == 0:
        return ARIA_HIDDEN
    return 0
