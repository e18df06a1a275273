"""Character references → characters, for pages that spell them in any way."""

from __future__ import annotations

import html
import re
from html.entities import html5

#: Numbers that are too long for a code point, or begin with zeros.  Python refuses numbers of more than
#: 4,300 digits, and older versions take quadratic time for them.
_LONG_NUMBER = re.compile("&#0*([0-9]{1,8})([0-9]*)(?<=[0-9]{9})")
#: The least number that is not a code point.
_BEYOND = 0x110000
_IS_NUMBER = re.compile("&#(?:[0-9]+|[xX][0-9a-fA-F]+)")


def unescape(text: str) -> str:
    """Return a text with its references of any length decoded, as ``html.unescape`` does.

    >>> unescape("R&amp;D&#" + "0" * 5000 + "65;&#" + "9" * 5000 + ";")
    'R&DA\\ufffd'
    """
    if "&#" in text:
        text = _LONG_NUMBER.sub(lambda number: f"&#{_BEYOND if number[2] else number[1]}", text)
    return html.unescape(text)


def ended(reference: str, in_tag: bool) -> str:
    """Return what a reference is that ends here, in a way that nothing behind it changes.

    >>> [ended(reference, False) for reference in ("&", "&lt", "&noti", "&#65", "&#65x")]
    ['&amp;', '&lt;', '¬i', '&#65;', '&#65x']
    """
    if _IS_NUMBER.fullmatch(reference):
        return reference + ";"
    if reference in ("&#", "&#x", "&#X") or (in_tag and reference[1:] not in html5):
        return "&amp;" + reference[1:]
    return reference if reference.startswith("&#") else html.escape(unescape(reference))
