"""Rows → a table of plain text."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category, east_asian_width


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; columns of numbers end in line, others begin in line.

    >>> print(aligned(("page", "chars"), [("中文", "1,427"), ("blog", "9")]), end="")
    page  chars
    中文  1,427
    blog      9
    """
    widths = [max(map(width, column)) for column in zip(head, *rows)]
    are_numbers = [all(cell[:1] in "-0123456789" for cell in column) for column in zip(*rows)]
    are_numbers += [False] * (len(head) - len(are_numbers))
    lines = []
    for row in (head, *rows):
        cells = [
            " " * (w - width(cell)) + cell if is_number else cell + " " * (w - width(cell))
            for cell, w, is_number in zip(row, widths, are_numbers)
        ]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for a Chinese character, none for a mark.

    >>> width("ab"), width("中文"), width("e\\u0301")
    (2, 4, 1)
    """
    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )
