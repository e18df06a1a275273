"""Reading a page into columns, from lxml's tree or the parser's events; compiled it is tree.pyx.

In Python an object for each event would cost more than the tree, so the tree is read.  The pass is flat:
lists of tags, texts and child counts are taken from the tree in document order, and loops over them do the
rest.  No recursion (a parsed page may be 2,048 deep), no look-up of parents, no second walk.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice
from typing import Any, NamedTuple

from lxml import etree

from ..markup import (
    ATTRIBUTES,
    BLOCK,
    BLOCK_BOUNDARY,
    BREAK,
    CODES,
    DATA,
    DATA_BYTES,
    IS_PREFORMATTED,
    JOINED,
    LINE_BREAK,
    LINK,
    PRE_CHARS,
    ROLES,
    SILENT,
    SPACE,
    TEXT,
    legal_texts,
)  # fmt: skip
from .columns import ZERO
from .scan_py import OF_TEX

#: Longer texts are split piece by piece.
PIECE = 1 << 20
#: So many elements are looked at together: an object for each at once would take more memory
#: than all columns.
CHUNK = 256


class Elements(NamedTuple):
    """What the tree says of each element, in document order."""

    #: its tag, ``""`` for comments and the like
    tag: list[str]
    #: the text that it begins with, and the text that follows it
    text: list[str | None]
    tail: list[str | None]
    #: the number of its children
    children: array[int]
    #: the ``<a href>`` elements
    links: set[int]


def read_tree(root: etree._Element, attributes: int) -> tuple[Any, ...]:
    """Return the columns of a page, in the order of :class:`.page.page.Page`.

    Compiled, the columns are followed by what :func:`read_page` says besides, with the ``attributes`` for
    HTML and metadata on request; here that would cost as much again, and is read when somebody asks for it.
    """
    elements = read_elements(root)
    numbers: dict[str, int] = {}
    tag = [numbers.setdefault(name, len(numbers)) for name in elements.tag]
    code_of = [CODES.get(name, 0) for name in numbers]
    code = bytes(map(code_of.__getitem__, tag))
    role: Sequence[int] = code.translate(ROLES)
    end = subtree_ends(elements.children)
    shape, texts = read_texts(elements, role, code.translate(IS_PREFORMATTED), end)
    owner, strings, chars, in_link, gap = texts
    in_links = (c if linked else 0 for c, linked in zip(chars, in_link))
    before, links_before = (array("i", accumulate(counts, initial=0)) for counts in (chars, in_links))
    columns = (
        list(numbers), array("i", tag), code, *shape[:2], array("i", end), *shape[2:],
        owner, strings, chars, before, links_before, bytes(in_link), bytes(gap),
    )  # fmt: skip
    return columns, None


def read_elements(root: etree._Element) -> Elements:
    """Read what the tree says of each element."""
    found = Elements([], [], [], array("i"), set())
    tags, texts, tails, children, links = found
    elements = root.iter()
    while nodes := list(islice(elements, CHUNK)):
        n = len(tags)
        names = [tag if tag.__class__ is str else "" for tag in [node.tag for node in nodes]]
        if "a" in names:
            links.update(
                i for i, tag in enumerate(names, n) if tag == "a" and nodes[i - n].get("href") is not None
            )
        tags += names
        texts += [node.text if tag else None for node, tag in zip(nodes, names)]  # none of comments
        tails += [node.tail for node in nodes]
        children.extend(map(len, nodes))
    return found


def subtree_ends(children: Sequence[int]) -> array[int]:
    """Return the index after the last descendant of each element.

    ``children`` counts the children of each element, in document order.

    >>> subtree_ends([2, 1, 0, 0])
    array('i', [4, 3, 3, 4])
    """
    end = ZERO * len(children)
    for i in range(len(children) - 1, -1, -1):
        j = i + 1
        for _ in range(children[i]):
            j = end[j]
        end[i] = j
    return end


def read_texts(
    elements: Elements, role: Sequence[int], is_preformatted: bytes, end: Sequence[int]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the parent, depth, first and last text of each element, and the columns of texts."""
    n, starts, tails, links = len(role), elements.text, elements.tail, elements.links
    parent, depth, first, stop = (ZERO * n for _ in range(4))
    texts = Texts()
    path: list[int] = []  # the open elements
    innermost, its_end = -1, n + 1  # the last of them, and where it ends
    silent = link = pre = -1  # the open one whose content is never text, <a href>, <pre>
    for i in range(n + 1):
        while its_end == i:  # close it, and read the text that follows it
            closed = path.pop()
            innermost, its_end = (path[-1], end[path[-1]]) if path else (-1, n + 1)
            stop[closed] = texts.count
            if silent >= 0:
                if closed != silent:
                    continue
                silent = -1
            elif role[closed] == BLOCK:
                texts.separate(BLOCK_BOUNDARY)
                if closed == pre:
                    pre = -1
            elif closed == link:
                link = -1
            if (string := tails[closed]) and path:
                texts.add(string, innermost, link >= 0, pre >= 0)
        if i == n:
            break
        parent[i], depth[i], first[i] = innermost, len(path), texts.count
        path.append(i)
        innermost, its_end = i, end[i]
        if silent >= 0:
            continue
        mine = role[i]
        if mine == BLOCK:
            texts.separate(BLOCK_BOUNDARY)
            if pre < 0 and is_preformatted[i]:
                pre = i
        elif mine == LINK:
            if link < 0 and i in links:
                link = i
        elif mine == BREAK:
            texts.separate(LINE_BREAK)
        elif mine == SILENT:
            silent = i
            continue
        if string := starts[i]:
            texts.add(string, i, link >= 0, pre >= 0)
    return (parent, depth, first, stop), texts.columns()


