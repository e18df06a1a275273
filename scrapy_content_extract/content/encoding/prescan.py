"""The encoding that a page declares: in the HTTP header, ``<meta>`` or ``<?xml ...?>``.

The HTML standard calls the search for ``<meta>`` before the parse the prescan:
https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator

from .labels import codec_of

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
