"""The last step of :mod:`.auto`: script-rendered pages whose text is in a script, as data.

It is the ``articleBody`` of JSON-LD, or the longest texts in other JSON: what Next.js and others keep of a
page, whole or in the pieces of React's stream.  Such a page gets an ``<article>`` with that text at the end
of its body, and the choice is made again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from html import escape, unescape
from typing import Any

from lxml import etree

from ..errors import parsed
from ..markup import BLOCK_LEVEL, legal
from ..page.choice import Choice
from ..page.declared import JSON_CHARS, read_declared, types_of
from ..page.page import Page
from ..page.parse import parse
from ..page.read import measured_again

#: The most characters of a page that shows no article, and of those the most that are chosen: a title, and
#: that it loads.
MOST_SHOWN = 3_000
MOST_CHOSEN = 100
#: The least characters of an article's text: shorter ones are summaries.
LEAST_OF_ARTICLE = 200
#: The most characters of an article's text: the page is parsed again with it.
MOST_OF_ARTICLE = 500_000
#: What the mark-up of such a page has.
MARKS = (b'articleBody"', b"/json", b"__next_f")
#: The types of what is an article: https://schema.org/Article
_ARTICLE = re.compile(r"(?:Article|Posting|Report)$")
_TAG = re.compile(r"</?(?:p|br|div|h[1-6]|ul|ol|li|em|strong|b|i|a)\b[^<>]{0,1000}>", re.IGNORECASE)
#: A piece of React's stream, and a row of it: JSON, or a text behind its length in bytes.
_PIECE = re.compile(r"__next_f(?:\|\|\[\]\))?\.push\((\[1,.*\])\)", re.DOTALL)
_ROW = re.compile(rb"[0-9a-f]{1,8}:(?:T([0-9a-f]{1,8}),|([^\n]*)\n?)")
#: The name of what an element of React holds: lines, as block-level elements divide it.
HELD = "$"
#: The least bytes of a text that is prose, not a label; a word takes as many in most scripts.
PROSE_BYTES = 60
#: The least share of its characters that are letters, white space or not ASCII: programs have fewer.
PROSE_SHARE = 0.8


def may_have_article(page: Page) -> bool:
    """Tell whether a page shows little, and has scripts with data."""
    if page.chars_before[-1] > MOST_SHOWN or page.http_status:
        return False
    return any(map(page.mark_up.__contains__, MARKS))


def with_article(page: Page, body: str, source: str = "json-ld") -> Page:
    """Return a page that also shows an article, at the end of its body."""
    root = parse(page.html).root if page.html else deepcopy(page.root)
    last = root.find("body")
    (root if last is None else last).append(article_of(body))
    return replace(measured_again(page, root), text_source=source, address=page.address)


def article_in_scripts(choice: Choice) -> tuple[str, str]:
    """Return the text of the one article in JSON-LD, or else the prose of a page in its data, and the source.

    It is "" if there is none, as for errors, logins and walls: their data hold the texts of the site.
    """
    page = choice.page
    if page.chars_in(choice.ranges) > MOST_CHOSEN or not may_have_article(page):
        return "", ""
    articles = [node for node in read_declared(page, ()).nodes if any(map(_ARTICLE.search, types_of(node)))]
    bodies = {body for node in articles if isinstance(body := node.get("articleBody"), str)}
    body, source = bodies.pop() if len(bodies) == 1 else "", "json-ld"
    if not body and choice.no_content in (None, "script"):
        body, source = prose_in(page), "json"
    body = legal(body.strip())
    return body if LEAST_OF_ARTICLE <= len(body) <= MOST_OF_ARTICLE else "", source


def prose_in(page: Page) -> str:
    """Return the prose that the scripts of a page have under one name, that with the most of it, or ""."""
    named = defaultdict[str, list[str]](list)
    for data in data_in_scripts(page):
        for name, text in strings_in(data):
            named[name].append(text)
    named[HELD] = "".join(named[HELD]).split("\n")
    prose = (dict.fromkeys(filter(is_prose, texts)) for texts in named.values())
    most = max(prose, key=lambda texts: sum(map(len, texts)))
    return ("<p>" if any(map(_TAG.search, most)) else "\n").join(["", *most])


def is_prose(text: str) -> bool:
    """Tell whether a text, with or without tags, is prose.

    >>> is_prose("Rain"), is_prose("<p>It rained all night, and in the morning the old wall was gone.")
    (False, True)
    """
    text = _TAG.sub(" ", text)
    others = sum(sign.isascii() and not (sign.isalpha() or sign.isspace()) for sign in text)
    return len(text.encode("utf-8", "replace")) >= PROSE_BYTES and others <= (1 - PROSE_SHARE) * len(text)


def data_in_scripts(page: Page) -> Iterator[Any]:
    """Yield the values of the JSON in scripts, but for JSON-LD, and in the rows of React's stream."""
    stream, left = "", JSON_CHARS
    for node in page.root.iter("script"):
        text, kind = node.text or "", (node.get("type") or "").lower()
        left -= len(text)
        if left < 0:
            break
        if kind.endswith("/json"):
            yield parsed(text)
        elif piece := _PIECE.search(text):
            stream += "".join(one for one in parsed(piece[1]) or () if isinstance(one, str))
    rows, at = stream.encode("utf-8", "replace"), 0
    while row := _ROW.match(rows, at):
        at = row.end() + int(row[1] or b"0", 16)
        yield rows[row.end() : at].decode("utf-8", "replace") if row[1] else parsed(row[2])


def strings_in(data: Any) -> Iterator[tuple[str, str]]:
    """Yield the names and the strings in a value, in order; an element of React is ``["$", tag, key, {…}]``.

    >>> list(strings_in({"a": ["b", {"c": "d"}], "e": ["$", "p", None, {"children": "f"}]}))
    [('a', 'b'), ('c', 'd'), ('$', '\\n'), ('$', 'f'), ('$', '\\n')]
    """
    todo = [("", data)]
    while todo:
        name, value = todo.pop()
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, dict):
            todo += reversed(value.items())
        elif isinstance(value, list) and value[:1] == ["$"] and isinstance(value[-1], dict):
            is_block = str(value[1]) in BLOCK_LEVEL or str(value[1]).startswith("$")
            edge = [(HELD, "\n")] * is_block
            held = [(HELD if name == "children" else name, one) for name, one in value[-1].items()]
            todo += [*edge, *reversed(held), *edge]
        elif isinstance(value, list):
            todo += [(name, one) for one in reversed(value)]


def article_of(body: str) -> etree._Element:
    """Return an article with a paragraph for each line of a text, or with the mark-up that it has."""
    written = unescape(body)
    if not _TAG.search(written):
        written = "".join(f"<p>{escape(line)}</p>" for line in written.splitlines())
    article = parse(f"<article>{written}</article>").root.find(".//article")
    return etree.Element("article") if article is None else article
