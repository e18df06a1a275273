"""tree → Page: one pass that counts everything once.

The pass is flat: lists of tags, texts and child counts are taken from the tree in
document order, and loops over them do the rest.  No recursion (a parsed page may be
2,048 deep), no look-up of parents, no second walk.
"""

from __future__ import annotations

import os

from lxml import etree

from .model import BLOCK_BOUNDARY, JOINED, LINE_BREAK, SPACE, Page
from .parse import Tree

#: What is below these is never text of the page.  ``<noscript>`` is judged apart.
NEVER_TEXT = frozenset(
    "head title script style template iframe noframes object svg math select datalist "
    "textarea audio video map".split()
)

#: The elements that start a new line: "display: block" and its kin (list items, table
#: parts) in https://html.spec.whatwg.org/multipage/rendering.html.
BLOCK_LEVEL = frozenset(
    "html body address article aside blockquote center dialog dd details dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup "
    "hr legend li listing main menu nav ol optgroup option p plaintext pre search section "
    "summary table caption colgroup col tbody td tfoot th thead tr ul xmp".split()
)

#: ``<noscript>`` counts as text when it holds more characters than this ...
NOSCRIPT_CHARS = 300
#: ... and a greater share of the page's text, its own included, than this: forum software
#: puts whole threads there, others a notice or a tracking pixel.
NOSCRIPT_SHARE = 0.45

#: What an element means for the texts around it.
INLINE, BLOCK, LINK, BREAK, SILENT = range(5)
ROLES = {
    **dict.fromkeys(BLOCK_LEVEL, BLOCK),
    "a": LINK,
    "br": BREAK,
    **dict.fromkeys(NEVER_TEXT, SILENT),
    "noscript": SILENT,
}

#: Longer texts are split slice by slice.
SLICE = 1 << 20


def measure(tree: Tree | etree._Element, *, html: bytes | str = b"", url: str | None = None) -> Page:
    """Fill the columns of a :class:`Page` from a parsed page, in linear time.

    ``tree`` is what :func:`~scrapy_content_extract.content.parse.parse` returned, or any
    lxml element; it is read only.  ``html`` is what it was parsed from, for the methods
    that read the mark-up.
    """
    root, truncated = tree if isinstance(tree, Tree) else (tree, False)
    columns = read_columns(root, frozenset())
    if "noscript" in columns[0]:
        counted = noscripts_that_count(root, columns)
        if counted:
            columns = read_columns(root, counted)
    tag, parent, depth, end, first, stop, owner, text, chars, in_link, gap = columns
    return Page(
        tag, parent, depth, end, first, stop, owner, text, chars, in_link, gap, root, truncated, html, url
    )


def subtree_ends(children: list[int]) -> list[int]:
    """Return the index after the last descendant of each element.

    ``children`` counts the children of each element, in document order.

    >>> subtree_ends([2, 1, 0, 0])
    [4, 3, 3, 4]
    """
    end = [0] * len(children)
    for i in range(len(children) - 1, -1, -1):
        j = i + 1
        for _ in range(children[i]):
            j = end[j]
        end[i] = j
    return end


def split_long(text: str) -> list[str]:
    """Split a text at white space, with less memory than ``str.split`` needs.

    The list of words would take many times the memory of a long text, so it is made slice
    by slice, and each slice counts as one word: its characters are the same.

    >>> split_long(" a b" * 10**6) == ["ab" * (SLICE // 4)] * 3 + ["ab" * (10**6 - 3 * SLICE // 4)]
    True
    """
    slices = ("".join(text[i : i + SLICE].split()) for i in range(0, len(text), SLICE))
    return [part for part in slices if part]


#: The columns of a Page, in its order: of elements from tag to stop, of texts from owner to gap.
Columns = tuple[
    list[str],
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[str],
    list[int],
    list[bool],
    list[int],
]


