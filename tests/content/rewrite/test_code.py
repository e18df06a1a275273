"""Programs as the page said them, in the mark-up that each highlighter writes; expected is what it shows."""

import pytest
from lxml import etree
from lxml import html as lxml_html

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure
from scrapy_content_extract.content.rewrite import code, rewritten
from tests.helpers.folders import ROOT
from tests.helpers.pages import EveryText, whole_html

#: Pages as each highlighter writes a program, and their clean HTML.
FOLDER = ROOT / "tests/pages/programs"
HIGHLIGHTERS = sorted(path.name.removesuffix(".clean.html") for path in FOLDER.glob("*.clean.html"))


def program(text, language=""):
    of_class = f' class="language-{language}"' if language else ""
    return f"<pre><code{of_class}>{text}</code></pre>"


# white space and lines in <pre>, which browsers show
PRE = {
    "as it is": ("<pre>a\n  b\n\n    c</pre>", "<pre>a\n  b\n\n    c</pre>"),
    "indented at the start of an element": ("<pre>a\n<b>  <i>b</i></b></pre>", "<pre>a\n  b</pre>"),
    "indented before the first text": ("<pre><code>  <span>f</span>\ng</code></pre>", program("  f\ng")),
    "an empty line at the start is not shown": ("<pre>\n\n  <b>a</b></pre>", "<pre>  a</pre>"),
    "a line for each div": (
        "<pre><div>if a:</div><div>  <b>x</b></div></pre>", "<pre>if a:\n  x</pre>"
    ),
    "a line for each br": ("<pre>a<br>  b<br><br>c</pre>", "<pre>a\n  b\n\nc</pre>"),
    "indented by an element after a br": ("<pre>a<br> <i> b</i></pre>", "<pre>a\n  b</pre>"),
    "a line for each p": ("<pre><p>a</p><p>  b</p></pre>", "<pre>a\n  b</pre>"),
    "a line for each li": ("<pre><code><ol><li>a</li><li>  b</li></ol></code></pre>", program("a\n  b")),
    "a bar with a button between two": (
        "<pre><code><b>a</b></code></pre><div class=copy><button>Copy</button></div><pre><code>b\n<br>c</code></pre>",
        program("a") + "\n" + program("b\n\nc"),
    ),
    "an empty line in a div of its own": (
        "<pre><code><div>a</div><div><br></div><div>b</div></code></pre>", program("a\n\nb")
    ),
    "a line break at the end of a div does not count": (
        "<pre><code><div>a<br></div><div>  b\n</div><div>c</div></code></pre>", program("a\n  b\nc")
    ),
    "white space between the lines is not shown": (
        "<pre><code>\n<div class=line>a</div>\n<div class=line>  b</div>\n</code></pre>", program("a\n  b")
    ),
    "a line for each span, with a line break": (
        "<pre><code><span class=line>a {</span>\n<span class=line><span>  </span><i>b</i></span></code></pre>",
        program("a {\n  b"),
    ),
    "a line for each span, which the style makes a block": (
        "<pre><code><span class=line>a {</span><span class=line>  b</span></code></pre>", program("a {\n  b")
    ),
    "spans in a line are no lines": (
        "<pre><code><span class=keyword>a</span> <span class=outline>b</span></code></pre>", program("a b")
    ),
    "in an item": (
        "<ol><li>a<pre><code>b\n  c</code></pre></li></ol>",
        "<ol>\n<li>a" + program("b\n  c") + "\n</li>\n</ol>",
    ),
    "prose in preformatted text stays prose": (
        "<pre><h2>a</h2><p>b</p><div>c</div></pre>", "<pre>a\nb\nc</pre>"
    ),
}  # fmt: skip

# <code> outside of <pre>
CODE = {
    "with br": (
        "<code>if a:<br>&nbsp;&nbsp;b<br>\n&nbsp; &nbsp; c<br></code>", program("if a:\n  b\n    c")
    ),
    "with br and the source's own line breaks": (
        "<p>x y z</p><div><code>\nSELECT<br />\n&nbsp;a<br />\nFROM b;\n</code></div>",
        "<p>x y z</p>\n" + program("SELECT\n a\nFROM b;"),
    ),
    "with br, in a paragraph": ("<p>a <code>b<br>c</code> d</p>", f"<p>a</p>\n{program(f'b{chr(10)}c')}\n<p>d</p>"),
    "with br, indented by the source": (
        "<code><br>\n    if a:<br>\n      b<br>\n    c</code>", program("if a:\n  b\nc")
    ),
    "alone, of several lines": ("<div><code>if a:\n    b</code></div>", program("if a:\n    b")),
    "broken by the source, in a paragraph": ("<p>a <code>b\nc</code> d</p>", "<p>a <code>b c</code> d</p>"),
    "broken by the source, alone": ("<p><code>b\nc</code></p>", "<p><code>b c</code></p>"),
    "of lines that the style shows": (
        '<p>a <code style="white-space: pre">b\n  c</code> d</p>', f"<p>a</p>\n{program(f'b{chr(10)}  c')}\n<p>d</p>"
    ),
    "of one line": ("<p><code>a</code></p>", "<p><code>a</code></p>"),
}  # fmt: skip

