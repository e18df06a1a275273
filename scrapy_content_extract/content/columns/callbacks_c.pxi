# What the parser calls, and the page that comes of it.
#
# The parser calls these.  They hold no lock of Python's, raise nothing and print nothing.

cdef void on_start(_Events page, const char* name, const char** attributes) noexcept nogil:
    if page.problem:
        return
    page.flush()
    if page.level - page.floor == MAX_DEPTH or (
        page.level == page.floor and page.elements.size and not page.open_again()
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
    if page.silent < 0 or page.title >= 0 or page.noscript >= 0 or page.script >= 0:
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

def read_page(bytes html not None, counted, bint attributes):
    """Return what ``events_py.read_page`` says."""
    cdef _Events page = _Events()
    cdef _Columns held = _Columns(1)
    cdef const char* letters = html
    cdef Py_ssize_t size = len(html)
    column = array("i", sorted(counted))
    if new_parser == NULL or size > MAX_BYTES:
        return None
    page.counted = held.view(column, len(column))
    page.beyond_counted = page.counted + <Py_ssize_t> len(column)
    page.keeps = attributes
    page.begin()
    with nogil:
        page.read_all(letters, <int> size)
    if page.problem == MEMORY:
        raise MemoryError()
    if page.problem or page.elements.size == 0:
        return None
    page.tags = all_of(&page.names)
    page.hidden = as_array(&page.hidden_inputs, page.hidden_size)
    size = page.elements.size
    names = (
        as_array(&page.of_class, size), as_array(&page.of_id, size), as_array(&page.of_role, size),
        page.take_values(), [None, *all_of(&page.role_values)],
    )
    title = PyUnicode_DecodeUTF8(page.title_text, page.title_size, NULL) if page.title_size else ""
    return page.columns(), names, title, page.most_noscript_chars, page.attributes if attributes else None
