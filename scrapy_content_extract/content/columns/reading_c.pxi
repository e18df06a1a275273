# A page while it is read, from the parser's events or from a tree: what comes is told in page order, and
# the columns grow.

cdef Py_ssize_t PRE_CHARS = elements.PRE_CHARS

#: Places for names of tags, by their address.
DEF ADDRESSES = 256

#: Why the parser was stopped.
DEF TREE = 1  # it takes a tree
DEF MEMORY = 2

#: The tags that have a code, which is their number.
cdef Strings CODED
for _tag, _code in elements.CODES.items():
    if number_of(&CODED, <bytes> _tag.encode(), len(_tag)) != _code:
        raise ImportError("the codes of tags do not count from 1 on")
cdef bytes _ROLES = elements.ROLES, _IS_PREFORMATTED = elements.IS_PREFORMATTED
cdef unsigned char TITLE = elements.CODES["title"], SVG = elements.CODES["svg"]
cdef unsigned char NOSCRIPT = elements.CODES["noscript"], BODY = elements.CODES["body"]
cdef unsigned char SCRIPT = elements.CODES["script"], INPUT = elements.CODES["input"]

cdef class _Reading(_Growing):
    """What is open at a place of the page, and what is known of the page so far."""

    cdef const unsigned char* roles
    cdef const unsigned char* is_preformatted
    cdef unsigned char separator
    cdef int problem  # TREE or MEMORY; 0 is none
    cdef int level, innermost, silent, link, pre  # the open ones
    cdef Py_ssize_t pending  # bytes of the text that may still grow; they stand behind the last text ...
    cdef Py_ssize_t indent  # ... and behind so many bytes of white space, with which preformatted text begins
    cdef int[ADDRESSES] number_at  # by the address of a name, which a parser has once: its number
    cdef unsigned char* code_of_name
    cdef _Columns held
    cdef const int* counted  # the ``<noscript>`` elements whose text counts, those to come
    cdef const int* beyond_counted
    cdef int body  # the first child of the root of this name
    cdef int svg, title, noscript  # the open ones, the outermost of each
    cdef bint is_titled  # the title is known
    cdef char* title_text
    cdef Py_ssize_t title_size
    cdef bint is_first  # the text to come is the first thing in its element
    cdef Py_ssize_t noscript_chars, most_noscript_chars
    cdef KeptAttributes attributes  # that are kept
    cdef KeptAttributes hiding  # those that may hide their element
    cdef bint keeps  # them
    cdef int script  # the open one of JSON-LD

    def __cinit__(self, counted):
        """``counted`` are the ``<noscript>`` elements whose text counts."""
        column = array("i", sorted(counted))
        self.innermost = self.silent = self.link = self.pre = self.script = -1
        self.svg = self.title = self.noscript = self.body = -1
        self.attributes, self.hiding, self.held = KeptAttributes(), KeptAttributes(), _Columns(1)
        self.separator = BLOCK_BOUNDARY
        self.roles = _ROLES
        self.is_preformatted = _IS_PREFORMATTED
        self.counted = self.held.view(column, len(column))
        self.beyond_counted = self.counted + <Py_ssize_t> len(column)

    def __dealloc__(self):
        free(self.code_of_name)
        free(self.title_text)

    cdef void stop(self, int problem) noexcept nogil:
        self.problem = problem

    cdef bint name_it(self, int i, const char* name) noexcept nogil:
        """Note the tag of an element, and say whether there was enough memory."""
        cdef int* at_address = &self.number_at[<size_t> name >> 3 & (ADDRESSES - 1)]
        cdef int number = at_address[0], known = self.names.size, room = self.names.room
        cdef size_t size
        if number and strcmp(self.names.letters + self.names.entries[number - 1].begin, name) == 0:
            self.elements.tag[i], self.elements.code[i] = number - 1, self.code_of_name[number - 1]
            return True
        size = strlen(name)
        number = at_address[0] = number_of(&self.names, name, size)
        if number == 0 or (
            room < self.names.room and not resize(<void**> &self.code_of_name, self.names.room)
        ):
            return False
        if number > known:  # a new one
            self.code_of_name[known] = CODED.slots[slot_of(&CODED, hash_of_string(name, size), name, size)]
        self.elements.tag[i], self.elements.code[i] = number - 1, self.code_of_name[number - 1]
        return True

    cdef bint take_attributes(self, int i, const char** attribute, bint* has_href) noexcept nogil:
        """Note what an element is called and whether it has a href; say whether there was enough memory."""
        cdef const char* name
        cdef const char* value
        cdef bint is_input = self.elements.code[i] == INPUT
        cdef int hiding
        self.of_class[i] = self.of_id[i] = self.of_role[i] = 0
        while attribute != NULL and attribute[0] != NULL:
            name = attribute[0]
            value = attribute[1]
            if value == NULL:
                value = b""
            attribute += 2
            if self.keeps and not self.keep_attribute(i, name, value):
                return False
            hiding = number_of_hiding(name, value)
            if hiding and not self.hiding.add(i, hiding, value, strlen(value)):
                return False
            if name[0] == c'c' and strcmp(name, b"class") == 0:
                self.of_class[i] = number_of(&self.values, value, strlen(value))
                if self.of_class[i] == 0:
                    return False
            elif name[0] == c'i' and strcmp(name, b"id") == 0:
                self.of_id[i] = number_of(&self.values, value, strlen(value))
                if self.of_id[i] == 0:
                    return False
            elif name[0] == c'r' and strcmp(name, b"role") == 0:
                self.of_role[i] = number_of(&self.role_values, value, strlen(value))
                if self.of_role[i] == 0:
                    return False
            elif name[0] == c'h' and strcmp(name, b"href") == 0:
                has_href[0] = True
            elif is_input and strcmp(name, b"type") == 0 and is_word_hidden(value) and not self.hide(i):
                return False
        return True

    cdef bint keep_attribute(self, int i, const char* name, const char* value) noexcept nogil:
        """Keep an attribute if it is asked for, and say whether there was enough memory."""
        cdef int number = kept_number(name)
        if self.elements.code[i] == SCRIPT and strcmp(name, b"type") == 0 and has_word(value, b"ld+json"):
            self.script = i
        return number == 0 or self.attributes.add(i, number, value, strlen(value))

    cdef void open(self, const char* name, const char** attributes) noexcept nogil:
        """Open an element; a comment has no name."""
        cdef ElementColumns* e = &self.elements
        cdef int i = <int> e.size
        cdef bint has_href = False, counts = False
        if (e.size == e.room and not self.more_elements()) or not (
            self.name_it(i, name) and self.take_attributes(i, attributes, &has_href)
        ):
            self.stop(MEMORY)
            return
        e.parent[i], e.depth[i], e.first[i] = self.innermost, self.level, <int> self.texts.size
        e.size += 1
        self.innermost = i
        self.level += 1
        if self.counted != self.beyond_counted and self.counted[0] == i:
            self.counted += 1
            counts = True
        self.note(i, e.code[i])
        if self.silent < 0:
            self.play(i, e.code[i], INLINE if counts else self.roles[e.code[i]], has_href)

    cdef void note(self, int i, unsigned char code) noexcept nogil:
        """Note where the elements begin that are looked for."""
        if code == BODY and self.elements.parent[i] == 0 and self.body < 0:
            self.body = i
        if self.title >= 0:  # what it begins with is the title
            self.title, self.is_titled = -1, True
        if code == TITLE and self.svg < 0 and not self.is_titled:
            self.title = i
        elif code == SVG and self.svg < 0:
            self.svg = i
        elif code == NOSCRIPT and self.noscript < 0:
            self.noscript, self.noscript_chars = i, 0

    cdef void play(self, int i, unsigned char code, unsigned char role, bint has_href) noexcept nogil:
        """Do what an element means for the texts around it."""
        if role == SILENT:
            self.silent = i
        elif role == BLOCK:
            self.separator, self.indent = BLOCK_BOUNDARY, 0
            if self.pre < 0 and self.is_preformatted[code]:
                self.pre = i
        elif role == LINK:
            if self.link < 0 and has_href:
                self.link = i
        elif role == BREAK:
            self.separator, self.indent = max(self.separator, <unsigned char> LINE_BREAK), 0

    cdef void close(self) noexcept nogil:
        """Close the innermost element."""
        cdef ElementColumns* e = &self.elements
        cdef int i = self.innermost
        self.innermost = e.parent[i]
        self.level -= 1
        e.stop[i], e.end[i] = <int> self.texts.size, <int> e.size
        if i == self.title:
            self.title, self.is_titled = -1, True
        elif i == self.svg:
            self.svg = -1
        elif i == self.script:
            self.script = -1
        elif i == self.noscript:
            self.noscript = -1
            self.most_noscript_chars = max(self.most_noscript_chars, self.noscript_chars)
        if self.silent == i:
            self.silent = -1
        elif self.silent < 0:
            if self.roles[e.code[i]] == BLOCK:
                self.separator, self.indent = BLOCK_BOUNDARY, 0
                if i == self.pre:
                    self.pre = -1
            elif i == self.link:
                self.link = -1

    cdef inline bint is_wanted(self) noexcept nogil:
        """Say whether anybody asks for a text here."""
        return self.silent < 0 or self.title >= 0 or self.noscript >= 0 or self.script >= 0

    cdef void extend(self, const char* letters, size_t size) noexcept nogil:
        """Write on at the pending text."""
        cdef size_t end = <size_t> self.strings.begin[self.strings.size] + self.indent + self.pending
        cdef size_t room = 2 * (end + size) + 4096
        if end + size + 1 >= <size_t> self.strings.letters_room:
            if not resize(<void**> &self.strings.letters, room):
                self.stop(MEMORY)
                return
            self.strings.letters_room = room
        memcpy(self.strings.letters + end, letters, size)
        self.pending += size

    cdef void flush(self) noexcept nogil:
        """The pending text has come to its end: add a row for it, or remember the white space."""
        cdef Py_ssize_t size = self.pending, count, last = self.strings.size - 1
        cdef unsigned int* beyond = self.strings.begin + last + 1
        cdef char* begin = self.strings.letters + beyond[0]
        cdef char* text = begin + self.indent
        if size == 0:
            return
        self.pending = 0
        text[size] = 0  # the room for it is there
        if self.silent >= 0:
            self.keep(text, size)
            return
        count = count_chars(<const unsigned char*> text)
        if count:
            self.add_row(self.indent + size, count)
        elif self.pre < 0:
            self.separator = max(self.separator, <unsigned char> SPACE)
        elif self.separator > SPACE:
            if are_fewer(begin, self.indent, PRE_CHARS):
                self.indent_by(begin, self.indent + size)
        elif are_fewer(self.strings.text(last), self.strings.length(last), PRE_CHARS):
            memmove(text - 1, text, size)  # over the space behind the last text
            text[size - 1] = c' '
            beyond[0] += <unsigned int> size

    cdef void indent_by(self, char* begin, Py_ssize_t size) noexcept nogil:
        """Begin the next text with white space: with all of it behind the last line break."""
        cdef Py_ssize_t line = size
        while line > 0 and begin[line - 1] != c'\n':
            line -= 1
        self.indent = size - line
        memmove(begin, begin + line, self.indent)

    cdef void add_row(self, Py_ssize_t size, Py_ssize_t count) noexcept nogil:
        """Add a row for the text behind the last one."""
        cdef TextColumns* t = &self.texts
        cdef Py_ssize_t k = t.size
        if k == t.room and not self.more_texts():
            self.stop(MEMORY)
            return
        self.strings.letters[self.strings.begin[k] + size] = c' '
        self.strings.begin[k + 1] = self.strings.begin[k] + <unsigned int> size + 1
        self.strings.size = t.size = k + 1
        t.owner[k] = self.innermost
        t.chars[k] = <int> count
        t.chars_before[k + 1] = t.chars_before[k] + <int> count
        t.link_chars_before[k + 1] = t.link_chars_before[k] + (<int> count if self.link >= 0 else 0)
        t.linked[k] = self.link >= 0
        t.gap[k] = self.separator
        self.separator, self.indent = JOINED, 0

    cdef void keep(self, const char* text, Py_ssize_t size) noexcept nogil:
        """Keep what is asked for of a text that is none of the page."""
        if self.noscript >= 0:
            self.noscript_chars += count_chars(<const unsigned char*> text)
        if self.script >= 0 and self.is_first and not self.attributes.add(self.script, TEXT, text, size):
            self.stop(MEMORY)
            return
        if self.title >= 0:
            if not resize(<void**> &self.title_text, size):
                self.stop(MEMORY)
                return
            memcpy(self.title_text, text, size)
            self.title_size = size

    cdef object result(self):
        """Return what ``events_py.read_page`` says, and leave none of it here."""
        cdef Py_ssize_t size = self.elements.size
        names = (
            as_array(&self.of_class, size), as_array(&self.of_id, size), as_array(&self.of_role, size),
            self.take_values(), [None, *all_of(&self.role_values)],
        )
        title = PyUnicode_DecodeUTF8(self.title_text, self.title_size, NULL) if self.title_size else ""
        attributes = self.attributes if self.keeps else None
        return self.columns(), names, title, self.most_noscript_chars, self.hiding, attributes

cdef bint are_fewer(const char* s, Py_ssize_t size, Py_ssize_t than) noexcept nogil:
    """Say whether there are fewer characters than so many; looks at no more than it takes."""
    cdef Py_ssize_t i, count = 0
    for i in range(size):
        count += not 0x80 <= <unsigned char> s[i] < 0xC0
        if count == than:
            return False
    return True

cdef inline bint is_word_hidden(const char* value) noexcept nogil:
    """Say whether a value is "hidden", in small letters or capitals."""
    cdef const char* word = b"hidden"
    cdef int i
    for i in range(6):
        if value[i] != word[i] and value[i] + 32 != word[i]:
            return False
    return value[6] == 0
