"""Text → text: what stands in a page between its characters and its letters.

:func:`clean` takes out characters that are no text.  :func:`fold` gives every letter of the
Arabic script one code point.  Unicode's *presentation forms* (U+FB50–FDFF, U+FE70–FEFC) are
the shapes that a letter takes inside a word, one code point for each; pages of the 2000s,
those in Uighur above all, are written in them, often as numeric references
(``&#65203;``).  A word written so is not found, not counted and no stop word.

Unicode says which letter a form stands for (its compatibility decomposition, NFKC), with four
exceptions: in Uighur the shapes of the Arabic heh are those of two other letters, see
:data:`UIGHUR_FORMS` and :func:`is_uighur`.

Both functions work on the text of a page before it is parsed, and change its text and the
values of its attributes only: a parser finds the same elements before and after.  They read
mark-up as a tokenizer does (https://html.spec.whatwg.org/multipage/parsing.html#tokenization),
each character once.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

# --- the table ---------------------------------------------------------------------------


_ROWS = [
    row.split("\t")
    for row in (files(__package__) / "folding.tsv").read_text("utf-8").splitlines()
    if not row.startswith("#")
]


@cache
def forms(when: str) -> dict[int, str]:
    """Return what each form of ``folding.tsv`` stands for.

    ``when`` chooses the rows: "always", "uighur" (instead of "always" for the same form),
    "word" or "never", where a form stands for itself.
    """
    return {
        int(form, 16): "".join(chr(int(letter, 16)) for letter in letters.split())
        for form, letters, of_when, _ in _ROWS
        if of_when == when
    }


#: Form → letters.
FORMS = forms("always")
#: Form → letter where the page is in Uighur: ە and ھ, for which NFKC has ه.  They are one
#: letter in twelve of what is written in forms there.
UIGHUR_FORMS = forms("uighur")

#: The characters whose numeric reference is resolved: letters, marks and digits of the Arabic
#: script.  The end-of-ayah sign is a format character.
RESOLVED = frozenset({*range(0x0620, 0x0700), *FORMS, *forms("word"), *forms("never")} - {0x06DD})

# --- whether there is anything to do -----------------------------------------------------

_C0 = [bytes([code]) for code in range(0x20) if code not in b"\t\n\f\r"]
_MARK = re.compile(b"\xef\xbb\xbf")
#: How U+FB50–FDFF and U+FE70–FEFC begin in UTF-8.
_FORM = re.compile(rb"\xef(?:\xad[\x90-\xbf]|[\xae-\xb7]|\xb9[\xb0-\xbf]|\xba|\xbb[\x80-\xbc])")
#: A reference to something from U+0620 to 06FF, or from U+FB00 to FEFF (in decimal, from near
#: there), as hexadecimal or decimal number.
_NUMBER = re.compile(
    "&#(?:[xX]0*(6[2-9a-fA-F][0-9a-fA-F]|[fF][bBcCdDeE][0-9a-fA-F]{2})(?![0-9a-fA-F])"
    "|0*(1[5-7][0-9]{2}|6[45][0-9]{3})(?![0-9]));?"
)
_NUMBER_BYTES = re.compile(_NUMBER.pattern.encode())


def is_plain(utf8: bytes) -> bool:
    """Say whether :func:`clean` and :func:`fold`, without options, leave a page as it is.

    Most of what they cost on a plain page is to encode its text, for bytes are searched
    faster.  Who has the bytes asks here first.  False may be a false alarm.

    >>> is_plain("“文字，متن” &#160; &#39;".encode()), is_plain(b"&#65203;")
    (True, False)
    """
    return not (_has_controls(utf8) or _has_forms(utf8))


def _has_controls(utf8: bytes) -> bool:
    # One search for each byte is eight times as fast as one for a class of bytes.
    return any(control in utf8 for control in _C0) or bool(b"\xef" in utf8 and _MARK.search(utf8))


def _has_forms(utf8: bytes) -> bool:
    # Most pages have no 0xEF, and to see that costs a tenth of the other search.
    return bool((b"\xef" in utf8 and _FORM.search(utf8)) or _NUMBER_BYTES.search(utf8))


# --- mark-up -----------------------------------------------------------------------------

#: The content of these elements is neither mark-up nor text with references ...
RAW = frozenset("iframe noembed noframes plaintext script style xmp".split())
#: ... and that of these is text with references.
ESCAPABLE = frozenset({"textarea", "title"})

_S = r" \t\n\f\r"
_VALUE = rf"""\"[^"]*"?|'[^']*'?|[^{_S}>"'][^{_S}>]*"""
_ATTRIBUTE = rf"[^{_S}/>][^{_S}/>=]*(?:[{_S}]*=[{_S}]*(?:%s|)|)"  # (x|) is faster than (x)?
# Nothing after the loop can fail, so no attribute is tried twice; the loop is bounded, for it
# needs memory for each turn.
_ATTRIBUTES = rf"(?:[{_S}]*(?:/+(?!>)|{_ATTRIBUTE % _VALUE})){{0,64}}[{_S}]*(/?>|)"
_MARKUP = re.compile(rf"<(?:(/?)([a-zA-Z][^{_S}/>]*){_ATTRIBUTES}|!--|[!?/])")
_MORE = re.compile(_ATTRIBUTES)
_VALUES = re.compile(_ATTRIBUTE % f"({_VALUE})")
_END = {name: re.compile(rf"</{name}(?=[{_S}/>])", re.ASCII | re.IGNORECASE) for name in RAW | ESCAPABLE}
_IN_SCRIPT = re.compile(rf"<!(?=--)|-->|<(/?)script(?=[{_S}/>])", re.ASCII | re.IGNORECASE)
_COMMENT_END = re.compile("--(!?)>")


