"""The main content as Markdown, and who makes which format; what is expected is worked out by hand."""

from dataclasses import replace

import lxml.html
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from scrapy_content_extract import extract
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.document.build import document_of
from scrapy_content_extract.content.document.html import escaped
from scrapy_content_extract.content.document.markdown import markdown_of
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.output import formats
from scrapy_content_extract.content.output.style import Style
from tests.helpers.folders import ROOT
from tests.helpers.pages import URL, EveryText, result_of, whole, whole_markdown

MARKDOWN = {
    "headings and emphasis": ("<h2>a</h2><p>b <b>c</b> <em>d</em></p>", "## a\n\nb **c** *d*\n"),
    "lists": ("<ul><li>a<ol><li>b</ol><li>c</ul>", "- a\n  1. b\n- c\n"),
    "a list that begins elsewhere": ("<ol start=3 type=a><li>a<li>b</ol>", "3. a\n4. b\n"),
    "at 0": ("<ol start=0><li>a<li>b</ol>", "0. a\n1. b\n"),
    "below it, which no list of Markdown does": ("<ol start=-2 reversed><li>a<li>b</ol>", "1. a\n2. b\n"),
    "paragraphs that begin with the same sign are items": ("<p>• a<p>• b<p>c", "- a\n- b\n\nc\n"),
    "so are those with rising numbers": ("<p>3. a<p>4. <b>b</b><p>c", "3. a\n4. **b**\n\nc\n"),
    "one paragraph makes no list": ("<p>• a<p>b<p>1. c", "• a\n\nb\n\n1\\. c\n"),
    "numbers that do not rise are other ones": ("<p>1. a<p>1. b<p>1) c<p>3) d", "1\\. a\n\n1\\. b\n\n1\\) c\n\n3\\) d\n"),
    "a dash begins what somebody says": ("<p>— a<p>— b", "— a\n\n— b\n"),
    "a word processor has signs in elements of their own": (
        "<p class=MsoListParagraph><span>§<span>&nbsp; </span></span>a<p class=MsoNormal><span>§ </span>b<p>c",
        "- a\n- b\n\nc\n",
    ),
    "a table": ("<table><tr><th>a<th>b<tr><td>c|d<td></table>", "| a | b |\n| --- | --- |\n| c\\|d |  |\n"),
    "what would be markup": ("<p>*a* _b_ &lt;i&gt; # [c](d)</p><p># e</p>", "\\*a\\* \\_b\\_ &lt;i> # [c\\](d)\n\n\\# e\n"),
    "struck out": ("<p>a <s>b</s> c<del>, d</del> e<s>f,</s>g <s>h,</s> <s>i</s></p>", "a ~~b~~ c, d e~~f~~,g ~~h,~~ ~~i~~\n"),
    "the first row is the header, as Markdown requires one": (
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |\n"
    ),
    "so where headers begin the rows": (
        "<table><tr><th>a<td>b<tr><th>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |\n"
    ),
    "a corner without text": (
        "<table><tr><td><th>b<tr><th>c<td>d</table>", "|  | b |\n| --- | --- |\n| c | d |\n"
    ),
    "definitions": (
        "<dl><dt>a</dt><dt>b</dt><dd>c</dd><dd>d</dd></dl><p>e", "a  \nb\n:   c\n:   d\n\ne\n"
    ),
    "what is indented would be code to most readers": (
        "<dl><dt>a<dd><p>b<p>c<ul><li>d</ul></dl><p>e", "a\n\nb\n\nc\n\n- d\n\ne\n"
    ),
    "a definition that is a program": (
        "<dl><dt>a<dd><pre>b</pre><dt>c<dd>d</dl>", "a\n\n```\nb\n```\n\nc\n:   d\n"
    ),
    "so it would be behind an empty line": ("<dl><dt>a<dd>b<br><br>c</dl><p>d", "a\n\nb\n\nc\n\nd\n"),
    "definitions in a definition that is none": (
        "<dl><dt>a<dd>b<dl><dt>c<dd>d</dl></dl>", "a\n\nb\n\nc\n:   d\n"
    ),
    "a definition in a quote": ("<blockquote><dl><dt>a<dd>b</dl></blockquote>", "> a\n> :   b\n"),
    "a meaning without a term": ("<dl><dd>a</dl>", "a\n"),
    "a rule": ("<p>a<hr><p>b", "a\n\n---\n\nb\n"),
    "punctuation goes out of emphasis in a word": ("<p><b>a:</b>b c<i>(d</i>", "**a**:b c(*d*\n"),
    "emphasis that cannot be in a word goes": ("<p>a<b><a href=/x>b</a></b>c", "a[b](http://site.example/x)c\n"),
    "but punctuation beside a tag may be emphasised": (
        "<p>a<sub>1</sub><b>(b)</b><sub>2</sub> c<i><sub>3</sub></i>", "a<sub>1</sub>**(b)**<sub>2</sub> c<sub>3</sub>\n"
    ),
    "a line of an item that begins with emphasis is indented, or the next item is text of its paragraph": (
        "<ol><li>a<br><br><b>b</b> c<li>d</ol>", "1. a\n\n   **b** c\n2. d\n"
    ),
    "so is one that begins with code, or the paragraph below leaves the list": (
        "<ul><li>a<br><code>b</code><p>c</ul>", "- a  \n  `b`\n\n  c\n"
    ),
    "a paragraph behind a list in a quote is none of the item": (
        "<blockquote><ul><li>a</ul><p>b</blockquote>", "> - a\n>\n> b\n"
    ),
    "lists side by side stay two": ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b\n"),
    "lines with bars are no table": (
        "<p>a:<br>| b | c |<br>| --- | :-- |<br>| d | e |", "a:  \n| b | c |  \n&#124; --- | :-- |  \n| d | e |\n"
    ),
    "a tilde at the end of struck-out text would be one of the mark's": ("<p><s>a~</s> b", "~~a&#126;~~ b\n"),
    "struck-out text that begins with emphasis in a word": ("<p>a<s><b>b</b> c</s>", "a**b** c\n"),
    "no mark spans two paragraphs": ("<ul><li><s>a<br><br>b</s></ul>", "- ~~a  \n  b~~\n"),
    "a tag in another text would be one": (
        "<p><img src=/a alt='<img src=x onerror=b>'> c", "![&lt;img src=x onerror=b&gt;](http://site.example/a) c\n"
    ),
    "a backtick in another text would be read with one outside": (
        "<p>a ` <img src=/b alt='c ` d'> e", "a \\` ![c \\` d](http://site.example/b) e\n"
    ),
    "and one in an address": ("<p>a ` <a href='/b`'>c</a>", "a \\` [c](http://site.example/b%60)\n"),
    "another text is one line": ("<p><img src=/a alt='b\n\n# c'> d", "![b # c](http://site.example/a) d\n"),
    "emphasis that is split is one": ("<p><b>a</b><b>b</b> <code>c</code><code>d</code>", "**ab** `cd`\n"),
    "a heading in a list in a cell": (
        "<table><tr><th>a<th>b<tr><td><ul><li><h3>x</h3></ul><td>y</table>", "| a | b |\n| --- | --- |\n| x | y |\n"
    ),
    "a list that begins elsewhere is no list right below a line": (
        "<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b\n"
    ),
    "items that count down, and on from another number": (
        "<ol reversed><li>a<li>b</ol><p>c</p><ol><li>d<li value=7>e</ol>", "2. a\n1. b\n\nc\n\n1. d\n7. e\n"
    ),
    "a box before a program": (
        "<ul><li><input type=checkbox><pre>x</pre>y</ul>", "- [ ] &#32;\n\n  ```\n  x\n  ```\n\n  y\n"
    ),
    "a rule in a figure in an item": (
        "<p>a</p><ul><li>b<li><figure><hr><p>x</p></figure></ul>", "a\n\n- b\n- ___\n\n  x\n"
    ),
    "a list that goes on behind a player": (
        "<ol start=3><li>a</li><video src=http://h/v></video><li>b</ol>", "3. a\n\n<http://h/v>\n\n4. b\n"
    ),
    "a rule at the start of an item of a second list": (
        "<ul><li>a</ul><ul><li><hr>b</ul>", "- a\n\n* ___\n\n  b\n"
    ),
    "footnotes whose marks differ in case": (
        "<p>x<a href=#1 id=r1>a</a>y<a href=#2 id=r2>A</a></p><p id=1>b c <a href=#r1>^</a><p id=2>d e <a href=#r2>^</a>",
        "x[^a]y[^n2]\n\n[^a]: b c\n\n[^n2]: d e\n",
    ),
    "a link whose text is its address": ("<p><a href=http://a.b/?c=d>http://a.b/?c=d</a>", "<http://a.b/?c=d>\n"),
    "nothing": ("", ""),
}  # fmt: skip
#: The longer ones.
FOLDER = ROOT / "tests/pages/markdown"
MARKDOWN |= {
    path.stem: (path.read_text("utf-8"), path.with_suffix(".md").read_text("utf-8"))
    for path in sorted(FOLDER.glob("*.html"))
}
#: Footnotes as programs write them: python-markdown, mistune, markdown-it, Pandoc, GitHub, MediaWiki, Word; and by
#: hand, with names instead of ids.
NOTES = sorted((FOLDER.parent / "footnotes").glob("*.html"))


