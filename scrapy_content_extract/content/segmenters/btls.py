"""Web page segmentation based on the learning of titles (BTLS).

"基于标题机器学习的网页分割方法" (BTLS), which compares itself with VIPS.

Most blocks of a page begin with a title, and the titles of one page are about equally
long.  So a page can be cut where its titles stand, and the page itself teaches how long
they are.  The page is a string here, not a tree; everything takes O(n) time and space.

* A *row* is a line of the page.  Its depth is the number of tags open after it (fig. 2).
  *Row block* i is the rows i to i+N-1; its length is the number of their characters,
  white space left out (fig. 3).
* A *block* is a maximal run of row blocks whose length is not 0 (def. 5).  Its depth is
  that of its first row (def. 7), its length n that of all its rows.
* P, the possible titles, are the blocks with the row block lengths 0, n, ..., n, 0, N times
  n, with n <= C.  H, the titles, are first the blocks made by ``<h1>`` to ``<h6>`` with
  n <= C.  Kp is the most frequent n in P, Kh the mean n in H, and (fig. 8)

      K = a1 * Kp + a2 * Kh,  a1 + a2 = 1        or Kp, where H is empty
      C1 = max(K - delta, 0),  C2 = min(K + delta, C)

  The blocks of P with C1 <= n <= C2 join H, and then the blocks with n <= M that have a
  block of H among the three before or after them (section 3.4).
* Combination (section 3.5): (1) what stands before the first title is one content block; a
  title opens a content block, which ends before the next title whose depth is less than
  that of the block before it.  (2) Neighbouring content blocks made of titles only are
  merged.

:class:`BTLS` is the published method; :class:`BTLSTags` is the same with other readings,
each of which is a parameter.

Departures from the paper, and how its open points are read:

* The paper gives ranges: C is 6 to 9, a1 is .3 to .4, delta is 1 to 3, M is 10 to 15.  The
  values here are C = 9, a1 = .35, delta = 3, M = 15; N = 3 is the one of its example.
* Before the first row and after the last, the page counts as empty rows, so that a title
  can stand there, too.
* A block is made by a heading where some of its characters stand in one.  Line breaks in a
  heading or in a tag do not begin a row (section 3.1, step 2).  A heading ends at the next
  end tag of a block-level element, for its own may be missing.
* Of several lengths that are most frequent in P, the one met first is Kp.  The step with M
  looks at the titles known before it; it does not cascade.
* What fig. 2 calls a single tag counts +1 for its "<" and -1 for its "/>".  So ``<br>``
  without a slash leaves a depth of 1 behind; ``void_depth=0`` mends that.  A tag ends at
  the first ">", be it in an attribute.
* The content of ``<script>`` and ``<style>`` and comments are no text of a page, and neither
  is, as for every method here, what :mod:`~scrapy_content_extract.content.measure` leaves
  out.  The texts of the page are found again in the string by their characters (a parser
  mends what a string model takes as it is); one that lies in several blocks goes to the
  block in which it begins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import groupby, pairwise
from typing import NamedTuple

from lxml import etree

from ..blocks import block_of, blocks_of, render
from ..elements import BLOCK_LEVEL, HEADINGS
from ..model import Page, Range, Segmentation, running_total

#: How many blocks before and after a title a short block may stand (section 3.4).
NEAR = 3

#: How many texts are tried to find the string and the tree in step again.
AHEAD = 8

#: The elements without an end tag, obsolete ones included:
#: https://html.spec.whatwg.org/multipage/syntax.html#void-elements
VOID = frozenset(
    "area base basefont bgsound br col command embed frame hr image img input isindex keygen "
    "link meta nextid param source spacer track wbr".split()
)

#: A tag, or a comment.  Its groups are the name of the tag, with the "/" of an end tag, and
#: the "/" before its ">".  A script or style sheet goes with its start tag.  Whatever is not
#: closed ends where the page ends, so that no character is looked at again and again.
_MARKUP = re.compile(
    r"""<(?:(/?[a-zA-Z][^\s/>]*)"""
    r"""(?:(?<=<[sS][cC][rR][iI][pP][tT])(?![^<>]*/>)[^<]*(?:<(?!/[sS][cC][rR][iI][pP][tT])[^<]*)*"""
    r"""|(?<=<[sS][tT][yY][lL][eE])(?![^<>]*/>)[^<]*(?:<(?!/[sS][tT][yY][lL][eE])[^<]*)*"""
    r"""|[^>]*(?:>|\Z))"""
    r"""|!--(?:-?>|[^-]*(?:-(?!->)[^-]*)*(?:-->|\Z))"""
    r"""|[!?/][^>]*(?:>|\Z))"""
    r"""(?:(?<=(/)>)|)"""
)

#: Chinese, Japanese and Korean characters and their punctuation, which are as wide as high.
_WIDE = re.compile(
    r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\U00020000-\U0003ffff]+"
)

_REFERENCE = re.compile(r"(&#?\w+;?)")
_character = lru_cache(maxsize=4096)(unescape)  # a page writes the same few many times


class Tag(NamedTuple):
    """What a tag does."""

    #: to the depth: 1, 0 or -1
    deeper: int
    #: how many rows end at it
    ends_rows: int
    #: whether a heading begins (True) or ends (False)
    heading: bool | None


class Line(NamedTuple):
    """The characters of a string that stand in one row."""

    row: int
    #: index in ``Rows.strings``
    string: int
    chars: str
    #: open tags before the first of them
    depth: int
    in_heading: bool


class Rows(NamedTuple):
    """A page as the string model sees it."""

    #: what stands between two tags, white space left out
    strings: list[str]
    lines: list[Line]
    #: per row, empty ones included: open tags at its end (rDepth of fig. 2), if asked for
    depth: list[int]


class RowsBlock(NamedTuple):
    """A block of def. 5."""

    #: its length
    n: float
    depth: int
    #: whether its row block lengths are 0, n, ..., n, 0
    one_row: bool
    #: whether it is made by a heading
    heading: bool


@dataclass(frozen=True)
class BTLS:
    """Parameters and their values in the paper.

    Raises ValueError when a parameter is not what it may be.
    """

    #: rows in a row block
    N: int = 3
    #: the most characters of a title, 6 to 9
    C: float = 9
    #: the weight of the length learned without headings, 0.3 to 0.4
    a1: float = 0.35
    #: how far from the learned length that of a title may be, 1 to 3
    delta: float = 3
    #: the most characters of a title that is found by the titles near it, 10 to 15
    M: float = 15
    #: what a row is: "lines" of the source, or what stands between block-level "tags"
    rows: str = "lines"
    #: what a void tag like ``<br>`` adds to the depth: 1 or 0
    void_depth: int = 1
    #: where the depth of a row is taken: at its "end" or at its "first" character
    depth_at: str = "end"
    #: the length of a character that is not Chinese, Japanese or Korean
    width: float = 1.0
    #: whether every heading is a title that opens a content block
    headings_split: bool = False

    def __post_init__(self) -> None:
        if self.N < 1:
            raise ValueError(f"N is {self.N!r}; it is a number of rows, at least 1.")
        if not 0 <= self.a1 <= 1:
            raise ValueError(f"a1 is {self.a1!r}; it is a weight, from 0 to 1.")
        if self.rows not in ("lines", "tags"):
            raise ValueError(f"rows is {self.rows!r}; it may be 'lines' or 'tags'.")
        if self.void_depth not in (0, 1):
            raise ValueError(f"void_depth is {self.void_depth!r}; it may be 0 or 1.")
        if self.depth_at not in ("end", "first"):
            raise ValueError(f"depth_at is {self.depth_at!r}; it may be 'end' or 'first'.")
        if not 0 < self.width <= 1:
            raise ValueError(f"width is {self.width!r}; it is more than 0 and at most 1.")

    def segment(self, page: Page) -> Segmentation:
        if not page.text:
            return Segmentation(())
        source = page.source or etree.tostring(
            page.root, encoding="unicode", method="html", with_tail=False
        )
        rows = self.read(source)
        if not rows.strings:  # the source is not that of the tree
            return Segmentation((block_of(page, [(0, len(page.text))]),))
        found = align(rows.strings, ["".join(text.split()) for text in page.text])
        blocks, block_at = self.blocks(rows, found)
        titles = self.titles(blocks)
        contents = self.combine(blocks, titles)

        # from blocks of rows back to the texts of the page
        content_of = [c for c, (start, stop) in enumerate(contents) for _ in range(start, stop)]
        parts: list[list[Range]] = []
        titled: dict[int, str] = {}
        begin = 0
        for c, same in groupby(block_at, content_of.__getitem__):
            members = list(same)
            opening = contents[c][0]
            if opening in titles and opening in members:
                titled[len(parts)] = render(page, [(begin, begin + members.count(opening))])
            parts.append([(begin, begin + len(members))])
            begin += len(members)
        segments = list(blocks_of(page, parts))
        for n, title in titled.items():
            segments[n] = segments[n]._replace(title=" ".join(title.split()))
        return Segmentation(tuple(segments))

    def read(self, source: str) -> Rows:
        """Return the rows of a page and their depth (fig. 2)."""
        by_lines = self.rows == "lines"
        if by_lines:
            source = source.replace("\r\n", "\n").replace("\r", "\n")
        pieces = _MARKUP.split(source)
        between, names, slashes = pieces[::3], pieces[1::3], pieces[2::3]
        known = {name: self.tag(name) for name in set(names)}
        tags = [known[name] for name in names]
        in_heading = strings_in_headings(tags)

        # Before each string, and after the last tag:
        depth = running_total(0 if slash else tag.deeper for tag, slash in zip(tags, slashes))
        ends = [tag.ends_rows for tag in tags]
        if by_lines:
            breaks = [0 if k in in_heading else string.count("\n") for k, string in enumerate(between)]
            ends = [a + b for a, b in zip([*ends, 0], breaks)]
        row = running_total(ends)

        strings: list[str] = []
        lines: list[Line] = []
        for k in [k for k, string in enumerate(between) if string and not string.isspace()]:
            parts = [between[k]]
            if by_lines and k not in in_heading:
                parts = between[k].split("\n")
            whole = len(lines)
            for i, part in enumerate(parts, row[k]):
                chars = "".join((decoded(part) if "&" in part else part).split())
                if chars:  # a non-breaking space is white space
                    lines.append(Line(i, len(strings), chars, depth[k], k in in_heading))
            if len(lines) > whole:
                strings.append("".join([line.chars for line in lines[whole:]]))
        at_end: list[int] = []
        if self.depth_at == "end":
            at_end = [d for d, rows in zip(depth, ends) for _ in range(rows)]
            at_end.append(depth[-1])
        return Rows(strings, lines, at_end)

    def tag(self, name: str | None) -> Tag:
        """Return what a tag does; an end tag's name begins with "/", a comment has none."""
        if name is None:
            return Tag(0, 0, None)
        is_end, name = name[0] == "/", name.lstrip("/").lower()
        deeper = -1 if is_end else 1
        if name in VOID:
            deeper = 0 if is_end else self.void_depth
        is_block = name in BLOCK_LEVEL
        ends_rows = int(is_block and self.rows == "tags")
        if name in HEADINGS:
            if self.headings_split:
                ends_rows = self.N + 1  # so that N empty rows set it apart
            return Tag(deeper, ends_rows, not is_end)
        return Tag(deeper, ends_rows, False if is_block and is_end else None)

    def blocks(self, rows: Rows, found: Sequence[int]) -> tuple[list[RowsBlock], list[int]]:
        """Return the blocks (def. 5), and for each text of the page the one it begins in.

        ``found`` says which of the strings each text is; what is not among them is no text
        and does not count.  A row block has the length 0 where N rows are empty, so a block
        goes on as long as the next row that is not empty is at most N rows away.
        """
        counted = set(found)
        lines = [line for line in rows.lines if line.string in counted]
        starts = [0] * bool(lines)
        starts += [i for i, (a, b) in enumerate(pairwise(lines), 1) if b.row - a.row > self.N]
        block_of_string: dict[int, int] = {}
        blocks: list[RowsBlock] = []
        for start, stop in zip(starts, [*starts[1:], len(lines)]):
            members = lines[start:stop]
            first, last = members[0], members[-1]
            chars = "".join([line.chars for line in members])
            n: float = len(chars)
            if self.width != 1:
                n -= (1 - self.width) * len(_WIDE.sub("", chars))
            depth = first.depth if self.depth_at == "first" else rows.depth[first.row]
            heading = any(line.in_heading for line in members)
            for line in members:
                block_of_string.setdefault(line.string, len(blocks))
            blocks.append(RowsBlock(n, depth, first.row == last.row, heading))
        return blocks, [block_of_string[string] for string in found]

    def titles(self, blocks: Sequence[RowsBlock]) -> set[int]:
        """Return the blocks that are titles (fig. 8 and section 3.4)."""
        P = [i for i, block in enumerate(blocks) if block.one_row and block.n <= self.C]
        H = {i for i, block in enumerate(blocks) if block.heading and block.n <= self.C}
        if P:
            C1, C2 = self.learn([blocks[i].n for i in P], [blocks[i].n for i in sorted(H)])
            H.update(i for i in P if C1 <= blocks[i].n <= C2)
        if self.headings_split:
            H.update(i for i, block in enumerate(blocks) if block.heading)
        near = {i + distance for i in H for distance in range(-NEAR, NEAR + 1)}
        return H | {i for i in near if 0 <= i < len(blocks) and blocks[i].n <= self.M}

    def learn(self, L: Sequence[float], Lh: Sequence[float]) -> tuple[float, float]:
        """Return C1 and C2, between which the lengths of titles lie (fig. 8).

        ``L`` are the lengths in P, at least one, and ``Lh`` those in H.

        >>> [round(C, 2) for C in BTLS().learn([4, 4, 6], [6, 8])]
        [2.95, 8.95]
        """
        [(Kp, _)] = Counter(L).most_common(1)
        K = self.a1 * Kp + (1 - self.a1) * sum(Lh) / len(Lh) if Lh else Kp
        return max(K - self.delta, 0), min(K + self.delta, self.C)

    def combine(self, blocks: Sequence[RowsBlock], titles: Collection[int]) -> list[Range]:
        """Return the content blocks, as ranges of blocks (section 3.5)."""
        starts: list[int] = []
        seen_title = False
        for i, block in enumerate(blocks):
            opens = i in titles and (not seen_title or block.depth < blocks[i - 1].depth)
            if i == 0 or opens or (self.headings_split and block.heading):
                starts.append(i)
            seen_title = seen_title or i in titles
        contents: list[Range] = []
        after_titles = False  # whether the content block before holds titles only
        for start, stop in zip(starts, [*starts[1:], len(blocks)]):
            only_titles = all(i in titles for i in range(start, stop))
            if only_titles and after_titles:
                contents[-1] = (contents[-1][0], stop)
            else:
                contents.append((start, stop))
            after_titles = only_titles
        return contents


@dataclass(frozen=True)
class BTLSTags(BTLS):
    """The same on the pages of today, and in every script.

    * Rows are lines no more: a minified page is one line.  A row ends where a block-level
      element begins or ends.
    * Void tags leave no depth behind, and the depth is that of a row's first character.
    * A heading of any length is a title that stands alone and opens a content block.
    * C, delta and M count Chinese characters; of other characters 2.5 are as long as one.
    """

    rows: str = "tags"
    void_depth: int = 0
    depth_at: str = "first"
    width: float = 0.4
    headings_split: bool = True


def decoded(string: str) -> str:
    """Return a string with its character references decoded.

    >>> decoded("R&amp;D&#160;2&lt;3")
    'R&D\\xa02<3'
    """
    pieces = _REFERENCE.split(string)
    pieces[1::2] = map(_character, pieces[1::2])
    return "".join(pieces)


def strings_in_headings(tags: Sequence[Tag]) -> set[int]:
    """Return the strings in headings, where string k stands before tag k."""
    inside: set[int] = set()
    for k in [k for k, tag in enumerate(tags) if tag.heading]:
        inside.add(k + 1)
        while k + 1 < len(tags) and tags[k + 1].heading is None:
            k += 1
            inside.add(k + 1)
    return inside


def align(strings: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return for each text of the page the string that it is, in rising order.

    They are the same in most pages.  Where a parser mended the page or left something out,
    the nearest pair of equals after that place is looked up, and the texts before it go
    with the strings before it, one to one as far as they reach.

    >>> align(["Home", "menu", "News", "a&b", "End"], ["Home", "News", "ab", "End"])
    [0, 2, 3, 4]
    """
    found: list[int] = []
    places: dict[str, list[int]] = {}  # of each string, last first
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
        skips: list[Range] = []
        for skipped, text in enumerate(texts[j : j + AHEAD]):
            at = places.get(text, [])
            while at and at[-1] < i:
                at.pop()
            if at:
                skips.append((at[-1] - i, skipped))
        if skips:
            over_strings, over_texts = min(skips, key=sum)
        else:
            over_strings, over_texts = 0, 1
        last = len(strings) - 1
        found.extend(min(i + min(k, over_strings), last) for k in range(over_texts))
        i += over_strings
        j += over_texts
    return found
