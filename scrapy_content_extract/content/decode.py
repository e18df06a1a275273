"""bytes → Decoded: which encoding a page is in.

The order of evidence follows what is true rather than what is said:

1. a byte order mark;
2. bytes that are valid UTF-8 and not plain ASCII, or that are so but for a few: no other
   encoding produces them by chance, whatever a header claims;
3. the declaration in the HTTP header, then that in the page, as long as it fits the bytes.
   windows-1252 fits all bytes, and servers claim it without being asked (as iso-8859-1), so
   it is believed only when
4. the detector has no strong evidence against it.  The detector also decides where nothing
   is declared, or nothing that fits;
5. windows-1252, which never fails.

Plain ASCII keeps its declaration: whichever it is, the text is the same.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache

from . import backend
from .detect import RUNS_SHARE, Detector, installed_detector, share_of_common
from .labels import codec_of
from .model import Decoded

#: An encoding fits as long as at most this share of the characters is undecodable, ...
BAD_SHARE = 0.01
#: ... and at most this share of the bytes above ASCII: the mark-up does not count.
BAD_SHARE_OF_HIGH = 0.05

#: What servers declare without knowing, and what fits all bytes: weak evidence.
WEAK = frozenset({"cp1252", "iso8859-15"})

#: Encodings that write everything with ASCII bytes.
SEVEN_BIT = frozenset({"iso2022_jp", "iso2022_kr", "hz"})

MULTI_BYTE = frozenset(
    "utf-8 utf-16-le utf-16-be utf-32-le utf-32-be gb18030 big5hkscs euc_jp cp932 cp949 "
    "iso2022_jp iso2022_kr hz johab".split()
)

#: East Asian encodings, in any of which the bytes of another are often valid.
CJK = ("gb18030", "big5hkscs", "cp949", "euc_jp", "cp932")

#: Another codec for the same encoding, with characters that Python's own lacks but the
#: standard has: https://encoding.spec.whatwg.org/#indexes
SECOND = {"euc_jp": "euc_jis_2004", "big5hkscs": "cp950", "iso2022_jp": "iso2022_jp_ext"}

#: The size of the sample that is given to a detector.
SAMPLE_BYTES = 16_000


def decode(
    body: bytes,
    content_type: str | None = None,
    encoding: str | None = None,
    *,
    detector: Detector | None = None,
) -> Decoded:
    """Return the text of a page.  Never fails: what cannot be decoded becomes U+FFFD.

    ``content_type`` is the HTTP header, ``encoding`` the word of a user who knows better
    and is believed without a look at the bytes.  ``detector`` takes the place of the one
    that is installed.

    Raises ValueError when ``encoding`` is not the name of one.

    >>> decode("Привет".encode("koi8-r"), "text/html; charset=koi8-r")
    Decoded(text='Привет', encoding='koi8-r', source='header', replaced=0)
    """
    if encoding is not None:
        codec = codec_of(encoding) if isinstance(encoding, str) else None  # a request's meta holds anything
        if codec is None:
            raise ValueError(
                f"The encoding is {encoding!r}, which is not the name of one; "
                f"give a label of the Encoding Standard, like 'gbk' or 'windows-1256'."
            )
        return read(body, codec, "user")
    marked = marked_as(body)
    if marked:
        return read(body, marked, "bom")
    in_header = declared_in_header(content_type)
    if in_header and in_header.startswith(("utf-16", "utf-32")):
        if b"\0" in body[:1024]:  # mark-up has one in every other byte
            return read(body, in_header, "header")
        in_header = None
    if body.isascii():
        return decode_ascii(body, in_header)
    if is_utf8(body):
        return Decoded(body, "utf-8", "utf-8")
    return decode_legacy(body, in_header, detector or installed_detector())


def is_utf8(body: bytes) -> bool:
    """Say whether bytes are valid UTF-8."""
    if backend.compiled is not None:
        return backend.compiled.is_utf8(body)  # type: ignore[no-any-return]
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def decode_ascii(body: bytes, in_header: str | None) -> Decoded:
    """Decode bytes that are all ASCII, which need not mean that the text is."""
    codec, source = "utf-8", "utf-8"
    in_page = None if in_header else declared_in(body)
    if in_header or in_page:
        codec, source = (in_header, "header") if in_header else (in_page or codec, "meta")
    elif b"\x1b$" in body:
        codec, source = "iso2022_jp", "detector"
    if codec in SEVEN_BIT:
        decoded = read(body, codec, source)
        if decoded.replaced <= BAD_SHARE * len(decoded.text):
            return decoded
        codec, source = "utf-8", "utf-8"
    return Decoded(body, codec, source)


def decode_legacy(body: bytes, in_header: str | None, detector: Detector) -> Decoded:
    """Decode bytes that are neither ASCII nor wholly valid UTF-8."""
    sample = sample_of(body)
    not_utf8 = share_not_utf8(sample)
    if not_utf8 <= BAD_SHARE:
        return read(body, "utf-8", "utf-8")
    declared = [
        (codec, source)
        for codec, source in ((in_header, "header"), (declared_in(body), "meta"))
        if codec is not None
    ]
    rejected = []
    for codec, source in declared:
        if codec in WEAK:
            continue
        decoded = read(body, codec, source)
        if fits(decoded, body):
            other = wrong_family(sample, codec)
            return decoded if other is None else read(body, other, "detector")
        rejected.append(decoded)
    weak = next(((codec, source) for codec, source in declared if codec in WEAK), None)
    if weak is None and not_utf8 <= BAD_SHARE_OF_HIGH:
        return read(body, "utf-8", "fallback")
    guess = detector(sample)
    if guess and (is_plausible if weak is None else is_strong)(sample, guess):
        decoded = read(body, guess, "detector")
        if fits(decoded, body):
            # a declaration is the better guess where the detector agrees with it
            return next((d for d in rejected if d.encoding == guess), decoded)
    if weak is not None:
        return read(body, *weak)
    for decoded in rejected:  # damaged, but nothing else is known
        if decoded.replaced <= 4 * BAD_SHARE_OF_HIGH * count_high(body):
            return decoded
    return read(body, "cp1252", "fallback")


def fits(decoded: Decoded, body: bytes) -> bool:
    """Say whether nearly all of a page could be decoded.  One bad byte is always forgiven."""
    bad = decoded.replaced
    return bad <= 1 or (
        bad <= BAD_SHARE * len(decoded.text) and bad <= BAD_SHARE_OF_HIGH * count_high(body)
    )


def wrong_family(sample: bytes, codec: str) -> str | None:
    """Return the East Asian encoding of a sample that is declared to be in another one.

    Big5 is nearly always valid GBK too, but then hardly one of its characters is common.
    """
    if codec not in CJK or count_high(sample) < 100:
        return None
    sample = sample[:4000]
    if share_of_common(sample, codec) > 0.1:
        return None
    share, other = max((share_of_common(sample, other), other) for other in CJK)
    return other if share > 0.4 else None


def is_plausible(sample: bytes, codec: str) -> bool:
    """Say whether a detector may be right about a sample: its letters have to be in words.

    Signs alone, such as a row of dots or a pound before a number, mislead detectors.
    """
    if codec in MULTI_BYTE or codec in WEAK:
        return True
    if codec not in LATIN:  # words are runs of bytes above ASCII
        sample = sample.replace(b"\xa0", b"")
        return sum(map(len, words_in(sample))) >= RUNS_SHARE * count_high(sample)
    text = sample.decode(codec, "replace")
    return 2 * len(_IN_WORD.findall(text)) >= len(_LETTER.findall(text))


def is_strong(sample: bytes, codec: str) -> bool:
    """Say whether a sample is so unlike Western text that a declaration may be overridden."""
    if codec in MULTI_BYTE:
        text = sample.decode(codec, "replace")
        return count_high(sample) >= 8 and text.count("\ufffd") <= 1 + BAD_SHARE * len(text)
    # The same few runs over and over are signs, or what an earlier wrong decoding left.
    return codec not in LATIN and is_plausible(sample, codec) and len(set(words_in(sample))) >= 5


def words_in(sample: bytes) -> list[bytes]:
    """Return the runs of three or more bytes above ASCII, but for those of one byte: "»»»"."""
    return [run for run in _RUN.findall(sample) if len(set(run)) > 1]


#: Single-byte encodings of Latin letters, which stand alone or in pairs between ASCII letters.
LATIN = frozenset(
    "cp1250 cp1252 cp1254 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-10 iso8859-13 "
    "iso8859-14 iso8859-15 iso8859-16 mac-roman".split()
)
_LETTER = re.compile(r"(?![a-zA-Z])[^\W\d_]")
_IN_WORD = re.compile(rf"(?<=[a-zA-Z]){_LETTER.pattern}|{_LETTER.pattern}(?=[a-zA-Z])")
_RUN = re.compile(rb"[\x80-\xff]{3,}")


def share_not_utf8(sample: bytes) -> float:
    """Return the share of what is not valid UTF-8 in the part of a sample that is not ASCII."""
    text = sample.decode("utf-8", "replace")
    other = len(text) - len(text.encode("ascii", "ignore"))
    return (text.count("\ufffd") - sample.count(b"\xef\xbf\xbd")) / max(other, 1)


def sample_of(body: bytes) -> bytes:
    """Return texts of a page from where they are no longer ASCII, up to SAMPLE_BYTES.

    No encoding has ``<`` or ``>`` as the second byte of a character.
    """
    pieces, room = [], SAMPLE_BYTES
    for match in _NOT_ASCII.finditer(body):
        start = max(match.start(), match.start(1) - CONTEXT)
        piece = body[start : min(match.end(), start + room)]
        pieces.append(piece)
        room -= len(piece)
        if room <= 0:
            break
    return b"\n".join(pieces)


_NOT_ASCII = re.compile(rb"(?:[<>]|\A)[^<>\x80-\xff]*([\x80-\xff][^<>]*)")
#: How many ASCII bytes of a text are kept before that: a detector looks at the letters around.
CONTEXT = 20

_HIGH = bytes(range(128, 256))


def count_high(data: bytes) -> int:
    return len(data) - len(data.translate(None, _HIGH))


def read(body: bytes, codec: str, source: str) -> Decoded:
    """Decode bytes as the Encoding Standard wants it, and count what could not be."""
    mark = next((mark for mark in MARKS.get(codec, ()) if body.startswith(mark)), b"")
    body = body[len(mark) :]
    if codec not in MULTI_BYTE:
        text, _ = codecs.charmap_decode(body, "replace", table_of(codec))
        return Decoded(text, codec, source, text.count("\ufffd"))
    text = body.decode(codec, "replace")
    replaced = text.count("\ufffd")
    if 0 < replaced <= BAD_SHARE_OF_HIGH * len(text) and codec == "gb18030" and b"\x80" in body:
        text = body.decode(codec, _EURO)
        replaced = text.count("\ufffd")
    if replaced and codec in SECOND:
        second = body.decode(SECOND[codec], "replace")
        if second.count("\ufffd") < replaced:
            text, replaced = second, second.count("\ufffd")
    written = REPLACEMENT_CHARACTER.get(codec)
    if replaced and written and written in body:  # perhaps only as parts of two characters
        replaced -= body.decode(codec, "ignore").count("\ufffd")
    return Decoded(text, codec, source, replaced)


MARKS = {
    "utf-8": (codecs.BOM_UTF8,),
    "gb18030": (b"\x84\x31\x95\x33",),
    "utf-16-le": (codecs.BOM_UTF16_LE,),
    "utf-16-be": (codecs.BOM_UTF16_BE,),
    "utf-32-le": (codecs.BOM_UTF32_LE,),
    "utf-32-be": (codecs.BOM_UTF32_BE,),
}

#: U+FFFD, where an encoding has it: written by the author, or by an earlier decoder.
REPLACEMENT_CHARACTER = {codec: "\ufffd".encode(codec) for codec in MARKS}


def marked_as(body: bytes) -> str | None:
    """Return the encoding that the first bytes of a page leave no doubt about."""
    for codec in ("utf-8", "utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        if body.startswith(MARKS[codec]):
            return codec
    # as https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
    # does for "<?"
    first, second = body[:4:2], body[1:4:2]
    if second == b"\0\0" and first[:1] == b"<" and first[1] != 0:
        return "utf-16-le"
    if first == b"\0\0" and second[:1] == b"<" and second[1] != 0:
        return "utf-16-be"
    return None


@cache
def table_of(codec: str) -> str:
    """Return the characters of the 256 bytes of a single-byte encoding.

    Python leaves some of the bytes 0x80 to 0x9F undefined that are C1 controls in the standard.
    """
    chars = (bytes([byte]).decode(codec, "replace") for byte in range(256))
    return "".join(
        chr(byte) if char == "\ufffd" and byte < 0xA0 else char for byte, char in enumerate(chars)
    )


def euro(error: UnicodeError) -> tuple[str, int]:
    """Decode the byte 0x80, which GBK has for the euro sign; Python does not.

    https://encoding.spec.whatwg.org/#gb18030-decoder
    """
    assert isinstance(error, UnicodeDecodeError)
    if error.object[error.start] == 0x80:
        return "€", error.start + 1
    return "\ufffd", error.end


_EURO = "scrapy_content_extract_euro"
codecs.register_error(_EURO, euro)


# --- declarations -------------------------------------------------------------

_HEADER_CHARSET = re.compile(r""";\s*charset\s*=\s*["']?([^\s"';,]{1,40})""", re.IGNORECASE)


def declared_in_header(content_type: str | None) -> str | None:
    """Return the encoding that a Content-Type header names.

    >>> declared_in_header('text/html; charset="GBK"'), declared_in_header("text/html")
    ('gb18030', None)
    """
    match = _HEADER_CHARSET.search(content_type or "")
    return codec_of(match[1]) if match else None


#: Declarations stand at the beginning of a page: the standard asks for 1,024 bytes, real
#: pages are less tidy, and no reader looks further than this.
DECLARATIONS_WITHIN = 100_000

# What there is to be seen before the body.  The repetitions have an end, so that a page full
# of quotation marks without a partner costs no more than others.
_MARKUP = re.compile(
    r"""<(?: (?P<comment>!--)
           | (?P<raw>script|style|title|textarea|xmp)(?=[\s/>])
           | \s{0,9}meta(?=[\s/]) (?P<meta> (?: [^<>"']+ | "[^"]{0,1000}" | '[^']{0,1000}' | ["'] ){0,99} )
           | \?xml(?=\s) (?P<xml>[^<>]{0,300})
           | (?P<body>body)(?=[\s/>])
          )""",
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    r"""([^\s"'<>/=]{1,40})\s*=\s*(?:"([^"]{0,1000})"?|'([^']{0,1000})'?|([^\s"'<>]+))""",
    re.ASCII,
)
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.ASCII | re.IGNORECASE)
_LABEL = re.compile(r"\s*([\w.:-]{1,40})", re.ASCII)
#: However it is spelled.
_HTTP_EQUIV = re.compile(r"http[-_]?equiv", re.ASCII | re.IGNORECASE)
_CONTENT_TYPE = re.compile(r"content[-_ ]?type", re.ASCII | re.IGNORECASE)


