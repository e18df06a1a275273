"""What is left out of a page before it is parsed: unneeded attributes, elements without end."""

import asyncio
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector
from scrapy import Request
from scrapy.http import HtmlResponse

from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.core import scan_py
from scrapy_content_extract.content.core.scan_py import ByteScan
from scrapy_content_extract.content.page import limits
from scrapy_content_extract.content.page.limits import MOST_ATTRIBUTES, MOST_ELEMENTS, is_within, look
from scrapy_content_extract.crawl import responses
from scrapy_content_extract.crawl.encoding import EncodingMiddleware
from scrapy_content_extract.crawl.responses import DECODED, look_at
from tests.content.encoding.test_fold import PIECES
from tests.helpers.server import skip_if_not_reactorless

SENTENCE = "It is what it is and that is all that there is to it."
MANY = "".join(f" a{n}=1" for n in range(25_000))

#: reason: (page, its tags, thirds of elements, what is left of it with 2 attributes to a tag)
LOOKS = {
    "no tag": ("a < b > c <1 >", 0, 0, "a < b > c <1 >"),
    "an element and its end": ("<p>a</p>", 2, 3, "<p>a</p>"),
    "two attributes are no excess": ("<p a b>", 1, 5, "<p a b>"),
    "a third one is": ("<p a b c>d", 1, 5, "<p a b >d"),
    "as are all behind it": ("<p a=1 b='2' c=\"3\" d e/>f", 1, 5, "<p a=1 b='2' />f"),
    "> in quotes ends no tag": ("<p a='>' b=\">\" c='>'>d", 1, 5, "<p a='>' b=\">\" >d"),
    "> after = ends one": ("<p a=>b c d>", 1, 4, "<p a=>b c d>"),
    "quotes in a name are of it": ("<p a'>b' c d>", 1, 4, "<p a'>b' c d>"),
    "= begins a name, but only the first": ("<p =a b =c =d>", 1, 5, "<p =a b =c >"),
    "= between spaces": ("<p a = 1 b\n=\t2 c>", 1, 5, "<p a = 1 b\n=\t2 >"),
    "slashes part attributes": ("<p/a/b/c>", 1, 5, "<p/a/b/>"),
    "quotes part attributes": ("<p a=''b=''c=''>", 1, 5, "<p a=''b=''>"),
    "an end tag": ("</p a b c>d", 1, 0, "</p a b >d"),
    "a tag that does not end": ("<p a b c", 1, 5, "<p a b "),
    "a quote that does not end": ("<p a b c='>", 1, 5, "<p a b "),
    "a comment is a node": ("<!-- <p a b c> -->", 1, 3, "<!-- <p a b c> -->"),
    "what is read as a comment": ("<!d><?x?></ >", 3, 9, "<!d><?x?></ >"),
    "an empty comment": ("<!--><p a b c>", 2, 8, "<!--><p a b >"),
    "--!> ends a comment": ("<!--a--!><p a b c>", 2, 8, "<!--a--!><p a b >"),
    "a script is no mark-up": ("<script><p a b c></script>", 2, 3, "<script><p a b c></script>"),
    "a script in a comment in a script": (
        "<script><!--<script></script><p a b c></script>", 2, 3, "<script><!--<script></script><p a b c></script>"
    ),
    "another end ends no style sheet": (
        "<style></styles><p a b c></style>", 2, 3, "<style></styles><p a b c></style>"
    ),
    "a script that is closed at once has no content": ("<script/><p a b c>", 2, 8, "<script/><p a b >"),
    "nor has one with attributes": ("<script a='b'/><p a b c>", 2, 9, "<script a='b'/><p a b >"),
    "nor one with too many": ("<script a b c/><p a b c>", 2, 10, "<script a b /><p a b >"),
    "a slash in a value closes nothing": ("<script a=b/><p a b c>", 1, 4, "<script a=b/><p a b c>"),
    "nor does one with a space behind it": ("<script/ ><p a b c>", 1, 3, "<script/ ><p a b c>"),
    "html may begin again": ("</html>", 1, 3, "</html>"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "tags", "nodes", "left"), LOOKS.values(), ids=LOOKS)
def test_look(page, tags, nodes, left):
    html = page.encode()
    found = ByteScan(*core.scan.look(html, 2, 1_000))
    assert (found.tags, found.nodes, found.end) == (tags, nodes, len(html))
    assert limits.without_excess(html, found).decode() == left


