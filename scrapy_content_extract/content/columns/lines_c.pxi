# The lines of a block: with white space collapsed, or kept as it is in the page.

cdef class _Line:
    """A text that is written piece by piece, its white space collapsed."""

    cdef char* letters
    cdef Py_ssize_t size, room
    cdef bint is_empty, space_is_due

    def __dealloc__(self):
        free(self.letters)

    cdef void begin(self) noexcept:
        self.size = 0
        self.is_empty, self.space_is_due = True, False

    cdef void separate(self, unsigned char separator) noexcept:
        if separator >= LINE_BREAK:
            self.letters[self.size] = c'\n'
            self.size += 1
            self.is_empty, self.space_is_due = True, False
        elif separator == SPACE:
            self.space_is_due = True

    cdef int write(self, const char* string, Py_ssize_t size) except -1:
        cdef const unsigned char* s = <const unsigned char*> string
        if self.size + size + 2 > self.room:
            self.room = 2 * (self.size + size + 2)
            enlarge(<void**> &self.letters, self.room)
        if size < LONG:
            self.write_words(s, s + size)
        else:
            with nogil:
                self.write_words(s, s + size)
        return 0

    cdef void write_words(self, const unsigned char* s, const unsigned char* beyond) noexcept nogil:
        cdef const unsigned char* words
        cdef bint is_wide = has_wide(s, beyond - s)
        while s < beyond:
            if begins_space(s):
                s += 1 if s[0] < 0x80 else 2 if s[0] == 0xC2 else 3
                self.space_is_due = not self.is_empty
                continue
            words = s
            s = next_wide(s, beyond) if is_wide else beyond
            if has_runs(words, s - words):
                self.write_collapsed(words, s)
            else:  # as in most texts: copied all at once
                s -= IS_BLANK((s - 1)[0])
                self.write_as_it_is(words, s)
                blank_out(<unsigned char*> self.letters + self.size - (s - words), s - words)

    cdef void write_collapsed(self, const unsigned char* s, const unsigned char* stop) noexcept nogil:
        """Write what has white space of one byte only.

        Each byte is written, and the next one over it where it does not count: no processor foresees where
        words end.
        """
        cdef unsigned char* to = <unsigned char*> self.letters + self.size
        cdef bint is_blank, is_empty = self.is_empty, is_due = self.space_is_due
        while s < stop:
            is_blank = IS_BLANK(s[0])
            to[0] = c' '
            to += is_due & (not is_blank)
            to[0] = s[0]
            to += not is_blank
            is_empty = is_empty & is_blank
            is_due = is_blank & (not is_empty)
            s += 1
        self.size = to - <unsigned char*> self.letters
        self.is_empty, self.space_is_due = is_empty, is_due

    cdef inline void write_as_it_is(self, const unsigned char* s, const unsigned char* stop) noexcept nogil:
        if self.space_is_due:
            self.letters[self.size] = c' '
            self.size += 1
            self.space_is_due = False
        memcpy(self.letters + self.size, s, stop - s)
        self.size += stop - s
        self.is_empty = False

def render(strings, bytes gap not None, preformatted, starts, stops, first_part):
    """Return what ``render_py.render`` returns."""
    cdef Texts texts = texts_of(strings)
    cdef _Columns held = _Columns(3)
    cdef _Line line = _Line()
    cdef Py_ssize_t parts = len(starts), n = len(first_part) - 1, b
    cdef const int* start = held.view(starts, parts)
    cdef const int* stop = held.view(stops, parts)
    cdef const int* first = held.view(first_part, n + 1)
    cdef list lines = [], kept = sorted(preformatted)
    for b in range(n):
        if b % TURN == 0:
            let_others_run()
        if kept and is_any_in(kept, start, stop, first[b], first[b + 1]):
            if first[b] + 1 == first[b + 1]:
                lines.append(with_kept_lines(texts, gap, kept, line, start[first[b]], stop[first[b]]))
            else:
                ranges = [(start[part], stop[part]) for part in range(first[b], first[b + 1])]
                lines.append(render_one(strings, gap, preformatted, ranges))
        else:
            lines.append(collapsed_lines(texts, gap, line, start, stop, first[b], first[b + 1]))
    return lines

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
