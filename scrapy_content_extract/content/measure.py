"""tree → Page: one pass that counts everything once.

The pass is flat: lists of tags, texts and child counts are taken from the tree in
document order, and loops over them do the rest.  No recursion (a parsed page may be
2,048 deep), no look-up of parents, no second walk.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from itertools import islice

from lxml import etree

from . import backend
from .backend import BACKEND as BACKEND
from .elements import BLOCK, BREAK, CODES, INLINE, LINK, ROLES, SILENT
from .elements import BLOCK_LEVEL as BLOCK_LEVEL
from .model import (
    BLOCK_BOUNDARY,
    IS_PREFORMATTED,
    JOINED,
    LINE_BREAK,
    SPACE,
    Page,
    Texts,
    positions,
    running_total,
)
from .parse import Parsed

#: ``<noscript>`` counts as text when it holds more characters than this ...
NOSCRIPT_CHARS = 300
#: ... and a greater share of the page's text, its own included, than this: forum software
#: puts whole threads there, others a notice or a tracking pixel.
NOSCRIPT_SHARE = 0.45

#: White space between the parts of preformatted text goes with the text before it, up to this
#: length: without an end the time would grow with its square.
PRE_CHARS = 4096

#: Longer texts are split slice by slice.
SLICE = 1 << 20


def measure(tree: Parsed | etree._Element, *, html: bytes | str = b"", url: str | None = None) -> Page:
    """Fill the columns of a :class:`Page` from a parsed page, in linear time.

    ``tree`` is what :func:`~scrapy_content_extract.content.parse.parse` returned, or any
    lxml element; it is read only.  ``html`` is what it was parsed from, for the methods
    that read the mark-up.
    """
    root, truncated = tree if isinstance(tree, Parsed) else (tree, False)
    columns = read_columns(root, frozenset())
    noscripts = frozenset(positions(columns[1], CODES["noscript"]))
    chars_outside = columns[10][-1]
    if noscripts and is_content(most_chars(root, noscripts, columns[4]), chars_outside):
        del columns  # those of a large page take much memory
        columns = read_columns(root, noscripts)
        first, stop, before = columns[5], columns[6], columns[10]
        counted = frozenset(
            i for i in noscripts if is_content(before[stop[i]] - before[first[i]], chars_outside)
        )
        if counted != noscripts:
            del columns, first, stop, before
            columns = read_columns(root, counted)
    return Page(*columns, root, truncated, html, url)


def numbers(n: int) -> MutableSequence[int]:
    """Return a column of ``n`` numbers to be filled."""
    return [0] * n if n <= LARGE else array("i", bytes(4 * n))


def subtree_ends(children: Sequence[int]) -> MutableSequence[int]:
    """Return the index after the last descendant of each element.

    ``children`` counts the children of each element, in document order.

    >>> subtree_ends([2, 1, 0, 0])
    [4, 3, 3, 4]
    """
    end = numbers(len(children))
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
    bytes,
    Sequence[int],
    Sequence[int],
    Sequence[int],
    Sequence[int],
    Sequence[int],
    Sequence[int],
    list[str] | Texts,
    Sequence[int],
    Sequence[int],
    Sequence[int],
    bytes,
    bytes,
]

#: So many elements are looked at together: an object for each at once would take more memory
#: than all columns.
CHUNK = 256

#: With more elements than these a column is filled as an array, which is slower than a list but
#: takes a tenth of its memory.
LARGE = 50_000


def read_columns(root: etree._Element, counted: frozenset[int]) -> Columns:
    """Return the columns; ``counted`` are the ``<noscript>`` elements whose text counts."""
    if backend.compiled is not None:
        return backend.compiled.read_columns(root, counted, CODES, ROLES, IS_PREFORMATTED)  # type: ignore[no-any-return]
    return read_columns_in_python(root, counted)


def read_columns_in_python(root: etree._Element, counted: frozenset[int]) -> Columns:
    tags: list[str] = []
    texts: list[str | None] = []
    tails: list[str | None] = []
    children = array("i")
    links: set[int] = set()
    elements = root.iter()
    while nodes := list(islice(elements, CHUNK)):
        n = len(tags)
        names = [tag if tag.__class__ is str else "" for tag in [node.tag for node in nodes]]
        links.update(
            i for i, tag in enumerate(names, n) if tag == "a" and nodes[i - n].get("href") is not None
        )
        tags += names
        texts += [node.text if tag else None for node, tag in zip(nodes, names)]  # none of comments
        tails += [node.tail for node in nodes]
        children.extend(map(len, nodes))
    code = bytes([CODES.get(tag, 0) for tag in tags])
    roles: Sequence[int] = code.translate(ROLES)
    if counted:
        roles = [INLINE if i in counted else role for i, role in enumerate(roles)]
    n = len(tags)
    is_preformatted = code.translate(IS_PREFORMATTED)
    end = subtree_ends(children)
    parent, depth, first, stop = (numbers(n) for _ in range(4))
    owner, chars = array("i"), array("i")
    text: list[str] = []
    in_link, gap = bytearray(), bytearray()

    path: list[int] = []  # the open elements
    innermost, its_end = -1, n + 1  # the last of them, and where it ends
    separator = BLOCK_BOUNDARY  # what stands before the next text
    silent = -1  # the open element whose content is never text
    link = -1  # the open <a href>
    pre = -1  # the open <pre>

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
                if closed == pre:
                    pre = -1
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
                elif separator <= SPACE:
                    if pre < 0:
                        separator = SPACE
                    elif len(text[-1]) < PRE_CHARS:  # it has line breaks, or indents the next line
                        text[-1] += string
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
            if pre < 0 and is_preformatted[i]:
                pre = i
        elif role == LINK:
            if link < 0 and i in links:
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
            elif separator <= SPACE:
                if pre < 0:
                    separator = SPACE
                elif len(text[-1]) < PRE_CHARS:
                    text[-1] += string
    chars_before = running_total(chars)
    link_chars_before = running_total(c if linked else 0 for c, linked in zip(chars, in_link))
    return (
        tags, code,
        array("i", parent), array("i", depth), array("i", end), array("i", first), array("i", stop),
        owner, text, chars, chars_before, link_chars_before, bytes(in_link), bytes(gap),
    )  # fmt: skip


def is_content(chars: int, chars_outside: int) -> bool:
    """Say whether a ``<noscript>`` of so many characters holds the content of the page."""
    return chars > NOSCRIPT_CHARS and chars > NOSCRIPT_SHARE * (chars + chars_outside)


def most_chars(root: etree._Element, noscripts: frozenset[int], end: Sequence[int]) -> int:
    """Return how many characters are in a ``<noscript>`` at most, those that are no text among them."""
    most = covered = 0
    for i, node in zip(sorted(noscripts), root.iter("noscript")):
        if i >= covered:  # one in another is looked at with it, or nests of them take a square
            text = "".join(map(str, node.itertext(with_tail=False)))
            if len(text) > NOSCRIPT_CHARS:  # few have so much
                most = max(most, sum(map(len, split_long(text))))
            covered = end[i]
    return most
