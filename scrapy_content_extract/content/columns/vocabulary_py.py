"""The words of a page as numbers, in Python; compiled it is vocabulary_c.pxi."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import islice, pairwise
from operator import itemgetter

from .render_py import Texts

#: Of longer words only the beginning counts, in bytes.
WORD_BYTES = 16
NINE = ord("9")
#: Digits; letters of one byte and of two; a letter of three, but for punctuation; one of four.
_WORD = re.compile(
    rb"[0-9]+|(?:[a-z]|[\xc3-\xdf][\x80-\xbf])+"
    rb"|(?:[\xe0\xe1\xe4-\xee]|\xe3(?!\x80)|\xef(?!\xbc))[\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)


def number_words(texts: list[str] | Texts, starts: Sequence[int], most: int) -> tuple[array[int], array[int]]:
    """Return the first words of each paragraph as numbers from 0 on, and where the words of each begin.

    Paragraph b has the texts from ``starts[b]`` on; at most ``most`` of its words count.  A word is a run
    of letters or of digits; all runs of digits are one word, and so is each letter that UTF-8 has in
    three bytes or four, as in Chinese.  Letters of ASCII are compared in lower case.

    >>> words, begin = number_words(["Post 12 of", "Ann", "post 7", "雨季"], [0, 2, 3, 4], 5)
    >>> list(words), list(begin)
    ([0, 1, 2, 3, 0, 1, 4, 5], [0, 4, 6, 8])
    """
    number_of: dict[bytes, int] = {}
    numbers, begin = array("i"), array("i", [0])
    for a, z in pairwise(starts):
        text = " ".join([texts[k] for k in range(a, z)]).encode("utf-8", "surrogatepass").lower()
        words = map(itemgetter(0), islice(_WORD.finditer(text), most))
        letters = [word[:WORD_BYTES] if word[0] > NINE else b"0" for word in words]
        numbers.extend([number_of.setdefault(word, len(number_of)) for word in letters])
        begin.append(len(numbers))
    return numbers, begin
