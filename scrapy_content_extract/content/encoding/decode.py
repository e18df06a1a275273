"""Decide the encoding of a page, and decode it.

The bytes count more than the declarations.  The first of these that applies decides:

1. a byte order mark;
2. valid UTF-8 that is not plain ASCII, with at most one bad character in a hundred: no other
   encoding produces it by chance, whatever a header claims;
3. the declaration in the HTTP header, then the one in the page, if at most 1 % of the characters
   are undecodable, and at most 5 % of those beyond ASCII.  windows-1252 fits all bytes, and servers
   declare it by default (as iso-8859-1), so it is believed only if
4. the detector has no strong evidence against it: eight bytes that form pairs of an East Asian
   encoding, or five words in another script.  The detector also decides if no declaration fits;
5. windows-1252, which never fails.

Plain ASCII keeps its declaration: the text is the same in any of these encodings.

Characters are decoded as the Encoding Standard demands (https://encoding.spec.whatwg.org/), also the
few that Python's codecs read differently.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache

from .. import kernels
from ..model import Decoded
from .detect import RUNS_SHARE, Detector, count_high, installed_detector, words_in, wrong_family
from .sniff import MARKS, codec_of, declared_in, declared_in_header, marked_as

#: An encoding fits if at most this share of the characters is undecodable.  Pages that declare their
#: encoding rightly are below it: none of 1,050 was read otherwise (docs/encoding.rst).
BAD_SHARE = 0.01
#: Besides, at most this share of the bytes above ASCII: mark-up would dilute the other share.
BAD_SHARE_OF_HIGH = 0.05
#: Without other evidence a damaged page keeps its declaration up to this share of the bytes above ASCII.
DAMAGED_SHARE = 0.2

#: Encodings that servers declare by default and that fit all bytes: weak evidence.
WEAK = frozenset({"cp1252", "iso8859-15"})
#: Encodings that consist of ASCII bytes only.
SEVEN_BIT = frozenset({"iso2022_jp", "iso2022_kr", "hz"})
MULTI_BYTE = frozenset(
    "utf-8 utf-16-le utf-16-be utf-32-le utf-32-be gb18030 big5hkscs euc_jp cp932 cp949 "
    "iso2022_jp iso2022_kr hz johab".split()
)
#: Single-byte encodings of Latin letters, which stand alone or in pairs between ASCII letters.
LATIN = frozenset(
    "cp1250 cp1252 cp1254 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-10 iso8859-13 "
    "iso8859-14 iso8859-15 iso8859-16 mac-roman".split()
)

#: The bytes of a page's sample for the detector, which takes 1.5 ms for them.
SAMPLE_BYTES = 16_000
#: The part of a sample that mostly shows that a page is not UTF-8.
FIRST_BYTES = 2048
#: The ASCII bytes of a sample before each other text: a detector looks at the letters around.
CONTEXT = 20
#: The bytes that are decoded at once, while Python's lock is held: a codec takes 3 ns a byte.
DECODED_AT_ONCE = 1_000_000


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
    """
    if encoding is not None:
        codec = codec_of(encoding) if isinstance(encoding, str) else None  # a request's meta holds anything
        if codec is None:
            raise ValueError(
                f"The encoding {encoding!r} is unknown. "
                f"Give a label of the Encoding Standard, such as 'gbk' or 'windows-1256'."
            )
        return decode_as(body, codec, "user")
    if marked := marked_as(body):
        return decode_as(body, marked, "bom")
    in_header = declared_in_header(content_type)
    if in_header and in_header.startswith(("utf-16", "utf-32")):
        if b"\0" in body[:1024]:  # every other byte of mark-up is zero
            return decode_as(body, in_header, "header")
        in_header = None
    if body.isascii():
        return decode_ascii(body, in_header)
    if kernels.scan.is_utf8(body):
        return Decoded(body, "utf-8", "utf-8")
    return decode_legacy(body, in_header, detector or installed_detector())


def decode_ascii(body: bytes, in_header: str | None) -> Decoded:
    """Decode a page whose bytes are all ASCII; its text need not be."""
    codec, source = in_header, "header"
    if codec is None:
        codec, source = declared_in(body), "meta"
    if codec is None and b"\x1b" in body and b"\x1b$" in body:  # one byte is found fifty times as fast
        codec, source = "iso2022_jp", "detector"
    if codec in SEVEN_BIT:
        decoded = decode_as(body, codec, source)
        if decoded.replaced <= BAD_SHARE * len(decoded.text):
            return decoded
        codec = None
    return Decoded(body, codec, source) if codec else Decoded(body, "utf-8", "utf-8")


def decode_legacy(body: bytes, in_header: str | None, detector: Detector) -> Decoded:
    """Decode a page that is neither ASCII nor entirely valid UTF-8."""
    sample = sample_of(body)
    not_utf8 = 1.0 if is_far_from_utf8(sample) else share_not_utf8(sample)
    if not_utf8 <= BAD_SHARE:
        return decode_as(body, "utf-8", "utf-8")
    declarations = ((in_header, "header"), (declared_in(body), "meta"))
    declared = [(codec, source) for codec, source in declarations if codec]
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
    guess = detector(sample)
    if guess and (is_strong(sample, guess, weak[0]) if weak else is_plausible(sample, guess)):
        decoded = decode_as(body, guess, "detector")
        if fits(decoded, body):
            # if the detector agrees with a declaration, the declaration is the source
            return next((d for d in rejected if d.encoding == guess), decoded)
    if weak is not None:
        return decode_as(body, *weak)
    for decoded in rejected:
        if decoded.replaced <= DAMAGED_SHARE * count_high(body):
            return decoded
    return decode_as(body, "cp1252", "fallback")


