"""Statistical backtracking, worked out by hand from the definitions of CN102314520A."""

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.methods.backtrack import (
    Backtrack,
    PureText,
    concentrations,
    edit_distance,
    groups_of,
    lines_by_length,
    nodes_to_compare,
)


def chars(n, letter="x"):
    """A text of n characters."""
    return letter * n


def chosen(html, **params):
    return extract(f"<body>{html}", extractor="backtrack", **params).text.split("\n")


# [0108-0110]: two elements of a page, and whether they are of one group.
SIGNATURES = {
    "numbered posts are one group": ('<div id="reply1">a</div><div id="reply100">b</div>', True),
    "a number within the id": ('<div id="post-7-body">a</div><div id="post-12-body">b</div>', True),
    "without attributes the tag is all": ("<div>a</div><div>b</div>", True),
    "the order of attributes means nothing": ('<p id="a" class="b">a</p><p class="b" id="a">b</p>', True),
    "another tag": ('<div class="c">a</div><p class="c">b</p>', False),
    "another word in the id": ('<div id="reply1">a</div><div id="vote1">b</div>', False),
    "digits count in other attributes": ('<div class="c1">a</div><div class="c2">b</div>', False),
    "an attribute more": ("<div>a</div><div id='1'>b</div>", False),
    "no value is not no attribute": ("<div>a</div><div hidden>b</div>", False),
}


@pytest.mark.parametrize(("html", "same"), SIGNATURES.values(), ids=SIGNATURES)
def test_signature(html, same):
    page = page_of(f"<body>{html}</body>")
    first, second = (page.signature[i] for i in (page.body + 1, page.body + 2))
    assert (first == second) == same


def test_comments_have_no_group():
    page = page_of("<body><!-- id=1 --><!-- id=2 --><p>a</p></body>")
    assert [page.tag[i] for group in groups_of(page).values() for i in group] == ["html", "body", "p"]


def test_the_numbered_replies_are_found_together():
    replies = [chars(120, "a"), "Yes!", chars(90, "b"), chars(110, "c")]
    html = "".join(f'<div id="reply{n}">{text}</div>' for n, text in enumerate(replies, 98))
    assert chosen(f"<h1>Thread</h1>{html}<div id='foot'>Imprint</div>") == replies


# Concentration = pure text length / number of text nodes.
CONCENTRATIONS = {
    "one node, one text": ("<div>xxxx</div>", 4.0),
    "links have text nodes, but no pure text": ("<div>xxxx<a href=/>yyyy</a></div>", 2.0),
    "and so have buttons": ("<div>xxxx<button>yyyy</button></div>", 2.0),
    "the group counts as one": ("<div>xxxxxxx</div><div><b>x</b>x</div>", 3.0),
    "an anchor without href is no link": ("<div>xx<a name=t>yy</a></div>", 2.0),
    "a node in a node counts twice": ("<div>xxxxxx<div>xx</div></div>", 10 / 3),
}


@pytest.mark.parametrize(("html", "expected"), CONCENTRATIONS.values(), ids=CONCENTRATIONS)
def test_concentration(html, expected):
    page = page_of(f"<body>{html}</body>")
    div = page.tag.index("div")
    assert concentrations(page, PureText(page))[page.signature[div]] == expected


# The texts of a page, and their order by the longest line of each.
LINES = {
    "longest first": (["xx", "xxxx", "xxx"], ["xxxx", "xxx", "xx"]),
    "of equals the first": (["xx", "yy"], ["xx", "yy"]),
    "a line counts, not the text node": (["xx\nxx\nxx", "yyy"], ["yyy", "xx\nxx\nxx"]),
    "white space does not count": (["x x x", "yyyy"], ["yyyy", "x x x"]),
}


@pytest.mark.parametrize(("texts", "order"), LINES.values(), ids=LINES)
def test_line_order(texts, order):
    page = page_of("<body>" + "".join(f"<p>{text}</p>" for text in texts) + "</body>")
    assert [page.text[k] for k in lines_by_length(page, PureText(page))] == order


def test_lines_of_links_and_buttons_are_not_taken():
    page = page_of("<body><a href=/>xxxxxx</a><button>xxxxx</button><p>x</p></body>")
    assert [page.text[k] for k in lines_by_length(page, PureText(page))] == ["x"]


