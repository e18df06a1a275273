"""UTF-8 that was taken for windows-1252 and written as UTF-8 again, or as references, is read back.

``é`` is ``Ã©`` then, or ``&Atilde;&copy;``.  A page is read back only if all its characters above ASCII are
such: one that is not shows that the page means what it says.  A reference to a sign alone, such as
``&nbsp;``, is the template's.  Addresses stay: the server knows them so.
"""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from html.entities import html5

from ..core.scan_py import LETTERS, PAIR
from .detect import characters
from .tokens import split

#: The byte of each character in windows-1252, and of each in latin-1, where some are C1 controls.
BYTES = {
    char: byte
    for chars in (map(chr, range(128, 256)), characters("cp1252"))
    for byte, char in enumerate(chars, 128)
}

#: Characters above ASCII.
_CHARACTERS = re.compile(r"[^\0-\x7f]+")
#: Most of what is read back begins with these; else several different runs must be.  É™ alone is "CAFÉ™".
USUAL, SEVERAL = "ÂÃâ", 5
#: What no text has been.
_CONTROLS = re.compile("[\x80-\x9f]")
#: A reference to a letter from Â to ô, and what may be another such letter or a sign.
_REFERENCES = re.compile(
    rb"&(?:[AEIOUYaeiou](?:grave|acute|circ|uml)|[ANOano]tilde|[Aa]ring|A?a?[Ee]lig|[Oo]slash|[Cc]cedil|ETH|eth"
    rb"|THORN|szlig|times|#0*(?:19[4-9]|2[0-3]\d|24[0-4])|#[xX]0*(?:[cCdDeE][\da-fA-F]|[fF][0-4]));(?:&|\xc2)"
)


@cache
def with_references() -> re.Pattern[str]:
    """Return what finds characters above ASCII and references to them; a class at its beginning is fast."""
    names = "|".join(sorted(name for name, char in html5.items() if char in BYTES and name.endswith(";")))
    decimals, hexes = ("|".join(format(ord(char), base) for char in BYTES) for base in "dx")
    behind = rf"(?:{names}|#0*(?:{decimals});|#[xX]0*(?i:{hexes});)"
    return re.compile(rf"[&\x80-\U0010ffff](?:(?<=&){behind}|(?<!&))(?:[^\0-\x7f]|&{behind})*")


def read_back(utf8: bytes, found: int) -> bytes | None:
    """Return a page with these bits as it was before, or None if it is not mojibake."""
    has_references = bool(found & PAIR and _REFERENCES.search(utf8))
    if not found & LETTERS:
        sign = utf8.find(b"\xc2")
        is_beside = utf8[sign - 1 : sign] == b";" if sign > 0 else b"\xc3" not in utf8
        if not (has_references and is_beside):  # the first character above ASCII is beside a reference
            return None
    read: set[str] = set()

    def as_it_was(found: re.Match[str]) -> str:
        chars = unescape(found[0])
        if len(chars) == 1 and chars != found[0] and not chars.isalpha():
            return found[0]
        read.add(chars)
        return bytes([BYTES[char] for char in chars]).decode("utf-8")

    text = utf8.decode()
    high = with_references() if has_references else _CHARACTERS
    try:
        was = high.sub(as_it_was, text)
    except (KeyError, UnicodeDecodeError):
        return None
    if _CONTROLS.search(was) or not (len(read) >= SEVERAL or any(chars[0] in USUAL for chars in read)):
        return None
    pieces = split(text, high, addresses=True)
    if not any(map(high.search, pieces[1::2])):
        return was.encode()
    pieces[::2] = [high.sub(as_it_was, piece) for piece in pieces[::2]]
    return "".join(pieces).encode()
