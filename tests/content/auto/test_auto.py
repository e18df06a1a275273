"""Auto: its choice worked out by hand, its parameters."""

from array import array
from functools import partial

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.auto import LEAST_CHARS, Auto
from scrapy_content_extract.content.auto.features import FEATURES, describe
from scrapy_content_extract.content.auto.kinds import PageKind, kinds_of
from scrapy_content_extract.content.core.hints import SECTION
from scrapy_content_extract.content.model import PAGE_KINDS, positions
from scrapy_content_extract.content.page.tables import rows_of
from tests.helpers.python_side import in_python

choose = partial(core.choice.choose, least=LEAST_CHARS)

# p, n, look, beta; what is chosen; the expected F1.  The q of look-alikes move
# towards each other.  Each paragraph is a child of the root, so each is a block of its own.
CHOICES = {
    "nothing to choose from": ([], [], [], 1, set(), 1),
    # 0.1 * 200 = 20 < 30, and below half of 200
    "too little is expected": ([0.1], [200], [0], 1, set(), 0.9),
    # 0.8 * 10 = 8 < 30, but not below half of 10
    "a page of a few words is all content": ([0.8], [10], [0], 1, {0}, 16 / 18),
    # F of the first: 2*90/(100+90+10) = .90, of both: 2*100/(200+100) = .67
    "the unlikely stays out": ([0.9, 0.1], [100, 100], [0, 1], 1, {0}, 180 / 200),
    # q .5 each: F of one 2*50/(100+100) = .5, of both 2*100/(200+100) = .67: half right is better than half
    "of equals all": ([0.5, 0.5], [100, 100], [0, 1], 1, {0, 1}, 200 / 300),
    # p' = .5, so q is .6 and .4: one 2*60/(100+100) = .60, both 2*100/(200+100) = .67
    "paragraphs that look alike draw near": ([0.9, 0.1], [100, 100], [0, 0], 1, {0, 1}, 200 / 300),
    # b^2 = 1/4: one 1.25*90/(100+35) = .83, both 1.25*140/(200+35) = .74
    "precision leaves more out": ([0.9, 0.5], [100, 100], [0, 1], 0.5, {0}, 180 / 240),
    # b^2 = 4: one 5*90/(100+560) = .68, both 5*140/(200+560) = .92
    "recall leaves less out": ([0.9, 0.5], [100, 100], [0, 1], 2, {0, 1}, 280 / 340),
}


@pytest.mark.parametrize(("p", "n", "look", "beta", "chosen", "F1"), CHOICES.values(), ids=CHOICES)
def test_choose(p, n, look, beta, chosen, F1):
    node, parent = range(1, len(p) + 1), [-1, *[0] * len(p)]
    columns = (array(code, column) for code, column in zip("diiii", (p, n, look, node, parent)))
    found, confidence, _ = choose(*columns, beta)
    assert set(positions(found, 1)) == chosen
    assert confidence == pytest.approx(F1)


#: The first thing that somebody tries, and its text: a page is not empty that says something to people.
FEW_WORDS = {
    "a fragment": ("<p>Hello world</p>", "Hello world"),
    "a text": ("Hello world", "Hello world"),
    "a page": ("<html><body><p>Hi.</p></body></html>", "Hi."),
    "a title and a sentence": ("<title>Rain</title><h1>Rain</h1><p>It rains today.", "It rains today."),
    "beside a menu": ("<nav><a href=/>Home</a></nav><p>Hi there.</p><footer>2024</footer>", "Hi there."),
    "with a link": ("<p>Hello <a href=/>world</a></p>", "Hello world"),
    "a menu alone": ("<ul><li><a href=/>Home</a><li><a href=/a>About</a></ul>", ""),
    "hidden": ("<p hidden>Hello world</p>", ""),
    "a spinner": ("<div id=root>Loading...</div><script src=a.js></script>", ""),
    "posts": ("<div><a href=/i>Ina</a><p>It turns again.</p><button>Reply</button></div>", "It turns again."),
    "a form": ("<form><label>Name</label><input></form>", ""),
    "an error": ("<title>404 Not found</title><h1>404 Not found</h1><p>The page was not found.</p>", ""),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("html", "text"), FEW_WORDS.values(), ids=FEW_WORDS)
def test_a_few_words(html, text):
    found = extract(html)
    assert found.text == text
    assert bool(found.reason) == (not text)  # which says why it is empty


