"""Programs as the page said them, in the mark-up that each highlighter writes; expected is what it shows."""

import pytest
from lxml import etree
from lxml import html as lxml_html

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.steps import with_structures
from scrapy_content_extract.content.output.html import html_of
from scrapy_content_extract.content.page.blocks import rows_of, text_marks
from scrapy_content_extract.content.rewrite import code

from .helpers.pages import URL
from .helpers.work import check_linear, copy_of

F = "def f():\n    return 1"
IF = "if (a) {\n    b();\n}"
VOID = "void f() {\n  return;\n}"


def written(page):
    return html_of(page, [(0, len(page.gap))])


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
    "of one line": ("<p><code>a</code></p>", "<p><code>a</code></p>"),
}  # fmt: skip

# as each program writes a program: page, HTML
HIGHLIGHTERS = {
    "Pygments": (
        '<div class="highlight"><pre><span></span><span class="k">def</span> <span class="nf">f</span><span class="p">'
        '():</span>\n    <span class="k">return</span> <span class="mi">1</span>\n</pre></div>',
        f"<pre>{F}\n</pre>",
    ),
    "Sphinx names the language above": (
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="k">def</span> '
        '<span class="nf">f</span>():\n    <span class="k">return</span> 1\n</pre></div></div>',
        program(F + "\n", "python"),
    ),
    "Pygments, linenos=table": (
        '<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
        '<span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div><pre>'
        '<span></span><span class="k">def</span> <span class="nf">f</span>():\n    <span class="k">return</span> 1\n'
        "</pre></div></td></tr></table></div>",
        program(F),
    ),
    "Pygments, linenos=inline": (
        '<div class="highlight"><pre><span></span><span class="linenos">1</span><span class="k">def</span> f():\n'
        '<span class="linenos">2</span>    <span class="k">return</span> 1\n</pre></div>',
        f"<pre>{F}</pre>",
    ),
    "Rouge in Jekyll": (
        '<div class="language-python highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table '
        'class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class='
        '"rouge-code"><pre><span class="k">def</span> <span class="nf">f</span><span class="p">():</span>\n    '
        '<span class="k">return</span> <span class="mi">1</span>\n</pre></td></tr></tbody></table></code></pre></div></div>',
        program(F, "python"),
    ),
    "Chroma in Hugo": (
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" '
        'class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td '
        'class="lntd"><pre tabindex="0" class="chroma"><code class="language-py" data-lang="py"><span class="line">'
        '<span class="cl"><span class="k">def</span> <span class="nf">f</span>():\n</span></span><span class="line">'
        '<span class="cl">    <span class="k">return</span> 1</span></span></code></pre></td></tr></table></div></div>',
        program(F, "py"),
    ),
    "Chroma with numbers in the lines": (
        '<div class="highlight"><pre class="chroma"><code class="language-py"><span class="line"><span class="ln">1'
        '</span><span class="cl">def f():\n</span></span><span class="line"><span class="ln">2</span><span class="cl">'
        "    return 1\n</span></span></code></pre></div>",
        program(F, "py"),
    ),
    "Hexo": (
        '<figure class="highlight python"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span '
        'class="line">2</span><br></pre></td><td class="code"><pre><span class="line"><span class="keyword">def</span> '
        'f():</span><br><span class="line">    <span class="keyword">return</span> 1</span><br></pre></td></tr>'
        "</table></figure>",
        f"<figure>{program(F, 'python')}\n</figure>",
    ),
    "highlight.js": (
        '<pre><code class="hljs language-python"><span class="hljs-keyword">def</span> f():\n    <span class='
        '"hljs-keyword">return</span> <span class="hljs-number">1</span></code></pre>',
        program(F, "python"),
    ),
    "highlightjs-line-numbers": (
        '<pre><code class="hljs python"><table class="hljs-ln"><tbody><tr><td class="hljs-ln-line hljs-ln-numbers" '
        'data-line-number="1"><div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line '
        'hljs-ln-code" data-line-number="1"><span class="hljs-keyword">def</span> f():</td></tr><tr><td class='
        '"hljs-ln-line hljs-ln-numbers" data-line-number="2"><div class="hljs-ln-n" data-line-number="2"></div></td>'
        '<td class="hljs-ln-line hljs-ln-code" data-line-number="2">    <span class="hljs-keyword">return</span> 1'
        "</td></tr></tbody></table></code></pre>",
        program(F, "python"),
    ),
    "Prism with line numbers": (
        '<div class="code-toolbar"><pre class="language-js line-numbers" data-language="js"><code class="language-js">'
        '<span class="token keyword">if</span> (a) {\n    b();\n}<span aria-hidden="true" class="line-numbers-rows">'
        "<span></span><span></span><span></span></span></code></pre></div>",
        program(IF, "js"),
    ),
    "a gist": (
        '<div class="js-gist-file-update-container"><table data-tab-size="8" class="highlight tab-size '
        'js-file-line-container"><tr><td id="file-a-L1" class="blob-num js-line-number" data-line-number="1"></td><td '
        'id="file-a-LC1" class="blob-code blob-code-inner js-file-line"><span class="pl-k">def</span> f():</td></tr><tr>'
        '<td id="file-a-L2" class="blob-num js-line-number" data-line-number="2"></td><td id="file-a-LC2" class='
        '"blob-code blob-code-inner js-file-line">    <span class="pl-k">return</span> 1</td></tr></table></div>',
        program(F),
    ),
    "GitHub's highlight": (
        '<div class="highlight highlight-source-js notranslate"><pre>if (a) {\n    <span class="pl-en">b</span>();\n}'
        "</pre></div>",
        program(IF, "js"),
    ),
    "SyntaxHighlighter 3": (
        '<div id="highlighter_1" class="syntaxhighlighter nogutter  java"><table border="0" cellpadding="0" cellspacing='
        '"0"><tbody><tr><td class="gutter"><div class="line number1 index0 alt2">1</div><div class="line number2 index1 '
        'alt1">2</div><div class="line number3 index2 alt2">3</div></td><td class="code"><div class="container"><div '
        'class="line number1 index0 alt2"><code class="java keyword">void</code> <code class="java plain">f() {</code>'
        '</div><div class="line number2 index1 alt1"><code class="undefined spaces">&nbsp;&nbsp;</code><code class="java '
        'keyword">return</code><code class="java plain">;</code></div><div class="line number3 index2 alt2"><code class='
        '"java plain">}</code></div></div></td></tr></tbody></table></div>',
        program(VOID, "java"),
    ),
    "SyntaxHighlighter before it has run": (
        '<pre class="brush: java; toolbar: false">void f() {\n  return;\n}</pre>', program(VOID, "java")
    ),
    "SyntaxHighlighter 1.5": (
        '<div class="dp-highlighter"><ol start="1" class="dp-j"><li class="alt"><span><span class="keyword">void</span>'
        "<span> f() {  </span></span></li><li class=\"\"><span>&nbsp;&nbsp;<span class=\"keyword\">return</span>;  </span>"
        '</li><li class="alt"><span>}  </span></li></ol></div>',
        program(VOID),
    ),
    "CodeRay": (
        '<table class="CodeRay"><tr><td class="line-numbers"><pre><a href="#n1" name="n1">1</a>\n<a href="#n2" name='
        '"n2">2</a>\n</pre></td><td class="code"><pre><span class="keyword">def</span> f():\n    return 1\n</pre></td>'
        "</tr></table>",
        program(F),
    ),
    "WP-GeSHi": (
        '<div class="wp_syntax"><table><tr><td class="line_numbers"><pre>1\n2\n3\n</pre></td><td class="code"><pre class='
        '"java" style="font-family:monospace;"><span style="color: #006600;">void</span> f<span>(</span><span>)</span> '
        "{\n  return;\n}</pre></td></tr></table></div>",
        program(VOID, "java"),
    ),
    "GeSHi as a list": (
        '<div class="java geshi" style="font-family:monospace;"><ol><li class="li1"><div class="de1"><span class="kw4">'
        'void</span> f() {</div></li><li class="li1"><div class="de1">&nbsp; <span class="kw1">return</span>;</div></li>'
        '<li class="li1"><div class="de1">}</div></li></ol></div>',
        program(VOID, "java"),
    ),
    "Crayon": (
        '<div id="crayon-1" class="crayon-syntax crayon-theme-classic" data-settings=" minimize scroll-mouseover"><div '
        'class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums " data-settings='
        '"show"><div class="crayon-nums-content"><div class="crayon-num" data-line="crayon-1-1">1</div><div class='
        '"crayon-num crayon-striped-num" data-line="crayon-1-2">2</div></div></td><td class="crayon-code"><div class='
        '"crayon-pre"><div class="crayon-line" id="crayon-1-1"><span class="crayon-k">def</span><span class="crayon-h"> '
        '</span>f():</div><div class="crayon-line crayon-striped-line" id="crayon-1-2"><span class="crayon-h">&nbsp;'
        '&nbsp;&nbsp;&nbsp;</span>return 1</div></div></td></tr></table></div></div>',
        program(F),
    ),
    "Enlighter before it has run": (
        '<pre class="EnlighterJSRAW" data-enlighter-language="python" data-enlighter-theme="">def f():\n    return 1'
        "</pre>",
        program(F, "python"),
    ),
    "WordPress": (
        '<pre class="wp-block-code"><code lang="python" class="language-python">def f():\n    return 1</code></pre>',
        program(F, "python"),
    ),
    "google-code-prettify with line numbers": (
        '<pre class="prettyprint linenums lang-js prettyprinted"><ol class="linenums"><li class="L0"><span class="kwd">if'
        '</span><span class="pln"> (a) {</span></li><li class="L1"><span class="pln">    b();</span></li><li class="L2">'
        "<span>}</span></li></ol></pre>",
        program(IF, "js"),
    ),
    "Doxygen": (
        '<table></table><div class="fragment"><div class="line"><a id="l00001" name="l00001"></a><span class="lineno">    1</span>'
        '<span class="keyword">def</span> f():</div>\n<div class="line"><a id="l00002" name="l00002"></a><span class='
        '"lineno">    2</span>&#160;&#160;&#160;&#160;return 1</div>\n</div>',
        program(F),
    ),
    "CSDN: the numbers after the program": (
        '<pre class="prettyprint"><code class="language-python hljs has-numbering">def f():\n    return 1</code><ul '
        'class="pre-numbering"><li>1</li><li>2</li></ul></pre>',
        program(F, "python"),
    ),
    "a form feed in it": (
        '<table class="highlight"><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>def f():\n\x0c\n    '
        "return 1</pre></td></tr></table>",
        program("def f():\n\n    return 1"),
    ),
    "a button to copy it": (
        '<pre><code class="language-python">def f():\n    return 1</code><button class="copy">Copy</button></pre>',
        program(F, "python"),
    ),
    "numbers in a box before it, and a bar with a button behind it": (
        '<div class="code-toolbar"><div class="lineno">1<br>2</div><pre class="language-python"><code>def f():\n    return 1'
        '</code></pre><div class="toolbar"><span>Python</span><button>Copy</button></div></div>',
        program(F, "python"),
    ),
    "a heading with a button stays": (
        '<h3 class="copy-link">Install <button>#</button></h3><pre><code>a</code></pre>',
        f'<h3>Install #</h3>\n{program("a")}',
    ),
    "sentences and links beside it stay": (
        '<p class="copy"><a href="/">All</a></p><pre><code>a</code></pre><div class="toolbar"><button>Run</button> '
        "It takes a long time, and needs much memory.</div>",
        f'<p><a href="http://site.example/">All</a></p>\n{program("a")}\n<p>Run It takes a long time, and needs much memory.</p>',
    ),
    "another one": (
        '<pre class="language-python"><div class="copy-wrapper"><a class="copy-btn">Copy code</a></div><code>def f():\n'
        "    return 1</code></pre>",
        program(F, "python"),
    ),
    "LaTeXML": (
        '<section><div class="ltx_listing ltx_lstlisting"><div class="ltx_listing_data"><a href="data:text/plain,x">⬇</a>'
        '</div>\n<div id="l1" class="ltx_listingline">\n<span class="ltx_tag ltx_tag_listingline">1</span><span class='
        '"ltx_text">def</span><span class="ltx_text ltx_lst_space"> </span>f():\n</div>\n<div id="l2" class='
        '"ltx_listingline">\n<span class="ltx_tag ltx_tag_listingline">2</span><span class="ltx_text ltx_lst_space">    '
        "</span>return 1\n</div>\n</div></section>",
        program(F),
    ),
    "a line that is a number is no number of a line": (
        '<pre><code class="hljs"><table class="hljs-ln"><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="1">'
        '<div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="1">'
        "echo</td></tr><tr><td class=hljs-ln-numbers data-line-number=2></td><td class=hljs-ln-code>0</td></tr></table>"
        "</code></pre>",
        program("echo\n0"),
    ),
    "the language as an attribute": ('<pre data-lang="rust"><code>fn f() {}</code></pre>', program("fn f() {}", "rust")),
    "the language of an element around it": (
        '<div data-language="rust"><pre><code>fn f() {}</code></pre></div>', program("fn f() {}", "rust")
    ),
    "lang of people is no language of programs": ('<pre lang="en"><code>a</code></pre>', program("a")),
    "a program in a cell": (
        "<table><tr><th>a<th>b<tr><td>c<td><pre><code>d\n  e</code></pre></table>",
        "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td>" + program("d\n  e") + "\n</td></tr>\n</table>",
    ),
}  # fmt: skip

