"""Characters that XML does not have: pages may hold them, lxml takes none."""

from __future__ import annotations

import re

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    """Return a text with U+FFFD in place of what XML does not have.

    >>> legal("a\\x01b") == "a\\N{REPLACEMENT CHARACTER}b"
    True
    """
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