# Pages whose climb is traced in the reason.
CLIMBS = {
    # From the 60: <p> is not compared, div 100/2 = 50, body 120/4 = 30. Seen 100/120 = .83.
    "the parent of the paragraphs": (
        f"<div><p>{chars(60)}<p>{chars(40)}</div><ul><li>{chars(12)}<li>{chars(8)}</ul>",
        [chars(60), chars(40)],
    ),
    # <p> alone would have 100/1; div has 110/6 = 18.3, and body no more.
    "a paragraph's own concentration does not count": (
        f"<div><p>{chars(100)}</p>{'<i>xx</i><br>' * 5}</div>",
        [chars(100), "xx", "xx", "xx", "xx", "xx"],
    ),
    # nor a span's: div 104/3, body the same.
    "nor does a span's": (f"<div><span>{chars(100)}</span><br>xx<br>xx</div>", [chars(100), "xx", "xx"]),
    # b has 100/1, div 104/3.
    "other elements' do": (f"<div><b>{chars(100)}</b><br>xx<br>xx</div>", [chars(100)]),
    # a: 60/1, body 100/2 = 50. Seen 60/100, which is not less than .6.
    "60 % is enough": (f"<div class=a>{chars(60)}</div><div class=b>{chars(40, 'y')}</div>", [chars(60)]),
    # a: 59/1, body 50. Seen .59. From b: 41/1, body 50; so body is the next target.
    "less than 60 % is not": (
        f"<div class=a>{chars(59)}</div><div class=b>{chars(41, 'y')}</div>",
        [chars(59), chars(41, "y")],
    ),
    # a: 50/1, body 100/3 = 33.3. Seen .5. From b: 30/1, but body was met before and is greater.
    # Had it been passed over, b would make it .8, and c would be left out.
    "each climb compares all groups it meets": (
        f"<div class=a>{chars(50)}</div><div class=b>{chars(30)}</div><div class=c>{chars(20)}</div>",
        [chars(50), chars(30), chars(20)],
    ),
    # i, ul and body have nothing pure but "ab": 2/2. "ab" is half of the i's text at 2 : 2, so i is
    # no candidate; then there are no more lines.
    "with nothing to be found the lines run out": ("<ul><i>ab<a href=/>cd</a></i></ul>", [""]),
    "a page of links has no lines": ("<p><a href=/>Home</a></p>", [""]),
    # Both div of class a: (150 + 50)/3; the second is 50 pure to 60 of link text.
    "candidates are judged one by one": (
        f"<div class=a>{chars(150)}</div><div class=a>{chars(50)}<a href=/>{chars(60)}</a></div>",
        [chars(150)],
    ),
    # section: (200 + 100)/(2 + 1) = 100, div 200/2, body 200/2: the first, the lowest, is kept.
    "a text in two candidates is output once": (
        f"<div><section>{chars(100)}<section>{chars(100, 'y')}</section></section></div>",
        [chars(100), chars(100, "y")],
    ),
}


@pytest.mark.parametrize(("html", "expected"), CLIMBS.values(), ids=CLIMBS)
def test_climb(html, expected):
    assert chosen(html) == expected


# One page: a has 120 pure and 30 link characters in 2 texts, 60; b has 30/1; body 150/7 = 21.4.
PARAMETERS = {
    "the application's values: seen .8": ({}, ["x" * 120]),
    "all text that is found": ({"R1": 1.0}, ["x" * 120, "y" * 30]),
    "a share of .8 is not more than .8": ({"R": 0.8, "R1": 1.0}, ["y" * 30]),
    "with links": ({"links": True}, ["x" * 120 + "z" * 30]),
}


@pytest.mark.parametrize(("params", "expected"), PARAMETERS.values(), ids=PARAMETERS)
def test_parameters(params, expected):
    html = f"<div class=a>{'x' * 120}<a href=/>{'z' * 30}</a></div><div class=b>{'y' * 30}</div>"
    html += "<a href=/>m</a>" * 4
    assert chosen(html, **params) == expected


