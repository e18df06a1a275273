"""Text correlation: the figure of its paper, and the smoothing of a thread, worked out by hand."""

import pytest

from scrapy_content_extract.content import extract, page_of
from scrapy_content_extract.content.methods.uighur import Uighur, characters, links


def content(TA, LA):
    """Mark-up with ``TA`` characters outside links, and ``LA`` links."""
    return "x" * TA + "<a href='/'>link</a>" * LA


# Figure 2 of the paper gives TA and LA of six nodes; what a node has beside its children is
# the difference: DIV 6 has 117 - 36 - 50 = 31 characters and 10 - 3 - 0 = 7 links of its own.
FIGURE_2 = (
    f"<body>{content(2256 - 524, 178 - 35)}"
    f"<div id=5>{content(524 - 117 - 138, 35 - 10 - 12)}"
    f"<div id=6>{content(31, 7)}<div id=7>{content(36, 3)}</div><div id=8>{content(50, 0)}</div></div>"
    f"<div id=12>{content(138, 12)}</div></div></body>"
)
# TA, LA (0 counts as 1) and CC = TA / LA
NODES = {
    "body": (2256, 178, 12.674),
    "5": (524, 35, 14.971),
    "6": (117, 10, 11.7),
    "7": (36, 3, 12.0),
    "8": (50, 1, 50.0),
    "12": (138, 12, 11.5),
}


@pytest.mark.parametrize(("name", "counts"), NODES.items())
def test_figure_2(name, counts):
    page = page_of(FIGURE_2)
    i = page.tag.index("body") if name == "body" else [n.get("id") for n in page.nodes].index(name)
    assert (characters(page)[i], links(page)[i]) == counts[:2]
    assert Uighur(smoothing=False).correlations(page)[i] == pytest.approx(counts[2], abs=0.001)


def test_every_a_is_a_link_but_only_with_href_its_text_is_link_text():
    page = page_of("<p>ab<a name='top'>cd</a><a href='/'>ef</a></p>")
    i = page.tag.index("p")
    assert (characters(page)[i], links(page)[i]) == (4, 2)


# A thread: three posts of CC = 60 / 2 = 30 and a short one of CC = 8 / 2 = 4, at depth 5.  Their
# parent has TA = 188 and LA = 8, CC = 23.5.  A copyright line of CC = 40 / 1 stands at depth 2.
# body and html have 228 / 8 = 28.5, so none around the posts is content.
LONG, SHORT, COPYRIGHT = "x" * 60, "x" * 8, "c" * 40
POST = "<div class=post>{}<a href='/u'>-</a><a href='/v'>-</a></div>"
THREAD = (
    "<body><div><div><div id=thread>"
    + "".join(POST.format(post) for post in (LONG, SHORT, LONG, LONG))
    + f"</div></div></div><div id=copyright>{COPYRIGHT}</div></body>"
)
LONG_POST, SHORT_POST = LONG + "--", SHORT + "--"
# For the short post TD = 188 / 2 = 94 and CS = 3 of 4 = 0.75.  The median depth of the content
# nodes 5 5 5 5 2 is 5, and the copyright line is 3 levels from it.
ALL_POSTS = [LONG_POST, SHORT_POST, LONG_POST, LONG_POST]
LONG_POSTS = [LONG_POST] * 3
SMOOTHINGS = {
    "the short post becomes content, the copyright line does not stay so": ({}, ALL_POSTS),
    "without smoothing it is the other way round": (
        {"smoothing": False},
        [*LONG_POSTS, COPYRIGHT],
    ),
    "CS must be greater than S": ({"S": 0.75}, LONG_POSTS),
    "and here it is": ({"S": 0.74}, ALL_POSTS),
    "TD must be greater than D": ({"D": 94}, LONG_POSTS),
    "and here it just is": ({"D": 93.9}, ALL_POSTS),
    "3 levels may be near enough": ({"levels": 3}, [*ALL_POSTS, COPYRIGHT]),
    "CC = C is content": ({"C": 30}, ALL_POSTS),
    "above it only the copyright line is, and its level is the median": ({"C": 31}, [COPYRIGHT]),
    "nothing is": ({"C": 41}, []),
}


@pytest.mark.parametrize(("params", "paragraphs"), SMOOTHINGS.values(), ids=SMOOTHINGS)
def test_smoothing(params, paragraphs):
    assert extract(THREAD, extractor="uighur", **params).text == "\n".join(paragraphs)


def test_smoothed_values():
    page = page_of(THREAD)
    by_class = [i for i, node in enumerate(page.nodes) if node.get("class") == "post"]
    CC = Uighur().correlations(page)
    assert [CC[i] for i in by_class] == [30, 29, 30, 30]  # CC := C
    assert CC[page.tag.index("body")] == 28.5
    assert CC[-1] == 0  # the copyright line


SIBLINGS = {
    "siblings have the same tag: of the two <p> none is content": (
        POST.format(SHORT).replace("div", "p") + POST.format(SHORT).replace("div", "p"),
        [],
    ),
    # CS = 3 of 6 = 0.5
    "too many short ones": (POST.format(SHORT) * 3, []),
    # CS = 3 of 5 = 0.6 and TD = 196 / 2 = 98
    "two short ones": (POST.format(SHORT) * 2, [SHORT_POST] * 2),
    # CS = 0.75, but TD = 188 / 4 = 47
    "too many links of its own": (POST.format(SHORT + "<a href='/'>-</a>" * 2), []),
}


@pytest.mark.parametrize(("short", "paragraphs"), SIBLINGS.values(), ids=SIBLINGS)
def test_siblings(short, paragraphs):
    # links beside the thread keep the nodes around it below C
    html = f"<body>{content(0, 20)}<div>{content(0, 4)}{POST.format(LONG) * 3}{short}</div></body>"
    assert extract(html, extractor="uighur").text == "\n".join([*LONG_POSTS, *paragraphs])


DUPLICATES = {
    "parent and child are content: the text counts once": (
        f"<div>{'x' * 40}<p>{'y' * 40}</p></div>",
        ["x" * 40, "y" * 40],
    ),
    "the parent alone is: its text is whole": (
        f"<div>{'x' * 40}<p>y</p><p><a href='/'>z</a></p></div>",
        ["x" * 40, "y", "z"],
    ),
    "the child alone is": (
        f"<div>{content(0, 3)}<p>{'y' * 40}</p></div>{content(0, 3)}",
        ["y" * 40],
    ),
    "inline elements are no nodes": (f"<div>{content(1, 2)}<b>{'y' * 40}</b></div>", []),
}


@pytest.mark.parametrize(("html", "paragraphs"), DUPLICATES.values(), ids=DUPLICATES)
def test_duplicates_are_removed(html, paragraphs):
    assert extract(html, extractor="uighur", levels=9).text == "\n".join(paragraphs)
