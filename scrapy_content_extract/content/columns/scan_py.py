"""Looking for single bytes of a page, in Python; compiled it is scan_c.pxi."""

from __future__ import annotations

#: The control characters of ASCII, as bytes, but those that are white space in HTML.
C0 = bytes(code for code in range(0x20) if code not in b"\t\n\f\r")


def has_controls(utf8: bytes) -> bool:
    """Say whether a page has control characters of C0."""
    # A search for each byte takes a tenth of the time of one search for a class of bytes.
    return any(control in utf8 for control in C0)


def find_reference(utf8: bytes, at: int) -> int:
    """Return where the next numeric reference begins, from a place on, or -1."""
    return utf8.find(b"&#", at)
