"""MathML → TeX, for formulas that bring no TeX along."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from html.entities import html5

from lxml import etree

from .tex import FUNCTIONS

#: Nests of elements deeper than this are read as text.
DEEPEST = 60

#: Commands of TeX whose names are names of characters in HTML, too.
_NAMED = (
    "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon chi psi "
    "omega vartheta varrho varsigma varpi varkappa Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi "
    "Omega pm mp times div star setminus cup cap vee wedge oplus ominus otimes odot leq geq ll gg prec succ "
    "sim simeq approx cong equiv propto subset supset subseteq supseteq sqsubseteq sqsupseteq in ni notin "
    "mid parallel perp vdash dashv models leftarrow rightarrow leftrightarrow Leftarrow Rightarrow "
    "Leftrightarrow uparrow downarrow mapsto hookrightarrow hookleftarrow longrightarrow nearrow searrow "
    "rightharpoonup rightleftharpoons forall nexists emptyset nabla hbar ell Re Im wp aleph beth angle top "
    "sum prod coprod int oint bigcup bigcap bigoplus bigotimes bigvee bigwedge lfloor rfloor lceil rceil "
    "langle rangle dagger bullet lesssim gtrsim leqslant geqslant square therefore because bowtie ltimes "
    "rtimes"
)
#: The others.
_OTHERS = (
    "ε varepsilon ϵ epsilon φ varphi ϕ phi ∃ exists ∞ infty ∂ partial ≠ neq ⋅ cdot · cdot ∘ circ … ldots ⋯ "
    "cdots ⋮ vdots ⋱ ddots ¬ neg ∬ iint ∭ iiint ‖ | { { } } % % & & # # $ $ _ _ ′ prime ϒ Upsilon ∥ "
    "parallel ∖ setminus → to ⟶ longrightarrow ⟹ implies ⟺ iff ∝ propto ∅ emptyset"
).split()
SYMBOLS = {
    **{html5[f"{name};"]: f"\\{name}" for name in _NAMED.split()},
    **{char: f"\\{name}" for char, name in zip(_OTHERS[::2], _OTHERS[1::2])},
    **{char: f"\\mathbb{{{letter}}}" for char, letter in zip("ℝℤℕℚℂℙ", "RZNQCP")},
    **dict.fromkeys("\u2061\u2062\u2063\u2064\u200b", ""),
    "−": "-", "∗": "*", "\xa0": "\\ ", "∣": "|", "′": "'", "″": "''", "∶": ":",
    "⟨": "\\langle", "⟩": "\\rangle",
}  # fmt: skip
VARIANTS = {
    "bold": "mathbf", "bold-italic": "boldsymbol", "double-struck": "mathbb", "script": "mathcal",
    "fraktur": "mathfrak", "normal": "mathrm", "sans-serif": "mathsf", "monospace": "mathtt",
}  # fmt: skip
#: What stands above or below a base.
ABOVE = {
    "^": "hat", "ˆ": "hat", "\u0302": "hat", "~": "tilde", "˜": "tilde", "¯": "bar", "‾": "bar", "―": "bar",
    "→": "vec", "\u20d7": "vec", "˙": "dot", "¨": "ddot", "ˇ": "check", "˘": "breve",
    "⏞": "overbrace", "︷": "overbrace",
}  # fmt: skip
WIDE = {"hat": "widehat", "tilde": "widetilde", "bar": "overline", "vec": "overrightarrow"}
BELOW = {"⏟": "underbrace", "︸": "underbrace", "_": "underline", "\u0332": "underline", "―": "underline"}
#: Operators whose limits stand above and below them.
LIMITS = frozenset([*"∑∏∐⋃⋂⋁⋀⨁⨂∫∮", "lim sup", "lim inf", *"lim max min sup inf det gcd Pr".split()])
FENCES = {("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("|", "|"): "vmatrix", ("{", ""): "cases"}
OPENING, CLOSING = frozenset("([{|⟨⌊⌈‖"), frozenset(")]}|⟩⌋⌉‖")

#: The widths of spaces in em, from this one on, and their names in MathML.
SPACES = ((2, "\\qquad"), (1, "\\quad"), (0.27, "\\;"), (0.2, "\\:"), (0.1, "\\,"))
NAMED_SPACES = {"thinmathspace": "\\,", "mediummathspace": "\\:", "thickmathspace": "\\;"}

#: The end of a piece that a letter or digit behind it would change, or seem to.
_GOES_ON = re.compile(r"(?:\\[A-Za-z]+|[\^_]\w)\Z")
#: What a script needs no braces for.
_ONE_TOKEN = re.compile(r"\w|\\[A-Za-z]+")
_WIDTH = re.compile(r"([0-9]*\.?[0-9]+)em")
_SPACES = re.compile(r"\s+")


def name_of(element: etree._Element) -> str:
    """Return the name of an element without the prefix of its namespace; "" for a comment."""
    tag = element.tag
    return tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(tag, str) else ""


def tex_of(math: etree._Element, depth: int = 0) -> str:
    """Return a formula, or a part of one, as TeX, in linear time."""
    name = name_of(math)
    if depth > DEEPEST or name in TOKENS:
        return TOKENS.get(name, symbols)(math)
    if name == "mtable":
        is_aligned = "right" in (math.get("columnalign") or "") or "align" in (math.get("class") or "")
        return table_of(math, "aligned" if is_aligned else "matrix", depth)
    children = [child for child in math if name_of(child)]
    if name in ("mrow", "mstyle", "math", "mpadded", "mtd", "merror", "") or name not in SCHEMATA:
        return row_of(children, depth)
    return SCHEMATA[name](math, children, [tex_of(child, depth + 1) for child in children])


def joined(parts: Iterable[str]) -> str:
    """Join pieces of TeX, with a space between a command or a script and a letter or digit."""
    pieces: list[str] = []
    for part in parts:
        if part and pieces and part[0].isalnum() and _GOES_ON.search(pieces[-1]):
            pieces.append(" ")
        if part:
            pieces.append(part)
    return "".join(pieces)


def text_of(element: etree._Element) -> str:
    text = "".join(map(str, element.itertext())) if len(element) else element.text or ""
    return " ".join(text.split())


def symbols(element: etree._Element) -> str:
    """Return the characters of a token as TeX."""
    text = text_of(element)
    chars = map(letter_of, text) if text > "\U0001d400" else text
    return joined(SYMBOLS.get(char, char) for char in chars)


def letter_of(char: str) -> str:
    """Return the letter that a mathematical one is in a font.

    >>> letter_of("\N{MATHEMATICAL ITALIC PHI SYMBOL}") == "\N{GREEK PHI SYMBOL}"
    True
    """
    font, _, number = unicodedata.decomposition(char).partition(" ")
    return chr(int(number, 16)) if font == "<font>" and char > "\U0001d400" else char


def identifier(element: etree._Element) -> str:
    name, tex = text_of(element), symbols(element)
    if name in FUNCTIONS:
        return f"\\{name}"
    variant = VARIANTS.get(element.get("mathvariant") or "")
    if variant and (variant != "mathrm" or tex.isalpha()):
        return f"\\{variant}{{{tex}}}"
    return f"\\mathrm{{{tex}}}" if len(name) > 1 and name.isalpha() else tex


def words(element: etree._Element) -> str:
    text = "".join(map(str, element.itertext()))
    return f"\\text{{{_SPACES.sub(' ', text)}}}" if text.strip() else "\\ " * bool(text)


def space(element: etree._Element) -> str:
    given = element.get("width") or ""
    width = _WIDTH.fullmatch(given)
    if width is None:
        return NAMED_SPACES.get(given, "")
    return next((tex for least, tex in SPACES if float(width.group(1)) >= least), "")


def operator(element: etree._Element) -> str:
    name = text_of(element)
    return f"\\{name}" if name in FUNCTIONS else symbols(element)


TOKENS: dict[str, Callable[[etree._Element], str]] = {
    "mi": identifier, "mn": symbols, "mo": operator, "mtext": words, "ms": words, "mspace": space,
    **dict.fromkeys("annotation annotation-xml none mprescripts maligngroup".split(), lambda e: ""),
}  # fmt: skip


def row_of(children: list[etree._Element], depth: int) -> str:
    """Return some elements side by side; a table between brackets is a matrix."""
    ends = [text_of(child) if name_of(child) == "mo" else "" for child in (children[:1] + children[-1:])]
    if 2 <= len(children) <= 3 and name_of(children[1]) == "mtable" and ends[0]:
        kind = FENCES.get((ends[0], ends[-1] if len(children) == 3 else ""))
        if kind:
            return table_of(children[1], kind, depth + 1)
    parts = [tex_of(child, depth + 1) for child in children]
    is_fenced = len(children) > 2 and ends[0] in OPENING and ends[-1] in CLOSING
    if is_fenced and children[0].get("stretchy") != "false":
        parts = [joined(["\\left", parts[0]]), *parts[1:-1], joined(["\\right", parts[-1]])]
    return joined(parts)


def table_of(table: etree._Element, kind: str, depth: int) -> str:
    rows = [row for row in table if name_of(row) in ("mtr", "mlabeledtr")]
    cells = [[tex_of(cell, depth + 2) for cell in row if name_of(cell) == "mtd"] for row in rows]
    for row, of_row in zip(rows, cells):
        if name_of(row) == "mlabeledtr" and len(of_row) > 1:
            label, kind = text_of(next(cell for cell in row if name_of(cell) == "mtd")), "align"
            of_row[:] = [*of_row[1:-1], of_row[-1] + tag_of(label)]
    if kind == "align" and len(rows) == 1:
        return joined(cells[0])
    return f"\\begin{{{kind}}}" + " \\\\ ".join(" & ".join(row) for row in cells) + f"\\end{{{kind}}}"


def tag_of(label: str) -> str:
    """Return the label of an equation as TeX, which adds the brackets.

    >>> tag_of("(1)"), tag_of("A")
    ('\\\\tag{1}', '\\\\tag*{A}')
    """
    label = "".join(SYMBOLS.get(char, char) for char in label)
    return f"\\tag{{{label[1:-1]}}}" if label[:1] == "(" and label[-1:] == ")" else f"\\tag*{{{label}}}"


def base_of(element: etree._Element, tex: str) -> str:
    """Return what has a script; in braces if it is more than one piece."""
    is_row = name_of(element) in ("mrow", "mstyle", "mpadded", "math") and len(element) > 1
    return f"{{{tex}}}" if is_row or not tex else tex


def script(sign: str, tex: str) -> str:
    if not tex or (sign == "^" and not tex.strip("'")):
        return tex  # f'
    return f"{sign}{tex}" if _ONE_TOKEN.fullmatch(tex) else f"{sign}{{{tex}}}"


def scripts(signs: str) -> Callable[[etree._Element, list[etree._Element], list[str]], str]:
    def of(element: etree._Element, children: list[etree._Element], parts: list[str]) -> str:
        if not parts:
            return ""
        return base_of(children[0], parts[0]) + "".join(map(script, signs, parts[1:]))

    return of


def limits(signs: str) -> Callable[[etree._Element, list[etree._Element], list[str]], str]:
    """Return what writes the parts above and below a base."""

    def of(element: etree._Element, children: list[etree._Element], parts: list[str]) -> str:
        base = text_of(children[0]) if parts else ""
        if not parts or base in LIMITS:
            return scripts(signs)(element, children, parts)
        tex = parts[0]
        for sign, child, part in zip(signs, children[1:], parts[1:]):
            marks, command = (ABOVE, "overset") if sign == "^" else (BELOW, "underset")
            mark = marks.get(text_of(child))
            if mark and len(base) > 1:
                mark = WIDE.get(mark, mark)
            tex = f"\\{mark}{{{tex}}}" if mark else f"\\{command}{{{part}}}{{{tex}}}"
        return tex

    return of


def fraction(element: etree._Element, children: list[etree._Element], parts: list[str]) -> str:
    above, below = (*parts, "", "")[:2]
    has_line = element.get("linethickness") != "0"
    return f"\\frac{{{above}}}{{{below}}}" if has_line else f"{{{above} \\atop {below}}}"


def fenced(element: etree._Element, children: list[etree._Element], parts: list[str]) -> str:
    separator = (element.get("separators", ",").strip() or "")[:1]
    opening, closing = (element.get(name, usual) for name, usual in (("open", "("), ("close", ")")))
    ends = [f"\\{end}" if end in ("{", "}") else SYMBOLS.get(end, end) or "." for end in (opening, closing)]
    return joined(["\\left", ends[0], separator.join(parts), "\\right", ends[1]])


def only_first(element: etree._Element, children: list[etree._Element], parts: list[str]) -> str:
    return parts[0] if parts else ""


SCHEMATA: dict[str, Callable[[etree._Element, list[etree._Element], list[str]], str]] = {
    "mfrac": fraction,
    "msqrt": lambda e, children, parts: f"\\sqrt{{{joined(parts)}}}",
    "mroot": lambda e, children, parts: f"\\sqrt[{''.join(parts[1:])}]{{{''.join(parts[:1])}}}",
    "msub": scripts("_"), "msup": scripts("^"), "msubsup": scripts("_^"),
    "munder": limits("_"), "mover": limits("^"), "munderover": limits("_^"), "mmultiscripts": scripts("_^"),
    "mfenced": fenced, "semantics": only_first, "maction": only_first,
}  # fmt: skip
