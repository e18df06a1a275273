# Numbers for strings, without Python.

cdef struct Entry:
    uint64_t hash
    size_t begin  # in ``letters``
    size_t size

cdef struct Strings:
    # Strings, each once, numbered from 1 in the order in which they come.
    char* letters  # behind each string a NUL
    size_t letters_size
    size_t letters_room
    Entry* entries
    int size
    int room
    int* slots  # of a hash table: numbers of strings; 0 is free
    size_t mask  # slots less one

#: Nobody can prepare names that all get the same slot.
cdef uint64_t SEED = <uint64_t> hash("a secret of this process") | 1

cdef void free_strings(Strings* s) noexcept nogil:
    free(s.letters)
    free(s.entries)
    free(s.slots)

cdef bint resize(void** column, size_t size) noexcept nogil:
    """Say whether there was enough memory."""
    cdef void* moved = realloc(column[0], size)
    if moved == NULL:
        return False
    column[0] = moved
    return True

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

cdef size_t slot_of(Strings* s, uint64_t h, const char* string, size_t size) noexcept nogil:
    """Return the slot that has the number of a string, or the free one that is to have it."""
    cdef size_t slot = h & s.mask
    cdef Entry* entry
    while s.slots[slot]:
        entry = s.entries + s.slots[slot] - 1
        if entry.hash == h and entry.size == size and memcmp(s.letters + entry.begin, string, size) == 0:
            break
        slot = (slot + 1) & s.mask
    return slot

cdef int number_of(Strings* s, const char* string, size_t size) noexcept nogil:
    """Return the number of a string, which may be new; 0 without memory for it."""
    cdef uint64_t h = hash_of_string(string, size)
    cdef size_t slot
    if s.size == s.room and not more_strings(s):
        return 0
    slot = slot_of(s, h, string, size)
    if s.slots[slot]:
        return s.slots[slot]
    if s.letters_size + size + 1 >= s.letters_room:
        s.letters_room = 2 * (s.letters_size + size) + 4096
        if not resize(<void**> &s.letters, s.letters_room):
            return 0
    memcpy(s.letters + s.letters_size, string, size)
    s.entries[s.size] = Entry(h, s.letters_size, size)
    s.letters[s.letters_size + size] = 0  # no name has one
    s.letters_size += size + 1
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

cdef list all_of(Strings* s):
    """Return the strings."""
    cdef int i
    return [
        PyUnicode_DecodeUTF8(s.letters + s.entries[i].begin, s.entries[i].size, NULL) for i in range(s.size)
    ]

cdef class Values:
    """The classes and ids of a page, each once; the first is None, for an attribute that is not there.

    Hardly any of them is asked for alone, so there is a string only where somebody does.
    """

    cdef Strings strings

    def __dealloc__(self):
        free_strings(&self.strings)

    def __len__(self):
        return self.strings.size + 1

    def __getitem__(self, Py_ssize_t n):
        if n == 0:
            return None
        if not 0 < n <= self.strings.size:
            raise IndexError(f"there is no value {n} among {len(self)}")
        cdef Entry* entry = self.strings.entries + n - 1
        return PyUnicode_DecodeUTF8(self.strings.letters + entry.begin, entry.size, NULL)

    def __contains__(self, str value not None):
        cdef bytes utf8 = value.encode()
        cdef const char* letters = utf8
        cdef size_t size = len(utf8)
        cdef size_t slot
        if not self.strings.size:
            return False
        slot = slot_of(&self.strings, hash_of_string(letters, size), letters, size)
        return self.strings.slots[slot] != 0

    def __iter__(self):
        return iter([None, *all_of(&self.strings)])
