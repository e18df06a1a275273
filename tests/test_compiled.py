"""The compiled pass fills the same columns as the one in Python."""

import gzip
import os
import subprocess
import sys

import pytest

from scrapy_content_extract.content.measure import BACKEND, ROLES, read_columns_in_python
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
    return _measure.read_columns(root, counted, ROLES), read_columns_in_python(root, counted)


@pytest.mark.parametrize(
    "html", [*PAGES.values(), *(row[0] for row in HOSTILE.values())], ids=[*PAGES, *HOSTILE]
)
def test_equal_columns(html):
    compiled, python = both(parse(html if isinstance(html, str) else html.decode("latin-1")).root)
    assert compiled == python


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
    assert compiled[7] == ["a", "b"]


def test_equal_columns_on_labelled_pages(data):
    paths = sorted(data.rglob("*.html.gz"))
    assert paths
    for path in paths:
        html = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        compiled, python = both(parse(html).root)
        assert compiled == python, path


def test_the_environment_forces_python():
    code = "from scrapy_content_extract.content.measure import BACKEND; print(BACKEND)"
    environment = {**os.environ, "CONTENT_EXTRACT_PURE_PYTHON": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "Python"
    if not os.environ.get("CONTENT_EXTRACT_PURE_PYTHON"):
        assert BACKEND == "compiled"