def split(page: str, needle: re.Pattern[str], unquoted: bool = True) -> list[str]:
    """Cut a page in mark-up, text, mark-up, text and so on; joined, they are the page.

    Text is what stands between tags, and each value of an attribute in a tag in which
    ``needle`` is found.  Values without quotes are left out if ``unquoted`` is False.

    >>> split('<a href="/" title="x">y</a>', re.compile("x"))
    ['<a href="', '/', '" title="', 'x', '">', 'y', '</a>']
    """
    pieces: list[str] = []
    done = position = 0  # what is in pieces; where to read on
    next_markup, end = _MARKUP.search, len(page)
    while position < end:
        tag = next_markup(page, position)
        start = tag.start() if tag else end
        if start > position:
            pieces += page[done:position], page[position:start]
            done = start
        if tag is None:
            break
        position = tag.end()
        slash, name, close = tag.groups()
        if name is None:
            position = _after_comment(page, tag)
            continue
        while not close and position < end and (more := _MORE.match(page, position)):
            position, close = more.end(), more[1]
        attributes = tag.end(2)
        if position - attributes > len("a=b>") and needle.search(page, attributes, position):
            for value in _VALUES.finditer(page, attributes, position):
                start, stop = value.span(1)
                if start < stop and page[start] in "\"'":
                    stop -= stop - start > 1 and page[stop - 1] == page[start]
                    start += 1
                elif not unquoted:
                    continue
                if start < stop:
                    pieces += page[done:start], page[start:stop]
                    done = stop
        if slash or close == "/>" or (name := name.lower()) not in _END:
            continue
        stop = _end_of_content(page, position, name)
        if name in ESCAPABLE:
            pieces += page[done:position], page[position:stop]
            done = stop
        position = stop
    pieces.append(page[done:])
    return pieces


def _after_comment(page: str, opening: re.Match[str]) -> int:
    """Return where a comment ends, or what is read as one: a doctype, ``<?php``, ``</ ``."""
    if opening[0] != "<!--":
        return page.find(">", opening.end()) + 1 or len(page)
    start = opening.end()
    end = _COMMENT_END.search(page, start - 2)  # <!--> and <!---> are comments
    if end and end[1] and end.start() < start:  # <!--!> is the start of one
        end = _COMMENT_END.search(page, start)
    return end.end() if end else len(page)