@pytest.mark.parametrize("page", NOTES, ids=lambda page: page.stem)
def test_footnotes(page):
    assert whole_markdown(page.read_text("utf-8")) == page.with_suffix(".md").read_text("utf-8")


def test_a_table_of_which_the_caption_alone_was_chosen():
    html = "<table><caption>t</caption><tr><th>a<th>b<tr><td>c<td>d</table><p>e"
    page = page_of(html)
    assert markdown_of(document_of(page, [(0, 1), (5, 6)])) == "*t*\n\ne\n"


@pytest.mark.parametrize(("html", "expected"), MARKDOWN.values(), ids=MARKDOWN)
def test_markdown(html, expected):
    assert whole_markdown(html) == expected


# what a page may make much of: the beginning, and a piece over and over
MUCH = {
    "many cells, then rows of one": ("<table><tr>" + "<th>x" * 4_000, "<tr><td>x"),
    "rows of wide cells": ("<table><tr><th>x", "<tr><td colspan=100>x"),
    "rows of wide and high cells": ("<table><tr><th>x", "<tr><td colspan=100 rowspan=100>x"),
    "tables of many cells and rows of one": (
        "",
        "<table><tr>" + "<th>x" * 100 + "<tr><td>x" * 100 + "</table>",
    ),
    "paragraphs in quotes": ("<blockquote>" * 60, "<p>x"),
    "paragraphs in numbered lists": ("<ol start=9999><li>" * 25, "<p>x"),
    "empty lines of a program in quotes": ("<blockquote>" * 40 + "<pre>", "x\n\n\n\n\n\n"),
    "links below a long base": (f"<base href='http://h/{'x' * 2_000}/'>", "<a href=b>x</a>"),
    "what is escaped": ("<p>", "*"),
    "references": ("<p>", "&"),
    "dollars": ("<p>", "$"),
    "runs that may pair": ("<p>", "*a _b `c ~d "),
    "backticks in runs of many lengths": ("<p>", "` `` ``` ```` ````` a"),
    "brackets in links": ("<p>", "<a href=b>]</a>["),
    "emphasis in words": ("<p>a", "<b>.</b>a<i>.</i>"),
    "definitions in definitions": ("", "<dl><dt>x<dd>"),
    "meanings": ("<dl><dt>x", "<dd>x"),
    "footnotes": ("", "<p>x<a href=#a id=b>1</a><p id=a><a href=#b>x</a>"),
    "quotes in items": ("<ul>", "<li>x<blockquote>y</blockquote>"),
    "rules": ("<p>x", "<hr>x"),
    "tasks": ("<ul>", "<li><input type=checkbox>x"),
    "lines of items that begin with emphasis": ("<ul><li>x", "<br><b>x</b>"),
    "lists in a quote, with a paragraph behind each": ("<blockquote>", "<ul><li>x</ul><p>x"),
    "tables behind lists in items": ("<ul>", "<li><ul><li>x</ul><table><tr><th>x<th>x<tr><td>x<td>x</table>"),
    "other texts": ("<p>x", "<img src=/a alt='`*['>x"),
    "struck-out texts": ("<p>x", "<s>~<br><br>~</s>x"),
}


