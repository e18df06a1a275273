"""A tree that a spider gives, whatever it has done to it, reads the same compiled and in Python."""

import threading
from concurrent.futures import ThreadPoolExecutor

import lxml.html
import pytest
from lxml import etree

from scrapy_content_extract.content import extract
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import comparable, measure

from .helpers.python_side import in_python

PAGE = (
    "<html><head><title>T</title></head><body><div id=a class='b c' role=main>d<p>e <b>f</b> g</p>h</div>"
    "<!-- i -->j<ul><li>k<li><a href=x>l</a>m</ul></body></html>"
)
TEXTS = ["d", "e ", "f", " g", "h", "j", "k", "l", "m"]


def page_with(change):
    """Return the tree of PAGE after a change."""
    root = parse(PAGE).root
    change(root)
    return root


def moved(root):
    """An element takes its tail along."""
    root.find("body").append(root.find("body/div"))


def taken_out(root):
    """``remove`` takes the tail away, too."""
    body = root.find("body")
    body.remove(body.find("div"))


def from_another_document(root):
    """Its names are in another dictionary of libxml2."""
    other = parse("<section class='b c'><p role=main>n</p></section>o").root
    root.find("body").insert(0, other.find("body/section"))


def with_names_of_python(root):
    """Names and values that no parser has seen."""
    new = etree.SubElement(root.find("body"), "x-new", {"class": "ü", "id": "", "role": "none"})
    new.text, new.tail = "\u00a0n\u3000", "\n"
    etree.SubElement(new, "input", type="HIDDEN").tail = "o"


def with_what_is_no_element(root):
    body = root.find("body")
    for node in (etree.Comment("c"), etree.ProcessingInstruction("p", "id='1'"), etree.Entity("nbsp")):
        node.tail = "after"
        body.append(node)


def with_cdata(root):
    root.find("body/div").text = etree.CDATA(" <p> ")


def deep(root):
    """Deeper than any parser goes."""
    innermost = root.find("body")
    for _ in range(5000):
        innermost = etree.SubElement(innermost, "div")
    innermost.text = "n"


def svg(root):
    namespace = "{http://www.w3.org/2000/svg}"
    drawing = etree.SubElement(root.find("body"), f"{namespace}svg", {f"{namespace}class": "n", "id": "s"})
    etree.SubElement(drawing, f"{namespace}title").text = "drawn"


def entities(text):
    return etree.fromstring(
        f'<!DOCTYPE a [<!ENTITY e "x">]><a>{text}</a>', etree.XMLParser(resolve_entities=False)
    )


#: a tree, its texts
TREES = {
    "as it was parsed": (page_with(len), TEXTS),
    "an element moved": (page_with(moved), ["j", "k", "l", "m", "d", "e ", "f", " g", "h"]),
    "an element taken out": (page_with(taken_out), ["j", "k", "l", "m"]),
    "tags taken away": (
        page_with(lambda root: etree.strip_tags(root, "b", "p", etree.Comment)),
        ["de f gh", "j", "k", "l", "m"],
    ),
    "an element of another document": (page_with(from_another_document), ["n", "o", *TEXTS]),
    "elements made in Python": (page_with(with_names_of_python), [*TEXTS, "\u00a0n\u3000", "o"]),
    "comments and the like, with tails": (
        page_with(with_what_is_no_element),
        [*TEXTS, "after", "after", "after"],
    ),
    "a section of CDATA": (page_with(with_cdata), [" <p> ", "e ", "f", " g", "h", "j", "k", "l", "m"]),
    "deeper than any parser goes": (page_with(deep), [*TEXTS, "n"]),
    "the title of a drawing with a namespace is text": (page_with(svg), [*TEXTS, "drawn"]),
    "an element inside a document": (parse(PAGE).root.find("body/div"), ["d", "e ", "f", " g", "h"]),
    "one without children": (parse(PAGE).root.find("body/div/p/b"), ["f"]),
    "a comment as root": (etree.Comment("a"), []),
    "elements of lxml.html": (lxml.html.document_fromstring(PAGE), TEXTS),
    "fragments of lxml.html": (lxml.html.fragment_fromstring("a<p>b</p>c", "div"), ["a", "b", "c"]),
    "a fragment with a second beside it": (lxml.html.fragments_fromstring("<p>a</p>b<p>c</p>")[0], ["a"]),
    "XML with namespaces": (
        etree.fromstring("<x:html xmlns:x='u' x:class='a' id='b'>c<p xmlns='v' role='d'>e</p></x:html>"),
        ["c", "e"],
    ),
    "an entity in a text": (entities("b&e;c"), ["b", "c"]),
    "an entity in a class": (entities("b<p class='a&e;c'>d</p>"), ["b", "d"]),
    "an entity in an unread value": (entities("<p style='a&e;'>d</p>"), ["d"]),
    "a text of two nodes": (entities("b<![CDATA[ c]]>d"), ["b cd"]),
}


@pytest.mark.parametrize(("root", "texts"), TREES.values(), ids=TREES)
def test_texts(root, texts):
    before = etree.tostring(root)
    assert measure(root).text == texts
    assert etree.tostring(root) == before


@pytest.mark.parametrize("root", [root for root, _ in TREES.values()], ids=TREES)
def test_the_same_page_in_python(root, compiled):
    def read():
        return comparable(measure(root))

    assert read() == in_python(read)


def test_what_is_measured_stays_as_it_was(compiled):
    """Names and the title come from the tree as it was measured: they were read along with it."""
    root = parse(PAGE).root
    expected, page = measure(parse(PAGE).root), measure(root)
    for element in root.iter(etree.Element):
        element.attrib.clear()
    root.find(".//title").text = "Changed"
    assert list(page.names.values) == list(expected.names.values) != [None]
    assert page.names.of_class == expected.names.of_class
    assert page.title == expected.title != "Changed"
    assert in_python(measure, root).seen is None


def test_threads_share_a_tree():
    root = parse(PAGE * 50).root
    expected = extract(root).text
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: extract(root).text, range(4))) == [expected] * 4


def test_a_thread_changes_a_tree_that_another_reads(compiled):
    """Each reading has all of the tree, with or without what comes and goes."""
    root, is_over = parse(PAGE * 50).root, threading.Event()
    body = root.find("body")
    child = body[0]

    def change():
        while not is_over.is_set():
            body.remove(child)
            body.insert(0, child)

    with_it = len(measure(root).code)
    sizes = {with_it, with_it - len(measure(child).code)}
    thread = threading.Thread(target=change)
    thread.start()
    try:
        found = {len(measure(root).code) for _ in range(50)}
    finally:
        is_over.set()
        thread.join()
    assert found
    assert found <= sizes
