"""What figures in docs and a failed build rest on; expected values are worked out by hand."""

from __future__ import annotations

import pytest

from lab.data import metrics
from lab.data.agreement import bcubed, matched
from lab.data.intervals import mean_of
from lab.speed import budget
from lab.trials import readers

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


# ---- what fails a build


def test_a_stage_above_the_budget_fails():
    today = {budget.REFERENCE: budget.Line(0.2), "read": budget.Line(0.5)}
    for found, status in ((0.5, 0), (0.53, 1), (0.47, 0)):
        judged = budget.judged({budget.REFERENCE: 0.2, "read": found}, budget.versions(), today)
        assert judged[0] == status


#: HTML, Markdown that is as much alive, and Markdown that is more so
ALIVE = {
    "a tag": ("<p>&lt;inject&gt;</p>", "&lt;inject>", "<inject>"),
    "an address": (
        '<p><a href="http://a.test/x">a</a> b</p>',
        "[a](http://a.test/x) b",
        "[a](http://a.test/z) b",
    ),
    "a heading": ("<p># a</p>", "\\# a", "# a"),
}


@pytest.mark.parametrize(("html", "right", "wrong"), ALIVE.values(), ids=ALIVE)
def test_markdown_that_is_alive(html, right, wrong):
    assert readers.Readers().faults_of(html, right) == []
    assert readers.Readers().faults_of(html, wrong) != []
