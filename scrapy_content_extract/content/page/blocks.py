"""Chosen texts → Blocks: all methods render and count alike.

The ``kind`` of a block follows from the counts of its characters and elements.  The first row that fits
decides:

=====  ==========================================================================
title  all its texts are below one heading
links  more than half of its characters are in links
form   it has visible form controls, and at most 60 characters for each
table  it has 4 cells or more, and at most 60 characters for each
media  it has pictures, players or frames, and at most 60 characters for each
text   at most a quarter of its characters are in links
mixed  all else
=====  ==========================================================================
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, repeat
from typing import NamedTuple

from .. import kernels
from ..markup import CELL_CODES, CODES, LINE_BREAK, SOFT_HYPHEN, SPACE
from ..model import Block, Range, positions
from .attributes import spans_of
from .notation import STRUCK_OUT, written
from .page import Page, once

ROW, LINK = CODES["tr"], CODES["a"]
#: The roles of tables without meaning.
LAYOUT = frozenset({"presentation", "none"})
#: The columns and rows that a cell may span, by the standard.
MOST_SPANNED = {"colspan": 1_000, "rowspan": 65_534}
#: A group of rows is placed as if no cell spanned another if it takes more steps, or tabs, than its rows and
#: cells times this: a page of wide cells would grow without end.
MOST_TIMES = 8
#: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers
_NUMBER = re.compile(r"[ \t\n\f\r]*\+?([0-9]{1,9})")


class Parts(NamedTuple):
    """The ranges of texts of some blocks: block b has the parts ``first[b]`` to ``first[b + 1] - 1``."""

    starts: array[int]
    stops: array[int]
    #: the first part of each block, and the number of all parts last
    first: array[int]


def paragraphs(page: Page, ranges: Iterable[Range], rows: Rows | None = None) -> tuple[Block, ...]:
    """Return a Block for each paragraph of the page that has texts in ``ranges``.

    ``ranges`` are in page order and do not overlap.  The cells of each of the ``rows`` are joined.
    """
    return make_blocks(page, paragraphs_in(page, ranges), rows)


def lines_of(page: Page, ranges: Iterable[Range], rows: Rows | None = None) -> tuple[str, ...]:
    """Return the texts of :func:`paragraphs`, in half of the time."""
    parts = paragraphs_in(page, ranges)
    texts = render_parts(page, parts)
    if rows is not None:
        joined = pairwise(joined_rows(page, parts, rows))
        texts = [row_text(page, parts, rows, texts, b, beyond) for b, beyond in joined]
    return tuple(texts)


def paragraphs_in(page: Page, ranges: Iterable[Range]) -> Parts:
    return Parts(*kernels.queries.split_at_boundaries(page.gap, *page.bounds_of(ranges)))


def blocks_of(page: Page, groups: Iterable[Iterable[Range]]) -> tuple[Block, ...]:
    """Return a Block for each group of ranges; faster than :func:`block_of` for each."""
    ranges: list[Range] = []
    first = array("i", [0])
    for group in groups:
        ranges += [(start, stop) for start, stop in group if start < stop]
        if first[-1] == len(ranges):
            raise IndexError("a block without texts")
        first.append(len(ranges))
    return make_blocks(page, Parts(*page.bounds_of(ranges), first))


def block_of(page: Page, ranges: Iterable[Range]) -> Block:
    """Return the Block of some ranges of texts, in page order."""
    return blocks_of(page, [ranges])[0]


def make_blocks(
    page: Page,
    parts: Parts,
    rows: Rows | None = None,
    parents: list[int] | None = None,
    roles: list[str | None] | None = None,
) -> tuple[Block, ...]:
    """Return the Blocks that have these parts; without ``rows`` they may have parents and roles.

    The ``title`` of a block is the text of the heading it begins with, its ``depth`` that of the
    lowest element that holds all of it.
    """
    parent, end, first, owner, meaning = page.parent, page.end, page.first, page.owner, page.meaning
    before = page.chars_before, page.link_chars_before
    chars, link_chars, depth, heading_stop = kernels.queries.describe_blocks(
        parent, end, page.stop, page.depth, owner, meaning, *before, *parts
    )
    numbers = kernels.queries.kinds_of(
        parent, end, first, owner, meaning, *parts, chars, link_chars, heading_stop
    )
    kinds = list(map(kernels.queries.KINDS.__getitem__, numbers))
    texts = render_parts(page, parts)
    titles = titles_of(page, parts, texts, heading_stop) if any(heading_stop) else [""] * len(texts)
    values = Values(texts, titles, kinds, depth, chars, link_chars)
    if rows is not None:
        parts, values = with_rows(page, parts, values, rows)
    bounds = list(zip(parts.starts, parts.stops))
    ranges = [tuple(bounds[a:z]) for a, z in pairwise(parts.first)]
    fields = zip(ranges, *values, repeat(False), parents or repeat(-1), roles or repeat(None))
    return tuple(map(tuple.__new__, repeat(Block), fields))  # as Block._make does, without a call in Python


class Values(NamedTuple):
    """The fields of some Blocks, a column for each."""

    text: list[str]
    title: list[str]
    kind: list[str]
    depth: array[int]
    chars: array[int]
    link_chars: array[int]


def titles_of(page: Page, parts: Parts, texts: list[str], heading_stop: Sequence[int]) -> list[str]:
    """Return the text of each block's heading, or ""; without a heading, ``heading_stop`` is 0."""
    titles = [""] * len(texts)
    longer = []  # the blocks that go on after their heading
    for b in [b for b, stop in enumerate(heading_stop) if stop]:
        if heading_stop[b] >= parts.stops[parts.first[b + 1] - 1]:
            titles[b] = texts[b]
        else:
            longer.append(b)
    if longer:
        starts = array("i", [parts.starts[parts.first[b]] for b in longer])
        stops = array("i", [heading_stop[b] for b in longer])
        headings = render_parts(page, Parts(starts, stops, array("i", range(len(longer) + 1))))
        for b, heading in zip(longer, headings):
            titles[b] = heading
    return titles


