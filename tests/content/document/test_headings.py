"""Signs of links in headings, and the title above the content; what is expected is worked out by hand."""

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.document.captions import captioned
from scrapy_content_extract.content.document.headings import signs_in
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.output.style import Style

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
    "a heading in a cell": ("<table><tr><td><h2>a <a href=b>#</a></h2></table>", set()),
}  # fmt: skip


@pytest.mark.parametrize(("html", "signs"), HEADINGS.values(), ids=HEADINGS)
def test_signs(html, signs):
    assert signs_in(page_of(html)) == signs


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
