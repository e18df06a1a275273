"""Gap depth: which gaps are cut, and why; all worked out by hand from the tables of the module."""

from array import array

import pytest

from scrapy_content_extract import segment
from scrapy_content_extract.content import columns, page_of
from scrapy_content_extract.content.segmenters.gapdepth import GapDepth, landmarks_of

LONG = "x" * 301  # a long item
FILL = "y" * 9_000  # makes a container next to it small


def reasons(html: str, **params) -> list[tuple[str, int]]:
    """Return reason and levels of each cut."""
    return [(cut.reason, cut.levels) for cut in GapDepth(**params).cuts(page_of(html))]


#: What <body> holds; it is the region, and each row is a page of its own.
REGIONS = {
    "boxes of a page are cut": ("<div>a</div><div>b</div>", [("region", 2)]),
    "boxes that end before bare text are cut off": ("<div><div>a</div></div>b", [("region", 2)]),
    "one block level is no region": ("<b>a</b><div>b</div>", []),
    "each paragraph closes and opens, yet prose is one thing": ("<p>a</p><p>b</p>", []),
    "so are the items of a list": ("<ul><li>a<li>b</ul>", []),
    "and a list of terms": ("<dl><dt>a<dd>b</dl>", []),
    "short items in many boxes are still one list": (
        "<ul><li><div><p>a</p></div><li><div><p>b</p></div></ul>",
        [],
    ),
    "long ones are replies": (
        f"<ul><li><div><p>{LONG}</p></div><li><div><p>{LONG}</p></div></ul>",
        [("item", 6)],
    ),
    "long items without boxes are prose": (f"<ul><li>{LONG}<li>{LONG}</ul>", []),
    "one long item is not enough": (
        f"<ul><li><div><p>{LONG}</p></div><li><div><p>b</p></div></ul>",
        [],
    ),
    "a heading belongs to what follows it": ("<h1>a</h1><div><p>b</p></div>", []),
    "in a box of its own it is a region": ("<div><h1>a</h1></div><div>b</div>", [("region", 3)]),
    "a heading begins a block": ("<p>a</p><h2>b</h2>", [("region", 2)]),
    "a landmark is cut even where levels are few": ("a<nav>b</nav>", [("landmark", 1)]),
    "a role is a landmark": ("<b>a</b><div role=main>b</div>", [("landmark", 1)]),
    "any other role is not": ("<b>a</b><div role=presentation>b</div>", []),
    "cards are cut though they are in a list": (
        "<ul><li><article>a</article><li><article>b</article></ul>",
        [("landmark", 4)],
    ),
}


@pytest.mark.parametrize(("body", "expected"), REGIONS.values(), ids=REGIONS)
def test_regions(body, expected):
    assert reasons(body, share=0) == expected


#: What a small <div> holds, beside a large one with FILL.
GROUPS = {
    "boxes with little in them stay together": ("<div>a</div><div>b</div>", []),
    "four levels are not enough": ("<div><p>a</p></div><div><p>b</p></div>", []),
    "five are": ("<div><p>a</p></div><div><div><p>b</p></div></div>", [("gap", 5)]),
    "before a heading three are": ("<div><p>a</p></div><h2>b</h2>", [("heading", 3)]),
    "but not two": ("<p>a</p><h2>b</h2>", []),
    "no cut after a heading, whatever its box": (
        "<div><h2>a</h2></div><div><div><p>b</p></div></div>",
        [],
    ),
    "nor between two headings": ("<div><h2>a</h2></div><div><h3>b</h3></div>", []),
}


@pytest.mark.parametrize(("div", "expected"), GROUPS.values(), ids=GROUPS)
def test_groups(div, expected):
    html = f"<div>{div}</div><div>{FILL}</div>"
    *inner, between = reasons(html, share=0)
    assert (inner, between[0]) == (expected, "region")


#: A post: five levels between its two texts.
POST = '<div class="{}"><div>by</div><div><div><div><p>post</p></div></div></div></div>'

#: what stands in the body, and how often it is cut inside a post
UNITS = {
    "three posts are units": (POST.format("post") * 3, 0),
    "two are not": (POST.format("post") * 2 + POST.format("other"), 3),
    "digits in the class do not matter": ("".join(POST.format(f"post p{n}") for n in (7, 8, 9)), 0),
    "without a class they are boxes like any other": (POST.replace(' class="{}"', "") * 3, 3),
    "one that holds more than a third of the page is a column": (
        POST.format("post") * 2 + POST.format("post").replace(">post<", f">{FILL}<"),
        1,
    ),
    "not all in one place": (f"{POST.format('post') * 2}<div>{POST.format('post')}</div>", 3),
}