def test_a_few_words_of_an_error_are_none():
    assert extract("<p>Hello world</p>", http_status=500).text == ""


# p, n, node; the parent of each element; what is chosen.  None looks like another, so q is p.  The text has
# .9 * 200 = 180; the sentence .5 * 50 = 25, the link .1 * 100 = 10.
BESIDE = {
    # by q: the text 2*180/(200+205) = .89, both 2*205/(250+205) = .90
    "a sentence that stands alone": ([0.9, 0.5], [200, 50], [1, 2], [-1, 0, 0], {0, 1}),
    # q' of the box 2 is 35/150 = .233, so q of the sentence .367:
    # the text 2*180/(200+208.3) = .88, both 2*198.3/(250+208.3) = .87
    "a sentence beside a link": ([0.9, 0.1, 0.5], [200, 100, 50], [1, 3, 4], [-1, 0, 0, 2, 2], {0}),
    # the text 2*180/(200+215) = .87, both 2*205/(250+215) = .88
    "the same in elements of their own": (
        [0.9, 0.1, 0.5],
        [200, 100, 50],
        [1, 2, 3],
        [-1, 0, 0, 0],
        {0, 2},
    ),
    # the text is in 2, and 1 holds it: what is in 1 is not apart
    "around the main element": ([0.9, 0.1, 0.5], [200, 100, 50], [2, 1, 1], [-1, 0, 1], {0, 2}),
    # each half of the text has 90 of 205, so the main element is 1, and the box 4 is in it:
    # the text 2*180/(200+215) = .87, with the sentence 2*205/(250+215) = .88
    "in the main element": (
        [0.9, 0.9, 0.1, 0.5],
        [100, 100, 100, 50],
        [2, 3, 5, 6],
        [-1, 0, 1, 1, 1, 4, 4],
        {0, 1, 3},
    ),
    # q' of the box is 94/150 = .627: .9 becomes .763, and .08 stays: two 2*256.3/(300+260.3) = .91
    "the likely hold up nothing": ([0.9, 0.9, 0.08], [200, 100, 50], [1, 3, 4], [-1, 0, 0, 2, 2], {0, 1}),
}


@pytest.mark.parametrize(("p", "n", "node", "parent", "chosen"), BESIDE.values(), ids=BESIDE)
def test_what_stands_beside(p, n, node, parent, chosen):
    columns = (array(code, column) for code, column in zip("diiii", (p, n, range(len(p)), node, parent)))
    assert set(positions(choose(*columns, 1.0)[0], 1)) == chosen


def test_precision_asks_each_paragraph_alone():
    """b^2 = 1/4, q' of the box 50/150: by q the text has 1.25*180/(200+57.5) = .87, with the sentence
    1.25*220/(250+57.5) = .89; were the q of the sentence .567, 225/254.6 = .88 and 260.4/304.6 = .85."""
    p, n = array("d", [0.9, 0.1, 0.8]), array("i", [200, 100, 50])
    look, node, parent = array("i", range(3)), array("i", [1, 3, 4]), array("i", [-1, 0, 0, 2, 2])
    assert set(positions(choose(p, n, look, node, parent, 0.5)[0], 1)) == {0, 2}


# what is chosen, q * n, node, parent; the main element
MAIN = {
    "one paragraph": ([1], [9], [2], [-1, 0, 1], 2),
    "two of the same": ([1, 1], [9, 9], [2, 3], [-1, 0, 1, 1], 1),
    "half is not enough": ([1, 1, 1], [18, 9, 9], [1, 3, 4], [-1, 0, 0, 2, 2], 0),
    "more than half is": ([1, 1, 1], [18, 9, 10], [1, 3, 4], [-1, 0, 0, 2, 2], 2),
    "only the chosen count": ([1, 0, 0], [9, 99, 99], [1, 3, 4], [-1, 0, 0, 2, 2], 1),
    "text of an element itself": ([1, 1], [9, 10], [2, 1], [-1, 0, 1], 1),
    "nothing chosen": ([0], [9], [2], [-1, 0, 1], 0),
}


@pytest.mark.parametrize(("chosen", "size", "node", "parent", "main"), MAIN.values(), ids=MAIN)
def test_main_element(chosen, size, node, parent, main):
    q, n = array("d", [0.5]) * len(size), array("i", [2 * s for s in size])
    tree = array("i", node), array("i", parent)
    assert core.choice.main_element(bytearray(chosen), q, n, *tree) == main


