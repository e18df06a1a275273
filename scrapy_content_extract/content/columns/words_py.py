"""Looking words up, in Python; compiled it is words_c.pxi."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

#: Longer texts are split into words in parts: ``split`` needs 16 times their memory.
PART = 1 << 16
_WHITE_SPACE = re.compile(r"\s")


class Words:
    """A set of words in lower case that is asked with pieces of a text."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words

    def found_in_each(self, texts: Iterable[str], left_out: bytes) -> bytes:
        """Return for each text 1 if it has one of the words and is not left out, else 0.

        A word is what stands between white space, so "the," is none; prose has others.
        """
        return bytes(not is_out and self.are_in(text) for text, is_out in zip(texts, left_out))

    def are_in(self, text: str) -> bool:
        """Tell whether a text has at least one of the words."""
        if len(text) <= PART:
            return not self.words.isdisjoint(text.lower().split())
        return any(not self.words.isdisjoint(part.lower().split()) for part in parts(text))


def parts(text: str) -> Iterator[str]:
    """Cut a long text at white space, in parts of PART characters and one word more."""
    start = 0
    while start < len(text):
        cut = _WHITE_SPACE.search(text, start + PART)
        stop = cut.start() if cut else len(text)
        yield text[start:stop]
        start = stop


def find_hints(names: Sequence[str | None], hints: Mapping[str, Sequence[str]]) -> array[int]:
    """Return what the words in each name say: a bit for each of ``hints``, whose words are ASCII.

    Words are looked for in all names at once, each from one to the next name that has it.

    >>> find_hints([None, "post", "post Comment-list"], {"new": ["post"], "comment": ["comment"]})
    array('i', [0, 1, 3])
    """
    letters = joined(names).lower()
    stops = list(accumulate([len(name) + 1 for name in letters.split(b"\0")]))
    found = array("i", [0]) * len(names)
    for bit, words in enumerate(hints.values()):
        for word in words:
            sought = word.encode("ascii")
            at = letters.find(sought)
            while at >= 0:
                n = bisect_right(stops, at)
                found[n] |= 1 << bit
                at = letters.find(sought, stops[n])
    return found


def joined(names: Sequence[str | None]) -> bytes:
    """Return names as UTF-8, with NUL between two; what is not ASCII is in lower case."""
    letters = "\0".join([name or "" for name in names])
    if not letters.isascii():
        letters = letters.lower()
    return letters.encode("utf-8", "surrogatepass")


def number_without_digits(names: Sequence[str]) -> array[int]:
    """Return a number for each name, the same for those that differ in their digits only.

    >>> number_without_digits(["post 1", "post 12", "menu"])
    array('i', [0, 0, 1])
    """
    letters = "\0".join(names).encode("utf-8", "surrogatepass").translate(None, b"0123456789")
    numbers: dict[bytes, int] = {}
    return array(
        "i", [numbers.setdefault(name, len(numbers)) for name in letters.split(b"\0")][: len(names)]
    )
