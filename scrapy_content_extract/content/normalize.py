"""Decoded → UTF-8 that is cleaned and folded, at no cost where nothing is to be done."""

from __future__ import annotations

from codecs import BOM_UTF8

from .fold import clean, fold, is_plain
from .model import Decoded


def normalize(body: bytes, decoded: Decoded, *, uighur: str | bool = "auto") -> bytes:
    """Return a page in UTF-8, cleaned and folded; ``body`` itself where that is what it is.

    ``decoded`` is what :func:`~scrapy_content_extract.content.decode.decode` made of
    ``body``, ``uighur`` goes to :func:`~scrapy_content_extract.content.fold.fold`.
    """
    if decoded.encoding != "utf-8" or decoded.replaced:
        body = decoded.text.encode("utf-8", "replace")
    if is_plain(body.removeprefix(BOM_UTF8)):
        return body
    text = decoded.text
    normal = fold(clean(text), uighur=uighur)
    return body if normal is text else normal.encode("utf-8", "replace")
