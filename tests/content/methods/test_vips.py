"""VIPS on pages with boxes written by hand, or laid out in lines; test_browser.py has a browser.

What is expected follows from the rules of the report and from the weights that the docstring of
vips.py gives where the report gives none.
"""

from __future__ import annotations

import random

import pytest
from lxml import etree, html

from scrapy_content_extract import extract, segment
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.markup import BOX
from scrapy_content_extract.content.methods.boxes import NO_BOX, Box, Boxes, Tree
from scrapy_content_extract.content.methods.vips import (
    CUT,
    DIVIDE,
    HORIZONTAL,
    VERTICAL,
    VIPS,
    Pooled,
    Round,
    divided,
    pool,
    strips_of,
    weight,
)
from tests.content.methods.test_segmenters import CHECKS, SMALL
from tests.helpers.pages import random_page

FONT = "16 400 rgb(0,0,0) -"


def box(left, top, right, bottom, font=FONT):
    return f'{BOX}="{left} {top} {right} {bottom} {font}"'


def laid_out(page: str) -> str:
    """Return a page with boxes: each text is a line, 20 pixels high, all elements are as wide as the page."""
    measured = page_of(page)
    if not measured.code:
        return page
    root = html.document_fromstring(etree.tostring(measured.root, encoding="unicode", method="html"))
    again = page_of(root)
    own: dict[int, list[int]] = {}
    for k, i in enumerate(again.owner):
        own.setdefault(i, []).append(k)
    for i, node in enumerate(again.nodes):
        if again.tag[i]:
            first, stop = again.first[i], again.stop[i]
            texts = "".join(f";0 {20 * k} 600 {20 * k + 20}" for k in own.get(i, ()))
            node.set(BOX, f"0 {20 * first} 600 {20 * stop} {FONT}{texts}" if first < stop else "")
    return etree.tostring(root, encoding="unicode", method="html")


# ------------------------------------------------------------------ the boxes of a page


def test_boxes():
    page = page_of(
        f"<body {box(0, 0, 100, 90, '16 400 rgb(0,0,0) rgb(255,255,255)')}>"
        f'<div {BOX}=""><p {box(5, 5, 50, 25)[:-1]};5 5 40 25">a<b {BOX}="">hidden</b></p></div>'
        f'<p {box(10, 30, 60, 90, "20.5 700 rgb(1,2,3) rgb(9,9,9)")}>b<i {BOX}="x">c</i>d</p></body>'
    )
    boxes = Boxes(page)
    of = dict(zip(page.tag, boxes.elements))
    assert of["body"] == (0, 0, 100, 90)
    assert of["div"] == (5, 5, 50, 25)  # it has no size of its own, but a child that is seen
    assert (of["b"], of["i"]) == (NO_BOX, NO_BOX)
    # the second <p> has two texts and no box for them: they have its own
    assert boxes.texts == [(5, 5, 40, 25), NO_BOX, (10, 30, 60, 90), NO_BOX, (10, 30, 60, 90)]
    styles = dict(zip(page.tag, boxes.styles))
    assert styles["p"] == (20.5, 700, "rgb(1,2,3)", "rgb(9,9,9)")
    assert styles["b"].background == "rgb(255,255,255)"  # it shines through


def test_a_page_without_boxes():
    with pytest.raises(ValueError, match=r"no boxes.*data-rendered-box.*browser\.render"):
        segment("<p>a</p>", segmenter="vips")


# ------------------------------------------------------------------ visual block extraction

BIG, SIDE = "0 0 600 600", "0 0 600 300"


def p(top, inside="a", height=20):
    return f"<p {box(0, top, 600, top + height)}>{inside}</p>"


def div(inside, tag="div", height=600, style=FONT):
    return f"<{tag} {box(0, 0, 600, height, style)}>{inside}</{tag}>"


GREY = "16 400 rgb(0,0,0) rgb(200,200,200)"
BOLD = "16 700 rgb(0,0,0) -"

