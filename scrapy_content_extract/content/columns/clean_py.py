"""Cleaning and folding a page in UTF-8, compiled only, in clean_c.pxi.

In Python fold.py does it, with regular expressions on text: a loop over bytes would be slower.
"""

from __future__ import annotations

from array import array
from typing import Protocol


class Marked(Protocol):
    """A page in UTF-8, and where the texts between its mark-up and in its values are."""

    def folded(
        self, known: bytes, uighur: bytes, places: array[int], forms: bytes
    ) -> tuple[bytes, tuple[int, list[int], int]]: ...


def marked(utf8: bytes) -> Marked | None:
    """Return a page that can be folded."""
    return None


def cleaned(utf8: bytes) -> bytes | None:
    """Return what ``fold.clean`` makes of a page without options, the page itself if that is the same."""
    return None
