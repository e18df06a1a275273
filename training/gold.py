"""Gold text → how much of each block of a page is main content."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from rapidfuzz.distance import LCSseq

#: Words, but each Chinese, Japanese or Korean character is one.
TOKENS = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]"
    r"|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+"
)

#: Where less of the gold text than this is found in page order, order is left out of account.
IN_ORDER = 0.8
#: So many tokens in a row that the gold text also has are no coincidence.
GRAM = 5
#: A block of which less than this is gold, in pieces shorter than GRAM, shares only small words.
CHANCE = 0.5
#: Above this product of lengths the alignment would take too much memory.
MOST = 4e9


def shares(blocks: Sequence[str], gold: str) -> list[float]:
    """Return for each block the share of its tokens that belong to the gold text.

    The longest common subsequence of page and gold says which ones do.

    >>> shares(["Home", "It rains in Kenya", "All news"], "It rains in Kenya today")
    [0.0, 1.0, 0.0]
    """
    tokens = [TOKENS.findall(text.lower()) for text in blocks]
    wanted = TOKENS.findall(gold.lower())
    page = [token for block in tokens for token in block]
    starts = list(accumulate(map(len, tokens), initial=0))
    found = [0] * len(blocks)
    longest = [0] * len(blocks)
    in_order = 0
    if wanted and len(page) * len(wanted) < MOST:
        numbers: dict[str, int] = {}
        a = [numbers.setdefault(token, len(numbers)) for token in page]
        z = [numbers.setdefault(token, len(numbers)) for token in wanted]
        for op in LCSseq.opcodes(a, z):
            if op.tag != "equal":
                continue
            in_order += op.src_end - op.src_start
            at = op.src_start
            while at < op.src_end:
                b = bisect_right(starts, at) - 1
                upto = min(op.src_end, starts[b + 1])
                found[b] += upto - at
                longest[b] = max(longest[b], upto - at)
                at = upto
    grams: set[tuple[str, ...]] = set()
    if wanted and in_order < IN_ORDER * len(wanted):
        grams = set(zip(*(wanted[i:] for i in range(GRAM))))
    result = []
    for block, hits, run in zip(tokens, found, longest):
        if not block:
            result.append(-1.0)
            continue
        share = hits / len(block)
        if share < CHANCE and run < GRAM:
            share = 0.0
        if grams and len(block) >= GRAM:
            covered = [False] * len(block)
            for i in range(len(block) - GRAM + 1):
                if tuple(block[i : i + GRAM]) in grams:
                    covered[i : i + GRAM] = [True] * GRAM
            share = max(share, sum(covered) / len(block))
        result.append(share)
    for b, share in enumerate(result):  # punctuation alone goes with the block before
        if share < 0:
            result[b] = result[b - 1] if b else 0.0
    return result
