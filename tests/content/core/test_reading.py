"""The compiled pass fills the same columns as the one in Python.

``python -m lab.quality.equal DATA --other . --pure this`` compares the two on labelled pages.
"""

import doctest
from array import array
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from scrapy_content_extract.content import core
from scrapy_content_extract.content.core import scan_py, tree_py, words_py
from scrapy_content_extract.content.encoding.decode import is_utf8
from scrapy_content_extract.content.methods import CEVC, Flat, GapDepth, stopwords
from scrapy_content_extract.content.page.blocks import blocks_of, paragraphs
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure
from tests.content.page import test_parse
from tests.helpers.python_side import in_python, python_side
from tests.helpers.rows import rows

pytestmark = pytest.mark.usefixtures("compiled")

#: Three pieces of a long text are as good as more.
HOSTILE = {name: html[: 3 * tree_py.PIECE] for name, (html, *_) in test_parse.HOSTILE.items()}

PAGES = {
    "every kind of gap": "<div>a<b>b</b> <i>c</i><br>d<p>e</p><!-- c -->f<?pi x?>g<hr>h</div>",
    "links in links, anchors": "<a href=x>a<a name=y>b</a></a><a>c</a><a href>d</a>e",
    "never text": "<script>x</script>a<style>y</style><select><option>z</select>b<svg><p>c</p></svg>d",
    "white space of Unicode": "<p>a\u00a0b\u3000c\u2003d\u2028e\u1680f\u205fg\u0085h\u202fi</p><p>\u00a0\u3000</p>",
    "what is not white space": "<p>\u200b\ufeff\u2060\u00ad\u180e</p>",
    "separators of ASCII": "<p>a\x1cb\x1dc\x1ed\x1fe\x0bf\x0cg</p>",
    "names that are not ASCII": "<p><é>a</é><图>b</图></p>",
    "more names than are cached": "".join(f"<x{i}>t{i}</x{i}>" for i in range(2000)),
    "beyond the basic plane": "<p>\U00020000\U0001f600 x</p>",
    "a tail of the root": "<html><body>a</body></html> <!-- c --> b",
}


def both(root):
    """Return the columns of both, the texts as lists of strings."""
    compiled, python = (side.read_tree(root, False)[0][:-1] for side in (core.tree, tree_py))
    assert compiled[TEXTS].joined() == " ".join(compiled[TEXTS])
    return list(map(list, compiled)), list(map(list, python))


#: Where the texts are among the columns.
TEXTS = 9


def names_of(page):
    """Return the class, id and role of each element."""
    names = page.names
    of_class, of_id = ([names.values[n] for n in column] for column in (names.of_class, names.of_id))
    return of_class, of_id, [names.roles[n] for n in names.of_role]


every_page = pytest.mark.parametrize("html", [*PAGES.values(), *HOSTILE.values()], ids=[*PAGES, *HOSTILE])


@every_page
def test_equal_columns(html):
    compiled, python = both(parse(html if isinstance(html, str) else html.decode("latin-1")).root)
    assert compiled == python


def test_texts_are_strings_when_they_are_asked_for():
    texts = core.render.Texts(["a", "ﻧ 图\U0001f600", "c"])
    assert (len(texts), texts[1], list(texts)) == (3, "ﻧ 图\U0001f600", ["a", "ﻧ 图\U0001f600", "c"])
    assert repr(texts) == repr(list(texts))
    assert core.render.Texts().joined() == ""
    for k in (-1, 3):
        with pytest.raises(IndexError, match="among 3"):
            texts[k]


def test_more_elements_and_texts_than_most_pages_have():
    """Room is made in two steps: 4,096 elements and 2,048 texts, then all."""
    for html in (
        "<p>" * 2000 + "a<b></b>" * 9000,
        "a<br>" * 9000,
        "<i></i>" * 9000,
        "<pre>a" + "\n<b></b>" * 9000,
    ):
        compiled, python = both(parse(f"<body>{html}").root)
        assert compiled == python


@every_page
def test_equal_names(html):
    page = measure(parse(html if isinstance(html, str) else html.decode("latin-1")))
    assert in_python(lambda: names_of(measure(page.root))) == names_of(page)


#: What renders otherwise than most, beside PAGES.
RENDERED = {
    "lines of preformatted text": "<p>a</p><pre>\n  b  \n\n c<b>d\n\n</b></pre><p>e</p><listing>  f\tg</listing>",
    "kept lines between others": "a  b<br>c<pre>\n\n d \n</pre>e<br>f <pre>\n</pre><pre>g</pre> h  i<p>j<b> k</b>",
    "kept lines begin and end it": "<pre>\n\n a  b\n\n</pre><p>c  d</p><p>e<br>f</p><listing>\n\ng \n\n</listing>",
    "white space at every joint": "<p> a <b> b</b>c\n<i>\td </i> <br> e<br>\u3000f\u00a0 </p>",
    "struck out at the beginning of a line": "<p>a</p><p><del>$90</del> <b>$85</b> (6% off)</p><p>the rest of it</p>",
    "one text, unchanged": "<p>a b</p><p>a\tb</p><p>a  b</p>",
    "left out in a line": "<p>It is the a <a href=x>one</a> it is the b<br><a href=y>two</a>it is the c</p>",
    "left out between lines": "<p>It is a <a href=x>1<br>2</a> it is the b <a href=x>3</a></p><p>of the c</p>",
    "a heading, and one with more": "<h1>a <i>b</i></h1><div><h2><span>c</span></h2>d</div><h3><p>e</p></h3>",
    "kinds": (
        "<div><input type=hidden><input>a</div><table><tr><td>b<td>c<tr><td>d<td>e</table><img src=x>f"
        "<p><a href=x>g</a>hh</p><p><a href=x>gg</a>hh</p>"
    ),
    "units": "<div class=a1>a</div><p>b</p><div class=a22>c<br>d<p>e</p></div><div class=a>f<p>g</p></div>"
    + "h" * 99,
    "a class of digits only": "<p class=1>a<p class=22>b<p class=''>c<p class=333><b>d</b>e",
    "nothing": "",
}


def everything(root):
    """All that has a compiled twin, from the columns on."""
    page = measure(root)
    texts = [(k, k + 1) for k in range(0, len(page.text), 2)]
    whole = blocks_of(page, [[(0, len(page.text))], texts]) if page.text else ()
    chosen = [
        CEVC(unit=unit, output=output).extract(page)
        for unit, output in product(("text", "block"), ("valid", "all"))
    ]
    return (
        names_of(page),
        whole,
        paragraphs(page, texts),
        Flat().segment(page),
        GapDepth().segment(page),
        GapDepth().cuts(measure(root)),  # nobody has asked for the names yet
        GapDepth(share=0.9).cuts(page),
        [GapDepth().segment(page).marked(page, extraction.ranges) for extraction in chosen],
        chosen,
    )


LONG = ["100,000 links", "100,000 siblings", "11 MB of text in one element"]


@pytest.mark.parametrize("html", rows({**RENDERED, **PAGES, **HOSTILE}, slow=LONG))
def test_equal_results(html):
    root = parse(html if isinstance(html, str) else html.decode("latin-1")).root
    assert everything(root) == in_python(everything, root)


PIECES = "the a B I é 図 <p> <b> </b> <i> </i> <br> <pre> </pre> </a> <h2> </h2> <img> <td>".split()
PIECES += ["<div class=c1>", "<div class=c22>", "<div class=d>", "</div>", "<li class=1>", "<nav>"]
PIECES += ["<div role=main>", "<a href=x>", "<input type=hidden>", "<input>"]
PIECES += [" ", "\n", "\t", "\u00a0", "\u2003", "\u3000", "\u200b"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_equal_results_on_any_page(html):
    root = parse(html).root
    assert everything(root) == in_python(everything, root)


#: Pieces of bytes at the borders of what the two functions look at.
BYTES = [bytes([code]) for code in (*range(0x20), 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2)]
BYTES += [bytes([code]) for code in (0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF)] + [b"x" * 70]
BYTES += [
    chr(code).encode() for code in (0xFEFF, 0xFEFE, 0xFF01, 0xFB4F, 0xFB50, 0xFDFF, 0xFE6F, 0xFE70, 0xFEFC)
]
BYTES += [chr(code).encode() for code in (0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0x10000, 0x10FFFF, 0xFEFD)]
BYTES += b"&# & # 0 00 ; x X 1 5 6 7 64 65203 1575 f F a B E g".split()
BYTES += b"&#x627 &#xFEF3 &#x61 &#160 &#XfB5 &#1499 &#1800".split()
BYTES += b"&Atilde ;& &nbsp;& &#xc3; &#XF4;& &#195;& &#0192; &#245;& tilde &eth; &a;&".split()
BYTES += [chr(code).encode() for code in (0x82, 0xB4, 0xC1, 0xC2, 0xF4, 0xF5, 0x152, 0x178, 0x2C6, 0x2022)]

#: Pieces of characters: too long, half of a pair, beyond the last, cut off, not to begin with.
NOT_UTF8 = [b"\xe0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf0\x9f\x98", b"\xe5\x9b", b"\xc0", b"\xff"]


@given(st.lists(st.sampled_from([*BYTES, *NOT_UTF8]), max_size=8).map(b"".join))
def test_is_utf8(body):
    try:
        body.decode("utf-8")
        is_valid = True
    except UnicodeDecodeError:
        is_valid = False
    assert is_utf8(body) == scan_py.is_utf8(body) == is_valid


@given(st.lists(st.sampled_from(BYTES), max_size=8).map(b"".join))
def test_equal_looks_at_bytes(body):
    assert core.scan.bits_of(body) == scan_py.bits_of(body)


def test_equal_looks_at_every_character():
    for code in (*range(0x600, 0x720), *range(0xF900, 0x10020)):
        for body in (chr(code).encode(), b"&#%d;" % code, b"&#x%x" % code, b"&#X0%XG" % code):
            assert core.scan.bits_of(body) == scan_py.bits_of(body), body


#: What one text must have for a word to be found, and whether "the" is.
WORDS = {
    "between white space": ("on the mat", True),
    "at both ends": ("the", True),
    "in upper case": ("\nTHE\t", True),
    "a word with a comma is not one": ("the, mat", False),
    "inside a word": ("bathe", False),
    "no-break spaces": ("on\u00a0the\u3000mat", True),
    "a zero-width space is not a space": ("on\u200bthe", False),
    "beside a word that is not ASCII": ("naïve the", True),
    "in a word that is not ASCII": ("theé", False),
    "nothing": ("", False),
}


@pytest.mark.parametrize(("text", "found"), WORDS.values(), ids=WORDS)
def test_found_in_each(text, found):
    given = stopwords.load("en").found_in_each, ["mat", text, text], b"\0\0\1"
    assert list(given[0](*given[1:])) == list(in_python(*given)) == [0, found, 0]


#: Ones and others, and the numbers of their pairs.
PAIRS = {
    "in the order they come": ([5, 5, 7, 5], [1, 2, 1, 1], [0, 1, 2, 0]),
    "negative": ([-1, 0, -1], [0, -1, -1], [0, 1, 2]),
    "nothing": ([], [], []),
    "more than there are slots at first": (list(range(99)) * 2, [3] * 198, list(range(99)) * 2),
}


@pytest.mark.parametrize(("ones", "others", "numbers"), PAIRS.values(), ids=PAIRS)
def test_equal_numbers_of_pairs(ones, others, numbers):
    for side in (core.words, words_py):
        found, count = side.number_pairs(array("i", ones), array("i", others))
        assert (list(found), count) == (numbers, len(set(numbers)))


@given(st.lists(st.floats(0, 1) | st.sampled_from([0.25, 0.5]), max_size=70))
def test_equal_orders(values):
    expected = sorted(range(len(values)), key=lambda k: (-values[k], k))
    for side in (core.choice, python_side()["choice"]):
        assert list(side.falling(array("d", values))) == expected


@pytest.mark.parametrize("wrong", [(-1, 1), (0, 3), (2, 2), (1, 0)])
def test_ranges_beyond_the_page_are_refused(wrong):
    """Else memory would be read that is not the page's."""
    page = measure(parse("<p>a</p><p>b</p>"))
    with pytest.raises(IndexError):
        blocks_of(page, [[wrong]])
    if wrong[0] < wrong[1]:
        with pytest.raises(IndexError):
            paragraphs(page, [wrong])
        with pytest.raises(IndexError):
            Flat().segment(page).marked(page, [wrong])


#: html of an element: its class, id, role
NAMED = {
    "all three, in any order": ("<p role=main id=i class='a b'>", ("a b", "i", "main")),
    "none": ("<p title=class>", (None, None, None)),
    "empty is not absent": ("<p class='' id role=>", ("", "", "")),
    "the first of two counts": ("<p class=a class=b>", ("a", None, None)),
    "upper case": ("<p CLASS=A>", ("A", None, None)),
    "references": ("<p class='&eacute;&amp;&nosuch;'>", ("é&&nosuch;", None, None)),
    "not ASCII": ("<p id=图>", (None, "图", None)),
    "of another name that begins so": ("<p classes=a idx=b roles=c>", (None, None, None)),
}


@pytest.mark.parametrize(("html", "expected"), NAMED.values(), ids=NAMED)
def test_names(html, expected):
    page = measure(parse(f"<!-- c --><body><!-- class=c -->{html}x"))
    p = page.tag.index("p")
    assert tuple(column[p] for column in names_of(page)) == expected
    assert [len(column) for column in names_of(page)] == 3 * [len(page.tag)]
    assert in_python(lambda: names_of(measure(page.root))) == names_of(page)


def test_names_of_what_html_cannot_have():
    """A name with a namespace is another; an entity may stand in a value, and among the children."""
    root = etree.fromstring(
        '<!DOCTYPE a [<!ENTITY e "x">]><a xmlns:n="u" n:class="no" class="y&e;z">&e;<b id="&e;"/><?c id="1"?></a>',
        etree.XMLParser(resolve_entities=False),
    )
    page = measure(root)
    assert page.tag == ["a", "", "b", ""]
    assert names_of(page) == (["yxz", None, None, None], [None, None, "x", None], [None] * 4)
    assert in_python(lambda: names_of(measure(root))) == names_of(page)


def test_equal_cuts_where_a_class_is_in_pieces():
    """Three are of one kind, digits aside; in the second an entity stands between."""
    boxes = "".join(f"<div class='{name}'><p>a</p><p>b</p></div>" for name in ("xz1", "&e;z2", "xz3"))
    text = f'<!DOCTYPE html [<!ENTITY e "x">]><html>{boxes}<div><div><div>{"c" * 30}</div></div></div></html>'
    root = etree.fromstring(text, etree.XMLParser(resolve_entities=False))
    cuts = GapDepth().cuts(measure(root))
    assert cuts
    assert cuts == in_python(lambda: GapDepth().cuts(measure(root)))


def test_an_element_inside_a_tree():
    """What follows the element is not part of it."""
    body = parse("<body><div><p>a</p>b</div>c<p>d</p></body>").root.find("body")
    compiled, python = both(body[0])
    assert compiled == python
    assert compiled[TEXTS] == ["a", "b"]


@pytest.mark.parametrize("name", core.ONE_SOURCE)
def test_examples_of_what_has_one_source(name):
    """pytest would import these modules from their files; here both ways have their turn."""
    for module in (getattr(core, name), python_side()[name]):
        assert doctest.testmod(module).failed == 0
