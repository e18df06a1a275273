"""What a page may be given as."""

from types import SimpleNamespace

import pytest
from lxml import etree, html
from parsel import Selector
from scrapy.http import HtmlResponse

from scrapy_content_extract import extract, segment

RUSSIAN = "Это то, что есть на самом деле."
PAGE = f"<html><body><p>{RUSSIAN}</p></body></html>"
URL = "http://example.com/"

GIVEN = {
    "text": PAGE,
    "bytes in UTF-8": PAGE.encode(),
    "bytes that say what they are": f'<meta charset="koi8-r">{PAGE}'.encode("koi8-r"),
    "an lxml element": html.document_fromstring(PAGE),
    "an element inside a tree": html.document_fromstring(PAGE).find(".//p"),
    "an lxml tree": etree.ElementTree(html.document_fromstring(PAGE)),
    "a selector": Selector(PAGE),
    "a response with a header": HtmlResponse(
        URL, headers={"Content-Type": "text/html; charset=koi8-r"}, body=PAGE.encode("koi8-r")
    ),
    "a response whose maker has stated the encoding": HtmlResponse(
        URL, body=PAGE.encode("koi8-r"), encoding="koi8-r"
    ),
    "a response in an encoding that there is not": HtmlResponse(URL, body=PAGE.encode(), encoding="utf-9"),
    "a response made of text": HtmlResponse(URL, body=PAGE, encoding="cp1251"),
    "a response whose maker contradicts the header and the bytes": HtmlResponse(
        URL,
        headers={"Content-Type": "text/html; charset=utf-8"},
        body=f'<meta charset="gbk">{PAGE}'.encode("koi8-r"),
        encoding="koi8-r",
    ),
    "a response of another library": SimpleNamespace(
        url=URL, headers={"Content-Type": "text/html; charset=koi8-r"}, body=PAGE.encode("koi8-r")
    ),
    "text with a byte order mark": f"\ufeff{PAGE}",
    "text with control characters": PAGE.replace("Это", "Э\x01то"),
    "text that UTF-8 cannot hold": PAGE.replace("<p>", "<p title='\ud800'>"),
}


@pytest.mark.parametrize("page", GIVEN.values(), ids=GIVEN)
def test_given(page):
    assert extract(page, extractor="cevc").text == RUSSIAN
    assert [block.text for block in segment(page).blocks] == [RUSSIAN]


def test_a_header_given_with_bytes():
    page = PAGE.encode("koi8-r")
    assert extract(page, content_type="text/html; charset=koi8-r", extractor="cevc").text == RUSSIAN


def test_bytes_that_are_not_html_have_no_text():
    assert extract(b"%PDF-1.4 it is what it is").text == ""
    assert segment(b"\x89PNG\r\n it is what it is").blocks == ()


def test_an_object_that_is_not_a_page():
    with pytest.raises(
        TypeError, match="A page is bytes, str, a response, a selector or an lxml element, not int"
    ):
        extract(3)
