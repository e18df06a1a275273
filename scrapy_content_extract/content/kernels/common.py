"""How many of a paragraph's words others have as well, over columns.

Words are numbers, as
``vocabulary.number_words`` gives them; shares are in hundredths.

The frame of a page repeats itself: the name, rank and date at each post, the labels at each product.
What people have written does not.  So words tell them apart in any language, and nobody has to know one.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from .columns import ZERO

if TYPE_CHECKING:
    from .columns import Column

#: Words count as shared if as many paragraphs have them: of paragraphs that look alike, and of all.
SOME_ALIKE = 3
SOME = 2
MANY = 4


def shares(words: Column, starts: Column, looks: Column) -> dict[str, array[int]]:
    """Return for each paragraph the shares of its words that others have, too, by names of features.

    Paragraph b has the words from ``starts[b]`` on, and the look ``looks[b]``, a number of a paragraph.

    >>> words, starts = array("i", [0, 1, 0, 2, 0, 3, 4, 0]), array("i", [0, 2, 4, 6, 8])
    >>> common = shares(words, starts, array("i", [0, 0, 0, 1]))
    >>> {name: list(column) for name, column in common.items()}  # doctest: +NORMALIZE_WHITESPACE
    {'words_alike': [50, 50, 50, 0], 'words_of_half': [50, 50, 50, 0],
     'words_twice': [50, 50, 50, 50], 'words_often': [50, 50, 50, 50]}
    """
    n, size = len(looks), 0
    for k in range(len(words)):
        size = words[k] + 1 if words[k] >= size else size
    having, last = ZERO * size, ZERO * size  # of each word: how many paragraphs have it, the last of them
    of_twice, of_often = ZERO * n, ZERO * n
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
    alike, of_half = shares_alike(words, starts, looks, having, last)
    return {
        "words_alike": alike,
        "words_of_half": of_half,
        "words_twice": of_twice,
        "words_often": of_often,
    }


def shares_alike(
    words: Column, starts: Column, looks: Column, having: array[int], last: array[int]
) -> tuple[array[int], array[int]]:
    """Return the shares that some, and half, of the paragraphs that look alike have.

    ``having`` and ``last`` are columns as long as there are words, to be written.
    """
    n = len(looks)
    alike, of_half = ZERO * n, ZERO * n
    order, stop = ZERO * n, ZERO * (n + 1)  # the paragraphs by looks, where each look ends
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
    return alike, of_half
