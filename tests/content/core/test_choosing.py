"""What ``auto`` does compiled gives the same bits as in Python.

``python -m lab.quality.equal DATA --other . --pure this`` compares the two on labelled pages.
"""

import sys
from array import array
from dataclasses import replace
from functools import partial
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.auto import LEAST_CHARS, Auto, model
from scrapy_content_extract.content.auto.features import FEATURES, describe, describe_in_parts
from scrapy_content_extract.content.auto.trees import Tree, Trees
from scrapy_content_extract.content.core import forest_py, render_py, words_py
from scrapy_content_extract.content.core.hints import HINTS
from scrapy_content_extract.content.core.render_py import count_sentence_ends
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.methods import GapDepth
from scrapy_content_extract.content.page.blocks import paragraphs
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure
from scrapy_content_extract.content.page.tables import Rows, rows_of
from tests.helpers.pages import EMPTY, HOSTILE, SHAPES, random_page
from tests.helpers.python_side import in_python

pytestmark = pytest.mark.usefixtures("compiled")


def check(page):
    """The descriptions are equal, and so is all that comes of them."""
    # a page of its own for each: what one counted the other must not find
    compiled, python = describe(replace(page)), in_python(describe, replace(page))
    for feature in FEATURES:
        assert compiled.column(feature.name) == python.column(feature.name), feature.name
    assert compiled == python
    assert len(compiled.numbers) == len(FEATURES) * len(compiled.node)
    for extractor in (Auto(), Auto(comments="drop", favor="recall", tables=False, links=False)):
        one, other = extractor.extract(replace(page)), in_python(extractor.extract, replace(page))
        assert (one, one.kind, one.kind_confidence) == (other, other.kind, other.kind_confidence)


#: pages as they are made: empty ones, hostile ones, and one of each shape
PAGES = {
    **{name: lambda html=html: html for name, html in EMPTY.items()},
    **HOSTILE,
    **{name: partial(shape, 60_000) for name, shape in SHAPES.items()},
}


@pytest.mark.parametrize("made", PAGES.values(), ids=PAGES)
def test_equal(made):
    check(page_of(made()))


#: What is known of a page besides its columns: one number too many or too few.
WRONG_COLUMNS = {
    "sentence ends, for each text and before the first": (2, 1),
    "the section that each role makes": (3, 0),
}


@pytest.mark.parametrize("lengths", WRONG_COLUMNS.values(), ids=WRONG_COLUMNS)
def test_columns_of_another_length(lengths):
    """What lies behind a column must not be read."""
    given = [array("i", [0] * length) for length in lengths]
    with pytest.raises(ValueError, match="not of one length"):
        core.facts.Facts(page_of("<p>a<p>b"), *given)


@pytest.mark.parametrize("run", [lambda f, *args: f(*args), in_python], ids=["compiled", "Python"])
@pytest.mark.parametrize("size", [1, 3, 13, 14, 100])
def test_parts_are_parts_of_the_whole(size, run):
    """Headings, runs and near paragraphs reach from one part into the next."""
    line = "<h2>It is.</h2><p>It is a <a href=x>line</a>. <div class=share>It is</div>"
    page = page_of(f"<p>a<h1>b</h1><article>{line * 4}</article>")
    whole, parts = run(describe, page), run(list, describe_in_parts(page, size))
    assert len(whole.node) == 14
    assert [len(part.node) for part in parts] == [min(size, 14 - b) for b in range(0, 14, size)]
    for feature in FEATURES:
        name = feature.name
        assert list(whole.column(name)) == list(chain(*(part.column(name) for part in parts))), name
    assert list(whole.look) == list(chain(*(part.look for part in parts)))
    assert list(whole.node) == list(chain(*(part.node for part in parts)))
    assert {whole.container} == {part.container for part in parts}