def read_columns_in_python(root: etree._Element, counted: frozenset[int]) -> Columns:
    """Return the columns; ``counted`` are the ``<noscript>`` elements whose text counts."""
    nodes = list(root.iter())
    tags = [tag if tag.__class__ is str else "" for tag in [node.tag for node in nodes]]
    end = subtree_ends(list(map(len, nodes)))
    texts = [node.text if tag else None for node, tag in zip(nodes, tags)]  # none of comments
    tails = [node.tail for node in nodes]
    roles = [ROLES.get(tag, INLINE) for tag in tags]
    for i in counted:
        roles[i] = INLINE
    n = len(nodes)
    parent, depth, first = [-1] * n, [0] * n, [0] * n
    stop = [0] * n
    owner: list[int] = []
    text: list[str] = []
    chars: list[int] = []
    in_link: list[bool] = []
    gap: list[int] = []

    path: list[int] = []  # the open elements
    innermost, its_end = -1, n + 1  # the last of them, and where it ends
    separator = BLOCK_BOUNDARY  # what stands before the next text
    silent = -1  # the open element whose content is never text
    link = -1  # the open <a href>

    for i in range(n + 1):
        while its_end == i:  # close it, and read the text that follows it
            closed = innermost
            path.pop()
            innermost, its_end = (path[-1], end[path[-1]]) if path else (-1, n + 1)
            stop[closed] = len(text)
            if silent >= 0:
                if closed != silent:
                    continue
                silent = -1
            elif roles[closed] == BLOCK:
                separator = BLOCK_BOUNDARY
            elif closed == link:
                link = -1
            string = tails[closed]
            if string is not None and path:
                words = string.split() if len(string) <= SLICE else split_long(string)
                if words:
                    owner.append(innermost)
                    text.append(string)
                    chars.append(len("".join(words)))
                    in_link.append(link >= 0)
                    gap.append(separator)
                    separator = JOINED
                elif separator == JOINED:
                    separator = SPACE
        if i == n:
            break

        parent[i] = innermost
        depth[i] = len(path)
        first[i] = len(text)
        path.append(i)
        innermost, its_end = i, end[i]
        if silent >= 0:
            continue
        role = roles[i]
        if role == BLOCK:
            separator = BLOCK_BOUNDARY
        elif role == LINK:
            if link < 0 and nodes[i].get("href") is not None:
                link = i
        elif role == BREAK:
            separator = max(separator, LINE_BREAK)
        elif role == SILENT:
            silent = i
            continue
        string = texts[i]
        if string is not None:
            words = string.split() if len(string) <= SLICE else split_long(string)
            if words:
                owner.append(i)
                text.append(string)
                chars.append(len("".join(words)))
                in_link.append(link >= 0)
                gap.append(separator)
                separator = JOINED
            elif separator == JOINED:
                separator = SPACE
    return tags, parent, depth, end, first, stop, owner, text, chars, in_link, gap


def noscripts_that_count(root: etree._Element, columns: Columns) -> frozenset[int]:
    """Return the ``<noscript>`` elements that hold the page's content."""
    tags, chars_outside = columns[0], sum(columns[8])
    noscripts = [i for i, tag in enumerate(tags) if tag == "noscript"]
    candidates = frozenset(
        i
        for i, node in zip(noscripts, root.iter("noscript"))
        if sum(map(len, node.itertext(with_tail=False))) > NOSCRIPT_CHARS
    )
    if not candidates:
        return candidates
    _, _, _, _, first, stop, _, _, chars, _, _ = read_columns(root, candidates)
    inside = {i: sum(chars[first[i] : stop[i]]) for i in candidates}
    return frozenset(
        i for i, c in inside.items() if c > NOSCRIPT_CHARS and c > NOSCRIPT_SHARE * (c + chars_outside)
    )


#: What runs the pass, "compiled" or "Python".  CONTENT_EXTRACT_PURE_PYTHON=1 in the
#: environment forces the latter.
BACKEND = "Python"
read_columns = read_columns_in_python

if not os.environ.get("CONTENT_EXTRACT_PURE_PYTHON"):
    try:
        from . import _measure  # type: ignore[attr-defined]
    except (ImportError, TypeError, ValueError):  # not built, or for another platform or lxml
        pass
    else:
        BACKEND = "compiled"

        def read_columns(root: etree._Element, counted: frozenset[int]) -> Columns:
            return _measure.read_columns(root, counted, ROLES)  # type: ignore[no-any-return]