# node, parent, main
NO_TREE = {
    "a paragraph behind the last element": ([2], [-1, 0], 0),
    "a paragraph before the first": ([-1], [-1, 0], 0),
    "an element that is its own parent": ([1], [-1, 1], 0),
    "an element before its parent": ([1], [-1, 2, 0], 0),
    "a parent before the first": ([1], [-1, -2], 0),
    "a second root": ([1], [-1, -1], 0),
    "no elements": ([0], [], 0),
}


@pytest.mark.parametrize(("node", "parent", "main"), NO_TREE.values(), ids=NO_TREE)
def test_what_is_no_tree_is_refused(node, parent, main):
    one, n = array("d", [1]), array("i", [1])
    tree = array("i", node), array("i", parent)
    with pytest.raises(IndexError):
        core.choice.main_element(b"\1", one, n, *tree)
    with pytest.raises(IndexError):
        core.choice.held_down(one, n, *tree, main)


@pytest.mark.parametrize("main", [-1, 2])
def test_what_is_no_element_is_refused(main):
    with pytest.raises(IndexError):
        core.choice.held_down(array("d", [1]), array("i", [1]), array("i", [1]), array("i", [-1, 0]), main)


def test_where_there_is_nothing_to_decide_there_is_no_confidence():
    for page in ("", "<title>x</title>", "<p><img src=x>"):
        assert extract(page, extractor="auto").confidence is None
    assert 0 <= extract("<p>x", extractor="auto").confidence <= 1


#: a page without rows of data
WITHOUT_ROWS = {
    "the cells are long: the layout": f"<table><tr><td>{'long ' * 50}<td>{'text ' * 50}</table>",
    "no table": "<p>a",
    "no rows in the table": "<table><caption>a</caption></table><p>b",
    "nothing": "",
}


@pytest.mark.parametrize("html", WITHOUT_ROWS.values(), ids=WITHOUT_ROWS)
def test_there_are_no_rows(html):
    assert rows_of(page_of(html)) is None


PROSE = "The road to the harbour is closed until Friday, because the old wall has come down in the rain. "
PAGE = f"""<html><head><title>The wall | Harbour Courier</title></head><body>
<nav><a href="/">Home</a> <a href="/a">Harbour</a> <a href="/b">Weather</a></nav>
<main><article><h1>The wall</h1><p>{PROSE}</p><p>More than <a href="/c">forty metres of it</a> lie in the
water, said the harbour master, and nobody was hurt. {PROSE[:40]}.</p>
<table><tr><th>Part</th><th>Metres</th></tr><tr><td>North wall</td><td>40</td></tr>
<tr><td>South wall</td><td>210</td></tr></table><p>{PROSE[4:]} The rest of the wall is looked at today.</p></article>
<section id="comments" class="comments"><h2>2 comments</h2><div class="comment"><p>I have said for years
that this wall would come down, and nobody has ever listened to me about it.</p></div><div class="comment">
<p>My boat is in there. Does anybody know when divers will have a look at it?</p></div></section></main>
<footer><a href="/imprint">Imprint</a> <a href="/contact">Contact</a></footer></body></html>"""


def text(**parameters):
    return extract(PAGE, extractor="auto", **parameters).text


def test_comments():
    assert "nobody has ever listened" in text(comments="keep")
    assert "My boat is in there" in text(comments="keep")
    assert "My boat is in there" not in text(comments="drop")
    assert "has come down in the rain" in text(comments="drop")


def test_a_page_that_calls_all_of_itself_comments_is_no_comment():
    page = PAGE.replace("<body>", '<body class="has-comments">')
    assert "has come down in the rain" in extract(page, extractor="auto", comments="drop").text


def test_tables():
    assert "North wall\t40" in text().split("\n")
    assert "North wall\t40" in Auto().extract(page_of(PAGE)).lines
    assert "North wall" not in text(tables=False)


def test_a_table_that_makes_the_layout_is_none():
    page = f"<table><tr><td>Menu</td><td><p>{PROSE}</p><p>{PROSE * 2}</p></td></tr></table>"
    assert extract(page, extractor="auto", tables=False).text.count("harbour") == 3


def test_links():
    assert "More than forty metres of it lie in the water" in text()
    assert "More than lie in the water" in text(links=False)


#: a page whose cards are half-likely
CARDS = PAGE.replace("</article>", "</article>" + f"<div><h3>A pier</h3><p>{PROSE}</p></div>" * 3)


