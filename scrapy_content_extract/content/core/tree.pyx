"""A page while it is read, from the parser's events or from a tree.  Its Python side is tree_py.py.

What comes is told to a ``_Reading`` in page order, and the columns grow.
"""

import os
from array import array

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdlib cimport free
from libc.string cimport memcpy, memmove, memset, strchr, strcmp, strlen

from .buffers cimport Letters, append, make_room, resize
from .buffers cimport object as column
from .render cimport MOST_LETTERS, Texts, count_chars
from .scan cimport find, may_hold_tex
from .words cimport Entry, Strings, all_of, begins_with, find_string, free_strings, hints_in, is_ascii
from .words cimport may_hide, number_of, take_names
from lxml.includes cimport tree
from lxml.includes.etreepublic cimport _Element, import_lxml__etree

import_lxml__etree()

from .. import markup
from .hints import SAYS, SIGNS_OF_TAG, WORDS
from .words import find_hints
from .tree_py import read_attributes, read_tree as read_in_python  # no-cython-lint: pages keep theirs

# The numbers of markup.py.
cdef unsigned char JOINED = markup.JOINED, SPACE = markup.SPACE, LINE_BREAK = markup.LINE_BREAK
cdef unsigned char BLOCK_BOUNDARY = markup.BLOCK_BOUNDARY
cdef unsigned char BLOCK = markup.BLOCK, LINK = markup.LINK
cdef unsigned char BREAK = markup.BREAK, SILENT = markup.SILENT
cdef unsigned char TITLE = markup.CODES["title"], SVG = markup.CODES["svg"]
cdef unsigned char NOSCRIPT = markup.CODES["noscript"], BODY = markup.CODES["body"]
cdef unsigned char SCRIPT = markup.CODES["script"], IMG = markup.CODES["img"]
cdef Py_ssize_t PRE_CHARS = markup.PRE_CHARS
cdef bytes _ROLES = markup.ROLES, _IS_PREFORMATTED = markup.IS_PREFORMATTED

#: The tags that have a code, which is their number from 1 on, ...
cdef Strings CODED
take_names(&CODED, markup.CODES)
if list(markup.CODES.values()) != list(range(1, len(markup.CODES) + 1)):
    raise ImportError("the codes of tags do not count from 1 on")
#: ... and the attributes that are kept.
cdef Strings KEPT
take_names(&KEPT, markup.ATTRIBUTES)
#: Behind them stand those that may hide an element; they, spans of cells and types of inputs are kept apart.
cdef tuple KEPT_NAMES = markup.ATTRIBUTES + markup.HIDING
cdef dict KEPT_NUMBERS = {name: number for number, name in enumerate(KEPT_NAMES, 1)}
cdef int TEXT = KEPT_NUMBERS[markup.TEXT], STYLE = KEPT_NUMBERS["style"]
cdef int HIDDEN = KEPT_NUMBERS["hidden"], ARIA_HIDDEN = KEPT_NUMBERS["aria-hidden"]
cdef int DATA = KEPT_NUMBERS[markup.DATA]
cdef size_t DATA_BYTES = markup.DATA_BYTES
cdef int COLSPAN = KEPT_NUMBERS["colspan"], ROWSPAN = KEPT_NUMBERS["rowspan"], TYPE = KEPT_NUMBERS["type"]

#: The tags that are signs, and what each tells; 0 is for the others.
cdef Strings SIGNED
take_names(&SIGNED, SIGNS_OF_TAG)
cdef int[64] SIGNS
if len(SIGNS_OF_TAG) >= 64:
    raise ImportError("there are too many tags that are signs")
for _n, _signs in enumerate(SIGNS_OF_TAG.values(), 1):
    SIGNS[_n] = _signs
cdef int TEX_TAG = SAYS["tex tag"], TEX_TEXT = SAYS["tex text"], HIDING = SAYS["hiding"]

cdef struct Attribute:
    int element
    int name
    size_t begin  # of the value in ``letters``
    size_t size