def _end_of_content(page: str, start: int, name: str) -> int:
    """Return where the content of an element without mark-up ends."""
    if name == "plaintext":
        return len(page)
    if name != "script":
        end = _END[name].search(page, start)
        return end.start() if end else len(page)
    # A script may hold a comment that holds a script:
    # https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state
    in_comment = in_inner_script = False
    for mark in _IN_SCRIPT.finditer(page, start):
        if mark[0] == "<!":
            in_comment = True
        elif mark[0] == "-->":
            in_comment = in_inner_script = False
        elif not mark[1]:
            in_inner_script = in_comment
        elif in_inner_script:
            in_inner_script = False
        else:
            return mark.start()
    return len(page)


# --- characters that are no text ---------------------------------------------------------

ZERO_WIDTH = "\u200b"
SOFT_HYPHEN = "\u00ad"
NBSP = "\u00a0"
#: https://www.unicode.org/reports/tr9/#Directional_Formatting_Codes
BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
CONTROLS = "\ufeff\0-\x08\x0b\x0e-\x1f"
REMOVED = "\ufeff" + "".join(c.decode() for c in _C0)

#: A "<" in text, and what would make it a tag if characters between them went away.
_STRAY = re.compile(rf"(<[^{_S}>]*)")


def clean(
    text: str,
    *,
    nfc: bool = False,
    nbsp: bool = False,
    soft_hyphen: bool = False,
    zero_width: bool = False,
    bidi: bool = False,
) -> str:
    r"""Take characters that are no text out of the text and the quoted values of a page.

    Always U+FEFF and control characters.  By option: ``soft_hyphen`` and ``zero_width``
    (the zero-width *space*) take out these, ``bidi`` what sets the direction of writing;
    ``nbsp`` makes no-break spaces spaces, and ``nfc`` composes letters and their marks.
    ZWJ and ZWNJ are letters in all but name, to Persian for one, and stay.

    What stands inside tags, comments and scripts stays, and so does what separates a "<"
    from the next letters, lest there be a tag where there was none.

    >>> clean("\ufeff<p>a\x01b <\x01b>")
    '<p>ab <\x01b>'
    """
    asked = nfc or nbsp or soft_hyphen or zero_width or bidi
    if not (asked and not text.isascii()) and not _has_controls(text.encode("utf-8", "surrogatepass")):
        return text
    removed = re.compile(f"[{CONTROLS}{SOFT_HYPHEN * soft_hyphen}{ZERO_WIDTH * zero_width}{BIDI * bidi}]+")
    needle = re.compile(r"[^\x20-\x7e]") if asked else removed

    def cleaned(part: str) -> str:
        part = removed.sub("", part)
        if nbsp:
            part = part.replace(NBSP, " ")
        return unicodedata.normalize("NFC", part) if nfc else part

    # What follows the last of them cannot matter: no mark-up begins or ends by it.
    beyond = len(text) if asked else 1 + max(map(text.rfind, REMOVED))
    pieces = split(text[:beyond], needle, unquoted=False)
    for i in range(1, len(pieces), 2):
        if "<" in pieces[i]:
            parts = _STRAY.split(pieces[i])
            parts[::2] = map(cleaned, parts[::2])
            pieces[i] = "".join(parts)
        else:
            pieces[i] = cleaned(pieces[i])
    new = "".join([*pieces, text[beyond:]])
    return text if new == text else new


# --- forms → letters ---------------------------------------------------------------------

_FOLDABLE = re.compile(r"[^\0-\x7f]|&#")

_LETTER = (
    r"\u0620-\u063f\u0641-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff"
    r"\u0750-\u077f\u08a0-\u08c9\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdfb\ufe80-\ufefc"
)
_LETTERS = re.compile(f"[{_LETTER}]+")

#: The letters of Uighur that Arabic, Persian and Urdu do not have, each with its forms; the
#: last has forms of its own in Uighur, but not a letter.
UIGHUR_LETTERS = [
    letter + "".join(chr(form) for form, letters in FORMS.items() if letter in letters)
    for letter in "ڭۇۈۋېۆە"
] + ["\ufbe8\ufbe9"]
#: Of these, two are letters of Kurdish (Sorani), too, which has others that Uighur has not.
SHARED_WITH_KURDISH = "ۆە"
KURDISH_LETTERS = "ێڕڵ"


