"""Web page segmentation based on the learning of titles (BTLS).

"基于标题机器学习的网页分割方法" (BTLS).  The paper compares the method with VIPS.

Most blocks of a page begin with a title, and the titles of one page are about equally long.  So
a page can be cut at its titles, and the page itself teaches how long they are.  The page is a
string here, not a tree (section 3.1); everything takes O(n) time and space.

* A *row* is a line of the page.  Its depth is the number of tags open after it (fig. 2).
  *Row block* i is the rows i to i+N-1; its length is the number of their characters, without
  white space (fig. 3).
* A *block* is a maximal run of row blocks whose length is not 0 (def. 5).  Its depth is that of
  its first row (def. 7), its length n that of all its rows.
* P, the possible titles, are the blocks with the row block lengths 0, n, ..., n, 0, N times n,
  with n <= C.  H, the titles, are at first the blocks made by ``<h1>`` to ``<h6>`` with n <= C.
  Kp is the most frequent n in P, Kh the mean n in H, and (fig. 8)::

      K = a1 * Kp + a2 * Kh,  a1 + a2 = 1        or Kp, if H is empty
      C1 = max(K - delta, 0),  C2 = min(K + delta, C)

  The blocks of P with C1 <= n <= C2 join H, and then the blocks with n <= M that have a block of
  H among the three before or after them (section 3.4).
* Combination (section 3.5): (1) what stands before the first title is one content block; a title
  opens a content block, which ends before the next title whose depth is less than that of the
  block before it.  (2) Neighbouring content blocks that consist of titles are merged.

:class:`BTLS` is the published method.  :class:`BTLSTags` differs from it in parameters only.

Departures from the paper, and how its open points are read:

* The paper gives ranges: C is 6 to 9, a1 is .3 to .4, delta is 1 to 3, M is 10 to 15.  The
  defaults here are C = 9, a1 = .35, delta = 3, M = 15; N = 3 is that of its example.
* Before the first row and after the last, the page counts as empty rows, so that a title can
  stand there, too.
* A block is made by a heading if some of its characters stand in one.  Line breaks in a heading
  or in a tag do not begin a row (section 3.1, step 2).  A heading ends at the next end tag of a
  block-level element, because its own may be missing.
* If several lengths are the most frequent in P, Kp is the one that comes first.  The step with M
  considers the titles known before it; it does not cascade.
* What fig. 2 calls a single tag counts +1 for its "<" and -1 for its "/>".  So ``<br>`` without a
  slash leaves a depth of 1 behind; ``void_depth=0`` mends that.  A tag ends at the first ">",
  even inside an attribute.
* The contents of ``<script>``, ``<style>`` and comments are not text of the page, and neither is,
  as in every method here, what is never shown.  The texts of the page are found again in the
  string by their characters (a parser mends what a string model takes as it is).  A text that
  lies in several blocks goes to the one in which it begins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from ..markup import BLOCK_LEVEL, HEADINGS, unescape
from ..model import Range, Segmentation, running_total
from ..page.blocks import block_of, blocks_of
from ..page.page import Page
from ..page.rendering import render
from . import require

#: The elements without an end tag, obsolete ones included:
#: https://html.spec.whatwg.org/multipage/syntax.html#void-elements
VOID = frozenset(
    "area base basefont bgsound br col command embed frame hr image img input isindex keygen "
    "link meta nextid param source spacer track wbr".split()
)

#: The blocks before and after a title among which a short block is a title, too (section 3.4).
NEIGHBOURS = 3

#: The texts that are tried to bring the string and the tree back in step: each further one makes the search
#: for a pair longer.
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

# Chinese, Japanese and Korean characters and their punctuation, which are as wide as high.
_WIDE = re.compile(
    r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\U00020000-\U0003ffff]+"
)


@dataclass(frozen=True)
class BTLS:
    """Parameters, with values from the paper's ranges as defaults."""

    #: rows in a row block
    N: int = 3
    #: the most characters of a title, 6 to 9
    C: float = 9
    #: the weight of the length learned without headings, 0.3 to 0.4
    a1: float = 0.35
    #: how much the length of a title may differ from the learned one, 1 to 3
    delta: float = 3
    #: the most characters of a title that is found by the titles near it, 10 to 15
    M: float = 15
    #: what a row is: a line of the source ("lines"), or what stands between block-level "tags"
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
        require(self, "N", self.N >= 1, "a number of rows, at least 1")
        require(self, "a1", 0 <= self.a1 <= 1, "a weight from 0 to 1")
        require(self, "rows", self.rows in ("lines", "tags"), "'lines' or 'tags'")
        require(self, "void_depth", self.void_depth in (0, 1), "0 or 1")
        require(self, "depth_at", self.depth_at in ("end", "first"), "'end' or 'first'")
        require(self, "width", 0 < self.width <= 1, "more than 0 and at most 1")

    def segment(self, page: Page) -> Segmentation:
        if not page.text:
            return Segmentation(())
        rows = self.read(page.source)
        if not rows.strings:  # the source does not belong to the tree
            return Segmentation((block_of(page, [(0, len(page.text))]),))
        found = align(rows.strings, ["".join(text.split()) for text in page.text])
        blocks, block_at = self.blocks(rows, found)
        titles = self.titles(blocks)
        return segmentation(page, block_at, self.combine(blocks, titles), titles)

    def read(self, source: str) -> SourceRows:
        """Return the rows of a page and their depth (fig. 2)."""
        by_lines = self.rows == "lines"
        if by_lines:
            source = source.replace("\r\n", "\n").replace("\r", "\n")
        pieces = _TAG_OR_COMMENT.split(source)
        between, names, slashes = pieces[::3], pieces[1::3], pieces[2::3]
        known = {name: self.tag(name) for name in set(names)}
        tags = [known[name] for name in names]
        in_heading = strings_in_headings(tags)

        # These have an entry for each string, that is, before each tag and after the last:
        depth = running_total(0 if slash else tag.deeper for tag, slash in zip(tags, slashes))
        ends = [tag.ends_rows for tag in tags]
        if by_lines:
            breaks = [0 if k in in_heading else string.count("\n") for k, string in enumerate(between)]
            ends = [a + b for a, b in zip([*ends, 0], breaks)]
        row = running_total(ends)

        strings: list[str] = []
        lines: list[Line] = []
        for k in [k for k, string in enumerate(between) if string and not string.isspace()]:
            parts = between[k].split("\n") if by_lines and k not in in_heading else [between[k]]
            n = len(strings)
            # a no-break space is white space
            rows = enumerate(("".join(unescape(part).split()) for part in parts), row[k])
            new = [Line(i, n, chars, depth[k], k in in_heading) for i, chars in rows if chars]
            if new:
                lines += new
                strings.append("".join([line.chars for line in new]))
        counted = zip(depth, ends) if self.depth_at == "end" else ()
        at_end = [d for d, rows in counted for _ in range(rows)]
        return SourceRows(strings, lines, [*at_end, depth[-1]])

    def tag(self, name: str | None) -> Tag:
        """Return what a tag does.  The name of an end tag begins with "/"; comments have no name."""
        if name is None:
            return Tag(0, 0, None)
        is_end, name = name[0] == "/", name.lstrip("/").lower()
        deeper = -1 if is_end else 1
        if name in VOID:
            deeper = 0 if is_end else self.void_depth
        ends_rows = int(name in BLOCK_LEVEL and self.rows == "tags")
        if name in HEADINGS:
            # N empty rows set a heading apart from what stands around it
            return Tag(deeper, self.N + 1 if self.headings_split else ends_rows, not is_end)
        return Tag(deeper, ends_rows, False if name in BLOCK_LEVEL and is_end else None)

    def blocks(self, rows: SourceRows, found: Sequence[int]) -> tuple[list[RowsBlock], list[int]]:
        """Return the blocks (def. 5), and for each text of the page the block in which it begins.

        ``found`` has the string of each text.  The other strings are not text of the page and do
        not count.  A row block has the length 0 if N rows are empty, so a block continues while
        the next row with text is at most N rows away.
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
        near = {i + distance for i in H for distance in range(-NEIGHBOURS, NEIGHBOURS + 1)}
        return H | {i for i in near if 0 <= i < len(blocks) and blocks[i].n <= self.M}

    def learn(self, L: Sequence[float], Lh: Sequence[float]) -> tuple[float, float]:
        """Return C1 and C2, the limits of the length of a title (fig. 8).

        ``L`` are the lengths in P, which is not empty, and ``Lh`` those in H.
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
        after_titles = False  # whether the previous content block consists of titles
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
    """The same method for the pages of today, and for every script.

    * A row ends where a block-level element begins or ends, because a minified page is one line.
    * Void tags leave no depth behind, and the depth of a row is that of its first character.
    * A heading of any length is a title, stands alone and opens a content block.
    * C, delta and M count Chinese characters; 2.5 other characters count as one of them.
    """

    rows: str = "tags"
    void_depth: int = 0
    depth_at: str = "first"
    width: float = 0.4
    headings_split: bool = True


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
    #: per row, empty ones included: open tags at its end (rDepth of fig. 2)
    depth: list[int]


class RowsBlock(NamedTuple):
    """A block of def. 5."""

    #: its length
    n: float
    depth: int
    #: whether its row block lengths are 0, n, ..., n, 0
    one_row: bool
    #: whether a heading makes it
    heading: bool


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


def segmentation(
    page: Page, block_at: Sequence[int], contents: Sequence[Range], titles: Collection[int]
) -> Segmentation:
    """Return the content blocks as blocks of the page's texts.

    ``block_at`` has for each text the block in which it begins; ``contents`` are ranges of blocks.
    """
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
