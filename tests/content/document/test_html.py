"""The main content as HTML; what is expected follows from the rules, by hand."""

from __future__ import annotations

import random
import re
from itertools import product
from urllib.parse import urljoin

import html5lib
import lxml.html
import pytest
from lxml import etree

from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.document import html as printer
from scrapy_content_extract.content.document.addresses import SCHEMES, Base
from scrapy_content_extract.content.document.build import document_within
from scrapy_content_extract.content.document.captions import Captioned
from scrapy_content_extract.content.markup import visible
from scrapy_content_extract.content.page.notation import quoted, written
from tests.helpers.folders import ROOT
from tests.helpers.pages import URL, html_of, whole_html
from tests.helpers.rows import rows

SAVED = sorted(ROOT.glob("tests/pages/*/*.html"))


def whole(html: str, **options) -> str:
    """Return the HTML of all texts of a page, on one line."""
    return whole_html(html, **options).replace("\n", "")


def parsed(html: str, parser: str):
    """Return the body of clean HTML as a browser's rules or libxml2 read it."""
    if parser == "lxml":
        return lxml.html.document_fromstring(f"<html><body><div>{html}</div></body></html>").find("body")
    document = html5lib.parse(f"<!doctype html>{html}", treebuilder="lxml", namespaceHTMLElements=False)
    return document.getroot().find("body")


def texts_in(html: str, parser: str) -> str:
    """Return the text of clean HTML without white space, and without the links that stand for players."""
    body = parsed(html, parser)
    for link in body.xpath("//figure/a[not(*)]"):
        link.text = None
    return "".join("".join(body.itertext()).split())


