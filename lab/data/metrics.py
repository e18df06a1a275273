"""Precision, recall and F1 of an extracted text against the gold text.

If both texts are empty, all three are 1.  If they have nothing in common, all three are 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from rapidfuzz.distance import LCSseq

#: precision, recall, F1
Score = tuple[float, float, float]

#: Above this product of two lengths the subsequence is not computed: it would take seconds.
LCS_LIMIT = 4e10

_WORDS = re.compile(r"\w+")
_WHITE_SPACE = re.compile(r"\s+")


def words(text: str, gold: str) -> Score:
    r"""Compare the multisets of words, ``\w+`` in lower case, without soft hyphens: they are invisible.

    Their order does not matter.

    >>> words("The cat sat, the cat", "A cat sat")
    (0.4, 0.6666666666666666, 0.5)
    """
    a, b = (_WORDS.findall(one.replace("\xad", "").lower()) for one in (text, gold))
    return in_common(a, b)


def characters(text: str, gold: str) -> Score:
    """Compare the characters that are not white space by their longest common subsequence.

    It suits every language: Chinese has no spaces between words.  In very long texts, the order of the
    characters is ignored (:data:`LCS_LIMIT`).

    >>> characters("b c a d", "abcd")
    (0.75, 0.75, 0.75)
    """
    a, b = squeeze(text), squeeze(gold)
    if len(a) * len(b) > LCS_LIMIT:
        return in_common(a, b)
    return score(LCSseq.similarity(a, b), len(a), len(b))


#: The metrics by the names that ``datasets.SETS`` uses.
METRICS: dict[str, Callable[[str, str], Score]] = {"words": words, "characters": characters}


def squeeze(text: str) -> str:
    """Remove invisible characters: white space, zero-width spaces, byte order marks."""
    return _WHITE_SPACE.sub("", text.replace("\u200b", "").replace("\ufeff", ""))


def in_common(text: Iterable[str], gold: Iterable[str]) -> Score:
    a, b = Counter(text), Counter(gold)
    return score(sum((a & b).values()), sum(a.values()), sum(b.values()))


def score(common: int, size: int, gold_size: int) -> Score:
    if not gold_size:
        return (0.0, 0.0, 0.0) if size else (1.0, 1.0, 1.0)
    if not common:
        return 0.0, 0.0, 0.0
    P, R = common / size, common / gold_size
    return P, R, 2 * P * R / (P + R)
