"""What HTML keeps of a page, over columns: elements, pictures, and which attributes are wanted.

One source: Python as it stands, and compiled where there is a compiler.  The rules are those of
:mod:`.html`; columns are those of a
:class:`~scrapy_content_extract.content.model.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..markup import kinds
from ..markup.kinds import (
    BR,
    CAPTION,
    CODE,
    DD,
    DL,
    DT,
    FIGCAPTION,
    FIGURE,
    IMG,
    LI,
    NOSCRIPT,
    OL,
    PRE,
    TABLE,
    TD,
    TFOOT,
    TH,
    TR,
    UL,
    VIDEO,
    A,
)
from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: The block of an element whose content nobody sees; -1 is that of an element in none.
HIDDEN = cython.declare(cython.int, -2)
#: In a table without headers the cells have at most so many characters, on average.
CELL_CHARS = cython.declare(cython.int, 100)
DEEPEST = cython.declare(cython.int, kinds.DEEPEST)
#: Elements whose attributes are wanted; others were only looked at.
SEEN = cython.declare(cython.int, 1)
WANTED = cython.declare(cython.int, 2)
MARKS: dict[str, int] = {"wanted": WANTED}


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def holds_paragraphs(kind: cython.int) -> cython.bint:
    return kind == 0 or LI <= kind <= FIGURE


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def fits(kind: cython.int, outer: cython.int) -> cython.bint:
    """Say whether a block-level element may stand in another; 0 is the page."""
    if kind in (DT, DD):
        return outer == DL
    if kind in (CAPTION, FIGCAPTION):
        return outer == (TABLE if kind == CAPTION else FIGURE)
    if kind in (TD, TH):
        return outer == TR
    if kind == LI:
        return outer in (UL, OL)
    if kind == TR:
        return TABLE <= outer <= TFOOT
    if TABLE < kind <= TFOOT:
        return outer == TABLE
    if holds_paragraphs(outer):
        return True
    if UL <= kind <= DL and (outer in (UL, OL)):
        return True
    return (kind == PRE or UL <= kind <= DL) and (outer in (TD, TH))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(j=cython.int, of_one=cython.int, cells=cython.int, rows=cython.int, heads=cython.int,
               chars=cython.int, inside=cython.int)  # fmt: skip
def is_of_data(
    parent: cython.p_int,
    end: cython.p_int,
    first: cython.p_int,
    stop: cython.p_int,
    chars_before: cython.p_int,
    kind: cython.p_uchar,
    i: cython.int,
) -> cython.bint:
    """Say whether a table is one of data: with headers or short cells, no other table, no text between."""
    cells = rows = heads = inside = 0
    for j in range(i + 1, end[i]):
        of_one = kind[j]
        if of_one == TABLE:
            return False
        if of_one == TR:
            rows += 1
        elif of_one in (TD, TH, CAPTION):
            if of_one != CAPTION and kind[parent[j]] != TR:
                return False
            cells += of_one != CAPTION
            heads += of_one != TD
            inside += chars_before[stop[j]] - chars_before[first[j]]
    chars = chars_before[stop[i]] - chars_before[first[i]]
    if inside != chars or cells < 2:
        return False
    return heads > 0 or (rows > 1 and cells >= 2 * rows and chars <= CELL_CHARS * cells)


@cython.locals(n=cython.int, i=cython.int, j=cython.int, of_one=cython.int, outer=cython.int)
def contexts(
    parent_column: Sequence[int],
    end_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    chars_before_column: Sequence[int],
    tag_number_column: Sequence[int],
    by_tag_column: Sequence[int],
    role_column: Sequence[int],
    is_layout_column: Sequence[int],
) -> tuple[bytearray, array[int], array[int], bytearray]:
    """Return the kind of each element, and the lowest block and inline element kept that is or holds it.

    And for each text the number of line breaks before it, 2 for more.  ``is_layout`` has 1 for the roles of
    tables that only make the layout.
    """
    parent, end, first, stop = ints(parent_column), ints(end_column), ints(first_column), ints(stop_column)
    chars_before, tag_number = ints(chars_before_column), ints(tag_number_column)
    by_tag, role, is_layout = uchars(by_tag_column), ints(role_column), uchars(is_layout_column)
    n = len(parent_column)
    column, blocks, inlines, levels = bytearray(n), zeros(n), zeros(n), zeros(n)
    breaks = bytearray(len(chars_before_column))
    kind = uchars(column)
    block = ints(blocks)
    inline = ints(inlines)
    level = ints(levels)
    before = uchars(breaks)
    means = uchars(kinds.MEANS)
    with cython.nogil:
        for i in range(n):
            kind[i] = by_tag[tag_number[i]]
        for i in range(n):
            of_one = kind[i]
            block[i] = block[parent[i]] if parent[i] >= 0 else -1
            inline[i] = inline[parent[i]] if parent[i] >= 0 else -1
            if of_one == 0 or block[i] == HIDDEN:
                continue
            outer = kind[block[i]] if block[i] >= 0 else 0
            level[i] = level[block[i]] + 1 if block[i] >= 0 else 0
            if of_one == BR:
                before[first[i]] = 1 if before[first[i]] == 0 else 2
            elif of_one >= NOSCRIPT:  # <noscript> has no texts where its content does not count
                if of_one > NOSCRIPT or first[i] == stop[i]:
                    block[i] = HIDDEN
            elif of_one >= A:
                j = inline[i]
                while j >= 0 and means[kind[j]] != means[of_one]:
                    j = inline[parent[j]] if parent[j] >= 0 else -1
                if of_one <= CODE and j < 0:
                    inline[i] = i
            elif (
                level[i] < DEEPEST
                and fits(of_one, outer)
                and (of_one != TABLE or not is_layout[role[i]])
                and (of_one != TABLE or is_of_data(parent, end, first, stop, chars_before, kind, i))
            ):
                block[i] = i
    return column, blocks, inlines, breaks


@cython.locals(n=cython.int, texts=cython.int, i=cython.int, j=cython.int, t=cython.int, size=cython.int,
               left=cython.bint, right=cython.bint, keep=cython.bint)  # fmt: skip
def pictures(
    parent_column: Sequence[int],
    end_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    owner_column: Sequence[int],
    box_column: Sequence[int],
    kind_column: Sequence[int],
    block_column: Sequence[int],
    inline_column: Sequence[int],
    chosen_before_column: Sequence[int],
    lowest: cython.int,
    first_text: cython.int,
) -> array[int]:
    """Return the pictures and players that come along with the chosen texts, by one of these rules:

    * the texts before and after it are chosen;
    * one of them is, and the same block-level element holds it;
    * it is in a figure with a chosen text, such as its caption;
    * it is right before the first chosen text, not linked, in the lowest element that holds all of these.

    ``box`` is the lowest block-level element that is or holds each element, ``chosen_before`` the running
    total of chosen characters, ``lowest`` the lowest element that holds all of them, ``first_text`` the
    first.
    """
    end, first, stop = ints(end_column), ints(first_column), ints(stop_column)
    owner, box, kind, block = ints(owner_column), ints(box_column), uchars(kind_column), ints(block_column)
    inline, chosen_before = ints(inline_column), ints(chosen_before_column)
    n, texts, size = len(parent_column), len(chosen_before_column) - 1, 0
    column = zeros(n)
    found = ints(column)
    with cython.nogil:
        for i in range(n):
            if not IMG <= kind[i] <= VIDEO or block[i] == HIDDEN:
                continue
            t = first[i]
            left = t > 0 and chosen_before[t] > chosen_before[t - 1]
            right = t < texts and chosen_before[t + 1] > chosen_before[t]
            keep = left and right
            j = block[i]
            if not keep and j >= 0 and kind[j] == FIGURE:
                keep = chosen_before[stop[j]] > chosen_before[first[j]]
            if not keep and (left or right):
                keep = (left and box[owner[t - 1]] == box[i]) or (right and box[owner[t]] == box[i])
            if not keep and right and t == first_text and lowest < i < end[lowest]:
                keep = inline[i] < 0 or kind[inline[i]] != A
            if keep:
                found[size] = i
                size += 1
    return column[:size]


@cython.locals(n=cython.int, i=cython.int, j=cython.int, k=cython.int, count=cython.Py_ssize_t)
@cython.locals(pictures_found=cython.int)
def wanted(
    parent_column: Sequence[int],
    end_column: Sequence[int],
    owner_column: Sequence[int],
    kind_column: Sequence[int],
    block_column: Sequence[int],
    inline_column: Sequence[int],
    starts_column: Sequence[int],
    stops_column: Sequence[int],
    found_column: Sequence[int],
) -> tuple[bytearray, bytearray]:
    """Mark the elements around chosen texts and pictures whose attributes matter, with WANTED.

    And mark the chosen texts that are preformatted, with 1.
    """
    parent, end, owner = ints(parent_column), ints(end_column), ints(owner_column)
    kind, block, inline = uchars(kind_column), ints(block_column), ints(inline_column)
    starts, stops, found = ints(starts_column), ints(stops_column), ints(found_column)
    column = bytearray(len(parent_column))
    marks = uchars(column)
    n, pictures_found, count = len(starts_column), len(found_column), 0
    for i in range(n):
        count += stops[i] - starts[i]
    texts = bytearray(count)
    raw = uchars(texts)
    with cython.nogil:
        count = 0
        for i in range(n):
            for k in range(starts[i], stops[i]):
                mark_above(parent, end, kind, block, inline, marks, owner[k])
                j = block[owner[k]]
                raw[count] = j >= 0 and kind[j] == PRE
                count += 1
        for i in range(pictures_found):
            marks[found[i]] = WANTED
            mark_above(parent, end, kind, block, inline, marks, parent[found[i]])
    return column, texts


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(j=cython.int, e=cython.int)
def mark_above(
    parent: cython.p_int,
    end: cython.p_int,
    kind: cython.p_uchar,
    block: cython.p_int,
    inline: cython.p_int,
    marks: cython.p_uchar,
    i: cython.int,
) -> cython.int:
    e = inline[i]
    while e >= 0 and not marks[e]:
        marks[e] = WANTED if kind[e] == A else SEEN
        e = inline[parent[e]] if parent[e] >= 0 else -1
    e = block[i]
    while e >= 0 and not marks[e]:
        marks[e] = WANTED if kind[e] == OL or kind[e] == PRE or kind[e] == TD or kind[e] == TH else SEEN
        if kind[e] == TR:  # its empty cells are written, too
            for j in range(e + 1, end[e]):
                if block[j] == j and (kind[j] == TD or kind[j] == TH) and not marks[j]:
                    marks[j] = WANTED
        e = block[parent[e]] if parent[e] >= 0 else -1
    return 0
