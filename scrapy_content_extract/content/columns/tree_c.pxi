# Reading libxml2's tree into columns.  Its Python side is tree_py.py.
#
# It reads struct fields of lxml's tree and calls no function of libxml2, so one binary serves all
# versions of lxml with these structs.  It keeps no pointer to a node.

DEF CACHE = 256  # names
cdef Py_ssize_t PRE_CHARS = elements.PRE_CHARS
cdef unsigned char INPUT = elements.CODES["input"]

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

cdef struct Name:
    const char* pointer
    int number
    unsigned char code

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
        count += not 0x80 <= <unsigned char> s[i] < 0xC0
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

cdef const char* attribute_of(tree.xmlNode* node, const char* name) noexcept nogil:
    """Return the value of an attribute, as far as it is one piece; NULL where there is none."""
    cdef tree.xmlAttr* attribute = node.properties
    while attribute != NULL:
        if attribute.ns == NULL and strcmp(<const char*> attribute.name, name) == 0:
            if attribute.children == NULL or attribute.children.content == NULL:
                return b""
            return <const char*> attribute.children.content
        attribute = attribute.next
    return NULL

cdef bint is_hidden(tree.xmlNode* node) except -1:
    """Say whether an ``<input>`` is of the type "hidden"."""
    cdef const char* value = attribute_of(node, b"type")
    return value != NULL and (<bytes> value).lower() == b"hidden"

cdef class _Reader:
    """The columns while they grow."""

    cdef ElementColumns elements
    cdef TextColumns texts
    cdef list tags  # each once
    cdef object hidden  # inputs
    cdef dict numbers  # of tags
    cdef dict codes
    cdef Texts strings
    cdef Name[CACHE] cache
    cdef const unsigned char* roles
    cdef const unsigned char* is_preformatted
    cdef unsigned char separator
    cdef int pre  # the open <pre>

    def __cinit__(self):
        self.pre = -1
        self.tags, self.numbers, self.hidden = [], {}, array("i")
        self.strings = Texts()
        self.separator = BLOCK_BOUNDARY

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
            enlarge(<void**> &e.tag, elements * sizeof(int))
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

    cdef Name name_of(self, tree.xmlNode* node) except *:
        """Return the number of an element's tag, and its code."""
        cdef const char* pointer
        cdef Name* known
        cdef Name found
        if node.type != tree.XML_ELEMENT_NODE:
            return self.numbered("")
        if node.ns != NULL and node.ns.href != NULL:
            return self.numbered(namespacedName(node))
        pointer = <const char*> node.name
        # Names are interned by the parser, so a pointer is a name for as long as the pass lasts.
        known = &self.cache[((<size_t> pointer) >> 3) % CACHE]
        if known.pointer != pointer:
            found = self.numbered(pointer.decode("utf-8"))
            known.pointer, known.number, known.code = pointer, found.number, found.code
        return known[0]

    cdef Name numbered(self, str tag) except *:
        number = self.numbers.get(tag)
        if number is None:
            number = self.numbers[tag] = len(self.tags)
            self.tags.append(tag)
        return Name(NULL, number, self.codes.get(tag, 0))

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
        cdef int i
        cdef Name name
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
            name = self.name_of(node)
            e.tag[i], e.code[i] = name.number, name.code
            if name.code == INPUT and is_hidden(node):
                self.hidden.append(i)
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
                role = self.roles[name.code]
                if any_counted and i in counted:
                    role = INLINE
                if role == SILENT:
                    silent = i
                else:
                    if role == BLOCK:
                        self.separator = BLOCK_BOUNDARY
                        if self.pre < 0 and self.is_preformatted[name.code]:
                            self.pre = i
                    elif role == LINK:
                        if link < 0 and attribute_of(node, b"href") != NULL:
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

    cdef tuple columns(self):
        """Return the columns in the order of a Page, and leave none."""
        cdef ElementColumns* e = &self.elements
        cdef TextColumns* t = &self.texts
        self.strings.fit()
        return (
            self.tags,
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
            self.hidden,
            None,
        )

def read_columns(_Element root not None, frozenset counted, dict codes, bytes roles, bytes is_preformatted):
    """Return what ``tree_py.read_columns`` returns."""
    cdef _Reader reader = _Reader()
    if root._c_node == NULL:
        raise ValueError("the element has no node")
    reader.codes = codes
    reader.roles = <const unsigned char*> <const char*> roles
    reader.is_preformatted = <const unsigned char*> <const char*> is_preformatted
    reader.read(root._c_node, counted)
    return reader.columns()
