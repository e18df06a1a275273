"""Bytes without a declaration → their most likely encoding.

Each language has its letters (``alphabets.tsv``), and each encoding has bytes for them.  Of all languages and
encodings the one wins in which the bytes above ASCII of a page are likeliest, as naive Bayes has it: each is
independent of the others, and its probability is the share that its letter has of the language's letters.  A
capital has a twentieth of that, or a small letter in a text in capitals; a sign of no language, such as a
dash, has 0.2 %.

* Each different word counts once: menus are repeated, and so are the traces of a wrong decoding.
* Signs stand at the ends of words, "m³" and "“so”", where they say nothing, unless the encoding has no such
  character.  In a word they are letters of another encoding: "wspó³czesny".
* In an East Asian encoding pairs of bytes are characters; two in three are common ones in its language.

Firefox's detector, chardetng, is asked, too, if the package ``chardetng-py`` is installed.
"""

from __future__ import annotations

import re
import string
from array import array
from collections import Counter
from collections.abc import Callable, Container
from functools import cache
from itertools import product
from math import inf, log
from pathlib import Path

from .. import core
from ..model import table_rows
from .sniff import codec_of

#: Takes a sample of a page's text and returns its codec, or None.
Detector = Callable[[bytes], str | None]

#: Signs used in all languages.
SIGNS = "\xa0\xad«»“”„’‘–—…•·°©®™§¶†‡‹›×÷±½¼¾²³¹ªº¿¡£€¥¢"
#: The probability of such a sign.
SIGN = 0.002
#: The probability of a letter of another language.
FOREIGN = 1e-4
#: The probability of anything else.
OTHER = 1e-5
#: What the probability of a capital is divided by, or in a text in capitals that of a small letter.
CAPITAL = 20
#: How much less likely, as a logarithm, an encoding other than windows-1252 is before a look at the bytes.
RARE = 4.0
#: The same for each further encoding of a language.
RARER = 0.4
#: The same for a text in capitals.
IN_CAPITALS = 1.0
#: What a sign at the end of a word costs, and what a byte without a character does, also as logarithms.
AT_END, UNDEFINED = 0.5, 4.0
#: What a letter of another script costs that stands beside one of ASCII.
MIXED = 6.0
#: So many words of one letter are a table of letters, and say nothing.
LONE = 12
#: The bytes of a sample that are looked at, for letters and for pairs: a few hundred decide.
LOOKED_AT, PAIRS_AT = 4_000, 800

#: The East Asian encodings, each with the common characters of its language.
COMMON = {c: frozenset(chars) for c, chars in table_rows(Path(__file__).with_name("common_characters.tsv"))}
COMMON["cp932"] = COMMON["euc_jp"] | {chr(kana) for kana in range(0xFF61, 0xFFA0)}
#: The share of common characters in a text, how many others there are, and what an undecodable pair costs.
COMMON_SHARE, OTHERS, BAD_PAIR = 0.65, 8_000, 12.0
#: A declared one is right if this share of its East Asian characters is common in its language; another one,
#: if this share of its own is.
LEAST_COMMON, OF_OTHER = 0.3, 0.4
#: Of fewer characters it is chance how many are common.
FEW_CHARACTERS = 20
#: Ideographs, kana and hangul come behind it in Unicode.
FIRST_EAST_ASIAN = "\u2e80"
#: At most this share of a text's characters may be undecodable pairs of bytes.
BAD_PAIRS = 0.02

#: Latin letters come first in Unicode.
LAST_LATIN = "\u024f"


@cache
def characters(codec: str) -> tuple[str, ...]:
    return tuple(bytes([byte]).decode(codec, "replace") for byte in range(128, 256))


#: Bytes that are letters, marks or nothing in windows-1252: they are evidence wherever they stand.
_LETTERS = bytes(
    128 + n
    for n, char in enumerate(characters("cp1252"))
    if (char.isalpha() or char in "\ufffd˜") and char not in "ªº"
)
_ASCII_LETTERS = string.ascii_letters.encode()
_NOT_LETTERS = bytes(set(range(256)) - {*_LETTERS})
_ASCII, _HIGH = bytes(range(128)), bytes(range(128, 256))
#: No-break space in most encodings.
_NBSP = 0xA0
#: What words consist of, and all else as spaces; words as "a" for ASCII and "h" for bytes above.
_IN_WORDS = bytes(
    byte if byte in _ASCII_LETTERS or (byte > 127 and byte != _NBSP) else ord(" ") for byte in range(256)
)
_KINDS = bytes(ord("h" if byte > 127 else "a" if byte in _ASCII_LETTERS else " ") for byte in range(256))

#: A model of a language in an encoding has, as logarithms, how likely each byte above ASCII is in a word, and
#: what each costs at the end of a word, a letter beside one of ASCII, and the encoding itself.
_AT_END, _MIXED, _BEFORE, _WIDTH = 128, 256, 257, 258


@cache
def models() -> tuple[list[str], array[float]]:
    """Return the codec of each model, and the models, one behind the other."""
    codecs_of, rows = list[str](), array("d")
    for _, codecs, letters in table_rows(Path(__file__).with_name("alphabets.tsv")):
        small = {letter: int(n) / 1000 for letter, n in re.findall(r"(\D)(\d+)", letters)}
        large = {letter.upper(): share for letter, share in small.items() if len(letter.upper()) == 1}
        mixed = MIXED * (next(filter(str.isalpha, small)) > LAST_LATIN)
        for (place, codec), (often, rarely) in product(
            enumerate(codecs.split()), ((small, large), (large, small))
        ):
            known = dict.fromkeys(SIGNS, SIGN) | {c: share / CAPITAL for c, share in rarely.items()} | often
            before = RARE * (codec != "cp1252") + place * RARER + IN_CAPITALS * (often is large)
            chars = characters(codec)
            rows.extend(log(known.get(char, FOREIGN if char.isalpha() else OTHER)) for char in chars)
            rows.extend(-cost_at_end(char, known) for char in chars)
            rows.extend((-mixed, -before))
            codecs_of.append(codec)
    return codecs_of, rows


