"""The values that flow through the package: Decoded, Page, Block, Extraction, Segmentation.

A :class:`Page` is a set of flat columns in document order: one entry per
element, one entry per text.  Everything below an element is then a slice, and
every count below it is the difference of two running totals, so that an
algorithm is arithmetic over indexes and never walks the tree.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from lxml import etree

from . import columns
from .columns import tree_py
from .columns.render_py import Texts
from .columns.words_py import collapsed
from .elements import BOX, CODES, IS_CONTROL, IS_PREFORMATTED, MEANING, PREFORMATTED, table
from .lazy import lazy
from .parse import parse
from .shown import ShownBlocks, ShownText

_DIGITS = re.compile(r"\d+")

#: A half-open range ``start, stop`` of text indexes.
Range = tuple[int, int]

IS_LINK = table({"a": 1})
PREFORMATTED_CODES = [CODES[tag] for tag in sorted(PREFORMATTED)]


@dataclass(frozen=True)
class Decoded:
    """A decoded page, and how its bytes were read."""

    #: the page: text, or valid UTF-8, which is decoded only if somebody asks for ``text``
    content: str | bytes
    #: name of the encoding, as Python's codecs know it
    encoding: str
    #: the evidence for it: "user", "bom", "utf-8" (valid bytes), "header", "meta",
    #: "detector", or "fallback" (nothing else fitted)
    source: str
    #: number of undecodable characters, each replaced by U+FFFD
    replaced: int = 0

    @lazy
    def text(self) -> str:
        """The page as text."""
        return self.content if isinstance(self.content, str) else self.content.decode("utf-8")


class Names(NamedTuple):
    """What elements are called, as numbers."""

    #: per element: the places of its class and id in ``values``, and of its role in ``roles``
    of_class: array[int]
    of_id: array[int]
    of_role: array[int]
    #: each value once; the first is None, for an attribute that is not there
    values: list[str | None]
    roles: list[str | None]


class Seen(NamedTuple):
    """What was read of a page besides the columns."""

    names: Names
    #: the text that its title begins with
    title: str
    #: the characters of its longest ``<noscript>``
    noscript_chars: int
    #: the attributes that were kept, if they were asked for
    attributes: Any = None


@dataclass(frozen=True, eq=False)
class Page:
    """The columns of a parsed page, in document order.

    An element *is* its index, and so is a text.  A comment or processing instruction
    has a row among the elements, with the tag ``""``: it holds no text, but a text may
    follow it.  Texts that are white space only have no row; ``gap`` remembers them.
    """

    #: the tags of the page, each once; a comment has ``""``
    tags: list[str]
    #: per element: the place of its tag in ``tags``
    tag_number: array[int]
    #: per element: what its tag means, as a number of :data:`.elements.CODES`
    code: bytes = field(repr=False)
    #: per element: the index of its parent, -1 for the root
    parent: Sequence[int]
    #: per element: the number of its ancestors
    depth: Sequence[int]
    #: per element: the index after its last descendant, so its subtree is ``range(i, end[i])``
    end: Sequence[int]
    #: per element: its texts, descendants' included, are ``range(first[i], stop[i])``
    first: Sequence[int]
    stop: Sequence[int]
    #: per text: the element that directly holds it
    owner: Sequence[int]
    #: per text: its string; ``text`` is the list of them
    strings: list[str] | Texts
    #: per text: how many of its characters are not white space; never 0
    chars: Sequence[int]
    #: running total of ``chars``; one entry more than texts
    chars_before: Sequence[int]
    #: running total of the ``chars`` that are in links
    link_chars_before: Sequence[int]
    #: per text: 1 if it stands below an ``<a href>``, else 0
    in_link: bytes
    #: per text: what separates it from the text before: JOINED, SPACE, LINE_BREAK or BLOCK_BOUNDARY
    gap: bytes
    #: the ``<input type=hidden>`` elements
    hidden_inputs: Sequence[int]
    #: the lxml element behind each row, if the pass has kept them
    kept_nodes: list[etree._Element] | None = field(repr=False)
    #: the tree that was measured; None if the page was read without one
    tree: etree._Element | None = field(repr=False)
    #: whether the parser gave up before the end of the page
    truncated: bool = False
    #: the page as it was given to the parser
    html: bytes | str = field(default=b"", repr=False)
    url: str | None = None
    #: what was read along with the columns, if compiled code has read all of it
    seen: Seen | None = field(default=None, repr=False)
    #: the HTTP status that the page came with, if that is of an error
    http_status: int | None = None

    @lazy
    def root(self) -> etree._Element:
        """The tree of the page; nothing here changes it.  It is made when somebody asks for it."""
        return parse(self.html).root if self.tree is None else self.tree

    @lazy
    def tag(self) -> list[str]:
        """Per element: its name in lower case."""
        return list(map(self.tags.__getitem__, self.tag_number))

    @lazy
    def text(self) -> list[str]:
        """Per text: the characters as they stand in the page."""
        return self.strings if isinstance(self.strings, list) else list(self.strings)

    @property
    def all_text(self) -> str:
        """All texts, with a space between two."""
        return " ".join(self.strings) if isinstance(self.strings, list) else self.strings.joined()

    @lazy
    def source(self) -> str:
        """The page as text, for methods that read the mark-up itself.

        A page that was given as a tree is written out again.
        """
        if not self.html:
            return etree.tostring(self.root, method="html", encoding="unicode", with_tail=False)
        if isinstance(self.html, str):
            return self.html
        return self.html.decode("utf-8", "replace")

    @lazy
    def nodes(self) -> list[etree._Element]:
        """The lxml element behind each row, for its attributes.  Do not change them."""
        return list(self.root.iter()) if self.kept_nodes is None else self.kept_nodes

    @lazy
    def names(self) -> Names:
        """The ``class``, ``id`` and ``role`` of each element."""
        if self.seen is not None:
            return self.seen.names
        if self.kept_nodes is not None:
            return Names(*tree_py.names_of_kept(self.kept_nodes))
        return Names(*tree_py.read_names(self.root, len(self.code)))

    @lazy
    def meaning(self) -> bytes:
        """Per element: what it means for a block, bits of :data:`.elements.MEANING`."""
        meaning = self.code.translate(MEANING)
        if not self.hidden_inputs:
            return meaning
        seen = bytearray(meaning)
        for i in self.hidden_inputs:  # nobody sees them
            seen[i] &= ~IS_CONTROL
        return bytes(seen)

    @lazy
    def signature(self) -> list[int]:
        """Per element: a number shared by the elements with the same tag and attributes.

        The digits of an ``id`` do not count: forums number their posts there.
        """
        numbers: dict[tuple[object, ...], int] = {}
        signature = []
        for tag, node in zip(self.tag, self.nodes):
            attributes = [item for item in node.items() if item[0] != BOX] if tag else ()
            if len(attributes) > 1:
                attributes = sorted(attributes)  # their order means nothing
            key = (tag, *[(k, _DIGITS.sub("", str(v))) if k == "id" else (k, v) for k, v in attributes])
            signature.append(numbers.setdefault(key, len(numbers)))
        return signature

    @lazy
    def body(self) -> int:
        """The index of ``<body>``, or of the root where it does not hold all texts of the page."""
        body = max(self.code.find(CODES["body"]), 0)
        return body if self.stop[body] - self.first[body] == len(self.gap) else 0

    @lazy
    def title(self) -> str:
        """The ``<title>`` of the page, white space collapsed; ``""`` where there is none.

        One below ``<svg>`` names a drawing.
        """
        if self.seen is not None:
            return collapsed(self.seen.title)
        svg, drawn = CODES["svg"], 0  # where the drawings so far end
        for i in positions(self.code, CODES["title"]):
            while (drawing := self.code.find(svg, drawn, i)) >= 0:
                drawn = self.end[drawing]
            if drawn <= i:
                return collapsed(self.node(i).text or "")
        return ""

    def node(self, i: int) -> etree._Element:
        """Return the lxml element behind row ``i`` without making the others, in time linear in ``i``."""
        path = []
        while i > 0:
            child, place = self.parent[i] + 1, 0
            while child != i:
                child, place = self.end[child], place + 1
            path.append(place)
            i = self.parent[i]
        node = self.root
        for place in reversed(path):
            node = node[place]
        return node

    @lazy
    def links_before(self) -> Sequence[int]:
        """Running total of ``<a>`` elements, by element."""
        before: Sequence[int] = columns.arithmetic.totals_before(self.code.translate(IS_LINK))
        return before

    @lazy
    def line_starts(self) -> Sequence[int]:
        """The first text of each paragraph, and the number of all texts last."""
        starts: Sequence[int] = columns.arithmetic.line_starts(self.gap)
        return starts

    @lazy
    def lines(self) -> list[Range]:
        """The texts between two block-level boundaries, as ranges: the paragraphs of the page."""
        return list(pairwise(self.line_starts))

    @lazy
    def preformatted(self) -> set[int]:
        """The texts whose line breaks count: those below ``<pre>`` and ``<listing>``."""
        texts: set[int] = set()
        if not any(code in self.code for code in PREFORMATTED_CODES):
            return texts
        seen = 0  # they may be nested, a thousand deep
        for i in positions(self.code.translate(IS_PREFORMATTED), 1):
            if self.stop[i] > seen:
                texts.update(range(max(self.first[i], seen), self.stop[i]))
                seen = self.stop[i]
        return texts

    def bounds_of(self, ranges: Iterable[Range]) -> tuple[array[int], array[int]]:
        """Return the starts and the stops of the ranges that are not empty.

        Raises IndexError for a range beyond the page: a user's method may give any range.
        """
        bounds = [(start, stop) for start, stop in ranges if start < stop]
        starts, stops = array("i", [start for start, _ in bounds]), array("i", [stop for _, stop in bounds])
        if not columns.climb.are_within(starts, stops, len(self.gap)):
            raise IndexError(f"{bounds} are no ranges of the page's {len(self.gap)} texts")
        return starts, stops

    def chars_in(self, ranges: Iterable[Range]) -> int:
        """Count the characters of some ranges of texts, without white space."""
        before = self.chars_before
        return sum(before[stop] - before[start] for start, stop in ranges)

    def link_chars_in(self, ranges: Iterable[Range]) -> int:
        """Count the characters that are in links, as :meth:`chars_in` does."""
        before = self.link_chars_before
        return sum(before[stop] - before[start] for start, stop in ranges)


class Block(NamedTuple):
    """A piece of a page: some of its texts, as a person would read them."""

    #: the texts of the page that it was made of
    ranges: tuple[Range, ...]
    #: its text: white space collapsed, a line for each paragraph
    text: str
    #: the heading it begins with, or ``""``
    title: str
    #: "title", "links", "form", "table", "media", "text" or "mixed", see :func:`.blocks.make_blocks`
    kind: str
    #: depth in the tree of the lowest element that holds all of it
    depth: int
    #: characters that are not white space, and how many of them are in links
    chars: int
    link_chars: int
    #: whether more than half of its characters were chosen as main content
    main: bool = False
    #: the lowest of :attr:`Segmentation.groups` that holds it, or -1
    parent: int = -1
    #: "header", "navigation", "breadcrumb", "main", "sidebar", "footer", or None, see :mod:`.roles`
    role: str | None = None

    @property
    def link_density(self) -> float:
        """Share of its characters that are in links; 0.0 for no characters."""
        return density(self.link_chars, self.chars)


@dataclass(frozen=True)
class Extraction(ShownText):
    """What a method chose as the main content: ranges of texts, in page order, each text once."""

    ranges: tuple[Range, ...]
    #: the chosen texts as paragraphs
    blocks: tuple[Block, ...]
    #: 0 to 1, or None where the method does not say
    confidence: float | None = None
    #: the title of what the page is about, or None where the method does not look for it
    title: str | None = None
    #: the chosen texts as clean HTML and as Markdown; None where nobody has asked for that
    html: str | None = None
    markdown: str | None = None
    #: how many other pages of the site were known; None without a memory of sites
    site_pages: int | None = None
    #: the kind of a page without content, one of :data:`.no_content.KINDS`, or None
    no_content: str | None = None
    #: the texts of the blocks, where only these were asked for
    lines: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The main text: a line for each paragraph, ``""`` where nothing was chosen."""
        return "\n".join(self.lines or [block.text for block in self.blocks])


