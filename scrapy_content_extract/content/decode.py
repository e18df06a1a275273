"""bytes → Decoded: which encoding a page is in.

The order of evidence follows what is true rather than what is said: bytes that are valid
UTF-8 and not plain ASCII are UTF-8, whatever a header claims, for no other encoding
produces them by chance.  Then come the declarations, as long as they fit the bytes.

Labels mean what they mean to browsers (https://encoding.spec.whatwg.org/#names-and-labels):
``iso-8859-1`` is windows-1252, ``gb2312`` is gb18030.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

from .model import Decoded

#: A declaration is believed as long as at most this share of the characters is undecodable.
BAD_SHARE = 0.01

#: Encodings in which every byte is a character: that they decode is no evidence.
NEVER_FAILS = frozenset({"cp1252", "iso8859-1"})

#: Encodings that write everything with ASCII bytes.
SEVEN_BIT = frozenset({"iso2022_jp", "iso2022_kr", "hz"})


def decode(body: bytes, content_type: str | None = None, encoding: str | None = None) -> Decoded:
    """Return the text of a page.  Never fails: what cannot be decoded becomes U+FFFD.

    ``content_type`` is the HTTP header, ``encoding`` the word of a user who knows better
    and is believed without a look at the bytes.

    Raises ValueError when ``encoding`` is not the name of one.
    """
    if encoding is not None:
        name = resolve_encoding(encoding)
        if name is None:
            raise ValueError(
                f"The encoding is {encoding!r}, which is not the name of one; "
                f"give a label of the Encoding Standard, like 'gbk' or 'windows-1256'."
            )
        return read(body, name, "user")
    for name, source in evidence(body, content_type):
        decoded = read(body, name, source)
        if source in ("bom", "utf-8", "fallback"):
            return decoded
        if decoded.replaced <= BAD_SHARE * len(decoded.text):
            return decoded
    raise AssertionError("the fallback is always taken")  # pragma: no cover


def evidence(body: bytes, content_type: str | None) -> Iterator[tuple[str, str]]:
    """Yield encodings and where each was found, the strongest evidence first."""
    bom_encoding, _ = read_bom(body)
    if bom_encoding is not None:
        yield bom_encoding, "bom"
    declared = [
        (name, source)
        for name, source in (
            (http_content_type_encoding(content_type), "header"),
            (declared_in(body), "meta"),
        )
        if name is not None
    ]
    if body.isascii():
        if not declared and b"\x1b$" in body:
            yield "iso2022_jp", "utf-8"
        yield from declared
        yield "utf-8", "utf-8"
    if is_utf8(body):
        yield "utf-8", "utf-8"
    # What never fails is weak evidence, so the others go first.
    yield from sorted(declared, key=lambda evidence: evidence[0] in NEVER_FAILS)
    if not declared and mostly_utf8(body):
        yield "utf-8", "fallback"
    yield "cp1252", "fallback"


def declared_in(body: bytes) -> str | None:
    """Return the encoding that ``<meta>`` or the XML declaration names.

    A page that can be read far enough to find ``utf-16`` in it is not in UTF-16:
    https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
    """
    name = html_body_declared_encoding(body)
    return "utf-8" if name is not None and name.startswith(("utf-16", "utf-32")) else name


def is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def mostly_utf8(body: bytes) -> bool:
    """Say whether the bytes are UTF-8 but for a few: a page cut short, a stray byte."""
    text = body.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    # A byte of UTF-8 that is not ASCII seldom stands alone, so good characters must outweigh.
    return bad <= BAD_SHARE * sum(char > "\x7f" for char in text)


def read(body: bytes, encoding: str, source: str) -> Decoded:
    bom = next((bom for bom in BOMS.get(encoding, ()) if body.startswith(bom)), b"")
    text = to_unicode(body[len(bom) :], encoding)
    replaced = text.count("\ufffd")
    if replaced and encoding == "utf-8":
        replaced -= body.count(b"\xef\xbf\xbd")  # written by the author, or by an earlier decoder
    return Decoded(text, encoding, source, replaced)


BOMS = {
    "utf-8": (codecs.BOM_UTF8,),
    "utf-16-le": (codecs.BOM_UTF16_LE,),
    "utf-16-be": (codecs.BOM_UTF16_BE,),
    "utf-32-le": (codecs.BOM_UTF32_LE,),
    "utf-32-be": (codecs.BOM_UTF32_BE,),
}

_DECLARATION = re.compile(
    r"""(<meta\s[^>]{0,1000}?charset\s*=\s*["']?\s*)([\w.:-]+)"""
    r"""|(<\?xml\s[^>]{0,200}?encoding\s*=\s*["']?\s*)([\w.:-]+)""",
    re.IGNORECASE,
)


def declare_utf8(text: str) -> str:
    """Return the page with every declaration of an encoding saying utf-8.

    Readers that look only at the bytes would otherwise decode twice.

    >>> declare_utf8('<meta charset="gbk"><p>charset=gbk')
    '<meta charset="utf-8"><p>charset=gbk'
    """
    head = text[:DECLARATIONS_WITHIN]
    new = _DECLARATION.sub(lambda m: f"{m[1] or m[3]}utf-8", head)
    return text if new == head else new + text[DECLARATIONS_WITHIN:]


#: Declarations stand in the first characters of a page: the standard asks for 1,024 bytes,
#: real pages are less tidy.
DECLARATIONS_WITHIN = 50_000


#: How files begin that are often declared as HTML: https://mimesniff.spec.whatwg.org/
SIGNATURES = (
    b"%PDF-", b"\x89PNG\r\n", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b\x08",
    b"RIFF", b"OggS", b"Rar!", b"\x00\x00\x01\x00", b"\xd0\xcf\x11\xe0",
)  # fmt: skip
#: What a text file does not hold: https://mimesniff.spec.whatwg.org/#binary-data-byte
BINARY_BYTES = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})


def is_binary(body: bytes, content_type: str | None = None) -> bool:
    """Say whether something declared as HTML is an image, an archive, or the like.

    In compressed data one byte in ten is a control character; a page has at most a few.

    >>> is_binary(b"<p>fine</p>"), is_binary(bytes(range(256)))
    (False, True)
    """
    if body.startswith(SIGNATURES):
        return True
    declared = http_content_type_encoding(content_type) or ""
    if read_bom(body)[0] or declared.startswith(("utf-16", "utf-32")):
        return False
    head = body[:1445]
    return len(head) - len(head.translate(None, BINARY_BYTES)) > 0.05 * len(head)
