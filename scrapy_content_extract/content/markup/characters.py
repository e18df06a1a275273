"""Characters that XML does not have: pages may hold them, and lxml refuses them."""

from __future__ import annotations

import re

#: Where a word may be divided; no reader sees it, and "in\xadvisible" is not found as a word.
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
#: Control characters, in any encoding of ASCII.
CONTROLS = bytes([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20)])
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    """Return a text with U+FFFD for characters that XML does not have.

    >>> legal("a\\x01b") == "a\\N{REPLACEMENT CHARACTER}b"
    True
    """
    encoded = text.encode("utf-8", "surrogatepass")
    if (  # true for most texts; the expression takes ten times as long
        len(encoded.translate(None, CONTROLS)) == len(encoded)
        and b"\xed" not in encoded
        and b"\xef\xbf" not in encoded
    ):
        return text
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
