"""What is known of each paragraph, over columns.

For the terms see
:mod:`.paragraph_features`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .render_py import Texts

#: A prime below 2**31, and as far as can be from where 2**32 would leave a small number.
PRIME = 1_327_217_909

ZERO = array("i", [0])


#: Paragraphs of prose with the same parent are a run while at most this many lie between them.
RUN_GAP = 3


def check_looks(look: Sequence[int], beyond: int) -> None:
    """Raise IndexError where a look is no number below this."""
    n = len(look)
    for b in range(n):
        if not 0 <= look[b] < beyond:
            raise IndexError(f"there is no look {look[b]} among {beyond}")


def names_of_looks(
    look: Sequence[int],
    node: Sequence[int],
    parent: Sequence[int],
    tag: Sequence[int],
    of_class: Sequence[int],
) -> array[int]:
    """Return of each look the tag and class of its first paragraph's node, and of the node's parent.

    Raises IndexError where a look is not a number of a paragraph.
    """
    n, looks = len(look), 0
    check_looks(look, n)
    name, first = ZERO * (4 * n), ZERO * n
    for b in range(n - 1, -1, -1):
        first[look[b]] = node[b]
        looks = look[b] + 1 if look[b] >= looks else looks
    for k in range(looks):
        i = first[k]
        above = parent[i] if parent[i] >= 0 else i
        name[4 * k] = tag[i]
        name[4 * k + 1] = of_class[i]
        name[4 * k + 2] = tag[above]
        name[4 * k + 3] = of_class[above]
    return name[: 4 * looks]


def in_looks(text: Sequence[int], look: Sequence[int], number: Sequence[int]) -> array[int]:
    """Return a number for each text in its look, from the numbers of the texts and of the looks.

    Raises IndexError where a look has no number.
    """
    n = len(text)
    check_looks(look, len(number))
    both = ZERO * n
    for b in range(n):
        both[b] = text[b] ^ number[look[b]]
    return both


def as_elsewhere(
    p: Sequence[float],
    look: Sequence[int],
    mean_of: Sequence[float],
    weight: float,
    is_repeated: Sequence[int],
    damping: float,
    new_look: int,
) -> tuple[array[float], array[int]]:
    """Return the mean of p and of the look's mean elsewhere, which weighs so much; below 0 is unknown.

    Where a paragraph is repeated, it is multiplied by the damping.  Return also the looks; repeated
    paragraphs have a new one.  Raises IndexError where a look has no mean.
    """
    n = len(p)
    check_looks(look, len(mean_of))
    q, new = array("d", p), array("i", look)
    for b in range(n):
        mean = mean_of[look[b]]
        if mean >= 0:
            q[b] = (p[b] + weight * mean) / (1 + weight)
        if is_repeated[b]:
            q[b] *= damping
            new[b] = new_look
    return q, new


def numbers_of_lines(texts: list[str] | Texts, starts: Sequence[int]) -> array[int]:
    """Return a number for each paragraph, the same for the same texts, on every machine.

    It is what the bytes of the texts make as one number, modulo :data:`PRIME`.

    >>> numbers_of_lines(["ab", "c", "ab", "c"], range(0, 5, 2))
    array('i', [184476073, 184476073])
    """
    return array("i", (number_of("".join([texts[k] + " " for k in range(*ab)])) for ab in pairwise(starts)))


def number_of(text: str) -> int:
    """Return what the bytes of a text make as one number, modulo :data:`PRIME`.

    >>> number_of("ab") == (ord("a") * 256 + ord("b")) % PRIME
    True
    """
    return int.from_bytes(text.encode("utf-8", "surrogatepass"), "big") % PRIME
