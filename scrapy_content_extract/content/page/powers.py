"""What is an exponent or an index: tables of what stands before it, all of it, and what stands behind it.

:mod:`.notation` reads them.  What no row describes, such as the mark of a footnote (``word<sup>2</sup>``), an
ordinal (``2<sup>nd</sup>``) or a sign (``<sup>TM</sup>``), stays as it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SIGN = "[-+−–]"
#: No letter of an alphabet before it; Chinese is written without spaces around units.
#: The signs "·", "×" and "÷" stand among the letters of Unicode, and are none.
_LETTERS = "A-Za-z\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u04ff"
_ALONE, LETTER = f"(?<![{_LETTERS}])", f"[{_LETTERS}]"
_NUMBER = r"\d{1,3}(?:\.\d+|/\d+)?"
#: A number other than 1: nobody writes a first power.
_POWER = rf"(?!1$){_NUMBER}"
_TERM = r"(?:\w{1,8}|∞)"
#: The letters of numbers that are counted, not letters of footnotes, hours or ordinals.
_COUNTED = "[ijknxyzNT]"
#: The units of the SI and of other tables whose powers are in use: area, volume, rates.
_UNIT = (
    "(?:da|[YZEPTGMkhdcmµμunpf])?(?:m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|C|V|F|Ω|H|T|lm|lx|Bq|Gy|Sv|l|L|eV)"
    "|ft|in|yd|mi|min|[кдсм]?м"
)
_FUNCTION = "(?:sin|cos|tan|cot|sec|csc|tg|ctg|ln|lg|log|exp)h?"
#: In brackets is a formula, not a remark: single letters, numbers and operators.
_BRACKETS = r"[(\[{](?=[^()\[\]{}]*(?:[-+−*/·×^]|\b[A-Za-z]\b))(?:(?!\w{4})[^()\[\]{}])+[)\]}]"


class Row(NamedTuple):
    """A case in which a text is an exponent or an index."""

    #: what stands before it, at the end
    base: re.Pattern[str]
    #: all of it
    script: re.Pattern[str]
    #: whether it may be the mark of a footnote, on a page that has such marks without links
    is_doubtful: bool = False
    #: what stands behind it, at the beginning
    after: re.Pattern[str] = re.compile("")


def row(base: str, script: str, *, is_doubtful: bool = False, after: str = "") -> Row:
    return Row(re.compile(f"(?:{base})$"), re.compile(script), is_doubtful, re.compile(after))


POWERS = (
    # 10^−3, s^-1, sin^−1, (a+b)^-2: no other mark has a sign
    row(rf"\d|{_ALONE}{LETTER}{{1,3}}|{_BRACKETS}", rf"{SIGN}{_NUMBER}"),
    # 10^1, 10^100: powers of ten, the first included
    row(r"(?<!\d)10", _NUMBER),
    # 2^32; of longer numbers 2019^2 may be a year with a footnote, and 8,300 people have one
    row(r"(?<!\d)\d{1,2}", _POWER),
    row(r"(?<!\d[,\xa0\u2009\u202f]\d\d)\d", _POWER, is_doubtful=True),
    # km^2, m^3
    row(rf"{_ALONE}(?:{_UNIT})", "[23]"),
    # x^2, R^2: a variable
    row(rf"{_ALONE}{LETTER}", _POWER),
    # mc^2, πr^2 behind an operator; πr^2, 4πr^2: no word has letters of two alphabets
    row(rf"(?:[=+−×]\s?|·){LETTER}{{2,3}}|{_ALONE}[α-ω][A-Za-z]", _POWER),
    # sin^2x, ab^2c: the mark of a footnote stands at the end of a word
    row(rf"{_ALONE}{LETTER}{{2,3}}", _POWER, after=rf"{LETTER}"),
    # cos^2 θ, tan^2(x): a function and its argument
    row(rf"{_ALONE}{_FUNCTION}", _POWER, after=r" ?(?:\d?[b-hj-zα-ωB-HJ-Z]\b|\()"),
    # mc^2, cos^2, ax^2, but not the footnote in "it²"
    row(rf"{_ALONE}{LETTER}{{2,3}}", _POWER, is_doubtful=True),
    # (a+b)^2, (x)^n
    row(_BRACKETS, rf"{_POWER}|{_COUNTED}"),
    # 2^n, x^k, A^T; not 3e (French), 12h, 2d, Mr
    row(rf"\d|{_ALONE}[A-Za-z]", _COUNTED),
    # e^(iπ), e^λ: Greek letters
    row(rf"{_ALONE}[A-Za-z]", "[a-z]?[α-ω][a-z]?"),
    # 2^2n, x^(n+1), e^(−λt), e^(x/2); not the footnotes a–c
    row(rf"\d|{_ALONE}{LETTER}{{1,3}}|{_BRACKETS}", rf"\d{{1,2}}{_COUNTED}|{SIGN}\d*{LETTER}{{1,3}}\d?"),
    row(
        rf"\d|{_ALONE}{LETTER}{{1,3}}|{_BRACKETS}",
        rf"(?=.*(?:[-+−/*·] ?\d|\d ?[-+−/*·]|\+))(?=.*[^\W\d])"
        rf"[-−(]*{_TERM}(?: ?[-+−–/*·×()]+ ?{_TERM}){{1,5}}\)*",
    ),
    # Ca^2+, SO_4^2−
    row(rf"{_ALONE}(?:[A-Z][a-z]?\d*){{1,4}}|[)\]]", r"\d[-+−–]"),
)

INDEXES = (
    # H_2O, log_10, PM_2.5, 101_2
    row(r"\w|[)\]}]", rf"{SIGN}?{_NUMBER}"),
    # x_i, V_max, CO_2e, x_(i,j), a_(n+1), lim_(n→∞): after a symbol
    row(
        rf"{_ALONE}{LETTER}{{1,3}}|[)\]}}]",
        rf"[-−(]*{_TERM}(?: ?[-+−–/*·×=,→<>≤≥|()]+ ?{_TERM}){{0,5}}\)*",
    ),
)
#: Cents behind dollars: two digits, and no power.
PRICES = (
    # $4 99
    row(r"[$€£¥₹] ?\d[\d,]*", r"\d\d"),
    # 4 99 €, but 10^12 €
    row(r"(?<!\d)(?!10$)\d+", r"\d\d", after=" ?[$€£¥₹]"),
)
ROWS = {"sup": POWERS, "sub": INDEXES}
