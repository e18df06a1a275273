"""Selectors of a user: what is main text, and what is dropped."""

import pickle

import parsel
import pytest
from lxml import html as lxml_html

from scrapy_content_extract import extract
from scrapy_content_extract.content.methods import EXTRACTORS

RAIN = "It rained in the valley for a week, and all who farm are glad of it, and of the river."
SUN = "The sun shone on the hills on all other days, and nobody up there was glad of that."
PAGE = f"""<html lang=en><head><title>Rain - Courier</title><meta name=author content="Ina Holm"></head><body>
<nav><a href=/>Home</a></nav><div class=body><h1>Rain</h1><p>{RAIN}</p><div class=share>Share this page
<div class=share>now</div></div><figure class=wide><img src=/a.jpg alt=River></figure><p>{SUN} <b>Now</b></p>
</div><div class=more><h2>More</h2><p>Sun <i>tomorrow</i>.</p><table><tr><th>Day<th>Sun<tr><td>1<td>8</table>
</div><p hidden class=secret>Hidden</body></html>"""
MORE = "More\nSun tomorrow.\nDay\tSun\n1\t8"
TEXT = f"Rain\n{RAIN}\n{SUN} Now"
#: what the method chooses
ALONE = extract(PAGE).text

#: the selectors, the text, and ``rule``
FOUND = {
    "CSS": ({"main": ".more"}, MORE, "found"),
    "an XPath": ({"main": "//div[@class='more']"}, MORE, "found"),
    "an XPath in brackets": ({"main": "(//p)[2]"}, f"{SUN} Now", "found"),
    "an XPath from the root": ({"main": "./body/div/h2"}, "More", "found"),
    "the root": ({"main": "html", "drop": "div, nav"}, "Hidden", "found"),
    "an XPath of parsel": ({"main": "//*[has-class('more')]"}, MORE, "found"),
    "elements in elements, once": ({"main": ".more, .more *"}, MORE, "found"),
    "several elements, in page order": ({"main": "h2, h1"}, "Rain\nMore", "found"),
    "what a browser hides, for it is asked for": ({"main": ".secret"}, "Hidden", "found"),
    "what is in both is dropped": ({"main": ".more", "drop": "i, table"}, "More\nSun .", "found"),
    "dropped without a main": ({"drop": ".share"}, ALONE.replace("Share this page\n", ""), None),
    "dropped elements in dropped ones": ({"main": ".body", "drop": ".share"}, TEXT, "found"),
    "nothing to drop": ({"main": ".more", "drop": ".x"}, MORE, "found"),
    "no element": ({"main": ".x"}, ALONE, "missing"),
    "an element without text": ({"main": ".wide"}, ALONE, "missing"),
    "texts, not elements": ({"main": "//h2/text()"}, ALONE, "missing"),
    "a number": ({"main": "(count(//p))"}, ALONE, "missing"),
    "an XPath that fails on a page": (
        {"main": "//p[re:test(@class, '[')]", "drop": "//p[$a]"},
        ALONE,
        "missing",
    ),
    "the root stays": ({"main": ".more", "drop": "html"}, MORE, "found"),
    "attributes and comments": ({"main": ".more", "drop": "//@class | //comment()"}, MORE, "found"),
    "empty": ({"main": "", "drop": ""}, ALONE, None),
}


@pytest.mark.parametrize(("selectors", "text", "rule"), FOUND.values(), ids=FOUND)
def test_what_is_found(selectors, text, rule):
    found = extract(PAGE, **selectors)
    assert (found.text, found.rule) == (text, rule)
    assert found.reason == ("its rule found no text, so the method chose" if rule == "missing" else "")
    assert pickle.loads(pickle.dumps(found)).rule == rule


GIVEN = {
    "bytes": PAGE.encode(),
    "a selector": parsel.Selector(PAGE),
    "a tree": lxml_html.fromstring(PAGE),
}


@pytest.mark.parametrize("page", GIVEN.values(), ids=GIVEN)
def test_a_page_of_each_type(page):
    before = lxml_html.tostring(page) if isinstance(page, lxml_html.HtmlElement) else b""
    assert extract(page, main=".more", drop="i").text == MORE.replace("Sun tomorrow.", "Sun .")
    assert not before or lxml_html.tostring(page) == before, "a tree that is given is only read"


@pytest.mark.parametrize("name", EXTRACTORS)
def test_all_methods_and_formats(name):
    found = extract(
        PAGE, extractor=name, url="http://a.example/rain", formats=["markdown"], main=".body", drop=".share"
    )
    assert (found.title, found.metadata.author, found.status) == ("Rain", "Ina Holm", "ok")
    assert found.markdown.startswith("# Rain")
    assert "![River](http://a.example/a.jpg)" in found.markdown
    assert {block.title for block in found.blocks if block.main} == {"Rain"}
    left = extract(PAGE, extractor=name, drop=".body")
    assert RAIN not in left.text, "no method sees what is dropped"


def test_pictures_in_dropped_elements_are_dropped():
    assert extract(PAGE, formats=["images"]).images != []
    assert extract(PAGE, formats=["images"], drop="figure").images == []


def test_what_is_rewritten_is_found():
    """Programs and formulas stand in new elements of the tree."""
    page = PAGE.replace(
        "<table>", "<pre><code class=language-python>rain()</code></pre><math><mi>x</mi></math><table>"
    )
    assert "rain()" in extract(page, main="pre").text
    assert "rain()" not in extract(page, main=".more", drop="pre").text


@pytest.mark.parametrize("wrong", ["p[[", "p::text", "//p[", 3, None, "p:unknown(1)"])
def test_impossible(wrong):
    for name in ("main", "drop"):
        with pytest.raises(
            ValueError, match=f"params has {name}=.*it may be CSS, or an XPath that begins with / or"
        ):
            extract(PAGE, **{name: wrong})


def test_all_is_dropped():
    found = extract(PAGE, drop="body")
    assert (found.text, found.status, found.reason) == ("", "empty", "the page has no text")


def test_a_deep_page():
    deep = "<div class=a>" * 2_000 + "Rain" + "</div>" * 2_000
    assert extract(deep, main=".a").text == "Rain"
    assert extract(deep + "<p>Sun", main="body", drop=".a").text == "Sun"
