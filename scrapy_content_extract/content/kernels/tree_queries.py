"""Ways through the tree, over columns: the nearest of a kind, the lowest that holds two, what blocks are.

Columns come from a :class:`.page.page.Page` and have its names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .. import markup

ZERO = array("i", [0])

#: What stands between a text and the text before it, as in :mod:`.markup.elements`.
BLOCK_BOUNDARY = markup.BLOCK_BOUNDARY

#: What an element means for a block: bits of ``Page.meaning``.
BLOCK = markup.IS_BLOCK
HEADING = markup.IS_HEADING
CONTROL = markup.IS_CONTROL
CELL = markup.IS_CELL
MEDIA = markup.IS_MEDIUM
COUNTED = CONTROL | CELL | MEDIA

#: What a block is.
TEXT = 0
MIXED = 1
LINKS = 2
FORM = 3
TABLE = 4
PICTURES = 5
TITLE = 6
KINDS = {
    TEXT: "text", MIXED: "mixed", LINKS: "links", FORM: "form", TABLE: "table", PICTURES: "media",
    TITLE: "title",
}  # fmt: skip

#: Each form control, cell or picture counts for as much as this many characters of text: about a line.
LINE_CHARS = 60
#: Cells that make a table: two rows of two.
LEAST_CELLS = 4


# --- the tree -------------------------------------------------------------------------------


def lowest_common(parent: Sequence[int], end: Sequence[int], i: int, j: int) -> int:
    """Return the lowest element that holds both ``i`` and ``j``, where i is not after j."""
    while end[i] <= j:
        i = parent[i]
    while i > j:
        i = parent[i]
    return i


def greatest_child(
    end: Sequence[int], first: Sequence[int], stop: Sequence[int], before: Sequence[int], i: int
) -> tuple[int, int, int]:
    """Return the child of an element with most of what is in texts, how much it has, and all children.

    ``before`` is a running total over the texts.  The child is -1 where none has anything.
    """
    best, most, total, child = -1, 0, 0, i + 1
    while child < end[i]:
        amount = before[stop[child]] - before[first[child]]
        total += amount
        if amount > most:
            best, most = child, amount
        child = end[child]
    return best, most, total


def nearest(parent: Sequence[int], marks: Sequence[int]) -> array[int]:
    """Return for each element the lowest one marked that is or holds it, or -1."""
    n = len(marks)
    found = ZERO * n
    for i in range(n):
        if marks[i]:
            found[i] = i
        elif parent[i] >= 0:
            found[i] = found[parent[i]]
        else:
            found[i] = -1
    return found


def heading_above(parent: Sequence[int], meaning: Sequence[int], i: int) -> int:
    """Return the heading that holds ``i`` with only inline elements between, or -1."""
    while i >= 0 and not meaning[i] & BLOCK:
        i = parent[i]
    return i if i >= 0 and meaning[i] & HEADING else -1


# --- blocks ---------------------------------------------------------------------------------


def are_within(starts: Sequence[int], stops: Sequence[int], n: int) -> bool:
    """Say whether some ranges are of ``n`` texts."""
    are = True
    for r in range(len(starts)):
        are = are and starts[r] >= 0 and stops[r] <= n
    return are


def split_at_boundaries(
    gap: Sequence[int], starts: Sequence[int], stops: Sequence[int]
) -> tuple[array[int], array[int], array[int]]:
    """Cut ranges of texts where a block-level element begins or ends.

    Return the starts and the stops of all parts, and the first part of each paragraph, with the
    number of all parts last.  Ranges are in page order and not empty.
    """
    n = len(starts)
    size = 1
    part = 0
    paragraph = 0
    for r in range(n):
        size += 1
        for k in range(starts[r] + 1, stops[r]):
            size += gap[k] == BLOCK_BOUNDARY
    begin, beyond, first = ZERO * size, ZERO * size, ZERO * size
    for r in range(n):
        if r:  # what was left out between two ranges may hold a boundary
            for k in range(stops[r - 1], starts[r] + 1):
                if gap[k] == BLOCK_BOUNDARY:
                    paragraph += 1
                    first[paragraph] = part
                    break
        begin[part] = starts[r]
        for k in range(starts[r] + 1, stops[r]):
            if gap[k] == BLOCK_BOUNDARY:
                beyond[part] = k
                part += 1
                begin[part] = k
                paragraph += 1
                first[paragraph] = part
        beyond[part] = stops[r]
        part += 1
    if n:
        paragraph += 1
    first[paragraph] = part
    return begin[:part], beyond[:part], first[: paragraph + 1]


def first_from(first: Sequence[int], size: int, k: int) -> int:
    """Return the first element that begins at text ``k`` or later (``bisect_left``)."""
    low = 0
    high = size
    while low < high:
        middle = (low + high) // 2
        if first[middle] < k:
            low = middle + 1
        else:
            high = middle
    return low


def after_text(
    parent: Sequence[int],
    end: Sequence[int],
    first: Sequence[int],
    owner: Sequence[int],
    size: int,
    texts: int,
    k: int,
) -> int:
    """Return the first element that belongs with text ``k`` rather than with the text before it.

    An element without text stands between two texts.  It belongs with the text before it if it is
    in the same child of the lowest element that holds both texts.
    """
    if k == 0:
        return 0
    if k == texts:
        return size
    i = owner[k - 1]
    j = owner[k]
    element = first_from(first, size, k)
    while i > j or end[i] <= j:  # j is before i where the text follows elements that hold i
        element = end[i]
        i = parent[i]
    return element


def kind_by_counts(meaning: Sequence[int], low: int, high: int, chars: int) -> int:
    """Return what the elements ``low`` to ``high`` make of a number of characters, or TEXT."""
    controls = 0
    cells = 0
    media = 0
    for i in range(low, high):
        if meaning[i] & COUNTED:
            controls += (meaning[i] & CONTROL) != 0
            cells += (meaning[i] & CELL) != 0
            media += (meaning[i] & MEDIA) != 0
    if controls and chars <= LINE_CHARS * controls:
        return FORM
    if cells >= LEAST_CELLS and chars <= LINE_CHARS * cells:
        return TABLE
    if media and chars <= LINE_CHARS * media:
        return PICTURES
    return TEXT


def describe_blocks(
    parent: Sequence[int],
    end: Sequence[int],
    stop: Sequence[int],
    depth: Sequence[int],
    owner: Sequence[int],
    meaning: Sequence[int],
    chars_before: Sequence[int],
    link_before: Sequence[int],
    starts: Sequence[int],
    stops: Sequence[int],
    first_part: Sequence[int],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return of each block the characters, those in links, the depth, and the text after its heading or 0.

    A block has the parts ``first_part[b]`` to ``first_part[b + 1]``, ranges of texts.  Its depth is that of
    the lowest element that holds it, and it has a heading if it begins in one, with only inline
    elements between.
    """
    n = len(first_part) - 1
    chars, link_chars, depth_of, heading_stop = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        for part in range(first_part[b], first_part[b + 1]):
            chars[b] += chars_before[stops[part]] - chars_before[starts[part]]
            link_chars[b] += link_before[stops[part]] - link_before[starts[part]]
        i = owner[starts[first_part[b]]]
        j = owner[stops[first_part[b + 1] - 1] - 1]
        depth_of[b] = depth[i if i == j else lowest_common(parent, end, i, j)]
        i = heading_above(parent, meaning, i)
        if i >= 0:
            heading_stop[b] = stop[i]
    return chars, link_chars, depth_of, heading_stop


