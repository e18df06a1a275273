"""What callbacks get that ask for the content of their page, in real crawls."""

import json

import pytest
from scrapy.http import HtmlResponse, TextResponse

from scrapy_content_extract.crawl.links import ContentLinkExtractor
from tests.crawl.test_items import MAIN_OF_NEWS, PAGES
from tests.helpers.processes import run_code
from tests.helpers.server import serving, skip_if_not_reactorless

MODES = {"reactor": {}, "reactorless": {"TWISTED_REACTOR_ENABLED": False}}


def crawl(spider, settings, module="tests.helpers.door_crawls", pages=PAGES):
    """Run a spider in a process of its own; return what came out."""
    return crawl_each([spider], settings, module, pages)[0]


def crawl_each(spiders, settings, module="tests.helpers.door_crawls", pages=PAGES):
    """Serve pages, and run spiders one after the other in a process of their own; return what came out."""
    with serving(pages) as url:
        run = run_code(f"from {module} import main; main()", json.dumps(spiders), url, json.dumps(settings))
    assert not run.stderr, run.stderr
    return json.loads(run.stdout)


def calls(out):
    """Return how often pages were extracted and segmented."""
    return out["stats"]["extract"], out["stats"]["segment"]


#: The spiders that need no settings of their own.
TOGETHER = [
    "content_of a binary file",
    "content_of a response made by hand",
    "content_of without pipelines",
    "content_of in a plain def",
    "content_of in an errback",
]


@pytest.fixture(scope="module")
def found():
    """What came out of each spider."""
    return dict(zip(TOGETHER, crawl_each(TOGETHER, {})))


@pytest.fixture(params=MODES)
def mode(request):
    if request.param == "reactorless":
        skip_if_not_reactorless()
    return MODES[request.param]


def test_the_callback_gets_what_the_items_get(mode):
    out = crawl("content_of", mode)
    (item,) = out["items"]
    assert item["asked"] == item["text"] == MAIN_OF_NEWS
    assert item["same"]
    assert (item["images"], item["links"], item["chunks"][0]["text"]) == ([], [], MAIN_OF_NEWS)
    assert item["document"]
    assert item["encoding"] == item["link_density"]["encoding"] == "utf-8"
    assert calls(out) == (1, 1)
    assert out["stats"]["content_extract/pages"] == 1


def test_a_format_that_is_no_field_is_made_when_it_is_asked_for():
    (item,) = crawl("content_of", {"CONTENT_EXTRACT_FIELDS": {"html": "html"}})["items"]
    assert item["html"].startswith("<")
    assert item["markdown"].startswith("The rain has been with us for a week now")


def test_a_page_that_is_none_has_its_status(found):
    (item,) = found["content_of a binary file"]["items"]
    assert (item["asked"], item["status_asked"]) == ("", "not_html")


def test_a_response_made_by_hand_is_refused_with_what_to_do(found):
    (item,) = found["content_of a response made by hand"]["items"]
    assert "extract(response)" in item["error"]


def test_a_callback_that_cannot_wait_is_told_what_to_do(found):
    """It also gets its item, and no warning of a coroutine that nobody waited for."""
    (item,) = found["content_of in a plain def"]["items"]
    assert "in a plain def, use extract(response)" in item["error"]
    assert item["text"] == MAIN_OF_NEWS


def test_it_needs_no_pipeline(found):
    out = found["content_of without pipelines"]
    assert out["items"][0]["asked"] == MAIN_OF_NEWS
    assert "text" not in out["items"][0]
    assert calls(out) == (1, 1)


def test_an_errback_may_ask_for_its_response(found):
    """The text of an error page is no content."""
    (item,) = found["content_of in an errback"]["items"]
    assert (item["asked"], item["status_asked"]) == ("", "http_error")


# Of these links, those to /a and /picture are inside by hand: CEVC keeps the two sentences.
LINKED = b"""<html><body><ul><li><a href="/menu">Menu</a></li></ul>
<div><p>It is what it is, and <a href="/a">this</a> is the end of it.</p>
<a href="/picture"><img src="x.png"></a>
<p>And that is all that there is to it.</p></div>
<p><a href="/a">this</a> <a href="/footer">Imprint</a></p><a href="/last"><img></a></body></html>"""

SIDES = {
    "inside, with a picture between two paragraphs": ({"side": "main"}, ["/a", "/picture"]),
    "outside; one that is on both sides is inside": ({"side": "rest"}, ["/menu", "/footer", "/last"]),
    "LinkExtractor's own arguments": ({"side": "main", "allow": "pic"}, ["/picture"]),
    "a method that chooses everything": (
        {"side": "main", "extractor": "tests.helpers.crawls.WholePage"},
        ["/menu", "/a", "/picture", "/footer"],
    ),
    "tags and attributes of one's own": (
        {"side": "main", "tags": "img", "attrs": "src", "deny_extensions": []},
        ["/x.png"],
    ),
    "which are none on the other side": (
        {"side": "rest", "tags": "img", "attrs": "src", "deny_extensions": []},
        [],
    ),
}


@pytest.mark.parametrize(("arguments", "paths"), SIDES.values(), ids=SIDES)
def test_links_of_one_side(arguments, paths):
    response = HtmlResponse("http://x/", body=LINKED)
    found = ContentLinkExtractor(**{"extractor": "cevc", **arguments}).extract_links(response)
    assert [link.url.removeprefix("http://x") for link in found] == paths


def test_links_of_a_page_that_is_rewritten():
    """As one with a formula: its links stand in the tree that the content was found in."""
    formula = b"<p>And <script type='math/tex'>x</script> is what that is.</p></div>"
    response = HtmlResponse("http://x/", body=LINKED.replace(b"</div>", formula))
    found = ContentLinkExtractor(extractor="cevc").extract_links(response)
    assert [link.url for link in found] == ["http://x/a", "http://x/picture"]


def test_the_tree_of_the_spider_stays_as_it_is():
    response = HtmlResponse("http://x/", body=LINKED)
    before = response.css("html").get()
    ContentLinkExtractor(extractor="cevc").extract_links(response)
    assert response.css("html").get() == before


def test_links_of_what_is_no_page():
    response = TextResponse("http://x/", body=b"<a href='/a'>a</a>")
    assert ContentLinkExtractor().extract_links(response) == []


def test_an_empty_page_has_no_links():
    assert ContentLinkExtractor().extract_links(HtmlResponse("http://x/", body=b"")) == []


IMPOSSIBLE = {
    "side": ({"side": "inside"}, "it may be 'main' or 'rest'"),
    "extractor": ({"extractor": "best"}, "built-in ones are"),
    "params": ({"params": {"best": 1}}, "has no parameter best"),
}


@pytest.mark.parametrize(("arguments", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_the_impossible_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ContentLinkExtractor(**arguments)


def test_a_crawl_that_follows_the_main_content():
    html = {"Content-Type": "text/html"}
    pages = {
        "/news.html": (html, LINKED),
        "/a": (html, b"<p>It is here."),
        "/picture": (html, b"<p>It is."),
    }
    out = crawl("links", {}, pages=pages)
    assert sorted(item["path"] for item in out["items"]) == ["/a", "/news.html", "/picture"]