#: The content of scripts that a parser need not see; each page has one, of 64 bytes, where "@" stands.
SCRIPTS = {
    "a script": ("a<script>@</script>b", 1),
    "a style sheet, in capitals": ("<STYLE type=x>@</STYLE>", 1),
    "one byte less is not worth it": ("<script>#</script>", 0),
    "a comment in a script may hide its end": ("<script>@<!-- --></script>", 0),
    "closed at once it is empty, and what follows is text": ("<script/>@</script>", 0),
    "but not by a slash in a value": ("<script src=a/>@</script>", 1),
    "a script without an end": ("<script>@", 0),
    "in <noscript>, whose scripts are no text either": ("<noscript><script>@</script></noscript>", 1),
    "it is the value of an attribute": ("<a b='<script>@</script>'>", 0),
    "it is a comment": ("<!-- <script>@</script> -->", 0),
    "it is a title": ("<title><script>@</script></title>", 0),
}


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("page", "count"), SCRIPTS.values(), ids=SCRIPTS)
def test_scripts(page, count):
    content = b"if (a < b && c </d/.e) f() // " + b"." * 34
    assert len(content) == 64
    html = page.encode().replace(b"@", content).replace(b"#", content[1:])
    found = ByteScan(*core.scan.look(html, 2, 1_000))
    assert [html[start:stop] for start, stop in found.scripts] == [content] * count
    assert (
        ByteScan(*core.scan.look(html, 2, 1_000, True)).scripts == []
    )  # the libxml2 of old has ends of its own


#: Whether a page may have formulas in pictures and scripts; false alarms only cost time.
OF_TEX = {
    "a script of MathJax": ("<p>a<script type='math/tex'>x</script>", True),
    "in capitals": ("<IMG SRC=LaTeX.php?x>", True),
    "a picture of a formula": ("<img src=/mimetex.cgi?x>", True),
    "TeX as its words": ("<img alt='$x$' src=a.png>", True),
    "a command as its words": ("<img alt='\\alpha' src=a.png>", True),
    "a class of pictures": ("<img class='mwe-math-fallback'>", True),
    "a parameter": ("<img src='a?tex=x'>", True),
    "a class of one word": ("<img class='x tex'>", True),
    "a fabric": ("<img alt='boots of GORE-TEX' src=vacutex.jpg>", False),
    "words with TeX in them": ("<img alt=context title='in Texas' src=texas.png>", False),
    "mathematics": ("<img alt='mathematics' src=/math.png>", False),
    "a price": ("<img alt='only $5'>", False),
    "a price alone": ("<img alt='$5 off'>", False),
    "a program of jQuery": ("""<img onclick="$('#a').hide()">""", False),
    "a variable of a template": ("<img item='$sc_item'>", False),
    "a style that moves": ("<img style='transform:translateX(-50%)'>", False),
    "capitals, and a value without quotes": ('<IMG ALT="$x$" src=a>', True),
    "the program MathJax itself": ("<script src=/MathJax/tex.js?config=TeX-AMS></script>", False),
    "a script by its address": ("<script src='/date-math/a.js'></script>", False),
    "the content of a script": ("<script>math/tex $</script>", False),
    "other elements are found by their names": ("<p class='math-inline'>", False),
    "an end tag": ("</script type=math/tex >", False),
    "a comment": ("<!-- <img alt='$x$' src=a> -->", False),
}


@pytest.mark.parametrize(("page", "has_tex"), OF_TEX.values(), ids=OF_TEX)
def test_has_tex(page, has_tex):
    assert ByteScan(*core.scan.look(page.encode(), 9, 1_000)).has_tex is has_tex