#: the body, and the verdict on its first child: DIVIDE, CUT or a DoC
VERDICTS = {
    "1: nothing in it is seen": (div(f'<p {BOX}="">a</p>') + p(0), CUT),
    "2: one child, an element": (div(p(0, height=600)), DIVIDE),
    "4: texts of one font": (div(f"a<b {box(0, 0, 9, 9)}>b</b>"), 10),
    "4: texts of two fonts": (div(f"a<b {box(0, 0, 9, 9, BOLD)}>b</b>"), 9),
    "4: a virtual text in a virtual text": (
        div(f"a<i {box(0, 0, 9, 9)}><b {box(0, 0, 9, 9)}>b</b></i>"),
        10,
    ),
    "5: a line break in an inline element": (div("a" + p(0, height=500), "span"), DIVIDE),
    "6: a ruler": (div(p(0) + f"<hr {box(0, 30, 600, 32)}>" + p(40), height=50), DIVIDE),
    "7: children larger than a table": (div(p(0, height=500) + p(100, height=500), "table"), DIVIDE),
    "8: a child with a background": (div(p(0) + div(p(20), height=20, style=GREY), height=50), DIVIDE),
    # 600 x 90 of 600 x 1000 is less than a tenth; a <div> has 5
    "9: small, with a text of its own": (div("a" + p(20), height=90), 5),
    "9 does not hold for large ones, 12 does": (div("a" + p(20, height=200), height=600), DIVIDE),
    "10: all children are small": (div(p(0) + p(20), height=600), 5),
    "10: a list item is 8, less 1 for its size": (div(p(0) + p(20), "li", height=600), 7),
    "10: a small list item is 8": (div(p(0) + p(20), "li", height=60), 8),
    "13: a table is not divided at last": (div(p(0, height=200) + p(200, height=200), "table"), 5),
}


def round_of(body: str):
    page = page_of(f"<body {box(0, 0, 600, 1000)}>{body}<p {box(0, 980, 600, 1000)}>last</p></body>")
    tree = Tree(page)
    return Round(tree, tree.root), tree.root


@pytest.mark.parametrize(("body", "said"), VERDICTS.values(), ids=VERDICTS)
def test_rules(body, said):
    it, root = round_of(body)
    assert it.verdict(root + 1) == said


def test_rule_3_the_root_is_divided():
    it, root = round_of(div(p(0) + p(20), height=600))
    assert it.verdict(root + 1) == 5
    assert Round(it.tree, root + 1).verdict(root + 1) == DIVIDE


def test_rule_8_children_with_a_background_are_whole_in_this_round():
    it, root = round_of(div(div(p(0, height=500) + p(500, height=90), style=GREY) + p(590), height=610))
    blocks = pool(it.tree, root)
    assert [(it.tree.page.tag[block.node], block.doc) for block in blocks] == [
        ("div", 6),
        ("p", 10),
        ("p", 10),
    ]


def test_rule_11_a_cell_is_whole_if_the_one_before_is():
    """The first has a text and is small; the second has one child larger than a tenth of the page."""
    cells = f"<td {box(0, 0, 90, 90)}>a{p(20)}</td><td {box(90, 0, 600, 400)}>b{p(20, height=380)}</td>"
    it, _ = round_of(f"<table {box(0, 0, 600, 400)}><tr {box(0, 0, 600, 400)}>{cells}</tr></table>")
    tags = it.tree.page.tag
    row = tags.index("tr")
    it.previous = {tags.index("td", row + 2): row + 1}
    assert it.verdict(tags.index("td", row + 2)) == 7
    it.undivided.add(row + 1)
    assert it.verdict(tags.index("td", row + 2)) == 7  # 8, less 1 for its size


# ------------------------------------------------------------------ separators

A, B, C = Box(0, 0, 100, 50), Box(0, 60, 100, 90), Box(120, 0, 200, 90)


def blocks_at(*boxes):
    return [Pooled(n, 10, box) for n, box in enumerate(boxes)]


