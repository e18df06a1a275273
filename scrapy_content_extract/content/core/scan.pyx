"""Looking at the bytes of a page.  Its Python side is scan_py.py."""

from array import array

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset, strlen

from .buffers cimport Letters, append, require, resize
from .buffers cimport object as column
from .words cimport Strings, find_string, may_hide, take_names

from .. import markup
from .render_py import let_others_run
from . import scan_py

DEF TURN = 4096  # attributes: about a millisecond
DEF NAME_BYTES = 32  # of a plain name
DEF BLOCK_BYTES = 512  # are looked at together

#: A shorter script is not worth being left out, nor is a shorter attribute.
DEF SCRIPT_BYTES = 64
DEF UNREAD_BYTES = 8
cdef Py_ssize_t STYLE_BYTES = scan_py.STYLE_BYTES

ctypedef const unsigned char* Place

#: The elements without mark-up in them, scripts first, then style sheets.
DEF RAW_COUNT = 9
assert len(scan_py.RAW) == RAW_COUNT
cdef const char* RAW[RAW_COUNT]
cdef unsigned char[256] BEGINS_RAW
for _n, _name in enumerate(scan_py.RAW):
    RAW[_n] = <const char*> <bytes> _name
    BEGINS_RAW[<unsigned char> RAW[_n][0]] = True

#: What bytes mean in a tag; 0 is for the bytes of a name.
cdef unsigned char BLANK = 1, SLASH = 2, GREATER = 3, EQUALS = 4
cdef unsigned char[256] KINDS
for _byte in range(256):
    KINDS[_byte] = BLANK if _byte in b" \t\n\f\r" else b"/>=".find(_byte) + 2 if _byte in b"/>=" else 0

#: The bits of a page: scan_py.py has what they mean.
cdef int HIGH = scan_py.HIGH, INVALID = scan_py.INVALID, CONTROL = scan_py.CONTROL, MARKED = scan_py.MARKED
cdef int FORM = scan_py.FORM, LETTERS = scan_py.LETTERS, PAIR = scan_py.PAIR
cdef unsigned char[256] FIRST_OF_LETTER
cdef unsigned char[256] LAST_OF_LETTER
for _byte in range(256):
    FIRST_OF_LETTER[_byte] = _byte in scan_py.FIRST_OF_LETTER
    LAST_OF_LETTER[_byte] = _byte in scan_py.LAST_OF_LETTER

#: The control characters that cleaning removes.
cdef unsigned char[256] IS_CONTROL
for _byte in range(256):
    IS_CONTROL[_byte] = _byte < 0x20 and KINDS[_byte] != BLANK

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
    bint is_sheet  # it is a style sheet
    bint is_of_tex  # a picture or a script that may hold a formula

cdef inline bint is_letter(unsigned char byte) noexcept nogil:
    return c"a" <= (byte | 32) <= c"z"

def bits_of(bytes body not None):
    """Return what ``scan_py.bits_of`` returns."""
    cdef Place begin = body
    cdef Place beyond = begin + len(body)
    cdef int found
    with nogil:  # a page may be long
        found = bits_between(begin, beyond)
    return found

cdef int bits_between(Place begin, Place beyond) noexcept nogil:
    """Return the bits of a page; each byte is read once, and what may begin something once more."""
    cdef int found = MARKED if is_mark(begin, beyond) else 0, of_block
    cdef Place s = begin + 3 * is_mark(begin, beyond)
    cdef Place first = beyond  # character above ASCII
    cdef Place character = s  # where the next one may begin
    cdef Place stop
    note_references(s, beyond, &found)
    while s < beyond:
        stop = s + min(beyond - s, BLOCK_BYTES)
        of_block = high_and_control(s, stop - s)
        found |= of_block
        if of_block & HIGH:
            if first == beyond:
                first = next_high(s, stop)
            character = behind_characters(max(character, s), stop, beyond, &found)
            if character == NULL:
                return INVALID
        s = stop
    if begins_letters(first, beyond) or (
        begin < first < beyond
        and (first - 1)[0] == c";"
        and begins_letters(find(first, 0xC3, beyond), beyond)
    ):
        found |= LETTERS
    return found