#: a table of data whose rows are joined, or are not
ROWS = {
    "rows of cells": "<tr><td>a<td>b<tr><th>c<td>d",
    "a cell with two paragraphs": "<tr><td>a<p>b</p><td>c<tr><td>d<td>e",
    "a row with one cell": "<tr><th>a<tr><td>b<td>c",
    "a caption": "<caption>a</caption><tr><td>b<td>c<tr><td>d<td>e",
    "a table in a cell": "<tr><td>a<table><tr><th>b<td>c</table>d<td>e<tr><td>f<td>g",
    "empty cells": "<tr><td><td>a<td><td>b<td><tr><td>c<td><td><table><tr><th>d<td><td>e</table>",
    "links and breaks in cells": "<tr><td><a href=x>a</a>b<td>c<br>d<tr><td>e<td>f",
}


@pytest.mark.parametrize("html", ROWS.values(), ids=ROWS)
def test_equal_rows(html):
    page = page_of(f"<p>a</p><table>{html}</table><p>b</p><table><tr><td>{'c' * 999}<td>d</table>")
    rows = rows_of(page)
    assert rows is not None
    assert rows == in_python(rows_of, page)
    for ranges in ([(0, len(page.text))], [(k, k + 1) for k in range(0, len(page.text), 2)]):
        assert paragraphs(page, ranges, rows) == in_python(paragraphs, page, ranges, rows)


def test_rows_that_do_not_fit_are_refused():
    page = page_of("<table><tr><th>a<td>b</table>")
    given = rows_of(page)
    for name in Rows._fields:
        rows = given._replace(**{name: getattr(given, name)[1:]})
        with pytest.raises(ValueError, match="column"):
            paragraphs(page, [(0, 2)], rows)


def test_equal_on_random_pages():
    """``python -m lab.trials.fuzz`` compares both on thousands."""
    for seed in range(100):
        check(page_of(random_page(seed)))


PIECES = """<div> <div> </div> </div> <p> </p> <section> <article> <main> <footer> <h1> </h1> <h3> </h3> <table>
<tr> <td> <img> <input> <label> <li> </li> <x-y> </x-y> <i> </i> </a> <br>""".split()
PIECES += [
    "<a href=x>",
    "<div class=c>",
    "<p class='c d'>",
    "<p class=''>",
    "<i class=c id=Comments>",
    "<div id=cooKie>",  # with the sign for kelvin, whose lower case is k
    "<div role=navigation>",
    "<div role=''>",
    "<div role=x>",
    "It is. ",
    "x",
    " . ",
    "a.\n",
    "Is it? It is! ",
    "“It is.” ",
    "是。否？",
    "It is a line of prose that needs no full stop to be one, for its length is enough",
]


@given(st.lists(st.sampled_from(PIECES), max_size=120).map("".join))
def test_equal_on_any_page(html):
    check(page_of(html))


#: text: how many sentences end in it
ENDS = {
    "before white space and at the end": ("It is. It is! Is it?", 3),
    "not within a number or a name": ("3.14 example.com ?! ...", 2),
    "before quotes and brackets": ("“a.” 'b.' \"c.\" (d.) e.’ f.” g.] h.,", 6),
    "before white space of Unicode": ("a.\u00a0b.\u3000c.\u2028d.\u0085e.\u1680f", 5),
    "before what is no white space": ("a.\u200bb.\ufeffc.\u180ed", 0),
    "before a line break": ("a.\n", 1),
    "full-width ones anywhere": ("。a！b？c｡d", 4),
    "Arabic and Urdu ones, no commas": ("كىم؟مەن، كون؛ ہے۔ہے", 2),
    "Armenian, Devanagari, Burmese, Ethiopic and Khmer ones": ("ա։ա क।क॥क က။က ሀ።ሀ ក។ក", 6),
    "what looks like them in UTF-8": ("、〃㄂ａ＂＃", 0),
    "what looks like the others": ("؞ؠ؛ ەۓ ֈ֊ ॣ० ၊၌ ፡፣ ៓៕ ､｢", 0),
    "before other letters of three bytes": ("a.“b.…c.图", 0),
}


@pytest.mark.parametrize(("text", "count"), ENDS.values(), ids=ENDS)
def test_sentence_ends(text, count):
    for side in (core.render, render_py):
        assert list(side.count_sentence_ends([text, "a.", "b"])) == [0, count, count + 1, count + 1]
    page = measure(parse(f"<div>{text}</div>"))
    assert page.text == [text]
    for description in (describe(page), in_python(describe, replace(page))):
        assert description.column("sentences")[0] == 10 * count + page.chars[0]


