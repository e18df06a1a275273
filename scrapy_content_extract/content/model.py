"""The values that flow through the package: Decoded, Page, Block, Extraction, Segmentation.

A :class:`Page` is a set of flat columns in document order: one entry per
element, one entry per text.  Everything below an element is then a slice, and
every count below it is the difference of two running totals, so that an
algorithm is arithmetic over indexes and never walks the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from lxml import etree

#: What stands between a text and the text before it, weakest first.
JOINED, SPACE, LINE_BREAK, BLOCK_BOUNDARY = range(4)

_DIGITS = re.compile(r"\d+")

#: A half-open range ``start, stop`` of text indexes.
Range = tuple[int, int]


@dataclass(frozen=True)
class Decoded:
    """The text of a page and how its bytes were read."""

    text: str
    #: name of the encoding, as Python's codecs know it
    encoding: str
    #: which evidence was believed: "user", "bom", "utf-8" (valid bytes), "header", "meta",
    #: "detector", "scrapy" (Scrapy's own decision was kept), "str" (it was text already), "fallback"
    source: str
    #: number of characters that could not be decoded and are U+FFFD now
    replaced: int = 0


@dataclass(frozen=True, eq=False)
class Page:
    """The columns of a parsed page, in document order.

    An element *is* its index, and so is a text.  A comment or processing instruction
    has a row among the elements, with the tag ``""``: it holds no text, but a text may
    follow it.  Texts that are white space only have no row; ``gap`` remembers them.
    """

    #: per element: its name in lower case
    tag: list[str]
    #: per element: the index of its parent, -1 for the root
    parent: list[int]
    #: per element: 0 for the root
    depth: list[int]
    #: per element: the index after its last descendant, so its subtree is ``range(i, end[i])``
    end: list[int]
    #: per element: its texts, descendants' included, are ``range(first[i], stop[i])``
    first: list[int]
    stop: list[int]
    #: per text: the element that directly holds it
    owner: list[int]
    #: per text: the characters as they stand in the page
    text: list[str]
    #: per text: how many of them are not white space; never 0
    chars: list[int]
    #: per text: whether it stands below an ``<a href>``
    in_link: list[bool]
    #: per text: what separates it from the text before: JOINED, SPACE, LINE_BREAK or BLOCK_BOUNDARY
    gap: list[int]
    #: the tree that was measured; nothing here changes it
    root: etree._Element = field(repr=False)
    #: whether the parser gave up before the end of the page
    truncated: bool = False
    #: the page as it was given to the parser
    html: bytes | str = field(default=b"", repr=False)
    url: str | None = None

    @cached_property
    def source(self) -> str:
        """The page as text, for methods that read the mark-up itself.

        A page that was given as a tree is written out again.
        """
        if not self.html:
            return etree.tostring(self.root, method="html", encoding="unicode", with_tail=False)
        if isinstance(self.html, str):
            return self.html
        return self.html.decode("utf-8", "replace")

    @cached_property
    def nodes(self) -> list[etree._Element]:
        """The element behind each row, for its attributes.  Read-only."""
        return list(self.root.iter())

    @cached_property
    def signature(self) -> list[int]:
        """Per element: a number that those with the same tag and the same attributes share.

        The digits of an ``id`` do not count: forums number their posts there.
        """
        numbers: dict[tuple[object, ...], int] = {}
        signature = []
        for tag, node in zip(self.tag, self.nodes):
            attributes = node.items() if tag else ()
            if len(attributes) > 1:
                attributes = sorted(attributes)  # their order means nothing
            key = (tag, *[(k, _DIGITS.sub("", str(v))) if k == "id" else (k, v) for k, v in attributes])
            signature.append(numbers.setdefault(key, len(numbers)))
        return signature

    @cached_property
    def body(self) -> int:
        """The index of ``<body>``, or of the root where there is none."""
        return self.tag.index("body") if "body" in self.tag else 0

    @cached_property
    def title(self) -> str:
        """The ``<title>`` of the page, white space collapsed; ``""`` where there is none."""
        if "title" not in self.tag:
            return ""
        return " ".join((self.nodes[self.tag.index("title")].text or "").split())

    @cached_property
    def chars_before(self) -> list[int]:
        """Running total of ``chars``; one entry more than texts."""
        return running_total(self.chars)

    @cached_property
    def link_chars_before(self) -> list[int]:
        """Running total of the ``chars`` that are in links."""
        return running_total(c if linked else 0 for c, linked in zip(self.chars, self.in_link))

    @cached_property
    def links_before(self) -> list[int]:
        """Running total of ``<a>`` elements, by element."""
        return running_total(tag == "a" for tag in self.tag)

    @cached_property
    def lines(self) -> list[Range]:
        """The texts between two block-level boundaries, as ranges: the paragraphs of the page."""
        starts = [k for k, gap in enumerate(self.gap) if gap == BLOCK_BOUNDARY or k == 0]
        return list(zip(starts, [*starts[1:], len(self.gap)]))

    @cached_property
    def hidden_inputs(self) -> list[int]:
        """The ``<input type=hidden>`` elements."""
        inputs = [i for i, tag in enumerate(self.tag) if tag == "input"]
        return [
            i
            for i, node in zip(inputs, self.root.iter("input"))
            if (node.get("type") or "").lower() == "hidden"
        ]

    @cached_property
    def preformatted(self) -> set[int]:
        """The texts whose line breaks count: those below ``<pre>`` and ``<listing>``."""
        texts: set[int] = set()
        seen = 0  # they may be nested, a thousand deep
        for i, tag in enumerate(self.tag):
            if tag in {"pre", "listing"} and self.stop[i] > seen:
                texts.update(range(max(self.first[i], seen), self.stop[i]))
                seen = self.stop[i]
        return texts

    def chars_in(self, ranges: Iterable[Range]) -> int:
        """Count the characters, white space left out, of some ranges of texts."""
        before = self.chars_before
        return sum(before[stop] - before[start] for start, stop in ranges)

    def link_chars_in(self, ranges: Iterable[Range]) -> int:
        """Count those of them that are in links."""
        before = self.link_chars_before
        return sum(before[stop] - before[start] for start, stop in ranges)


@dataclass(frozen=True)
class Block:
    """A piece of a page: some of its texts, as a person would read them."""

    #: the texts of the page that it was made of
    ranges: tuple[Range, ...]
    #: its text: white space collapsed, a line for each paragraph
    text: str
    #: the heading it begins with, or ``""``
    title: str
    #: "title", "links", "form", "table", "media", "text" or "mixed", see :func:`.blocks.kind_of`
    kind: str
    #: depth in the tree of the lowest element that holds all of it
    depth: int
    #: characters that are not white space, and how many of them are in links
    chars: int
    link_chars: int
    #: whether more than half of its characters were chosen as main content
    main: bool = False

    @property
    def link_density(self) -> float:
        """Share of its characters that are in links; 0.0 for no characters."""
        return density(self.link_chars, self.chars)


@dataclass(frozen=True)
class Extraction:
    """What a method chose as the main content: ranges of texts, in page order, each text once."""

    ranges: tuple[Range, ...]
    #: the chosen texts as paragraphs
    blocks: tuple[Block, ...]
    #: 0 to 1, or None where the method does not say
    confidence: float | None = None

    @property
    def text(self) -> str:
        """The main text: a line for each paragraph, ``""`` where nothing was chosen."""
        return "\n".join(block.text for block in self.blocks)


@dataclass(frozen=True)
class Segmentation:
    """A page cut into blocks that together hold all its texts once, in page order."""

    blocks: tuple[Block, ...]

    def marked(self, page: Page, main: Sequence[Range]) -> Segmentation:
        """Return it with ``main`` set on the blocks that lie in the chosen ranges by more than half."""
        chosen = bytearray(len(page.text))
        for start, stop in main:
            chosen[start:stop] = b"\1" * (stop - start)
        before = running_total(c if is_in else 0 for c, is_in in zip(page.chars, chosen))

        def is_main(block: Block) -> bool:
            return 2 * sum(before[stop] - before[start] for start, stop in block.ranges) > block.chars

        return Segmentation(
            tuple(replace(block, main=True) if is_main(block) else block for block in self.blocks)
        )


def running_total(counts: Iterable[int]) -> list[int]:
    """Return the totals before each count, and the grand total last.

    >>> running_total([3, 0, 4])
    [0, 3, 3, 7]
    """
    return list(accumulate(counts, initial=0))


def density(part: int, whole: int) -> float:
    """Return the share of a part in its whole; the density of nothing is 0.

    >>> density(1, 4), density(0, 0)
    (0.25, 0.0)
    """
    return part / whole if whole else 0.0