# what looks like a program with numbers: it stays as it is
OTHERS = {
    "a ranking": "<table><tr><td>1<td>Oak<tr><td>2<td>Elm<tr><td>3<td>Ash</table>",
    "a table of instructions": "<table><tr><td>0<td><code>NOP</code><tr><td>1<td><code>HLT</code></table>",
    "a list of lines of a railway": "<ol class=lines><li>red<li>blue</ol>",
    "a list of articles": "<div class='code-list'><ol><li><a href=/a>a b</a><li><a href=/b>c d</a></ol></div>",
    "a calendar": "<table><tr><td>1<td>2<td>3<tr><td>4<td>5<td>6</table>",
}


@pytest.mark.parametrize(
    ("given", "html"),
    [*PRE.values(), *CODE.values(), *HIGHLIGHTERS.values()],
    ids=[*PRE, *CODE, *HIGHLIGHTERS],
)
def test_html(given, html):
    page = page_of(given, url=URL, attributes=True)
    assert written(page) == html
    assert written(page_of(lxml_html.document_fromstring(given), url=URL)) == html


@pytest.mark.parametrize("given", OTHERS.values(), ids=OTHERS)
def test_what_is_no_program(given):
    page = page_of(given, url=URL)
    assert page.html == given.encode()
    assert "<pre" not in written(page)


