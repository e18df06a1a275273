"""Pages that are read from the parser's events and from its tree, and what spoils them."""

from __future__ import annotations

import random

from scrapy_content_extract.content.page import read
from scrapy_content_extract.content.page.limits import look
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure

#: What pages are spoilt with: markup that parsers read in their own ways.
TAGS = "html head body title svg noscript script style textarea pre select form a p b table tr td".split()
SPLINTERS = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    *(f"<{tag}/>" for tag in TAGS),
    *("<li>", "<br>", "<hr/>", "<o:p>", "<é>", "<frameset>", "<frame>", "<iframe>", "<xmp>", "<plaintext>"),
    *("<a href=/>", "<p class='a  b' id=1 class=c role=main>", "<input TYPE=Hidden>"),
    *("<input type=hidden/>", "<input>", "<!DOCTYPE>"),
    *("<!--", "-->", "<!-->", "<!---->", "<?php ", "?>", "<![CDATA[", "]]>", "<!DOCTYPE html>", "</", "<"),
    *("&", "&amp;", "&nbsp;", "&#0;", "&#x110000;", "&#65197;", "&hellip", "&nGt;", " ", "'", '"', "="),
    *("\0", "\x01", "\x1c", "\x85", "\ufeff", "\r\n", "\n \n", "\u3000", "\ufffd", "\uffff", "x" * 300),
    *("<noscript><p>" + "It is. " * 80, "<meta charset=gbk>", "<base href=x>", "<template>", "<math>"),
    *(f'<p style="{"x " * 40}" alt={"y" * 40}>', f"<a href='{'z' * 40}'", f' title="{"a=b " * 20}"'),
    *(' alt="rain" ', ' ="hail"', " title='a>b'", " b"),
    *("<a href='/rain/in/may'/>", '<p title="a" b title="c"'),
    *("<head><body>", "</html><html class=a id=b><body>", "</body><p>", "</html><!-- -->", "<div>" * 300),
]  # fmt: skip


def spoilt(html: bytes, chance: random.Random) -> bytes:
    """Return a page in UTF-8 with pieces put in, taken out and put elsewhere.

    >>> spoilt(b"<p>a</p>", random.Random(0)) != b"<p>a</p>"
    True
    """
    for _ in range(chance.randint(1, 20)):
        at, size = chance.randint(0, len(html)), chance.choice((0, 0, 1, 10, 1000))
        piece = html[at : at + size] if chance.random() < 0.2 else chance.choice(SPLINTERS).encode()
        at = chance.randint(0, len(html))
        html = html[:at] + piece + html[at + size :]
    return html.decode("utf-8", "replace").encode()


def read_both_ways(html: bytes) -> list[list[object]]:
    """Return what the tree makes of a page in UTF-8, then what events make of it, unless they leave it to the tree."""
    looked, pages = look(html), [measure(parse(html), html=html)]
    if read.reading() == "events":
        by_events = (read.page_of_events(html, None, attributes, looked) for attributes in (True, False))
        pages += [page for page in by_events if page]
    return [read.comparable(page) for page in pages]
