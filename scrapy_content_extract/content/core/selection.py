"""What a document keeps of a page: elements, pictures, and the elements whose attributes are wanted.

The rules stand in :mod:`.document.kept`; the columns come from a :class:`.page.page.Page` and have its names.
"""

from __future__ import annotations

from array import array

from .columns import ZERO, Column

from .kinds import (  # isort: skip
    BR, CAPTION, CODE, DD, DL, DT, FIGCAPTION, FIGURE, HR, IMG, KIND, KINDS, LI, LINE, OL, PRE, SCRIPT,
    TABLE, TD, TFOOT, TH, TR, UL, VIDEO, A,
)  # fmt: skip

#: Kinds of inline elements that mean the same as another kind.
SAME = {"em": "i", "strong": "b"}
MEANS: bytes = bytes(KIND[SAME.get(name, name)] for name in KINDS)

#: The deepest nest of kept elements.  Deeper ones are left out, and their texts are written where they
#: stand: readers need no more, and take time for each.
DEEPEST = 30

#: The block of an element whose content nobody sees; -1 is that of an element in none.
HIDDEN = -2

#: Elements whose attributes are wanted; others were only looked at.
SEEN, WANTED = 1, 2
#: The same for other modules: compiled, those are numbers of C.
MARKS: dict[str, int] = {"wanted": WANTED, "hidden": HIDDEN}


def holds_blocks(kind: int) -> bool:
    return kind == LINE or LI <= kind <= FIGURE


def fits(kind: int, outer: int) -> bool:
    """Say whether a block may stand in another; LINE is the document."""
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
    if holds_blocks(outer):
        return True
    if UL <= kind <= DL and (outer in (UL, OL)):
        return True
    return (kind == PRE or UL <= kind <= DL) and (outer in (TD, TH))


def contexts(
    parent: Column, first: Column, stop: Column, texts: int, tag_number: Column, by_tag: Column,
    in_data: Column,
) -> tuple[bytearray, array[int], array[int], bytearray]:  # fmt: skip
    """Return the kind of each element, and the lowest block and inline element kept that is or holds it.

    And for each text the number of line breaks before it, 2 for more.  ``in_data`` marks tables of data.
    """
    n = len(parent)
    kind, block, inline, level = bytearray(n), ZERO * n, ZERO * n, ZERO * n
    before = bytearray(texts + 1)
    means = MEANS
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
        elif of_one == SCRIPT:
            block[i] = HIDDEN
        elif of_one >= A:
            j = inline[i]
            while j >= 0 and means[kind[j]] != means[of_one]:
                j = inline[parent[j]] if parent[j] >= 0 else -1
            if of_one <= CODE and j < 0:
                inline[i] = i
        elif level[i] < DEEPEST and fits(of_one, outer) and (of_one != TABLE or in_data[i]):
            block[i] = i
    return kind, block, inline, before


def pictures(
    parent: Column, end: Column, first: Column, stop: Column, owner: Column, box: Column, kind: Column,
    block: Column, inline: Column, chosen_before: Column, lowest: int, first_text: int,
) -> array[int]:  # fmt: skip
    """Return the pictures and players that come along with the chosen texts, by one of these rules:

    * the texts before and after it are chosen;
    * one of them is, and the same block-level element holds it;
    * it is in a figure with a chosen text, such as its caption;
    * it is right before the first chosen text, not linked, in the lowest element that holds all of them.

    And rules between chosen texts, where paragraphs may stand; of several in a row the first.

    ``box`` is the lowest block-level element that is or holds each one, ``chosen_before`` the running total
    of chosen characters, ``lowest`` the lowest element that holds all of them, ``first_text`` the first.
    """
    n, texts, size = len(parent), len(chosen_before) - 1, 0
    found = ZERO * n
    ruled = -1  # the text behind the last rule
    for i in range(n):
        if not IMG <= kind[i] <= HR or block[i] == HIDDEN:
            continue
        t = first[i]
        left = t > 0 and chosen_before[t] > chosen_before[t - 1]
        right = t < texts and chosen_before[t + 1] > chosen_before[t]
        keep = left and right
        j = block[i]
        if kind[i] == HR:
            keep = keep and t != ruled and holds_blocks(kind[j] if j >= 0 else 0)
            ruled = t if keep else ruled
        elif not keep:
            if j >= 0 and kind[j] == FIGURE:
                keep = chosen_before[stop[j]] > chosen_before[first[j]]
            keep = keep or (left and box[owner[t - 1]] == box[i]) or (right and box[owner[t]] == box[i])
            if not keep and right and t == first_text and lowest < i < end[lowest]:
                keep = inline[i] < 0 or kind[inline[i]] != A
        if keep and not (j >= 0 and TABLE <= kind[j] <= TR):  # between cells is no place for one
            found[size] = i
            size += 1
    return found[:size]


