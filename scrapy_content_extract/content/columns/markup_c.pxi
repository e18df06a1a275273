# Texts and attributes as HTML has them.  Its Python side is markup_py.py.

cdef inline bint is_white(const unsigned char* s) noexcept nogil:
    return SPACES[s[0]] == 1 or (SPACES[s[0]] == 2 and is_space(s))

cdef bint ends_white(const unsigned char* s, Py_ssize_t size) noexcept nogil:
    """Say whether the last character of a text is white space."""
    cdef Py_ssize_t last = size - 1
    while last > 0 and 0x80 <= s[last] < 0xC0:
        last -= 1
    return is_white(s + last)

cdef object escaped_text(const char* letters, Py_ssize_t size):
    """Return UTF-8 as HTML has it."""
    text = PyUnicode_DecodeUTF8(letters, size, NULL)
    if (
        memchr(letters, c'&', size) == NULL
        and memchr(letters, c'<', size) == NULL
        and memchr(letters, c'>', size) == NULL
    ):
        return text
    return escaped(text)

def pieces(strings, starts, stops, bytearray raw not None):
    """Return what ``markup_py.pieces`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Columns held = _Columns(2)
    cdef _Line line = _Line()
    cdef Py_ssize_t parts = len(starts), part, length, count = 0
    cdef const int* start = held.view(starts, parts)
    cdef const int* stop = held.view(stops, parts)
    cdef const unsigned char* s
    cdef int k
    cdef list written = []
    cdef bytearray spaces
    for part in range(parts):
        if not 0 <= start[part] <= stop[part] <= texts.size:
            raise IndexError("a range of texts is beyond the page")
        count += stop[part] - start[part]
    if len(raw) != count:
        raise ValueError("the columns are not of one length")
    spaces = bytearray(count)
    cdef unsigned char* around = spaces
    cdef const unsigned char* is_raw = raw
    count = 0
    for part in range(parts):
        for k in range(start[part], stop[part]):
            if count % TURN == 0:
                let_others_run()
            s, length = <const unsigned char*> texts.text(k), texts.length(k)
            if is_raw[count]:
                written.append(escaped_text(<const char*> s, length))
            else:
                around[count] = is_white(s) | 2 * ends_white(s, length)
                line.begin()
                line.write(<const char*> s, length)
                written.append(escaped_text(line.letters, line.size))
            count += 1
    return written, bytes(spaces)

DEF NAMES = 64

def read_attributes(_Element root not None, ends, marks, int mark, names not None):
    """Return what ``markup_py.read_attributes`` returns."""
    cdef tree.xmlNode* node = root._c_node
    cdef tree.xmlNode* following
    cdef _Columns held = _Columns(2)
    cdef int i = 0, count = len(marks)
    cdef const int* end = held.view(ends, count)
    cdef const unsigned char* marked = <const unsigned char*> held.hold(marks, count)
    cdef int next_mark = mark_after(marked, mark, 0, count)
    cdef dict found = {}
    cdef tuple keys = tuple(names)
    cdef bint with_text = elements.TEXT in keys
    cdef list encoded = [name.encode() for name in keys]
    cdef const char* wanted[NAMES]
    cdef int n = 0
    if node == NULL or len(keys) > NAMES:
        raise ValueError("the element has no node, or more names are wanted than there is room for")
    for n in range(len(keys)):
        wanted[n] = <const char*> (<bytes> encoded[n])
    while next_mark < count:
        if i == next_mark:
            attributes = attributes_of(node, wanted, keys, with_text)
            if attributes:
                found[i] = attributes
            next_mark = mark_after(marked, mark, i + 1, count)
            continue
        following = NULL
        if next_mark < end[i]:
            i += 1
            if node.type == tree.XML_ELEMENT_NODE:
                following = element_at_or_after(node.children)
        else:  # not in this subtree
            i = end[i]
            while node != root._c_node:
                following = element_at_or_after(node.next)
                if following != NULL:
                    break
                node = node.parent
        if following == NULL:
            raise ValueError("there are other elements than were measured")
        node = following
    return found

cdef inline int mark_after(const unsigned char* marks, int mark, int i, int count) noexcept nogil:
    while i < count and marks[i] != mark:
        i += 1
    return i

cdef dict attributes_of(tree.xmlNode* node, const char** wanted, tuple names, bint with_text):
    """Return the attributes of an element that have one of some names."""
    cdef dict found = {}
    cdef tree.xmlAttr* attribute = node.properties if node.type == tree.XML_ELEMENT_NODE else NULL
    cdef Py_ssize_t n, size = len(names)
    while attribute != NULL:
        if attribute.ns == NULL:
            for n in range(size):
                if attribute.name[0] == wanted[n][0] and strcmp(<const char*> attribute.name, wanted[n]) == 0:
                    found[names[n]] = attributeValue(node, attribute)
                    break
        attribute = attribute.next
    if with_text and node.type == tree.XML_ELEMENT_NODE:
        text = text_of(text_at_or_after(node.children))
        if text:
            found[elements.TEXT] = text
    return found

cdef str text_of(tree.xmlNode* node):
    """Return a run of text nodes."""
    cdef list parts = []
    cdef const char* content
    while node != NULL:
        if node.content != NULL:
            content = <const char*> node.content
            parts.append(PyUnicode_DecodeUTF8(content, strlen(content), NULL))
        node = text_at_or_after(node.next)
    return "".join(parts)
