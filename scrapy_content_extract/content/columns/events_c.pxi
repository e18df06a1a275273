# Reading a page from the events of libxml2's parser, without a tree.  Its Python side is events_py.py.

DEF MAX_DEPTH = 2048  # where the parser stops, see parse.py
DEF MAX_BYTES = 1 << 30  # the parser counts in int, and a reference may become longer
DEF OPTIONS = 1 << 0 | 1 << 11 | 1 << 16 | 1 << 19  # recover, no network, compact, huge: those of lxml

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
        cdef ElementColumns* e = &self.elements
        if self.floor:
            return True
        if self.body >= 0 and (e.end[self.body] < e.size or e.stop[self.body] < self.texts.size):
            return False
        self.innermost = max(self.body, 0)
        self.level = self.floor = e.depth[self.innermost] + 1
        return True

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

def read_page(bytes html not None, counted, bint attributes):
    """Return what ``events_py.read_page`` says."""
    cdef _Events page = _Events(counted)
    cdef const char* letters = html
    cdef Py_ssize_t size = len(html)
    if new_parser == NULL or size > MAX_BYTES:
        return None
    page.keeps = attributes
    with nogil:
        page.read_all(letters, <int> size)
    if page.problem == MEMORY:
        raise MemoryError()
    return None if page.problem or page.elements.size == 0 else page.result()