def declarations(body: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield the kind, "meta" or "xml", of every declaration in a page, and where its label stands.

    Comments, scripts and titles are passed over; the search ends where the body begins.
    """
    html = body[:DECLARATIONS_WITHIN].decode("latin-1")  # mark-up and labels are ASCII
    position = 0
    while match := _MARKUP.search(html, position):
        position = match.end()
        kind = match.lastgroup
        if kind == "body":
            return
        if kind == "comment":
            position = html.find("-->", match.end())
        elif kind == "raw":
            position = html.find("</", match.end())
            name = match["raw"].lower()
            while position >= 0 and html[position + 2 : position + 2 + len(name)].lower() != name:
                position = html.find("</", position + 2)
        elif kind is not None:
            span = label_in(match[kind], kind)
            if span is not None:
                yield kind, match.start(kind) + span[0], match.start(kind) + span[1]
        if position < 0:
            return


def label_in(attributes: str, kind: str) -> tuple[int, int] | None:
    """Return where among the attributes of a tag the label of an encoding stands."""
    if ("encoding" if kind == "xml" else "charset") not in attributes.lower():
        return None
    in_content, is_pragma = None, False
    for match in _ATTRIBUTE.finditer(attributes):
        name, group = match[1].lower(), match.lastindex or 1
        if name == ("encoding" if kind == "xml" else "charset"):
            label = _LABEL.match(match[group])
        elif kind == "meta" and name == "content":
            in_content = in_content or shifted(_CHARSET.search(match[group]), match.start(group))
            continue
        else:
            is_pragma |= bool(_HTTP_EQUIV.fullmatch(name) and _CONTENT_TYPE.search(match[group]))
            continue
        if label:
            return shifted(label, match.start(group))
    return in_content if is_pragma else None


def shifted(match: re.Match[str] | None, by: int) -> tuple[int, int] | None:
    return None if match is None else (match.start(1) + by, match.end(1) + by)


def declared_in(body: bytes) -> str | None:
    """Return the encoding that ``<meta>`` or the XML declaration names.

    A page that can be read far enough to find ``utf-16`` in it is not in UTF-16:
    https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
    """
    for _, start, stop in declarations(body):
        codec = codec_of(body[start:stop].decode("ascii", "replace"))
        if codec is not None:
            return "utf-8" if codec.startswith(("utf-16", "utf-32")) else codec
    return None


def declare_utf8(body: bytes) -> bytes:
    """Return a page in UTF-8 with all that it says of its encoding saying so.

    Readers that look only at the bytes would otherwise decode twice.  They get a byte order
    mark where the page says nothing, or says it too late: libxml2 takes the encoding for
    settled at the first character that is not ASCII.  The mark is no part of the tree.  A
    page that needs no change is returned itself.

    >>> declare_utf8(b"<meta charset='gbk'><p>charset=gbk")
    b"<meta charset='utf-8'><p>charset=gbk"
    >>> declare_utf8("<title>né</title><meta charset=utf-8>".encode())[:11]
    b'\\xef\\xbb\\xbf<title>n'
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
                settled = True  # all readers believe the first they see
                break
    if pieces:
        body = b"".join([*pieces, body[last:]])
    return body if settled or body.isascii() else codecs.BOM_UTF8 + body


# --- what is no page ----------------------------------------------------------

#: How files begin that are often declared as HTML: https://mimesniff.spec.whatwg.org/
SIGNATURES = (
    b"%PDF-", b"\x89PNG\r\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b\x08",
    b"OggS\0", b"Rar!\x1a\x07", b"\x00\x00\x01\x00", b"\xd0\xcf\x11\xe0",
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
    declared = declared_in_header(content_type) or ""
    if marked_as(body) or declared.startswith(("utf-16", "utf-32")):
        return False
    head = body[:1445]
    return len(head) - len(head.translate(None, BINARY_BYTES)) > 0.05 * len(head)
