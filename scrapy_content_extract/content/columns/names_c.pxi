# What elements are called: their classes, ids and roles, of a tree.  Its Python side is tree_py.py.

cdef class _Names:
    """Numbers for the values of attributes; 0 is for what is not there."""

    cdef Values values
    cdef dict roles

    def __cinit__(self):
        self.values, self.roles = Values(), {None: 0}

    cdef int number_of(self, tree.xmlNode* node, tree.xmlAttr* attribute) except -1:
        cdef tree.xmlNode* text = attribute.children
        cdef const char* letters = b""
        cdef Py_ssize_t size = 0
        cdef object value
        if text != NULL and text.type == tree.XML_TEXT_NODE and text.next == NULL and text.content != NULL:
            letters = <const char*> text.content
            size = strlen(letters)
        elif text != NULL:
            value = attributeValue(node, attribute)  # pieces that lxml can join
            letters = PyUnicode_AsUTF8AndSize(value, &size)
        cdef int number = number_of(&self.values.strings, letters, size)
        if number == 0:
            raise MemoryError()
        return number

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
                return (*columns, names.values, list(names.roles))
            following = element_at_or_after(node.next)
            if following == NULL:
                node = node.parent
        node = following
