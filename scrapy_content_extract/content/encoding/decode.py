"""bytes → Decoded: which encoding a page is in.

Facts come before claims.  In this order:

1. a byte order mark;
2. bytes that are valid UTF-8 and not plain ASCII, but for one character in a hundred: no other
   encoding produces them by chance, whatever a header claims;
3. the declaration in the HTTP header, then the one in the page, if it fails for at most 1 % of the
   characters, and 5 % of those beyond ASCII.  windows-1252 fits all bytes, and servers declare it by
   default (as iso-8859-1), so it is believed only if
4. the detector has no strong evidence against it: eight bytes that form pairs of an East Asian
   encoding, or five words in another script.  The detector also decides if no declaration fits;
5. windows-1252, which never fails.

Plain ASCII keeps its declaration: the text is the same in any of these encodings.
"""

from __future__ import annotations

import codecs
import re
from codecs import utf_8_decode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from .. import kernels
from ..model import Decoded
from .detect import RUNS_SHARE, Detector, count_high, installed_detector, share_of_common, words_in
from .sniff import MARKS, codec_of, declared_in, declared_in_header, marked_as

# ------------------------------------------------------------------ decoders
# Bytes and the name of their encoding → text, as the Encoding Standard's decoders read them.
#
# Python's codecs differ from https://encoding.spec.whatwg.org/ in a few characters; this
# module fixes the differences.

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


# ------------------------------------------------------------------ decode

#: An encoding fits if at most this share of the characters is undecodable, ...
BAD_SHARE = 0.01
#: ... and at most this share of the bytes above ASCII, so that mark-up does not count.
BAD_SHARE_OF_HIGH = 0.05

#: Encodings that servers declare by default and that fit all bytes: weak evidence.
WEAK = frozenset({"cp1252", "iso8859-15"})

#: Encodings that consist of ASCII bytes only.
SEVEN_BIT = frozenset({"iso2022_jp", "iso2022_kr", "hz"})

#: East Asian encodings: the bytes of one are often valid in another.
CJK = ("gb18030", "big5hkscs", "cp949", "euc_jp", "cp932")

#: Single-byte encodings of Latin letters, which stand alone or in pairs between ASCII letters.
LATIN = frozenset(
    "cp1250 cp1252 cp1254 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-10 iso8859-13 "
    "iso8859-14 iso8859-15 iso8859-16 mac-roman".split()
)

#: The size of the sample that the detector gets.
SAMPLE_BYTES = 16_000
#: The part of the sample that suffices for most pages.
BEGINNING_BYTES = 4000
#: UTF-8 is validated in parts of this size: to decode them into small strings takes a third of the time
#: of decoding the whole page.
PART_BYTES = 8192
#: The part of the beginning that shows that a page is not UTF-8.
FIRST_BYTES = 2048
#: How many ASCII bytes before the first other byte of a text go into the sample: a detector
#: looks at the letters around.
CONTEXT = 20

#: The least signs in words, and their least share of the bytes above ASCII, that make a declaration wrong.
LEAST_SIGNS, SIGNS_SHARE = 5, 0.2
#: One or two bytes above ASCII between two ASCII letters, but for a character of UTF-8.
_INSIDE = re.compile(rb"(?<=[a-zA-Z])(?![\xc2-\xdf][\x80-\xbf])[\xa0-\xff]{1,2}(?=[a-zA-Z])")
_NOT_ASCII_LETTER = re.compile(r"(?![a-zA-Z])[^\W\d_]")
_IN_WORD = re.compile(rf"(?<=[a-zA-Z]){_NOT_ASCII_LETTER.pattern}|{_NOT_ASCII_LETTER.pattern}(?=[a-zA-Z])")


