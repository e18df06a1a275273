"""Bytes and the name of their encoding → text, as the Encoding Standard's decoders read them.

Python's codecs differ from https://encoding.spec.whatwg.org/ in a few characters; this
module fixes the differences.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from functools import cache

from ..model import Decoded
from .sniff import MARKS

MULTI_BYTE = frozenset(
    "utf-8 utf-16-le utf-16-be utf-32-le utf-32-be gb18030 big5hkscs euc_jp cp932 cp949 "
    "iso2022_jp iso2022_kr hz johab".split()
)

#: A second codec for the same encoding, with characters of the standard that the first lacks:
#: https://encoding.spec.whatwg.org/#indexes
SECOND = {"euc_jp": "euc_jis_2004", "big5hkscs": "cp950", "iso2022_jp": "iso2022_jp_ext"}

#: U+FFFD in the encodings that have it: written by the author, or by an earlier decoder.
REPLACEMENT_CHARACTER = {codec: "\ufffd".encode(codec) for codec in MARKS}

#: The bytes that are decoded at once, while Python's lock is held: a codec takes 3 ns a byte.
DECODED_AT_ONCE = 1_000_000

#: The byte 0x80 is tried as the euro sign of GBK if at most this share of a page is undecodable.
EURO_WITHIN = 0.05


def decode_as(body: bytes, codec: str, source: str) -> Decoded:
    """Decode a page with a codec, and count the characters that could not be decoded."""
    mark = next((mark for mark in MARKS.get(codec, ()) if body.startswith(mark)), b"")
    body = body[len(mark) :]
    if codec not in MULTI_BYTE:
        table = table_of(codec)
        text = "".join([codecs.charmap_decode(part, "replace", table)[0] for part in parts_of(body)])
        return Decoded(text, codec, source, text.count("\ufffd"))
    text = text_of(body, codec)
    replaced = text.count("\ufffd")
    if 0 < replaced <= EURO_WITHIN * len(text) and codec == "gb18030" and b"\x80" in body:
        text = text_of(body, codec, _EURO)
        replaced = text.count("\ufffd")
    if replaced and codec in SECOND:
        second = text_of(body, SECOND[codec])
        if second.count("\ufffd") < replaced:
            text, replaced = second, second.count("\ufffd")
    written = REPLACEMENT_CHARACTER.get(codec)
    if replaced and written and written in body:  # perhaps only as parts of two characters
        replaced -= text_of(body, codec, "ignore").count("\ufffd")
    return Decoded(text, codec, source, replaced)


def text_of(body: bytes, codec: str, errors: str = "replace") -> str:
    """Return ``body.decode(codec, errors)``, and let other threads run in between."""
    if len(body) <= DECODED_AT_ONCE:
        return body.decode(codec, errors)
    decoder = codecs.getincrementaldecoder(codec)(errors)
    try:
        return "".join([*map(decoder.decode, parts_of(body)), decoder.decode(b"", final=True)])
    except UnicodeError:  # ISO 2022: an escape sequence without end is more than they keep between parts
        return body.decode(codec, errors)


def parts_of(body: bytes) -> Iterator[bytes]:
    return (body[at : at + DECODED_AT_ONCE] for at in range(0, len(body), DECODED_AT_ONCE))


@cache
def table_of(codec: str) -> str:
    """Return the characters of the 256 bytes of a single-byte encoding.

    Some bytes from 0x80 to 0x9F are undefined in Python, but C1 controls in the standard.
    """
    chars = (bytes([byte]).decode(codec, "replace") for byte in range(256))
    return "".join(chr(byte) if char == "\ufffd" and byte < 0xA0 else char for byte, char in enumerate(chars))


def euro(error: UnicodeError) -> tuple[str, int]:
    """Decode the byte 0x80, the euro sign of GBK, which Python does not know.

    https://encoding.spec.whatwg.org/#gb18030-decoder
    """
    assert isinstance(error, UnicodeDecodeError)
    if error.object[error.start] == 0x80:
        return "€", error.start + 1
    return "\ufffd", error.end


_EURO = "scrapy_content_extract_euro"
codecs.register_error(_EURO, euro)
