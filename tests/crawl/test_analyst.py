"""The page of a response, with and without the tree that a spider has used."""

from codecs import BOM_UTF8
from dataclasses import fields

import pytest
from lxml import etree
from scrapy.http import HtmlResponse, Request

from scrapy_content_extract.content import EXTRACTORS, Block, Segmentation
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.page.limits import look
from scrapy_content_extract.content.page.parse import beside, parse
from scrapy_content_extract.content.page.read import comparable, measure
from scrapy_content_extract.crawl.analyst import selected_page
from scrapy_content_extract.crawl.encoding import decode_and_normalize
from tests.content.page.test_parse import HOSTILE

URL = "https://example.com/"


def response_of(body):
    """Return a response as the downloader middleware hands it on."""
    response = HtmlResponse(URL, body=body, request=Request(URL))
    return decode_and_normalize(response, "", None, {})[1] if body else response


def columns(page):
    others = ("tree", "html", "url", "seen")
    kept = {field.name: getattr(page, field.name) for field in fields(page) if field.name not in others}
    return {**kept, "strings": page.text, "read": comparable(page)}


def test_without_selectors_there_is_no_tree_and_none_is_made():
    response = response_of(b"<p>a</p>")
    assert selected_page(response, response.body) is None
    assert response._cached_selector is None


@pytest.mark.parametrize("formula", ['<img src="/mimetex.cgi?x^2">', '<script type="math/tex">x^2</script>'])
def test_the_look_at_the_bytes_tells_of_formulas_that_are_no_text(formula):
    html = f"<p>It is {formula} now.".encode()
    response = response_of(html)
    response.css("p")
    looked = selected_page(response, html, found=look(html))
    assert looked.text == selected_page(response, html).text == ["It is ", "$x^2$", " now."]


def test_the_tree_of_the_selector_is_read_only():
    response = response_of(b"<div>a<p>b</p><!-- c --></div>")
    root = response.selector.root
    before = etree.tostring(root)
    page = selected_page(response, response.body)
    assert page.root is root
    assert (page.text, page.url, page.html) == (["a", "b"], URL, response.body)
    assert etree.tostring(root) == before


def test_what_the_spider_has_taken_out_is_no_part_of_the_page():
    response = response_of(b"<div>a<p>b</p></div>")
    response.css("p").drop()
    assert selected_page(response, response.body).text == ["a"]


@pytest.mark.parametrize("html", [row[0] for row in HOSTILE.values()], ids=HOSTILE)
def test_the_tree_is_the_one_we_would_have_made(html):
    check_same(html if isinstance(html, bytes) else html.encode("utf-8", "replace"))


def check_same(body):
    response = response_of(body)
    assert response.selector is not None
    html = response.body.removeprefix(BOM_UTF8)
    page = selected_page(response, html)
    if page is None:
        assert beside(response.selector.root)
    else:
        assert columns(page) == columns(measure(parse(html)))


def test_a_tree_with_a_page_beside_it_is_not_used():
    response = response_of(b"<html><body><p>a</p></body></html><html><body><p>b</p></body></html>")
    assert response.css("p::text").getall()
    assert selected_page(response, response.body) is None


def test_the_time_for_a_page_without_text_counts():
    analysis = analyse(Task(Utf8(b"<p><img src=x></p>", URL), EXTRACTORS["cevc"]()))
    assert analysis.status == "empty"
    assert analysis.seconds > 0


class OneBlock:
    """A segmenter of a user's own."""

    def __init__(self, *ranges):
        self.ranges = ranges

    def segment(self, page):
        return Segmentation((Block(self.ranges, "", "", "text", 1, 0, 0),))


#: the texts of a block, for a page with one text; the status of the page
BLOCKS = {
    "its text": ([(0, 1)], "ok"),
    "none": ([], "ok"),
    "texts beyond the page": ([(0, 2)], "no_blocks"),
}


@pytest.mark.parametrize(("ranges", "status"), BLOCKS.values(), ids=BLOCKS)
def test_blocks_of_a_users_segmenter(ranges, status):
    html, wanted = Utf8(b"<p>It is what it is.</p>", URL), Wanted(("blocks",))
    assert analyse(Task(html, EXTRACTORS["auto"](), OneBlock(*ranges), wanted)).status == status
