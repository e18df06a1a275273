"""Chosen texts → chunks for retrieval: cut where the page cuts them.

1. The *units* are the paragraphs of the text, and of its tables the rows.  A unit longer than a chunk is cut
   at the ends of sentences, code at the ends of lines; only a longer sentence is cut at a space, and only a
   longer word anywhere.
2. Each boundary between two units has a *strength*: pieces of one unit, rows of one table, and a heading and
   what follows hold together most; then come the paragraphs of an item of a list; then others, by the
   strength of the gap that :mod:`.methods.gapdepth` finds between them; last come the boundaries before
   headings, the higher the stronger.
3. The units are joined over the weakest boundary first, as long as a chunk holds them.  Two sections are only
   joined if one of them is small.
4. A chunk that goes on with a section or a table begins with the last sentences, lines or rows before it, as
   many as the overlap holds.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, pairwise, takewhile
from operator import attrgetter
from typing import NamedTuple

from ..core.render_py import SENTENCE_END
from ..markup import CODES, HEADINGS
from ..methods.gapdepth import REGION, GapDepth
from ..methods.roles import roles_of
from ..model import Range, density
from ..page.blocks import paragraphs
from ..page.choice import letters
from ..page.elements import heading_above, nearest
from ..page.page import Page
from ..page.tables import Rows

#: The strengths of boundaries; between paragraphs they are from 0 to 1, less the depth of an item with both.
AFTER_HEADING, IN_UNIT, IN_TABLE, SECTION = -3e6, -2e6, -1e6, 2.0
#: What holds its paragraphs together.
ITEMS = ("li", "dd")
#: The share of a chunk below which a section is small.
SMALL = 0.25
#: A sentence or a line is looked for in as many characters as the length of a chunk times this: a token may
#: have several characters.
CHARS = 8
#: The rank of each heading, 1 to 6.
RANK = {CODES[tag]: int(tag[1]) for tag in HEADINGS}

_FORMULA = re.compile(r"\$\$[^$]+\$\$|\$[^$\n]+\$")
_LINE = re.compile(r"\n")
_SPACE = re.compile(r"\s")

Length = Callable[[str], int]


class Chunk(NamedTuple):
    """A piece of the main text."""

    #: ``text[start:stop]`` of the main text; the head of a table stands before its later rows
    text: str
    #: the same, with its structure
    markdown: str
    #: its place in the main text
    start: int
    stop: int
    #: the headings above it and those it begins with, the highest first
    headings: list[str]
    #: the id of the section it begins in, or ""
    anchor: str
    #: the role of the block it begins in, such as "main"
    role: str | None
    #: the share of its characters in links
    link_density: float


class Unit(NamedTuple):
    """What is cut only if it is longer than a chunk."""

    text: str
    #: its place in the main text
    start: int
    #: its texts, and how many characters of the page are before it, without white space
    texts: Range
    place: int
    #: 1 to 6 for a heading, else 0
    rank: int
    #: the id of its section, or ""
    anchor: str
    #: its table, or -1
    table: int
    is_code: bool
    #: whether it is in the head of its table
    is_head: bool


class Head(NamedTuple):
    """The first rows of a table, of header cells only, which stand above its later rows again."""

    text: str
    #: its place on the page, as that of a unit
    places: Range
    #: the most of what stands below it in a chunk
    room: int


def chunks_of(
    page: Page,
    ranges: Sequence[Range],
    most: int = 2_000,
    length: Length = len,
    overlap: int = 0,
    title: str = "",
    rows: Rows | None = None,
    write: Callable[[list[Range]], str] = lambda places: "",
) -> list[Chunk]:
    """Return the chunks of some texts, each of at most ``most`` by ``length``, ``overlap`` of it repeated.

    ``length`` counts characters, or the tokens of a model; ``rows`` are the rows of the choice, whose cells
    its text joins; ``write`` returns the Markdown between some places of the page, which count its characters
    without white space.
    The ``title`` of the page is the first heading of all chunks, unless the text has it or another ``<h1>``.
    Without an overlap the chunks together hold the whole text once, but for white space and the heads of
    tables, which are repeated.

    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<h1>Rain</h1><p>It rains. It pours.<h2>Wind</h2><p>It blows hard.")
    >>> [(chunk.text, chunk.headings) for chunk in chunks_of(page, [(0, 4)], 22)]
    [('Rain\\nIt rains.', ['Rain']), ('It pours.', ['Rain']), ('Wind\\nIt blows hard.', ['Rain', 'Wind'])]
    """
    whole = units_of(page, ranges, rows)
    if not whole:
        return []
    text = "\n".join(unit.text for unit in whole)
    heads = heads_of(whole, most - overlap, length)
    units = list(in_pieces(whole, most - overlap, length, heads))
    cuts = GapDepth().cut(page)
    strength = strengths(page, units, cuts.starts, cuts.strength)
    paths, roles = list(headings_of(units, title)), roles_of(page, cuts, REGION)
    offsets, made, before = [unit.start for unit in units], list[Chunk](), 0
    for first, stop in joined(units, strength, most - overlap, length, heads):
        own, last, begin = units[first:stop], units[stop - 1], units[first].start
        if overlap:
            begin = overlapping(text, units[before : first + 1], strength[before:first], overlap, length)
        before, unit = first, units[bisect_right(offsets, begin) - 1]
        place = unit.place + solid(text[unit.start : begin]) if first else -1
        places = [(place, units[stop].place if stop < len(units) else sys.maxsize)]
        piece = text[begin : last.start + len(last.text)].rstrip()
        # code keeps its indentation, and the row of a table the tabs of its empty cells
        inside = piece.lstrip("\n" if unit.is_code else "\n ")
        end = begin + len(piece)
        begin = end - len(inside)
        if (head := heads.get(unit.table)) and not unit.is_head:
            inside, places = f"{head.text}\n{inside}", [head.places, *places]
        role = roles[bisect_right(cuts.starts, own[0].texts[0]) - 1]
        below = [path for path, unit in zip(paths[first:stop], own) if not unit.rank]
        levels = zip(*below or [paths[stop - 1]])
        path = [level[0] for level in takewhile(lambda level: len({*level}) == 1, levels)]
        texts = dict.fromkeys(unit.texts for unit in own)  # pieces of one unit count alike
        share = round(density(page.link_chars_in(texts), page.chars_in(texts)), 4)
        made.append(Chunk(inside, write(places), begin, end, path, own[0].anchor, role, share))
    return made


def solid(text: str) -> int:
    """Return the number of characters without white space."""
    return len("".join(text.split()))


def units_of(page: Page, ranges: Sequence[Range], rows: Rows | None) -> list[Unit]:
    """Return the paragraphs of some texts, the cells of each of the rows as one."""
    units: list[Unit] = []
    anchor, place, ended = "", 0, set[int]()  # the tables whose head has ended
    for block in paragraphs(page, ranges, rows):
        if block.text:  # else all of it is struck out
            start, stop = block.ranges[0][0], block.ranges[-1][1]
            heading = heading_above(page, page.owner[start]) if block.kind == "title" else -1
            rank = RANK.get(page.code[heading], 0) if heading >= 0 else 0
            anchor = id_of(page, heading) if rank else anchor
            table = rows.row[start] if rows else -1
            while table >= 0 and page.code[table] != CODES["table"]:
                table = page.parent[table]
            cells = {page.code[rows.cell[k]] for k in range(start, stop)} if rows and table >= 0 else set()
            is_head = cells == {CODES["th"]} and table not in ended
            ended.update(() if is_head else {table})
            units.append(Unit(
                block.text, place, (start, stop), page.chars_before[start], rank, anchor, table,
                start in page.preformatted, is_head,
            ))  # fmt: skip
            place += len(block.text) + 1
    return units


def id_of(page: Page, heading: int) -> str:
    """Return the id of a heading, of what begins with it, of what is in it, or ""."""
    names, first = page.names, page.first[heading]
    around = takewhile(lambda i: page.first[i] == first, range(heading, -1, -1))
    near = chain(around, range(heading + 1, page.end[heading]))
    return next(filter(None, (names.value(names.of_id[i]) for i in near)), "")


def heads_of(units: Sequence[Unit], most: int, length: Length) -> dict[int, Head]:
    """Return the heads of tables that are repeated: a longer one would leave no room for rows."""
    heads = {}
    for table, group in groupby((unit for unit in units if unit.is_head), attrgetter("table")):
        rows = list(group)
        text, place = "\n".join(row.text for row in rows), rows[0].place
        if 2 * (size := length(text)) < most:
            heads[table] = Head(text, (place, place + solid(text)), most - size - 1)
    return heads


def in_pieces(units: Sequence[Unit], most: int, length: Length, heads: dict[int, Head]) -> Iterator[Unit]:
    """Yield the units, the long ones in pieces.

    The first piece leaves room for the headings above it, each piece of a row for the head of its table.
    """
    above = 0
    for unit in units:
        room = room_of(unit, most, heads)
        size = length(unit.text)
        if size > room - above and not (size <= room and above >= room / 2):
            first = room - above if above < room / 2 else room
            place = unit.place
            for start, stop in pieces(unit.text, room, length, unit.is_code, first):
                text = unit.text[start:stop]
                yield unit._replace(text=text, start=unit.start + start, place=place)
                place += solid(text)
        else:
            yield unit
        above = above + size + 1 if unit.rank else 0


def room_of(unit: Unit, most: int, heads: dict[int, Head]) -> int:
    """Return the most of a chunk that begins with a unit, without the head that stands above it."""
    return heads[unit.table].room if unit.table in heads and not unit.is_head else most


def pieces(
    text: str, most: int, length: Length = len, is_code: bool = False, first: int = 0
) -> Iterator[Range]:
    """Yield the places of the pieces of a text, each with the white space before it.

    ``first`` is the most of the first piece, 0 for ``most``.

    >>> text = "It rains. It pours: $a. b$ and so on. Yes."
    >>> [text[i:j] for i, j in pieces(text, 28)]
    ['It rains.', ' It pours: $a. b$ and so on.', ' Yes.']
    """
    ends = ends_in(text, is_code)
    start, room = 0, first or most
    while start < len(text):
        stop = furthest(text, start, ends, room, length)
        if not text[start:stop].isspace():
            yield start, stop
        start, room = stop, most


def ends_in(text: str, is_code: bool) -> list[int]:
    """Return the ends of the sentences of a text, or of the lines of code."""
    if is_code:
        return [match.end() for match in _LINE.finditer(text)]
    whole = _FORMULA.sub(lambda formula: "x" * len(formula[0]), text)  # no sentence ends in a formula
    ends = [match.end() for match in SENTENCE_END.finditer(whole)]
    # nor behind "i.e." and "Jan. 5", but where all letters are small
    return [end for end in ends if not goes_on(text, end)] or ends


def goes_on(text: str, end: int) -> bool:
    """Tell whether a small letter or a digit stands behind the end of a sentence."""
    following = text[end : end + 2].lstrip()[:1]
    return following.islower() or following.isdecimal()


def furthest(text: str, start: int, ends: Sequence[int], most: int, length: Length) -> int:
    """Return where a piece ends: at the last of some ends that fits, at a space, or anywhere."""
    if length(text[start : start + CHARS * most]) <= most and start + CHARS * most >= len(text):
        return len(text)
    limit = start + CHARS * most
    here = ends[bisect_right(ends, start) : bisect_right(ends, limit)]
    if fitting := bisect_right(here, most, key=lambda end: length(text[start:end].rstrip())):
        return here[fitting - 1]
    places = range(start + 1, min(limit, len(text)) + 1)
    stop = places[max(bisect_right(places, most, key=lambda end: length(text[start:end])), 1) - 1]
    spaces = [match.end() for match in _SPACE.finditer(text, start + 1, stop)]
    return spaces[-1] if spaces else stop


def strengths(
    page: Page, units: Sequence[Unit], starts: Sequence[int], strength: Sequence[float]
) -> list[float]:
    """Return the strength of the boundary before each unit but the first.

    ``starts`` has the first text after each cut of the page, the first cut at 0, ``strength`` theirs.
    """
    found, items = [], nearest(page, ITEMS)
    for left, right in pairwise(units):
        if left.texts == right.texts:
            found.append(IN_UNIT)
        elif left.rank and not (0 < right.rank <= left.rank):
            found.append(AFTER_HEADING)
        elif right.rank:
            found.append(SECTION + 7 - right.rank)
        elif left.table == right.table >= 0:
            found.append(IN_TABLE)
        else:
            low, high = bisect_right(starts, left.texts[0]), bisect_right(starts, right.texts[0])
            item = items[page.owner[left.texts[0]]]
            while item >= 0 and page.stop[item] <= right.texts[0]:
                item = items[page.parent[item]]
            depth = page.depth[item] if item >= 0 else 0
            found.append(max(strength[low - 1 : high - 1], default=0.0) - depth)
    return found


def joined(
    units: Sequence[Unit], strength: Sequence[float], most: int, length: Length, heads: dict[int, Head]
) -> Iterator[Range]:
    """Yield the units of each chunk, as ranges."""
    size = [length(unit.text) for unit in units]  # of what begins with each unit
    room = [room_of(unit, most, heads) for unit in units]
    begin = list(range(len(units)))  # a unit further left in the same chunk
    is_first = [True] * len(units)
    for n in sorted(range(len(strength)), key=strength.__getitem__):
        left, right = n, n + 1
        while begin[left] != left:
            begin[left] = begin[begin[left]]
            left = begin[left]
        if size[left] + 1 + size[right] > room[left]:
            continue
        if strength[n] >= SECTION and min(size[left], size[right]) >= SMALL * most:
            continue
        begin[right], is_first[right] = left, False
        size[left] += 1 + size[right]
    return pairwise([*(n for n, first in enumerate(is_first) if first), len(units)])


def overlapping(
    text: str, units: Sequence[Unit], strength: Sequence[float], most: int, length: Length
) -> int:
    """Return where a chunk begins that repeats what is before its own first unit, the last of ``units``.

    It begins with a sentence, a line or a row of the same section and table, in the chunk before.
    """
    begin = stop = units[-1].start
    for unit, boundary in zip(units[-2::-1], reversed(strength)):
        if boundary >= SECTION or unit.table != units[-1].table:
            break
        ends = [0, *(() if unit.table >= 0 else ends_in(unit.text, unit.is_code))]
        starts = [unit.start + end for end in ends if end < len(unit.text)]
        n = bisect_left(starts, -most, key=lambda start: -length(text[start:stop]))
        begin = starts[n] if n < len(starts) else begin
        if n:
            break
    return begin


def headings_of(units: Sequence[Unit], title: str = "") -> Iterator[list[str]]:
    """Yield the headings above each unit, with itself, below ``title`` unless one is it or an ``h1``."""
    path: list[Unit] = []
    headings = [unit for unit in units if unit.rank]
    has_own = any(unit.rank == 1 or letters(unit.text) == letters(title) for unit in headings)
    above = [title] if title and not has_own else []
    for unit in units:
        if unit.rank:
            while path and path[-1].rank >= unit.rank:
                path.pop()
            path.append(unit)
        yield above + [heading.text for heading in path]