def cost_at_end(char: str, known: Container[str]) -> float:
    """Return what a byte with this character costs at the end of a word, if a language knows some."""
    if char in known and char not in SIGNS:
        return 0.0
    is_character = char in known or (char.isprintable() and char != "\ufffd")
    return AT_END if is_character else UNDEFINED


class Evidence:
    """What the bytes above ASCII of a sample say about its encoding."""

    def __init__(self, sample: bytes) -> None:
        self._pairs = sample[:PAIRS_AT]
        words = {word for word in sample[:LOOKED_AT].translate(_IN_WORDS).split() if not word.isascii()}
        words = {word for word in words if len(word) < 3 or not word[0] == word[1] == word[2]}  # not "»»»"
        lone = bytes([word[0] for word in words if len(word) == 1])
        longer = [word for word in words if len(word) > 1]
        inside = b"".join([word[1:-1] for word in longer]).translate(None, _ASCII)
        ends = bytes([word[0] for word in longer] + [word[-1] for word in longer]).translate(None, _ASCII)
        if len(lone) <= LONE:
            ends += lone
        found = Counter(inside + ends.translate(None, _NOT_LETTERS))
        counts = dict(sorted(found.items()))  # in this order, sums are equal in any process
        signs = sorted({*ends.translate(None, _LETTERS)})
        kinds = b" ".join(words).translate(_KINDS)
        amounts = [*counts.values(), *(1 for _ in signs), kinds.count(b"ah") + kinds.count(b"ha"), 1]
        places = [byte - 128 for byte in counts] + [byte - 128 + _AT_END for byte in signs]
        #: the number of bytes that say something
        self.total = sum(counts.values())
        self._log_p: dict[str, float] = {}
        if counts:
            codecs, rows = models()
            places += _MIXED, _BEFORE
            totals = core.queries.row_totals(rows, _WIDTH, array("i", places), array("i", amounts))
            for codec, total in zip(codecs, totals):
                self._log_p[codec] = max(total, self._log_p.get(codec, total))
            for codec in COMMON:
                if self.total * log_of_common(codec) / 2 > max(totals):  # as if all were common
                    self.of(codec)

    def of(self, codec: str) -> float:
        """Return how likely a codec is, as a logarithm."""
        if codec not in self._log_p:
            self._log_p[codec] = self._of_pairs(codec) if codec in COMMON and self.total else -inf
        return self._log_p[codec]

    def lead(self, codec: str, over: str) -> float:
        """Return how much likelier a codec is than another, as a logarithm."""
        other = max(self.of(over), self.of("cp1252")) if over == "iso8859-15" else self.of(over)
        return self.of(codec) - other

    def best(self) -> str | None:
        """Return the likeliest codec, or None if no byte says anything."""
        return max(self._log_p, key=self.of) if self.total else None

    def _of_pairs(self, codec: str) -> float:
        text, common = read_as(codec, self._pairs)
        bad = text.count("\ufffd")
        others = count_beyond(text) - bad - common
        if not common + others or bad > max(1, BAD_PAIRS * (common + others + bad)):
            return -inf
        of_others = log((1 - COMMON_SHARE) / OTHERS)
        log_p = common * log_of_common(codec) + others * of_others - bad * BAD_PAIR
        return log_p * self.total / count_high(self._pairs) - RARE


def read_as(codec: str, sample: bytes) -> tuple[str, int]:
    """Return a sample in an East Asian codec, and how many of its characters are common ones."""
    text = sample.decode(codec, "replace")
    return text, sum(map(COMMON[codec].__contains__, text))


def has_common(sample: bytes, codec: str, least: float) -> bool:
    """Tell whether enough of a sample's East Asian characters are common ones in an East Asian codec.

    Other characters, such as Cyrillic ones, are as good in it.
    """
    text, common = read_as(codec, sample[:PAIRS_AT])
    total = sum([char >= FIRST_EAST_ASIAN for char in text]) - text.count("\ufffd")
    return total < FEW_CHARACTERS or common >= least * total


@cache
def log_of_common(codec: str) -> float:
    return log(COMMON_SHARE / len(COMMON[codec]))


def by_letters(sample: bytes) -> str | None:
    """Return the codec in which a sample looks most like a language, or None if it is ASCII."""
    return Evidence(sample).best()


@cache
def installed_detector() -> Detector:
    """Return the best detector that is installed."""
    try:
        from chardetng_py import EncodingDetector
    except ImportError:
        return by_letters

    def chardetng(sample: bytes) -> str | None:
        firefox = EncodingDetector()
        firefox.feed(sample, last=False)  # the end of a sample may cut a character in two
        return codec_of(firefox.guess(tld=None, allow_utf8=False))

    return chardetng


def count_high(data: bytes) -> int:
    """Return how many bytes are above ASCII."""
    return len(data) - len(data.translate(None, _HIGH))


def count_beyond(text: str) -> int:
    """Return how many characters are beyond ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))