# The text of blocks


def render(page: Page, ranges: Iterable[Range]) -> str:
    """Return texts as a person would copy them.

    White space is collapsed, a paragraph and a ``<br>`` begin a new line, and preformatted text
    keeps its lines.
    """
    starts, stops = page.bounds_of(ranges)
    return render_parts(page, Parts(starts, stops, array("i", [0, len(starts)])))[0]


def render_parts(page: Page, parts: Parts) -> list[str]:
    """Return the text of each block, without soft hyphens."""
    texts = kernels.render.render(written(page), gaps_of(page), page.preformatted, *parts)
    if SOFT_HYPHEN in "".join(texts):
        texts = [text.replace(SOFT_HYPHEN, "") for text in texts]
    if not page.has_tags(STRUCK_OUT):
        return texts
    pre = kernels.queries.totals_before(text_marks(page, [(k, k + 1) for k in page.preformatted]))
    spans = [(parts.starts[a], parts.stops[z - 1]) if a < z else (0, 0) for a, z in pairwise(parts.first)]
    return [
        text if pre[stop] > pre[start] else "\n".join(filter(None, text.split("\n")))
        for text, (start, stop) in zip(texts, spans)
    ]


@once
def gaps_of(page: Page) -> bytes:
    """Return the gaps of a page's texts, with spaces for line breaks in headings: a heading is one line."""
    if LINE_BREAK not in page.gap:
        return page.gap
    gaps = bytearray(page.gap)
    for i in page.headings:
        k = gaps.find(LINE_BREAK, page.first[i] + 1, page.stop[i])
        while k >= 0:
            gaps[k] = SPACE
            k = gaps.find(LINE_BREAK, k, page.stop[i])
    return bytes(gaps)


# Tables of data: the cells of each row are joined, with tabs, as a browser copies them


class Rows(NamedTuple):
    """The tables of data of a page."""

    #: per text: the ``<tr>`` element that holds it, or -1
    row: Sequence[int]
    #: per text: the cell that holds it, or -1
    cell: Sequence[int]
    #: per text: the column of that cell, from 0
    place: Sequence[int]
    #: per text: the number of cells of its row
    width: Sequence[int]


def rows_of(page: Page) -> Rows | None:
    """Return the rows of tables of data, or None."""
    if CODES["tr"] not in page.code:
        return None
    found = kernels.queries.rows_and_cells(page.code, page.parent, page.owner, in_data_tables(page))
    return Rows(*found[:2], with_spans(page, *found[1:3]), found[3]) if found else None


