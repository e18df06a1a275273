"""Characters that are removed from a page never change its tokens, with html5lib's tokenizer as the oracle."""

import html5lib
import pytest
from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import tokenTypes
from lxml import etree

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.encoding.fold import NBSP, REMOVED, REMOVED_BY, clean
from scrapy_content_extract.content.encoding.tokens import without_nul
from scrapy_content_extract.content.page.parse import parse

#: Mark-up that a character comes into, at each place.
SAMPLES = (
    "<x>", "</x>", "</>", "<x/>", "<br/>", "<!--c-->", "<!---->", "<!--c--!>", "<!DOCTYPE html>", "<!d>", "<?x?>",
    """<x a="v" b='w' c=u d>""", '<x a="<b>&amp;&lt&copy=1&#65;">', "<x a='&notit;&ampx'>", "<x a=&amp;>",
    "&amp;", "&lt", "&lt;", "&notin;", "&notit;", "&#65;", "&#65", "&#x4a;", "&#X4a", "&", "&#", "&x;", "<", "<<x>",
    "</ x>", "<b>a</b>", "&am&amp;p;", "<&lt;x>",
)  # fmt: skip
PAGES = [
    ("before ", sample[:i], sample[i:] + "p;lt;x>1 after<p>end</p>")
    for sample in SAMPLES
    for i in range(len(sample) + 1)
]
#: html5lib 1.1 reads NUL here without leaving the comment start dash state; the standard has no rule for it
#: there, so it is "anything else": https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state
NOT_AS_THE_STANDARD = {"before <!---\0->p;lt;x>1 after<p>end</p>"}
OPTIONAL = "".join(
    [
        REMOVED_BY["soft_hyphen"],
        REMOVED_BY["zero_width"],
        *(chr(code) for code in range(0x2066, 0x206A)),
        *"\u061c\u200e\u200f\u202a\u202e",
    ]
)
WITHOUT = dict.fromkeys(map(ord, REMOVED))


class AllFlagged(HTMLTokenizer):
    """The tokenizer with the tree builder that it asks for; nothing here is SVG."""

    def __init__(self, page):
        parser = html5lib.HTMLParser()
        super().__init__(page, parser)


def tokens(page, removed=WITHOUT):
    """Return the tags of a page with their attributes, and the texts between them, less what is removed."""
    found = []
    names = {number: name for name, number in tokenTypes.items()}
    for token in AllFlagged(page):
        name = names[token["type"]]
        if name in ("Characters", "SpaceCharacters"):
            if found and isinstance(found[-1], str):
                found[-1] += token["data"]
            else:
                found.append(token["data"])
        elif name in ("StartTag", "EndTag"):
            attributes = [(key, value.translate(removed)) for key, value in dict(token["data"]).items()]
            found.append((name, token["name"], attributes if name == "StartTag" else []))
    texts = [token.translate(removed) if isinstance(token, str) else token for token in found]
    return [token for token in texts if token]


@pytest.mark.parametrize("character", REMOVED, ids=ascii)
def test_what_is_removed_changes_no_token(character):
    wrong = []
    for before, one, other in PAGES:
        page = before + one + character + other
        if tokens(clean(page)) != tokens(page) and page not in NOT_AS_THE_STANDARD:
            wrong.append((page, clean(page)))
    assert not wrong


@pytest.mark.parametrize("character", OPTIONAL, ids=ascii)
def test_what_is_removed_if_asked_changes_no_token(character):
    removed = WITHOUT | {ord(character): None}
    options = ["soft_hyphen", "zero_width", "bidi"]
    wrong = []
    for before, one, other in PAGES:
        page = before + one + character + other
        if tokens(clean(page, options), removed) != tokens(page, removed):
            wrong.append((page, clean(page, options)))
    assert not wrong


def test_nbsp_makes_no_tag_and_no_reference():
    for before, one, other in PAGES:
        page = before + one + NBSP + other
        spaces = {ord(NBSP): " "}
        assert tokens(clean(page, ["nbsp"]), spaces) == tokens(page, spaces), page


#: In the text of a title, and in what is no text, NUL is U+FFFD; in other text it is nothing.
NULS = {
    "text": ("a\0b", "ab"),
    "a tag that is none": ("<\0script>", "&lt;script>"),
    "an end tag that is none": ("</\0p>a", "</\ufffdp>a"),
    "the name of a tag": ("<scr\0ipt>", "<scr\ufffdipt>"),
    "the name of an attribute": ("<p \0a>", "<p \ufffda>"),
    "a value": ("<p a=b\0 c='\0'>", "<p a=b\ufffd c='\ufffd'>"),
    "a comment": ("<!-\0-a--\0>-->", "<!-\ufffd-a--\ufffd>-->"),
    "a comment that seems to end": ("<!--a--\0>b-->", "<!--a--\ufffd>b-->"),
    "a script": ("<script>a\0b</script>", "<script>a\ufffdb</script>"),
    "the end of a script that is none": (
        "<script></scr\0ipt></script>",
        "<script></scr\ufffdipt></script>",
    ),
    "a title": ("<title>a\0b</title>", "<title>a\ufffdb</title>"),
    "the end of a title that is none": ("<title></\0title></title>", "<title></\ufffdtitle></title>"),
    "a reference": ("&am\0p;", "&amp;amp;"),
    "a reference that has ended": ("&lt\0;", "&lt;;"),
    "a number": ("&#6\0005;", "&#6;5;"),
    "a doctype": ("<!DOC\0TYPE html>", "<!DOC\ufffdTYPE html>"),
}


@pytest.mark.parametrize(("page", "expected"), NULS.values(), ids=NULS)
def test_nul(page, expected):
    assert without_nul(page) == expected
    assert clean(page) == expected
    assert parse(page).root.tag == "html"


def text_of(node):
    """Return the text of an element that html5lib has parsed; what is in a comment is none."""
    own = node.text or "" if isinstance(node.tag, str) else ""
    return own + "".join(text_of(child) + (child.tail or "") for child in node)


@pytest.mark.skipif(
    etree.LIBXML_VERSION < (2, 14), reason="this libxml2 does not read broken tags as browsers do"
)
@pytest.mark.parametrize("character", REMOVED, ids=ascii)
def test_the_text_is_that_of_a_browser(character):
    wrong = []
    for before, one, other in PAGES:
        page = before + one + character + other
        root = html5lib.parse(page, treebuilder="etree", namespaceHTMLElements=False)
        expected = text_of(root).translate(WITHOUT).replace("\ufffd", "").split()
        # a reference to a control is U+FFFD: the text holds only characters that XML has
        found = " ".join(page_of(page).text).translate(WITHOUT).replace("\ufffd", "")
        if "".join(found.split()) != "".join(expected) and page not in NOT_AS_THE_STANDARD:
            wrong.append((page, expected, found))
    assert not wrong


def test_no_script_comes_about():
    html = (
        b"<p>some words before it, a <\0script>alert(1), and more words here</p>"
        b"<p>after that comes another paragraph of text.</p>"
    )
    page = page_of(html)
    assert page.text == [
        "some words before it, a <script>alert(1), and more words here",
        "after that comes another paragraph of text.",
    ]
    assert extract(html, extractor="cevc") is not None