@pytest.mark.parametrize("name", ["Pygments, linenos=table", "a gist", "SyntaxHighlighter 3", "Crayon"])
def test_the_text_has_no_numbers_of_lines(name):
    given, html = HIGHLIGHTERS[name]
    page = page_of(f"<p>a</p>{given}")
    text = "\n".join(page.text)
    assert text == "a\n" + "".join(etree.fromstring(f"<p>{html}</p>").itertext())


def test_a_page_whose_programs_are_one_text_each_is_not_parsed_again(monkeypatch):
    monkeypatch.setattr(code, "rewrite", None)
    html = (
        "<pre><code class=x>a\n  <span>b</span></code></pre><p>c <code>d\ne</code> <code>f</code><table><td>g"
    )
    assert not code.may_have(page_of(html), None)


# page, chosen texts → whether the program comes along
CHOSEN = {
    "between two chosen texts": ("<p>a</p><pre>b</pre><p>c</p>", [(0, 1), (2, 3)], True),
    "after the last one": ("<p>a</p><pre>b</pre><p>c</p>", [(0, 1)], False),
    "announced by the last one": ("<p>a:</p><pre>b</pre>", [(0, 1)], True),
    "below a heading": ("<h2>a</h2><pre>b</pre>", [(0, 1)], True),
    "before the first one": ("<pre>a</pre><p>b</p>", [(1, 2)], False),
    "several between two": ("<p>a</p><pre>b</pre><pre>c</pre><p>d</p>", [(0, 1), (3, 4)], True),
    "a caption is less than half": ("<p>a</p><pre>bcd</pre><p>x</p><p>c</p>", [(0, 1), (3, 4)], True),
    "with a longer text between": ("<p>a</p><pre>b</pre><p>xyz</p><p>c</p>", [(0, 1), (3, 4)], False),
}