def is_uighur(text: str) -> bool:
    """Say whether the Arabic script of a text is that of Uighur or its kin (Kazakh, Kyrgyz).

    It is, where at least 3 % of its letters are :data:`UIGHUR_LETTERS`, of two kinds or
    more, or at least 12 %; unless letters of Kurdish outnumber those that Kurdish lacks.

    >>> is_uighur("ئۇيغۇر تىلى"), is_uighur("اللغة العربية"), is_uighur("زمانی کوردی بۆ ئێمە")
    (True, False, False)
    """
    if "&#" in text:
        text = _NUMBER.sub(_resolve, text)
    total = sum(map(len, _LETTERS.findall(text)))
    amounts = {signs[0]: sum(map(text.count, signs)) for signs in UIGHUR_LETTERS}
    amount = sum(amounts.values())
    kinds = sum(map(bool, amounts.values()))
    if not total or amount < (0.03 if kinds > 1 else 0.12) * total:
        return False
    kurdish = sum(map(text.count, KURDISH_LETTERS))
    return kurdish <= amount - sum(amounts[letter] for letter in SHARED_WITH_KURDISH)


def fold(
    text: str,
    *,
    uighur: str | bool = "auto",
    word_ligatures: bool = False,
    tatweel: bool = False,
    stand_ins: bool = False,
) -> str:
    """Fold presentation forms to letters in the text and the attributes of a page.

    Numeric references to the Arabic script are resolved first; all others stay as they
    are, and so does what stands in comments, scripts and the like.

    ``uighur`` says whether the page is read as Uighur: True, False, or "auto", which asks
    :func:`is_uighur`.  ``word_ligatures`` folds U+FDF0–FDFC, one sign for a whole word.
    ``tatweel`` takes out U+0640 next to a letter, which only makes words longer.
    ``stand_ins``, on Uighur pages, replaces the ه ی ک of other keyboards by the Uighur
    letters of that shape.

    Raises ValueError when ``uighur`` is something else.

    >>> fold("<b>&#65175;&#65258;&#65203;&#65176;&#64489;&#65240;</b> &#60;")
    '<b>تەستىق</b> &#60;'
    """
    if uighur not in ("auto", True, False):
        raise ValueError(f"uighur is {uighur!r}; it may be 'auto', True or False.")
    asked = (tatweel or stand_ins) and not text.isascii()
    if not asked and not _has_forms(text.encode("utf-8", "surrogatepass")):
        return text
    pieces = split(text, _FOLDABLE)
    texts = [_NUMBER.sub(_resolve, piece) if "&#" in piece else piece for piece in pieces[1::2]]
    if uighur == "auto":
        uighur = is_uighur("".join(texts))
    table = dict(FORMS)
    if word_ligatures:
        table |= forms("word")
    if uighur:
        table |= UIGHUR_FORMS

    def folded(piece: str) -> str:
        piece = piece.translate(table)
        if stand_ins and uighur:
            piece = _of_that_shape(piece)
        return _TATWEEL.sub("", piece) if tatweel and TATWEEL in piece else piece

    pieces[1::2] = [piece if piece.isascii() else folded(piece) for piece in texts]
    new = "".join(pieces)
    return text if new == text else new


def _resolve(reference: re.Match[str]) -> str:
    """Return the character of a numeric reference, or the reference as it is."""
    hexadecimal, decimal = reference.groups()
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if code in RESOLVED else reference[0]


#: What other keyboards have instead of Uighur letters, which of them its shape is where it is
#: joined to the next letter, and which where it is not.  Nothing is joined to a hamza.
STAND_INS = {"ه": ("ھ", "ە"), "ی": ("ي", "ى"), "ک": ("ك", "ك")}
_JOINED = {letter: re.compile(f"{letter}(?!ء)(?=[{_LETTER}\u0640])") for letter in STAND_INS}


def _of_that_shape(text: str) -> str:
    """Replace the stand-ins in a text."""
    for letter, (joined, apart) in STAND_INS.items():
        if letter in text:
            text = _JOINED[letter].sub(joined, text).replace(letter, apart)
    return text


TATWEEL = "\u0640"
#: A run of tatweels is a dash where it stands apart from letters and marks.
_TATWEEL = re.compile(f"(?<=[{_LETTER}\u064b-\u065f\u0670])\u0640+|(?<!\u0640)\u0640+(?=[{_LETTER}])")
