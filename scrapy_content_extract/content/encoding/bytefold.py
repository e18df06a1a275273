"""Cleaning and folding UTF-8 as bytes in compiled code; :mod:`.fold` does the same with text."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import accumulate

from .. import columns

#: The code points of the tables' rows: the Arabic script, and presentation forms.
CODES = (*range(0x600, 0x900), *range(0xFB00, 0xFF00))
#: The properties of a code point, as bits.
IS_LETTER, IS_KURDISH, IS_RESOLVED = 1, 2, 4


@cache
def tables() -> tuple[bytes, bytes]:
    """Return for each code point its properties, and a bit for each of UIGHUR_LETTERS that it is."""
    from .fold import KURDISH_LETTERS, LETTERS, RESOLVED, UIGHUR_LETTERS  # few pages need it

    properties = bytes(
        IS_LETTER * bool(LETTERS.match(chr(code)))
        | IS_KURDISH * (chr(code) in KURDISH_LETTERS)
        | IS_RESOLVED * (code in RESOLVED)
        for code in CODES
    )
    uighur = (sum(1 << n for n, signs in enumerate(UIGHUR_LETTERS) if chr(code) in signs) for code in CODES)
    return properties, bytes(uighur)


@cache
def letters_of(uighur: bool) -> tuple[array[int], bytes]:
    """Return where the letters of each code point begin, and these, in UTF-8; none for what is no form."""
    from .fold import FORMS, UIGHUR_FORMS

    forms = FORMS | UIGHUR_FORMS if uighur else FORMS
    letters = [forms.get(code, "").encode() for code in CODES]
    return array("i", accumulate(map(len, letters), initial=0)), b"".join(letters)


def normalized(utf8: bytes, uighur: str | bool) -> bytes | None:
    """Return a page cleaned and folded without options, or itself; None where :mod:`.fold` is to do it."""
    if not columns.scan.has_forms(utf8):
        if not columns.scan.has_removed(utf8):
            return utf8
        uighur = False
    if uighur not in ("auto", True, False) or b"\0" in utf8:
        return None
    from .fold import are_uighur

    made = columns.scan.folded(utf8, *tables(), *letters_of(bool(uighur)))
    if made and uighur == "auto" and not are_uighur(*made[1]):
        made = columns.scan.folded(utf8, *tables(), *letters_of(uighur=False))
    return made[0] if made else None
