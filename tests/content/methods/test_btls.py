"""BTLS: the steps of the paper traced by hand, and what both variants promise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from scrapy_content_extract import segment
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.methods.btls import BTLS, BTLSTags, RowsBlock, align
from tests.helpers.folders import ROOT

# The rows of fig. 7, whose text is the title of fig. 6.
FIGURE_7 = """\
<div id="panel_Category" class="panel">
<ul class="panel_head">
<span>
文章分类
</span>
</ul>
<ul class="panel_body">"""

# source: the depth after each row, by the rules of fig. 2
DEPTHS = {
    "fig. 7: one more for each start tag, one less for each end tag": (
        FIGURE_7,
        [1, 2, 3, 3, 2, 1, 2],
    ),
    "the depth is taken after the row": ("<p><b>x</b>\n</p>", [1, 0]),
    "a single tag is opened by < and closed by />": ("<p>\n<br />\n<img src='x'/>", [1, 1, 1]),
    "one without /> leaves a depth behind": ("<p>\n<br>\n</p>", [1, 2, 1]),
    "a tag over two lines is one row (3.1, step 2)": ("<p\nclass='x'>\n</p>", [1, 0]),
    "a heading over two lines is one row (3.1, step 2)": ("<h1>a\nb</h1>\n", [0, 0]),
    "a comment has no depth, and neither has a doctype": ("<!doctype html>\n<!-- <p> -->", [0, 0]),
    "tags in a script do not count": ("<script>'<p>'</script>\n", [0, 0]),
}


@pytest.mark.parametrize(("source", "depths"), DEPTHS.values(), ids=DEPTHS)
def test_row_depth(source, depths):
    assert BTLS().read(source).depth == depths


def row_block_lengths(length, N):
    """rbLength of fig. 3."""
    return [sum(length[i : i + N]) for i in range(len(length) - N + 1)]


def test_figure_3():
    length = [0, 0, 0, 4, 0, 0, 0]  # of the rows of fig. 7
    assert row_block_lengths(length, N=3) == [0, 4, 4, 4, 0]
    method = BTLS()
    rows = method.read(FIGURE_7)
    # the depth is 3: div, ul and span are open after the row
    assert method.blocks(rows, [0]) == ([RowsBlock(n=4, depth=3, one_row=True, heading=False)], [0])


@given(st.lists(st.integers(0, 2), max_size=30), st.integers(1, 4))
def test_blocks_are_maximal_runs_of_row_blocks(length, N):
    """Def. 5, word for word, on any rows; around the page is nothing."""
    rbLength = row_block_lengths([0] * N + length + [0] * N, N)
    expected = []
    for before, here in zip([0, *rbLength], rbLength):
        if here and not before:
            expected.append([])
        if here:
            expected[-1].append(here)
    method = BTLS(N=N)
    # Each row is a string, for a tag without meaning stands at its end.
    rows = method.read("\n".join("x" * n + "<x/>" for n in length))
    blocks, _ = method.blocks(rows, range(len(rows.strings)))
    ours = [(block.n, block.one_row) for block in blocks]
    one_row = [len(run) == N and len(set(run)) == 1 for run in expected]
    # A run of k row blocks is k-N+1 rows, and its own rows are what its row blocks share out.
    totals = [sum(run) / N for run in expected]
    assert ours == [(total, one) for total, one in zip(totals, one_row)]


# L (lengths in P), Lh (lengths in H): C1, C2; a1 = .35, delta = 3, C = 9
LEARNED = {
    "no headings: K is the most frequent length": ([4, 4, 6], [], 1, 7),
    "of equally frequent lengths the first": ([6, 4], [], 3, 9),
    "K = .35*4 + .65*6 = 5.3": ([4], [5, 7], 2.3, 8.3),
    "K = .35*8 + .65*8 = 8, and no title is longer than C": ([8], [8], 5, 9),
    "no title is shorter than nothing": ([2], [], 0, 5),
}


@pytest.mark.parametrize(("L", "Lh", "C1", "C2"), LEARNED.values(), ids=LEARNED)
def test_learning_of_the_length_of_titles(L, Lh, C1, C2):
    assert BTLS().learn(L, Lh) == pytest.approx((C1, C2))


def block(n, depth=1, one_row=True, heading=False):
    return RowsBlock(n, depth, one_row, heading)


TEXT = block(40, one_row=False)

# blocks: which of them are titles
TITLES = {
    "no short block, no title": ([TEXT, TEXT], set()),
    "a short block of two rows does not have the pattern 0,n,n,n,0": (
        [block(5, one_row=False), TEXT],
        set(),
    ),
    "a short heading of two rows is a title all the same": (
        [block(5, one_row=False, heading=True), TEXT],
        {0},
    ),
    "a heading longer than C is not a title": ([block(20, heading=True), TEXT], set()),
    "K = 4, so 1 to 7 characters: 8 and 9 are far from any title": (
        [block(4), block(4), TEXT, TEXT, TEXT, block(8), TEXT],
        {0, 1},
    ),
    "15 characters within three blocks of a title are one (M)": (
        [block(4), TEXT, TEXT, block(15), TEXT],
        {0, 3},
    ),
    "16 characters are not": ([block(4), TEXT, TEXT, block(16)], {0}),
    "nor are 15 four blocks away": ([block(4), TEXT, TEXT, TEXT, block(15)], {0}),
    "a title found by M makes no further ones": (
        [block(4), TEXT, TEXT, block(15), TEXT, TEXT, block(15)],
        {0, 3},
    ),
}


@pytest.mark.parametrize(("blocks", "titles"), TITLES.values(), ids=TITLES)
def test_titles(blocks, titles):
    assert BTLS().titles(blocks) == titles


# depths of the blocks, which are titles, the content blocks
CONTENTS = {
    "no title, one block": ([1, 2, 1], set(), [(0, 3)]),
    "before the first title is one block, whatever its depth": ([1, 2, 3], {2}, [(0, 2), (2, 3)]),
    "a title less deep than the block before it ends a content block": (
        [2, 3, 2, 3],
        {0, 2},
        [(0, 2), (2, 4)],
    ),
    "one as deep does not": ([2, 2, 2, 3], {0, 2}, [(0, 4)]),
    "a text less deep does not": ([2, 3, 1, 3], {0}, [(0, 4)]),
    "content blocks of titles only are merged, up to the next with text": (
        [4, 3, 2, 3],
        {0, 1, 2},
        [(0, 2), (2, 4)],
    ),
    "titles at the end join, too": ([4, 3, 2], {0, 1, 2}, [(0, 3)]),
    "one alone stays": ([2, 3, 2], {0, 2}, [(0, 2), (2, 3)]),
    "no blocks": ([], set(), []),
}


@pytest.mark.parametrize(("depths", "titles", "contents"), CONTENTS.values(), ids=CONTENTS)
def test_combination(depths, titles, contents):
    assert BTLS().combine([block(40, depth) for depth in depths], titles) == contents


# A page with every step worked out by hand.
PAGE = (ROOT / "tests/pages/methods/five_blocks.html").read_text("utf-8")


def test_a_page_step_by_step():
    method = BTLS()
    rows = method.read(PAGE)
    assert rows.depth == [
        *[1, 2, 3, 3, 2, 1, 2],  # body div p text /p /div div
        *[2, 3, 4, 5, 5, 4, 3, 2],  # h2 ul li b text /b /li /ul
        *[2, 3, 4, 5, 5, 4, 3, 2],
        *[2, 3, 4, 5, 5, 4, 3],  # title ul li b text /b /li
        *[4, 5, 5, 4, 3, 2, 1, 0, 0],  # li b text /b /li /ul /div /body, and the last line
    ]
    blocks, _ = method.blocks(rows, range(8))
    assert blocks == [
        block(20, 3),
        block(4, 2, heading=True),
        block(20, 5),
        block(5, 2, heading=True),
        block(19, 5),
        block(4, 2),
        block(11, 5),
        block(20, 5),
    ]
    # P has the lengths 4, 5, 4 and H has 4, 5: Kp = 4, Kh = 4.5
    # K = .35*4 + .65*4.5 = 4.325; C1 = 1.325, C2 = 7.325
    assert method.learn([4, 5, 4], [4, 5]) == pytest.approx((1.325, 7.325))
    # 友情链接 joins H by its length, and the eleven characters after it by M
    titles = method.titles(blocks)
    assert titles == {1, 3, 5, 6}
    # block 6 is a title, but not less deep than the title before it
    assert method.combine(blocks, titles) == [(0, 1), (1, 3), (3, 5), (5, 8)]


def test_the_title_of_a_block_is_the_learned_one():
    blocks = segment(PAGE, segmenter="btls").blocks
    assert [block.title for block in blocks] == ["", "文章分类", "最近的评论", "友情链接"]
    assert [block.text.split("\n")[0] for block in blocks[1:]] == ["文章分类", "最近的评论", "友情链接"]


# What btls-tags reads otherwise: a page, and the texts of its blocks.
LONG = "A text of some length, which nobody would take for a title."
READINGS = {
    "a heading splits however long it is": (
        f"<div><p>{LONG}</p><h2>{LONG}</h2><p>{LONG}</p></div>",
        [LONG, f"{LONG}\n{LONG}"],
    ),
    "what a heading heads stays with it": (
        f"<div><h2>One</h2><p>{LONG}</p><h2>Two</h2><p>{LONG}</p></div>",
        [f"One\n{LONG}", f"Two\n{LONG}"],
    ),
    "headings in a row are titles together": (
        f"<h1>One</h1><h2>Two</h2><p>{LONG}</p>",
        ["One", f"Two\n{LONG}"],
    ),
    "three boundaries on each side make 'Latest comments' (5.6) a title": (
        f"<div><div><div>{LONG}</div></div></div><div><div>Latest comments</div></div>"
        f"<div><div><div>{LONG}</div></div></div>",
        [LONG, f"Latest comments\n{LONG}"],
    ),
    "a void tag leaves no depth behind, so the title is less deep": (
        f"<div><div><p>News</p><br><br><br></div></div><div><div><div><p>{LONG}</p></div></div></div>"
        f"<div><div><p>More</p></div></div><div><div><div><p>{LONG}</p></div></div></div>",
        [f"News\n{LONG}", f"More\n{LONG}"],
    ),
}


@pytest.mark.parametrize(("source", "texts"), READINGS.values(), ids=READINGS)
def test_the_readings_of_btls_tags(source, texts):
    assert [block.text for block in segment(source, segmenter="btls-tags").blocks] == texts


def test_other_scripts_count_less():
    """C, delta and M are in Chinese characters: 2.5 Latin letters are one."""
    [latin] = BTLSTags().blocks(BTLSTags().read("<p>Latest news"), [0])[0]
    [chinese] = BTLSTags().blocks(BTLSTags().read("<p>最近新闻"), [0])[0]
    assert (latin.n, chinese.n) == (pytest.approx(10 / 2.5), 4)


def test_btls_sees_a_minified_page_as_one_block():
    """The reason for btls-tags, and part of what the paper says."""
    assert len(segment(PAGE.replace("\n", ""), segmenter="btls").blocks) == 1


# strings, texts: the string of each text
ALIGNED = {
    "the same": (["a", "b"], ["a", "b"], [0, 1]),
    "the tree leaves options out": (["a", "1", "2", "b"], ["a", "b"], [0, 3]),
    "a text that the string model reads otherwise": (["a", "b?", "c"], ["a", "b!", "c"], [0, 1, 2]),
    "a text the string does not have goes with the one after it": (["a", "c"], ["a", "b", "c"], [0, 1, 1]),
    "or with the last": (["a"], ["a", "b"], [0, 0]),
    "equal texts are not skipped": (["|", "x", "|", "y"], ["|", "|", "y"], [0, 2, 3]),
    "nothing is the same": (["a"], ["b", "c"], [0, 0]),
}


@pytest.mark.parametrize(("strings", "texts", "found"), ALIGNED.values(), ids=ALIGNED)
def test_alignment(strings, texts, found):
    assert align(strings, texts) == found


def covered(page, blocks):
    """The texts of the blocks, in their order."""
    return [k for block in blocks for start, stop in block.ranges for k in range(start, stop)]


SOUP = ["<div>", "</div>", "<h2>", "</h2>", "<br>", "<p", "<!--", "-->", "<script>", "</script>", "\n\n\n"]
SOUP += [
    "title",
    "&#10;",
    "&nbsp;",
    "<select><option>",
    "'",
    '"',
    "a < b",
    "<noscript>",
    "</p>",
    "标题",
    "\r",
]


@given(st.lists(st.sampled_from(SOUP), max_size=40), st.sampled_from([BTLS(), BTLSTags()]))
def test_every_text_once_and_in_order(parts, method):
    page = page_of("".join(parts))
    assert covered(page, method.segment(page).blocks) == list(range(len(page.text)))


@pytest.mark.parametrize("method", [BTLS(), BTLSTags()], ids=["btls", "btls-tags"])
def test_a_tree_without_its_source(method):
    source = READINGS["what a heading heads stays with it"][0]
    page = page_of(lxml_html.document_fromstring(source))
    assert [block.text for block in method.segment(page).blocks] == [
        block.text for block in method.segment(page_of(source)).blocks
    ]


def test_a_source_that_is_not_that_of_the_tree():
    page = replace(page_of("<p>one</p><p>two</p>"), html="<!-- gone -->")
    assert [block.text for block in BTLS().segment(page).blocks] == ["one\ntwo"]


def test_texts_that_are_nowhere():
    """Each is looked up once: a million pairs of them would take minutes otherwise."""
    strings = [str(n) for n in range(100_000)]
    texts = [text for n in range(0, 100_000, 2) for text in (f"no {n}", str(n))]
    assert align(strings, texts)[1::2] == list(range(0, 100_000, 2))
