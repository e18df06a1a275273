"""HTML and Markdown in crawls."""

import json

import pytest
from lxml import etree
from scrapy.http import HtmlResponse

from scrapy_content_extract.crawl.analyst import selected_page
from tests.helpers.pages import html_of
from tests.helpers.processes import run_code
from tests.helpers.server import serving

SENTENCE = "It is the small words of a language that make prose of its names, and a page has many."
HTML = {"Content-Type": "text/html"}
PAGES = {
    "/page.html": (
        HTML,
        f"<nav><a href=/>Home</a></nav><div class=x><h2>It is a heading</h2><p>{SENTENCE} <a href=b>The end</a></p>"
        f"<ul><li>{SENTENCE}</ul></div>".encode(),
    ),
    "/empty.html": (HTML, b"<p></p>"),
    "/leaflet.pdf": ({"Content-Type": "application/pdf"}, b"%PDF-1.4"),
}


@pytest.fixture(scope="module")
def found():
    """Return the items of each spider by their path, and the URL of the server."""
    with serving(PAGES) as url:
        run = run_code("from tests.helpers.format_crawls import main; main()", "asyncio", url)
    crawls = json.loads(run.stdout)
    assert not [message for crawl in crawls.values() for message in crawl["warnings"]]
    return {name: {item["path"]: item for item in crawl["items"]} for name, crawl in crawls.items()}, url


def test_items_have_both_formats(found):
    (items, _), sentence = found, SENTENCE
    item = items["formats"]["/page.html"]
    # cevc leaves out links: their texts are not valid characters
    assert item["html"] == f"<h2>It is a heading</h2>\n<p>{sentence}</p>\n<ul>\n<li>{sentence}</li>\n</ul>"
    assert item["body"] == f"## It is a heading\n\n{sentence}\n\n- {sentence}\n"
    for path in ("/empty.html", "/leaflet.pdf"):
        assert (items["formats"][path]["html"], items["formats"][path]["body"]) == ("", "")


def test_links_are_absolute(found):
    items, url = found
    (item,) = items["markdown alone, of another method"].values()
    assert f"[The end]({url}/b)" in item["markdown"]
    assert "html" not in item
    assert "blocks" not in item


def test_lists_of_images_and_links(found):
    items, url = found
    item = items["lists"]["/page.html"]
    assert (item["images"], item["links"]) == ([], [{"url": f"{url}/b", "text": "The end"}])
    assert not {"html", "markdown", "blocks"} & item.keys()
    item = items["lists"]["/empty.html"]
    assert (item["images"], item["links"]) == ([], [])


def test_a_large_page_whose_tree_the_spider_has_used(found):
    items, _ = found
    assert items["in a thread"]["/"]["html"] == items["formats"]["/page.html"]["html"]


def test_a_page_for_a_thread_has_a_tree_of_its_own():
    """The spider may change the other one at any time."""
    body = b"<p><a href=/x>a</a></p>"
    response = HtmlResponse("http://site.example/", body=body, encoding="utf-8")
    (link,) = response.css("a")
    page = selected_page(response, body, copied=True)
    link.root.set("href", "/y")
    assert html_of(page, [(0, 1)]) == '<p><a href="http://site.example/x">a</a></p>'


#: As docs/security.rst says of libxml2 2.12.
HAS_A_LIMIT_OF_DEPTH = etree.LIBXML_VERSION >= (2, 13)


@pytest.mark.parametrize("copied", [False, True])
def test_a_copy_is_of_a_whole_page(copied):
    """What stands beside the root is not in its tree, so the page is parsed once more; and a page cut short
    says so."""
    beside = HtmlResponse("http://site.example/", body=b"<p>a</p></html><html><p>b</html>", encoding="utf-8")
    deep = HtmlResponse("http://site.example/", body=b"<div>" * 3000 + b"a", encoding="utf-8")
    assert beside.css("p")
    assert selected_page(beside, beside.body, copied=copied) is None
    assert deep.css("div")
    assert selected_page(deep, deep.body, copied=copied).truncated == HAS_A_LIMIT_OF_DEPTH