cdef class KeptAttributes:
    """The attributes of a page, in page order."""

    cdef Attribute* entries
    cdef Letters letters
    cdef size_t size, room

    def __dealloc__(self):
        free(self.entries)
        free(self.letters.at)

    cdef bint add(self, int element, int name, const char* value, size_t size) noexcept nogil:
        """Keep an attribute, and say whether there was enough memory."""
        if self.size == self.room:
            self.room = 2 * self.room + 256
            if not resize(<void**> &self.entries, self.room * sizeof(Attribute)):
                return False
        self.entries[self.size] = Attribute(element, name, self.letters.size, size)
        self.size += 1
        return append(&self.letters, value, size)

    def of(self, column[unsigned char] marks, int mark, names not None):
        """Return what ``tree_py.read_attributes`` returns.

        Raises KeyError for a name that is not kept.
        """
        cdef int last = -1, count = <int> len(marks)
        cdef column[unsigned char] wanted = bytearray(len(KEPT_NAMES) + 1)
        cdef Attribute* entry
        cdef size_t k
        cdef dict found = {}, of_one = {}
        for name in names:
            wanted[<int> KEPT_NUMBERS[name]] = 1
        for k in range(self.size):
            entry = &self.entries[k]
            if wanted[entry.name] and entry.element < count and marks[entry.element] == mark:
                if entry.element != last:
                    last = entry.element
                    found[last] = of_one = {}
                name = KEPT_NAMES[entry.name - 1]
                value = PyUnicode_DecodeUTF8(self.letters.at + entry.begin, entry.size, NULL)
                if name not in of_one:
                    of_one[name] = value
                elif entry.name == DATA:
                    of_one[name] += "\n" + value
        return found

cdef bint has_word(const char* value, const char* word) noexcept nogil:
    """Say whether a word, in small letters, stands in a value, in small letters or capitals."""
    while value[0] != 0:
        if begins_with(value, strlen(word), word):
            return True
        value += 1
    return False

cdef inline int number_of_always(const char* name, const char* value) noexcept nogil:
    """Return the number of an attribute that is always kept, or 0."""
    if name[0] == c's':
        if strcmp(name, b"style") == 0 and may_hide(value, strlen(value)):
            return STYLE
    elif name[0] == c'h':
        if strcmp(name, b"hidden") == 0:
            return HIDDEN
    elif name[0] == c'a' and strcmp(name, b"aria-hidden") == 0:
        return ARIA_HIDDEN
    elif name[0] == c'c' and strcmp(name, b"colspan") == 0:
        return COLSPAN
    elif name[0] == c'r' and strcmp(name, b"rowspan") == 0:
        return ROWSPAN
    elif name[0] == c't' and strcmp(name, b"type") == 0 and value[0] | 32 == c'h':
        return TYPE
    return 0

cdef enum:  # of elements; the first five in the order of a Page, but for the code of the tag
    TAG, PARENT, DEPTH, END, FIRST, STOP, OF_CLASS, OF_ID, OF_ROLE, OF_ELEMENTS
cdef enum:  # of texts
    OWNER, CHARS, CHARS_BEFORE, LINK_CHARS_BEFORE, OF_TEXTS

DEF ADDRESSES = 256  # places for names of tags, by their address
DEF TREE = 1  # why reading was stopped: it takes Python, or a tree, ...
DEF MEMORY = 2

cdef object as_array(int** numbers, Py_ssize_t size):
    """Move a column to an ``array``, which needs no object for a number."""
    cdef column[int] values = array("i", [0]) * size
    if size:
        memcpy(&values[0], numbers[0], size * sizeof(int))
    free(numbers[0])
    numbers[0] = NULL
    return values

cdef bytes as_bytes(unsigned char** numbers, Py_ssize_t size):
    """Move a column of bytes."""
    cdef bytes values = PyBytes_FromStringAndSize(<const char*> numbers[0], size)
    free(numbers[0])
    numbers[0] = NULL
    return values

