# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What pure Python cannot reach: each ``*_c.pxi`` stands beside its Python side, ``*_py.py``."""

import os
from array import array
from bisect import bisect_left

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcmp, memcpy, memmove, memset, strcmp, strlen

from .buffers cimport enlarge
from lxml.includes cimport tree
from lxml.includes.etreepublic cimport _Element, attributeValue, import_lxml__etree

import_lxml__etree()

from ..markup import elements
from .render_py import lines_of, render_one
from .markup_py import escaped
from .scan_py import count_high, count_not_utf8  # no-cython-lint: Python is as fast
from .tree_py import read_tree as read_in_python
from .words_py import Groups, Phrases, Words, joined, number_without_digits  # no-cython-lint: Python is as fast

cdef object ZERO = array("i", [0])

# The numbers of elements.py.
cdef unsigned char JOINED = elements.JOINED, SPACE = elements.SPACE, LINE_BREAK = elements.LINE_BREAK
cdef unsigned char BLOCK_BOUNDARY = elements.BLOCK_BOUNDARY
cdef unsigned char INLINE = elements.INLINE, BLOCK = elements.BLOCK, LINK = elements.LINK
cdef unsigned char BREAK = elements.BREAK, SILENT = elements.SILENT

DEF TURN = 4096  # texts, elements or blocks: about a millisecond
DEF LONG = 1 << 18  # bytes of a text: about a millisecond, too

#: Called now and then, it gives other threads a turn: before each call of a function of Python the
#: interpreter looks whether a thread wants its lock.  To let go of the lock would not do: who waits less
#: than 5 ms at a time never gets it.  Only where nothing is held that a thread might change, such as a tree.
cdef object let_others_run = eval("lambda: None")


cdef object as_array(int** column, Py_ssize_t size):
    """Move a column to an ``array``, which needs no object for a number."""
    cdef Py_buffer view
    values = ZERO * size
    PyObject_GetBuffer(values, &view, PyBUF_WRITABLE)
    if size:
        memcpy(view.buf, column[0], size * sizeof(int))
    PyBuffer_Release(&view)
    free(column[0])
    column[0] = NULL
    return values


cdef class _Columns:
    """Columns of numbers, held as long as they are read or written."""

    cdef Py_buffer* views
    cdef int size, held

    def __cinit__(self, int size):
        self.views = <Py_buffer*> calloc(size, sizeof(Py_buffer))
        if self.views == NULL:
            raise MemoryError()
        self.size = size

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.views[i])
        free(self.views)

    cdef int* view(self, column, Py_ssize_t length) except NULL:
        """Return the numbers of an ``array("i")`` of this length, none of which is read beyond it."""
        return <int*> self.hold(column, length * <Py_ssize_t> sizeof(int))

    cdef void* hold(self, column, Py_ssize_t size) except NULL:
        """Return the memory of a column of so many bytes."""
        cdef Py_buffer* view = &self.views[self.held]
        if self.held == self.size:
            raise IndexError("more columns than there is room for")
        PyObject_GetBuffer(column, view, PyBUF_SIMPLE)
        self.held += 1
        if view.len != size:
            raise ValueError("the columns are not of one length")
        return view.buf if size else <void*> view


include "render_c.pxi"
include "lines_c.pxi"
include "blocks_c.pxi"
include "strings_c.pxi"
include "attributes_c.pxi"
include "growing_c.pxi"
include "reading_c.pxi"
include "parser_c.pxi"
include "events_c.pxi"
include "tree_c.pxi"
include "words_c.pxi"
include "vocabulary_c.pxi"
include "scan_c.pxi"
include "utf8_c.pxi"
include "pairs_c.pxi"
include "unread_c.pxi"
include "spans_c.pxi"
include "clean_c.pxi"
include "markup_c.pxi"
