"""Decide the encoding of a page, and decode it.

The bytes count more than the declarations.  The first of these that applies decides:

1. a byte order mark, or the zeros of UTF-16 and UTF-32;
2. valid UTF-8 that is not plain ASCII, also if a transfer has cut its last character: no other
   encoding produces it by chance, whatever a header claims.  If at most 35 % of its characters beyond
   ASCII are bad, these are texts in another encoding, decoded each by itself, or damaged characters.  Halves
   of characters of UTF-16, of which CESU-8 writes two for an emoji, are no letters of another encoding: each
   of their bytes is U+FFFD, as in browsers;
3. the escapes of ISO-2022-JP in a page of ASCII bytes, then what it declares: its text is the same in
   all other encodings;
4. the declaration in the HTTP header, then the one in the page, if at most 1 % of the characters
   are undecodable, and at most 5 % of those beyond ASCII;
5. the letters (:mod:`.detect`).  windows-1252 fits all bytes, and servers declare it by default (as
   iso-8859-1), so it is overruled where another encoding is far likelier; so is an East Asian one that
   makes few common characters;
6. windows-1252, which never fails.

A page in UTF-8 that was encoded twice is read back (:mod:`.mojibake`).

Characters are decoded as the Encoding Standard demands (https://encoding.spec.whatwg.org/), also the
few that Python's codecs read differently.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache

from .. import core
from ..core.scan_py import CONTROL, HIGH, INVALID, LETTERS, MARKED, PAIR
from ..model import Decoded
from .detect import (
    COMMON,
    LEAST_COMMON,
    LOOKED_AT,
    OF_OTHER,
    Detector,
    Evidence,
    by_letters,
    characters,
    count_beyond,
    count_high,
    has_common,
    installed_detector,
)
from .mojibake import read_back
from .sniff import MARKS, codec_of, declared_in, declared_in_header, marked_as

#: An encoding fits if at most this share of the characters is undecodable.  Pages that declare their
#: encoding rightly are below it (docs/encoding.rst).
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
#: How much likelier than a declared encoding another one must be, as a logarithm: if the detector agrees, and
#: else.
AGREED, SURE = 8.0, 20.0
#: Of fewer letters a detector knows better which encoding is likely, unless another is so much likelier.
FEW, UNSURE = 10, 2.0
#: A page is UTF-8 with texts in another encoding if at most this share of its characters above ASCII is bad
#: UTF-8, and this many are good, unless it declares UTF-8; in another encoding three in five are bad.
FRAGMENTS_SHARE, FRAGMENTS_AMONG = 0.35, 8
#: Half of a character in UTF-16, as three bytes: "así»…" in windows-1252, so one is no evidence.
HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
#: What switches an ISO-2022-JP page to Japanese.
JAPANESE = (b"\x1b$B", b"\x1b$@")

#: The bytes of a page's sample.
SAMPLE_BYTES = 16_000
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
    mojibake: bool = True,
    found: int | None = None,
) -> Decoded:
    """Return the text of a page.  No page raises: undecodable bytes become U+FFFD.

    ``content_type`` is the HTTP header.  ``encoding`` is the user's choice and is believed
    without a look at the bytes.  ``detector`` replaces the installed one.  ``mojibake=False`` leaves
    UTF-8 that was encoded twice.  ``found`` are the bits of ``body``, if the caller has looked.

    Raises ValueError if ``encoding`` is unknown.
    """
    found = core.scan.bits_of(body) if found is None else found
    if encoding is not None:
        codec = codec_of(encoding) if isinstance(encoding, str) else None  # a request's meta holds anything
        if codec is None:
            raise ValueError(
                f"The encoding {encoding!r} is unknown. "
                f"Give a label of the Encoding Standard, such as 'gbk' or 'windows-1256'."
            )
        if codec == "utf-8" and not found & (INVALID | MARKED):
            return Decoded(body, codec, "user")
        return decode_as(body, codec, "user")
    if found & (HIGH | MARKED | CONTROL) == HIGH:  # a header could say no better
        decoded = Decoded(body, "utf-8", "utf-8")
    elif marked := marked_as(body):
        return decode_as(body, marked, "bom")
    else:
        in_header = declared_in_header(content_type)
        if in_header and in_header.startswith(("utf-16", "utf-32")):
            if b"\0" in body[:1024]:  # every other byte of mark-up is zero
                return decode_as(body, in_header, "header")
            in_header = None
        if not found & (HIGH | INVALID):
            decoded = decode_ascii(body, in_header)
        elif not found & INVALID:
            decoded = Decoded(body, "utf-8", "utf-8")
        elif is_cut_off(body):  # a transfer has ended early
            body = without_cut(body)
            found = core.scan.bits_of(body)
            decoded = Decoded(body, "utf-8", "utf-8")
        else:
            return decode_legacy(body, in_header, detector or installed_detector())
    if mojibake and found & (LETTERS | PAIR) and isinstance(decoded.content, bytes):
        was = read_back(decoded.content, found)
        return decoded if was is None else Decoded(was, "utf-8", "mojibake")
    return decoded


def is_utf8(body: bytes) -> bool:
    return not core.scan.bits_of(body) & INVALID


def is_cut_off(body: bytes) -> bool:
    """Tell whether a page is valid UTF-8 but for its last character, and has more than a few before."""
    whole = without_cut(body)
    return whole is not body and is_utf8(whole) and characters_of_utf8(sample_of(whole))[0] >= FRAGMENTS_AMONG


def without_cut(body: bytes) -> bytes:
    """Return a page without the first bytes of a character of UTF-8 that ends it."""
    for size in range(1, min(4, 1 + len(body))):
        if 0xC2 <= (first := body[-size]) <= 0xF4:
            return body if size >= length_of(first) else body[:-size]
    return body


def length_of(first: int) -> int:
    """Return the bytes of a character of UTF-8 from its first byte.

    >>> [length_of(char.encode()[0]) for char in "é雨🌧"]
    [2, 3, 4]
    """
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4


def decode_ascii(body: bytes, in_header: str | None) -> Decoded:
    """Decode a page whose bytes are all ASCII; its text need not be."""
    declared = in_header or declared_in(body)
    source = "header" if in_header else "meta"
    if b"\x1b" in body and declared not in SEVEN_BIT and any(escape in body for escape in JAPANESE):
        declared, source = "iso2022_jp", "detector"
    if declared in SEVEN_BIT:
        decoded = decode_as(body, declared, source)
        is_escaped = any(escape in body for escape in JAPANESE)  # Python lacks some characters
        if decoded.replaced <= (DAMAGED_SHARE if is_escaped else BAD_SHARE) * len(decoded.text):
            return decoded
        declared = None
    return Decoded(body, declared, source) if declared else Decoded(body, "utf-8", "utf-8")


def decode_legacy(body: bytes, in_header: str | None, detector: Detector) -> Decoded:
    """Decode a page that is neither ASCII nor entirely valid UTF-8."""
    sample = sample_of(body)
    good, bad = characters_of_utf8(sample)
    is_utf8 = bad <= FRAGMENTS_SHARE * (good + bad)
    declarations = ((in_header, "header"), (declared_in(body), "meta"))
    declared = [(codec, source) for codec, source in declarations if codec]
    is_valid = good > 1 and not bad  # but for halves
    if is_utf8 and (is_valid or good >= FRAGMENTS_AMONG or any(codec == "utf-8" for codec, _ in declared)):
        return decode_mixed(without_cut(body))
    rejected = []
    for codec, source in declared:
        if codec in WEAK or (codec == "utf-8" and not is_utf8):
            continue
        decoded = decode_as(body, codec, source)
        if fits(decoded, body):
            is_right = codec not in COMMON or has_common(sample, codec, LEAST_COMMON)
            other = None if is_right else likelier(sample, codec, detector)
            if other in COMMON and not has_common(sample, other, OF_OTHER):
                other = None
            return decoded if other is None else decode_as(body, other, "detector")
        rejected.append(decoded)
    weak = next(((codec, source) for codec, source in declared if codec in WEAK), None)
    guess = likelier(sample, weak[0], detector) if weak else likeliest(sample, detector)
    if guess:
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
    return core.scan.sample_of(body, size, CONTEXT)


def characters_of_utf8(sample: bytes) -> tuple[int, int]:
    """Return how many characters above ASCII are valid UTF-8, and how many are not.

    U+FFFD is valid as the author wrote it, and so is half of a character.
    """
    sample = HALF.sub(REPLACEMENT_CHARACTER["utf-8"], sample)
    text = sample.decode("utf-8", "replace")
    bad = text.count("\ufffd") - sample.count(REPLACEMENT_CHARACTER["utf-8"])
    return count_beyond(text) - bad, bad


def fits(decoded: Decoded, body: bytes) -> bool:
    """Tell whether nearly all of a page could be decoded.  One bad character is always forgiven."""
    bad = decoded.replaced
    return bad <= 1 or (
        bad <= BAD_SHARE * len(decoded.content) and bad <= BAD_SHARE_OF_HIGH * count_high(body)
    )


def likelier(sample: bytes, declared: str, detector: Detector) -> str | None:
    """Return the encoding that is much likelier than a declared one, or None."""
    evidence = Evidence(sample)
    best = evidence.best()
    if best is None or evidence.lead(best, declared) < AGREED:  # as nearly always
        return None
    if evidence.lead(best, declared) >= SURE:
        return best
    return best if detector is not by_letters and detector(sample[:LOOKED_AT]) == best else None


def likeliest(sample: bytes, detector: Detector) -> str | None:
    """Return the likeliest encoding, or None if the bytes above ASCII are no words."""
    evidence = Evidence(sample)
    best = evidence.best()
    if best is None or evidence.total >= FEW or detector is by_letters:
        return best
    guess = detector(sample)
    return guess if guess and evidence.lead(best, guess) < UNSURE else best


#: The texts between tags; characters of them that are UTF-8, bytes that are not, and such behind the former.
_TEXT, _UTF8 = re.compile(rb"[^<>]+"), re.compile("[^\0-\x7f\udc80-\udcff]+")
_OTHER, _CUT = re.compile("[\udc80-\udcff]+"), re.compile("(?<=[^\0-\x7f\udc80-\udcff])[\udc80-\udcff]+")


def decode_mixed(body: bytes) -> Decoded:
    """Decode a page in UTF-8 with texts in another encoding, whose characters count as replaced.

    A single bad character is damage, and becomes U+FFFD, and so are halves of characters, and bad ones right
    behind good ones: a title that was cut in a character.
    """
    if is_utf8(body):  # nothing but a cut last character was bad
        return Decoded(body, "utf-8", "utf-8")
    decoded = decode_as(body, "utf-8", "utf-8")
    if decoded.replaced <= 1:
        return decoded
    texts = [text for text in dict.fromkeys(_TEXT.findall(body)) if not is_utf8(text)]
    others, lost = set(filter(is_other, texts)), 3 * REPLACEMENT_CHARACTER["utf-8"]
    marked = {text: bad_marked(text if text in others else HALF.sub(lost, text)) for text in texts}
    sample = "\n".join([_UTF8.sub("", text) for text in marked.values()])
    codec = by_letters(sample.encode("ascii", "surrogateescape")) or "cp1252"
    chars = dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")
    if codec not in MULTI_BYTE:
        chars = dict(enumerate(table_of(codec)[128:], 0xDC80))
    read = dict[bytes, str]()
    for text, said in marked.items():
        if text in others and codec in MULTI_BYTE:
            read[text] = decode_as(text, codec, "").text
        else:
            read[text] = (said if text in others else _CUT.sub("\ufffd", said)).translate(chars)
    utf8 = _TEXT.sub(lambda text: read[text[0]].encode() if text[0] in read else text[0], body)
    return Decoded(utf8, "utf-8", "utf-8", decoded.replaced)


def is_other(text: bytes) -> bool:
    """Tell whether a text is in another encoding: bytes of such a text may be UTF-8 by chance."""
    said = bad_marked(HALF.sub(b"", text))
    return len(_OTHER.sub("", said)) < len(_UTF8.sub("", said))


def bad_marked(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


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
    if codec not in MULTI_BYTE and has_ascii(codec):
        text = "".join([codecs.charmap_decode(part, "strict", table_of(codec))[0] for part in parts_of(body)])
        return Decoded(text.encode(), codec, source, text.count("\ufffd"))
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
def has_ascii(codec: str) -> bool:
    """Tell whether the bytes of ASCII mean the same in an encoding."""
    return bytes(range(128)).decode(codec, "replace").isascii()


@cache
def table_of(codec: str) -> str:
    """Return the character of each byte in a single-byte encoding that has ASCII.

    Some bytes from 0x80 to 0x9F are undefined in Python, but C1 controls in the standard.
    """
    above = [
        chr(byte) if byte < 0xA0 and char == "\ufffd" else char
        for byte, char in enumerate(characters(codec), 128)
    ]
    return bytes(range(128)).decode() + "".join(above)


def euro(error: UnicodeError) -> tuple[str, int]:
    """Decode 0x80, a sign that Python does not know: https://encoding.spec.whatwg.org/#gb18030-decoder."""
    assert isinstance(error, UnicodeDecodeError)
    if error.object[error.start] == 0x80:
        return "€", error.start + 1
    return "\ufffd", error.end


codecs.register_error(_EURO, euro)