cdef class _Reading:
    """What is open at a place of the page, and what is known of the page so far.

    Its columns go to the page; the page keeps the rest here, where nothing is made before it is asked for.
    """

    #: of the page: the names of elements as ``tree_py.Names`` has them, ...
    cdef readonly object of_class, of_id, of_role, roles
    cdef object made_values, made_said
    #: ... the characters of its longest ``<noscript>``, ...
    cdef readonly Py_ssize_t most_noscript_chars
    #: ... whether a picture or script of a tree, or a text, may hold a formula, or an attribute hide a text,
    cdef readonly bint has_tex, has_delimiters, hides
    #: the attributes that may hide an element, the spans of cells, and the types of hidden inputs
    cdef readonly KeptAttributes always

    cdef int* of[OF_ELEMENTS]
    cdef int* of_text[OF_TEXTS]
    cdef unsigned char* code
    cdef unsigned char* linked
    cdef unsigned char* gap
    cdef Py_ssize_t size, room  # elements
    cdef Texts texts
    cdef Strings names, role_values
    cdef Strings values_once  # before the first stands a NUL, as behind each
    cdef const unsigned char* role_of_code
    cdef const unsigned char* is_preformatted
    cdef unsigned char separator
    cdef int problem  # TREE or MEMORY; 0 is none
    cdef int level, innermost, silent, link, pre  # the open ones
    cdef Py_ssize_t pending  # bytes of the text that may still grow; they stand behind the last text ...
    cdef Py_ssize_t indent  # ... and behind this many bytes of white space that begin preformatted text
    cdef int[ADDRESSES] number_at  # by the address of a name, which a parser has once: its number
    cdef unsigned char* code_of_name
    cdef int body  # the first child of the root of this name
    cdef int svg, title, noscript  # the open ones, the outermost of each
    cdef bint is_titled  # the title is known
    cdef Letters title_text
    cdef bint is_first  # the text to come is the first thing in its element
    cdef Py_ssize_t noscript_chars
    cdef readonly KeptAttributes kept  # the attributes for HTML and metadata
    cdef readonly int keeps  # them: none, ``markup.ALL``, or those for metadata
    cdef int script  # the open one of JSON-LD

    def __cinit__(self):
        self.innermost = self.silent = self.link = self.pre = self.script = -1
        self.svg = self.title = self.noscript = self.body = -1
        self.kept, self.always, self.texts = KeptAttributes(), KeptAttributes(), Texts()
        self.separator = BLOCK_BOUNDARY
        self.role_of_code, self.is_preformatted = _ROLES, _IS_PREFORMATTED
        if not (
            self.more_elements()
            and self.more_texts()
            and make_room(&self.texts.letters, 1 << 16)
            and append(&self.values_once.letters, b"", 1)
        ):
            raise MemoryError()
        self.of_text[CHARS_BEFORE][0] = self.of_text[LINK_CHARS_BEFORE][0] = 0

    def __dealloc__(self):
        cdef int n
        for n in range(OF_ELEMENTS):
            free(self.of[n])
        for n in range(OF_TEXTS):
            free(self.of_text[n])
        free(self.code)
        free(self.linked)
        free(self.gap)
        free(self.code_of_name)
        free(self.title_text.at)
        free_strings(&self.names)
        free_strings(&self.values_once)
        free_strings(&self.role_values)

    cdef bint more_elements(self) noexcept nogil:
        cdef int n
        cdef bint is_room = True
        self.room = 2 * self.room if self.room else 4096
        for n in range(OF_ELEMENTS):
            is_room = is_room and resize(<void**> &self.of[n], self.room * sizeof(int))
        return is_room and resize(<void**> &self.code, self.room)

    cdef bint more_texts(self) noexcept nogil:
        cdef int n
        cdef bint is_room = True
        cdef Py_ssize_t room = 2 * self.texts.room if self.texts.room else 2048
        cdef size_t size = (room + 1) * sizeof(int)  # the grand total is one more
        self.texts.room = room
        for n in range(OF_TEXTS):
            is_room = is_room and resize(<void**> &self.of_text[n], size)
        return (
            is_room
            and resize(<void**> &self.linked, room)
            and resize(<void**> &self.gap, room)
            and resize(<void**> &self.texts.begin, size)
        )

    cdef void stop(self, int problem) noexcept nogil:
        self.problem = problem

    # -------------------------------------------------------------- elements

    cdef bint name_it(self, int i, const char* name) noexcept nogil:
        """Note the tag of an element, and say whether there was enough memory."""
        cdef int* at_address = &self.number_at[<size_t> name >> 3 & (ADDRESSES - 1)]
        cdef int number = at_address[0], known = self.names.size, room = self.names.room
        cdef size_t size
        if number == 0 or strcmp(self.names.letters.at + self.names.entries[number - 1].begin, name) != 0:
            size = strlen(name)
            number = at_address[0] = number_of(&self.names, name, size)
            if number == 0 or (
                room < self.names.room and not resize(<void**> &self.code_of_name, self.names.room)
            ):
                return False
            if number > known:  # a new one
                self.code_of_name[known] = find_string(&CODED, name, size)
        self.of[TAG][i], self.code[i] = number - 1, self.code_of_name[number - 1]
        return True

    cdef bint take_attributes(self, int i, const char** attribute, bint* has_href) noexcept nogil:
        """Note what an element is called and whether it has a href; say whether there was enough memory."""
        cdef const char* name
        cdef const char* value
        cdef int* number
        cdef int always
        self.of[OF_CLASS][i] = self.of[OF_ID][i] = self.of[OF_ROLE][i] = 0
        while attribute != NULL and attribute[0] != NULL:
            name = attribute[0]
            value = attribute[1]
            if value == NULL:
                value = b""
            attribute += 2
            number = NULL
            if self.keeps and not self.keep_attribute(i, name, value):
                return False
            always = number_of_always(name, value)
            if always and not self.always.add(i, always, value, strlen(value)):
                return False
            self.hides = self.hides or always == STYLE or always == HIDDEN or always == ARIA_HIDDEN
            if name[0] == c'c' and strcmp(name, b"class") == 0:
                number = &self.of[OF_CLASS][i]
            elif name[0] == c'i' and strcmp(name, b"id") == 0:
                number = &self.of[OF_ID][i]
            elif name[0] == c'r' and strcmp(name, b"role") == 0:
                self.of[OF_ROLE][i] = number_of(&self.role_values, value, strlen(value))
                if self.of[OF_ROLE][i] == 0:
                    return False
            elif name[0] == c'h' and strcmp(name, b"href") == 0:
                has_href[0] = True
            if number != NULL:
                number[0] = number_of(&self.values_once, value, strlen(value))
                if number[0] == 0:
                    return False
        return True

    cdef bint keep_attribute(self, int i, const char* name, const char* value) noexcept nogil:
        """Keep an attribute if it is asked for, and say whether there was enough memory."""
        cdef int number = find_string(&KEPT, name, strlen(name))
        if number == 0 and self.code[i] == IMG:
            if strcmp(name, b"style") == 0:
                number = STYLE
            elif strchr(name, c'-') != NULL and not begins_with(name, 5, b"aria-"):
                number = DATA if strlen(value) <= DATA_BYTES else 0
        if self.code[i] == SCRIPT and strcmp(name, b"type") == 0 and has_word(value, b"ld+json"):
            self.script = i
        return number == 0 or self.kept.add(i, number, value, strlen(value))

    cdef void open(self, const char* name, const char** attributes) noexcept nogil:
        """Open an element; a comment has no name."""
        cdef int i = <int> self.size
        cdef unsigned char role
        cdef bint has_href = False
        if (self.size == self.room and not self.more_elements()) or not (
            self.name_it(i, name) and self.take_attributes(i, attributes, &has_href)
        ):
            self.stop(MEMORY)
            return
        self.of[PARENT][i], self.of[DEPTH][i] = self.innermost, self.level
        self.of[FIRST][i] = <int> self.texts.size
        self.size += 1
        self.innermost = i
        self.level += 1
        role = self.role_of_code[self.code[i]]
        self.note(i, self.code[i])
        if self.silent < 0:
            self.play(i, self.code[i], role, has_href)

    cdef void note(self, int i, unsigned char code) noexcept nogil:
        """Note where the elements begin that are looked for."""
        if code == BODY and self.of[PARENT][i] == 0 and self.body < 0:
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
        cdef int i = self.innermost
        self.innermost = self.of[PARENT][i]
        self.level -= 1
        self.of[STOP][i], self.of[END][i] = <int> self.texts.size, <int> self.size
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
            if self.role_of_code[self.code[i]] == BLOCK:
                self.separator, self.indent = BLOCK_BOUNDARY, 0
                if i == self.pre:
                    self.pre = -1
            elif i == self.link:
                self.link = -1

    # -------------------------------------------------------------- texts

    cdef inline bint is_wanted(self) noexcept nogil:
        """Say whether anybody asks for a text here."""
        return self.silent < 0 or self.title >= 0 or self.noscript >= 0 or self.script >= 0

    cdef void extend(self, const char* letters, size_t size) noexcept nogil:
        """Write on at the pending text."""
        cdef Letters* to = &self.texts.letters
        to.size = self.texts.begin[self.texts.size] + <size_t> (self.indent + self.pending)
        if not append(to, letters, size):
            self.stop(MEMORY)
            return
        self.pending += size

    cdef void flush(self) noexcept nogil:
        """The pending text has come to its end: add a row for it, or remember the white space."""
        cdef Py_ssize_t size = self.pending, count, last = self.texts.size - 1
        cdef unsigned int* beyond = self.texts.begin + last + 1
        cdef char* begin = self.texts.letters.at + beyond[0]
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
        elif are_fewer(self.texts.text(last), self.texts.length(last), PRE_CHARS):
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
        cdef int** t = self.of_text
        cdef Py_ssize_t k = self.texts.size
        cdef unsigned int* begin
        if k == self.texts.room and not self.more_texts():
            self.stop(MEMORY)
            return
        begin = self.texts.begin
        self.texts.letters.at[begin[k] + size] = c' '
        begin[k + 1] = begin[k] + <unsigned int> size + 1
        self.texts.size = k + 1
        t[OWNER][k], t[CHARS][k] = self.innermost, <int> count
        t[CHARS_BEFORE][k + 1] = t[CHARS_BEFORE][k] + <int> count
        t[LINK_CHARS_BEFORE][k + 1] = t[LINK_CHARS_BEFORE][k] + (<int> count if self.link >= 0 else 0)
        self.linked[k], self.gap[k] = self.link >= 0, self.separator
        self.separator, self.indent = JOINED, 0

    cdef void keep(self, const char* text, Py_ssize_t size) noexcept nogil:
        """Keep what is asked for of a text that does not belong to the page."""
        if self.noscript >= 0:
            self.noscript_chars += count_chars(<const unsigned char*> text)
        if self.script >= 0 and self.is_first and not self.kept.add(self.script, TEXT, text, size):
            self.stop(MEMORY)
        elif self.title >= 0:
            self.title_text.size = 0
            if not append(&self.title_text, text, size):
                self.stop(MEMORY)

    # -------------------------------------------------------------- results

    cdef tuple result(self):
        """Return the columns, and what is known of the page besides: this object."""
        self.of_class = as_array(&self.of[OF_CLASS], self.size)
        self.of_id = as_array(&self.of[OF_ID], self.size)
        self.of_role = as_array(&self.of[OF_ROLE], self.size)
        self.roles = [None, *all_of(&self.role_values)]
        return self.columns(), self

    @property
    def values(self):
        """Each class and id once; the first is None, for a missing attribute."""
        if self.made_values is None:
            self.made_values = [None, *all_of(&self.values_once)]
        return self.made_values

    def value(self, int number):
        """Return one of ``values``, or "" for a missing attribute."""
        cdef Entry* entry
        if not 0 < number <= self.values_once.size:
            return ""
        entry = &self.values_once.entries[number - 1]
        return PyUnicode_DecodeUTF8(self.values_once.letters.at + entry.begin, entry.size, NULL)

    @property
    def said(self):
        """What the words of ``hints.WORDS`` in each of ``values`` say, and in all."""
        cdef Letters* letters = &self.values_once.letters
        if self.made_said is None:
            if is_ascii(letters.at, letters.size):
                self.made_said = hints_in(letters.at, letters.size, self.values_once.size + 1, WORDS)
            else:
                self.made_said = find_hints(self.values, WORDS)
        return self.made_said

    @property
    def signs(self):
        """What its names, tags and texts tell, as bits of ``hints.SAYS``."""
        cdef int i, signs = self.said[1]
        cdef Entry* name
        if self.has_tex:
            signs |= TEX_TAG
        if self.has_delimiters:
            signs |= TEX_TEXT
        if self.hides:
            signs |= HIDING
        for i in range(self.names.size):
            name = &self.names.entries[i]
            signs |= SIGNS[find_string(&SIGNED, self.names.letters.at + name.begin, name.size)]
        return signs

    @property
    def title(self):
        """The text that its title begins with."""
        return PyUnicode_DecodeUTF8(self.title_text.at, self.title_text.size, NULL)

    cdef tuple columns(self):
        """Return the columns in the order of a Page."""
        cdef Py_ssize_t texts = self.texts.size
        self.texts.fit()
        if any_illegal(<const unsigned char*> self.texts.letters.at, self.texts.begin[texts]):
            self.texts = Texts([markup.legal(text) for text in self.texts])
        self.has_delimiters = any_delimiter(self.texts, self.gap)
        return (
            all_of(&self.names),
            as_array(&self.of[TAG], self.size),
            as_bytes(&self.code, self.size),
            *[as_array(&self.of[n], self.size) for n in (PARENT, DEPTH, END, FIRST, STOP)],
            as_array(&self.of_text[OWNER], texts),
            self.texts,
            as_array(&self.of_text[CHARS], texts),
            as_array(&self.of_text[CHARS_BEFORE], texts + 1),
            as_array(&self.of_text[LINK_CHARS_BEFORE], texts + 1),
            as_bytes(&self.linked, texts),
            as_bytes(&self.gap, texts),
        )

