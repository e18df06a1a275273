"""How many of a paragraph's words others have as well, over columns.

One source: Python as it stands, and compiled where there is a compiler.  Words are numbers, as
``vocabulary.number_words`` gives them; shares are in hundredths.

The frame of a page repeats itself: the name, rank and date at each post, the labels at each product.
What people have written does not.  So words tell them apart in any language, and nobody has to know one.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .blank import ZERO, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: The words that so many paragraphs have are shared: of those that look alike, and of all.
SOME_ALIKE = cython.declare(cython.int, 3)
SOME = cython.declare(cython.int, 2)
MANY = cython.declare(cython.int, 4)


@cython.locals(n=cython.int, b=cython.int, k=cython.int, w=cython.int, size=cython.int)
@cython.locals(own=cython.int, twice=cython.int, often=cython.int)
def shares(
    words_column: Sequence[int], starts_column: Sequence[int], looks_column: Sequence[int]
) -> dict[str, array[int]]:
    """Return for each paragraph the shares of its words that others have, too, by names of features.

    Paragraph b has the words from ``starts[b]`` on, and the look ``looks[b]``, a number of a paragraph.

    >>> words, starts = array("i", [0, 1, 0, 2, 0, 3, 4, 0]), array("i", [0, 2, 4, 6, 8])
    >>> common = shares(words, starts, array("i", [0, 0, 0, 1]))
    >>> {name: list(column) for name, column in common.items()}  # doctest: +NORMALIZE_WHITESPACE
    {'words_alike': [50, 50, 50, 0], 'words_of_half': [50, 50, 50, 0],
     'words_twice': [50, 50, 50, 50], 'words_often': [50, 50, 50, 50]}
    """
    words, starts, n = ints(words_column), ints(starts_column), len(looks_column)
    size = 0
    for k in range(len(words_column)):
        size = words[k] + 1 if words[k] >= size else size
    having_column, last_column = zeros(size), zeros(size)
    # of each word: how many paragraphs have it, and the last of them
    having, last = ints(having_column), ints(last_column)
    twice_column, often_column = ZERO * n, ZERO * n
    of_twice, of_often = ints(twice_column), ints(often_column)
    with cython.nogil:
        for b in range(n):
            for k in range(starts[b], starts[b + 1]):
                w = words[k]
                having[w] += last[w] != b + 1
                last[w] = b + 1
        for b in range(n):
            twice, often = 0, 0
            for k in range(starts[b], starts[b + 1]):
                twice += having[words[k]] >= SOME
                often += having[words[k]] >= MANY
            own = starts[b + 1] - starts[b]
            if own:
                of_twice[b], of_often[b] = 100 * twice // own, 100 * often // own
    alike, of_half = shares_alike(words, starts, looks_column, having, last)
    return {
        "words_alike": alike,
        "words_of_half": of_half,
        "words_twice": twice_column,
        "words_often": often_column,
    }


@cython.cfunc
@cython.locals(n=cython.int, b=cython.int, a=cython.int, k=cython.int, w=cython.int, size=cython.int)
@cython.locals(begin=cython.int, own=cython.int, some=cython.int, halves=cython.int)
def shares_alike(
    words: cython.p_int,
    starts: cython.p_int,
    looks_column: Sequence[int],
    having: cython.p_int,
    last: cython.p_int,
) -> tuple[array[int], array[int]]:
    """Return the shares that some, and half, of the paragraphs that look alike have.

    ``having`` and ``last`` are columns as long as there are words, to be written.
    """
    looks, n = ints(looks_column), len(looks_column)
    alike_column, half_column = ZERO * n, ZERO * n
    alike, of_half = ints(alike_column), ints(half_column)
    order_column, stop_column = zeros(n), zeros(n + 1)
    order, stop = ints(order_column), ints(stop_column)  # the paragraphs by looks, where each look ends
    with cython.nogil:
        for b in range(n):
            stop[looks[b] + 1] += 1
        for b in range(n):
            stop[b + 1] += stop[b]
        for b in range(n):
            order[stop[looks[b]]] = b
            stop[looks[b]] += 1
        begin = 0
        for a in range(n):
            size = stop[a] - begin
            if size >= SOME_ALIKE:
                for b in range(begin, stop[a]):
                    for k in range(starts[order[b]], starts[order[b] + 1]):
                        having[words[k]] = last[words[k]] = 0
                for b in range(begin, stop[a]):
                    for k in range(starts[order[b]], starts[order[b] + 1]):
                        w = words[k]
                        having[w] += last[w] != b + 1
                        last[w] = b + 1
                for b in range(begin, stop[a]):
                    some, halves = 0, 0
                    for k in range(starts[order[b]], starts[order[b] + 1]):
                        w = words[k]
                        some += having[w] >= SOME_ALIKE
                        halves += having[w] >= SOME_ALIKE and 2 * having[w] >= size
                    own = starts[order[b] + 1] - starts[order[b]]
                    if own:
                        alike[order[b]], of_half[order[b]] = 100 * some // own, 100 * halves // own
            begin = stop[a]
    return alike_column, half_column