# boxes for programs, without <pre> and <code>
BOXES = {
    "lines that the style shows": (
        '<div class="code-block" data-lang=http style="white-space:pre">GET /b\nHost: c\n\n&gt; d</div>', program("GET /b\nHost: c\n\n&gt; d", "http")
    ),
    "lines that end as statements do": ("<div class=code>b();<br>if (c) {<br>d<br>}</div>", program("b();\nif (c) {\nd\n}")),
}  # fmt: skip

# the language of a program: page, HTML
LANGUAGES = {
    "SyntaxHighlighter before it has run": ('<pre class="brush: java; toolbar: false">a</pre>', program("a", "java")),
    "the language as an attribute": ('<pre data-lang="rust"><code>fn f() {}</code></pre>', program("fn f() {}", "rust")),
    "the language of an element around it": (
        '<div data-language="rust"><pre><code>fn f() {}</code></pre></div>', program("fn f() {}", "rust")
    ),
    "lang of people is no language of programs": ('<pre lang="en"><code>a</code></pre>', program("a")),
}  # fmt: skip

# what looks like a program with numbers: it stays as it is
OTHERS = {
    "a ranking": "<table><tr><td>1<td>Oak<tr><td>2<td>Elm<tr><td>3<td>Ash</table>",
    "a table of instructions": "<table><tr><td>0<td><code>NOP</code><tr><td>1<td><code>HLT</code></table>",
    "a list of articles": "<div class='code-list'><ol><li><a href=/a>a b</a><li><a href=/b>c d</a></ol></div>",
    "a poem in a box": "<div class=code>The sea,<br>\n  the wind,<br>\n  the rain</div>",
    "an advertisement": "<div class='code-block code-block-1'>Buy;<br>now;<br><img src=/a.png></div>",
    "a code of one line": "<p class=code>ABC-123;</p>",
    "the code of an article": "<div class='item-code python'>BH #NID7\nMFR #15</div>",
    "a calendar": "<table><tr><td>1<td>2<td>3<tr><td>4<td>5<td>6</table>",
}


INLINE = PRE | CODE | BOXES | LANGUAGES


@pytest.mark.parametrize(("given", "html"), INLINE.values(), ids=INLINE)
def test_html(given, html):
    assert whole_html(given) == html
    assert whole_html(lxml_html.document_fromstring(given)) == html


@pytest.mark.parametrize("name", HIGHLIGHTERS)
def test_highlighters(name):
    given, html = ((FOLDER / f"{name}{kind}").read_text("utf-8") for kind in (".html", ".clean.html"))
    test_html(given, html)


@pytest.mark.parametrize("given", OTHERS.values(), ids=OTHERS)
def test_what_is_no_program(given):
    assert page_of(given).html == given.encode()
    assert "<pre" not in whole_html(given)


@pytest.mark.parametrize("name", ["pygments_linenos_table", "a_gist", "syntaxhighlighter_3", "crayon"])
def test_the_text_has_no_line_numbers(name):
    given, html = ((FOLDER / f"{name}{kind}").read_text("utf-8") for kind in (".html", ".clean.html"))
    text = extract(f"<p>a</p>{given}", extractor=EveryText()).text
    assert text == "a\n" + "".join(etree.fromstring(f"<p>{html}</p>").itertext())


PLAIN = {
    "programs that are one text each": (
        "<pre><code class=x>a\n  <span>b</span></code></pre><p>c <code>d e</code> <code>f</code><table><td>g"
    ),
    "a program in a table for layout": "<table><tr><td>Menu<td><pre>a\n  b</pre></table>",
    "a box around blocks": "<div class='code-block'><div>a</div>b<br>c</div>",
    "a list of people": "<ol class='x-listing'><li><p>a</p><li><p>b</p></ol>",
    "one item": "<ol class='listing'><li>a</ol>",
    "a gutter of the page": "<table><tr><td class=bbcpageGutter><td>a</table>",
}


@pytest.mark.parametrize("html", PLAIN.values(), ids=PLAIN)
def test_a_page_with_plain_programs_is_not_parsed_again(html, monkeypatch):
    monkeypatch.setattr(code, "rewrite", None)
    assert not code.may_have(page_of(html))


def test_names_in_several_lines_stay_as_they_are():
    page = measure(parse("<p>a <code>b\nc</code> <code style='color: red'>d\ne</code>"))
    assert rewritten(page) is page


def test_a_short_program_in_an_article_is_in_the_text():
    prose = [
        f"The {name} was quiet when they came back, and they wrote down every height. " * 3
        for name in ("valley", "mountain", "river", "lake")
    ]
    given = "<article><h1>Heights</h1><p>{}<p>{}<pre><code>ls</code></pre><p>{}<p>{}</article>".format(*prose)
    assert "\nls\n" in extract(given).text
