"""A page as flat columns that every method shares.

A :class:`Page` has one entry per element and one per text, in document order.  Everything below an element
is then a slice, and every count below it is the difference of two running totals, so that an algorithm is
arithmetic over indexes and never walks the tree.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce, wraps
from itertools import islice, pairwise, repeat
from operator import or_
from typing import Any, TypeVar

from lxml import etree

from .. import core
from ..core.hints import SAYS, SIGNS_OF_TAG, WORDS
from ..core.render_py import Texts
from ..core.scan_py import ByteScan
from ..core.tree_py import Names as Names
from ..core.tree_py import has_delimiters, has_tex, read_names
from ..core.words_py import collapsed
from ..markup import BOX, CODES, HEADINGS, IS_CONTROL, IS_PREFORMATTED, MEANING, legal, table
from ..model import Range, lazy, places_of_any, positions
from .parse import parse

T = TypeVar("T")

_DIGITS = re.compile(r"\d+")

IS_LINK = table({"a": 1})
IS_HEADING = table(dict.fromkeys(HEADINGS, 1))


@dataclass(eq=False)
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
    #: per element: what its tag means, as a number of :data:`.markup.CODES`
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
    #: per text: its string; ``text`` is their list
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
    #: the tree that was measured; None if the page was read without one
    tree: etree._Element | None = field(repr=False)
    #: whether the parser gave up before the end of the page
    truncated: bool = False
    #: the page that the parser got
    html: bytes | str = field(default=b"", repr=False)
    url: str | None = None
    #: what compiled code has read besides the columns, or None: tree.pyx has its attributes
    seen: Any = field(default=None, repr=False)
    #: the scan of ``html``, or None if the page was not read from bytes
    found: ByteScan | None = field(default=None, repr=False)
    #: the HTTP status of the page, if it is an error
    http_status: int | None = None
    #: where its text comes from: "json-ld" or "json" in a script, or None for its elements
    text_source: str | None = None
    #: where it is for the memory of its site, if its URL is not known
    address: str = ""

    @lazy
    def root(self) -> etree._Element:
        """The tree of the page, made at the first use; do not change it."""
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

    @property
    def mark_up(self) -> bytes:
        """The page in UTF-8, for a search; one that was given as a tree is written out."""
        html = self.html or self.source
        return html.encode("utf-8", "replace") if isinstance(html, str) else html

    @lazy
    def nodes(self) -> list[etree._Element]:
        """The lxml element behind each row, for its attributes.  Do not change them."""
        return list(self.root.iter())

    @lazy
    def names(self) -> Names:
        """The ``class``, ``id`` and ``role`` of each element."""
        return read_names(self.root, len(self.code)) if self.seen is None else self.seen

    @lazy
    def said(self) -> tuple[array[int], int]:
        """What the words of each value of ``names`` tell, as bits of :data:`.core.hints.SAYS`; and all."""
        if self.seen is None:
            return core.words.find_hints(self.names.values, WORDS)
        said: tuple[array[int], int] = self.seen.said
        return said

    @lazy
    def signs(self) -> int:
        """What its names, tags and texts tell, as bits of :data:`.core.hints.SAYS`.

        What has none of its own is not run.
        """
        signs: int = SAYS["anything"] | (signs_in_python(self) if self.seen is None else self.seen.signs)
        if self.found is not None and self.found.has_tex:
            signs |= SAYS["tex tag"]
        if self.found.sheets if self.found is not None else (self.tree is not None and "style" in self.tags):
            signs |= SAYS["hiding"]
        return signs | (SAYS["linked heading"] if any(map(self.is_linked, self.headings)) else 0)

    def says(self, what: str) -> bool:
        """Tell whether one of the signs of a page has this name."""
        return self.signs & SAYS[what] > 0

    def names_that_say(self, what: str) -> set[int]:
        """Return the places in ``names.values`` of those that have a word of :data:`.core.hints.WORDS`."""
        bit, (said, in_all) = SAYS[what], self.said
        return set(core.queries.marked_with(said, bit)) if in_all & bit else set()

    @lazy
    def results(self) -> dict[Callable[[Page], Any], Any]:
        """The results of the functions that compute theirs :func:`once`."""
        return {}

    def elements(self, tags: Collection[str]) -> list[int]:
        """Return the elements with one of some tags, in page order."""
        numbers = {number for number, tag in enumerate(self.tags) if tag in tags}
        return places_of_any(self.tag_number, numbers)

    @lazy
    def hidden_inputs(self) -> list[int]:
        """The ``<input type=hidden>`` elements."""
        inputs = self.code, CODES["input"], ("type",)
        if self.seen is not None:
            types = self.seen.always.of(*inputs)
        else:
            types = core.tree.read_attributes(self.root, self.end, *inputs) if "input" in self.tags else {}
        return [i for i, of in types.items() if of["type"].lower() == "hidden"]

    @lazy
    def meaning(self) -> bytes:
        """Per element: what it means for a block, bits of :data:`.markup.MEANING`."""
        meaning = self.code.translate(MEANING)
        if not self.hidden_inputs:
            return meaning
        seen = bytearray(meaning)
        for i in self.hidden_inputs:  # invisible
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
        """The index of ``<body>``, or of the root if ``<body>`` does not hold all texts."""
        body = max(self.code.find(CODES["body"]), 0)
        return body if self.stop[body] - self.first[body] == len(self.gap) else 0

    @lazy
    def title(self) -> str:
        """The ``<title>`` of the page, white space collapsed, or ``""``.

        A ``<title>`` below ``<svg>`` names a drawing.
        """
        if self.seen is not None:
            return collapsed(legal(self.seen.title))
        svg, drawn = CODES["svg"], 0  # the end of the drawings so far
        for i in positions(self.code, CODES["title"]):
            while (drawing := self.code.find(svg, drawn, i)) >= 0:
                drawn = self.end[drawing]
            if drawn <= i:
                node = next(islice(self.root.iter(), i, None))
                return collapsed(legal(node.text or ""))
        return ""

    @lazy
    def links_before(self) -> Sequence[int]:
        """Running total of ``<a>`` elements, by element."""
        return core.queries.totals_before(self.code.translate(IS_LINK))

    @lazy
    def headings(self) -> Sequence[int]:
        """Its headings."""
        return list(positions(self.code.translate(IS_HEADING), 1))

    def is_linked(self, i: int) -> bool:
        """Tell whether an element has text, and is in links as a whole."""
        first, stop = self.first[i], self.stop[i]
        return first < stop and self.in_link.find(0, first, stop) < 0

    @lazy
    def line_starts(self) -> Sequence[int]:
        """The first text of each paragraph, and the number of all texts last."""
        return core.queries.line_starts(self.gap)

    @lazy
    def lines(self) -> list[Range]:
        """The texts between two block-level boundaries, as ranges: the paragraphs of the page."""
        return list(pairwise(self.line_starts))

    @lazy
    def preformatted(self) -> set[int]:
        """The texts below ``<pre>`` and ``<listing>``, whose line breaks count."""
        texts: set[int] = set()
        if not self.says("preformatted"):
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
        texts, starts, stops = len(self.gap), array("i"), array("i")
        for start, stop in ranges:
            if start < stop:
                if start < 0 or stop > texts:
                    raise IndexError(f"{start, stop} is no range of the page's {texts} texts")
                starts.append(start)
                stops.append(stop)
        return starts, stops

    def chars_in(self, ranges: Iterable[Range]) -> int:
        """Count the characters of some ranges of texts, without white space."""
        before = self.chars_before
        return sum(before[stop] - before[start] for start, stop in ranges)

    def link_chars_in(self, ranges: Iterable[Range]) -> int:
        """Count the characters that are in links, as :meth:`chars_in` does."""
        before = self.link_chars_before
        return sum(before[stop] - before[start] for start, stop in ranges)


def signs_in_python(page: Page) -> int:
    """Return the signs of a page that compiled code has not read."""
    signs = reduce(or_, map(SIGNS_OF_TAG.get, page.tags, repeat(0)), page.said[1])
    if page.found is None and any(map(has_tex, page.root.iter("img", "script"))):
        signs |= SAYS["tex tag"]
    return signs | SAYS["hiding"] | (SAYS["tex text"] if has_delimiters(page.strings) else 0)


def once(find: Callable[[Page], T]) -> Callable[[Page], T]:
    """Let a function of a page compute its result once, and keep it as long as the page is in use."""

    @wraps(find)
    def found(page: Page) -> T:
        results = page.results
        try:
            result: T = results[find]
        except KeyError:
            result = results[find] = find(page)
        return result

    return found
