"""What holds for every segmenter of the table, wherever it cuts.

A segmenter that is added to SEGMENTERS is tested here without a word more.
"""

from __future__ import annotations

import re

import pytest

from scrapy_content_extract import segment
from scrapy_content_extract.content import SEGMENTERS, page_of
from scrapy_content_extract.content.methods import VISUAL
from scrapy_content_extract.content.page.page import Page
from tests.content.methods.test_extractors import (
    check_deterministic,
    check_tree_untouched,
    squeeze,
)
from tests.helpers.folders import ROOT
from tests.helpers.pages import EMPTY, HOSTILE, SHAPES, random_page

#: The segmenters that need only mark-up; test_vips.py has the same checks on pages with boxes.
NAMES = [name for name in SEGMENTERS if name not in VISUAL]
every_segmenter = pytest.mark.parametrize("segmenter", [SEGMENTERS[name]() for name in NAMES], ids=NAMES)

#: Methods that read the lines of the source: to them a page without line breaks is one line.
READS_SOURCE_LINES = {"btls"}
#: Methods that see only the mark-up's tree, or tags.
reads_tags = pytest.mark.parametrize(
    "segmenter",
    [SEGMENTERS[name]() for name in NAMES if name not in READS_SOURCE_LINES],
    ids=[name for name in NAMES if name not in READS_SOURCE_LINES],
)


def check_coverage(segmenter, page: Page) -> None:
    """The blocks hold each text of the page once, in its order, and say what they hold."""
    blocks = segmenter.segment(page).blocks
    covered = [k for block in blocks for start, stop in block.ranges for k in range(start, stop)]
    assert covered == list(range(len(page.text)))
    assert sum(block.chars for block in blocks) == sum(page.chars)
    assert all(block.chars > 0 for block in blocks)
    assert squeeze("".join(block.text for block in blocks)) == squeeze("".join(page.text))


CHECKS = [check_coverage, check_deterministic, check_tree_untouched]
SMALL = [shape(20_000) for shape in SHAPES.values()] + [random_page(seed) for seed in range(150)]


@pytest.mark.parametrize("check", CHECKS)
@every_segmenter
def test_small_pages(segmenter, check):
    for html in SMALL:
        check(segmenter, page_of(html))


@pytest.mark.parametrize("html", EMPTY.values(), ids=EMPTY)
@every_segmenter
def test_empty_page(segmenter, html):
    assert segmenter.segment(page_of(html)).blocks == ()


@pytest.mark.parametrize("name", HOSTILE)
@every_segmenter
def test_hostile_page(segmenter, name):
    check_coverage(segmenter, page_of(HOSTILE[name]()))


# ------------------------------------------------------------------ white space in the source

PRETTY = (ROOT / "tests/pages/methods/indented.html").read_text("utf-8")


def minify(html: str) -> str:
    return re.sub(r">\s+", ">", re.sub(r"\s+<", "<", html.strip()))


@reads_tags
def test_a_minified_page_has_the_same_blocks(segmenter):
    minified = minify(PRETTY)
    assert "\n" not in minified
    pretty, flat = (segment(html, segmenter=segmenter) for html in (PRETTY, minified))
    assert len(pretty.blocks) > 1
    assert flat.blocks == pretty.blocks


# ------------------------------------------------------------------ parameters

#: segmenter, parameters, and what the error says
IMPOSSIBLE = [
    *(
        (name, params, message)
        for name in ("btls", "btls-tags")
        for params, message in [
            ({"N": 0}, "N is 0; it must be a number of rows, at least 1."),
            ({"a1": 2}, "a1 is 2; it must be a weight from 0 to 1."),
            ({"rows": "words"}, "rows is 'words'; it must be 'lines' or 'tags'."),
            ({"void_depth": 2}, "void_depth is 2; it must be 0 or 1."),
            ({"depth_at": "last"}, "depth_at is 'last'; it must be 'end' or 'first'."),
            ({"width": 0}, "width is 0; it must be more than 0 and at most 1."),
            ({"K": 4}, "N=3, C=9, a1=0.35, delta=3, M=15, rows="),
        ]
    ),
    *(("gapdepth", {"share": n}, f"share is {n}; it must be a share from 0 to 1") for n in (-0.1, 1.5, 95)),
    *(("vips", {"pdoc": n}, f"pdoc is {n!r}; it must be a degree") for n in (0, 11, 7.5, "7")),
]


@pytest.mark.parametrize(("name", "params", "message"), IMPOSSIBLE)
def test_impossible_parameters(name, params, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        segment("<p>x</p>", segmenter=name, **params)
