# Looking at the bytes of a page.  Its Python side is scan_py.py.

cdef extern from *:
    """
    /* Plain enough for a compiler to look at many bytes at once. */
    static int any_control(const unsigned char *s, Py_ssize_t size) {
        unsigned char any = 0;
        for (Py_ssize_t i = 0; i < size; i++)
            any |= (s[i] < 0x20) & (s[i] != 9) & (s[i] != 10) & (s[i] != 12) & (s[i] != 13);
        return any;
    }
    /* U+FEFF; two more bytes are read. */
    static int any_mark(const unsigned char *s, Py_ssize_t size) {
        unsigned char any = 0;
        for (Py_ssize_t i = 0; i < size; i++)
            any |= (s[i] == 0xEF) & (s[i + 1] == 0xBB) & (s[i + 2] == 0xBF);
        return any;
    }
    """
    bint any_control(const unsigned char*, Py_ssize_t) nogil
    bint any_mark(const unsigned char*, Py_ssize_t) nogil

DEF SCRIPT_BYTES = 64  # as in scan_py.py
DEF BLOCK_BYTES = 512  # are looked at together

ctypedef const unsigned char* Place

#: What bytes mean in a tag; 0 is for those of a name.
cdef unsigned char BLANK = 1, SLASH = 2, GREATER = 3, EQUALS = 4
cdef unsigned char[256] KINDS
memset(KINDS, 0, 256)
KINDS[c" "] = KINDS[c"\t"] = KINDS[c"\n"] = KINDS[c"\f"] = KINDS[c"\r"] = BLANK
KINDS[c"/"], KINDS[c">"], KINDS[c"="] = SLASH, GREATER, EQUALS

#: The bytes that may tell of TeX, rarer than those before them, and how far behind the beginning they stand.
cdef const char* HINTS = b"hHxX$\\"
cdef int[6] BACK
BACK[0] = BACK[1] = 1
BACK[2] = BACK[3] = 2
BACK[4] = BACK[5] = 0

cdef struct Attributes:
    Py_ssize_t count
    Place excess  # where the first one too many begins
    Place end
    bint is_closed  # by "/>"

cdef struct Tag:
    bint is_tag  # or a comment
    int nodes
    Place excess  # where the first attribute too many begins, or NULL
    Place end
    Place content  # of a script or the like, or NULL
    int noscript  # 1 for <noscript>, 2 for its end
    bint is_of_tex  # a picture or a script that may hold a formula

cdef inline bint is_letter(unsigned char byte) noexcept nogil:
    return c"a" <= (byte | 32) <= c"z"

cdef inline Place find(Place s, int byte, Place beyond) noexcept nogil:
    """Return where a byte is next, or the end."""
    cdef const void* found = memchr(s, byte, beyond - s) if s < beyond else NULL
    return beyond if found == NULL else <Place> found

cdef inline bint is_mark(Place s, Place beyond) noexcept nogil:
    """Say whether U+FEFF is here."""
    return beyond - s >= 3 and s[0] == 0xEF and s[1] == 0xBB and s[2] == 0xBF

def has_removed(bytes utf8 not None):
    """Return what ``scan_py.has_removed`` returns."""
    cdef Place s = utf8
    cdef Place beyond = s + len(utf8)
    cdef bint found
    with nogil:  # a page may be long
        found = next_removed(s, beyond) < beyond
    return found

cdef Place next_removed(Place s, Place beyond) noexcept nogil:
    """Return where a control character or U+FEFF is next, or the end."""
    cdef Place stop
    while s < beyond:
        stop = s + min(beyond - s, BLOCK_BYTES)
        if any_control(s, stop - s) or (
            find(s, 0xEF, stop) < stop and any_mark(s, min(stop - s, beyond - s - 2))
        ):
            while not (IS_REMOVED[s[0]] or is_mark(s, beyond)):
                s += 1
            return s
        s = stop
    return beyond

def has_forms(bytes utf8 not None):
    """Return what ``scan_py.has_forms`` returns."""
    cdef Place s = utf8
    cdef Place beyond = s + len(utf8)
    cdef bint found
    with nogil:
        found = any_form(s, beyond) or any_arabic_reference(s, beyond)
    return found

cdef bint any_form(Place s, Place beyond) noexcept nogil:
    """Say whether there is a presentation form."""
    s = find(s, 0xEF, beyond)
    while beyond - s >= 3:
        if 0xAD <= s[1] <= 0xBB and s[2] >= 0x80 and is_form((s[1] & 0x3F) << 6 | (s[2] & 0x3F)):
            return True
        s = find(s + 1, 0xEF, beyond)
    return False