def pictures_apart(
    parent: Column, end: Column, first: Column, stop: Column, kind: Column, block: Column,
    chars_before: Column, chosen_before: Column, shown_before: Column, main: int, most_chars: int,
) -> tuple[array[int], array[int]]:  # fmt: skip
    """Return the pictures and players that stand alone behind chosen text, each with its box.

    The box is the largest element around it without chosen text.  It has at most ``most_chars`` characters
    for each picture in it, such as a credit, is not in a link, and stands in ``main`` and behind chosen text
    of its parent.  The parent holds half of all chosen characters, or the box is in a figure with chosen text
    behind it.

    ``shown_before`` is the running total of pictures and players, by element.
    """
    n, texts, size = len(parent), len(chosen_before) - 1, 0
    found, boxes = ZERO * n, ZERO * n
    total = chosen_before[texts]
    for i in range(n):
        if not IMG <= kind[i] <= VIDEO or block[i] == HIDDEN or chosen_before[first[i]] == 0:
            continue
        box, around, figures, links, steps = i, parent[i], 0, 0, 0
        while around >= 0 and chosen_before[stop[around]] == chosen_before[first[around]] and steps < DEEPEST:
            figures += kind[around] == FIGURE
            links += kind[around] == A
            box, around, steps = around, parent[around], steps + 1
        if links or not main <= around < end[main]:
            continue
        kept = chosen_before[stop[around]] - chosen_before[first[around]]
        alone = chars_before[stop[box]] - chars_before[first[box]]
        if (
            kept > 0
            and chosen_before[first[i]] > chosen_before[first[around]]
            and alone <= most_chars * (shown_before[end[box]] - shown_before[box])
            and (2 * kept >= total or (figures and chosen_before[first[i]] < total))
            and not (block[i] >= 0 and TABLE <= kind[block[i]] <= TR)  # between cells is no place for one
        ):
            found[size], boxes[size] = i, box
            size += 1
    return found[:size], boxes[:size]


def wanted(
    parent: Column, end: Column, owner: Column, kind: Column, block: Column, inline: Column, starts: Column,
    stops: Column, found: Column,
) -> tuple[bytearray, bytearray]:  # fmt: skip
    """Mark the elements around chosen texts and pictures whose attributes matter, with WANTED.

    And mark the chosen texts that are preformatted, with 1.
    """
    marks = bytearray(len(parent))
    count = 0
    for r in range(len(starts)):
        count += stops[r] - starts[r]
    raw = bytearray(count)
    count = 0
    for r in range(len(starts)):
        for k in range(starts[r], stops[r]):
            i = owner[k]
            j = block[i]
            raw[count] = j >= 0 and kind[j] == PRE
            count += 1
            if (inline[i] >= 0 and not marks[inline[i]]) or (j >= 0 and not marks[j]):
                mark_above(parent, end, kind, block, inline, marks, i)
    for r in range(len(found)):
        marks[found[r]] = WANTED
        mark_above(parent, end, kind, block, inline, marks, parent[found[r]])
    return marks, raw


def mark_above(
    parent: Column, end: Column, kind: Column, block: Column, inline: Column, marks: bytearray, i: int
) -> None:
    e = inline[i]
    while e >= 0 and not marks[e]:
        marks[e] = WANTED if kind[e] == A else SEEN
        e = inline[parent[e]] if parent[e] >= 0 else -1
    e = block[i]
    while e >= 0 and not marks[e]:
        marks[e] = WANTED if kind[e] in (OL, LI, PRE, TD, TH) else SEEN
        if kind[e] == TR:  # its empty cells are written, too
            for j in range(e + 1, end[e]):
                if block[j] == j and (kind[j] == TD or kind[j] == TH) and not marks[j]:
                    marks[j] = WANTED
        e = block[parent[e]] if parent[e] >= 0 else -1
