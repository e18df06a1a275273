"""The compiled pass fills the same columns as the one in Python."""

import gzip
import os
import subprocess
import sys

import pytest
from lxml import etree

from scrapy_content_extract.content import backend
from scrapy_content_extract.content.elements import CODES, ROLES
from scrapy_content_extract.content.measure import measure, read_columns_in_python
from scrapy_content_extract.content.parse import parse

from .test_parse import HOSTILE

_measure = pytest.importorskip(
    "scrapy_content_extract.content._measure", reason="the compiled pass is not built: no C compiler here"
)

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


def both(root, counted=frozenset()):
    return _measure.read_columns(root, counted, CODES, ROLES), read_columns_in_python(root, counted)


@pytest.fixture
def in_python(monkeypatch):
    """Run something in Python."""

    def run(function, *args):
        with monkeypatch.context() as patch:
            patch.setattr(backend, "compiled", None)
            return function(*args)

    return run


every_page = pytest.mark.parametrize(
    "html", [*PAGES.values(), *(row[0] for row in HOSTILE.values())], ids=[*PAGES, *HOSTILE]
)


@every_page
def test_equal_columns(html):
    compiled, python = both(parse(html if isinstance(html, str) else html.decode("latin-1")).root)
    assert compiled == python


@every_page
def test_equal_names(html, in_python):
    page = measure(parse(html if isinstance(html, str) else html.decode("latin-1")))
    assert in_python(lambda: measure(page.root).names) == page.names


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
def test_names(html, expected, in_python):
    page = measure(parse(f"<!-- c --><body><!-- class=c -->{html}x"))
    p = page.tag.index("p")
    assert tuple(column[p] for column in page.names) == expected
    assert [len(column) for column in page.names] == 3 * [len(page.tag)]
    assert in_python(lambda: measure(page.root).names) == page.names


def test_names_of_what_html_cannot_have(in_python):
    """A name with a namespace is another; an entity may stand in a value, and among the children."""
    root = etree.fromstring(
        '<!DOCTYPE a [<!ENTITY e "x">]><a xmlns:n="u" n:class="no" class="y&e;z">&e;<b id="&e;"/></a>',
        etree.XMLParser(resolve_entities=False),
    )
    page = measure(root)
    assert page.tag == ["a", "", "b"]
    assert page.names == (["yxz", None, None], [None, None, "x"], [None, None, None])
    assert in_python(lambda: measure(root).names) == page.names


def test_equal_columns_when_noscript_counts():
    root = parse("<div>a<noscript>b<p>c</p></noscript><noscript>d</noscript>e</div>").root
    tags = read_columns_in_python(root, frozenset())[0]
    for counted in ({tags.index("noscript")}, {i for i, tag in enumerate(tags) if tag == "noscript"}):
        compiled, python = both(root, frozenset(counted))
        assert compiled == python


def test_an_element_inside_a_tree():
    """What follows the element is not part of it."""
    body = parse("<body><div><p>a</p>b</div>c<p>d</p></body>").root.find("body")
    compiled, python = both(body[0])
    assert compiled == python
    assert compiled[8] == ["a", "b"]


def test_equal_columns_on_labelled_pages(data, in_python):
    paths = sorted(data.rglob("*.html.gz"))
    assert paths
    for path in paths:
        html = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        root = parse(html).root
        compiled, python = both(root)
        assert compiled == python, path
        assert measure(root).names == in_python(lambda: measure(root).names), path  # noqa: B023


def test_the_environment_forces_python():
    code = "from scrapy_content_extract.content.backend import BACKEND; print(BACKEND)"
    environment = {**os.environ, "CONTENT_EXTRACT_PURE_PYTHON": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "Python"
    if not os.environ.get("CONTENT_EXTRACT_PURE_PYTHON"):
        assert backend.BACKEND == "compiled"