@once
def in_data_tables(page: Page) -> bytearray:
    """Return for each element 1 if it is in a table of data: text and HTML write its rows as rows."""
    is_layout = bytes(len(page.code))
    if not LAYOUT.isdisjoint(page.names.roles):
        is_layout = bytes(page.names.roles[role] in LAYOUT for role in page.names.of_role)
    data: bytearray = kernels.queries.in_data_tables(
        page.code, page.parent, page.end, page.first, page.stop, page.chars_before, is_layout
    )
    return data


def with_rows(page: Page, parts: Parts, values: Values, rows: Rows) -> tuple[Parts, Values]:
    """Join the cells of the rows that :func:`.kernels.queries.joined_rows` names."""
    joined = joined_rows(page, parts, rows)
    if len(joined) == len(parts.first):
        return parts, values
    first = kernels.queries.gather(parts.first, joined)
    strings = [[column[b] for b in joined[:-1]] for column in values[:3]]
    numbers = [array("i", [column[b] for b in joined[:-1]]) for column in values[3:]]
    made = Values(*strings, *numbers)  # type: ignore[arg-type]
    for n, (b, beyond) in enumerate(pairwise(joined)):
        if beyond - b > 1:
            here, row = slice(b, beyond), rows.row[parts.starts[parts.first[b]]]
            made.text[n] = row_text(page, parts, rows, values.text, b, beyond)
            made.title[n], made.kind[n] = "", "table"
            made.depth[n], made.chars[n] = page.depth[row], sum(values.chars[here])
            made.link_chars[n] = sum(values.link_chars[here])
    return parts._replace(first=first), made


def row_text(page: Page, parts: Parts, rows: Rows, texts: Sequence[str], b: int, beyond: int) -> str:
    """Return the text of a row on one line, with a tab for each empty cell before its last text.

    A program in a cell keeps its lines; between other paragraphs of a cell is a space.
    """
    if beyond - b == 1:
        return texts[b]
    starts = [parts.starts[first] for first in parts.first[b:beyond]]
    gaps = ["\t" * rows.place[starts[0]]]
    for before, k in pairwise(starts):
        if rows.cell[before] == rows.cell[k]:
            gaps.append("\n" if before in page.preformatted or k in page.preformatted else " ")
        else:
            gaps.append("\t" * max(1, rows.place[k] - rows.place[before]))
    cells = [
        text if "\n" not in text or k in page.preformatted else text.replace("\n", " ")
        for k, text in zip(starts, texts[b:beyond])
    ]
    return "".join(gap + text for gap, text in zip(gaps, cells))


def joined_rows(page: Page, parts: Parts, rows: Rows) -> Sequence[int]:
    """Return the first paragraph of each row and of each other paragraph, and the number of all last."""
    if any(len(column) != len(page.gap) for column in rows):
        raise ValueError("the columns of rows are not as long as the page has texts")
    joined: Sequence[int] = kernels.queries.joined_rows(
        parts.starts, parts.first, rows.row, rows.cell, rows.width, len(page.code)
    )
    return joined


# The columns of cells where some span several columns or rows: a cell takes the first column from the left
# that neither a cell before it nor a cell above it has.
# https://html.spec.whatwg.org/multipage/tables.html#forming-a-table


def with_spans(page: Page, cell: Sequence[int], place: Sequence[int]) -> Sequence[int]:
    """Return the column of the cell of each text, where ``place`` counts the cells before it in its row."""
    code, parent, spans = page.code, page.parent, spans_of(page)
    groups = {parent[parent[i]] for i in spans if i and code[parent[i]] == ROW}
    if not groups:
        return place
    rows: dict[int, list[int]] = {group: [] for group in groups}
    for i in positions(code, ROW):
        if parent[i] in groups:
            rows[parent[i]].append(i)
    columns: dict[int, int] = {}
    for of_group in rows.values():
        columns |= columns_in(page, of_group, spans)
    return array("i", [columns.get(i, before) for i, before in zip(cell, place)])


class Span(NamedTuple):
    """Columns that a cell takes in the rows below it."""

    start: int
    stop: int
    #: the last row
    last: int


