"""Chosen texts → Blocks: all methods count alike.

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

from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from .. import core
from ..markup import visible
from ..model import Block, Range
from .elements import heading_above, lowest_common
from .page import Page
from .rendering import Parts, as_they_are, joined, paragraphs_in, render_parts
from .tables import Rows, joined_rows, row_text


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
        first = joined_rows(page, parts, rows)
        if len(first) < len(parts.first):
            texts = [row_text(page, parts, rows, texts, b, beyond) for b, beyond in pairwise(first)]
    return tuple(texts)


def text_of(page: Page, ranges: Sequence[Range], rows: Rows | None = None) -> str:
    """Return the texts of :func:`paragraphs` that are not empty, a line for each.

    All of them are rendered as one, unless a line may be empty, keep its spaces, or be a row.
    """
    if (
        page.preformatted
        or page.says("struck out tag")
        or (rows and any(max(rows.row[start:stop], default=-1) >= 0 for start, stop in ranges))
        or visible(text := as_they_are(page, joined(page, ranges))[0]) is not text
    ):
        return "\n".join(filter(None, lines_of(page, ranges, rows)))
    return text


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
    depth, heading_stop = described(page, parts)
    numbers, chars, link_chars = core.queries.kinds_of(
        page.parent, page.end, page.first, page.owner, page.meaning, page.chars_before,
        page.link_chars_before, *parts, heading_stop,
    )  # fmt: skip
    kinds = list(map(core.queries.KINDS.__getitem__, numbers))
    values = Values(*texts_and_titles(page, parts, heading_stop), kinds, depth, chars, link_chars)
    if rows is not None:
        parts, values = with_rows(page, parts, values, rows)
    bounds = list(zip(parts.starts, parts.stops))
    is_whole = len(bounds) + 1 == len(parts.first)  # each block has one part
    ranges = zip(bounds) if is_whole else [tuple(bounds[a:z]) for a, z in pairwise(parts.first)]
    fields = zip(ranges, *values, repeat(False), parents or repeat(-1), roles or repeat(None))
    return tuple(map(tuple.__new__, repeat(Block), fields))  # as Block._make does, without a call in Python


def described(page: Page, parts: Parts) -> tuple[array[int], array[int]]:
    """Return the depth of each block, and the text after its heading, or 0."""
    starts, stops, first = parts
    owner, begins = page.owner, [starts[part] for part in first[:-1]]
    headings = [heading_above(page, owner[k]) for k in begins]
    heading_stop = array("i", [page.stop[i] if i >= 0 else 0 for i in headings])
    ends = ((owner[k], owner[stops[beyond - 1] - 1]) for k, beyond in zip(begins, first[1:]))
    around = [i if i == j else lowest_common(page, i, j) for i, j in ends]
    return array("i", map(page.depth.__getitem__, around)), heading_stop


class Values(NamedTuple):
    """The fields of some Blocks, a column for each."""

    text: list[str]
    title: list[str]
    kind: list[str]
    depth: array[int]
    chars: array[int]
    link_chars: array[int]


def texts_and_titles(page: Page, parts: Parts, heading_stop: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the text of each block, and that of its heading, or ""; all are rendered together.

    ``heading_stop`` is 0 without a heading.
    """
    starts, stops, first = parts
    ends = [stops[z - 1] for z in first[1:]]
    longer = [b for b, (stop, end) in enumerate(zip(heading_stop, ends)) if 0 < stop < end]
    if longer:
        starts = starts + array("i", [starts[first[b]] for b in longer])
        stops = stops + array("i", [heading_stop[b] for b in longer])
        first = first + array("i", range(first[-1] + 1, first[-1] + len(longer) + 1))
    rendered = render_parts(page, Parts(starts, stops, first))
    texts = rendered[: len(ends)]
    titles = [text if stop >= end else "" for text, stop, end in zip(texts, heading_stop, ends)]
    for b, title in zip(longer, rendered[len(ends) :]):
        titles[b] = title
    return texts, titles


def with_rows(page: Page, parts: Parts, values: Values, rows: Rows) -> tuple[Parts, Values]:
    """Join the cells of the rows that :func:`.tables.joined_rows` names."""
    begin = joined_rows(page, parts, rows)
    if len(begin) == len(parts.first):
        return parts, values
    first = core.queries.gather(parts.first, begin)
    strings = [[column[b] for b in begin[:-1]] for column in values[:3]]
    numbers = [array("i", [column[b] for b in begin[:-1]]) for column in values[3:]]
    made = Values(*strings, *numbers)  # type: ignore[arg-type]
    for n, (b, beyond) in enumerate(pairwise(begin)):
        if beyond - b > 1:
            here, row = slice(b, beyond), rows.row[parts.starts[parts.first[b]]]
            made.text[n] = row_text(page, parts, rows, values.text, b, beyond)
            made.title[n], made.kind[n] = "", "table"
            made.depth[n], made.chars[n] = page.depth[row], sum(values.chars[here])
            made.link_chars[n] = sum(values.link_chars[here])
    return parts._replace(first=first), made
