"""Chosen texts → chunks for retrieval: cut where the page cuts them.

1. The *units* are the paragraphs of the text, and of its tables the rows.  A unit longer than a chunk is cut
   at the ends of sentences, code at the ends of lines; only a longer sentence is cut at a space, and only a
   longer word anywhere.
2. Each boundary between two units has a *strength*: pieces of one unit, rows of one table, and a heading and
   what follows hold together most; then come paragraphs, by the strength of the gap that
   :mod:`.methods.gapdepth` finds between them; last come the boundaries before headings, the higher the
   stronger.
3. The units are joined over the weakest boundary first, as long as a chunk holds them.  Two sections are only
   joined if one of them is small.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..auto.trees import Trees
from ..core.render_py import SENTENCE_END
from ..markup import CODES, HEADINGS
from ..methods.gapdepth import REGION, GapDepth
from ..methods.roles import roles_of
from ..model import Range, density
from ..page.blocks import paragraphs
from ..page.choice import letters
from ..page.elements import heading_above
from ..page.page import Page
from ..page.tables import Rows

#: The strengths of boundaries; between paragraphs they are from 0 to 1.
AFTER_HEADING, IN_UNIT, IN_TABLE, SECTION = -3.0, -2.0, -1.0, 2.0
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
    #: its place in the main text
    start: int
    stop: int
    #: the headings above it and those it begins with, the highest first
    headings: tuple[str, ...]
    #: the role of the block it begins in, such as "main"
    role: str | None
    #: the share of its characters in links
    link_density: float


class Unit(NamedTuple):
    """What is cut only if it is longer than a chunk."""

    text: str
    #: its place in the main text
    start: int
    #: its texts
    texts: Range
    #: 1 to 6 for a heading, else 0
    rank: int
    #: its table, or -1
    table: int
    is_code: bool
    #: whether it is in the head of its table
    is_head: bool = False


class Head(NamedTuple):
    """The first rows of a table, of header cells only, which stand above its later rows again."""

    text: str
    #: the most of what stands below it in a chunk
    room: int


def chunks_of(
    page: Page,
    ranges: Sequence[Range],
    most: int = 2_000,
    length: Length = len,
    trees: Trees | None = None,
    title: str = "",
    rows: Rows | None = None,
) -> list[Chunk]:
    """Return the chunks of some texts, each of at most ``most`` by ``length``.

    ``length`` counts characters, or the tokens of a model; ``trees`` replace the package's model of gaps;
    ``rows`` are the rows of the choice, whose cells its text joins.
    The ``title`` of the page is the first heading of all chunks, unless the text has it or another ``<h1>``.
    Together the chunks hold the whole text once, but for white space and the heads of tables, which are
    repeated.

    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<h1>Rain</h1><p>It rains. It pours.<h2>Wind</h2><p>It blows hard.")
    >>> [(chunk.text, chunk.headings) for chunk in chunks_of(page, [(0, 4)], 22)]
    [('Rain\\nIt rains.', ('Rain',)), ('It pours.', ('Rain',)), ('Wind\\nIt blows hard.', ('Rain', 'Wind'))]
    """
    whole = units_of(page, ranges, rows)
    if not whole:
        return []
    text = "\n".join(unit.text for unit in whole)
    heads = heads_of(whole, most, length)
    units = list(in_pieces(whole, most, length, heads))
    cuts = GapDepth().cut(page, trees)
    strength = strengths(units, cuts.starts, cuts.strength)
    paths, roles = list(headings_of(units, title)), roles_of(page, cuts, REGION)
    made = []
    for first, stop in joined(units, strength, most, length, heads):
        last = units[stop - 1]
        piece = text[units[first].start : last.start + len(last.text)].rstrip()
        # code keeps its indentation, and the row of a table the tabs of its empty cells
        inside = piece.lstrip("\n" if units[first].is_code else "\n ")
        end = units[first].start + len(piece)
        begin = end - len(inside)
        head = heads.get(units[first].table)
        above = f"{head.text}\n" if head and not units[first].is_head else ""
        role = roles[bisect_right(cuts.starts, units[first].texts[0]) - 1]
        path = common([path for path, unit in zip(paths[first:stop], units[first:stop]) if not unit.rank])
        texts = dict.fromkeys(unit.texts for unit in units[first:stop])  # pieces of one unit count alike
        links, chars = page.link_chars_in(texts), page.chars_in(texts)
        path = path if path is not None else paths[stop - 1]
        made.append(Chunk(above + inside, begin, end, path, role, density(links, chars)))
    return made


def units_of(page: Page, ranges: Sequence[Range], rows: Rows | None) -> list[Unit]:
    """Return the paragraphs of some texts, the cells of each of the rows as one."""
    units: list[Unit] = []
    place = 0
    for block in paragraphs(page, ranges, rows):
        if block.text:  # else all of it is struck out
            start, stop = block.ranges[0][0], block.ranges[-1][1]
            heading = heading_above(page, page.owner[start]) if block.kind == "title" else -1
            rank = RANK.get(page.code[heading], 0) if heading >= 0 else 0
            table = rows.row[start] if rows else -1
            while table >= 0 and page.code[table] != CODES["table"]:
                table = page.parent[table]
            units.append(Unit(block.text, place, (start, stop), rank, table, start in page.preformatted))
            place += len(block.text) + 1
    if rows is not None:
        seen: set[int] = set()  # the tables whose head has ended
        for n, unit in enumerate(units):
            if unit.table >= 0 and unit.table not in seen:
                is_head = {page.code[rows.cell[k]] for k in range(*unit.texts)} == {CODES["th"]}
                units[n] = unit._replace(is_head=is_head)
                seen.update(() if is_head else {unit.table})
    return units


def heads_of(units: Sequence[Unit], most: int, length: Length) -> dict[int, Head]:
    """Return the heads of tables that are repeated: a longer one would leave no room for rows."""
    rows = defaultdict[int, list[str]](list)
    for unit in units:
        if unit.is_head:
            rows[unit.table].append(unit.text)
    texts = {table: "\n".join(of_table) for table, of_table in rows.items()}
    sizes = {table: length(text) for table, text in texts.items()}
    return {table: Head(texts[table], most - size - 1) for table, size in sizes.items() if 2 * size < most}


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
            for start, stop in pieces(unit.text, room, length, unit.is_code, first):
                yield unit._replace(text=unit.text[start:stop], start=unit.start + start)
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
    ends = [match.end() for match in (_LINE if is_code else SENTENCE_END).finditer(text)]
    if not is_code:  # nor behind "i.e." and "Jan. 5", but where all letters are small
        ends = [end for end in ends if not goes_on(text, end)] or ends
    formulas = [] if is_code else [match.span() for match in _FORMULA.finditer(text)]
    opened = [start for start, _ in formulas]
    ends = [end for end in ends if not is_inside(end, formulas, opened)]
    start, room = 0, first or most
    while start < len(text):
        stop = furthest(text, start, ends, room, length)
        if not text[start:stop].isspace():
            yield start, stop
        start, room = stop, most


def goes_on(text: str, end: int) -> bool:
    """Tell whether a small letter or a digit stands behind the end of a sentence."""
    following = text[end : end + 2].lstrip()[:1]
    return following.islower() or following.isdecimal()


def is_inside(place: int, spans: Sequence[Range], starts: Sequence[int]) -> bool:
    n = bisect_left(starts, place) - 1
    return n >= 0 and place < spans[n][1]


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


def strengths(units: Sequence[Unit], starts: Sequence[int], strength: Sequence[float]) -> list[float]:
    """Return the strength of the boundary before each unit but the first.

    ``starts`` has the first text after each cut of the page, the first cut at 0, ``strength`` theirs.
    """
    found = []
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
            found.append(max(strength[low - 1 : high - 1], default=0.0))
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


def headings_of(units: Sequence[Unit], title: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the headings above each unit, with itself, below ``title`` unless one is it or an ``h1``."""
    path: list[Unit] = []
    headings = [unit for unit in units if unit.rank]
    has_own = any(unit.rank == 1 or letters(unit.text) == letters(title) for unit in headings)
    above = (title,) if title and not has_own else ()
    for unit in units:
        if unit.rank:
            while path and path[-1].rank >= unit.rank:
                path.pop()
            path.append(unit)
        yield (*above, *(heading.text for heading in path))


def common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return what some paths begin with alike, or None without any."""
    if not paths:
        return None
    first, last = min(paths), max(paths)
    alike = next((n for n, (a, z) in enumerate(zip(first, last)) if a != z), min(len(first), len(last)))
    return first[:alike]