def test_a_control_character_that_is_white_space():
    """Not in the table: libxml2 before 2.14 takes these characters out of the page."""
    assert list(count_sentence_ends(["f.\x1cg.\x1fh"])) == [0, 2]


#: a name, and the hints in it
HINTED = {
    "nothing": ("", []),
    "another word": ("x", []),
    "upper case": ("COMMENT", ["comment"]),
    "inside a word": ("a-Comment b", ["comment"]),
    "cut off": ("commen", []),
    "two words in one": ("updated", ["meta"]),
    "a letter whose lower case is ASCII": ("coo\u212aie", ["modal"]),
    "after another letter": ("é comment", ["comment"]),
    "far behind": ("é" * 10**5 + "Cookie", ["modal"]),
    "three kinds, two words of one": ("share-author-date-copyright", ["meta", "foot", "share"]),
}


@pytest.mark.parametrize(("name", "hints"), HINTED.values(), ids=HINTED)
@pytest.mark.parametrize("attribute", ["class", "id"])
def test_hints(name, hints, attribute):
    """What the words of a name say is the same, at the element and below it."""
    expected = [0, sum(1 << list(HINTS).index(hint) for hint in hints), 0]
    for side in (core.words, words_py):
        found, in_all = side.find_hints([None, name, "x"], HINTS)
        assert (list(found), in_all) == (expected, expected[1])
    page = page_of(f"<div {attribute}='{name}'>a<p>b</p></div><p>c</p>")
    description = describe(page)
    for hint in HINTS:
        assert (description.column(hint)[0] == 0) == (hint in hints)
    check(page)


@st.composite
def models(draw):
    """Trees of any shape over a few features, and rows for them."""
    number = st.integers(-2000, 2000)
    thresholds = draw(
        st.lists(st.lists(number, min_size=1, max_size=20, unique=True).map(sorted), min_size=1, max_size=4)
    )
    trees = []
    for _ in range(draw(st.integers(1, 5))):
        splits, leaves, undone = [], [], [None]
        size = draw(st.integers(0, 12))
        while undone:
            parent = undone.pop(draw(st.integers(0, len(undone) - 1)))
            if len(splits) < size:
                child = len(splits)
                feature = draw(st.integers(0, len(thresholds) - 1))
                splits.append([feature, draw(st.integers(0, len(thresholds[feature]) - 1)), None, None])
                undone += [(child, 2), (child, 3)]
            else:
                leaves.append(draw(st.integers(0, 255)))
                child = ~(len(leaves) - 1)
            if parent:
                splits[parent[0]][parent[1]] = child
        trees.append(Tree([tuple(split) for split in splits], leaves))
    rows = draw(st.sampled_from([0, 1, 8, 9, 16, 17, 63, 64, 65, 255, 256, 257, 600]))
    seed = draw(st.randoms(use_true_random=False))
    columns = [
        [seed.choice((*of_one, seed.randint(-3000, 3000))) for _ in range(rows)] for of_one in thresholds
    ]
    return Trees({f"f{n}": of_one for n, of_one in enumerate(thresholds)}, trees, 0.01), columns


@given(models())
def test_equal_trees(example):
    trees, rows = example
    numbers = array("i", chain(*rows))
    assert trees.probabilities(numbers) == in_python(trees.probabilities, numbers)
    thresholds = list(trees.features.values())
    compiled, python = (side.Forest(thresholds, trees.trees) for side in (core.forest, forest_py))
    assert compiled.leaf_sums(numbers) == python.leaf_sums(numbers)


def test_few_rows_and_many_trees():
    """Two bytes do not hold 300 leaves of 255."""
    forest = core.forest.Forest([[0]], [Tree([(0, 0, ~0, ~1)], [0, 255])] * 300)
    assert list(forest.leaf_sums(array("i", [0, 1, 0]))) == [0, 300 * 255, 0]