#: Mark-up, and the attributes in it that need not be read.
UNREAD = {
    "in double quotation marks": ('<p title="x">', ['title="x"']),
    "in single ones": ("<p title='x'>", ["title='x'"]),
    "7 bytes are not worth it": ('<p alt="x" alt="xy">', ['alt="xy"']),
    "each of them": ('<img src="a.png"\tclass="b"\ndata-x-y="c"/>', ['src="a.png"', 'data-x-y="c"']),
    "names in capitals": ('<IMG SRC="a.png">', ['SRC="a.png"']),
    "no value": ('<p title="">', ['title=""']),
    "classes, ids, roles and types are always read": ('<a class="abcd" id="abcd" Role="abcd" TYPE="abcd">', []),
    "names that only begin so": ('<a classes="b" idx="abcd">', ['classes="b"', 'idx="abcd"']),
    "of a href its value need not be": ("""<a href="/rain/in" href='/may/2026' HREF="/index.html">""",
                                        ["/rain/in", "/may/2026", "/index.html"]),
    "7 bytes of it are not worth it": ('<a href="/a.html">', []),
    "a first style stays: the second one would count": ('<p style="a:b" class=c STYLE = d><p style="e:f">', ["", 'style="e:f"']),
    "and with a third one": ('<p style="a:b" style="c:d" style="e:f">', ["", 'style="c:d"', 'style="e:f"']),
    "a name that is not plain may become another": ('<a cl\0ass="abcd" é="abcdefgh">', []),
    "a name of 33 letters": (f'<a {"b" * 33}="c" {"d" * 32}="e">', [f'{"d" * 32}="e"']),
    "without quotation marks its end may be in doubt": ("<a title=rain>", []),
    "blanks around =": ('<a title ="rain" alt= "rain">', []),
    "something right behind": ('<a title="rain"b>', []),
    "something right before": ('<a b="c"title="rain">', []),
    "= behind it would give the name before it a value": ('<a b title="rain" ="c" title="hail"\n=d>', []),
    "signs of tags in it": ('<a title="<rain" alt="rain>">', []),
    "the other quotation mark in it": ("""<a onclick="f('b')">""", ["""onclick="f('b')\""""]),
    "no end of the value": ('<a title="rain>', []),
    "no end of the tag": ('<a title="rain"', []),
    "an end tag": ('</a title="rain">', []),
    "in a comment, a script and a title":
        ('<!--<a alt="rain">--><script>"<a alt=\'rain\'>"</script><title><a alt="rain"></title>', []),
}  # fmt: skip


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("page", "unread"), UNREAD.values(), ids=UNREAD)
def test_unread(page, unread):
    html = page.encode()
    places = ByteScan(*core.scan.look(html, 9, 1_000)).unread
    assert [html[start:stop].decode() for start, stop in zip(places[::2], places[1::2])] == unread
    assert not ByteScan(
        *core.scan.look(html, 9, 1_000, True)
    ).unread  # the libxml2 of old has ends of its own


#: html, with spans of scripts and attributes marked by [ and ]: what is left, with attributes and without.
CUT = {
    "nothing to cut": ("<p>a", "<p>a", "<p>a"),
    "a script": ("<script>[b]</script>", "<script></script>", "<script></script>"),
    "an unread attribute": ('<p [style="b"] id=c>', "<p  id=c>", "<p  id=c>"),
    "one that HTML has": ('<img [SRC="b"]>', '<img SRC="b">', "<img >"),
    "a value that HTML has": ('<a HREF="[b]">c', '<a HREF="b">c', '<a HREF="">c'),
    "in their order": (
        "<a [title='b']><style>[c]</style><img [alt='d']>", "<a ><style></style><img alt='d'>",
        "<a ><style></style><img >",
    ),
}  # fmt: skip


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("page", "kept", "least"), CUT.values(), ids=CUT)
def test_cut(page, kept, least):
    html, scripts, unread = "", [], array("q")
    for piece in page.split("["):
        inside, _, behind = piece.rpartition("]")
        if inside:
            span = len(html), len(html) + len(inside)
            unread.extend(span) if html[-1] in '" ' else scripts.append(span)
        html += inside + behind
    assert core.scan.cut(html.encode(), scripts, unread, True, 0) == kept.encode()
    assert core.scan.cut(html.encode(), scripts, unread, False, 0) == least.encode()
    assert core.scan.cut(html.encode(), scripts, unread, False, 100) == html.encode()  # not worth it


#: What cannot be left out of a page of 9 bytes: scripts and attributes.
NO_PLACES = {
    "behind the page": ([], [3, 10]),
    "before it": ([], [-1, 3]),
    "backwards": ([], [3, 1]),
    "attributes out of order": ([], [4, 6, 1, 2]),
    "one in another": ([], [1, 6, 4, 8]),
    "a script in an attribute": ([(2, 5)], [1, 6]),
    "a script behind the page": ([(3, 10)], []),
}


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("attributes", [True, False])
@pytest.mark.parametrize(("scripts", "unread"), NO_PLACES.values(), ids=NO_PLACES)
def test_cut_takes_places_of_the_page_only(scripts, unread, attributes):
    with pytest.raises(IndexError):
        core.scan.cut(b"<p a=b c>", scripts, array("q", unread), attributes, 0)


#: Elements whose content is no mark-up to HTML 5, and is to the libxml2 of old.
@pytest.mark.parametrize("name", "title textarea iframe xmp noembed noframes plaintext".split())
def test_raw_content(name):
    html = f"<{name}><p a b c></{name}>".encode()
    assert ByteScan(*core.scan.look(html, 2, 1_000)).excess == []
    assert len(ByteScan(*core.scan.look(html, 2, 1_000, True)).excess) == 1
    closed = html.replace(b">", b"/>", 1)
    assert [
        len(ByteScan(*core.scan.look(closed, 2, 1_000, few_raw)).excess) for few_raw in (False, True)
    ] == [1, 1]


