"""How many words of a paragraph others have, too, worked by hand, and the words themselves."""

from __future__ import annotations

from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.features import WORDS, describe, describe_in_parts
from scrapy_content_extract.content.core import words_py


def numbered(texts, starts, most=WORDS):
    words, begin = core.words.number_words(texts, array("i", starts), most)
    return [list(words[a:z]) for a, z in pairwise(begin)]


#: Texts, each a paragraph, and its words as numbers.
WORDS_OF = {
    "letters without their case": (["Post of ANN", "ann posts"], [[0, 1, 2], [2, 3]]),
    "digits are one word": (["Floor 12, 2012-03-04", "7"], [[0, 1, 1, 1, 1], [1]]),
    "digits end a word": (["abc12abc"], [[0, 1, 0]]),
    "punctuation does not count": (["a - b… “c” ¿d?", "—"], [[0, 1, 2, 3], []]),
    "letters of two bytes": (["Überfluß", "Überflut"], [[0], [1]]),
    "only letters of ASCII lose their case": (["Ö ö"], [[0, 1]]),
    "Uighur": (["يازما سانى : 196", "يازما سانى : 72"], [[0, 1, 2], [0, 1, 2]]),
    "each Chinese letter is one": (["雨季。雨", "季，节"], [[0, 1, 0], [1, 2]]),
    "letters of four bytes": (["𠀀𠀁𠀀"], [[0, 1, 0]]),
    "of a long word the first 16 bytes": (["a" * 16 + "b", "a" * 16 + "c", "a" * 15], [[0], [0], [1]]),
    "nothing": (["", " \xa0\u3000"], [[], []]),
}


@pytest.mark.parametrize("name", WORDS_OF)
def test_words(name):
    texts, expected = WORDS_OF[name]
    assert numbered(texts, range(len(texts) + 1)) == expected


def test_a_paragraph_has_several_texts():
    assert numbered(["a b", "c", "a"], [0, 2, 3]) == [[0, 1, 2], [0]]
    assert numbered(["ab", "c", "ab c"], [0, 2, 3]) == [[0, 1], [0, 1]]  # a text ends a word


def test_only_the_first_words_count():
    assert numbered(["a b c", "c"], [0, 1, 2], 2) == [[0, 1], [2]]


def test_no_texts():
    assert numbered([], [0]) == []


#: The words of each paragraph, their looks, and the four shares of each by hand.
SHARES = {
    "two that look alike are not compared": (
        ["a b", "a c"],
        [0, 0],
        {"words_alike": [0, 0], "words_of_half": [0, 0], "words_twice": [50, 50], "words_often": [0, 0]},
    ),
    "three of three have a": (
        ["a b", "a c", "d a a"],
        [0, 0, 0],
        {
            "words_alike": [50, 50, 66],
            "words_of_half": [50, 50, 66],
            "words_twice": [50, 50, 66],
            "words_often": [0, 0, 0],
        },
    ),
    "three of seven are less than half": (
        ["a", "a", "a", "b", "c", "d", "e"],
        [0] * 7,
        {
            "words_alike": [100] * 3 + [0] * 4,
            "words_of_half": [0] * 7,
            "words_twice": [100] * 3 + [0] * 4,
            "words_often": [0] * 7,
        },
    ),
    "other looks count for the page alone": (
        ["a", "a", "a b", "a", "b"],
        [0, 0, 0, 3, 3],
        {
            "words_alike": [100, 100, 50, 0, 0],
            "words_of_half": [100, 100, 50, 0, 0],
            "words_twice": [100, 100, 100, 100, 100],
            "words_often": [100, 100, 50, 100, 0],
        },
    ),
    "a word twice in one paragraph is in one": (
        ["a a a a", ""],
        [0, 1],
        {"words_alike": [0, 0], "words_of_half": [0, 0], "words_twice": [0, 0], "words_often": [0, 0]},
    ),
}


@pytest.mark.parametrize("name", SHARES)
def test_shares(name):
    texts, looks, expected = SHARES[name]
    words, starts = core.words.number_words(texts, array("i", range(len(texts) + 1)), WORDS)
    shares = core.facts.shares(words, starts, array("i", looks))
    assert dict(zip(core.facts.OF_WORDS.split(), map(list, shares))) == expected


@given(st.lists(st.text("ab Z09é،ш雨。， —𠀀\xa0ئۇ.-", max_size=80), max_size=8), st.integers(1, 40))
def test_words_are_those_of_python(texts, most):
    starts = array("i", range(len(texts) + 1))
    found = core.words.number_words(texts, starts, most)
    assert found == words_py.number_words(texts, starts, most)


POST = "<div class=user>Rank: {} Posts: {}</div><div class=said>{}</div>"
THREAD = "".join(
    POST.format(rank, posts, said)
    for rank, posts, said in (
        ("member", 12, "Who has seen the tram?"),
        ("guest", 3, "It left before noon."),
        ("member", 907, "Never, my goat waits still."),
    )
)


def test_what_stands_at_each_post_is_told_from_posts():
    described = describe(page_of(THREAD))
    assert list(described.column("words_of_half")) == [75, 0, 75, 0, 75, 0]  # "rank", "posts", a number


def test_parts_of_a_page_are_told_of_all_of_it():
    page = page_of(THREAD)
    parts = [list(part.column("words_of_half")) for part in describe_in_parts(page, 2)]
    assert parts == [[75, 0], [75, 0], [75, 0]]
