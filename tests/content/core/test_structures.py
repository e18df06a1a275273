"""The core behind structures, furniture and pictures: compiled they give the same, and refuse the same."""

from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.auto import facts_of
from scrapy_content_extract.content.auto.steps import (
    articles_with_linked_heading,
    made_unlikely,
    paragraphs_of,
)
from scrapy_content_extract.content.auto.structures import with_lines
from scrapy_content_extract.content.core import words_py
from scrapy_content_extract.content.document import kept
from scrapy_content_extract.content.page.choice import Choice
from tests.helpers.pages import URL, result_of
from tests.helpers.python_side import python_side

pytestmark = pytest.mark.usefixtures("compiled")


def both(part, name, *args):
    """Return what a part gives, which is the same on both sides."""
    compiled, python = (getattr(side, name)(*args) for side in (getattr(core, part), python_side()[part]))
    assert compiled == python
    return compiled


PIECES = """<ul> </ul> <li> <li> <table> </table> <tr> <td> <td> <div> </div> <p> <p> <h2> </h2> <figure> </figure>
<figcaption> <img> <img> <video></video> <a> </a> <aside> </aside> <pre> </pre> <br>""".split()
PIECES = [piece.replace("<img>", "<img src=x>").replace("<a>", "<a href=y>") for piece in PIECES]
PIECES += ["a", "b ", "some more words to read", "1"]
pages = st.lists(st.sampled_from(PIECES), min_size=1, max_size=60).map("".join)


@given(pages, st.randoms(use_true_random=False))
def test_structures_of_any_page(html, chance):
    page = page_of(html)
    chosen = bytearray(chance.random() < 0.6 for _ in page.lines)
    marks = bytes(chance.random() < 0.5 for _ in page.code)
    columns = page.parent, page.first, page.stop, page.line_starts, page.chars_before, page.link_chars_before
    before = page.chars_before
    chars = array("i", [before[stop] - before[start] for start, stop in page.lines])
    p = array("d", [chance.random() for _ in page.lines])
    alike = array("i", [chance.randrange(100) for _ in page.lines])
    of_lines = chosen, p, chars, alike
    found, begin, end = both("queries", "structures_to_complete", marks, *columns, *of_lines, 0.5, 0.5, 50)
    for i, low, beyond in zip(found, begin, end):
        inside = chosen[low:beyond]
        assert marks[i]
        assert 0 in inside
        assert 1 in inside or chosen[low - 1] or chosen[beyond]
        missing = [b for b in range(low, beyond) if not chosen[b]]
        assert sum(p[b] * chars[b] for b in missing) >= 0.499 * sum(chars[b] for b in missing)
    assert list(found) == sorted(found, reverse=True)


@given(pages, st.randoms(use_true_random=False))
def test_lines_of_any_page(html, chance):
    page = page_of(html)
    chosen = bytearray(chance.random() < 0.6 for _ in page.lines)
    p = array("d", [chance.random() for _ in page.lines])
    flags = chance.random() < 0.5, chance.random() < 0.5
    added = with_lines(page, facts_of(page)._replace(p=p), chosen, *flags)
    assert all(before <= after for before, after in zip(chosen, added))
    assert 1 in chosen or 1 not in added


@given(pages)
def test_stories_of_any_page(html):
    page = page_of(html)
    for article in articles_with_linked_heading(page):
        headings = [i for i in page.headings if article < i < page.end[article] and page.is_linked(i)]
        assert page.first[article] in [page.first[i] for i in headings]


@given(pages, st.randoms(use_true_random=False))
def test_hidden_paragraphs_of_any_page(html, chance):
    page = page_of(html)
    hidden = bytes(chance.random() < 0.7 for _ in page.gap)
    marks = paragraphs_of(hidden, page.line_starts)
    assert [*map(bool, marks)] == [0 not in hidden[start:stop] for start, stop in page.lines]
    p = array("d", [chance.random() for _ in marks])
    look = array("i", [chance.randrange(len(marks)) for _ in marks])
    known = facts_of(page)._replace(p=p, look=look)
    new_p, new_look, *_ = made_unlikely(known, marks) if marks else known
    assert list(new_p) == [0.0 if mark else old for mark, old in zip(marks, p)]
    assert [new for new, mark in zip(new_look, marks) if not mark] == [
        old for old, mark in zip(look, marks) if not mark
    ]


LETTERS = [
    "e",
    "E",
    "é",
    "É",
    "ş",
    "Ş",
    "图",
    "文",
    " ",
    "\n",
    "\x0b",
    "\u00a0",
    "©",
    "«",
    "…",
    "。",
    "1",
    "-",
    "\U0001f600",
]
letters = st.text(st.sampled_from(LETTERS), max_size=12)
phrase = st.text(st.sampled_from("eéş图文©1 -"), min_size=2, max_size=8).filter(lambda s: len(s.encode()) > 3)


@given(
    st.lists(phrase, min_size=1, unique=True),
    st.lists(letters, max_size=8),
    st.randoms(use_true_random=False),
)
def test_beginnings_of_any_texts(phrases, texts, chance):
    texts = [chance.choice(phrases) + text if chance.random() < 0.5 else text for text in texts]
    texts = [chance.choice(LETTERS) + text.upper() if chance.random() < 0.3 else text for text in texts]
    starts = sorted({0, len(texts), *(k for k in range(len(texts)) if chance.random() < 0.6)})
    n = len(starts) - 1
    chosen, chars = bytearray(chance.random() < 0.8 for _ in range(n)), array("i", range(n))
    found = [
        side.Phrases(phrases).beginning(given, array("i", starts), chosen, chars, 5)
        for side in (core.words, words_py)
        for given in (texts, core.render.Texts(texts))
    ]
    assert found.count(found[0]) == len(found)


