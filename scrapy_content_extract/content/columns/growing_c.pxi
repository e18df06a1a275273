# The columns of a page while they grow.

cdef struct ElementColumns:
    int* tag
    int* parent
    int* depth
    int* end
    int* first
    int* stop
    unsigned char* code
    Py_ssize_t size
    Py_ssize_t room

cdef struct TextColumns:
    int* owner
    int* chars
    int* chars_before
    int* link_chars_before
    unsigned char* linked
    unsigned char* gap
    Py_ssize_t size
    Py_ssize_t room

cdef class _Growing:
    """Memory for the columns of elements and texts, and for the names of elements."""

    cdef ElementColumns elements
    cdef TextColumns texts
    cdef Texts strings
    cdef Strings names, values, role_values
    cdef int* of_class
    cdef int* of_id
    cdef int* of_role
    cdef int* hidden_inputs
    cdef int hidden_size, hidden_room

    def __cinit__(self, *_):
        """Make room for a page of common size; the first text begins at 0."""
        self.strings = Texts()
        self.strings.more(2048, 1 << 16)
        if not (self.more_elements() and self.more_texts()):
            raise MemoryError()
        self.texts.chars_before[0] = self.texts.link_chars_before[0] = 0

    def __dealloc__(self):
        free(self.elements.tag)
        free(self.elements.parent)
        free(self.elements.depth)
        free(self.elements.end)
        free(self.elements.first)
        free(self.elements.stop)
        free(self.elements.code)
        free(self.texts.owner)
        free(self.texts.chars)
        free(self.texts.chars_before)
        free(self.texts.link_chars_before)
        free(self.texts.linked)
        free(self.texts.gap)
        free_strings(&self.names)
        free_strings(&self.values)
        free_strings(&self.role_values)
        free(self.of_class)
        free(self.of_id)
        free(self.of_role)
        free(self.hidden_inputs)

    cdef bint more_elements(self) noexcept nogil:
        cdef ElementColumns* e = &self.elements
        cdef size_t room = 2 * e.room if e.room else 4096
        cdef size_t size = room * sizeof(int)
        e.room = room
        return (
            resize(<void**> &e.tag, size)
            and resize(<void**> &e.parent, size)
            and resize(<void**> &e.depth, size)
            and resize(<void**> &e.end, size)
            and resize(<void**> &e.first, size)
            and resize(<void**> &e.stop, size)
            and resize(<void**> &e.code, room)
            and resize(<void**> &self.of_class, size)
            and resize(<void**> &self.of_id, size)
            and resize(<void**> &self.of_role, size)
        )

    cdef bint more_texts(self) noexcept nogil:
        cdef TextColumns* t = &self.texts
        cdef size_t room = 2 * t.room if t.room else 2048
        cdef size_t size = (room + 1) * sizeof(int)  # the grand total is one more
        t.room = self.strings.room = room
        return (
            resize(<void**> &t.owner, size)
            and resize(<void**> &t.chars, size)
            and resize(<void**> &t.chars_before, size)
            and resize(<void**> &t.link_chars_before, size)
            and resize(<void**> &t.linked, room)
            and resize(<void**> &t.gap, room)
            and resize(<void**> &self.strings.begin, size)
        )

    cdef bint hide(self, int i) noexcept nogil:
        """Note a hidden input, and say whether there was enough memory."""
        if self.hidden_size == self.hidden_room:
            self.hidden_room = 2 * self.hidden_room + 16
            if not resize(<void**> &self.hidden_inputs, self.hidden_room * sizeof(int)):
                return False
        self.hidden_inputs[self.hidden_size] = i
        self.hidden_size += 1
        return True

    cdef tuple columns(self):
        """Return the columns in the order of a Page."""
        cdef ElementColumns* e = &self.elements
        cdef TextColumns* t = &self.texts
        self.strings.fit()
        return (
            all_of(&self.names),
            as_array(&e.tag, e.size),
            PyBytes_FromStringAndSize(<const char*> e.code, e.size),
            as_array(&e.parent, e.size),
            as_array(&e.depth, e.size),
            as_array(&e.end, e.size),
            as_array(&e.first, e.size),
            as_array(&e.stop, e.size),
            as_array(&t.owner, t.size),
            self.strings,
            as_array(&t.chars, t.size),
            as_array(&t.chars_before, t.size + 1),
            as_array(&t.link_chars_before, t.size + 1),
            PyBytes_FromStringAndSize(<const char*> t.linked, t.size),
            PyBytes_FromStringAndSize(<const char*> t.gap, t.size),
            as_array(&self.hidden_inputs, self.hidden_size),
            None,
        )

    cdef Values take_values(self):
        """Return the classes and ids, which are no longer here."""
        cdef Values taken = Values()
        taken.strings = self.values
        memset(&self.values, 0, sizeof(Strings))
        return taken
