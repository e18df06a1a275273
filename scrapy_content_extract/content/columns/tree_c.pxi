# Reading libxml2's tree: it is told to a ``_Reading`` as the parser tells its events.  Its Python side is
# tree_py.py.
#
# It reads struct fields of lxml's tree and calls no function of libxml2, so one binary serves all
# versions of lxml with these structs.  Nothing of Python runs meanwhile, so no other thread gets a turn,
# and the tree stays as it is.  No pointer to a node is kept.

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

cdef inline bint is_asked_for(const char* name) noexcept nogil:
    """Say whether a name may be ``class``, ``id``, ``role``, ``href``, ``type``, or of what may hide."""
    return (
        name[0] == c'c' or name[0] == c'i' or name[0] == c'r' or name[0] == c'h' or name[0] == c't'
        or (name[0] == c's' and strcmp(name, b"style") == 0)
        or (name[0] == c'a' and strcmp(name, b"aria-hidden") == 0)
    )

@cython.final  # what it calls of itself is then called directly
cdef class _Walk(_Reading):
    """A page while its tree is read."""

    cdef const char** pairs  # names and values of the attributes of an element, NULL last
    cdef size_t pairs_room
    cdef char* qualified  # a name with its namespace, as lxml has it
    cdef size_t qualified_room

    def __dealloc__(self):
        free(<void*> self.pairs)
        free(self.qualified)

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

    cdef const char* qualify(self, const char* namespace, const char* name) noexcept:
        """Return ``{namespace}name``."""
        cdef size_t before = strlen(namespace), size = strlen(name)
        if before + size + 3 > self.qualified_room:
            self.qualified_room = 2 * (before + size) + 64
            if not resize(<void**> &self.qualified, self.qualified_room):
                self.stop(MEMORY)
                return name
        self.qualified[0] = c'{'
        memcpy(self.qualified + 1, namespace, before)
        self.qualified[before + 1] = c'}'
        memcpy(self.qualified + before + 2, name, size + 1)
        return self.qualified

    cdef const char** attributes_of(self, tree.xmlNode* node) noexcept:
        """Return names and values of attributes without a namespace, one behind the other.

        They are those that ``take_attributes`` looks at.  Each value is at a place of its own in memory,
        and all of them would take as long as all elements.
        """
        cdef tree.xmlAttr* attribute = node.properties
        cdef const char* name
        cdef size_t count = 0
        if attribute == NULL:
            return NULL
        while attribute != NULL:
            name = <const char*> attribute.name
            if attribute.ns == NULL and is_asked_for(name):
                if count + 3 > self.pairs_room:
                    self.pairs_room = 2 * count + 64
                    if not resize(<void**> &self.pairs, self.pairs_room * sizeof(char*)):
                        self.stop(MEMORY)
                        return NULL
                self.pairs[count] = name
                self.pairs[count + 1] = self.value_of(attribute)
                count += 2
            attribute = attribute.next
        if count:
            self.pairs[count] = NULL
        return self.pairs if count else NULL

    cdef const char* value_of(self, tree.xmlAttr* attribute) noexcept:
        """Return the value of an attribute; if entities stand in it, it takes Python to join its pieces.

        Of a ``href`` only that it is there is asked for.
        """
        cdef tree.xmlNode* text = NULL if attribute.name[0] == c'h' else attribute.children
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
                if self.strings.begin[self.strings.size] + held > MOST_LETTERS:
                    self.stop(TREE)  # Python has strings of any size
                else:
                    self.extend(<const char*> node.content, size)
            node = text_at_or_after(node.next)

def read_tree(_Element root not None, counted):
    """Return what ``tree_py.read_tree`` returns, and what is known of the page besides."""
    cdef _Walk page = _Walk(counted)
    if root._c_node == NULL:
        raise ValueError("the element has no node")
    page.read(root._c_node)
    if page.problem == MEMORY:
        raise MemoryError()
    return read_in_python(root, counted) if page.problem else page.result()
