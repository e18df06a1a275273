"""Looking for single bytes of a page, in Python; compiled it is scan_c.pxi."""

from __future__ import annotations

import re

#: The control characters of ASCII, as bytes, but those that are white space in HTML.
C0 = bytes(code for code in range(0x20) if code not in b"\t\n\f\r")


_MARK = b"\xef\xbb\xbf"
#: The beginnings of U+FB50–FDFF and U+FE70–FEFC in UTF-8.
_FORM = re.compile(rb"\xef(?:\xad[\x90-\xbf]|[\xae-\xb7]|\xb9[\xb0-\xbf]|\xba|\xbb[\x80-\xbc])")
#: A numeric reference to a character from U+0620 to 06FF or from U+FB00 to FEFF; decimal ones may
#: lie a little outside.
NUMBER = (
    "&#(?:[xX]0*(6[2-9a-fA-F][0-9a-fA-F]|[fF][bBcCdDeE][0-9a-fA-F]{2})(?![0-9a-fA-F])"
    "|0*(1[5-7][0-9]{2}|6[45][0-9]{3})(?![0-9]));?"
)
_NUMBER = re.compile(NUMBER.encode())
_NOT_ASCII = re.compile(rb"(?:[<>]|\A)[^<>\x80-\xff]*([\x80-\xff][^<>]*)")


def has_controls(utf8: bytes) -> bool:
    """Say whether a page has control characters of C0."""
    # A search for each byte takes a tenth of the time of one search for a class of bytes.
    return any(control in utf8 for control in C0)


def has_removed(utf8: bytes) -> bool:
    """Say whether a page has what cleaning always removes: control characters of C0 and U+FEFF."""
    return has_controls(utf8) or (b"\xef" in utf8 and _MARK in utf8)


def has_forms(utf8: bytes) -> bool:
    """Say whether a page has presentation forms, or references to the Arabic script."""
    # Most pages have no 0xEF, and finding that out costs a tenth of the second search.
    return bool(b"\xef" in utf8 and _FORM.search(utf8)) or _refers_to_arabic(utf8)


def _refers_to_arabic(utf8: bytes) -> bool:
    at = utf8.find(b"&#")
    while at >= 0:  # a quarter of the time of a search for the pattern
        if _NUMBER.match(utf8, at):
            return True
        at = utf8.find(b"&#", at + 2)
    return False


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
