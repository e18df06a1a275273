"""Cleaning and folding a page in UTF-8, compiled only, in clean_c.pxi.

In Python fold.py does it, with regular expressions on text: a loop over bytes would be slower.
"""

from __future__ import annotations

from array import array


def cleaned(utf8: bytes) -> bytes | None:
    """Return what ``fold.clean`` makes of a page without options, the page itself if that is the same."""
    return None


#: The letters of the Arabic script that a page has, Uighur ones of each kind, and Kurdish ones.
Amounts = tuple[int, list[int], int]


def folded(
    utf8: bytes, known: bytes, uighur: bytes, places: array[int], forms: bytes
) -> tuple[bytes, Amounts] | None:
    """Return a page cleaned and folded, or itself if that is the same, and what it has.

    References are resolved, and forms replaced by their letters, which begin in ``forms`` at the place of the
    row; without any, it is no form.
    """
    return None