cdef bint any_illegal(const unsigned char* s, size_t size) noexcept nogil:
    """Say whether there may be a character that XML does not have."""
    cdef size_t i
    cdef unsigned char found = 0
    for i in range(size):  # plain enough for a compiler to look at many bytes at once
        found |= (s[i] < 0x20) & (s[i] != 9) & (s[i] != 10) & (s[i] != 13)
    for i in range(2, size):  # U+FFFE and U+FFFF
        found |= (s[i] >= 0xBE) & (s[i - 1] == 0xBF) & (s[i - 2] == 0xEF)
    return found

cdef bint any_delimiter(Texts texts, const unsigned char* gap) noexcept nogil:
    """Say whether a text may begin or end a formula, as ``tree_py.has_delimiters`` does, but for prices."""
    cdef const unsigned char* s = <const unsigned char*> texts.letters.at
    cdef const unsigned char* beyond = s + texts.begin[texts.size]
    cdef const unsigned char* dollar = NULL  # the last one of the paragraph
    cdef Py_ssize_t k = 0
    if find(s, c'\\', beyond) < beyond:
        return True
    s = find(s, c'[', beyond)
    while s < beyond:  # behind the last text there is a space
        if s[1] == c'/':
            return True
        s = find(s + 1, c'[', beyond)
    s = find(<const unsigned char*> texts.letters.at, c'$', beyond)
    while s < beyond:
        while <const unsigned char*> texts.text(k + 1) <= s:
            k += 1
            if gap[k] == BLOCK_BOUNDARY:
                dollar = NULL
        if dollar != NULL and (find(dollar, c'^', s) < s or find(dollar, c'_', s) < s):
            return True
        dollar = s
        s = find(s + 1, c'$', beyond)
    return False

