"""Remove characters that are not text, and fold presentation forms to letters.

:func:`clean` removes control characters and the like.  :func:`fold` gives every letter of the Arabic
script one code point.  Unicode's *presentation forms* (U+FB50–FDFF, U+FE70–FEFC) are the shapes that
a letter takes inside a word, each with its own code point.  Pages of the 2000s, above all those in
Uighur, are written in them, often as numeric references (``&#65203;``).  Searches and stop-word
lists do not recognize such words.

Unicode defines which letter a form stands for (its compatibility decomposition, NFKC).  There are
four exceptions: in Uighur the shapes of the Arabic heh belong to two other letters.

Both functions work on a page before it is parsed, and change only its text and the attributes that people
read: a parser finds the same elements before and after.  Addresses, values of forms and JSON stay.  They read
mark-up like a tokenizer (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), each character
once.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from codecs import BOM_UTF8
from collections.abc import Collection
from functools import cache, partial
from itertools import accumulate
from pathlib import Path

from .. import core
from ..core.scan_py import C0, CONTROL, FORM, MARKED, NUMBER
from ..model import Decoded, table_rows
from .addresses import has_queries, query_codec, with_queries
from .tokens import as_text, is_json, split, without_nul

#: The options of :func:`clean` and of :func:`fold`; all are off by default.
CLEAN_OPTIONS = ("nfc", "nbsp", "soft_hyphen", "zero_width", "bidi")
FOLD_OPTIONS = ("word_ligatures", "tatweel", "stand_ins")


def normalize(
    body: bytes,
    decoded: Decoded,
    *,
    uighur: str | bool = "auto",
    options: Collection[str] = (),
    found: int | None = None,
) -> bytes:
    """Return a page in UTF-8, cleaned and folded, with queries as they are sent; ``body`` if nothing changes.

    ``decoded`` is the result of :func:`.decode.decode` for ``body``; ``uighur`` goes to :func:`fold`.
    ``options`` are the names from :data:`CLEAN_OPTIONS` and :data:`FOLD_OPTIONS` to switch on.  ``found`` are
    the bits of ``body``, if the caller has looked.
    """
    given = body
    if isinstance(decoded.content, bytes):
        body = decoded.content
    elif decoded.encoding != "utf-8" or decoded.replaced:
        body = decoded.text.encode("utf-8", "replace")
    if found is None or body is not given:
        found = core.scan.bits_of(body)
    utf8 = body.removeprefix(BOM_UTF8)
    codec = query_codec(decoded.encoding)
    if codec and not has_queries(utf8):
        codec = None
    if not options:
        if not codec and not found & (CONTROL | FORM):
            return body
        made = normalize_compiled(utf8, uighur, codec, found)
        if made is not None:
            return body if made == utf8 else made
    text = decoded.text
    normal = fold(clean(text, options), options, uighur=uighur)
    if codec:
        normal = with_queries(normal, codec)
    return body if normal is text else normal.encode("utf-8", "replace")


NBSP = "\u00a0"
#: What options remove; of ``bidi`` https://www.unicode.org/reports/tr9/#Directional_Formatting_Codes has all.
REMOVED_BY = {
    "soft_hyphen": "\u00ad",
    "zero_width": "\u200b",
    "bidi": "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",
}
#: What :func:`clean` always removes.
REMOVED = "\ufeff" + C0.decode()
_REMOVED = re.compile(f"[{REMOVED}]+")


def clean(text: str, options: Collection[str] = ()) -> str:
    """Remove characters that are not text from the text and the quoted texts in attributes of a page.

    U+FEFF and control characters are always removed.  Options, by their names, remove more: ``soft_hyphen``,
    ``zero_width`` (the zero-width *space*) and ``bidi`` (marks of the direction of writing).
    ``nbsp`` turns no-break spaces into spaces, and ``nfc`` composes letters and their marks.
    ZWJ and ZWNJ stay: in Persian, for example, they are part of the spelling.

    Tags, comments and scripts stay unchanged, but for NUL, see :func:`.tokens.without_nul`.  A "<" or a
    reference that would be another without a character in it is written as the text that it is.
    """
    asked = any(name in options for name in CLEAN_OPTIONS)
    found = core.scan.bits_of(text.encode("utf-8", "replace"))
    if not (asked and not text.isascii()) and not found & (CONTROL | MARKED):
        return text
    text = without_nul(text, in_text=False)
    removed = re.compile(f"[{REMOVED}{''.join(c for name, c in REMOVED_BY.items() if name in options)}]+")
    needle = re.compile(r"[^\x20-\x7e]") if asked else removed

    def cleaned(part: str) -> str:
        part = removed.sub("", part)
        if "nbsp" in options:
            part = part.replace(NBSP, " ")
        return unicodedata.normalize("NFC", part) if "nfc" in options else part

    pieces = split(text, needle, unquoted=False)
    for i in range(1, len(pieces), 2):
        pieces[i] = as_text(pieces[i], cleaned, in_tag=pieces[i - 1].endswith(("'", '"')))
    new = "".join(pieces)
    return text if new == text else new


def cleaned_text(utf8: bytes, in_tag: bool) -> bytes:
    """Clean a text or a value without mark-up and NUL, for the compiled code."""
    text = as_text(utf8.decode("utf-8", "surrogateescape"), partial(_REMOVED.sub, ""), in_tag)
    return text.encode("utf-8", "surrogateescape")


@cache
def forms(when: str) -> dict[int, str]:
    """Return the letters that each form of ``folding.tsv`` stands for.

    ``when`` selects the rows: "always", "uighur" (which replace the same forms of "always"),
    "word" (ligatures of a whole word) or "never" (forms that stand for themselves).
    """
    return {
        int(form, 16): "".join(chr(int(letter, 16)) for letter in letters.split())
        for form, letters, of_when, _ in table_rows(Path(__file__).with_name("folding.tsv"))
        if of_when == when
    }


#: Form → letters.
FORMS = forms("always")
#: Form → letter in Uighur: ە and ھ, where NFKC has ه.  They are one letter in twelve of Uighur
#: text in forms.
UIGHUR_FORMS = forms("uighur")

#: The characters whose numeric references are resolved: letters, marks, digits and punctuation of the Arabic
#: script.  The end-of-ayah sign U+06DD is a format character.
RESOLVED = frozenset(
    {0x060C, 0x061B, 0x061F, *range(0x0620, 0x0700), *FORMS, *forms("word"), *forms("never")} - {0x06DD}
)
_NUMBER = re.compile(NUMBER)

_LETTER = (
    r"\u0620-\u063f\u0641-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff"
    r"\u0750-\u077f\u08a0-\u08c9\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdfb\ufe80-\ufefc"
)
LETTERS = re.compile(f"[{_LETTER}]+")
_FOLDABLE = re.compile(r"[^\0-\x7f]|&#")
#: Tatweels next to a letter or mark; a run that touches none is a dash.
_TATWEEL = re.compile(f"(?<=[{_LETTER}\u064b-\u065f\u0670])\u0640+|(?<!\u0640)\u0640+(?=[{_LETTER}])")
#: Letters of another keyboard, each where it is joined to the next letter, and the Uighur letters of its
#: shape if joined, and if not.  A hamza is never joined.
STAND_INS = [
    (letter, re.compile(f"{letter}(?!ء)(?=[{_LETTER}\u0640])"), joined, apart)
    for letter, joined, apart in (("ه", "ھ", "ە"), ("ی", "ي", "ى"), ("ک", "ك", "ك"))
]


def fold(text: str, options: Collection[str] = (), *, uighur: str | bool = "auto") -> str:
    """Fold presentation forms to letters in the text of a page and the attributes that people read.

    Numeric references to the Arabic script are resolved first.  Other references, comments and
    scripts stay unchanged.

    ``uighur`` tells whether to read the page as Uighur: True, False, or "auto", which asks
    :func:`is_uighur`.  The option ``word_ligatures`` also folds U+FDF0–FDFC, each of which is a whole word.
    ``tatweel`` removes U+0640 next to a letter, where it only stretches the word.
    ``stand_ins`` replaces the ه ی ک of other keyboards with the Uighur letters of that shape, on
    Uighur pages.

    Raises ValueError if ``uighur`` has any other value.
    """
    if uighur not in ("auto", True, False):
        raise ValueError(f"uighur is {uighur!r}; it must be 'auto', True or False.")
    asked = ("tatweel" in options or "stand_ins" in options) and not text.isascii()
    if not asked and not core.scan.bits_of(text.encode("utf-8", "replace")) & FORM:
        return text
    pieces = split(text, _FOLDABLE)
    texts = [_NUMBER.sub(_resolve, piece) if "&#" in piece else piece for piece in pieces[1::2]]
    if uighur == "auto":
        uighur = is_uighur(" ".join(texts))
    table = FORMS | (forms("word") if "word_ligatures" in options else {}) | (UIGHUR_FORMS if uighur else {})

    def folded(piece: str) -> str:
        piece = piece.translate(table)
        if "stand_ins" in options and uighur:
            for letter, where_joined, joined, apart in STAND_INS:
                piece = where_joined.sub(joined, piece).replace(letter, apart)
        return _TATWEEL.sub("", piece) if "tatweel" in options else piece

    pieces[1::2] = [piece if piece.isascii() else folded(piece) for piece in texts]
    new = "".join(pieces)
    return text if new == text else new


def _resolve(reference: re.Match[str]) -> str:
    """Return the character of a numeric reference, or the reference unchanged."""
    hexadecimal, decimal = reference.groups()
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if code in RESOLVED else reference[0]


#: The letters that Uighur and its kin share with no language around them, each with its forms; the last entry
#: are forms of ى inside a word.  ە and ۆ are Kurdish, too, and ې is Pashto.
UIGHUR_LETTERS = frozenset(
    {*"ڭۇۈۋ", *(chr(form) for form, letters in FORMS.items() if set(letters) & {*"ڭۇۈۋ"}), *"\ufbe8\ufbe9"}
)
#: Only there does ى, the most frequent letter, stand inside words.
_INSIDE = re.compile(f"ى(?=[{_LETTER}])")
#: The least share of all these: Uighur texts of twenty letters have it, but none in Arabic, Kurdish, Pashto,
#: Persian, Sindhi or Urdu.
UIGHUR_SHARE = 0.03


def is_uighur(text: str) -> bool:
    """Tell whether a text in Arabic script is in Uighur or a related language (Kazakh, Kyrgyz).

    It is, if enough of its letters are :data:`UIGHUR_LETTERS` or ى inside a word.
    """
    if "&#" in text:
        text = _NUMBER.sub(_resolve, text)
    letters = "".join(LETTERS.findall(text))
    return are_uighur(len(letters), sum(map(letters.count, UIGHUR_LETTERS)) + len(_INSIDE.findall(text)))


def are_uighur(total: int, uighur: int) -> bool:
    """Tell the same from the number of letters, and of Uighur ones."""
    return uighur > 0 and uighur >= UIGHUR_SHARE * total


#: The rows of the compiled code's tables: the Arabic script and presentation forms; properties are bits.
CODES = (*range(0x600, 0x900), *range(0xFB00, 0xFF00))
IS_LETTER, IS_UIGHUR, IS_RESOLVED = 1, 2, 4


def normalize_compiled(utf8: bytes, uighur: str | bool, codec: str | None, found: int) -> bytes | None:
    """Return a page with these bits cleaned and folded without options, or itself.

    None if compiled code cannot.  ``codec`` is that of its queries, None if these are in UTF-8.
    """
    if not found & FORM:
        uighur = False
    if utf8[:99].lstrip()[:1] in (b"{", b"[") and is_json(utf8.decode("utf-8", "replace")):
        return utf8
    if uighur not in ("auto", True, False) or b"\0" in utf8:
        return None
    made = core.scan.folded(utf8, codec, *compiled_tables(bool(uighur)))
    if made and uighur == "auto" and not are_uighur(*made[1]):
        made = core.scan.folded(utf8, codec, *compiled_tables(uighur=False))
    return made[0] if made else None


@cache
def compiled_tables(uighur: bool) -> tuple[bytes, array[int], bytes]:
    """Return for each code point its properties and letters.

    The letters are in UTF-8, after the place where each begins; only forms have any.
    """
    properties = bytes(
        IS_LETTER * bool(LETTERS.match(chr(code)))
        | IS_UIGHUR * (chr(code) in UIGHUR_LETTERS)
        | IS_RESOLVED * (code in RESOLVED)
        for code in CODES
    )
    table = FORMS | UIGHUR_FORMS if uighur else FORMS
    letters = [table.get(code, "").encode() for code in CODES]
    starts = array("i", accumulate(map(len, letters), initial=0))
    return properties, starts, b"".join(letters)
