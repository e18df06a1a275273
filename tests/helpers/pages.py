"""Pages made for tests: of any size, random ones, and hostile ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from scrapy_content_extract import extract
from scrapy_content_extract.content.document import html
from scrapy_content_extract.content.document.build import document_of
from scrapy_content_extract.content.extract import Html
from scrapy_content_extract.content.model import Range
from scrapy_content_extract.content.page.choice import Choice
from scrapy_content_extract.content.page.page import Page
from scrapy_content_extract.content.result import Result

#: The address of pages whose HTML or Markdown is looked at.
URL = "http://site.example/a/page.html"

SENTENCE = "It is the small words of a language that make prose of its names, and a page has many. "


def repeated(piece: Callable[[int], str], size: int) -> str:
    """Return a page of at least ``size`` characters, made of numbered pieces."""
    count = size // len(piece(10_000)) + 1
    return f"<html><body>{''.join(map(piece, range(count)))}</body></html>"


def articles(size: int) -> str:
    return repeated(lambda n: f"<h2>Part {n}</h2><p>{SENTENCE * 3}</p>", size)


def forum(size: int) -> str:
    return repeated(
        lambda n: (
            f'<div class="post" id="post{n}"><div class="by"><a href="/u/{n}">User {n}</a></div>'
            f'<div class="text">{SENTENCE}<br>{SENTENCE}</div></div>'
        ),
        size,
    )


def menu(size: int) -> str:
    return repeated(lambda n: f'<li><a href="/{n}">The item {n}</a></li>', size)


def nested(size: int) -> str:
    """Tables in tables, a hundred deep, one after the other."""
    opening, closing = "<table><tr><td>" * 33, "</td></tr></table>" * 33
    return repeated(lambda n: f"{opening}{SENTENCE}{n}{closing}", size)


def one_text(size: int) -> str:
    """A page that is one text node without line breaks."""
    return f"<html><body><div><p>{SENTENCE * (size // len(SENTENCE))}</p></div></body></html>"


def one_line_each(size: int) -> str:
    """A text node of many lines."""
    return f"<html><body><div><pre>{(SENTENCE + chr(10)) * (size // len(SENTENCE))}</pre></div></body></html>"


def own_classes(size: int) -> str:
    """A page where no element is like another."""
    return repeated(lambda n: f'<div class="c{n:x}" title="{n}"><span>{SENTENCE}</span>{n}</div>', size)


def own_names_of_programs(size: int) -> str:
    """A page where each element has a class of its own that says program, and a tag of its own."""
    return repeated(lambda n: f'<p class="x{n} code math"><a{n}:title>It is $x_{n}$.</a{n}:title></p>', size)


def labels(size: int) -> str:
    """Labels that stand by themselves in the element of all texts."""
    return repeated(lambda n: f"<br>{n % 10}.<div>{SENTENCE * 2}{n}</div>", size)


def short_texts(size: int) -> str:
    return repeated(lambda n: f"<b>{n}</b> is. ", size)


def siblings_of_depth(size: int) -> str:
    """Many replies with a quote in a quote in a quote."""
    return repeated(
        lambda n: (
            f"<div><blockquote>{SENTENCE}<blockquote>Is it {n}?</blockquote></blockquote>So it is.</div>"
        ),
        size,
    )


#: Pages to be doubled; by name a function of the size.
SHAPES: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (
        articles,
        forum,
        menu,
        nested,
        one_text,
        one_line_each,
        own_classes,
        own_names_of_programs,
        labels,
        short_texts,
        siblings_of_depth,
    )
}


#: Pages without a character of text.
EMPTY: dict[str, str] = {
    "no characters": "",
    "white space": " \n\t ",
    "no body": "<html><head><title>A title is not text</title></head></html>",
    "an empty body": "<html><body></body></html>",
    "empty elements": "<body><div><p></p><table><tr><td> </td></tr></table></div></body>",
    "a comment": "<body><!-- It is the comment. --></body>",
    "a script and a style": "<body><script>it is the('x')</script><style>p {}</style></body>",
    "non-breaking spaces": "<body><p>&nbsp;&nbsp;</p></body>",
}

#: What no author means and every crawl meets.
HOSTILE: dict[str, Callable[[], str]] = {
    "100,000 nested divs": lambda: "<div>" * 100_000 + SENTENCE,
    "a text of 11 MB": lambda: one_text(11_000_000),  # libxml2 has limits at 10 MB
    "a word of 2 MB": lambda: "<p>" + "a" * 2_000_000,
    "nothing is closed": lambda: "<body>" + f"<div><p><ul><li><b><a href=x>{SENTENCE}<table><td>" * 500,
    "everything is closed twice": lambda: f"<p>{SENTENCE}</p></p></div></body></html></body>it is" * 20,
    "NULs": lambda: f"<p>\0It is\0 the NUL</p>\0<p\0>{SENTENCE}</p><\0div>" * 20,
    "control characters": lambda: f"<p>\x01\x0b\x1f{SENTENCE}\x7f\ufffe\ufdd0</p>" * 20,
    "comments with tails": lambda: "<body>" + f"<!-- a --> {SENTENCE} <?php 1 ?> the tail " * 200,
    "comments around the root": lambda: f"<!-- a --><html><!-- b --><p>{SENTENCE}</p></html><!-- c -->",
    "frames only": lambda: '<html><frameset cols="1,2"><frame src="a"><frame src="b"></frameset></html>',
    "links only": lambda: menu(5_000),
    "one link around it all": lambda: f'<body><a href="/"><div><p>{SENTENCE}</p></div></a></body>',
    "an empty link": lambda: f'<body><a href=""></a><p>{SENTENCE}</p><a name="x">the</a></body>',
    "a body in a body": lambda: f"<body><div><body><p>{SENTENCE}</p></body></div><p>{SENTENCE}</body>",
    "a text and no element": lambda: SENTENCE,
    "text beside the body": lambda: f"<html>{SENTENCE}<head></head>The<body></body>{SENTENCE}",
    "headings only": lambda: "<h1>The title</h1><h2>It is one</h2>" * 20,
    "forms only": lambda: "<form><label>The name</label><input><textarea>it is</textarea></form>" * 20,
    "one character a text": lambda: "<p>" + "<i>.</i>" * 3_000,
    "hidden": lambda: f'<div style="display:none">{SENTENCE}</div><p hidden>{SENTENCE}</p>' * 10,
    "long attributes": lambda: f'<div id="{"1" * 200_000}" class="{"a " * 100_000}">{SENTENCE}</div>' * 2,
    "attributes without a name": lambda: f'<div ="" "a" <p class>{SENTENCE}</p><a href>{SENTENCE}</a>',
    "right to left and joined": lambda: "<p>\u202e\u0626\u06c7\u064a\u063a\u200d \u200b. </p>" * 20,
    "astral": lambda: "<p>\U0001f600 is the \U00020000.</p>" * 20,
    "a namespace": lambda: f'<svg:p xmlns:svg="x">{SENTENCE}</svg:p><o:p>{SENTENCE}</o:p>',
}  # fmt: skip

_TAGS = """div p span a b table tr td ul li h2 br blockquote pre form input label noscript script
article i""".split()
_TEXTS = (
    SENTENCE,
    "The end. ",
    " ",
    "\n",
    "Menu",
    "© 2020 All rights reserved.",
    "它是一个文章。的",
    "x",
    "",
)


def random_page(seed: int) -> str:
    """Return a small page of random elements and texts, tidy or not."""
    rng = random.Random(seed)
    parts, open_tags = ["<html><body>"], []
    for n in range(rng.randrange(5, 80)):
        choice = rng.random()
        if choice < 0.45:
            tag = rng.choice(_TAGS)
            attributes = rng.choice(
                ("", f' id="n{n}"', ' class="post"', ' href="/x"', ' style="display: none"')
            )
            parts.append(f"<{tag}{attributes}>")
            open_tags.append(tag)
        elif choice < 0.7 and open_tags:
            parts.append(f"</{open_tags.pop()}>")
        elif choice < 0.73:
            parts.append("<!-- it is a comment -->")
        parts.append(rng.choice(_TEXTS))
    return "".join(parts)


class EveryText:
    """Chooses all texts of a page."""

    def extract(self, page: Page) -> Choice:
        return Choice(page, ((0, len(page.gap)),) if page.gap else ())


def whole(page: Html, *formats: str, **params: Any) -> Result:
    """Return all texts of a page in HTML and Markdown, or in some other formats."""
    return extract(
        page, extractor=EveryText(), formats=formats or ("html", "markdown"), **{"url": URL, **params}
    )


def result_of(choice: Choice) -> Result:
    """Return the result of a choice."""
    return Result({}, choice)


def whole_markdown(page: Html, **params: Any) -> str:
    """Return all texts of a page as Markdown."""
    return whole(page, "markdown", **params).markdown or ""


def html_of(page: Page, ranges: Iterable[Range]) -> str:
    """Return the HTML of some texts of a page."""
    return html.html_of(document_of(page, ranges))


def whole_html(page: Html, url: str | None = URL) -> str:
    """Return the HTML of all texts of a page."""
    return whole(page, "html", url=url).html or ""
