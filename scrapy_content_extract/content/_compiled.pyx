# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What is done for every page and every text of it, compiled: the same results as in Python.

The pass of measure.py goes over libxml2's own nodes.

It reads struct fields of lxml's tree and calls no function of libxml2, so one binary
serves all versions of lxml with these structs.  It keeps no pointer to a node.
"""

from array import array
from bisect import bisect_left

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdlib cimport free, realloc
from libc.string cimport memchr, memcmp, memcpy, memset, strcmp, strlen

from lxml.includes cimport tree
from lxml.includes.etreepublic cimport _Element, attributeValue, import_lxml__etree, namespacedName

import_lxml__etree()

# model.py
cdef enum:
    JOINED = 0
    SPACE = 1
    LINE_BREAK = 2
    BLOCK_BOUNDARY = 3

# measure.py
cdef enum:
    INLINE = 0
    BLOCK = 1
    LINK = 2
    BREAK = 3
    SILENT = 4

DEF CACHE = 256
DEF PRE_CHARS = 4096
DEF VALUES = 512  # 2 to the power of 64 - 55


cdef struct ElementColumns:
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


cdef struct Name:
    const char* pointer
    unsigned char code


cdef int enlarge(void** column, Py_ssize_t size) except -1:
    cdef void* moved = realloc(column[0], size)
    if moved == NULL:
        raise MemoryError()
    column[0] = moved
    return 0


cdef object ONE = array("i", [0])


cdef object as_array(int** column, Py_ssize_t size):
    """Move a column to an ``array``, which needs no object for a number."""
    cdef Py_buffer view
    values = ONE * size
    PyObject_GetBuffer(values, &view, PyBUF_WRITABLE)
    if size:
        memcpy(view.buf, column[0], size * sizeof(int))
    PyBuffer_Release(&view)
    free(column[0])
    column[0] = NULL
    return values


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


cdef unsigned char COUNTS[256]  # of a byte: 0 does not count, 1 counts, 2 must be looked at
for _byte in range(256):
    if _byte < 0x80:
        COUNTS[_byte] = 0 if _byte == 0x20 or 0x09 <= _byte <= 0x0D or 0x1C <= _byte <= 0x1F else 1
    elif _byte < 0xC0:
        COUNTS[_byte] = 0  # continues a character
    else:
        COUNTS[_byte] = 2 if _byte in (0xC2, 0xE1, 0xE2, 0xE3) else 1
COUNTS[0] = 3  # the end


cdef Py_ssize_t count_chars(const unsigned char* s) noexcept nogil:
    """Count the characters of UTF-8 that are not white space, as ``str.split`` has it."""
    cdef Py_ssize_t count = 0
    cdef unsigned char c
    while True:
        c = COUNTS[s[0]]
        if c < 2:
            count += c
        elif c == 3:
            return count
        elif not is_space(s):
            count += 1
        s += 1


cdef bint is_space(const unsigned char* s) noexcept nogil:
    """Say whether a character of more than one byte is white space."""
    if s[0] == 0xC2:
        return s[1] == 0x85 or s[1] == 0xA0
    if s[0] == 0xE1:
        return s[1] == 0x9A and s[2] == 0x80
    if s[0] == 0xE2:
        if s[1] == 0x80:
            return 0x80 <= s[2] <= 0x8A or s[2] == 0xA8 or s[2] == 0xA9 or s[2] == 0xAF
        return s[1] == 0x81 and s[2] == 0x9F
    return s[1] == 0x80 and s[2] == 0x80


cdef Py_ssize_t chars_of(tree.xmlNode* node) noexcept nogil:
    """Count the characters of a run of text nodes."""
    cdef Py_ssize_t count = 0
    while node != NULL:
        if node.content != NULL:
            count += count_chars(<const unsigned char*> node.content)
        node = text_at_or_after(node.next)
    return count


cdef bint are_fewer(const char* s, Py_ssize_t size, Py_ssize_t than) noexcept nogil:
    """Say whether there are fewer characters than so many; looks at no more than it takes."""
    cdef Py_ssize_t i, count = 0
    for i in range(size):
        count += not continues(<unsigned char> s[i])
        if count == than:
            return False
    return True


cdef void count_nodes(
    tree.xmlNode* root, Py_ssize_t* elements, Py_ssize_t* texts, Py_ssize_t* letters
) noexcept nogil:
    """Count what ``root.iter()`` yields, the text nodes, and their bytes."""
    cdef tree.xmlNode* node = root
    cdef tree.xmlNode* following
    while True:
        if is_element(node):
            elements[0] += 1
        else:
            texts[0] += 1
            if node.type == tree.XML_TEXT_NODE and node.content != NULL:
                letters[0] += strlen(<const char*> node.content) + 1
        following = node.children if node.type == tree.XML_ELEMENT_NODE else NULL
        while following == NULL:
            if node == root:
                return
            following = node.next
            if following == NULL:
                node = node.parent
        node = following


cdef bint has_href(tree.xmlNode* node) noexcept nogil:
    cdef tree.xmlAttr* attribute = node.properties
    while attribute != NULL:
        if attribute.ns == NULL and strcmp(<const char*> attribute.name, b"href") == 0:
            return True
        attribute = attribute.next
    return False


cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object, Py_ssize_t*) except NULL
    void PyObject_GC_UnTrack(void*)


cdef class Texts:
    """The texts of a page as UTF-8, one behind the other.

    Most of them nobody asks for alone.  So there is a string for each only when somebody does:
    one takes more memory than most texts, and as much time as to read it.
    """

    cdef char* letters  # behind each text a space
    cdef unsigned int* begin  # of each text, and of one more
    cdef Py_ssize_t size, room, letters_room

    def __init__(self, strings=()):
        cdef const char* letters
        cdef Py_ssize_t length
        self.more(16, 0)
        self.begin[0] = 0
        for string in strings:
            letters = PyUnicode_AsUTF8AndSize(string, &length)
            self.add()
            self.extend(letters, length)

    def __dealloc__(self):
        free(self.letters)
        free(self.begin)

    def __len__(self):
        return self.size

    def __getitem__(self, Py_ssize_t k):
        if not 0 <= k < self.size:
            raise IndexError(f"there is no text {k} among {self.size}")
        return PyUnicode_DecodeUTF8(self.text(k), self.length(k), NULL)

    def __iter__(self):
        return iter([self[k] for k in range(self.size)])

    def __repr__(self):
        return repr(list(self))

    def joined(self):
        """Return all texts, with a space between two."""
        return PyUnicode_DecodeUTF8(self.letters, <Py_ssize_t> self.begin[self.size] - 1 if self.size else 0, NULL)

    cdef int fit(self) except -1:
        """Give back the room that was not needed."""
        enlarge(<void**> &self.begin, (self.size + 1) * sizeof(unsigned int))
        enlarge(<void**> &self.letters, self.begin[self.size] + 1)
        self.room, self.letters_room = self.size, self.begin[self.size] + 1
        return 0

    cdef inline const char* text(self, Py_ssize_t k) noexcept:
        return self.letters + self.begin[k]

    cdef inline Py_ssize_t length(self, Py_ssize_t k) noexcept:
        return <Py_ssize_t> self.begin[k + 1] - <Py_ssize_t> self.begin[k] - 1

    cdef int more(self, Py_ssize_t room, Py_ssize_t letters_room) except -1:
        self.room = room
        enlarge(<void**> &self.begin, (room + 1) * sizeof(unsigned int))
        if letters_room > self.letters_room:
            self.letters_room = letters_room
            enlarge(<void**> &self.letters, letters_room)
        return 0

    cdef int add(self) except -1:
        """Begin another text."""
        if self.size == self.room:
            self.more(2 * self.room, 0)
        self.size += 1
        self.begin[self.size] = self.begin[self.size - 1] + 1
        return self.extend(b"", 0)

    cdef int extend(self, const char* letters, Py_ssize_t length) except -1:
        """Write on at the last text."""
        cdef Py_ssize_t end = <Py_ssize_t> self.begin[self.size] - 1
        if end + length > 0xFFFFFFF0:
            raise OverflowError("the texts of the page have 4 GB")
        if end + length >= self.letters_room:
            self.letters_room = 2 * (end + length) + 4096
            enlarge(<void**> &self.letters, self.letters_room)
        memcpy(self.letters + end, letters, length)
        self.letters[end + length] = c' '
        self.begin[self.size] = end + length + 1
        return 0


cdef Texts texts_of(texts):
    return texts if isinstance(texts, Texts) else Texts(texts)


cdef class _Reader:
    """The columns while they grow."""

    cdef ElementColumns elements
    cdef TextColumns texts
    cdef list tags
    cdef Texts strings
    cdef Name[CACHE] cache
    cdef list cached_tags
    cdef dict names, codes
    cdef const unsigned char* roles
    cdef const unsigned char* is_preformatted
    cdef unsigned char separator
    cdef int pre  # the open <pre>

    def __cinit__(self):
        self.pre = -1
        self.tags = []
        self.strings = Texts()
        self.names = {}
        self.cached_tags = [None] * CACHE
        self.separator = BLOCK_BOUNDARY

    def __dealloc__(self):
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

    cdef int make_room(self, tree.xmlNode* root) except -1:
        """Make room for a page of common size, and then for all that is there.

        Columns that grow step by step would take twice the memory of a large page.
        """
        cdef ElementColumns* e = &self.elements
        cdef TextColumns* t = &self.texts
        cdef Py_ssize_t elements = 4096, texts = 2048, letters = 1 << 16
        if e.room:
            elements = texts = letters = 0
            count_nodes(root, &elements, &texts, &letters)
        if e.size == e.room:
            enlarge(<void**> &e.parent, elements * sizeof(int))
            enlarge(<void**> &e.depth, elements * sizeof(int))
            enlarge(<void**> &e.end, elements * sizeof(int))
            enlarge(<void**> &e.first, elements * sizeof(int))
            enlarge(<void**> &e.stop, elements * sizeof(int))
            enlarge(<void**> &e.code, elements)
            e.room = elements
        if t.size == t.room:
            enlarge(<void**> &t.owner, texts * sizeof(int))
            enlarge(<void**> &t.chars, texts * sizeof(int))
            enlarge(<void**> &t.chars_before, (texts + 1) * sizeof(int))  # the grand total is one more
            enlarge(<void**> &t.link_chars_before, (texts + 1) * sizeof(int))
            enlarge(<void**> &t.linked, texts)
            enlarge(<void**> &t.gap, texts)
            if t.size == 0:
                t.chars_before[0] = t.link_chars_before[0] = 0
            t.room = texts
            self.strings.more(texts, letters)
        if e.size == e.room or t.size == t.room:
            raise RuntimeError("the tree has changed while it was read")
        return 0

    cdef int add_name(self, tree.xmlNode* node) except -1:
        """Add the tag of an element; return its code."""
        cdef const char* name
        cdef size_t slot
        cdef Name* known
        cdef str tag
        if node.type != tree.XML_ELEMENT_NODE:
            self.tags.append("")
            return 0
        if node.ns != NULL and node.ns.href != NULL:
            tag = namespacedName(node)
            self.tags.append(tag)
            return <int> self.codes.get(tag, 0)
        name = <const char*> node.name
        # Names are interned by the parser, so a pointer is a name for as long as the pass lasts.
        slot = ((<size_t> name) >> 3) % CACHE
        known = &self.cache[slot]
        if known.pointer != name:
            key = <bytes> name
            tag = self.names.get(key)
            if tag is None:
                tag = key.decode("utf-8")
                self.names[key] = tag
            known.pointer = name
            known.code = <unsigned char> self.codes.get(tag, 0)
            self.cached_tags[slot] = tag
        self.tags.append(self.cached_tags[slot])
        return known.code

    cdef int add_text(self, tree.xmlNode* root, tree.xmlNode* node, int owner, bint linked) except -1:
        """Add a row for a run of text nodes, or remember the white space."""
        cdef TextColumns* t = &self.texts
        cdef Py_ssize_t count, k
        if node == NULL:
            return 0
        count = chars_of(node)
        if count:
            if t.size == t.room:
                self.make_room(root)
            self.strings.add()
            self.write(node)
            k = t.size
            t.owner[k] = owner
            t.chars[k] = <int> count
            t.chars_before[k + 1] = t.chars_before[k] + <int> count
            t.link_chars_before[k + 1] = t.link_chars_before[k] + (<int> count if linked else 0)
            t.linked[k] = linked
            t.gap[k] = self.separator
            t.size = k + 1
            self.separator = JOINED
        elif self.separator <= SPACE:
            if self.pre < 0:
                self.separator = SPACE
            elif are_fewer(self.strings.text(t.size - 1), self.strings.length(t.size - 1), PRE_CHARS):
                self.write(node)
        return 0

    cdef int write(self, tree.xmlNode* node) except -1:
        """Write a run of text nodes behind the last text."""
        while node != NULL:
            if node.content != NULL:
                self.strings.extend(<const char*> node.content, strlen(<const char*> node.content))
            node = text_at_or_after(node.next)
        return 0

    cdef int read(self, tree.xmlNode* root, frozenset counted) except -1:
        cdef ElementColumns* e = &self.elements
        cdef tree.xmlNode* node = root
        cdef tree.xmlNode* child
        cdef tree.xmlNode* following
        cdef int i, code
        cdef int innermost = -1
        cdef int level = 0
        cdef int silent = -1
        cdef int link = -1
        cdef unsigned char role
        cdef bint any_counted = len(counted) > 0
        while True:
            # Open an element and read the text that it begins with.
            if e.size == e.room:
                self.make_room(root)
            i = <int> e.size
            code = self.add_name(node)
            e.code[i] = <unsigned char> code
            e.parent[i] = innermost
            e.depth[i] = level
            e.first[i] = <int> self.texts.size
            e.size += 1
            innermost = i
            level += 1
            child = NULL
            if node.type == tree.XML_ELEMENT_NODE:
                child = node.children
            if silent < 0:
                role = self.roles[code]
                if any_counted and i in counted:
                    role = INLINE
                if role == SILENT:
                    silent = i
                else:
                    if role == BLOCK:
                        self.separator = BLOCK_BOUNDARY
                        if self.pre < 0 and self.is_preformatted[code]:
                            self.pre = i
                    elif role == LINK:
                        if link < 0 and has_href(node):
                            link = i
                    elif role == BREAK:
                        if self.separator < LINE_BREAK:
                            self.separator = LINE_BREAK
                    self.add_text(root, text_at_or_after(child), i, link >= 0)
            child = element_at_or_after(child)
            if child != NULL:
                node = child
                continue
            # Close what ends here, and read the texts that follow.
            while True:
                i = innermost
                innermost = e.parent[i]
                level -= 1
                e.stop[i] = <int> self.texts.size
                e.end[i] = <int> e.size
                if level == 0:
                    return 0
                if silent < 0 or silent == i:
                    if silent == i:
                        silent = -1
                    elif self.roles[e.code[i]] == BLOCK:
                        self.separator = BLOCK_BOUNDARY
                        if i == self.pre:
                            self.pre = -1
                    elif i == link:
                        link = -1
                    self.add_text(root, text_at_or_after(node.next), innermost, link >= 0)
                following = element_at_or_after(node.next)
                if following != NULL:
                    node = following
                    break
                node = node.parent


def read_columns(_Element root not None, frozenset counted, dict codes, bytes roles, bytes is_preformatted):
    """Return what ``measure.read_columns`` returns, faster."""
    cdef _Reader reader = _Reader()
    cdef ElementColumns* e = &reader.elements
    cdef TextColumns* t = &reader.texts
    if root._c_node == NULL:
        raise ValueError("the element has no node")
    reader.codes = codes
    reader.roles = <const unsigned char*> <const char*> roles
    reader.is_preformatted = <const unsigned char*> <const char*> is_preformatted
    reader.read(root._c_node, counted)
    reader.strings.fit()
    return (
        reader.tags,
        PyBytes_FromStringAndSize(<const char*> e.code, e.size),
        as_array(&e.parent, e.size),
        as_array(&e.depth, e.size),
        as_array(&e.end, e.size),
        as_array(&e.first, e.size),
        as_array(&e.stop, e.size),
        as_array(&t.owner, t.size),
        reader.strings,
        as_array(&t.chars, t.size),
        as_array(&t.chars_before, t.size + 1),
        as_array(&t.link_chars_before, t.size + 1),
        PyBytes_FromStringAndSize(<const char*> t.linked, t.size),
        PyBytes_FromStringAndSize(<const char*> t.gap, t.size),
    )


# --- the attributes that name an element --------------------------------------------------


cdef struct Value:
    const char* content  # of the tree, which nobody changes meanwhile
    size_t size


cdef class _Names:
    """The values of three attributes, in document order."""

    cdef list of_class, of_id, of_role
    cdef Value[VALUES] cache
    cdef list cached

    def __cinit__(self):
        self.of_class, self.of_id, self.of_role = [], [], []
        self.cached = [None] * VALUES

    cdef object value_of(self, tree.xmlNode* node, tree.xmlAttr* attribute):
        """The value; the same string for the same one, as long as no other takes its place."""
        cdef tree.xmlNode* text = attribute.children
        cdef unsigned long long begin = 0, end = 0
        cdef size_t size
        cdef Value* known
        cdef Py_ssize_t slot
        if text == NULL:
            return ""
        if text.type != tree.XML_TEXT_NODE or text.next != NULL or text.content == NULL:
            return attributeValue(node, attribute)
        size = strlen(<const char*> text.content)
        # Both ends say enough: another value in the same place costs a string, no more.
        memcpy(&begin, text.content, size if size < 8 else 8)
        memcpy(&end, text.content + (size - 8 if size > 8 else 0), size if size < 8 else 8)
        slot = ((begin * 31 + end * 17 + size) * 0x9E3779B97F4A7C15ULL) >> 55
        known = &self.cache[slot]
        if known.content == NULL or known.size != size or memcmp(known.content, text.content, size):
            known.content = <const char*> text.content
            known.size = size
            self.cached[slot] = PyUnicode_DecodeUTF8(known.content, size, NULL)
        return self.cached[slot]

    cdef int add(self, tree.xmlNode* node) except -1:
        cdef tree.xmlAttr* attribute = NULL
        cdef const char* name
        cdef object of_class = None, of_id = None, of_role = None
        if node.type == tree.XML_ELEMENT_NODE:
            attribute = node.properties
        while attribute != NULL:
            name = <const char*> attribute.name
            if attribute.ns == NULL:
                if name[0] == c'c' and strcmp(name, b"class") == 0:
                    of_class = self.value_of(node, attribute)
                elif name[0] == c'i' and strcmp(name, b"id") == 0:
                    of_id = self.value_of(node, attribute)
                elif name[0] == c'r' and strcmp(name, b"role") == 0:
                    of_role = self.value_of(node, attribute)
            attribute = attribute.next
        self.of_class.append(of_class)
        self.of_id.append(of_id)
        self.of_role.append(of_role)
        return 0


def read_names(_Element root not None):
    """Return the columns of ``Page.names``."""
    cdef _Names names = _Names()
    cdef tree.xmlNode* node = root._c_node
    cdef tree.xmlNode* following
    if node == NULL:
        raise ValueError("the element has no node")
    while True:
        names.add(node)
        following = NULL
        if node.type == tree.XML_ELEMENT_NODE:
            following = element_at_or_after(node.children)
        while following == NULL:
            if node == root._c_node:
                return names.of_class, names.of_id, names.of_role
            following = element_at_or_after(node.next)
            if following == NULL:
                node = node.parent
        node = following


# --- blocks.py ------------------------------------------------------------------------------

cdef enum:
    IS_BLOCK_LEVEL = 1
    IS_HEADING = 2
    IS_CONTROL = 4
    IS_CELL = 8
    IS_MEDIA = 16
    IS_COUNTED = 28

DEF LINE_CHARS = 60
DEF VIEWS = 10

cdef unsigned char SPACES[256]  # of a byte: 1 is white space, 2 must be looked at
for _byte in range(256):
    SPACES[_byte] = 1 if _byte < 0x80 and COUNTS[_byte] == 0 else 2 if COUNTS[_byte] == 2 else 0

cdef object new_tuple = tuple.__new__


DEF TURN = 4096  # texts, elements or blocks: about a millisecond


#: Nothing, but in Python: before each call the interpreter looks whether a thread wants its lock.  To
#: let go of it here instead would not do: who waits less than 5 ms at a time never gets it.
cdef object nothing = eval("lambda: None")


cdef int let_others_run() except -1:
    """Give other threads a turn.

    Only where this one holds nothing that they might change: they may change the tree of a response.
    """
    nothing()
    return 0


cdef object untracked(object one):
    """Take a tuple of strings, numbers and such tuples out of what the collector of cycles looks at.

    There is no cycle in it, and a page may have millions.
    """
    PyObject_GC_UnTrack(<void*> one)
    return one


cdef class _Blocks:
    """The columns of a page, a line being written, and the blocks that are made."""

    cdef Py_buffer[VIEWS] views
    cdef int held
    cdef const int* parent
    cdef const int* depth
    cdef const int* end
    cdef const int* first
    cdef const int* stop
    cdef const int* owner
    cdef const int* chars_before
    cdef const int* link_chars_before
    cdef const unsigned char* gap
    cdef const unsigned char* code
    cdef const unsigned char* meaning
    cdef int texts, elements
    cdef Texts text
    cdef set preformatted
    cdef object page, block, render_in_python
    cdef bytes gaps, codes, meanings
    cdef char* line
    cdef Py_ssize_t size, room
    cdef bint line_is_empty, space_is_due
    cdef int* parts  # start, stop, start, stop ...
    cdef Py_ssize_t part_count, part_room
    cdef list made
    cdef int since_turn
    cdef const int* row  # per text; or NULL
    cdef const int* cell
    cdef int open_row
    cdef list of_row
    cdef set in_cells

    def __init__(self, page, block, bytes meanings, render_in_python):
        self.page, self.block, self.render_in_python = page, block, render_in_python
        self.parent = self.view(page.parent)
        self.depth = self.view(page.depth)
        self.end = self.view(page.end)
        self.first = self.view(page.first)
        self.stop = self.view(page.stop)
        self.owner = self.view(page.owner)
        self.chars_before = self.view(page.chars_before)
        self.link_chars_before = self.view(page.link_chars_before)
        self.gaps, self.codes, self.meanings = page.gap, page.code, meanings
        self.gap = <const unsigned char*> <const char*> self.gaps
        self.code = <const unsigned char*> <const char*> self.codes
        self.meaning = <const unsigned char*> <const char*> self.meanings
        self.text = texts_of(page.strings)
        self.texts, self.elements = <int> len(self.gaps), <int> len(self.codes)
        self.preformatted = page.preformatted
        self.made, self.of_row, self.in_cells = [], [], set()

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.views[i])
        free(self.line)
        free(self.parts)

    cdef const int* view(self, column) except NULL:
        cdef Py_buffer* view = &self.views[self.held]
        PyObject_GetBuffer(column, view, PyBUF_SIMPLE)
        self.held += 1
        return <const int*> view.buf if view.buf != NULL else <const int*> view

    cdef int add_part(self, int start, int stop) except -1:
        if self.part_count == self.part_room:
            self.part_room = self.part_room * 2 if self.part_room else 64
            enlarge(<void**> &self.parts, 2 * self.part_room * sizeof(int))
        self.parts[2 * self.part_count] = start
        self.parts[2 * self.part_count + 1] = stop
        self.part_count += 1
        return 0

    cdef int check(self, int start, int stop) except -1:
        """Ranges come from whoever wrote a method, and nothing is read beyond the columns."""
        if not 0 <= start < stop <= self.texts:
            raise IndexError(f"{start, stop} is no range of the page's {self.texts} texts")
        return 0

    # --- text

    cdef int write(self, const char* string, Py_ssize_t size) except -1:
        """Write a text, its white space collapsed."""
        cdef const unsigned char* s = <const unsigned char*> string
        cdef const unsigned char* beyond = s + size
        cdef const unsigned char* word
        cdef unsigned char kind
        if self.size + size + 2 > self.room:
            self.room = 2 * (self.size + size + 2)
            enlarge(<void**> &self.line, self.room)
        while s < beyond:
            kind = SPACES[s[0]]
            if kind == 1 or (kind == 2 and is_space(s)):
                s += 1 if kind == 1 else 2 if s[0] == 0xC2 else 3
                self.space_is_due = not self.line_is_empty
                continue
            word = s
            while True:
                s += 1
                while s < beyond and SPACES[s[0]] == 0:
                    s += 1
                if s == beyond or SPACES[s[0]] == 1 or is_space(s):
                    break
            if self.space_is_due:
                self.line[self.size] = c' '
                self.size += 1
                self.space_is_due = False
            memcpy(self.line + self.size, word, s - word)
            self.size += s - word
            self.line_is_empty = False
        return 0

    cdef str render(self, const int* parts, Py_ssize_t count):
        """What ``blocks.render`` returns."""
        cdef Py_ssize_t part
        cdef int k, j, last = -1
        cdef unsigned char separator
        if self.preformatted and self.has_preformatted(parts, count):
            return self.render_in_python(
                self.page, [(parts[2 * part], parts[2 * part + 1]) for part in range(count)]
            )
        self.size = 0
        self.line_is_empty, self.space_is_due = True, False
        for part in range(count):
            for k in range(parts[2 * part], parts[2 * part + 1]):
                if last >= 0:
                    separator = self.gap[k]
                    if k != last + 1:  # texts between them were left out
                        separator = SPACE
                        for j in range(last + 1, k + 1):
                            if self.gap[j] > separator:
                                separator = self.gap[j]
                    if separator >= LINE_BREAK:
                        self.line[self.size] = c'\n'
                        self.size += 1
                        self.line_is_empty, self.space_is_due = True, False
                    elif separator == SPACE:
                        self.space_is_due = True
                last = k
                self.write(self.text.text(k), self.text.length(k))
        return PyUnicode_DecodeUTF8(self.line, self.size, NULL)

    cdef bint has_preformatted(self, const int* parts, Py_ssize_t count) except -1:
        cdef Py_ssize_t part
        cdef int k
        for part in range(count):
            for k in range(parts[2 * part], parts[2 * part + 1]):
                if k in self.preformatted:
                    return True
        return False

    # --- what a block is

    cdef int lowest_common(self, int i, int j) noexcept:
        while self.end[i] <= j:
            i = self.parent[i]
        while i > j:
            i = self.parent[i]
        return i

    cdef int heading_above(self, int i) noexcept:
        while i >= 0 and not self.meaning[self.code[i]] & IS_BLOCK_LEVEL:
            i = self.parent[i]
        return i if i >= 0 and self.meaning[self.code[i]] & IS_HEADING else -1

    cdef int first_from(self, int k) noexcept:
        """``bisect_left(first, k)``"""
        cdef int low = 0, high = self.elements, middle
        while low < high:
            middle = (low + high) // 2
            if self.first[middle] < k:
                low = middle + 1
            else:
                high = middle
        return low

    cdef int after_text(self, int k) noexcept:
        cdef int i, j, element
        if k == 0:
            return 0
        if k == self.texts:
            return self.elements
        i, j = self.owner[k - 1], self.owner[k]
        element = self.first_from(k)
        while i > j or self.end[i] <= j:
            element = self.end[i]
            i = self.parent[i]
        return element

    cdef str kind_of(self, int start, int stop, long long chars, long long link_chars):
        cdef int low, high, i, among
        cdef long long controls = 0, cells = 0, media = 0
        if 2 * link_chars > chars:
            return "links"
        low = self.first_from(start) if start else 0
        high = self.first_from(stop + 1)
        if chars <= LINE_CHARS * <long long> (high - low):
            i = low
            while i < high and not self.meaning[self.code[i]] & IS_COUNTED:
                i += 1
            if i < high:
                low, high = self.after_text(start), self.after_text(stop)
                for i in range(low, high):
                    among = self.meaning[self.code[i]]
                    controls += (among & IS_CONTROL) != 0
                    cells += (among & IS_CELL) != 0
                    media += (among & IS_MEDIA) != 0
                if controls:
                    hidden = self.page.hidden_inputs
                    controls -= <long long> (bisect_left(hidden, high) - bisect_left(hidden, low))
                if controls >= 1 and chars <= LINE_CHARS * controls:
                    return "form"
                if cells >= 4 and chars <= LINE_CHARS * cells:
                    return "table"
                if media >= 1 and chars <= LINE_CHARS * media:
                    return "media"
        return "text" if 4 * link_chars <= chars else "mixed"

    cdef object make(self, const int* parts, Py_ssize_t count):
        """What ``blocks.block_of`` returns."""
        cdef Py_ssize_t part
        cdef int chars = 0, link_chars = 0, first, last, owner, holder, heading
        cdef int[2] in_heading
        cdef str text, title, kind
        cdef list ranges = []
        for part in range(count):
            first, last = parts[2 * part], parts[2 * part + 1]
            chars += self.chars_before[last] - self.chars_before[first]
            link_chars += self.link_chars_before[last] - self.link_chars_before[first]
            ranges.append(untracked((first, last)))
        first, last = parts[0], parts[2 * count - 1] - 1
        owner = self.owner[first]
        holder = owner if first == last else self.lowest_common(owner, self.owner[last])
        text = self.render(parts, count)
        heading = self.heading_above(owner)
        if heading < 0:
            title, kind = "", self.kind_of(first, last + 1, chars, link_chars)
        elif self.stop[heading] > last:
            title, kind = text, "title"
        else:
            in_heading[0], in_heading[1] = first, self.stop[heading]
            title = self.render(in_heading, 1)
            kind = self.kind_of(first, last + 1, chars, link_chars)
        return untracked(
            new_tuple(
                self.block,
                (untracked(tuple(ranges)), text, title, kind, self.depth[holder], chars, link_chars, False),
            )
        )

    # --- all of them

    cdef int add_block(self) except -1:
        """Make a block of the parts."""
        cdef int first = self.parts[0], row = -1 if self.row == NULL else self.row[first]
        cdef object block = self.make(self.parts, self.part_count)
        self.part_count = 0
        self.since_turn += 1
        if self.since_turn == TURN:
            let_others_run()
            self.since_turn = 0
        if self.of_row and row != self.open_row:
            self.close_row()
        if row < 0:
            self.made.append(block)
        else:
            self.open_row = row
            self.of_row.append(block)
            self.in_cells.add(self.cell[first])
        return 0

    cdef int close_row(self) except -1:
        """What ``blocks.with_rows`` does with the blocks of a row."""
        cdef int chars = 0, link_chars = 0
        cdef list ranges, texts
        if len(self.of_row) > 1 and len(self.in_cells) == len(self.of_row):
            ranges, texts = [], []
            for block in self.of_row:
                ranges.extend(block[0])
                texts.append(block[1])
                chars += <int> block[5]
                link_chars += <int> block[6]
            row = (
                untracked(tuple(ranges)), "\t".join(texts), "", "table", self.depth[self.open_row],
                chars, link_chars, False,
            )
            self.made.append(untracked(new_tuple(self.block, row)))
        else:
            self.made.extend(self.of_row)
        self.of_row.clear()
        self.in_cells.clear()
        return 0


def nearest_marked(parent, bytes marks not None):
    """What ``blocks.nearest_marked`` returns."""
    cdef _Columns held = _Columns(2)
    cdef int n = <int> len(marks), i
    cdef object column = ONE * n
    cdef const int* up = held.view(parent, n)
    cdef int* found = held.view(column, n)
    cdef const unsigned char* is_marked = marks
    for i in range(n):
        found[i] = i if is_marked[i] else found[up[i]] if up[i] >= 0 else -1
    return column


def paragraphs(page, ranges, block, bytes meanings, render_in_python, rows):
    """What ``blocks.paragraphs`` returns, faster."""
    cdef _Blocks blocks = _Blocks(page, block, meanings, render_in_python)
    cdef int start, stop, begin, k, last = 0
    cdef const void* found
    if rows is not None:
        row, cell = rows
        if not len(row) == len(cell) == blocks.texts:
            raise ValueError("the columns are not of one length")
        blocks.row, blocks.cell = blocks.view(row), blocks.view(cell)
    for start, stop in ranges:
        if start >= stop:
            continue
        blocks.check(start, stop)
        if (
            blocks.part_count
            and last <= start
            and memchr(blocks.gap + last, BLOCK_BOUNDARY, start + 1 - last) != NULL
        ):
            blocks.add_block()
        begin = start
        while True:
            found = memchr(blocks.gap + begin + 1, BLOCK_BOUNDARY, stop - begin - 1)
            if found == NULL:
                break
            k = <int> (<const unsigned char*> found - blocks.gap)
            blocks.add_part(begin, k)
            blocks.add_block()
            begin = k
        blocks.add_part(begin, stop)
        last = stop
    if blocks.part_count:
        blocks.add_block()
    blocks.close_row()
    return tuple(blocks.made)


def blocks_of(page, groups, block, bytes meanings, render_in_python):
    """What ``blocks.blocks_of`` returns, faster."""
    cdef _Blocks blocks = _Blocks(page, block, meanings, render_in_python)
    cdef int start, stop
    for group in groups:
        for start, stop in group:
            blocks.check(start, stop)
            blocks.add_part(start, stop)
        if not blocks.part_count:
            raise IndexError("a block without texts")
        blocks.add_block()
    return tuple(blocks.made)


def marked(page, blocks, main):
    """The blocks that ``Segmentation.marked`` returns."""
    cdef _Blocks columns = _Blocks(page, None, b"", None)
    cdef unsigned char* chosen = NULL
    cdef int* before = NULL
    cdef int k, start, stop, n = columns.texts
    cdef long long chars
    cdef list made = []
    try:
        enlarge(<void**> &chosen, n + 1)
        enlarge(<void**> &before, (n + 1) * sizeof(int))
        memset(chosen, 0, n)
        for start, stop in main:
            if start < stop:
                columns.check(start, stop)
                memset(chosen + start, 1, stop - start)
        before[0] = 0
        for k in range(n):
            before[k + 1] = before[k]
            if chosen[k]:
                before[k + 1] += columns.chars_before[k + 1] - columns.chars_before[k]
        for block in blocks:
            chars = 0
            for start, stop in block[0]:
                if start < stop:
                    columns.check(start, stop)
                    chars += before[stop] - before[start]
            if 2 * chars > block[5]:
                block = untracked(new_tuple(type(block), (*block[:7], True)))
            made.append(block)
            if len(made) % TURN == 0:
                let_others_run()
    finally:
        free(chosen)
        free(before)
    return tuple(made)


# --- cevc.py --------------------------------------------------------------------------------


def valid_total(page, bytes valid not None):
    """The running total of the characters of the texts that are marked with 1."""
    cdef _Blocks blocks = _Blocks(page, None, b"", None)
    cdef const unsigned char* is_valid = <const unsigned char*> <const char*> valid
    cdef int* total = NULL
    cdef int k
    if len(valid) != blocks.texts:
        raise ValueError("there are not as many marks as texts")
    enlarge(<void**> &total, (blocks.texts + 1) * sizeof(int))
    total[0] = 0
    for k in range(blocks.texts):
        total[k + 1] = total[k]
        if is_valid[k]:
            total[k + 1] += blocks.chars_before[k + 1] - blocks.chars_before[k]
    return as_array(&total, blocks.texts + 1)


# --- gapdepth.py ----------------------------------------------------------------------------


cdef enum:
    # by_tag of gapdepth.py
    OUTSIDE = 2


cdef struct Kind:  # siblings with the same tag and class, digits aside
    const char* name
    Py_ssize_t size
    size_t hash
    int element  # the first of them
    int count


cdef struct Gap:
    int text
    int depth
    int levels
    int reason  # its place in REASONS
    int left  # the next gaps that are less deep
    int right


cdef tuple REASONS = ("landmark", "item", "region", "heading", "gap")


cdef class _Gaps:
    """What gapdepth.py looks at: marks, units, gaps."""

    cdef _Blocks page
    cdef list classes, roles  # or None: then they are read from the tree
    cdef frozenset landmark_roles
    cdef const unsigned char* by_tag
    cdef unsigned char* landmarks  # per element
    cdef unsigned char* in_unit  # per text
    cdef int* kind_of  # per element
    cdef Kind* kinds
    cdef Py_ssize_t kind_count, kind_room
    cdef int* slots  # of a hash table: a kind, or -1
    cdef size_t mask
    cdef Gap* gaps
    cdef Py_ssize_t gap_count, gap_room
    cdef int* open_gaps
    cdef int within  # the end of the outermost landmark that is open

    def __dealloc__(self):
        free(self.landmarks)
        free(self.in_unit)
        free(self.kind_of)
        free(self.kinds)
        free(self.slots)
        free(self.gaps)
        free(self.open_gaps)

    cdef int read_names(self) except -1:
        """Find the kind of each element, and whether it is a landmark."""
        cdef _Blocks page = self.page
        cdef int i
        enlarge(<void**> &self.landmarks, page.elements + 1)
        memset(self.landmarks, 0, page.elements)
        enlarge(<void**> &self.kind_of, page.elements * sizeof(int) + 1)
        self.kind_count, self.within = 0, -1
        self.mask = 255
        enlarge(<void**> &self.slots, 256 * sizeof(int))
        memset(self.slots, 0xFF, 256 * sizeof(int))
        if self.classes is None:
            return self.read_tree((<_Element?> page.page.root)._c_node)
        if len(self.classes) != page.elements or len(self.roles) != page.elements:
            raise ValueError("there are not as many names as elements")
        for i in range(page.elements):
            if i % TURN == 0:
                let_others_run()
            self.kind_of[i] = -1
            if self.is_asked(i):
                self.note(i, self.classes[i], self.roles[i])
        return 0

    cdef inline bint is_asked(self, int i) noexcept:
        cdef unsigned char code = self.page.code[i]
        if self.page.first[i] == self.page.stop[i]:
            return False
        return self.by_tag[code] != 0 or self.page.meaning[code] & IS_BLOCK_LEVEL

    cdef int note(self, int i, name, role) except -1:
        cdef const char* s
        cdef Py_ssize_t size
        self.note_landmark(i, role in self.landmark_roles)
        if name and self.page.meaning[self.page.code[i]] & IS_BLOCK_LEVEL:
            s = PyUnicode_AsUTF8AndSize(name, &size)
            self.kind_of[i] = self.number_of(i, s, size)
        return 0

    cdef int read_tree(self, tree.xmlNode* root) except -1:
        """Read the names from the tree, without an object for each."""
        cdef tree.xmlNode* node = root
        cdef tree.xmlNode* following
        cdef tree.xmlNode* text
        cdef tree.xmlAttr* attribute
        cdef const char* name
        cdef const char* of_class
        cdef bint is_landmark
        cdef int i = 0
        if node == NULL:
            raise ValueError("the element has no node")
        while True:
            if i == self.page.elements:
                raise ValueError("there are more elements than were measured")
            self.kind_of[i] = -1
            following = NULL
            if node.type == tree.XML_ELEMENT_NODE:
                following = element_at_or_after(node.children)
                if self.is_asked(i):
                    of_class = NULL
                    is_landmark = False
                    attribute = node.properties
                    while attribute != NULL:
                        name = <const char*> attribute.name
                        if attribute.ns == NULL and (strcmp(name, b"class") == 0 or strcmp(name, b"role") == 0):
                            text = attribute.children
                            if text != NULL and (
                                text.type != tree.XML_TEXT_NODE or text.next != NULL or text.content == NULL
                            ):  # pieces that lxml can join
                                self.classes, _, self.roles = self.page.page.names
                                return self.read_names()
                            if name[0] == c'r':
                                is_landmark = (
                                    text != NULL
                                    and (<const char*> text.content).decode("utf-8") in self.landmark_roles
                                )
                            elif text == NULL:
                                of_class = NULL
                            else:
                                of_class = <const char*> text.content
                        attribute = attribute.next
                    self.note_landmark(i, is_landmark)
                    if (
                        of_class != NULL
                        and of_class[0] != 0
                        and self.page.meaning[self.page.code[i]] & IS_BLOCK_LEVEL
                    ):
                        self.kind_of[i] = self.number_of(i, of_class, strlen(of_class))
            i += 1
            while following == NULL:
                if node == root:
                    if i != self.page.elements:
                        raise ValueError("there are fewer elements than were measured")
                    return 0
                following = element_at_or_after(node.next)
                if following == NULL:
                    node = node.parent
            node = following

    cdef int note_landmark(self, int i, bint has_role) noexcept:
        """What ``gapdepth.landmarks_of`` does for an element with text."""
        cdef unsigned char code = self.page.code[i]
        cdef unsigned char by_tag = self.by_tag[code]
        if not by_tag and not (has_role and self.page.meaning[code] & IS_BLOCK_LEVEL):
            return 0
        if by_tag != OUTSIDE or has_role:
            self.landmarks[i] = 1
            if self.page.end[i] > self.within:
                self.within = self.page.end[i]
        elif i >= self.within:
            self.landmarks[i] = 1
        return 0

    cdef int number_of(self, int i, const char* name, Py_ssize_t size) except -1:
        """Return the kind of an element, and count it."""
        cdef int parent = self.page.parent[i]
        cdef unsigned char code = self.page.code[i]
        cdef size_t hash = hash_without_digits(name, size) * 31 + <size_t> parent * 1000003 + code
        cdef size_t slot
        cdef Kind* kind
        cdef int number
        hash ^= hash >> 17
        slot = hash & self.mask
        while self.slots[slot] >= 0:
            number = self.slots[slot]
            kind = &self.kinds[number]
            if (
                kind.hash == hash
                and self.page.parent[kind.element] == parent
                and self.page.code[kind.element] == code
                and equal_without_digits(name, size, kind.name, kind.size)
            ):
                kind.count += 1
                return number
            slot = (slot + 1) & self.mask
        if self.kind_count == self.kind_room:
            self.kind_room = self.kind_room * 2 if self.kind_room else 128
            enlarge(<void**> &self.kinds, self.kind_room * sizeof(Kind))
        number = <int> self.kind_count
        self.kinds[number] = Kind(name, size, hash, i, 1)
        self.slots[slot] = number
        self.kind_count += 1
        if 2 * <size_t> self.kind_count > self.mask:
            self.more_slots()
        return number

    cdef int more_slots(self) except -1:
        cdef size_t slot, size = 2 * (self.mask + 1)
        cdef Py_ssize_t number
        enlarge(<void**> &self.slots, size * sizeof(int))
        memset(self.slots, 0xFF, size * sizeof(int))
        self.mask = size - 1
        for number in range(self.kind_count):
            slot = self.kinds[number].hash & self.mask
            while self.slots[slot] >= 0:
                slot = (slot + 1) & self.mask
            self.slots[slot] = <int> number
        return 0

    cdef int mark_units(self, int least, double share) except -1:
        """What ``gapdepth.in_units`` does."""
        cdef _Blocks page = self.page
        cdef const int* first = page.first
        cdef const int* stop = page.stop
        cdef double most = share * page.chars_before[page.texts]
        cdef int i, covered = 0
        enlarge(<void**> &self.in_unit, page.texts + 1)
        memset(self.in_unit, 0, page.texts)
        for i in range(page.elements):
            if self.kind_of[i] >= 0 and self.kinds[self.kind_of[i]].count >= least and first[i] >= covered:
                if page.chars_before[stop[i]] - page.chars_before[first[i]] <= most:
                    memset(self.in_unit + first[i] + 1, 1, stop[i] - first[i] - 1)
                    covered = stop[i]
        free(self.kind_of)
        self.kind_of = NULL
        return 0

    cdef int add_gap(self, int text, int reason, int depth, int levels) except -1:
        if self.gap_count == self.gap_room:
            self.gap_room = self.gap_room * 2 if self.gap_room else 128
            enlarge(<void**> &self.gaps, self.gap_room * sizeof(Gap))
        self.gaps[self.gap_count] = Gap(text, depth, levels, reason, -1, -1)
        self.gap_count += 1
        return 0

    cdef int find_gaps(
        self, const unsigned char* is_item, double region_chars, int item_chars, bint coarse,
        int region_levels, int heading_levels, int gap_levels,
    ) except -1:
        """What ``gapdepth.GapDepth.gaps`` does."""
        cdef _Blocks page = self.page
        cdef const int* parent = page.parent
        cdef const int* end = page.end
        cdef const int* first = page.first
        cdef const int* stop = page.stop
        cdef const int* before = page.chars_before
        cdef const unsigned char* code = page.code
        cdef const unsigned char* meaning = page.meaning
        cdef int k, i, j, left, right, levels, reason
        cdef unsigned char is_landmark
        cdef bint is_heading, was_heading = page.texts > 0 and page.heading_above(page.owner[0]) >= 0
        for k in range(1, page.texts):
            if k % TURN == 0:
                let_others_run()
            if page.gap[k] != BLOCK_BOUNDARY:
                continue
            i, j = page.owner[k - 1], page.owner[k]
            levels, is_landmark = 0, 0
            left = right = -1
            is_heading = page.heading_above(j) >= 0
            while i > j or end[i] <= j:
                levels += meaning[code[i]] & IS_BLOCK_LEVEL
                is_landmark |= self.landmarks[i]
                left, i = i, parent[i]
            while i < j:
                levels += meaning[code[j]] & IS_BLOCK_LEVEL
                is_landmark |= self.landmarks[j]
                right, j = j, parent[j]
            reason = -1
            if self.in_unit[k]:
                pass
            elif is_landmark:
                reason = 0
            elif left >= 0 and right >= 0 and is_item[code[left]] and is_item[code[right]]:
                if (
                    levels >= gap_levels
                    and before[stop[left]] - before[first[left]] > item_chars
                    and before[stop[right]] - before[first[right]] > item_chars
                ):
                    reason = 1
            elif left >= 0 and meaning[code[left]] & IS_HEADING:
                pass
            elif coarse or before[stop[i]] - before[first[i]] > region_chars:
                if levels >= region_levels:
                    reason = 2
            elif was_heading:
                pass
            elif is_heading and levels >= heading_levels:
                reason = 3
            elif levels >= gap_levels:
                reason = 4
            if reason >= 0:
                self.add_gap(k, reason, page.depth[i], levels)
            was_heading = is_heading
        return 0

    cdef int find_shallower(self) except -1:
        """What ``gapdepth.shallower`` does."""
        cdef int k, nearest
        cdef Py_ssize_t size = 0
        enlarge(<void**> &self.open_gaps, self.gap_count * sizeof(int) + 1)
        for k in range(<int> self.gap_count):
            while size and self.gaps[self.open_gaps[size - 1]].depth > self.gaps[k].depth:
                size -= 1
                self.gaps[self.open_gaps[size]].right = k
            self.gaps[k].right = <int> self.gap_count
            if size:
                nearest = self.open_gaps[size - 1]
                if self.gaps[nearest].depth < self.gaps[k].depth:
                    self.gaps[k].left = nearest
                else:
                    self.gaps[k].left = self.gaps[nearest].left
            self.open_gaps[size] = k
            size += 1
        return 0


def cuts(
    page, names, type cut, bytes meanings, bytes by_tag not None, frozenset landmark_roles,
    bytes is_item not None, int units, double unit_share, double region, int item_chars, double share,
    bint coarse, int region_levels, int heading_levels, int gap_levels,
):
    """What ``gapdepth.GapDepth.cuts`` returns; ``names`` are those of the page, or None to read the tree."""
    cdef _Gaps found = _Gaps()
    cdef _Blocks blocks = _Blocks(page, None, meanings, None)
    cdef const int* before = blocks.chars_before
    cdef Gap* gap
    cdef Py_ssize_t k
    cdef int start, stop
    cdef list made = []
    if not blocks.texts:
        return made
    found.page = blocks
    found.by_tag = <const unsigned char*> <const char*> by_tag
    found.landmark_roles = landmark_roles
    if names is not None:
        found.classes, _, found.roles = names
    found.read_names()
    found.mark_units(units, unit_share)
    found.find_gaps(
        <const unsigned char*> <const char*> is_item, region * before[blocks.texts], item_chars,
        coarse, region_levels, heading_levels, gap_levels,
    )
    found.find_shallower()
    for k in range(found.gap_count):
        if k % TURN == 0:
            let_others_run()
        gap = &found.gaps[k]
        start = found.gaps[gap.left].text if gap.left >= 0 else 0
        stop = found.gaps[gap.right].text if gap.right < found.gap_count else blocks.texts
        if before[stop] - before[start] > share * before[blocks.texts]:
            made.append(untracked(new_tuple(cut, (gap.text, REASONS[gap.reason], gap.depth, gap.levels))))
    return made


cdef size_t hash_without_digits(const char* s, Py_ssize_t size) noexcept nogil:
    cdef size_t hash = 5381
    cdef Py_ssize_t i
    for i in range(size):
        if not c'0' <= s[i] <= c'9':
            hash = hash * 33 + <unsigned char> s[i]
    return hash


cdef bint equal_without_digits(const char* a, Py_ssize_t m, const char* b, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i = 0, j = 0
    while True:
        while i < m and c'0' <= a[i] <= c'9':
            i += 1
        while j < n and c'0' <= b[j] <= c'9':
            j += 1
        if i == m or j == n:
            return i == m and j == n
        if a[i] != b[j]:
            return False
        i += 1
        j += 1


# --- stopwords ------------------------------------------------------------------------------


cdef struct Slot:
    unsigned int hash
    unsigned int place  # in the letters; 0 where there is no word


cdef class Words:
    """A dict from words in lower case to numbers that is asked with pieces of a text.

    In a crawl it is not in the processor's cache when the next page comes.  So it is small: a
    word that is not in it is looked for in one place, one that is in two.  To ``vote``, the
    numbers are those of ``groups`` of languages.
    """

    cdef dict values
    cdef Slot* slots
    cdef size_t mask
    cdef char* letters  # of each word its value, its size, and its letters
    cdef char* lowered
    cdef Py_ssize_t room
    cdef int* languages  # of the first group, of the second ...
    cdef int* begin  # of each group, and of one more
    cdef int groups, all_languages

    def __init__(self, dict values, groups=()):
        cdef const char* word
        cdef Py_ssize_t length
        cdef int entry[2]
        cdef size_t slot, size = 64, hash, place = 1, all_letters = 1
        self.values = values
        for key in values:
            PyUnicode_AsUTF8AndSize(key, &length)
            all_letters += sizeof(entry) + length
        while 2 * size < 3 * <size_t> len(values):
            size *= 2
        self.mask = size - 1
        enlarge(<void**> &self.slots, size * sizeof(Slot))
        memset(self.slots, 0, size * sizeof(Slot))
        enlarge(<void**> &self.letters, all_letters)
        for key, value in values.items():
            word = PyUnicode_AsUTF8AndSize(key, &length)
            entry[0], entry[1] = value, <int> length
            hash = hash_of(word, length)
            slot = hash & self.mask
            while self.slots[slot].place:
                slot = (slot + 1) & self.mask
            self.slots[slot] = Slot(<unsigned int> hash, <unsigned int> place)
            memcpy(self.letters + place, entry, sizeof(entry))
            memcpy(self.letters + place + sizeof(entry), word, length)
            place += sizeof(entry) + length
        self.take_groups(groups)

    cdef int take_groups(self, groups) except -1:
        cdef int k, n = 0
        self.groups = <int> len(groups)
        enlarge(<void**> &self.begin, (self.groups + 1) * sizeof(int))
        enlarge(<void**> &self.languages, sum(map(len, groups)) * sizeof(int) + 1)
        for k in range(self.groups):
            self.begin[k] = n
            for language in groups[k]:
                self.languages[n] = language
                if self.languages[n] < 0:
                    raise ValueError("languages go by numbers from 0 on")
                self.all_languages = max(self.all_languages, self.languages[n] + 1)
                n += 1
        self.begin[self.groups] = n
        return 0

    def __dealloc__(self):
        free(self.slots)
        free(self.letters)
        free(self.lowered)
        free(self.languages)
        free(self.begin)

    cdef int find(self, const char* word, Py_ssize_t size) noexcept:
        """Return the value of a word, or -1."""
        cdef size_t hash = hash_of(word, size)
        cdef size_t slot = hash & self.mask
        cdef const char* found
        cdef int entry[2]
        while self.slots[slot].place:
            if self.slots[slot].hash == <unsigned int> hash:
                found = self.letters + self.slots[slot].place
                memcpy(entry, found, sizeof(entry))
                if entry[1] == size and memcmp(found + sizeof(entry), word, size) == 0:
                    return entry[0]
            slot = (slot + 1) & self.mask
        return -1

    cdef int next_value(self, const unsigned char** position, const unsigned char* beyond) except -3:
        """Return the value of the next word, -1 where it has none, or -2 where there is no word."""
        cdef const unsigned char* s = position[0]
        cdef const unsigned char* word
        cdef unsigned char kind, all_bytes = 0
        cdef Py_ssize_t i, size
        while True:
            if s >= beyond:
                return -2
            kind = SPACES[s[0]]
            if kind == 0 or (kind == 2 and not is_space(s)):
                break
            s += 1 if kind == 1 else 2 if s[0] == 0xC2 else 3
        word = s
        while s < beyond and SPACES[s[0]] != 1 and not (SPACES[s[0]] == 2 and is_space(s)):
            all_bytes |= s[0]
            s += 1
        position[0] = s
        size = s - word
        if all_bytes & 0x80:  # what lower case is, is for Python to say
            lower = PyUnicode_DecodeUTF8(<const char*> word, size, NULL).lower()
            return <int> self.values.get(lower, -1)
        if size > self.room:
            self.room = 2 * size + 64
            enlarge(<void**> &self.lowered, self.room)
        for i in range(size):
            self.lowered[i] = word[i] | 0x20 if c'A' <= word[i] <= c'Z' else word[i]
        return self.find(self.lowered, size)

    def found_in_each(self, strings, bytes left_out):
        """Return for each text 1 if it has one of the words and is not left out, else 0."""
        cdef Texts texts = texts_of(strings)
        cdef const unsigned char* s
        cdef const unsigned char* beyond
        cdef Py_ssize_t k
        cdef int value
        cdef bytes found = PyBytes_FromStringAndSize(NULL, len(left_out))
        cdef char* is_found = <char*> <const char*> found
        cdef const char* is_out = left_out
        if texts.size != len(left_out):
            raise ValueError("there are not as many texts as marks")
        for k in range(texts.size):
            is_found[k] = 0
            if is_out[k]:
                continue
            s = <const unsigned char*> texts.text(k)
            beyond = s + texts.length(k)
            value = -1
            while value == -1:
                value = self.next_value(&s, beyond)
            is_found[k] = value >= 0
        return found

    def vote(self, str text, Py_ssize_t languages):
        """What ``stopwords.vote`` returns for so many languages."""
        cdef Py_ssize_t size, words = 0, i, n_found = 0
        cdef const unsigned char* s = <const unsigned char*> PyUnicode_AsUTF8AndSize(text, &size)
        cdef const unsigned char* beyond = s + size
        cdef int value, k
        cdef double share
        cdef int* counts = NULL
        cdef int* found = NULL  # groups, by their first word
        cdef double* weights = NULL
        cdef int* hits = NULL
        if languages < self.all_languages:
            raise IndexError(f"there are words of {self.all_languages} languages")
        try:
            enlarge(<void**> &counts, self.groups * sizeof(int) + 1)
            enlarge(<void**> &found, self.groups * sizeof(int) + 1)
            enlarge(<void**> &weights, languages * sizeof(double) + 1)
            enlarge(<void**> &hits, languages * sizeof(int) + 1)
            memset(counts, 0, self.groups * sizeof(int))
            memset(hits, 0, languages * sizeof(int))
            for i in range(languages):
                weights[i] = 0.0
            while True:
                value = self.next_value(&s, beyond)
                if value == -2:
                    break
                words += 1
                if value >= self.groups:
                    raise IndexError(f"there is no group {value}")
                if value >= 0:
                    if counts[value] == 0:
                        found[n_found] = value
                        n_found += 1
                    counts[value] += 1
            for i in range(n_found):
                value = found[i]
                share = counts[value] / <double> (self.begin[value + 1] - self.begin[value])
                for k in range(self.begin[value], self.begin[value + 1]):
                    hits[self.languages[k]] += counts[value]
                    weights[self.languages[k]] += share
            return [weights[i] for i in range(languages)], [hits[i] for i in range(languages)], words
        finally:
            free(counts)
            free(found)
            free(weights)
            free(hits)


cdef size_t hash_of(const char* letters, Py_ssize_t size) noexcept nogil:
    cdef size_t hash = 5381
    cdef Py_ssize_t i
    for i in range(size):
        hash = hash * 33 + <unsigned char> letters[i]
    return hash ^ (hash >> 15)



# --- decode.py and fold.py ------------------------------------------------------------------

cdef extern from *:
    """
    /* Plain enough for a compiler to look at many bytes at once. */
    static int all_ascii(const unsigned char *s, Py_ssize_t size) {
        unsigned char all = 0;
        for (Py_ssize_t i = 0; i < size; i++) all |= s[i];
        return all < 0x80;
    }
    static int any_control(const unsigned char *s, Py_ssize_t size) {
        unsigned char any = 0;
        for (Py_ssize_t i = 0; i < size; i++)
            any |= (s[i] < 0x20) & (s[i] != 9) & (s[i] != 10) & (s[i] != 12) & (s[i] != 13);
        return any;
    }
    """
    bint all_ascii(const unsigned char*, Py_ssize_t) nogil
    bint any_control(const unsigned char*, Py_ssize_t) nogil

DEF STRIDE = 64


def is_utf8(bytes body not None):
    """Say whether bytes are valid UTF-8, as Python has it: surrogates are not."""
    cdef const unsigned char* s = <const unsigned char*> <const char*> body
    cdef const unsigned char* beyond = s + len(body)
    cdef unsigned char c
    while s < beyond:
        if beyond - s >= STRIDE and all_ascii(s, STRIDE):
            s += STRIDE
            continue
        c = s[0]  # behind the last byte is a zero, so what is cut off fits no pattern
        if c < 0x80:
            s += 1
        elif c < 0xC2:
            return False
        elif c < 0xE0:
            if not continues(s[1]):
                return False
            s += 2
        elif c < 0xF0:
            if not (continues(s[1]) and continues(s[2])):
                return False
            if (c == 0xE0 and s[1] < 0xA0) or (c == 0xED and s[1] > 0x9F):
                return False
            s += 3
        elif c < 0xF5:
            if not (continues(s[1]) and continues(s[2]) and continues(s[3])):
                return False
            if (c == 0xF0 and s[1] < 0x90) or (c == 0xF4 and s[1] > 0x8F):
                return False
            s += 4
        else:
            return False
    return True


cdef inline bint continues(unsigned char c) noexcept nogil:
    return 0x80 <= c < 0xC0


def is_plain(bytes utf8 not None):
    """What ``fold.is_plain`` returns."""
    cdef const unsigned char* begin = <const unsigned char*> <const char*> utf8
    cdef const unsigned char* beyond = begin + len(utf8)
    cdef const unsigned char* s
    if any_control(begin, beyond - begin):
        return False
    s = <const unsigned char*> memchr(begin, 0xEF, beyond - begin)
    while s != NULL:
        if s[1] == 0xBB and (s[2] == 0xBF or 0x80 <= s[2] <= 0xBC):  # a mark, or a form
            return False
        if s[1] == 0xAD and 0x90 <= s[2] < 0xC0:
            return False
        if 0xAE <= s[1] <= 0xB7 or s[1] == 0xBA:
            return False
        if s[1] == 0xB9 and 0xB0 <= s[2] < 0xC0:
            return False
        s = <const unsigned char*> memchr(s + 1, 0xEF, beyond - s - 1)
    s = <const unsigned char*> memchr(begin, c'&', beyond - begin)
    while s != NULL:
        if s[1] == c'#' and refers_to_arabic(s + 2):
            return False
        s = <const unsigned char*> memchr(s + 1, c'&', beyond - s - 1)
    return True


cdef bint refers_to_arabic(const unsigned char* s) noexcept nogil:
    """What ``fold._NUMBER`` matches, from behind the number sign on."""
    cdef const unsigned char* digits
    if s[0] == c'x' or s[0] == c'X':
        s += 1
        while s[0] == c'0':
            s += 1
        digits = s
        while is_hexadecimal(s[0]):
            s += 1
        if s - digits == 3:
            return digits[0] == c'6' and (c'2' <= digits[1] <= c'9' or digits[1] >= c'A')
        if s - digits == 4:
            return digits[0] | 0x20 == c'f' and c'b' <= digits[1] | 0x20 <= c'e'
        return False
    while s[0] == c'0':
        s += 1
    digits = s
    while c'0' <= s[0] <= c'9':
        s += 1
    if s - digits == 4:
        return digits[0] == c'1' and c'5' <= digits[1] <= c'7'
    return s - digits == 5 and digits[0] == c'6' and (digits[1] == c'4' or digits[1] == c'5')


cdef inline bint is_hexadecimal(unsigned char c) noexcept nogil:
    return c'0' <= c <= c'9' or c'a' <= c | 0x20 <= c'f'


include "_describe.pxi"
