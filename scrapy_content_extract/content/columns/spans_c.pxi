# Where the texts of a page in UTF-8 are: between its tags and in its values, see tokens.py.

cdef enum SpanKind:
    IN_TEXT  # between tags
    IN_TITLE  # the content of <title> and <textarea>
    QUOTED  # the value of an attribute
    UNQUOTED

cdef class Spans:
    """A page in UTF-8 that is read like a tokenizer reads it, text by text."""

    cdef bytes page
    cdef Place begin
    cdef Place beyond  # the end of what counts
    cdef Place end
    cdef bint closes_itself  # the last tag

    def __cinit__(self, bytes page not None, Py_ssize_t size=-1):
        """``size`` bytes of a page count."""
        self.page = page
        self.begin = page
        self.end = self.begin + len(page)
        self.beyond = self.end if size < 0 else self.begin + size

    cdef bint take(self, Place start, Place stop, SpanKind kind) noexcept nogil:
        """Take a text, and say whether there was enough memory."""
        return True

    cdef bint read(self) noexcept nogil:
        """Take all texts, and say whether there was enough memory."""
        cdef Place s = self.begin
        cdef Place beyond = self.beyond
        cdef Place text = s
        cdef bint is_end
        while True:
            s = find(s, c"<", beyond)
            if beyond - s < 2:
                return text == beyond or self.take(text, beyond, IN_TEXT)
            is_end = s[1] == c"/" and beyond - s > 2 and is_letter(s[2])
            if not (is_end or is_letter(s[1]) or s[1] == c"!" or s[1] == c"?" or s[1] == c"/"):
                s += 1  # a "<" that is text
                continue
            if text < s and not self.take(text, s, IN_TEXT):
                return False
            if is_end or is_letter(s[1]):
                s = self.read_tag(s + 1 + is_end, is_end)
                if s == NULL:
                    return False
            elif s[1] == c"!" and beyond - s > 3 and s[2] == c"-" and s[3] == c"-":
                s = behind_comment(s, beyond)
            else:
                s = find(s + 2, c">", beyond)
                s += s < beyond
            text = s

    cdef Place read_tag(self, Place name, bint is_end) noexcept nogil:
        """Return the end of a tag, or of its content if that has no mark-up; NULL without memory."""
        cdef Place content
        cdef Place s = name
        while s < self.beyond and (KINDS[s[0]] == 0 or s[0] == c"="):
            s += 1
        content = self.read_attributes(s)
        if content == NULL or is_end or self.closes_itself:
            return content
        s = behind_content(content, self.beyond, name, False)
        if content < s and (name[0] | 32) == c"t":  # <title> or <textarea>
            return s if self.take(content, s, IN_TITLE) else NULL
        return s

    cdef Place read_attributes(self, Place s) noexcept nogil:
        """Return the end of a tag; NULL without memory for its values."""
        cdef Place beyond = self.beyond
        self.closes_itself = False
        while s < beyond and s[0] != c">":
            if KINDS[s[0]] == 1 or s[0] == c"/":
                self.closes_itself = s[0] == c"/" and beyond - s > 1 and s[1] == c">"
                s += 1
                continue
            s += 1  # a name may begin with "="
            while s < beyond and KINDS[s[0]] == 0:
                s += 1
            s = behind_blanks(s, beyond)
            if s < beyond and s[0] == c"=":
                s = self.read_value(behind_blanks(s + 1, beyond))
                if s == NULL:
                    return NULL
        return s + (s < beyond)

    cdef Place read_value(self, Place s) noexcept nogil:
        """Return the end of the value of an attribute; NULL without memory."""
        cdef Place stop
        cdef Place end = behind_value(s, self.beyond)
        if end > s and (s[0] == c'"' or s[0] == c"'"):
            stop = end - 1 if end - s > 1 and (end - 1)[0] == s[0] else end
            return end if s + 1 == stop or self.take(s + 1, stop, QUOTED) else NULL
        return end if s == end or self.take(s, end, UNQUOTED) else NULL
