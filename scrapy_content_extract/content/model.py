"""The values that flow through the package: Decoded, Block, Segmentation; and the words that they use."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args, overload

from . import core

T = TypeVar("T")

#: How a page ended.
Status = Literal[
    "ok", "unsure", "no_blocks", "empty", "not_html", "no_response", "http_error", "too_large", "error"
]
STATUSES: tuple[Status, ...] = get_args(Status)
#: What a page is, as ``auto`` judges it.
Kind = Literal["article", "thread", "list", "product", "other"]
PAGE_KINDS: tuple[Kind, ...] = get_args(Kind)
#: What the main content may be printed in, besides text.
FormatName = Literal["html", "markdown", "images", "links", "chunks", "document", "metadata"]

#: A half-open range ``start, stop`` of text indexes.
Range = tuple[int, int]


class lazy(Generic[T]):  # noqa: N801
    """A method that becomes an attribute with its result, as with ``functools.cached_property``.

    ``cached_property`` takes a lock before Python 3.12, and asks for the object's ``__dict__``, which makes
    all its attributes slower: for a small page this is more work than to look for its title.  Without a
    lock two threads may both compute a value, and have equal ones: if all threads must have the same
    object, use ``cached_property``.
    """

    def __init__(self, method: Callable[[Any], T]) -> None:
        self.method, self.__doc__ = method, method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = self.method(instance)
        object.__setattr__(instance, self.name, value)  # hides this descriptor
        return value


@dataclass(frozen=True)
class Decoded:
    """A decoded page, and how its bytes were read."""

    #: the page: text, or valid UTF-8, which only ``text`` decodes
    content: str | bytes
    #: Python's name of the encoding
    encoding: str
    #: the evidence for it: "user", "bom", "utf-8" (valid bytes), "header", "meta",
    #: "detector", "mojibake" (UTF-8 twice), or "fallback" (nothing else fitted)
    source: str
    #: number of characters that are invalid in the encoding: U+FFFD, or read in another encoding
    replaced: int = 0

    @lazy
    def text(self) -> str:
        """The page as text."""
        return self.content if isinstance(self.content, str) else self.content.decode("utf-8")


class Block(NamedTuple):
    """A piece of a page: some of its texts, as a person would read them."""

    #: its texts
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
    #: "header", "navigation", "breadcrumb", "main", "sidebar", "footer", or None, see :mod:`.methods.roles`
    role: str | None = None

    @property
    def link_density(self) -> float:
        """Share of its characters that are in links; 0.0 for no characters."""
        return density(self.link_chars, self.chars)


class HasTexts(Protocol):
    """A page, as far as blocks need it: the characters before each text, and ranges of texts as columns."""

    @property
    def chars_before(self) -> Sequence[int]: ...

    def bounds_of(self, ranges: Iterable[Range]) -> tuple[array[int], array[int]]: ...


class Group(NamedTuple):
    """Two or more blocks that belong together: a region of a page, or a part of one."""

    #: its blocks are ``range(start, stop)``
    start: int
    stop: int
    #: the group that holds it, or -1
    parent: int


@dataclass(frozen=True)
class Segmentation:
    """A page cut into blocks that together hold all its texts once, in page order."""

    blocks: tuple[Block, ...]
    #: the groups of blocks, outer before inner ones; none if the method has one level
    groups: tuple[Group, ...] = ()

    def marked(self, page: HasTexts, main: Sequence[Range], *, others: bool = True) -> Segmentation:
        """Return a copy with ``main`` set on blocks with more than half of their characters in ``main``.

        Without ``others``, blocks without main content are left out.
        """
        before = core.queries.chosen_before(page.chars_before, *page.bounds_of(main))
        marked = []
        for block in self.blocks:
            chars = sum([before[stop] - before[start] for start, stop in block.ranges])
            if chars or others:
                marked.append(block._replace(main=True) if 2 * chars > block.chars else block)
        return Segmentation(tuple(marked), self.groups)

    def _repr_html_(self) -> str:
        from .notebook import of_segmentation  # only notebooks ask for it

        return of_segmentation(self)


@cache
def table_rows(path: Path) -> list[list[str]]:
    """Return the rows of a table of this package, a ``.tsv`` file, without its comments."""
    lines = path.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def running_total(counts: Iterable[int]) -> Sequence[int]:
    """Return the totals before each count, and the grand total last.

    >>> list(running_total([3, 0, 4]))
    [0, 3, 3, 7]
    """
    return array("i", accumulate(counts, initial=0))


def positions(column: bytes | bytearray, value: int) -> Iterator[int]:
    """Yield the places of a value in a column.

    >>> list(positions(b"abca", ord("a")))
    [0, 3]
    """
    i = column.find(value)
    while i >= 0:
        yield i
        i = column.find(value, i + 1)


def runs(marks: bytes | bytearray, start: int = 0, stop: int | None = None) -> Iterator[Range]:
    """Yield the ranges of ones in a column that has 0 and 1, or between two places of it.

    >>> list(runs(bytes([1, 1, 0, 1])))
    [(0, 2), (3, 4)]
    """
    stop = len(marks) if stop is None else stop
    while (start := marks.find(1, start, stop)) >= 0:
        end = marks.find(0, start, stop)
        end = stop if end < 0 else end
        yield start, end
        start = end


#: So few numbers are sought one by one, which takes a tenth of the time of one pass.
FEW = 8


def places(column: array[int], number: int) -> Iterator[int]:
    """Yield the places of a number in a column.

    >>> list(places(array("i", [7, 8, 7]), 7))
    [0, 2]
    """
    i = -1
    with suppress(ValueError):  # there are no more
        while True:
            i = column.index(number, i + 1)
            yield i


def places_of_any(column: array[int], numbers: Collection[int]) -> list[int]:
    """Return the places of some numbers in a column, in order.

    >>> places_of_any(array("i", [7, 8, 9, 7]), {7, 9})
    [0, 2, 3]
    """
    if len(numbers) > FEW:
        return [i for i, number in enumerate(column) if number in numbers]
    return sorted(i for number in numbers for i in places(column, number))


def density(part: int, whole: int) -> float:
    """Return the share of a part in its whole; the density of nothing is 0.

    >>> density(1, 4), density(0, 0)
    (0.25, 0.0)
    """
    return part / whole if whole else 0.0
