"""Looking at the bytes of a page, in Python; compiled it is scan.pyx."""

from __future__ import annotations

import re
from array import array
from codecs import getincrementaldecoder
from typing import AnyStr, NamedTuple

#: UTF-8 is validated in parts of this size: their strings are small, which takes a third of the time.
PART_BYTES = 8192
#: The control characters of ASCII, as bytes, but those that are white space in HTML.
C0 = bytes(code for code in range(0x20) if code not in b"\t\n\f\r")

#: What the bytes of a page hold, as bits: characters above ASCII; invalid UTF-8, of which nothing else is
#: looked for; control characters of C0, or U+FEFF, which cleaning removes; one that begins the page, its byte
#: order mark; presentation forms, or references to the Arabic script ...
HIGH, INVALID, CONTROL, MARKED, FORM = 1, 2, 4, 8, 16
#: ... and what UTF-8 that was encoded twice has: such letters at its first ones, or references to such.
LETTERS, PAIR = 32, 64

_MARK = b"\xef\xbb\xbf"
#: The beginnings of U+FB50–FDFF and U+FE70–FEFC in UTF-8.
_FORM = re.compile(rb"\xef(?:\xad[\x90-\xbf]|[\xae-\xb7]|\xb9[\xb0-\xbf]|\xba|\xbb[\x80-\xbc])")
#: A numeric reference to a character from U+0600 to 06FF or from U+FB00 to FEFF; decimal ones may
#: lie a little outside.
NUMBER = (
    "&#(?:[xX]0*(6[0-9a-fA-F]{2}|[fF][bBcCdDeE][0-9a-fA-F]{2})(?![0-9a-fA-F])"
    "|0*(1[5-7][0-9]{2}|6[45][0-9]{3})(?![0-9]));?"
)
_NUMBER = re.compile(NUMBER.encode())
#: Two characters whose bytes in windows-1252 may be one of UTF-8: the first is a letter from Â to ô.  The
#: name of such a letter begins and ends like one of theirs: "Atilde".
_HIGH = re.compile(rb"[\x80-\xff]")
_LETTERS = re.compile(rb"\xc3[\x82-\xb4](?:\xc2[\x80-\xbf]|[\xc5\xc6\xcb\xe2]|&)")
FIRST_OF_LETTER, LAST_OF_LETTER = b"AEIOUYaeiouNnCcTts", b"ecglhHNs"
_PAIR = re.compile(
    rb"&(?:[%b][a-zA-Z]*[%b]|#0*(?:19[2-9]|2[0-3][0-9]|24[0-4])|#[xX]0*(?:[c-eC-E][0-9a-fA-F]|[fF][0-4]));[&\xc2]"
    % (FIRST_OF_LETTER, LAST_OF_LETTER)
)
_NOT_ASCII = re.compile(rb"(?:[<>]|\A)[^<>\x80-\xff]*([\x80-\xff][^<>]*)")


def bits_of(body: bytes) -> int:
    """Return what the bytes of a page hold, as bits."""
    if not is_utf8(body):
        return INVALID
    utf8 = body.removeprefix(_MARK)
    high = _HIGH.search(utf8)
    first = high.start() if high else -1
    if first > 0 and utf8[first - 1] == ord(";"):
        first = utf8.find(b"\xc3")
    # A search for each byte takes a tenth of the time of one search for a class of bytes, and most pages
    # have no 0xEF.
    return (
        HIGH * (high is not None)
        | MARKED * (utf8 is not body)
        | CONTROL * (any(control in utf8 for control in C0) or (b"\xef" in utf8 and _MARK in utf8))
        | FORM * bool((b"\xef" in utf8 and _FORM.search(utf8)) or _NUMBER.search(utf8))
        | LETTERS * bool(first >= 0 and _LETTERS.match(utf8, first))
        | PAIR * bool(_PAIR.search(utf8))
    )