def columns_in(page: Page, rows: Sequence[int], spans: Mapping[int, Mapping[str, str]]) -> dict[int, int]:
    """Return the columns of the cells of a group of rows; none if it takes too many steps."""
    cells = [[i for i in children_of(page, row) if page.code[i] in CELL_CODES] for row in rows]
    left = MOST_TIMES * (len(rows) + sum(map(len, cells)))
    columns: dict[int, int] = {}
    above: list[Span] = []
    for n, of_row in enumerate(cells):
        above, below = [span for span in above if span.last >= n], list[Span]()
        column = stop = passed = 0
        for cell in of_row:
            column = stop
            while passed < len(above) and above[passed].start <= column:
                column = max(column, above[passed].stop)
                passed += 1
            columns[cell], of = column, spans.get(cell, {})
            stop = column + span_of(of, "colspan")
            if last := (span_of(of, "rowspan") or len(rows)) - 1:
                below.append(Span(column, stop, n + last))
        left -= len(above) + column
        if left < 0:
            return {}
        above = sorted(above + below)
    return columns


def span_of(attributes: Mapping[str, str], name: str) -> int:
    """Return how many columns or rows a cell takes; 0 for all rows below."""
    found = _NUMBER.match(attributes.get(name, ""))
    number = min(int(found.group(1)), MOST_SPANNED[name]) if found else 1
    return number or int(name == "colspan")


# Elements and ranges


def nearest(page: Page, tags: Collection[str]) -> list[int]:
    """Return for each element the lowest one with a tag in ``tags`` that is or holds it, or -1.

    An element with such a tag is its own nearest.
    """
    return list(kernels.queries.nearest(page.parent, bytes(map(tags.__contains__, page.tag))))


def children_of(page: Page, i: int) -> Iterator[int]:
    """Yield the children of element ``i``."""
    child, end = i + 1, page.end
    while child < end[i]:
        yield child
        child = end[child]


def ancestors(page: Page, i: int) -> Iterator[int]:
    """Yield element ``i`` and its ancestors, up to the root."""
    while i >= 0:
        yield i
        i = page.parent[i]


def link_above(page: Page, i: int, most: int) -> int:
    """Return the first link among element ``i`` and its ancestors, ``most`` elements in all, or -1."""
    return next((e for e in islice(ancestors(page, i), most) if page.code[e] == LINK), -1)


def lowest_common(page: Page, i: int, j: int) -> int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j.

    Raises IndexError if the page has no such elements.
    """
    if not (0 <= i < len(page.code) and 0 <= j < len(page.code)):
        raise IndexError(f"there are no elements {i} and {j} among {len(page.code)}")
    lowest: int = kernels.queries.lowest_common(page.parent, page.end, i, j)
    return lowest


def heading_above(page: Page, i: int) -> int:
    """Return the heading that holds element ``i`` with only inline elements between, or -1."""
    if i >= len(page.code):
        raise IndexError(f"there is no element {i} among {len(page.code)}")
    heading: int = kernels.queries.heading_above(page.parent, page.meaning, i)
    return heading


def line_with(page: Page, k: int) -> int:
    """Return the paragraph that has text ``k``."""
    return bisect_right(page.line_starts, k) - 1


def lines_with(page: Page, i: int) -> range:
    """Return the paragraphs that have texts of element ``i``."""
    first, stop = page.first[i], page.stop[i]
    return range(line_with(page, first), line_with(page, stop - 1) + 1) if first < stop else range(0)


def link_share(page: Page, start: int, stop: int) -> float:
    """Return the share of the characters of a range of texts that are in links; 0 if it is empty."""
    texts = [(start, stop)]
    return page.link_chars_in(texts) / (page.chars_in(texts) or 1)


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


def text_marks(page: Page, ranges: Iterable[Range]) -> bytearray:
    """Return a column that has 1 for each text in some ranges, and 0 for the others."""
    marks = bytearray(len(page.gap))
    for start, stop in ranges:
        marks[start:stop] = b"\1" * (stop - start)
    return marks


def ranges_in(marks: bytes | bytearray) -> tuple[Range, ...]:
    """Return the ranges of the texts that a column marks with 1, which :func:`text_marks` makes of them."""
    return tuple(run.span() for run in re.finditer(b"\1+", marks))
