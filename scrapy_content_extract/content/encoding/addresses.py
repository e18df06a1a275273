"""Queries of addresses and forms in the encoding of their page, as a browser sends them.

A page is handed on as UTF-8, but its server expects queries in the encoding that it has chosen.  So the
characters beyond ASCII of each query are percent-encoded in the page, in that encoding
(https://url.spec.whatwg.org/#query-state); paths and fragments are UTF-8 in any page.  Characters that the
encoding lacks become percent-encoded references, ``%26%23233%3B``.

Departure from the standard: pages in gb18030 send what GBK has, as those declared as GBK do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, quote_from_bytes, unquote, urlencode

from ..markup import unescape
from .tokens import split

#: A reference to a character beyond ASCII, or one like it.  Names without a semicolon are not searched for:
#: ``&copy=1`` is a parameter.
_REFERENCE = (
    "&(?:#(?:[xX]0*(?:[89a-fA-F][0-9a-fA-F]|[0-9a-fA-F]{3})[0-9a-fA-F]*"
    "|0*(?:(?:1[2-9]|[2-9][0-9])[0-9]+|1[01][0-9]{2,}));?"
    "|(?!amp;|quot;|apos;|lt;|gt;)[a-zA-Z][a-zA-Z0-9]*;)"
)
#: A "?" and what may follow it in a tag, up to such a character or reference, if there is one.  It matches
#: each "?", so nothing is tried twice.
_NEEDLE = re.compile(
    rb"""\?[^\x80-\xff"'<>?&]*(?:(?:'(?![ \t\n\f\r/>])|(?!%b)&)[^\x80-\xff"'<>?&]*)*([\x80-\xff]|%b|)"""
    % ((_REFERENCE.encode(),) * 2)
)
#: An address whose query is in the encoding of the page: that of a website, or relative.
_QUERY = re.compile(
    r"(?![\x00-\x20]*(?!https?:|ftp:|file:)[a-z][a-z0-9+.-]*:)(?:[^?#]|(?<=&)#)*\?((?:[^#]|(?<=&)#)*)",
    re.ASCII | re.IGNORECASE,
)
_QUESTION = re.compile(r"\?")
_REFERENCES = re.compile(_REFERENCE)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
#: The bytes of a query that stay as they are: https://url.spec.whatwg.org/#query-percent-encode-set
_SAFE = "!$%&()*+,/:;=?@[\\]^`{|}"


def query_codec(codec: str) -> str | None:
    """Return the codec of a page's queries, or None for UTF-8.

    https://encoding.spec.whatwg.org/#get-an-output-encoding
    """
    return None if codec.startswith("utf") or codec in ("hz", "iso2022_kr") else codec


def has_queries(utf8: bytes) -> bool:
    """Tell whether a page may have queries with characters beyond ASCII in its tags."""
    seen, is_in_tag = 0, False
    for at in (found.start() for found in _NEEDLE.finditer(utf8) if found[1]):
        begins, ends = utf8.rfind(b"<", seen, at), utf8.rfind(b">", seen, at)
        is_in_tag = begins > ends or (is_in_tag and begins == ends)
        if is_in_tag:
            return True
        seen = at
    return False


def with_queries(page: str, codec: str) -> str:
    """Return a page with the queries of its addresses in its encoding."""
    pieces = split(page, _QUESTION, addresses=True)
    pieces[1::2] = [with_query(address, codec) for address in pieces[1::2]]
    return "".join(pieces)


def compiled_query(utf8: bytes, codec: str) -> bytes:
    """Return the value of an attribute with its query in its encoding, for the compiled code."""
    return with_query(utf8.decode("utf-8", "surrogateescape"), codec).encode("utf-8", "surrogateescape")


def with_query(value: str, codec: str) -> str:
    """Return the value of an attribute with the query of its address percent-encoded.

    >>> with_query("/path/é?a=é&amp;b=&eacute;#é", "cp1252")
    '/path/é?a=%E9&amp;b=%E9#é'
    >>> with_query("mailto:a@example.com?subject=é", "cp1252")
    'mailto:a@example.com?subject=é'
    """
    found = _QUERY.match(value)
    if found is None:
        return value

    def encoded(run: re.Match[str]) -> str:
        # some bytes of a character may be signs in ASCII: in ISO-2022-JP one may be "&"
        return quote_from_bytes(encode(run[0], codec, "%%26%%23%d%%3B"), _SAFE).replace("&", "&amp;")

    start, stop = found.span(1)
    query = _BEYOND_ASCII.sub(encoded, _REFERENCES.sub(_decoded, value[start:stop]))
    return value[:start] + query + value[stop:]


def _decoded(reference: re.Match[str]) -> str:
    """Return the character beyond ASCII that a reference stands for, or the reference."""
    character = unescape(reference[0])
    return reference[0] if character.isascii() or character.startswith("&") else character


def encode(text: str, codec: str, reference: str) -> bytes:
    """Return a text in an encoding; ``reference`` is the pattern for a character that it lacks."""
    return "".join([c if c.isascii() or has(codec, c) else reference % ord(c) for c in text]).encode(codec)


@lru_cache(maxsize=4096)
def has(codec: str, character: str) -> bool:
    """Tell whether a browser writes a character in an encoding.

    It reads characters of more than two bytes in EUC-JP and GBK, but does not write them.
    """
    try:
        return len(character.encode(codec)) < 3 or codec == "iso2022_jp"
    except UnicodeEncodeError:
        return False


def with_form(data: str, codec: str) -> str:
    """Return the data of a form, which are in UTF-8, in another encoding.  Other data stay.

    >>> with_form("q=%C3%A9+%D1%8F", "cp1252")
    'q=%E9+%26%231103%3B'
    """
    try:
        if unquote(data, errors="strict").isascii():
            return data
        pairs = parse_qsl(data, keep_blank_values=True, errors="strict")
    except ValueError:  # somebody has encoded them before
        return data
    return urlencode([(encode(name, codec, "&#%d;"), encode(value, codec, "&#%d;")) for name, value in pairs])
