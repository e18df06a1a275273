# Attributes kept while a page is read from the parser's events: those of elements.ATTRIBUTES.

#: Their names, numbered from 1.
cdef Strings KEPT
for _tag in elements.ATTRIBUTES:
    if number_of(&KEPT, <bytes> _tag.encode(), len(_tag)) == 0:
        raise MemoryError()
cdef tuple KEPT_NAMES = elements.ATTRIBUTES
cdef dict KEPT_NUMBERS = {name: number for number, name in enumerate(KEPT_NAMES, 1)}
cdef int TEXT = KEPT_NUMBERS[elements.TEXT]

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