# The texts of a group, and whether they are alike: mean similarity of the pairs above 50 %.
ALIKE = {
    "one node is like nothing": (["price 10"], False),
    "2 nodes: LD 1 of 7 characters, .86": (["price 10", "price 12"], True),
    "2 nodes: LD 3 of 3, 0": (["abc", "xyz"], False),
    "2 nodes: LD 1 of 2 is .5, which is not more": (["ab", "ac"], False),
    "2 nodes: white space does not count": (["a b c", "abc"], True),
    "5 nodes, 4 the same: 6 of 10 pairs, .6": (["aaa", "aaa", "aaa", "aaa", "zzz"], True),
    "5 nodes, 3 and 2: 3 + 1 of 10 pairs, .4": (["aaa", "aaa", "aaa", "zzz", "zzz"], False),
    "6 nodes: the fifth is not compared; 3 and 2, .4": (["a", "a", "z", "a", "a", "z"], False),
    "6 nodes: the fifth is not compared; 4 and 1, .6": (["a", "a", "a", "a", "z", "z"], True),
    "9 nodes: only every second is compared": (["a", "q", "a", "r", "a", "s", "a", "t", "a"], True),
    "9 nodes: those between may be alike": (["q", "a", "r", "a", "s", "a", "t", "a", "u"], False),
    "large texts are not compared": (["a" * 101, "a" * 101], False),
    "100 characters are not large": (["a" * 100, "a" * 100], True),
    "a large text is left out": (["ab", "a" * 101, "ab"], True),
    "a node without pure text is left out": (["<a href=/>ab</a>", "ab", "cd"], False),
}


@pytest.mark.parametrize(("texts", "alike"), ALIKE.values(), ids=ALIKE)
def test_similar_nodes(texts, alike):
    page = page_of("<body>" + "".join(f"<div>{text}</div>" for text in texts) + "</body>")
    group = [i for i, tag in enumerate(page.tag) if tag == "div"]
    assert Backtrack().are_alike(PureText(page), group) == alike


def test_similar_nodes_are_not_output_but_a_large_one_is():
    labels = "".join(f"<div class=user>Member no. {n}</div>" for n in (17, 18))
    # user: 20/2; with body not better. All of the page is in candidates.
    assert chosen(labels) == [""]
    # user: (20 + 120)/3; the large one is output without a question.
    assert chosen(f"{labels}<div class=user>{chars(120)}</div>") == [chars(120)]


HIDDEN = {
    "display: none": ('style="display: none"', True),
    "without a space, in capitals": ('style="DISPLAY:NONE;color:red"', True),
    "visibility: hidden": ('style="color:red; visibility:hidden"', True),
    "another display": ('style="display: block"', False),
    "overflow hides no text": ('style="overflow: hidden"', False),
    "no style": ("", False),
}


@pytest.mark.parametrize(("attribute", "hidden"), HIDDEN.values(), ids=HIDDEN)
def test_hidden_nodes(attribute, hidden):
    assert chosen(f"<div {attribute}>{chars(150)}</div>") == ([""] if hidden else [chars(150)])


DISTANCES = {
    "the same": ("abc", "abc", 0),
    "one replaced": ("abc", "axc", 1),
    "one inserted": ("ac", "abc", 1),
    "one deleted": ("abc", "ac", 1),
    "two swapped are two replaced": ("ab", "ba", 2),
    "nothing in common": ("abc", "xyz", 3),
    "one is empty": ("abc", "", 3),
    "both are": ("", "", 0),
    "shifted by one": ("abcdef", "bcdefg", 2),
    "more than a machine word": ("ab" * 50, "ba" * 50, 2),
    "letters outside the BMP": ("𠮷野家", "吉野家", 1),
}


@pytest.mark.parametrize(("a", "b", "distance"), DISTANCES.values(), ids=DISTANCES)
def test_edit_distance(a, b, distance):
    assert edit_distance(a, b) == edit_distance(b, a) == distance


SAMPLES = {
    "2 nodes": (2, [0, 1]),
    "5 nodes": (5, [0, 1, 2, 3, 4]),
    "6 nodes": (6, [0, 1, 2, 3, 5]),
    "1,001 nodes": (1001, [0, 250, 500, 750, 1000]),
}


@pytest.mark.parametrize(("size", "compared"), SAMPLES.values(), ids=SAMPLES)
def test_sample(size, compared):
    assert nodes_to_compare(list(range(size))) == compared
