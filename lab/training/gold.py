"""Gold text → how much of each paragraph of a page is main content."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence, Set
from itertools import accumulate

from rapidfuzz.distance import LCSseq

#: Words; each Chinese, Japanese or Korean character counts as one.
TOKENS = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]"
    r"|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+"
)

#: If less of the gold text than this is found in page order, runs of GRAM tokens count in any order.
IN_ORDER = 0.8
#: The least run of tokens that the gold text does not share by coincidence.
GRAM = 5
#: A paragraph that shares less than this, in runs shorter than GRAM, shares only small words.
CHANCE = 0.5
#: Above this product of the two lengths, the alignment would take too much memory.
MOST = 4e9


def shares(blocks: Sequence[str], gold: str) -> list[float]:
    """Return for each paragraph the share of its tokens that belong to the gold text.

    The longest common subsequence of page and gold says which ones do.

    >>> shares(["Home", "It rains in Kenya", "All news"], "It rains in Kenya today")
    [0.0, 1.0, 0.0]
    """
    tokens = [TOKENS.findall(text.lower()) for text in blocks]
    wanted = TOKENS.findall(gold.lower())
    found, longest = aligned(tokens, wanted)
    grams: set[tuple[str, ...]] = set()
    if wanted and sum(found) < IN_ORDER * len(wanted):
        grams = set(zip(*(wanted[i:] for i in range(GRAM))))
    result = []
    for block, hits, run in zip(tokens, found, longest):
        if not block:  # punctuation alone goes with the paragraph before
            result.append(result[-1] if result else 0.0)
            continue
        share = hits / len(block)
        if share < CHANCE and run < GRAM:
            share = 0.0
        result.append(max(share, share_of_grams(block, grams)))
    return result


def aligned(blocks: Sequence[Sequence[str]], wanted: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return how many tokens of each paragraph the longest common subsequence has, and its longest run."""
    found, longest = [0] * len(blocks), [0] * len(blocks)
    page = [token for block in blocks for token in block]
    if not wanted or len(page) * len(wanted) >= MOST:
        return found, longest
    starts = list(accumulate(map(len, blocks), initial=0))
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(token, len(numbers)) for token in page]
    z = [numbers.setdefault(token, len(numbers)) for token in wanted]
    for op in LCSseq.opcodes(a, z):
        at = op.src_start if op.tag == "equal" else op.src_end
        while at < op.src_end:
            b = bisect_right(starts, at) - 1
            upto = min(op.src_end, starts[b + 1])
            found[b] += upto - at
            longest[b] = max(longest[b], upto - at)
            at = upto
    return found, longest


def share_of_grams(block: Sequence[str], grams: Set[tuple[str, ...]]) -> float:
    """Return the share of the tokens that are in one of these runs of GRAM tokens.

    >>> share_of_grams("it rains in Kenya now and then".split(), {("rains", "in", "Kenya", "now", "and")})
    0.7142857142857143
    """
    covered = [False] * len(block)
    for i in range(len(block) - GRAM + 1) if grams else ():
        if tuple(block[i : i + GRAM]) in grams:
            covered[i : i + GRAM] = [True] * GRAM
    return sum(covered) / len(block)
