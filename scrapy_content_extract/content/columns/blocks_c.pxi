# Blocks: tuples that the collector of cycles need not look at.  Its Python side is render_py.py.

cdef extern from "Python.h":
    object PyType_GenericAlloc(type, Py_ssize_t)
    int PyTuple_SetItem(object, Py_ssize_t, PyObject*) except -1

cdef inline int put(object one, int place, object value) except -1:
    """Write to a tuple that nobody else has seen; it takes the reference over."""
    Py_INCREF(value)
    return PyTuple_SetItem(one, place, <PyObject*> value)

def untracked(one):
    """Take a tuple of strings, numbers and such tuples out of what the collector of cycles looks at.

    There is no cycle in it, and a page may have millions.
    """
    if not isinstance(one, tuple):
        raise TypeError(f"{one!r} is no tuple")
    PyObject_GC_UnTrack(<void*> one)
    return one

def make_blocks(
    type block not None, starts, stops, first_part, list texts not None, list titles not None,
    list kinds not None, depths, chars, link_chars, list parents=None, list roles=None,
):
    """Return what ``render_py.make_blocks`` returns, none of it tracked by the collector."""
    cdef Py_ssize_t b, part, n = len(first_part) - 1, parts = len(starts)
    cdef _Columns held = _Columns(6)
    cdef const int* start = held.view(starts, parts)
    cdef const int* stop = held.view(stops, parts)
    cdef const int* first = held.view(first_part, n + 1)
    cdef const int* depth = held.view(depths, n)
    cdef const int* all_chars = held.view(chars, n)
    cdef const int* in_links = held.view(link_chars, n)
    cdef list made = []
    cdef object one
    cdef tuple rest = tuple(block._field_defaults.values())
    cdef tuple behind = (None, parents, roles)
    cdef int place, fields = 7 + <int> len(behind)
    if not issubclass(block, tuple) or len(block._fields) != fields or len(rest) != len(behind):
        raise TypeError(f"{block!r} is no class of such blocks")
    if not len(texts) == len(titles) == len(kinds) == n or any(
        given is not None and len(given) != n for given in behind
    ):
        raise ValueError("the columns are not of one length")
    for b in range(n):
        if b % TURN == 0:
            let_others_run()
        one = PyType_GenericAlloc(block, fields)
        PyObject_GC_UnTrack(<void*> one)
        put(one, 0, ranges_of_parts(start + first[b], stop + first[b], first[b + 1] - first[b]))
        put(one, 1, texts[b])
        put(one, 2, titles[b])
        put(one, 3, kinds[b])
        put(one, 4, depth[b])
        put(one, 5, all_chars[b])
        put(one, 6, in_links[b])
        for place in range(7, fields):
            given = behind[place - 7]
            put(one, place, rest[place - 7] if given is None else given[b])
        made.append(one)
    return tuple(made)

cdef object ranges_of_parts(const int* start, const int* stop, int parts):
    """Return the ranges of a block, untracked."""
    cdef int part
    cdef object ranges = PyType_GenericAlloc(tuple, parts), one
    PyObject_GC_UnTrack(<void*> ranges)
    for part in range(parts):
        if part and part % TURN == 0:  # a block may have all parts
            let_others_run()
        one = (start[part], stop[part])
        PyObject_GC_UnTrack(<void*> one)
        put(ranges, part, one)
    return ranges

def mark_blocks(blocks, before, bint others, int place):
    """Return what ``render_py.mark_blocks`` returns, none of it tracked by the collector."""
    cdef _Columns held = _Columns(1)
    cdef const int* chosen = held.view(before, len(before))
    cdef Py_ssize_t texts = <Py_ssize_t> len(before) - 1, start, stop, b = 0
    cdef long long chars
    cdef list marked = []
    for block in blocks:
        if b % TURN == 0:
            let_others_run()
        b += 1
        chars = 0
        for start, stop in block.ranges:
            if not 0 <= start <= stop <= texts:
                raise IndexError(f"({start}, {stop}) is no range of {texts} texts")
            chars += chosen[stop] - chosen[start]
        if 2 * chars > block.chars:
            block = with_value(block, place, True)
        if chars or others:
            marked.append(block)
    return tuple(marked)

cdef object with_value(object one, int place, object value):
    """Return a copy of a tuple with another value, untracked."""
    if not isinstance(one, tuple):
        raise TypeError(f"{one!r} is no tuple")
    cdef int other, size = <int> len(one)
    cdef object made = PyType_GenericAlloc(type(one), size)
    PyObject_GC_UnTrack(<void*> made)
    for other in range(size):
        put(made, other, value if other == place else one[other])
    return made
