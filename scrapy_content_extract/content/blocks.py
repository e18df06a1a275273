"""Chosen texts → Blocks, so that all methods render and count alike."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import and_
from typing import NamedTuple

from . import backend
from .elements import BLOCK_LEVEL, CELLS, CODES, CONTROLS, HEADINGS, MEDIA, table
from .measure import SLICE
from .model import BLOCK_BOUNDARY, LINE_BREAK, SPACE, Block, Page, Range, density, positions, running_total

IS_CELL = table(dict.fromkeys(CELLS, 1))
IS_ROW = table({"tr": 1})


def ranges_of(texts: Iterable[int]) -> tuple[Range, ...]:
    """Join text indexes in rising order to ranges.

    >>> ranges_of([1, 2, 3, 7])
    ((1, 4), (7, 8))
    """
    ranges: list[Range] = []
    for k in texts:
        if ranges and ranges[-1][1] == k:
            ranges[-1] = (ranges[-1][0], k + 1)
        else:
            ranges.append((k, k + 1))
    return tuple(ranges)


def joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Join ranges in rising order where one begins at the end of another.

    >>> joined([(1, 3), (3, 4), (7, 8)])
    ((1, 4), (7, 8))
    """
    result: list[Range] = []
    for start, stop in ranges:
        if result and result[-1][1] == start:
            start, _ = result.pop()
        result.append((start, stop))
    return tuple(result)


def paragraphs(page: Page, ranges: Iterable[Range], rows: Rows | None = None) -> tuple[Block, ...]:
    """Return a Block for each paragraph of the page that has texts in ``ranges``.

    ``ranges`` are in page order and do not overlap.  The cells of each of the ``rows`` are joined.
    """
    if backend.compiled is not None:
        return backend.compiled.paragraphs(page, ranges, Block, MEANING, render, rows)  # type: ignore[no-any-return]
    blocks = (make_block(page, parts) for parts in split_at_boundaries(page, ranges))
    return tuple(blocks if rows is None else with_rows(page, blocks, rows))


def blocks_of(page: Page, groups: Iterable[Iterable[Range]]) -> tuple[Block, ...]:
    """Return a Block for each of some groups of ranges; faster than one after the other."""
    if backend.compiled is not None:
        return backend.compiled.blocks_of(page, groups, Block, MEANING, render)  # type: ignore[no-any-return]
    return tuple(make_block(page, ranges) for ranges in groups)


def block_of(page: Page, ranges: Iterable[Range]) -> Block:
    """Return the Block of some ranges of texts, in page order.

    Its ``title`` is the text of the heading it begins with, its ``depth`` that of the
    lowest element that holds all of it; its ``kind`` is decided by :func:`kind_of`.
    """
    return blocks_of(page, [ranges])[0]


def split_at_boundaries(page: Page, ranges: Iterable[Range]) -> Iterator[list[Range]]:
    """Cut ranges where a block-level element begins or ends; yield the parts of each paragraph."""
    gap = page.gap
    parts: list[Range] = []
    last = 0  # the text after the last one seen
    for start, stop in ranges:
        if parts and BLOCK_BOUNDARY in gap[last : start + 1]:
            yield parts
            parts = []
        begin = start
        while (k := gap.find(BLOCK_BOUNDARY, begin + 1, stop)) > 0:
            yield [*parts, (begin, k)]
            parts, begin = [], k
        if begin < stop:
            parts.append((begin, stop))
        last = stop
    if parts:
        yield parts


def make_block(page: Page, ranges: Iterable[Range]) -> Block:
    """Return what :func:`block_of` does, made in Python."""
    ranges = tuple(ranges)
    chars_before, link_chars_before = page.chars_before, page.link_chars_before
    chars = link_chars = 0
    for start, stop in ranges:
        chars += chars_before[stop] - chars_before[start]
        link_chars += link_chars_before[stop] - link_chars_before[start]
    first, last = ranges[0][0], ranges[-1][1] - 1
    owner = page.owner[first]
    holder = owner if first == last else lowest_common(page, owner, page.owner[last])
    text = render(page, ranges)
    heading = heading_above(page, owner)
    if heading < 0:
        title, kind = "", kind_of(page, first, last + 1, chars, link_chars)
    elif page.stop[heading] > last:
        title, kind = text, "title"
    else:
        title = render(page, [(first, page.stop[heading])])
        kind = kind_of(page, first, last + 1, chars, link_chars)
    return Block(ranges, text, title, kind, page.depth[holder], chars, link_chars)


#: Longer cells, on average, are of a table that makes the layout.
CELL_CHARS = 100


