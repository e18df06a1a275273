"""Long texts, and blocks of many parts, come out as short ones do: they are read with Python's lock let go."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_content_extract.content import core
from scrapy_content_extract.content.core import words_py
from scrapy_content_extract.content.markup import BLOCK_BOUNDARY, JOINED

#: More than enough that each of these is long: a piece, as it is written, and the sentences that end in it.
TIMES = 100_000
PIECES = {
    "sentences": ("It is.  ", "It is. ", 1),
    "white space of more than one byte": ("a\u3000b!\u00a0", "a b! ", 1),
    "one word": ("abc", "abc", 0),
    "Chinese sentences": ("是。", "是。", 1),
}


@pytest.mark.parametrize(("piece", "written", "ends"), PIECES.values(), ids=PIECES)
def test_one_long_text(piece, written, ends):
    render = core.render
    texts, nothing = [piece * TIMES, "end"], frozenset()
    gap = bytes([BLOCK_BOUNDARY, JOINED])
    first = array("i", [0, 1])
    [line] = render.render(texts, gap, nothing, array("i", [0]), array("i", [2]), first)
    assert line == f"{(written * TIMES).strip()}{' ' if written[-1] == ' ' else ''}end"
    assert list(render.count_sentence_ends(texts)) == [0, ends * TIMES, ends * TIMES]


WORDS = st.sampled_from(
    ["rain", "a", "é", "«", "雨", "\u00ad", " ", "  ", "\n", "\u00a0", "\u2003", "\x7f", "\x1f"]
)


@given(st.lists(st.lists(WORDS, min_size=1).map("".join), min_size=1, max_size=3))
def test_white_space_anywhere(texts):
    """Eight bytes without any but single spaces are written together."""
    gap, first = bytes([BLOCK_BOUNDARY] + [JOINED] * (len(texts) - 1)), array("i", [0, 1])
    [line] = core.render.render(texts, gap, (), array("i", [0]), array("i", [len(texts)]), first)
    assert line == " ".join("".join(texts).split())


@pytest.mark.parametrize("text", ["", " ", "a \n b", " \u3000a" * words_py.PART, "a" * 3 * words_py.PART])
def test_collapsed(text):
    assert words_py.collapsed(text) == " ".join(text.split())
