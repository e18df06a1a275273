"""Words, names and pairs: looked up and numbered; compiled it is words.pyx."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice, pairwise
from operator import itemgetter, or_

from .render_py import Texts

FNV_BASIS, FNV_PRIME = 2_166_136_261, 16_777_619
_DIGITS = re.compile(rb"[0-9]+")
#: Longer texts are split into words in parts: ``split`` needs 16 times their memory.
PART = 1 << 16
_WHITE_SPACE = re.compile(r"\s")
#: Of longer words only the beginning counts, in bytes.
WORD_BYTES = 16
NINE = ord("9")
#: Digits; letters of one byte and of two; a letter of three, but for punctuation; one of four.
_WORD = re.compile(
    rb"[0-9]+|(?:[a-z]|[\xc3-\xdf][\x80-\xbf])+"
    rb"|(?:[\xe0\xe1\xe4-\xee]|\xe3(?!\x80)|\xef(?!\xbc))[\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)


def parts(text: str) -> Iterator[str]:
    """Cut a long text at white space, in parts of PART characters and one word more."""
    start = stop = 0
    while start < len(text):
        stop += PART
        cut = _WHITE_SPACE.search(text, stop, stop + PART)  # a search of all of it would hold Python's lock
        if cut or stop + PART >= len(text):
            stop = cut.start() if cut else len(text)
            yield text[start:stop]
            start = stop


def collapsed(text: str) -> str:
    """Return a text with one space for all white space between two words.

    >>> collapsed(" a\\n b ")
    'a b'
    """
    if len(text) <= PART:
        return " ".join(text.split())
    return " ".join(filter(None, [" ".join(part.split()) for part in parts(text)]))


def number_texts(
    texts: list[str] | Texts,
    starts: Sequence[int],
    since_heading: Sequence[int],
    look: Sequence[int],
    looks: Sequence[int],
) -> array[int]:
    """Return a number for each paragraph, the same for the same texts in the same look, on every machine.

    Paragraph b has the look ``looks[look[b]]``, and is a heading if ``since_heading[b]`` is 0.

    It is the FNV-1a hash, http://www.isthe.com/chongo/tech/comp/fnv/, of the bytes.  A space follows each
    text, and outside of headings each run of digits is one 0.

    >>> three = number_texts(["Post 12", "Post 7", "Post"], [0, 1, 2, 3], [1, 1, 1], [0, 0, 0], [5])
    >>> three[0] == three[1] != three[2]
    True
    """
    numbers = array("I")
    for (a, z), steps, k in zip(pairwise(starts), since_heading, look):
        number = FNV_BASIS ^ looks[k]
        text = "".join([texts[k] + " " for k in range(a, z)]).encode("utf-8", "surrogatepass")
        for byte in _DIGITS.sub(b"0", text) if steps else text:
            number = (number ^ byte) * FNV_PRIME & 0xFFFFFFFF
        numbers.append(number)
    return array("i", numbers.tobytes())


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


#: The bytes of a phrase by which it is found.
FOUND_BY = 4
#: What is no letter and no digit: ASCII, and the signs of Latin-1 but for ©, of most scripts, and of CJK.
_SIGNS = re.compile(
    rb"(?:[^0-9A-Za-z\x80-\xff]|\xc2[\x80-\xa8\xaa-\xbf]|\xe2[\x80-\xbf]{2}|(?:\xe3\x80|\xef\xbc)[\x80-\xbf])*"
)
_SPACE = re.compile(rb"[ \t\n\f\r]")


class Phrases:
    """Phrases in small letters, which are found by their first bytes."""

    def __init__(self, phrases: Sequence[str]) -> None:
        """Prepare the phrases; raises ValueError for a short one, because the first bytes find them."""
        self.number_of: dict[bytes, int] = {}
        for number, phrase in enumerate(phrases):
            for written in {phrase, phrase.capitalize(), phrase.upper()}:  # lower() of bytes is for ASCII
                self.number_of[written.encode().lower()] = number
        if any(len(letters) < FOUND_BY for letters in self.number_of):
            raise ValueError(f"A phrase has less than {FOUND_BY} bytes, by which phrases are found.")
        self.alike = defaultdict[bytes, list[bytes]](list)
        for letters in sorted(self.number_of, key=len, reverse=True):
            self.alike[letters[:FOUND_BY]].append(letters)

    def beginning(
        self, texts: list[str] | Texts, starts: Sequence[int], chosen: bytearray, chars: Sequence[int],
        most: int,
    ) -> list[tuple[int, int]]:  # fmt: skip
        """Return the chosen paragraphs that begin with a phrase, each with the number of the longest.

        It stands behind signs, at the first word or at the second; paragraphs with more than ``most``
        characters are passed over.
        """
        found = []
        for b, is_chosen in enumerate(chosen):
            if is_chosen and chars[b] <= most:
                text = "".join([texts[k] + " " for k in range(starts[b], starts[b + 1])])
                line = text.encode("utf-8", "surrogatepass").lower()
                first = _SIGNS.match(line).end()  # type: ignore[union-attr]
                space = _SPACE.search(line, first)
                second = _SIGNS.match(line, space.start()).end() if space else first  # type: ignore[union-attr]
                phrase = self.at(line, first) or self.at(line, second)
                if phrase:
                    found.append((b, self.number_of[phrase]))
        return found

    def at(self, line: bytes, place: int) -> bytes:
        those = self.alike.get(line[place : place + FOUND_BY], ())
        return next((letters for letters in those if line.startswith(letters, place)), b"")

    def within(self, text: str) -> list[int]:
        """Return the numbers of the phrases that a text has anywhere, in rising order."""
        line = text.encode("utf-8", "surrogatepass").lower()
        return sorted({number for letters, number in self.number_of.items() if letters in line})


def find_hints(names: Sequence[str | None], hints: Mapping[str, Sequence[str]]) -> tuple[array[int], int]:
    """Return what the words in each name say, and in all: a bit for each of ``hints``, whose words are ASCII.

    A name begins and ends with a NUL, which a word may have.
    """
    bit_of = {word: 1 << bit for bit, words in enumerate(hints.values()) for word in words}
    found = array("i")
    for name in names:
        letters = f"\0{name.lower()}\0" if name else ""
        found.append(reduce(or_, [bit for word, bit in bit_of.items() if word in letters], 0))
    return found, reduce(or_, found, 0)


def joined(names: Sequence[str | None]) -> bytes:
    """Return names as UTF-8, with NUL between two; what is not ASCII is in lower case."""
    letters = "\0".join([name or "" for name in names])
    if not letters.isascii():
        letters = letters.lower()
    return letters.encode("utf-8", "surrogatepass")


def number_pairs(ones: Sequence[int], others: Sequence[int]) -> tuple[array[int], int]:
    """Return for each pair a number that equal pairs share, from 0 in their order, and how many there are."""
    numbers: dict[tuple[int, int], int] = {}
    return array("i", [numbers.setdefault(pair, len(numbers)) for pair in zip(ones, others)]), len(numbers)
