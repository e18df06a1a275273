"""Nothing in Markdown is live that the clean HTML of the page does not have, whoever reads it.

The readers are what people use, with raw HTML: of CommonMark, of GitHub's Markdown, which makes links of
addresses, and python-markdown, which is older than both and has lists of attributes.
"""

import re
from urllib.parse import unquote

import cmarkgfm
import html5lib
import lxml.html
import markdown
import mistune
import pytest
from cmarkgfm.cmark import Options
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scrapy_content_extract.content.document import escapes
from scrapy_content_extract.content.document.html import escaped
from tests.helpers.folders import ROOT
from tests.helpers.pages import whole, whole_markdown

GITHUB = {
    "markdown-it-py": MarkdownIt("gfm-like", {"html": True}).render,
    "cmark-gfm": lambda text: cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE),
    "mistune": mistune.create_markdown(escape=False, plugins=["url", "strikethrough", "table"]),
}
READERS = {
    "CommonMark": MarkdownIt("commonmark").render,
    **GITHUB,
    "python-markdown": markdown.markdown,
    "python-markdown, extra": lambda text: markdown.markdown(text, extensions=["extra"]),
}
#: What Markdown has signs for, and the attributes of each that a reader may write; others are live.
ALLOWED = {
    **dict.fromkeys(
        "html head body p h2 blockquote ul ol li em strong del s br code table thead tbody tr td th sub sup".split(), ()
    ),
    "a": ("href",),
    "img": ("src", "alt"),
}  # fmt: skip


def live_in(read: str, html: str) -> list[str]:
    """Return what a browser finds in rendered Markdown besides text and what the HTML of the page has."""
    page = lxml.html.document_fromstring(f"<p>x{html}")
    shown, found = without_space(page.text_content()), []
    addresses = {unquote(address) for address in page.xpath("//@href | //@src")}
    trees = html5lib.parse(read, namespaceHTMLElements=False), lxml.html.document_fromstring(f"<p>x{read}")
    for element in (element for tree in trees for element in tree.iter()):
        text = without_space("".join(element.itertext()))
        may_lead_to = addresses | ({text, f"http://{text}", f"mailto:{text}"} if text in shown else set())
        if element.tag not in ALLOWED:
            found.append(str(element.tag))
        for name, value in element.attrib.items():
            is_there = name == "alt" or unquote(value) in may_lead_to
            if name not in ALLOWED.get(element.tag, ()) or not is_there:
                found.append(f"{element.tag} {name}={value}")
    return found


def without_space(text: str) -> str:
    return "".join(text.split())


def text_of(html: str) -> str:
    return without_space(lxml.html.document_fromstring(f"<p>{html or ' '}").text_content())


TAG, LINK = "&lt;img src=x onerror=alert(1)&gt;", "[x](http://evil.test)"
#: By reason pages whose text was live in one of the readers, or became other text.
PAGES = {
    "an address of GitHub's takes all up to a tag, also a backslash": f"<p>See https://a.b/{TAG} now.",
    "so does one without a scheme": f"<p>See www.a.test/{TAG} now.",
    "python-markdown knows no backslash before a tag": f"<p>{TAG} now.",
    "nor has it tags of letters only": "<p>&lt;3@a.test> &lt;?x?> &lt;!-- x -->",
    "a list of attributes belongs to the element before it": "<p><b>a</b>{onclick=alert(1)}",
    "to the paragraph around it": "<p>a<br>{: onclick=alert(1) }",
    "to the heading": "<h2>a {onclick=alert(1)}</h2>",
    "and to the cell": "<table><tr><th>a {onclick=x}<th>b<tr><td>c<td>d</table>",
    "an address beside emphasis ends before it": "<p>http://h/<b>x</b> and <b>http://h/</b>y http://h/<s>z</s>",
    "and before code, whose first backtick it would take": f"<p>http://h/<code>{TAG}</code>",
    "also in an address that is a formula": f"<p>\\(http://h/\\)<code>{TAG}</code>",
    "also in a cell": "<table><tr><th>a<th>b<tr><td>http://h/|<code>x</code><td>www.a.test/*x*</table>",
    "a row is lost in marked where code has a bar behind a backslash": (
        "<table><tr><th>a<th>b<tr><td><code>\\|</code><td>c</table>"
    ),
    "mistune ends struck-out text in code": f"<p><s>a <code>{TAG}~~</code></s> ~~a <code>b~~ {TAG}</code>",
    "python-markdown reads a title behind a quotation mark": "<p><a href=\"http://h/a'b\">a</a> (it is 'c')",
    "Markdown Extra has abbreviations": "<p>HTML<p>*[HTML]: x",
    "brackets in another text": f"<p>a <img src=http://h/ alt='[b]{LINK}'> <a href=http://h/x>c ]{LINK}</a>",
    "a bracket in another text that ends nothing": "<p><a href=http://h/>Hi :]</a> and ](http://h/)",
    "an address in another text": f"<p>a <img src=http://h/ alt='http://h/*x*{TAG}'> b",
}  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("long", [escapes.LONG, 5], ids=["", "long"])
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_text_is_not_live(page, long, reader, monkeypatch):
    """Not in lines that are too long to look at what stands beside each sign, either."""
    monkeypatch.setattr(escapes, "LONG", long)
    found = whole(page)
    read = READERS[reader](found.markdown)
    assert live_in(read, found.html) == []
    if reader in GITHUB and "(http://h/" not in page:  # most have no formulas
        assert text_of(read) == text_of(found.html)