cdef bint are_fewer(const char* s, Py_ssize_t size, Py_ssize_t than) noexcept nogil:
    """Say whether there are fewer characters than ``than``, without counting further."""
    cdef Py_ssize_t i, count = 0
    for i in range(size):
        count += not 0x80 <= <unsigned char> s[i] < 0xC0
        if count == than:
            return False
    return True

# ------------------------------------------------------------------ the parser
#
# libxml2's, as lxml brings it along or loads it: looked up at run time in what is loaded already.  So the
# functions that build lxml's trees read the pages, and no second libxml2 is linked.  Of its structs only the
# table of callbacks and the first fields of the parser's context are used; both have been the same for twenty
# years.

cdef extern from *:
    """
    #ifdef _WIN32  /* lxml's wheels export nothing there */
    static void *borrowed(const char *path, const char *name) { return NULL; }
    #else
    #include <dlfcn.h>
    static void *borrowed(const char *path, const char *name) {
        void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD), *found = NULL;
        if (library) {
            found = dlsym(library, name);
            dlclose(library);
        }
        return found;
    }
    #endif
    """
    void* borrowed(const char* path, const char* name)

cdef extern from "libxml/parser.h" nogil:
    const unsigned int XML_SAX2_MAGIC
    const int XML_ERR_FATAL
    ctypedef struct xmlError:
        int level
    ctypedef struct xmlSAXHandler:
        void* internalSubset
        void* startDocument
        void* endDocument
        void* startElement
        void* endElement
        void* characters
        void* cdataBlock
        void* ignorableWhitespace
        void* processingInstruction
        void* comment
        void* warning
        void* error
        void* fatalError
        unsigned int initialized
        void* _private
        void* startElementNs
        void* endElementNs
        void* serror
    ctypedef struct xmlParserCtxt:
        xmlSAXHandler* sax
        void* userData