def is_utf8(body: bytes) -> bool:
    decoder = getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(body), PART_BYTES):
            decoder.decode(body[start : start + PART_BYTES])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def sample_of(body: bytes, room: int, context: int) -> bytes:
    """Return the texts of a page that are not ASCII, up to ``room`` bytes, each with a little before.

    They are cut at ``<`` and ``>``, which no encoding has as the second byte of a character.
    """
    pieces = []
    for match in _NOT_ASCII.finditer(body):
        start = max(match.start(), match.start(1) - context)
        piece = body[start : min(match.end(), start + room)]
        pieces.append(piece)
        room -= len(piece)
        if room <= 0:
            break
    return b"\n".join(pieces)


_S = rb" \t\n\f\r"
_TAG = re.compile(rb"<(?:(/?)([a-zA-Z][^%b/>]*)|!--|[!?/])" % _S)
_ATTRIBUTE = re.compile(
    rb"""[%b/]*([^%b/>][^%b/>=]*(?:[%b]*=[%b]*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|(?!["'])[^%b>]*)|))"""
    % ((_S,) * 6)
)
_CLOSE = re.compile(rb"[%b/]*?(/?>|\Z)" % _S)
#: What matters in a script: where a comment begins, where it ends, and tags of scripts.
IN_SCRIPT = r"(<!)(?=--)|(-->)|<(/?)script(?=[ \t\n\f\r/>])"
_IN_SCRIPT = re.compile(IN_SCRIPT.encode(), re.IGNORECASE)
_COMMENT_END = re.compile(rb"--(!?)>")
#: What no mark-up is found in, but for its end.
RAW = b"script style iframe noembed noframes plaintext textarea title xmp".split()
_END = {name: re.compile(rb"</%b(?=[%b/>])" % (name, _S), re.IGNORECASE) for name in RAW}


class ByteScan(NamedTuple):
    """What a look at the bytes of a page has found."""

    #: its tags and comments
    tags: int
    #: how much memory the tree takes: 3 for an element or a comment, 1 for an attribute
    nodes: int
    #: where the page has more nodes than it may have, or its length
    end: int
    #: the attributes too many: where they begin and end in each tag that has such
    excess: list[tuple[int, int]]
    #: where the contents of scripts and style sheets begin and end that a parser need not see; only compiled
    #: code notes them, because in Python all of a page goes into a tree
    scripts: list[tuple[int, int]]
    #: and where unread attributes begin and end, pair by pair; of a href without a fragment, its value
    unread: array[int]
    #: whether the tag of a picture or a script mentions TeX
    has_tex: bool
    #: where the contents of the first style sheets begin and end, if one of them hides something
    sheets: list[tuple[int, int]]


#: Style sheets are read in the first bytes of a page; these declarations hide something.
STYLE_BYTES = 100_000
HIDES = (b"display:none", b"display: none")
#: What the tag of a picture or a script has if it may hold a formula.
OF_TEX = {
    b"img": re.compile(
        rb"""(?s)tex=|[aeh]tex[^a-z0-9(]|["' ]tex["' ]|math[-"'/=].|alt=["'][$\\][^0-9]..""", re.IGNORECASE
    ),
    b"script": re.compile(rb"""(?s)["'= ]math/.""", re.IGNORECASE),
}


def look(utf8: bytes, most_attributes: int, most_nodes: int, few_raw: bool = False) -> ByteScan:
    """Look for what makes a parser slow or the tree large.

    The page is read as a tokenizer reads it.  ``few_raw`` says that this one reads mark-up in all
    elements but scripts and style sheets, as libxml2 did before 2.14.
    """
    tags = nodes = position = 0
    end = len(utf8)
    has_tex = False
    excess: list[tuple[int, int]] = []
    sheets: list[tuple[int, int]] = []
    while mark := _TAG.search(utf8, position):
        slash, name = mark.groups()
        tags += 1
        added, over = 3, None
        if name is None:
            position = after_comment(utf8, mark, _COMMENT_END, b">")
        else:
            count, over, position, is_closed = attributes_at(utf8, mark.end(), most_attributes)
            name = name.lower()
            if name in OF_TEX and not (slash or has_tex):
                has_tex = OF_TEX[name].search(utf8, mark.end(), position) is not None
            if slash:
                added = 3 if name == b"html" and mark.end() < len(utf8) else 0  # begins a page
            else:
                added, content = added + count, position
                if not is_closed:  # a script that is closed at once has no content for libxml2
                    position = after_content(utf8, content, name, few_raw)
                if name == b"style" and content < position <= STYLE_BYTES:
                    sheets.append((content, position))
        nodes += added
        if nodes > most_nodes:
            end = mark.start()
            break
        if over:
            excess.append(over)
    sheets = sheets if any(words in utf8[start:stop] for start, stop in sheets for words in HIDES) else []
    return ByteScan(tags, nodes, end, excess, [], array("q"), has_tex, sheets)