#: By reason pages whose text was live in marked or showdown, which are in JavaScript.
WRITTEN = {
    "marked takes backslashes out of the text of a link": (
        "<p><a href=http://a.b/>![x](http://h/t.png) c</a>", "[\\!&#91;x&#93;(http://h/t.png) c](http://a.b/)"
    ),
    "it ends emphasis in code with backticks": (
        "<p>*a <b>b <code>`x` &lt;c&gt;*</code></b>", "\\*a **b \\`x\\` &lt;c>\\***"
    ),
    "it finds no link around such code, but its address": (
        "<p><a href=http://h/x>a <code>`</code></a><code>&lt;b&gt;</code>", "[a \\`](http://h/x)`<b>`"
    ),
    "it begins a link before code": ("<p>[a <code>](http://h/)</code>", "\\[a `](http://h/)`"),
    "it ends struck-out text in code": ("<p><s>a <code>&lt;b>~~</code></s> c", "~~a &lt;b>&#126;&#126;~~ c"),
    "showdown knows no code behind a backslash": ("<p>a\\<code>&lt;b&gt;</code>", "a&#92;`<b>`"),
    "it ends a picture where a tag ends": ("<p>a <img src=http://h/ alt='b>c'>", "a ![b&gt;c](http://h/)"),
    "it makes links in one": (
        "<p>a <img src=http://h/ alt='www.h.test a@h.test'>", "a ![www&#46;h.test a&#64;h.test](http://h/)"
    ),
    "it ends an address at a quotation mark": ("<p><a href='http://h/\"onx=y'>a</a>", "[a](http://h/%22onx=y)"),
    "it counts parentheses once": ("<p><a href='http://h/(a(b))'>a</a>", "[a](http://h/%28a%28b%29%29)"),
    "it lets an address stand apart": (
        "<p>[x] (javascript:alert(1)) [y] (z)", "[x\\] (javascript:alert(1)) [y] (z)"
    ),
    "it takes a link's text for a definition": (
        "<p><a href=http://a.b/>x [y]: z</a>", "[x &#91;y&#93;: z](http://a.b/)"
    ),
    "one bracket alone makes none, and is plain": ("<p><a href=http://a.b/>Hi :]</a>", "[Hi :\\]](http://a.b/)"),
    "also behind a box": ("<ul><li><input type=checkbox>(http://h/)</ul>", "- [ ] \\(http://h/)"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_text_is_not_live_in_javascript(page, expected):
    assert whole_markdown(page) == f"{expected}\n"


#: By reason addresses in text: the Markdown, and what GitHub's readers link.
ADDRESSES = {
    "as it is": ("http://h/x_y", "http://h/x_y", ["http://h/x_y"]),
    "with signs of emphasis": ("http://h/*x*", "<http://h/*x*>", ["http://h/*x*"]),
    "of two users": ("http://h/~a http://h/~b", "<http://h/~a> <http://h/~b>", ["http://h/~a", "http://h/~b"]),
    "the end of a sentence is none of it": ("(at http://h/*x*/y).", "(at <http://h/*x*/y>).", ["http://h/*x*/y"]),
    "before a tag in text": ("https://a.b/<b>", "<https://a.b/>&lt;b>", ["https://a.b/"]),
    "without a scheme it cannot be between angle brackets": ("www.a.test/*x*", "www&#46;a.test/\\*x\\*", []),
}  # fmt: skip


@pytest.mark.parametrize("reader", GITHUB)
@pytest.mark.parametrize(("text", "expected", "links"), ADDRESSES.values(), ids=ADDRESSES)
def test_addresses_in_text_are_as_they_are(text, expected, links, reader):
    written = whole_markdown(f"<p>{escaped(text)}")
    assert written == f"{expected}\n"
    read = GITHUB[reader](written)
    assert text_of(read) == without_space(text)
    assert re.findall('href="([^"]*)"', read) == links


#: What footnotes are to readers who know none: a definition of a link, unless Markdown prevents it.
NOTES = (
    "http://evil.test", "javascript:alert(1) 'x'", "<img src='http://h/\u2028x' alt='a (b'>", "'a' (b)", "a(b)", "a\u3000b",
)  # fmt: skip


@pytest.mark.parametrize("reader", ["CommonMark", "markdown-it-py", "python-markdown"])
@pytest.mark.parametrize("note", NOTES)
def test_footnotes_define_no_links(note, reader):
    page = f"<p>It rained<sup><a href=#f id=r>1</a></sup></p><ol><li id=f>{note} <a href=#r>back</a></ol>"
    found = whole(page)
    assert "\n[^1]: " in found.markdown
    assert [link for link in live_in(READERS[reader](found.markdown), found.html) if " href" in link] == []


@pytest.mark.parametrize("reader", GITHUB)
@pytest.mark.parametrize("address", ["http://h/*", "www.h/_", "http://h/("])
def test_a_long_address_is_the_same_text(address, reader):
    text = f"a {address}{'x' * 9000} b"
    assert text_of(GITHUB[reader](whole_markdown(f"<p>{text}"))) == without_space(text)


#: What is looked for in whole lines, which may be a page long.
SEARCHED = ("_IN_LONG", "_EVERYWHERE", "_ADDRESS", "_SIGN_OR_BEGIN", "_SIGN_OR_ADDRESS", "_LINK", "_SIGNS")


@pytest.mark.parametrize("name", SEARCHED)
def test_a_search_skips_what_begins_no_match(name):
    """Else it would hold Python's lock ten times as long, .2 s for a line of 5 MB."""
    compiler = pytest.importorskip("re._compiler", reason="Python before 3.11 has it elsewhere")
    pattern = getattr(escapes, name)
    code = compiler._code(compiler._parser.parse(pattern.pattern, pattern.flags), pattern.flags)
    has_prefix, has_first_characters = code[2] & 1, code[2] & 4
    assert code[0] == compiler.INFO
    assert has_prefix or has_first_characters


#: Lists of attributes of python-markdown with a value, a class or an id.
LISTS = ("{onclick=1}", "{: onclick =1}", "{{b onclick=1}}", "{: x='{' onclick=1}", "{.b}", "{: #b}")


@pytest.mark.parametrize("emphasis", ["*a*", "_a_", "**a**"])
@pytest.mark.parametrize("attributes", LISTS)
def test_a_formula_has_no_lists_of_attributes(attributes, emphasis):
    found = whole(rf"<p>\(x_1^2 {emphasis}{attributes} b\)")
    assert '"math"' in found.html
    assert "a</" in (read := READERS["python-markdown, extra"](found.markdown))
    assert live_in(read, found.html) == []


PIECES = st.lists(
    st.sampled_from([
        "http://h/", "www.a.test/", "a@b.test", "<img src=x onerror=x>", "<b", "<!-- ", "<a@b>", "{onclick=x}", "{: x=y }",
        "![x](http://evil.test)", "](http://evil.test)", "[x]: y", "[", "]", "(", ")", "`", "``", "~~", "~", "*", "**", "_", "\\",
        "&lt;", "&#60;", "a", " ", ".", "#", "|", "\u2028", "\u4e2d", "$",
    ]), max_size=6,
).map("".join)  # fmt: skip
PLACES = (
    "<p>{}<br>{}", "<h2>{}</h2>", "<ul><li>{}<li>{}</ul>", "<p>{}<b>{}</b>{}", "<p>{}<code>x{}</code>{}",
    "<p>{}<a href='http://h/x'>x{}<code>x{}</code></a>{}", "<p>{}<s>{}<code>x{}</code></s>{}",
    "<p>{}<img src='http://h/x' alt='{}'>{}", "<table><tr><th>{}<th>b<tr><td>{}<code>x{}</code><td>{}</table>",
)  # fmt: skip


@given(st.sampled_from(PLACES), st.lists(PIECES, min_size=4, max_size=4))
@settings(max_examples=300, derandomize=True)
def test_no_text_is_live(place, texts):
    found = whole(place.format(*map(escaped, texts)))
    for name, read in READERS.items():
        assert live_in(read(found.markdown), found.html) == [], name


DOCS = ROOT / "docs"
#: What is no Markdown, but what programs that read it run or leave out: docs/security.rst says what to do.
OTHERS = {
    "Liquid and Hugo: two braces are escaped with the lists of attributes": ("{{ x }}", "\\{\\{ x }}"),
    "Liquid, which also looks into code": ("{% include x %}", "\\{% include x %}"),
    "Hugo": ('{{< readfile "x" >}}', '\\{\\{< readfile "x" >}}'),
    "Obsidian: a link within the notes": ("[[x]]", "[[x]]"),
    "Obsidian: a note within a note is a picture that is none": ("![[x]]", "\\![[x]]"),
    "Obsidian: marked text, a comment, a tag": ("==x== %%x%% #tag", "==x== %%x%% #tag"),
}


@pytest.mark.parametrize(("text", "expected"), OTHERS.values(), ids=OTHERS)
def test_what_other_programs_read(text, expected):
    assert whole_markdown(f"<p>{escaped(text)}") == f"{expected}\n"


def test_a_language_stays_also_one_that_a_program_runs():
    page = '<pre><code class="language-dataviewjs">x</code></pre>'
    assert whole_markdown(page) == "```dataviewjs\nx\n```\n"


def test_programs_that_run_what_text_says_are_named():
    docs = {name: (DOCS / f"{name}.rst").read_text("utf-8") for name in ("html", "security")}
    for name in ("Jekyll", "Hugo", "Obsidian", "Dataview", "python-markdown", "showdown"):
        assert name in docs["security"]
    _, _, front_matter = docs["html"].partition("Front matter\n")
    assert front_matter.index("Jekyll") < front_matter.index(":doc:`security`")