ctypedef xmlParserCtxt* (*NewParser)() noexcept nogil
ctypedef void (*FreeParser)(xmlParserCtxt*) noexcept nogil
ctypedef void* (*ReadMemory)(xmlParserCtxt*, const char*, int, const char*, const char*, int) noexcept nogil
ctypedef void (*StopParser)(xmlParserCtxt*) noexcept nogil

cdef NewParser new_parser = NULL
cdef FreeParser free_parser = NULL
cdef ReadMemory read_memory = NULL
cdef StopParser stop_parser = NULL

def borrow(str path not None):
    """Return what ``tree_py.borrow`` returns."""
    global new_parser, free_parser, read_memory, stop_parser
    cdef bytes encoded = os.fsencode(path)
    free_parser = <FreeParser> borrowed(encoded, b"htmlFreeParserCtxt")
    read_memory = <ReadMemory> borrowed(encoded, b"htmlCtxtReadMemory")
    stop_parser = <StopParser> borrowed(encoded, b"xmlStopParser")
    new_parser = <NewParser> borrowed(encoded, b"htmlNewParserCtxt")
    if free_parser == NULL or read_memory == NULL or stop_parser == NULL:
        new_parser = NULL
    return new_parser != NULL

DEF MAX_DEPTH = 2048  # where the parser stops, see parse.py
DEF MAX_BYTES = 1 << 30  # the parser counts in int, and a reference may become longer
DEF OPTIONS = 1 << 0 | 1 << 11 | 1 << 16 | 1 << 19  # recover, no network, compact, huge: the options of lxml

