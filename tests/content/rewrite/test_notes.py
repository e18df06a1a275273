"""Notes in sentences become paragraphs, by hand from what a reader sees."""

import pytest
from lxml import html as lxml_html

from scrapy_content_extract.content import page_of
from tests.helpers.pages import html_of

LATEXML = (
    '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer">'
    '<span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>'
    "Counted by hand.</span></span></span>"
)

# page → HTML
NOTES = {
    "a footnote of LaTeXML has its mark twice more": (
        f"<p>We saw 300{LATEXML} boats.</p><p>b</p>",
        "<p>We saw 300<sup>1</sup> boats.</p>\n<p><sup>1</sup> Counted by hand.</p>\n<p>b</p>",
    ),
    "a sidenote": (
        "<p>A wall<span class=sidenote>The <i>old</i> one.</span> fell.</p><p>b</p>",
        "<p>A wall fell.</p>\n<p>The <i>old</i> one.</p>\n<p>b</p>",
    ),
    "two keep their order": (
        "<p>a<span class=sidenote>b</span> c<span class='x marginnote'>d</span></p>e",
        "<p>a c</p>\n<p>b</p>\n<p>d</p>\n<p>e</p>",
    ),
    "two in an item": (
        "<ul><li>a<span class=sidenote>b</span> c<span class=sidenote>d</span> e</ul>",
        "<ul>\n<li>a c e<p>b</p>\n<p>d</p>\n</li>\n</ul>",
    ),
    "in an item": ("<ul><li>a<span class=sidenote>b</span> c</ul>", "<ul>\n<li>a c<p>b</p>\n</li>\n</ul>"),
    "in another note": (
        "<p>a<span class=sidenote>b <small class=sidenote>c</small></span></p>", "<p>a</p>\n<p>b</p>\n<p>c</p>"
    ),
    "one that stands alone stays": (
        "<div><span class=sidenote>a</span><p>b</p></div>", "<p>a</p>\n<p>b</p>"
    ),
    "an empty one": ("<p>a<span class=sidenote></span> b</p>", "<p>a b</p>"),
    "the number of a note is none": ("<p>a<span class=sidenote-number>1</span></p>", "<p>a1</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "html"), NOTES.values(), ids=NOTES)
def test_notes(given, html):
    for page in (page_of(given), page_of(lxml_html.document_fromstring(given))):
        assert html_of(page, [(0, len(page.gap))]) == html
