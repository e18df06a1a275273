# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The pass of measure.py over libxml2's own nodes; the same columns to the last number.

It reads struct fields of lxml's tree and calls no function of libxml2, so one binary
serves all versions of lxml with these structs.  It keeps no pointer to a node.
"""

from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdlib cimport free, realloc
from libc.string cimport strcmp, strlen

from lxml.includes cimport tree
from lxml.includes.etreepublic cimport _Element, import_lxml__etree, namespacedName

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


cdef struct Column:
    int* values
    Py_ssize_t size
    Py_ssize_t room


cdef struct Name:
    const char* pointer
    int role


cdef int push(Column* column, int value) except -1:
    cdef int* moved
    if column.size == column.room:
        column.room = column.room * 2 if column.room else 1024
        moved = <int*> realloc(column.values, column.room * sizeof(int))
        if moved == NULL:
            raise MemoryError()
        column.values = moved
    column.values[column.size] = value
    column.size += 1
    return 0


cdef extern from "Python.h":
    object PyList_New(Py_ssize_t)
    int PyList_SetItem(object, Py_ssize_t, PyObject*) except -1
    PyObject* PyLong_FromLong(long) except NULL

cdef list as_list(Column* column):
    cdef list values = PyList_New(column.size)
    for i in range(column.size):
        PyList_SetItem(values, i, PyLong_FromLong(column.values[i]))
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

    cdef Column parent, depth, end, first, stop, owner, chars, linked, gap, path, roles
    cdef list tags, texts
    cdef Name[CACHE] cache
    cdef list cached_tags
    cdef dict names, role_of
    cdef int separator

    def __cinit__(self):
        self.tags = []
        self.texts = []
        self.names = {}
        self.cached_tags = [None] * CACHE
        self.separator = BLOCK_BOUNDARY

    def __dealloc__(self):
        free(self.parent.values)
        free(self.depth.values)
        free(self.end.values)
        free(self.first.values)
        free(self.stop.values)
        free(self.owner.values)
        free(self.chars.values)
        free(self.linked.values)
        free(self.gap.values)
        free(self.path.values)
        free(self.roles.values)

    cdef int add_name(self, tree.xmlNode* node) except -1:
        """Add the tag of an element; return its role."""
        cdef const char* name
        cdef size_t slot
        cdef Name* known
        cdef str tag
        if node.type != tree.XML_ELEMENT_NODE:
            self.tags.append("")
            return INLINE
        if node.ns != NULL and node.ns.href != NULL:
            tag = namespacedName(node)
            self.tags.append(tag)
            return <int> self.role_of.get(tag, INLINE)
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
            known.role = <int> self.role_of.get(tag, INLINE)
            self.cached_tags[slot] = tag
        self.tags.append(self.cached_tags[slot])
        return known.role

    cdef int add_text(self, tree.xmlNode* node, int owner, bint linked) except -1:
        """Add a row for a run of text nodes, or remember the white space."""
        cdef Py_ssize_t count
        if node == NULL:
            return 0
        count = chars_of(node)
        if count:
            push(&self.owner, owner)
            self.texts.append(decoded(node))
            push(&self.chars, <int> count)
            push(&self.linked, linked)
            push(&self.gap, self.separator)
            self.separator = JOINED
        elif self.separator == JOINED:
            self.separator = SPACE
        return 0

    cdef int read(self, tree.xmlNode* root, frozenset counted) except -1:
        cdef tree.xmlNode* node = root
        cdef tree.xmlNode* child
        cdef tree.xmlNode* following
        cdef int i, role, closed
        cdef int silent = -1
        cdef int link = -1
        cdef bint any_counted = len(counted) > 0
        while True:
            # Open an element and read the text that it begins with.
            i = <int> self.parent.size
            push(&self.parent, self.path.values[self.path.size - 1] if self.path.size else -1)
            push(&self.depth, <int> self.path.size)
            push(&self.first, <int> self.owner.size)
            push(&self.stop, 0)
            push(&self.end, 0)
            push(&self.path, i)
            role = self.add_name(node)
            if any_counted and i in counted:
                role = INLINE
            push(&self.roles, role)
            child = NULL
            if node.type == tree.XML_ELEMENT_NODE:
                child = node.children
            if silent < 0:
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
                self.path.size -= 1
                closed = self.path.values[self.path.size]
                self.stop.values[closed] = <int> self.owner.size
                self.end.values[closed] = <int> self.parent.size
                if self.path.size == 0:
                    return 0
                if silent < 0 or silent == closed:
                    if silent == closed:
                        silent = -1
                    elif self.roles.values[closed] == BLOCK:
                        self.separator = BLOCK_BOUNDARY
                    elif closed == link:
                        link = -1
                    self.add_text(
                        text_at_or_after(node.next), self.path.values[self.path.size - 1], link >= 0
                    )
                following = element_at_or_after(node.next)
                if following != NULL:
                    node = following
                    break
                node = node.parent


def read_columns(_Element root not None, frozenset counted, dict roles):
    """Return what ``measure.read_columns`` returns, faster."""
    cdef _Reader reader = _Reader()
    if root._c_node == NULL:
        raise ValueError("the element has no node")
    reader.role_of = roles
    reader.read(root._c_node, counted)
    return (
        reader.tags,
        as_list(&reader.parent),
        as_list(&reader.depth),
        as_list(&reader.end),
        as_list(&reader.first),
        as_list(&reader.stop),
        as_list(&reader.owner),
        reader.texts,
        as_list(&reader.chars),
        [reader.linked.values[i] != 0 for i in range(reader.linked.size)],
        as_list(&reader.gap),
    )