@pytest.mark.parametrize(("html", "ranges", "comes"), CHOSEN.values(), ids=CHOSEN)
def test_which_programs_come_along(html, ranges, comes):
    page = page_of(html, url=URL)
    before = text_marks(page, ranges)  # each text is a paragraph
    chosen = with_structures(page, before, None)
    assert chosen == (b"\1" * len(before) if comes else before)


# a table of data with its rows, all but the first row chosen; whether the first row comes along
HEADERS = {
    "a header": ("<table><tr><th>n<th>m<tr><td>a<td>b</table>", True),
    "of one of two tables alike": (
        "<table><tr><th>n<th>m<tr><td>a<td>b</table><table><tr><td>c<td>d</table>",
        True,
    ),
    "a table without a header": ("<table><tr><td>n<td>m<tr><td>a<td>b</table>", False),
    "a header in bold": ("<table><tr><td><b>n</b><td><p><strong>m</strong><tr><td>a<td>b</table>", True),
    "one bold cell": ("<table><tr><td><b>n</b><td>m<tr><td>a<td>b</table>", False),
    "a table of links": ("<table><tr><th>n<th><a href=/m>many words</a><tr><td>a<td>b</table>", False),
    "a table of layout": (f"<table><tr><th>n<th>m<tr><td>{'a' * 500}<td>b</table>", False),
    "one that holds another": ("<table><tr><th>n<th>m<tr><td>a<table><tr><td>b</table></table>", False),
    "a caption": ("<table><caption>n m</caption><tr><th>a<th>b</table>", True),
}


