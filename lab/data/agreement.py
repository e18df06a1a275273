"""How well blocks agree with blocks that a person marked.

Pages are compared by their *canonical text*: the characters of the body that are not white space.
There are two measures.

BCubed
    J. Kiesel et al.: "Web Page Segmentation Revisited", CIKM 2020.  Precision is the share of a
    character's block that lies in its gold block, the mean over all characters that are in a block.
    Recall is the share of the gold block that lies in the block, over all characters in a gold block.

Matched blocks
    R. Kreuzer, J. Hage, A. Feelders: "A Quantitative Comparison of Semantic Web Page
    Segmentation Approaches", ICWE 2015.  Blocks and gold blocks are matched one to one, the most
    similar first, if 2·LCS/(length + length) is 0.8 or more.  Precision and recall are the shares of
    the blocks and of the gold blocks that have a match.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from rapidfuzz.distance import LCSseq

from .metrics import Score

#: Blocks that are at least so similar count as the same block.
ALIKE = 0.8
#: A gap in the alignment belongs to the block around it if it is no longer than this.
GAP = 8
#: The lengths of the pieces by which texts are aligned, and the largest product of two lengths that is
#: aligned character by character.
PIECES, ALIGN_LIMIT = (24, 12, 6), 4_000_000


def bcubed(blocks: Sequence[int], gold: Sequence[int]) -> Score:
    """Compare for each character the numbers of its block and of its gold block, or -1.

    >>> bcubed([0, 0, 1, 1], [0, 0, 0, 0])
    (1.0, 0.5, 0.6666666666666666)
    """
    shared = Counter(zip(blocks, gold))
    sizes, gold_sizes = Counter(b for b in blocks if b >= 0), Counter(g for g in gold if g >= 0)
    within = within_gold = 0.0
    for (b, g), n in shared.items():
        if b >= 0 and g >= 0:
            within += n * n / sizes[b]
            within_gold += n * n / gold_sizes[g]
    return f_score(ratio(within, sizes.total()), ratio(within_gold, gold_sizes.total()))


def matched(texts: Sequence[str], gold: Sequence[str]) -> Score:
    """Compare two lists of texts by the number that can be matched one to one.

    >>> matched(["abcdefgh", "xy"], ["abcdefg", "z", "xy"])
    (1.0, 0.6666666666666666, 0.8)
    """
    order = sorted(range(len(gold)), key=lambda n: len(gold[n]))
    lengths = [len(gold[n]) for n in order]
    pairs = []
    for m, text in enumerate(texts):
        longest = len(text) * (2 - ALIKE) / ALIKE + 1
        for k in range(bisect_left(lengths, int(len(text) * ALIKE / (2 - ALIKE))), len(order)):
            if lengths[k] > longest:
                break
            likeness = similarity(text, gold[order[k]])
            if likeness >= ALIKE:
                pairs.append((-likeness, m, order[k]))
    found: set[int] = set()
    found_gold: set[int] = set()
    for _, m, n in sorted(pairs):
        if m not in found and n not in found_gold:
            found.add(m)
            found_gold.add(n)
    return f_score(ratio(len(found), len(texts)), ratio(len(found), len(gold)))


def similarity(a: str, b: str) -> float:
    """Return 2·LCS/(length + length), or 0 where it cannot reach :data:`ALIKE`."""
    if a == b:
        return 1.0
    total = len(a) + len(b)
    if 2 * min(len(a), len(b)) / total < ALIKE:
        return 0.0
    return 2 * LCSseq.similarity(a, b) / total


def ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def f_score(P: float, R: float) -> Score:
    return P, R, 2 * P * R / (P + R) if P + R else 0.0


# ------------------------------------------------------------------ texts → canonical text


def owners(blocks: Iterable[str], text: str) -> list[int]:
    """Return for each character of the canonical text the block that it is in, or -1.

    ``blocks`` are texts without white space, in page order.  They may lack some of the text, or differ
    from it: a segmenter may leave out hidden text, or normalize characters.

    >>> owners(["ab", "cd"], "abxcd")
    [0, 0, -1, 1, 1]
    """
    whole = "".join(blocks := list(blocks))
    of_block = [n for n, block in enumerate(blocks) for _ in block]
    if whole == text:
        return of_block
    found = [-1] * len(text)
    for i, j in align(whole, text):
        found[j] = of_block[i]
    i = 0
    while i < len(found):
        j = i
        while j < len(found) and found[j] < 0:
            j += 1
        if i < j <= i + GAP and i > 0 and j < len(found) and found[j] == found[i - 1]:
            found[i:j] = [found[j]] * (j - i)
        i = max(j, i + 1)
    return found


def align(a: str, b: str) -> list[tuple[int, int]]:
    """Return pairs of positions at which two versions of a text hold the same character.

    The common ends are aligned first.  Pieces that occur once in each text then divide the rest, long
    pieces first.  What remains is aligned character by character.
    """
    pairs: list[tuple[int, int]] = []
    todo = [(0, len(a), 0, len(b), 0)]
    while todo:
        a0, a1, b0, b1, level = todo.pop()
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            pairs.append((a0, b0))
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            pairs.append((a1, b1))
        if a0 == a1 or b0 == b1:
            continue
        if level < len(PIECES) and min(a1 - a0, b1 - b0) >= PIECES[level]:
            size = PIECES[level]
            anchors = common_pieces(a[a0:a1], b[b0:b1], size)
            if not anchors:
                todo.append((a0, a1, b0, b1, level + 1))
                continue
            x = y = 0  # aligned up to here
            for i, j in anchors:
                if i >= x and j >= y:
                    todo.append((a0 + x, a0 + i, b0 + y, b0 + j, level))
                    overlap = 0
                elif i - x == j - y:  # it overlaps the piece before, and continues it
                    overlap = x - i
                else:
                    continue
                pairs += [(a0 + i + k, b0 + j + k) for k in range(overlap, size)]
                x, y = i + size, j + size
            todo.append((a0 + x, a1, b0 + y, b1, level + 1 if x == 0 else level))
        elif (a1 - a0) * (b1 - b0) <= ALIGN_LIMIT:
            matcher = SequenceMatcher(None, a[a0:a1], b[b0:b1], autojunk=False)
            for i, j, n in matcher.get_matching_blocks():
                pairs += [(a0 + i + k, b0 + j + k) for k in range(n)]
    return pairs


def common_pieces(a: str, b: str, size: int) -> list[tuple[int, int]]:
    """Return where the pieces begin that occur once in each text: the longest increasing sequence."""
    in_a, in_b = only_once(a, size), only_once(b, size)
    pairs = sorted((i, in_b[piece]) for piece, i in in_a.items() if piece in in_b)
    ends: list[int] = []  # the least end of a sequence of each length
    at: list[int] = []  # the pair that each of these ends with
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        k = bisect_left(ends, j)
        ends[k : k + 1], at[k : k + 1] = [j], [n]
        before.append(at[k - 1] if k else -1)
    sequence, n = [], at[-1] if at else -1
    while n >= 0:
        sequence.append(pairs[n])
        n = before[n]
    return sequence[::-1]


def only_once(text: str, size: int) -> dict[str, int]:
    """Return the pieces that occur once in a text, and their positions."""
    pieces = [text[i : i + size] for i in range(len(text) - size + 1)]
    counts = Counter(pieces)
    return {piece: i for i, piece in enumerate(pieces) if counts[piece] == 1}
