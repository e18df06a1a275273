"""A tree that a spider gives, whatever it has done to it, reads the same compiled and in Python."""

import threading
from concurrent.futures import ThreadPoolExecutor

import lxml.html
import pytest
from lxml import etree

from scrapy_content_extract import extract, read_metadata, segment
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS
from scrapy_content_extract.content.methods import VISUAL
from scrapy_content_extract.content.output.formats import FORMATS
from scrapy_content_extract.content.page.parse import parse, readable
from scrapy_content_extract.content.page.read import comparable, measure
from tests.helpers.python_side import in_python

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


SENTENCE = "It is what it is and that is all that there is to it."
#: lxml raises UnicodeDecodeError for what it has read here; before libxml2 2.14 for each row of HTML, today
#: only for XML: the parser, and the page
UNREADABLE = {
    "a text": ("utf-8", b"<p>\x96 x"),
    "a text that is cut in a character": ("utf-8", b"<p>\xe4\xb8"),
    "a style sheet, in a page that declares UTF-8": (None, b"<meta charset=utf-8><style>p{content:'\x96'}</style>"),
    "a program, a formula and JSON": (
        "utf-8",
        b"<script>'\x96'</script><script type=math/tex>\x96</script>"
        b"<script type=application/ld+json>{'a': '\x96'}</script>",
    ),
    "a title": ("utf-8", b"<title>\x96</title>"),
    "a comment": ("utf-8", b"<!-- \x96 -->"),
    "a value": ("utf-8", b"<p title='\xed\xa0\xbd\xed\xb8\x80' style='\xed\xa0\xbd'><a href='/\xed\xa0\xbd'>a</a>"),
    "half of a character in XML": ("xml", b"<p>&#xD83D;</p>"),
    "and in a value": ("xml", b"<p title='&#xD83D;'/>"),
    "names in XML": ("xml", b"<p\x96 a\x96='b'/>"),
}  # fmt: skip


@pytest.mark.parametrize(("parser", "odd"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_lxml_cannot_read_is_read(parser, odd, caplog):
    of_xml = etree.XMLParser(recover=True)
    root = etree.fromstring(
        b"<html><body>%b<p>%b</p></body></html>" % (odd, SENTENCE.encode()),
        of_xml if parser == "xml" else etree.HTMLParser(encoding=parser),
    )

    def check():
        read_metadata(root)
        for method in EXTRACTORS:
            assert SENTENCE in extract(root, extractor=method, formats=FORMATS).text, method
        for method in set(SEGMENTERS) - VISUAL:
            assert any(SENTENCE in block.text for block in segment(root, segmenter=method).blocks), method

    check()
    in_python(check)
    assert caplog.text == ""


@pytest.mark.parametrize("parser", [etree.HTMLParser(), etree.XMLParser()], ids=["HTML", "XML"])
def test_what_lxml_can_read_is_read_as_it_stands(parser):
    root = etree.fromstring("<p title='é'>\U0001f600</p>", parser)
    assert readable(root) is root


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
