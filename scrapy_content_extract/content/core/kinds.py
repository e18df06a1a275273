"""The content tree: the kinds of its nodes, and which may stand in which.

::

    document    = block*
    block       = line | paragraph | heading | code block | quote | list | definitions | table | figure | rule
    line, paragraph, heading, term, caption = run*
    code block  = (text | picture)*
    quote       = block*
    list        = item*                     ordered or not
    item        = block*                    the first may be a line
    definitions = (term | meaning)*
    meaning     = block*
    table       = caption? (row | group)*   a group is a head, a body or a foot
    group       = row*
    row         = cell*
    cell        = (line | code block | list | definitions | figure)*
    figure      = (block | caption)*
    run         = text | link | emphasis | code | superscript | … | formula | picture | break

A text is a string, with its white space collapsed and its characters as they are.  A line is what stands in a
block without an element of its own, such as the words of an item.  A footnote is a paragraph or an item, a
player a figure whose line holds a picture and a link.  There is nothing else: no attribute, tag or comment of
the page.  What HTML allows beyond that, such as a list that is the child of a list, :mod:`.builder` settles.
"""

from __future__ import annotations

#: The kinds, by the names of HTML, in groups that behave alike; and the elements that hide their content.
KINDS = (
    "",  # a line, or the document
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "caption", "figcaption",  # hold runs
    "td", "th",
    "li", "dd", "blockquote", "figure",  # hold blocks
    "ul", "ol", "dl",
    "table", "thead", "tbody", "tfoot", "tr",
    "a", "em", "strong", "b", "i", "sub", "sup", "del", "tex-inline", "code",
    "img", "video", "hr", "br", "script",
)  # fmt: skip
(
    LINE,
    P, H1, H2, H3, H4, H5, H6, PRE, DT, CAPTION, FIGCAPTION,
    TD, TH,
    LI, DD, BLOCKQUOTE, FIGURE,
    UL, OL, DL,
    TABLE, THEAD, TBODY, TFOOT, TR,
    A, EM, STRONG, B, I, SUB, SUP, DEL, FORMULA, CODE,  # noqa: E741
    IMG, VIDEO, HR, BR, SCRIPT,
) = range(len(KINDS))  # fmt: skip
KIND = {name: kind for kind, name in enumerate(KINDS)}
