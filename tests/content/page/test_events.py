"""A page read from the parser's events is the page that its tree gives."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from lxml import etree

from scrapy_content_extract.content import core, extract, page_of
from scrapy_content_extract.content.core.scan_py import RAW
from scrapy_content_extract.content.extract import utf8_of
from scrapy_content_extract.content.metadata.finders import metadata_of
from scrapy_content_extract.content.page import read
from scrapy_content_extract.content.page.limits import look
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure
from tests.content.core.test_reading import HOSTILE
from tests.content.core.test_reading import PAGES as PAGES_OF_TREES
from tests.helpers.pages import html_of
from tests.helpers.reading import read_both_ways, spoilt
from tests.helpers.rows import rows


@pytest.fixture(scope="module", autouse=True)
def reading(compiled):
    """These tests need the parser.  Where lxml shows it and it is not used, they fail."""
    if not core.tree.borrow(etree.__file__):
        pytest.skip("this lxml hides its parser: pages are read through the tree")
    assert read.reading() == "events"


#: What events say in another way than a tree.
PAGES = PAGES_OF_TREES | {
    "all that is tried at the start": read.PROBE,
    "no element of its own: the parser makes html and body": "a",
    "text and comments outside the root are no part of it": " <!-- a --><p>b</p></body></html> c <!-- d -->",
    "a title ends where its first child begins": "<title>a<!-- b -->c</title><title>d</title><p>e",
    "an empty title is the title": "<title></title><title>a</title><p>b",
    "the title of a drawing does not count": "<svg><svg><title>a</title></svg><title>b</title></svg><title>c</title><p>d",
    "a title inside what is never text": "<template><title>a</title></template><p>b",
    "an attribute without a value": "<a href>a</a><p class id role>b<input type>",
    "the first of two attributes of one name": "<p class=a class=b id=c ID=d>e",
    "names of attributes in capitals": "<P CLASS=a ID=b ROLE=c>d<INPUT TYPE=hidDEN><A HREF=x>e</A>",
    "a word that begins like hidden": "<input type=hiddens><input type=hidde><input type=hidden>",
    "attributes of a second <html>": "<html class=a><p>b<html class=c id=d><p>e",
    "attributes of a second <body>": "<body class=a><p>b<body class=c id=d><p>e",
    "a second root goes into the body": "<html><body><p>a</p></body></html><html><head></head><body>b</body></html>c",
    "a third root": "<p>a</p></html><p>b</p></html><p>c</p></html>",
    "a second root behind a page of frames": "<html><frameset><frame></frameset></html><p>a",
    "comments between two roots": "<p>a</p></body></html><!-- b --><?c?><html><!-- d --><p>e",
    "a second root behind text that is not closed": "<div><a href=x>a</html><p>b",
    "white space between texts of <pre>": "<pre>a<b> </b>\n<i>\n</i> c</pre> <pre> <b>d</b> </pre>",
    "white space in <pre> beyond its measure": f"<pre>a{' <i></i>' * 5000}b</pre>",
    "references that fit no character": "<p>&#0;&#x110000;&#xD800;&bad;&amp &lt&#128;",
    "references that grow": "<p>" + "&nGt;" * 1000,
    "characters that are none": "<p>\x01\x02\x7f\x85\ufffe\uffff\ufdd0</p>",
    "a NUL in a text, a name and a value": "<p cl\0ass='a\0b' id='c\0'>d\0e</\0p>",
    "a byte order mark": "\ufeff<p>a\ufeffb",
    "another encoding is declared": "<meta charset=gbk><meta http-equiv=content-type content='text/html;charset=big5'>é",
    "a <noscript> without content": "<noscript>a</noscript><p>b</p><noscript><img></noscript>",
    "a <noscript> that holds the content": f"<p>a</p><noscript><div>b {'It is. ' * 90}<br>c</div></noscript>",
    "one of two holds the content": f"<noscript>a</noscript><noscript>{'It is. ' * 90}</noscript><p>b",
    "one in another": f"<div><noscript>a<noscript>{'It is. ' * 90}</noscript>b</noscript></div>",
    "one of white space and scripts": f"<noscript>{' ' * 900}<script>{'a' * 900}</script></noscript><p>b",
    "one whose text follows elements": f"<noscript>{'<br>It is.' * 90}</noscript><p>a",
    "more values and names than there is room for at first": "".join(f"<i{n} class=a{n} id=b{n} role=c{n}>" for n in range(500)),
    "a long value": f"<p class='{'a ' * 50_000}' id={'b' * 100_000}>c",
    "unread attributes": """<p title="rain" class='a' b alt="hail" ="c" style='d:e' id=f alt='g'/>h
        <a href="/rain/in/may"title="i">j</a><a rel="next" HREF="/rain/in/june" rel=next>k</a>""",
    "attributes that are kept": "<META Name=a CONTENT='b &amp; c'><link rel href='&#0;/é'><time datetime>d</time><img SRC=x alt>",
    "a language of XML": "<html xml:lang=de><p>a",
    "attributes that are kept, of a second <html>": "<html lang=de><p>a<html lang=en itemscope><p>b",
    "more attributes than there is room for at first": "<a href=/b lang=c>d</a>" * 900 + f"<a href={'e' * 90_000}>f",
    "JSON-LD": '<script type="APPLICATION/ld+JSON">\n{"@type": "a &amp; </b>"}</script><p>b',
    "JSON-LD in pieces": '<script type=application/ld+json>[' + '{"@type": "é &amp; b"}, ' * 9000 + '{}]</script><p>b',
    "JSON-LD that is empty, or not closed": '<script type=application/ld+json></script><p>a<script type=ld+json>{"@type": "b"}',
    "JSON-LD in what is never text": '<svg><script type=application/ld+json>{"@type": "a"}</script></svg><p>b',
    "nearly JSON-LD": '<script type=application/ld-json>{"@type": "a"}</script><p>b',
    "a long text in pieces": "<p>" + "a&amp;b é " * 50_000,
}  # fmt: skip

#: What libxml2 2.12 reports as a want of memory, so that the tree is read.
UNFINISHED = {"no end": "<div><p>a<b", "no end of an attribute": "<p>a</p><p class='b"}

#: libxml2 takes a start tag with "/>" for an element without content; a browser does not.
#: What comes then is mark-up, and in a value an end tag, or another start tag, is none.
CLOSED_AT_ONCE = {
    "a style sheet, and its end in a value": f'<style/><l l="</style><style ">{"ray:inline" * 9}</style\n',
    "a script, and its end in a title": '<script e=""/><title></script><y d="iS(); iS()" ',
    **{
        f"<{name}{tail}": f"""<p>a<{name}{tail}<b class="</{name}><i d='it rains' e=" title="</{name}><{name} ">{"c" * 80}</b>
            <a href="/rain/in/may">d</a></{name}><p title="it rains in May">e"""
        for name in map(bytes.decode, RAW)
        for tail in ("/>", ' f="g"/>', " f/>", "//>", " f=/>", " f=g/>", "/ >")
    },
}

EVERY = PAGES | UNFINISHED | HOSTILE | CLOSED_AT_ONCE
every_page = pytest.mark.parametrize("html", rows(EVERY, slow=["100,000 links"]))


@every_page
def test_events_and_tree_make_the_same_page(html):
    data = utf8_of(html)
    page = read.page_of_utf8(data, "https://a.b", attributes=True, found=look(data))
    by_tree = measure(parse(data), html=data, url="https://a.b")
    assert read.comparable(page) == read.comparable(by_tree)
    assert (page.html, page.url) == (by_tree.html, by_tree.url)
    assert [node.tag for node in page.nodes] == [node.tag for node in by_tree.nodes]


@pytest.mark.parametrize("html", CLOSED_AT_ONCE.values(), ids=CLOSED_AT_ONCE)
def test_elements_closed_at_once_are_read_with_all_that_may_be_left_out_gone(html, monkeypatch):
    monkeypatch.setattr("scrapy_content_extract.content.page.parse.WORTH_CUTTING", 0)
    test_events_and_tree_make_the_same_page(html)


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
def test_these_take_no_tree(html):
    page = read.page_of_events(html.encode("utf-8", "replace"), None, attributes=True)
    assert page is not None
    assert page.tree is None
    metadata_of(page)
    html_of(page, [(0, len(page.gap))])
    assert "root" not in vars(page)


#: Before 2.14 libxml2 reads mark-up in elements where HTML has none, so nothing is sure to be a script.
LEAVES_SCRIPTS_OUT = etree.LIBXML_VERSION >= (2, 14)


@pytest.mark.parametrize("attributes", [False, True])
def test_without_its_scripts_a_page_is_the_same(attributes):
    """But the parser gets less to read; JSON-LD stays, where metadata are read from it."""
    html = b"""<title>t</title><script>if (a < b) "<p>x</p>" //%s</script><p>a<style>p {%s}</style>b
        <script type=application/ld+json>{"@type": "WebPage", "name": "%s"}</script>c""" % ((b"." * 80,) * 3)
    found = look(html)
    assert len(found.scripts) == (3 if LEAVES_SCRIPTS_OUT else 0)
    page = read.page_of_events(html, None, attributes, found)
    by_tree = measure(parse(html), html=html)
    assert page.html == html
    assert [page.text, page.tag, list(page.end)] == [by_tree.text, by_tree.tag, list(by_tree.end)]
    if attributes:
        assert read.comparable(page) == read.comparable(by_tree)


#: Start tags of scripts that metadata are read from.
JSON_TAGS = {
    "alone": "<script type=application/ld+json>",
    "< in a value behind it": '<script type="application/ld+json" data-x="a<b">',
    "< in a value before it": '<script data-x="a<b" type="application/ld+json">',
    "a reference for a letter": '<script type="application/ld+&#106;son">',
}


@pytest.mark.parametrize("tag", JSON_TAGS.values(), ids=JSON_TAGS)
def test_scripts_with_metadata_are_read(tag):
    html = f'{tag}{{"@type": "Article", "author": {{"name": "Ina Holm"}}}}{" " * 80}</script><p>a'.encode()
    found = look(html)
    assert len(found.scripts) == (1 if LEAVES_SCRIPTS_OUT else 0)
    page = read.page_of_events(html, None, True, found)
    assert metadata_of(page).author == "Ina Holm"


#: The pages that events do not tell.
WITH_A_TREE = {
    "nothing": "",
    "a comment alone": "<!-- a -->",
    "deeper than the parser goes": "<div>" * 2100 + "a",
    "a body that another follows: the second root goes into the first": (
        "<html><frameset></frameset><body>a</body><p>b</p></html><html><p>c"
    ),
}


@pytest.mark.parametrize("html", WITH_A_TREE.values(), ids=WITH_A_TREE)
def test_these_take_a_tree(html):
    data = html.encode()
    assert read.page_of_events(data, None) is None
    assert read.comparable(read.page_of_utf8(data, None)) == read.comparable(measure(parse(data)))


def test_spoilt_pages():
    """``python -m lab.trials.fuzz`` spoils thousands of real ones."""
    pages = [html.encode("utf-8", "replace") for html in PAGES.values() if len(html) < 10_000]
    for n in range(500):
        chance = random.Random(n)
        by_tree, *by_events = read_both_ways(spoilt(chance.choice(pages) + chance.choice(pages), chance))
        assert all(page == by_tree for page in by_events), n


@pytest.fixture
def no_parser():
    """Look for a parser in a file without one."""
    yield read.find_parser(sys.modules[core.tree.read_page.__module__].__file__)
    assert read.find_parser() == "events"


def test_without_a_parser_the_tree_is_read(no_parser):
    assert no_parser == "tree"
    html = b"<title>a</title><p>It is what it is.</p>"
    page = page_of(html)
    assert page.tree is not None
    assert page.title == "a"
    assert extract(html).text == "It is what it is."


def test_a_file_that_is_not_loaded_has_no_parser(no_parser, tmp_path):
    assert read.find_parser(str(tmp_path / "none.so")) == "tree"


def test_a_parser_whose_events_differ_is_not_used(no_parser, monkeypatch):
    monkeypatch.setattr(read, "PROBE", "")  # a page that events do not tell
    assert read.find_parser(etree.__file__) == "tree"
    assert page_of(b"<p>a").tree is not None


def test_the_tree_is_made_when_it_is_asked_for():
    page = page_of(b"<p class=a>b</p>")
    assert page.tree is None
    assert page.root is page.root
    assert [node.get("class") for node in page.nodes] == [None, None, "a"]


#: What libxml2 reports to nobody in particular goes to lxml's log of the thread, or is printed.
SILENCE = """
import logging
from lxml import etree
from scrapy_content_extract.content import page_of

logging.basicConfig(level=logging.DEBUG)
etree.use_global_python_log(etree.PyErrorLog())
assert page_of("<p></b>\\ufffe<a href='<&#0;&bad;<<>'></p>").tree is None
"""


def test_errors_are_neither_printed_nor_logged():
    run = subprocess.run([sys.executable, "-c", SILENCE], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")


def test_threads_read_at_the_same_time():
    pages = [html.encode("utf-8", "replace") for html in PAGES.values() if len(html) < 10_000] * 20
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda html: read.comparable(read.page_of_utf8(html, None)), pages))
    for html, of_thread in zip(pages[: len(PAGES)], found):
        assert of_thread == read.comparable(measure(parse(html)))