class Group(NamedTuple):
    """Two or more blocks that belong together: a region of a page, or a part of one."""

    #: its blocks are ``range(start, stop)``
    start: int
    stop: int
    #: the group that holds it, or -1
    parent: int


@dataclass(frozen=True)
class Segmentation(ShownBlocks):
    """A page cut into blocks that together hold all its texts once, in page order."""

    blocks: tuple[Block, ...]
    #: what the blocks make together, outer groups before those in them; none if the method has one level
    groups: tuple[Group, ...] = ()

    def marked(self, page: Page, main: Sequence[Range], *, others: bool = True) -> Segmentation:
        """Return a copy with ``main`` set on blocks with more than half of their characters in ``main``.

        Without ``others``, blocks without any of it are left out.
        """
        before = columns.climb.chosen_before(page.chars_before, *page.bounds_of(main))
        blocks = columns.render.mark_blocks(self.blocks, before, others, Block._fields.index("main"))
        return Segmentation(blocks, self.groups)


def running_total(counts: Iterable[int]) -> Sequence[int]:
    """Return the totals before each count, and the grand total last.

    >>> list(running_total([3, 0, 4]))
    [0, 3, 3, 7]
    """
    return array("i", accumulate(counts, initial=0))


def positions(column: bytes | bytearray, value: int) -> Iterator[int]:
    """Return where a value stands in a column.

    >>> list(positions(b"abca", ord("a")))
    [0, 3]
    """
    i = column.find(value)
    while i >= 0:
        yield i
        i = column.find(value, i + 1)


def density(part: int, whole: int) -> float:
    """Return the share of a part in its whole; the density of nothing is 0.

    >>> density(1, 4), density(0, 0)
    (0.25, 0.0)
    """
    return part / whole if whole else 0.0
