"""CEVC: Alg. 1 and Alg. 2 of the paper, traced by hand."""

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.methods.cevc import CEVC, locate_content_block
from scrapy_content_extract.content.model import running_total

# "the" is a stop word; each of these has as many characters as its name says
THE_10 = "the abcdefg"
THE_20 = "the abcdefgh ijklmnopq"


def counted(html, alpha):
    """Return the tag of the content node, where all text is valid."""
    page = page_of(html)
    node = locate_content_block(page, running_total(page.chars), alpha)
    return page.tag[node] + page.nodes[node].get("id", "")


#: Pages, alpha, and the node that Alg. 2 returns; each count by hand.
TRACES = {
    # body: children div 30; 30/30 >= .5, go on.  div: p 10, p 10, p 10; 10/30 < .5, return div
    "three equal paragraphs": (
        f"<body><div><p>{THE_10}</p><p>{THE_10}</p><p>{THE_10}</p></div>",
        0.5,
        "div",
    ),
    # div: 20/40 is not < .5, so on to the first p, which has no child element with any: its parent
    "a share of exactly alpha goes on": (
        f"<body><div><p>{THE_20}</p><p>{THE_10}</p><p>{THE_10}</p></div>",
        0.5,
        "div",
    ),
    # the same with alpha .6: 20/40 < .6, return div at once
    "a higher alpha stops earlier": (f"<body><div><p>{THE_20}</p><p>{THE_20}</p></div>", 0.6, "div"),
    # body: div1 40, div2 10: 40/50 >= .5.  div1: p 20, p 20: 20/40 is not < .5, first p; its parent
    "the greater subtree": (
        f"<body><div id=1><p>{THE_20}</p><p>{THE_20}</p></div><div id=2><p>{THE_10}</p></div>",
        0.5,
        "div1",
    ),
    # body: div1 20, div2 20, div3 20: 20/60 < .5, return body
    "no subtree has enough": (
        "".join(f"<div id={i}><p>{THE_20}</p></div>" for i in (1, 2, 3)),
        0.5,
        "body",
    ),
    # div holds 20 directly and 10 in p: the sum is over child elements only, 10/10, on to p; its parent
    "text of the node itself is not in the sum": (f"<body><div>{THE_20}<p>{THE_10}</p></div>", 0.5, "div"),
    # td 20 -> no element child: its parent tr.  Siblings of td are so let in again.
    "an element that holds only text returns its parent": (
        f"<body><table><tr><td>{THE_20}</td><td>ab</td></tr></table>",
        0.5,
        "tr",
    ),
    # body has no child element at all: its parent is html
    "text directly in body": ("<html><body>the abc</body></html>", 0.5, "html"),
    "an empty page": ("", 0.5, "html"),
}


@pytest.mark.parametrize(("html", "alpha", "node"), TRACES.values(), ids=TRACES)
def test_locate_content_block(html, alpha, node):
    assert counted(html, alpha) == node


#: html, parameters, the valid texts
VALID = {
    "a stop word makes a text valid": ("<p>the rain and snow were heavy</p>", {}, [True]),
    "none, so not valid": ("<p>it is rain</p><p>Kenya Uganda Rwanda</p>", {}, [True, False]),
    "a link is never valid": ("<p>it is <a href=x>what it is</a></p>", {}, [True, False]),
    "below a link as well": ("<p>it is <a href=x><b>what it is</b></a></p>", {}, [True, False]),
    "an anchor is not a link": ("<p>it is <a name=x>what it is</a></p>", {}, [True, True]),
    "a text node is the unit": ("<p>it is <b>Kenya</b> now that it rains</p>", {}, [True, False, True]),
    "or the whole paragraph": ("<p>it is <b>Kenya</b></p>", {"unit": "block"}, [True, True]),
    "stop words in links do not count for it": (
        "<p>that is it</p><p>Kenya <a href=x>as it is</a></p>",
        {"unit": "block"},
        [True, False, False],
    ),
    "upper case": ("<p>IT IS WHAT IT IS</p>", {}, [True]),
    "Chinese has no spaces": ("<p>这是我们的图书馆</p><p>图书馆</p>", {}, [True, False]),
    "Uighur": ("<p>بۇ كىتاب بىلەن ئۇ كىشى ۋە ھەر بىر ئادەم</p>", {}, [True]),
    "Arabic": ("<p>هذا هو الكتاب الذي كان في البيت</p>", {}, [True]),
    "Tibetan has no list: all outside links": ("<p>བོད་ཡིག་ནི་བོད་པའི་སྐད་ཡིག</p>", {}, [True]),
    "only these languages": ("<p>the rain was heavy that day</p>", {"languages": ["zh"]}, [True]),
}


@pytest.mark.parametrize(("html", "params", "valid"), VALID.values(), ids=VALID)
def test_valid_texts(html, params, valid):
    assert list(CEVC(**params).valid_texts(page_of(html))) == valid


PAGE = """<body><ul><li><a href=/>Home</a><li><a href=/n>The news of the day</a></ul>
<div><p>It was raining when we came home.</p><p>Photo: Kenya Press</p>
<p>Read <a href=/x>more about the rain</a> while it is wet.</p></div></body>"""

OUTPUT = {
    # valid: the first p (27) and "while it is wet." (13); div 40; p 27/40 >= .5: the first p -> its parent div
    "the paper's: valid texts only": (
        {},
        "It was raining when we came home.\nwhile it is wet.",
    ),
    "all of the content node": (
        {"output": "all"},
        "It was raining when we came home.\nPhoto: Kenya Press\nRead more about the rain while it is wet.",
    ),
    "the paragraph as unit": (
        {"unit": "block"},
        "It was raining when we came home.\nRead while it is wet.",
    ),
}


@pytest.mark.parametrize(("params", "text"), OUTPUT.values(), ids=OUTPUT)
def test_output(params, text):
    assert extract(PAGE, extractor="cevc", **params).text == text
