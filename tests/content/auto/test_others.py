"""A page that is judged with others of its site."""

import json

import pytest
from lxml import html
from parsel import Selector
from scrapy.http import HtmlResponse

from scrapy_content_extract import extract
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.auto.memory import REPEATED, WARM, Sites
from tests.helpers.made_sites import BOX, article, sentences

URL = "http://site.example/0"
#: As many others as change a result.
LEAST = max(WARM, REPEATED)
OTHERS = [article(n) for n in range(1, LEAST + 1)]

#: how the others are given → how many of them count
GIVEN = {
    "bytes": (OTHERS, LEAST),
    "a tuple": (tuple(OTHERS), LEAST),
    "text": ([page.decode() for page in OTHERS], LEAST),
    "elements": ([html.document_fromstring(page) for page in OTHERS], LEAST),
    "selectors": ([Selector(page.decode()) for page in OTHERS], LEAST),
    "responses of another host": (
        [HtmlResponse(f"http://{n}.example/", body=page) for n, page in enumerate(OTHERS)], LEAST,
    ),
    "responses of one address, as of a page that scripts change": (
        [HtmlResponse(URL, body=page) for page in OTHERS], LEAST,
    ),
    "one twice, which counts once": ([*OTHERS, OTHERS[0]], LEAST),
    "the page itself, which is no other": ([*OTHERS, article(0), HtmlResponse(URL, body=article(0))], LEAST),
    "a page without text, which teaches nothing": ([*OTHERS, b"", b"%PDF-1.4"], LEAST),
    "only the page itself": ([article(0)] * LEAST, 0),
    "too few": (OTHERS[1:], LEAST - 1),
}  # fmt: skip


@pytest.mark.parametrize(("others", "counted"), GIVEN.values(), ids=GIVEN)
def test_others_of_a_page(others, counted):
    found = extract(article(0), url=URL, others=others)
    assert found.site_pages == counted
    assert (BOX in found.text) == (counted < LEAST)


def test_other_results_are_judged_with_others_too():
    found = extract(article(0), others=OTHERS, formats=["markdown", "metadata"], title=True)
    assert BOX not in found.text
    assert BOX not in found.markdown
    assert found.text.startswith("Article number 0")
    assert found.metadata.language == "en"
    assert extract(article(0)).site_pages is None, "others serve one call"


def test_what_is_dropped_teaches_nothing():
    """The others have the box as an advertisement, the page as its text."""
    others = [page.replace(b'<p class="box">', b'<p class="box" data-ad>') for page in OTHERS]
    assert BOX not in extract(article(0), others=others).text
    assert BOX in extract(article(0), others=others, drop="[data-ad]").text


class Mine(Auto):
    """A method that a project has made from ours, with a constructor of its own."""

    def __init__(self, least):
        super().__init__(favor="precision")


def test_a_method_made_from_ours_is_taught_too():
    assert BOX not in extract(article(0), others=OTHERS, extractor=Mine(least=3)).text
    said = json.dumps({"@type": "NewsArticle", "articleBody": "\n\n".join(sentences(5))})
    shell = f"<title>Tram</title><script type='application/ld+json'>{said}</script><div id=root></div>"
    assert extract(shell, others=OTHERS, extractor=Mine(least=3)).text == "\n".join(sentences(5))


#: arguments → a part of the message
WRONG = {
    "a memory, too": ({"others": OTHERS, "sites": Sites()}, "give one of them"),
    "another method": (
        {"others": OTHERS, "extractor": "cevc"},
        "others is for auto, and the extractor is cevc",
    ),
}


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG)
def test_impossible_others(arguments, said):
    with pytest.raises(ValueError, match=said):
        extract(article(0), **arguments)


def test_an_other_is_a_page():
    with pytest.raises(TypeError, match="not int"):
        extract(article(0), others=[1, 2])


@pytest.mark.parametrize(
    "page", [OTHERS[0], OTHERS[0].decode(), html.document_fromstring(OTHERS[0])], ids=type
)
def test_others_are_several_though_a_page_has_letters_and_elements(page):
    with pytest.raises(TypeError, match="others is one page"):
        extract(article(0), others=page)


#: a page of a few words and a link
DOUBTFUL = (
    "<p>Hi you there who are it is <a href=x>what</a> it is for us all that there is here and <a>now</a>"
)
#: page, arguments → whether the reason names others as help
DOUBTED = {
    "a doubtful text of a site": (DOUBTFUL, {"url": URL}, True),
    "one that has no address, so perhaps no site": (DOUBTFUL, {}, False),
    "a sure text": (article(0), {"url": URL}, False),
    "one that was judged with others": (DOUBTFUL, {"url": URL, "others": OTHERS}, False),
    "a method without confidence": (DOUBTFUL, {"url": URL, "extractor": "cevc"}, False),
}


@pytest.mark.parametrize(("page", "arguments", "is_told"), DOUBTED.values(), ids=DOUBTED)
def test_a_doubtful_page_says_that_others_may_help(page, arguments, is_told):
    found = extract(page, **arguments)
    assert found.status == "ok"
    assert ("may help: others=[page, page]" in found.reason) == is_told