@cython.final  # what it calls of itself is then called directly
cdef class _Events(_Reading):
    """A page while the parser reads it."""

    cdef xmlParserCtxt* parser
    cdef int floor  # the level at which the parser has no open element

    cdef void stop(self, int problem) noexcept nogil:
        self.problem = problem
        if self.parser != NULL:
            stop_parser(self.parser)

    cdef bint open_again(self) noexcept nogil:
        """Have another root go into the body, as ``join_siblings`` does; say whether it comes last there."""
        if self.floor:
            return True
        if self.body >= 0 and (
            self.of[END][self.body] < self.size or self.of[STOP][self.body] < self.texts.size
        ):
            return False
        self.innermost = max(self.body, 0)
        self.level = self.floor = self.of[DEPTH][self.innermost] + 1
        return True

    cdef bint reads(self, bytes html) except -1:
        """Read a page, and say whether it has elements and does without a tree."""
        cdef const char* letters = html
        cdef Py_ssize_t size = len(html)
        if new_parser == NULL or size > MAX_BYTES:
            return False
        with nogil:
            self.read_all(letters, <int> size)
        if self.problem == MEMORY:
            raise MemoryError()
        return not self.problem and self.size > 0

    cdef void read_all(self, const char* html, int size) noexcept nogil:
        cdef xmlParserCtxt* parser = new_parser()
        if parser == NULL:
            self.stop(MEMORY)
            return
        self.parser = parser
        parser.userData = <void*> self
        memset(parser.sax, 0, sizeof(xmlSAXHandler))
        parser.sax.initialized = XML_SAX2_MAGIC  # so that it looks for ``serror``
        parser.sax.startElement = <void*> on_start
        parser.sax.endElement = <void*> on_end
        parser.sax.characters = parser.sax.ignorableWhitespace = <void*> on_characters
        parser.sax.comment = parser.sax.processingInstruction = <void*> on_comment
        parser.sax.serror = <void*> on_error
        read_memory(parser, html, size, NULL, b"UTF-8", OPTIONS)
        free_parser(parser)
        self.parser = NULL
        if not self.problem:
            self.flush()
            while self.innermost >= 0:
                self.close()

# The parser calls these.  They hold no lock of Python's, raise nothing and print nothing.

cdef void on_start(_Events page, const char* name, const char** attributes) noexcept nogil:
    if page.problem:
        return
    page.flush()
    if page.level - page.floor == MAX_DEPTH or (
        page.level == page.floor and page.size and not page.open_again()
    ):
        page.stop(TREE)
        return
    page.open(name, attributes)
    page.is_first = True

cdef void on_end(_Events page, const char* name) noexcept nogil:
    if page.problem:
        return
    page.flush()
    if page.level > page.floor:
        page.close()
    page.is_first = False

cdef void on_characters(_Events page, const char* letters, int size) noexcept nogil:
    if page.problem or page.level == page.floor:
        return
    if page.is_wanted():
        page.extend(letters, size)

cdef void on_comment(_Events page, const char* text) noexcept nogil:
    """A comment or a processing instruction, of which the second argument does not matter."""
    if page.problem or page.level == page.floor:
        return
    page.flush()
    page.open(b"", NULL)
    if not page.problem:
        page.close()
    page.is_first = False

cdef void on_error(_Events page, const xmlError* error) noexcept nogil:
    if error.level == XML_ERR_FATAL and not page.problem:
        page.stop(TREE)

def read_page(bytes html not None, int attributes):
    """Return what ``tree_py.read_page`` says."""
    cdef _Events page = _Events()
    page.keeps = attributes
    return page.result() if page.reads(html) else None

# ------------------------------------------------------------------ the tree
#
# It is told as the parser tells its events.  Struct fields of lxml's tree are read and no function of libxml2
# is called, so one binary serves all versions of lxml with these structs.  Nothing of Python runs meanwhile,
# so no other thread gets a turn, and the tree stays as it is.  No pointer to a node is kept.

cdef inline bint is_element(tree.xmlNode* node) noexcept nogil:
    """What ``root.iter()`` yields: elements, comments, processing instructions, entities."""
    return (
        node.type == tree.XML_ELEMENT_NODE
        or node.type == tree.XML_COMMENT_NODE
        or node.type == tree.XML_PI_NODE
        or node.type == tree.XML_ENTITY_REF_NODE
    )

cdef inline tree.xmlNode* element_at_or_after(tree.xmlNode* node) noexcept nogil:
    while node != NULL and not is_element(node):
        node = node.next
    return node

cdef inline tree.xmlNode* text_at_or_after(tree.xmlNode* node) noexcept nogil:
    """The text that ``.text`` and ``.tail`` see: XInclude marks are passed over."""
    while node != NULL:
        if node.type == tree.XML_TEXT_NODE or node.type == tree.XML_CDATA_SECTION_NODE:
            return node
        if node.type != tree.XML_XINCLUDE_START and node.type != tree.XML_XINCLUDE_END:
            return NULL
        node = node.next
    return NULL

