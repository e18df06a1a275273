"""Pages as hostile as they come: none may raise, and what is lost is reported."""

import pytest
from lxml import etree
from parsel import Selector

from scrapy_content_extract import extract, segment
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, page_of
from scrapy_content_extract.content.methods import VISUAL
from scrapy_content_extract.content.page.parse import parse

SENTENCE = "It is what it is and that is all that there is to it."

#: name: (page, a text that must be found, a text that some parsers lose and must then report)
HOSTILE = {
    "nothing": ("", None, None),
    "no bytes": (b"", None, None),
    "white space": (" \n\t", None, None),
    "only a comment": ("<!-- x -->", None, None),
    "only a doctype": ("<!DOCTYPE html>", None, None),
    "text without any tag": (SENTENCE, SENTENCE, None),
    "frames only": ("<html><frameset><frame src=a><frame src=b></frameset></html>", None, None),
    "unclosed everything": (f"<html><body><div><ul><li><p>{SENTENCE}<b><i><a", SENTENCE, None),
    "closed but never opened": (f"</div></p></html></body><p>{SENTENCE}</p></div>", SENTENCE, None),
    "NULs": (f"<p>{SENTENCE[:10]}\0{SENTENCE[10:]}</p>\0<p>after</p>", "after", None),
    "NULs in bytes": (f"<p>{SENTENCE}</p>\0<p>after</p>".encode(), "after", None),
    "a str that declares an encoding": (
        f'<?xml version="1.0" encoding="gbk"?><html><body><p>{SENTENCE} 图书馆</p></body></html>',
        "图书馆",
        None,
    ),
    "a str with lone surrogates": (f"<p>{SENTENCE}</p><p>a\ud800b</p>", SENTENCE, None),
    "a base element": (f"<head><base href='http://example.com/'></head><p>{SENTENCE}</p>", SENTENCE, None),
    "comments with tails": ("<div>" + f"<!-- c -->{SENTENCE}" * 3 + "</div>", SENTENCE, None),
    "a nest as deep as the parser goes": ("<div>" * 2000 + SENTENCE + "</div>" * 2000, SENTENCE, None),
    "100,000 nested elements": (f"<p>{SENTENCE}</p>" + "<div>" * 100_000 + "<p>deep</p>", SENTENCE, "deep"),
    "100,000 siblings": ("<i></i>" * 100_000 + f"<p>{SENTENCE}</p>", SENTENCE, None),
    # libxml2 has limits at 10 MB
    "11 MB of text in one element": (
        "<p>" + "it is so " * 1_220_000 + f"</p><p>{SENTENCE}</p>",
        SENTENCE,
        None,
    ),
    "11 MB without white space": ("<p>" + "x" * 11_000_000 + f"</p><p>{SENTENCE}</p>", SENTENCE, None),
    "100,000 links": ("<a href=x>link</a> " * 100_000 + f"<p>{SENTENCE}</p>", SENTENCE, None),
    # the parser itself is quadratic in the attributes of one element
    "2,000 attributes": (
        "<p " + " ".join(f"a{i}=1" for i in range(2_000)) + f">{SENTENCE}</p>",
        SENTENCE,
        "a1999",
    ),
    "bytes of no encoding": (bytes(range(128, 256)) * 100, None, None),
}


