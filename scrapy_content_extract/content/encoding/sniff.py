"""The first bytes of a response → its byte order mark, or the verdict that it is not text.

After https://encoding.spec.whatwg.org/#bom-sniff and https://mimesniff.spec.whatwg.org/.
"""

from __future__ import annotations

import codecs
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ..model import table_rows

# ------------------------------------------------------------------ labels
# The label of an encoding, as a page or header gives it → the codec of Python that reads it.
#
# The table is that of the Encoding Standard, https://encoding.spec.whatwg.org/#names-and-labels:
# ``iso-8859-1`` means windows-1252, and ``gb2312`` means gb18030.
#
# Departures from the standard:
#
# * GBK is read as gb18030, which contains it.
# * Browsers refuse the labels of the *replacement* encoding, because they run scripts.  A reader of
#   text need not: ``hz-gb-2312`` and ``iso-2022-kr`` are read as what they name.
# * ``x-user-defined`` means windows-1252 in a header as well as in a ``<meta>``.
# * A label that the standard does not list, such as ``cp936`` or ``ibm850``, means what it means to
#   Python.  The extensions of EUC-JP and ISO-2022-JP are read as EUC-JP and ISO-2022-JP, which they
#   contain; :data:`.decoders.SECOND` reads the few further characters.

#: Python's codec → labels
_LABELS = dict(table_rows(Path(__file__).with_name("labels.tsv")))
LABELS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}

#: Labels for which browsers show an empty page, and for which Python has no codec either.
REPLACEMENT = frozenset({"iso-2022-cn", "iso-2022-cn-ext", "replacement"})

#: How the codecs begin that a label outside the standard may name.
_FURTHER = ("cp", "mac", "iso8859", "koi8", "kz", "ptcp", "euc", "shift", "johab", "tis", "iso2022", "hp")


@lru_cache(maxsize=1024)
def codec_of(label: str) -> str | None:
    """Return the codec that a label stands for, or None if it names no encoding of pages.

    >>> codec_of("ISO-8859-1"), codec_of(" gb2312 "), codec_of("utf-7"), codec_of("rot13")
    ('cp1252', 'gb18030', None, None)
    """
    label = label.strip().lower()
    if label in LABELS:
        return LABELS[label]
    if label in REPLACEMENT or len(label) > 40:
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


# ------------------------------------------------------------------ prescan
# The encoding that a page declares: in the HTTP header, ``<meta>`` or ``<?xml ...?>``.
#
# The HTML standard calls the search for ``<meta>`` before the parse the prescan:
# https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding

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
# Misspellings included.
_HTTP_EQUIV = re.compile(rb"http[-_]?equiv", re.IGNORECASE)
_CONTENT_TYPE = re.compile(rb"content[-_ ]?type", re.IGNORECASE)


def declared_in_header(content_type: str | None) -> str | None:
    """Return the encoding that a Content-Type header names.

    >>> declared_in_header('text/html; charset="GBK"'), declared_in_header("text/html")
    ('gb18030', None)
    """
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

    >>> declare_utf8(b"<meta charset='gbk'><p>charset=gbk")
    b"<meta charset='utf-8'><p>charset=gbk"
    >>> declare_utf8("<title>né</title><meta charset=utf-8>".encode())[:11]
    b'\\xef\\xbb\\xbf<title>n'
    """
    pieces, last, settled = [], 0, body.startswith(BOM_UTF8)
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
    return body if settled or body.isascii() else BOM_UTF8 + body


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
            position = end_tag(match["raw"].lower(), body, position, beyond)
        elif kind is not None:
            span = label_in(match[kind], kind)
            if span is not None:
                yield kind, match.start(kind) + span[0], match.start(kind) + span[1]
        if position < 0:
            return


def end_tag(name: bytes, html: bytes, start: int, stop: int) -> int:
    """Return the beginning of the next end tag of this name before ``stop``, or -1.

    >>> end_tag(b"script", b"'</b>'</SCRIPT>", 0, 15)
    6
    """
    position = html.find(b"</", start, stop)
    while position >= 0 and html[position + 2 : min(position + 2 + len(name), stop)].lower() != name:
        position = html.find(b"</", position + 2, stop)
    return position


def label_in(attributes: bytes, kind: str) -> tuple[int, int] | None:
    """Return the span of an encoding's label among the attributes of a tag.

    >>> label_in(b" charset=gbk", "meta"), label_in(b" name=author", "meta")
    ((9, 12), None)
    """
    wanted = b"encoding" if kind == "xml" else b"charset"
    if wanted not in attributes.lower():
        return None
    in_content, is_pragma = None, False
    for match in _NAME_AND_VALUE.finditer(attributes):
        name, group = match[1].lower(), match.lastindex or 1
        if name == wanted:
            label = shifted(_LABEL.match(match[group]), match.start(group))
            if label:
                return label
        elif kind == "meta" and name == b"content":
            in_content = in_content or shifted(_CHARSET.search(match[group]), match.start(group))
        else:
            is_pragma |= bool(_HTTP_EQUIV.fullmatch(name) and _CONTENT_TYPE.search(match[group]))
    return in_content if is_pragma else None


def shifted(match: re.Match[bytes] | None, by: int) -> tuple[int, int] | None:
    return None if match is None else (match.start(1) + by, match.end(1) + by)


# ------------------------------------------------------------------ sniff

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