def decode(
    body: bytes,
    content_type: str | None = None,
    encoding: str | None = None,
    *,
    detector: Detector | None = None,
) -> Decoded:
    """Return the text of a page.  No page raises: undecodable bytes become U+FFFD.

    ``content_type`` is the HTTP header.  ``encoding`` is the user's choice and is believed
    without a look at the bytes.  ``detector`` replaces the installed one.

    Raises ValueError if ``encoding`` is unknown.

    >>> decode("Привет".encode("koi8-r"), "text/html; charset=koi8-r")
    Decoded(content='Привет', encoding='koi8-r', source='header', replaced=0)
    """
    if encoding is not None:
        codec = codec_of(encoding) if isinstance(encoding, str) else None  # a request's meta holds anything
        if codec is None:
            raise ValueError(
                f"The encoding {encoding!r} is unknown. "
                f"Give a label of the Encoding Standard, such as 'gbk' or 'windows-1256'."
            )
        return decode_as(body, codec, "user")
    marked = marked_as(body)
    if marked:
        return decode_as(body, marked, "bom")
    in_header = declared_in_header(content_type)
    if in_header and in_header.startswith(("utf-16", "utf-32")):
        if b"\0" in body[:1024]:  # every other byte of mark-up is zero
            return decode_as(body, in_header, "header")
        in_header = None
    if body.isascii():
        return decode_ascii(body, in_header)
    if is_utf8(body):
        return Decoded(body, "utf-8", "utf-8")
    return decode_legacy(body, in_header, detector or installed_detector())


def is_utf8(body: bytes) -> bool:
    """Tell whether bytes are valid UTF-8.

    >>> is_utf8("né".encode()), is_utf8("né".encode()[:-1])
    (True, False)
    """
    view, start = memoryview(body), 0
    while start < len(body):
        part = view[start : start + PART_BYTES]
        try:
            _, valid = utf_8_decode(part, "strict", start + len(part) == len(body))
        except UnicodeDecodeError:
            return False
        start += valid  # the next part begins with the character that this one cuts
    return True


def decode_ascii(body: bytes, in_header: str | None) -> Decoded:
    """Decode a page whose bytes are all ASCII; its text need not be."""
    codec, source = "utf-8", "utf-8"
    in_page = None if in_header else declared_in(body)
    if in_header or in_page:
        codec, source = (in_header, "header") if in_header else (in_page or codec, "meta")
    elif b"\x1b" in body and b"\x1b$" in body:  # one byte is found fifty times as fast
        codec, source = "iso2022_jp", "detector"
    if codec in SEVEN_BIT:
        decoded = decode_as(body, codec, source)
        if decoded.replaced <= BAD_SHARE * len(decoded.text):
            return decoded
        codec, source = "utf-8", "utf-8"
    return Decoded(body, codec, source)


@dataclass(frozen=True)
class Sample:
    """The texts of a page that are not ASCII."""

    body: bytes

    @cached_property
    def beginning(self) -> bytes:
        """The beginning, which suffices for most pages; it is taken first, and quickly."""
        return sample_of(self.body, BEGINNING_BYTES)

    @cached_property
    def whole(self) -> bytes:
        """The whole sample, for the detector."""
        is_whole = len(self.beginning) < BEGINNING_BYTES
        return self.beginning if is_whole else sample_of(self.body)


def decode_legacy(body: bytes, in_header: str | None, detector: Detector) -> Decoded:
    """Decode a page that is neither ASCII nor entirely valid UTF-8."""
    sample = Sample(body)
    not_utf8 = 1.0 if is_far_from_utf8(sample) else share_not_utf8(sample.whole)
    if not_utf8 <= BAD_SHARE:
        return decode_as(body, "utf-8", "utf-8")
    declared = [
        (codec, source)
        for codec, source in ((in_header, "header"), (declared_in(body), "meta"))
        if codec is not None
    ]
    rejected = []
    for codec, source in declared:
        if codec in WEAK:
            continue
        decoded = decode_as(body, codec, source)
        if fits(decoded, body):
            other = wrong_family(sample, codec)
            return decoded if other is None else decode_as(body, other, "detector")
        rejected.append(decoded)
    weak = next(((codec, source) for codec, source in declared if codec in WEAK), None)
    if weak is None and not_utf8 <= BAD_SHARE_OF_HIGH:
        return decode_as(body, "utf-8", "fallback")
    guess = detector(sample.whole)
    if guess and (is_strong(sample.whole, guess, weak[0]) if weak else is_plausible(sample.whole, guess)):
        decoded = decode_as(body, guess, "detector")
        if fits(decoded, body):
            # if the detector agrees with a declaration, the declaration is the source
            return next((d for d in rejected if d.encoding == guess), decoded)
    if weak is not None:
        return decode_as(body, *weak)
    for decoded in rejected:  # damaged, but there is no other evidence
        if decoded.replaced <= 4 * BAD_SHARE_OF_HIGH * count_high(body):
            return decoded
    return decode_as(body, "cp1252", "fallback")


