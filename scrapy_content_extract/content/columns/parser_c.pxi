# libxml2's parser, as lxml brings it along or loads it: looked up at run time in what is loaded already.
#
# So the very functions that build lxml's trees read the pages, and no second libxml2 is linked.  Of its
# structs only the table of callbacks and the first fields of the parser's context are used; both have been
# the same for twenty years.

cdef extern from *:
    """
    #ifdef _WIN32  /* lxml's wheels export nothing there */
    static void *borrowed(const char *path, const char *name) { return NULL; }
    #else
    #include <dlfcn.h>
    static void *borrowed(const char *path, const char *name) {
        void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD), *found = NULL;
        if (library) {
            found = dlsym(library, name);
            dlclose(library);
        }
        return found;
    }
    #endif
    """
    void* borrowed(const char* path, const char* name)

cdef extern from "libxml/parser.h" nogil:
    const unsigned int XML_SAX2_MAGIC
    const int XML_ERR_FATAL
    ctypedef struct xmlError:
        int level
    ctypedef struct xmlSAXHandler:
        void* internalSubset
        void* startDocument
        void* endDocument
        void* startElement
        void* endElement
        void* characters
        void* cdataBlock
        void* ignorableWhitespace
        void* processingInstruction
        void* comment
        void* warning
        void* error
        void* fatalError
        unsigned int initialized
        void* _private
        void* startElementNs
        void* endElementNs
        void* serror
    ctypedef struct xmlParserCtxt:
        xmlSAXHandler* sax
        void* userData

ctypedef xmlParserCtxt* (*NewParser)() noexcept nogil
ctypedef void (*FreeParser)(xmlParserCtxt*) noexcept nogil
ctypedef void* (*ReadMemory)(xmlParserCtxt*, const char*, int, const char*, const char*, int) noexcept nogil
ctypedef void (*StopParser)(xmlParserCtxt*) noexcept nogil

cdef NewParser new_parser = NULL
cdef FreeParser free_parser = NULL
cdef ReadMemory read_memory = NULL
cdef StopParser stop_parser = NULL

def borrow(str path not None):
    """Return what ``events_py.borrow`` returns."""
    global new_parser, free_parser, read_memory, stop_parser
    cdef bytes encoded = os.fsencode(path)
    free_parser = <FreeParser> borrowed(encoded, b"htmlFreeParserCtxt")
    read_memory = <ReadMemory> borrowed(encoded, b"htmlCtxtReadMemory")
    stop_parser = <StopParser> borrowed(encoded, b"xmlStopParser")
    new_parser = <NewParser> borrowed(encoded, b"htmlNewParserCtxt")
    if free_parser == NULL or read_memory == NULL or stop_parser == NULL:
        new_parser = NULL
    return new_parser != NULL
