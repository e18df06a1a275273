"""The roles of blocks: what a page declares, what is known of a block, and what makes it a role; by hand."""

import re
from array import array

import pytest

from scrapy_content_extract import segment
from scrapy_content_extract.commands.segments import numbered
from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.trees import ZERO, Tree, Trees
from scrapy_content_extract.content.core.roles import ROLES
from scrapy_content_extract.content.methods.flat import Flat
from scrapy_content_extract.content.methods.roles import (
    FEATURES,
    HINTS,
    LEAST,
    NUMBER,
    Cuts,
    models,
    numbers_of_blocks,
    roles_of,
)
from scrapy_content_extract.content.model import Segmentation
from scrapy_content_extract.report.page import views_of_blocks
from tests.helpers.folders import ROOT
from tests.helpers.python_side import in_python

SITE = ROOT / "example_project/site"


def cuts_of(page, first_lines, strength):
    """Return cuts before some paragraphs."""
    lines = array("i", [*first_lines, len(page.lines)])
    return Cuts(core.queries.gather(page.line_starts, lines), lines, array("d", strength))


#: Three blocks: a menu of two items, a text, and a line below both.  The first two are a region.
#: <body> has depth 1, what is right below it 2.
PAGE = """<body class=nav-open><div id=Main-Menu><ul><li><a href=/>aa</a></li><li><a href=/>bb</a></li></ul></div>
<div class="sidebar"><div><p>cccc <a href=/>dd</a></p><p>ee</p></div><hr></div><div class=x>ffff</div></body>"""
CUT = ([0, 2, 4], [0.5, 0.9])

#: block, features and their values
KNOWN = {
    "two items in two paragraphs, both links": (
        0,
        {"chars": 4, "density": 1000, "paragraphs": 2, "links": 2, "items": 100},
    ),
    "two of eight characters are in a link": (
        1,
        {"chars": 8, "density": 250, "paragraphs": 2, "links": 1, "items": 0},
    ),
    "links are no text; 6 of the 10 others come before": (2, {"text_before": 600}),
    "nothing comes before": (0, {"text_before": 0}),
    "the first two have 12 of 16 characters, 6 in links": (
        1,
        {"region_share": 750, "region_density": 500, "region_blocks": 2},
    ),
    "one block is after their region": (0, {"before_region": 0, "after_region": 1}),
    "two are before the last": (2, {"before_region": 2, "after_region": 0, "region_share": 250}),
    "the lowest that holds more is the body, 6 of 16 in links": (
        1,
        {"container_depth": 1, "container_density": 375},
    ),
    "the id of what holds no more is no step away; case means nothing": (0, {"steps_to_nav": 0}),
    "the class of the body says nothing": (2, {"steps_to_nav": 15}),
    "a class has all hints whose words it contains": (1, {"steps_to_side": 0, "steps_to_crumb": 15}),
}


@pytest.mark.parametrize(("block", "expected"), KNOWN.values(), ids=KNOWN)
def test_what_is_known(block, expected):
    page = page_of(PAGE)
    numbers = numbers_of_blocks(page, cuts_of(page, *CUT), 0.7)
    assert {name: numbers[NUMBER[name] * 3 + block] for name in expected} == expected


def test_a_step_is_an_element_that_holds_more():
    """The paragraph b is one step from the <div>, which holds a, too, and two from the one around that."""
    page = page_of("<div class=foot><div class=menu><p>a</p><p>b</p></div>c</div>")
    numbers = numbers_of_blocks(page, cuts_of(page, [0, 1, 2], [0.5, 0.5]), 0.7)
    steps = {name: numbers[NUMBER[f"steps_to_{name}"] * 3 + 1] for name in HINTS}
    assert steps == {"nav": 1, "foot": 2, "head": 15, "side": 15, "crumb": 15}


@pytest.mark.parametrize("file", sorted(SITE.rglob("*.html")), ids=lambda file: file.name)
def test_both_backends_give_the_same(file, compiled):
    html = file.read_bytes()
    assert segment(html) == in_python(segment, html)


# ------------------------------------------------------------------ what a page declares

#: Models for which nothing is likely.
NEVER = {role: Trees({name: [] for name in NUMBER}, [Tree([], [ZERO - 100])], 1.0) for role in ROLES}
#: The same, but all is as likely as can be that it is a breadcrumb, or part of the main content.
TRAIL, CONTENT = (
    {**NEVER, role: Trees(NEVER[role].features, [Tree([], [ZERO + 100])], 1.0)}
    for role in ("breadcrumb", "main")
)