#: phrases, the texts of a paragraph, the phrase that it begins with
BEGINNINGS = {
    "the first word": (["wind", "boat"], ["boats"], 1),
    "the second": (["wind", "boat"], ["a boat"], 1),
    "the third": (["wind"], ["a b wind"], None),
    "the first before the second": (["wind", "boat"], ["wind boat"], 0),
    "the longest": (["wind", "windows", "windo"], ["windows"], 1),
    "behind signs": (["wind"], ["-– «“（ wind"], 0),
    "only signs": (["wind"], ["-– «"], None),
    "in capitals": (["écoute"], ["ÉCOUTE"], 0),
    "with a capital": (["écoute"], ["Écoute"], 0),
    "in mixed letters": (["écoute"], ["éCoUtE"], 0),
    "in two texts": (["wind of"], ["wind", "of"], 0),
    "a sign that counts": (["© 20"], ["© 2025"], 0),
    "shorter than a phrase": (["wind"], ["win"], None),
    "no text": (["wind"], [""], None),
}


@pytest.mark.parametrize(("phrases", "texts", "expected"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_beginnings(phrases, texts, expected):
    for side in (core.words, words_py):
        found = side.Phrases(phrases).beginning(texts, array("i", [0, len(texts)]), b"\1", array("i", [9]), 9)
        assert found == ([] if expected is None else [(0, expected)])
        assert (
            side.Phrases(phrases).beginning(texts, array("i", [0, len(texts)]), b"\0", array("i", [9]), 9)
            == []
        )
        assert (
            side.Phrases(phrases).beginning(texts, array("i", [0, len(texts)]), b"\1", array("i", [10]), 9)
            == []
        )


#: phrases, a text, the phrases that it has
WITHIN = {
    "several": (["wind", "boat", "rain"], "rain and wind", [0, 2]),
    "one in another": (["windows", "wind", "window"], "windowsill", [0, 1, 2]),
    "one twice": (["wind"], "wind, wind", [0]),
    "at the end": (["wind"], "a wind", [0]),
    "in capitals": (["écoute"], "ÉCOUTE", [0]),
    "not all of it": (["wind", "winds"], "a wind", [0]),
    "half of a character": (["图文图"], "图文\ud800", []),
    "no text": (["wind"], "", []),
}


@pytest.mark.parametrize(("phrases", "text", "expected"), WITHIN.values(), ids=WITHIN)
def test_phrases_within_a_text(phrases, text, expected):
    for side in (core.words, words_py):
        assert side.Phrases(phrases).within(text) == expected


@given(st.lists(phrase, min_size=1, unique=True), st.text(st.sampled_from(LETTERS), max_size=40))
def test_phrases_within_any_text(phrases, text):
    text = phrases[0] + text + phrases[-1]
    found = [side.Phrases(phrases).within(text) for side in (core.words, words_py)]
    assert found[0] == found[1]
    assert set(found[0]) >= {number for number, phrase in enumerate(phrases) if phrase in text}


@pytest.mark.parametrize("phrase", ["", "win", "©"])
def test_a_phrase_that_is_too_short(phrase):
    for side in (core.words, words_py):
        with pytest.raises(ValueError, match="less than 4 bytes"):
            side.Phrases(["wind", phrase])


def test_there_may_be_no_phrases():
    for side in (core.words, words_py):
        assert side.Phrases([]).beginning(["wind"], array("i", [0, 1]), b"\1", array("i", [4]), 9) == []


@given(pages, st.randoms(use_true_random=False))
def test_pictures_of_any_page(html, chance):
    page = page_of(html, url=URL)
    ranges = tuple((k, k + 1) for k in range(len(page.gap)) if chance.random() < 0.4)

    def made(side):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kept.core, "selection", side)
            return result_of(Choice(replace(page), ranges)).html

    assert made(core.selection) == made(python_side()["selection"])


#: The columns of a page whose only text is chosen, with a picture behind it.
TREE = {
    "parent": [-1, 0, 0], "end": [3, 2, 3], "first": [0, 0, 1], "stop": [1, 1, 1], "kind": [0, 0, 0],
    "block": [-1, -1, -1], "chars_before": [0, 9], "chosen_before": [0, 9], "shown_before": [0, 0, 0, 1],
}  # fmt: skip


def columns_of(**changed):
    of = {**TREE, **changed}
    kind = bytearray(of["kind"])
    kind[2:3] = bytes([core.kinds.IMG]) if len(kind) > 2 else b""
    return [kind if name == "kind" else array("i", of[name]) for name in TREE]


def test_a_picture_behind_the_text():
    found, boxes = both("selection", "pictures_apart", *columns_of(), 0, 60)
    assert (list(found), list(boxes)) == ([2], [2])


WRONG_LINES = {
    "fewer beginnings": ([0], b"\1", [1]),
    "fewer numbers of characters": ([0, 1], b"\1", []),
    "fewer paragraphs": ([0, 1], b"", [1]),
}


@pytest.mark.parametrize(("starts", "chosen", "chars"), WRONG_LINES.values(), ids=WRONG_LINES)
def test_lines_that_do_not_fit_phrases(starts, chosen, chars):
    with pytest.raises(ValueError, match="not of one length"):
        core.words.Phrases(["wind"]).beginning(["wind"], array("i", starts), chosen, array("i", chars), 9)
