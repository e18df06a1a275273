"""Text of ASCII and pairs of bytes is decoded as Python's codecs do it, and its common characters are counted."""

import random
from itertools import product

import pytest

from scrapy_content_extract.content import columns
from scrapy_content_extract.content.encoding.decoders import PAIRED, characters_of, decode_as
from scrapy_content_extract.content.encoding.detect import COMMON, marks_of, share_of_common

pytestmark = pytest.mark.usefixtures("compiled")
each_codec = pytest.mark.parametrize("codec", sorted(PAIRED))


def decoded(body, codec):
    return columns.scan.utf8_of_pairs(body, codec, characters_of)


def by_python(body, codec):
    """Return the text of Python's codec for bytes, or None if it fails."""
    try:
        return body.decode(codec).encode()
    except UnicodeError:
        return None


@each_codec
def test_all_pairs(codec):
    """Each alone, and between ASCII.  Two characters, or one of four bytes, are left to the codec."""
    for pair in map(bytes, product(range(128, 256), range(256))):
        expected = by_python(pair, codec)
        if expected is not None and (len(expected.decode()) > 1 or len(expected) > 3):
            expected = None
        assert decoded(pair, codec) == expected, pair
        between = b"0" + pair + b"<a href=x>"
        assert decoded(between, codec) == (None if expected is None else by_python(between, codec)), pair


def test_four_bytes_are_left_to_the_codec():
    """All that are four bytes begin with a first byte and a digit, which are no pair."""
    for first, digit in product(range(0x81, 0xFF), b"0123456789"):
        assert decoded(bytes((first, digit, 0x81, 0x30)), "gb18030") is None


#: why → bytes that are left to the codec, in all three encodings
LEFT = {
    "half a pair at the end": b"a\xb0",
    "half a pair before mark-up": b"\xb0<p>",
    "no first byte": b"\x80",
    "no byte of the encoding": b"\xb0\xa1\xff\xff",
}


@each_codec
@pytest.mark.parametrize("body", LEFT.values(), ids=LEFT)
def test_left_to_the_codec(body, codec):
    assert decoded(body, codec) is None
    assert decode_as(body, codec, "meta").text == body.decode(codec, "replace")


@each_codec
def test_any_text(codec):
    """Pieces of ASCII of any length around pairs, whatever is copied eight bytes at a time."""
    pairs = [
        bytes((128 | number >> 8, number & 255)) for number, code in enumerate(characters_of(codec)) if code
    ]
    for n in range(2000):
        chance = random.Random(n)
        body = b"".join(
            chance.choice(pairs) if chance.random() < 0.5 else b"<p a=0>~ " * chance.randint(0, 3)
            for _ in range(chance.randint(0, 40))
        )
        assert decoded(body, codec) == body.decode(codec).encode()
        with columns.running("Python"):
            expected = decode_as(body, codec, "meta").text, share_of_common(body[1:], codec)
        assert (decode_as(body, codec, "meta").text, share_of_common(body[1:], codec)) == expected


@each_codec
def test_common_characters_are_counted(codec):
    """A half at the end of a sample counts for nothing."""
    common, rare = COMMON[codec][0].encode(codec), "鬱".encode(codec)
    body = b"<p>" + common * 3 + b" " + rare + common[:1]
    assert columns.scan.count_pairs(body, codec, marks_of) == (3, 4)