@cython.final  # what it calls of itself is then called directly
cdef class _Walk(_Reading):
    """A page while its tree is read."""

    cdef const char** pairs  # names and values of the attributes of an element, NULL last
    cdef size_t pairs_room
    cdef Letters qualified  # a name with its namespace, as lxml has it
    cdef Letters tag  # a start tag as it may have been written

    def __dealloc__(self):
        free(<void*> self.pairs)
        free(self.qualified.at)
        free(self.tag.at)

    cdef void read(self, tree.xmlNode* root) noexcept:
        """Read all below an element, which is not left before."""
        cdef tree.xmlNode* node = root
        cdef tree.xmlNode* following
        while not self.problem:
            self.open_node(node)
            following = node.children if node.type == tree.XML_ELEMENT_NODE else NULL
            self.take_text(text_at_or_after(following))
            following = element_at_or_after(following)
            while following == NULL and not self.problem:
                if self.pending:
                    self.flush()
                self.close()
                self.is_first = False
                if node == root:
                    return
                self.take_text(text_at_or_after(node.next))
                following = element_at_or_after(node.next)
                if following == NULL:
                    node = node.parent
            node = following

    cdef void open_node(self, tree.xmlNode* node) noexcept:
        """Open an element; comments, processing instructions and entities have no name."""
        cdef const char* name = b""
        cdef const char** attributes = NULL
        if self.pending:
            self.flush()
        if node.type == tree.XML_ELEMENT_NODE:
            name = <const char*> node.name
            if node.ns != NULL and node.ns.href != NULL:
                name = self.qualify(<const char*> node.ns.href, name)
            attributes = self.attributes_of(node)
        if not self.problem:
            self.open(name, attributes)
        if attributes != NULL and not (self.problem or self.has_tex):
            self.has_tex = self.code[self.size - 1] in (IMG, SCRIPT) and self.mentions_tex(name, attributes)
        self.is_first = True

    cdef bint mentions_tex(self, const char* name, const char** attributes) noexcept:
        """Say whether a picture or a script may hold a formula, as ``tree_py.has_tex`` does."""
        cdef const unsigned char* begin
        self.tag.size = 0
        self.write(name)
        while attributes[0] != NULL:
            self.write(b" ")
            self.write(attributes[0])
            self.write(b"='")
            self.write(attributes[1])
            self.write(b"'")
            attributes += 2
        self.write(b">>>")
        begin = <const unsigned char*> self.tag.at
        return not self.problem and may_hold_tex(begin, begin + self.tag.size, begin + self.tag.size)

    cdef void write(self, const char* letters) noexcept:
        """Write on at the start tag."""
        if not append(&self.tag, letters, strlen(letters)):
            self.stop(MEMORY)

    cdef const char* qualify(self, const char* namespace, const char* name) noexcept:
        """Return ``{namespace}name``."""
        self.qualified.size = 0
        if (
            append(&self.qualified, b"{", 1)
            and append(&self.qualified, namespace, strlen(namespace))
            and append(&self.qualified, b"}", 1)
            and append(&self.qualified, name, strlen(name) + 1)
        ):
            return self.qualified.at
        self.stop(MEMORY)
        return name

    cdef const char** attributes_of(self, tree.xmlNode* node) noexcept:
        """Return names and values of attributes without a namespace, one behind the other."""
        cdef tree.xmlAttr* attribute = node.properties
        cdef size_t count = 0
        if attribute == NULL:
            return NULL
        while attribute != NULL:
            if attribute.ns == NULL:
                if count + 3 > self.pairs_room:
                    self.pairs_room = 2 * count + 64
                    if not resize(<void**> &self.pairs, self.pairs_room * sizeof(char*)):
                        self.stop(MEMORY)
                        return NULL
                self.pairs[count] = <const char*> attribute.name
                self.pairs[count + 1] = self.value_of(attribute)
                count += 2
            attribute = attribute.next
        if count:
            self.pairs[count] = NULL
        return self.pairs if count else NULL

    cdef const char* value_of(self, tree.xmlAttr* attribute) noexcept:
        """Return the value of an attribute; if entities stand in it, it takes Python to join its pieces."""
        cdef tree.xmlNode* text = attribute.children
        if text != NULL and (text.next != NULL or text.type != tree.XML_TEXT_NODE):
            self.stop(TREE)
        if text == NULL or text.content == NULL:
            return b""
        return <const char*> text.content

    cdef void take_text(self, tree.xmlNode* node) noexcept:
        """Take a run of text nodes."""
        cdef size_t size, held
        if not self.is_wanted():
            return
        while node != NULL and not self.problem:
            if node.content != NULL:
                size = strlen(<const char*> node.content)
                held = <size_t> (self.indent + self.pending) + size
                if self.texts.begin[self.texts.size] + held > MOST_LETTERS:
                    self.stop(TREE)  # Python has strings of any size
                else:
                    self.extend(<const char*> node.content, size)
            node = text_at_or_after(node.next)

def read_tree(_Element root not None, bint attributes):
    """Return what ``tree_py.read_tree`` returns, and what is known of the page besides."""
    cdef _Walk page = _Walk()
    if root._c_node == NULL:
        raise ValueError("the element has no node")
    page.keeps = attributes
    page.read(root._c_node)
    if page.problem == MEMORY:
        raise MemoryError()
    return read_in_python(root, attributes) if page.problem else page.result()