cdef bint any_arabic_reference(Place s, Place beyond) noexcept nogil:
    """Say whether there is a numeric reference to the Arabic script."""
    s = find(s, c"&", beyond)
    while beyond - s >= 6:  # as &#1500 is
        if s[1] == c"#" and refers_to_arabic(s + 2, beyond):
            return True
        s = find(s + 1, c"&", beyond)
    return False

cdef inline bint is_form(int code) noexcept nogil:
    """Say whether U+F000 and so much is in a block of forms."""
    return 0xB50 <= code <= 0xDFF or 0xE70 <= code <= 0xEFC

cdef bint refers_to_arabic(Place s, Place beyond) noexcept nogil:
    """Say whether the digits here are those of a character between the first letter and the last form."""
    cdef int code = 0, base = 10
    if s < beyond and (s[0] | 32) == c"x":
        base = 16
        s += 1
    while s < beyond and digit(s[0]) < base:
        if code < 0x100000:
            code = code * base + digit(s[0])
        s += 1
    if base == 16:
        return 0x620 <= code <= 0x6FF or 0xFB00 <= code <= 0xFEFF
    return 1500 <= code <= 1799 or 64000 <= code <= 65999

cdef inline int digit(unsigned char byte) noexcept nogil:
    """Return what a digit is worth, of whatever base up to 16; 99 if it is none."""
    if c"0" <= byte <= c"9":
        return byte - c"0"
    if c"a" <= (byte | 32) <= c"f":
        return (byte | 32) - c"a" + 10
    return 99

cdef inline Place behind_blanks(Place s, Place beyond) noexcept nogil:
    while s < beyond and KINDS[s[0]] == 1:
        s += 1
    return s

cdef inline Place behind_value(Place s, Place beyond) noexcept nogil:
    """Return where the value of an attribute ends, which may be quoted or empty."""
    if s < beyond and (s[0] == c'"' or s[0] == c"'"):
        s = find(s + 1, s[0], beyond)
        return s + (s < beyond)
    while s < beyond and KINDS[s[0]] != 1 and s[0] != c">":
        s += 1
    return s

cdef Place behind_attributes(
    Place s, Place beyond, Py_ssize_t most, Attributes* found, Unread* unread
) noexcept nogil:
    """Return where a tag ends."""
    cdef Py_ssize_t count = 0
    cdef bint is_closed = False
    cdef Place name
    cdef Place value
    found.excess = NULL
    while s < beyond and s[0] != c">":
        is_closed = s[0] == c"/"
        if is_closed or KINDS[s[0]] == BLANK:
            s += 1
            continue
        count += 1
        if count == most + 1:
            found.excess = s
        name = s
        s += 1  # a name may begin with "="
        while s < beyond and KINDS[s[0]] == 0:
            s += 1
        s = behind_blanks(s, beyond)
        if s < beyond and s[0] == c"=":
            value = behind_blanks(s + 1, beyond)
            s = behind_value(value, beyond)
            if unread != NULL:
                note_unread(unread, name, value, s, beyond)
    found.is_closed = is_closed and s < beyond
    found.count, found.end = count, s - found.is_closed
    return s + (s < beyond)

cdef bint is_named(Place s, Place beyond, const char* name, Py_ssize_t size) noexcept nogil:
    """Say whether a tag has this name, of lower-case letters."""
    cdef Py_ssize_t i
    if beyond - s <= size:
        return False
    for i in range(size):
        if (s[i] | 32) != <unsigned char> name[i] or not is_letter(s[i]):
            return False
    return 0 < KINDS[s[size]] < 4

cdef bint may_hold_tex(Place name, Place stop, Place beyond) noexcept nogil:
    """Say whether a start tag is of a picture with TeX or a script of MathJax, as ``scan_py.OF_TEX`` does."""
    cdef Place hint, end
    cdef int i
    cdef bint is_script = is_named(name, beyond, b"script", 6)
    if not (is_script or is_named(name, beyond, b"img", 3)) or stop - name <= 6:
        return False
    for i in range(2 if is_script else 6):
        end = stop - 3 + BACK[i]
        hint = find(name + 3 + BACK[i], HINTS[i], end)
        while hint < end:
            if tells_of_tex(hint - BACK[i], is_script):
                return True
            hint = find(hint + 1, HINTS[i], end)
    return False