class Texts:
    """The rows of texts while they grow."""

    __slots__ = ("chars", "count", "gap", "in_link", "indent", "owner", "separator", "strings")

    def __init__(self) -> None:
        self.owner, self.chars = array("i"), array("i")
        self.strings: list[str] = []
        self.in_link, self.gap = bytearray(), bytearray()
        self.count = 0
        #: what stands before the next text
        self.separator = BLOCK_BOUNDARY
        #: the white space that it begins with, for preformatted text
        self.indent = ""

    def columns(self) -> tuple[Any, ...]:
        return self.owner, legal_texts(self.strings), self.chars, self.in_link, self.gap

    def separate(self, separator: int) -> None:
        """Note that a line ends here, and maybe a paragraph."""
        self.separator, self.indent = max(self.separator, separator), ""

    def add(self, string: str, owner: int, in_link: bool, is_preformatted: bool) -> None:
        """Add a row for a string, or remember its white space."""
        if not string.isspace():
            words = string.split() if len(string) <= PIECE else split_long(string)
            self.owner.append(owner)
            self.strings.append(self.indent + string)
            self.chars.append(len("".join(words)))
            self.in_link.append(in_link)
            self.gap.append(self.separator)
            self.count += 1
            self.separator, self.indent = JOINED, ""
        elif not is_preformatted:
            self.separator = max(self.separator, SPACE)
        elif self.separator > SPACE:
            if len(self.indent) < PRE_CHARS:
                self.indent = (self.indent + string).rpartition("\n")[2]
        elif len(self.strings[-1]) < PRE_CHARS:  # it has line breaks, or indents the next line
            self.strings[-1] += string


def split_long(text: str) -> list[str]:
    """Split a text at white space, with less memory than ``str.split`` needs.

    The list of words would take many times the memory of a long text, so it is made piece by piece,
    and each piece counts as one word: its characters are the same.

    >>> split_long(" a b" * 10**6) == ["ab" * (PIECE // 4)] * 3 + ["ab" * (10**6 - 3 * PIECE // 4)]
    True
    """
    pieces = ("".join(text[i : i + PIECE].split()) for i in range(0, len(text), PIECE))
    return [piece for piece in pieces if piece]