def fits(decoded: Decoded, body: bytes) -> bool:
    """Tell whether nearly all of a page could be decoded.  One bad character is always forgiven."""
    bad = decoded.replaced
    return bad <= 1 or (bad <= BAD_SHARE * len(decoded.text) and bad <= BAD_SHARE_OF_HIGH * count_high(body))


def wrong_family(sample: Sample, codec: str) -> str | None:
    """Return the East Asian encoding of a page that is wrongly declared to be in ``codec``.

    Big5 is nearly always valid GBK, too, but then few of its characters are common.
    """
    beginning = sample.beginning[:BEGINNING_BYTES]
    if codec not in CJK or (count_high(beginning) < 100 and count_high(sample.whole) < 100):
        return None
    if share_of_common(beginning, codec) > 0.1:
        return None
    share, other = max((share_of_common(beginning, other), other) for other in CJK)
    return other if share > 0.4 else None


def is_plausible(sample: bytes, codec: str) -> bool:
    """Tell whether a detector may be right about a sample: its letters must form words.

    Lone signs, such as a row of dots or a pound sign before a number, mislead detectors.
    """
    if codec in MULTI_BYTE or codec in WEAK:
        return True
    if codec not in LATIN:  # words are runs of bytes above ASCII
        sample = sample.replace(b"\xa0", b"")
        return sum(map(len, words_in(sample))) >= RUNS_SHARE * count_high(sample)
    text = sample.decode(codec, "replace")
    return 2 * len(_IN_WORD.findall(text)) >= len(_NOT_ASCII_LETTER.findall(text))


def is_strong(sample: bytes, codec: str, declared: str) -> bool:
    """Tell whether a sample is unlike Western text enough to override what is declared."""
    if codec in MULTI_BYTE:
        text = sample.decode(codec, "replace")
        return count_high(sample) >= 8 and text.count("\ufffd") <= 1 + BAD_SHARE * len(text)
    if codec in LATIN:
        return has_signs_in_words(sample, codec, declared)
    # A few runs repeated over and over are signs, or the trace of an earlier wrong decoding.
    return is_plausible(sample, codec) and len(set(words_in(sample))) >= 5


def has_signs_in_words(sample: bytes, codec: str, declared: str) -> bool:
    """Tell whether letters of a Latin encoding are signs in words in the declared one, as in ``wspó³czesny``.

    The bytes below 0xA0 do not count: in some encodings these are letters, in others an apostrophe.

    >>> has_signs_in_words("Współczesna książka. ".encode("cp1250") * 9, "cp1250", "cp1252")
    True
    >>> has_signs_in_words("Un mètre cube, 1 m³. ".encode("cp1252") * 9, "cp1250", "cp1252")
    False
    """
    inside = b"".join(_INSIDE.findall(sample))
    letters, others = (inside.decode(name, "replace") for name in (codec, declared))  # a byte is a character
    signs = [sign for letter, sign in zip(letters, others) if letter.isalpha() and not sign.isalpha()]
    return len(signs) >= max(LEAST_SIGNS, SIGNS_SHARE * count_high(sample)) and len(set(signs)) > 1


def share_not_utf8(sample: bytes) -> float:
    """Return which share of a sample's characters above ASCII is not valid UTF-8."""
    bad, others = count_not_utf8(sample)
    return bad / max(others, 1)


def is_far_from_utf8(sample: Sample) -> bool:
    """Tell whether the beginning alone of a sample has more that is not UTF-8 than any share of it allows.

    Nearly all samples of other encodings have; a look at the whole sample takes four times as long.
    """
    bad, _ = count_not_utf8(sample.beginning[:FIRST_BYTES])
    bad -= 1  # the last character may be cut
    # No sample has more bytes above ASCII than these.
    return bad > BAD_SHARE_OF_HIGH * SAMPLE_BYTES or bad > BAD_SHARE_OF_HIGH * count_high(sample.body)


def sample_of(body: bytes, size: int = SAMPLE_BYTES) -> bytes:
    """Return the texts of a page that are not ASCII, up to ``size`` bytes."""
    return kernels.scan.sample_of(body, size, CONTEXT)


def count_not_utf8(data: bytes) -> tuple[int, int]:
    """Count the characters that are not valid UTF-8, and all above ASCII."""
    text = data.decode("utf-8", "replace")
    written = data.count(b"\xef\xbf\xbd")
    return text.count("\ufffd") - written, len(text) - len(text.encode("ascii", "ignore"))
