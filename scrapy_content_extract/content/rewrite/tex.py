"""TeX as text: what is a formula in running text, and how one is written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

#: A formula has at most this many characters; between single dollars fewer: it does not hold paragraphs.
TEX_CHARS, INLINE_CHARS = 10_000, 1_000
#: The characters of a text that are searched, the delimiters in it, and the others between two dollars.
TEXT_CHARS, MOST_DELIMITERS, BETWEEN_DOLLARS = 1_000_000, 10_000, 99

#: Environments of formulas, each also with a star.
ENVIRONMENTS = frozenset(
    "align aligned alignat array bmatrix Bmatrix cases CD displaymath eqnarray equation flalign gather "
    "gathered math matrix multline pmatrix smallmatrix split tikzcd vmatrix Vmatrix".split()
)
#: Function names, which are words in formulas.
FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lcm lg lim ln log max "
    "min mod Pr sec sin sinh sup tan tanh".split()
)
#: What encloses a formula, and whether it is displayed on a line of its own.
ENCLOSED = (
    ("\\[", "\\]", True), ("$$", "$$", True), ("\\(", "\\)", False), ("$", "$", False),
    *((f"[{name}]", f"[/{name}]", False) for name in ("tex", "itex", "latex", "math")),
)  # fmt: skip
_BEGINS = tuple({opening[0] for opening, _, _ in ENCLOSED})
_CLOSING = {opening: closing for opening, closing, _ in ENCLOSED}
_DISPLAYED = {opening for opening, _, is_displayed in ENCLOSED if is_displayed}

_DELIMITER = re.compile(
    r"\\\\|\\[$()\[\]]|\$+|(?i:\[/?(?:i?tex|latex|math)\])|\\(?:begin|end)\{([A-Za-z]{1,20}\*?)\}"
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+|[,;:!{}|])")
#: A superscript, or a subscript of one letter: names of programs have more letters before "_".
_SCRIPT = re.compile(r"\^|(?:(?<![^\W_])[^\W\d_]|[)\]}'])_[\w{\\(]")
_OPERATOR = re.compile(r"[=<>+*/≤≥∈→]")
_WORD = re.compile(rf"(?<![\\A-Za-z])(?!(?:{'|'.join(sorted(FUNCTIONS))})(?![A-Za-z]))[^\W\d_]{{3,}}")
_BRACED = re.compile(r"\{[^{}]*\}")
#: What may follow a formula between single dollars: an ending such as in "$n$th", and no other letter.
_BEHIND = re.compile(r"(?:s|st|nd|rd|th)?(?![0-9A-Za-z])")

_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n\s*")
_BREAK = re.compile(r"<br ?/?>")
_CDATA = re.compile(r"%?\s*(?:<!\[CDATA\[|\]\]>)")
_SPACES = re.compile(r"\s+")
#: Commands that draw nothing, and what may follow them before their arguments in braces.
_DEFINES = re.compile(
    r"\s*\\(?:(?:re|provide)?newcommand|DeclareMathOperator|newenvironment|def|let|require|begingroup|endgroup)"
    r"(?![A-Za-z])\*?(?:\s*(?:\\[A-Za-z]+|#\d|\[[^\]]*\]))*"
)
_NUMBER = re.compile(r"\s*(?:\[[^\]]*\]\s*)*")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
#: What readers of Markdown that do not know formulas would take for a tag or a link with a scheme.
_TAG, _LINK = re.compile(r"<(?=[A-Za-z/!?][^<>]*>)"), re.compile(r"\](?=\(\s*\w+:)")


class Found(NamedTuple):
    """A formula in a piece of text."""

    start: int
    stop: int
    tex: str
    is_displayed: bool
    #: what it begins with
    opening: str


class Delimiter(NamedTuple):
    start: int
    stop: int
    #: the delimiter, an environment as ``begin{name}``
    word: str


def written(tex: str, is_displayed: bool) -> str:
    """Return a formula as text, or "" if it draws nothing."""
    tex = _CDATA.sub("", _BREAK.sub("\n", tex))
    tex = _SPACES.sub(" ", _COMMENT.sub("", tex)).strip()
    tex = _LINK.sub("] ", _TAG.sub("< ", tex))
    if (len(tex) - len(tex.rstrip("\\"))) % 2:  # it would quote the dollar
        tex = tex[:-1].rstrip()
    place = 0  # behind definitions
    while found := _DEFINES.match(tex, place):
        place = behind_braces(tex, found.end())
    if not tex or (place > 0 and not tex[place:].partition("%")[0].strip()):
        return ""
    return f"$${tex}$$" if is_displayed else f"${tex}$"


def behind_braces(tex: str, place: int) -> int:
    """Return where groups of braces end that begin at a place."""
    depth = 0
    for brace in _BRACE.finditer(tex, place):
        if depth == 0 and (brace[0] != "{" or not _NUMBER.fullmatch(tex, place, brace.start())):
            break
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            place = brace.end()
    return place


def unwrapped(text: str) -> tuple[str, bool | None]:
    """Return the TeX between delimiters, and whether it is displayed; without them, the text and None."""
    text = text.strip()
    if not text.startswith(_BEGINS):  # as most words of pictures
        return text, None
    for opening, closing, is_displayed in ENCLOSED:
        inside = text[len(opening) : -len(closing)]
        if inside and text == opening + inside + closing:
            return (text, None) if opening in inside or closing in inside else (inside, is_displayed)
    return text, None


def is_tex(text: str) -> bool:
    """Tell whether text between delimiters of formulas is one: it has a sign of TeX, or no words.

    >>> [is_tex(text) for text in ("x", "see below", r"\\text{see below}", "sin x")]
    [True, False, True, True]
    """
    return has_signs(text) or (bool(text.strip()) and words_in(text) == 0)


def has_signs(text: str) -> bool:
    return bool(_COMMAND.search(text) or _SCRIPT.search(text))


def words_in(text: str) -> int:
    """Count the words of text that are neither in braces nor names of functions."""
    return len(_WORD.findall(_BRACED.sub("", text)))


def has_delimiter(text: str | None) -> bool:
    """Tell whether text may have a delimiter of formulas, at little cost."""
    return text is not None and ("$" in text or "\\" in text or "[" in text)


def formulas_in(text: str, is_of_tex: bool) -> Iterator[Found]:
    """Yield the formulas of a piece of text, in order.

    ``is_of_tex`` says that the page has formulas between single dollars, so that one without signs counts.
    """
    delimiters = Delimiters(text)
    n = 0
    while n < len(delimiters.all):
        m = delimiters.closing(n)
        if m > n and (found := formula_between(text, delimiters.all[n], delimiters.all[m], is_of_tex)):
            yield found
            n = m
        n += 1


class Delimiters:
    """The delimiters of a piece of text."""

    def __init__(self, text: str) -> None:
        found = islice(_DELIMITER.finditer(text, 0, TEXT_CHARS), MOST_DELIMITERS)
        self.all = [Delimiter(*hit.span(), hit[0].lower() if hit[0][0] == "[" else hit[0]) for hit in found]
        self.places: dict[str, list[int]] = {}
        for n, delimiter in enumerate(self.all):
            self.places.setdefault(delimiter.word, []).append(n)
        #: for each ``\\begin`` its ``\\end``
        self.ends: dict[int, int] = {}
        stacks = dict[str, list[int]]()
        for n, (_, _, word) in enumerate(self.all if "\\begin" in text else ()):
            kind, _, name = word.partition("{")
            if kind == "\\begin":
                stacks.setdefault(name, []).append(n)
            elif kind == "\\end" and stacks.get(name):
                self.ends[stacks[name].pop()] = n

    def next(self, word: str, n: int) -> int:
        """Return where a delimiter is next after ``n``, or -1."""
        places = self.places.get(word, [])
        k = bisect_right(places, n)
        return places[k] if k < len(places) else -1

    def closing(self, n: int) -> int:
        """Return the delimiter that closes the ``n``-th, or -1."""
        word = self.all[n].word
        if word == "$":  # prices: between two dollars there is no other
            after = range(n + 1, min(n + 2 + BETWEEN_DOLLARS, len(self.all)))
            m = next((m for m in after if self.all[m].word.startswith("$")), -1)
            return m if self.all[m].word == "$" else -1
        if word not in _CLOSING:
            return self.ends.get(n, -1)
        closing, again = self.next(_CLOSING[word], n), self.next(word, n)
        return -1 if 0 < again < closing else closing  # the inner one is read


def formula_between(text: str, opening: Delimiter, closing: Delimiter, is_of_tex: bool) -> Found | None:
    """Return the formula between two delimiters, or None."""
    start, stop = opening.stop, closing.start
    if stop - start > TEX_CHARS:
        return None
    if opening.word.startswith("\\begin"):
        name = opening.word[len("\\begin{") : -1].rstrip("*")
        tex = text[opening.start : closing.stop]
        return Found(opening.start, closing.stop, tex, True, name) if name in ENVIRONMENTS else None
    tex = text[start:stop]
    if opening.word == "$" and tex.startswith("latex "):  # as WordPress has it
        tex = tex[len("latex ") :]
    elif not is_formula(text, start, stop, opening.word, is_of_tex):
        return None
    is_displayed = opening.word in _DISPLAYED
    return Found(opening.start, closing.stop, tex, is_displayed, opening.word) if tex.strip() else None


def is_formula(text: str, start: int, stop: int, opening: str, is_of_tex: bool) -> bool:
    """Tell whether the text behind an opening delimiter is a formula."""
    tex = text[start:stop]
    if opening == "$":
        return is_between_dollars(text, start, stop, is_of_tex)
    if opening == "$$":
        is_close = bool(tex[:1].strip() and tex[-1:].strip())
        return has_signs(tex) or (is_tex(tex) and (is_of_tex or is_close))
    if opening == "\\[":  # also how some write brackets in Markdown
        return has_signs(tex) or (is_tex(tex) and _OPERATOR.search(tex) is not None)
    return opening != "\\(" or is_tex(tex)


def is_between_dollars(text: str, start: int, stop: int, is_of_tex: bool) -> bool:
    """Tell whether text between single dollars is a formula: not prices, not variables of programs."""
    before = text[start - 2 : start - 1]
    if (before.isascii() and before.isalnum()) or not _BEHIND.match(text, stop + 1):
        return False
    tex = text[start:stop]
    if not tex or len(tex) > INLINE_CHARS or "\n\n" in tex or tex[0].isspace() != tex[-1].isspace():
        return False
    if _COMMAND.search(tex):
        return True
    if tex[0].isspace() or tex[0] == "{":
        return False
    is_bare = text[stop + 1 : stop + 2].isalpha() is False
    return not words_in(tex) and (bool(_SCRIPT.search(tex)) or (is_of_tex and is_bare))