#: boxes, the direction, and how the separators divide them; by the algorithm of the report
STRIPS = {
    "one below the other": ([A, B], HORIZONTAL, [[0], [1]]),
    "side by side: no line goes across": ([A, C], HORIZONTAL, [[0, 1]]),
    "side by side: one goes down": ([A, C], VERTICAL, [[0], [1]]),
    "one crosses the line between two": ([A, B, C], HORIZONTAL, [[0, 2, 1]]),
    "where boxes touch, a separator has no width": ([A, Box(0, 50, 100, 70)], HORIZONTAL, [[0], [1]]),
    "boxes that overlap": ([A, Box(0, 49, 100, 70)], HORIZONTAL, [[0, 1]]),
    "a small box inside a large one": ([A, Box(5, 5, 10, 10), B], HORIZONTAL, [[0, 1], [2]]),
}


@pytest.mark.parametrize(("boxes", "axis", "expected"), STRIPS.values(), ids=STRIPS)
def test_separators(boxes, axis, expected):
    assert [[b.node for b in strip] for strip in strips_of(blocks_at(*boxes), axis)] == expected


#: two blocks one below the other: how far apart, what is between them, their styles; the weight
WEIGHTS = {
    "texts that touch": (0, "", FONT, FONT, 0),
    "30 pixels: 3, less 1 for two texts": (30, "", FONT, FONT, 2),
    "500 pixels count as 50": (500, "", FONT, FONT, 4),
    "a ruler between them": (30, "<hr>", FONT, FONT, 5),
    "another background": (0, "", FONT, GREY, 2),
    "bold below: another weight; the sizes are equal": (0, "", FONT, BOLD, 0),
    "larger below: another size, and larger than above": (0, "", FONT, "20 400 rgb(0,0,0) -", 1),
    "smaller below": (20, "", "20 400 rgb(0,0,0) -", FONT, 2),
}


@pytest.mark.parametrize(("apart", "between", "above", "below", "expected"), WEIGHTS.values(), ids=WEIGHTS)
def test_weights(apart, between, above, below, expected):
    ruler = between.replace("<hr", f"<hr {box(0, 20 + apart // 2, 600, 22 + apart // 2)}")
    end = 20 + apart
    tree = Tree(
        page_of(
            f"<body {box(0, 0, 600, 900)}><p {box(0, 0, 600, 20, above)}>a</p>{ruler}"
            f"<p {box(0, end, 600, end + 20, below)}>b</p></body>"
        )
    )
    one, other = (Pooled(i, 10, tree.box_of(i)) for i, tag in enumerate(tree.page.tag) if tag == "p")
    assert weight([one], [other], HORIZONTAL, tree) == expected
    parts = divided([one, other], HORIZONTAL, tree, pdoc=7)
    assert len(parts) == (2 if 10 - expected <= 7 else 1)


# ------------------------------------------------------------------ whole pages

COLUMNS = f"""<body {box(0, 0, 600, 500)}>
<h1 {box(0, 0, 600, 40, "32 700 rgb(0,0,0) -")}>Head</h1>
<div {box(0, 60, 150, 400)}><ul {box(0, 60, 150, 400)}>
<li {box(0, 60, 150, 80)}>One</li><li {box(0, 80, 150, 100)}>Two</li></ul></div>
<div {box(200, 60, 600, 400)}><p {box(200, 60, 600, 200)}>First</p><p {box(200, 216, 600, 400)}>Second</p></div>
<div {BOX}="">Hidden</div>
<div {box(0, 460, 600, 500)}>Foot</div></body>"""


def texts(page: str, **params) -> list[str]:
    return [block.text for block in segment(page, segmenter="vips", **params).blocks]


def test_columns():
    """Head, foot and the columns lie far apart; the lines of the list touch, the paragraphs nearly."""
    assert texts(COLUMNS) == ["Head", "One\nTwo", "First\nSecond\nHidden", "Foot"]