def kinds_of(
    parent: Sequence[int],
    end: Sequence[int],
    first: Sequence[int],
    owner: Sequence[int],
    meaning: Sequence[int],
    starts: Sequence[int],
    stops: Sequence[int],
    first_part: Sequence[int],
    chars: Sequence[int],
    link_chars: Sequence[int],
    heading_stop: Sequence[int],
) -> bytearray:
    """Return what each block is, a number from TEXT to TITLE; :func:`.blocks.make_blocks` has the rules."""
    n = len(first_part) - 1
    size, texts = len(first), len(owner)
    kinds = bytearray(n)
    for b in range(n):
        start = starts[first_part[b]]
        beyond = stops[first_part[b + 1] - 1]
        if heading_stop[b] >= beyond:
            kinds[b] = TITLE
            continue
        if link_chars[b] > chars[b] - link_chars[b]:
            kinds[b] = LINKS
            continue
        kind = TEXT
        # From the first element after the text before to the last that begins before the text
        # after: no owner bounds them, for a text may stand in an element that began long ago.
        low = first_from(first, size, start) if start else 0
        high = first_from(first, size, beyond + 1)
        # Few elements for its length, or none that count: so it is with most paragraphs.
        markup = high - low
        if chars[b] <= LINE_CHARS * markup:
            while low < high and not meaning[low] & COUNTED:
                low += 1
            if low < high:
                low = after_text(parent, end, first, owner, size, texts, start)
                high = after_text(parent, end, first, owner, size, texts, beyond)
                kind = kind_by_counts(meaning, low, high, chars[b])
        if kind == TEXT and link_chars[b] > chars[b] // 4:
            kind = MIXED
        kinds[b] = kind
    return kinds


def chosen_before(chars_before: Sequence[int], starts: Sequence[int], stops: Sequence[int]) -> array[int]:
    """Return the running total of the characters in some ranges of texts."""
    n, ranges = len(chars_before) - 1, len(starts)
    before = ZERO * (n + 1)
    for r in range(ranges):  # once for a text, in however many ranges it is
        for k in range(starts[r], stops[r]):
            before[k + 1] = chars_before[k + 1] - chars_before[k]
    for k in range(n):
        before[k + 1] += before[k]
    return before