cdef int high_and_control(Place s, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    cdef unsigned char high = 0, control = 0
    for i in range(size):  # plain enough for a compiler to look at many bytes at once
        high |= s[i]
        control |= (s[i] < 0x20) & (<unsigned char> (s[i] - 9) > 4) | (s[i] == 11)
    return HIGH * (high >> 7) | CONTROL * control

cdef Place behind_characters(Place s, Place stop, Place beyond, int* found) noexcept nogil:
    """Return where the last character ends that begins before ``stop``, or NULL for invalid UTF-8."""
    cdef int size
    s = next_high(s, stop)
    while s < stop:
        size = size_of_character(s, beyond)
        if not size:
            return NULL
        if s[0] == 0xEF:
            if is_form((s[1] & 0x3F) << 6 | (s[2] & 0x3F)):
                found[0] |= FORM
            elif is_mark(s, beyond):
                found[0] |= CONTROL
        s = next_high(s + size, stop)
    return s

cdef inline bint is_mark(Place s, Place beyond) noexcept nogil:
    return beyond - s >= 3 and s[0] == 0xEF and s[1] == 0xBB and s[2] == 0xBF

cdef bint begins_letters(Place s, Place beyond) noexcept nogil:
    """Say whether two letters begin here that one was in windows-1252, see ``scan_py._LETTERS``."""
    if beyond - s < 3 or s[0] != 0xC3 or not 0x82 <= s[1] <= 0xB4:
        return False
    if s[2] == 0xC2:
        return beyond - s > 3 and is_trail(s[3])
    return s[2] in (0xC5, 0xC6, 0xCB, 0xE2, c"&")

cdef void note_references(Place s, Place beyond, int* found) noexcept nogil:
    """Note what references tell, see ``scan_py.NUMBER`` and ``_PAIR``."""
    cdef Place name
    cdef Number number
    cdef bint is_letter_of_pair
    s = find(s, c"&", beyond)
    while s < beyond:
        name = s = s + 1
        if s < beyond and s[0] == c"#":
            number = number_at(s + 1, beyond)
            s = number.end
            is_letter_of_pair = 192 <= number.code <= 244
            if is_of_arabic(number):
                found[0] |= FORM
        else:
            while s < beyond and is_letter(s[0]):
                s += 1
            is_letter_of_pair = s - name > 1 and FIRST_OF_LETTER[name[0]] and LAST_OF_LETTER[(s - 1)[0]]
        if is_letter_of_pair and beyond - s > 1 and s[0] == c";" and (s[1] == c"&" or s[1] == 0xC2):
            found[0] |= PAIR
        s = find(s, c"&", beyond)

cdef struct Number:
    int code
    bint is_hex
    Place end

cdef Number number_at(Place s, Place beyond) noexcept nogil:
    """Return the number of a reference, whose digits begin here."""
    cdef int base = 10
    cdef Number number = Number(0, False, s)
    if s < beyond and (s[0] | 32) == c"x":
        number.is_hex, base = True, 16
        s += 1
    while s < beyond and digit(s[0]) < base:
        if number.code < 0x100000:
            number.code = number.code * base + digit(s[0])
        s += 1
    number.end = s
    return number

cdef inline bint is_of_arabic(Number number) noexcept nogil:
    """Say whether this is the number of a character of the Arabic script, or nearly."""
    if number.is_hex:
        return 0x600 <= number.code <= 0x6FF or 0xFB00 <= number.code <= 0xFEFF
    return 1500 <= number.code <= 1799 or 64000 <= number.code <= 65999

cdef inline int size_of_character(Place s, Place beyond) noexcept nogil:
    """Return the bytes of the character above ASCII that begins here, or 0 for invalid UTF-8.

    https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506 (table 3-7)
    """
    cdef unsigned char first = s[0], least = 0x80, most = 0xBF
    cdef int size = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if not 0xC2 <= first <= 0xF4 or beyond - s < size:
        return 0
    if first == 0xE0:
        least = 0xA0
    elif first == 0xED:
        most = 0x9F
    elif first == 0xF0:
        least = 0x90
    elif first == 0xF4:
        most = 0x8F
    if not least <= s[1] <= most or (size > 2 and not is_trail(s[2])) or (size > 3 and not is_trail(s[3])):
        return 0
    return size

cdef inline bint is_trail(unsigned char byte) noexcept nogil:
    return 0x80 <= byte <= 0xBF

cdef Place next_removed(Place s, Place beyond) noexcept nogil:
    """Return where a control character or U+FEFF is next, or the end."""
    cdef Place stop
    while s < beyond:
        stop = s + min(beyond - s, BLOCK_BYTES)
        if high_and_control(s, stop - s) & CONTROL or find(s, 0xEF, stop) < stop:
            while s < stop:
                if IS_CONTROL[s[0]] or is_mark(s, beyond):
                    return s
                s += 1
        s = stop
    return beyond

cdef inline bint is_form(int code) noexcept nogil:
    """Say whether U+F000 and so much is in a block of forms."""
    return 0xB50 <= code <= 0xDFF or 0xE70 <= code <= 0xEFC

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

cdef inline Place behind_attributes(
    Place s, Place beyond, Py_ssize_t most, Attributes* found, Unread* unread, Folding* page
) noexcept nogil:
    """Return where a tag ends; NULL without memory for the values that are folded."""
    cdef Py_ssize_t count = 0, size, noted, style = -1  # the place of the first style, if it is unread
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
        size = s - name
        s = behind_blanks(s, beyond)
        if s < beyond and s[0] == c"=":
            value = behind_blanks(s + 1, beyond)
            s = behind_value(value, beyond)
            if unread != NULL:
                noted = unread.size
                note_unread(unread, name, value, s, beyond)
                if is_word(name, size, b"style", 5):
                    if style >= 0:  # it stays: the second one would count without it
                        unread.places[style + 1] = unread.places[style]
                    elif unread.size > noted:
                        style = noted
            if page != NULL and not take_value(page, name, size, value, s, beyond):
                return NULL
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
    cdef bint is_script = is_named(name, beyond, b"script", 6)
    cdef Place s = name + 3
    cdef Py_ssize_t i
    cdef unsigned char found = 0
    if is_script or is_named(name, beyond, b"img", 3):
        for i in range(stop - 3 - s):  # plain enough for a compiler to look at many bytes at once
            found |= ((s[i] | 32) == c"t") & (
                ((s[i - 1] | 32) == c"a") & ((s[i + 1] | 32) == c"h") | ((s[i + 2] | 32) == c"x")
            ) | (s[i] == c"$") | (s[i] == c"\\")
    while found and s < stop - 3:
        if tells_of_tex(s, is_script):
            return True
        s += 1
    return False

cdef bint tells_of_tex(Place at, bint is_script) noexcept nogil:
    """Say whether a word of TeX begins at a place in the tag of a picture or a script."""
    cdef unsigned char last = (at - 1)[0], next, before
    if (at[0] | 32) != c"t":
        return (
            not is_script and (at[0] == c"$" or at[0] == c"\\") and not c"0" <= at[1] <= c"9"
            and is_quote(last) and (at - 2)[0] == c"="
            and ((at - 3)[0] | 32) == c"t" and ((at - 4)[0] | 32) == c"l" and ((at - 5)[0] | 32) == c"a"
        )
    if (at[1] | 32) == c"h" and (last | 32) == c"a" and ((at - 2)[0] | 32) == c"m":
        next, before = at[2], (at - 3)[0]
        if is_script:
            return next == c"/" and (is_quote(before) or before == c"=" or before == c" ")
        return next == c"/" or is_quote(next) or next == c"-" or next == c"="
    if (at[1] | 32) == c"e" and (at[2] | 32) == c"x" and not is_script:
        next = at[3]
        if next == c"=" or (is_quote(last) or last == c" ") and (is_quote(next) or next == c" "):
            return True
        return (last | 32) in (c"a", c"e", c"h") and not (
            is_letter(next) or c"0" <= next <= c"9" or next == c"("  # translateX(
        )
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
    cdef int n
    if not BEGINS_RAW[name[0] | 32]:
        return s
    for n in range(2 if few_raw else RAW_COUNT):
        if (name[0] | 32) == RAW[n][0] and is_named(name, beyond, RAW[n], strlen(RAW[n])):
            if n == 0:
                return end_of_script(s, beyond)
            return beyond if RAW[n][0] == c"p" else end_of_content(s, beyond, RAW[n], strlen(RAW[n]))
    return s

def look(
    bytes utf8 not None, Py_ssize_t most_attributes, Py_ssize_t most_nodes, bint few_raw=False
):
    """Return what ``scan_py.look`` returns."""
    cdef Place begin = utf8
    cdef Place beyond = begin + len(utf8)
    cdef Place s = begin
    cdef Place mark = begin
    cdef Tag tag
    cdef Py_ssize_t tags = 0, nodes = 0
    cdef bint has_tex = False, is_hiding = False
    cdef Unread unread = Unread(NULL, 0, 0, begin)
    excess, scripts, sheets = [], [], []
    with nogil:  # a page may be long
        while nodes <= most_nodes:
            mark = s = find(s, c"<", beyond)
            if beyond - s < 2:
                mark = beyond
                break
            s = behind_tag(s, beyond, most_attributes, few_raw, &tag, &unread)
            tags += tag.is_tag
            has_tex = has_tex or tag.is_of_tex
            nodes += tag.nodes
            if tag.is_sheet and s - begin <= STYLE_BYTES:
                is_hiding = is_hiding or hides(tag.content, s)
                with gil:
                    sheets.append((tag.content - begin, s - begin))
            if nodes <= most_nodes and not few_raw and is_of_no_use(tag.content, s, beyond):
                with gil:
                    scripts.append((tag.content - begin, s - begin))
            if tag.excess != NULL and nodes <= most_nodes:
                with gil:
                    excess.append((tag.excess - begin, tag.end - begin))
    found = sheets if is_hiding else []
    return tags, nodes, mark - begin, excess, scripts, taken(&unread), has_tex, found

cdef bint is_of_no_use(Place s, Place stop, Place beyond) noexcept nogil:
    """Say whether the content of a script is plain enough that all parsers see its end alike."""
    if s == NULL or stop - s < SCRIPT_BYTES or stop == beyond:
        return False
    s = find(s, c"<", stop)
    while stop - s >= 2 and s[1] != c"!":
        s = find(s + 1, c"<", stop)
    return stop - s < 2

cdef bint hides(Place s, Place stop) noexcept nogil:
    """Say whether a style sheet has one of ``scan_py.HIDES``."""
    while stop - s >= 5:
        s = find(s, c":", stop)
        if stop - s >= 5 and (s - 1)[0] == c"y" and memcmp(s - 7, b"display", 7) == 0 and (
            memcmp(s + 1, b"none", 4) == 0 or (stop - s > 5 and memcmp(s + 1, b" none", 5) == 0)
        ):
            return True
        s += 1
    return False

cdef Place behind_tag(
    Place s, Place beyond, Py_ssize_t most, bint few_raw, Tag* tag, Unread* unread
) noexcept nogil:
    """Return where what begins with ``<`` ends, with what follows it and is no mark-up."""
    cdef unsigned char byte = s[1]
    cdef bint is_end = byte == c"/" and beyond - s > 2 and is_letter(s[2])
    cdef Attributes attributes
    cdef Place name
    tag.is_tag, tag.nodes, tag.excess, tag.content = True, 3, NULL, NULL
    tag.is_of_tex = tag.is_sheet = False
    if is_letter(byte) or is_end:
        s += 1 + is_end
        name = s
        while s < beyond and (KINDS[s[0]] == 0 or s[0] == c"="):
            s += 1
        if s < beyond and s[0] == c">":
            s += 1
            attributes.count, attributes.is_closed = 0, False
        else:
            s = behind_attributes(s, beyond, most, &attributes, NULL if is_end or few_raw else unread, NULL)
            if attributes.excess != NULL:
                tag.excess, tag.end = attributes.excess, attributes.end
                attributes.count = most
        if is_end:
            tag.nodes = 3 if is_named(name, beyond, b"html", 4) else 0  # begins a page
            return s
        tag.nodes += attributes.count
        if (name[0] | 32) in (c"i", c"s"):  # a picture or a script
            tag.is_of_tex = may_hold_tex(name, s, beyond)
        if attributes.is_closed:  # a script that is closed at once has no content for libxml2
            return s
        if (name[0] | 32) == c"s":
            tag.content = s
            s = behind_content(s, beyond, name, few_raw)
            if s > tag.content:
                tag.is_sheet = is_named(name, beyond, b"style", 5)
            return s
        return behind_content(s, beyond, name, few_raw)
    if byte == c"!" and beyond - s > 3 and s[2] == c"-" and s[3] == c"-":
        return behind_comment(s, beyond)
    if byte == c"!" or byte == c"?" or byte == c"/":
        s = find(s + 2, c">", beyond)
        return s + (s < beyond)
    tag.is_tag, tag.nodes = False, 0
    return s + 1

cdef struct Unread:
    # Where attributes begin and end, in pairs.
    long long* places
    Py_ssize_t size
    Py_ssize_t room
    Place begin  # of the page

cdef inline bint is_of_name(unsigned char byte) noexcept nogil:
    return is_letter(byte) or c"0" <= byte <= c"9" or byte in (c"-", c"_", c":", c".")

cdef inline bint is_quote(unsigned char byte) noexcept nogil:
    return byte == c'"' or byte == c"'"

#: The bytes that no plain name has.
cdef unsigned char[256] IS_ODD
for _byte in range(256):
    IS_ODD[_byte] = not is_of_name(_byte)

cdef bint is_read(Place name, Py_ssize_t size) noexcept nogil:
    """Say whether an attribute is always read, or whether its name is not plain."""
    cdef Py_ssize_t i
    cdef unsigned char odd = 0
    if size > NAME_BYTES or not is_letter(name[0]):
        return True
    for i in range(size):
        odd |= IS_ODD[name[i]]
    return odd or (
        is_word(name, size, b"class", 5) or is_word(name, size, b"id", 2)
        or is_word(name, size, b"role", 4) or is_word(name, size, b"type", 4)
        or is_word(name, size, b"hidden", 6) or is_word(name, size, b"aria-hidden", 11)
        or is_word(name, size, b"colspan", 7) or is_word(name, size, b"rowspan", 7)
    )

cdef inline bint is_word(Place s, Py_ssize_t size, const char* word, Py_ssize_t length) noexcept nogil:
    """Say whether these are the letters of a word, small or not."""
    cdef Py_ssize_t i
    if size != length:
        return False
    for i in range(size):
        if (s[i] | 32) != <unsigned char> word[i]:
            return False
    return True

cdef void note_unread(Unread* unread, Place name, Place value, Place behind, Place beyond) noexcept nogil:
    """Note an attribute, or the value of a href, so plain that all parsers see its end alike."""
    cdef Place start = name
    cdef Place stop = behind
    cdef unsigned char bracket = 0
    cdef Py_ssize_t size = value - 1 - name, i
    if (
        behind == beyond or behind - value < 2 or value[0] != (behind - 1)[0] or not is_quote(value[0])
        or (value - 1)[0] != c"=" or name == unread.begin or KINDS[(name - 1)[0]] != BLANK
        or not 0 < KINDS[behind[0]] < 4 or is_read(name, size)
    ):
        return
    if is_word(name, size, b"href", 4):  # that it is there matters, and where on the page it leads to
        start, stop = value + 1, behind - 1
        if find(start, c"#", stop) < stop:
            return
    if stop - start < UNREAD_BYTES:
        return
    for i in range(behind - value):  # to stop early would take longer
        bracket |= (value[i] | 2) == c">"  # as "<" | 2 is, too
    if is_word(name, size, b"style", 5) and may_hide(<const char*> value, behind - value):
        return
    behind = behind_blanks(behind, beyond)
    if bracket or (behind < beyond and behind[0] == c"="):  # which might get another name before it
        return
    if unread.size == unread.room:
        unread.room = 2 * unread.room + 256
        if not resize(<void**> &unread.places, unread.room * sizeof(long long)):
            unread.room = unread.size
            return  # it is left where it is
    unread.places[unread.size], unread.places[unread.size + 1] = start - unread.begin, stop - unread.begin
    unread.size += 2

cdef object taken(Unread* unread):
    """Return the places as an array, and free their memory."""
    cdef column[long long] places = array("q", [0]) * unread.size
    if unread.size:
        memcpy(&places[0], unread.places, unread.size * sizeof(long long))
    free(unread.places)
    return places

#: The attributes that HTML and metadata are made from.
cdef Strings KEPT, KEPT_FOR_METADATA
take_names(&KEPT, markup.ATTRIBUTES)
take_names(&KEPT_FOR_METADATA, markup.METADATA_ATTRIBUTES)
cdef int FOR_METADATA = markup.FOR_METADATA

cdef bint is_kept(Strings* names, Place begin, Place start, Place stop) noexcept nogil:
    """Say whether what is noted here has one of some names, or is of a picture, or the value of a href."""
    cdef char[NAME_BYTES] name
    cdef Py_ssize_t size = 0
    if start > begin and is_quote((start - 1)[0]):  # the value of a href
        return True
    while size < min(stop - start, NAME_BYTES) and start[size] != c"=":
        name[size] = start[size] | 32 if c"A" <= start[size] <= c"Z" else start[size]
        size += 1
    while names == &KEPT and start > begin and start[0] != c"<":
        start -= 1
    return find_string(names, name, size) != 0 or (names == &KEPT and is_word(start + 1, 3, b"img", 3))

def cut(
    bytes html not None, list scripts not None, column[long long] unread, int attributes, Py_ssize_t least
):
    """Return what ``scan_py.cut`` returns."""
    cdef Strings* names = &KEPT_FOR_METADATA if attributes == FOR_METADATA else &KEPT
    cdef Py_ssize_t count = len(unread) // 2 * 2, n, start, stop, size = 0, beyond = len(html)
    cdef Place begin = html
    cdef Place done = begin
    for start, stop in scripts:
        size += size_of(start, stop, beyond)
    for n in range(0, count, 2):
        size += size_of(unread[n], unread[n + 1], beyond)
    if size < least or not size:
        return html
    cdef bytes made = PyBytes_FromStringAndSize(NULL, beyond)
    cdef char* to = <char*> <const char*> made
    cdef Py_ssize_t written = 0
    n = 0
    for start, stop in [*scripts, (beyond, beyond)]:
        while n < count and unread[n] < start:
            if n % TURN == 0:
                let_others_run()
            if not attributes or not is_kept(names, begin, begin + unread[n], begin + unread[n + 1]):
                written += copied(to + written, done, begin + unread[n])
                done = begin + unread[n + 1]
            n += 2
        written += copied(to + written, done, begin + start)
        done = begin + stop
    return made[:written]

cdef inline Py_ssize_t size_of(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t beyond) except -1:
    if not 0 <= start <= stop <= beyond:
        raise IndexError(f"({start}, {stop}) is no range of {beyond} bytes")
    return stop - start

cdef inline Py_ssize_t copied(char* to, Place start, Place stop) except -1:
    """Write a piece of the page, and return how much is written."""
    if stop < start:
        raise IndexError("what to leave out is not in page order")
    memcpy(to, start, stop - start)
    return stop - start

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

DEF FIRST = 0x600  # the code points of which something is known: a table has a row for each ...
DEF BEYOND_FIRST = 0x900
DEF SECOND = 0xFB00  # ... and for each of these
DEF BEYOND_SECOND = 0xFF00
DEF ROWS = 1792  # BEYOND_FIRST - FIRST + BEYOND_SECOND - SECOND
DEF LETTER = 1  # bits of what is known
DEF UIGHUR = 2
DEF RESOLVED = 4
DEF ALEF_MAKSURA = 0x649

cdef struct Folding:
    # A page whose texts and values are cleaned and folded; where nothing is to do, they are not looked into.
    Place done  # up to where the page is written, or the text that is cleaned
    Place removed  # where the next character is that cleaning removes
    Letters made
    const unsigned char* bits
    const int* place
    const char* forms
    Py_ssize_t[ROWS] count
    Place maksura  # behind the last U+0649
    Py_ssize_t inside  # how often a letter follows one
    void* codec  # of the queries, a str, or NULL
    # Of the tag that is read: whether its attributes are only looked at, and what that has found.
    bint is_looking
    bint is_pragma
    bint is_button
    bint is_meta

def folded(
    bytes utf8 not None, str codec, column[unsigned char] known, column[int] places, bytes forms not None
):
    """Return what ``scan_py.folded`` says."""
    cdef Folding page
    cdef Place begin = utf8
    cdef Place beyond = begin + len(utf8)
    cdef bint is_read
    require(len(known) == ROWS and len(places) == ROWS + 1)
    memset(&page, 0, sizeof(page))
    page.done, page.bits, page.forms, page.place = begin, &known[0], forms, &places[0]
    page.codec = NULL if codec is None else <void*> codec
    with nogil:
        page.removed = next_removed(begin, beyond)
        is_read = fold_page(&page, begin, beyond) and (
            page.done == begin or append(&page.made, page.done, beyond - page.done)
        )
    try:
        if not is_read:
            raise MemoryError()
        made = utf8 if page.done == begin else PyBytes_FromStringAndSize(page.made.at, page.made.size)
    finally:
        free(page.made.at)
    return made, summed(&page)

cdef bint fold_page(Folding* page, Place s, Place beyond) noexcept nogil:
    """Take all texts between tags and all values; say whether there was enough memory."""
    cdef Place text = s
    cdef bint is_end
    while True:
        s = find(s, c"<", beyond)
        if beyond - s < 2:
            return take(page, text, beyond, beyond, False)
        is_end = s[1] == c"/" and beyond - s > 2 and is_letter(s[2])
        if not (is_end or is_letter(s[1]) or s[1] == c"!" or s[1] == c"?" or s[1] == c"/"):
            s += 1  # a "<" that is text
            continue
        if not take(page, text, s, beyond, False):
            return False
        if is_end or is_letter(s[1]):
            s = fold_tag(page, s + 1 + is_end, beyond, is_end)
            if s == NULL:
                return False
        elif s[1] == c"!" and beyond - s > 3 and s[2] == c"-" and s[3] == c"-":
            s = behind_comment(s, beyond)
        else:
            s = find(s + 2, c">", beyond)
            s += s < beyond
        text = s

cdef Place fold_tag(Folding* page, Place name, Place beyond, bint is_end) noexcept nogil:
    """Return the end of a tag, or of its content if that has no mark-up; NULL without memory."""
    cdef Attributes attributes
    cdef Place content
    cdef Place s = name
    while s < beyond and (KINDS[s[0]] == 0 or s[0] == c"="):
        s += 1
    page.is_pragma = page.is_button = False
    page.is_meta = is_named(name, beyond, b"meta", 4)
    if page.is_meta or is_named(name, beyond, b"input", 5):
        page.is_looking = True
        behind_attributes(s, beyond, beyond - s, &attributes, NULL, page)
        page.is_looking = False
    content = behind_attributes(s, beyond, beyond - s, &attributes, NULL, page)
    if content == NULL or is_end or attributes.is_closed:
        return content
    s = behind_content(content, beyond, name, False)
    if (name[0] | 32) == c"t" and not take(page, content, s, beyond, False):  # <title> or <textarea>
        return NULL
    return s

#: The attributes with text, and with an address; the types of buttons.
cdef Strings TEXTS, ADDRESSES, BUTTONS
take_names(&BUTTONS, markup.BUTTON_TYPES)
take_names(&TEXTS, markup.TEXT_ATTRIBUTES)
take_names(&ADDRESSES, markup.ADDRESS_ATTRIBUTES)

cdef bint take_value(
    Folding* page, Place name, Py_ssize_t size, Place value, Place stop, Place beyond
) noexcept nogil:
    """Fold and clean the value of an attribute if it is text; say whether there was enough memory."""
    cdef bint is_quoted = value < stop and is_quote(value[0])
    cdef Place start = value + is_quoted
    cdef bint is_content = page.is_meta and is_word(name, size, b"content", 7)
    if is_quoted and stop > start and (stop - 1)[0] == value[0]:
        stop -= 1
    if page.is_looking:
        if is_word(name, size, b"http-equiv", 10):
            page.is_pragma = page.is_pragma or value < stop
        elif is_word(name, size, b"type", 4):
            page.is_button = page.is_button or is_in(&BUTTONS, start, stop - start)
        return True
    if is_content and page.is_pragma or is_in(&ADDRESSES, name, size):
        return page.codec == NULL or take_query(page, start, stop)
    if not (
        is_in(&TEXTS, name, size)
        or is_content and not is_address(start, stop)
        or page.is_button and is_word(name, size, b"value", 5)
    ):
        return True
    return take(page, start, stop, beyond, True) if is_quoted else fold(page, start, stop)

cdef bint is_in(Strings* names, Place name, Py_ssize_t size) noexcept nogil:
    """Say whether a name is there, in small letters or not."""
    cdef char[NAME_BYTES] small
    cdef Py_ssize_t i
    if size > NAME_BYTES:
        return False
    for i in range(size):
        small[i] = name[i] | 32 if c"A" <= name[i] <= c"Z" else name[i]
    return find_string(names, small, size) != 0

cdef bint is_address(Place s, Place stop) noexcept nogil:
    """Say whether what a meta element holds has a slash, but no blank."""
    cdef bint has_slash = False
    while s < stop:
        if KINDS[s[0]] == BLANK:
            return False
        has_slash = has_slash or s[0] == c"/"
        s += 1
    return has_slash

cdef bint take_query(Folding* page, Place start, Place stop) noexcept nogil:
    """Write an address with its query in the encoding of the page; say whether there was enough memory."""
    cdef Place s = find(start, c"?", stop)
    cdef Place name
    while s < stop and s[0] < 0x80:
        s += 1
        if (s - 1)[0] == c"&":
            name = s
            while s < stop and (is_letter(s[0]) or c"0" <= s[0] <= c"9"):
                s += 1
            if s < stop and (s[0] == c"#" or s[0] == c";" and not is_word(name, s - name, b"amp", 3)):
                break
    if s == stop:
        return True
    with gil:  # few addresses have a character beyond ASCII, or a reference to one
        return take_encoded(page, start, stop)

cdef bint take_encoded(Folding* page, Place start, Place stop) noexcept:
    from ..encoding.addresses import compiled_query

    cdef bytes before = start[:stop - start]
    cdef bytes made = compiled_query(before, <str> page.codec)
    cdef Place s = made
    if made == before:
        return True
    if not (append(&page.made, page.done, start - page.done) and append(&page.made, s, len(made))):
        return False
    page.done = stop
    return True

cdef bint take(Folding* page, Place start, Place stop, Place beyond, bint in_tag) noexcept nogil:
    """Clean and fold a text, and say whether there was enough memory."""
    if page.removed < start:
        page.removed = next_removed(start, beyond)
    if page.removed >= stop:
        return fold(page, start, stop)
    with gil:  # few texts need it
        return take_cleaned(page, start, stop, in_tag)

cdef bint take_cleaned(Folding* page, Place start, Place stop, bint in_tag) noexcept:
    from ..encoding.fold import cleaned_text

    cdef bytes text = cleaned_text(start[:stop - start], in_tag)
    cdef Place s = text
    cdef Place end = s + len(text)
    if not append(&page.made, page.done, start - page.done):
        return False
    page.done = s
    if not (fold(page, s, end) and append(&page.made, page.done, end - page.done)):
        return False
    page.done = stop
    return True

cdef bint fold(Folding* page, Place s, Place stop) noexcept nogil:
    """Resolve references and replace forms by their letters, and count the characters of each row."""
    cdef Py_ssize_t size
    cdef int row
    page.maksura = NULL
    while True:
        # Most are letters of two bytes, which no form has, with blanks between them.
        while stop - s >= 2 and (s[0] == c" " or 0xD8 <= s[0] <= 0xDB):
            if s[0] != c" ":
                note(page, s, 2, ((s[0] & 0x1F) << 6 | (s[1] & 0x3F)) - FIRST)
                s += 1
            s += 1
        s = next_letter(s, stop)
        if s == stop:
            return True
        row = row_of(s, stop, page.bits, &size)
        if row >= 0:
            note(page, s, size, row)
            if not replace(page, s, size, row):
                return False
        s += size

cdef inline void note(Folding* page, Place s, Py_ssize_t size, int row) noexcept nogil:
    """Count a character, and whether it is a letter that follows U+0649."""
    page.count[row] += 1
    page.inside += (s == page.maksura) * (page.bits[row] & LETTER)
    if row == ALEF_MAKSURA - FIRST:
        page.maksura = s + size

cdef bint replace(Folding* page, Place s, Py_ssize_t size, int row) noexcept nogil:
    """Write the letters of the character here, of ``size`` bytes, if it is a form or a reference."""
    cdef char[4] letter
    cdef const char* letters = page.forms + page.place[row]
    cdef int length = page.place[row + 1] - page.place[row]
    if not length:
        if s[0] != c"&":
            return True
        letters, length = letter, write_character(code_of(row), letter)
    if not (append(&page.made, page.done, s - page.done) and append(&page.made, letters, length)):
        return False
    page.done = s + size
    return True

cdef inline int write_character(int code, char* to) noexcept nogil:
    """Write a character beyond ASCII in UTF-8, and return its length."""
    if code < 0x800:
        to[0], to[1] = <char> (0xC0 | code >> 6), <char> (0x80 | code & 0x3F)
        return 2
    to[0], to[1] = <char> (0xE0 | code >> 12), <char> (0x80 | code >> 6 & 0x3F)
    to[2] = <char> (0x80 | code & 0x3F)
    return 3

cdef tuple summed(const Folding* page):
    """Return how many letters there are, and how many of Uighur."""
    cdef Py_ssize_t letters = 0, uighur = page.inside
    cdef int row
    for row in range(ROWS):
        letters += page.count[row] * (page.bits[row] & LETTER)
        uighur += page.count[row] * ((page.bits[row] & UIGHUR) != 0)
    return letters, uighur

cdef inline Place next_letter(Place s, Place stop) noexcept nogil:
    """Return where a reference or a character that may be of the Arabic script is next, or the end."""
    cdef uint64_t word, other
    while stop - s >= 8:
        memcpy(&word, s, 8)
        other = word ^ <uint64_t> 0x2626262626262626  # 0 where "&" is
        if (word | ((other - <uint64_t> 0x0101010101010101) & ~other)) & <uint64_t> 0x8080808080808080:
            break
        s += 8
    while s < stop and s[0] < 0xD8 and s[0] != c"&":
        s += 1
    return s

cdef inline int row_of_code(int code) noexcept nogil:
    """Return the row of a code point, or -1."""
    if FIRST <= code < BEYOND_FIRST:
        return code - FIRST
    if SECOND <= code < BEYOND_SECOND:
        return code - SECOND + BEYOND_FIRST - FIRST
    return -1

cdef inline int row_of(Place s, Place stop, const unsigned char* bits, Py_ssize_t* size) noexcept nogil:
    """Return the row of the character that is here or is referred to, or -1, and how long it is."""
    cdef int code
    size[0] = 1
    if s[0] == c"&":
        return row_of_reference(s, stop, bits, size)
    if s[0] < 0xE0:
        if stop - s < 2:
            return -1
        size[0] = 2
        return row_of_code((s[0] & 0x1F) << 6 | (s[1] & 0x3F))
    if s[0] >= 0xF0 or stop - s < 3:
        return -1
    size[0] = 3
    code = (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F)
    return row_of_code(code)

cdef int row_of_reference(Place s, Place stop, const unsigned char* bits, Py_ssize_t* size) noexcept nogil:
    """Return the row of a numeric reference that is to be resolved, or -1, and how long it is."""
    cdef Number number
    cdef int row
    if stop - s < 2 or s[1] != c"#":
        return -1
    number = number_at(s + 2, stop)
    row = row_of_code(number.code)
    if row < 0 or not bits[row] & RESOLVED:
        return -1
    size[0] = number.end - s + (number.end < stop and number.end[0] == c";")
    return row

cdef inline int code_of(int row) noexcept nogil:
    """Return the code point of a row."""
    return row + FIRST if row < BEYOND_FIRST - FIRST else row + SECOND - BEYOND_FIRST + FIRST
