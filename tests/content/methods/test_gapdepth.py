"""Gap depth: what is known of a gap, which gaps are cut, and what the blocks make together; all by hand."""

import re
from array import array
from itertools import accumulate

import pytest

from scrapy_content_extract import segment
from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.trees import ZERO, Tree, Trees
from scrapy_content_extract.content.markup import CODES
from scrapy_content_extract.content.methods.gapdepth import (
    FEATURES,
    NUMBER,
    PART,
    SMALL,
    TAG,
    TAGS,
    GapDepth,
    gaps_in,
    grouped,
    model,
    numbers_of_gaps,
)
from scrapy_content_extract.content.model import Group
from tests.helpers.folders import ROOT

SITE = ROOT / "example_project/site/en"


def gaps_of(html: str, size: int = 1 << 14) -> list[dict[str, int]]:
    """Return the features of each gap."""
    found = []
    for numbers in numbers_of_gaps(gaps_in(page_of(html)), size):
        n = len(numbers) // len(FEATURES)
        found += [{name: numbers[NUMBER[name] * n + k] for name in NUMBER} for k in range(n)]
    return found


def place(tag: str) -> int:
    return TAG[CODES[tag]]


#: Five paragraphs: a is a heading; b and c are alike, and have a link in c; d stands in <b>; e in <footer>.
#: <html> has depth 0, <body> 1, <main> 2.
PAGE = """<body><main><h1>aaaa</h1>
<div class=x1><p>bb</p></div><div class=x2><p>c<a href=/>c</a></p></div></main>
<b>d</b><footer><div>e</div></footer></body>"""

#: gap, features and their values
KNOWN = {
    "its container is what holds both sides": (0, {"depth": 2, "container_tag": place("main")}),
    "three of them are in main, 8 of 10 characters": (
        0,
        {"container_paragraphs": 3, "container_share": 800, "container_children": 3},
    ),
    "main has two gaps": (0, {"container_gaps": 2, "most_levels": 1, "mean_levels": 5}),
    "one block-level element ends, two begin": (0, {"ended": 1, "begun": 2, "levels": 3}),
    "all elements": (1, {"up": 2, "down": 2}),
    "an <a> is an element, too": (2, {"up": 4, "down": 1, "ended": 3, "begun": 0}),
    "the classes differ in digits only": (1, {"same": 1, "before_alike": 2, "after_alike": 2}),
    "an <h1> is no <div>": (0, {"same": 0, "before_alike": 1}),
    "the shorter is as long as the longer; half of one is in a link": (
        1,
        {"evenness": 1000, "contrast": 500, "before_density": 0, "after_density": 500},
    ),
    "two of four characters": (0, {"evenness": 500, "before_share": 400, "after_share": 200}),
    "the next gap is as deep as this, but with more levels": (
        0,
        {"depth_of_next": 0, "levels_of_next": 4},
    ),
    "before the first gap there is none": (0, {"depth_of_last": -50, "levels_of_last": -50}),
    "after the last one neither": (3, {"depth_of_next": -50, "levels_of_next": -50}),
    "the two gaps of the body are less deep than the gaps of main": (
        1,
        {"depth_rank": 500, "share_around": 800, "paragraphs_before": 2, "paragraphs_after": 1},
    ),
    "nothing is less deep than the body": (2, {"depth_rank": 0, "share_around": 1000, "position": 800}),
    "two have fewer levels than three: main's first has as many": (2, {"levels_rank": 250}),
    "the paragraph before is one below a heading": (1, {"since_heading": 1, "until_heading": 99}),
    "the paragraph is the heading": (0, {"since_heading": 0, "next_heading": 0}),
    "the box of bare text is the body": (2, {"last_tag": place("p"), "next_tag": place("body")}),
    "what is inline has no meaning for the layout": (2, {"after_tag": 0}),
    "the page": (3, {"gaps": 4}),
}


@pytest.mark.parametrize(("gap", "expected"), KNOWN.values(), ids=KNOWN)
@pytest.mark.parametrize("size", [1, 3, 1 << 14], ids=["one at a time", "three at a time", "at once"])
def test_what_is_known(gap, expected, size):
    known = gaps_of(PAGE, size)[gap]
    assert {name: known[name] for name in expected} == expected


