"""Texts: their sentences, their lines, and what HTML has of them; compiled it is render.pyx."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Protocol

from ..markup import JOINED, LINE_BREAK, SPACE

#: A full stop before a space, a closing quote or the end; or one that ends nothing but sentences:
#: Chinese, Arabic, Urdu, Armenian, Indic, Burmese, Ethiopic, Khmer (*STerm* of
#: https://www.unicode.org/reports/tr29/#Sentence_Boundaries, of scripts in wide use).
SENTENCE_END = re.compile(r"[.!?。！？｡؟۔։।॥။።។](?:(?<![.!?])|(?=[\s\"'”’)\0]|$))")
#: Longer lines are collapsed by a pattern: ``split`` needs many times the memory of a long text.
LONG = 1 << 20
#: What has no space before it where texts were left out.
STOPS = (".", ",", ")")
#: White space before a text, and after it.
BEFORE, AFTER = 1, 2
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


def render(
    texts: list[str] | Texts,
    gap: bytes | bytearray,
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
    texts: list[str] | Texts,
    gap: bytes | bytearray,
    preformatted: Collection[int],
    ranges: Sequence[tuple[int, int]],
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
    texts: list[str] | Texts,
    gap: bytes | bytearray,
    preformatted: Collection[int],
    ranges: Sequence[tuple[int, int]],
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
                if separator == SPACE and texts[k].startswith(STOPS):
                    separator, line = JOINED, ["".join(line).rstrip()]
            last = k
            if separator >= LINE_BREAK:
                lines.append(finish("".join(line), as_it_is))
                line, as_it_is = [], False
            elif separator == SPACE:
                line.append(" ")
            piece = texts[k]
            as_it_is = as_it_is or k in preformatted
            if k in preformatted and ("\n" in piece or "\r" in piece):
                *whole, piece = lines_in(piece)
                for end in whole:
                    lines.append(finish("".join([*line, end]), as_it_is))
                    line = []
            line.append(piece)
    lines.append(finish("".join(line), as_it_is))
    return lines


def lines_in(text: str) -> list[str]:
    """Return the lines of a text: HTML knows three ends of lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def finish(line: str, as_it_is: bool) -> str:
    """Collapse the white space of a line, or only strip its end."""
    if as_it_is:
        return line.rstrip()
    if len(line) > LONG:
        return _SPACES.sub(" ", line).strip()
    return " ".join(line.split())


def pieces(
    texts: list[str] | Texts, starts: array[int], stops: array[int], raw: bytearray
) -> tuple[list[str], bytes]:
    """Return the texts of some ranges, their white space collapsed, and where it stood around them.

    Those that ``raw`` marks are as they are.

    >>> pieces([" a  b", "c\\n", "<d>", " e"], array("i", [0]), array("i", [4]), bytearray([0, 0, 0, 1]))
    (['a b', 'c', '<d>', ' e'], b'\\x01\\x02\\x00\\x00')
    """
    written: list[str] = []
    spaces = bytearray()
    for start, stop in zip(starts, stops):
        for k in range(start, stop):
            text = texts[k]
            if raw[len(written)]:
                spaces.append(0)
                written.append(text)
            else:
                spaces.append(BEFORE * text[0].isspace() | AFTER * text[-1].isspace())
                written.append(" ".join(text.split()))
    return written, bytes(spaces)


def let_others_run() -> None:
    """Give other threads a turn: before it calls this, the interpreter looks whether one wants its lock.

    Compiled code calls it about once a millisecond, where it holds nothing that a thread might change, such
    as a tree.  To let go of the lock would not do: who waits less than 5 ms at a time never gets it.
    """