@pytest.mark.parametrize(("body", "inside"), UNITS.values(), ids=UNITS)
def test_units(body, inside):
    page = page_of(body)
    cuts = GapDepth(share=0).cuts(page)
    assert sum(page.text[cut.text - 1] == "by" for cut in cuts) == inside
    assert sum(page.text[cut.text] == "by" for cut in cuts) == page.text.count("by") - 1


#: share, and the blocks of a page of 10 characters: a in a region of its own, b c and d in another
SHARES = {
    "every cut": (0, ["aaa", "bb", "cc", "ddd"]),
    "a range of 7 of 10 holds more than 0.6": (0.6, ["aaa", "bb", "cc", "ddd"]),
    "but no more than 0.7": (0.7, ["aaa", "bb\ncc\nddd"]),
    "nothing holds more than all": (1, ["aaa\nbb\ncc\nddd"]),
}


@pytest.mark.parametrize(("share", "texts"), SHARES.values(), ids=SHARES)
def test_share(share, texts):
    inner = "".join(f"<div><div><p>{t}</p></div></div>" for t in ("bb", "cc", "ddd"))
    html = f"<div><div><div>aaa</div></div></div><div><div>{inner}</div></div>"
    assert [block.text for block in segment(html, share=share).blocks] == texts


def test_all_shallowest_gaps_of_a_range_are_cut_before_a_deeper_one():
    """b and c are 2 of 10 characters: their common box is kept, though their gap is as large."""
    box = "<div><div><p>{}</p></div></div>"
    html = f"<div>{box.format('aaaa')}</div><div>{box.format('b')}{box.format('c')}</div><div>{box.format('dddd')}</div>"
    assert [block.text for block in segment(html, share=0.2).blocks] == ["aaaa", "b\nc", "dddd"]
    assert [block.text for block in segment(html, share=0.19).blocks] == ["aaaa", "b", "c", "dddd"]


def test_the_coarsest_layout_needs_four_levels():
    html = "<div>a</div><div>b</div><div><div>c</div></div><div><div>d</div></div>"
    assert [cut.levels for cut in GapDepth(share=0.95).cuts(page_of(html))] == [4]
    assert [cut.levels for cut in GapDepth(share=0.79).cuts(page_of(html))] == [2, 3, 4]


def test_a_cut_says_where_it_is():
    (cut,) = GapDepth().cuts(page_of("<body><div><p>a <b>b</b></p></div><div>c</div>"))
    assert (cut.text, cut.reason, cut.depth, cut.levels) == (2, "region", 1, 3)


#: what a page holds, and the tags of its landmarks
LANDMARKS = {
    "parts of the page": (
        "<header>a</header><main>b</main><footer>c</footer>",
        ["header", "main", "footer"],
    ),
    "an article's header belongs to it": ("<article><header>a</header>b</article>", ["article"]),
    "a box between does not change that": ("<main><div><footer>a</footer></div></main>", ["main"]),
    "after the article there may be one again": (
        "<article>a</article><footer>b</footer>",
        ["article", "footer"],
    ),
    "articles in an article are its comments": (
        "<article>a<article>b</article></article>",
        ["article"] * 2,
    ),
    "a section may be anything": ("<section>a</section>", []),
    "a comment has no role": ("<!-- nav --><p>a</p>", []),
}


@pytest.mark.parametrize(("html", "tags"), LANDMARKS.values(), ids=LANDMARKS)
def test_landmarks(html, tags):
    page = page_of(html)
    assert [tag for tag, is_landmark in zip(page.tag, landmarks_of(page)) if is_landmark] == tags


NEIGHBOURS = {
    "none": ([], []),
    "one": ([4], [(-1, 1)]),
    "equal gaps are cut together": ([2, 2, 2], [(-1, 3), (-1, 3), (-1, 3)]),
    "down and up": ([1, 3, 2, 3, 1], [(-1, 5), (0, 2), (0, 4), (2, 4), (-1, 5)]),
}


@pytest.mark.parametrize(("depths", "expected"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_shallower(depths, expected):
    found = columns.gaps.shallower(array("i", depths))
    assert list(zip(*found)) == expected


@pytest.mark.parametrize("share", [-0.1, 1.5, 95])
def test_a_share_that_is_none(share):
    with pytest.raises(ValueError, match=f"share is {share}; it is a share, from 0 to 1"):
        GapDepth(share=share)