cdef bint tells_of_tex(Place at, bint is_script) noexcept nogil:
    """Say whether a word of TeX begins at a place in the tag of a picture or a script."""
    cdef unsigned char last = (at - 1)[0], next
    if (at[0] | 32) != c"t":
        return (
            not is_script and (at[0] == c"$" or at[0] == c"\\") and is_quote(last)
            and not c"0" <= at[1] <= c"9"
        )
    if (at[1] | 32) == c"h" and (last | 32) == c"a" and ((at - 2)[0] | 32) == c"m":
        next = at[2]
        return next == c"/" or (not is_script and (is_quote(next) or next == c"-" or next == c"="))
    if (at[1] | 32) == c"e" and (at[2] | 32) == c"x" and not is_script:
        next = at[3]
        if next == c"=" or (is_quote(last) or last == c" ") and (is_quote(next) or next == c" "):
            return True
        return (last | 32) in (c"a", c"e", c"h") and not (is_letter(next) or c"0" <= next <= c"9")
    return False

cdef Place end_of_content(Place s, Place beyond, const char* name, Py_ssize_t size) noexcept nogil:
    """Return the end tag of an element whose content is no mark-up."""
    while s < beyond:
        s = find(s, c"<", beyond)
        if beyond - s > 2 and s[1] == c"/" and is_named(s + 2, beyond, name, size):
            return s
        s += 1
    return beyond

cdef Place end_of_script(Place s, Place beyond) noexcept nogil:
    """Return the end tag of a script, which may have a comment with a script in it.

    https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state
    """
    cdef bint in_comment = False, in_inner_script = False
    while s < beyond:
        if not in_comment:
            s = find(s, c"<", beyond)
        if beyond - s < 3:
            break
        if s[0] == c"<":
            if s[1] == c"!" and s[2] == c"-" and beyond - s > 3 and s[3] == c"-":
                in_comment = True
                s += 1
            elif s[1] == c"/" and is_named(s + 2, beyond, b"script", 6):
                if not in_inner_script:
                    return s
                in_inner_script = False
            elif in_comment and is_named(s + 1, beyond, b"script", 6):
                in_inner_script = True
        elif s[0] == c"-" and s[1] == c"-" and s[2] == c">":
            in_comment = in_inner_script = False
            s += 2
        s += 1
    return beyond

cdef Place behind_comment(Place s, Place beyond) noexcept nogil:
    """Return where a comment ends; ``<!-->`` is one, but ``<!--!>`` only begins one."""
    cdef Place text = s + 4
    s += 2
    while True:
        s = find(s, c"-", beyond)
        if beyond - s < 3:
            return beyond
        if s[1] == c"-" and s[2] == c">":
            return s + 3
        if s[1] == c"-" and s[2] == c"!" and s >= text and beyond - s > 3 and s[3] == c">":
            return s + 4
        s += 1

cdef Place behind_content(Place s, Place beyond, Place name, bint few_raw) noexcept nogil:
    """Return the end of what is no mark-up behind a start tag; ``s`` itself if it is mark-up."""
    cdef unsigned char first = name[0] | 32
    if first == c"s":
        if is_named(name, beyond, b"script", 6):
            return end_of_script(s, beyond)
        if is_named(name, beyond, b"style", 5):
            return end_of_content(s, beyond, b"style", 5)
    elif few_raw:
        return s
    elif first == c"t":
        if is_named(name, beyond, b"title", 5):
            return end_of_content(s, beyond, b"title", 5)
        if is_named(name, beyond, b"textarea", 8):
            return end_of_content(s, beyond, b"textarea", 8)
    elif first == c"n":
        if is_named(name, beyond, b"noembed", 7):
            return end_of_content(s, beyond, b"noembed", 7)
        if is_named(name, beyond, b"noframes", 8):
            return end_of_content(s, beyond, b"noframes", 8)
    elif first == c"x":
        if is_named(name, beyond, b"xmp", 3):
            return end_of_content(s, beyond, b"xmp", 3)
    elif first == c"i":
        if is_named(name, beyond, b"iframe", 6):
            return end_of_content(s, beyond, b"iframe", 6)
    elif first == c"p":
        if is_named(name, beyond, b"plaintext", 9):
            return beyond
    return s

def look(
    bytes utf8 not None, Py_ssize_t most_attributes, Py_ssize_t most_nodes, bint few_raw=False,
    bint notes_unread=True,
):
    """Return what ``scan_py.look`` returns."""
    cdef Place begin = utf8
    cdef Place beyond = begin + len(utf8)
    cdef Place s = begin
    cdef Place mark = begin
    cdef Tag tag
    cdef Py_ssize_t tags = 0, nodes = 0
    cdef bint in_noscript = False, has_tex = False
    cdef Unread unread = Unread(NULL, 0, 0, begin)
    excess, scripts = [], []
    with nogil:  # a page may be long
        while nodes <= most_nodes:
            mark = s = find(s, c"<", beyond)
            if beyond - s < 2:
                mark = beyond
                break
            s = behind_tag(s, beyond, most_attributes, few_raw, &tag, &unread if notes_unread else NULL)
            tags += tag.is_tag
            has_tex = has_tex or tag.is_of_tex
            nodes += tag.nodes
            if tag.noscript:
                in_noscript = tag.noscript == 1
            if nodes <= most_nodes and not in_noscript and is_of_no_use(tag.content, s, beyond):
                with gil:
                    scripts.append((tag.content - begin, s - begin))
            if tag.excess != NULL and nodes <= most_nodes:
                with gil:
                    excess.append((tag.excess - begin, tag.end - begin))
    return tags, nodes, mark - begin, excess, scripts, taken(&unread), has_tex

