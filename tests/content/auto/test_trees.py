"""Boosted trees, on one small enough to be followed by hand."""

from array import array
from math import exp

import pytest

from scrapy_content_extract.content.auto.auto import model
from scrapy_content_extract.content.auto.features import FEATURES
from scrapy_content_extract.content.auto.trees import Tree, Trees

# The first asks whether a is at most 3, then, on the left, whether b is at most 10; the second
# only whether a is at most 5.  128 is a leaf of no effect, so a leaf of 130 is two steps of 0.5.
SMALL = Trees(
    {"a": [3, 5], "b": [10]},
    [
        Tree([(0, 0, 1, ~2), (1, 0, ~0, ~1)], [130, 126, 128]),
        Tree([(0, 1, ~0, ~1)], [129, 124]),
    ],
    0.5,
)

#: a and b, and the steps of both leaves
ROWS = {
    "left, left; a threshold itself goes left": (3, 10, 2 + 1),
    "left, right": (3, 11, -2 + 1),
    "right; left of the second": (4, 0, 0 + 1),
    "right of both": (6, 0, 0 - 4),
    "far below": (-50, -50, 2 + 1),
    "far above": (10**6, 10**6, 0 - 4),
}


@pytest.mark.parametrize(("a", "b", "steps"), ROWS.values(), ids=ROWS)
def test_one_row(a, b, steps):
    assert list(SMALL.probabilities(array("i", [a, b]))) == [1 / (1 + exp(-0.5 * steps))]


def test_many_rows_at_once():
    numbers = array("i", [a for a, _, _ in ROWS.values()] * 1500 + [b for _, b, _ in ROWS.values()] * 1500)
    expected = [1 / (1 + exp(-0.5 * steps)) for _, _, steps in ROWS.values()]
    assert list(SMALL.probabilities(numbers)) == expected * 1500


#: a and b, and how far each moves the row from the mean of all leaves: 128 of the first tree, as of both its
#: children; 126.5 of the second
MOVED = {
    "b from 128 to 130, a from 126.5 to 129": (3, 10, {"a": 2.5, "b": 2}),
    "b to 126": (3, 11, {"a": 2.5, "b": -2}),
    "the first tree does not ask for b; a to 128 and 124": (6, 0, {"a": -2.5, "b": 0}),
}


@pytest.mark.parametrize(("a", "b", "expected"), MOVED.values(), ids=MOVED)
def test_contributions(a, b, expected):
    assert SMALL.contributions([a, b]) == expected


def test_a_model_that_was_written_is_read_again(tmp_path, monkeypatch):
    file = tmp_path / "small.json"
    file.write_text(SMALL.dump(), "utf-8")
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert Trees.load("small.json") == SMALL


def test_the_model_of_auto_knows_the_features_as_they_are_made():
    assert list(model().features) == [feature.name for feature in FEATURES]


def test_the_model_is_small():
    assert len(model().dump()) < 300_000
    assert all(len(thresholds) < 255 for thresholds in model().features.values())