@pytest.mark.parametrize(("html", "comes"), HEADERS.values(), ids=HEADERS)
def test_headers_come_along_with_a_row(html, comes):
    page = page_of(f"<p>Long words before it.</p><p>And others.</p>{html}<p>q</p>", url=URL)
    chosen = bytearray(b"\1" * (len(page.line_starts) - 1))
    strings = [page.strings[k] for k in page.line_starts[:-1]]
    for n, string in enumerate(strings):
        chosen[n] = string not in ("And others.", "n", "m", "n m", "many words")
    found = with_structures(page, chosen, rows_of(page))
    assert all(found[n] == comes for n, string in enumerate(strings) if string in ("n", "m", "n m"))
    assert not found[strings.index("And others.")]


def test_a_short_program_in_an_article_is_in_the_text():
    prose = [
        f"The {name} was quiet when they came back, and they wrote down every height. " * 3
        for name in ("valley", "mountain", "river", "lake")
    ]
    given = "<article><h1>Heights</h1><p>{}<p>{}<pre><code>ls</code></pre><p>{}<p>{}</article>".format(*prose)
    assert "\nls\n" in extract(given).text


# what a page may make much of: the beginning, a piece over and over
MUCH = {
    "tables of numbers": ("", "<table><tr><td class=gutter>1<td><pre>a</pre></table>"),
    "tables in tables": ("", "<table><tr><td class=gutter>1<td><pre>a</pre>"),
    "rows": ("<table>", "<tr><td class=blob-num data-line-number=1><td class=blob-code>a"),
    "lines": ("<pre><code>", "<div class=line>a</div>"),
    "lines in lines": ("<pre><code>", "<div class=line>a"),
    "numbers in numbers": ("<pre><code>", "<span class=lineno>1"),
    "buttons in buttons": ("<pre><code>", "<a class=copy>1"),
    "lists in lists": ("<table></table>", "<ol class=dp-highlighter><li><span>a"),
    "codes in a paragraph": ("<p>", "<code>a<br>b</code> c"),
    "codes in codes": ("<p>", "<code>a<br>"),
    "codes of lines": ("", "<div><code>a\n  b</code></div>"),
    "indentation": ("<pre><div>", " <b> </b>"),
    "many programs": ("", "<pre>a<button>b</button></pre>"),
}


@pytest.mark.parametrize(("first", "piece"), MUCH.values(), ids=MUCH)
def test_the_work_grows_with_the_page(first, piece):
    content = copy_of("scrapy_content_extract.content")

    def make(size):
        return content.page_of(first + piece * size)

    check_linear(lambda page: content.rewrite.code.rewrite(page.root), make, 40)
    check_linear(lambda page: content.rewrite.code.may_have(page, None), make, 40)
