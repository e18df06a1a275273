"""What is known of each paragraph, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`.paragraph_features`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .blank import zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import doubles, ints, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: Paragraphs of prose with the same parent are a run while no more than this lie between them.
RUN_GAP = cython.declare(cython.int, 3)


@cython.locals(n=cython.int, b=cython.int)
def check_looks(look_column: Sequence[int], beyond: cython.int) -> None:
    """Raise IndexError where a look is no number below this."""
    look = ints(look_column)
    n = len(look_column)
    for b in range(n):
        if not 0 <= look[b] < beyond:
            raise IndexError(f"there is no look {look[b]} among {beyond}")


@cython.locals(n=cython.int, b=cython.int, i=cython.int, above=cython.int, k=cython.int, looks=cython.int)
def names_of_looks(
    look_column: Sequence[int],
    node_column: Sequence[int],
    parent_column: Sequence[int],
    tag_column: Sequence[int],
    class_column: Sequence[int],
) -> array[int]:
    """Return of each look the tag and class of its first paragraph's node, and those of the node's parent.

    Raises IndexError where a look is not a number of a paragraph.
    """
    look, node, parent = ints(look_column), ints(node_column), ints(parent_column)
    tag, of_class = ints(tag_column), ints(class_column)
    n, looks = len(look_column), 0
    check_looks(look_column, n)
    columns, first_column = zeros(4 * n), zeros(n)
    name = ints(columns)
    first = ints(first_column)
    with cython.nogil:
        for b in range(n - 1, -1, -1):
            first[look[b]] = node[b]
            looks = look[b] + 1 if look[b] >= looks else looks
        for k in range(looks):
            i = first[k]
            above = parent[i] if parent[i] >= 0 else i
            name[4 * k] = tag[i]
            name[4 * k + 1] = of_class[i]
            name[4 * k + 2] = tag[above]
            name[4 * k + 3] = of_class[above]
    return columns[: 4 * looks]


@cython.locals(n=cython.int, b=cython.int)
def in_looks(
    text_column: Sequence[int], look_column: Sequence[int], number_column: Sequence[int]
) -> array[int]:
    """Return a number for each text in its look, from the numbers of the texts and of the looks.

    Raises IndexError where a look has no number.
    """
    text, look, number = ints(text_column), ints(look_column), ints(number_column)
    n = len(text_column)
    check_looks(look_column, len(number_column))
    column = zeros(n)
    both = ints(column)
    with cython.nogil:
        for b in range(n):
            both[b] = text[b] ^ number[look[b]]
    return column


@cython.locals(n=cython.int, b=cython.int, mean=cython.double)
def as_elsewhere(
    p_column: Sequence[float], look_column: Sequence[int], means: Sequence[float], weight: cython.double,
    repeated_column: Sequence[int], damping: cython.double, new_look: cython.int,
) -> tuple[array[float], array[int]]:  # fmt: skip
    """Return the mean of p and of the look's mean elsewhere, which weighs so much; below 0 is unknown.

    Where a paragraph is repeated, it is multiplied by the damping.  Return also the looks; repeated
    paragraphs have a new one.  Raises IndexError where a look has no mean.
    """
    p, look, mean_of = doubles(p_column), ints(look_column), doubles(means)
    is_repeated = uchars(repeated_column)
    n = len(p_column)
    check_looks(look_column, len(means))
    column, looks = array("d", p_column), array("i", look_column)
    q = doubles(column)
    new = ints(looks)
    with cython.nogil:
        for b in range(n):
            mean = mean_of[look[b]]
            if mean >= 0:
                q[b] = (p[b] + weight * mean) / (1 + weight)
            if is_repeated[b]:
                q[b] *= damping
                new[b] = new_look
    return column, looks