def in_data_tables(page: Page) -> bytes:
    """Return for each element 1 if it is in a table of short cells: of data, not of the layout."""
    data = bytearray(len(page.code))
    before, first, stop, end = page.chars_before, page.first, page.stop, page.end
    cells_before = running_total(page.code.translate(IS_CELL))
    for i in positions(page.code, CODES["table"]):
        cells = cells_before[end[i]] - cells_before[i]
        if not data[i] and cells > 1 and before[stop[i]] - before[first[i]] <= CELL_CHARS * cells:
            data[i : end[i]] = b"\1" * (end[i] - i)
    return bytes(data)


class Rows(NamedTuple):
    """Where a page has tables of data."""

    #: per text: the row that it is in, an element, or -1
    row: Sequence[int]
    #: per text: the cell that it is in, or -1
    cell: Sequence[int]


def rows_of(page: Page) -> Rows | None:
    """Return the rows of tables of data, or None where there are none."""
    if CODES["tr"] not in page.code:
        return None
    # All of a table is in a table of data if it is, so no row in a row has to be looked for.
    in_data = bytes(map(and_, page.code.translate(IS_ROW), in_data_tables(page)))
    if 1 not in in_data:
        return None
    rows, cells = nearest_marked(page, in_data), nearest_marked(page, page.code.translate(IS_CELL))
    return Rows(*(array("i", map(column.__getitem__, page.owner)) for column in (rows, cells)))


def whole_rows(page: Page, rows: Rows, chosen: bytearray, n: Sequence[int]) -> bytearray:
    """Add to a choice of paragraphs, marked with 1, of n characters what it lacks of rows.

    A row is made whole if three quarters of its characters are chosen.
    """
    row_of = array("i", map(rows.row.__getitem__, page.line_starts[:-1]))
    # The characters of each row, and last those of no row, which is row -1.
    inside, missing = (array("i", bytes(4 * len(page.code) + 4)) for _ in range(2))
    for row, n_b, is_chosen in zip(row_of, n, chosen):
        (inside if is_chosen else missing)[row] += n_b
    return bytearray(
        is_chosen or (row >= 0 and inside[row] >= 3 * missing[row])
        for row, is_chosen in zip(row_of, chosen)
    )


def with_rows(page: Page, blocks: Iterable[Block], rows: Rows) -> Iterator[Block]:
    """Join the cells of each row of a table of data, with tabs, as a browser copies them.

    Rows in which a cell has more than one paragraph are left as they are.
    """
    for row, of_row in groupby(blocks, lambda block: rows.row[block.ranges[0][0]]):
        if row < 0:
            yield from of_row
            continue
        parts = list(of_row)
        if len(parts) == 1 or len({rows.cell[part.ranges[0][0]] for part in parts}) < len(parts):
            yield from parts
            continue
        yield Block(
            tuple(r for part in parts for r in part.ranges),
            "\t".join(part.text for part in parts),
            "",
            "table",
            page.depth[row],
            sum(part.chars for part in parts),
            sum(part.link_chars for part in parts),
        )


#: What an element means for a block, as bits that the compiled twin of this module knows, too.
MEANING = table(
    {
        tag: sum(1 << bit for bit, tags in enumerate(TAGS) if tag in tags)
        for TAGS in [(BLOCK_LEVEL, HEADINGS, CONTROLS, CELLS, MEDIA)]
        for tag in frozenset().union(*TAGS)
    }
)

#: How many of them it takes (a table: two rows of two), in the order of :func:`kind_of`.
KINDS = (("form", CONTROLS, 1), ("table", CELLS, 4), ("media", MEDIA, 1))
COUNTED = CONTROLS | CELLS | MEDIA
#: Each counts for as much as this many characters of text: about a line.
LINE_CHARS = 60