def cut(
    html: bytes, scripts: list[tuple[int, int]], unread: array[int], attributes: int, least: int
) -> bytes:
    """Return a page without scripts and unread attributes, if they are ``least`` bytes or more together.

    With ``attributes``, those stay that HTML and metadata are made from, or metadata alone.  Raises
    IndexError where one begins before the last one ends, or outside the page.  In Python all of a page goes
    into a tree.
    """
    return html


def attributes_at(utf8: bytes, at: int, most: int) -> tuple[int, tuple[int, int] | None, int, bool]:
    """Return the number of attributes, the span of those too many, where the tag ends, if with ``/>``."""
    count, first_over = 0, -1
    while found := _ATTRIBUTE.match(utf8, at):
        count += 1
        if count == most + 1:
            first_over = found.start(1)
        at = found.end()
    close = _CLOSE.match(utf8, at)
    assert close is not None
    is_closed = close[1] == b"/>"
    if first_over < 0:
        return count, None, close.end(), is_closed
    return most, (first_over, close.start(1)), close.end(), is_closed


def after_comment(
    page: AnyStr, opening: re.Match[AnyStr], comment_end: re.Pattern[AnyStr], bracket: AnyStr
) -> int:
    """Return the end of a comment, or of what is read as one: a doctype, ``<?php``, ``</ ``.

    ``page`` is bytes or text, and so are ``comment_end`` and ``bracket``, which is ">".
    """
    if len(opening[0]) < len("<!--"):
        return page.find(bracket, opening.end()) + 1 or len(page)
    start = opening.end()
    end = comment_end.search(page, start - 2)  # <!--> and <!---> are comments
    if end and end[1] and end.start() < start:  # <!--!> opens a comment
        end = comment_end.search(page, start)
    return end.end() if end else len(page)


def after_content(utf8: bytes, start: int, name: bytes, few_raw: bool) -> int:
    """Return the end of what is no mark-up behind a start tag."""
    if name == b"script":
        return end_of_script(utf8, start, _IN_SCRIPT)
    if name not in _END or (few_raw and name != b"style"):
        return start
    end = None if name == b"plaintext" else _END[name].search(utf8, start)
    return end.start() if end else len(utf8)


def end_of_script(page: AnyStr, start: int, in_script: re.Pattern[AnyStr]) -> int:
    """Return where the end tag of a script begins, in bytes or in text.

    A script may have a comment with a script in it:
    https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state
    """
    in_comment = in_inner_script = False
    for mark in in_script.finditer(page, start):
        begins, ends, slash = mark.groups()
        if begins:
            in_comment = True
        elif ends:
            in_comment = in_inner_script = False
        elif not slash:
            in_inner_script = in_comment
        elif in_inner_script:
            in_inner_script = False
        else:
            return mark.start()
    return len(page)


#: How many letters of the Arabic script a page has, and how many of Uighur.
Amounts = tuple[int, int]


def folded(
    utf8: bytes, codec: str | None, known: bytes, places: array[int], forms: bytes
) -> tuple[bytes, Amounts] | None:
    """Return a page without NUL cleaned and folded, or itself if that is the same, and what it has.

    References are resolved, and forms replaced by their letters, which begin in ``forms`` at the place of the
    row; without any, it is no form.  The queries of addresses are encoded with ``codec``, if there is one.
    In Python fold.py does it.
    """
    return None
