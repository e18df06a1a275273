"""The last step of :mod:`.auto`: script-rendered pages whose text is in JSON-LD, as ``articleBody``.

Such a page gets an ``<article>`` with that text at the end of its body, and the choice is made again.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from html import unescape

from lxml import etree

from ..markup import legal
from ..page.declared import read_declared, types_of
from ..page.page import Page
from ..page.parse import parse
from ..page.read import measured_again
from .non_content import mark_up

#: The most characters of a page that shows no article.
MOST_SHOWN = 3_000
#: The least characters of an article's text: shorter ones are summaries.
LEAST_OF_ARTICLE = 250
#: The most characters of an article's text: the page is parsed again with it.
MOST_OF_ARTICLE = 500_000
#: The types of what is an article: https://schema.org/Article
_ARTICLE = re.compile(r"(?:Article|Posting|Report)$")
_TAG = re.compile(r"</?(?:p|br|div|h[1-6]|ul|ol|li|em|strong|b|i|a)\b[^<>]{0,1000}>", re.IGNORECASE)


def may_have_article(page: Page) -> bool:
    """Tell whether a page shows little, and its mark-up has an ``articleBody``."""
    if page.chars_before[-1] > MOST_SHOWN or page.http_status:
        return False
    return page.found.has_article if page.found else b'articleBody"' in mark_up(page)


def with_article(page: Page, body: str) -> Page:
    """Return a page that also shows an article, at the end of its body."""
    root = parse(page.html).root if page.html else deepcopy(page.root)
    last = root.find("body")
    (root if last is None else last).append(article_of(body))
    return replace(measured_again(page, root), text_source="json-ld")


def article_body(page: Page) -> str:
    """Return the text of the one article that JSON-LD describes, of a page that shows little, or ""."""
    articles = [node for node in read_declared(page, ()).nodes if any(map(_ARTICLE.search, types_of(node)))]
    bodies = {body for node in articles if isinstance(body := node.get("articleBody"), str)}
    if len(bodies) != 1:
        return ""
    body = legal(bodies.pop().strip())
    return body if LEAST_OF_ARTICLE <= len(body) <= MOST_OF_ARTICLE else ""


def article_of(body: str) -> etree._Element:
    """Return an article with a paragraph for each line of a text, or with the mark-up that it has."""
    if _TAG.search(unescape(body)):
        article = parse(f"<article>{unescape(body)}</article>").root.find(".//article")
        if article is not None:
            return article
    article = etree.Element("article")
    for line in filter(None, map(str.strip, unescape(body).splitlines())):
        etree.SubElement(article, "p").text = "".join(c for c in line if c.isprintable() or c == "\t")
    return article