NONE = array("q")
#: The facts of a page that has nothing to note.
NO_FACTS = (False, [])


def test_the_page_ends_before_the_element_too_many():
    html = b"<p>a<p b c d>e<p>f"
    assert tuple(core.scan.look(html, 2, 6)) == (2, 8, 4, [], [], NONE, *NO_FACTS)  # 3 and then 5
    assert tuple(core.scan.look(html, 2, 8)) == (3, 11, 14, [(11, 12)], [], NONE, *NO_FACTS)


NASTY = [
    *PIECES, f' href="{"x" * 32}"', f' href="/{"x" * 32}#y"', f"<a b='{'y' * 33}'>", ' title="rain"', " ='hail'", '"', " a=1", " b", "</html>", "\0",
    "<style>", "</style>", ".a{display:none}", "x{display:none", "x{display: none",
    "<script json>", 'articleBody"', "</script>", "<title", "<img a=", "<SCRIPT ", "maTh/ ", "mAth'", " teX=", "mimeTex ", " tex ", "'\\$",
    '"$5 ', "/>", "." * 70,
]  # fmt: skip


@given(
    st.lists(st.sampled_from(NASTY), max_size=40).map("".join),
    st.integers(0, 3),
    st.integers(0, 30),
    st.booleans(),
)
def test_both_backends_see_the_same(page, most_attributes, most_nodes, few_raw):
    html = page.encode("utf-8", "replace")
    given = html, most_attributes, most_nodes, few_raw
    # Python notes neither scripts nor unread attributes.
    found = ByteScan(*core.scan.look(*given))._replace(scripts=[], unread=NONE)
    assert found == scan_py.look(*given)


@pytest.mark.parametrize("tag", ["p", "br", "html", "body", "x", "svg"])
def test_an_element_keeps_some_attributes(tag):
    """The parser would take seconds for these, and minutes for four times as many."""
    page = page_of(f"<{tag}{MANY}></{tag}><p>{SENTENCE}</p>")
    assert page.truncated
    assert max(len(node.attrib) for node in page.root.iter()) == MOST_ATTRIBUTES
    assert SENTENCE in page.text


def test_a_million_attributes():
    attributes = b" ".join(b"a%d=1" % n for n in range(1_000_000))
    page = page_of(b"<p " + attributes + b">" + SENTENCE.encode())
    assert (page.text, page.truncated) == ([SENTENCE], True)


def test_so_many_elements_and_no_more():
    page = page_of(b"<p>a" * 300_000)
    assert page.truncated
    assert len(page.code) == MOST_ELEMENTS + 2  # html and body
    assert len(page.text) == MOST_ELEMENTS


def test_many_elements_are_within_the_limits():
    html = b"<p>a" * MOST_ELEMENTS
    assert is_within(html, look(html))


def test_longer_pages_may_have_more_elements():
    html = b"<p>It is what it is and that is all of it, and of all the rest." * 250_000
    assert is_within(html, look(html))


def handed_on(html):
    skip_if_not_reactorless()  # a page of many tags goes to a thread, which then needs a crawl
    request = Request("https://example.com/")
    response = HtmlResponse(request.url, body=html, request=request)
    middleware = EncodingMiddleware(None)
    return request, asyncio.run(middleware.process_response(request, response))


def test_the_selectors_of_a_spider_are_protected():
    request, response = handed_on(f"<meta charset=utf-8><p{MANY}>{SENTENCE}</p>".encode())
    assert len(Selector(response.text).css("p")[0].attrib) == MOST_ATTRIBUTES
    assert response.css("p::text").get() == SENTENCE
    assert request.meta[DECODED]["truncated"] is True


def test_the_middleware_leaves_elements_to_the_spider():
    html = b"<meta charset=utf-8>" + b"<p>a" * 300_000
    request, response = handed_on(html)
    assert response.body == html
    assert "truncated" not in request.meta[DECODED]


def test_a_response_is_looked_at_once():
    _, response = handed_on(b"<p>a")
    known = look_at(response, response.body)
    assert look_at(response, response.body) is known
    assert look_at(response, b"<p>b<p>c") == look(b"<p>b<p>c")
    responses.LOOKS[response] = look(b"")
    assert look_at(response, response.body) == (0, 0, 0, [], [], NONE, *NO_FACTS)
