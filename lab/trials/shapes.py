"""Pages that make a parser work hard: for each construct of HTML a page of any size.

A page is a beginning, a piece over and over, and an end.  ``{n}`` in a piece is a new number each time.
:mod:`.rooms` has the constructs by the places that fields are made from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from string import ascii_lowercase
from typing import NamedTuple


class Shape(NamedTuple):
    """A page of one construct, repeated."""

    piece: str
    first: str = ""
    last: str = ""
    #: stands behind all pieces as often as these do
    closing: str = ""

    def page(self, size: int) -> bytes:
        """Return the page that is about ``size`` bytes long."""
        parts = self.piece.split("{n}")
        times = size // len((str(size // 10).join(parts) + self.closing).encode()) + 1
        pieces = (str(n).join(parts) for n in range(times)) if len(parts) > 1 else [self.piece * times]
        return "".join([self.first, *pieces, self.closing * times, self.last]).encode()


DEEP = "<div>" * 1_900
TEXT = "It is what it is."
#: Words of sixteen letters that a weak hash gives few numbers.
ALIKE = "".join(
    f"<p>{' '.join('a' * 14 + first + last for last in ascii_lowercase)}" for first in ascii_lowercase
)

#: By construct; the standard's names, https://html.spec.whatwg.org/multipage/parsing.html
PIECES: dict[str, Shape] = {
    # attributes
    "distinct attributes": Shape(" a{n}=1", "<p", ">text"),
    "distinct attributes, no values": Shape(" a{n}", "<p", ">text"),
    "distinct attributes, quoted >": Shape(' a{n}=">"', "<p", ">text"),
    "distinct attributes after slashes": Shape("/a{n}", "<p", ">text"),
    "distinct attributes without spaces": Shape("a{n}=''", "<p ", ">text"),
    "distinct attributes on a void element": Shape(" a{n}=1", "<br", ">text"),
    "distinct attributes on html": Shape(" a{n}=1", "<html", ">text"),
    "distinct attributes on body": Shape(" a{n}=1", "<body", ">text"),
    "distinct attributes on many html": Shape("<html a{n}=1>", "", "text"),
    "distinct attributes on many body": Shape("<body a{n}=1>", "", "text"),
    "distinct attributes on an end tag": Shape(" a{n}=1", "<p>text</p", ">text"),
    "distinct attributes in a tag that does not end": Shape(" a{n}=1", "<p>text<p", ""),
    "distinct attributes with values of 100": Shape(" a{n}=" + "x" * 100, "<p", ">text"),
    "distinct attributes in an iframe": Shape(" a{n}=1", "<iframe><p", "></iframe>text"),
    "distinct attributes in a title": Shape(" a{n}=1", "<title><p", "></title>text"),
    "distinct attributes in a svg": Shape(" a{n}=1", "<svg><g", "></svg>text"),
    "distinct attributes in a template": Shape(" a{n}=1", "<template><p", "></template>text"),
    "duplicate attributes": Shape(" a=1", "<p", ">text"),
    "duplicate attributes in two cases": Shape(" A{n}=1 a{n}=1", "<p", ">text"),
    "one hundred attributes each": Shape("<p " + " ".join(f"a{i}=1" for i in range(100)) + ">"),
    "one thousand attributes each": Shape("<p " + " ".join(f"a{i}=1" for i in range(1_000)) + ">"),
    "attributes with namespaces": Shape(" x{n}:a=1", "<p", ">text"),
    "xmlns": Shape(' xmlns:x{n}="x"', "<p", ">text"),
    "one huge value": Shape("x", '<p a="', '">text'),
    "one huge attribute name": Shape("x", "<p ", ">text"),
    "references in a value": Shape("&amp;", '<p a="', '">text'),
    "unknown references in a value": Shape("&x", '<p a="', '">text'),
    "numbers in a value": Shape("&#1;", '<p a="', '">text'),
    "references in values": Shape('<p a="&amp;">'),
    "line breaks in a tag": Shape("\n", "<p ", ">text"),
    "slashes in a tag": Shape("/", "<p ", ">text"),
    "equals signs in a tag": Shape("=", "<p ", ">text"),
    "quotes in a tag": Shape('"', "<p ", ">text"),
    "quotes that do not end": Shape('<p a="'),
    "ids": Shape("<p id=a{n}>"),
    "equal ids": Shape("<p id=a>"),
    "names": Shape("<a name=a{n}>"),
    "many classes": Shape(" c{n}", '<p class="', '">text'),
    # references
    "references": Shape("&amp;"),
    "references without semicolon": Shape("&amp"),
    "unknown references": Shape("&x{n};"),
    "unfinished references": Shape("&"),
    "numeric references": Shape("&#65;"),
    "references to nothing": Shape("&#0;"),
    "a huge number": Shape("9", "&#", ";text"),
    "references to controls": Shape("&#1;"),
    "references and text": Shape("a&lt;"),
    # comments and the like
    "comments": Shape("<!---->"),
    "comments before html": Shape("<!---->", "", "<html><body>" + TEXT * 100),
    "comments and spaces": Shape("<!----> "),
    "comments and spaces in a body": Shape("<!----> ", "<body>"),
    "comments and text": Shape("<!---->a"),
    "comments after html": Shape("<!---->", "<html><body>text</body></html>"),
    "comments and spaces after html": Shape("<!----> ", "<html><body>text</body></html>"),
    "comments and text after html": Shape("<!---->a", "<html><body>text</body></html>"),
    "half comments before html, then spaces": Shape(
        "<!---->", "<!DOCTYPE html>", "<html><body>" + "<b> </b>" * 50_000
    ),
    "a comment that does not end": Shape("x", "<!--"),
    "hyphens in a comment": Shape("-", "<!--"),
    "comments in a comment": Shape("<!--", "<!--"),
    "bogus comments": Shape("<!x>"),
    "ends of comments": Shape("-->"),
    "hyphens and ! in a comment": Shape("--!", "<!--"),
    "processing instructions": Shape("<?x y?>"),
    "a processing instruction": Shape("x", "<?"),
    "CDATA": Shape("<![CDATA[x]]>"),
    "CDATA in a svg": Shape("<![CDATA[x]]>", "<svg>"),
    "ends of CDATA": Shape("]]>"),
    "DOCTYPEs": Shape("<!DOCTYPE html>"),
    "a huge DOCTYPE": Shape("x", "<!DOCTYPE html PUBLIC '", "'>text"),
    "an internal subset": Shape("<!ENTITY a{n} 'x'>", "<!DOCTYPE html [", "]>text"),
    # text
    "text": Shape("It is. "),
    "words that differ in their last letters": Shape(ALIKE),
    "a text in pieces": Shape("a</x>"),
    "spaces in pieces": Shape(" </x>"),
    "less-than signs": Shape("<"),
    "less-than signs in text": Shape("a<"),
    "ends of nothing": Shape("</"),
    "ends of nothing with >": Shape("</>"),
    "carriage returns": Shape("\r"),
    "carriage returns and line feeds": Shape("\r\n"),
    "three bytes a character": Shape("中"),
    "controls": Shape("\x02"),
    "NULs": Shape("\0"),
    "text and NULs": Shape("a\0"),
    "bytes that are not UTF-8": Shape("\ufffd"),
    # formulas
    "dollars": Shape("$"),
    "dollars between letters": Shape("a$b_1"),
    "formulas between dollars": Shape("<p>$x_1$"),
    "formulas that do not end": Shape("\\[x_1 \\begin{align}"),
    "MathML": Shape("<math><mi>x</mi></math>"),
    "nested MathML": Shape("<math><mrow>"),
    "scripts of MathJax": Shape("<script type=math/tex>x</script>", "<body>"),
    "pictures of formulas": Shape("<img class='tex' alt=x>"),
    # raw text
    "scripts": Shape("<script>x</script>"),
    "a script that does not end": Shape("x", "<script>"),
    "ends in a script": Shape("</x>", "<script>"),
    "beginnings of ends in a script": Shape("</script", "<script>"),
    "comments in a script": Shape("<!--", "<script>"),
    "scripts in a script": Shape("<script>", "<script><!--"),
    "less-than signs in a script": Shape("<", "<script>"),
    "style sheets": Shape("<style>x</style>"),
    "ends in a style sheet": Shape("</styl", "<style>"),
    "ends in a title": Shape("</titl", "<title>"),
    "references in a textarea": Shape("&amp;", "<textarea>"),
    "plaintext": Shape("<p>", "<plaintext>"),
    "iframes": Shape("<iframe>x</iframe>"),
    "noscripts": Shape("<noscript><p>a</noscript>"),
    "noscripts in noscripts": Shape("<noscript>a"),
    "titles": Shape("<title>x</title>"),
    # the tree
    "elements": Shape("<p>a"),
    "elements, closed": Shape("<p>a</p>"),
    "elements without text": Shape("<p>"),
    "inline elements": Shape("<b>a</b>"),
    "void elements": Shape("<br>"),
    "unknown elements": Shape("<x{n}>a</x{n}>"),
    "unknown elements that do not end": Shape("<x{n}>a"),
    "a huge name": Shape("x", "<", ">text"),
    "huge names": Shape("<" + "x" * 1_000 + ">a</" + "x" * 1_000 + ">"),
    "divs that do not end": Shape("<div>a"),
    "divs in towers": Shape("<div>" * 1_000 + "a" + "</div>" * 1_000),
    "formatting that does not end": Shape("<b>a"),
    "formatting in paragraphs": Shape("<p><b>a"),
    "misnested formatting": Shape("<b><i>a</b>b</i>"),
    "misnested blocks": Shape("<b><p>a</b></p>"),
    "links in links": Shape("<a href=x>a"),
    "fonts": Shape("<font size=1>a<p>"),
    "lists": Shape("<ul><li>a"),
    "list items": Shape("<li>a"),
    "definitions": Shape("<dt>a<dd>b"),
    "headings": Shape("<h1>a"),
    "headings in turn": Shape("<h1>a<h2>b"),
    "forms": Shape("<form>a"),
    "inputs": Shape("<input type=hidden>"),
    "buttons": Shape("<button>a"),
    "selects": Shape("<select><option>a"),
    "options": Shape("<option>a", "<select>"),
    "optgroups": Shape("<optgroup><option>a", "<select>"),
    "tables": Shape("<table><tr><td>a"),
    "tables, closed": Shape("<table><tr><td>a</table>"),
    "cells": Shape("<td>a", "<table><tr>"),
    "rows": Shape("<tr>a", "<table>"),
    "foster parents": Shape("<p>a", "<table>"),
    "foster parents and rows": Shape("<tr><p>a", "<table>"),
    "tables in a table": Shape("<table>a", "<table>"),
    "captions": Shape("<caption>a", "<table>"),
    "frames": Shape("<frame>", "<frameset>"),
    "framesets": Shape("<frameset>"),
    "noframes": Shape("<noframes>a</noframes>"),
    "html elements": Shape("<html>a"),
    "html elements, closed": Shape("<html>a</html>"),
    "ends of html": Shape("</html>a"),
    "ends of html and paragraphs": Shape("</html><p>a"),
    "bodies": Shape("<body>a"),
    "ends of bodies": Shape("</body>a"),
    "heads": Shape("<head>a"),
    "heads and titles": Shape("<head><title>a</title>"),
    "metas": Shape("<meta charset=utf-8>"),
    "links": Shape("<link rel=x href=y>"),
    "bases": Shape("<base href=x>"),
    "svg": Shape("<svg><g>a</g></svg>"),
    "svg in svg": Shape("<svg>a"),
    "math": Shape("<math><mi>a</mi></math>"),
    "templates": Shape("<template>a"),
    "templates, closed": Shape("<template>a</template>"),
    "objects": Shape("<object><param>a"),
    "rubies": Shape("<ruby>a<rt>b"),
    "prefixes": Shape("<x{n}:p>a"),
    "many namespaces": Shape("<p xmlns:x{n}=y>a"),
    # what methods may compare with each other
    "labels beside their texts in one element": Shape(f"<br>1.<div>{TEXT * 9}{{n}}</div>", "<main>"),
    "bare texts": Shape("a<p>b</p><p>c</p>"),
    "a text beside a link": Shape("<div><p>It was raining.</p><a href=/>No</a></div>"),
    "one kind of group": Shape("<div id=p{n}>It was raining.<b>No</b></div>"),
    "a group for each node": Shape("<div class=c{n}><i>a</i><i>b</i></div>"),
    "a class of its own between bare texts": Shape("<p class=c{n}>a</p>b"),
    "lines": Shape("x\n"),
    # ends
    "ends without a beginning": Shape("</x{n}>"),
    "ends of paragraphs": Shape("</p>"),
    "ends of br": Shape("</br>"),
    "ends of formatting": Shape("</b>"),
    "ends in the deep": Shape("</x>", DEEP),
    "ends of paragraphs in the deep": Shape("</p>", DEEP),
    "ends of blocks in the deep": Shape("</table>", DEEP),
    "ends of formatting in the deep": Shape("</b>", DEEP),
    "ends of text in the deep": Shape("a</i>", DEEP),
    "paragraphs in the deep": Shape("<p>", DEEP),
    "list items in the deep": Shape("<li>", DEEP),
    "formatting in the deep": Shape("<b></b>", DEEP),
    "html in the deep": Shape("<html>", DEEP),
    "bodies in the deep": Shape("<body>", DEEP),
    "heads in the deep": Shape("<head>", DEEP),
    "framesets in the deep": Shape("<frameset>", DEEP),
    "spans under unclosed spans": Shape("<span>a</span>", "<span>" * 1_900),
    "options under unclosed spans": Shape("<option>", "<span>" * 1_900),
    "cells under unclosed spans": Shape("<td>", "<span>" * 1_900),
    "rows under unclosed spans": Shape("<tr>", "<span>" * 1_900),
    "forms under unclosed spans": Shape("<form></form>", "<span>" * 1_900),
    "headings under unclosed fonts": Shape("<h1></h1>", "<font>" * 1_900),
    "text in the deep": Shape("a&amp;", DEEP),
    "comments in the deep": Shape("<!---->", DEEP),
    "spaces in the deep": Shape(" <!---->", DEEP),
    "deep towers of list items": Shape("<ul>" * 600 + "<li>" + "</ul>" * 600),
    "ends in the ever deeper": Shape("<div></x>"),
    "ends in ever deeper formatting": Shape("<b></x>"),
    "paragraphs in the ever deeper": Shape("<div><p>a</p></x>"),
    "beyond the depth": Shape("<div>a", "<div>" * 3_000),
    "ends beyond the depth": Shape("</div><div>", "<div>" * 3_000),
}

CHINESE = "这座图书馆是在上个世纪建成的，现在仍然有很多人在这里看书。<br>"
JAPANESE = "この図書館は前世紀に建てられ、今も多くの人がここで本を読んでいます。<br>"
RUSSIAN = "Эта библиотека была построена в прошлом веке, и сейчас здесь читают книги.<br>"
#: Texts, and an encoding that is to be found out.
TEXTS = {
    "gb18030": CHINESE, "hz": CHINESE, "utf-16": CHINESE, "shift_jis": JAPANESE, "iso-2022-jp": JAPANESE,
    "windows-1251": RUSSIAN,
}  # fmt: skip


def text_in(encoding: str, size: int) -> bytes:
    """Return a page of about ``size`` bytes in an encoding."""
    text = TEXTS[encoding]
    return (text * (size // len(text.encode(encoding)) + 1)).encode(encoding)


#: By name a function of the size.
SHAPES: dict[str, Callable[[int], bytes]] = {
    **{name: shape.page for name, shape in PIECES.items()},
    **{f"text in {encoding}": partial(text_in, encoding) for encoding in TEXTS},
}
