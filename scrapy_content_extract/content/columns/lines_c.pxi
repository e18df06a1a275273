# The lines of a block: with white space collapsed, or kept as it is in the page.

cdef object collapsed_lines(
    Texts texts, bytes gap, _Line line, const int* start, const int* stop, int part, int beyond
):
    """Return the texts of some parts with their white space collapsed."""
    cdef const unsigned char* separators = gap
    cdef unsigned char separator
    cdef int k, j, last = -1
    line.begin()
    for part in range(part, beyond):
        for k in range(start[part], stop[part]):
            if k % TURN == 0:  # a block may have all texts of the page
                let_others_run()
            if last >= 0:
                separator = separators[k]
                if k != last + 1:  # texts between them were left out
                    separator = SPACE
                    for j in range(last + 1, k + 1):
                        separator = max(separator, separators[j])
                line.separate(separator)
            last = k
            line.write(texts.text(k), texts.length(k))
    return PyUnicode_DecodeUTF8(line.letters, line.size, NULL)

cdef bint is_any_in(list kept, const int* start, const int* stop, int part, int beyond) except -1:
    """Say whether one of the texts of some parts is among these, which rise."""
    cdef Py_ssize_t place
    for part in range(part, beyond):
        place = bisect_left(kept, start[part])
        if place < len(kept) and kept[place] < stop[part]:
            return True
    return False

cdef object with_kept_lines(Texts texts, bytes gap, list kept, _Line line, int start, int stop):
    """Return some texts of which ``kept`` keep their lines: Python writes these, and no others."""
    cdef const unsigned char* separators = gap
    cdef list pieces = []
    cdef Py_ssize_t place = bisect_left(kept, start)
    cdef int done = start, first, beyond
    while place < len(kept) and kept[place] < stop:
        first = beyond = kept[place]
        while first > start and separators[first] < LINE_BREAK:
            first -= 1
        beyond += 1
        while beyond < stop and separators[beyond] < LINE_BREAK:
            beyond += 1
        if done < first:
            pieces.append(collapsed_lines(texts, gap, line, &done, &first, 0, 1))
        those = set(kept[place : bisect_left(kept, beyond, place)])
        place += len(those)
        pieces += lines_of(texts, gap, those, [(first, beyond)])[separators[first] >= LINE_BREAK :]
        done = beyond
    if done < stop:
        pieces.append(collapsed_lines(texts, gap, line, &done, &stop, 0, 1))
    return "\n".join(pieces).strip("\n")
