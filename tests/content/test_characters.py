"""What results may hold: only characters that XML has, so that every feed can be read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, is_dataclass
from typing import Any
from xml.etree import ElementTree

import pytest
from lxml import etree

from scrapy_content_extract import extract, read_metadata, segment
from scrapy_content_extract.content.output.formats import FORMATS
from tests.crawl.test_callbacks import crawl
from tests.helpers.pages import URL, EveryText
from tests.helpers.python_side import in_python

#: https://www.w3.org/TR/xml/#charsets
XML = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")
#: What such a character becomes, and a form feed; before 2.14 libxml2 left them out.
SIGN, SPACE = ("\ufffd", " ") if etree.LIBXML_VERSION >= (2, 14) else ("", "")

SENTENCE = "It is what it is, and it has been so for a hundred years."
REFERENCES = "&#1;&#8;&#11;&#12;&#27;&#28;&#31;&#xD83D;&#xFFFE;&#65535;"
CHARACTERS = "\x01\x08\x0b\x0c\x1b\x1c\x1f\ufffe\uffff"


def page_with(odd: str) -> str:
    """Return a page that has some characters wherever a text or a value may be read."""
    said = json.dumps({"@type": "Article", "headline": f"H{odd}", "keywords": "k\x01\x1b\ud83d\uffff"})
    return f"""<html lang="en{odd}"><head><title>T{odd}t</title><meta name="author" content="Ina{odd} Holm">
        <meta name="description" content="D{odd}d"><link rel="canonical" href="http://h/{odd}c">
        <script type="application/ld+json">{said}</script></head>
        <body class="b{odd}"><article><h1>T{odd}t</h1><p>{SENTENCE}{odd}</p>
        <pre class="language-p{odd}y">{odd}x\n {odd}y{odd}</pre><ul><li>{odd}<li>l{odd}</ul>
        <figure><img src="/p{odd}.png" alt="A{odd}" width=400 height=400><figcaption>c{odd}</figcaption></figure>
        <p><a href="/x{odd}" title="t{odd}">l{odd}</a><code>c{odd}</code><math alttext="m{odd}"><mi>x{odd}</mi></math>
        <script type="math/tex">x{odd}</script></p><table><tr><th>h{odd}<th>i<tr><td>j<td>{odd}</table>
        <p>{SENTENCE}<sup><a href="#n{odd}">1{odd}</a></sup></p><p id="n{odd}">1 {odd}note</p></article></body>"""


#: how a page brings such characters along
WAYS = {
    "references": page_with(REFERENCES),
    "in bytes": page_with("\x01\x0c\ufffe\uffff").encode(),  # with more controls it would be binary
    "in text": page_with(CHARACTERS),
    "halves of characters in text": page_with("\ud83d"),
    "references in a tree": etree.HTML(page_with(REFERENCES)),
    "characters in a tree": etree.HTML(page_with(CHARACTERS)),
}


def texts_in(value: Any) -> Iterator[str]:
    """Yield the strings of a result."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_in([*value, *value.values()])
    elif is_dataclass(value):
        yield from texts_in(asdict(value))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from texts_in(one)


def results_of(page: Any) -> list[Any]:
    made = extract(page, url=URL, extractor=EveryText(), formats=FORMATS)
    return [made, extract(page, url=URL, title=True), read_metadata(page, url=URL), segment(page)]


@pytest.mark.parametrize("page", WAYS.values(), ids=WAYS)
def test_all_results(page):
    for results in (results_of(page), in_python(results_of, page)):
        found = list(texts_in(results))
        assert any(SENTENCE in text for text in found)
        assert [text for text in found if not XML.fullmatch(text)] == []


#: a page, its text: white space stays white space, all else is U+FFFD as in browsers of today
TEXTS = {
    "controls by reference": ("<p>a&#1;b&#27;c", f"a{SIGN}b{SIGN}c"),
    "no characters by reference": ("<p>a&#xFFFE;b&#xFFFF;c", f"a{SIGN}b{SIGN}c"),
    "the same as bytes": ("<p>a\ufffeb\uffffc", f"a{SIGN}b{SIGN}c"),
    "a form feed is white space": ("<p>a\x0cb", f"a{SPACE}b"),
    "and in a program": ("<pre>a\x0cb", f"a{SPACE}b"),
    "a tab and a new line stay there": ("<pre>a\tb\nc", "a\tb\nc"),
    "HTML has three ends of lines": ("<pre>a\rb\r\nc&#13;d", "a\nb\nc\nd"),
    "other planes have such characters": ("<p>a\U0001fffeb", "a\U0001fffeb"),
    "controls of C1 are in XML": ("<p>a&#x7f;b", "a\x7fb"),
}


@pytest.mark.parametrize(("page", "text"), TEXTS.values(), ids=TEXTS)
def test_texts(page, text):
    def read():
        return extract(page, extractor=EveryText()).text

    assert (read(), in_python(read)) == (text, text)


@pytest.mark.parametrize("name", ["references", "in bytes"])
def test_a_feed_in_xml_is_read_back(name, tmp_path):
    """It has what the feed of JSON lines has."""
    body = WAYS[name] if isinstance(WAYS[name], bytes) else WAYS[name].encode()
    feeds = {"xml": tmp_path / "items.xml", "jsonlines": tmp_path / "items.jsonl"}
    fields = "text title html markdown chunks metadata blocks".split()
    crawl(
        "content_of",
        {
            "CONTENT_EXTRACT_EXTRACTOR": "auto",
            "FEEDS": {str(path): {"format": name} for name, path in feeds.items()},
            "CONTENT_EXTRACT_FIELDS": {field: field for field in fields},
        },
        pages={"/news.html": ({"Content-Type": "text/html"}, body)},
    )
    (of_xml,) = ElementTree.parse(feeds["xml"]).getroot()
    of_json = json.loads(feeds["jsonlines"].read_text("utf-8"))
    assert SENTENCE in of_json["text"]
    for field in ("text", "title", "html", "markdown"):
        assert of_xml.findtext(field) == of_json[field]
    assert of_xml.findtext("metadata/author") == of_json["metadata"]["author"]
