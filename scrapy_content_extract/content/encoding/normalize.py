"""Decoded → UTF-8, cleaned and folded; a page that needs neither is returned unchanged."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Collection

from ..model import Decoded
from .bytefold import normalized

#: The options of ``clean`` and of ``fold``; all are off by default.
CLEAN_OPTIONS = ("nfc", "nbsp", "soft_hyphen", "zero_width", "bidi")
FOLD_OPTIONS = ("word_ligatures", "tatweel", "stand_ins")


def normalize(
    body: bytes, decoded: Decoded, *, uighur: str | bool = "auto", options: Collection[str] = ()
) -> bytes:
    """Return a page in UTF-8, cleaned and folded; ``body`` itself if nothing changes.

    ``decoded`` is the result of :func:`.decode.decode` for ``body``; ``uighur`` goes to :func:`.fold.fold`.
    ``options`` are the names from :data:`CLEAN_OPTIONS` and :data:`FOLD_OPTIONS` to switch on.
    """
    if isinstance(decoded.content, bytes):
        body = decoded.content
    elif decoded.encoding != "utf-8" or decoded.replaced:
        body = decoded.text.encode("utf-8", "replace")
    utf8 = body.removeprefix(BOM_UTF8)
    if not options and (made := normalized(utf8, uighur)) is not None:
        return body if made == utf8 else made
    from .fold import clean, fold, is_plain  # it takes time to import, and few pages need it

    if (not options or body.isascii()) and is_plain(utf8):
        return body
    text = decoded.text
    cleaned = clean(text, **{name: name in options for name in CLEAN_OPTIONS})
    normal = fold(cleaned, uighur=uighur, **{name: name in options for name in FOLD_OPTIONS})
    return body if normal is text else normal.encode("utf-8", "replace")