def kind_of(page: Page, start: int, stop: int, chars: int, link_chars: int) -> str:
    """Return what the texts ``start`` to ``stop`` and the elements among them are, by their counts.

    The first row that fits decides:

    =====  ==========================================================================
    title  all of it is below one heading (seen by :func:`block_of`)
    links  more than half of its characters are in links
    form   it has visible form controls, and at most 60 characters for each
    table  it has 4 cells or more, and at most 60 characters for each
    media  it has pictures, players or frames, and at most 60 characters for each
    text   at most a quarter of its characters are in links
    mixed  all else
    =====  ==========================================================================
    """
    link_density = density(link_chars, chars)
    if link_density > 0.5:
        return "links"
    tag = page.tag
    # From the first element after the text before to the last that begins before the text after:
    # no owner bounds them, for a text may stand in an element that began long ago.
    low = bisect_left(page.first, start) if start else 0
    high = bisect_right(page.first, stop)
    # Few elements for its length, or none that count: so it is with most paragraphs.
    if chars <= LINE_CHARS * (high - low) and not COUNTED.isdisjoint(tag[low:high]):
        low, high = after_text(page, start), after_text(page, stop)
        among = [t for t in tag[low:high] if t in COUNTED]
        for kind, tags, least in KINDS:
            count = sum(t in tags for t in among)
            if kind == "form" and count:
                count -= bisect_left(page.hidden_inputs, high) - bisect_left(page.hidden_inputs, low)
            if count >= least and chars <= LINE_CHARS * count:
                return kind
    return "text" if link_density <= 0.25 else "mixed"


def after_text(page: Page, k: int) -> int:
    """Return the first element that belongs with text ``k`` rather than with the text before it.

    An element without text stands between two texts.  It belongs with the text before it
    if it is in the same child of the lowest element that holds both texts.
    """
    if k == 0:
        return 0
    if k == len(page.gap):
        return len(page.tag)
    i, j = page.owner[k - 1], page.owner[k]
    element = bisect_left(page.first, k)  # the first that begins after the text before
    while i > j or page.end[i] <= j:  # j is before i where the text follows elements that hold i
        element = page.end[i]
        i = page.parent[i]
    return element


def lowest_common(page: Page, i: int, j: int) -> int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j."""
    while page.end[i] <= j:
        i = page.parent[i]
    while i > j:
        i = page.parent[i]
    return i


def nearest(page: Page, tags: Collection[str]) -> list[int]:
    """Return for each element the lowest one with a tag in ``tags`` that is or holds it, or -1.

    An element with such a tag is its own nearest.
    """
    return list(nearest_marked(page, bytes(map(tags.__contains__, page.tag))))


def nearest_marked(page: Page, marks: bytes) -> Sequence[int]:
    """Return for each element the lowest one marked with 1 that is or holds it, or -1."""
    if backend.compiled is not None:
        return backend.compiled.nearest_marked(page.parent, marks)  # type: ignore[no-any-return]
    found = array("i")
    for i, (is_marked, parent) in enumerate(zip(marks, page.parent)):
        found.append(i if is_marked else found[parent] if parent >= 0 else -1)
    return found


def heading_above(page: Page, i: int) -> int:
    """Return the heading that holds element ``i`` with only inline elements between, or -1."""
    while i >= 0 and page.tag[i] not in BLOCK_LEVEL:
        i = page.parent[i]
    return i if i >= 0 and page.tag[i] in HEADINGS else -1


_SPACES = re.compile(r"\s+")


def render(page: Page, ranges: Iterable[Range]) -> str:
    """Return texts as a person would copy them.

    White space is collapsed, a paragraph and a ``<br>`` begin a new line, and the lines of
    preformatted text are kept as they are.
    """
    gap, text, preformatted = page.gap, page.text, page.preformatted
    if not preformatted:
        ranges = list(ranges)
        if len(ranges) == 1 and ranges[0][0] + 1 == ranges[0][1]:  # so are most paragraphs
            return finish(text[ranges[0][0]], as_it_is=False)
    lines: list[str] = []
    line: list[str] = []  # the pieces of the line being built
    as_it_is = False  # whether one of them is preformatted
    last = -1
    for start, stop in ranges:
        for k in range(start, stop):
            separator = gap[k]
            if k != last + 1 and last >= 0:  # texts between them were left out
                separator = max(SPACE, *gap[last + 1 : k + 1])
            last = k
            if separator >= LINE_BREAK:
                lines.append(finish("".join(line), as_it_is))
                line, as_it_is = [], False
            elif separator == SPACE:
                line.append(" ")
            piece = text[k]
            if k in preformatted:
                as_it_is = True
                *whole, piece = piece.split("\n")
                for end in whole:
                    lines.append(finish("".join([*line, end]), as_it_is))
                    line = []
            line.append(piece)
    lines.append(finish("".join(line), as_it_is))
    if not preformatted:
        lines = [line for line in lines if line]
    return "\n".join(lines).strip("\n")


def finish(line: str, as_it_is: bool) -> str:
    """Collapse the white space of a line, or only strip its end."""
    if as_it_is:
        return line.rstrip()
    if len(line) > SLICE:  # ``split`` needs many times the memory of a long text
        return _SPACES.sub(" ", line).strip()
    return " ".join(line.split())
