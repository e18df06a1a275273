"""Bytes without a declaration → their most likely encoding.

There are two detectors: chardetng, which is Firefox's, if the package ``chardetng-py`` is
installed, and otherwise :func:`by_letters`, which needs no package.  Both get a sample that is not
UTF-8.

:func:`by_letters` is naive Bayes on single characters.

*Multi-byte encodings* are rejected unless nearly all bytes form existing pairs.  Of the remaining
ones the winner is the one in which most characters are common in its language: about two in
three if it is right, one in twenty if not.

*Single-byte encodings*: words of a non-Latin script are runs of bytes above ASCII; in Latin
words such bytes stand alone or in pairs.  The probability of a letter of rank r in its language
is proportional to 1/(r + 2), that of a capital is a twentieth of it, that of a sign that belongs
to no language, such as a dash, is 0.2 %, and that of anything else 0.001 %.  The winner is the
language and encoding in which the bytes above ASCII are most likely.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ..model import table_rows
from .sniff import codec_of

#: Takes a sample of a page's text and returns its codec, or None.
Detector = Callable[[bytes], str | None]


@cache
def installed_detector() -> Detector:
    """Return the best detector that is installed."""
    try:
        from chardetng_py import EncodingDetector
    except ImportError:
        return by_letters

    def chardetng(sample: bytes) -> str | None:
        if codec := evident(sample):
            return codec
        firefox = EncodingDetector()
        firefox.feed(sample, last=False)  # the end of a sample may cut a character in two
        return codec_of(firefox.guess(tld=None, allow_utf8=False))

    return chardetng


#: Languages, each with its single-byte codecs, the most likely first, and its letters beyond ASCII, the
#: most frequent first.
ALPHABETS = table_rows(Path(__file__).with_name("alphabets.tsv"))
NOT_LATIN = frozenset("ru uk be bg sr el ar fa he th".split())

#: Signs used in all languages.
SIGNS = "\xa0«»“”„’‘–—…•·°©®™§¶†‡‹›×÷±½¼¾²³¹ªº¿¡£€¥¢"


@cache
def single_byte_models(latin: bool) -> list[tuple[str, list[float]]]:
    """Return, for every language and encoding, the log probability of each byte above ASCII."""
    models: list[tuple[str, list[float]]] = []
    for language, encodings, letters in ALPHABETS:
        if (language in NOT_LATIN) is latin:
            continue
        total = sum(1 / (rank + 2) for rank in range(len(letters)))
        known = dict.fromkeys(SIGNS, 0.002)
        for rank, letter in enumerate(letters):
            p = 1 / (rank + 2) / total
            if letter.upper() != letter and len(letter.upper()) == 1:
                known.setdefault(letter.upper(), p / 20)
            known[letter] = p
        log_p = {char: math.log(p) for char, p in known.items()}
        for codec in encodings.split():
            chars = (bytes([byte]).decode(codec, "replace") for byte in range(128, 256))
            models.append((codec, [log_p.get(char, math.log(1e-5)) for char in chars]))
    return models


#: codec → the most common characters of its language
COMMON = {c: frozenset(chars) for c, chars in table_rows(Path(__file__).with_name("common_characters.tsv"))}
COMMON["cp932"] = COMMON["euc_jp"]

#: At most this share of a sample's characters may be undecodable pairs of bytes.
BAD_PAIRS = 0.02
#: The least share of common characters in a CJK text.
COMMON_SHARE = 0.25

#: The evidence needed to prefer anything to windows-1252, as a logarithm: about one letter's.
HANDICAP = 5.0

#: The least share of bytes above ASCII in runs for a script that is not Latin.
RUNS_SHARE = 0.3
_RUN = re.compile(rb"[\x80-\xff]{3,}")


#: With fewer bytes above ASCII the share of common characters is chance.
ENOUGH_HIGH = 100
#: So much of a sample will do if a fourth of its bytes are above ASCII, as in East Asian text, and
#: if this share of the characters is common in a language.
EVIDENT_BYTES, EVIDENT_SHARE = 2000, 0.45
_HIGH = bytes(range(128, 256))


def evident(sample: bytes) -> str | None:
    """Return the East Asian encoding of a sample if it is evident: a look at all takes ten times as long."""
    if len(sample) < 2 * EVIDENT_BYTES:  # the full look is as short
        return None
    sample = sample[:EVIDENT_BYTES]
    high = count_high(sample)
    if high < ENOUGH_HIGH or 4 * high < len(sample):
        return None
    return next((codec for codec in COMMON if share_of_common(sample, codec) >= EVIDENT_SHARE), None)


def by_letters(sample: bytes) -> str | None:
    """Return the codec in which a sample looks most like a language, or None if it is ASCII."""
    if codec := evident(sample):
        return codec
    high = {byte: n for byte, n in Counter(sample).items() if byte >= 128}
    if not high:
        return None
    share, codec = most_common(sample)
    if share >= COMMON_SHARE:
        return codec
    latin = sum(map(len, words_in(sample))) < RUNS_SHARE * sum(high.values())

    def likelihood(model: tuple[str, list[float]]) -> float:
        codec, log_p = model
        return sum(log_p[byte - 128] * n for byte, n in high.items()) - (codec != "cp1252") * HANDICAP

    # of equals ``max`` returns the first, which is the most likely encoding of the language
    return max(single_byte_models(latin), key=likelihood)[0]


def words_in(sample: bytes) -> list[bytes]:
    """Return the runs of three or more bytes above ASCII, except repetitions of one byte ("»»»")."""
    return [run for run in _RUN.findall(sample) if len(set(run)) > 1]


#: A declaration is wrong below the first share of common characters, if another encoding is above the second.
WRONG_COMMON, RIGHT_COMMON = 0.1, 0.4
#: The part of a sample that suffices to compare encodings.
COMPARED_BYTES = 4_000


def wrong_family(sample: bytes, codec: str) -> str | None:
    """Return the East Asian encoding of a page that is wrongly declared to be in another one, ``codec``.

    Big5 is nearly always valid GBK, too, but then few of its characters are common.
    """
    beginning = sample[:COMPARED_BYTES]
    if codec not in COMMON or count_high(sample) < ENOUGH_HIGH:
        return None
    if share_of_common(beginning, codec) > WRONG_COMMON:
        return None
    share, other = most_common(beginning)
    return other if share > RIGHT_COMMON else None


def most_common(sample: bytes) -> tuple[float, str]:
    """Return the East Asian encoding in which most characters are common, after their share."""
    return max((share_of_common(sample, codec), codec) for codec in COMMON)


def share_of_common(sample: bytes, codec: str) -> float:
    """Return the share of common characters in a sample, or 0 if it is not valid in this codec."""
    text = sample.decode(codec, "replace")
    bad = text.count("\ufffd")
    chars = len(text) - len(text.encode("ascii", "ignore")) - bad
    is_valid = bad <= max(1, BAD_PAIRS * chars)
    return sum(map(COMMON[codec].__contains__, text)) / chars if is_valid and chars else 0.0


def count_high(data: bytes) -> int:
    return len(data) - len(data.translate(None, _HIGH))
