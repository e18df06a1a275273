"""What MathJax 3 and 4 draw with CSS → MathML, for pages that bring no MathML along.

Elements have names of MathML, with others around their parts, and the class of a character has its
number: ``<mjx-mi><mjx-c class="mjx-c1D465 TEX-I"></mjx-c></mjx-mi>`` is x
(https://github.com/mathjax/MathJax-src/tree/master/ts/output/chtml).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from ..markup import legal
from .mathml import DEEPEST

#: The parts of an element and their order in MathML; what stands around them has no meaning.
PARTS = {
    "mfrac": {"num": 0, "den": 1}, "msqrt": {"box": 0}, "mroot": {"box": 0, "root": 1},
    **{name: {"base": 0, "under": 1, "over": 2} for name in ("mover", "munder", "munderover")},
    "mtable": {"mtr": 0, "mlabeledtr": 0}, "mtr": {"mtd": 0}, "mlabeledtr": {"mtd": 0},
}  # fmt: skip
#: Elements whose last part, without ``PARTS``, has their scripts, upper ones first.
SCRIPTED = frozenset("msub msup msubsup mover munder munderover".split())
TOKENS = frozenset("mi mn mo mtext ms".split())
#: Others that are the same in MathML.  The rest are rows.
SAME = frozenset("mtd mphantom mspace".split())
#: The fonts of letters.
FONTS = {
    "TEX-B": "bold", "TEX-BI": "bold-italic", "TEX-C": "script", "TEX-FR": "fraktur", "TEX-SS": "sans-serif",
    "TEX-T": "monospace",
}  # fmt: skip
_CHAR = re.compile(r"(?:^|\s)mjx-c([0-9A-F]{2,5})(?=\s|$)")
_WIDTH = re.compile(r"(?:^|[;\s])width:\s*([0-9.]+em)")
_RIGHT = re.compile(r"text-align:\s*right")


def mathml_of(drawn: etree._Element, depth: int = 0) -> etree._Element:
    name = drawn.tag.removeprefix("mjx-")
    new = etree.Element(name if name in PARTS or name in SCRIPTED | TOKENS | SAME else "mrow")
    if depth > DEEPEST:
        return new
    if name in TOKENS:
        new.text = legal("".join(chars_of(drawn)))
        classes = " ".join([e.get("class") or "" for e in drawn]).split()
        new.set("mathvariant", next((FONTS[word] for word in classes if word in FONTS), ""))
    elif name == "mspace":
        width = _WIDTH.search(drawn.get("style") or "")
        new.set("width", width[1] if width else "")
    else:
        new.extend([mathml_of(part, depth + 1) for part in parts_of(drawn, name)])
    if name == "mtable":
        complete(new, drawn, depth)
    return new


def chars_of(token: etree._Element) -> Iterator[str]:
    """Yield the characters of a token; one that is stretched has pieces of it inside."""
    walk = etree.iterwalk(token, events=("start",))
    for _, element in walk:
        if char := _CHAR.search(element.get("class") or ""):
            yield chr(int(char[1], 16))
            walk.skip_subtree()
        else:
            yield element.text or ""


def parts_of(drawn: etree._Element, name: str) -> list[etree._Element]:
    """Return the parts of an element in the order of MathML."""
    order = PARTS.get(name, {})
    if found := sorted(nearest(drawn, order), key=lambda part: order[part.tag.removeprefix("mjx-")]):
        return found
    children = [child for child in drawn if isinstance(child.tag, str)]
    if name in SCRIPTED and children and children[-1].tag == "mjx-script":
        scripts = [part for part in children[-1].iterchildren(etree.Element) if part.tag != "mjx-spacer"]
        return [*children[:-1], *reversed(scripts)]
    return children


def nearest(drawn: etree._Element, names: Mapping[str, int]) -> Iterator[etree._Element]:
    """Yield the elements with some names below an element that stand in no other of them."""
    walk = etree.iterwalk(drawn, events=("start",)) if names else iter(())
    for _, element in walk:
        if element is not drawn and element.tag.removeprefix("mjx-") in names:
            yield element
        elif element.tag != "mjx-labels":
            continue
        walk.skip_subtree()


def complete(table: etree._Element, drawn: etree._Element, depth: int) -> None:
    """Give a table the labels of its rows, which MathJax draws beside it, and its alignment."""
    labels = drawn.find("mjx-labels")
    cells = () if labels is None else [next(row.iter("mjx-mtd"), None) for row in labels.iter("mjx-mtr")]
    for row, cell in zip(table, cells):
        row.tag = "mtr"
        if cell is not None and any(chars_of(cell)):
            row.tag = "mlabeledtr"
            row.insert(0, mathml_of(cell, depth + 2))
    if (first := next(drawn.iter("mjx-mtd"), None)) is not None and _RIGHT.search(first.get("style") or ""):
        table.set("columnalign", "right")
