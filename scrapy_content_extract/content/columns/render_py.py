"""Texts → lines and blocks, in Python; compiled it is render_c.pxi."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate, pairwise, repeat
from typing import Any, Protocol, TypeVar

from ..markup.elements import LINE_BREAK, SPACE

Block = TypeVar("Block")

#: A full stop before a space, a closing quote or the end; or one that ends nothing but sentences:
#: Chinese, Arabic, Urdu, Armenian, Indic, Burmese, Ethiopic, Khmer (*STerm* of
#: https://www.unicode.org/reports/tr29/#Sentence_Boundaries, of scripts in wide use).
SENTENCE_END = re.compile(r"[.!?。！？｡؟۔։।॥။።។](?:(?<![.!?])|(?=[\s\"'”’)\0]|$))")
#: Longer lines are collapsed by a pattern: ``split`` needs many times the memory of a long text.
LONG = 1 << 20
#: A prime below 2**31, and as far as can be from where 2**32 would leave a small number.
PRIME = 1_327_217_909
_SPACES = re.compile(r"\s+")


class Texts(Protocol):
    """The texts of a page as compiled code keeps them, which makes a string when somebody asks for it."""

    def __len__(self) -> int: ...

    def __getitem__(self, k: int) -> str: ...

    def __iter__(self) -> Iterator[str]: ...

    def joined(self) -> str:
        """Return all texts, with a space between two."""


def count_sentence_ends(texts: list[str] | Texts) -> array[int]:
    """Return the running total of the sentence ends of each text.

    >>> count_sentence_ends(["It rains.", "Version 2.0", "谁？我。", "كىم؟ مەن."])
    array('i', [0, 1, 1, 3, 5])
    """
    counts = [0] * len(texts)
    k, stop = 0, len(texts[0]) if texts else 0
    for match in SENTENCE_END.finditer("\0".join(texts)):
        at = match.start()
        while at > stop:
            k += 1
            stop += 1 + len(texts[k])
        counts[k] += 1
    return array("i", accumulate(counts, initial=0))


def without_repetitions(
    texts: list[str] | Texts, starts: Sequence[int], chosen: bytearray, chars: Sequence[int], least: int
) -> bytearray:
    """Return which paragraphs are chosen without the long ones whose texts came before.

    Paragraph b has the texts from ``starts[b]`` on, and ``chars[b]`` characters; ``least`` make it long.

    >>> list(without_repetitions(["ab", "c", "ab", "c"], range(5), bytearray(b"\1\1\1\1"), [2, 1, 2, 1], 2))
    [1, 1, 0, 1]
    """
    kept, seen = bytearray(chosen), set()
    for b, is_chosen in enumerate(chosen):
        if is_chosen and chars[b] >= least:
            those = tuple(texts[k] for k in range(starts[b], starts[b + 1]))
            kept[b] = those not in seen
            seen.add(those)
    return kept


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


def render(
    texts: list[str] | Texts,
    gap: bytes,
    preformatted: Collection[int],
    starts: Sequence[int],
    stops: Sequence[int],
    first_part: Sequence[int],
) -> list[str]:
    """Return each of some blocks of texts as a person would copy it.

    A block has the parts ``first_part[b]`` to ``first_part[b + 1]``, ranges of texts; :func:`render_one`
    says how it looks.
    """
    parts = list(zip(starts, stops))
    return [render_one(texts, gap, preformatted, parts[a:z]) for a, z in pairwise(first_part)]


def render_one(
    texts: list[str] | Texts, gap: bytes, preformatted: Collection[int], ranges: Sequence[tuple[int, int]]
) -> str:
    """Return texts as a person would copy them.

    White space is collapsed, a paragraph and a ``<br>`` begin a new line, and the lines of
    preformatted text are kept as they are.
    """
    if not preformatted and len(ranges) == 1 and ranges[0][0] + 1 == ranges[0][1]:  # so are most paragraphs
        return finish(texts[ranges[0][0]], as_it_is=False)
    lines = lines_of(texts, gap, preformatted, ranges)
    if not preformatted:
        lines = [line for line in lines if line]
    return "\n".join(lines).strip("\n")


def lines_of(
    texts: list[str] | Texts, gap: bytes, preformatted: Collection[int], ranges: Sequence[tuple[int, int]]
) -> list[str]:
    """Return the lines of texts; the first is empty where a boundary is before them."""
    lines: list[str] = []
    line: list[str] = []  # the pieces of the line being built
    as_it_is = False  # whether one of them is preformatted
    last = -1
    for start, stop in ranges:
        for k in range(start, stop):
            separator = gap[k]
            if k != last + 1 and last >= 0:  # texts between them were left out
                separator = max(SPACE, *gap[last + 1 : k + 1])
            last = k
            if separator >= LINE_BREAK:
                lines.append(finish("".join(line), as_it_is))
                line, as_it_is = [], False
            elif separator == SPACE:
                line.append(" ")
            piece = texts[k]
            if k in preformatted:
                as_it_is = True
                *whole, piece = piece.split("\n")
                for end in whole:
                    lines.append(finish("".join([*line, end]), as_it_is))
                    line = []
            line.append(piece)
    lines.append(finish("".join(line), as_it_is))
    return lines


def finish(line: str, as_it_is: bool) -> str:
    """Collapse the white space of a line, or only strip its end."""
    if as_it_is:
        return line.rstrip()
    if len(line) > LONG:
        return _SPACES.sub(" ", line).strip()
    return " ".join(line.split())


def make_blocks(
    block: Callable[..., Block],
    starts: Sequence[int],
    stops: Sequence[int],
    first_part: Sequence[int],
    texts: list[str],
    titles: list[str],
    kinds: list[str],
    depths: Sequence[int],
    chars: Sequence[int],
    link_chars: Sequence[int],
    parents: list[int] | None = None,
    roles: list[str | None] | None = None,
) -> tuple[Block, ...]:
    """Return blocks made of columns; the parts of each are as for :func:`render`."""
    parts = list(zip(starts, stops))
    ranges = [tuple(parts[a:z]) for a, z in pairwise(first_part)]
    main, none = repeat(False), repeat(None)
    values = texts, titles, kinds, depths, chars, link_chars, main, parents or repeat(-1), roles or none
    return tuple(map(block, ranges, *values))


def mark_blocks(blocks: Sequence[Any], before: Sequence[int], others: bool, place: int) -> tuple[Any, ...]:
    """Return blocks with their value at a place, "main", true where most of their characters are chosen.

    ``before`` has their running total.  Without ``others``, blocks without any are left out.
    """
    marked = []
    for block in blocks:
        chars = sum([before[stop] - before[start] for start, stop in block.ranges])
        if 2 * chars > block.chars:
            values = list(block)
            values[place] = True
            block = type(block)(*values)
        if chars or others:
            marked.append(block)
    return tuple(marked)


def untracked(block: Block) -> Block:
    """Return the same: only the compiled side takes it from the collector of cycles."""
    return block
