"""The first bytes of a response → its byte order mark, or the verdict that it is not text.

After https://encoding.spec.whatwg.org/#bom-sniff and https://mimesniff.spec.whatwg.org/.
"""

from __future__ import annotations

import codecs

from .prescan import declared_in_header

#: Byte order marks, by codec.
MARKS = {
    "utf-8": (codecs.BOM_UTF8,),
    "gb18030": (b"\x84\x31\x95\x33",),
    "utf-16-le": (codecs.BOM_UTF16_LE,),
    "utf-16-be": (codecs.BOM_UTF16_BE,),
    "utf-32-le": (codecs.BOM_UTF32_LE,),
    "utf-32-be": (codecs.BOM_UTF32_BE,),
}

#: The first bytes of the marks without NUL, except the mark of GB 18030.
FIRST_OF_MARKS = (b"\xef", b"\xff", b"\xfe")

#: The first bytes of binary files that servers often declare as HTML.
SIGNATURES = (
    b"%PDF-", b"\x89PNG\r\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b\x08",
    b"OggS\0", b"Rar!\x1a\x07", b"\x00\x00\x01\x00", b"\xd0\xcf\x11\xe0",
)  # fmt: skip
#: Bytes that text files do not contain: https://mimesniff.spec.whatwg.org/#binary-data-byte
BINARY_BYTES = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})


def marked_as(body: bytes) -> str | None:
    """Return the encoding that the first bytes of a page settle, or None.

    >>> marked_as(b"\\xff\\xfe<\\0p\\0"), marked_as(b"\\0<\\0p"), marked_as(b"<p>")
    ('utf-16-le', 'utf-16-be', None)
    """
    if not body.startswith(FIRST_OF_MARKS) and b"\0" not in body[:4]:
        return None  # nearly all pages
    for codec in ("utf-8", "utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        if body.startswith(MARKS[codec]):
            return codec
    # UTF-16 without a mark: the standard does this for "<?" only, see
    # https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
    first, second = body[:4:2], body[1:4:2]
    if second == b"\0\0" and first[:1] == b"<" and first[1] != 0:
        return "utf-16-le"
    if first == b"\0\0" and second[:1] == b"<" and second[1:2] not in (b"", b"\0"):
        return "utf-16-be"
    return None


def is_binary(body: bytes, content_type: str | None = None) -> bool:
    """Tell whether a response declared as HTML is an image, an archive or another binary file.

    In compressed data one byte in ten is a control character; a page has at most a few.

    >>> is_binary(b"<p>fine</p>"), is_binary(bytes(range(256)))
    (False, True)
    """
    if body.startswith(SIGNATURES):
        return True
    head = body[:1445]
    if len(head) - len(head.translate(None, BINARY_BYTES)) <= 0.05 * len(head):
        return False
    declared = declared_in_header(content_type) or ""
    return not (marked_as(body) or declared.startswith(("utf-16", "utf-32")))
