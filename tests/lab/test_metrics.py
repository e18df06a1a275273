"""Metrics, intervals, the readers of labels; expected values are worked out by hand."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")
pytest.importorskip("scipy", reason="the intervals need SciPy, of the extra 'bench'")

from lab.data import marked, metrics
from lab.data.agreement import bcubed, matched, owners
from lab.data.intervals import mean_of
from lab.data.landmarks import without_landmarks
from scrapy_content_extract.content import page_of

pytestmark = pytest.mark.surroundings

# ---- texts

# metric, text, gold text; precision, recall and F1 with pencil and paper
SCORES = {
    "2 of 3 words are 2 of 2": ("words", "It rains today", "it rains", (2 / 3, 1, 4 / 5)),
    "a word counts as often as in the text that has less of it": ("words", "a a b", "a b b", (2 / 3,) * 3),
    "Chinese without spaces is one word": ("words", "中文", "中文 文", (1, 1 / 2, 2 / 3)),
    "characters in order: of ab and ba one": ("characters", "ab", "ba", (1 / 2,) * 3),
    "white space and invisible characters do not count": ("characters", "a b\u200b", "\ufeffab", (1, 1, 1)),
    "nothing was asked for and nothing given": ("characters", "", " ", (1, 1, 1)),
    "nothing was given": ("words", "", "a", (0, 0, 0)),
}


@pytest.mark.parametrize(("metric", "text", "gold", "expected"), SCORES.values(), ids=SCORES)
def test_metrics(metric, text, gold, expected):
    assert getattr(metrics, metric)(text, gold) == pytest.approx(expected)


def test_an_interval_is_that_of_the_textbook():
    """Of 100 pages of 0 or 1 the mean varies by .05; 1.96 times that is half the interval."""
    mean, low, high = mean_of([0.0, 1.0] * 50)
    assert mean == 0.5
    assert (low, high) == (pytest.approx(0.402, abs=0.02), pytest.approx(0.598, abs=0.02))


# ---- blocks

# For each character its block and its gold block; P and R by hand.
BCUBED = {
    "the same blocks": ([0, 0, 1], [5, 5, 7], 1, 1),
    # each of 4 characters shares its block with half of it
    "one block for two": ([0] * 4, [0, 0, 1, 1], 1 / 2, 1),
    # of gold block 0, 2 of 3 and 1 of 3 characters: (4 + 1) / 3; of 1 all: 1; so 8/3 of 4
    "a block that crosses": ([0, 0, 1, 1], [0, 0, 0, 1], (2 + 1 / 2 + 1 / 2) / 4, (5 / 3 + 1) / 4),
    "characters in no block do not count for P": ([0, 0, -1, -1], [0, 0, 0, 0], 1, (4 / 4) / 4),
    "those in no gold block do not count for R, and are wrong for P": ([0, 0], [0, -1], 1 / 4, 1),
    "no gold block": ([0, 0], [-1, -1], 0, 0),
}


@pytest.mark.parametrize(("blocks", "gold", "P", "R"), BCUBED.values(), ids=BCUBED)
def test_bcubed(blocks, gold, P, R):
    F = 2 * P * R / (P + R) if P + R else 0
    assert bcubed(blocks, gold) == pytest.approx((P, R, F), abs=1e-12)


# Texts, gold texts, and how many match; two texts are alike from 2·LCS/(sum of lengths) = .8 on.
MATCHED = {
    "the same": (["ab", "cd"], ["cd", "ab"], 2),
    "8 of 10 characters in common": (["abcdefghij"], ["abcdefghxy"], 1),
    "7 of 10": (["abcdefghij"], ["abcdefgxyz"], 0),
    "2 * 4 / (4 + 6)": (["abcd"], ["abcdef"], 1),
    "2 * 4 / (4 + 7)": (["abcd"], ["abcdefg"], 0),
    "a gold block has one match": (["abcde", "abcde"], ["abcde"], 1),
    "the more alike goes first": (["abcdefghiX", "abcdefghij"], ["abcdefghij", "abcdefghXY"], 2),
    "nothing": ([], ["a"], 0),
}


@pytest.mark.parametrize(("texts", "gold", "hits"), MATCHED.values(), ids=MATCHED)
def test_matched(texts, gold, hits):
    P_and_R = matched(texts, gold)[:2]
    assert P_and_R == (hits / len(texts) if texts else 0, hits / len(gold))


OWNERS = {
    "all of it": (["ab", "c"], "abc", [0, 0, 1]),
    "left out between blocks": (["ab", "cd"], "abXcd", [0, 0, -1, 1, 1]),
    "left out inside a block: it belongs to it": (["abcd"], "abXcd", [0] * 5),
    "nine characters left out are no slip": (["abcd"], "abXXXXXXXXXcd", [0] * 2 + [-1] * 9 + [0] * 2),
    "left out at the ends": (["b"], "abc", [-1, 0, -1]),
    "what is not in the page": (["ab", "QQ", "cd"], "abcd", [0, 0, 2, 2]),
}


@pytest.mark.parametrize(("blocks", "text", "expected"), OWNERS.values(), ids=OWNERS)
def test_owners(blocks, text, expected):
    assert owners(blocks, text) == expected


PAGE = """<html><head><title>no text</title></head><body class="highlight">
<div data-block="1" data-block-type="Header" class="">The head</div>
<script>no text</script>
<div data-block="1">Before <p data-block="2">In\u200bside</p> after <p data-block="2"> </p></div>
and the end</body></html>"""


def test_marks():
    page = marked.read_marks("name", PAGE)
    assert page.text == "TheheadBeforeInsideafterandtheend"
    assert page.texts("top") == ["Thehead", "BeforeInsideafter"]
    assert page.texts("leaf") == ["Thehead", "Inside"]
    assert page.owners["top"] == [0] * 7 + [1] * 17 + [-1] * 9
    assert page.owners["leaf"] == [0] * 7 + [1] * 6 + [2] * 6 + [1] * 5 + [-1] * 9
    assert "data-block" not in page.html
    assert "class" not in page.html


def test_the_chinese_labels_cover_their_texts_once():
    """Blocks are contiguous, and no leaf crosses the border of a top block."""
    for label in marked.chinese_labels():
        for level in ("top", "leaf"):
            stops = [0, *(stop for _, stop, _ in label[level])]
            assert [start for start, _, _ in label[level]] == stops[:-1], label["id"]
            assert stops == sorted({*stops}), label["id"]
            assert stops[-1] == label["chars"], label["id"]
        assert {start for start, *_ in label["top"]} <= {start for start, *_ in label["leaf"]}, label["id"]


# ---- landmarks

SAID = {
    "elements": ("<header>a</header><main>b</main><p>c</p>", ["header", "main", None]),
    "types of schema.org": (
        '<ol itemtype="https://schema.org/BreadcrumbList"><li>a</li></ol><p itemprop=mainContentOfPage>b',
        ["breadcrumb", "main"],
    ),
    "a label": ('<nav aria-label="Breadcrumbs">a</nav><p>b', ["breadcrumb", None]),
    "the innermost": ("<footer>a<nav>b</nav></footer>", ["footer", "navigation"]),
    "a footer of an article": ("<main><article><footer>a</footer></article></main>", ["main"]),
    "another role is none": ("<nav role=search>a</nav><footer>b</footer>", [None, "footer"]),
}


@pytest.mark.parametrize(("html", "roles"), SAID.values(), ids=SAID)
def test_what_landmarks_say(html, roles):
    without, found = without_landmarks(html.encode())
    assert found == roles
    assert not re.search(rb"<(nav|main|header|footer|article)|role=|aria-|item", without)
    assert page_of(without).text == page_of(html).text
