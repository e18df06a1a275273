# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The pass of measure.py over libxml2's own nodes; the same columns to the last number.

It reads struct fields of lxml's tree and calls no function of libxml2, so one binary
serves all versions of lxml with these structs.  It keeps no pointer to a node.
"""

from array import array

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdlib cimport free, realloc
from libc.string cimport strcmp, strlen

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


cdef struct Elements:
    int* parent
    int* depth
    int* end
    int* first
    int* stop
    unsigned char* code
    Py_ssize_t size
    Py_ssize_t room


cdef struct Texts:
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


cdef object as_array(int** column, Py_ssize_t size):
    """Move a column to an ``array``, which needs no object for a number."""
    cdef bytes values = PyBytes_FromStringAndSize(<const char*> column[0], size * <Py_ssize_t> sizeof(int))
    free(column[0])
    column[0] = NULL
    return array("i", values)


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


cdef str decoded(tree.xmlNode* node):
    """The string of a run of text nodes."""
    cdef tree.xmlNode* following = text_at_or_after(node.next)
    cdef str string = PyUnicode_DecodeUTF8(
        <const char*> node.content, strlen(<const char*> node.content), NULL
    )
    if following == NULL:
        return string
    parts = [string]
    while following != NULL:
        parts.append(
            PyUnicode_DecodeUTF8(<const char*> following.content, strlen(<const char*> following.content), NULL)
        )
        following = text_at_or_after(following.next)
    return "".join(parts)


cdef Py_ssize_t chars_of(tree.xmlNode* node) noexcept nogil:
    """Count the characters of a run of text nodes."""
    cdef Py_ssize_t count = 0
    while node != NULL:
        if node.content != NULL:
            count += count_chars(<const unsigned char*> node.content)
        node = text_at_or_after(node.next)
    return count


cdef bint has_href(tree.xmlNode* node) noexcept nogil:
    cdef tree.xmlAttr* attribute = node.properties
    while attribute != NULL:
        if attribute.ns == NULL and strcmp(<const char*> attribute.name, b"href") == 0:
            return True
        attribute = attribute.next
    return False


cdef class _Reader:
    """The columns while they grow."""

    cdef Elements elements
    cdef Texts texts
    cdef list tags, strings
    cdef Name[CACHE] cache
    cdef list cached_tags
    cdef dict names, codes
    cdef const unsigned char* roles
    cdef unsigned char separator

    def __cinit__(self):
        self.tags = []
        self.strings = []
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

    cdef int more_elements(self) except -1:
        cdef Elements* e = &self.elements
        cdef Py_ssize_t room = e.room * 2 if e.room else 1024
        enlarge(<void**> &e.parent, room * sizeof(int))
        enlarge(<void**> &e.depth, room * sizeof(int))
        enlarge(<void**> &e.end, room * sizeof(int))
        enlarge(<void**> &e.first, room * sizeof(int))
        enlarge(<void**> &e.stop, room * sizeof(int))
        enlarge(<void**> &e.code, room)
        e.room = room
        return 0

    cdef int more_texts(self) except -1:
        cdef Texts* t = &self.texts
        cdef Py_ssize_t room = t.room * 2 if t.room else 512
        enlarge(<void**> &t.owner, room * sizeof(int))
        enlarge(<void**> &t.chars, room * sizeof(int))
        enlarge(<void**> &t.chars_before, (room + 1) * sizeof(int))  # the grand total is one more
        enlarge(<void**> &t.link_chars_before, (room + 1) * sizeof(int))
        enlarge(<void**> &t.linked, room)
        enlarge(<void**> &t.gap, room)
        if t.size == 0:
            t.chars_before[0] = t.link_chars_before[0] = 0
        t.room = room
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

    cdef int add_text(self, tree.xmlNode* node, int owner, bint linked) except -1:
        """Add a row for a run of text nodes, or remember the white space."""
        cdef Texts* t = &self.texts
        cdef Py_ssize_t count, k
        if node == NULL:
            return 0
        count = chars_of(node)
        if count:
            if t.size == t.room:
                self.more_texts()
            self.strings.append(decoded(node))
            k = t.size
            t.owner[k] = owner
            t.chars[k] = <int> count
            t.chars_before[k + 1] = t.chars_before[k] + <int> count
            t.link_chars_before[k + 1] = t.link_chars_before[k] + (<int> count if linked else 0)
            t.linked[k] = linked
            t.gap[k] = self.separator
            t.size = k + 1
            self.separator = JOINED
        elif self.separator == JOINED:
            self.separator = SPACE
        return 0

    cdef int read(self, tree.xmlNode* root, frozenset counted) except -1:
        cdef Elements* e = &self.elements
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
        self.more_texts()
        while True:
            # Open an element and read the text that it begins with.
            if e.size == e.room:
                self.more_elements()
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
                    elif role == LINK:
                        if link < 0 and has_href(node):
                            link = i
                    elif role == BREAK:
                        if self.separator < LINE_BREAK:
                            self.separator = LINE_BREAK
                    self.add_text(text_at_or_after(child), i, link >= 0)
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
                    elif i == link:
                        link = -1
                    self.add_text(text_at_or_after(node.next), innermost, link >= 0)
                following = element_at_or_after(node.next)
                if following != NULL:
                    node = following
                    break
                node = node.parent


def read_columns(_Element root not None, frozenset counted, dict codes, bytes roles):
    """Return what ``measure.read_columns`` returns, faster."""
    cdef _Reader reader = _Reader()
    cdef Elements* e = &reader.elements
    cdef Texts* t = &reader.texts
    if root._c_node == NULL:
        raise ValueError("the element has no node")
    reader.codes = codes
    reader.roles = <const unsigned char*> <const char*> roles
    reader.read(root._c_node, counted)
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
    size_t hash


cdef class _Names:
    """The values of three attributes, in document order."""

    cdef list of_class, of_id, of_role
    cdef Value[CACHE] cache
    cdef list cached

    def __cinit__(self):
        self.of_class, self.of_id, self.of_role = [], [], []
        self.cached = [None] * CACHE

    cdef object value_of(self, tree.xmlNode* node, tree.xmlAttr* attribute):
        """The value; the same string for the same one, as long as no other takes its place."""
        cdef tree.xmlNode* text = attribute.children
        cdef const unsigned char* c
        cdef size_t hash = 5381
        cdef Value* known
        cdef Py_ssize_t slot
        if text == NULL:
            return ""
        if text.type != tree.XML_TEXT_NODE or text.next != NULL or text.content == NULL:
            return attributeValue(node, attribute)
        c = <const unsigned char*> text.content
        while c[0]:
            hash = hash * 33 + c[0]
            c += 1
        slot = hash % CACHE
        known = &self.cache[slot]
        if known.content == NULL or known.hash != hash or strcmp(known.content, <const char*> text.content):
            known.content = <const char*> text.content
            known.hash = hash
            self.cached[slot] = PyUnicode_DecodeUTF8(
                known.content, <const char*> c - known.content, NULL
            )
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
                if strcmp(name, b"class") == 0:
                    of_class = self.value_of(node, attribute)
                elif strcmp(name, b"id") == 0:
                    of_id = self.value_of(node, attribute)
                elif strcmp(name, b"role") == 0:
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