@pytest.mark.parametrize(("html", "text", "lost"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages(html, text, lost):
    page = page_of(html)
    assert page.truncated == (lost is not None and lost not in page.text)
    blocks = segment(html).blocks
    assert sum(block.chars for block in blocks) == sum(page.chars)
    if text is not None:
        assert any(text in block.text for block in blocks)
    extract(html)


def test_what_the_page_says_of_its_encoding_is_not_believed():
    html = '<html><head><meta charset="gbk"></head><body>图书馆</body></html>'
    assert parse(html).root.findtext("body") == "图书馆"
    assert parse(html.encode()).root.findtext("body") == "图书馆"


def test_a_text_after_10_mb_is_kept():
    """Without huge_tree lxml loses it."""
    root = parse("<p>" + "x" * 11_000_000 + "</p><p>after</p>").root
    assert root.findall("body/p")[1].text == "after"


#: pages with one page pasted into another, and their texts; a browser shows all of them, in this order
PASTED = {
    "a second page": (
        "<html><body><p>a</p></body></html><html><head><title>t</title></head><body><p>b</p></body></html>",
        ["a", "b"],
    ),
    "only its end": (
        "<html><body><div>a</div></body></html><!--x--><p>b</p></body></html><p>c</p>",
        list("abc"),
    ),
    "a comment is no page": ("<html><body><p>a</p></body></html><!-- served in 3 ms -->", ["a"]),
}


@pytest.mark.parametrize(("html", "texts"), PASTED.values(), ids=PASTED)
def test_what_follows_the_end_of_the_page_is_part_of_it(html, texts):
    page = page_of(html)
    assert page.text == texts
    assert page.root.getnext() is None or not isinstance(page.root.getnext().tag, str)


PROSE = f"<p>{SENTENCE}</p><p>{SENTENCE[6:]}</p><p>{SENTENCE} {SENTENCE}</p>"
#: pages that begin without <body>: a browser begins it at the first element that is none of a head,
#: libxml2 only at one that HTML 4 knows
HEADLESS = {
    "a title": f"<title>x</title><article>{PROSE}</article>",
    "a meta": f"<meta charset=utf-8><main>{PROSE}</main>",
    "a link": f"<link rel=icon href=x><section>{PROSE}</section>",
    "a script": f"<script>1</script><figure>{PROSE}</figure>",
    "an element of the author's own": f"<title>x</title><my-app>{PROSE}</my-app>",
    "a head that does not end": f"<html><head><title>x</title><main>{PROSE}</main>",
    "a footer follows": f"<title>x</title><article>{PROSE}</article><footer>of it</footer>",
    "a body follows from an element of HTML 4": f"<title>x</title><article>{PROSE}</article><p>of it</p>",
    "a body follows from its tag": f"<title>x</title><main>{PROSE}</main><body class=a><p>of it</p></body>",
}


@pytest.mark.parametrize("html", HEADLESS.values(), ids=HEADLESS)
def test_a_page_that_goes_on_in_its_head(html):
    expected = [SENTENCE, SENTENCE[6:], f"{SENTENCE} {SENTENCE}", *(["of it"] if "of it" in html else [])]
    selector = Selector(text=html)
    before = etree.tostring(selector.root)
    for page in (page_of(html), page_of(selector)):
        assert page.text == expected
        assert page.stop[page.body] - page.first[page.body] == len(page.text)
        assert page.title == "x" * ("<title>" in html)
        for name, extractor in EXTRACTORS.items():
            assert f"{SENTENCE}\n{SENTENCE[6:]}\n{SENTENCE} {SENTENCE}" in extractor().extract(page).text, (
                name
            )
        for name in set(SEGMENTERS) - VISUAL:
            assert "".join(block.text for block in SEGMENTERS[name]().segment(page).blocks).endswith(
                expected[-1]
            ), name
    assert etree.tostring(selector.root) == before


def test_what_stands_in_a_head_itself_is_no_text():
    html = "<head><title>a</title><style>b</style><script>c</script><noscript>d</noscript></head><body>e"
    page = page_of(html)
    assert page.text == ["e"]
    assert page.tag[page.body] == "body"


#: What a reference to no character is: U+FFFD to HTML; before 2.14 libxml2 left it out.
NO_CHARACTER = "\ufffd " if etree.LIBXML_VERSION >= (2, 14) else ""


@pytest.mark.parametrize("method", [*EXTRACTORS, *sorted(set(SEGMENTERS) - VISUAL)])
def test_numbers_of_any_length(method):
    """Python refuses to read a number of more than 4,300 digits."""
    html = f"<p>{SENTENCE} &#{'9' * 5_000}; &#{'0' * 5_000}65;</p>"
    if method in EXTRACTORS:
        extract(html, extractor=method)
    else:
        (block,) = segment(html, segmenter=method).blocks
        assert block.text == f"{SENTENCE} {NO_CHARACTER}A"
