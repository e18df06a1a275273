"""The kinds of elements that HTML keeps, as numbers."""

from __future__ import annotations

#: The kept elements, in groups that behave alike, and the elements that hide their content.
KINDS = (
    "",
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "caption", "figcaption",  # hold lines
    "td", "th",
    "li", "dd", "blockquote", "figure",  # hold paragraphs
    "ul", "ol", "dl",
    "table", "thead", "tbody", "tfoot", "tr",
    "a", "em", "strong", "b", "i", "sub", "sup", "del", "tex-inline", "code",
    "img", "video", "hr", "br", "noscript", "script",
)  # fmt: skip
(
    _,
    P, H1, H2, H3, H4, H5, H6, PRE, DT, CAPTION, FIGCAPTION,
    TD, TH,
    LI, DD, BLOCKQUOTE, FIGURE,
    UL, OL, DL,
    TABLE, THEAD, TBODY, TFOOT, TR,
    A, EM, STRONG, B, I, SUB, SUP, DEL, FORMULA, CODE,  # noqa: E741
    IMG, VIDEO, HR, BR, NOSCRIPT, SCRIPT,
) = range(len(KINDS))  # fmt: skip
KIND = {name: kind for kind, name in enumerate(KINDS)}

#: Kinds of inline elements that mean the same as another kind.
SAME = {"em": "i", "strong": "b"}
MEANS: bytes = bytes(KIND[SAME.get(name, name)] for name in KINDS)

#: The deepest nest of kept elements.  Deeper ones are left out, and their texts are written where they
#: stand: readers need no more, and converters take time for each.
DEEPEST = 30
