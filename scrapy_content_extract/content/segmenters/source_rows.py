"""The source of a page → rows of characters, each with its depth: the page as BTLS sees it.

The paper reads a page as a string, not as a tree (section 3.1 and fig. 2).  :func:`align` finds
the texts of the tree again in that string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..markup.elements import BLOCK_LEVEL, HEADINGS
from ..markup.references import unescape
from ..model import Range, running_total

#: The elements without an end tag, obsolete ones included:
#: https://html.spec.whatwg.org/multipage/syntax.html#void-elements
VOID = frozenset(
    "area base basefont bgsound br col command embed frame hr image img input isindex keygen "
    "link meta nextid param source spacer track wbr".split()
)

#: How many texts are tried to bring the string and the tree back in step.
TEXTS_TRIED = 8

# A tag, or a comment.  The groups are the name of the tag, with the "/" of an end tag, and the
# "/" before its ">".  The content of a script or style belongs to its start tag.  What is not
# closed ends where the page ends, so that no character is read again and again.
_TAG_OR_COMMENT = re.compile(
    r"""<(?:(/?[a-zA-Z][^\s/>]*)"""
    r"""(?:(?<=<[sS][cC][rR][iI][pP][tT])(?![^<>]*/>)[^<]*(?:<(?!/[sS][cC][rR][iI][pP][tT])[^<]*)*"""
    r"""|(?<=<[sS][tT][yY][lL][eE])(?![^<>]*/>)[^<]*(?:<(?!/[sS][tT][yY][lL][eE])[^<]*)*"""
    r"""|[^>]*(?:>|\Z))"""
    r"""|!--(?:-?>|[^-]*(?:-(?!->)[^-]*)*(?:-->|\Z))"""
    r"""|[!?/][^>]*(?:>|\Z))"""
    r"""(?:(?<=(/)>)|)"""
)


class Tag(NamedTuple):
    #: to the depth: 1, 0 or -1
    deeper: int
    #: how many rows end at it
    ends_rows: int
    #: True if it begins a heading, False if it ends one, None for other tags
    heading: bool | None


class Line(NamedTuple):
    """The characters of a string that stand in one row."""

    row: int
    #: index in ``SourceRows.strings``
    string: int
    chars: str
    #: number of open tags before the first character
    depth: int
    in_heading: bool


class SourceRows(NamedTuple):
    #: the characters between two tags, without white space; empty strings have no entry
    strings: list[str]
    lines: list[Line]
    #: per row, empty ones included: open tags at its end (rDepth of fig. 2); empty if not asked for
    depth: list[int]


@dataclass(frozen=True)
class RowReader:
    """Reads the source of a page as rows."""

    #: whether line breaks end rows; otherwise the tags of block-level elements do
    by_lines: bool
    #: what a void tag adds to the depth: 1 or 0
    void_depth: int
    #: how many rows end at the tag of a heading; None: as many as at the tags of other blocks
    heading_rows: int | None
    #: whether to return the depth at the end of each row
    depth_at_end: bool

    def read(self, source: str) -> SourceRows:
        """Return the rows of a page (fig. 2)."""
        if self.by_lines:
            source = source.replace("\r\n", "\n").replace("\r", "\n")
        pieces = _TAG_OR_COMMENT.split(source)
        between, names, slashes = pieces[::3], pieces[1::3], pieces[2::3]
        known = {name: self.tag(name) for name in set(names)}
        tags = [known[name] for name in names]
        in_heading = strings_in_headings(tags)

        # These have an entry for each string, that is, before each tag and after the last:
        depth = running_total(0 if slash else tag.deeper for tag, slash in zip(tags, slashes))
        ends = [tag.ends_rows for tag in tags]
        if self.by_lines:
            breaks = [0 if k in in_heading else string.count("\n") for k, string in enumerate(between)]
            ends = [a + b for a, b in zip([*ends, 0], breaks)]
        row = running_total(ends)

        strings: list[str] = []
        lines: list[Line] = []
        for k in [k for k, string in enumerate(between) if string and not string.isspace()]:
            parts = [between[k]]
            if self.by_lines and k not in in_heading:
                parts = between[k].split("\n")
            n = len(strings)
            new = [Line(i, n, chars, depth[k], k in in_heading) for i, chars in rows_with_text(parts, row[k])]
            if new:
                lines += new
                strings.append("".join([line.chars for line in new]))
        at_end: list[int] = []
        if self.depth_at_end:
            at_end = [d for d, rows in zip(depth, ends) for _ in range(rows)]
            at_end.append(depth[-1])
        return SourceRows(strings, lines, at_end)

    def tag(self, name: str | None) -> Tag:
        """Return what a tag does.  The name of an end tag begins with "/"; comments have no name."""
        if name is None:
            return Tag(0, 0, None)
        is_end, name = name[0] == "/", name.lstrip("/").lower()
        deeper = -1 if is_end else 1
        if name in VOID:
            deeper = 0 if is_end else self.void_depth
        is_block = name in BLOCK_LEVEL
        ends_rows = int(is_block and not self.by_lines)
        if name in HEADINGS:
            return Tag(deeper, ends_rows if self.heading_rows is None else self.heading_rows, not is_end)
        return Tag(deeper, ends_rows, False if is_block and is_end else None)


def rows_with_text(parts: list[str], row: int) -> Iterator[tuple[int, str]]:
    """Yield the row and the characters of each part that has any; the first part is in ``row``."""
    for i, part in enumerate(parts, row):
        chars = "".join((unescape(part) if "&" in part else part).split())
        if chars:  # a no-break space is white space
            yield i, chars


def strings_in_headings(tags: Sequence[Tag]) -> set[int]:
    """Return the strings in headings; string k stands before tag k."""
    inside: set[int] = set()
    for k in [k for k, tag in enumerate(tags) if tag.heading]:
        inside.add(k + 1)
        while k + 1 < len(tags) and tags[k + 1].heading is None:
            k += 1
            inside.add(k + 1)
    return inside


def align(strings: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return for each text of the tree the index of its string, in ascending order.

    On most pages they are the same.  Where the parser mended the page or left something out, the
    nearest equal pair further on is looked up, and the texts before it go with the strings before
    it, one to one as far as these reach.

    >>> align(["Home", "menu", "News", "a&b", "End"], ["Home", "News", "ab", "End"])
    [0, 2, 3, 4]
    """
    found: list[int] = []
    places: dict[str, list[int]] = {}  # of each string, the last place first
    i = j = 0
    while j < len(texts):
        if i < len(strings) and strings[i] == texts[j]:
            found.append(i)
            i += 1
            j += 1
            continue
        if not places:
            for place in range(len(strings) - 1, -1, -1):
                places.setdefault(strings[place], []).append(place)
        over_strings, over_texts = nearest_pair(places, i, texts[j : j + TEXTS_TRIED])
        last = len(strings) - 1
        found.extend(min(i + min(k, over_strings), last) for k in range(over_texts))
        i += over_strings
        j += over_texts
    return found


def nearest_pair(places: dict[str, list[int]], i: int, texts: Sequence[str]) -> Range:
    """Return how many strings from ``i`` on and how many texts precede the nearest equal pair.

    If there is no pair, one text is skipped.  Places before ``i`` are removed from ``places``.
    """
    skips: list[Range] = []
    for skipped, text in enumerate(texts):
        at = places.get(text, [])
        while at and at[-1] < i:
            at.pop()
        if at:
            skips.append((at[-1] - i, skipped))
    return min(skips, key=sum) if skips else (0, 1)