#: a model that memory would be read beyond for
IMPOSSIBLE = {
    "a missing threshold": ([[1]], [([(0, 1, -1, -2)], [1, 2])]),
    "a missing feature": ([[1]], [([(1, 0, -1, -2)], [1, 2])]),
    "a negative feature": ([[1]], [([(-1, 0, -1, -2)], [1, 2])]),
    "a missing leaf": ([[1]], [([(0, 0, -1, -3)], [1, 2])]),
    "a missing split": ([[1]], [([(0, 0, 1, -1)], [1, 2])]),
    "a split above": ([[1]], [([(0, 0, 0, -1)], [1, 2])]),
    "one leaf on both sides": ([[1]], [([(0, 0, -1, -1)], [1])]),
    "one leaf below two splits": ([[1]], [([(0, 0, 1, -1), (0, 0, -1, -2)], [1, 2])]),
    "a leaf below no split": ([[1]], [([(0, 0, -1, -2)], [1, 2, 3])]),
    "a leaf too few": ([[1]], [([(0, 0, 1, -1), (0, 0, -1, -1)], [1])]),
    "no leaf": ([[1]], [([], [])]),
    "one leaf on both sides, and as many leaves as there must be": ([[1]], [([(0, 0, -1, -1)], [1, 2])]),
    "one leaf below two splits, and the others": ([[1]], [([(0, 0, 1, -1), (0, 0, -1, -2)], [1, 2, 3])]),
    "a split on both sides": ([[1]], [([(0, 0, 1, 1), (0, 0, -1, -2)], [1, 2, 3])]),
    "a leaf beyond a byte": ([[1]], [([(0, 0, -1, -2)], [1, 256])]),
    "a negative leaf": ([[1]], [([(0, 0, -1, -2)], [-1, 0])]),
    "leaves whose difference is beyond an int": ([[1]], [([(0, 0, -1, -2)], [-(2**31), 2**31 - 1])]),
    "a leaf beyond an int": ([[1]], [([(0, 0, -1, -2)], [1, 2**31])]),
    "thresholds that fall": ([[2, 1]], [([(0, 0, -1, -2)], [1, 2])]),
    "more thresholds than a byte can count": ([list(range(256))], [([(0, 0, -1, -2)], [1, 2])]),
}


@pytest.mark.parametrize(("thresholds", "trees"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_trees_are_refused(thresholds, trees):
    with pytest.raises((IndexError, ValueError)):
        core.forest.Forest(thresholds, trees)


def test_columns_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="column"):
        model().probabilities(array("i", [1] * (2 * len(model().features) - 1)))


paragraph = st.tuples(
    st.sampled_from([0.0, 0.1, 0.5, 1.0]) | st.floats(0, 1),
    st.integers(1, 3000),
    st.integers(0, 3),
    st.integers(0, 9),
)
#: the parents of ten elements
parents = st.tuples(st.just(-1), *(st.integers(0, i) for i in range(9)))


@given(st.lists(paragraph, min_size=4, max_size=60), parents, st.sampled_from([0.5, 1.0, 2.0]))
def test_equal_choices(paragraphs, parent, beta):
    p, n, look, node = (array(code, column) for code, column in zip("diii", zip(*paragraphs)))
    given = p, n, look, node, array("i", parent), beta, LEAST_CHARS
    assert core.choice.choose(*given) == in_python(lambda: core.choice.choose(*given))


@pytest.mark.parametrize("html", ["<table><tr><td>1<td>2</table>", "<p class=a>b", "<h2>a</h2>b"])
def test_other_threads_have_turns(html):
    """What is compiled holds Python's lock; all in one piece, a crawl would stand still for seconds.

    It gives a turn by a call of a function of Python, and these are counted.
    """

    def turns(count):
        calls = 0

        def see(frame, event, arg):
            nonlocal calls
            code = frame.f_code
            is_turn = code.co_name == "let_others_run"
            calls += event == "call" and is_turn

        sys.setprofile(see)
        try:
            analyse(Task(Utf8(html.encode() * count), Auto(), GapDepth(), Wanted(("blocks",))))
        finally:
            sys.setprofile(None)
        return calls

    turns(10)  # what is loaded at first use does not count
    once, twice, four_times = (turns(count) for count in (5_000, 10_000, 20_000))
    assert once >= 8
    assert four_times - twice >= 1.9 * (twice - once) > 0