@pytest.mark.parametrize(("first", "piece"), MUCH.values(), ids=MUCH)
def test_markdown_is_no_longer_than_it_may_be(first, piece):
    size = 100_000
    page = page_of(first + piece * (size // len(piece)), url=URL)
    result = result_of(EveryText().extract(page))
    assert len(result.markdown) <= 4 * len(page.html)


def test_a_table_with_a_program_of_many_lines_becomes_blocks():
    """In a cell each of its lines would take marks; of 1 MB, 240 bytes of memory a byte."""
    page = "<table><tr><th>a<th>b<tr><td><pre>{}</pre><td>z</table>"
    assert whole_markdown(page.format("x\n" * 110)) == "a b\n\n```\n" + "x\n" * 110 + "```\n\nz\n"
    assert whole_markdown(page.format("x\n" * 90)).startswith("| a | b |\n| --- | --- |\n| `x`<br>`x`<br>")


def test_a_table_of_too_many_empty_cells_becomes_lines():
    html = '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td colspan="100">c</td></tr>\n</table>\n<p>d</p>'
    document = document_of(page_of(html), [(0, 4)])
    assert markdown_of(document, most=1_000) == "a b\n\nc\n\nd\n"
    assert markdown_of(document).startswith("| a | b |")


SPANNED = (
    '<table>\n<tr><th colspan="2">a|b</th></tr>\n<tr><td>c</td><td><pre>d\n\ne</pre>\n</td></tr>\n</table>'
)


def test_a_table_with_spans_may_stay_html():
    """On one line, without an empty one, which would end it; what it has is not escaped."""
    expected = '<table><tr><th colspan="2">a|b</th></tr><tr><td>c</td><td><pre>d&#10;&#10;e</pre></td></tr></table>\n'
    assert whole_markdown(SPANNED, spans="html") == expected
    assert whole_markdown(f"<ul><li>{SPANNED}</li></ul>", spans="html") == f"- {expected}"
    assert whole_markdown(SPANNED.replace(' colspan="2"', ""), spans="html").startswith("| a\\|b |")


FORMULAS = {
    "in a line": (r"<p>a \(x_1 \\ b_1*c*\{d\}\)</p>", r"a $x_1 \\ b_1*c*\{d\}$"),
    "in a heading": (r"<h2>\(\alpha\) #</h2>", r"## $\alpha$ \#"),
    "of several lines": ("<p>\\[a^2\n+b\\]</p>", "$$a^2 +b$$"),
    # https://pandoc.org/MANUAL.html#extension-tex_math_dollars; others read any two dollars as a formula
    "beside one price": (r"<p>for $5, \(x\)</p>", r"for \$5, $x$"),
    "above a price": ("<p>\\(x\\)</p>\n<p>for $5</p>", "$x$\n\nfor \\$5"),
    "and an address, and code": (
        "<p>\\(x\\) <a href='http://a.b/$c'>$d</a> <code>$e</code></p>\n<pre>$f</pre>",
        "$x$ [\\$d](http://a.b/$c) `$e`\n\n```\n$f\n```",
    ),
    "beside an emphasised price": (r"<p>\(x\) a<b>$5</b> b</p>", r"$x$ a\$**5** b"),
    "with a formula in a cell": (
        "<table>\n<tr><th>$5</th></tr>\n<tr><td>\\(x\\)</td></tr>\n</table>",
        "| \\$5 |\n| --- |\n| $x$ |",
    ),
    "above a picture": ("<p>\\(x\\) <img src='/a' alt='$5'></p>", r"$x$ ![\$5](http://site.example/a)"),
    "beside a picture in code": (
        "<p>\\(x\\) <code><img src='/a' alt='$5'></code></p>",
        "$x$ ![\\$5](http://site.example/a)",
    ),
    "beside text": (r"<p>*a* \(b\) $5 and $c$</p>", r"\*a\* $b$ \$5 and \$c\$"),
}


@pytest.mark.parametrize(("html", "expected"), FORMULAS.values(), ids=FORMULAS)
def test_formulas_are_verbatim(html, expected):
    assert whole_markdown(html) == expected + "\n"


# text that looks like mark-up and is none at its place
UNESCAPED = (
    "5 - 7 pm", "$5.00 and $6", "a well-known 3.14 = pi (about) & 5 > 4 + 1", "snake_case_name", "2 * 3 * 4",
    "Ubuntu 24.04.", "a #hashtag", "-5 degrees", "+1", "[1] and [a]", "a < b", "AT&T &copy", "C:\\dir", "(see) [sic]!",
    "~40 and ~50", "1.5 m", "who?!", "a | b", "it's \"x\"", "C# is", "the price* of", "...", "10:30",
)  # fmt: skip


@pytest.mark.parametrize("text", UNESCAPED)
def test_prose_is_as_it_is(text):
    page = f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>"
    assert whole_markdown(page) == text + "\n"


def test_markdown_is_cut_between_two_lines():
    content = formats.Content(EveryText().extract(page_of("<p>\N{SNOWMAN}</p><p>b</p>")), Style())
    assert not content.document.is_less  # it has a limit of its own
    content.most = 6
    assert formats.markdown(content) == "\N{SNOWMAN}\n\n"
    assert content.is_less


# what nothing may come of but text
CONTROLS = {
    "controls by reference": "&#1;" * 200,
    "in a paragraph": "<p>" + "It is &#2;" * 200,
    "in a program": "<pre>" + "&#8;\n" * 200,
    "in other texts of pictures": "<p>a" + "<img src=b alt='&#1;&#2;'>" * 200 + "c",
    "in addresses": "<p>" + "<a href='http://h/&#1;&#2;&#3;&#4;'>a</a>" * 200,
}


@pytest.mark.parametrize("page", CONTROLS.values(), ids=CONTROLS)
def test_no_control_character_is_written(page):
    """HTML and XML have none, and the library takes a page with many for a binary file."""
    result = result_of(EveryText().extract(page_of(page, url=URL)))
    assert not any(ord(c) < 32 and c != "\n" for c in result.html + result.markdown)
    assert result.reason == ""


def test_a_format_that_fails_costs_itself(monkeypatch, caplog):
    def fails(content):
        raise RuntimeError("no")

    monkeypatch.setitem(formats.FORMATS, "markdown", formats.Format(fails))
    page = "<p>It is what it is.</p>"
    extraction = extract(page, formats=["html", "markdown"])
    assert (extraction.text, extraction.html, extraction.markdown) == ("It is what it is.", page, "")
    assert "No markdown, but text, from a page: RuntimeError('no')" in caplog.text
    failed = []
    task = Task(
        Utf8(page.encode()), EXTRACTORS["auto"](), wanted=Wanted(("markdown",)),
        on_failed=lambda name, error: failed.append((name, str(error))),
    )  # fmt: skip
    result = analyse(task)
    assert (result.status, result.text, result.markdown) == ("ok", "It is what it is.", "")
    assert result.reason == "markdown: RuntimeError: no"
    assert failed == [("markdown", "no")]


def test_what_is_cut_is_truncated():
    page = f"<base href='http://h/{'x' * 2_000}/'>" + "<p><a href=b>It is what it is.</a></p>" * 1_000
    task = Task(Utf8(page.encode()), EveryText(), wanted=Wanted(("html",)))
    assert analyse(task).diagnostics["truncated"]
    assert not analyse(replace(task, wanted=Wanted())).diagnostics["truncated"]


ESCAPED = (
    "*a* _b_ `c` [d](e) ![f](g) # h > i ~j~ \\k\\ | l &amp;amp; &lt;m&gt; 1. n a_b_c 2*3*4 &lt;!-- o --&gt;"
)


RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def texts_of(html: str) -> str:
    """Return the text of HTML without white space."""
    body = lxml.html.document_fromstring(f"<html><body><div>{html}</div></body></html>").find("body")
    return "".join("".join(body.itertext()).split())


@pytest.mark.parametrize(
    "before", ["", "# ", "- ", "+ ", "1. ", "1) ", "> ", "=== ", "--- ", "``` ", "| ", "    "]
)
def test_markdown_means_the_same_text(before):
    """What reads Markdown by its standard finds the text of the page in it."""
    page = f"<p>{before.replace('>', '&gt;')}{ESCAPED}</p>"
    written = whole_markdown(page)
    assert texts_of(RENDERER.render(written)) == "".join("".join(page_of(page).text).split())


#: What is tried between the tags of :data:`PLACES`.
NASTY = st.lists(
    st.sampled_from([
        *"*_`~[]()<>!|\\#-+=:.&;$^", "**", "__", "```", "~~~", "---", "***", "===", "](", "](x)", "[^1]", "[x] ", "1. ", "1) ",
        "- ", "# ", "<b>", "</p>", "<!--", "<http://x>", "&amp;", "&#35;", "http://x/_y_", "a", "b c", " ", "\u00e9", "\u4e2d",
        "\u201c", "\u201d", "\ufffe", "\uffff", "\ue000", "\u00a0", "|---|",
    ]), max_size=12,
).map("".join)  # fmt: skip
PLACES = (
    "<p>{}</p>", "<p>{}<br>{}</p>", "<ul><li>{}<li>{}<ul><li>{}</ul></ul>", "<ol><li><p>{}<p>{}</ol>",
    "<table><tr><th>{}<th>{}<tr><td>{}<td>{}<br>{}</table>",
    "<table><caption>{}</caption><tr><td>x<td>{}<tr><td><ul><li><b>{}</b><li>{}</ul><td><dl><dt>{}<dd>x</dl></table>",
    "<h2>{}</h2>", "<blockquote>{}<p>{}</blockquote>",
    "<p>{}<b>{}</b>{}</p>", "<p><i>{}<b>{}</b></i>{}<a href=/x>{}</a>{}</p>", "<p>{}<code>{}</code>{}</p>",
    "<p>x <a href=/x>{}<code>{}</code></a>{}</p>", "<h3><em>{}</em>{}</h3>", "<pre>{}\n{}</pre>",
    "<table><tr><td>{}<td><b>{}</b><tr><td><code>{}</code><td><a href=/x>{}</a></table>",
    "<p>{}<i>{}</i><b>{}</b>{}<b>{}</b></p>", "<p>x{}<i><sub>{}</sub></i>{}<b>x<sup>{}</sup></b>{}</p>",
)  # fmt: skip


OTHER_TEXTS = (
    "<p>{0} <img src=/a alt='{1}'> {2}</p>", "<h2>{0}<img src=/a alt='{1}'></h2>",
    "<p><a href=/x>{0} <img src=/a alt='{1}'></a> {2}</p>",
    "<table><tr><th>{0}<th>x<tr><td><img src=/a alt='{1}'>{2}<td><b>x <img src=/a alt='{0}'></b></table>",
)  # fmt: skip


def other_texts_of(html: str) -> list[str]:
    return [
        "".join(alt.split()) for alt in lxml.html.document_fromstring(f"<p>x</p>{html}").xpath("//img/@alt")
    ]


#: Reads formulas, too, which are as the page has them between dollars that are not escaped.
WITH_FORMULAS = MarkdownIt("commonmark").enable(["table", "strikethrough"])
WITH_FORMULAS.use(dollarmath_plugin, allow_labels=False, double_inline=True)


def verbatim(quote):
    return lambda self, tokens, n, *_: escaped(f"{quote}{tokens[n].content}{quote}")


for kind, quote in {"math_inline": "$", "math_inline_double": "$$", "math_block": "$$"}.items():
    WITH_FORMULAS.add_render_rule(kind, verbatim(quote))


def rendered(found):
    """Return what a reader makes of Markdown: one that knows formulas if the HTML of it has some."""
    return (WITH_FORMULAS if 'class="math"' in found.html else RENDERER).render(found.markdown)


@given(st.sampled_from(OTHER_TEXTS), st.lists(NASTY, min_size=3, max_size=3))
def test_other_texts_are_as_they_are(place, texts):
    found = whole(place.format(*[escaped(text) for text in texts]))
    html, read = found.html, rendered(found)
    assert other_texts_of(read) == other_texts_of(html), html
    assert texts_of(read) == texts_of(html), html


FORMULA = r"<p>\(x\)</p>"


@given(st.sampled_from(PLACES), st.lists(NASTY, min_size=5, max_size=5))
@example(PLACES[-1], ["", "", "", "````", "```"])  # a part of a run is another run
@example(PLACES[1], ["*`", "**", "", "", ""])  # what may be a rule may end emphasis, too
@example(PLACES[-2], ["$$\\", "", "", "*$$", ""])  # a formula over texts: nothing in it is escaped
@example(PLACES[-2], ["*$*", "", "", "^$", ""])
def test_text_is_not_read_as_markup(place, texts):
    texts = [f"x{text}".strip() if "<pre>" in place else text for text in texts]
    page = place.format(*[escaped(text) for text in texts])
    for beside in ("", FORMULA):
        found = whole(beside + page)
        # LaTeX defines a left quote as a backtick, which would begin code to readers that know no formulas
        assert texts_of(rendered(found)).replace("\\lq", "`") == texts_of(found.html), found.html


def test_formats_are_made_when_they_are_asked_for():
    page = "<p>It <b>is</b> what it is.</p>"
    both = extract(page, formats=("markdown", "html"))
    assert both.html == "<p>It <b>is</b> what it is.</p>"
    assert both.markdown == "It **is** what it is.\n"
    later = extract(page)
    assert (later.text, later.markdown, later.html) == (both.text, both.markdown, both.html)
    assert extract("", formats=["html", "markdown"]).markdown == ""


@pytest.mark.parametrize("wrong", [["text"], "html", ["html", "pdf"]])
def test_impossible_formats(wrong):
    with pytest.raises(ValueError, match="html, markdown"):
        extract("<p>x</p>", formats=wrong)