#: a page, whose block begins with its last paragraph, and the role of that
DECLARED = {
    "an element": ("<nav><p>a</p><p>b</p></nav>", "navigation"),
    "the main element": ("<p>a</p><main><p>b</p></main>", "main"),
    "an aside": ("<p>a</p><aside>b</aside>", "sidebar"),
    "a role": ("<p>a</p><div role=contentinfo>b</div>", "footer"),
    "a role overrules the element": ("<p>a</p><nav role=banner>b</nav>", "header"),
    "a role that is not a landmark leaves it to the element": (
        "<p>a</p><nav role=menu>b</nav>",
        "navigation",
    ),
    "the innermost landmark": ("<header><p>a</p><nav>b</nav></header>", "navigation"),
    "a header of the page": ("<p>a</p><div><header>b</header></div>", "header"),
    "a header of an article is no landmark": ("<p>a</p><article><header>b</header></article>", None),
    "a footer of a section of the main content": (
        "<p>a</p><main><section><footer>b</footer></section></main>",
        "main",
    ),
    "a role makes it one, wherever it is": ("<p>a</p><article><p role=banner>b</article>", "header"),
    "a header holds an article": ("<p>a</p><header><article>b</article></header>", "header"),
    "no landmark": ("<p>a</p><div><p>b</p></div>", None),
    "a landmark 200 elements up": (f"<p>a</p><nav>{'<div>' * 200}b{'</div>' * 200}</nav>", "navigation"),
    "one too far": (f"<p>a</p><nav>{'<div>' * 256}b{'</div>' * 256}</nav>", None),
    "a landmark that holds a part of the block only": ("<p>a</p><div><nav>b</nav>c</div>", None),
}


@pytest.mark.parametrize(("html", "role"), DECLARED.values(), ids=DECLARED)
def test_what_a_page_declares(html, role):
    page = page_of(html)
    cuts = cuts_of(page, [0, 1], [0.9])
    assert roles_of(page, cuts, 0.7, NEVER)[1] == role
    assert roles_of(page, cuts, 0.7, CONTENT)[1] == (role or "main")
    assert roles_of(page, cuts, 0.7, TRAIL)[1] == "breadcrumb"


# ------------------------------------------------------------------ what models judge


def leaf(log_odds: int) -> Trees:
    """Return a model with the same log-odds for all blocks."""
    return Trees({name: [] for name in NUMBER}, [Tree([], [ZERO + log_odds])], 0.1)


#: The log-odds of header and footer in tenths, and the role.  A probability of .6 is log(.6 / .4) = .405.
LIKELY = {
    "one that is likely enough": (5, 0, "header"),
    "not quite": (4, 0, None),
    "the likelier of two": (5, 6, "footer"),
    "of two equal ones the first": (5, 5, "header"),
}


@pytest.mark.parametrize(("header", "footer", "role"), LIKELY.values(), ids=LIKELY)
def test_the_likeliest_role(header, footer, role):
    page = page_of("<p>a</p>")
    trees = {**NEVER, "header": leaf(header), "footer": leaf(footer)}
    assert roles_of(page, cuts_of(page, [0], []), 0.7, trees) == [role]
    assert LEAST == 0.6


def test_the_models_know_the_features_as_they_are_made():
    assert list(models()) == list(ROLES)
    assert all(list(of_role.features) == list(NUMBER) for of_role in models().values())


def test_the_models_are_small():
    assert sum(len(of_role.dump()) for of_role in models().values()) < 30_000


def test_each_feature_is_numbered_once():
    assert len(NUMBER) == len(FEATURES)


def test_a_thread_without_landmarks():
    """Its head, breadcrumb, posts and foot are known by what they are, not by what they declare."""
    html = (SITE / "en/forum.html").read_bytes()
    html = re.sub(
        rb'\srole="?\w+"?', b"", re.sub(rb"<(/?)(?:nav|main|header|footer|aside)\b", rb"<\1div", html)
    )
    blocks = segment(html).blocks
    assert {block.role for block in blocks if block.text.startswith("Board index «")} == {"breadcrumb"}
    posts = [block.role for block in blocks if "Sourdough that will not rise\nby" in block.text]
    assert len(posts) == 8
    assert set(posts) == {"main"}
    assert blocks[-1].role == "footer"


def test_other_segmenters_give_no_roles():
    assert {block.role for block in segment("<nav>a</nav><p>b</p>", segmenter="flat").blocks} == {None}


def test_roles_are_shown():
    """In the report, and in what ``content-extract segments`` prints; what has none is shown without."""
    page = page_of("<nav>a</nav><p>b</p>")
    nav, rest = segment("<header><nav><a href=/>a</a></nav></header><div><div><p>b</p></div></div>").blocks
    assert numbered(1, nav).startswith("    1 links, navigation: depth")
    assert numbered(2, rest._replace(role=None)).startswith("    2 text: depth")
    found = Segmentation((nav, nav._replace(role=None)))
    assert [block["role"] for block in views_of_blocks(page, Flat(), found)] == ["navigation", ""]
