"""The content tree: what may stand in what, and that all of it is there; docs/document.rst has the promises."""

from __future__ import annotations

import json

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.document.captions import captioned
from scrapy_content_extract.content.page.notation import quoted
from tests.helpers.folders import ROOT
from tests.helpers.pages import URL, EveryText, random_page, whole

SAVED = sorted(ROOT.glob("tests/pages/*/*.html"))

BLOCKS = frozenset(
    "line paragraph heading code_block quote list definitions table figure rule caption".split()
)
RUNS = frozenset("link note_mark note_back picture emphasis strong strike code sub sup formula break".split())
#: What each type may hold besides strings, which only stand where runs do.
HOLDS = {
    **dict.fromkeys(("line", "paragraph", "heading", "term", "caption"), RUNS),
    "code_block": frozenset({"picture"}),
    **dict.fromkeys(("quote", "item", "meaning"), BLOCKS - {"caption"}),
    "figure": BLOCKS,
    "list": frozenset({"item"}),
    "definitions": frozenset({"term", "meaning"}),
    "table": frozenset({"caption", "head", "body", "foot", "row"}),
    **dict.fromkeys(("head", "body", "foot"), frozenset({"row"})),
    "row": frozenset({"cell"}),
    "cell": frozenset({"line", "list", "definitions", "code_block", "figure"}),
    **dict.fromkeys(RUNS - {"picture", "break"}, RUNS),
}
#: The deepest nest of blocks, and of runs in them.
DEEPEST = 30 + 12


def check(node, outer, depth):
    """Check a node and what is in it; yield its texts, without the addresses that stand for players."""
    start, stop = node["texts"]
    assert outer[0] <= start <= stop <= outer[1]
    assert depth <= DEEPEST
    before = start
    for one in node.get("content", ()):
        if isinstance(one, str):
            assert HOLDS[node["type"]] & RUNS, node["type"]
            yield one if start < stop else ""
        else:
            assert one["type"] in HOLDS[node["type"]], (node["type"], one["type"])
            assert one["texts"][0] >= before
            before = one["texts"][0]
            yield from check(one, (start, stop), depth + 1)


def checked(page, **params):
    """Return the texts of the document of a page, which is checked."""
    found = extract(page, url=URL, formats=["document"], **params).document
    assert json.loads(json.dumps(found)) == found
    root = {"type": "quote", "texts": [0, 1 << 30], "content": found}
    return "".join("".join(check(root, root["texts"], 0)).split())


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_saved_pages(file):
    """All chosen texts are there, and captions that come along with them, once, in order."""
    body = file.read_bytes()
    page = page_of(body, url=URL)
    texts = list(quoted(page))
    for extractor in (EveryText(), "auto"):
        ranges = captioned(page, extract(body, url=URL, extractor=extractor).ranges).ranges
        chosen = "".join(text for start, stop in ranges for text in texts[start:stop])
        assert checked(body, extractor=extractor) == "".join(chosen.split()).replace("\xad", "")


@pytest.mark.parametrize("seed", range(50))
def test_random_pages(seed):
    checked(random_page(seed), extractor=EveryText())


# what HTML allows, and what is made of it
SETTLED = {
    "a list that is the child of a list is in the item before it": (
        "<ul><li>a<ul><li>b</ul><ul><li>c</ul></ul>", "ul(li(a ul(li(b)) ul(li(c))))"
    ),
    "also where its end tags are missing": ("<ul><li>a</li><ul><li>b</li></ul><li>c</ul>", "ul(li(a ul(li(b))) li(c))"),
    "or in one of its own": ("<ol><ul><li>a</ul></ol>", "ol(li(ul(li(a))))"),
    "text in a list is an item": ("<ul>a<li>b</ul>", "ul(li(a) li(b))"),
    "a link around paragraphs is in each": ("<a href=/x><p>a<p>b</a>", "p(a(a)) p(a(b))"),
    "a heading in a cell is a line": ("<table><tr><th><h3>a</h3>b<th>c</table>", "table(tr(th(a br() b) th(c)))"),
    "a heading is one line": ("<h2>a<br>b</h2>", "h2(a b)"),
    "a table around a table is none": (
        "<table><tr><th>a<td><table><tr><th>b<td>c</table></table>", "p(a) table(tr(th(b) td(c)))"
    ),
    "text beside blocks is a paragraph": ("<blockquote>a<p>b</p>c</blockquote>", "blockquote(p(a) p(b) p(c))"),
    "a picture between cells goes": (
        "<table><tr><img src=http://h/i><th>a<td>b<tr><td>c<td>d</table>", "table(tr(th(a) td(b)) tr(td(c) td(d)))"
    ),
    "a player is no part of a paragraph": (
        "<p>a<video src=http://h/v></video>b</p>", "p(a) figure(a(http://h/v)) p(b)"
    ),
}  # fmt: skip


def shape_of(html):
    """Return HTML as one line of names and texts."""
    from lxml import html as lxml_html

    def shape(element):
        parts = [element.text or "", *(part for e in element for part in (shape(e), e.tail or ""))]
        inside = " ".join(" ".join(parts).split())
        return f"{element.tag}({inside})"

    root = lxml_html.fragment_fromstring(html, create_parent="x")
    return shape(root)[2:-1]


@pytest.mark.parametrize(("page", "shape"), SETTLED.values(), ids=SETTLED)
def test_what_html_allows_is_settled(page, shape):
    assert shape_of(whole(page, "html").html) == shape


def test_a_document():
    page = (
        "<ol start=3 type=a><li value=5>a<li><input type=checkbox checked>b</ol>"
        "<table><caption>t</caption><tr><th colspan=2>c<tr><td>d<td><pre class=language-x>e\nf</pre></table>"
        "<p>g<sup><a href=#n id=m>1</a></sup> <s>h</s> <img src=/i alt=j><p id=n>k <a href=#m>back</a>"
    )
    ordered, table, text, note = whole(page, "document").document
    assert {key: ordered[key] for key in ("ordered", "start", "numbering")} == {
        "ordered": True,
        "start": 3,
        "numbering": "a",
    }
    assert [(item.get("value"), item.get("checked")) for item in ordered["content"]] == [
        (5, None),
        (None, True),
    ]
    caption, head, row = table["content"]
    assert caption == {"type": "caption", "texts": [2, 3], "content": ["t"]}
    (cell,) = head["content"]
    assert (cell["header"], cell["colspan"], cell["texts"]) == (True, 2, [3, 4])
    (program,) = row["content"][1]["content"]
    assert (program["type"], program["language"], program["content"]) == ("code_block", "x", ["e\nf"])
    kinds = [one if isinstance(one, str) else one["type"] for one in text["content"]]
    assert kinds == ["g", "sup", " ", "strike", " ", "picture"]
    (mark,) = text["content"][1]["content"]
    assert (mark["type"], mark["note"]) == ("note_mark", 1)
    assert text["content"][-1] == {
        "type": "picture",
        "texts": [9, 9],
        "url": "http://site.example/i",
        "alt": "j",
    }
    assert (note["note"], note["content"][1]["type"]) == (1, "note_back")


def test_nodes_lead_to_blocks():
    """Nodes have the ranges of blocks, so their link densities are at hand."""
    found = extract("<h2>Rain</h2><p>It <a href=/x>rains</a>.", extractor=EveryText(), formats=["document"])
    assert [node["texts"] for node in found.document] == [list(block.ranges[0]) for block in found.paragraphs]