def sample_of(body: bytes, size: int = SAMPLE_BYTES) -> bytes:
    """Return the texts of a page that are not ASCII, up to ``size`` bytes."""
    return kernels.scan.sample_of(body, size, CONTEXT)


def share_not_utf8(sample: bytes) -> float:
    """Return which share of a sample's characters above ASCII is not valid UTF-8."""
    text = sample.decode("utf-8", "replace")
    return bad_utf8(sample, text) / max(len(text) - len(text.encode("ascii", "ignore")), 1)


def is_far_from_utf8(sample: bytes) -> bool:
    """Tell whether the beginning alone of a sample has more bad characters than UTF-8 may have in all of it.

    In other encodings nearly always; a look at the whole sample takes five times as long.
    """
    first = sample[:FIRST_BYTES]
    bad = bad_utf8(first, first.decode("utf-8", "replace")) - 1  # the last character may be cut
    return bad > BAD_SHARE_OF_HIGH * count_high(sample)


def bad_utf8(data: bytes, text: str) -> int:
    """Count the characters that are not valid UTF-8, but not U+FFFD as the author wrote it."""
    return text.count("\ufffd") - data.count(REPLACEMENT_CHARACTER["utf-8"])


def fits(decoded: Decoded, body: bytes) -> bool:
    """Tell whether nearly all of a page could be decoded.  One bad character is always forgiven."""
    bad = decoded.replaced
    return bad <= 1 or (bad <= BAD_SHARE * len(decoded.text) and bad <= BAD_SHARE_OF_HIGH * count_high(body))


_NOT_ASCII_LETTER = re.compile(r"(?![a-zA-Z])[^\W\d_]")
_IN_WORD = re.compile(rf"(?<=[a-zA-Z]){_NOT_ASCII_LETTER.pattern}|{_NOT_ASCII_LETTER.pattern}(?=[a-zA-Z])")


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


#: The least bytes above ASCII, words in another script, and signs in words that override a declaration.
STRONG_BYTES, STRONG_WORDS, STRONG_SIGNS = 8, 5, 5
#: The least share of signs in words among the bytes above ASCII: a Western text has few.
SIGNS_SHARE = 0.2
#: One or two bytes above ASCII between two ASCII letters, but for a character of UTF-8.
_INSIDE = re.compile(rb"(?<=[a-zA-Z])(?![\xc2-\xdf][\x80-\xbf])[\xa0-\xff]{1,2}(?=[a-zA-Z])")


def is_strong(sample: bytes, codec: str, declared: str) -> bool:
    """Tell whether a sample is unlike Western text enough to override what is declared."""
    if codec in MULTI_BYTE:
        text = sample.decode(codec, "replace")
        return count_high(sample) >= STRONG_BYTES and text.count("\ufffd") <= 1 + BAD_SHARE * len(text)
    if codec in LATIN:
        return has_signs_in_words(sample, codec, declared)
    # A few runs repeated over and over are signs, or the trace of an earlier wrong decoding.
    return is_plausible(sample, codec) and len(set(words_in(sample))) >= STRONG_WORDS


def has_signs_in_words(sample: bytes, codec: str, declared: str) -> bool:
    """Tell whether letters of a Latin encoding are signs in words in the declared one, as in ``wspó³czesny``.

    The bytes below 0xA0 do not count: in some encodings these are letters, in others an apostrophe.
    """
    inside = b"".join(_INSIDE.findall(sample))
    letters, others = (inside.decode(name, "replace") for name in (codec, declared))  # a byte is a character
    signs = [sign for letter, sign in zip(letters, others) if letter.isalpha() and not sign.isalpha()]
    return len(signs) >= max(STRONG_SIGNS, SIGNS_SHARE * count_high(sample)) and len(set(signs)) > 1


#: A second codec for the same encoding, with characters of the standard that the first lacks:
#: https://encoding.spec.whatwg.org/#indexes
SECOND = {"euc_jp": "euc_jis_2004", "big5hkscs": "cp950", "iso2022_jp": "iso2022_jp_ext"}
#: U+FFFD in the encodings that have it: written by the author, or by an earlier decoder.
REPLACEMENT_CHARACTER = {codec: "\ufffd".encode(codec) for codec in MARKS}
#: The byte 0x80 is tried as the euro sign of GBK if at most this share of a page is undecodable: a page with
#: more is not GBK, and each error calls Python.
EURO_WITHIN = 0.05
_EURO = "scrapy_content_extract_euro"


def decode_as(body: bytes, codec: str, source: str) -> Decoded:
    """Decode a page with a codec, and count the characters that could not be decoded."""
    body = body.removeprefix(MARKS.get(codec, b""))
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
    """Decode 0x80, a sign that Python does not know: https://encoding.spec.whatwg.org/#gb18030-decoder."""
    assert isinstance(error, UnicodeDecodeError)
    if error.object[error.start] == 0x80:
        return "€", error.start + 1
    return "\ufffd", error.end


codecs.register_error(_EURO, euro)