cdef bint is_of_no_use(Place s, Place stop, Place beyond) noexcept nogil:
    """Say whether the content of a script is plain enough that all parsers see its end alike."""
    if s == NULL or stop - s < SCRIPT_BYTES or stop == beyond:
        return False
    s = find(s, c"<", stop)
    while stop - s >= 2 and s[1] != c"!":
        s = find(s + 1, c"<", stop)
    return stop - s < 2

cdef Place behind_tag(
    Place s, Place beyond, Py_ssize_t most, bint few_raw, Tag* tag, Unread* unread
) noexcept nogil:
    """Return where what begins with ``<`` ends, with what follows it and is no mark-up."""
    cdef unsigned char byte = s[1]
    cdef bint is_end = byte == c"/" and beyond - s > 2 and is_letter(s[2])
    cdef Attributes attributes
    cdef Place name
    tag.is_tag, tag.nodes, tag.excess, tag.content, tag.noscript = True, 3, NULL, NULL, 0
    tag.is_of_tex = False
    if is_letter(byte) or is_end:
        s += 1 + is_end
        name = s
        while s < beyond and (KINDS[s[0]] == 0 or s[0] == c"="):
            s += 1
        if s < beyond and s[0] == c">":
            s += 1
            attributes.count, attributes.is_closed = 0, False
        else:
            s = behind_attributes(s, beyond, most, &attributes, NULL if is_end or few_raw else unread)
            if attributes.excess != NULL:
                tag.excess, tag.end = attributes.excess, attributes.end
                attributes.count = most
        if (name[0] | 32) == c"n" and is_named(name, beyond, b"noscript", 8):
            tag.noscript = 1 + is_end
        if is_end:
            tag.nodes = 3 if is_named(name, beyond, b"html", 4) else 0  # begins a page
            return s
        tag.nodes += attributes.count
        if (name[0] | 32) in (c"i", c"s"):  # a picture or a script
            tag.is_of_tex = may_hold_tex(name, s, beyond)
        if attributes.is_closed:  # a script that is closed at once has no content for libxml2
            return s
        if (name[0] | 32) == c"s" and not few_raw:
            tag.content = s
        return behind_content(s, beyond, name, few_raw)
    if byte == c"!" and beyond - s > 3 and s[2] == c"-" and s[3] == c"-":
        return behind_comment(s, beyond)
    if byte == c"!" or byte == c"?" or byte == c"/":
        s = find(s + 2, c">", beyond)
        return s + (s < beyond)
    tag.is_tag, tag.nodes = False, 0
    return s + 1

def sample_of(bytes body not None, Py_ssize_t room, Py_ssize_t context):
    """Return what ``scan_py.sample_of`` returns."""
    cdef Place begin = body
    cdef Place beyond = begin + len(body)
    cdef Place done = begin  # the end of the last text
    cdef Place start
    cdef Place high
    cdef Place s
    cdef list pieces = []
    while room > 0:
        high = next_high(done, beyond)
        if high == beyond:
            break
        s = high
        while s < beyond and s[0] != c"<" and s[0] != c">":
            s += 1
        start = last_bracket(high - min(high - done, context), high)
        pieces.append(PyBytes_FromStringAndSize(<const char*> start, min(s - start, room)))
        room -= min(s - start, room)
        done = s
    return b"\n".join(pieces)

cdef inline Place next_high(Place s, Place beyond) noexcept nogil:
    """Return where a byte above ASCII is next, or the end."""
    cdef uint64_t word
    while beyond - s >= 8:
        memcpy(&word, s, 8)
        if word & <uint64_t> 0x8080808080808080:
            break
        s += 8
    while s < beyond and s[0] < 0x80:
        s += 1
    return s

cdef inline Place last_bracket(Place first, Place s) noexcept nogil:
    """Return where the last "<" or ">" before a place is, or the first place."""
    while s > first:
        s -= 1
        if s[0] == c"<" or s[0] == c">":
            break
    return s