def test_degrees():
    """The lower the permitted degree, the fewer blocks; 10 asks for more than any block has."""
    counts = [len(texts(COLUMNS, pdoc=pdoc)) for pdoc in range(1, 11)]
    assert counts == sorted(counts)
    assert texts(COLUMNS, pdoc=10) == ["Head", "One", "Two", "First", "Second\nHidden", "Foot"]


def test_a_page_of_which_nothing_is_seen_is_one_block():
    assert texts(f'<body {BOX}=""><p {BOX}="">a</p><p {BOX}="">b</p></body>') == ["a\nb"]


BOXED = [laid_out(page) for page in SMALL]
#: What pages may have written themselves.
STRANGE = {
    "no numbers": f'<p {BOX}="a b c d">a</p><p {box(0, 0, 9, 9)}>b</p>',
    "a number of any length": f'<p {BOX}="0 0 9 {"9" * 5000}">a</p><p {box(0, 0, 9, 9)}>b</p>',
    "large numbers": f'<p {BOX}="0 0 9 {"9" * 400} 1e999 1 a b">a</p><p {box(0, 0, 9, 9)}>b</p>',
    "not a font": f"<p {box(0, 0, 9, 9, 'nan 9 a b')}>a</p><p {box(0, 9, 9, 18, 'nan 9 a b')}>b</p>",
    "left of the page": f"<p {box(-500, 0, -400, 9)}>a</p><p {box(0, 0, 9, 9)}>b</p>",
    "upside down": f"<p {box(0, 9, 9, 0)}>a</p><p {box(9, 0, 0, 9)}>b</p>",
    "a child outside its parent": f"<div {box(0, 0, 5, 5)}>a<p {box(50, 50, 90, 90)}>b</p></div>",
    "all in one place": f"<div {box(0, 0, 5, 5)}>" + f"<p {box(0, 0, 5, 5)}>a</p>" * 50 + "</div>",
}


@pytest.mark.parametrize("check", CHECKS)
def test_what_holds_for_every_segmenter(check):
    for boxed in BOXED:
        check(VIPS(), page_of(boxed))


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("page", STRANGE.values(), ids=STRANGE)
def test_strange_boxes(page, check):
    check(VIPS(), page_of(page))
    check(VIPS(pdoc=10), page_of(page))


def spiral(size: int) -> str:
    """Boxes each of which leaves one strip of what is left: above, left, below, right, and so on."""
    left, top, right, bottom = 0, 0, size, size
    boxes = []
    for n in range(size // 100):
        edge = (1, 0, 3, 2)[n % 4]
        strip = [left, top, right, bottom]
        rest = list(strip)
        rest[edge] += 20 if edge < 2 else -20
        strip[(edge + 2) % 4] = rest[edge]
        boxes.append(f"<p {box(*strip)}>a</p>")
        left, top, right, bottom = rest
    return f"<body {box(0, 0, size, size)}>{''.join(boxes)}</body>"


@pytest.mark.parametrize("name", EXTRACTORS)
def test_extractors_do_not_see_boxes(name):
    """A rendered page has the main text of the page before."""
    for page in SMALL[::7]:
        plain = etree.tostring(html.document_fromstring(page), encoding="unicode", method="html")
        assert extract(laid_out(page), extractor=name).text == extract(plain, extractor=name).text


def test_random_pages_with_random_boxes():
    """Whatever the boxes are, each text is in one block."""
    chosen = random.Random(0)
    for seed in range(60):
        root = html.document_fromstring(random_page(seed))
        for node in root.iter(etree.Element):
            if chosen.random() < 0.8:
                numbers = [chosen.randrange(300) for _ in range(4)]
                node.set(BOX, " ".join(map(str, numbers)) + " " + FONT)
        for pdoc in (1, 7, 10):
            CHECKS[0](VIPS(pdoc=pdoc), page_of(etree.tostring(root, encoding="unicode", method="html")))