def test_most_of_an_article_is_no_footer():
    for inside, is_body in ((PROSE * 9, True), (PROSE[:40], False)):
        page = page_of(f"<article><h1>Wall</h1><p>{PROSE}</p><footer><p>{inside}</p></footer></article>")
        facts = describe(page)
        assert (facts.column("in_footer")[-1], facts.column("section")[-1]) == (
            (0, SECTION["article"]) if is_body else (1, SECTION["footer"])
        )


def test_favor():
    taken = (extract(CARDS, favor=favor).text for favor in ("precision", "balanced", "recall"))
    precision, balanced, recall = map(len, taken)
    assert precision <= balanced <= recall
    assert precision < recall


def test_the_kind_of_a_page_is_told_by_the_model_or_by_the_caller():
    found = extract(PAGE, extractor="auto")
    assert found.kind in PAGE_KINDS
    assert 1 / len(PAGE_KINDS) <= found.kind_confidence <= 1
    told = extract(PAGE, extractor="auto", kind="thread")
    assert (told.kind, told.kind_confidence) == ("thread", 1.0)
    nothing = extract("", extractor="auto", kind="thread")
    assert (nothing.kind, nothing.kind_confidence) == (None, None)
    other = extract(PAGE, extractor="cevc")
    assert (other.kind, other.kind_confidence) == (None, None)


# parameters; what the page is judged to be, and how surely; the weight of recall
BETAS = {
    "as it is": ({}, "article", 1.0, 1.0),
    "a sure list": ({}, "list", 0.8, 1.5),
    "an unsure list": ({}, "list", 0.79, 1.0),
    "nothing": ({}, None, None, 1.0),
    "favor": ({"favor": "precision"}, "list", 1.0, 0.5),
    "an article, says the caller": ({"kind": "article"}, "article", 1.0, 0.7),
    "a list, says the caller": ({"kind": "list"}, "list", 1.0, 1.3),
    "the caller knows, and favors": ({"kind": "article", "favor": "recall"}, "article", 1.0, 2.0),
}


@pytest.mark.parametrize(("parameters", "kind", "confidence", "beta"), BETAS.values(), ids=BETAS)
def test_weight_of_recall(parameters, kind, confidence, beta):
    assert Auto(**parameters).beta_of(PageKind(kind, confidence)) == beta


def test_a_kind_that_the_caller_names_is_how_much_is_taken():
    article, listing = (len(text(kind=kind)) for kind in ("article", "list"))
    assert article <= len(text()) <= listing


# features of two paragraphs, one column behind the other; their characters; the means, rounded down
MEANS = {
    "weighted by characters": ([10, 20], [30, 10], [12]),  # (300 + 200) / 40 = 12.5
    "below zero": ([-10, 11], [30, 10], [-5]),  # -190 / 40 = -4.75
    "the least": ([-50, -50], [1, 9], [-50]),
    "two features": ([1, 3, 5, 5], [1, 1], [2, 5]),
    "more than 32 bits": ([2_000_000_000, 2_000_000_000], [1_000_000, 1_000_000], [2_000_000_000]),
}


@pytest.mark.parametrize(("numbers", "chars", "means"), MEANS.values(), ids=MEANS)
def test_means(numbers, chars, means):
    assert list(core.facts.means(array("i", numbers), array("i", chars))) == means


def test_the_probabilities_of_kinds_are_one_together_whatever_runs():
    means = core.facts.means(array("i", range(2 * len(FEATURES))), array("i", [30, 70]))
    likely = kinds_of(means)
    assert len(likely) == len(PAGE_KINDS)
    assert sum(likely) == pytest.approx(1)
    assert in_python(kinds_of, means) == likely


IMPOSSIBLE = {
    "kind": ({"kind": "forum"}, "kind is 'forum'; it may be 'auto', 'article', 'thread'"),
    "comments": ({"comments": "some"}, "comments is 'some'; it may be 'auto', 'keep' or 'drop'"),
    "favor": ({"favor": 1}, "favor is 1; it may be 'balanced', 'precision' or 'recall'"),
    "tables": ({"tables": "yes"}, "tables is 'yes'; it may be True or False"),
    "links": ({"links": None}, "links is None; it may be True or False"),
}


@pytest.mark.parametrize(("parameters", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_parameters(parameters, message):
    with pytest.raises(ValueError, match=message):
        extract(PAGE, extractor="auto", **parameters)