def test_white_space_in_the_source_changes_nothing():
    assert gaps_of(PAGE.replace("\n", "")) == gaps_of(PAGE) == gaps_of(PAGE.replace("><", ">\n <"))


def test_a_tree_without_block_level_elements():
    """Its root is the box of its texts."""
    page = page_of(page_of("<span>a<div>b</div></span>").nodes[2])
    assert page.tag == ["span", "div"]
    (numbers,) = numbers_of_gaps(gaps_in(page))
    assert numbers[NUMBER["last_tag"]] == 0


NEIGHBOURS = {
    "none": ([], []),
    "one": ([4], [(-1, 1)]),
    "equal gaps are cut together": ([2, 2, 2], [(-1, 3), (-1, 3), (-1, 3)]),
    "down and up": ([1, 3, 2, 3, 1], [(-1, 5), (0, 2), (0, 4), (2, 4), (-1, 5)]),
}


@pytest.mark.parametrize(("depths", "expected"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_shallower(depths, expected):
    found = core.gaps.shallower(array("i", depths))
    assert list(zip(*found)) == expected


# ------------------------------------------------------------------ strength and cuts

#: A tree that asks for levels only: up to 2 levels a strength of 1 / (1 + e^2) = .12, up to 3 .27, up to 4
#: .5, up to 5 .62 and from 6 on .88.
BY_LEVELS = Trees(
    {name: [2, 3, 4, 5] if name == "levels" else [] for name in NUMBER},
    [
        Tree(
            [(NUMBER["levels"], number, ~number, number + 1 if number < 3 else ~4) for number in range(4)],
            [ZERO - 4, ZERO - 2, ZERO, ZERO + 1, ZERO + 4],
        )
    ],
    0.5,
)
#: a with 7 levels to b, 4 to c, 3 to d, 2 to e; none of these is small
LEVELS = re.sub(
    "[a-e](?=<)",
    lambda letter: letter[0] * SMALL,
    "<div><div><div>a</div></div></div>"
    "<div><div><div><div>b</div></div><div><div>c</div></div><div>d</div><div>e</div></div></div>",
)

#: share, and the blocks: the strength must be .19 + .56 * share
SHARES = {
    "the smallest groups": (0.0, ["a", "b", "c", "d\ne"]),
    "the default": (0.05, ["a", "b", "c", "d\ne"]),
    "from .47 on": (0.5, ["a", "b", "c\nd\ne"]),
    "regions": (0.95, ["a", "b\nc\nd\ne"]),
    "the coarsest": (1.0, ["a", "b\nc\nd\ne"]),
}


@pytest.mark.parametrize(("share", "texts"), SHARES.values(), ids=SHARES)
def test_share(share, texts):
    blocks = GapDepth(share).segment(page_of(LEVELS), BY_LEVELS).blocks
    assert [re.sub(r"(.)\1+", r"\1", block.text) for block in blocks] == texts


#: the characters of blocks, the strengths of the cuts between them, and which of these remain
SIZES = {
    "one block": ([3], [], []),
    "none is small": ([12, 12, 12], [0.3, 0.3], [0, 1]),
    "a small one joins over the weaker cut": ([40, 11, 40], [0.3, 0.2], [0]),
    "the first and the last have one neighbour": ([5, 40, 5], [0.3, 0.2], []),
    "small ones together may be large enough": ([40, 6, 6, 40], [0.4, 0.2, 0.3], [0, 2]),
    "or not yet": ([40, 5, 5, 40], [0.4, 0.2, 0.3], [0]),
    "items alike come together": ([40, 5, 5, 5, 40], [0.4, 0.2, 0.2, 0.2], [0, 3]),
    "not beyond their part": ([40, 5, 40], [0.45, 0.7], [0, 1]),
    # 5 + 2, then 2 + 7, then 9 + 9: that is not small
    "all that have joined count, from the right, too": ([9, 2, 5, 2, 90], [0.35, 0.3, 0.1, 0.35], [3]),
    "no characters are small, too": ([40, 0, 40], [0.3, 0.3], [1]),
}


@pytest.mark.parametrize(("sizes", "strength", "remain"), SIZES.values(), ids=SIZES)
def test_small_blocks_join_a_neighbour(sizes, strength, remain):
    chars, lines = array("i", accumulate(sizes, initial=0)), array("i", range(len(sizes) + 1))
    found = core.gaps.chosen(array("d", strength), lines, chars, 0.0, PART, SMALL)
    assert list(found) == remain


def test_a_small_block_of_a_page():
    """d and e are one block, after a cut of .27; it is small only if both are."""
    page = LEVELS.replace("d" * SMALL, "d")
    blocks = GapDepth().segment(page_of(page), BY_LEVELS).blocks
    assert [re.sub(r"(.)\1+", r"\1", block.text) for block in blocks] == ["a", "b", "c", "d\ne"]
    page = LEVELS.replace("e" * SMALL, "e").replace("d" * SMALL, "d")
    blocks = GapDepth().segment(page_of(page), BY_LEVELS).blocks
    assert [re.sub(r"(.)\1+", r"\1", block.text) for block in blocks] == ["a", "b", "c\nd\ne"]


def test_groups_of_a_page():
    """b, c and d with e make a region after the cut of .88; in it the cut of .5 makes a part of c to e."""
    cut = GapDepth().segment(page_of(LEVELS), BY_LEVELS)
    assert cut.groups == (Group(1, 4, -1), Group(2, 4, 0))
    assert [block.parent for block in cut.blocks] == [-1, 0, 1, 1]
    marked = cut.marked(page_of(LEVELS), [(0, 1)])
    assert marked.groups == cut.groups
    assert [(block.main, block.parent) for block in marked.blocks][:2] == [(True, -1), (False, 0)]


#: The strengths of cuts, the groups, and the parent of each block.
GROUPS = {
    "one block": ([], (), [-1]),
    "regions of one block are no groups": ([0.7, 0.9], (), [-1, -1, -1]),
    "a weak cut makes a group": ([0.9, 0.3], ((1, 3, -1),), [-1, 0, 0]),
    "the whole page is one, too": ([0.3], ((0, 2, -1),), [0, 0]),
    "a part inside a region": ([0.3, 0.45], ((0, 3, -1), (0, 2, 0)), [1, 1, 0]),
    "two parts": ([0.3, 0.5, 0.3], ((0, 4, -1), (0, 2, 0), (2, 4, 0)), [1, 1, 2, 2]),
    "a part that is the whole region is the region": ([0.3, 0.3], ((0, 3, -1),), [0, 0, 0]),
}


@pytest.mark.parametrize(("strength", "groups", "parents"), GROUPS.values(), ids=GROUPS)
def test_grouped(strength, groups, parents):
    assert grouped(strength) == (groups, parents)


P = "<p>It has rained all day, and nobody has seen the sun.</p>"

#: For it all gaps are strong.
ALWAYS = Trees({name: [] for name in NUMBER}, [Tree([], [ZERO + 100])], 1.0)

#: what is never cut, whatever its strength: a heading stays with what follows, items stay together
TOGETHER = {
    "one text": (P * 20, 1),
    "the items of a list": ("<ul>" + "<li>a thing</li>" * 20 + "</ul>", 1),
    "a list of terms": ("<dl>" + "<dt>a</dt><dd>b</dd>" * 9 + "</dl>", 1),
    "a text of two sections at most comes apart at the heading": (f"{P}<h2>b</h2>{P}", 2),
    "a heading without a box is in the block that follows": ("<h2>a</h2><div>b</div>", 1),
}


@pytest.mark.parametrize(("html", "most"), TOGETHER.values(), ids=TOGETHER)
def test_what_stays_together(html, most):
    assert len(GapDepth().segment(page_of(html), ALWAYS).blocks) == most


def test_boxes_part_items():
    html = "<ul><li><div>a</div></li><li><div>b</div></li></ul>"
    assert len(GapDepth().segment(page_of(html), ALWAYS).blocks) == 2


ALIKE = {
    "three posts": ("<div class=p1>a</div><div class=p2>b</div><div class=p3>c</div>", [0, 0]),
    "the last is another thing": ("<div class=p>a</div><div class=p>b</div><div class=q>c</div>", [0, 1]),
    "one has a box more": (
        "<div class=p>a</div><div class=p>b</div><div class=p><div>c</div></div>",
        [0, 1],
    ),
    "not in one place": (
        "<div><b>a</b><div class=p>b</div></div><div><b>c</b><div class=p>d</div></div>",
        [0, 1, 2],
    ),
}


@pytest.mark.parametrize(("html", "numbers"), ALIKE.values(), ids=ALIKE)
def test_gaps_alike(html, numbers):
    found, count = gaps_in(page_of(html)).alike_gaps()
    assert (list(found), count) == (numbers, len(set(numbers)))


def test_gaps_alike_get_their_mean_strength():
    strength = array("d", [0.5, 0.25, 1.0, 0.75])
    core.gaps.level_out(strength, array("i", [0, 1, 0, 0]), 2)
    assert list(strength) == [0.75, 0.25, 0.75, 0.75]


# ------------------------------------------------------------------ the model


def test_the_model_knows_the_features_as_they_are_made():
    assert list(model().features) == list(NUMBER)


def test_the_model_is_small():
    assert len(model().dump()) < 60_000


def test_the_posts_of_a_thread_are_groups():
    """The page has eight posts, each with its author on the left and its text on the right."""
    cut = segment((SITE / "forum.html").read_bytes())
    posts = [
        group
        for group in cut.groups
        if group.stop - group.start == 2 and "Posts:" in cut.blocks[group.start].text
    ]
    assert len(posts) == 8
    assert all("Sourdough that will not rise" in cut.blocks[post.start + 1].text for post in posts)


def test_regions_of_a_page():
    """A region holds neither the menu and the article nor the article and the footer."""
    blocks = [block.text for block in segment((SITE / "news.html").read_bytes(), share=0.95).blocks]
    (article,) = (text for text in blocks if "Night ferry returns" in text and "A town buys a ship" in text)
    assert "All rights reserved" not in article
    assert "Harbour Courier\nHome" not in article


#: BY_LEVELS and a tree that asks for the page's gaps: up to 3 are worth -1, more +1; 0 on average.
BY_BOTH = Trees(
    {**BY_LEVELS.features, "gaps": [3]},
    [*BY_LEVELS.trees, Tree([(NUMBER["gaps"], 0, ~0, ~1)], [ZERO - 1, ZERO + 1])],
    0.5,
)


def test_a_cut_says_what_moved_it():
    """The mean of all leaves of BY_LEVELS is -.2: 7 levels are worth 4.2 more, 4 levels .2, 3 levels -1.8.

    The page has 4 gaps, worth 1 more than the mean, 0.  The log-odds are (4 + 1) / 2, (0 + 1) / 2, (-2 + 1) / 2
    and, where there is no cut, (-4 + 1) / 2.
    """
    cuts = GapDepth().cuts(page_of(LEVELS), BY_BOTH)
    assert [(cut.text, cut.reason) for cut in cuts] == [
        (1, "levels 7, gaps 4"),
        (2, "gaps 4, levels 4"),
        (3, "gaps 4"),
    ]
    assert [cut.strength for cut in cuts] == pytest.approx([0.9241, 0.6225, 0.3775], abs=0.0001)


def test_each_cut_of_a_page_begins_a_block():
    html = (SITE / "news.html").read_bytes()
    starts = [block.ranges[0][0] for block in segment(html).blocks]
    assert [cut.text for cut in GapDepth().cuts(page_of(html))] == starts[1:]


def test_tags_have_places_of_their_own():
    places = [TAG[CODES[tag]] for tags in TAGS for tag in ([tags] if isinstance(tags, str) else tags)]
    assert set(places) == set(range(1, len(TAGS) + 1))