# what a page has → what its HTML is, each with the rule
KEPT = {
    "a wrapper vanishes, its line is a paragraph": ("<div class=x><div>a</div>b</div>", "<p>a</p><p>b</p>"),
    "headings keep their level": ("<h1>a</h1><h4>b</h4>", "<h1>a</h1><h4>b</h4>"),
    "emphasis is kept, its attributes go": (
        "<p><b class=x>a</b> <i style=y>b</i> <em>c</em> <strong>d</strong> <sub>e</sub> <sup>f</sup></p>",
        "<p><b>a</b> <i>b</i> <em>c</em> <strong>d</strong> <sub>e</sub> <sup>f</sup></p>",
    ),
    "white space goes out of inline elements": ("<p>a<b> b </b>c</p>", "<p>a <b>b</b> c</p>"),
    "emphasis in emphasis is one": ("<p><b>a<strong>b</strong></b></p>", "<p><b>ab</b></p>"),
    "other inline elements go": ("<p><span>a</span><font>b</font></p>", "<p>ab</p>"),
    "an inline element around paragraphs is in each": (
        "<a href=/x><h3>a</h3><p>b</p></a>",
        '<h3><a href="http://site.example/x">a</a></h3><p><a href="http://site.example/x">b</a></p>',
    ),
    "code is innermost, so that a link can be in it": (
        "<p><code>a<a href=/x>b</a></code></p>",
        '<p><code>a</code><a href="http://site.example/x"><code>b</code></a></p>',
    ),
    "other names of code": ("<p><kbd>a</kbd> <tt>b</tt></p>", "<p><code>a</code> <code>b</code></p>"),
    "a line break": ("<p>a<br>b</p>", "<p>a<br>b</p>"),
    "two line breaks end a paragraph": ("<div>a<br><br>b</div>", "<p>a</p><p>b</p>"),
    "a break in a heading is a space": ("<h2>a<br>b</h2>", "<h2>a b</h2>"),
    "a list in a list": (
        "<ul><li>a<ol start=3><li>b</ol><li><p>c</p><p>d</p></ul>",
        '<ul><li>a<ol start="3"><li>b</li></ol></li><li><p>c</p><p>d</p></li></ul>',
    ),
    "a list that begins at 0": ("<ol start=' 0'><li>a</ol>", '<ol start="0"><li>a</li></ol>'),
    "below it": ("<ol start=-3 type=i><li>a</ol>", '<ol start="-3" type="i"><li>a</li></ol>'),
    "at 1, as lists do": ("<ol start=1 type=1><li>a</ol>", "<ol><li>a</li></ol>"),
    "a list that counts down": ("<ol reversed><li>a</ol>", "<ol reversed><li>a</li></ol>"),
    "down from 1, and not from the number of its items": (
        "<ol reversed=x start=1><li>a</ol>", '<ol start="1" reversed><li>a</li></ol>',
    ),
    "what is no way to count": ("<ol start=x type='A\"'><li>a</ol>", "<ol><li>a</li></ol>"),
    "other elements do not count": ("<ul start=3 type=a reversed><li type=A>a</ul>", "<ul><li>a</li></ul>"),
    "a text in a list is an item": ("<ul><div>a</div><li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
    "an item without a list is a paragraph": ("<div><li>a</div>", "<p>a</p>"),
    "definitions": ("<dl><dt>a<dd>b</dd><dd>c</dl>", "<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>"),
    "a quote": ("<blockquote>a<p>b</blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"),
    "preformatted text is as it is": ("<pre>a  <b>b</b>\n  &lt;c</pre>", "<pre>a  b  &lt;c</pre>"),
    "a program": ("<pre><code>a</code></pre>", "<pre><code>a</code></pre>"),
    "a program names its language": (
        "<pre><code class='hljs language-C++'>a</code></pre>",
        '<pre><code class="language-c++">a</code></pre>',
    ),
    "a highlighter names it above": (
        "<div class='highlight-python3 notranslate'><div><pre>a</pre></div></div>",
        '<pre><code class="language-python3">a</code></pre>',
    ),
    "a table with headers": (
        "<table><caption>t</caption><thead><tr><th>a<th colspan=2 rowspan=1>b<tbody><tr><td>c<td><td>d</table>",
        '<table><caption>t</caption><thead><tr><th>a</th><th colspan="2">b</th></tr></thead>'
        "<tbody><tr><td>c</td><td></td><td>d</td></tr></tbody></table>",
    ),
    "short cells make a table": (
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
    ),
    "a table of one row makes the layout": ("<table><tr><td>a<td>b</table>", "<p>a</p><p>b</p>"),
    "so does one around a table": (
        "<table><tr><td>a<td><table><tr><th>b<td>c</table></table>",
        "<p>a</p><table><tr><th>b</th><td>c</td></tr></table>",
    ),
    "so does one that says so": (
        "<table role=presentation><tr><th>a<td>b<tr><td>c<td>d</table>",
        "<p>a</p><p>b</p><p>c</p><p>d</p>",
    ),
    "so do long cells without headers": (
        f"<table><tr><td>{'a' * 401}<td>b<tr><td>c<td>d</table>",
        f"<p>{'a' * 401}</p><p>b</p><p>c</p><p>d</p>",
    ),
    "paragraphs in a cell are lines": (
        "<table><tr><th>a<td><p>b</p><p>c</p></table>",
        "<table><tr><th>a</th><td>b<br>c</td></tr></table>",
    ),
    "a figure": (
        "<figure><div><img src=x.png alt='a &quot;b&quot;'></div><figcaption>c</figcaption></figure>",
        '<figure><img src="http://site.example/a/x.png" alt="a &quot;b&quot;"><figcaption>c</figcaption></figure>',
    ),
    "a picture that begins a heading behind a text of the page": (
        "a<h3><img src=x.png>b</h3>",
        '<p>a</p><h3><img src="http://site.example/a/x.png" alt=""> b</h3>',
    ),
    "a picture that is loaded late": (
        "<p>a <img src='data:image/gif;base64,R0' data-src=/x.png> b</p>",
        '<p>a <img src="http://site.example/x.png" alt=""> b</p>',
    ),
    "the largest of several sizes": (
        "<p>a <img srcset='/x.png 1x, /y.png 2x'> b</p>",
        '<p>a <img src="http://site.example/y.png" alt=""> b</p>',
    ),
    "a pixel that counts visitors goes": ("<p>a <img src=x.png width=1 height=1> b</p>", "<p>a b</p>"),
    "a picture without an address goes": ("<p>a <img alt=b> c</p>", "<p>a c</p>"),
    "a player is a link": (
        "<p>a</p><iframe src=https://v.example/1></iframe><video src=/v.mp4>old</video><p>b</p>",
        '<p>a</p><figure><a href="https://v.example/1">https://v.example/1</a></figure>'
        '<figure><a href="http://site.example/v.mp4">http://site.example/v.mp4</a></figure><p>b</p>',
    ),
    "invisible elements go": ("<p>a</p><script>b</script><style>c</style><select><option>d</select><p>e</p>", "<p>a</p><p>e</p>"),
    "a base": ("<base href=/b/><p><a href=c?d&e=f>x</a></p>", '<p><a href="http://site.example/b/c?d&amp;e=f">x</a></p>'),
    "an anchor is not a link": ("<p><a name=x>a</a> b</p>", "<p>a b</p>"),
    "a rule between paragraphs": ("<p>a</p><hr><hr><p>b</p><hr>", "<p>a</p><hr><p>b</p>"),
    "a rule in a table goes": ("<table><tr><th>a<hr>b<td>c</table>", "<table><tr><th>a<br>b</th><td>c</td></tr></table>"),
    "a box to tick at the beginning of an item": (
        "<ul><li><input type=checkbox checked onclick=x()> a<li><label><input type=CheckBox>b</label></ul>",
        '<ul><li><input type="checkbox" checked disabled> a</li><li><input type="checkbox" disabled> b</li></ul>',
    ),
    "other controls go": ("<ul><li><input type=radio> a<li>b <input type=checkbox></ul>", "<ul><li>a</li><li>b</li></ul>"),
    "a footnote": (
        "<p>a<sup id=x><a href=#y>1</a></sup></p><ol><li id=y>b <a href=#x>back</a></ol>",
        '<p>a<sup><a href="#fn1" id="fnref1">1</a></sup></p>'
        '<ol><li id="fn1">b <a href="#fnref1">back</a></li></ol>',
    ),
    "a later paragraph that does not link back is no footnote": (
        "<p>a <a href=#y id=x>1</a></p><p id=y>b <a href=#z>c</a></p>",
        '<p>a <a href="http://site.example/a/page.html#y">1</a></p><p>b <a href="http://site.example/a/page.html#z">c</a></p>',
    ),
    "nor is a heading that leads back to the contents": (
        "<ul><li><a href=#y id=x>a</a></ul><h2 id=y><a href=#x>b</a></h2>",
        '<ul><li><a href="http://site.example/a/page.html#y">a</a></li></ul>'
        '<h2><a href="http://site.example/a/page.html#x">b</a></h2>',
    ),
    "nor is a paragraph that leads to the top of the page": (
        "<body id=x><p>a <a href=#y>1</a></p><p id=y>b <a href=#x>top</a></p>",
        '<p>a <a href="http://site.example/a/page.html#y">1</a></p><p>b <a href="http://site.example/a/page.html#x">top</a></p>',
    ),
    "what is no HTML": ("a &lt;b&gt; &amp;amp; c", "<p>a &lt;b&gt; &amp;amp; c</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "html"), KEPT.values(), ids=KEPT)
def test_what_is_kept(page, html):
    assert whole(page) == html


def test_without_an_address_links_are_as_they_are():
    html = '<p><a href="/x">a</a> <a href="../y">b</a></p>'
    assert whole(html, url=None) == html


def test_a_place_on_the_page_is_on_the_page():
    """Its id is gone from the content: without an address nothing leads there, so the words stay."""
    html = "<h2 id=x>a</h2><p><a href=#x>b</a> <a href=#>c</a></p>"
    assert whole(html, url=None) == "<h2>a</h2><p>b c</p>"
    assert '<a href="http://site.example/a/page.html#x">b</a>' in whole(html)


# addresses on a page without one, which a reader may take for one with a scheme
SCHEMES_IN_DISGUISE = {
    "a no-break space before it": "\u00a0javascript:x",
    "an ideographic space before it": "\u3000data:text/html,x",
    "a space of no width before it": "\u200bvbscript:x",
    "a space of no width in it": "java\u200bscript:x",
    "a byte order mark in it": "java\ufeffscript:x",
    "a line separator before the colon": "javascript\u2028:x",
    "a control character in it": "java\u0001script:x",
    "a colon that Markdown reads as a reference": "javascript&colon;x",
    "a colon that Markdown reads behind a backslash": "javascript\\:x",
}


@pytest.mark.parametrize("address", SCHEMES_IN_DISGUISE.values(), ids=SCHEMES_IN_DISGUISE)
def test_no_relative_address_may_be_read_as_a_scheme(address):
    assert Base("").address(address, SCHEMES) == ""
    assert Base("").address(f"/{address}", SCHEMES) != ""  # a path
    assert Base("http://h/").address(address, SCHEMES).startswith("http://h/")
    given = address.replace("&", "&amp;")
    page = f"<p>a <a href='{given}'>b</a> <img src='{given}'> c</p>"
    assert whole(page, url=None) == "<p>a b c</p>"


# what a page may make much of → what its HTML is
BOUNDED = {
    "an address that servers take": (f"<a href='http://h/{'x' * 7_991}'>a</a>", f'<p><a href="http://h/{"x" * 7_991}">a</a></p>'),
    "a longer one": (f"<a href='http://h/{'x' * 7_992}'>a</a>", "<p>a</p>"),
    "a longer one of a picture": (f"a <img src='http://h/{'x' * 7_992}'> b", "<p>a b</p>"),
    "a base that is too long is none": (
        f"<base href='http://h/{'x' * 2_040}/'><a href=b>a</a>", '<p><a href="http://site.example/a/b">a</a></p>'
    ),
    "a language is a word": (f"<pre class='language-{'x' * 41}'>a</pre>", "<pre>a</pre>"),
    "a converter writes every cell": (
        "<table><tr><th colspan=101>a<th colspan=100>b</table>",
        '<table><tr><th>a</th><th colspan="100">b</th></tr></table>',
    ),
    "at the end of many classes": (f"<pre class='{'x ' * 500} language-x'>a</pre>", "<pre>a</pre>"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "html"), BOUNDED.values(), ids=BOUNDED)
def test_bounds(page, html):
    assert whole(page) == html


def test_a_character_that_html_has_not():
    """libxml2 before 2.14 leaves the character out, later ones hand it on; no HTML has it."""
    sign = "\ufffd" if etree.LIBXML_VERSION >= (2, 14) else ""
    written = whole("a&#1;<img src=b alt='&#2;'>c")
    assert written == f'<p>a{sign} <img src="http://site.example/a/b" alt="{sign}"> c</p>'


def test_the_language_of_a_class_is_looked_for_once(monkeypatch):
    looked = []
    monkeypatch.setattr(
        "scrapy_content_extract.content.document.attributes.language_in",
        lambda of_class: looked.append(of_class) or "",
    )
    whole("<div class=a><div class=b>" + "<pre>x</pre>" * 50)
    assert looked == ["", "b", "a"]


def test_beyond_many_inline_elements_is_plain_text():
    """For each a converter looks at all others in the paragraph."""
    html = whole("<p>" + "<b>a</b> " * 6_000 + "</p><p><b>c</b></p>")
    assert (html.count("<b>"), html.count("a")) == (5_001, 6_000)
    assert whole("<p>" + "a<img src=b>" * 6_000 + "</p>", url=None).count("<img") == 5_000
    assert whole("<p>" + "<a href=b>a</a> " * 6_000 + "</p>").count("<a ") == 6_000


#: The address is in each of what follows, as are all of the inline elements.
LONG = f"<base href='http://h/{'x' * 2_000}/'>"
MUCH = {
    "links": (LONG, "<p><a href=b>x</a>"),
    "pictures": (LONG, "x<img src=b>"),
    "pictures in several sizes": (LONG, "x<img data-srcset='b 1x, c 2x'>"),
    "players": (LONG, "<p>x</p><iframe src=b></iframe>"),
    "links in preformatted text": (f"{LONG}<pre>", "<a href=b>x</a>"),
    "a link around paragraphs": (f"<a href=http://h/{'x' * 7_000}>", "<p>x"),
    "inline elements around paragraphs": ("<a href=/y><b><i><sub><sup><code>", "<p>x"),
    "cells of a row that is cut": (f"{LONG}<table><tr><th>x<tr>", "<td><a href=b>x</a>"),
    "quotes": ("<blockquote>" * 60, "<p>x"),
    "lines in quotes": ("<blockquote>" * 60, "x<br>"),
    "preformatted lines in quotes": ("<blockquote>" * 25 + "<pre>x", "\n\n\n\n\n\n\nx"),
    "lists": ("<ol start=9999><li>" * 25, "<p>x"),
}


@pytest.mark.parametrize(("first", "piece"), MUCH.values(), ids=MUCH)
def test_a_page_makes_no_more_than_it_may(first, piece):
    size = 40_000
    page = page_of(first + piece * (size // len(piece)) + "x", url=URL)
    document = document_within(page, Captioned([(0, len(page.gap))]), 4 * size)
    html = printer.html_of(document)
    one_more = 20_000  # what is open when there is no room any more
    assert document.is_less
    assert len(html) <= 4 * size + one_more
    opened: list[str] = []
    for is_end, name in re.findall("<(/?)([a-z0-9]+)", html.replace("<img", "").replace("<br", "")):
        if is_end:
            assert opened.pop() == name
        else:
            opened.append(name)
    assert not opened  # all is closed
    body = parsed(html, "html5lib")
    texts = "".join("".join(page.text).split())
    for link in body.xpath("//figure/a"):
        link.text = ""
    assert texts.startswith("".join("".join(body.itertext()).split()))  # and no text is cut


def test_at_most_ten_thousand_pictures_are_looked_at():
    page = page_of("<p>a" + "<img>" * 10_000 + "<img src=b>c", url=URL)
    document = document_within(page, Captioned([(0, 2)]), 10_000)
    assert (printer.html_of(document), document.is_less) == ("<p>ac</p>", True)


# page, chosen texts, the pictures that come along, in the order of the rules
PICTURES = {
    "between chosen texts": ("<p>a</p><div><img src=x></div><p>b</p>", [(0, 2)], 1),
    "behind a chosen text, alone": ("<p>a</p><div><img src=x></div><p>b</p>", [(0, 1)], 1),
    "before the chosen text": ("<p>a</p><div><img src=x></div><p>b</p><p>c</p>", [(2, 3)], 0),
    "with a text between": ("<p>a</p><p>b</p><div><img src=x></div>", [(0, 1)], 1),
    "a gallery at the end": ("<p>a</p><div>" + "<div><img src=x></div>" * 9 + "</div>", [(0, 1)], 9),
    "a gallery of links": ("<p>a</p><div>" + "<a href=y><img src=x></a>" * 9 + "</div>", [(0, 1)], 0),
    "with a credit of 60 characters": (f"<p>a</p><div><img src=x><i>{'b' * 60}</i></div>", [(0, 1)], 1),
    "beside a text of 61 characters": (f"<p>a</p><div><img src=x><i>{'b' * 61}</i></div>", [(0, 1)], 0),
    "two beside a text of 120 characters": (f"<p>a</p><div><img src=x><img src=y><i>{'b' * 120}</i></div>", [(0, 1)], 2),
    "two beside a longer one": (f"<p>a</p><div><img src=x><img src=y><i>{'b' * 121}</i></div>", [(0, 1)], 0),
    "a drawing, as most icons are": ("<p>a</p><div><img src=x.svg></div>", [(0, 1)], 0),
    "a drawing in a figure, as of a map": ("<p>a</p><figure><img src=x.svg></figure>", [(0, 1)], 1),
    "a picture with the address of a logo": ("<p>a</p><div><img src=/img/logo.png></div>", [(0, 1)], 0),
    "with a drawing of one": ("<p>a</p><div><img src=/img/facebook-2.svg></div>", [(0, 1)], 0),
    "the plural of a logo": ("<p>a</p><div><img src=/img/logos-2.png></div>", [(0, 1)], 0),
    "a word that holds one": ("<p>a</p><div><img src=/img/sharecroppers.png></div>", [(0, 1)], 1),
    "a folder of icons says nothing about it": ("<p>a</p><div><img src=/logo/map.png></div>", [(0, 1)], 1),
    "a percentage is no size": ("<p>a</p><div><img src=x width=40%></div>", [(0, 1)], 1),
    "a size of many digits": ("<p>a</p><div><img src=x width=0040></div>", [(0, 1)], 1),
    "one that counts visitors": ("<p>a</p><div><img src=//stats.example/x.gif></div>", [(0, 1)], 0),
    "by the folder of what counts": ("<p>a</p><div><img src=/pixel/x.gif></div>", [(0, 1)], 0),
    "with a caption that is a link": ("<p>a</p><div><img src=x><a href=y>b</a></div>", [(0, 1)], 0),
    "with one that is a link in part": ("<p>a</p><div><img src=x>by <a href=y>b</a></div>", [(0, 1)], 1),
    "an icon in a paragraph stays": ("<p>a <img src=x width=40></p>", [(0, 1)], 1),
    "a link": ("<p>a</p><div><a href=y><img src=x></a></div>", [(0, 1)], 0),
    "related": ("<p>a</p><div class=related><img src=x></div>", [(0, 1)], 0),
    "of an author": ("<p>a</p><div><div id=author-box><img src=x></div></div>", [(0, 1)], 0),
    **{f"in {tag}": (f"<p>a</p><{tag}><div><img src=x></div></{tag}>", [(0, 1)], 0)
       for tag in ("header", "aside", "footer", "nav", "form", "dialog")},
    "the text is in an aside, and so is the picture": ("<aside><p>a</p><div><img src=x></div></aside>", [(0, 1)], 1),
    "outside of the article": ("<article><p>a</p></article><div><img src=x></div>", [(0, 1)], 0),
    "behind less than half, in a box of its own": (
        "<div><p>aaa</p></div><div><p>b</p><p>x</p><div><img src=x></div></div><p>d</p><p>e</p>", [(0, 2)], 0
    ),
    "a figure with text below": (
        "<div><p>aaa</p></div><div><p>b</p><p>x</p><figure><img src=x></figure></div><p>d</p><p>e</p>",
        [(0, 2), (3, 4)], 1,
    ),
    "a figure at the end of a small box": (
        "<div><p>aaa</p></div><div><p>b</p><p>x</p><figure><img src=x></figure></div><p>d</p><p>e</p>", [(0, 2)], 0
    ),
    "an invisible one": ("<p>a</p><noscript><img src=x></noscript>", [(0, 1)], 0),
    "in the paragraph of a chosen text": ("<p>a <img src=x></p><p>b</p>", [(0, 1)], 1),
    "in the figure of a chosen text": (
        "<p>a</p><figure><div><img src=x></div><figcaption>b</figcaption></figure><p>c", [(1, 2)], 1
    ),
    "at the beginning of what is chosen": ("<p>-</p><div><div><img src=x></div><p>a</p><p>b</p></div>", [(1, 3)], 1),
    "before the element that holds it": ("<p>-</p><div><img src=x></div><div><p>a</p><p>b</p></div>", [(1, 3)], 0),
    "a link at the beginning, as to share it": (
        "<p>-</p><div><a href=y><img src=x></a><p>a</p><p>b</p></div>", [(1, 3)], 0
    ),
    "in what is never text": ("<p>a</p><noscript><img src=x></noscript><p>b</p>", [(0, 2)], 0),
}  # fmt: skip


@pytest.mark.parametrize(("html", "ranges", "count"), PICTURES.values(), ids=PICTURES)
def test_which_pictures_come_along(html, ranges, count):
    assert html_of(page_of(html, url=URL), ranges).count("<img") == count


#: what stands behind the chosen text → the addresses of players
PLAYERS = {
    "a player at the end": ("<div><iframe src=/embed/x></iframe></div>", 1),
    "by its host": ("<div><iframe src=//player.example/x></iframe></div>", 1),
    "another frame, as of an advertisement": ("<div><iframe src=/x></iframe></div>", 0),
    "a sound": ("<div><audio src=x.mp3></audio></div>", 1),
    "a film by its poster": ("<div><video src=x poster=y></video></div>", 1),
    "a film": ("<div><video src=x.mp4></video></div>", 1),
    "in an aside": ("<aside><iframe src=/embed/x></iframe></aside>", 0),
    "of a promotion": ("<div class=promo><iframe src=/embed/x></iframe></div>", 0),
    "with a text": (f"<div><iframe src=/embed/x></iframe><p>{'b' * 61}</p></div>", 0),
}


@pytest.mark.parametrize(("behind", "count"), PLAYERS.values(), ids=PLAYERS)
def test_which_players_come_along(behind, count):
    assert html_of(page_of(f"<p>a</p>{behind}", url=URL), [(0, 1)]).count("<figure") == count


def test_a_footnote_that_is_not_chosen_is_none():
    page = page_of("<p>a<a href=#y id=x>1</a></p><p id=y>b <a href=#x>back</a></p>", url=URL)
    assert "fn1" not in html_of(page, [(0, 2)])
    assert "fn1" in html_of(page, [(0, 4)])


# --- nothing is lost, nothing is added ------------------------------------------------------


def check_texts(page, ranges):
    """Each chosen text is there once, in order, and nothing else."""
    html = html_of(page, ranges)
    texts = list(quoted(page))
    chosen = "".join("".join(texts[k].split()) for start, stop in ranges for k in range(start, stop))
    chosen = visible(chosen)
    assert texts_in(html, "lxml") == chosen
    assert texts_in(html, "html5lib") == chosen


@pytest.mark.parametrize("file", rows(SAVED, slow=SAVED[1::2]), ids=lambda file: file.stem)
def test_every_extractor_on_saved_pages(file):
    page = page_of(file.read_bytes(), url=URL)
    for extractor in EXTRACTORS.values():
        extraction = extractor().extract(page)
        check_texts(page, extraction.ranges)
        html = html_of(page, extraction.ranges)
        if written(page) is quoted(page):  # without exponents and the like
            assert texts_in(html, "lxml") == "".join(extraction.text.split())


@pytest.mark.parametrize("file", SAVED[::5], ids=lambda file: file.stem)
def test_any_ranges(file):
    page = page_of(file.read_bytes(), url=URL)
    chance = random.Random(file.stem)
    for _ in range(5):
        cuts = sorted(chance.sample(range(len(page.gap) + 1), min(len(page.gap) // 2 * 2, 40)))
        check_texts(page, list(zip(cuts[::2], cuts[1::2])))


# trees that HTML cannot say, made by parsers that repair, or by hand
STRANGE = {
    "lists that are closed in the wrong order": "<ul><li>a<ul><li>b</ul><ul>c</ul></li>d</ul>e",
    "a table in pieces": "<table>a<tr>b<td>c<table><td>d</table>e<th>f</table>g",
    "cells without rows": "<td>a<td>b<tr>c<th>d",
    "headings around all": "<h1><div>a<ul><li>b</ul><table><tr><th>c<td>d</table></div></h1>e",
    "quotes in paragraphs in quotes": "<p>a<blockquote>b<p>c<blockquote>d</p>e",
    "preformatted text with blocks": "<pre>a<div>b</div><ul><li>c</ul><p>d</pre>e",
    "links in links": "<a href=/x>a<a href=/y>b<div>c<a href=/z>d</div>e",
    "deep": "<blockquote><ul><li>a" * 200 + "b",
    "deep inline": "<b><i><a href=/x><code>a" * 200 + "b",
    "a player in a heading, in a cell, in a line": "<h2>a<iframe src=/x></iframe>b</h2><table><tr><th>c<td>d"
    "<iframe src=/y></iframe>e</table><p>f <iframe src=/z></iframe> g",
    "definitions in pieces": "<dl>a<dt>b<dt>c<div>d<dd>e<dl><dd>f</dl></dl>",
    "a figure in pieces": "<figure>a<figcaption>b<p>c<ul><li>d</ul></figcaption>e</figure><figcaption>f",
    "no elements at all": "a",
    "white space of Unicode": "<p>\u00a0a\u3000b\u2003<b>\u00a0c\u2028</b>d</p>",
}


@pytest.mark.parametrize("html", STRANGE.values(), ids=STRANGE)
def test_strange_trees(html):
    page = page_of(html, url=URL)
    check_texts(page, [(0, len(page.gap))])
    for k in range(len(page.gap)):
        check_texts(page, [(k, k + 1)])


# --- nothing can run ------------------------------------------------------------------------

HARMLESS = frozenset(
    "p h1 h2 h3 h4 h5 h6 pre dt caption figcaption td th li dd blockquote figure ul ol dl table thead tbody tfoot "
    "tr a em strong b i sub sup del span code img br hr input".split()
)
#: The attributes that may be there; a class names the language of a program, or a formula.
HARMLESS_ATTRIBUTES = {
    "a": {"href", "id"}, "p": {"id"}, "li": {"id"}, "input": {"type", "checked", "disabled"},
    "img": {"src", "alt"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"},
    "ol": {"start"}, "code": {"class"}, "span": {"class"},
}  # fmt: skip

# as in the cheat sheets on cross-site scripting, one of each kind
ATTACKS = {
    "a script": "<script>alert(1)</script>",
    "a handler": "<p onclick=alert(1)>x<img src=y onerror=alert(1)></p>",
    "a handler after a quote": """<p>x<img src=y alt='"><script>alert(1)</script>'></p>""",
    "a quote in an address": """<a href='http://x/"onmouseover="alert(1)'>x</a>""",
    "an address that runs": "<a href='javascript:alert(1)'>x</a>",
    "in capitals": "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "with a tab": "<a href='java\tscript:alert(1)'>x</a>",
    "with a line break": "<a href='java&#10;script:alert(1)'>x</a>",
    "after a control character": "<a href='&#1;&#32;javascript:alert(1)'>x</a>",
    "with a colon as a reference": "<a href='javascript&colon;alert(1)'>x</a>",
    "with NUL": "<a href='java\0script:alert(1)'>x</a>",
    "another language": "<a href='vbscript:x'>x</a><a href='livescript:x'>x</a>",
    "data": "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "data in a picture": "<p>x<img src='data:image/svg+xml,<svg onload=alert(1)>'>y</p>",
    "a base that runs": "<base href='javascript:alert(1)//'><a href='x'>x</a><img src=y>",
    "a style": "<p style='background:url(javascript:alert(1))'>x</p><style>p{}</style>",
    "a frame": "<p>x</p><iframe src='javascript:alert(1)'></iframe><iframe srcdoc='<script>'></iframe><p>y</p>",
    "an object": "<object data=x></object><embed src='javascript:x'><applet code=x></applet>x",
    "a drawing": "<svg><a xlink:href='javascript:alert(1)'>x</a><script>y</script></svg>z",
    "formulas": "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>y",
    "a form": "<form action='javascript:alert(1)'><button formaction='javascript:x'>x</button><input value=y></form>",
    "a picture of several sizes": "<p>x<img srcset='javascript:alert(1) 1x'><img data-src='javascript:x'>y</p>",
    "text that is markup": "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "markup in preformatted text": "<pre>&lt;img src=x onerror=alert(1)&gt;</pre>",
    "a language that breaks out": """<pre><code class='language-"><script>alert(1)</script>'>x</code></pre>""",
    "numbers that break out": """<table><tr><th colspan='2"onclick="x' rowspan=99999999999>x<td>y</table>""",
    "what parsers read in two ways": "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x</p></noscript>",
    "the same in another element": "<xmp></xmp><title></title><textarea><img src=x onerror=alert(1)></textarea>x",
    "a comment that ends early": "<p>x<!--><img src=x onerror=alert(1)>--></p>",
    "an address of a refresh": "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>x",
    "an id of a footnote": "<p>a<a href='#location' id='body'>1</a></p><p id='location'>b <a href='#body'>x</a></p>",
    "a control": "<ul><li><input type=checkbox autofocus onfocus=alert(1) name=x value=y>x</ul>",
    "an unknown element": "<x-script onclick=alert(1)>x</x-script>",
    "a namespace": "<html:script>alert(1)</html:script>x",
}


@pytest.mark.parametrize("parser", ["lxml", "html5lib"])
@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_nothing_can_run(attack, parser):
    html = whole(f"<p>before</p>{attack}<p>after</p>")
    for element in parsed(f"{html}", parser).iterdescendants():
        if parser == "lxml" and element.tag == "div":
            continue  # the one that was put around it
        assert element.tag in HARMLESS, html
        assert set(element.attrib) <= HARMLESS_ATTRIBUTES.get(element.tag, set()), html
        for name in ("href", "src"):
            assert element.get(name, "http:").startswith(("http:", "https:", "#fn")), html
        assert re.fullmatch("(fn(ref)?[0-9]+)?", element.get("id", ""))
        assert element.get("class") is None or re.fullmatch(r"math|language-[\w+#.]+", element.get("class"))


def test_deep_pages_are_made_flat():
    """A converter begins every line with a sign for each quote around it."""
    assert whole("<blockquote>a" * 300).count("<blockquote>") == 30


BASES = (
    "http://h", "http://h/a/b", "http://h/a//b/c", "http://h/a/../b/c", "http://h/a/./b", "http://h/a/..",
    "http://h/a?x/y", "http://h/a#x/y", "http://h/a;p/q;r", "https://h:1/a/b/?", "",
)  # fmt: skip
RELATIVE = [
    "".join(parts)
    for n in range(1, 5)
    for parts in product(("a", "/", ".", "%20", "x-y", "#"), repeat=n)
    if parts[0] != "/"  # those stay as they are
]


@pytest.mark.parametrize("base", BASES)
def test_relative_addresses_are_what_the_standard_library_makes_of_them(base):
    """Without a base, places on the page have none."""
    of = Base(base)
    found = [of.address(url, SCHEMES) for url in RELATIVE]
    assert found == [urljoin(base, url) if base or url[0] != "#" else "" for url in RELATIVE]