class Names(NamedTuple):
    """The names of elements, as numbers."""

    #: per element: the places of its class and id in ``values``, and of its role in ``roles``
    of_class: array[int]
    of_id: array[int]
    of_role: array[int]
    #: each value once; the first is None, for a missing attribute
    values: list[str | None]
    roles: list[str | None]

    def value(self, number: int) -> str:
        """Return the value at a place, or "" for a missing attribute."""
        return self.values[number] or ""


def read_names(root: etree._Element, count: int) -> Names:
    """Return what each of ``count`` elements is called.

    Raises ValueError when there is another number of elements.
    """
    numbers: dict[str | None, int] = {None: 0}
    roles: dict[str | None, int] = {None: 0}
    of_class, of_id, of_role = array("i"), array("i"), array("i")
    for node in root.iter():
        of = node.get if node.__class__ is not etree._ProcessingInstruction else NO_NAMES.get
        of_class.append(numbers.setdefault(of("class"), len(numbers)))
        of_id.append(numbers.setdefault(of("id"), len(numbers)))
        of_role.append(roles.setdefault(of("role"), len(roles)))
    if len(of_class) != count:
        raise ValueError(f"there are {len(of_class)} elements, but {count} were measured")
    return Names(of_class, of_id, of_role, list(numbers), list(roles))


#: To lxml ``<?pi id="1"?>`` has attributes as well.
NO_NAMES: dict[str, str] = {}


def has_tex(element: etree._Element) -> bool:
    """Say whether a picture or a script mentions TeX."""
    tag = "".join([f" {name!s}='{value!s}'" for name, value in element.items()])
    return OF_TEX[element.tag.encode()].search(f"{tag}>>>".encode("utf-8", "replace")) is not None


def has_delimiters(strings: Iterable[str]) -> bool:
    """Say whether texts have what may begin or end a formula."""
    return any("\\" in string or "$" in string or "[/" in string for string in strings)


def read_attributes(
    root: etree._Element, end: Sequence[int], marks: bytes | bytearray, mark: int, names: Sequence[str]
) -> dict[int, dict[str, str]]:
    """Return the attributes with these names of the elements with a mark, by the number of the element.

    ``#text`` is the text that an element begins with.  An element with none of them is left out.  ``end``
    is the column of a page.  Raises ValueError when there are fewer elements than that.
    """
    found = {}
    count = 0
    for i, node in enumerate(islice(root.iter(), len(marks))):
        count = i + 1
        if marks[i] == mark and isinstance(node.tag, str):
            given = [(str(name), str(value)) for name, value in node.items()]
            attributes = {name: value for name, value in given if name in names}
            if DATA in names and node.tag == "img" and (data := data_in(given)):
                attributes[DATA] = "\n".join(data)
            if TEXT in names and node.text:
                attributes[TEXT] = node.text
            if attributes:
                found[i] = attributes
    if count < len(end):
        raise ValueError("there are other elements than were measured")
    return found


def data_in(given: Iterable[tuple[str, str]]) -> list[str]:
    """Return the values of a picture's attributes that are kept as its data."""
    data = (value for name, value in given if "-" in name and name[:5] != "aria-" and name not in ATTRIBUTES)
    return [value for value in data if len(value.encode("utf-8", "replace")) <= DATA_BYTES]


def borrow(path: str) -> bool:
    """Take the parser of the shared object at ``path``, and say whether it has one.

    The object must have been loaded before; lxml's brings the parser with it, or loads libxml2's library.
    """
    return False


def read_page(html: bytes, attributes: int) -> tuple[Any, ...] | None:
    """Return the columns of a page, as :func:`read_tree` has them, and more; None if it takes a tree.

    More is the reader: what :func:`read_names` returns, the text of the ``<title>``, the characters of the
    longest ``<noscript>``, the attributes that may hide an element, the spans of cells and, on request, the
    kept ones: :data:`.markup.ATTRIBUTES`, or fewer for metadata alone.

    It takes a tree where no parser was borrowed, where the page has no element or is deeper than the parser
    allows, where a second root goes into a body that does not come last, and where the parser stops.
    """
    return None
