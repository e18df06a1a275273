"""How many of a paragraph's words others have as well, over columns.

Words are numbers, as :func:`.words_py.number_words` gives them; shares are in hundredths.

The frame of a page repeats itself: the name, rank and date at each post, the labels at each product.
What people have written does not.  So words tell them apart in any language, and nobody has to know one.
"""

from __future__ import annotations

from array import array

from .columns import ZERO, Column

#: Words count as shared if as many paragraphs have them: of paragraphs that look alike, and of all.
SOME_ALIKE = 3
SOME = 2
MANY = 4


def shares(words: Column, starts: Column, looks: Column) -> dict[str, array[int]]:
    """Return for each paragraph the shares of its words that others have, too, by names of features.

    Paragraph b has the words from ``starts[b]`` on, and the look ``looks[b]``, a number of a paragraph.
    """
    n, size = len(looks), 0
    for k in range(len(words)):
        size = words[k] + 1 if words[k] >= size else size
    having, last = ZERO * size, ZERO * size  # of each word: how many paragraphs have it, the last of them
    order, stop = ZERO * n, ZERO * (n + 1)  # the paragraphs by looks, where each look ends
    alike, of_half, of_twice, of_often = ZERO * n, ZERO * n, ZERO * n, ZERO * n
    for b in range(n):
        stop[looks[b] + 1] += 1
    for b in range(n):
        stop[b + 1] += stop[b]
    for b in range(n):
        order[stop[looks[b]]] = b
        stop[looks[b]] += 1
    count_words(words, starts, order, 0, n, having, last)
    write_shares(words, starts, order, 0, n, having, SOME, of_twice)
    write_shares(words, starts, order, 0, n, having, MANY, of_often)
    begin = 0
    for a in range(n):
        size = stop[a] - begin
        if size >= SOME_ALIKE:
            count_words(words, starts, order, begin, stop[a], having, last)
            write_shares(words, starts, order, begin, stop[a], having, SOME_ALIKE, alike)
            half = (size + 1) // 2 if size > 2 * SOME_ALIKE else SOME_ALIKE
            write_shares(words, starts, order, begin, stop[a], having, half, of_half)
        begin = stop[a]
    return {"words_alike": alike, "words_of_half": of_half, "words_twice": of_twice, "words_often": of_often}


def count_words(
    words: Column, starts: Column, order: Column, begin: int, stop: int, having: array[int], last: array[int]
) -> None:
    """Count for each word of the paragraphs ``order[begin:stop]`` how many of them have it."""
    for a in range(begin, stop):
        for k in range(starts[order[a]], starts[order[a] + 1]):
            having[words[k]] = last[words[k]] = 0
    for a in range(begin, stop):
        for k in range(starts[order[a]], starts[order[a] + 1]):
            w = words[k]
            having[w] += last[w] != a + 1
            last[w] = a + 1


def write_shares(
    words: Column, starts: Column, order: Column, begin: int, stop: int, having: Column, least: int,
    to: array[int],
) -> None:  # fmt: skip
    """Write of the paragraphs ``order[begin:stop]`` the share of words that at least so many of them have."""
    for a in range(begin, stop):
        found, b = 0, order[a]
        own = starts[b + 1] - starts[b]
        for k in range(starts[b], starts[b + 1]):
            found += having[words[k]] >= least
        to[b] = 100 * found // own if own else 0
