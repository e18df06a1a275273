"""Signs of links in headings, and the title above the content; what is expected is worked out by hand."""

import pytest
from lxml import html as lxml_html

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.document.captions import captioned
from scrapy_content_extract.content.document.headings import signs_in
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.output.style import Style
from tests.helpers.pages import whole

SENTENCE = "It rained in the valley for a week, and all who farm are glad that the river has come back. "

# a heading, and its texts that go
HEADINGS = {
    "a sign that is a link": ("<h2>a <a href=#a>\N{PILCROW SIGN}</a></h2>", {1}),
    "a zero-width space that a style sheet shows as a sign": ("<h2>a<a href=#a>\u200b</a></h2>", {1}),
    "before the heading, in another element": ("<h2><a href=#a><span>#</span></a> a</h2>", {0}),
    "an editor in brackets": ("<h2>a<span>[</span><a href=b>edit</a> | <a href=c>source</a><span>]</span></h2>", {1, 2, 3, 4, 5}),
    "a sign without a link": ("<h2>a <b>#</b></h2>", set()),
    "a sign in a longer link": ("<h2>a <a href=b><b>#</b>c</a></h2>", set()),
    "a heading that is a sign": ("<h2><a href=b>#</a></h2>", set()),
    "brackets without a link": ("<h2>a<span>[</span><b>b</b><span>]</span></h2>", set()),
    "in a caption, by its class": (
        "<figure><img src=a><figcaption>b<a class=headerlink href=#f>¶</a></figcaption></figure>", {1},
    ),
    "behind a signature": ("<dl><dt>f()<a class=headerlink href=#f>#</a><dd>b</dl>", {1}),
    "a word with that class": ("<p>a <a class=permalink href=/b>c</a></p>", set()),
    "an empty link with that class": ("<p><a class=permalink href=/b></a> #</p>", set()),
    "a sign in a paragraph": ("<p>a <a href=b>#</a></p>", set()),
    "a bullet of a word processor, which is no text": ("<p class=MsoListParagraph><span>·</span> a</p>", {0}),
    "a letter that begins a sentence is none": ("<p class=MsoNormal>o a <b>b</b></p>", set()),
    "nor is a paragraph that is all sign": ("<p class=MsoNormal><span>§</span></p>", set()),
    "a heading in a cell": ("<table><tr><td><h2>a <a href=b>#</a></h2></table>", {1}),
}  # fmt: skip


@pytest.mark.parametrize(("html", "signs"), HEADINGS.values(), ids=HEADINGS)
def test_signs(html, signs):
    assert signs_in(page_of(html)) == signs


# a note below "a[1]", its text and its HTML, in which nothing leads back
NOTES = {
    "an arrow": ("b. <a href=#r>↩\ufe0e</a>", "b."),
    "before the stop, and the space with it": ("b <a href=#r>⏎</a>.", "b."),
    "before a word the space stays": ("b <a href=#r>↑</a> c", "b c"),
    "in brackets": ("b. <a href=#r>[↩]</a>", "b."),
    "at the beginning": ("<a href=#r>^</a> b", "b"),
    "letters behind a sign lead back to several marks": ("^ <a href=#r><sup>a</sup></a> <a href=#s>b</a> c", "c"),
    "as MediaWiki writes them": (
        "<span class=mw-cite-backlink>Jump up to: <a href=#r>1,0</a> <a href=#s>1,1</a></span> b", "b"
    ),
    "a word with such a class": ("b <a href=#r class=footnote-backref>back</a>", "b"),
    "or such a role": ("b <a href=#r role=doc-backlink>Back to the text</a>", "b"),
    "a number is what the note is called": ("<a class=fn-backref href=#r>[1]</a> b", "[1] b"),
    "a letter behind words is a word": ("b <a href=#r>c</a>", "b c"),
    "what the arrow in a text is not": ("b ↑ c", "b ↑ c"),
}  # fmt: skip


@pytest.mark.parametrize(("note", "text"), NOTES.values(), ids=NOTES)
def test_nothing_leads_back_from_a_note(note, text):
    found = whole(f"<p>a<sup><a href=#n id=r>1</a></sup><p id=n>{note}<p>d", "html", "chunks", "markdown")
    assert found.text == f"a1\n{text}\nd"
    assert found.chunks[0]["text"] == found.text
    assert "".join(lxml_html.fromstring(found.html).itertext()) == found.text
    assert ("\n[^1]: " in found.markdown) == ("<a" in note)


@pytest.mark.parametrize("extractor", ["auto", "cevc", "scf"])
def test_signs_are_in_no_result(extractor):
    text = (
        f"<p>{SENTENCE * 4}</p>"  # below a title, and between two texts, the heading is content beyond doubt
    )
    page = f"<article><h1>Rain in the valley</h1>{text}<h2>Rain <a href=#r>#</a></h2>{text}</article>"
    without = page.replace("<a href=#r>#</a>", "")
    found, expected = (
        extract(one, extractor=extractor, formats=["html", "markdown"]) for one in (page, without)
    )
    assert (found.text, found.html, found.markdown) == (expected.text, expected.html, expected.markdown)
    analysis = analyse(Task(Utf8(page.encode()), Auto(), wanted=Wanted()))
    assert "#" not in analysis.text


def test_many_headings_with_signs():
    extraction = extract(f"<h2>Rain <a href=#r>#</a></h2><p>{SENTENCE * 2}</p>" * 300)
    assert "#" not in extraction.text
    assert extraction.text.count("Rain") == 300


TITLED = {
    "the title is above": ("<title>Rain</title>", "Rain\n"),
    "it stands below a date": ("<title>RAIN!</title><p>1 May 2020</p><h1>Rain</h1>", ""),
    "it stands behind a kicker": ("<title>Rain</title><p>1 May 2020</p><h1><b>Day</b><b>Rain</b></h1>", ""),
    "a word of the first line": ("<title>Tram</title><h2>The old tram</h2>", "Tram\n"),
    "there is none": ("", ""),
    "it has mark-up": ("<title>a &lt;b&gt; *c*</title>", "a <b> *c*\n"),
}


@pytest.mark.parametrize(("before", "line"), TITLED.values(), ids=TITLED)
def test_title(before, line):
    page = f"{before}<p>{SENTENCE * 4}</p>"
    plain, titled = (extract(page, title=title, formats=["html", "markdown"]) for title in (False, True))
    escaped = line.strip().replace("<", "&lt;").replace(">", "&gt;")
    assert titled.text == line + plain.text
    assert titled.html == (f"<h1>{escaped}</h1>\n" if line else "") + plain.html
    assert titled.markdown.endswith(plain.markdown)
    assert titled.markdown.startswith("# ") == bool(line)
    analysis = analyse(Task(Utf8(page.encode()), Auto(), wanted=Wanted(style=Style(title=True))))
    assert analysis.text == titled.text


def test_no_title_above_nothing():
    assert extract("<title>Rain</title>", title=True, formats=["html"]).html == ""


def test_a_caption_that_comes_along_has_no_permalink():
    figure = "<figure><img src=b><figcaption>c<a class=headerlink href=#f>¶</a></figcaption></figure>"
    page = page_of(f"<p>a</p>{figure}<p>d</p>")
    assert list(captioned(page, [(0, 1), (3, 4)]).ranges) == [(0, 2), (3, 4)]
