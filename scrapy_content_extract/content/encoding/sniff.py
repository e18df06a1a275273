"""Read what the bytes and the header of a page say of its encoding, before the page is parsed.

These are a byte order mark (https://encoding.spec.whatwg.org/#bom-sniff), the HTTP header, ``<meta>``
and ``<?xml ...?>``; the HTML standard calls the search for ``<meta>`` the prescan:
https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding.
Bytes that are not text are recognized after https://mimesniff.spec.whatwg.org/.

Labels mean what the Encoding Standard says (https://encoding.spec.whatwg.org/#names-and-labels):
``iso-8859-1`` is windows-1252, and ``gb2312`` is gb18030.  Departures from the standard:

* GBK is read as gb18030, which contains it.
* Browsers refuse the labels of the *replacement* encoding, because they run scripts.  A reader of
  text need not: ``hz-gb-2312`` and ``iso-2022-kr`` are read as what they name.
* ``x-user-defined`` means windows-1252 in a header as well as in a ``<meta>``.
* A label that the standard does not list, such as ``cp936`` or ``ibm850``, means what it means to
  Python.  The extensions of EUC-JP and ISO-2022-JP are read as EUC-JP and ISO-2022-JP, which they
  contain, with their further characters.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ..model import table_rows

#: Byte order marks, by codec; that of UTF-32 before that of UTF-16, which it begins with.
MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "gb18030": b"\x84\x31\x95\x33",
}


def marked_as(body: bytes) -> str | None:
    """Return the encoding that the first bytes of a page settle, or None."""
    if body[:4].isascii() and b"\0" not in body[:4]:  # as nearly always
        return None
    for codec, mark in MARKS.items():
        if body.startswith(mark) and codec != "gb18030":  # that mark settles nothing in the standard
            return codec
    # UTF-32 and UTF-16 without a mark; the standard recognizes UTF-16, by "<?" only.
    if body[:4] in (b"<\0\0\0", b"\0\0\0<"):
        return "utf-32-le" if body[0] else "utf-32-be"
    first, second = body[:4:2], body[1:4:2]
    if second == b"\0\0" and first[:1] == b"<" and first[1] != 0:
        return "utf-16-le"
    if first == b"\0\0" and second[:1] == b"<" and second[1:2] not in (b"", b"\0"):
        return "utf-16-be"
    return None


#: Codec of Python → its labels, and label → codec.
_LABELS = dict(table_rows(Path(__file__).with_name("labels.tsv")))
LABELS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}

#: Labels for which browsers show an empty page, and for which Python has no codec either.
REPLACEMENT = frozenset({"iso-2022-cn", "iso-2022-cn-ext", "replacement"})

#: The most characters of a label: the longest of the standard has 19.
LABEL_CHARS = 40
#: How the codecs begin that a label outside the standard may name.
_FURTHER = ("cp", "mac", "iso8859", "koi8", "kz", "ptcp", "euc", "shift", "johab", "tis", "iso2022", "hp")


@lru_cache(maxsize=1024)
def codec_of(label: str) -> str | None:
    """Return the codec that a label stands for, or None if it names no encoding of pages."""
    label = label.strip().lower()
    if label in LABELS:
        return LABELS[label]
    if label in REPLACEMENT or len(label) > LABEL_CHARS:
        return None
    try:
        name = codecs.lookup(label).name
        if name in LABELS or name in _LABELS:
            return LABELS.get(name, name)
        # Python also has codecs that no page is written in, and some (EBCDIC, UTF-7) that read
        # ASCII mark-up as something else.
        markup = b"<a href='+/v8-'>&#~\\x41;</a>"
        if not name.startswith(_FURTHER) or markup.decode(name) != markup.decode("ascii"):
            return None
    except (LookupError, ValueError):
        return None
    return LABELS.get(name.replace("_", "-"), name)  # Python calls "euc-kr" "euc_kr"


_HEADER_CHARSET = re.compile(r""";\s*charset\s*=\s*["']?([^\s"';,]{1,40})""", re.IGNORECASE)

#: The bytes that are searched for declarations.  The standard asks authors to put them in the
#: first 1,024; real pages are less tidy.
DECLARATIONS_WITHIN = 100_000

# The mark-up that may stand before the body.  The repetitions are bounded: a page full of
# unpaired quotation marks takes no longer than any other.  A look at two letters leaves most tags out.
_BEFORE_BODY = re.compile(
    rb"""<(?=[!?\s]|[bmstx][ceimot])
         (?: (?P<comment>!--)
           | (?P<raw>script|style|title|textarea|xmp)(?=[\s/>])
           | \s{0,9}meta(?=[\s/]) (?P<meta> (?: [^<>"']+ | "[^"]{0,1000}" | '[^']{0,1000}' | ["'] ){0,99} )
           | \?xml(?=\s) (?P<xml>[^<>]{0,300})
           | (?P<body>body)(?=[\s/>])
          )""",
    re.IGNORECASE | re.VERBOSE,
)
_NAME_AND_VALUE = re.compile(
    # A name begins where no name is before it, or each part of a long one would be tried.
    rb"""(?<![^\s"'<>/=])([^\s"'<>/=]+)\s*=\s*(?:"([^"]{0,1000})"?|'([^']{0,1000})'?|([^\s"'<>]+))"""
)
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_LABEL = re.compile(rb"\s*([\w.:-]{1,40})")
_HTTP_EQUIV = re.compile(rb"http[-_]?equiv", re.IGNORECASE)  # misspellings included
_CONTENT_TYPE = re.compile(rb"content[-_ ]?type", re.IGNORECASE)


def declared_in_header(content_type: str | None) -> str | None:
    """Return the encoding that a Content-Type header names."""
    match = _HEADER_CHARSET.search(content_type) if content_type else None
    return codec_of(match[1]) if match else None


def declared_in(body: bytes) -> str | None:
    """Return the encoding that ``<meta>`` or the XML declaration names.

    A page whose bytes spell ``utf-16`` in ASCII is not in UTF-16; the standard reads it as UTF-8.
    """
    for _, start, stop in declarations(body):
        codec = codec_of(body[start:stop].decode("ascii", "replace"))
        if codec is not None:
            return "utf-8" if codec.startswith(("utf-16", "utf-32")) else codec
    return None


def declare_utf8(body: bytes) -> bytes:
    """Return a page in UTF-8 with all its declarations saying UTF-8.

    Readers that see only the bytes would otherwise decode them wrongly.  The page gets a byte
    order mark if it declares nothing, or declares it too late: libxml2 settles the encoding at
    the first character that is not ASCII.  The mark does not show up in the tree.  A page that
    needs no change is returned unchanged.
    """
    pieces, last, settled = [], 0, body.startswith(codecs.BOM_UTF8)
    is_ascii, seen = True, 0  # each byte is looked at once, however many declarations there are
    for kind, start, stop in declarations(body):
        if body[start:stop].lower() not in (b"utf-8", b"utf8"):
            pieces += [body[last:start], b"utf-8"]
            last = stop
        if kind == "meta":  # HTML parsers do not read <?xml ...?>
            is_ascii, seen = is_ascii and body[seen:stop].isascii(), stop
            if is_ascii:
                settled = True  # all readers believe the first one they see
                break
    if pieces:
        body = b"".join([*pieces, body[last:]])
    return body if settled or body.isascii() else codecs.BOM_UTF8 + body


def declarations(body: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield the kind ("meta" or "xml") of each declaration in a page, and the span of its label.

    Comments, scripts and titles are skipped; the search ends where the body begins.
    """
    position, beyond = 0, min(len(body), DECLARATIONS_WITHIN)
    while match := _BEFORE_BODY.search(body, position, beyond):
        position = match.end()
        kind = match.lastgroup
        if kind == "body":
            return
        if kind == "comment":
            position = body.find(b"-->", position, beyond)
        elif kind == "raw":
            end = re.compile(b"</" + match["raw"], re.IGNORECASE).search(body, position, beyond)
            position = end.start() if end else -1
        elif kind is not None:
            span = label_in(body, *match.span(kind), kind)
            if span is not None:
                yield kind, *span
        if position < 0:
            return


def label_in(body: bytes, start: int, stop: int, kind: str) -> tuple[int, int] | None:
    """Return the span of an encoding's label among the attributes of a tag, which begin and end here."""
    wanted = b"encoding" if kind == "xml" else b"charset"
    if wanted not in body[start:stop].lower():
        return None
    in_content, is_pragma = None, False
    for match in _NAME_AND_VALUE.finditer(body, start, stop):
        name, value = match[1].lower(), match.span(match.lastindex or 1)
        if name == wanted:
            if label := _LABEL.match(body, *value):
                return label.span(1)
        elif kind == "meta" and name == b"content":
            in_content = in_content or _CHARSET.search(body, *value)
        else:
            is_pragma |= bool(_HTTP_EQUIV.fullmatch(name) and _CONTENT_TYPE.search(body, *value))
    return in_content.span(1) if in_content and is_pragma else None


#: The first bytes of binary files that servers often declare as HTML.
SIGNATURES = (
    b"%PDF-", b"\x89PNG\r\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b\x08",
    b"OggS\0", b"Rar!\x1a\x07", b"\x00\x00\x01\x00", b"\xd0\xcf\x11\xe0",
)  # fmt: skip
#: Bytes that text files do not contain: https://mimesniff.spec.whatwg.org/#binary-data-byte
BINARY_BYTES = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})


def is_binary(body: bytes, content_type: str | None = None) -> bool:
    """Tell whether a response declared as HTML is an image, an archive or another binary file.

    In compressed data one byte in ten is a control character; a page has at most a few.
    """
    if body.startswith(SIGNATURES):
        return True
    head = body[:1445]
    if len(head) - len(head.translate(None, BINARY_BYTES)) <= 0.05 * len(head):
        return False
    declared = declared_in_header(content_type) or ""
    return not (marked_as(body) or declared.startswith(("utf-16", "utf-32")))
