# What elements are called: their classes, ids and roles, of a tree.  Its Python side is tree_py.py.

cdef struct Value:
    const char* content  # of the tree, which nobody changes meanwhile
    size_t size
    int number

cdef class _Names:
    """Numbers for the values of attributes; 0 is for what is not there."""

    cdef dict numbers, roles
    cdef Value[VALUES] cache

    def __cinit__(self):
        self.numbers, self.roles = {None: 0}, {None: 0}

    cdef int numbered(self, value) except -1:
        return self.numbers.setdefault(value, len(self.numbers))

    cdef int number_of(self, tree.xmlNode* node, tree.xmlAttr* attribute) except -1:
        cdef tree.xmlNode* text = attribute.children
        cdef unsigned long long begin = 0, end = 0
        cdef size_t size
        cdef Value* known
        if text == NULL:
            return self.numbered("")
        if text.type != tree.XML_TEXT_NODE or text.next != NULL or text.content == NULL:
            return self.numbered(attributeValue(node, attribute))  # pieces that lxml can join
        size = strlen(<const char*> text.content)
        # Both ends say enough: another value in the same place costs a look-up, no more.
        memcpy(&begin, text.content, size if size < 8 else 8)
        memcpy(&end, text.content + (size - 8 if size > 8 else 0), size if size < 8 else 8)
        known = &self.cache[((begin * 31 + end * 17 + size) * 0x9E3779B97F4A7C15ULL) >> 55]
        if known.content == NULL or known.size != size or memcmp(known.content, text.content, size):
            known.content, known.size = <const char*> text.content, size
            known.number = self.numbered(PyUnicode_DecodeUTF8(known.content, size, NULL))
        return known.number

    cdef int read(self, tree.xmlNode* node, int* of_class, int* of_id, int* of_role) except -1:
        cdef tree.xmlAttr* attribute = NULL
        cdef const char* name
        if node.type == tree.XML_ELEMENT_NODE:
            attribute = node.properties
        while attribute != NULL:
            name = <const char*> attribute.name
            if attribute.ns == NULL:
                if name[0] == c'c' and strcmp(name, b"class") == 0:
                    of_class[0] = self.number_of(node, attribute)
                elif name[0] == c'i' and strcmp(name, b"id") == 0:
                    of_id[0] = self.number_of(node, attribute)
                elif name[0] == c'r' and strcmp(name, b"role") == 0:
                    role = attributeValue(node, attribute)
                    of_role[0] = self.roles.setdefault(role, len(self.roles))
            attribute = attribute.next
        return 0

def read_names(_Element root not None, int count):
    """Return what ``tree_py.read_names`` returns."""
    cdef _Names names = _Names()
    cdef _Columns held = _Columns(3)
    cdef tree.xmlNode* node = root._c_node
    cdef tree.xmlNode* following
    cdef int i = 0
    columns = ZERO * count, ZERO * count, ZERO * count
    cdef int* of_class = held.view(columns[0], count)
    cdef int* of_id = held.view(columns[1], count)
    cdef int* of_role = held.view(columns[2], count)
    if node == NULL:
        raise ValueError("the element has no node")
    while True:
        if i == count:
            raise ValueError("there are more elements than were measured")
        names.read(node, of_class + i, of_id + i, of_role + i)
        i += 1
        following = NULL
        if node.type == tree.XML_ELEMENT_NODE:
            following = element_at_or_after(node.children)
        while following == NULL:
            if node == root._c_node:
                if i < count:
                    raise ValueError("there are fewer elements than were measured")
                return (*columns, list(names.numbers), list(names.roles))
            following = element_at_or_after(node.next)
            if following == NULL:
                node = node.parent
        node = following
